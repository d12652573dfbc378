"""What the prose beside a block says that it prints, returns, raises or leaves, where it cannot mean another thing.

The expression has to stand in backticks and to use names of the chapter alone; sentences with a condition, a time or a doubt are left out.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from prompts.trust import measure
from tools.instruments.code.compare import literal
from tools.instruments.code.expectations import ERROR, Expectation
from tools.instruments.code.programs import Example, Piece, _session
from tools.records import Chapter, Span

_TICKED = r"`(?P<expression>[^`\n]+)`"
_LITERAL = (
    r"(?:`(?P<ticked>[^`\n]+)`|(?P<bare>-?\d+(?:\.\d+)?|True|False|None|\[[\d\s,.'\"-]*\]|\([\d\s,.'\"-]+\))"
    r"(?=[.,;:)]*(?:\s+(?:and|und|since|because|weil|da|as|which)\b|\s*$|[.;]\s|,\s)))"
)
_VALUE = re.compile(
    rf"{_TICKED}\s+(?:now\s+)?(?P<verb>returns?|gives?|evaluates? to|yields?|equals?|is|prints?|liefert|ergibt|ist|gibt|druckt"
    rf"|hat den Wert|renvoie|vaut|devuelve)"
    rf"\s+(?:the (?:value|list|tuple|string|number)\s+|den Wert\s+|die Liste\s+|die Zahl\s+|now\s+|jetzt\s+|nun\s+)?{_LITERAL}",
)
_TYPED = re.compile(
    rf"{_TICKED}\s+(?:returns?|gives?|yields?|liefert|ergibt)\s+(?:an?|eine?n?)\s+`?(?P<type>list|tuple|dict|dictionary|set|string|str"
    rf"|int|integer|float|bool|boolean|generator|Liste|Tupel|Menge|Zeichenkette|Generator)`?\b(?!\s*(?:of|or|oder)\b\s*None)",
)
_RAISED = re.compile(
    rf"{_TICKED}\s+(?:raises?|throws?|fails with|wirft|löst|lève|lanza)\s+(?:an?\s+|eine?n?\s+)?`?(?P<error>{ERROR})`?",
)
_SHAPED = re.compile(
    rf"{_TICKED}\s+(?:has|hat)\s+(?:the |die |a )?(?:shape|form|gestalt)\s+`?(?P<shape>\([\d,\s]+\)|\[[\d,\s]+\])`?"
    rf"|(?:shape|form) (?:of|von)\s+`(?P<other>[A-Za-z_][\w.]*)`\s+(?:is|ist)\s+`?(?P<shape2>\([\d,\s]+\)|\[[\d,\s]+\])`?",
    re.I,
)
_COUNTED = re.compile(
    rf"{_TICKED}\s+(?:now |then )?(?:has|contains|holds|hat|enthält)\s+(?:jetzt |now |exactly |genau )?(?P<count>\d+)\s+(?:elements?"
    rf"|items?|entries|keys|characters|elemente?|einträge?|zeichen|schlüssel)\b",
)
_PRINTS = re.compile(
    r"\b(?:(?:the|das)\s+(?:following|folgende)|(?:the|this|der|das|die|dieses?)\s+(?:above\s+|last\s+|folgende[sr]?\s+"
    r"|following\s+)?(?:code|program|script|snippet|example|block|loop|listing|call|programm|skript|beispiel|schleife|aufruf)|it|this|es"
    r"|dies|das|running it|running this)"
    r"\s+(?:then |thus |dann )?(?:prints?|outputs?|displays?|druckt|gibt|schreibt)\s+(?:out\s+|the (?:line|text|number|value)\s+"
    r"|die (?:zeile|zahl)\s+)?"
    r"(?:`(?P<ticked>[^`\n]+)`|[\"“](?P<quoted>[^\"”\n]+)[\"”]|(?P<bare>-?\d+(?:\.\d+)?)(?=[.,;:]?(?:\s*$|\s+(?:aus|and|und|because"
    r"|since)\b|\s*[.;:])))",
    re.I,
)
_RESULT = re.compile(
    r"\b(?:the|das|die)\s+(?:result|output|answer|printed (?:value|number)|ergebnis|ausgabe)\s+(?:is|ist"
    r"|lautet)\s+(?:`(?P<ticked>[^`\n]+)`|(?P<bare>-?\d+(?:\.\d+)?)(?=[.,;:]?(?:\s*$|\s*[.;:]\s|\s*,\s)))",
    re.I,
)
_HEDGED = re.compile(
    r"\b(?:if|when|unless|would|could|might|may|should|almost|about|roughly|approximately|usually|often|initially|at first|before|was"
    r"|were|used to|suppose|imagine|in Python 2|older|earlier"
    r"|wenn|falls|würde|könnte|sollte|fast|etwa|ungefähr|rund|meist|oft|anfangs|zunächst|zuerst|vorher|bevor|war|waren|früher|angenommen"
    r"|wrong|not|never|nicht|nie|kein\w*|instead|expect\w*|hope\w*|want|let's|erwart\w*|hoff\w*|statt|without|ohne|after calling"
    r"|nach dem)\b",
    re.I,
)
_TYPES = {
    "dictionary": "dict", "string": "str", "integer": "int", "boolean": "bool", "liste": "list", "tupel": "tuple", "menge": "set",
    "zeichenkette": "str",
}  # fmt: skip
_BREAK = re.compile(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ`\"“(])|\n\s*\n")


def calls(expression: str) -> bool:
    """Whether evaluating an expression may change something, since it calls more than len."""
    tree = ast.parse(expression, mode="eval")
    return any(isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id == "len") for n in ast.walk(tree))


def of_prose(pieces: tuple[Piece, ...], chapter: Chapter) -> Iterator[Expectation]:
    """All that prose says of pieces, and docstrings with examples of the functions that they belong to."""
    text = measure(chapter.text)
    for index, block in enumerate(chapter.blocks):
        if block.kind not in ("prose", "quote"):
            continue
        before = [p for p in pieces if p.index < index and p.problem is None]
        after = next((p for p in pieces if p.index == index + 1 and p.problem is None), None)
        position = block.span.start
        for part in _BREAK.split(text[block.span.start : block.span.end]):
            begin = text.index(part, position) if part else position
            position = begin + len(part)
            if not _HEDGED.search(re.sub(r"`[^`]*`", "", part)):
                yield from _sentence(part, begin, before, after)
                yield from _printed(part, begin, before, after, index)
    for piece in pieces:
        if piece.problem is None:
            yield from of_docstrings(piece)


def _sentence(part: str, begin: int, before: list[Piece], after: Piece | None) -> Iterator[Expectation]:
    for match in _RAISED.finditer(part):
        yield from _about(match, match["expression"], match["error"], "raises", begin, before, after)
    for match in _VALUE.finditer(part):
        shown = (match["ticked"] or match["bare"]).strip()
        negated = re.match(r"\s*(?:\w+\s+)?(?:elements?|items?|rows?|times?|mal|bytes?|%|percent)\b", part[match.end() :])
        if literal(shown)[0] and not negated and _is_telling(match["expression"], part):
            yield from _about(match, match["expression"], shown, "watch", begin, before, after)
    for match in _TYPED.finditer(part):
        kind = _TYPES.get(match["type"].lower(), match["type"].lower())
        if "(" in match["expression"]:
            yield from _about(match, f"type({match['expression']}).__name__", repr(kind), "watch", begin, before, after)
    for match in _SHAPED.finditer(part):
        name, shape = match["expression"] or match["other"], match["shape"] or match["shape2"]
        yield from _about(match, f"tuple({name}.shape)", shape.replace("[", "(").replace("]", ")"), "watch", begin, before, after)
    for match in _COUNTED.finditer(part):
        name = match["expression"]
        counted = f"len({name}) if type({name}) in (list, dict, set, str, tuple) else None"
        yield from _about(match, counted, match["count"], "watch", begin, before, after)


def _is_telling(expression: str, part: str) -> bool:
    """Whether an expression has a value of its own at the end of a block; a bare name has one only where the text says "now"."""
    if re.fullmatch(r"[A-Za-z_]\w*", expression.strip()):
        return bool(re.search(r"\b(?:now|jetzt|nun|am ende|ends up|in the end|finally|afterwards?|danach)\b", part, re.I))
    return True


def _about(
    match: re.Match[str], expression: str, shown: str, way: str, begin: int, before: list[Piece], after: Piece | None
) -> Iterator[Expectation]:
    """The expectation, tied to the last piece by whose end all its names have a value."""
    names = _names(expression)
    if names is None or not names:
        return
    known: set[str] = set().union(*(p.binds for p in before)) if before else set()
    piece = before[-1] if before and names <= known else None
    if piece is None and after is not None and names <= known | after.binds:
        piece = after
    if piece is None:
        return
    span = Span(start=begin + match.start(), end=begin + match.end())
    kind = "raises" if way == "raises" else "watch"
    if way == "raises" and not re.search(r"[(\[/+*%-]", expression):
        return
    yield Expectation(piece.number, 0, "raises" if kind == "raises" else "watch", shown, span, True, "prose", expression)


def _names(expression: str) -> set[str] | None:
    """Names that an expression needs from the chapter, None where it is none."""
    try:
        tree = ast.parse(expression.strip(), mode="eval")
    except (SyntaxError, ValueError):
        return None
    if any(isinstance(n, ast.Constant) and n.value is Ellipsis for n in ast.walk(tree)):
        return None
    inner = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} | {
        n.arg for n in ast.walk(tree) if isinstance(n, ast.arg)
    }
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - inner - set(dir(builtins))


def _printed(part: str, begin: int, before: list[Piece], after: Piece | None, index: int) -> Iterator[Expectation]:
    """What a block as a whole is said to print, in the prose directly after it or directly before it."""
    for pattern in (_PRINTS, _RESULT):
        for match in pattern.finditer(part):
            if pattern is _RESULT and match.start() > 0:
                continue
            announces = bool(re.search(r"\b(?:following|below|next|folgende\w*|nächste\w*)\b", part, re.I)) or part.rstrip().endswith(":")
            piece = after if announces else before[-1] if before and index - before[-1].index <= 2 else None
            if piece is None or piece.mode == "session":
                continue
            group = next(g for g in ("ticked", "quoted", "bare") if g in match.groupdict() and match[g] is not None)
            span = Span(start=begin + match.start(), end=begin + match.end())
            yield Expectation(piece.number, 0, "output", match[group], span, True, "prose")


def of_docstrings(piece: Piece) -> Iterator[Expectation]:
    """Examples in the docstrings of a piece, with the output that they show."""
    for node in ast.walk(piece.tree):
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)) or not node.body:
            continue
        first = node.body[0]
        if not (isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)):
            continue
        lines = piece.source.split("\n")[first.lineno - 1 : first.end_lineno]
        for example in _session("\n".join(lines)):
            yield from _of_example(piece, example, first.lineno - 1)


def _of_example(piece: Piece, example: Example, offset: int) -> Iterator[Expectation]:
    want = re.sub(r'\s*(?:"""|\'\'\')\s*$', "", example.want).strip()
    names = _names(example.source)
    if not want or "\n" in want or names is None or not literal(want)[0] or not names <= piece.binds:
        return
    line = example.want_line + offset
    yield Expectation(piece.number, 0, "watch", want, piece.span(line), True, "docstring", example.source.strip())
