"""Amounts that follow from others: totals, rests, differences, and what the units of figures leave."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form, anything, mixed, products, readings_of, sums, with_percent
from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.announced.ruling import NOT_MINE, Ruling, alike, made, refuted, ruled, shaky, with_units
from tools.instruments.numbers.announced.standing import best, confirmed, nearest
from tools.instruments.numbers.announced.stated import APPOSITION, GIVEN, STATISTIC, Stated
from tools.instruments.numbers.page import Page

_MOST_FACTORS = 4  # nobody multiplies more figures than these without saying so


def by_sum(page: Page, stated: Stated) -> Ruling:
    item = stated.item
    if not cues.SUM.search(stated.around) or item.kind in ("percent", "times", "part"):
        return NOT_MINE
    for items in (stated.own, stated.scope):
        same = [own for own in items if own.value.dimensions == item.value.dimensions and own.kind not in ("percent", "times", "part")]
        each = [own for own in items if own.each] or (
            cues.EACH.search(stated.text[: max(0, len(stated.text) - len(stated.tail))]) and len(same) == 2 and item.plain_count
        )
        everything = [form for reading in readings_of(items) for form in anything(page, items, item, reading)]
        if len(same) >= 2 or len(items) >= 2:
            forms = [form for reading in readings_of(same) for form in sums(page, same, reading)] if len(same) >= 2 else []
            how, form = best(item.quantity, [*forms, *_and_one(page, items, stated)])
            if how == "yes" and form is not None:
                return True, confirmed(page, "announced-sum", item, form)
            how, form = best(item.quantity, everything)
            if how == "yes" and form is not None:
                return True, confirmed(page, "announced-sum", item, form) if form.name == "product" and len(form.used) == len(
                    items
                ) else None
            if how == "unsure":
                return True, None
            if each:
                forms = [
                    form
                    for size in (2, 3)
                    if len(items) == size
                    for form in products(page, items, item.value.dimensions, 0)
                    if form.name == "product"
                ]
                forms = [*_and_one(page, items, stated)] or forms
            elif not _one_noun(same):
                return True, None
            close = nearest(item.quantity, forms)
            return True, refuted(page, "announced-sum", stated, close, Fraction(2)) if close is not None else None
    return NOT_MINE


def _and_one(page: Page, items: Sequence[Item], stated: Stated) -> Iterator[Form]:
    """So many of so many and one more ("three blocks of four layers each and a final classifier")."""
    if len(items) != 2 or not re.search(r"(?<![^\W\d_])(?:and|und|et|y|plus)\s(?:an?|one|the|eine?n?|une?|una?)\s", stated.lead, re.I):
        return
    for form in products(page, items, stated.item.value.dimensions, 0):
        if form.name == "product":
            value = type(form.value)(form.value.exact + 1, form.value.interval + type(form.value.interval).exact(1), form.value.dimensions)
            yield Form(value, f"{form.step} + 1", form.used, "product and one")


def _one_noun(items: Sequence[Item]) -> bool:
    """Whether figures count the same thing, or measure."""
    return all(item.value.dimensions for item in items) or len({item.noun for item in items} - {""}) <= 1


def by_rest(page: Page, stated: Stated) -> Ruling:
    item = stated.item
    if not cues.REST.search(stated.around) or item.kind in ("times", "part", "points"):
        return NOT_MINE
    for items in (stated.own, stated.scope):
        same = [own for own in items if own.kind == item.kind or (own.value.dimensions == item.value.dimensions and own.kind != "percent")]
        rates = [own for own in items if own.kind == "percent"]
        if item.kind == "percent" or len(same) + len(rates) < 2:
            continue
        largest = max(same, key=lambda own: own.value.exact, default=None)
        forms = [form for reading in readings_of(items) for form in anything(page, items, item, reading)]
        if largest is None:
            return NOT_MINE
        others = [own for own in same if own is not largest]
        expected = list(_left(page, largest, others, stated.text)) if others else list(with_percent(page, [largest, *rates], 0))
        how, form = best(item.quantity, expected)
        if how == "yes" and form is not None:
            return True, confirmed(page, "announced-rest", item, form)
        how, form = best(item.quantity, [*expected, *forms])
        if how == "yes":
            return True, None
        close = nearest(item.quantity, expected)
        if how != "no" or close is None:
            return True, None
        finding = refuted(page, "announced-rest", stated, close)
        return (True, finding) if finding is not None else NOT_MINE
    return NOT_MINE


def _left(page: Page, largest: Item, others: Sequence[Item], text: str) -> Iterator[Form]:
    """What the others leave of the largest; two groups that overlap ("both") count once."""
    for reading in readings_of([largest, *others]):
        for size in range(1, len(others) + 1) if len(others) > 1 and len(others) > 3 else (len(others),):
            taken = list(sums(page, others[-size:], reading))
            for form in taken:
                whole = largest.read(reading)
                value = type(whole)(whole.exact - form.value.exact, whole.interval - form.value.interval, whole.dimensions)
                if value.exact > 0:
                    yield Form(value, f"{page.words_at(largest.span)} - ({form.step})", (largest, *others), "rest")
        if len(others) == 3 and re.search(r"(?<![^\W\d_])(?:both|beide\w*|les deux|ambos|ambas)(?![^\W\d_])", text, re.I):
            a, b, both = (own.read(reading) for own in others)
            whole = largest.read(reading)
            value = type(whole)(
                whole.exact - a.exact - b.exact + both.exact, whole.interval - a.interval - b.interval + both.interval, whole.dimensions
            )
            names = [page.words_at(own.span) for own in (largest, *others)]
            yield Form(value, f"{names[0]} - ({names[1]} + {names[2]} - {names[3]})", (largest, *others), "rest")


def by_difference(page: Page, stated: Stated) -> Ruling:
    item = stated.item
    if item.kind in ("percent", "times", "part", "points") or not (cues.LESS.search(stated.around) or cues.MORE.search(stated.around)):
        return NOT_MINE
    if re.search(r"(?<![^\W\d_])(?:to|auf|à|a|than|als|que|from|von|de)\s+(?:\w+\s)?$", stated.lead) or item.quantity.bound in (
        "above",
        "below",
    ):
        return NOT_MINE
    same = [own for own in stated.own if own.value.dimensions == item.value.dimensions and own.kind == item.kind]
    if len(same) != 2 or len(same) != len(alike(stated.own)):
        return NOT_MINE
    forms = made(page, [(same[0], same[1])], ("difference",))
    return ruled(page, "announced-difference", stated, forms, stated.announced or bool(APPOSITION.match(stated.lead)), Fraction(2))


def by_result(page: Page, stated: Stated) -> Ruling:
    """What the units of the figures before it leave: their product or quotient."""
    item = stated.item
    if item.kind in ("times", "part", "points") or (item.plain_count and item.quantity.value == 1):
        return NOT_MINE
    if not (stated.announced or stated.verbal) or STATISTIC.search(stated.lead) or (GIVEN.search(stated.lead) and not stated.announced):
        return NOT_MINE
    everything = [form for reading in readings_of(stated.scope) for form in anything(page, stated.scope, item, reading)]
    how, form = best(item.quantity, everything)
    if how == "yes" and form is not None:
        telling = (len(form.used) >= 2 and not shaky(form)) or (
            item.value.dimensions and form.used[0].quantity.unit.name != item.quantity.unit.name
        )
        return True, confirmed(page, "announced-result", item, form) if stated.announced and telling else None
    if how == "unsure" or _bare(stated) or _in_formula(stated) or _ELSEWHERE.search(stated.lead):
        return True, None
    for items in (with_units(stated.own), with_units(stated.scope), with_units((*stated.units, *stated.scope)) if stated.units else ()):
        if len(items) < 2 and not (items and _converted(stated, items)):
            continue
        if len(items) > _MOST_FACTORS:
            continue
        expected = [form for reading in readings_of(items) for form in _expected(page, items, stated, reading)]
        if not expected:
            continue
        how, form = best(item.quantity, expected)
        if how == "yes" and form is not None:
            return True, confirmed(page, "announced-result", item, form)
        close = nearest(item.quantity, expected)
        if close is None:
            return NOT_MINE
        if how == "unsure":
            return True, None
        if item.plain_count and abs(close.value.exact - item.value.exact) == 1 and close.name != "product":
            return True, None  # posts and gaps: which is counted is a matter of reading
        return True, refuted(page, "announced-result", stated, close)
    return NOT_MINE


# "with the warm starts of Table 8.1 they are 20.8 s": what it follows from stands there
_ELSEWHERE = re.compile(
    r"(?<![^\W\d_])(?:of|from|in|by|see|aus|von|in|nach|de|du|dans|selon)\s(?:the\s)?(?:table|section|chapter|figure|exercise|equation|formula|"
    r"tabelle|abschnitt|kapitel|abbildung|gleichung|tableau|chapitre|équation)\s\(?\d",
    re.IGNORECASE,
)
_MATH = re.compile(r"\$(?P<body>[^$\n]{1,300})\$")
_OPERATION = re.compile(r"\\(?!approx|,|%|text|mathrm|;)[A-Za-z]+|[\^+*/|×·]|(?<=[\w)}\s])[-−](?=[\w({\s])")


def _in_formula(stated: Stated) -> bool:
    """Whether figures before it belong to a formula ("$(100\\pi)^2$"), whose parts are no figures of their own."""
    at, first = stated.item.span.start - stated.start, stated.scope[0].span.start - stated.start if stated.scope else 0
    return any(_OPERATION.search(match["body"]) for match in _MATH.finditer(stated.text) if match.end() > first and match.start() < at)


def _bare(stated: Stated) -> bool:
    """Whether figures without a unit, read as if they had that of the others, give what is stated."""
    if not any(item.plain_count and not item.noun for item in stated.scope):
        return False
    own = [item.quantity.value for item in stated.own][-4:]
    value = stated.item.quantity.value
    pairs = list(combinations(own, 2))
    return (
        any(value in (a * b, a + b, abs(a - b)) or (b and value == a / b) or (a and value == b / a) for a, b in pairs)
        and not stated.own[-1].quantity.unit.name
    )


def _converted(stated: Stated, items: Sequence[Item]) -> bool:
    """Whether a figure is one other in another unit."""
    names = {items[0].quantity.unit.name, stated.item.quantity.unit.name}
    return len(items) == 1 and stated.announced and len(names) == 2 and bool(stated.item.value.dimensions)


def _expected(page: Page, items: Sequence[Item], stated: Stated, reading: int) -> Iterator[Form]:
    """The forms that use every figure, where units or words tell what is done with them."""
    rates = [item for item in items if item.kind == "percent"]
    wanted = stated.item.value.dimensions
    if rates:
        if len(items) <= 3 and stated.announced:
            yield from (form for form in with_percent(page, items, reading) if form.value.dimensions == wanted)
        return
    kinds = {item.value.dimensions for item in items}
    physical = any(kinds)
    if not physical and len(items) > 3:
        return
    each, shared = cues.EACH.search(stated.text), cues.SHARED.search(stated.text)
    for form in products(page, items, wanted, reading):
        if not physical and not (each if form.name == "product" else shared):
            continue
        yield form
    whole = not any(
        item.each or item.kind in ("part", "times") for item in items
    )  # what is said of one is not added to what is said of all
    if len(items) == 3 and physical and len(kinds) >= 2 and whole and not _used_up(items, reading):
        for form in mixed(page, items, reading):
            if form.value.dimensions == wanted and len({item.value.dimensions for item in items}) == 2:
                yield form


def _used_up(items: Sequence[Item], reading: int) -> bool:
    """Whether one of three figures is what the other two come to, so that nothing new follows from all of them."""
    values = [item.read(reading).exact for item in items]
    return any(values[n] in (values[n - 1] * values[n - 2], values[n - 1] + values[n - 2]) for n in range(3))
