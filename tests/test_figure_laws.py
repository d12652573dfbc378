"""Rules of the checks of laws, pieces, margins, units of code and identities of sums."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, chapter_of, corrected, words_of
from figure_faults import Fault
from figure_laws import LAW_FAULTS, LAW_RIGHT, TANKS, VOIES

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.instruments.wording import Wording
from tools.layout import lay_out
from tools.records import Chapter, Finding


def findings_of(text: str, layout: str) -> tuple[Chapter, list[Finding]]:
    chapter = chapter_of(text)
    if layout == "lay_out":
        chapter = chapter.model_copy(update={"blocks": lay_out(measure(chapter.text))})
    return chapter, [
        finding for instrument in (Numbers(), Wording(), Equations()) for finding in instrument.examine(chapter, FACTS).findings
    ]


@pytest.mark.parametrize("layout", ["by hand", "lay_out"])
@pytest.mark.parametrize("name", LAW_RIGHT)
def test_right_text_raises_no_alarm(name: str, layout: str) -> None:
    """A text whose figures agree is never called wrong, whoever laid it out."""
    chapter, found = findings_of(LAW_RIGHT[name], layout)
    assert [(words_of(chapter, f), measure(f.summary)) for f in found if f.verdict != "supported"] == []


@pytest.mark.parametrize("layout", ["by hand", "lay_out"])
@pytest.mark.parametrize("fault", LAW_FAULTS, ids=lambda fault: fault.name)
def test_a_wrong_statement_is_the_only_alarm(fault: Fault, layout: str) -> None:
    """One wrong statement raises one alarm, on its own words, by its own instrument, with what is right."""
    chapter, found = findings_of(fault.text, layout)
    alarms = [f for f in found if f.verdict == "contradicted"]
    assert [(f.instrument, fault.words in words_of(chapter, f)) for f in alarms] == [(fault.instrument, True)]
    said = measure(alarms[0].summary) + (measure(alarms[0].replacement.text) if alarms[0].replacement else "")
    assert fault.right in said
    assert alarms[0].working


@pytest.mark.parametrize("fault", LAW_FAULTS, ids=lambda fault: fault.name)
def test_a_replacement_removes_its_alarm(fault: Fault) -> None:
    """Where a replacement is offered, the text with it raises no alarm any more."""
    chapter, found = findings_of(fault.text, "by hand")
    for finding in found:
        if finding.verdict == "contradicted" and finding.replacement is not None:
            _, after = findings_of(corrected(chapter, finding), "by hand")
            assert [f for f in after if f.verdict == "contradicted"] == []


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("all rows right", "sum"),
        ("rows by place right", "row-ratio"),
        ("pieces right", "pieces"),
        ("margins right", "margin"),
        ("orders right", "order"),
        ("little right", "triple"),
        ("break-even right", "break-even"),
        ("conversions right", "conversion"),
        ("powers right", "arithmetic"),
        ("clocks right", "code-unit"),
        ("traits right", "trait"),
        ("identities right", "identity"),
        ("operations right", "operation"),
    ],
)
def test_what_holds_is_confirmed(name: str, rule: str) -> None:
    """Each check confirms what it can redo."""
    _, found = findings_of(LAW_RIGHT[name], "by hand")
    assert rule in {f.rule for f in found if f.verdict == "supported"}


@pytest.mark.parametrize(
    "text",
    [
        TANKS + "The three tanks hold 240.9 L.",
        "The parts weigh 1.25 kg, 2.50 kg and 3.75 kg, which makes 7.51 kg in all.",
        VOIES + "Les trois voies demandent 251 Mo.",
    ],
    ids=["row", "list", "another reading of the unit"],
)
def test_a_total_that_only_rounding_would_save_is_not_confirmed(text: str) -> None:
    """What the addends come to has to be the figure stated; what their rounding leaves open is no ground for a confirmation."""
    chapter, found = findings_of(text, "by hand")
    assert [words_of(chapter, f) for f in found if f.rule == "sum" and f.verdict == "supported"] == []


def test_a_total_is_confirmed_only_by_its_own_addends() -> None:
    """The count in the sentence may hold, and the sum beside it be wrong: it is contradicted and never confirmed."""
    text = next(fault.text for fault in LAW_FAULTS if fault.name == "all rows")
    chapter, found = findings_of(text, "by hand")
    assert {(f.rule, f.verdict) for f in found if "L" in words_of(chapter, f)} == {("sum", "contradicted")}
