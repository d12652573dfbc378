"""A reference whose words describe another table or figure than the one that it names; and chapters named by a wrong number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.references.labels import NUMBER, WORDS, Target, canonical
from tools.records import Block, Span

_SHOWS = (
    r"(?:shows?|lists?|gives?|compares?|reports?|contains?|summari[sz]es?|plots?|presents?|displays?|collects?|records?|"
    r"zeigt|enthält|listet|vergleicht|nennt|gibt|fasst|stellt|sammelt)"
)
_DESCRIBED = re.compile(
    rf"(?<![\w-])(?:(?P<table>{WORDS['table']})|(?P<figure>{WORDS['figure']})"
    rf"|(?P<listing>{WORDS['listing']}))[\s\u00a0]+{NUMBER}\s+{_SHOWS}\s+(?P<words>[^.;:!?\n]{{4,160}})",
    re.I,
)
_STOP = frozenset(
    re.findall(
        r"\w+",
        "the this that these those with from into over each every both what which where when then than their there have been "
        "being were between against more most less least only also such same other after before about for and are how its our "
        "your his her values value numbers results result data example figure table listing shows run runs one two three four "
        "five all eine einen einer eines der die das des dem den und mit für von vom zum zur aus bei nach über unter zwischen "
        "jede jeder jedes alle werte wert zahlen ergebnis ",
    )
)


@dataclass(frozen=True)
class Mistake:
    """span: of the reference; ground: of the label that the words fit."""

    span: Span
    why: str
    working: str
    ground: Span


def stems(words: str) -> frozenset[str]:
    """Content words of a text, cut to their first six letters."""
    return frozenset(w.lower()[:6] for w in re.findall(r"[^\W\d_]{4,}", words) if w.lower() not in _STOP)


def _words_of(target: Target, blocks: tuple[Block, ...], text: str) -> frozenset[str]:
    """Content words of a caption and of the block that it belongs to."""
    found = stems(target.words)
    near = [b for b in blocks if b.kind in ("table", "code", "output", "diagram") and _touches(b, target, text)]
    after = [b for b in near if b.span.start >= target.span.end]
    if after and all(b.kind == "table" for b in near):
        near = after
    return found.union(*(stems(text[b.span.start : b.span.end]) for b in near))


def _touches(block: Block, target: Target, text: str) -> bool:
    gap = min(abs(block.span.start - target.span.end), abs(target.span.start - block.span.end))
    return target.span.within(block.span) or gap <= len(target.words) + 12


def mistaken(blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Iterator[Mistake]:
    """References whose description fits another thing of the same kind, and not at all the one named."""
    for block in blocks:
        if block.kind not in ("prose", "quote"):
            continue
        for match in _DESCRIBED.finditer(text[block.span.start : block.span.end]):
            found = _mistake(match, block, blocks, text, targets)
            if found is not None:
                yield found


def _mistake(match: re.Match[str], block: Block, blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Mistake | None:
    kind = next(k for k in ("table", "figure", "listing") if match.group(k))
    number = canonical(match["number"])
    named = next((t for t in targets if t.kind == kind and t.number == number), None)
    said = stems(match["words"])
    if named is None or not stems(named.words):
        return None
    others = [t for t in targets if t.kind == kind and t.number != number]
    said -= frozenset().union(*(stems(named.words) & stems(t.words) for t in others))
    if not said or said & _words_of(named, blocks, text):
        return None
    fitting = [t for t in others if said & stems(t.words)]
    if len(fitting) != 1 or len(said & stems(fitting[0].words)) < min(2, len(said)):
        return None
    span = Span(start=block.span.start + match.start(), end=block.span.start + match.end("number"))
    other = fitting[0]
    shared = ", ".join(sorted(said & stems(other.words)))
    why = (
        f"The text says that {kind} {number} shows {match['words'].strip()!r}; its caption is {named.words[:80]!r}, "
        f"and {kind} {other.number} fits: {other.words[:80]!r}."
    )
    return Mistake(
        span, why, f"words shared with the caption of {kind} {other.number}: {shared}; with that of {kind} {number}: none", other.span
    )


_NEIGHBOUR = re.compile(
    r"\b(?:(?P<before>previous|preceding|last|vorige[nms]?|vorherige[nms]?|vorangehende[nms]?|letzte[nms]?)|(?P<after>next|following"
    r"|nächste[nms]?|folgende[nms]?)|(?P<own>this|diese[sm]?))"
    r"\s+(?:chapter|kapitels?)\s*(?:,|\(|—|–)\s*(?:chapter|kapitel)\s+(?P<number>\d+)",
    re.I,
)
_APPOSED = re.compile(
    r"\b(?:chapter|kapitel)\s+(?P<number>\d+)\s*(?:,|\(|—|–)\s*(?:the|das|dem|im)?\s*(?:(?P<before>previous|preceding|vorige[nms]?"
    r"|vorherige[nms]?|vorangehende[nms]?)|(?P<after>next|following|nächste[nms]?|folgende[nms]?)|(?P<own>this|diese[sm]?))\s+(?:chapter"
    r"|kapitel)\b",
    re.I,
)


def neighbours(block: Block, text: str, own: int) -> Iterator[tuple[Span, str, bool]]:
    """(span of the number, what holds, whether it is right) of each chapter that is named as this one or beside it."""
    words = text[block.span.start : block.span.end]
    for pattern in (_NEIGHBOUR, _APPOSED):
        for match in pattern.finditer(words):
            right = own - 1 if match["before"] else own + 1 if match["after"] else own
            name = "previous" if match["before"] else "next" if match["after"] else "present"
            span = Span(start=block.span.start + match.start("number"), end=block.span.start + match.end("number"))
            yield (
                span,
                f"This is chapter {own}; the {name} chapter is {right}, and the text says {match['number']}.",
                int(match["number"]) == right,
            )
