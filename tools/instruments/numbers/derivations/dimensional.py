"""The products and quotients of figures whose dimension is the one that is wanted, nouns among the units."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Literal

from tools.instruments.numbers.announced.forms import ONE, Form, over, readings_of, times
from tools.instruments.numbers.derivations.measures import Measure, nouns_of, physical, same_noun
from tools.instruments.numbers.page import Page
from tools.quantities.expressions import Dimensions, Value

Fit = Literal["exact", "renamed", "implied", "none"]


def reconciled(measures: Sequence[Measure]) -> list[Measure]:
    """The same measures with one name for each noun, where several words name it ("req", "requests")."""
    names: list[str] = []

    def name(noun: str) -> str:
        if not noun or noun == "*":
            return noun
        known = next((own for own in names if same_noun(own, noun)), None)
        if known is None:
            names.append(noun)
            return noun
        return known

    return [replace(measure, above=name(measure.above), below=name(measure.below)) for measure in measures]


def fit_of(found: Dimensions, wanted: Measure) -> Fit:
    """Whether a dimension is the wanted one: exactly, with another name for the one thing that is counted, or
    with a number of things left over each of which it may be said of ("four buckets at 31 s are 124 s")."""
    own = wanted.dimensions
    if physical(found) != physical(own):
        return "none"
    have, want = nouns_of(found), nouns_of(own)
    if have == want:
        return "exact"
    if wanted.open and len(have) == len(want) + 1 and set(want) < set(have) and sum(p for _, p in have) == sum(p for _, p in want) - 1:
        return "exact"
    if wanted.below and not wanted.told and have == nouns_of(wanted.without_each().dimensions):
        return "exact"
    if not have and len(want) == 1 and want[0][1] == 1 and not physical(own):
        return "exact"  # a ratio of like amounts is a number of things
    counts = [pair for pair in have if pair[1] == 1], [pair for pair in want if pair[1] == 1]
    rest = [pair for pair in have if pair[1] != 1], [pair for pair in want if pair[1] != 1]
    if len(counts[0]) == len(counts[1]) == 1 and rest[0] == rest[1]:
        return "renamed"
    if wanted.bare and len(have) == 1 and have[0][1] == 1:
        return "renamed"
    if physical(own) and set(want) <= set(have) and sum(abs(power) for _, power in have) == sum(abs(power) for _, power in want) + 1:
        return "implied"
    return "none"


def derived(page: Page, measures: Sequence[Measure], wanted: Measure) -> Iterator[tuple[Fit, Form]]:
    """Every product of all the figures, or of some divided by the others, that has the wanted dimension."""
    *own, target = reconciled([*measures, wanted])
    shown = [page.words_at(measure.span) for measure in own]
    for reading in readings_of([measure.item for measure in own] + [target.item]):
        values = [measure.read(reading) for measure in own]
        if any(value.exact <= 0 for value in values):
            return
        for signs in product((1, -1), repeat=len(own)):
            fit = fit_of(_dimensions(own, signs), target)
            if fit == "none":
                continue
            value: Value | None = ONE
            for one, sign in zip(values, signs, strict=True):
                value = None if value is None else times(value, one) if sign == 1 else over(value, one)
            if value is None or abs(value.exact) > Fraction(10) ** 30 or (value.exact < 1 and _whole(target)):
                continue
            above = " x ".join(text for text, sign in zip(shown, signs, strict=True) if sign == 1) or "1"
            below = " / ".join(text for text, sign in zip(shown, signs, strict=True) if sign == -1)
            used = tuple(measure.item for measure in own)
            yield fit, Form(value, f"{above} / {below}" if below else above, used, "quotient" if below else "product", reading)


def _whole(target: Measure) -> bool:
    """Whether a figure counts things, which are never less than one."""
    return target.item.plain_count and target.item.quantity.value.denominator == 1 and not target.below


def _dimensions(own: Sequence[Measure], signs: Sequence[int]) -> Dimensions:
    powers: dict[str, int] = {}
    for measure, sign in zip(own, signs, strict=True):
        for base, power in measure.dimensions:
            powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted(pair for pair in powers.items() if pair[1]))
