"""Figures of one sentence that belong together by their units, whichever of them is said to follow: they have to agree."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.elsewhere import told_elsewhere
from tools.instruments.numbers.announced.forms import ONE, over, products, readings_of, times
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.series import listed_in
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, slipped, standing
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import vocabulary
from tools.quantities.expressions import Value
from tools.records import Finding

# Lengths of time that no unit is made of: their number is a count of turns, at each of which something grows or is lost.
_CALENDAR = vocabulary("months month quarters years year weeks monate monaten jahre jahren wochen mois ans années semaines")


def check_balance(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if (
            sentence.output
            or cues.CONDITION.search(sentence.text)
            or cues.CONTRAST.search(sentence.text)
            or cues.MEASURED.search(sentence.text)
            or cues.SUM.search(sentence.text)
        ):
            continue
        items = items_of(page, sentence)
        if (
            len(items) not in (3, 4)
            or list(listed_in(page, sentence))
            or any(item.kind in ("percent", "times", "part", "points") for item in items)
        ):
            continue
        if any(item.quantity.bound in ("above", "below", "about", "nearly") for item in items) or not cues.VERB.search(sentence.text):
            continue
        finding = _held(page, sentence, items)
        if finding is not None:
            yield finding


def _held(page: Page, sentence: Sentence, items: list[Item]) -> Finding | None:
    """A count between figures with units: the units of the others leave it no choice."""
    physical = [item for item in items if item.value.dimensions]
    counts = [item for item in items if not item.value.dimensions]
    if (
        len(physical) != 2
        or not counts
        or len({item.value.dimensions for item in physical}) != 1
        or any((item.quantity.style == "words" and not item.noun) or item.noun in _CALENDAR for item in counts)
    ):
        return None
    stated = max(counts, key=lambda item: item.value.exact)
    if stated.value.exact <= 1:
        return None
    others = [item for item in items if item is not stated]
    forms = [form for reading in readings_of(others) for form in products(page, others, stated.value.dimensions, reading)]
    standings = [standing(stated.quantity, form) for form in forms]
    if "yes" in standings:
        return confirmed(page, "balance", stated, forms[standings.index("yes")])
    if "unsure" in standings or not forms or any(_balanced(items, reading) for reading in readings_of(items)):
        return None
    close = min(forms, key=lambda form: abs(float(form.value.exact / stated.value.exact) - 1) if stated.value.exact else 1.0)
    if abs(close.value.exact - stated.value.exact) == 1 or (len(items) > 3 and cues.RESULT.search(sentence.text)):
        return None  # posts and gaps; or one figure is said to follow, and the fourth is another matter
    if (near(stated.quantity, close, Fraction(5, 2)) or slipped(stated.quantity, close)) and not told_elsewhere(page, sentence, stated):
        return contradicted(page, "balance", stated, close)
    return None


def _balanced(items: list[Item], reading: int) -> bool:
    """Whether some product of all the figures and their inverses is one."""
    for signs in product((1, -1), repeat=len(items)):
        value: Value | None = ONE
        for item, sign in zip(items, signs, strict=True):
            own = item.read(reading)
            value = None if value is None else times(value, own) if sign == 1 else over(value, own)
        if value is not None and not value.dimensions and abs(value.exact - 1) < Fraction(1, 50):
            return True
    return False
