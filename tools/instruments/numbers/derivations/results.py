"""Figures that a clause announces as what its other figures come to, where their dimensions leave one way to reckon them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near, slipped, standing
from tools.instruments.numbers.derivations.dimensional import derived
from tools.instruments.numbers.derivations.discourse import CORRESPONDS, Discourse, Place, announced, explanations, places
from tools.instruments.numbers.derivations.measures import RATIOS, Measure
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.words import conditional, elsewhere
from tools.records import Finding

RULE = "derived-result"
_MOST_OWN = 3


def check_results(page: Page) -> Iterator[Finding]:
    for place, discourse in places(page):
        if place.stated.item.kind in RATIOS or place.stated.bare or unsure_of(place):
            continue
        finding = _held(page, place, discourse)
        if finding is not None:
            yield finding


def unsure_of(place: Place) -> bool:
    """Whether a clause speaks of what might be, was measured or is asked, so that its figures need not follow from others."""
    text = place.clause
    return bool(
        cues.CONDITION.search(text)
        or cues.ROUNDED.search(place.sentence.text)
        or cues.CONTRAST.search(text)
        or elsewhere(text)
        or conditional(text)
        or _MORE_IN_IT.search(place.sentence.text)
        or place.sentence.text.rstrip().endswith("?")
        or len(place.sentence.quantities) > 12
    )


def _held(page: Page, place: Place, discourse: Discourse) -> Finding | None:
    stated = place.stated
    own = [one for one in place.own if one.span not in discourse.spent]
    if _GIVEN.search(place.lead) and not cues.STRICT.search(place.lead):
        return None
    if not own or not announced(place.lead) or len(own) > _MOST_OWN or any(one.bare or one.item.kind in RATIOS for one in own):
        return None
    alone = _own_forms(page, own, stated, place)
    forms = alone or _pooled(page, own, stated, discourse)
    implied = [form for fit, form in derived(page, own, stated) if fit == "implied"] if len(own) > 1 else []
    if implied and (not alone or any(standing(stated.item.quantity, form) == "yes" for form in implied)):
        return None
    how, form = best(stated.item.quantity, forms)
    if how == "yes" and form is not None:
        return confirmed(page, RULE, stated.item, form)
    if how != "no" or len({form.value.exact for form in forms if form.reading == 0}) != 1:
        return None
    if next(explanations(page, stated, discourse.told[-12:], {one.span for one in own}), None) is not None:
        return None
    if not alone and not _strictly(place.lead) and not slipped(stated.item.quantity, forms[0]):
        return None
    return refuted(page, RULE, stated, forms)


def refuted(page: Page, rule: str, stated: Measure, forms: Sequence[Form]) -> Finding | None:
    """A contradiction where a figure misses all readings of its derivation, and misses them as slips of reckoning do."""
    if any(standing(stated.item.quantity, form) != "no" for form in forms):
        return None
    if not any(near(stated.item.quantity, form) or slipped(stated.item.quantity, form) for form in forms):
        return None
    return contradicted(page, rule, stated.item, forms[0])


# What is told may hold more, or less, than its parts.
_MORE_IN_IT = re.compile(
    r"(?<![^\W\d_])(?:overhead|includ\w+|plus|on disk|compress\w*|besides|padd\w+|effective\w*|in practice|not counting|"
    r"einschließlich|inklusive|zuzüglich|komprimiert\w*|auf der platte|y compris|compressé\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
# A figure that comes right after these words is one to start from.
_GIVEN = re.compile(
    r"(?<![^\W\d_])(?:of|with|than|at|by|every|each|per|after|for|over|from|against|if|von|mit|als|bei|um|jede[rnsm]?|pro|nach|für|über|de|avec|que|par|chaque|après|pour)"
    r"\s(?:the\s|a\s|all\s|about\s|some\s|only\s)*[$€£]?$",
    re.IGNORECASE,
)


def _strictly(lead: str) -> bool:
    return bool(cues.STRICT.search(lead) or CORRESPONDS.search(lead))


def _own_forms(page: Page, own: Sequence[Measure], stated: Measure, place: Place) -> list[Form]:
    """The derivations from all figures of the clause."""
    found = list(derived(page, own, stated)) if len(own) > 1 else []
    exact = [form for fit, form in found if fit == "exact"]
    return exact or ([form for fit, form in found if fit == "renamed"] if _strictly(place.lead) else [])


def _pooled(page: Page, own: Sequence[Measure], stated: Measure, discourse: Discourse) -> list[Form]:
    """The derivations from all figures of the clause and one that was said before."""
    here = {one.span for one in own}
    others = [one for one in discourse.open() if one.span not in here and not one.bare and one.item.kind not in RATIOS]
    return [form for other in others for fit, form in derived(page, [*own, other], stated) if fit == "exact"]
