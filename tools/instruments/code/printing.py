"""What the prose directly before or after a block says that the whole block prints or raises."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.code.expectations import ERROR, Expectation
from tools.instruments.code.programs import Piece
from tools.records import Span

_WHAT = (
    r"(?:(?:the|das)\s+(?:following|folgende)|(?:the|this|der|das|die|dieses?)\s+(?:above\s+|last\s+|folgende[sr]?\s+|following\s+)?"
    r"(?:code|program|script|snippet|example|block|loop|listing|call|programm|skript|beispiel|schleife|aufruf)|it|this|es|dies|das"
    r"|running it|running this)"
)
_PRINTED = (
    r"(?:prints?|outputs?|displays?|druckt|gibt|schreibt)\s+"
    r"(?:out\s+|the (?:lines?|text|numbers?|values?)\s+|die (?:zeilen?|zahl(?:en)?)\s+)?"
)
_END = r"(?=[.,;:]?(?:\s*$|\s+(?:aus|and|und|because|since)\b|\s*[.;:]))"
_PRINTS = re.compile(
    rf"\b{_WHAT}\s+(?:then |thus |dann )?{_PRINTED}(?:`(?P<ticked>[^`\n]+)`|[\"“„](?P<quoted>[^\"”“\n]+)[\"”“]"
    rf"|(?P<bare>-?\d+(?:\.\d+)?){_END}"
    rf"|(?P<nothing>nothing|no output|nichts)\b|(?P<many>-?\d+(?:\.\d+)?(?:(?:,\s+and\s+|,\s+|\s+and\s+"
    rf"|\s+und\s+)-?\d+(?:\.\d+)?)+){_END})",
    re.I,
)
_RESULT = re.compile(
    r"^(?:the|das|die)\s+(?:result|output|answer|printed (?:value|number)|ergebnis|ausgabe)\s+(?:is|ist"
    r"|lautet)\s+(?:`(?P<ticked>[^`\n]+)`"
    rf"|(?P<bare>-?\d+(?:\.\d+)?){_END})",
    re.I,
)
_RAISES = re.compile(
    rf"^(?:(?:the|die|der|das)\s+(?:last|second|final|letzte|zweite)\s+(?:line|call|statement|zeile|aufruf|anweisung)"
    rf"|{_WHAT})\s+(?:then |dann )?"
    rf"(?:raises?|throws?|fails with|wirft|löst)\s+(?:an?\s+|eine?n?\s+)?`?(?P<error>{ERROR})\b`?",
    re.I,
)
_AHEAD = re.compile(r"\b(?:following|below|next|folgende\w*|nächste\w*)\b", re.I)


def of_sentence(part: str, begin: int, before: list[Piece], after: Piece | None, index: int) -> Iterator[Expectation]:
    """The expectations of one sentence on the block that it stands beside."""
    ahead = bool(_AHEAD.search(part)) or part.rstrip().endswith(":")
    piece = after if ahead else before[-1] if before and index - before[-1].index <= 2 else None
    if piece is None or piece.mode == "session":
        return
    for match in _RAISES.finditer(part):
        span = Span(start=begin + match.start(), end=begin + match.end())
        yield Expectation(piece.number, 0, "raises", match["error"], span, True, "prose")
    for pattern in (_PRINTS, _RESULT):
        for match in pattern.finditer(part):
            span = Span(start=begin + match.start(), end=begin + match.end())
            yield Expectation(piece.number, 0, "output", _shown(match), span, True, "prose")


def _shown(match: re.Match[str]) -> str:
    """The output that a sentence names: one number a line where it lists several, "" for nothing."""
    groups = match.groupdict()
    if groups.get("nothing"):
        return ""
    if groups.get("many"):
        return "\n".join(re.findall(r"-?\d+(?:\.\d+)?", groups["many"]))
    return next(str(groups[g]) for g in ("ticked", "quoted", "bare") if groups.get(g) is not None)
