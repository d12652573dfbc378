"""Rules of what arithmetic leaves alone: a figure is held against others only where the reading is certain."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, chapter_of
from right_figures import RIGHT

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.layout import lay_out


def wrong_in(text: str) -> list[str]:
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    found = [finding for instrument in (Numbers(), Equations()) for finding in instrument.examine(chapter, FACTS).findings]
    return [measure(finding.summary) for finding in found if finding.verdict != "supported"]


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_passage_raises_no_alarm(name: str) -> None:
    """Figures beside one another that do not follow from one another are not held against one another."""
    assert wrong_in(RIGHT[name].strip()) == []


@pytest.mark.parametrize(
    "text",
    [
        "A raster of 3,000 by 2,000 cells holds five million cells.",
        "The tensor is kept in float16. Its rows take 40 + 24 = 74 bytes.",
        "The four parts take 30, 10, 20 and 40 ms, 110 ms in total.",
        "The latency went from 80 ms to 20 ms, which halves it.",
        "The run times in ascending order are 3, 3, 9, 7 and 22 s.",
        "The time fell from 80 s to 20 s, three times as fast.",
        "The plain code takes 2,000 bits and the better one 1,500, a third less.",
        "We needed ten days instead of eight, 20 % over plan.",
        "The new plan costs 30 euros instead of 20 euros, a third more.",
        "Errors fell from 50 to 40 a day, a reduction of 40 %.",
        "The tool has three parts:\n\n- a reader\n- a planner\n- a writer\n- a judge",
        "| job | time (ms) |\n|---|---:|\n| small | 20 |\n| large | 80 |\n\nThe large job takes three times as long as the small job.",
    ],
)  # fmt: skip
def test_a_figure_that_surely_follows_is_still_held(text: str) -> None:
    """What leaves doubtful readings alone does not hide the certain ones beside them."""
    assert len(wrong_in(text)) == 1
