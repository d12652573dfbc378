"""Rules of figures that a text announces as what others come to."""

from __future__ import annotations

import re
import time

import pytest
from chapter_pieces import FACTS, chapter_of
from figure_pairs import PAIRS

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.instruments.wording import Wording
from tools.layout import lay_out
from tools.records import Finding

_MARK = re.compile(r"\{\{(?P<right>[^|}]*)\|(?P<wrong>[^}]*)\}\}")


def findings_of(text: str) -> list[Finding]:
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    return [finding for instrument in (Numbers(), Wording(), Equations()) for finding in instrument.examine(chapter, FACTS).findings]


@pytest.mark.parametrize("name", PAIRS)
def test_a_right_twin_raises_no_alarm(name: str) -> None:
    """Where the figures agree, nothing is called wrong."""
    text = _MARK.sub(lambda match: match["right"], PAIRS[name].strip())
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []


@pytest.mark.parametrize("name", PAIRS)
def test_a_faulty_twin_is_found_in_its_sentence(name: str) -> None:
    """One changed figure or word raises an alarm on the sentence or the row that it stands in, with its working."""
    passage = PAIRS[name].strip()
    mark = _MARK.search(passage)
    assert mark is not None
    start, text = mark.start(), passage.replace(mark.group(), mark["wrong"])
    end = start + len(mark["wrong"])
    first = max(text.rfind(". ", 0, start), text.rfind("\n\n", 0, start)) + 1
    last = min(at for at in (text.find(". ", end), text.find("\n\n", end), len(text)) if at >= 0)
    wrong = [finding for finding in findings_of(text) if finding.verdict != "supported"]
    assert [finding for finding in wrong if finding.span.start < last and first < finding.span.end]
    assert all(finding.working and finding.grounds for finding in wrong)


@pytest.mark.parametrize(
    "text",
    [
        "The mean is 3.2 ± 0.4 ms over 20 runs, and 95 % of them lie within 2.4 and 4.0 ms.",
        "The order is: text (7.1), money (7.2), time (7.3), frames (7.4), sizes (7.5), and all of it ends in one database.",
        "Only three of the 12 columns are used. About 30 % of our users never open the settings.",
        "For the logits (4, 0, 0) and the target 0 the loss doubles, and with the target 2 it is 4.02.",
        "Broadcasting decides the interaction between the two arrays:\n\n- first rule\n- second rule\n- third rule",
        "We start with two workers. After 20 minutes there were 12 failures, so we stopped at step 7.",
        "The images cover a total of 10 categories, and there are 290,000 of them beside 10,000; all are 32 pixels wide.",
    ],
)  # fmt: skip
def test_figures_that_follow_from_nothing_beside_them_are_left_alone(text: str) -> None:
    """Neighbouring figures that no word and no unit joins raise no alarm."""
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []


def test_a_figure_that_a_table_gives_is_no_slip() -> None:
    """A ratio that two cells of the table beside it give is not held against other figures of its sentence."""
    table = "| load | time (s) |\n|---|---|\n| first | 28.8 |\n| warm | 3.6 |\n| hot | 7.2 |\n\n"
    text = f"{table}The warm start is 8 times faster than the first."
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []


def test_a_confirmation_shows_its_arithmetic() -> None:
    """A right figure whose working is found is confirmed with the step that gives it."""
    found = [
        f
        for f in findings_of("A node costs $3.20 an hour. Eight nodes for a week of 40 hours therefore come to $1,024.")
        if f.verdict == "supported"
    ]
    assert [[measure(step) for step in finding.working] for finding in found] == [["$3.20 an hour x Eight x 40 hours = 1024"]]


def test_a_sentence_with_many_figures_costs_little() -> None:
    """The search among figures is bounded however many stand together."""
    text = "So " + ", ".join(f"{n} items of {n + 3} kB each" for n in range(2, 400)) + " make 12 MB in all."
    began = time.process_time()
    findings_of(text)
    assert time.process_time() - began < 10
