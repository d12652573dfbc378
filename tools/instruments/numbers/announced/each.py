"""Sizes of many things whose own size the paragraph gives: "16 bytes for every parameter ... it is 19.2 GB"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.words import akin, elsewhere
from tools.quantities import Interval, Quantity
from tools.records import Finding

_EACH = re.compile(r"\s(?:for|in|pro|pour|je|par)?\s?(?:every|each|per|a|jede[nmrs]?|chaque)?\s?(?P<noun>[^\W\d_]{4,})", re.IGNORECASE)
_MARKED = re.compile(r"(?<![^\W\d_])(?:every|each|per|pro|je|jede[nmrs]?|par|chaque)(?![^\W\d_])", re.IGNORECASE)
_IS = re.compile(
    r"(?<![^\W\d_])(?:it is|that is|this is|they are|those are|comes to|needs|takes|es sind|das sind|cela fait)\s(?:about\s)?$",
    re.IGNORECASE,
)
_FOR = re.compile(r"(?<![^\W\d_])(?:for|with|of|für|mit|bei|pour|avec)\s(?:[^\W\d_]+\s){0,4}$", re.IGNORECASE)
_SLIPS = tuple(Fraction(base) ** power for base in (1000, 1024) for power in (-2, -1, 1, 2))


def check_each(page: Page) -> Iterator[Finding]:
    sizes: list[tuple[Quantity, str, int]] = []
    for sentence in page.sentences:
        if sentence.output:
            continue
        sizes = [own for own in sizes if own[2] == sentence.block]
        if sizes and not elsewhere(sentence.text):
            finding = _many(page, sentence, sizes)
            if finding is not None:
                yield finding
        for q in sentence.quantities:
            match = _EACH.match(page.text, q.span.end, sentence.span.end)
            if q.kind == "information" and match is not None and _MARKED.search(match.group()):
                sizes.append((q, match["noun"].lower(), sentence.block))


def _many(page: Page, sentence: Sentence, sizes: list[tuple[Quantity, str, int]]) -> Finding | None:
    stated = [q for q in sentence.quantities if q.kind == "information"]
    counts = [q for q in sentence.quantities if q.kind == "count" and not q.ordinal and q.value >= 1000 and q.after]
    if len(stated) != 1 or len(counts) != 1 or stated[0].span.start < counts[0].span.end:
        return None
    size = [q for q, noun, _ in sizes if akin(noun, counts[0].after[0])]
    led = _IS.search(page.text[: stated[0].span.start][-24:]) and _FOR.search(page.text[: counts[0].span.start][-40:])
    if len(size) != 1 or not led or stated[0].bound in ("above", "below", "at least", "at most"):
        return None
    exact = counts[0].value * size[0].bases()[0]
    working = [
        f"{page.words_at(counts[0].span)} x {page.words_at(size[0].span)} = {plain(exact)} bytes",
        f"stated: {page.words_at(stated[0].span)}",
    ]
    places = [size[0].span, counts[0].span]
    how = stated[0].agreement(Interval.exact(exact))
    if how == "yes":
        return report.confirmed("each", stated[0].span, Said(f"It is {in_unit(exact, stated[0])}, as stated.", working, places))
    off = [base / exact for base in stated[0].bases()]
    if how == "no" and any(abs(ratio / slip - 1) < Fraction(1, 20) for ratio in off for slip in _SLIPS):
        said = Said(f"It is {in_unit(exact, stated[0])}, not {page.words_at(stated[0].span)}.", working, places)
        return report.contradicted("each", stated[0].span, said, "high")
    return None
