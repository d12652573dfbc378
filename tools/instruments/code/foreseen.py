"""Judges what a comment predicts by the chapter's habit, and what prose counts of a run: lines printed, turns of a loop."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Any, Literal

from tools.instruments.code.expectations import ERROR, Expectation, innermost_at, statement_at
from tools.instruments.code.predictions import Habit, listed, predicted
from tools.instruments.code.programs import Piece
from tools.instruments.code.runs import Figure, Runs


@dataclass(frozen=True)
class Judgement:
    """Whether an expectation holds. figure: of the run; said, did: what is set against each other; certain: whatever the seed."""

    verdict: Literal["holds", "fails"]
    figure: Figure
    said: str
    did: str
    certain: bool = False


def foreseen(expected: Expectation, piece: Piece, runs: Runs, habit: Habit) -> Judgement | None:
    """Whether a comment that predicts what a print or an expression shows is right, read as the other comments are."""
    node = innermost_at(piece, expected.line)
    if node is None or not isinstance(node, ast.Expr):
        return None
    if _is_in_handler(piece, node):
        return _caught(expected, node, runs)
    shown = _what_it_showed(expected, node, piece, runs)
    if shown is None:
        return _listed(expected, node, piece, runs) or _never_zero(expected, node, piece, runs)
    texts = shown.value if isinstance(shown.value, list) else [shown.value]
    found = [predicted(expected.comment, t, flattened=piece.block.flattened, habit=habit, own=ast.unparse(node)) for t in texts]
    best = next((f for f in found if f is not None and f.holds), found[0])
    if best is None:
        return None
    return Judgement("holds" if best.holds else "fails", Figure(shown.pointer, texts[0]), best.said, texts[0].strip())


def _what_it_showed(expected: Expectation, node: ast.Expr, piece: Piece, runs: Runs) -> Figure | None:
    """What a statement printed, or the texts of its value where it printed nothing."""
    if statement_at(piece, expected.line) is not node and piece.mode == "program":
        return printed_once(expected, node, runs)
    failed = runs.in_statement(piece.number, node.lineno, "error")
    printed = runs.in_statement(piece.number, node.lineno, "stdout")
    if failed is None or failed.value is not None or printed is None:
        return None
    if str(printed.value).strip() or expected.way == "output":
        return printed if str(printed.value).strip() else None
    value = runs.in_statement(piece.number, node.lineno, "value/repr")
    words = runs.in_statement(piece.number, node.lineno, "value/str")
    if value is None or not isinstance(value.value, str) or value.value == "None":
        return None
    return Figure(value.pointer, [value.value, *([words.value] if words is not None and isinstance(words.value, str) else [])])


def _is_in_handler(piece: Piece, node: ast.stmt) -> bool:
    """Whether a statement deals with an exception, whose words differ between releases."""
    handlers = [n for n in ast.walk(piece.tree) if isinstance(n, ast.ExceptHandler)]
    return any(h.lineno <= node.lineno <= (h.end_lineno or h.lineno) for h in handlers)


def _caught(expected: Expectation, node: ast.Expr, runs: Runs) -> Judgement | None:
    """The class of an exception that a handler prints (`print(type(error).__name__)`), which is another than the one shown."""
    if not re.search(r"\btype\(\w+\)|\.__class__\b", ast.unparse(node)):
        return None
    printed = printed_once(expected, node, runs)
    said = re.findall(rf"(?<![\w.]){ERROR}(?!\w)", expected.comment)
    did = [] if printed is None else re.findall(rf"(?<!\w){ERROR}(?!\w)", str(printed.value))
    if printed is None or len(said) != 1 or len(did) != 1 or said == did or not re.match(rf"\W*{said[0]}\b", expected.comment):
        return None
    return Judgement("fails", printed, said[0], did[0])


def _never_zero(expected: Expectation, node: ast.stmt, piece: Piece, runs: Runs) -> Judgement | None:
    """A zero that is shown where each run prints another number, far from it: it depends on the seed and is zero for none."""
    each = [t.strip() for t in runs.each(piece.number, node.lineno, "stdout")]
    zero = re.fullmatch(r"-?0\.0*", expected.shown.strip())
    if not zero or len(each) < 2 or not all(re.fullmatch(r"-?\d+\.\d+(?:e-?\d+)?", t) and abs(float(t)) > 1e-3 for t in each):
        return None
    position = next(i for i, e in enumerate((runs.record(piece.number) or {})["statements"]) if e["line"] <= node.lineno <= e["end"])
    pointer = f"/runs/0/pieces/{runs.position(piece.number)}/statements/{position}/stdout"
    return Judgement("fails", Figure(pointer, runs.each(piece.number, node.lineno, "stdout")[0]), expected.shown, each[0], certain=True)


def printed_once(expected: Expectation, node: ast.stmt, runs: Runs) -> Figure | None:
    """What a print inside a loop or a function printed, where it ran once."""
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    if runs.hits(expected.piece).get(node.lineno) != 1:
        return None

    def read(record: dict[str, Any]) -> tuple[str, Any] | None:
        found = [(i, text) for i, (line, text) in enumerate(record["outputs"]) if line in lines]
        return (f"/outputs/{found[0][0]}/1", found[0][1]) if len(found) == 1 else None

    return runs.figure(expected.piece, read)


def _listed(expected: Expectation, node: ast.stmt, piece: Piece, runs: Runs) -> Judgement | None:
    """Values that a comment lists beside a print that ran several times in a row."""
    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
    if statement_at(piece, expected.line) is node or runs.hits(expected.piece).get(node.lineno, 0) < 2:
        return None

    def read(record: dict[str, Any]) -> tuple[str, Any] | None:
        found = [(i, text) for i, (line, text) in enumerate(record["outputs"]) if line in lines]
        return (f"/outputs/{found[0][0]}/1", found[0][1]) if len(found) == 1 else None

    figure = runs.figure(expected.piece, read)
    outcome = None if figure is None else listed(expected.comment, str(figure.value))
    if figure is None or outcome is None:
        return None
    return Judgement("holds" if outcome.holds else "fails", figure, outcome.said, " ".join(str(figure.value).split()))


def counted(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    """How many lines a piece printed, or how many times its one loop ran."""
    record = runs.record(piece.number)
    if record is None or record.get("error") is not None or record.get("timeout"):
        return None
    return _turns(expected, piece, runs) if expected.way == "turns" else _lines(expected, piece, runs)


def _lines(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    loop = statement_at(piece, expected.line) if expected.line else None
    first, last = (loop.lineno, loop.end_lineno or loop.lineno) if loop is not None else (1, 10**9)
    printed = runs.figure(piece.number, lambda record: ("/outputs", record["outputs"]))
    if printed is None or not printed.value or len(printed.value) >= 2000:
        return None
    text = "".join(words for line, words in printed.value if line is None or first <= line <= last)
    count = sum(bool(line.strip()) for line in text.splitlines())
    noun = "line" if expected.way == "lines" else "item"
    if noun == "item":
        parts = [re.findall(r"[^\s,;()\[\]]+", line) for line in text.splitlines() if line.strip()]
        if len(parts) > 1 and any(len(p) != 1 for p in parts):
            return None
        count = sum(len(p) for p in parts)
    if not count:
        return None
    lines = f"1 {noun}" if count == 1 else f"{count} {noun}s"
    return Judgement("holds" if str(count) == expected.shown else "fails", printed, f"{expected.shown} {noun}s", lines)


def _turns(expected: Expectation, piece: Piece, runs: Runs) -> Judgement | None:
    loop = statement_at(piece, expected.line)
    if not isinstance(loop, (ast.For, ast.While)):
        return None
    inner = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)
    plain = [n for n in loop.body if not any(isinstance(p, inner) for p in ast.walk(n))]
    if not plain or plain[0] is not loop.body[0] or plain[0].lineno == loop.lineno:
        return None
    hits = runs.hits(piece.number).get(plain[0].lineno, 0)
    traced = next(i for i, r in enumerate(runs.runs) if r.get("traced"))
    figure = Figure(f"/runs/{traced}/hits/<piece {piece.number}>/{plain[0].lineno}", hits)
    return (
        Judgement("holds" if str(hits) == expected.shown else "fails", figure, f"{expected.shown} turns", f"{hits} turns") if hits else None
    )
