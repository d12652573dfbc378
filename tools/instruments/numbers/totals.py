"""Stated totals, means and extremes of a column, the ratio of two of them, and rows that make up most of one."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.words import elsewhere, named, words_of
from tools.quantities import Interval, Quantity, total
from tools.records import Finding, Span

Aggregate = Callable[[Sequence[Interval]], Interval]

_NAMES: tuple[tuple[str, str], ...] = (
    ("total", r"(?:grand |sub-?)?totals?|sum|overall|altogether|combined|gesamt\w*|summe|insgesamt|zusammen|somme|totale|totaux|suma|σ|∑"),
    ("mean", r"mean|average|avg|ø|durchschnitt\w*|mittel|mittelwert|moyenne|media|promedio"),
    ("median", r"median|médiane|mediana|p50"),
    ("maximum", r"max(?:imum)?|peak|largest|highest|maximal\w*|höchst\w*|größt\w*"),
    ("minimum", r"min(?:imum)?|smallest|lowest|minimal\w*|niedrigst\w*|kleinst\w*"),
)
_NAME = re.compile("|".join(rf"(?P<{name}>(?<![^\W\d_])(?:{words})(?![^\W\d_]|-\w))" for name, words in _NAMES), re.IGNORECASE)
_ALL = re.compile(r"\W*(?:all|alle|alles|everything|tous|toutes|tout)\W*", re.IGNORECASE)
ADDITIVE = ("time", "information", "count", "usd", "eur", "gbp", "chf", "energy", "mass", "length", "volume", "flop")


def aggregate_named(label: str) -> str | None:
    """Which aggregate a label names ("eager total", "Mittelwert"), None where it names none or several."""
    found = {match.lastgroup for match in _NAME.finditer(label)}
    return found.pop() if len(found) == 1 else None


def without_aggregate(label: str) -> tuple[str, ...]:
    return words_of(_NAME.sub(" ", label))


def _mean(values: Sequence[Interval]) -> Interval:
    return total(values).scaled(Fraction(1, len(values)))


def _median(values: Sequence[Interval]) -> Interval:
    lows, highs = sorted(v.low for v in values), sorted(v.high for v in values)
    half = len(values) // 2
    if len(values) % 2:
        return Interval(lows[half], highs[half])
    return Interval((lows[half - 1] + lows[half]) / 2, (highs[half - 1] + highs[half]) / 2)


AGGREGATES: dict[str, Aggregate] = {
    "total": total,
    "mean": _mean,
    "median": _median,
    "maximum": lambda values: Interval(max(v.low for v in values), max(v.high for v in values)),
    "minimum": lambda values: Interval(min(v.low for v in values), min(v.high for v in values)),
}


def bases_of(figures: list[tuple[int, Quantity]], reading: int = 0) -> list[Interval]:
    """What the figures stand for in base units; `reading` chooses among the readings of a divided unit."""
    intervals = [quantity.intervals() for _, quantity in figures]
    return [own[min(reading, len(own) - 1)] for own in intervals]


def aggregated(name: str, figures: list[tuple[int, Quantity]]) -> list[Interval]:
    """The aggregate of the figures, once for each reading of their unit."""
    readings = max(len(quantity.unit.factors) for _, quantity in figures)
    return [AGGREGATES[name](bases_of(figures, n)) for n in range(readings)]


def held(name: str, quantity: Quantity, figures: list[tuple[int, Quantity]]) -> str:
    """Whether a figure is the aggregate of others: "yes", "unsure" or "no". One unit is read in one way throughout, and a total is
    confirmed only where the very addends sum to it: what their rounding might hide leaves it open."""
    values = aggregated(name, figures)
    units = {own.unit.factors for _, own in figures}
    if units == {quantity.unit.factors} and len(quantity.unit.factors) > 1:
        factor = quantity.unit.factors[:1]
        quantity, values = replace(quantity, unit=replace(quantity.unit, factors=factor)), values[:1]
    verdicts = {quantity.agreement(value) for value in values}
    if "yes" not in verdicts:
        return "unsure" if "unsure" in verdicts else "no"
    if name == "total" and all(quantity.agreement(Interval.exact(value.middle)) != "yes" for value in values):
        return "unsure"
    return "yes"


def sum_shown(name: str, figures: list[tuple[int, Quantity]], value: Interval) -> str:
    """The arithmetic of an aggregate, written so that it can be redone by hand."""
    first = figures[0][1]
    factor = first.unit.factors[0]
    terms = [plain(quantity.bases()[0] / factor, 8) for _, quantity in figures]
    listed = " + ".join(terms) if len(terms) <= 40 else f"{' + '.join(terms[:10])} + ... ({len(terms)} terms)"
    unit = f" {first.unit.name}" if first.unit.name else ""
    result = f"{plain(value.middle / factor, 8)}{unit}"
    if name == "total":
        return f"{listed} = {result}"
    if name == "mean":
        return f"({listed}) / {len(terms)} = {result}"
    return f"{name} of {', '.join(terms[:40])}: {result}"


@dataclass(frozen=True)
class Stated:
    """An aggregate as the text states it, with the column that it is about."""

    quantity: Quantity
    name: str
    grid: Grid
    column: Column
    label: str

    @property
    def figures(self) -> list[tuple[int, Quantity]]:
        return data_figures(self.grid, self.column)


def data_figures(grid: Grid, column: Column) -> list[tuple[int, Quantity]]:
    """The figures of a column without those of rows that are aggregates themselves."""
    rows = tuple(n for n in range(len(grid.rows)) if not is_summary(grid, n))
    return column.figures(rows)


def is_summary(grid: Grid, row: int) -> bool:
    first = grid.columns[0].cells[row] if grid.columns else None
    if first is None or first.quantity is not None:
        return False
    return len(first.text) < 30 and aggregate_named(first.text) is not None and not without_aggregate(first.text)[2:]


def closes(grid: Grid, row: int) -> bool:
    """Whether a last row of "all" is one of totals: one column at least adds up to it."""
    first = grid.columns[0].cells[row] if grid.columns else None
    if first is None or _ALL.fullmatch(first.text) is None or row != len(grid.rows) - 1 or row < 2:
        return False
    for column in grid.columns[1:]:
        cell, above = column.cells[row], column.figures(tuple(range(row)))
        stated = cell.quantity if cell is not None else None
        if stated is None or stated.value <= 0 or len(above) != row or {q.kind for _, q in above} != {stated.kind}:
            continue
        if held("total", stated, above) == "yes":
            return True
    return False


def labelled(page: Page, sentence: Sentence) -> list[tuple[str, Quantity]]:
    """The quantities of an output line with the words that stand before each."""
    found, last = [], sentence.span.start
    for quantity in sentence.quantities:
        found.append((page.text[last : quantity.span.start].strip(" \t\n:=,;(->~"), quantity))
        last = quantity.span.end
    return found


def stated_aggregates(page: Page) -> Iterator[Stated]:
    """The aggregates that output lines state for columns of a table near them."""
    for sentence in page.sentences:
        if not sentence.output:
            continue
        for label, quantity in labelled(page, sentence):
            name = aggregate_named(label[-60:])
            if name is None:
                continue
            match = _matched(page, sentence, name, label, quantity)
            if match is not None:
                yield match


def _matched(page: Page, sentence: Sentence, name: str, label: str, quantity: Quantity) -> Stated | None:
    terms = without_aggregate(label)
    for grid in page.grids_near(sentence.block):
        columns = [column for column in grid.columns if column.kind == quantity.kind and len(data_figures(grid, column)) >= 2]
        if not columns or not grid.complete or (terms and overlap_rows(grid, terms)):
            continue
        column = column_named(grid, terms, quantity.kind) if terms else (columns[0] if len(columns) == 1 else None)
        if column is not None and column in columns:
            return Stated(quantity, name, grid, column, label)
    return None


def overlap_rows(grid: Grid, terms: tuple[str, ...]) -> bool:
    """Whether words name one of the rows rather than a column."""
    first = grid.columns[0]
    return any(cell is not None and cell.quantity is None and any(named(t, words_of(cell.text)) for t in terms) for cell in first.cells)


def check_output_totals(page: Page) -> Iterator[Finding]:
    """Aggregates in output lines against the tables near them, and the ratios of two of them."""
    by_block: dict[int, list[Stated]] = {}
    for stated in stated_aggregates(page):
        finding = _judged(page, stated)
        if finding is not None:
            yield finding
        by_block.setdefault(_block_of(page, stated.quantity.span), []).append(stated)
    for block, group in by_block.items():
        totals = [stated for stated in group if stated.name == "total"]
        for first, second in pairwise(totals):
            yield from _ratio_after(page, block, first, second)


def _block_of(page: Page, span: Span) -> int:
    return bisect_right(page.blocks, span.start, key=lambda block: block.span.start) - 1


def _judged(page: Page, stated: Stated) -> Finding | None:
    figures = stated.figures
    values = aggregated(stated.name, figures)
    standing = held(stated.name, stated.quantity, figures)
    places = [stated.column.cells[n].span for n, _ in figures if stated.column.cells[n] is not None]  # type: ignore[union-attr]
    shown = sum_shown(stated.name, figures, values[0])
    written = page.words_at(stated.quantity.span)
    right = in_unit(values[0].middle, stated.quantity)
    if standing == "yes":
        said = Said(f"The {stated.name} of the column “{stated.column.name}” is {right}, as stated ({written}).", [shown], places)
        return report.confirmed("sum" if stated.name == "total" else stated.name, stated.quantity.span, said)
    if standing == "unsure" or not _plausible(stated, values[0], figures):
        return None
    new = report.like(values[0].middle, stated.quantity, page)
    replacement = (
        report.replaced(page, stated.quantity.number, [(stated.quantity.number, new)], "the value that the rows give") if new else None
    )
    said = Said(f"The {stated.name} of the column “{stated.column.name}” is {right}, not {written}.", [shown, f"stated: {written}"], places)
    return report.contradicted("sum" if stated.name == "total" else stated.name, stated.quantity.span, said, "high", replacement)


def _plausible(stated: Stated, value: Interval, figures: list[tuple[int, Quantity]]) -> bool:
    """Whether a figure that disagrees is meant to be this aggregate: near it, and a total above each of its parts."""
    own = stated.quantity.bases()[0]
    if value.middle == 0 or not Fraction(1, 2) <= own / value.middle <= 2:
        return False
    if stated.name != "total":
        return True
    return stated.quantity.kind in ADDITIVE and own > max(quantity.bases()[0] for _, quantity in figures)


def _ratio_after(page: Page, block: int, first: Stated, second: Stated) -> Iterator[Finding]:
    """The ratio that is printed behind two totals of one kind, and the rows that decide it."""
    end = page.blocks[block].span.end
    stop = second.quantity.span.end
    ratios = [
        quantity
        for sentence in page.sentences_of(block)
        for quantity in sentence.quantities
        if stop <= quantity.span.start <= min(end, stop + 40) and quantity.kind == "times"
    ]
    if not ratios or first.quantity.kind != second.quantity.kind:
        return
    ratio, (low, high) = ratios[0], sorted((first, second), key=lambda stated: stated.quantity.bases()[0])
    value = high.quantity.intervals()[0] / low.quantity.intervals()[0]
    finer = aggregated("total", high.figures)[0] / aggregated("total", low.figures)[0]
    written = page.words_at(ratio.span)
    step = f"{page.words_at(high.quantity.span)} / {page.words_at(low.quantity.span)} = {plain(value.middle)}"
    exact = f"from the rows themselves: {plain(finer.middle)}"
    places = [high.quantity.span, low.quantity.span]
    if ratio.agreement(value) == "yes" or ratio.agreement(finer) == "yes":
        yield report.confirmed(
            "ratio",
            ratio.span,
            Said(f"The ratio of the two totals is {plain(finer.middle, 4)}, as stated ({written}).", [step, exact], places),
        )
        yield from _dominant(page, ratio, high, low)
    elif ratio.agreement(value) == "no" and ratio.agreement(finer) == "no":
        new = report.like(value.middle, ratio, page)
        replacement = report.replaced(page, ratio.number, [(ratio.number, new)], "the quotient of the two totals") if new else None
        yield report.contradicted(
            "ratio",
            ratio.span,
            Said(f"The ratio of the two totals is {plain(finer.middle, 4)}, not {written}.", [step, exact], places),
            "high",
            replacement,
        )


def _dominant(page: Page, ratio: Quantity, high: Stated, low: Stated) -> Iterator[Finding]:
    """A row that makes up at least half of a total which a headline ratio rests on."""
    for stated, other in ((low, high), (high, low)):
        figures = stated.figures
        if len(figures) < 4 or stated.grid is not other.grid:
            continue
        values = {n: quantity.bases()[0] for n, quantity in figures}
        others = {n: quantity.bases()[0] for n, quantity in other.figures}
        whole = sum(values.values(), Fraction(0))
        row = max(values, key=lambda n: values[n])
        if whole <= 0 or values[row] * 2 < whole or row not in others or whole == values[row]:
            continue
        share = values[row] / whole * 100
        top, bottom = (others, values) if stated is low else (values, others)
        rest = (sum(top.values()) - top[row]) / (sum(bottom.values()) - bottom[row])
        label, name = stated.grid.labels(row), stated.column.name
        cell = stated.column.cells[row]
        assert cell is not None and cell.quantity is not None
        working = [
            f"{in_unit(values[row], cell.quantity)} / {in_unit(whole, cell.quantity)} = {plain(share, 3)} %",
            f"without this row the ratio is {in_unit(sum(top.values()) - top[row], high.quantity)} / "
            f"{in_unit(sum(bottom.values()) - bottom[row], high.quantity)} = {plain(Fraction(rest), 3)}",
        ]
        said = Said(
            f"One row ({label}) makes up {plain(share, 2)} % of the total of “{name}”; without it the ratio would be "
            f"{plain(Fraction(rest), 3)} and not {page.words_at(ratio.span)}.",
            working, [stated.grid.rows[row].span],
        )  # fmt: skip
        yield report.qualified("dominant-row", ratio.span, said)


def check_prose_totals(page: Page) -> Iterator[Finding]:
    """Totals that prose states for a named column; only what agrees, or is called a total outright, is judged."""
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            if not grid.complete:
                continue
            found = [f for quantity in sentence.quantities if (f := _prose_total(page, sentence, grid, quantity)) is not None]
            yield from found
            if found:
                break


def _prose_total(page: Page, sentence: Sentence, grid: Grid, quantity: Quantity) -> Finding | None:
    if quantity.kind not in ADDITIVE or quantity.ordinal or quantity.kind == "count":
        return None
    column = column_named(grid, sentence.words, quantity.kind)
    called = aggregate_named(sentence.text)
    if column is None and called == "total":
        same = [own for own in grid.columns if own.kind == quantity.kind]
        column = same[0] if len(same) == 1 else None
    if column is None or len(data_figures(grid, column)) < 2:
        return None
    stated = Stated(quantity, "total", grid, column, "")
    values = aggregated("total", stated.figures)
    if any(quantity.agreement(value) == "yes" for value in values):
        return _judged(page, stated)
    alone = sum(own.kind == quantity.kind for own in sentence.quantities) == 1
    if called == "total" and alone and re.search(r"\b(?:in total|total of|altogether|in all|insgesamt|au total)\b", sentence.text, re.I):
        return _judged(page, stated)
    return None
