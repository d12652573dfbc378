"""Where in the chapter a finding about a statement stands: the statement, and what the comment beside it shows."""

from __future__ import annotations

import ast

from tools.instruments.code.expectations import Expectation, innermost_at
from tools.instruments.code.programs import Piece
from tools.records import Span


def place_of(piece: Piece, node: ast.stmt) -> Span:
    """A simple statement, or the first line of a compound one."""
    if isinstance(getattr(node, "body", None), list):
        return piece.span(node.lineno)
    return piece.statement_span(node)


def place_of_expectation(piece: Piece, expected: Expectation, said: str, text: str) -> Span:
    """A comment together with the statement that it speaks of; of a comment that runs on into prose no more than what it shows."""
    node = innermost_at(piece, expected.line) if expected.source == "comment" and expected.line else None
    if node is None or expected.way == "inner":
        return expected.span
    own, end = place_of(piece, node), expected.span.end
    words = text[expected.span.start : end]
    if piece.block.flattened and said and said in words:
        end = expected.span.start + words.index(said) + len(said)
    return Span(start=min(own.start, expected.span.start), end=max(own.end, end))
