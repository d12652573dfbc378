"""Statements on what other chapters of the book hold, which were not supplied."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.layout import sentences
from tools.records import Chapter, Span

_CHAPTER = re.compile(r"\b(?:chapters?|kapiteln?|kapitels|chapitres?)[\s\u00a0]+(?P<number>\d+)", re.I)
_ASSERTS = re.compile(
    r"\b(?:measured|found|as shown|as measured|as seen|showed(?=,)|showed that|shown that|showed (?!how)|proved|established"
    r"|demonstrated|reported|concluded|treated|asked|owns"
    r"|claimed|argued|saw that|seen that|learned that|learnt that|observed|benchmarked|derived that|ended with|left us with"
    r"|warned|promised|recommended|"
    r"maß|gemessen|zeigte|gezeigt,? dass|fand|gefunden|bewies|bewiesen|ergab|stellte fest|festgestellt|behauptete|kam zu dem (?:schluss"
    r"|ergebnis)|gesehen,? dass|gelernt,? dass|erreichte|behandelte|fragte|besitzt|nachgewiesen|belegt|a mesuré|mesurait|a montré"
    r"|montrait|avons vu que|a trouvé|concluait|a conclu)\b",
    re.I,
)
_POINTER = re.compile(
    r"^\W*(?:if you|when you|recall|remember|wenn sie|falls|see|cf\.|siehe|voir|vgl\.|compare|for (?:more|details)|as a reminder, see"
    r"|mehr dazu|details|read)\b|\b(?:will|wird|werden|shall"
    r"|later in|going to)\b",
    re.I,
)
_LINKED = re.compile(
    r"\b(?:in|as|what|from|since|unlike|after|like|and|but|when|while|where|with|by|wie|was|seit|nach|anders|und|aber)\b", re.I
)
_GOES_ON = re.compile(r"(?:It|There|That chapter|There,|Es|Dort|Jenes Kapitel|Dieses Kapitel dort)\b[^.]{0,40}?\b(?=\w)")


def stated_elsewhere(chapter: Chapter, text: str) -> Iterator[tuple[Span, list[str]]]:
    """Statements on what other chapters hold, with the numbers of those chapters."""
    for block in chapter.blocks:
        if block.kind not in ("prose", "quote"):
            continue
        spoken_of: list[str] = []
        for span in sentences(text, block.span):
            sentence = text[span.start : span.end]
            numbers = sorted({m["number"] for m in _CHAPTER.finditer(sentence)} - {chapter.number}) if _CHAPTER.search(sentence) else []
            goes_on = bool(spoken_of) and not _CHAPTER.search(sentence) and bool(_GOES_ON.match(sentence))
            spoken_of = numbers or (spoken_of if goes_on else [])
            if not spoken_of or not _ASSERTS.search(sentence) or _POINTER.search(sentence):
                continue
            if goes_on or _is_said_of(sentence, chapter.number):
                yield _without_heading(span, text), spoken_of


def _is_said_of(sentence: str, own: str | None) -> bool:
    """Whether the asserting verb belongs to the other chapter: "Chapter 4 found", "in Chapter 4 we saw that", "what Chapter 4 owns"."""
    for match in _CHAPTER.finditer(sentence):
        if match["number"] == own:
            continue
        after = sentence[match.end() : match.end() + 90]
        before = sentence[max(0, match.start() - 60) : match.start()]
        verb = _ASSERTS.search(after)
        if verb and not re.search(r"\b(?:this chapter|dieses kapitel|ce chapitre|here|hier)\b|[.;]\s", after[: verb.start()], re.I):
            return True
        if re.search(r"\b(?:in|from|aus|au|dans le)\W*$", before, re.I) and _ASSERTS.search(before):
            return True
    return False


def _without_heading(span: Span, text: str) -> Span:
    """The sentence without a heading that ran into it ("Boundaries Chapter 12 owns ...")."""
    match = _CHAPTER.search(text, span.start, span.end)
    lead = text[span.start : match.start()] if match else ""
    if not lead.strip() or len(lead.split()) > 4 or not lead[0].isupper() or _LINKED.search(lead) or re.search(r"[,;:—–(]", lead):
        return span
    return Span(start=match.start() if match else span.start, end=span.end)
