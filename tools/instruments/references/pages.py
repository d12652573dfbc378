"""What belongs to a numbered thing: its caption or title, its body, and the text about it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Literal

from tools.instruments.references.labels import Target
from tools.instruments.references.words import akin, kin, stemmed
from tools.records import Block, Span

_NEAR = 260  # characters of running text that a table without line ends may have
_WIDE = 700
_LINE = 20  # characters of a line that tells one body from another


class Pages:
    """What belongs to a target. strict: itself; wide: also the text about it; own: it is the section that the reference stands in."""

    def __init__(self, target: Target, same: list[Target], blocks: tuple[Block, ...], text: str, sentence: Span) -> None:
        self.target = target
        if target.kind == "section":
            span = _section(target, same, text)
            self.own = span.start <= sentence.start < span.end
            self.strict = self.wide = _without(text, span, sentence)
        elif target.kind == "equation":
            self.own = False
            self.strict, self.wide = _formula(target, same, text, sentence)
        else:
            self.own = False
            self.strict = _body(target, same, blocks, text, sentence)
            self.wide = self.strict + "\n" + _around(target, [t for t in same if t is not target], blocks, text, sentence)
        self._title = frozenset(stemmed(target.words))
        self._strict = Counter(stemmed(self.strict))
        self._wide = frozenset(stemmed(self.wide))

    def entitled(self, word: str) -> bool:
        """Whether the word stands in the caption or title."""
        return word in self._title

    def has(self, word: str) -> bool:
        return word in self._wide

    def forget(self, others: list[Pages]) -> None:
        """Leaves out of the text around what belongs to others: their bodies, and the sentences that name them."""
        wide = self.wide
        for other in others:
            for line in other.strict.split("\n"):
                wide = wide.replace(line, " ") if len(line) > _LINE and line not in self.strict else wide
        named = re.compile("|".join(rf"(?<![\d.]){re.escape(p.target.number)}(?![\d])" for p in others))
        self.wide = " ".join(s for s in re.split(r"(?<=[.!?])\s", wide) if not named.search(s))
        self._wide = frozenset(stemmed(self.wide))

    def count(self, word: str) -> int:
        """How often a word or a form of it stands in the thing itself."""
        return sum(n for other, n in self._strict.items() if akin(word, other))

    def titled(self, word: str) -> bool:
        """Whether a word or a form of it stands in the caption or title."""
        return any(akin(word, other) for other in self._title)

    def may_have(self, word: str) -> bool:
        return any(akin(word, other) for other in self._wide) or kin(word, self.wide) > 0

    def shares(self, said: list[str]) -> list[str]:
        """The words that are of the thing itself, or all that stand in a section where three do."""
        shared = [w for w in said if self.names(w)]
        present = [w for w in said if w in self._strict] if self.target.kind == "section" else shared
        return present if len(present) >= 3 or len(present) > len(shared) > 0 else shared

    def names(self, word: str) -> bool:
        """Whether the word is of the thing itself: in its caption or title, for a section also where it stands twice."""
        if self.target.kind == "section":
            return self.entitled(word) or self._strict[word] >= 2
        return word in self._strict if self.target.kind == "table" else self.entitled(word)


def _section(target: Target, same: list[Target], text: str) -> Span:
    """From a heading to the next one that is not below it."""
    inner = f"{target.number}."
    later = [t.span.start for t in same if t.span.start > target.span.start and not t.number.startswith(inner)]
    return Span(start=target.span.end, end=min(later, default=len(text)))


def _without(text: str, span: Span, sentence: Span) -> str:
    if not span.overlaps(sentence):
        return text[span.start : span.end]
    return text[span.start : max(span.start, sentence.start)] + "\n" + text[min(span.end, sentence.end) : span.end]


def _body(target: Target, same: list[Target], blocks: tuple[Block, ...], text: str, sentence: Span) -> str:
    """Caption, header and body of a table, figure or listing."""
    parts = [target.words]
    kinds: tuple[Literal["table", "code", "output", "diagram"], ...] = ("table", "code", "output", "diagram")
    near = [b for b in blocks if b.kind in kinds and len(b.span) < 3000 and _touches(b, target)]
    after = [b for b in near if b.span.start >= target.span.end]
    if after and target.kind == "table" and target.words and all(b.kind == "table" for b in near):
        near = after
    if target.kind == "listing" and len(near) > 1 and (one := _listing(target, same, near, blocks)) is not None:
        near = [one]
    parts += [text[b.span.start : b.span.end] for b in near]
    block = next((b for b in blocks if target.span.within(b.span)), None)
    if block is not None and not near:
        back = Span(start=max(block.span.start, target.span.start - _NEAR), end=target.span.start)
        on = Span(start=target.span.end, end=min(block.span.end, target.span.end + _NEAR))
        parts.append(re.split(r"[.!?]\s(?=[^\W\d_])", _without(text, back, sentence))[-1])
        parts.append("" if target.sure else _without(text, on, sentence))
    return "\n".join(parts)


def _formula(target: Target, same: list[Target], text: str, sentence: Span) -> tuple[str, str]:
    """(an equation with the sentence before it and what goes on behind it, these with all the text between it and its neighbours)."""
    before = max([max(0, target.span.start - _WIDE), *(t.span.end for t in same if t.span.end <= target.span.start)])
    after = min([target.span.end + _WIDE, *(t.span.start for t in same if t.span.start >= target.span.end), len(text)])
    led = _without(text, Span(start=before, end=target.span.start), sentence)
    follows = _without(text, Span(start=target.span.end, end=after), sentence)
    behind = re.match(r"[\s$}\])]*(?P<on>(?:where|with|wobei|mit|où|avec)\b[^.]*)", follows)
    return re.split(r"[.!?]\s+(?=[A-ZÄÖÜÉ])", led)[-1] + (behind["on"] if behind else ""), led + " " + follows


def _listing(target: Target, same: list[Target], near: list[Block], blocks: tuple[Block, ...]) -> Block | None:
    """The code of a listing: on the side of its caption on which the first or the last of them has code alone."""
    after = next((b for b in near if b.span.start >= target.span.end), None)
    before = next((b for b in reversed(near) if b.span.end <= target.span.start), None)
    if after is None or before is None:
        return after or before
    ends = (min(same, key=lambda t: t.span.start), max(same, key=lambda t: t.span.start))
    first, last = ([b.span.start >= t.span.end for b in blocks if b.kind == "code" and _touches(b, t)] for t in ends)
    below = {*first} == {True} or {*last} == {True}
    above = {*first} == {False} or {*last} == {False}
    return None if below == above else after if below else before


def _around(target: Target, others: list[Target], blocks: tuple[Block, ...], text: str, sentence: Span) -> str:
    """The prose around a target, without the sentence that refers to it and without the captions of others."""
    parts = []
    prose = [b for b in blocks if b.kind in ("prose", "quote", "heading") and not any(t.span.within(b.span) for t in others)]
    before = [b for b in prose if b.span.end <= target.span.start][-1:]
    after = [b for b in prose if b.span.start >= target.span.end][:1]
    for block in [*before, *after]:
        parts.append(_without(text, block.span, sentence))
    home = next((b for b in blocks if target.span.within(b.span)), None)
    if home is not None:
        start = max(
            [home.span.start, target.span.start - _WIDE, *(t.span.end + len(t.words) for t in others if t.span.end <= target.span.start)]
        )
        end = min([home.span.end, target.span.end + _WIDE, *(t.span.start for t in others if t.span.start >= target.span.end)])
        parts.append(_without(text, Span(start=min(start, end), end=end), sentence))
    return "\n".join(parts)


def _touches(block: Block, target: Target) -> bool:
    gap = min(abs(block.span.start - target.span.end), abs(target.span.start - block.span.end))
    return target.span.within(block.span) or gap <= len(target.words) + 24
