"""Lengths and numbers of a style, those that are worked out among them (`calc`, `min`, `max`, `clamp`)."""

from __future__ import annotations

import operator
import re

_UNITS = {
    "px": 1.0, "rem": 16, "pt": 4 / 3, "pc": 16, "vw": 12.8, "vh": 8, "in": 96, "cm": 37.8, "mm": 3.78, "q": 0.945, "vmin": 8, "vmax": 12.8,
    "dvh": 8, "svh": 8, "lvh": 8, "dvw": 12.8, "svw": 12.8, "lvw": 12.8,
}  # fmt: skip
_OF_LETTERS = {"em": 1.0, "ex": 0.5, "ch": 0.5}
_NUMBER = re.compile(r"([+-]?\d*\.?\d+(?:e[+-]?\d+)?)([a-z]+|%)?")
_TOKEN = re.compile(
    r"\s*(?:(?P<number>[+-]?\d*\.?\d+(?:e[+-]?\d+)?(?:[a-z]+|%)?)|(?P<function>calc|min|max|clamp)?(?P<open>\()|(?P<sign>[-+*/,)]))"
)
_LONGEST, _DEEPEST = 300, 20
_STEPS = {"+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv}


def pixels(value: str | None, letters: float = 16.0, whole: float = 16.0) -> float | None:
    """A length in pixels, None where it is none. letters: the size of letters; whole: what a percentage is of."""
    if value is None:
        return None
    value = value.strip()
    if (plain := _NUMBER.fullmatch(value)) is not None:
        return _measured(plain, letters, whole) if plain[2] or float(plain[1]) == 0 else None
    return _worked_out(value, letters, whole)


def number(value: str | None) -> float | None:
    """A number, or a share of one in per cent."""
    if value is None:
        return None
    if (plain := _NUMBER.fullmatch(value.strip())) is not None:
        return float(plain[1]) / (100 if plain[2] else 1) if plain[2] in (None, "%") else None
    return _worked_out(value.strip(), 16.0, 1.0)


def _measured(number: re.Match[str], letters: float, whole: float) -> float | None:
    unit, amount = number[2] or "px", float(number[1])
    if unit == "%":
        return amount * whole / 100
    if unit in _OF_LETTERS:
        return amount * letters * _OF_LETTERS[unit]
    return amount * _UNITS[unit] if unit in _UNITS else None


def _worked_out(value: str, letters: float, whole: float) -> float | None:
    if len(value) > _LONGEST or not value.startswith(("calc(", "min(", "max(", "clamp(")):
        return None
    tokens, at = list[re.Match[str]](), 0
    while at < len(value):
        if (token := _TOKEN.match(value, at)) is None:
            return None
        tokens.append(token)
        at = token.end()
    try:
        result, end = _function(tokens, 0, letters, whole, 0)
    except (ValueError, IndexError, ZeroDivisionError, OverflowError):
        return None
    return result if end == len(tokens) else None


def _function(tokens: list[re.Match[str]], at: int, letters: float, whole: float, depth: int) -> tuple[float, int]:
    """The value of a function or bracket that begins here, and where it ends; raises ValueError where it is none."""
    name, values, at = tokens[at]["function"] or "calc", list[float](), at + 1
    while depth <= _DEEPEST:
        value, at = _sum(tokens, at, letters, whole, depth)
        values.append(value)
        if tokens[at]["sign"] == ")":
            if name == "clamp" and len(values) == 3:
                return max(values[0], min(values[1], values[2])), at + 1
            if name in ("min", "max"):
                return (min if name == "min" else max)(values), at + 1
            if name == "calc" and len(values) == 1:
                return values[0], at + 1
            break
        if tokens[at]["sign"] != ",":
            break
        at += 1
    raise ValueError(name)


def _sum(tokens: list[re.Match[str]], at: int, letters: float, whole: float, depth: int) -> tuple[float, int]:
    total, at = _product(tokens, at, letters, whole, depth)
    while tokens[at]["sign"] in ("+", "-"):
        step = _STEPS[tokens[at]["sign"]]
        value, at = _product(tokens, at + 1, letters, whole, depth)
        total = step(total, value)
    return total, at


def _product(tokens: list[re.Match[str]], at: int, letters: float, whole: float, depth: int) -> tuple[float, int]:
    total, at = _value(tokens, at, letters, whole, depth)
    while tokens[at]["sign"] in ("*", "/"):
        step = _STEPS[tokens[at]["sign"]]
        value, at = _value(tokens, at + 1, letters, whole, depth)
        total = step(total, value)
    return total, at


def _value(tokens: list[re.Match[str]], at: int, letters: float, whole: float, depth: int) -> tuple[float, int]:
    if tokens[at]["open"]:
        return _function(tokens, at, letters, whole, depth + 1)
    plain = _NUMBER.fullmatch(tokens[at]["number"] or "")
    value = None if plain is None else float(plain[1]) if plain[2] is None else _measured(plain, letters, whole)
    if value is None:
        raise ValueError("no value")
    return value, at + 1
