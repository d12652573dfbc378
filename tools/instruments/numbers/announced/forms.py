"""What figures may come to: products and quotients whose units fit, sums, differences, shares, changes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import prod

from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.page import Page
from tools.quantities import Interval
from tools.quantities.expressions import Dimensions, Value

_LARGEST = Fraction(10) ** 40


@dataclass(frozen=True)
class Form:
    """A value that figures come to, the step that shows it, the figures that it uses, what it is called,
    and which reading of divided units it rests on."""

    value: Value
    step: str
    used: tuple[Item, ...]
    name: str
    reading: int = 0


def powers_of(one: Dimensions, other: Dimensions, sign: int) -> Dimensions:
    powers = dict(one)
    for base, power in other:
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted(pair for pair in powers.items() if pair[1]))


def times(one: Value, other: Value) -> Value | None:
    value = Value(one.exact * other.exact, one.interval * other.interval, powers_of(one.dimensions, other.dimensions, 1))
    return value if abs(value.exact) < _LARGEST else None


def over(one: Value, other: Value) -> Value | None:
    if other.exact == 0 or other.interval.low <= 0 <= other.interval.high:
        return None
    return Value(one.exact / other.exact, one.interval / other.interval, powers_of(one.dimensions, other.dimensions, -1))


def plus(one: Value, other: Value) -> Value | None:
    if one.dimensions != other.dimensions:
        return None
    return Value(one.exact + other.exact, one.interval + other.interval, one.dimensions)


def minus(one: Value, other: Value) -> Value | None:
    if one.dimensions != other.dimensions:
        return None
    return Value(one.exact - other.exact, one.interval - other.interval, one.dimensions)


ONE = Value(Fraction(1), Interval.exact(1))
HUNDRED = Value(Fraction(100), Interval.exact(100))


def readings_of(items: Sequence[Item]) -> range:
    """How often the same figures can be read: once for each reading of the units that are divided."""
    if len({item.quantity.unit.factors for item in items}) == 1:
        return range(1)
    return range(max((len(item.readings) for item in items), default=1))


def _far(value: float, near_to: Sequence[float]) -> bool:
    """Whether a value surely is none of these; never where there are none."""
    return bool(near_to) and not any(abs(value - own) <= 0.2 * abs(own) for own in near_to)


def products(page: Page, items: Sequence[Item], wanted: Dimensions, reading: int, near_to: Sequence[float] = ()) -> Iterator[Form]:
    """Every product or quotient of all the figures whose unit is the one that is wanted; near_to: only those that may be one of these."""
    values = [item.read(reading) for item in items]
    if any(value.exact == 0 for value in values):
        return
    rough = [float(value.exact) for value in values]
    shown = [page.words_at(item.span) for item in items]
    for signs in product((1, -1), repeat=len(items)):
        if _far(prod(own if sign == 1 else 1 / own for own, sign in zip(rough, signs, strict=True)), near_to):
            continue
        value: Value | None = ONE
        for own, sign in zip(values, signs, strict=True):
            value = None if value is None else times(value, own) if sign == 1 else over(value, own)
        if value is None or value.dimensions != wanted:
            continue
        above = " x ".join(text for text, sign in zip(shown, signs, strict=True) if sign == 1) or "1"
        below = " / ".join(text for text, sign in zip(shown, signs, strict=True) if sign == -1)
        yield Form(value, f"{above} / {below}" if below else above, tuple(items), "product" if -1 not in signs else "quotient", reading)


def sums(page: Page, items: Sequence[Item], reading: int) -> Iterator[Form]:
    value: Value | None = items[0].read(reading)
    for item in items[1:]:
        value = None if value is None else plus(value, item.read(reading))
    if value is not None:
        yield Form(value, " + ".join(page.words_at(item.span) for item in items), tuple(items), "sum", reading)


_Pair = Callable[[Value, Value], Value | None]


def _then(first: Value | None, operate: _Pair, other: Value | None) -> Value | None:
    return None if first is None or other is None else operate(first, other)


_OF_TWO: tuple[tuple[str, str, _Pair], ...] = (
    ("difference", "{0} - {1}", minus),
    ("share", "{0} / {1}", over),
    ("rest share", "1 - {0} / {1}", lambda a, b: _then(ONE, minus, over(a, b))),
    ("part share", "{0} / ({0} + {1})", lambda a, b: _then(a, over, plus(a, b))),
    ("change", "({0} - {1}) / {1}", lambda a, b: _then(minus(a, b), over, b)),
    ("drop", "({1} - {0}) / {1}", lambda a, b: _then(minus(b, a), over, b)),
)


def of_two(page: Page, a: Item, b: Item, names: Sequence[str], reading: int) -> Iterator[Form]:
    """The named relations of two figures, in both orders."""
    for one, other in ((a, b), (b, a)):
        for name, shown, operate in _OF_TWO:
            if name in names:
                value = operate(one.read(reading), other.read(reading))
                if value is not None:
                    yield Form(value, shown.format(page.words_at(one.span), page.words_at(other.span)), (a, b), name, reading)


def with_percent(page: Page, items: Sequence[Item], reading: int) -> Iterator[Form]:
    """A figure raised or lowered by percentages, or what it was before; percentages of percentages; what one leaves."""
    rates = [item for item in items if item.kind == "percent"]
    others = [item for item in items if item.kind != "percent"]
    if not rates or len(rates) > 3 or len(others) > 2:
        return
    for signs in product((1, -1, 0), repeat=len(rates)):
        factor: Value = ONE
        shown = []
        for item, sign in zip(rates, signs, strict=True):
            own = item.read(reading)
            step = own if sign == 0 else plus(ONE, own) if sign == 1 else minus(ONE, own)
            factor = times(factor, step or ONE) or factor
            written = page.words_at(item.span)
            shown.append(written if sign == 0 else f"(1 {'+' if sign == 1 else '-'} {written})")
        text = " x ".join(shown)
        if not others:
            yield Form(factor, text, tuple(items), "percent of percent", reading)
            rest = minus(ONE, factor)
            if rest is not None:
                yield Form(rest, f"1 - {text}", tuple(items), "percent of percent", reading)
            continue
        base: Value | None = ONE
        for item in others:
            base = None if base is None else times(base, item.read(reading))
        names = " x ".join(page.words_at(item.span) for item in others)
        for operate, sign_text in ((times, " x "), (over, " / ")):
            value = _then(base, operate, factor)
            if value is not None:
                yield Form(value, f"{names}{sign_text}{text}", tuple(items), "percent of", reading)


def _rough(x: float, y: float, z: float) -> Iterator[float]:
    for inner in (x + y, x - y, y - x):
        yield inner * z
        yield inner / z if z else 0.0
        yield z / inner if inner else 0.0
    for inner in (x * y, x / y if y else 0.0, y / x if x else 0.0):
        yield inner + z
        yield inner - z


def mixed(page: Page, items: Sequence[Item], reading: int, near_to: Sequence[float] = ()) -> Iterator[Form]:
    """A sum or a difference of two figures, multiplied or divided by a third; a product and something added."""
    if len(items) != 3:
        return
    for n in range(3):
        c = items[n]
        a, b = (item for k, item in enumerate(items) if k != n)
        x, y, z = (float(item.read(reading).exact) for item in (a, b, c))
        if near_to and all(_far(value, near_to) for value in _rough(x, y, z)):
            continue
        texts = [page.words_at(item.span) for item in (a, b, c)]
        for one, other, p, q in ((a, b, 0, 1), (b, a, 1, 0)):
            for sign, join in (("+", plus), ("-", minus)):
                inner = join(one.read(reading), other.read(reading))
                for op, operate in (("x", times), ("/", over)):
                    if (value := _then(inner, operate, c.read(reading))) is not None and value.exact > 0:
                        yield Form(value, f"({texts[p]} {sign} {texts[q]}) {op} {texts[2]}", tuple(items), "mixed", reading)
                if (value := _then(c.read(reading), over, inner)) is not None and value.exact > 0:
                    yield Form(value, f"{texts[2]} / ({texts[p]} {sign} {texts[q]})", tuple(items), "mixed", reading)
            for op, operate in (("x", times), ("/", over)):
                inner = operate(one.read(reading), other.read(reading))
                for sign, join in (("+", plus), ("-", minus)):
                    if (value := _then(inner, join, c.read(reading))) is not None and value.exact > 0:
                        yield Form(value, f"{texts[p]} {op} {texts[q]} {sign} {texts[2]}", tuple(items), "mixed", reading)


def anything(page: Page, items: Sequence[Item], stated: Item, reading: int) -> Iterator[Form]:
    """Every form of up to four of the figures that comes near a stated one: what may explain it."""
    wanted = stated.value.dimensions
    near_to = [float(own.exact) for own in stated.readings]
    for size in range(1, min(4, len(items)) + 1):
        for chosen in combinations(items, size):
            yield from products(page, chosen, wanted, reading, near_to)
            if size >= 2:
                yield from (form for form in sums(page, chosen, reading) if form.value.dimensions == wanted)
                yield from (form for form in with_percent(page, chosen, reading) if form.value.dimensions == wanted)
            if size == 2:
                names = [name for name, *_ in _OF_TWO]
                yield from (form for form in of_two(page, chosen[0], chosen[1], names, reading) if form.value.dimensions == wanted)
            yield from (form for form in mixed(page, chosen, reading, near_to) if form.value.dimensions == wanted)
            if size == 1 and not wanted and chosen[0].kind == "percent":
                value = minus(ONE, chosen[0].read(reading))
                if value is not None:
                    yield Form(value, f"1 - {page.words_at(chosen[0].span)}", chosen, "rest", reading)
    same = [item for item in items if item.value.dimensions == wanted]
    if len(same) > 4:
        yield from sums(page, same, reading)
