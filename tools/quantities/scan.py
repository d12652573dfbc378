"""Finding the quantities of a text: numbers, number words, units, hedges, ranges, with what each figure may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from tools.quantities.intervals import Interval
from tools.quantities.language import Writing
from tools.quantities.numerals import cardinals, ordinals, scales
from tools.quantities.units import COUNT, TIMES, Unit, octet_unit, unit_of
from tools.records import Span

Bound = Literal["", "about", "nearly", "above", "below", "at least", "at most"]
Agreement = Literal["yes", "unsure", "no"]
Style = Literal["digits", "words"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of a text.

    span: number and unit. number: the number alone. value: as written, in `unit`. half: half a unit of the last stated place.
    coarse: half a unit of the last place that is not zero ("1500" may stand for 1450 to 1550 when hedged).
    unit: COUNT where none is written. before, after: neighbouring words of the same clause, in lower case, nearest first.
    ordinal: "ninth", "9th". code: the number is glued to a name ("T=35").
    """

    span: Span
    number: Span
    value: Fraction
    half: Fraction
    coarse: Fraction
    unit: Unit = COUNT
    bound: Bound = ""
    style: Style = "digits"
    ordinal: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    glued: bool = False

    @property
    def kind(self) -> str:
        return self.unit.kind

    def bases(self) -> tuple[Fraction, ...]:
        """The value in base units, once for each reading of the unit."""
        return tuple(self.value * factor for factor in self.unit.factors)

    def intervals(self) -> tuple[Interval, ...]:
        """What the figure may stand for in base units, once for each reading of the unit; hedges widen it."""
        half = max(self.half, self.coarse, abs(self.value) / 20) if self.bound in ("about", "nearly") else self.half
        return tuple(Interval.around(self.value, half).scaled(factor) for factor in self.unit.factors)

    def agreement(self, other: Interval) -> Agreement:
        """Whether a true value (in base units) may be stated as this figure; the kindest reading of the unit counts."""
        order = ("yes", "unsure", "no")
        return min((self._against(factor, other) for factor in self.unit.factors), key=order.index)

    def _against(self, factor: Fraction, other: Interval) -> Agreement:
        stated, half = self.value * factor, self.half * abs(factor)
        own = Interval.around(stated, half)
        if self.bound in ("above", "at least"):
            return "no" if other.high < stated - half / 10 else "yes" if other.low <= max(stated * 2, stated + half * 4) else "unsure"
        if self.bound in ("below", "at most"):
            return "no" if other.low > stated + half / 10 else "yes" if other.high >= stated / 2 else "unsure"
        if self.bound == "nearly":
            if Interval(stated * Fraction(85, 100), stated).meets(other):
                return "yes"
            return "unsure" if Interval(stated * Fraction(3, 4), stated * Fraction(110, 100)).meets(other) else "no"
        if self.bound == "about":
            rough = max(half, self.coarse * abs(factor), abs(stated) / 20)
            if Interval.around(stated, rough).meets(other):
                return "yes"
            return "unsure" if Interval.around(stated, max(rough * 2, abs(stated) * 3 / 20)).meets(other) else "no"
        if own.meets(other):
            return "yes"
        cut_off = (
            other.low < stated + 2 * half and other.high >= stated if stated > 0 else other.high > stated - 2 * half and other.low <= stated
        )
        return "unsure" if cut_off else "no"


@dataclass(frozen=True, slots=True)
class Range:
    """Two figures stated as ends ("8 to 11 s", "between 3 and 5"); both ends carry the common unit."""

    span: Span
    low: Quantity
    high: Quantity
    joint: str


