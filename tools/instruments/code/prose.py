"""What the prose beside a block says that it prints, returns, raises or leaves, where it cannot mean another thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tools.instruments.code.expectations import Expectation
from tools.instruments.code.programs import Piece
from tools.records import Chapter


def calls(expression: str) -> bool:
    """Whether evaluating an expression may change something, since it calls more than len."""
    tree = ast.parse(expression, mode="eval")
    return any(isinstance(n, ast.Call) and not (isinstance(n.func, ast.Name) and n.func.id == "len") for n in ast.walk(tree))


def of_prose(pieces: tuple[Piece, ...], chapter: Chapter) -> Iterator[Expectation]:
    yield from ()
