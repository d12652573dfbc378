"""A value with its margin and the interval that it stands for: "14.31 ± 5.37, that is [8.94, 19.68]"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.judging import written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.quantities import Interval, Quantity
from tools.records import Finding, Span

_PLUS_MINUS = re.compile(r"\s*(?:±|\+/-|\+-|\\pm)\s*")
_TO = re.compile(r"\s*(?:;|,|–|-|—|\.\.\.?|…|to|and|bis|und|à|et|a)\s*", re.IGNORECASE)
_THAT_IS = re.compile(
    r"[\s,:(=→]*(?:(?:i\.e\.|that is|or|so|hence|which is|thus|from|between|giving|gives|d\. ?h\.|das heißt|das ist|also|oder|von|zwischen|"
    r"c['’]est[- ]à[- ]dire|soit|donc|de|entre|ou|the|an?|das|der|l['’]|un|(?:confidence )?interval|(?:konfidenz)?intervall|intervalle)"
    r"[\s,:]*)*[\[(]?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Margin:
    """value ± margin, and low to high beside it."""

    value: Quantity
    margin: Quantity
    low: Quantity
    high: Quantity


def check_margins(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if "±" in sentence.text or "+/-" in sentence.text or "\\pm" in sentence.text:
            for found in _margins(page, sentence):
                finding = _judged(page, found)
                if finding is not None:
                    yield finding


def _margins(page: Page, sentence: Sentence) -> Iterator[_Margin]:
    quantities = [_signed(page, q) for q in sentence.quantities if not q.ordinal]
    for (value, margin), (low, high) in zip(pairwise(quantities), pairwise(quantities[2:]), strict=False):
        if _joined(page, value, _PLUS_MINUS, margin) and _joined(page, margin, _THAT_IS, low) and _joined(page, low, _TO, high):
            yield _Margin(value, margin, low, high)
    for (low, high), (value, margin) in zip(pairwise(quantities), pairwise(quantities[2:]), strict=False):
        between = page.text[high.span.end : value.span.start].lstrip("])")
        if _joined(page, value, _PLUS_MINUS, margin) and _joined(page, low, _TO, high) and between and _THAT_IS.fullmatch(between):
            yield _Margin(value, margin, low, high)


def _signed(page: Page, quantity: Quantity) -> Quantity:
    """A figure behind a plus-minus sign is positive, whatever was read of the sign."""
    return replace(quantity, value=abs(quantity.value)) if page.text[: quantity.number.start].endswith(("/-", "/−")) else quantity


def _joined(page: Page, one: Quantity, joint: re.Pattern[str], other: Quantity) -> bool:
    return joint.fullmatch(page.text[one.span.end : other.number.start]) is not None


def _judged(page: Page, found: _Margin) -> Finding | None:
    """Both ends agree, or one does and the other does not; where neither does, the interval is of something else."""
    common = [q.unit for q in (found.margin, found.high, found.value) if q.unit.name]
    unit = common[0] if common else found.value.unit
    value, margin, low, high = (replace(q, unit=unit) if not q.unit.name else q for q in (found.value, found.margin, found.low, found.high))
    if len({q.kind for q in (value, margin, low, high)}) != 1 or any(q.bound for q in (value, margin, low, high)):
        return None
    middle, wide = value.intervals()[0], margin.intervals()[0]
    ends = ((low, value.bases()[0] - margin.bases()[0], middle - wide), (high, value.bases()[0] + margin.bases()[0], middle + wide))
    agree = [stated.intervals()[0].meets(between) for stated, _, between in ends]
    span = Span(start=low.span.start, end=high.span.end)
    shown = f"{written(page, value)} ± {written(page, margin)}"
    working = [f"{shown} goes from {in_unit(ends[0][1], value)} to {in_unit(ends[1][1], value)}", f"stated: {page.words_at(span)}"]
    places = [Span(start=min(value.span.start, margin.span.start), end=max(value.span.end, margin.span.end))]
    if all(agree):
        return report.confirmed("margin", span, Said(f"{shown} is the interval stated.", working, places))
    if not any(agree):
        return None
    stated, right, between = ends[agree.index(False)]
    if stated.agreement(Interval.exact(right)) != "no" or stated.intervals()[0].distance(between) == 0:
        return None
    new = report.like(right, stated, page)
    replacement = report.replaced(page, span, [(stated.number, new)], "value and margin added up") if new else None
    sign = "-" if stated is low else "+"
    said = Said(
        f"{written(page, value)} {sign} {written(page, margin)} is {plain(right / stated.unit.factors[0])}, not {written(page, stated)}.",
        working,
        places,
    )
    return report.contradicted("margin", span, said, "high", replacement)
