"""The summary rows of a table ("total", "mean") against the rows above them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Column, Grid, Page
from tools.instruments.numbers.report import Said, in_unit
from tools.instruments.numbers.totals import ADDITIVE, aggregate_named, aggregated, closes, held, is_summary, sum_shown
from tools.quantities import Interval, Quantity
from tools.records import Finding


def check_summaries(page: Page, grid: Grid, wrong: set[int]) -> Iterator[Finding]:
    """Summary rows against the rows above; a column with a wrong cell is left to the finding about that cell."""
    if not grid.complete:
        return
    start = 0
    for row in range(len(grid.rows)):
        if not is_summary(grid, row) and not closes(grid, row):
            continue
        label = grid.columns[0].cells[row]
        assert label is not None
        name = aggregate_named(label.text) or "total"  # "all" is a total where a column adds up to it
        rows = tuple(n for n in range(start if re.match(r"sub", label.text, re.I) else 0, row) if not is_summary(grid, n))
        if name is not None and len(rows) >= 2:
            yield from (finding for finding in _summary(page, grid, row, rows, name) if not _in_columns(grid, wrong, finding))
        if re.match(r"sub", label.text, re.I):
            start = row + 1


def _summary(page: Page, grid: Grid, row: int, rows: tuple[int, ...], name: str) -> Iterator[Finding]:
    judged = []
    for column in grid.columns[1:]:
        cell, figures = column.cells[row], column.figures(rows)
        if (
            cell is None
            or cell.quantity is None
            or len(figures) != len(rows)
            or len({q.kind for _, q in figures} | {cell.quantity.kind}) != 1
        ):
            continue
        values = aggregated(name, figures)
        agreement, geometric = held(name, cell.quantity, figures), _geometric(figures) if name == "mean" else None
        if geometric is not None and agreement != "yes":
            agreement = max(agreement, cell.quantity.agreement(geometric), key=("no", "unsure", "yes").index)
        judged.append((column, cell.quantity, figures, values[0], agreement))
    sure = any(agreement == "yes" for *_, agreement in judged) or len(judged) == 1
    for column, stated, figures, value, agreement in judged:
        places = [cell.span for n in rows if (cell := column.cells[n]) is not None]
        shown = sum_shown(name, figures, value)
        written, right = page.words_at(stated.span), in_unit(value.middle, stated)
        if agreement == "yes":
            yield report.confirmed(
                "total-row", stated.span, Said(f"The {name} of “{column.name}” is {right}, as the table says.", [shown], places)
            )
        elif agreement == "no" and sure and _meant(name, column, stated, figures, value, _weights(grid, column)):
            new = report.like(value.middle, stated, page)
            replacement = report.replaced(page, stated.number, [(stated.number, new)], f"the {name} of the rows above") if new else None
            yield report.contradicted(
                "total-row",
                stated.span,
                Said(f"The {name} of “{column.name}” is {right}, not {written}.", [shown, f"stated: {written}"], places),
                "high",
                replacement,
            )


def _in_columns(grid: Grid, wrong: set[int], finding: Finding) -> bool:
    return any(cell is not None and finding.span.within(cell.span) for n in wrong for cell in grid.columns[n].cells)


def _weights(grid: Grid, column: Column) -> bool:
    """Whether another column could weigh the rows."""
    return any(other.index > 0 and other is not column and other.kind in ADDITIVE for other in grid.columns)


def _geometric(figures: list[tuple[int, Quantity]]) -> Interval | None:
    values = [float(q.bases()[0]) for _, q in figures]
    if min(values) <= 0:
        return None
    product = 1.0
    for value in values:
        product *= value ** (1 / len(values))
    return Interval.exact(Fraction(product))


def _meant(name: str, column: Column, stated: Quantity, figures: list[tuple[int, Quantity]], value: Interval, weighted: bool) -> bool:
    """Whether a summary that disagrees is surely meant to be that aggregate of the column."""
    own, parts = stated.bases()[0], [q.bases()[0] for _, q in figures]
    if name != "total":
        return min(parts) <= own <= max(parts) and column.kind != "times" and not (weighted and name == "mean")
    if stated.kind == "percent":
        return Fraction(80) < value.middle < Fraction(120) and own > max(parts)
    if stated.kind not in ADDITIVE or min(parts) < 0 or value.middle == 0:
        return False
    return own > max(parts) and Fraction(1, 2) <= own / value.middle <= 2
