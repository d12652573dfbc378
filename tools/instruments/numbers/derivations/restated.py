"""The same amount told twice, in another unit or for another period: "1,792 a month or 21,504 a year", "8.07 nats or 11.6 bits"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import best, confirmed, near, slipped
from tools.instruments.numbers.derivations.discourse import Place, explanations, places
from tools.instruments.numbers.derivations.measures import Measure, nouns_of, physical
from tools.instruments.numbers.derivations.results import unsure_of
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said
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
_MONTHS = {"month": 1, "quarter": 3, "year": 12, "monat": 1, "jahr": 12, "quartal": 3, "mois": 1, "an": 12, "année": 12}
_NATS = Fraction(1 / math.log(2))


def check_restated(page: Page) -> Iterator[Finding]:
    for place, _ in places(page):
        if not place.own or place.stated.sentence != place.own[-1].sentence or unsure_of(place):
            continue
        first, stated = place.own[-1], place.stated
        link = _SAME.fullmatch(page.text[first.end : stated.span.start])
        if link is None or first.item.quantity.bound in ("above", "below", "at least", "at most"):
            continue
        spoken = link["exactly"] is not None or _OR.search(link.group()) is not None
        found = _held(page, place, first, spoken)
        if found is not None:
            yield found


def _held(page: Page, place: Place, first: Measure, spoken: bool) -> Finding | None:
    stated = place.stated
    forms = list(_forms(page, first, stated, spoken))
    how, form = best(stated.item.quantity, forms)
    if form is None:
        return None
    if how == "yes":
        return confirmed(page, RULE, stated.item, form)
    if next(explanations(page, stated, place.own), None) is not None or _product(page, place):
        return None
    if how != "no" or not (near(stated.item.quantity, form, Fraction(3)) or slipped(stated.item.quantity, form)):
        return None
    span = Span(start=first.span.start, end=stated.end)
    value = report.in_unit(form.value.exact, stated.item.quantity)
    said = Said(
        f"The two do not say the same: {page.words_at(Span(start=first.span.start, end=first.end))} comes to {value}.",
        [f"{form.step} = {value}", f"stated: {page.words_at(stated.span)}"],
        [first.span, stated.span],
    )
    new = report.like(form.value.exact, stated.item.quantity, page)
    mended = report.replaced(page, span, [(stated.item.quantity.number, new)], "what the figure beside it comes to") if new else None
    return report.contradicted(RULE, span, said, "high", mended)


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


def _forms(page: Page, first: Measure, stated: Measure, spoken: bool) -> Iterator[Form]:
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
            yield _form(first, value, Fraction(months[1], months[0]), f"{shown} x {months[1]} / {months[0]}", reading)
        if spoken and first.above == "nat" and stated.item.quantity.unit.name.rstrip("s") == "bit":
            yield _form(first, value, _NATS / 8, f"{shown} / ln 2", reading)
        if spoken and _other_unit(first, stated):
            yield _form(first, value, Fraction(1), shown, reading)


def _form(first: Measure, value: Value, factor: Fraction, step: str, reading: int) -> Form:
    return Form(
        Value(value.exact * factor, value.interval * Interval.exact(factor), value.dimensions), step, (first.item,), "restated", reading
    )


def _other_unit(first: Measure, stated: Measure) -> bool:
    """Whether two figures of the same dimension differ in their units; the second may leave out what the first is said of each of."""
    names = {first.item.quantity.unit.name, stated.item.quantity.unit.name}
    if len(names) < 2 or not physical(first.dimensions) or physical(first.dimensions) != physical(stated.dimensions):
        return False
    return (
        nouns_of(stated.dimensions) in ((), nouns_of(first.dimensions)) and first.item.kind.split("/")[0] == stated.item.kind.split("/")[0]
    )
