"""What prose and docstrings say that an expression returns, raises, holds or has as its shape.

An expression stands in backticks, or is a call, a subscript or a name of the chapter in plain words (packs lose backticks); it has to
use names of the chapter and of Python alone. Sentences with a condition, a time or a doubt are left out.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from prompts.trust import measure
from tools.instruments.code import printing
from tools.instruments.code.compare import literal
from tools.instruments.code.expectations import ERROR, Expectation, Way
from tools.instruments.code.programs import Example, Piece, session_of
from tools.records import Chapter, Span

_INNER = r"(?:[^()\n`]|\((?:[^()\n`]|\([^()\n`]*\))*\))*"
_EXPRESSION = (
    r"(?:`(?P<quoted>[^`\n]+)`|(?<![\w.`(\[])(?P<plain>[A-Za-z_][\w.]*(?:\("
    + _INNER
    + r"\)|\[[^\]\n`]+\])+|[A-Za-z_][\w.]*[\w](?![\w.(\[`])))"
)
_LITERAL = (
    r"(?:`(?P<ticked>[^`\n]+)`|(?P<bare>-?\d+(?:[.,]\d+)?|True|False|None|\[[\d\s,.'\"\w-]*\]|\([\d\s,.'\"\w-]+,[\d\s,.'\"\w-]*\)"
    r"|'[^'\n]*'"
    r"|\"[^\"\n]*\"|\{[^{}\n]*\})(?=[.,;:)]*(?:\s+(?:and|und|since|because|weil|da|as|which|aus|zurück)\b|\s*$|[.;]\s|,\s)))"
)
_VALUE = re.compile(
    rf"{_EXPRESSION}\s+(?:now\s+|jetzt\s+|nun\s+)?(?:returns?|gives?|evaluates? to|yields?|equals?|is|prints?|liefert|ergibt|ist"
    rf"|gibt|druckt"
    rf"|hat den Wert|renvoie|vaut|devuelve)"
    rf"\s+(?:the (?:value|list|tuple|string|number)\s+|den Wert\s+|die Liste\s+|die Zahl\s+|now\s+|jetzt\s+|nun\s+)?{_LITERAL}",
)
_TYPED = re.compile(
    rf"{_EXPRESSION}\s+(?:returns?|gives?|yields?|liefert|ergibt)\s+(?:an?|eine?n?)\s+`?(?P<type>list|tuple|dict|dictionary|set"
    rf"|string|str"
    rf"|int|integer|float|bool|boolean|generator|Liste|Tupel|Menge|Zeichenkette|Generator)`?\b(?!\s*(?:of|or|oder)\b\s*None)",
)
_RAISED = re.compile(
    rf"{_EXPRESSION}\s+(?:raises?|throws?|fails with|wirft|löst|lève|lanza)\s+(?:an?\s+|eine?n?\s+)?`?(?P<error>{ERROR})`?",
)
_SHAPED = re.compile(
    rf"(?:{_EXPRESSION}\s+(?:has|hat)\s+(?:the |die |a )?(?:shape|form|gestalt)|(?:[Ss]hape|Form) (?:of"
    rf"|von)\s+`?(?P<other>[A-Za-z_][\w.]*)`?"
    rf"\s+(?:is|ist))\s+`?(?:torch\.Size\()?(?P<shape>\([\d,\s]+\)|\[[\d,\s]+\])\)?`?",
)
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11,
    "twelve": 12, "ein": 1, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10,
}  # fmt: skip
_COUNTED = re.compile(
    rf"{_EXPRESSION}\s+(?:now |then |jetzt |nun )?(?:has|contains|holds|hat|enthält)\s+(?:jetzt |nun |now |exactly |genau )?"
    rf"(?P<count>\d+|{'|'.join(_NUMBERS)})\s+(?:elements?|items?|entries|keys|characters|elemente?|einträge?|zeichen|schlüssel)\b",
)
HEDGED = re.compile(
    r"\b(?:if|when|unless|would|could|might|may|should|almost|about|roughly|approximately|usually|often|initially|at first|before|was"
    r"|were|used to|suppose|imagine|in Python 2|older|earlier|wrong|not|never|instead|expect\w*|hope\w*|want|let's|without|after calling"
    r"|wenn|falls|würde|könnte|sollte|fast|etwa|ungefähr|rund|meist|oft|anfangs|zunächst|zuerst|vorher|bevor|war|waren|früher|angenommen"
    r"|nicht|nie|kein\w*|erwart\w*|hoff\w*|statt|ohne|nach dem)\b",
    re.I,
)
_TYPES = {
    "dictionary": "dict", "string": "str", "integer": "int", "boolean": "bool", "liste": "list", "tupel": "tuple", "menge": "set",
    "zeichenkette": "str",
}  # fmt: skip
_LAST = re.compile(r"\b(?:now|jetzt|nun|am ende|ends up|in the end|finally|afterwards?|danach)\b", re.I)
_BREAK = re.compile(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ`\"“(]|[a-z_]+\()|\n\s*\n")
_UNITS = re.compile(r"\s*(?:\w+\s+)?(?:elements?|items?|rows?|times?|mal|bytes?|%|percent)\b")


def calls(expression: str) -> bool:
    """Whether evaluating an expression may change something, since it calls more than len."""
    tree = ast.parse(expression.strip(), mode="eval")
    return any(isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id == "len") for n in ast.walk(tree))


def of_prose(pieces: tuple[Piece, ...], chapter: Chapter) -> Iterator[Expectation]:
    """All that prose says of pieces, and docstrings with examples of the functions that they belong to."""
    text = measure(chapter.text)
    parsed = [p for p in pieces if p.problem is None]
    for index, block in enumerate(chapter.blocks):
        if block.kind not in ("prose", "quote"):
            continue
        before = [p for p in parsed if p.index < index]
        after = next((p for p in parsed if p.index == index + 1), None)
        for begin, part in sentences(text, block.span):
            if not HEDGED.search(re.sub(r"`[^`]*`", "", part)):
                yield from _Sentence(part, begin, before, after).expectations()
                yield from printing.of_sentence(part, begin, before, after, index)
    for piece in parsed:
        yield from of_docstrings(piece)


def sentences(text: str, span: Span) -> Iterator[tuple[int, str]]:
    """The sentences of a passage with their places."""
    position = span.start
    for part in _BREAK.split(text[span.start : span.end]):
        begin = text.index(part, position) if part else position
        position = begin + len(part)
        yield begin, part


class _Sentence:
    """One sentence, with the pieces before it and the one directly after it."""

    def __init__(self, part: str, begin: int, before: list[Piece], after: Piece | None) -> None:
        self.part, self.begin, self.before, self.after = part, begin, before, after
        self.known: frozenset[str] = frozenset().union(*(p.binds for p in before))

    def expectations(self) -> Iterator[Expectation]:
        for match in _RAISED.finditer(self.part):
            if re.search(r"[(\[/+*%-]", said(match)):
                yield from self.about(match, said(match), match["error"], "raises")
        for match in _VALUE.finditer(self.part):
            shown = decimal(match["ticked"] or match["bare"])
            counted = _UNITS.match(self.part[match.end() :])
            if literal(shown)[0] and not counted and self.is_telling(said(match)):
                yield from self.about(match, said(match), shown, "watch")
        for match in _TYPED.finditer(self.part):
            kind = _TYPES.get(match["type"].lower(), match["type"].lower())
            if "(" in said(match):
                yield from self.about(match, f"type({said(match)}).__name__", repr(kind), "watch")
        for match in _SHAPED.finditer(self.part):
            name, shape = match["other"] or said(match), match["shape"].replace("[", "(").replace("]", ")")
            yield from self.about(match, f"tuple({name}.shape)", shape, "watch")
        for match in _COUNTED.finditer(self.part):
            if match["plain"] and not self.is_telling(said(match)):
                continue
            counted_by = f"len({said(match)}) if type({said(match)}) in (list, dict, set, str, tuple) else None"
            yield from self.about(match, counted_by, str(_NUMBERS.get(match["count"], match["count"])), "watch")

    def is_telling(self, expression: str) -> bool:
        """Whether an expression has a value of its own at the end of a block; a bare name has one only where the text says "now"."""
        return not re.fullmatch(r"[A-Za-z_]\w*", expression.strip()) or bool(_LAST.search(self.part))

    def about(self, match: re.Match[str], expression: str, shown: str, way: Way) -> Iterator[Expectation]:
        """The expectation, tied to the last piece by whose end all its names have a value."""
        names = names_of(expression)
        if names is None or not (names or re.search(r"[(\[+*/%-]", expression)):
            return
        piece = self.before[-1] if self.before and names <= self.known else None
        if piece is None and self.after is not None and names <= self.known | self.after.binds:
            piece = self.after
        if piece is not None:
            span = Span(start=self.begin + match.start(), end=self.begin + match.end())
            yield Expectation(piece.number, 0, way, shown, span, True, "prose", expression.strip())


def decimal(shown: str) -> str:
    """A number with a decimal comma as Python writes it; anything else as it is."""
    return re.sub(r"^(-?\d+),(\d+)$", r"\1.\2", shown.strip())


def said(match: re.Match[str]) -> str:
    """The expression that a sentence is about."""
    return (match["quoted"] or match["plain"] or "").strip()


def names_of(expression: str) -> set[str] | None:
    """Names that an expression needs from the chapter, None where it is none."""
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return None
    if any(isinstance(n, ast.Constant) and n.value is Ellipsis for n in ast.walk(tree)):
        return None
    stored = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    stored |= {n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)}
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - stored - set(dir(builtins))


def of_docstrings(piece: Piece) -> Iterator[Expectation]:
    """Examples in the docstrings of a piece, with the output that they show."""
    for node in ast.walk(piece.tree):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        first = node.body[0]
        if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)):
            continue
        lines = piece.source.split("\n")[first.lineno - 1 : first.end_lineno]
        for example in session_of("\n".join(lines)):
            yield from _of_example(piece, example, first.lineno - 1)


def _of_example(piece: Piece, example: Example, offset: int) -> Iterator[Expectation]:
    want = re.sub(r'\s*(?:"""|\'\'\')\s*$', "", example.want).strip()
    names = names_of(example.source)
    if not want or "\n" in want or names is None or not literal(want)[0] or not names <= piece.binds:
        return
    line = example.want_line + offset
    yield Expectation(piece.number, 0, "watch", want, piece.span(line), True, "docstring", example.source.strip())
