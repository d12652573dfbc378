"""The passages of a document that bear on given claims, by the words that they share; no model has a part in it.

Pieces that stand together are joined into passages of some hundreds of characters. Each claim ranks them by BM25, in which an identifier
(`torch.compile`, `recompile_limit`, `--flag`, "2.6.0") counts as a term of its own beside its parts. The best of each claim are taken in
turn until the bound is reached.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prompts.trust import Untrusted, measure
from tools.extract.records import Document, Piece
from tools.records import Span

CHARACTERS = 8_000  # of all passages together
_LENGTH, _LONGEST = 700, 1_400  # characters of a passage: as many are gathered, no more are kept together
_SATURATION, _BY_LENGTH = 1.2, 0.75
_EXACT = 2.0  # weight of an identifier beside a word
_WORD = re.compile(r"[^\W_]+")
_IDENTIFIER = re.compile(
    r"--[a-z][\w-]*|\d+(?:\.\d+)+|[^\W\d]\w*(?:\.[^\W\d]\w*)+|[^\W\d]*_\w+|[a-z]+[A-Z]\w*|[A-Z]{2,}\w*\d\w*|[A-Z][a-z0-9]+[A-Z]\w*"
)
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a an and are as at be been but by can do does for from had has have if in into is it its may more no not of on one only or so "
        "such than that the their then there these they this to was were when which while will with would you your we",
    )
)


@dataclass(frozen=True)
class Passage:
    """A part of a document's text. claims: numbers of the claims that it was taken for, from 0; score: the highest of theirs."""

    span: Span
    locator: str
    score: float
    claims: tuple[int, ...]


class Passages:
    """A document's passages, ready to be searched for any set of claims."""

    def __init__(self, document: Document) -> None:
        self._document = document
        text = measure(document.text)
        self._spans = list(_spans(document, text))
        self._terms = [Counter(terms(text[span.start : span.end])) for span in self._spans]
        self._sizes = [sum(counted.values()) for counted in self._terms]
        self._mean = sum(self._sizes) / len(self._sizes) if self._sizes else 1.0
        self._holding: dict[str, list[int]] = {}
        for number, counted in enumerate(self._terms):
            for term in counted:
                self._holding.setdefault(term, []).append(number)

    def best(self, claims: Sequence[Untrusted], characters: int = CHARACTERS) -> tuple[Passage, ...]:
        """The passages that bear most on the claims, in the order of the document, together within the bound; none that shares no word."""
        rankings = [self._ranked(set(terms(measure(claim)))) for claim in claims]
        taken: dict[int, tuple[float, list[int]]] = {}
        left = characters
        for rank in range(max(map(len, rankings), default=0)):
            for claim, ranking in enumerate(rankings):
                if rank >= len(ranking):
                    continue
                number, score = ranking[rank]
                if number in taken:
                    highest, claimed = taken[number]
                    taken[number] = max(highest, score), [*claimed, claim]
                elif len(self._spans[number]) <= left:
                    left -= len(self._spans[number])
                    taken[number] = score, [claim]
        return tuple(self._passage(number, *taken[number]) for number in sorted(taken))

    def _passage(self, number: int, score: float, claims: list[int]) -> Passage:
        span = self._spans[number]
        return Passage(span, self._document.locate(span), round(score, 4), tuple(sorted(claims)))

    def _ranked(self, wanted: set[str]) -> list[tuple[int, float]]:
        scores: dict[int, float] = {}
        for term in wanted:
            holding = self._holding.get(term, ())
            rarity = math.log(1 + (len(self._spans) - len(holding) + 0.5) / (len(holding) + 0.5))
            for number in holding:
                times = self._terms[number][term]
                length = 1 - _BY_LENGTH + _BY_LENGTH * self._sizes[number] / self._mean
                gain = rarity * times * (_SATURATION + 1) / (times + _SATURATION * length)
                scores[number] = scores.get(number, 0.0) + gain * (_EXACT if term.startswith("=") else 1.0)
        return sorted(scores.items(), key=lambda each: (-each[1], each[0]))


def passage_at(document: Document, span: Span) -> Span:
    """The passage in which a place of the document stands; the place itself where it is in none."""
    return next((passage for passage in _spans(document, measure(document.text)) if span.within(passage)), span)


def terms(text: str) -> Iterator[str]:
    """The terms of a text: words in lower case without a plural's end, common ones left out; identifiers whole, after a "="."""
    for word in _WORD.findall(text.lower()):
        if word not in _COMMON:
            yield word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word
    for identifier in _IDENTIFIER.findall(text):
        yield f"={identifier}"


def _spans(document: Document, text: str) -> Iterator[Span]:
    """Pieces that follow each other in one section, joined to passages; longer ones cut at the ends of lines or sentences."""
    start: int | None = None
    last: Piece | None = None
    for piece in document.pieces:
        if start is not None and last is not None:
            full = last.span.end - start >= _LENGTH or piece.span.end - start > _LONGEST
            if piece.kind == "heading" or piece.item != last.item or piece.page != last.page or full:
                yield from _cut(text, start, last.span.end)
                start = None
        start = piece.span.start if start is None else start
        last = piece
    if start is not None and last is not None:
        yield from _cut(text, start, last.span.end)


def _cut(text: str, start: int, end: int) -> Iterator[Span]:
    while end - start > _LONGEST:
        piece = text[start + _LENGTH : start + _LONGEST]
        at = max(piece.rfind("\n"), piece.rfind(". ") + 1)
        stop = start + (_LENGTH + at if at > 0 else _LONGEST)
        yield Span(start=start, end=stop)
        start = next((at for at in range(stop, end) if not text[at].isspace()), end)
    if end > start:
        yield Span(start=start, end=end)
