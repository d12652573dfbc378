"""Figures that answer to those of an earlier list one by one: all but one are what one way of reckoning gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tools.instruments.numbers.announced.forms import Form, over, times
from tools.instruments.numbers.announced.items import Item, in_unit_of, items_of
from tools.instruments.numbers.announced.series import columns_of
from tools.instruments.numbers.announced.standing import contradicted, standing
from tools.instruments.numbers.derivations.measures import RATIOS
from tools.instruments.numbers.page import Page, Sentence
from tools.quantities.expressions import Value
from tools.records import Finding

RULE = "derived-list"
_LEAST = 3
_NEAR = 3  # sentences, and blocks to a table
_MANY = 4  # with so many that answer to one another, a unit may be told by the words alone
_JOINT = re.compile(r"\s?(?:,|,?\s(?:and|or|und|oder|et|ou))\s[$€£]?", re.IGNORECASE)
_WAYS: tuple[tuple[str, Callable[[Value, Value], Value | None]], ...] = (
    ("{c} / {x}", over),
    ("{x} / {c}", lambda c, x: over(x, c)),
    ("{x} x {c}", times),
)


def check_parallel(page: Page) -> Iterator[Finding]:
    before: list[Sentence] = []
    for sentence in page.sentences:
        if sentence.output:
            continue
        before = [own for own in before[-_NEAR:] if page.sections[own.block] == page.sections[sentence.block]]
        for run in _runs(page, sentence):
            finding = _held(page, sentence, run, before)
            if finding is not None:
                yield finding
        before.append(sentence)


def _runs(page: Page, sentence: Sentence) -> Iterator[list[Item]]:
    """Figures of one kind that stand in a list; a unit behind the last is that of all."""
    run: list[Item] = []
    for item in (*items_of(page, sentence), None):
        if run and item is not None and _JOINT.fullmatch(page.text[run[-1].span.end : item.span.start]):
            run.append(item)
            continue
        if len(run) >= _LEAST:
            run = [in_unit_of(one, run[-1]) if one.plain_count and not one.quantity.unit.name else one for one in run]
            if len({one.kind for one in run}) == 1 and _differ(run):
                yield run
        run = [item] if item is not None else []


def _differ(run: Sequence[Item]) -> bool:
    return len({item.value.exact for item in run}) == len(run) and all(item.value.exact > 0 for item in run)


def _held(page: Page, sentence: Sentence, run: Sequence[Item], before: Sequence[Sentence]) -> Finding | None:
    wanted = run[0].value.dimensions
    commons = [item for other in (sentence, *before) for item in items_of(page, other) if item.kind not in RATIOS and item.value.exact > 0]
    wrong: list[tuple[int, Form]] = []
    for own in _lists(page, sentence, before):
        if len(own) != len(run) or not _differ(own) or {item.span for item in own} & {item.span for item in run}:
            continue
        for common in commons:
            if any(common.span.overlaps(item.span) for item in (*own, *run)):
                continue
            for shown, way in _WAYS:
                forms = [form for item in own if (form := _form(page, shown, way, common, item)) is not None]
                if len(forms) != len(run) or not (
                    forms[0].value.dimensions == wanted if wanted else len(run) >= _MANY and own[0].value.dimensions
                ):
                    continue
                if len(run) < _MANY and not common.value.dimensions:
                    continue
                stands = [_stands(item, form) for item, form in zip(run, forms, strict=True)]
                if all(stand == "yes" for stand in stands):
                    return None
                if stands.count("yes") == len(run) - 1 and stands.count("no") == 1:
                    wrong.append((stands.index("no"), forms[stands.index("no")]))
    if len({(at, form.value.exact) for at, form in wrong}) != 1:
        return None
    at, form = wrong[0]
    return contradicted(page, RULE, run[at], form)


def _stands(item: Item, form: Form) -> str:
    """How a figure stands to a value, where a member of a list may be rounded in its last places ("333,000" for 333,333)."""
    factor, quantity = item.quantity.unit.factors[0], item.quantity
    rounded = quantity.coarse * 40 <= quantity.value and abs(form.value.exact - quantity.value * factor) <= quantity.coarse * factor
    return "yes" if rounded else standing(quantity, form)


def _lists(page: Page, sentence: Sentence, before: Sequence[Sentence]) -> Iterator[Sequence[Item]]:
    """The figures of one kind of each sentence, and the columns of the table beside."""
    for other in (sentence, *before):
        items = items_of(page, other)
        for kind in {item.kind for item in items if item.kind not in RATIOS}:
            yield [item for item in items if item.kind == kind]
    for grid in page.grids_near(sentence.block)[:1]:
        if abs(grid.block - sentence.block) <= _NEAR:
            yield from (own.items for own in columns_of(page, grid))


def _form(page: Page, shown: str, way: Callable[[Value, Value], Value | None], common: Item, item: Item) -> Form | None:
    value = way(common.value, item.value)
    step = shown.format(c=page.words_at(common.span), x=page.words_at(item.span))
    return None if value is None else Form(value, step, (common, item), "parallel")
