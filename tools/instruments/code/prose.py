"""The sentences of prose, what they say of the block beside them, and examples in docstrings.

Sentences with a condition, a time or a doubt are left out.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator

from prompts.trust import measure
from tools import python_source
from tools.instruments.code import printing
from tools.instruments.code.compare import literal
from tools.instruments.code.expectations import Expectation
from tools.instruments.code.programs import Example, Piece, session_of
from tools.records import Chapter, Span

HEDGED = re.compile(
    r"\b(?:if|when|unless|would|could|might|may|should|almost|about|roughly|approximately|usually|often|initially|at first|before|was"
    r"|were|used to|suppose|imagine|in Python 2|older|earlier|wrong|not|never|instead|expect\w*|hope\w*|want|let's|without|after calling"
    r"|wenn|falls|würde|könnte|sollte|fast|etwa|ungefähr|rund|meist|oft|anfangs|zunächst|zuerst|vorher|bevor|war|waren|früher|angenommen"
    r"|nicht|nie|kein\w*|erwart\w*|hoff\w*|statt|ohne|nach dem)\b",
    re.I,
)
_BREAK = re.compile(r"(?<=[.!?:])\s+(?=[A-ZÄÖÜ`\"“(]|[a-z_]+\()|\n\s*\n")


def calls(expression: str) -> bool:
    """Whether evaluating an expression may change something, since it calls more than len."""
    tree = python_source.expression(expression.strip())
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
            for expected in printing.of_sentence(part, begin, before, after, index):
                if not is_hedged(part, expected.span.start - begin, expected.span.end - begin):
                    yield expected
    for piece in parsed:
        yield from of_docstrings(piece)


def is_hedged(part: str, start: int, end: int) -> bool:
    """Whether the clause that holds a statement, or one that it hangs on, sets it a condition, another time or a doubt."""
    words = re.sub(r"`[^`]*`|\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]", lambda m: "x" * len(m.group()), part)
    after = re.search(r"[;:]\s|,\s+(?:and|but|so|und|aber|et|mais)\s|\s[—–]\s", words[end:])
    before = [m.end() for m in re.finditer(r";\s|\s[—–]\s", words[:start])]
    return HEDGED.search(words[before[-1] if before else 0 : end + after.start() if after else len(words)]) is not None


def sentences(text: str, span: Span) -> Iterator[tuple[int, str]]:
    """The sentences of a passage with their places."""
    position = span.start
    for part in _BREAK.split(text[span.start : span.end]):
        begin = text.index(part, position) if part else position
        position = begin + len(part)
        yield begin, part


def names_of(expression: str) -> set[str] | None:
    """Names that an expression needs from the chapter, None where it is none."""
    try:
        tree = python_source.expression(expression.strip())
    except SyntaxError:
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
