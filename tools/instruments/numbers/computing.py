"""The ways in which one column of a table may follow from others: ratio, difference, product, share, running total, a unit converted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from tools.instruments.numbers.page import Column, Grid
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.totals import ADDITIVE, aggregated, data_figures
from tools.quantities import Interval
from tools.quantities.expressions import dimensions_of

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


@dataclass(frozen=True)
class Relation:
    """A way to compute one column from others. value: of a row, from base values; scaled: times a constant that the rows tell."""

    name: str
    formula: str
    sources: tuple[Column, ...]
    value: Callable[[int], tuple[Fraction, Interval] | None]
    scaled: bool = False


def at_row(column: Column, row: int, rough: bool = False) -> tuple[Fraction, Interval] | None:
    """Value of a cell and what it may stand for; whole numbers count as exact unless rough."""
    cell = column.cells[row]
    if cell is None or cell.quantity is None:
        return None
    quantity = cell.quantity
    interval = quantity.intervals()[0]
    if quantity.kind == "count" and quantity.half == Fraction(1, 2) and not rough:
        interval = Interval.exact(quantity.bases()[0])
    return quantity.bases()[0], interval


def relations_of(grid: Grid, target: Column, others: list[Column]) -> Iterator[tuple[bool, Relation]]:
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
        if not {"percent", "times"} & {a.kind, b.kind, kind}:
            yield from _scaled(grid, target, a, b)
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
        one, other = at_row(sources[0], row, rough), at_row(sources[1], row, rough)
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
        parts = [at_row(column, row) for column in columns]
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
        own = at_row(a, row)
        if own is None or exact <= 0 or whole.low <= 0:
            return None
        return own[0] / exact * 100, (own[1] / whole).scaled(Fraction(100))

    return Relation("share", f"{a.name} / its total", (a,), value)


def _running(grid: Grid, a: Column) -> Relation:
    sums: dict[int, _Pair] = {}
    exact, wide = Fraction(0), Interval.exact(0)
    for n, _ in data_figures(grid, a):
        own = at_row(a, n)
        assert own is not None
        exact, wide = exact + own[0], wide + own[1]
        sums[n] = (exact, wide)
    return Relation("running total", f"running total of {a.name}", (a,), sums.get)


def _multiple(grid: Grid, target: Column, a: Column) -> Relation:
    """A constant multiple of another column: sizes that grow in proportion."""
    pairs = [
        (own[0], other[0]) for n, _ in data_figures(grid, target) if (own := at_row(target, n)) and (other := at_row(a, n)) and other[0] > 0
    ]
    ratios = sorted(own / other for own, other in pairs)
    factor = ratios[len(ratios) // 2] if ratios else Fraction(0)

    def value(row: int) -> _Pair | None:
        own = at_row(a, row)
        return None if own is None else (own[0] * factor, Interval.exact(own[0] * factor))

    return Relation("multiple", f"{plain(factor)} x {a.name}", (a,), value)


def _scaled(grid: Grid, target: Column, a: Column, b: Column) -> Iterator[tuple[bool, Relation]]:
    """A constant times the product or the quotient of two columns that vary apart from each other: rates, delays, sizes in other units."""
    rows = [n for n, _ in data_figures(grid, target)]
    for sign, shown in ((1, f"{a.name} x {b.name}"), (-1, f"{a.name} / {b.name}")):
        if sign == 1 and a.index > b.index:
            continue
        made: dict[int, Fraction] = {}
        for n in rows:
            one, other, own = at_row(a, n), at_row(b, n), at_row(target, n)
            if one is None or other is None or own is None or min(one[0], other[0], own[0]) <= 0:
                return
            made[n] = one[0] * other[0] if sign == 1 else one[0] / other[0]
        if len(rows) < 4 or len(set(made.values())) < len(rows) or not _apart(a, b, rows):
            continue
        ratios = sorted(own[0] / made[n] for n in rows if (own := at_row(target, n)))
        factor = ratios[len(ratios) // 2] if len(ratios) % 2 else max(ratios[len(ratios) // 2 - 1 : len(ratios) // 2 + 1], key=ratios.count)

        written = [q for _, q in data_figures(grid, target) if q.value and q.half * 20 <= abs(q.value)]
        if not _converts(factor) or len(written) < 3:
            continue

        def value(row: int, made: dict[int, Fraction] = made, factor: Fraction = factor) -> _Pair | None:
            return (made[row] * factor, Interval.exact(made[row] * factor)) if row in made else None

        yield False, Relation("scaled", f"{shown}, times {plain(factor)}", (a, b), value, True)


def _converts(factor: Fraction) -> bool:
    """Whether a factor is one by which units are converted: a power of ten, of 1024, bits in a byte, seconds in an hour."""
    for step in (1, 8, 60, 3600, 1024, 1024**2, 1024**3):
        for one in (factor * step, factor / step):
            if 1 in (one.numerator, one.denominator) and str(max(one.numerator, one.denominator)).rstrip("0") == "1":
                return True
    return False


def _apart(a: Column, b: Column, rows: list[int]) -> bool:
    """Whether two columns hold at least two values each, and three pairs of them in different proportions and products."""
    pairs = {(one[0], other[0]) for n in rows if (one := at_row(a, n)) and (other := at_row(b, n))}
    return (
        len({x for x, _ in pairs}) >= 2
        and len({y for _, y in pairs}) >= 2
        and len({x / y for x, y in pairs if y}) >= 3
        and len({x * y for x, y in pairs}) >= 3
    )


def _relative(grid: Grid, a: Column) -> Iterator[tuple[bool, Relation]]:
    """A ratio to one row of the same column: the first or the last."""
    figures = data_figures(grid, a)
    for base_row in {figures[0][0], figures[-1][0]}:
        base = at_row(a, base_row)
        assert base is not None

        def up(row: int, base: _Pair = base) -> _Pair | None:
            own = at_row(a, row)
            return None if own is None else _divide(own, base)

        def down(row: int, base: _Pair = base) -> _Pair | None:
            own = at_row(a, row)
            return None if own is None else _divide(base, own)

        label = grid.labels(base_row)
        yield True, Relation("ratio", f"{a.name} / {a.name} of {label}", (a,), up)
        yield True, Relation("ratio", f"{a.name} of {label} / {a.name}", (a,), down)
