"""Arithmetic as texts write it ("4 x 768 x 2 bytes", "\\frac{a}{b}", "2 * n_layers * d_model"), evaluated with units and rounding."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Literal

from tools.quantities.intervals import Interval
from tools.quantities.quantity import Quantity
from tools.records import Span

Kind = Literal["number", "operator", "open", "close", "name", "function", "comma"]
Dimensions = tuple[tuple[str, int], ...]

_LARGEST = Fraction(10) ** 120
_ALIASES = {
    "frequency": (("time", -1),),
    "power": (("energy", 1), ("time", -1)),
    "count": (),
    "times": (),
    "percent": (),
    "part": (),
    "points": (),
}


class ExpressionError(ValueError):
    """It is no expression, or it cannot be evaluated: a name without a value, a division by zero, units that do not fit."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of an expression. text: operator, name or function; quantity: of a number."""

    kind: Kind
    text: str
    span: Span
    quantity: Quantity | None = None


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression comes to: from the figures as written, and all that their rounding leaves open, in base units."""

    exact: Fraction
    interval: Interval
    dimensions: Dimensions = ()

    @classmethod
    def of(cls, number: Fraction | int) -> Value:
        return cls(Fraction(number), Interval.exact(Fraction(number)))


def dimensions_of(kind: str) -> Dimensions:
    """The powers of the base kinds that a kind is made of ("information/time")."""
    powers: dict[str, int] = {}
    for place, part in enumerate(kind.split("/")):
        for base, power in _ALIASES.get(part, ((part, 1),)):
            powers[base] = powers.get(base, 0) + (power if place == 0 else -power)
    return tuple(sorted((base, power) for base, power in powers.items() if power))


def value_of(quantity: Quantity, reading: int = 0) -> Value:
    """A figure as the value of an expression; a bare whole number is exact, one with a unit or decimals was rounded."""
    factor = quantity.unit.factors[min(reading, len(quantity.unit.factors) - 1)]
    if quantity.kind == "percent":
        factor = Fraction(1, 100)
    whole = (
        quantity.kind in ("count", "information")
        and quantity.unit.factors == (Fraction(1),)
        and quantity.half <= Fraction(1, 2)
        and quantity.value.denominator == 1
    )
    half = Fraction(0) if whole and not quantity.bound else quantity.half
    if quantity.bound in ("about", "nearly"):
        half = max(half, abs(quantity.value) / 20)
    return Value(quantity.value * factor, Interval.around(quantity.value, half).scaled(factor), dimensions_of(quantity.kind))


def evaluations(tokens: Sequence[Token], names: Mapping[str, Value] | None = None) -> list[Value]:
    """The value of an expression, once for each reading of its divided units. Raises ExpressionError."""
    divided = [n for n, token in enumerate(tokens) if token.quantity is not None and len(token.quantity.unit.factors) > 1]
    readings = product((0, 1), repeat=min(len(divided), 3))
    return [_Parser(tokens, names or {}, dict(zip(divided, reading, strict=False))).value() for reading in readings]


class _Parser:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, tokens: Sequence[Token], names: Mapping[str, Value], readings: Mapping[int, int]) -> None:
        self._tokens, self._names, self._readings = tokens, names, readings
        self._at = 0
        self._depth = 0

    def value(self) -> Value:
        result = self._sum()
        if self._at != len(self._tokens):
            raise ExpressionError("something is left over")
        return result

    def _peek(self) -> Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, *operators: str) -> str | None:
        token = self._peek()
        if token is not None and token.kind in ("operator", "comma") and token.text in operators:
            self._at += 1
            return token.text
        return None

    def _sum(self) -> Value:
        result = self._product()
        while operator := self._take("+", "-"):
            other = self._product()
            if result.dimensions != other.dimensions:
                raise ExpressionError("units do not fit")
            sign = 1 if operator == "+" else -1
            right = other.interval if sign == 1 else -other.interval
            result = Value(result.exact + sign * other.exact, result.interval + right, result.dimensions)
        return result

    def _product(self) -> Value:
        result = self._power()
        while True:
            operator = self._take("*", "/", "//")
            if operator is None:
                token = self._peek()
                if token is None or token.kind not in ("open", "name", "function"):
                    return result
                operator = "*"
            result = _combined(operator, result, self._power())

    def _power(self) -> Value:
        if self._take("-"):
            inner = self._power()
            return Value(-inner.exact, -inner.interval, inner.dimensions)
        base = self._atom()
        while self._take("!"):
            base = _factorial(base)
        if self._take("^"):
            return _raised(base, self._power())
        return base

    def _atom(self) -> Value:
        token = self._peek()
        if token is None:
            raise ExpressionError("it ends too soon")
        self._at += 1
        if token.kind == "number" and token.quantity is not None:
            return value_of(token.quantity, self._readings.get(self._at - 1, 0))
        if token.kind == "name":
            if token.text not in self._names:
                raise ExpressionError(f"no value is given for {token.text}")
            return self._names[token.text]
        if token.kind == "function":
            return self._call(token.text)
        if token.kind == "open":
            return self._closed()
        raise ExpressionError("an operand is missing")

    def _closed(self) -> Value:
        self._depth += 1
        if self._depth > 40:
            raise ExpressionError("it is nested too deeply")
        result = self._sum()
        token = self._peek()
        if token is None or token.kind != "close":
            raise ExpressionError("a parenthesis is missing")
        self._at += 1
        self._depth -= 1
        return result

    def _call(self, name: str) -> Value:
        token = self._peek()
        if token is None or token.kind != "open":
            return _applied(name, [self._power()])
        self._at += 1
        arguments = [self._sum()]
        while self._take(","):
            arguments.append(self._sum())
        token = self._peek()
        if token is None or token.kind != "close":
            raise ExpressionError("a parenthesis is missing")
        self._at += 1
        return _applied(name, arguments)


def _combined(operator: str, left: Value, right: Value) -> Value:
    powers = dict(left.dimensions)
    for base, power in right.dimensions:
        powers[base] = powers.get(base, 0) + (power if operator == "*" else -power)
    dimensions = tuple(sorted((base, power) for base, power in powers.items() if power))
    if operator == "*":
        return _checked(Value(left.exact * right.exact, left.interval * right.interval, dimensions))
    if right.exact == 0:
        raise ExpressionError("a division by zero")
    quotient = left.exact / right.exact
    if operator == "//":
        return Value.of(math.floor(quotient))
    try:
        interval = left.interval / right.interval
    except ZeroDivisionError:
        interval = Interval.exact(quotient)
    return _checked(Value(quotient, interval, dimensions))


def _checked(value: Value) -> Value:
    if abs(value.exact) > _LARGEST or value.exact.denominator > _LARGEST:
        raise ExpressionError("too large")
    return value


def _raised(base: Value, exponent: Value) -> Value:
    if exponent.dimensions or (exponent.exact.denominator != 1 and base.exact < 0) or abs(exponent.exact) > 400:
        raise ExpressionError("an exponent that cannot be used")
    if base.exact == 0 and exponent.exact < 0:
        raise ExpressionError("a division by zero")
    if exponent.exact.denominator == 1:
        power = int(exponent.exact)
        if abs(power) * max(1, abs(math.log10(abs(float(base.exact))) if base.exact else 1)) > 120:
            raise ExpressionError("too large")
        ends = [end**power for end in (base.interval.low, base.interval.high) if end or power > 0]
        interval = Interval(min(ends), max(ends)) if ends else Interval.exact(base.exact**power)
        return _checked(Value(base.exact**power, interval, tuple((kind, p * power) for kind, p in base.dimensions if power)))
    if base.dimensions:
        raise ExpressionError("a root of a unit")
    ends = [_fraction(float(end) ** float(exponent.exact)) for end in (base.interval.low, base.interval.high) if end >= 0]
    return Value(_fraction(float(base.exact) ** float(exponent.exact)), Interval(min(ends), max(ends)))


def _factorial(value: Value) -> Value:
    if value.dimensions or value.exact.denominator != 1 or not 0 <= value.exact <= 70:
        raise ExpressionError("a factorial that cannot be used")
    return Value.of(math.factorial(int(value.exact)))


def _fraction(number: float) -> Fraction:
    if not math.isfinite(number):
        raise ExpressionError("not a finite number")
    return Fraction(number)


_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "sqrt": math.sqrt, "log": math.log, "ln": math.log, "log2": math.log2, "log10": math.log10, "lg": math.log10, "exp": math.exp,
    "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "abs": abs,
}  # fmt: skip


def _applied(name: str, arguments: list[Value]) -> Value:
    first = arguments[0]
    if name in ("max", "min"):
        pick = max if name == "max" else min
        return pick(arguments, key=lambda value: value.exact)
    if name in ("floor", "ceil") and len(arguments) == 1:
        rounding = math.floor if name == "floor" else math.ceil
        return Value(
            Fraction(rounding(first.exact)),
            Interval(Fraction(rounding(first.interval.low)), Fraction(rounding(first.interval.high))),
            first.dimensions,
        )
    if name not in _FUNCTIONS or len(arguments) != 1 or first.dimensions:
        raise ExpressionError(f"{name} cannot be applied")
    function = _FUNCTIONS[name]
    try:
        middle, ends = function(float(first.exact)), [function(float(first.interval.low)), function(float(first.interval.high))]
    except (ValueError, OverflowError) as error:
        raise ExpressionError(f"{name} is not defined there") from error
    return Value(_fraction(middle), Interval(_fraction(min(*ends, middle)), _fraction(max(*ends, middle))))


# ---- tokens ----------------------------------------------------------------------------------------------------

OPERATORS: tuple[tuple[str, str], ...] = (
    ("*", r"\*(?!\*)|[x×·⋅∙](?![\w])|\\times\b|\\cdot\b|\b(?:times|multiplied by|mal|multipliziert mit|fois|multiplié par)\b"),
    ("//", r"//"),
    ("/", r"/|÷|\\div\b|\b(?:divided by|geteilt durch|durch|divisé par)\b"),
    ("+", r"\+|\bplus\b"),
    ("-", r"(?<=\s)[-−–](?=\s)|(?<=[\d)])[-−](?=[\d(])|−|\b(?:minus|moins)\b"),
    ("^", r"\^|\*\*"),
    ("!", r"!(?=\s*(?:[-−+*/=)^×·≈]|\\|$))"),
)  # fmt: skip
_OPERATOR = re.compile(
    "|".join(rf"(?P<o{n}>{pattern})" for n, (_, pattern) in sorted(enumerate(OPERATORS), key=lambda pair: pair[1][0] != "^")), re.IGNORECASE
)


def operator_at(text: str, position: int, end: int) -> tuple[str, int] | None:
    """The operator that stands at a position, with where it ends."""
    match = _OPERATOR.match(text, position, end)
    if match is None:
        return None
    return next(name for n, (name, _) in enumerate(OPERATORS) if match[f"o{n}"]), match.end()
