"""Rules of figures that follow from others in the sentence, and of those that only look so."""

from __future__ import annotations

import pytest
from chapter_pieces import FACTS, chapter_of

from prompts.trust import measure
from tools.instruments.equations import Equations
from tools.instruments.numbers import Numbers
from tools.layout import lay_out
from tools.records import Finding


def wrong_in(text: str) -> list[Finding]:
    text = text.strip() + "\n"
    chapter = chapter_of(text).model_copy(update={"blocks": lay_out(text)})
    found = [finding for instrument in (Numbers(), Equations()) for finding in instrument.examine(chapter, FACTS).findings]
    return [finding for finding in found if finding.verdict == "contradicted"]


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


PER_ONE = {
    "bytes": "That saves 40 bytes for each object, or {40|4} MB for a million of them, without touching the numbers themselves.",
    "records": "Each record takes 24 bytes, or {24|240} MB for a million records.",
    "entries": "An entry needs 64 bytes, which is {64|6.4} GB for a billion entries.",
    "german": "Ein Satz belegt 50 Byte, also {50|5} MB für eine Million Sätze.",
    "calls": "The check costs 3 µs per call, or {3|30} s for a million calls.",
    "messages": "Every message costs 2 ms, that is {2,000|200} s for a million of them.",
    "sheets": "One sheet weighs 5 g, that is {2.5|25} kg for 500 sheets.",
    "copies": "A copy takes 4 ms, or {40|400} ms for ten copies.",
    "reads": "The read takes 0.4 ms, or {0.1|1} s for 250 reads.",
    "binary": "A row takes 100 bytes, or {95.4|9.54} MiB for a million rows.",
}


@pytest.mark.parametrize("name", PER_ONE)
def test_what_many_cost_is_what_one_costs_so_many_times(name: str) -> None:
    """The figure for many follows from that for one; a slip of a power of ten is found, the right figure is not touched."""
    head, _, rest = PER_ONE[name].partition("{")
    figures, _, tail = rest.partition("}")
    right, wrong = figures.split("|")
    assert wrong_in(head + right + tail) == []
    assert wrong_in(head + wrong + tail)


@pytest.mark.parametrize(
    "text",
    [
        "The script takes 2 s, or 30 s for a million rows.",
        "Loading takes 2 s for a thousand rows, or 20 s for ten thousand rows.",
        "A page costs 3 cents, or 25 euros for a thousand of them.",
        "The first call takes 5 s, or 6 s for a hundred calls.",
        "Chaque ligne occupe 200 octets, soit 200 Mo pour un million de lignes.",
        "Une requête coûte 3 ms, soit 3 s pour mille requêtes.",
        "The timeout is 90 s, i.e. 1.5 minutes for each of the 20 hosts.",
        "A token takes 2 bytes, that is 256 KiB for a context of 131,072 tokens.",
        "A call takes 2 ms, or 0.2 s for a thousand calls on ten workers.",
        "If a call takes 2 ms, or 20 s for a thousand calls, something else is wrong.",
    ],
)
def test_a_figure_for_many_is_no_conversion(text: str) -> None:
    """A figure for many things is not the figure before it in another unit, nor a multiple where one is not what was told."""
    assert wrong_in(text) == []


EXPRESSIONS = {
    "pairs": "A comparison of all pairs of n elements takes n(n − 1)/2 steps. For 2,000 elements this is {1,999,000|3,998,000} steps.",
    "teams": "A round robin of n teams takes n(n - 1)/2 matches. With 10 teams this makes {45|90} matches.",
    "tree": "A full binary tree of depth d has 2^d − 1 nodes. For d = 10 this is {1,023|2,047} nodes.",
    "numbers": "The sum of the first n numbers is n(n + 1)/2. For 100 numbers that gives {5,050|5,500}.",
    "edges": "A complete graph with n nodes has n(n-1)/2 edges; for 50 nodes that is {1,225|2,450} edges.",
    "pixels": "A square image of side n has n² pixels. For n = 512 that is {262,144|26,214}.",
    "swaps": "Sorting n items this way takes n(n-1) swaps. For 10 items that is {90|45} swaps.",
    "cells": "A cube of side k has k³ cells. At k = 8 that is {512|64} cells.",
    "games": "Ein Turnier mit n Spielern hat n(n − 1)/2 Partien. Für 12 Spieler sind das {66|132} Partien.",
    "builds": "Building it needs 2n + 1 calls. For n = 20 this is {41|40} calls.",
}


@pytest.mark.parametrize("name", EXPRESSIONS)
def test_an_expression_in_prose_is_evaluated_at_the_number_behind_it(name: str) -> None:
    """An expression of one letter holds for the number that the next words give for the letter or for what it counts."""
    head, _, rest = EXPRESSIONS[name].partition("{")
    figures, _, tail = rest.partition("}")
    right, wrong = figures.split("|")
    assert wrong_in(head + right + tail) == []
    assert wrong_in(head + wrong + tail)


@pytest.mark.parametrize(
    "text",
    [
        "Sorting n items this way takes n(n-1) swaps. For 10 items that is 2 ms.",
        "Sorting n items this way takes n(n-1) swaps. For 10 rounds that is 45 swaps.",
        "Sorting n items takes n(n-1)/2 comparisons at most. For 10 items it takes 27 comparisons on average.",
        "A tree of depth d has 2^d leaves. For 10 trees that is 50 roots.",
        "A list of n names takes 3n + 2 bytes. For 100 names this is about 300 bytes.",
        "It takes n(n-1)/2 steps for n elements. If it were linear, for 2,000 elements this would be 2,000 steps.",
        "A grid of side n has n² nodes. For 40 nodes that is 40 values.",
        "A matrix of n rows has n² entries. For 100 rows that is ten thousand entries.",
        "Each of n workers has n - 1 neighbours. For 8 workers this makes 56 connections.",
    ],
)
def test_an_expression_explains_only_what_it_counts(text: str) -> None:
    """Another unit, another noun, a hedge or a condition is no result of the expression."""
    assert wrong_in(text) == []
