"""How surely a figure is what others come to, and which two figures a relation is of."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations
from math import prod

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form, of_two, readings_of
from tools.instruments.numbers.announced.items import Item, in_unit_of
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near, nearest, slipped
from tools.instruments.numbers.announced.stated import OF_NEXT, Stated
from tools.instruments.numbers.page import Page
from tools.records import Finding

Ruling = tuple[bool, Finding | None]


_OF_EACH = re.compile(r"(?<![^\W\d_])(?:of|von|de)\s(?:each|every|jede[mr]|chaque|cada)\s$", re.IGNORECASE)
_RELATIONS = ("share", "rest share", "part share", "change", "drop", "difference")


NOT_MINE: Ruling = (False, None)


OF_WHOLE = re.compile(
    r"(?<![^\W\d_])(?:of|among|out of|von|unter|sur|parmi|de|entre)\s(?:(?:the|our|these|those|all|den|der|les|los|las|"
    r"yesterday['’]s)\s)*$",
    re.IGNORECASE,
)


def ruled(page: Page, rule: str, stated: Stated, forms: Sequence[Form], sure: bool, within: Fraction = Fraction(5, 2)) -> Ruling:
    """Confirmed by one form, contradicted by the nearest where the reading is sure, else open."""
    how, form = best(stated.item.quantity, forms)
    if form is None:
        return NOT_MINE
    if how == "yes":
        return True, confirmed(page, rule, stated.item, form)
    if how == "unsure" or not sure or (stated.item.quantity.bound in ("above", "below") and how != "no"):
        return True, None
    close = nearest(stated.item.quantity, forms)
    if close is None:
        return True, None
    return True, refuted(page, rule, stated, close, within)


def refuted(
    page: Page, rule: str, stated: Stated, form: Form, within: Fraction = Fraction(5, 2), wrong_base: bool = False
) -> Finding | None:
    """A contradiction, where what is stated is near enough to the value of a form for how surely the form is meant."""
    item = stated.item
    earlier = [
        used
        for used in form.used
        if used not in stated.own and used not in stated.later and not any(used.span == own.span for own in stated.own)
    ]
    if _is_doubtful(page, stated, form, earlier):
        return None
    places = {used.span for used in form.used}
    idle = [own for own in stated.scope if own.span not in places and own not in stated.own and own.kind not in ("times", "part")]
    limit = _limit(stated, form, earlier, idle, within)
    slip = slipped(item.quantity, form) and (limit > Fraction(5, 4) or (not earlier and not idle and stated.verbal))
    if (wrong_base and limit > Fraction(5, 4)) or slip or (limit > 1 and near(item.quantity, form, limit)):
        return contradicted(page, rule, item, form)
    return None


def _is_doubtful(page: Page, stated: Stated, form: Form, earlier: Sequence[Item]) -> bool:
    """Whether a form is one that a writer rarely means with such figures, whatever its value. earlier: figures of sentences before."""
    if any(used.quantity.style == "words" and used.plain_count and not used.noun for used in form.used):
        return True
    whole = all(used.plain_count and not used.value.exact % 1 for used in form.used)
    if form.name == "product" and (
        (whole and stated.item.value.exact % 1) or any(used.plain_count and used.value.exact == 1 for used in form.used)
    ):
        return True  # a product of whole numbers has no decimals, and nobody multiplies by one
    if form.name == "part share" and all(used.plain_count for used in form.used) and any(used.value.exact % 1 for used in form.used):
        return True  # parts of a whole are counted in whole numbers
    worded = [used for used in form.used if used.quantity.style == "words" and used.plain_count]
    if (
        worded
        and form.name in ("share", "rest share", "part share", "change", "drop", "difference")
        and len({used.noun for used in form.used}) > 1
    ):
        return True
    if not stated.strictly and form.name in ("product", "quotient", "mixed") and not any(used.value.dimensions for used in form.used):
        return True
    if earlier and form.name in ("share", "rest share", "part share") and all(used.plain_count for used in form.used):
        nouns = {used.noun for used in form.used}
        if (len(nouns) > 1 or "" in nouns) and not OF_WHOLE.search(
            page.text[max(0, form.used[0].span.start - 24) : form.used[0].span.start]
        ):
            return True
    if earlier and form.name == "mixed":
        return True
    if form.name in _RELATIONS and len({used.each and not _of_each(page, used) for used in form.used}) > 1:
        return True  # what is said of one is not compared with what is said of all
    if form.name == "part share" and len(form.used) > 2 and not _of_one_thing(form):
        return True
    if form.name in ("product", "quotient") and _goes_round(form):
        return True
    bases = [used for used in form.used if used.kind != "percent"]
    if form.name == "percent of" and len(bases) > 1 and not any(used.value.dimensions for used in bases):
        return True  # a percentage is taken of one thing; which count is meant with which is a matter of reading
    if earlier and form.name in ("product", "quotient") and len(form.used) > 2 and not any(used.value.dimensions for used in form.used):
        return True
    # Percentages of another sentence are of another whole.
    return len(earlier) == len(form.used) and all(used.kind == "percent" for used in form.used)


def _limit(stated: Stated, form: Form, earlier: Sequence[Item], idle: Sequence[Item], within: Fraction) -> Fraction:
    """By how much a figure may miss a form and still be meant as its result. idle: figures of the same reach with no part in it."""
    locked = _locked(form) and not idle
    if (stated.strictly or (stated.announced and stated.item.kind == "part")) and (not earlier or locked):
        strict = cues.STRICT.search(stated.lead[-60:]) or form.name in ("share", "drop", "change", "difference")
        return within if strict else min(within, Fraction(8, 5))
    alone = not idle and not stated.own and _of_one_thing(form)
    if (stated.announced and not earlier) or (stated.strictly and len(idle) <= 1) or locked or alone:
        return min(within, Fraction(8, 5))
    return min(within, Fraction(5, 4)) if len(idle) <= 1 else Fraction(1)


def shaky(form: Form) -> bool:
    """Whether small counts may have come to a figure by accident."""
    return all(used.plain_count for used in form.used) and (form.name == "mixed" or form.value.exact < 10)


def _locked(form: Form) -> bool:
    """Whether units leave only this product or quotient: two of the figures at least have units, and not the same."""
    return form.name in ("product", "quotient") and len({used.value.dimensions for used in form.used} - {()}) >= 2


def _of_each(page: Page, item: Item) -> bool:
    """Whether a figure is the whole of each thing, of which a part is told ("of each 1,500-byte packet 60 bytes are headers")."""
    return _OF_EACH.search(page.text[max(0, item.span.start - 12) : item.span.start]) is not None


def _goes_round(form: Form) -> bool:
    """Whether one figure of a product is what others in it come to, so that they cancel out and nothing follows ("6 x 8 x 80 GB / 48")."""
    counts = [used.value.exact for used in form.used if used.plain_count]
    return any(
        prod(chosen) == other
        for size in (1, 2, 3)
        for chosen in combinations(counts, size)
        for other in counts
        if len(counts) > size and other not in chosen and other != 1
    )


def _of_one_thing(form: Form) -> bool:
    """Whether the figures measure, or count the same."""
    return all(used.value.dimensions for used in form.used) or len({used.noun for used in form.used}) == 1


def alike(items: Sequence[Item], kind: str = "") -> list[Item]:
    return [item for item in items if item.kind not in ("times", "part", "points") and (not kind or item.kind == kind)]


def pairs_in(stated: Stated) -> list[tuple[Item, Item]]:
    """The two figures that a relation is of: those of the sentence of one kind, else those of the sentences before."""
    after = (
        stated.later
        if stated.item.kind in ("percent", "times")
        and (cues.LESS.search(stated.around) or cues.MORE.search(stated.around) or re.match(r"\sas\s", stated.tail))
        else ()
    )
    around = (stated.own[-1], stated.later[0]) if stated.later and stated.own and OF_NEXT.match(stated.tail) else ()
    for items in (around, with_units(stated.own), after, with_units(stated.scope)):
        pairs = [
            (a, b)
            for a, b in combinations(alike(items), 2)
            if a.value.dimensions == b.value.dimensions and ("percent" in (a.kind, b.kind)) == (a.kind == b.kind == "percent")
        ]
        if pairs:
            physical = [(a, b) for a, b in pairs if a.value.dimensions]
            return physical or pairs
    return []


def with_units(items: Sequence[Item]) -> tuple[Item, ...]:
    """The same figures, those without unit and noun in the unit of the one before them ("handles 80 per second and
    receives 60")."""
    found: list[Item] = []
    for item in items:
        before = found[-1] if found else None
        if (
            before is not None
            and item.plain_count
            and not item.noun
            and before.quantity.unit.name
            and before.kind not in ("percent", "times", "part")
        ):
            found.append(in_unit_of(item, before))
        else:
            found.append(item)
    return tuple(found)


def made(
    page: Page, pairs: Sequence[tuple[Item, Item]], names: Sequence[str], test: Callable[[Form], bool] = lambda form: True
) -> list[Form]:
    found = [form for a, b in pairs for reading in readings_of((a, b)) for form in of_two(page, a, b, names, reading)]
    return [form for form in found if form.value.exact > 0 and test(form)]
