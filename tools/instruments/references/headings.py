"""Numbered headings: those that stand by themselves, and those that ran into the text around them when it lost its line ends."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.kinds import WORDS, canonical
from tools.records import Block, Span

_HEADING = re.compile(rf"^[#\s*]*(?:(?:{WORDS['section']})\s+)?(?P<number>\d+(?:\.\d+)*)\.?[)\s:]+(?P<words>\S.*)$", re.M | re.I)
_NO_HEADING_BEFORE = re.compile(
    rf"(?:(?<!\w)(?:{'|'.join(WORDS.values())}|version|release|python|pytorch|torch|numpy|pandas|v|and|und|et|or|oder|ou|to|bis|in|of"
    r"|from|since|than|chapters?|kapitel|chapitres?|with|by)|[=+*/<>×≈,(–-])\s*\(?$",
    re.I,
)
_TITLE = 90


@dataclass(frozen=True)
class Heading:
    """number: as compared; words: of the title, with what follows it where they cannot be told apart; span: of the number."""

    number: str
    words: str
    span: Span


def headings(blocks: tuple[Block, ...], text: str, own: str | None) -> tuple[Heading, ...]:
    """The numbered headings of a chapter in order; own: its number, None where it is not known."""
    found = [h for b in blocks if b.kind == "heading" for h in _alone(text[b.span.start : b.span.end], b.span.start)]
    own = own or _common(found)
    if own is not None:
        found = _in_turn(sorted([*found, *_run_in(text, own, found)], key=lambda h: h.span.start), {h.span.start for h in found}, own)
    return tuple(found)


def _alone(words: str, start: int) -> Iterator[Heading]:
    for match in _HEADING.finditer(words):
        span = Span(start=start + match.start("number"), end=start + match.end("number"))
        yield Heading(canonical(match["number"]), match["words"], span)


def _common(found: list[Heading]) -> str | None:
    firsts = Counter(h.number.split(".")[0] for h in found if "." in h.number)
    return firsts.most_common(1)[0][0] if firsts else None


def _run_in(text: str, own: str, known: list[Heading]) -> Iterator[Heading]:
    places = {h.span.start for h in known}
    pattern = re.compile(rf"(?<![\w.,])(?P<number>{re.escape(own)}(?:\.\d{{1,2}}){{1,2}})\.?[ \u00a0]+(?=[\"“„«'`*]*[A-ZÄÖÜÉÈÀÂÊÎÔÇ])")
    for match in pattern.finditer(text):
        if match.start() in places or _NO_HEADING_BEFORE.search(text[max(0, match.start() - 20) : match.start()].rpartition("\n")[2]):
            continue
        words = text[match.end() : match.end() + _TITLE]
        words = re.split(r"\n|[.!?]\s", words)[0]
        yield Heading(match["number"], words, Span(start=match.start(), end=match.end("number")))


def _in_turn(candidates: list[Heading], certain: set[int], own: str) -> list[Heading]:
    """The certain headings, and of the others those that come next in the count."""
    kept: list[Heading] = []
    last: tuple[int, ...] = (0,)
    for heading in candidates:
        parts = tuple(int(p) for p in heading.number.split(".")[1:] if p.isdigit())
        if heading.span.start in certain or (parts and parts == _next(last, len(parts))):
            kept.append(heading)
            if parts and heading.number.split(".")[0] == own:
                last = parts
    return kept


def _next(last: tuple[int, ...], depth: int) -> tuple[int, ...]:
    """The number after `last` at a depth: after 3 come 4 and 3.1; after 3.2 come 3.3 and 4."""
    if depth > len(last):
        return (*last, 1)
    return (*last[: depth - 1], last[depth - 1] + 1)
