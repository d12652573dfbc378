"""The figures of a sentence with their dimensions, in which the nouns that are counted are units too: "8 bytes a parameter"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tools.instruments.numbers.announced.items import Item, in_unit_of, items_of
from tools.instruments.numbers.derivations.nouns import CALENDAR, EACH, Counted, counted, singular
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import akin
from tools.quantities import Unit, unit_of
from tools.quantities.expressions import Dimensions, Value
from tools.quantities.numerals import cardinals, scales
from tools.records import Span

_NOUN = "#"  # marks a base of dimension that is a noun
RATIOS = ("percent", "times", "part", "points")
_UNITLESS = ("count", *RATIOS)
# "eight passes of 256 MB", "a batch of 16 requests": what stands after "of" is said of each.
_OF = re.compile(r"\s(?:of|at|von|zu|zu je|mit je|de|à)\s(?:about |etwa |rund |environ |only )?[$€£]?$", re.IGNORECASE)
_CONTAINER = re.compile(
    r"(?<![^\W\d_])(?:an?|one|each|every|per|the|eine?[mnr]?|une?)\s(?:[^\W\d_]+\s)?(?P<noun>batch|chunk|window|page|block|frame|packet|record|group|bucket|"
    r"shard|row|buffer|tile|node|rack|message)\s(?:of|von|de)\s(?:about |etwa |environ )?$",
    re.IGNORECASE,
)
_VERBS = (
    r"takes?|took|needs?|costs?|saves?|has|have|holds?|sees?|uses?|reads?|writes?|occupies|contains?|stores?|requires?|gives?|adds?|computes?|"
    r"processes|handles?|moves?|carries|draws?|fills?|lasts?|makes?|sends?|performs?|does|gets?|serves?|weighs?|produces?|yields?|keeps?|fits?|"
    r"consumes?|is|braucht|kostet|hat|enthält|belegt|dauert|spart|benötigt|liefert|zieht|fasst|prend|coûte|a|contient|occupe|dure|demande|consomme"
)
# "Every compiled call saves 72 ms", "A distance in 128 dimensions takes 128 subtractions": said of each of them.
_SUBJECT = re.compile(
    r"(?:^|[,;:.(–—]\s|(?<![^\W\d_])(?:and|that|so|und|dass|et|que)\s)(?:each|every|one|an?|any|single|jede[rs]?|ein|eine|chaque|une?)\s"
    rf"(?P<noun>(?:[\w-]+\s){{1,3}}?)(?:(?:of|in|with|for|on|from|at|to|von|mit|in|für|de|à|avec)\s[^.;:]{{1,50}}?\s)?(?:then\s|also\s|only\s|therefore\s)?(?:{_VERBS})\s"
    r"(?:[^\d.;:]{0,30}\s)?[$€£]?$",
    re.IGNORECASE,
)
# ", and each call of the old code 76 ms": the verb was told before.
_ELLIPTIC = re.compile(
    r"(?:[,;:]\s|(?<![^\W\d_])(?:and|und|et)\s)(?:each|every|jede[rs]?|chaque)\s(?P<noun>[\w-]+\s)(?:(?:of|in|with|von|mit|de)\s[^.;:,\d]{1,40}?\s)?$",
    re.IGNORECASE,
)
_NUMERALS = frozenset((*cardinals("en"), *scales("en"), *cardinals("de"), *scales("de"), *cardinals("fr"), *scales("fr"), "half", "few"))
_LABEL = re.compile(
    r"(?<![^\W\d_])(?:rank|stride|padding|size|level|stage|step|layer|epoch|order|degree|dimension|radius|kernel|width|length|temperature|version|batch|"
    r"day|week|row|column|line|page|rang|größe|breite|länge|stufe|schicht|zeile|taille|longueur|ligne|niveau|couche|étape)(?:\sof)?\s$",
    re.IGNORECASE,
)
_LISTED_ON = re.compile(r"(?:,|,?\s(?:and|und|et))\s(?:another\s|further\s)?[$€£]?$", re.IGNORECASE)


@dataclass(frozen=True)
class Measure:
    """A figure with what it counts and what it is said of each of. above, below: nouns in the singular, "" for none; open: said of each of
    something that no noun names; told: whether the figure itself names what it is said of each of, and not its sentence's subject."""

    item: Item
    above: str = ""
    below: str = ""
    told: bool = False
    sentence: Span | None = None
    end: int = 0

    @property
    def span(self) -> Span:
        return self.item.span

    @property
    def open(self) -> bool:
        return self.below == EACH

    @property
    def bare(self) -> bool:
        """Whether it is a plain number of nothing that could be told."""
        return not self.above and not self.item.value.dimensions and self.item.kind in _UNITLESS

    @property
    def dimensions(self) -> Dimensions:
        powers = dict(self.item.value.dimensions)
        if self.above:
            powers[_NOUN + self.above] = 1
        if self.below and not self.open:
            key = _NOUN + self.below
            powers[key] = powers.get(key, 0) - 1
        return tuple(sorted(pair for pair in powers.items() if pair[1]))

    def read(self, reading: int) -> Value:
        return replace(self.item.read(reading), dimensions=self.dimensions)

    def without_each(self) -> Measure:
        return replace(self, below="", told=False)


def nouns_of(dimensions: Dimensions) -> Dimensions:
    return tuple(pair for pair in dimensions if pair[0].startswith(_NOUN))


