"""The figures of a sentence as things to reckon with: each with its value, what it counts, and whether it is said of each of several."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import vocabulary
from tools.quantities import PERCENT, TIMES, Interval, Quantity, Unit, unit_of
from tools.quantities.expressions import Value, value_of
from tools.records import Span

PART = Unit("", "part")  # a fraction in words: "a quarter of the files"
_CENTS = re.compile(r"\s(?:cents?|ct|centimes?|céntimos)(?![^\W\d_])")
_MONEY = ("usd", "eur", "gbp", "chf")
_EACH = re.compile(
    r"\s?(?:[^\W\d_]+\s){0,3}?(?:each|apiece|per|every|an?\s(?:month|year|day|week|hour|minute|second|piece|file|page|line|"
    r"person|head|user|seat|node|row|call|request|token|image|sample|copy|unit)(?![^\W\d_])|je|jeweils|pro|"
    r"chacune?s?|par|cada(?: uno)?)(?![^\W\d_])|/",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(r"(?<![^\W\d_])(?:each|every|je|jede[rsnm]?|jeweils|chaque|cada)\s(?:[^\W\d_-]+\s){0,4}$", re.IGNORECASE)
_ONE_UNIT = re.compile(r"(?<![^\W\d_])(?:an?|one|eine?|une?|una?)\s(?P<unit>[^\W\d_]+(?:[- ]?hours?)?)(?![^\W\d_])", re.IGNORECASE)
_DECIMALS = re.compile(r"\d[.,]\d")
_CODE = re.compile(r"`[^`\n]*`")
_TARGET = re.compile(r"\]\([^)\s]*\)|https?://\S+|\b[\w./-]+\.(?:ipynb|py|md|txt|csv|json)\b")
_TUPLE = re.compile(r"[(\[]\s*-?\d+(?:\.\d+)?(?:\s*,\s*-?\d+(?:\.\d+)?)+\s*,?\s*[)\]]")
_NOUN = re.compile(r"[\s-]*(?:of\s(?:the|these|our|all)\s|de\s|der\s)?(?P<noun>[^\W\d_][\w-]*)")
_LITTLE = vocabulary(
    "and or of the a an in is are was were per each with on to for from than at by that which so as und oder von der die das den ist "
    "sind je pro apiece jeweils chacun chacune cada auf gegen statt contre against instead rather et ou de du des le la les est sont "
    "par soit y o el los las son es en más more less mehr weniger moins plus left free"
)

_NAMES = {
    "halves": 2, "half": 2, "hälfte": 2, "moitié": 2, "mitad": 2, "third": 3, "thirds": 3, "drittel": 3, "drittels": 3, "tiers": 3,
    "tercio": 3, "tercios": 3, "quarter": 4, "quarters": 4, "viertel": 4, "quart": 4, "quarts": 4, "cuarto": 4, "cuarta": 4, "cuartos": 4,
    "fifth": 5, "fifths": 5, "fünftel": 5, "cinquième": 5, "cinquièmes": 5, "quinto": 5, "sixth": 6, "sixths": 6, "sechstel": 6,
    "eighth": 8, "eighths": 8, "achtel": 8, "tenth": 10, "tenths": 10, "zehntel": 10, "dixième": 10, "dixièmes": 10,
}  # fmt: skip
_HALF_OF = re.compile(r"\s+(?:of|the|as|that|its|their|so|der|des|von|du|des|de|d['’])|\s*[.,;:)]", re.IGNORECASE)
_HALVED = re.compile(r"(?<![^\W\d_])(?:in|by|to|auf|um|de|à|a)\s(?:die\s|la\s)?$", re.IGNORECASE)
_BEFORE_YEARS = vocabulary("in since from until and year seit jahr bis en depuis desde between")
_UPPER = {"two": 2, "three": 3, "four": 4, "zwei": 2, "drei": 3, "vier": 4, "deux": 2, "trois": 3, "dos": 2, "tres": 3}
_PART = re.compile(
    rf"(?<![^\W\d_-])(?:(?:(?P<one>an?|one|ein|eine|einem|une?|la|die|un|una)[\s-])|(?P<several>{'|'.join(_UPPER)})[\s-])?(?P<name>{'|'.join(_NAMES)})"
    r"(?![^\W\d_])(?!\s(?:of\s)?(?:a\s)?(?:an?\s)?(?:second|minute|hour|day|year|quarter|place|time|party)s?\b)",
    re.IGNORECASE,
)
_VERBS: tuple[tuple[int, bool, str], ...] = (
    (2, False, r"halve[sd]?|halving|halbier(?:t|te|en)|réduit de moitié"),
    (2, True, r"doubl(?:es|ed|ing)|twice|twofold|verdoppelt?(?:e|en)?|doppelt|le double|dobla|el doble"),
    (3, True, r"tripl(?:es|ed|ing)|threefold|thrice|verdreifacht?(?:e|en)?|le triple|el triple"),
    (4, True, r"quadrupl(?:es|ed|ing)|fourfold|vervierfacht?(?:e|en)?"),
    (8, True, r"eightfold"), (10, True, r"tenfold|verzehnfacht?"),
)  # fmt: skip
_VERB = re.compile("|".join(rf"(?P<v{n}>(?<![^\W\d_])(?:{words})(?![^\W\d_]))" for n, (_, _, words) in enumerate(_VERBS)), re.IGNORECASE)


# "two fifths": the upper number of a part is no count.
_PARTS_AFTER = re.compile(
    r"[\s-](?:thirds|quarters|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|elevenths|twelfths|sixteenths|twentieths|hundredths|thousandths)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Item:
    """A figure. readings: its value in base units (percentages as fractions), once for each reading of its unit.
    noun: what it counts ("" where that is open). each: said of each of several."""

    quantity: Quantity
    readings: tuple[Value, ...]
    noun: str
    each: bool

    @property
    def value(self) -> Value:
        return self.readings[0]

    def read(self, reading: int) -> Value:
        return self.readings[min(reading, len(self.readings) - 1)]

    @property
    def span(self) -> Span:
        return self.quantity.span

    @property
    def kind(self) -> str:
        return self.quantity.kind

    @property
    def plain_count(self) -> bool:
        return self.kind == "count" and not self.value.dimensions


# An exponent, an index, or a term of an expression ("2^d - 1 nodes") is no figure of its own.
_INDEX = re.compile(r"[\^_]\{?[-−]?$|(?:(?<![\w'’])(?!a\b|A\b|I\b)[A-Za-z]|\^\{?[A-Za-z]\}?|[A-Za-z]\))(?:\s?[−+]\s?|\s-\s)$")


def items_of(page: Page, sentence: Sentence) -> list[Item]:
    """The figures of a sentence in order, as `_read` finds them, read once."""
    key = ("items", sentence.span)
    found = page.memo.get(key)
    if not isinstance(found, list):
        found = _read(page, sentence)
        page.memo[key] = found
    return list(found)


def _read(page: Page, sentence: Sentence) -> list[Item]:
    """The figures of a sentence in order, words for parts and multiples among them; without ordinals, years and code."""
    code = [match.span() for pattern in (_CODE, _TUPLE, _TARGET) for match in pattern.finditer(sentence.text)]
    found = [q for q in sentence.quantities if not q.ordinal and not q.glued]
    found += [q for q in _in_words(sentence) if not any(q.span.overlaps(other.span) for other in found)]
    kept = []
    for quantity in sorted(found, key=lambda q: q.span.start):
        start = quantity.span.start - sentence.span.start
        if "±" in page.text[max(0, quantity.span.start - 2) : quantity.span.end + 2]:
            continue
        if (
            any(a <= start < b for a, b in code)
            or _year(quantity)
            or _INDEX.search(sentence.text[:start])
            or _is_marker(page, quantity)
            or (quantity.style == "words" and _PARTS_AFTER.match(sentence.text, quantity.span.end - sentence.span.start))
            or (quantity.style == "words" and quantity.value == 1 and not quantity.unit.name)
        ):
            continue
        kept.append(_item(page, sentence, quantity))
    return _with_cents(page, _borrowed(page, _split(page, kept)))


def _is_marker(page: Page, quantity: Quantity) -> bool:
    """Whether a number only numbers what follows ("3. Show that ...")."""
    head, tail = page.text[max(0, quantity.span.start - 3) : quantity.span.start], page.text[quantity.number.end : quantity.number.end + 3]
    return re.fullmatch(r"[.)]\s[A-ZÄÖÜÉ]", tail) is not None and re.search(r"(?:^|[\n.!?):])\s*$", head) is not None


def _split(page: Page, items: list[Item]) -> list[Item]:
    """Two or three figures with strokes between that make a hundred are percentages ("80/20")."""
    kept: list[Item] = []
    n = 0
    while n < len(items):
        run = [items[n]]
        while n + len(run) < len(items) and page.text[run[-1].span.end : items[n + len(run)].span.start] == "/":
            run.append(items[n + len(run)])
        n += len(run)
        if len(run) == 1:
            kept += run
        elif sum(item.quantity.value for item in run) == 100:
            kept += [replace(item, quantity=q, readings=(reckoned(q),)) for item in run for q in [replace(item.quantity, unit=PERCENT)]]
    return kept


_JOINT = re.compile(
    r"\s(?:\S+\s)?(?:to|and|against|instead of|rather than|auf|und|statt|gegen|à|et|contre|au lieu de|a|y|frente a|vs\.?)\s[$€£]?",
    re.IGNORECASE,
)


def _borrowed(page: Page, items: list[Item]) -> list[Item]:
    """A bare figure that is joined to one with a unit has it too ("from 410 to 656 images per second")."""
    for n in range(len(items) - 2, -1, -1):
        one, other = items[n], items[n + 1]
        between = page.text[one.span.end : other.span.start]
        if (
            one.plain_count
            and not one.noun.strip("to")
            and other.quantity.unit.name
            and other.kind not in ("percent", "times", "part")
            and _JOINT.fullmatch(between)
        ):
            items[n] = in_unit_of(one, other)
    return items


def in_unit_of(item: Item, other: Item) -> Item:
    """A bare figure as if it had the unit of another."""
    quantity = replace(item.quantity, unit=other.quantity.unit)
    rounded = item.value.interval.low != item.value.interval.high
    own = tuple(reckoned(quantity, rounded, n) for n in range(len(quantity.unit.factors)))
    return replace(item, quantity=quantity, readings=own, noun=other.noun)


def one_units(page: Page, sentence: Sentence, items: Sequence[Item]) -> list[Item]:
    """Units that stand after an article and are no part of a rate: "a kilowatt-hour costs 0.32 euros"."""
    found = []
    for match in _ONE_UNIT.finditer(sentence.text):
        unit = unit_of(match["unit"]) or unit_of(match["unit"].replace("-", ""))
        span = Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())
        if (
            unit is not None
            and unit.kind in ("time", "information", "energy", "length", "mass", "volume")
            and not any(span.overlaps(item.span) for item in items)
        ):
            quantity = Quantity(span, span, Fraction(1), Fraction(0), Fraction(0), unit, style="words")
            found.append(Item(quantity, (reckoned(quantity),), "", True))
    return found


def plain_item(page: Page, quantity: Quantity) -> Item:
    """A figure that stands for itself, of a cell or a list."""
    rounded = (
        quantity.style == "digits" and quantity.half != Fraction(1, 2) and _DECIMALS.search(page.words_at(quantity.number)) is not None
    )
    return Item(quantity, tuple(reckoned(quantity, rounded, n) for n in range(len(quantity.unit.factors))), "", False)


def _item(page: Page, sentence: Sentence, quantity: Quantity) -> Item:
    quantity = _in_units_of_many(page, quantity, sentence.span.end)
    after, before = page.text[quantity.span.end : sentence.span.end], page.text[sentence.span.start : quantity.span.start]
    noun = _NOUN.match(after)
    name = noun["noun"].lower() if noun else ""
    each = _EACH.match(after) is not None or _EACH_BEFORE.search(before) is not None
    return replace(plain_item(page, quantity), noun="" if name in _LITTLE else name, each=each)


_PER_MANY = re.compile(
    r"\s(?:per|pro|par|por|je|/)\s(?P<many>(?:100|1[,.\s]?000|hundred|thousand|million|billion|hundert|tausend|mille|"
    r"million|mil|millón))(?:\s(?P<noun>[^\W\d_]+))?",
    re.IGNORECASE,
)
_MANY = {
    "hundred": 100,
    "hundert": 100,
    "thousand": 1000,
    "tausend": 1000,
    "mille": 1000,
    "mil": 1000,
    "million": 10**6,
    "millón": 10**6,
    "billion": 10**9,
}
_MAN_TIME = re.compile(
    r"\s(?P<noun>[^\W\d_]+)[-\s]?(?P<unit>hours?|days?|minutes?|weeks?|stunden|tage|minuten|heures?|jours?)(?![^\W\d_])", re.IGNORECASE
)


def _in_units_of_many(page: Page, quantity: Quantity, end: int) -> Quantity:
    """ "$2 per million tokens", "9 litres per 100 km", "96 core-hours"."""
    many = _PER_MANY.match(page.text, quantity.span.end, end)
    if many is not None:
        digits = re.sub(r"\D", "", many["many"])
        factor = Fraction(1, int(digits) if digits else _MANY[many["many"].lower()])
        below = unit_of(many["noun"]) if many["noun"] else None
        unit = quantity.unit.per(below, quantity.unit.name) if below is not None else quantity.unit
        unit = replace(unit, name=f"{quantity.unit.name}{many.group()}".strip(), factors=tuple(f * factor for f in unit.factors))
        return replace(quantity, unit=unit, span=Span(start=quantity.span.start, end=many.end()))
    work = _MAN_TIME.match(page.text, quantity.span.end, end) if quantity.kind == "count" and not quantity.unit.name else None
    unit_found = unit_of(work["unit"].lower()) if work is not None else None
    if work is not None and unit_found is not None and ("-" in work.group() or work["noun"].isupper()):
        return replace(quantity, unit=replace(unit_found, name=work.group().strip()), span=Span(start=quantity.span.start, end=work.end()))
    return quantity


def reckoned(quantity: Quantity, decimals: bool = False, reading: int = 0) -> Value:
    """The value of a figure to reckon with: what is written without decimals is exact."""
    value = value_of(replace(quantity, bound=""), reading)
    return value if decimals else Value(value.exact, Interval.exact(value.exact), value.dimensions)


def _with_cents(page: Page, items: Sequence[Item]) -> list[Item]:
    """Hundredths of a currency count in it, where one is named."""
    currency = next((i.quantity.unit for i in items if i.kind in _MONEY), None)
    return [_cents(page, item, currency) for item in items]


def _cents(page: Page, item: Item, currency: Unit | None) -> Item:
    match = _CENTS.match(page.text, item.span.end) if item.plain_count else None
    if match is None:
        return item
    unit = Unit("cents", currency.kind if currency else "usd", (Fraction(1, 100),))
    quantity = replace(item.quantity, unit=unit, span=Span(start=item.span.start, end=match.end()))
    return replace(item, quantity=quantity, readings=(reckoned(quantity),), noun="")


def with_currency(item: Item, others: Sequence[Item]) -> Item:
    """The same figure in cents of the currency that others are in."""
    money = next((other.quantity.unit for other in others if other.kind in _MONEY and other.quantity.unit.name != "cents"), None)
    if item.quantity.unit.name != "cents" or money is None or money.kind == item.kind:
        return item
    quantity = replace(item.quantity, unit=Unit("cents", money.kind, (Fraction(1, 100),)))
    return replace(item, quantity=quantity, readings=(reckoned(quantity),))


def _year(quantity: Quantity) -> bool:
    return (
        quantity.kind == "count" and quantity.style == "digits" and quantity.value.denominator == 1 and 1900 <= quantity.value <= 2100
        and bool(quantity.before) and quantity.before[0] in _BEFORE_YEARS
        and quantity.number == quantity.span
    )  # fmt: skip


def _in_words(sentence: Sentence) -> Iterator[Quantity]:
    """Parts ("a quarter", "two thirds") and multiples ("halves", "twice", "fourfold")."""
    for match in _PART.finditer(sentence.text):
        alone = match["name"].lower() in ("half", "hälfte", "moitié", "mitad") and _HALF_OF.match(sentence.text, match.end())
        halved = _HALVED.search(sentence.text[: match.start()])
        if not (match["one"] or match["several"] or alone or halved):
            continue
        value = Fraction(_UPPER.get((match["several"] or "").lower(), 1), _NAMES[match["name"].lower()])
        if value < 1:
            yield _worded(sentence, match, value, PART)
    for match in _VERB.finditer(sentence.text):
        number, up, _ = next(_VERBS[n] for n in range(len(_VERBS)) if match[f"v{n}"])
        yield _worded(sentence, match, Fraction(number) if up else Fraction(1, number), TIMES if up else PART)


def _worded(sentence: Sentence, match: re.Match[str], value: Fraction, unit: Unit) -> Quantity:
    span = Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())
    head = sentence.text[: match.start()]
    about = re.search(r"(?:about|roughly|around|nearly|almost|etwa|rund|fast|knapp|environ|presque|casi)\s$", head, re.IGNORECASE)
    above = re.search(r"(?:more than|over|mehr als|plus de|más de)\s$", head, re.IGNORECASE)
    below = re.search(r"(?:less than|under|weniger als|moins de|menos de)\s$", head, re.IGNORECASE)
    half = value / 25
    bound = "about" if about else "above" if above else "below" if below else ""
    return Quantity(span, span, value, half, half, unit, bound=bound, style="words")  # type: ignore[arg-type]
