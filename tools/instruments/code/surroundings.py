"""The words around a piece of code, and whether they say that what it shows is meant to go wrong."""

from __future__ import annotations

import re

from prompts.trust import measure
from tools.instruments.code.expectations import TROUBLE
from tools.instruments.code.programs import PYTHON, Piece
from tools.records import Chapter

_TRAP = re.compile(
    r"\b(?:wrong\w*|bugs?|buggy|broken|flaw\w*|fails? to|exercises?|your task|your turn|outline|skeleton|gerüst"
    r"|write a function (?:called|named)|aufgaben?"
    r"|übung\w*|incorrect\w*|not what|falsch\w*|kaputt|traps?|pitfalls?|mistakes?|gotchas?|don't|do not"
    r"|never|avoid\w*|anti-?patterns?|always (?:passes|true|succeeds)|cannot fail|can't fail|useless|silently|naive|harmless|on purpose"
    r"|surpris\w+|falle|stolperfalle|vermeide\w*|niemals|nie|immer wahr|stillschweigend|naiv\w*|absichtlich|überrasch\w*)\b",
    re.I,
)


_NO_TROUBLE = re.compile(
    r"\b(?:nothing|never|no|not|without|doesn't|keine?n?|nie|nichts?|ohne)\b\W+(?:\w+\W+){0,2}?(?:raises?|errors?|fails?|failures?"
    r"|exceptions?|fehler\w*"
    r"|wirft|scheitert|ausnahmen?)\b|\b(?:squared|absolute|training|test|validation|rounding|relative|standard|approximation|prediction"
    r"|mean|numerical|reconstruction|generalization|floating[- ]point)\s+errors?\b|\berror (?:rates?|bars?|terms?|functions?|bounds?)\b",
    re.I,
)


def around(chapter: Chapter, piece: Piece, most: int = 600) -> str:
    """Prose, headings and outputs directly before and after a piece, up to the next code."""
    text, blocks = measure(chapter.text), chapter.blocks
    words = []
    for step in (-1, 1):
        index = piece.index + step
        while 0 <= index < len(blocks) and abs(index - piece.index) <= 3:
            block = blocks[index]
            if block.kind == "code" and (block.language or "") in PYTHON:
                break
            passage = text[block.span.start : block.span.end]
            words.append(passage[-most:] if step < 0 else passage[:most])
            index += step
    return "\n".join(words)


def before(chapter: Chapter, piece: Piece, most: int = 160) -> str:
    """The last words of the prose directly before a piece."""
    if piece.index == 0 or chapter.blocks == ():
        return ""
    block = chapter.blocks[piece.index - 1]
    return measure(chapter.text)[block.span.start : block.span.end][-most:] if block.kind in ("prose", "heading") else ""


def speaks_of_trouble(chapter: Chapter, piece: Piece) -> bool:
    """Whether the piece's comments or the words around it speak of an error."""
    words = "\n".join((around(chapter, piece), *(c.text for c in piece.comments)))
    return bool(TROUBLE.search(_NO_TROUBLE.sub("", words)))


def is_a_lesson(chapter: Chapter, piece: Piece) -> bool:
    """Whether the text shows the piece as an example of what goes wrong."""
    words = around(chapter, piece) + "\n" + "\n".join(c.text for c in piece.comments)
    return bool(_TRAP.search(words))
