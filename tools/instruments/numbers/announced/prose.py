"""Figures that a sentence announces as what others come to: a result, a total, a rest, a difference, a share, a change, a ratio."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.amounts import by_difference, by_rest, by_result, by_sum
from tools.instruments.numbers.announced.elsewhere import told_elsewhere
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.givens import is_beyond_products, is_given
from tools.instruments.numbers.announced.listings import is_point
from tools.instruments.numbers.announced.relative import by_change, by_ratio, by_share
from tools.instruments.numbers.announced.ruling import NOT_MINE, Ruling, alike, ruled
from tools.instruments.numbers.announced.stated import SAME, Stated, stated_in
from tools.instruments.numbers.multiplied import is_for_many
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import ranged
from tools.records import Finding


def check_prose(page: Page) -> Iterator[Finding]:
    before: list[Sentence] = []
    for sentence in page.sentences:
        if sentence.output:
            before = []
            continue
        near_by = [
            own
            for own in before[-2:]
            if page.sections[own.block] == page.sections[sentence.block]
            and sentence.block - own.block <= 1
            and not (own.block != sentence.block and is_point(page, own.block) and is_point(page, sentence.block))
        ]
        for stated in stated_in(page, sentence, near_by):
            if stated.item.value.dimensions and is_for_many(page, sentence, stated.item.quantity):
                continue
            finding = _held(page, stated)
            if finding is None or (
                finding.verdict == "contradicted"
                and (is_given(page, sentence, stated) or _beyond(sentence, finding, stated) or told_elsewhere(page, sentence, stated.item))
            ):
                continue
            yield finding
        before.append(sentence)


def _beyond(sentence: Sentence, finding: Finding, stated: Stated) -> bool:
    return finding.rule != "announced-power" and is_beyond_products(sentence, stated.item)


def _held(page: Page, stated: Stated) -> Finding | None:
    if stated.item.kind in ("times", "part", "percent") and len(alike((*stated.own, *stated.later))) <= 2 and ranged(stated.text):
        return None
    if cues.CONDITION.search(stated.text) or cues.ROUNDED.search(stated.text):
        return None
    for rule in (by_power, by_change, by_share, by_ratio, by_sum, by_rest, by_difference, by_result):
        applies, finding = rule(page, stated)
        if applies:
            return finding
    return None


_OPERATED = re.compile(r"(?:[-+−*/×·x^=(]|\\times|\\cdot|mal|fois|times)\s*[$`]?$")


def by_power(page: Page, stated: Stated) -> Ruling:
    """A power and what it is, side by side."""
    if (
        not stated.own
        or stated.own[-1].quantity.half != 0
        or _OPERATED.search(page.text[max(0, stated.own[-1].span.start - 12) : stated.own[-1].span.start])
        or not SAME.fullmatch(stated.lead)
        or stated.item.quantity.bound
    ):
        return NOT_MINE
    item, power = stated.item, stated.own[-1]
    value = type(power.value)(
        power.value.exact * item.quantity.unit.factors[0], power.value.interval.scaled(item.quantity.unit.factors[0]), item.value.dimensions
    )
    return ruled(page, "announced-power", stated, [Form(value, page.words_at(power.span), (power,), "power")], sure=True)
