"""Things of several sorts that a sentence lists and then counts together: "12 reads, 4 writes and 2 seeks, 18 operations in all"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, standing
from tools.instruments.numbers.derivations.discourse import Place, places
from tools.instruments.numbers.derivations.measures import Measure, same_noun
from tools.instruments.numbers.page import Page
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding

RULE = "derived-total"
_LEAST = 3
_JOINT = re.compile(r"\s?(?:,|,?\s(?:and|und|et))\s(?:another\s|further\s|weitere\s)?", re.IGNORECASE)
_CLOSING = re.compile(
    r"\s?(?:,|\(|:|–|—)\s?(?:or\s|that is,?\s|i\.e\.,?\s|makes?\s|making\s|hence\s|so\s|thus\s|also\s|soit\s|donc\s|d\.\s?h\.\s)?",
    re.IGNORECASE,
)
_IN_ALL = re.compile(r"\s?(?:in all|in total|altogether|together|all told|insgesamt|zusammen|en tout|au total)(?![^\W\d_])", re.IGNORECASE)


def check_gathered(page: Page) -> Iterator[Finding]:
    for place, _ in places(page):
        listed = _listed(page, place)
        if len(listed) < _LEAST or not place.stated.item.plain_count or place.stated.item.quantity.bound:
            continue
        total = sum((one.item.value.exact for one in listed), Fraction(0))
        step = " + ".join(page.words_at(one.item.quantity.number) for one in listed)
        form = Form(Value(total, Interval.exact(total)), step, tuple(one.item for one in listed), "sum")
        how = standing(place.stated.item.quantity, form)
        if how == "yes":
            yield confirmed(page, RULE, place.stated.item, form)
        elif (how == "no" or _exactly(place.stated)) and near(place.stated.item.quantity, form):
            yield contradicted(page, RULE, place.stated.item, form)


def _listed(page: Page, place: Place) -> Sequence[Measure]:
    """The counts with nouns of their own that stand in a list right before a figure that is said to be all of them."""
    stated = place.stated
    if not _IN_ALL.match(page.text[stated.end : stated.end + 20]) or not place.own:
        return ()
    if not _CLOSING.fullmatch(page.text[place.own[-1].end : stated.span.start]):
        return ()
    run: list[Measure] = []
    for one in reversed(place.own):
        if not _counts(one) or (run and not _JOINT.fullmatch(page.text[one.end : run[0].span.start])):
            break
        run.insert(0, one)
    alike = [same_noun(one.above, stated.above) for one in run if stated.above]
    return () if any(alike) and not all(alike) else run  # of drafts, letters and notes the letters may be counted


def _exactly(stated: Measure) -> bool:
    """Whether a number is written to its last unit, so that being one off is wrong."""
    return stated.item.quantity.half == stated.item.quantity.coarse == Fraction(1, 2)


def _counts(one: Measure) -> bool:
    return (
        one.item.plain_count
        and bool(one.above)
        and one.item.quantity.half <= Fraction(1, 2)
        and not one.item.quantity.bound
        and not one.told
    )
