"""What is attached to a number: its scale, its unit, the currency before it, and by what it is counted."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

from tools.quantities.numerals import scales
from tools.quantities.quantity import Quantity
from tools.quantities.units import COUNT, TIMES, Unit, octet_unit, unit_of
from tools.records import Span

UNIT = re.compile(r"(?P<gap>[\s\u00a0\u202f-]?)(?P<unit>%|‰|°C|°|×|€|£|\\%|[^\W\d_]+)(?![\w])")
_PER = re.compile(
    r"\s?/\s?(?P<slash>[A-Za-zµ]+)\b|\s(?:per|pro|par|por)\s(?P<word>[^\W\d_]+)\b|"
    r"\s(?:an?|each|every|je|jede|in der|in einer|à la|la)\s(?P<time>second|minute|hour|day|sekunde|stunde|tag|seconde|heure)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\s*(?:$|[).,;:!?—–]|(?:slower|faster|speed|larger|smaller|more|less|higher|lower|as |the |langsamer|schneller|größer|kleiner))"
)
_POINTS = re.compile(r"percentage[\s-]points?\b")
_MONEY_BEFORE = re.compile(r"[$€£]\s?$")
_FORMULA = re.compile(r"\$[^$\n]{0,200}[\\=^_{][^$\n]{0,200}\$")
LARGE = {
    "k": (1000,),
    "K": (1000, 1024),
    "M": (10**6, 2**20),
    "m": (10**6,),
    "bn": (10**9,),
    "Mio": (10**6,),
    "Mrd": (10**9,),
    "B": (10**9,),
}
_OF_BILLIONS = re.compile(r"[\s-](?:param|token|model|modell|weight|gewicht)", re.IGNORECASE)


def with_unit(text: str, quantity: Quantity, end: int) -> Quantity:
    """The same quantity with the scale and the unit that follow it, or the currency before it."""
    stop = quantity.number.end
    money = _MONEY_BEFORE.search(text, max(0, quantity.number.start - 2), quantity.number.start)
    if money is not None and (_FORMULA.match(text, money.start(), end) or (money.group()[0] == "$" and text.startswith("$", stop))):
        money = None
    scale = re.compile(r"[\s\u00a0-](\w+)\b\.?").match(text, stop, end)
    factor = {**scales("en"), **scales("de"), **scales("fr")}.get(scale.group(1).lower()) if scale else None
    if scale and factor and scale.group(1) not in ("cent", "cents"):
        quantity = _times(quantity, Fraction(factor), scale.end(1))
        stop = scale.end(1)
    letter = re.compile(r"([\s\u00a0]?)(k|K|M|m|bn|B|Mio\.?|Mrd\.?)(?![\w/²³])").match(text, stop, end)
    if letter and _is_scale(text, letter, money is not None, end):
        factors = tuple(Fraction(f) for f in LARGE[letter.group(2).rstrip(".")])
        stop = letter.end()
        if len(factors) == 1 or money:
            quantity = _times(quantity, factors[0], stop)
        else:
            span = Span(start=quantity.span.start, end=stop)
            return replace(quantity, span=span, unit=Unit(letter.group(2), "count", factors))
    if money:
        found = unit_of(money.group().strip())
        return _per_unit(text, replace(quantity, span=Span(start=money.start(), end=quantity.span.end), unit=found or COUNT), end)
    return measured(text, quantity, stop, end)


def _is_scale(text: str, letter: re.Match[str], money: bool, end: int) -> bool:
    name, spaced = letter.group(2), letter.group(1) != ""
    following = bool(_OF_BILLIONS.match(text, letter.end(), min(end, letter.end() + 12)))
    if name == "B":
        return following or money
    if name in ("k", "K"):
        return not spaced
    return money if name == "m" else True


def _times(quantity: Quantity, factor: Fraction, stop: int) -> Quantity:
    span = Span(start=quantity.span.start, end=stop)
    return replace(
        quantity, span=span, value=quantity.value * factor, half=quantity.half * factor, coarse=max(quantity.half, quantity.coarse) * factor
    )


def measured(text: str, quantity: Quantity, stop: int, end: int, octets: re.Match[str] | None = None) -> Quantity:
    """The same quantity with its unit; octets: the French sign of one that stands there."""
    direct = _PER.match(text, stop, end)
    if direct and direct["word"] and (time := unit_of(direct["word"])) is not None and time.kind == "time":
        return replace(quantity, span=Span(start=quantity.span.start, end=direct.end()), unit=COUNT.per(time, direct.group().strip()))
    if direct and direct["time"] and (time := unit_of(direct["time"])) is not None:
        return replace(quantity, span=Span(start=quantity.span.start, end=direct.end()), unit=COUNT.per(time, direct.group().strip()))
    match = octets or UNIT.match(text, stop, end)
    if match is None:
        return quantity
    name = match["unit"].removeprefix("\\")
    unit = octet_unit(name) if octets else unit_of(name)
    if name == "percentage" and (points := _POINTS.match(text, match.start("unit"), end)):
        return replace(quantity, span=Span(start=quantity.span.start, end=points.end()), unit=Unit("pp", "points"))
    if name == "per" or (name == "pour" and text.startswith("pour cent", match.start("unit"))):
        word = re.compile(r"(?:per|pour)[\s\u00a0]cent\b").match(text, match.start("unit"), end)
        if word is None:
            return quantity
        return replace(quantity, span=Span(start=quantity.span.start, end=word.end()), unit=unit_of("%") or COUNT)
    if unit is not None and len(name) == 1 and name.isupper() and match["gap"] and re.compile(r"\s\d").match(text, match.end(), end):
        return quantity  # the label of a next row ("3.5 B 0.5 0.7")
    if unit is not None and unit.kind == "percent" and "\n" in match["gap"]:
        return quantity
    if unit is None:
        return _rate_of_things(text, quantity, match, end)
    if unit is TIMES and not _is_ratio(text, match, end):
        return quantity
    stop = match.end()
    if unit.kind == "percent" and (points := re.compile(r"[\s-]points?\b").match(text, stop, end)):
        return replace(quantity, span=Span(start=quantity.span.start, end=points.end()), unit=Unit("pp", "points"))
    per = _PER.match(text, stop, end)
    if per and unit.kind not in ("percent", "times"):
        below = unit_of(per["slash"] or per["word"] or per["time"])
        label = text[match.start("unit") : per.end()]
        unit = unit.per(below if below else Unit("", "count"), label)
        stop = per.end()
    return replace(quantity, span=Span(start=quantity.span.start, end=stop), unit=unit)


def _per_unit(text: str, quantity: Quantity, end: int) -> Quantity:
    """The same amount by the unit that follows it ("$3.20 an hour")."""
    per = _PER.match(text, quantity.span.end, end)
    below = unit_of(per["slash"] or per["word"] or per["time"]) if per else None
    if per is None or below is None or below.kind in ("percent", "times"):
        return quantity
    unit = quantity.unit.per(below, f"{quantity.unit.name}{per.group()}")
    return replace(quantity, span=Span(start=quantity.span.start, end=per.end()), unit=unit)


def _is_ratio(text: str, match: re.Match[str], end: int) -> bool:
    """Whether an x or "times" after a number is a ratio and no multiplication."""
    name = match["unit"].lower()
    if re.compile(r"\s*[-−]?(?:[\d(\[{$\\]|\w+\s*(?:=|[×x*]\s))").match(text, match.end(), end):
        return False
    if name in ("x", "×") and match["gap"] not in ("", "-"):
        return _COMPARED.match(text, match.end(), end) is not None
    return True


def _rate_of_things(text: str, quantity: Quantity, match: re.Match[str], end: int) -> Quantity:
    """ "250 requests per second", "1200 tok/s": a count by a unit of time."""
    per = _PER.match(text, match.end(), end)
    if per is None:
        return quantity
    below = unit_of(per["slash"] or per["word"] or per["time"])
    if below is None or below.kind not in ("time", "information", "length", "volume", "mass"):
        return quantity
    name = text[match.start("unit") : per.end()]
    return replace(quantity, span=Span(start=quantity.span.start, end=per.end()), unit=COUNT.per(below, name))