# A figure beyond these is no measure of anything, and would cost more to reckon with than a check may.
_MOST_DIGITS, _LEAST, _LARGEST = 120, Fraction(1, 10**120), Fraction(10**120)
_MARKS = re.compile(r"['’_\u00a0\u202f ]|\\,|\{,\}")  # between groups of digits, in formulas too ("50\,257")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_NUMBER = (
    r"(?P<int>\d{1,3}(?:(?:[.,'’_\u00a0\u202f]|\\,|\{,\})\d{3})+(?![\d])(?:[.,]\d+(?![\d]))?|"
    r"\d{1,3}(?:\ \d{3})+(?![\d.,]\d|\d)|\d+(?:[.,]\d+)?|\.\d+)"
)
_EXPONENT = (
    r"(?:[eE](?P<e>[-+−]?\d{1,3})(?![\w])"
    r"|\s?(?:[×x·⋅*]|\\times|\\cdot)\s?10(?:\s?(?:\^|\*\*)\s?\{?(?P<p>[-+−]?\d{1,3})\}?|(?P<s>[⁻⁺]?[⁰¹²³⁴-⁹]+))"
    r"|(?:\^|\*\*)\{?(?P<r>[-+−]?\d{1,3})\}?|(?P<t>[⁻⁺]?[⁰¹²³⁴-⁹]+))?"
)
_TOKEN = re.compile(rf"(?<![\w.,])(?P<sign>[-−+])?{_NUMBER}{_EXPONENT}|(?P<word>[^\W\d_]+)")
_ORDINAL_SUFFIX = re.compile(r"(?:st|nd|rd|th|e|er|ère|ème)\b|\.(?=\s[a-zäöü])")
_UNIT = re.compile(r"(?P<gap>[\s\u00a0\u202f-]?)(?P<unit>%|‰|°C|°|×|€|£|\\%|[^\W\d_]+)(?![\w])")
_PER = re.compile(
    r"\s?/\s?(?P<slash>[A-Za-zµ]+)\b|\s(?:per|pro|par|por)\s(?P<word>[^\W\d_]+)\b|"
    r"\s(?:an?|each|every|je|jede|in der|in einer|à la|la)\s(?P<time>second|minute|hour|day|sekunde|stunde|tag|seconde|heure)\b",
    re.IGNORECASE,
)
_OCTETS = re.compile(r"[\s\u00a0\u202f]?(?P<unit>[kKMGT]i?o|octets?)(?![\w])")
_AFTER = re.compile(r"[^\S\n]*[-\s\u00a0]?([^\W\d_]+)")
_BEFORE = re.compile(r"([^\W\d_]+)(\s*[=:#]\s*|[\s\u00a0-]+|\s*\(\s*)?$")
_VERSION = re.compile(r"[.,]\d|[-/:]\d+[-/:]\d|:\d\d")
_COMPARED = re.compile(
    r"\s*(?:$|[).,;:!?—–]|(?:slower|faster|speed|larger|smaller|more|less|higher|lower|as |the |langsamer|schneller|größer|kleiner))"
)
_BOUNDS: tuple[tuple[Bound, str], ...] = (
    ("at least", r"at least|no less than|no fewer than|never (?:below|under|less than)|mindestens|wenigstens|au moins|al menos|≥|>=|"
                 r"\\geq?|minimum of"),
    ("at most", r"at most|(?:no|not|never) (?:more|longer|larger|greater|higher) than|"
                r"(?<!add )(?<!adds )(?<!added )(?<!adding )up to|(?:never|not|nie) (?:above|over|exceeds?|exceed|exceeded|über)"
                r"|höchstens|maximal|bis zu|au plus|jusqu['’]à|a lo sumo|≤|<=|\\leq?|maximum of|as many as"),
    ("nearly", r"nearly|almost|just under|close to|just short of|knapp|fast|beinahe|presque|casi|quasi|bijna"),
    ("about", r"about|around|approximately|approx\.?|roughly|some|circa|ca\.?|~|≈|∼|\\approx|\\sim|etwa|rund|ungefähr|zirka|environ|"
              r"près de|"
              r"à peu près|aproximadamente|unos|ongeveer|on the order of|order of"),
    ("above", r"more than|over|above|greater than|exceed(?:s|ed|ing)?|upwards of|just over|longer than|mehr als|über|gut|plus de|más de|"
              r"più di|>"),
    ("below", r"less than|under|below|fewer than|weniger als|unter|moins de|menos de|meno di|<|within"),
)  # fmt: skip
_BOUND = re.compile(
    "(?:"
    + "|".join(rf"(?P<b{n}>(?<![^\W\d_])(?:{words}))" for n, (_, words) in enumerate(_BOUNDS))
    + r")\s*(?:an?\s|the\s|a factor of\s)?[-($]?$",
    re.IGNORECASE,
)
_POINTS = re.compile(r"percentage[\s-]points?\b")
_FACTOR = re.compile(
    r"(?<![^\W\d_])(?:(?:speed-?up|slow-?down|factor) of (?:about |roughly |nearly |only )?|"
    r"faktor (?:von )?(?:etwa |rund )?|facteur (?:de )?(?:environ )?)$",
    re.IGNORECASE,
)
_JOINT = re.compile(
    r"\s*(-to-|-bis-|\s(?:up\s)?to\s|\sbis(?:\szu)?\s|\sand\s|\sund\s|\set\s|\sà\s|\sa\s|\sy\s|\se\s|\sen\s|\stot\s|[-–—]|\s[–—]\s|"
    r"\.\.\.?)\s*"
)
_BETWEEN = re.compile(
    r"(?:between|zwischen|entre|tra|tussen|from|von|de|von|range of|ranges? from)\s(?:about\s|etwa\s)?[$€£]?$", re.IGNORECASE
)
_MONEY_BEFORE = re.compile(r"[$€£]\s?$")
_FORMULA = re.compile(r"\$[^$\n]{0,200}[\\=^_{][^$\n]{0,200}\$")
_LARGE = {
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


def quantities_of(text: str, writing: Writing, start: int = 0, end: int | None = None) -> tuple[Quantity, ...]:
    """The quantities of text[start:end], in order; versions, dates and clock times are left out."""
    end = len(text) if end is None else end
    return tuple(_scan(text, writing, start, end))


def ranges_of(text: str, quantities: tuple[Quantity, ...]) -> tuple[Range, ...]:
    """Neighbouring quantities that are stated as the two ends of a range."""
    found = []
    for low, high in pairwise(quantities):
        between = text[low.span.end : high.number.start]
        joint = _JOINT.fullmatch(between) if len(between) < 12 else None
        if joint is None or low.ordinal or high.ordinal:
            continue
        word = joint.group(1).strip().strip("-") or "-"
        leading = _BETWEEN.search(text[max(0, low.number.start - 24) : low.number.start])
        if word in ("and", "und", "et", "y", "e", "en", "a") and leading is None:
            continue
        if low.unit is COUNT:
            low = replace(low, unit=high.unit)
        elif high.unit is COUNT and word == "-":
            continue
        if low.kind != high.kind or min(low.bases()) > max(high.bases()):
            continue
        begin = leading.start() + max(0, low.number.start - 24) if leading else low.span.start
        found.append(Range(Span(start=begin, end=high.span.end), low, high, word))
    return tuple(found)


def _scan(text: str, writing: Writing, start: int, end: int) -> Iterator[Quantity]:
    position = start
    words, multiples, positions = cardinals(writing.language), scales(writing.language), ordinals(writing.language)
    while (token := _TOKEN.search(text, position, end)) is not None:
        position = token.end()
        if token["word"] is None:
            found = _digits(text, token, writing, end)
            version = _VERSION.match(text, token.end(), end) if found is None or found.number.end == token.end() else None
            if version:
                position = _skip(text, token.end(), end)
                continue
        else:
            if token.start() and (text[token.start() - 1].isdigit() or text[token.start() - 1] == "_"):
                continue
            found = _words(text, token, (words, multiples, positions), end)
        if found is not None:
            position = max(position, found.span.end)
            yield _placed(text, found, start, end)


def _skip(text: str, position: int, end: int) -> int:
    """The end of a version, date or clock time whose first part ends at position."""
    match = re.compile(r"(?:[.,:/-]\w+)+").match(text, position, end)
    return match.end() if match else position


def _digits(text: str, token: re.Match[str], writing: Writing, end: int) -> Quantity | None:
    figure = token["int"]
    if figure.count(" ") == 1 and writing.language == "en":
        figure = figure.split(" ")[0]
    plain = figure == token["int"]
    read = number_of(figure, writing.decimal)
    if read is None:
        return None
    value, half = read
    stop = token.end() if plain else token.start("int") + len(figure)
    power = (token["e"] or token["p"] or (token["s"] or "").translate(_SUPERSCRIPT)) if plain else ""
    raised = (token["r"] or (token["t"] or "").translate(_SUPERSCRIPT)) if plain else ""
    if max(len(power), len(raised)) > 4 or (power and abs(int(power.replace("−", "-"))) > _MOST_DIGITS):
        return None
    if power:
        factor = Fraction(10) ** int(power.replace("−", "-"))
        value, half = value * factor, half * factor
    if raised:
        if abs(int(raised.replace("−", "-"))) > 200 or half < Fraction(1, 10**4) or value == 0:
            return None
        value, half = value ** int(raised.replace("−", "-")), Fraction(0)
    if value and not _LEAST <= abs(value) <= _LARGEST:
        return None
    sign_at = token.start()
    if token["sign"] in ("-", "−") and (sign_at == 0 or text[sign_at - 1] in " \t\n([{=,:;|"):
        value = -value
    if stop < end and (text[stop].isalpha() or text[stop] == "_") and _glued(text, stop, end) is None:
        return None
    coarse = _coarse(value, half)
    number = Span(start=token.start("int"), end=stop)
    suffix = _ORDINAL_SUFFIX.match(text, stop, end) if half == Fraction(1, 2) and 0 < value < 1000 else None
    if suffix and (text[stop] != "." or writing.language == "de"):
        return Quantity(Span(start=number.start, end=suffix.end()), number, value, half, coarse, ordinal=True)
    bare = Quantity(number, number, value, half, coarse)
    octets = _OCTETS.match(text, stop, end) if writing.language == "fr" else None
    return _measured(text, bare, stop, end, octets) if octets else _with_unit(text, bare, end)


def _glued(text: str, stop: int, end: int) -> re.Match[str] | None:
    """What is glued to a number: a unit, a scale letter or the ending of an ordinal; None where it is some other name."""
    ordinal = _ORDINAL_SUFFIX.match(text, stop, end)
    if ordinal:
        return ordinal
    unit = _UNIT.match(text, stop, end)
    if unit and unit["gap"] == "" and (unit_of(unit["unit"]) or unit["unit"] in _LARGE):
        return unit
    return None


def number_of(figure: str, decimal: str) -> tuple[Fraction, Fraction] | None:
    """Value and half a unit of the last place of plain digits with marks; None where they cannot be read with certainty."""
    figure = _MARKS.sub("", figure)
    if len(figure) > 40:
        return None
    comma, point = figure.count(","), figure.count(".")
    if comma and point:
        last = max(figure.rfind(","), figure.rfind("."))
        other = "," if figure[last] == "." else "."
        if figure.count(figure[last]) > 1:
            return None
        figure = figure.replace(other, "").replace(figure[last], ".") if figure[last] == "," else figure.replace(",", "")
    elif comma or point:
        mark = "," if comma else "."
        head, _, tail = figure.partition(mark)
        grouping = figure.count(mark) > 1 or (len(tail) == 3 and mark != decimal and head not in ("", "0"))
        if not grouping and mark == "," and decimal == "." and head != "0":
            return None
        figure = figure.replace(mark, "" if grouping else ".")
    whole, _, places = figure.partition(".")
    if not (whole + places).isascii() or not (whole + places).isdigit() or len(whole + places) > _MOST_DIGITS:
        return None
    return Fraction(int((whole or "0") + places), 10 ** len(places)), Fraction(1, 2 * 10 ** len(places))


def _coarse(value: Fraction, half: Fraction) -> Fraction:
    """Half a unit of the last place of a whole number that is not zero, else `half`."""
    if value.denominator != 1 or value == 0:
        return half
    place, rest = 1, abs(int(value))
    while rest % 10 == 0:
        place, rest = place * 10, rest // 10
    return max(half, Fraction(place, 2))


def _with_unit(text: str, quantity: Quantity, end: int) -> Quantity:
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
        factors = tuple(Fraction(f) for f in _LARGE[letter.group(2).rstrip(".")])
        stop = letter.end()
        if len(factors) == 1 or money:
            quantity = _times(quantity, factors[0], stop)
        else:
            span = Span(start=quantity.span.start, end=stop)
            return replace(quantity, span=span, unit=Unit(letter.group(2), "count", factors))
    if money:
        found = unit_of(money.group().strip())
        return _per_unit(text, replace(quantity, span=Span(start=money.start(), end=quantity.span.end), unit=found or COUNT), end)
    return _measured(text, quantity, stop, end)


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


def _measured(text: str, quantity: Quantity, stop: int, end: int, octets: re.Match[str] | None = None) -> Quantity:
    """The same quantity with its unit; octets: the French sign of one that stands there."""
    direct = _PER.match(text, stop, end)
    if direct and direct["word"] and (time := unit_of(direct["word"])) is not None and time.kind == "time":
        return replace(quantity, span=Span(start=quantity.span.start, end=direct.end()), unit=COUNT.per(time, direct.group().strip()))
    if direct and direct["time"] and (time := unit_of(direct["time"])) is not None:
        return replace(quantity, span=Span(start=quantity.span.start, end=direct.end()), unit=COUNT.per(time, direct.group().strip()))
    match = octets or _UNIT.match(text, stop, end)
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


_Words = tuple[dict[str, int], dict[str, int], dict[str, int]]


# "half a million", "a quarter of a million", "eine halbe Million", "un demi-million", "un quart de million".
_PART = re.compile(r"(?:half\san?|(?P<quarter>quarter\sof\san?|viertel|quart\sde)|halbe[sn]?|demi)[\s-](?P<scale>[^\W\d_]+)", re.IGNORECASE)


def _words(text: str, token: re.Match[str], tables: _Words, end: int) -> Quantity | None:
    """A number in words that begins at a word."""
    words, multiples, positions = tables
    first = token["word"].lower()
    for suffix in ("fold", "fach", "fache", "fachen", "mal"):
        if first.endswith(suffix) and first.removesuffix(suffix) in words:
            value = Fraction(words[first.removesuffix(suffix)])
            span = Span(start=token.start(), end=token.end())
            return Quantity(span, span, value, Fraction(1, 2), _coarse(value, Fraction(1, 2)), TIMES, style="words")
    part = _PART.match(text, token.start(), end)
    if part is not None and (scale := part["scale"].lower()) in multiples:
        value, span = Fraction(multiples[scale], 4 if part["quarter"] else 2), Span(start=token.start(), end=part.end())
        quantity = Quantity(span, span, value, Fraction(1, 2), _coarse(value, Fraction(1, 2)), style="words")
        return _measured(text, quantity, part.end(), end)
    if first in ("a", "an", "half") or (first not in words and first not in positions and first not in ("quatre", "vingt")):
        following = re.compile(r"[\s-](\w+)").match(text, token.end(), end)
        if first not in ("a", "ein", "eine") or following is None or following.group(1).lower() not in multiples:
            return None
        if following.group(1).lower() in ("cent", "cents"):
            return None
    return _composed(text, token, tables, end)


def _composed(text: str, token: re.Match[str], tables: _Words, end: int) -> Quantity | None:
    words, multiples, positions = tables
    joined = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+){1,3}").match(text, token.start(), end)
    whole, current, stop, last = 0, 0, token.start(), 0
    if joined:
        parts = joined.group().split("-")
        for size in range(len(parts), 1, -1):
            head = "-".join(parts[:size]).lower()
            if head in positions:
                return _ordinal(text, token.start(), token.start() + len(head), positions[head])
            if head in words:
                current, stop, last = words[head], token.start() + len(head), words[head]
                break
    step = re.compile(r"(?P<gap>\s(?:and|et|und)\s|\s|-)?(?P<word>[^\W\d_]+)")
    while (match := step.match(text, stop, end)) is not None:
        word = match["word"].lower()
        linked = (match["gap"] or "").strip(" -") != ""
        if stop > token.start() and match["gap"] is None:
            break
        if word in words and not (linked and last not in multiples.values()):
            follows = stop == token.start() or last >= 100 or (20 <= last < 100 and last % 10 == 0 and words[word] < 10)
            if not follows:
                break
            current, last = current + words[word], words[word]
        elif word in multiples and not linked and (current or last or word not in ("dozen",)) and stop > token.start():
            factor = multiples[word]
            if factor == 100 or factor == 12:
                current = max(current, 1) * factor
            else:
                whole, current = whole + max(current, 1) * factor, 0
            last = factor
        elif word in positions and stop == token.start():
            return _ordinal(text, match.start("word"), match.end("word"), positions[word])
        elif not (stop == token.start() and word in ("a", "ein", "eine")):
            break
        stop = match.end()
    value = Fraction(whole + current)
    if stop == token.start() or (value == 0 and text[token.start() : stop].lower() not in ("zero", "null", "zéro", "cero", "nul")):
        return None
    span = Span(start=token.start(), end=stop)
    half = _AND_HALF.match(text, stop, end)
    if half is not None:
        scale = _AFTER.match(text, half.end(), end)
        factor = multiples.get(scale.group(1).lower(), 1) if scale is not None else 1
        stop = scale.end() if scale is not None and factor > 1 else half.end()
        span, value = Span(start=token.start(), end=stop), (value + Fraction(1, 2)) * factor
    quantity = Quantity(span, span, value, Fraction(1, 4) if half else Fraction(1, 2), _coarse(value, Fraction(1, 2)), style="words")
    return _measured(text, quantity, stop, end)


