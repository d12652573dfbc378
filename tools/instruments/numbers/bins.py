"""Tables of classes ("under 10 ms", "10 to 50 ms") against stated percentiles; tables read as a whole."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Grid, Page, Sentence
from tools.instruments.numbers.ranges import widened
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import conditional, elsewhere
from tools.quantities import Quantity, Range, quantities_of
from tools.records import Finding

_PERCENTILE = re.compile(
    r"(?<![^\W_])(?:(?P<n>\d{1,2}(?:[.,]\d)?)(?:st|nd|rd|th|\.|e|ème)?[-\s](?:percentile|perzentile?|quantil\w*|centile)|p(?P<p>\d\d)(?!\d)|(?P<median>median|médiane))(?![^\W\d_])",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"^\W*(?:under|below|less than|up to|at most|<|<=|≤|unter|bis|höchstens|weniger als|moins de|jusqu['’]à|au plus)(?![^\W\d_])",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"^\W*(?:over|above|more than|from|at least|>|>=|≥|über|ab|mehr als|mindestens|plus de|au moins|à partir de)(?![^\W\d_])", re.IGNORECASE
)
_EVERY = ("all", "alle", "tous", "toutes", "les")


@dataclass(frozen=True)
class Bin:
    """A class of a table: from `low` to `high` in base units (None: open on that side), with its share of all (0 to 1)."""

    row: int
    low: Fraction | None
    high: Fraction | None
    share: Fraction


def bins_of(page: Page, grid: Grid) -> list[Bin]:
    """The classes of a table in rising order, [] where its first column holds none or they leave gaps."""
    weights = _weights(grid)
    found: list[Bin] = []
    for row in range(len(grid.rows)):
        cell = grid.columns[0].cells[row]
        if is_summary(grid, row) or cell is None or row not in weights:
            continue
        ends = [q for q in quantities_of(page.text, page.writing, cell.span.start, cell.span.end) if not q.ordinal]
        if len(ends) == 2:
            factor = ends[1].unit.factors[0]
            found.append(Bin(row, ends[0].value * factor, ends[1].value * factor, weights[row]))
        elif len(ends) == 1 and _BELOW.match(cell.text):
            found.append(Bin(row, None, ends[0].bases()[0], weights[row]))
        elif len(ends) == 1 and _ABOVE.match(cell.text):
            found.append(Bin(row, ends[0].bases()[0], None, weights[row]))
        else:
            return []
    joined = all(one.high is not None and one.high == other.low for one, other in pairwise(found))
    return found if len(found) >= 3 and joined else []


def _weights(grid: Grid) -> dict[int, Fraction]:
    """The share of each row of all, by its column of counts, else by its column of shares."""
    for kind in ("count", "percent"):
        for column in grid.columns[1:]:
            figures = data_figures(grid, column)
            whole = sum((q.value for _, q in figures), Fraction(0))
            if column.kind == kind and len(figures) >= 3 and whole > 0 and min(q.value for _, q in figures) >= 0:
                if kind == "percent" and not 95 <= whole <= 105:
                    continue
                return {n: q.value / whole for n, q in figures}
    return {}


def check_bins(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        yield from _listed(page, sentence, before)
        before = sentence
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            yield from _percentiles(page, sentence, grid)
            for stated in sentence.ranges:
                finding = _whole_table(page, sentence, grid, stated)
                if finding is not None:
                    yield finding


def _percentiles(page: Page, sentence: Sentence, grid: Grid) -> Iterator[Finding]:
    """ "The 95th percentile lies between 10 and 50 ms" against the class in which it lies."""
    matches = list(_PERCENTILE.finditer(sentence.text))
    if len(matches) != 1 or len(sentence.ranges) != 1 or not grid.complete:
        return
    bins, stated = bins_of(page, grid), sentence.ranges[0]
    match = matches[0]
    level = Fraction(1, 2) if match["median"] else Fraction((match["n"] or match["p"]).replace(",", ".")) / 100
    reached = Fraction(0)
    shown, own = [], None
    for one in bins:
        reached += one.share
        shown.append(f"{grid.labels(one.row)}: {plain(reached * 100, 4)} %")
        own = one if own is None and reached >= level else own
    factor = stated.high.unit.factors[0]
    low, high = stated.low.value * factor, stated.high.value * factor
    if own is None or not any((one.low, one.high) == (low, high) for one in bins):
        return
    places = [grid.rows[one.row].span for one in bins]
    if (own.low, own.high) == (low, high):
        yield report.confirmed("percentile", stated.span, Said(f"It lies in the class {grid.labels(own.row)}, as stated.", shown, places))
    elif own.low is not None or own.high is not None:
        said = Said(f"By the cumulative shares it lies in the class {grid.labels(own.row)}.", ["cumulative: " + ", ".join(shown)], places)
        yield report.contradicted("percentile", stated.span, said, "high")


def _whole_table(page: Page, sentence: Sentence, grid: Grid, stated: Range) -> Finding | None:
    """ "All nine lie between 0.5 and 2.5": a range of all the figures of a table, where their number is said."""
    figures = [
        (n, q)
        for column in grid.columns
        for n, q in data_figures(grid, column)
        if not (column.index == 0 and len({x.kind for _, x in column.figures()}) == 1)
    ]
    counted = [q for q in sentence.quantities if q.kind == "count" and q.value == len(figures) and q.before[:1] and q.before[0] in _EVERY]
    kinds = {q.kind for _, q in figures}
    if len(figures) < 4 or not counted or len(kinds) != 1 or (kinds != {stated.high.kind} and kinds != {"count"}) or not grid.complete:
        return None
    factor = stated.high.unit.factors[0] if kinds == {stated.high.kind} else Fraction(1)
    low, high = (stated.low.value - stated.low.half) * factor, (stated.high.value + stated.high.half) * factor
    values = [q.bases()[0] for _, q in figures]
    outside = [(n, q) for n, q in figures if not low <= q.bases()[0] <= high]
    extent = f"{plain(min(values) / factor)} to {plain(max(values) / factor)}"
    places = [grid.rows[n].span for n, _ in outside or figures]
    if not outside:
        return report.confirmed(
            "range", stated.span, Said(f"All {len(figures)} figures of the table lie within: {extent}.", [extent], places)
        )
    if len(outside) * 2 > len(figures):
        return None
    unit_factor = stated.high.unit.factors[0] / factor
    rows = ", ".join(f"{grid.labels(n)} ({_as(q)})" for n, q in outside[:4])
    said = Said(f"The stated range does not hold: {rows}; the figures of the table go from {extent}.", [f"outside: {rows}"], places)
    replacement = widened(page, stated, min(values) * unit_factor, max(values) * unit_factor)
    return report.contradicted("range", stated.span, said, "high", replacement)


def _as(quantity: Quantity) -> str:
    return in_unit(quantity.bases()[0], quantity)


def _listed(page: Page, sentence: Sentence, before: Sentence | None) -> Iterator[Finding]:
    """ "All four lie between 1 and 3" right behind just so many figures, whatever they are laid out as."""
    if sentence.output or len(sentence.ranges) != 1 or elsewhere(sentence.text) or conditional(sentence.text):
        return
    stated = sentence.ranges[0]
    counted = [q for q in sentence.quantities if q.kind == "count" and q.value >= 3 and q.before[:1] and q.before[0] in _EVERY]
    if len(counted) != 1:
        return
    earlier = before.quantities if before is not None and before.block == sentence.block else ()
    listed = [q for q in (*earlier, *sentence.quantities) if q.span.end <= counted[0].span.start and not q.ordinal and not q.glued]
    digits = [q for q in listed if q.style == "digits"]
    bare = [list(group) for kind, group in groupby(digits, key=lambda q: q.kind) if kind in ("count", stated.high.kind)]
    mixed = [list(group) for fits, group in groupby(digits, key=lambda q: q.kind in ("count", stated.high.kind)) if fits]
    for run in (*bare, *mixed):
        if len(run) != counted[0].value:
            continue
        low, high = stated.low.value - stated.low.half, stated.high.value + stated.high.half
        values = [q.value for q in run]
        outside = [q for q in run if not low <= q.value <= high]
        places, extent = [q.span for q in run], f"{plain(min(values))} to {plain(max(values))}"
        if not outside:
            yield report.confirmed("range", stated.span, Said(f"All {len(run)} figures lie within: {extent}.", [extent], places))
        elif len(outside) * 2 <= len(run):
            said = Said(f"{plain(outside[0].value)} lies outside; the {len(run)} figures go from {extent}.", [extent], places)
            yield report.contradicted("range", stated.span, said, "high")
        return
