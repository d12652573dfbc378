"""Changes in percent that are reckoned from the wrong side: "12 % more" where it is 12 % of the larger figure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from tools.instruments.numbers.announced.forms import Form, minus, over
from tools.instruments.numbers.announced.standing import contradicted, standing
from tools.instruments.numbers.derivations.discourse import Discourse, Place, places
from tools.instruments.numbers.derivations.measures import RATIOS, Measure, same_noun
from tools.instruments.numbers.page import Page
from tools.quantities.expressions import Value
from tools.records import Finding

RULE = "derived-change"
_MORE = re.compile(
    r"\s?(?:more|additional|extra|larger|longer|higher|bigger|greater|mehr|länger|größer|höher|de plus|plus)(?![^\W\d_])", re.IGNORECASE
)
_LESS = re.compile(r"\s?(?:less|fewer|smaller|shorter|lower|weniger|kürzer|kleiner|niedriger|de moins|moins)(?![^\W\d_])", re.IGNORECASE)
_NEAR = 6  # figures back that a change may be told of


def check_changed_bases(page: Page) -> Iterator[Finding]:
    for place, discourse in places(page):
        stated = place.stated
        if stated.item.kind != "percent" or stated.item.quantity.bound not in ("", "about"):
            continue
        tail = page.text[stated.span.end : stated.span.end + 20]
        up = _MORE.match(tail) is not None
        if not up and not _LESS.match(tail):
            continue
        finding = _held(page, place, discourse, up)
        if finding is not None:
            yield finding


def _held(page: Page, place: Place, discourse: Discourse, up: bool) -> Finding | None:
    """The one pair of figures of which the stated percentage is the change from the wrong side, and no pair that it fits."""
    stated, wrong = place.stated.item.quantity, []
    near = [one for one in discourse.told[-_NEAR:] if one.item.kind not in RATIOS]
    for a, b in combinations(near, 2):
        if not _alike(a, b):
            continue
        small, large = sorted((a, b), key=lambda one: one.item.value.exact)
        right, other = (_change(page, small, large, base) for base in ((small, large) if up else (large, small)))
        if right is None or other is None or standing(stated, right) != "no":
            return None
        if standing(stated, other) == "yes" and (b.sentence == place.sentence.span or a.sentence == place.sentence.span):
            wrong.append(right)
    return contradicted(page, RULE, place.stated.item, wrong[0]) if len({form.value.exact for form in wrong}) == 1 else None


def _alike(a: Measure, b: Measure) -> bool:
    """Whether two figures measure the same; a bare number after a count goes on counting."""
    if a.item.value.dimensions != b.item.value.dimensions or a.item.value.exact == b.item.value.exact:
        return False
    if a.item.value.exact <= 0 or b.item.value.exact <= 0:
        return False
    return bool(a.item.value.dimensions) or bool(a.above and (not b.above or same_noun(a.above, b.above)))


def _change(page: Page, small: Measure, large: Measure, base: Measure) -> Form | None:
    difference = minus(large.item.value, small.item.value)
    value: Value | None = None if difference is None else over(difference, base.item.value)
    names: Sequence[str] = [page.words_at(one.span) for one in (large, small, base)]
    step = f"({names[0]} - {names[1]}) / {names[2]}"
    return None if value is None else Form(value, step, (small.item, large.item), "change")