_AND_HALF = re.compile(r"\s(?:and|und|et)\s(?:a\s|ein\s)?(?:half|halb\w*|demie?)(?![^\W\d_])", re.IGNORECASE)


_PART_OF = re.compile(r"(?:half|(?:third|quarter|tenth|hundredth|thousandth)\sof|fraction\sof)\sa\s$", re.IGNORECASE)


def _ordinal(text: str, start: int, stop: int, value: int) -> Quantity | None:
    second = text[start:stop].lower() == "second"
    if second and (re.compile(r"\s*[,.;]|-").match(text, stop) or _PART_OF.search(text, max(0, start - 16), start)):
        return None
    span = Span(start=start, end=stop)
    return Quantity(span, span, Fraction(value), Fraction(1, 2), Fraction(1, 2), style="words", ordinal=True)


def _placed(text: str, quantity: Quantity, start: int, end: int) -> Quantity:
    """The same quantity with its hedge and the words around it."""
    head = text[max(start, quantity.span.start - 30) : quantity.span.start]
    hedge = _BOUND.search(head)
    bound: Bound = ""
    if hedge:
        bound = next(name for n, (name, _) in enumerate(_BOUNDS) if hedge[f"b{n}"])
    before: list[str] = []
    position = quantity.span.start
    glued = False
    for _ in range(3):
        match = _BEFORE.search(text, max(start, position - 30), position)
        if match is None or match.start(1) == position:
            break
        glued = glued or (not before and "=" in (match.group(2) or ""))
        before.append(match.group(1).lower())
        position = match.start(1)
    after: list[str] = []
    position = quantity.span.end
    for _ in range(4):
        match = _AFTER.match(text, position, end)
        if match is None:
            break
        after.append(match.group(1).lower())
        position = match.end()
    if re.compile(r"\s+or\s+(?:so|thereabouts)\b").match(text, quantity.span.end, end):
        bound = "about"
    elif re.compile(r"\+|\s+or\s+more\b|\soder\smehr\b").match(text, quantity.span.end, end):
        bound = "at least"
    if quantity.unit == COUNT and not quantity.ordinal and _FACTOR.search(head):
        quantity = replace(quantity, unit=TIMES)
    return replace(quantity, bound=bound, before=tuple(before), after=tuple(after), glued=glued)
