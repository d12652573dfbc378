"""The same amount told twice, in another unit or for another period: "1,792 a month or 21,504 a year", "8.07 nats or 11.6 bits"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import best, confirmed, near, slipped
from tools.instruments.numbers.derivations.discourse import Place, explanations, places
from tools.instruments.numbers.derivations.measures import Measure, nouns_of, physical
from tools.instruments.numbers.derivations.verdicts import at_odds
from tools.instruments.numbers.page import Page
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding, Span

RULE = "derived-unit"
_SAME = re.compile(
    r"\s?\)?(?:,?\s(?:or|oder|ou|o|i\.e\.,?|that is,?|that makes|which (?:is|makes|amounts to)|das sind|das macht|also|d\.\s?h\.|soit|"
    r"c['’]est-à-dire)"
    r"|\s[=≈]|,|\s\()\s?(?P<exactly>(?:"
    r"exactly|just|precisely|about|roughly|some|almost|nearly|around|genau|etwa|rund|fast|environ|exactement|presque)\s)?[$€£]?",
    re.IGNORECASE,
)
_OR = re.compile(r"\s(?:or|oder|ou|that|which|das|soit|c['’]est)|[=≈]|i\.e\.|d\.\s?h\.", re.IGNORECASE)
_SAID = re.compile(r"that|which|i\.e|das|also|d\.|soit|c['’]est|[=≈]", re.IGNORECASE)
# "10 euros a month or 100 a year": a price may be lower for a longer time.
_PRICE = re.compile(
    r"(?<![^\W\d_])(?:costs?|prices?|priced|plans?|subscri\w+|licen[cs]\w+|fees?|billed|charges?|tariff|tier|paid|kostet?|kosten|preis\w*|abo\w*|gebühr\w*|"
    r"coûte\w*|prix|abonnement\w*|tarif\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
# "500 MB or 1 GB" may be a choice of two; a figure of three digits is hardly one.
_CHOICE = re.compile(r",?\s(?:or|oder|ou|o)\s[$€£]?", re.IGNORECASE)
_CLOSED = re.compile(r"\s?(?:[.,;:)!–—]|$)")
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "monat": 1, "jahr": 12, "quartal": 3, "mois": 1, "an": 12, "année": 12}
_NATS = Fraction(1 / math.log(2))


def check_restated(page: Page) -> Iterator[Finding]:
    for place, _ in places(page):
        if not place.own or place.stated.sentence != place.own[-1].sentence or place.clause.rstrip().endswith("?"):
            continue
        first, stated = place.own[-1], place.stated
        link = _SAME.fullmatch(page.text[first.end : stated.span.start])
        if link is None or first.item.quantity.bound in ("above", "below", "at least", "at most"):
            continue
        if not _CLOSED.match(page.text[stated.end : place.sentence.span.end]):
            continue
        spoken = link["exactly"] is not None or _OR.search(link.group()) is not None
        if _MONTHS.get(stated.below) and not _SAID.search(link.group()) and _PRICE.search(_before(page, place)):
            continue
        found = _held(page, place, first, spoken, _CHOICE.fullmatch(link.group()) is not None)
        if found is not None:
            yield found


def _before(page: Page, place: Place) -> str:
    """The words that lead to the first of the two figures."""
    start = place.own[-2].end if len(place.own) > 1 else place.sentence.span.start
    return page.text[start : place.own[-1].span.start]


def _held(page: Page, place: Place, first: Measure, spoken: bool, choice: bool) -> Finding | None:
    stated = place.stated
    forms = list(_forms(page, first, stated, spoken, choice))
    how, form = best(stated.item.quantity, forms)
    if form is None:
        return None
    if how == "yes":
        return confirmed(page, RULE, stated.item, form)
    if next(explanations(page, stated, place.own), None) is not None or _product(page, place):
        return None
    if how != "no" or not (near(stated.item.quantity, form, Fraction(3)) or slipped(stated.item.quantity, form)):
        return None
    shown = page.words_at(Span(start=first.span.start, end=first.end))
    return at_odds(page, RULE, (first, stated), form, f"The two do not say the same: {shown} comes to")


def _product(page: Page, place: Place) -> bool:
    """Whether the first figure is said of each of several, so that the second is that of all ("24 rounds of 50 ms, that is 1.2 s")."""
    first = place.own[-1]
    several = len(place.own) > 1 and first.below == place.own[-2].above != ""
    return (
        several
        or first.open
        or (bool(first.below) and first.told and place.stated.below != first.below and first.below not in _MONTHS and not _per(page, first))
    )


def _per(page: Page, first: Measure) -> bool:
    return first.end > first.span.end or "/count" in first.item.kind


def _forms(page: Page, first: Measure, stated: Measure, spoken: bool, choice: bool) -> Iterator[Form]:
    """What the first figure is in the unit of the second, where both measure the same."""
    shown = page.words_at(first.span)
    for reading in range(max(len(first.item.readings), len(stated.item.readings))):
        value = first.item.read(reading)
        months = _MONTHS.get(first.below), _MONTHS.get(stated.below)
        alike = not stated.above or stated.above == first.above
        if (
            months[0]
            and months[1]
            and months[0] != months[1]
            and alike
            and (first.item.kind == stated.item.kind or stated.item.plain_count)
        ):
            factor = Fraction(months[1], months[0])
            step = f"{shown} x {factor}" if factor > 1 else f"{shown} / {1 / factor}"
            yield _form(first, value, factor, step, reading)
        if spoken and first.above == "nat" and stated.item.quantity.unit.name.rstrip("s") == "bit":
            yield _form(first, value, _NATS / 8, f"{shown} / ln 2", reading)
        if spoken and _other_unit(first, stated) and (not choice or _precise(stated)):
            yield _form(first, value, Fraction(1), shown, reading)


def _form(first: Measure, value: Value, factor: Fraction, step: str, reading: int) -> Form:
    return Form(
        Value(value.exact * factor, value.interval * Interval.exact(factor), value.dimensions), step, (first.item,), "restated", reading
    )


def _precise(stated: Measure) -> bool:
    """Whether a figure is written to three digits or more."""
    quantity = stated.item.quantity
    return quantity.coarse * 200 <= quantity.value


def _other_unit(first: Measure, stated: Measure) -> bool:
    """Whether two figures of the same dimension differ in their units; the second may leave out what the first is said of each of."""
    names = {first.item.quantity.unit.name, stated.item.quantity.unit.name}
    if len(names) < 2 or not physical(first.dimensions) or physical(first.dimensions) != physical(stated.dimensions):
        return False
    return (
        nouns_of(stated.dimensions) in ((), nouns_of(first.dimensions)) and first.item.kind.split("/")[0] == stated.item.kind.split("/")[0]
    )
