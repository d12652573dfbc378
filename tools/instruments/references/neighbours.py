"""Chapters named by a number as this one, the one before or the one after."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.records import Block, Span

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
