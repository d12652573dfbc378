"""A table against itself: columns computed from others (ratio, difference, product, share, running total), and its summary rows."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.computing import Relation, at_row, relations_of
from tools.instruments.numbers.page import Column, Grid, Page
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.summaries import check_summaries
from tools.instruments.numbers.totals import aggregate_named, data_figures, is_summary
from tools.quantities import Interval, Quantity
from tools.records import Finding, Span

_MOST_COLUMNS, _MOST_ROWS = 10, 400


def check_columns(page: Page) -> Iterator[Finding]:
    for grid in page.grids:
        if len(grid.columns) > _MOST_COLUMNS or len(grid.rows) > _MOST_ROWS:
            continue
        computed = list(_computed(page, grid))
        wrong = {
            n
            for n, column in enumerate(grid.columns)
            for finding in computed
            if finding.verdict == "contradicted" and _holds(column, finding.span)
        }
        summed = list(check_summaries(page, grid, wrong))
        mistaken = {_row(grid, finding.span) for finding in summed if finding.verdict == "contradicted"}
        yield from (finding for finding in computed if finding.verdict != "contradicted" or _row(grid, finding.span) not in mistaken)
        yield from summed


def _row(grid: Grid, span: Span) -> int:
    return next((n for n, row in enumerate(grid.rows) if span.within(row.span)), -1)


def _holds(column: Column, span: Span) -> bool:
    return any(cell is not None and cell.span == span for cell in column.cells)


def _computed(page: Page, grid: Grid) -> Iterator[Finding]:
    columns = [column for column in grid.columns if column.kind is not None]
    if len(grid.columns) < 2 or len(grid.rows) < 2:
        return
    explained: set[int] = set()
    for target in reversed(columns):
        if target.index == 0 or target.index in explained:
            continue
        result = _best(grid, target, [column for column in columns if column.index != target.index])
        if result is not None:
            explained |= {source.index for source in result[0].sources} | {target.index}
            yield from _reported(page, grid, target, *result)


def _best(grid: Grid, target: Column, others: list[Column]) -> tuple[Relation, list[int], list[int]] | None:
    """The relation that most rows of a column obey, with the rows that do and those that do not."""
    rows = [n for n, _ in data_figures(grid, target)]
    best: tuple[Relation, list[int], list[int]] | None = None
    for hinted, relation in relations_of(grid, target, others):
        right, wrong, dull = [], [], 0
        for n in rows:
            cell, expected = target.cells[n], relation.value(n)
            if expected is None or cell is None or cell.quantity is None:
                continue
            agreement = _fits(cell.quantity, expected)
            dull += expected[0] in (0, 1, 100)
            if agreement == "yes":
                right.append(n)
            elif agreement == "no":
                wrong.append(n)
                if len(wrong) > 2 and len(wrong) > len(right):
                    break
        if wrong and len(right) < 2 and len(others) > 2:
            continue  # among several columns one row is soon met by chance
        if not _convincing(hinted, len(right), len(wrong), dull) and not (relation.scaled and len(right) >= 3 and len(wrong) == 1):
            continue
        if relation.scaled and not wrong:
            continue  # a constant that fits all is no more than that
        if best is None or (len(wrong), -len(right)) < (len(best[2]), -len(best[1])):
            best = (relation, right, wrong)
    return best


def _convincing(hinted: bool, right: int, wrong: int, dull: int) -> bool:
    told = right - min(dull, right)
    if wrong == 0:
        return told >= (1 if hinted else 3)
    if hinted:
        return (told >= 1 and right >= 2 and wrong * 2 <= right) or (told >= 1 and right >= wrong and wrong == 1)
    return told >= 4 and wrong == 1


def _fits(stated: Quantity, expected: tuple[Fraction, Interval]) -> str:
    exact, wide = expected
    agreement = stated.agreement(Interval.exact(exact))
    if agreement != "no":
        return agreement
    if any(Interval.exact(own).meets(wide) for own in stated.bases()) or stated.agreement(wide) == "yes":
        return "yes" if abs(exact - stated.bases()[0]) <= abs(exact) * Fraction(3, 100) else "unsure"
    return "no"


def _plainly(target: Column, relation: Relation, right: list[int], wrong: list[int]) -> bool:
    """Whether a row that breaks a proportion is surely a slip: the others obey it, and it misses by a factor of 1.2 or more."""
    if len(wrong) != 1 or len(right) < (3 if relation.scaled else 4):
        return False
    cell, expected = target.cells[wrong[0]], relation.value(wrong[0])
    if cell is None or cell.quantity is None or expected is None or expected[0] <= 0:
        return False
    ratio = cell.quantity.bases()[0] / expected[0]
    return ratio <= Fraction(5, 6) or ratio >= Fraction(6, 5)


def _totals_apart(grid: Grid, target: Column, relation: Relation, right: list[int]) -> Iterator[int]:
    """The rows of totals whose quotient is not that of their own totals, though all rows above give theirs."""
    if relation.name not in ("share", "ratio", "rate") or len(relation.sources) != 2 or len(right) < 3:
        return
    for n in range(len(grid.rows)):
        label = grid.columns[0].cells[n]
        if label is None or not is_summary(grid, n) or aggregate_named(label.text) != "total" or len(right) < n:
            continue
        cell, expected = target.cells[n], relation.value(n)
        sums = [sum((own[0] for row in right if (own := at_row(source, row))), Fraction(0)) for source in relation.sources]
        totals = [own[0] for source in relation.sources if (own := at_row(source, n))]
        if cell is not None and cell.quantity is not None and expected is not None and totals == sums:
            ratio = cell.quantity.bases()[0] / expected[0] if expected[0] > 0 else Fraction(0)
            if _fits(cell.quantity, expected) == "no" and Fraction(1, 2) < ratio < 2:
                yield n


def _reported(page: Page, grid: Grid, target: Column, relation: Relation, right: list[int], wrong: list[int]) -> Iterator[Finding]:
    if relation.name in ("multiple", "scaled") and not _plainly(target, relation, right, wrong):
        return
    if right and target.index < len(grid.columns) and not wrong:
        cells = [cell.span for n in right if (cell := target.cells[n]) is not None]
        expected = relation.value(right[0])
        first = target.cells[right[0]]
        assert expected is not None and first is not None and first.quantity is not None
        step = f"{grid.labels(right[0])}: {relation.formula} = {plain(expected[0] / first.quantity.unit.factors[0])}, stated {first.text}"
        said = Said(f"The column “{target.name}” is {relation.formula} in all {len(right)} rows that give it.", [step], cells)
        yield report.confirmed("computed-column", first.span, said)
        wrong = [*wrong, *_totals_apart(grid, target, relation, right)]
    for n in wrong:
        cell, expected = target.cells[n], relation.value(n)
        assert cell is not None and cell.quantity is not None and expected is not None
        sources = ", ".join(f"{source.name} {own.text}" for source in relation.sources if (own := source.cells[n]) is not None)
        value = plain(expected[0] / cell.quantity.unit.factors[0], 4)
        new = report.like(expected[0], cell.quantity, page)
        replacement = (
            report.replaced(page, cell.quantity.number, [(cell.quantity.number, new)], f"{relation.formula}, as in the other rows")
            if new
            else None
        )
        working = [
            f"{grid.labels(n)}: {relation.formula} = {value} ({sources})",
            f"stated: {cell.text}; {len(right)} other rows obey the formula",
        ]
        said = Said(
            f"In the row {grid.labels(n)}, “{target.name}” should be {value} and not {cell.text} ({relation.formula}).",
            working,
            [grid.rows[n].span],
        )
        yield report.contradicted("computed-column", cell.span, said, "high", replacement)
