"""Holds what a text says of a run against what the run did."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Any

from tools.instruments.code.compare import compare, hides_scalars, holds_a_set, kind_of, literal, shows_an_address, slip
from tools.instruments.code.expectations import Expectation, innermost_at, statement_at
from tools.instruments.code.failures import ENVIRONMENT
from tools.instruments.code.foreseen import Judgement, counted, foreseen, printed_once
from tools.instruments.code.forms import alike, are_values
from tools.instruments.code.outputs import whole_output
from tools.instruments.code.predictions import Habit
from tools.instruments.code.programs import Piece
from tools.instruments.code.runs import Figure, Runs
from tools.instruments.code.shapes import inner_shape, same_shape, shown_shape


def judge(expected: Expectation, piece: Piece, runs: Runs, habit: Habit | None = None) -> Judgement | None:
    """The judgement, None where the run does not decide it. habit: of the chapter's comments, None where none is known."""
    node = statement_at(piece, expected.line) if expected.line else None
    if runs.is_unsure(expected.piece, node.lineno if node is not None else 0):
        return None
    found = _judged(expected, piece, runs, habit)
    if found is not None and found.verdict == "holds" and expected.way == "output" and hides_scalars(found.said, found.did):
        return replace(found, verdict="fails") if expected.sure else None
    return found


def _judged(expected: Expectation, piece: Piece, runs: Runs, habit: Habit | None) -> Judgement | None:
    if expected.way == "raises":
        return _raises(expected, piece, runs)
    if expected.way == "passes":
        return _passes(expected, runs)
    if expected.way == "watch":
        return _watched(expected, piece, runs)
    if expected.way == "inner":
        return inner_shape(expected, runs)
    if expected.way in ("lines", "items", "turns"):
        return counted(expected, piece, runs)
    if expected.line == 0:
        return whole_output(expected, runs)
    if expected.way == "shape":
        return shown_shape(expected, piece, runs)
    if habit is not None and habit.holds(expected.below) and expected.comment:
        return foreseen(expected, piece, runs, habit) or _shown(expected, piece, runs)
    return _shown(expected, piece, runs)


def _error(expected: Expectation, runs: Runs) -> Figure | None:
    if expected.expression:
        return _of_watch(expected, runs, "error/type")
    if expected.line == 0:
        return runs.error(expected.piece)
    return runs.in_statement(expected.piece, expected.line, "error/type")


def _bases(expected: Expectation, runs: Runs) -> list[str]:
    record = runs.record(expected.piece)
    errors: list[dict[str, Any]] = [] if record is None else [e["error"] for e in record["statements"] if e.get("error")]
    return [base for error in errors for base in error["bases"]]


def _raises(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    figure = _error(expected, runs)
    if figure is None or figure.value is None:
        return _did_not_raise(expected, piece, runs)
    if expected.expression and figure.value in ("NameError", "SyntaxError"):
        return None
    name = str(figure.value)
    if expected.shown in ("", name) or expected.shown in _bases(expected, runs) or expected.shown.lower() in ("error", "exception"):
        return Judgement("holds", figure, expected.shown or "an exception", name)
    if name in ("NameError", "ModuleNotFoundError", "FileNotFoundError", "EOFError") or not expected.sure:
        return None
    return Judgement("fails", figure, expected.shown, name)


def _did_not_raise(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    if expected.expression:
        value = _of_watch(expected, runs, "value/repr")
        return None if value is None else Judgement("fails", value, expected.shown, "no exception")
    if not expected.line:
        return _whole_did_not_raise(expected, piece, runs)
    node = statement_at(piece, expected.line)
    if not expected.sure or node is None or isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.With, ast.Try, ast.AsyncFunctionDef)):
        return None
    reached = runs.in_statement(piece.number, expected.line, "error")
    if reached is None or reached.value is not None or _prints_the_name(expected, runs):
        return None
    return Judgement("fails", reached, expected.shown or "an exception", "no exception")


def _prints_the_name(expected: Expectation, runs: Runs) -> bool:
    """Whether a comment that seems to announce an exception shows the class that was printed."""
    return bool(expected.shown) and any(expected.shown in text for text in runs.each(expected.piece, expected.line, "stdout"))


