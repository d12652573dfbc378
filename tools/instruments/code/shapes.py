"""Holds shapes that a text shows against those of the run."""

from __future__ import annotations

import ast
import re

from tools.instruments.code.compare import literal
from tools.instruments.code.expectations import Expectation, statement_at
from tools.instruments.code.foreseen import Judgement
from tools.instruments.code.programs import Piece
from tools.instruments.code.runs import Figure, Runs


def same_shape(expected: Expectation, shape: Figure) -> Judgement | None:
    """Whether a shape that is shown is the one of the run."""
    known, wanted = literal(expected.shown)
    if not known or not isinstance(wanted, (tuple, list)) or not all(isinstance(n, int) for n in wanted):
        return None
    if list(wanted) == shape.value:
        return Judgement("holds", shape, expected.shown, str(tuple(shape.value)))
    if not expected.sure:
        return None
    return Judgement("fails", shape, expected.shown, str(tuple(shape.value)))


def shown_shape(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    """The shape of what a statement gives, prints or assigns."""
    node = statement_at(piece, expected.line)
    if isinstance(node, ast.Expr):
        shape = runs.in_statement(piece.number, node.lineno, "value/shape")
        if shape is not None and shape.value is not None:
            return same_shape(expected, shape)
        printed = runs.in_statement(piece.number, node.lineno, "stdout")
        value = runs.in_statement(piece.number, node.lineno, "value/repr")
        shown = printed if printed is not None and str(printed.value).strip() else value
        return None if shown is None else _printed_shape(expected, shown)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
        shape = runs.in_statement(piece.number, node.lineno, f"targets/{node.targets[0].id}/shape")
        return None if shape is None or shape.value is None else same_shape(expected, shape)
    return None


def inner_shape(expected: Expectation, runs: Runs) -> Judgement | None:
    """The shape of a name within a function, where it was the same each time."""
    for number, run in enumerate(runs.runs):
        found = run.get("inner", {}).get(f"<piece {expected.piece}>:{expected.line}", [])
        shapes = [entry["shape"] for entry in found]
        if shapes and shapes[0] is not None and all(shape == shapes[0] for shape in shapes):
            figure = Figure(f"/runs/{number}/inner/<piece {expected.piece}>:{expected.line}/0/shape", shapes[0])
            return same_shape(expected, figure)
    return None


def _printed_shape(expected: Expectation, shown: Figure) -> Judgement | None:
    """A shape that was printed, or is itself the value."""
    form = re.fullmatch(r"(?:torch\.Size\()?([\[(][\d,\s]*[\])])\)?", str(shown.value).strip())
    if form is None:
        return None
    said, did = re.findall(r"\d+", expected.shown), re.findall(r"\d+", form.group(1))
    return Judgement("holds" if said == did else "fails", shown, expected.shown, form.group(1))