def physical(dimensions: Dimensions) -> Dimensions:
    return tuple(pair for pair in dimensions if not pair[0].startswith(_NOUN))


def measures_of(page: Page, sentence: Sentence) -> list[Measure]:
    """The figures of a sentence in order with their dimensions, read once."""
    key = ("measures", sentence.span)
    found = page.memo.get(key)
    if not isinstance(found, list):
        found = _linked(page, sentence, [_measure(page, sentence, item) for item in items_of(page, sentence)])
        page.memo[key] = found
    return list(found)


def _measure(page: Page, sentence: Sentence, item: Item) -> Measure:
    after = page.text[item.span.end : sentence.span.end]
    unit = item.quantity.unit
    measured = bool(unit.name) and unit.kind not in _UNITLESS
    if item.kind in RATIOS or (not measured and _LABEL.search(page.text[sentence.span.start : item.span.start])):
        return Measure(item, sentence=sentence.span, end=item.span.end)
    if unit.kind.startswith("count/") or unit.kind.endswith("/count"):
        return _from_name(item, sentence)
    own = counted(after, page.writing.language, measured and not unit.kind.endswith("/count"))
    if own.below and item.kind.count("/"):
        own = Counted(own.above, "", 0)
    bits = unit_of(own.above) if own.above in ("bit", "byte") and item.plain_count else None
    if bits is not None:
        item = in_unit_of(item, replace(item, quantity=replace(item.quantity, unit=bits)))
        own = Counted("", own.below, own.end)
    period = _unit_below(after, own)
    if period is not None and period.kind not in _UNITLESS:
        name = f"{unit.name or own.above} a {own.below}".strip()
        item = in_unit_of(item, replace(item, quantity=replace(item.quantity, unit=unit.per(period, name))))
        own = Counted(own.above, "", own.end)
    named = _NAMED_BEFORE.search(page.text[sentence.span.start : item.span.start]) if not measured and not own.above else None
    if named is not None and page.writing.language == "en" and unit_of(named["noun"]) is None:
        own = Counted(singular(named["noun"]), own.below, own.end)
    return Measure(item, own.above, own.below, bool(own.below), sentence.span, item.span.end + own.end)


_NAMED_BEFORE = re.compile(r"(?<![^\W\d_])in\s(?P<noun>[^\W\d_]{3,}s)\s(?:\d[\d.,]*\s(?:and|or)\s)?$")


def _unit_below(after: str, own: Counted) -> Unit | None:
    """The unit that a figure is said to be for each of, where no noun but a unit stands there ("an hour", "per kWh")."""
    words = re.findall(r"[^\W\d_]+", after[: own.end]) if own.below and own.below != EACH else []
    return unit_of(own.below) or unit_of(words[-1]) if words else None


def _from_name(item: Item, sentence: Sentence) -> Measure:
    """A rate whose unit was read with a noun in it ("250 requests per second", "12 ms per file")."""
    parts = re.split(
        r"\s?/\s?|\s(?:per|pro|par|por|an?|each|every|je|jede|in der|in einer|à la|la)\s", item.quantity.unit.name, flags=re.IGNORECASE
    )
    above = singular(parts[0].split()[-1]) if item.kind.startswith("count/") and parts[0].split() else ""
    below = singular(parts[-1]) if item.kind.endswith("/count") and len(parts) > 1 else ""
    return Measure(item, above, CALENDAR.get(below, below), True, sentence.span, item.span.end)


def _linked(page: Page, sentence: Sentence, own: list[Measure]) -> list[Measure]:
    """What stands after "of", and what a subject in the singular has, is said of each; "each" speaks of the noun before it."""
    for n, measure in enumerate(own):
        before = page.text[sentence.span.start : measure.span.start]
        if measure.item.kind in RATIOS:
            continue
        container = _CONTAINER.search(before)
        previous = own[n - 1] if n else None
        if container is not None and not measure.told:
            own[n] = replace(measure, below=container["noun"].lower(), told=True)
        elif previous is not None and previous.above and (measure.open or not measure.told) and _chained(page, previous, measure):
            own[n] = replace(measure, below=previous.above, told=True)
        elif not measure.told:
            below = _subject(page, before, previous, measure.span.start)
            if below:
                own[n] = replace(measure, below=below)
        if own[n].open:
            noun = _noun_before(own[:n])
            own[n] = replace(own[n], below=noun) if noun else own[n]
    return own


def _chained(page: Page, previous: Measure, measure: Measure) -> bool:
    return (
        _OF.fullmatch(page.text[previous.end : measure.span.start]) is not None
        and previous.item.quantity.value > 1
        and previous.item.plain_count
    )


def _subject(page: Page, before: str, previous: Measure | None, start: int) -> str:
    match = _SUBJECT.search(before) or _ELLIPTIC.search(before)
    if match is not None and match["noun"].split()[0].lower() not in _NUMERALS:
        return singular(match["noun"].split()[-1])
    if previous is not None and previous.below and not previous.told and _LISTED_ON.fullmatch(page.text[previous.end : start]):
        return previous.below
    return ""


def _noun_before(own: Sequence[Measure]) -> str:
    """The noun that "each" speaks of: the last that was counted."""
    return next((measure.above for measure in reversed(own) if measure.above and not measure.below), "")


def same_noun(one: str, other: str) -> bool:
    return one == other or akin(one, other)
