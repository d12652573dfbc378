"""Statistics that prose names for a list in code or in an output: its mean, its root mean square, its length."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.standing import confirmed, contradicted, standing
from tools.instruments.numbers.literals import Listed, lists_of
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import akin, elsewhere
from tools.quantities import COUNT, Interval, Quantity
from tools.quantities.expressions import Value
from tools.records import Finding, Span

_MEAN = re.compile(
    r"(?<![^\W\d_])(?:average|mean|averages|moyenne|mittelwert|durchschnitt\w*)(?![^\W\d_])[^.;:,()\d]{0,28}$", re.IGNORECASE
)
_NOT = re.compile(
    r"(?<![^\W\d_])(?:weighted|moving|geometric|harmonic|trimmed|square\w*|absolute|deviation|without|except|first|last)(?![^\W\d_])",
    re.IGNORECASE,
)
_RMS = re.compile(r"(?<![^\W\d_])(?:root[- ]mean[- ]square|rms)(?![^\W\d_])[^.;:()\d]{0,40}$", re.IGNORECASE)
_SQUARES = re.compile(
    r"(?<![^\W\d_])(?:sum of (?:the |their )?(?:squared\s|squares\s?)[^.;:,()\d]{0,30}|squares? (?:sum|add up) to\s|"
    r"squared \w+ (?:sum|add up) to\s)$",
    re.IGNORECASE,
)


def check_in_lists(page: Page) -> Iterator[Finding]:
    lists = lists_of(page)
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            before = None
            continue
        if sentence.quantities and not elsewhere(sentence.text) and not cues.CONDITION.search(sentence.text):
            near = [
                own for own in lists if page.sections[own.block] == page.sections[sentence.block] and 0 < sentence.block - own.block <= 2
            ]
            for finding in (_mean(page, sentence, near), _root(page, sentence, before, near), _length(page, sentence, near)):
                if finding is not None:
                    yield finding
        before = sentence


def _head(page: Page, sentence: Sentence, item: Item) -> str:
    return page.text[max(sentence.span.start, item.span.start - 80) : item.span.start]


def _mean(page: Page, sentence: Sentence, lists: Sequence[Listed]) -> Finding | None:
    items = items_of(page, sentence)
    stated = [item for item in items if _MEAN.search(_head(page, sentence, item)) and item.quantity.style == "digits"]
    counts = [int(item.quantity.value) for item in items if item.plain_count and item.quantity.style == "words"]
    if len(stated) != 1 or _NOT.search(sentence.text) or stated[0].quantity.bound:
        return None
    own = [
        one
        for one in lists
        if len(one.values) >= 3 and (one.count in counts or any(akin(term, word) for term in one.terms for word in sentence.words))
    ]
    if len(own) != 1:
        return None
    values, item = own[0].values, _bare(stated[0])
    mean = sum(values, Fraction(0)) / len(values)
    form = _form(mean, f"({' + '.join(str(float(v)) for v in values[:30])}) / {len(values)}", "mean", (_place(own[0].span),))
    how = standing(item.quantity, form)
    if how == "yes":
        return confirmed(page, "list-mean", item, form)
    middle = sorted(values)[len(values) // 2]
    fits = min(values) < item.quantity.value < max(values) and item.quantity.value not in (*values, middle)
    return contradicted(page, "list-mean", item, form) if how == "no" and fits and own[0].count in counts else None


def _bare(item: Item) -> Item:
    """A figure as its number alone: what a program prints has no unit."""
    quantity = replace(item.quantity, unit=replace(item.quantity.unit, factors=(Fraction(1),)))
    return Item(quantity, (Value(quantity.value, Interval.around(quantity.value, quantity.half)),), item.noun, False)


def _place(span: Span) -> Item:
    """A list as a place that a finding rests on."""
    return Item(Quantity(span, span, Fraction(0), Fraction(0), Fraction(0)), (Value(Fraction(0), Interval.exact(0)),), "", False)


def _form(value: Fraction, step: str, name: str, used: tuple[Item, ...] = ()) -> Form:
    return Form(Value(value, Interval.exact(value)), step, used, name)


def _root(page: Page, sentence: Sentence, before: Sentence | None, lists: Sequence[Listed]) -> Finding | None:
    """The root of a stated sum of squares over the number of values: where the root was forgotten, or no divisor gives it."""
    items = items_of(page, sentence)
    roots = [item for item in items if _RMS.search(_head(page, sentence, item))]
    squares = [
        (own, item)
        for own in (sentence, before)
        if own is not None
        for item in items_of(page, own)
        if _SQUARES.search(_head(page, own, item))
    ]
    if len(roots) != 1 or len(squares) != 1 or roots[0].quantity.bound:
        return None
    counts = {own.count for own in lists if len(own.values) >= 3}
    for grid in page.grids_near(sentence.block)[:1]:
        counts |= {len(data_figures(grid, column)) for column in grid.columns[1:] if column.kind is not None}
    if len(counts) != 1:
        return None
    n, total, item = counts.pop(), squares[0][1], _bare(roots[0])
    if n < 3 or total.quantity.value <= 0:
        return None
    forms = [
        _form(
            Fraction((float(total.quantity.value) / (n - taken)) ** 0.5), f"√({page.words_at(total.span)} / {n - taken})", "root", (total,)
        )
        for taken in (0, 1, 2)
    ]
    held = [standing(item.quantity, form) for form in forms]
    if "yes" in held:
        return confirmed(page, "root-mean-square", item, forms[held.index("yes")])
    forgotten = _form(total.quantity.value / n, "", "mean square")
    if "unsure" not in held and (
        standing(item.quantity, forgotten) == "yes" or Fraction(1, 2) < item.quantity.value / forms[0].value.exact < 2
    ):
        return contradicted(page, "root-mean-square", item, forms[0])
    return None


def _length(page: Page, sentence: Sentence, lists: Sequence[Listed]) -> Finding | None:
    """ "At six sizes, from 64 to 2,048": the ends of a list tell that its length is meant."""
    for stated in sentence.ranges:
        own = [one for one in lists if one.values and (min(one.values), max(one.values)) == (stated.low.value, stated.high.value)]
        counts = [
            q
            for q in sentence.quantities
            if q.kind == "count" and q.style == "words" and not q.bound and not q.ordinal and q.span.end <= stated.span.start and q.after
        ]
        if len(own) != 1 or len(counts) != 1 or not any(akin(term, counts[0].after[0]) for term in own[0].terms):
            continue
        item = _counted(counts[0])
        form = _form(Fraction(own[0].count), f"{own[0].shown[:120]} has", "length", (_place(own[0].span),))
        if counts[0].value == own[0].count:
            return confirmed(page, "list-length", item, form)
        if abs(counts[0].value - own[0].count) <= 2:
            return contradicted(page, "list-length", item, form)
    return None


def _counted(quantity: Quantity) -> Item:
    return Item(replace(quantity, unit=COUNT), (Value(quantity.value, Interval.exact(quantity.value)),), "", False)
