"""Rules of figures that follow from others in the sentence, and of those that only look so."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, chapter_of

from prompts.trust import measure
from tools.instruments.numbers import Numbers
from tools.layout import lay_out
from tools.records import Finding


def wrong_in(text: str) -> list[Finding]:
    text = text.strip() + "\n"
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    return [finding for finding in Numbers().examine(chapter, FACTS).findings if finding.verdict == "contradicted"]


@pytest.mark.parametrize(
    "text",
    [
        r"The rule proposes eleven bins, as $\log_2 1000 + 1 \approx 10.97$.",
        "With base ten it is log10 1000 + 1 = 4.",
        r"A heap of that size has $\log_{2} 1024 + 1 = 11$ levels.",
        r"The length is $\sqrt{9 + 16} = 5$.",
        "La hauteur est log₂ 64 + 2 = 8.",
        "Der Wert ist die Wurzel aus 16 + 9 = 5.",
        "Its value is ln 20 + 1 ≈ 4.0.",
        "The square root of 100 + 44 = 12.",
    ],
)
def test_an_argument_of_a_function_is_no_term_of_a_sum(text: str) -> None:
    """A logarithm or a root before an expression takes its first figure, or all of it."""
    assert wrong_in(text) == []


def test_a_sum_without_a_function_is_still_redone() -> None:
    """The same sum without a logarithm is wrong."""
    assert [measure(finding.summary) for finding in wrong_in("It is 1000 + 1 = 1010.")] == ["1000 + 1  is 1001, not 1010."]


@pytest.mark.parametrize(
    "text",
    [
        "From 10,000 to 100,000 its time grows by a factor of 8.6 only.",
        "From 1,000 to 8,000 rows the query time rises by a factor of three.",
        "Von 100 auf 400 Nutzer steigt die Antwortzeit um den Faktor 2,5.",
        "De 100 à 400 clients le délai augmente d'un facteur 2,5.",
        "From 20 °C to 40 °C the resistance rises by 8 %.",
        "Between 2 and 8 threads the throughput grows by a factor of 3.1.",
    ],
)
def test_what_grows_over_a_range_is_not_the_range(text: str) -> None:
    """A sentence that opens with a range and goes on with a subject of its own states the growth of that subject."""
    assert wrong_in(text) == []


@pytest.mark.parametrize("text", ["From 120 ms to 80 ms is a saving of 40 %.", "The latency fell from 120 ms to 80 ms, a saving of 45 %."])
def test_a_change_between_two_figures_is_redone(text: str) -> None:
    """Where the two figures are what changes, a wrong percentage is found."""
    assert len(wrong_in(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "With $C$ channels throughout they have $27C^2$ weights against $49C^2$, a saving of 45 %.",
        "A block of width $n$ costs $12n^2$ operations against $18n^2$, a saving of 33 %.",
        "Going from 32 to 128 makes an epoch two and a half times as fast. With a batch of 128 a step takes 39 milliseconds, most of it "
        "spent in two large convolutions. The ten epochs at 512 need 80 s.",
    ],
)
def test_exponents_and_many_factors_explain_nothing(text: str) -> None:
    """An exponent is no figure, and a product of six figures is no reason against a stated one."""
    assert wrong_in(text) == []


COLUMNS = """
| operation | list | deque | set | list / fastest |
|---|---|---|---|---|
| append | 22 ns | 24 ns | 33 ns | 1.0 |
| left | 340 µs | 25 ns | – | 13,600 |
| membership | 9.6 ms | 12.4 ms | 32 ns | 300,000 |
| middle | 20 ns | 18 µs | – | 1.0 |
"""

TOTAL = """
| part | eager (ms) | compiled (ms) | speedup |
|---|---|---|---|
| encoder | 8.40 | 5.25 | 1.60 |
| scorer | 1.80 | 1.50 | 1.20 |
| pooling | 0.90 | 0.30 | 3.00 |
| ranker | 2.40 | 2.00 | 1.20 |
| **all** | **13.50** | **9.55** | **1.49** |
"""


def test_one_row_of_several_columns_is_no_formula() -> None:
    """A single row that a quotient meets does not make another row wrong."""
    assert wrong_in(COLUMNS) == []


def test_a_wrong_total_is_one_fault() -> None:
    """A quotient that rests on a mistaken total is not called wrong beside it."""
    (only,) = wrong_in(TOTAL)
    assert "9.05" in measure(only.summary)
