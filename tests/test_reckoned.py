"""Rules of figures that follow from formulas, from rows of tables and from each other, on passages and their faulty twins."""

from __future__ import annotations

import re

import pytest
from chapter_pieces import FACTS, chapter_of
from reckoned_pairs import PAIRS, RIGHT

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.instruments.wording import Wording
from tools.layout import lay_out
from tools.records import Finding

_MARK = re.compile(r"\{\{(?P<right>[^|}]*)\|(?P<wrong>[^}]*)\}\}")


def wrong_in(text: str) -> list[Finding]:
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    found = [finding for instrument in (Numbers(), Wording(), Equations()) for finding in instrument.examine(chapter, FACTS).findings]
    return [finding for finding in found if finding.verdict != "supported"]


@pytest.mark.parametrize("name", PAIRS)
def test_a_right_passage_raises_no_alarm(name: str) -> None:
    """Where the figures agree, nothing is called wrong."""
    text = _MARK.sub(lambda match: match["right"], PAIRS[name].strip())
    assert [measure(finding.summary) for finding in wrong_in(text)] == []


@pytest.mark.parametrize("name", RIGHT)
def test_what_looks_like_a_fault_and_is_none_raises_no_alarm(name: str) -> None:
    """Figures that are meant by another measure, or follow from what stands elsewhere, are left alone."""
    assert [measure(finding.summary) for finding in wrong_in(RIGHT[name].strip())] == []


@pytest.mark.parametrize("flat", [False, True], ids=["laid out", "run together"])
@pytest.mark.parametrize("name", PAIRS)
def test_a_faulty_twin_is_found_where_it_stands(name: str, flat: bool) -> None:
    """One changed figure or word raises an alarm that covers it, with its working; run together, nothing else is called wrong."""
    passage = PAIRS[name].strip()
    mark = _MARK.search(passage)
    assert mark is not None
    text = passage.replace(mark.group(), mark["wrong"])
    if flat:
        text = "What came before. " + re.sub(r"\s+", " ", re.sub(r"\s*\n\|[-:| ]+\|\n", "\n", text).replace("|", " "))
    spans = [text[finding.span.start : finding.span.end] for finding in wrong_in(text)]
    if flat:
        assert all(mark["wrong"].split()[0] in span for span in spans)
    else:
        assert [span for span in spans if mark["wrong"].split()[0] in span]
        assert all(finding.working and finding.grounds for finding in wrong_in(text))
