"""Rules of years between years, of growth by the same percentage, and of the pieces that fill a whole."""

from __future__ import annotations

import pytest
from test_announced import findings_of

from prompts.trust import measure


@pytest.mark.parametrize(
    "text",
    [
        "The format was published in 1996 and replaced in 2009, fourteen years later.",
        "Das Format erschien 1996 und wurde 2009 abgelöst, vierzehn Jahre später.",
        "The company was founded in 1987. The first version of 2003 and the last of 2021 are 19 years apart.",
        "The log grows by 10 % a month. After three months a log of 100 GB has reached 150 GB.",
        "A store loses 20 % each year. After two years a store of 200 MB is 120 MB.",
        "The buffer is 2 MiB long. With pages of 4 KiB it spans 256 pages.",
        "Die Datei hat 10 MiB. Bei Blöcken von 4 KiB sind es 2500 Blöcke.",
        "There are 50,000 training images. With a batch size of 128 and the last, smaller batch kept, an epoch has 390 steps.",
        "There are 50,000 training images. With a batch size of 128 and the last batch dropped, an epoch has 391 steps.",
        "The database grows by 15 GB a month. From 120 GB today it will have reached 300 GB in 20 months.",
    ],
)
def test_what_the_figures_do_not_come_to_is_found(text: str) -> None:
    """Years between, growth and pieces that do not follow from their own figures are found."""
    assert [finding for finding in findings_of(text) if finding.verdict == "contradicted"]


@pytest.mark.parametrize(
    "text",
    [
        "The format was published in 1996 and replaced in 2009, thirteen years later.",
        "It was written in 2004, revised in 2011 and replaced in 2020, nine years later.",
        "After 20 years, in 2009, a format of 1996 was replaced.",
        "The log grows by 10 % a month. After three months a log of 100 GB has reached 133 GB.",
        "The log grows by 10 % of its original size a month. After three months a log of 100 GB has reached 130 GB.",
        "A store loses 20 % each year. After two years a store of 200 MB is 128 MB.",
        "The buffer is 2 MiB long. With pages of 4 KiB it spans 512 pages.",
        "The buffer is 2 MiB long. With pages of 4 KiB and a header it needs 513 pages.",
        "The file of 10 MB is sent in packets of 1500 bytes, of which 20 packets are lost.",
        "The file has 10 MiB. With blocks of 4 KiB, 100 blocks are read at a time.",
        "There are 50,000 training images. With a batch size of 128 and the last, smaller batch kept, an epoch has 391 steps.",
        "There are 50,000 training images. With a batch size of 128, an epoch has 390 steps.",
    ],
)
def test_what_they_may_come_to_is_left_alone(text: str) -> None:
    """Figures that round to what is stated, or belong to something else, raise no alarm."""
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []
