"""Rules of figures that a sentence gives and does not derive: no combination of the figures beside them is held against them."""

from __future__ import annotations

import pytest
from test_announced import findings_of

from prompts.trust import measure


@pytest.mark.parametrize(
    "text",
    [
        "Its header takes 96 bytes, and the rest is filled with entries of 16 bytes each, eight for the key and eight for the pointer.",
        "A frame has 2,073,600 pixels. With four bytes per pixel (RGBA, eight bits a channel) a buffer needs 8,294,400 bytes.",
        "The link runs at 115200 bits per second. Before each byte a start bit is sent, so that a byte occupies ten bit times.",
        "For 32 layers, 8 heads and a head size of 128 we get 131,072 bytes, two bytes per number, keys and values.",
        "One turn takes 60 s / 7200 = 8.33 ms, and on average the head waits half of it, 4.17 ms, for the sector to come round.",
        "A random read hence takes 8.5 + 4.17 = 12.67 ms.",
        "On average there are 36 requests in flight, at 450 per second. Of these 80 ms the database takes 50 ms.",
        "- One row at a time: 25 minutes\n- One row, commit every 1,000 rows: 150 seconds\n- 1,000 rows at a time: 12 seconds",
        "Host: Ryzen 7 5800X, 8 cores, 16 threads, 32 GB; Linux 6.6; GCC 13.2; GNU make 4.4.1.",
        "Each group adds 16/64 = 0.25 bits to a weight, so that the \u201cfour bits\u201d are really 4.25.",
        "Going from 8 to 16 cores thus yields another 36 %, since the serial part stays.",
        "Splitting removed 124 KB of 310 KB. The scripts thereby shrank by 40 %, and the page as a whole went from 1000 KB to 876 KB.",
        "Each of the three layers with stride two halves it, from 224 down to 28.",
        "Starting from (0, 0.0, 0.0) and feeding in 2, 4 and 9 leads to a mean of 5.",
        "With $V = 50\\,257$ tokens and $d = 768$ the embedding has $V d = 38\\,597\\,376$ entries.",
        "Halving the precision to one byte per number brings a context of 8,192 tokens down to 512 MiB.",
    ],
)  # fmt: skip
def test_what_is_given_is_no_result(text: str) -> None:
    """A figure that is given, an operand or a member of a list, is held against nothing."""
    assert [(finding.rule, measure(finding.summary)) for finding in findings_of(text) if finding.verdict != "supported"] == []


@pytest.mark.parametrize(
    "text",
    [
        "The disk turns 7,200 times a minute. A random read hence takes 8.5 ms + 4.17 ms = 14.67 ms.",
        "The first phase takes 40 s, the second 50 s, so both together take 100 s.",
        "Requests arrive at 50 per second and stay 0.2 s on average, so about 25 are in the system at any time.",
        "Of 1,250 people asked, 575 were in favour, 57 %, and 40 % were against; the rest had no opinion.",
        "Starting from (0, 0.0, 0.0) and feeding in 2, 4 and 9 leads to a mean of 6.",
        "With $V = 50\\,257$ tokens and $d = 768$ the embedding has $V d = 36\\,597\\,376$ entries.",
    ],
)
def test_what_is_derived_beside_it_is_still_checked(text: str) -> None:
    """Beside figures that are given, a result is still computed again."""
    assert [finding for finding in findings_of(text) if finding.verdict == "contradicted"]
