"""A table against itself: columns computed from others (ratio, difference, product, share, running total), and its summary rows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Column, Grid, Page
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.summaries import check_summaries
from tools.instruments.numbers.totals import ADDITIVE, aggregate_named, aggregated, data_figures, is_summary
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import dimensions_of
from tools.records import Finding, Span

_RATIO = re.compile(
    r"speed[\s_-]?up|slow[\s_-]?down|ratio|factor|faktor|beschleunigung|verhältnis|rapport|accélération|relative|×|\bx\b|/| vs ", re.I
)
_DIFFERENCE = re.compile(
    r"diff|delta|δ|Δ|change|gap|gain|loss|saved|saving|profit|margin|balance|net|remaining|free|unterschied|differenz|änderung|gewinn|"
    r"saldo|rest|écart|différence|variation|solde|bénéfice",
    re.I,
)
_SHARE = re.compile(r"share|%|percent|portion|fraction|anteil|prozent|part\b|relative|frequency|häufigkeit|pct", re.I)
_RUNNING = re.compile(r"cumul|running|kumul|so far|acc(?:umulated|\.)", re.I)
_PRODUCT = re.compile(
    r"total|cost|amount|price|sum|area|energy|power|parameters|params|bytes|memory|betrag|kosten|preis|gesamt|fläche|energie|leistung|"
    r"montant|coût|prix|total",
    re.I,
)
_SUM = re.compile(r"total|sum|all|both|combined|overall|end-to-end|gesamt|summe|zusammen|total|somme", re.I)
_MOST_COLUMNS, _MOST_ROWS = 10, 400


@dataclass(frozen=True)
class Relation:
    """A way to compute one column from others. value: of a row, from base values; percent: the result is in percent."""

    name: str
    formula: str
    sources: tuple[Column, ...]
    value: Callable[[int], tuple[Fraction, Interval] | None]


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
        yield from computed
        yield from check_summaries(page, grid, wrong)


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
    for hinted, relation in _relations(grid, target, others):
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
        if not _convincing(hinted, len(right), len(wrong), dull):
            continue
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


def _at(column: Column, row: int, rough: bool = False) -> tuple[Fraction, Interval] | None:
    """Value of a cell and what it may stand for; whole numbers count as exact unless rough."""
    cell = column.cells[row]
    if cell is None or cell.quantity is None:
        return None
    quantity = cell.quantity
    interval = quantity.intervals()[0]
    if quantity.kind == "count" and quantity.half == Fraction(1, 2) and not rough:
        interval = Interval.exact(quantity.bases()[0])
    return quantity.bases()[0], interval


def _relations(grid: Grid, target: Column, others: list[Column]) -> Iterator[tuple[bool, Relation]]:
    name, kind = target.name, target.kind or ""
    sources = [column for column in others if len(data_figures(grid, column)) >= 2]
    for a, b in permutations(sources, 2):
        if kind in ("times", "count", "percent") and a.kind == b.kind and a.kind != "percent":
            if kind in ("times", "count") and (kind == "times" or _RATIO.search(name)):
                yield bool(kind == "times" or _RATIO.search(name)), _binary("ratio", f"{a.name} / {b.name}", (a, b), _divide)
            if kind == "percent" and a.index < b.index:
                yield from _percentages(name, a, b)
        if a.kind == b.kind == kind:
            if a.index < b.index:
                yield bool(_SUM.search(name)), _binary("sum", f"{a.name} + {b.name}", (a, b), lambda x, y: (x[0] + y[0], x[1] + y[1]))
            yield (
                bool(_DIFFERENCE.search(name)),
                _binary("difference", f"{a.name} - {b.name}", (a, b), lambda x, y: (x[0] - y[0], x[1] - y[1])),
            )
        if (
            a.index < b.index
            and "percent" not in (a.kind, b.kind, kind)
            and _dimension(a, b) == dimensions_of(kind)
            and not (a.kind == b.kind == "count" == kind and not _PRODUCT.search(name))
        ):
            yield bool(_PRODUCT.search(name)), _binary("product", f"{a.name} x {b.name}", (a, b), lambda x, y: (x[0] * y[0], x[1] * y[1]))
        if "/" in kind and dimensions_of(kind) == _quotient_dimension(a, b):
            yield True, _binary("rate", f"{a.name} / {b.name}", (a, b), _divide)
    same = [column for column in sources if column.kind == kind and column.index < target.index]
    if len(same) >= 3 and _SUM.search(name):
        yield True, _row_sum(same)
    for a in sorted(sources, key=lambda column: column.kind != "information"):
        if kind == "percent" and a.kind in ADDITIVE and _SHARE.search(name):
            yield True, _share(grid, a)
        if a.kind == kind and (_RUNNING.search(name)):
            yield True, _running(grid, a)
        if kind == "times" and a.kind not in ("percent", "times"):
            yield from _relative(grid, a)
        if kind == "information" and a.kind in ("information", "count"):
            yield False, _multiple(grid, target, a)


def _dimension(a: Column, b: Column) -> tuple[tuple[str, int], ...]:
    return _powers(a, b, 1)


def _quotient_dimension(a: Column, b: Column) -> tuple[tuple[str, int], ...]:
    return _powers(a, b, -1)


def _powers(a: Column, b: Column, sign: int) -> tuple[tuple[str, int], ...]:
    powers = dict(dimensions_of(a.kind or ""))
    for base, power in dimensions_of(b.kind or ""):
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted(pair for pair in powers.items() if pair[1]))


_Pair = tuple[Fraction, Interval]


def _divide(x: _Pair, y: _Pair) -> _Pair | None:
    if y[0] == 0 or y[1].low <= 0 <= y[1].high:
        return None
    return x[0] / y[0], x[1] / y[1]


def _binary(name: str, formula: str, sources: tuple[Column, Column], operate: Callable[[_Pair, _Pair], _Pair | None]) -> Relation:
    def value(row: int) -> _Pair | None:
        rough = name in ("ratio", "rate", "change", "reduction", "share")
        one, other = _at(sources[0], row, rough), _at(sources[1], row, rough)
        return operate(one, other) if one is not None and other is not None else None

    return Relation(name, formula, sources, value)


def _percentages(name: str, a: Column, b: Column) -> Iterator[tuple[bool, Relation]]:
    hinted = bool(
        _DIFFERENCE.search(name)
        or _SHARE.search(name)
        or re.search(r"reduc|increas|improv|growth|wachstum|zunahme|rückgang|hausse|baisse|faster|overhead", name, re.I)
    )

    def change(x: _Pair, y: _Pair) -> _Pair | None:
        quotient = _divide(y, x)
        return None if quotient is None else ((quotient[0] - 1) * 100, (quotient[1] - Interval.exact(1)).scaled(Fraction(100)))

    def drop(x: _Pair, y: _Pair) -> _Pair | None:
        changed = change(x, y)
        return None if changed is None else (-changed[0], -changed[1])

    def part(x: _Pair, y: _Pair) -> _Pair | None:
        quotient = _divide(x, y)
        return None if quotient is None else (quotient[0] * 100, quotient[1].scaled(Fraction(100)))

    for one, other in ((a, b), (b, a)):
        yield hinted, _binary("change", f"({other.name} - {one.name}) / {one.name}", (one, other), change)
        yield hinted, _binary("reduction", f"({one.name} - {other.name}) / {one.name}", (one, other), drop)
        yield hinted, _binary("share", f"{one.name} / {other.name}", (one, other), part)


def _row_sum(columns: list[Column]) -> Relation:
    def value(row: int) -> _Pair | None:
        parts = [_at(column, row) for column in columns]
        exact, wide = Fraction(0), Interval.exact(0)
        for part in parts:
            if part is None:
                return None
            exact, wide = exact + part[0], wide + part[1]
        return exact, wide

    return Relation("sum", " + ".join(column.name for column in columns), tuple(columns), value)


def _share(grid: Grid, a: Column) -> Relation:
    figures = data_figures(grid, a)
    whole = aggregated("total", figures)[0]
    exact = sum((q.bases()[0] for _, q in figures), Fraction(0))

    def value(row: int) -> _Pair | None:
        own = _at(a, row)
        if own is None or exact <= 0 or whole.low <= 0:
            return None
        return own[0] / exact * 100, (own[1] / whole).scaled(Fraction(100))

    return Relation("share", f"{a.name} / its total", (a,), value)


def _running(grid: Grid, a: Column) -> Relation:
    sums: dict[int, _Pair] = {}
    exact, wide = Fraction(0), Interval.exact(0)
    for n, _ in data_figures(grid, a):
        own = _at(a, n)
        assert own is not None
        exact, wide = exact + own[0], wide + own[1]
        sums[n] = (exact, wide)
    return Relation("running total", f"running total of {a.name}", (a,), sums.get)


def _multiple(grid: Grid, target: Column, a: Column) -> Relation:
    """A constant multiple of another column: sizes that grow in proportion."""
    pairs = [(own[0], other[0]) for n, _ in data_figures(grid, target) if (own := _at(target, n)) and (other := _at(a, n)) and other[0] > 0]
    ratios = sorted(own / other for own, other in pairs)
    factor = ratios[len(ratios) // 2] if ratios else Fraction(0)

    def value(row: int) -> _Pair | None:
        own = _at(a, row)
        return None if own is None else (own[0] * factor, Interval.exact(own[0] * factor))

    return Relation("multiple", f"{plain(factor)} x {a.name}", (a,), value)


def _relative(grid: Grid, a: Column) -> Iterator[tuple[bool, Relation]]:
    """A ratio to one row of the same column: the first or the last."""
    figures = data_figures(grid, a)
    for base_row in {figures[0][0], figures[-1][0]}:
        base = _at(a, base_row)
        assert base is not None

        def up(row: int, base: _Pair = base) -> _Pair | None:
            own = _at(a, row)
            return None if own is None else _divide(own, base)

        def down(row: int, base: _Pair = base) -> _Pair | None:
            own = _at(a, row)
            return None if own is None else _divide(base, own)

        label = grid.labels(base_row)
        yield True, Relation("ratio", f"{a.name} / {a.name} of {label}", (a,), up)
        yield True, Relation("ratio", f"{a.name} of {label} / {a.name}", (a,), down)


def _plainly(target: Column, relation: Relation, right: list[int], wrong: list[int]) -> bool:
    """Whether a row that breaks a proportion is surely a slip: the others obey it, and it misses by a factor of 1.2 or more."""
    if len(wrong) != 1 or len(right) < 4:
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
        sums = [sum((own[0] for row in right if (own := _at(source, row))), Fraction(0)) for source in relation.sources]
        totals = [own[0] for source in relation.sources if (own := _at(source, n))]
        if cell is not None and cell.quantity is not None and expected is not None and totals == sums:
            ratio = cell.quantity.bases()[0] / expected[0] if expected[0] > 0 else Fraction(0)
            if _fits(cell.quantity, expected) == "no" and Fraction(1, 2) < ratio < 2:
                yield n


def _reported(page: Page, grid: Grid, target: Column, relation: Relation, right: list[int], wrong: list[int]) -> Iterator[Finding]:
    if relation.name == "multiple" and not _plainly(target, relation, right, wrong):
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
