"""Rules of statistics over tables and lists, of laws that sentences evaluate, and of columns that they compare."""

from __future__ import annotations

import re

import pytest
from chapter_pieces import FACTS, chapter_of
from figure_hypotheses import PAIRS

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
    """Where table, list or law bear a sentence out, nothing is called wrong."""
    text = _MARK.sub(lambda match: match["right"], PAIRS[name].strip())
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []


@pytest.mark.parametrize("name", PAIRS)
def test_a_faulty_twin_is_found_in_its_sentence(name: str) -> None:
    """The changed figure or word raises an alarm on its sentence, with working and grounds."""
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


_TABLE = """
| step | before (ms) | after (ms) | kind |
|---|---|---|---|
| parse | 12 | 9 | cpu |
| plan | 4 | 5 | cpu |
| scan | 80 | 60 | disk |
| send | 7 | 6 | net |

"""


@pytest.mark.parametrize(
    "text",
    [
        _TABLE + "Weighted by their frequency the steps take 41 ms on average.",
        _TABLE + "Apart from the scan the mean time before was 7.7 ms.",
        _TABLE + "More than two of the four steps became faster, and hardly any of the cpu steps did.",
        _TABLE + "In the last two steps the time after lies well below the time before, except on Mondays.",
        _TABLE + "From 2021 to 2023 the number of steps grew by 30 %.",
        "The cost grows with the cube of n, so doubling the width of the interval alone multiplies it by two.",
        "With 8 cores the speedup that we measured was 3.1, which Amdahl's law would explain by a share of 77 %.",
        "The type keeps 11 bits of fraction, so it represents every whole number up to 4,096.",
        "Each of the two services is up 99 % of the time; at least one of both is up 99.99 % of the time.",
        "At 5 % a year, 1,000 euros grow to 1,276 euros in five years.",
    ],
)
def test_what_is_said_of_some_or_in_another_sense_raises_no_alarm(text: str) -> None:
    """Weighted means, rows left out, hedged counts, years, bits of fraction and rates that double nothing are left alone."""
    assert [measure(finding.summary) for finding in findings_of(text) if finding.verdict != "supported"] == []
