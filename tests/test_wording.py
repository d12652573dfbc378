"""Rules of the instrument that holds strong words against figures and outputs."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, alarms, chapter_of, corrected
from figure_faults import GROWTH

from tools.instruments.wording import Wording

DIFFERENCE = "```\nmax abs difference: 1.19e-07\n```\n\n"


@pytest.mark.parametrize(
    "sentence",
    [
        "The results are not identical.",
        "The results are nearly identical.",
        "The results are identical to within rounding.",
        "Are the results identical?",
        "If the results were identical, we could stop.",
        "We use identical seeds.",
        "The results are identical up to a tolerance of 1e-6.",
        "Die Ergebnisse sind nicht identisch.",
        "Les résultats sont presque identiques.",
    ],
    ids=str,
)
def test_identical_is_read_with_its_qualifiers(sentence: str) -> None:
    """A negation, a tolerance, a question, a condition or another subject takes the force out of the word."""
    assert alarms(Wording().examine(chapter_of(DIFFERENCE + sentence), FACTS)) == []


def test_identical_results_get_words_with_the_difference() -> None:
    """The replacement says how near the results are."""
    chapter = chapter_of(DIFFERENCE + "Both versions give identical results.")
    (alarm,) = alarms(Wording().examine(chapter, FACTS))
    assert "Both versions give the same results to within 1.19e-07." in corrected(chapter, alarm)


def test_identical_far_from_the_difference_is_left_alone() -> None:
    """A figure in another section is about something else."""
    chapter = chapter_of(DIFFERENCE + "# Next\n\nBoth versions give identical results.")
    assert alarms(Wording().examine(chapter, FACTS)) == []


@pytest.mark.parametrize(
    "sentence",
    [
        "The compiled version is faster than the eager one at small n.",
        "The compiled version is not always faster than the eager one.",
        "The compiled version is usually faster than the eager one in all cases.",
        "The eager time is always larger than the loss.",
    ],
    ids=str,
)
def test_a_comparison_without_force_is_left_alone(sentence: str) -> None:
    """Only a comparison said of every row, of two columns of one kind, is held against the rows."""
    assert alarms(Wording().examine(chapter_of(GROWTH + sentence), FACTS)) == []


def test_a_comparison_that_holds_in_every_row_is_confirmed() -> None:
    """What every row bears out is a confirmation."""
    chapter = chapter_of(
        "| n | old (ms) | new (ms) |\n|---|---|---|\n| 1 | 2.0 | 1.0 |\n| 2 | 4.0 | 3.0 |\n\nThe new code is always faster than the old."
    )
    (finding,) = Wording().examine(chapter, FACTS).findings
    assert (finding.rule, finding.verdict) == ("always", "supported")


@pytest.mark.parametrize(
    ("sentence", "verdict"),
    [
        ("The eager time grows linearly with n.", "supported"),
        ("The eager time doubles every time.", "supported"),
        ("The eager time rises with every step.", "supported"),
        ("The eager time grows quadratically.", "contradicted"),
        ("The loss decreases with every step.", "contradicted"),
    ],
    ids=str,
)
def test_a_trend_is_held_against_its_column(sentence: str, verdict: str) -> None:
    """A named column keeps or breaks a trend."""
    (finding,) = Wording().examine(chapter_of(GROWTH + sentence), FACTS).findings
    assert (finding.rule, finding.verdict) == ("trend", verdict)


@pytest.mark.parametrize(
    ("sentence", "output", "alarmed"),
    [
        ("Nothing is printed:", "UserWarning: old", True),
        ("Nothing is printed:", "42", False),
        ("All tests pass.", "12 passed, 1 failed", True),
        ("All tests pass.", "12 passed", False),
        ("Nothing raises.", "Traceback (most recent call last)", True),
        ("It prints a single line:", "one\ntwo", True),
        ("It prints a single line:", "one", False),
        ("A single line is enough.", "one\ntwo", False),
    ],
    ids=str,
)
def test_words_about_output_are_held_against_the_output_beside_them(sentence: str, output: str, alarmed: bool) -> None:
    """What is said to be silent, passing, failing or single is looked up in the output that stands right there."""
    chapter = chapter_of(f"{sentence}\n\n```\n{output}\n```\n")
    assert bool(alarms(Wording().examine(chapter, FACTS))) is alarmed
