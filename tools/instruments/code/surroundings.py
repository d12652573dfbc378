"""The words around a piece of code, and whether they say that what it shows is meant to go wrong."""

from __future__ import annotations

import re
from typing import Any

from prompts.trust import measure
from tools.instruments.code.expectations import ERROR, TROUBLE
from tools.instruments.code.programs import PYTHON, Piece
from tools.instruments.code.prose import sentences
from tools.records import Chapter, Span

_TRAP = re.compile(
    r"\b(?:wrong\w*|bugs?|buggy|broken|flaw\w*|fails? to|exercises?|your task|your turn|outline|skeleton|gerüst"
    r"|write a function (?:called|named)|aufgaben?"
    r"|übung\w*|incorrect\w*|not what|falsch\w*|kaputt|traps?|pitfalls?|mistakes?|gotchas?|don't|do not"
    r"|never|avoid\w*|anti-?patterns?|always (?:passes|true|succeeds)|cannot fail|can't fail|useless|silently|naive|harmless|on purpose"
    r"|surpris\w+|falle|stolperfalle|vermeide\w*|niemals|nie|immer wahr|stillschweigend|naiv\w*|absichtlich|überrasch\w*)\b",
    re.I,
)


_POINTS = re.compile(
    r"\b(?:this|that|it|the (?:last |second |first |next |following )?(?:lines?|calls?|blocks?|code|statements?|attempts?|snippets?|example"
    r"|program|loop|expression)|next|following|below|above|dies\w*|das|es|(?:der|die|den|dem) (?:\w+ )?(?:Aufruf|Zeile|Block|Code|Anweisung"
    r"|Versuch|Beispiel|Schleife|Ausdruck)|folgende\w*|nächste\w*|ce(?:ci|la|t|tte)?|(?:la|le|l')\s*(?:dernière |prochaine )?(?:ligne|appel"
    r"|bloc|code|instruction|exemple|boucle|expression)|suivante?)\b",
    re.I,
)
_EXCEPTION = re.compile(rf"\b(?:{ERROR})\b")
_PURPOSE = re.compile(r"\W*(?:to|in order to|um|pour|afin)\s+(?!(?:see|watch|provoke|reproduce|trigger)\b)", re.I)
#: Words in the sentence before the last one that speak of the code to come.
_AHEAD = re.compile(
    r"\b(?:this|next|following|below|dies\w*|folgende\w*|nächste\w*|unten|ce(?:ci|la|tte)?|suivante?|ci-dessous"
    r"|(?:the|last) (?:lines?|calls?|blocks?|code|statements?|attempts?|snippets?)|(?:der|die|den|dem) (?:Aufruf|Zeile|Block|Code"
    r"|Anweisung|Versuch)|(?:la|le|l')\s*(?:ligne|appel|bloc|code|instruction))\b",
    re.I,
)
_NO_TROUBLE = re.compile(
    r"\b(?:nothing|never|no|not|without|doesn't|keine?n?|nie|nichts?|ohne)\b\W+(?:\w+\W+){0,2}?(?:raises?|errors?|fails?|failures?"
    r"|exceptions?|fehler\w*"
    r"|wirft|scheitert|ausnahmen?)\b|\b(?:squared|absolute|training|test|validation|rounding|relative|standard|approximation|prediction"
    r"|mean|numerical|reconstruction|generalization|floating[- ]point)\s+errors?\b|\b(?:graph|line|page|tie|paragraph)[- ]breaks?\b"
    r"|\berror (?:rates?|bars?|terms?|functions?|bounds?)\b",
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


def announces(chapter: Chapter, piece: Piece, entry: dict[str, Any], comments_alone: bool) -> bool:
    """Whether the text says right there that a statement raises: in a comment on it, in the last words before the block, or after it
    in words that point back to it. comments_alone: a comment shows a value of the statement, so that only a comment could."""
    first, last, error = entry["line"], entry["end"], entry["error"]
    near = [c.text for c in piece.comments if first - 2 <= c.line <= last and (c.alone or c.line >= first)]
    if any(_speaks_of_trouble(text) for text in near):
        return True
    if comments_alone:
        return False
    text, blocks = measure(chapter.text), chapter.blocks
    previous = [b for b in blocks[max(0, piece.index - 1) : piece.index] if b.kind in ("prose", "heading", "quote")]
    said = [s for b in previous for _, s in sentences(text, b.span)]
    if said and _speaks_of_trouble(said[-1]):
        return True
    classes = {str(error["type"]), *error["bases"]} - {"Exception"}
    if any(_points_to(s, classes, _AHEAD, near=False) for s in said[-2:-1]):
        return True
    after = [b for b in blocks[piece.index + 1 : piece.index + 2] if b.kind in ("prose", "output", "quote")]
    said = [s for b in after for _, s in list(sentences(text, b.span))[:2]]
    return any(_points_to(s, classes, _POINTS, near=position == 0) for position, s in enumerate(said))


def _points_to(sentence: str, classes: set[str], pointing: re.Pattern[str], *, near: bool) -> bool:
    """Whether a sentence names the exception, or speaks of trouble with the code; not near: and of no other exception."""
    named = set(_EXCEPTION.findall(sentence))
    if named & classes or any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", sentence) for name in classes):
        return True
    if (named and not near) or _PURPOSE.match(sentence):
        return False
    return _speaks_of_trouble(sentence) and pointing.search(sentence) is not None


def _speaks_of_trouble(words: str) -> bool:
    return bool(TROUBLE.search(_NO_TROUBLE.sub("", words)))


def is_a_lesson(chapter: Chapter, piece: Piece) -> bool:
    """Whether the text shows the piece as an example of what goes wrong."""
    words = around(chapter, piece) + "\n" + "\n".join(c.text for c in piece.comments)
    return bool(_TRAP.search(words))


_OLD = re.compile(r"^\W*(?:The (?:\w+ )*)?['\"`](?P<old>[^'\"`]{1,40})['\"`]\s+(?:\w+ ){0,3}?(?:is|has been|was) (?:\w+ )?deprecated")
_ADVISED_AGAINST = re.compile(
    r"\b(?:not|no longer|never|avoid|instead|old|older|former\w*|until|before|nicht|statt|früher|alt\w*|vermeide\w*"
    r"|pas|plus|ancien\w*|avant)\b",
    re.I,
)


def recommended(chapter: Chapter, piece: Piece, warning: str) -> list[Span]:
    """The sentences directly before and after a piece that give the spelling which a warning calls deprecated, in backticks or quotes."""
    match = _OLD.match(warning)
    if match is None:
        return []
    shown = re.compile(rf"(?:`[\"']?|[\"'“„«]\s?){re.escape(match['old'])}(?:[\"']?`|\s?[\"'”“»])")
    text, blocks = measure(chapter.text), chapter.blocks
    near = [(b, take) for b, take in ((piece.index - 1, slice(-2, None)), (piece.index + 1, slice(0, 2))) if 0 <= b < len(blocks)]
    said = [s for b, take in near if blocks[b].kind in ("prose", "quote") for s in list(sentences(text, blocks[b].span))[take]]
    return [Span(start=begin, end=begin + len(s)) for begin, s in said if shown.search(s) and not _ADVISED_AGAINST.search(s)]
