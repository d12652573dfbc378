"""Lists that are announced with a number, and things that are said to stand above or below."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.enumerated import announced, inline, numbers_in
from tools.instruments.references.labels import Target
from tools.layout.sentences import sentences
from tools.records import Block, Span

_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}  # fmt: skip
_FRENCH = {"deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "six": 6, "sept": 7, "huit": 8, "neuf": 9, "dix": 10}
_COUNT = "|".join(_NUMBERS) + r"|\d{1,2}"
_ANNOUNCED = re.compile(
    rf"\b(?:(?:the |die )?(?:following|folgende[nr]?)\s+(?P<a>{_COUNT})\s+[\w-]+(?:\s+[\w-]+){{0,3}}"
    rf"|(?P<b>{_COUNT})\s+[\w-]+(?:\s+[\w-]+){{0,3}}\s+(?:follow|folgen|in turn)|(?:these"
    rf"|diese)\s+(?P<c>{_COUNT})\s+[\w-]+(?:\s+[\w-]+){{0,2}})\s*:\s*$",
    re.I,
)
_SECTIONS = re.compile(
    rf"\b(?P<count>{_COUNT}|{'|'.join(_FRENCH)})\s+(?:sections\s+(?:above|before|so far|précédentes|ci-dessus)|preceding sections"
    r"|previous sections|(?:vorigen |vorangehenden |vorhergehenden )abschnitte\w?|abschnitte\w?\s+(?:davor|zuvor|oben|bisher))\b",
    re.I,
)
_ITEM = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>[-*•+]|\d{1,2}[.)])[ \t]+\S")
_PLACED = re.compile(
    r"\b(?:(?:the|die|der|in der)\s+)?(?:(?P<above1>above|preceding|previous|obige[nr]?|vorangehende[nr]?)\s+(?P<kind1>table|tabelle)"
    r"|(?P<kind2>table|tabelle)\s+(?P<above2>above|oben)"
    r"|(?P<below1>following|folgende[nr]?|nachstehende[nr]?)\s+(?P<kind3>table|tabelle)|(?P<kind4>table|tabelle)\s+(?P<below2>below"
    r"|unten))\b",
    re.I,
)


_FOLLOWING = re.compile(r"\b(?:following|folgende[nrs]?|suivante?s?)\b[^.:]{0,40}\.$", re.I)


@dataclass(frozen=True)
class Count:
    """A list announced with a number. span: of the announcement; ground: of the list."""

    said: int
    found: int
    span: Span
    ground: Span


@dataclass(frozen=True)
class Place:
    """Something said to stand where it does not. ground: where it does stand."""

    span: Span
    why: str
    ground: Span


def counted(blocks: tuple[Block, ...], text: str) -> Iterator[Count]:
    """Announced lists, with the items of the list that follows directly."""
    position = 0
    lines = []
    for line in text.split("\n"):
        lines.append((position, line))
        position += len(line) + 1
    prose = [b.span for b in blocks if b.kind in ("prose", "quote")]
    for number, (start, line) in enumerate(lines):
        match = _ANNOUNCED.search(line.rstrip(" *_"))
        if match is None or not any(s.start <= start + len(line) - 1 <= s.end for s in prose):
            continue
        word = (match["a"] or match["b"] or match["c"]).lower()
        items = _items(lines[number + 1 :])
        if len(items) >= 2:
            span = Span(start=start + match.start(), end=start + match.end())
            yield Count(_NUMBERS.get(word) or int(word), len(items), span, Span(start=items[0][0], end=items[-1][0] + len(items[-1][1])))


def enumerated(blocks: tuple[Block, ...], text: str) -> Iterator[Count]:
    """Numbers of things that a sentence states and that are listed directly after it, in a list or behind a colon."""
    position = 0
    lines = []
    for line in text.split("\n"):
        lines.append((position, line))
        position += len(line) + 1
    starts = [start for start, _ in lines]
    for block in blocks:
        if block.kind not in ("prose", "quote"):
            continue
        own = sentences(text, block.span)
        for sentence in own:
            for said, found, ground in inline(text[sentence.start : sentence.end], sentence.start):
                if _near(said.said, found):
                    yield Count(said.said, found, said.span, ground)
            words = text[sentence.start : sentence.end].rstrip()
            line_end = text.find("\n", sentence.start + len(words) - 1)
            if line_end < 0 or text[sentence.start + len(words) : line_end].strip() or _ITEM.match(words):
                continue
            own_count = announced(words, sentence.start)
            items = _items(lines[bisect_right(starts, line_end) :]) if own_count is not None else []
            if own_count is None or len(items) < 2 or not _heads(words, own_count.said, len(items)):
                continue
            if re.search(r":\s+\S", text[own_count.span.end : sentence.start + len(words)]):  # it has named them itself
                continue
            yield Count(own_count.said, len(items), own_count.span, Span(start=items[0][0], end=items[-1][0] + len(items[-1][1])))


def _heads(words: str, said: int, found: int) -> bool:
    """Whether a sentence announces the list after it: by its colon, or by the right number; not where another number of it fits."""
    opens = words.endswith(":") or _FOLLOWING.search(words) is not None
    return said == found or (opens and found not in numbers_in(words) and _near(said, found))


def _near(said: int, found: int) -> bool:
    """Whether one number may be the other, miscounted: beyond that the list is of something else."""
    return abs(said - found) <= max(2, said // 3)


def _items(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """The items of a list that begins at once (an empty line may stand before it), of the first level."""
    items: list[tuple[int, str]] = []
    indent, numbered, empty = "", False, 0
    for start, line in lines:
        match = _ITEM.match(line)
        if match and not items:
            indent, numbered = match["indent"], match["mark"][0].isdigit()
        if match and match["indent"] == indent and match["mark"][0].isdigit() == numbered:
            items.append((start, line))
            empty = 0
        elif not line.strip():
            empty += 1
            if empty > 1:
                break
        elif not items or (empty and not line.startswith((" ", "\t"))):
            break
    return items


def sections_counted(blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Iterator[Count]:
    """Sections that are counted in words ("the eight sections above"), with how many numbered ones end before them."""
    sections = [t for t in targets if t.kind == "section" and t.number.count(".") == 1]
    if len(sections) < 3 or len({t.number.split(".")[0] for t in sections}) > 1:
        return
    unnumbered = [b.span.start for b in blocks if b.kind == "heading" and not any(t.span.within(b.span) for t in sections)]
    for block in blocks:
        if block.kind not in ("prose", "quote"):
            continue
        for match in _SECTIONS.finditer(text[block.span.start : block.span.end]):
            span = Span(start=block.span.start + match.start(), end=block.span.start + match.end())
            before = [t for t in sections if t.span.start < span.start]
            inside = bool(before) and not any(before[-1].span.start < u < span.start for u in unnumbered)
            right = len(before) - inside
            said = (_NUMBERS | _FRENCH).get(match["count"].lower()) or int(match["count"])
            if before:
                yield Count(said, right, span, Span(start=sections[0].span.start, end=before[-1].span.end))


def placed(blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Iterator[Place]:
    """Tables said to stand above where the only ones stand below, and the other way round."""
    tables = [b.span for b in blocks if b.kind == "table"]
    others = [t.span for t in targets if t.kind == "table"] + [b.span for b in blocks if b.kind in ("output", "diagram")]
    if not tables:
        return
    for block in blocks:
        if block.kind not in ("prose", "quote"):
            continue
        for match in _PLACED.finditer(text[block.span.start : block.span.end]):
            span = Span(start=block.span.start + match.start(), end=block.span.start + match.end())
            above = match["above1"] or match["above2"]
            there = [t for t in tables + others if (t.end <= span.start if above else t.start >= span.end)]
            if there or any(span.within(t) for t in tables):
                continue
            where, other = ("above", "below") if above else ("below", "above")
            yield Place(span, f"The text speaks of a table {where}, and the only one stands {other}.", tables[0])
