"""A share that stands beside what it is the share of: "240 samples, 60 % of a window", "1.02 GB, exactly half"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers.announced.forms import ONE, Form, minus, over
from tools.instruments.numbers.announced.standing import confirmed, near, standing
from tools.instruments.numbers.derivations.discourse import Discourse, Place, places
from tools.instruments.numbers.derivations.measures import RATIOS, Measure, same_noun
from tools.instruments.numbers.derivations.results import unsure_of
from tools.instruments.numbers.derivations.verdicts import at_odds
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import any_akin, words_of
from tools.records import Finding

RULE = "derived-share"
_BESIDE = re.compile(
    r"\s?\)?(?:[,(:–—]|,?\s(?:or|oder|ou|soit|also))\s?(?:(?:or|that is|i\.e\.|which is|and so|oder|also|das sind|soit|ou|about|exactly|"
    r"only|just|roughly|some|almost|nearly|genau|etwa|rund|nur|exactement|environ|presque|under|over),?\s)*$",
    re.IGNORECASE,
)
_OF = re.compile(
    r"\s?(?:of|von|de|du|des|der|d['’])\s?(?:the\s|all\s|a\s|an\s|its\s|their\s|our\s|dem\s|der\s|den\s|aller\s|la\s|l['’]|tous\sles\s)*(?P<whole>[^\W\d_]+)",
    re.IGNORECASE,
)
_CLOSED = re.compile(r"\s?(?:[.,;:)–—]|$|\s(?:and|so|which|und|et)\s)")
_MOST = 200  # figures back among which the whole may be
_TENS = tuple(Fraction(10) ** power for power in (-3, -2, -1, 1, 2, 3))


def check_shares_of_wholes(page: Page) -> Iterator[Finding]:
    for place, discourse in places(page):
        stated = place.stated
        if stated.item.kind not in ("percent", "part") or not place.own or unsure_of(place):
            continue
        part = place.own[-1]
        if part.item.kind in RATIOS or part.bare or not _BESIDE.fullmatch(page.text[part.end : stated.span.start]):
            continue
        finding = _held(page, place, part, discourse)
        if finding is not None:
            yield finding


def _held(page: Page, place: Place, part: Measure, discourse: Discourse) -> Finding | None:
    stated = place.stated
    tail = page.text[stated.span.end : place.sentence.span.end]
    whole = _OF.match(tail)
    if (whole is None and not _CLOSED.match(tail)) or re.match(r"\s?(?:of|von|de)\s(?:the\s|all\s|these\s)?[$€£]?\d", tail):
        return None
    wholes = [one for one in discourse.told[-_MOST:] if one.span != part.span and _may_hold(one, part)]
    forms = [form for one in wholes for form in _shares(page, part, one)]
    held = next((form for form in forms if standing(stated.item.quantity, form) != "no"), None)
    if held is not None:
        return confirmed(page, RULE, stated.item, held) if standing(stated.item.quantity, held) == "yes" and whole is not None else None
    if _tabled(page, place.sentence, part) or len({one.item.value.exact for one in wholes}) != 1:
        return None
    form = forms[0]
    if form.value.exact >= 1 or _added(stated, forms):
        return None
    if _linked(page, place, whole, wholes[-1]) and (near(stated.item.quantity, form) or _rest(stated, form)):
        return _contradicted(page, (part, stated), form, whole is not None)
    return _contradicted(page, (part, stated), form, True) if _by_tens(stated, form) else None


def _contradicted(page: Page, pair: tuple[Measure, Measure], form: Form, mended: bool) -> Finding:
    return at_odds(page, RULE, pair, form, f"{page.words_at(pair[0].span)} of {page.words_at(form.used[1].span)} is", mended)


def _may_hold(one: Measure, part: Measure) -> bool:
    """Whether a figure is of the same sort as a part, and larger."""
    if one.item.kind in RATIOS or one.item.value.dimensions != part.item.value.dimensions or one.item.value.exact <= part.item.value.exact:
        return False
    if one.told and one.below and one.below != part.below:
        return False
    return bool(part.item.value.dimensions) or (bool(one.above) and same_noun(one.above, part.above))


def _shares(page: Page, part: Measure, whole: Measure) -> Iterator[Form]:
    for reading in range(max(len(part.item.readings), len(whole.item.readings))):
        value = over(part.item.read(reading), whole.item.read(reading))
        if value is not None:
            step = f"{page.words_at(part.span)} / {page.words_at(whole.span)}"
            yield Form(value, step, (part.item, whole.item), "share", reading)


def _linked(page: Page, place: Place, whole: re.Match[str] | None, held: Measure) -> bool:
    """Whether the words say that the share is of this whole: its sentence names it, or it was told right before and nothing is named."""
    told = next((own for own in page.sentences if own.span == held.sentence), None)
    if told is None:
        return False
    if whole is None:
        return (
            place.sentence.block == told.block
            and len([own for own in page.sentences if told.span.start < own.span.start < place.sentence.span.start]) <= 1
        )
    return any_akin([word for word in words_of(whole["whole"]) if len(word) > 2], words_of(told.text))


def _rest(stated: Measure, form: Form) -> bool:
    """Whether the share of all the rest is stated."""
    return 0 < form.value.exact < 1 and abs(stated.item.value.exact - (1 - form.value.exact)) < Fraction(1, 200)


def _by_tens(stated: Measure, form: Form) -> bool:
    """Whether a share misses by a power of ten, and by nothing else."""
    own = stated.item.value.exact
    return any(abs(own * ten / form.value.exact - 1) < Fraction(1, 40) for ten in _TENS)


def _added(stated: Measure, forms: Sequence[Form]) -> bool:
    """Whether what is left, or the ratio of the part to the rest, is stated: the share may be that of the other part."""
    rests = [minus(ONE, form.value) for form in forms]
    return any(
        rest is not None and rest.exact > 0 and abs(stated.item.value.exact / (form.value.exact / rest.exact) - 1) < Fraction(1, 50)
        for form, rest in zip(forms, rests, strict=True)
    )


def _tabled(page: Page, sentence: Sentence, part: Measure) -> bool:
    """Whether a table beside holds figures of the same sort, any of which may be the whole."""
    return any(
        column.kind == part.item.kind or (part.item.plain_count and column.kind == "count")
        for grid in page.grids_near(sentence.block)[:1]
        for column in grid.columns
    )