def _whole_did_not_raise(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    """A block that is said to raise, and ran to its end with nothing in it that would have caught the exception."""
    record = runs.record(piece.number)
    if record is None or record.get("error") or record.get("timeout") or expected.shown in ENVIRONMENT or not expected.shown:
        return None
    if any(isinstance(n, (ast.Try, ast.With, ast.Import, ast.ImportFrom)) for n in ast.walk(piece.tree)) or any(
        entry["error"] for entry in record["statements"]
    ):
        return None
    if all(isinstance(n, (ast.FunctionDef, ast.ClassDef, ast.AsyncFunctionDef)) for n in piece.tree.body):
        return None

    def read(record: dict[str, Any]) -> tuple[str, Any] | None:
        return None if record["error"] is not None else ("/error", "no exception")

    figure = runs.figure(piece.number, read)
    return None if figure is None else Judgement("fails", Figure(figure.pointer, None), expected.shown, "no exception")


def _passes(expected: Expectation, runs: Runs) -> Judgement | None:
    figure = runs.in_statement(expected.piece, expected.line, "error")
    if figure is None or figure.value is not None:
        return None
    return Judgement("holds", figure, "no exception", "no exception")


def _decide(expected: Expectation, figure: Figure, actual: str, *, close: bool = False) -> Judgement | None:
    likeness = compare(expected.shown, actual)
    if likeness == "same":
        return Judgement("holds", figure, expected.shown, actual)
    if not expected.sure or shows_an_address(expected.shown) or shows_an_address(actual):
        return None
    close = close and not holds_a_set(expected.shown)
    if likeness == "different" or (close and (slip(expected.shown, actual) or _differs_in_form(expected, actual))):
        return Judgement("fails", figure, expected.shown, actual)
    return None


def _differs_in_form(expected: Expectation, actual: str) -> bool:
    """Whether a session or an output shows another value in the form of what was printed."""
    return expected.source in ("session", "output") and "\n" not in expected.shown.strip() and alike(expected.shown, actual) == "different"


def _shown(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    node = innermost_at(piece, expected.line)
    if node is None:
        return None
    if statement_at(piece, expected.line) is not node and piece.mode == "program":
        return _nested_print(expected, node, runs)
    failed = runs.in_statement(piece.number, node.lineno, "error")
    if failed is None or failed.value is not None:
        return None
    printed = runs.in_statement(piece.number, node.lineno, "stdout")
    if expected.source == "session" or (expected.way == "output" and isinstance(node, ast.Expr)):
        if printed is None or (not printed.value.strip() and expected.source != "session"):
            return _value(expected, node, piece, runs)
        return _printed(expected, printed)
    return _value(expected, node, piece, runs)


def _printed(expected: Expectation, printed: Figure) -> Judgement | None:
    text = str(printed.value)
    if not text.strip():
        return Judgement("fails", printed, expected.shown, "nothing") if expected.sure and not shows_an_address(expected.shown) else None
    for quoted in (expected.shown, _unquoted(expected.shown)):
        if compare(quoted, text) == "same":
            return Judgement("holds", printed, expected.shown, text)
    if expected.source == "comment" and _classes_differ(expected.shown, text) and not shows_an_address(expected.shown):
        return None
    if text.strip().count("\n") != expected.shown.strip().count("\n") and expected.source == "comment":
        return None
    if expected.source == "comment" and are_values(expected.shown) and "\n" not in text.strip() and expected.sure:
        verdict = alike(expected.shown, text)
        if verdict == "different" and compare(expected.shown, text) != "unsure":
            return Judgement("fails", printed, expected.shown, text)
    if shows_an_address(expected.shown) and literal(text)[0] and expected.sure:
        return Judgement("fails", printed, expected.shown, text)
    return _decide(expected, printed, text, close=True)


def _unquoted(shown: str) -> str:
    known, value = literal(shown)
    return value if known and isinstance(value, str) else shown


def _classes_differ(shown: str, actual: str) -> bool:
    """Whether a bare comment is of another kind than the value, so that it may speak of something else."""
    one, two = kind_of(shown), kind_of(actual)
    return one != two and one not in ("bool", "NoneType")


def _value(expected: Expectation, node: ast.stmt, piece: Piece, runs: Runs) -> Judgement | None:
    key = "value"
    if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        if not isinstance(target, ast.Name):
            return None
        key = f"targets/{target.id}"
    shape = runs.in_statement(piece.number, node.lineno, f"{key}/shape")
    figure = runs.in_statement(piece.number, node.lineno, f"{key}/repr")
    if figure is None and shape is not None and shape.value and kind_of(expected.shown) in ("tuple", "list"):
        return same_shape(expected, shape)
    if figure is None or not isinstance(figure.value, str):
        return None
    if figure.value == "None" and key == "value" and (printed := runs.in_statement(piece.number, node.lineno, "stdout")) and printed.value:
        return _printed(expected, printed)
    if shape is not None and shape.value is not None and kind_of(expected.shown) in ("tuple", "list"):
        if compare(expected.shown, figure.value) == "same":
            return Judgement("holds", figure, expected.shown, figure.value)
        return same_shape(expected, shape)
    words = runs.in_statement(piece.number, node.lineno, f"{key}/str")
    if words is not None and isinstance(words.value, str) and compare(expected.shown, words.value) == "same":
        return Judgement("holds", words, expected.shown, words.value)
    if figure.value == "None" and kind_of(expected.shown) == "NoneType" and isinstance(node, ast.Expr):
        return None
    if _classes_differ(expected.shown, figure.value) or (kind_of(expected.shown) == "" and expected.way != "value"):
        return None
    return _decide(expected, figure, figure.value)


def _nested_print(expected: Expectation, node: ast.stmt, runs: Runs) -> Judgement | None:
    printed = printed_once(expected, node, runs)
    return None if printed is None else _printed(expected, printed)


def _of_watch(expected: Expectation, runs: Runs, key: str) -> Figure | None:
    """A field of the watch that belongs to an expectation, in the runs that evaluate it."""

    def read(record: dict[str, Any]) -> tuple[str, Any] | None:
        for position, entry in enumerate(record["watches"]):
            if entry["number"] == watch_number(expected):
                value: Any = entry
                for part in key.split("/"):
                    value = value.get(part) if isinstance(value, dict) else None
                return None if value is None else (f"/watches/{position}/{key}", value)
        return None

    return runs.figure(expected.piece, read)


def _watched(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    figure = _of_watch(expected, runs, "value/repr")
    if figure is None or not isinstance(figure.value, str):
        return None
    record = runs.record(piece.number)
    if record is None or record.get("error") is not None:
        return None
    if compare(expected.shown, figure.value) == "same" or compare(_unquoted(expected.shown), _unquoted(figure.value)) == "same":
        return Judgement("holds", figure, expected.shown, figure.value)
    printed = _of_watch(expected, runs, "stdout")
    if figure.value == "None" and printed is not None and str(printed.value).strip():
        return _printed(expected, printed)
    if _classes_differ(expected.shown, figure.value) and (kind_of(expected.shown) == "str" or figure.value == "None"):
        return None
    return _decide(expected, figure, figure.value)


def watch_number(expected: Expectation) -> int:
    """A number for the watch of an expectation, the same each time it is asked for."""
    return expected.span.start
