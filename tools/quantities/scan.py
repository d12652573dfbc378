"""Finding the quantities of a text: numbers, number words, units, hedges, ranges, with what each figure may stand for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from tools.quantities.attached import LARGE, UNIT, measured, with_unit
from tools.quantities.language import Writing
from tools.quantities.numerals import cardinals, ordinals, scales
from tools.quantities.quantity import Bound, Quantity, Range, coarse_of
from tools.quantities.units import COUNT, TIMES, unit_of
from tools.quantities.worded import AFTER, worded
from tools.records import Span

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
_OCTETS = re.compile(r"[\s\u00a0\u202f]?(?P<unit>[kKMGT]i?o|octets?)(?![\w])")
_BEFORE = re.compile(r"([^\W\d_]+)(\s*[=:#]\s*|[\s\u00a0-]+|\s*\(\s*)?$")
_VERSION = re.compile(r"[.,]\d|[-/:]\d+[-/:]\d|:\d\d")
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
            found = worded(text, token, (words, multiples, positions), end)
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
    coarse = coarse_of(value, half)
    number = Span(start=token.start("int"), end=stop)
    suffix = _ORDINAL_SUFFIX.match(text, stop, end) if half == Fraction(1, 2) and 0 < value < 1000 else None
    if suffix and (text[stop] != "." or writing.language == "de"):
        return Quantity(Span(start=number.start, end=suffix.end()), number, value, half, coarse, ordinal=True)
    bare = Quantity(number, number, value, half, coarse)
    octets = _OCTETS.match(text, stop, end) if writing.language == "fr" else None
    return measured(text, bare, stop, end, octets) if octets else with_unit(text, bare, end)


def _glued(text: str, stop: int, end: int) -> re.Match[str] | None:
    """What is glued to a number: a unit, a scale letter or the ending of an ordinal; None where it is some other name."""
    ordinal = _ORDINAL_SUFFIX.match(text, stop, end)
    if ordinal:
        return ordinal
    unit = UNIT.match(text, stop, end)
    if unit and unit["gap"] == "" and (unit_of(unit["unit"]) or unit["unit"] in LARGE):
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
        match = AFTER.match(text, position, end)
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
