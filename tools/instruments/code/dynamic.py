"""Faults that raise nothing and are seen in a run: tests never true, parameters never trained, returns of another type."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from prompts.trust import measure
from tools.instruments.code.programs import Piece
from tools.instruments.code.prose import HEDGED, sentences
from tools.instruments.code.runs import Figure, Runs
from tools.instruments.code.silent import LEARNED, NOT
from tools.instruments.code.surroundings import around, is_a_lesson
from tools.records import Chapter, Span

_HANDLES = re.compile(
    r"\b(?:init\w*|convert\w*|freez\w*|froze\w*|register\w*|replac\w*|reset\w*|normali[sz]\w*|handl\w*|appl(?:y|ies|ied)\w*|fill\w*"
    r"|scal\w*|clean\w*|set_\w+|sets?|updat\w*|doubl\w*|transform\w*"
    r"|collect\w*|count\w*|setzt|wandelt|behandelt|ersetzt|friert|füllt|zählt|sammelt|skaliert|verdoppelt)\b|init_|_init|convert_"
    r"|freeze_|reset_|apply_|handle_|double_|count_|collect_",
    re.I,
)
_RETURNS = re.compile(
    r"^\s*(?:returns?|gibt)\b:?\s+(?:an?\s+|the\s+|eine?n?\s+)?(?:new\s+|sorted\s+|neue\s+)?(?P<type>list|tuple|dict|dictionary|set"
    r"|string|str|None|Liste|Tupel|Zeichenkette|Menge|Wörterbuch)\b(?P<rest>[^\n]*)",
    re.I | re.M,
)
_RETURNED = (
    r"(?:returns?|liefert|gibt)\s+(?:an?\s+|eine?n?\s+)?(?:new\s+|sorted\s+|neue\s+)?`?(?P<type>list|tuple|dict|dictionary|set"
    r"|string|None"
    r"|Liste|Tupel|Zeichenkette|Menge|Wörterbuch)\b(?!\s*(?:or|oder)\b)"
)
_WORDS = {
    "dictionary": "dict",
    "string": "str",
    "liste": "list",
    "tupel": "tuple",
    "zeichenkette": "str",
    "menge": "set",
    "wörterbuch": "dict",
    "none": "NoneType",
}
_PLAIN = {"list", "tuple", "dict", "set", "str", "int", "float", "bool", "NoneType"}


@dataclass(frozen=True)
class Observed:
    """A fault that the runs show, or what bears the text out (good). span: of the words; figure: of the run."""

    rule: str
    span: Span
    why: str
    figure: Figure
    good: bool = False


def observed(pieces: tuple[Piece, ...], chapter: Chapter, runs: Runs) -> Iterator[Observed]:
    """All faults that are seen in the traced run."""
    traced = next((i for i, r in enumerate(runs.runs) if r.get("traced")), None)
    if traced is None:
        return
    for piece in pieces:
        if piece.problem is not None or runs.is_unsure(piece.number):
            continue
        if not is_a_lesson(chapter, piece):
            yield from _never_true(piece, chapter, runs, traced)
        yield from _returned(piece, runs, traced)
        yield from _said_to_return(piece, chapter, runs, traced)
    yield from _untrained(pieces, chapter, runs, traced)


# ---- tests that are never true ------------------------------------------------------------------------------------


def _never_true(piece: Piece, chapter: Chapter, runs: Runs, traced: int) -> Iterator[Observed]:
    hits = runs.hits(piece.number)
    words = around(chapter, piece)
    for node in ast.walk(piece.tree):
        if not isinstance(node, (ast.FunctionDef, ast.For)):
            continue
        tests = _only_type_tests(node)
        if not tests or any(hits.get(t.lineno, 0) == 0 or hits.get(t.body[0].lineno, 0) or t.body[0].lineno == t.lineno for t in tests):
            continue
        claims = f"{words} {getattr(node, 'name', '')} " + " ".join(c.text for c in piece.comments)
        docstring = ast.get_docstring(node) or "" if isinstance(node, ast.FunctionDef) else ""
        if _HANDLES.search(f"{claims} {docstring}"):
            first = tests[0]
            figure = Figure(f"/runs/{traced}/hits/<piece {piece.number}>/{first.lineno}", hits[first.lineno])
            why = (
                f"The test `{ast.unparse(first.test)}` was made {hits[first.lineno]} times and was never true, so nothing happened, "
                "though the text says that something is done."
            )
            yield Observed("never-taken", piece.span(first.lineno), why, figure)


def _only_type_tests(node: ast.FunctionDef | ast.For) -> list[ast.If]:
    """The tests of a function or loop that does nothing but test types; empty where it does anything else."""
    found: list[ast.If] = []
    for statement in node.body:
        if isinstance(statement, ast.If) and _is_type_test(statement.test) and len(statement.orelse) <= 1:
            found.append(statement)
            if statement.orelse and not isinstance(statement.orelse[0], ast.If):
                return []
            if statement.orelse and isinstance(inner := statement.orelse[0], ast.If):
                if inner.orelse or not _is_type_test(inner.test):
                    return []
                found.append(inner)
        elif isinstance(statement, ast.Return) and (statement.value is None or isinstance(statement.value, ast.Name)):
            continue
        elif not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
            return []
    return found


def _is_type_test(test: ast.expr) -> bool:
    return any(
        (isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id in ("isinstance", "issubclass", "type"))
        for n in ast.walk(test)
    ) and not any(isinstance(n, ast.UnaryOp) and isinstance(n.op, ast.Not) for n in ast.walk(test))


# ---- what functions return ----------------------------------------------------------------------------------------


def _returned(piece: Piece, runs: Runs, traced: int) -> Iterator[Observed]:
    returns: dict[str, Any] = runs.runs[traced].get("returns", {})
    for node in ast.walk(piece.tree):
        if not isinstance(node, ast.FunctionDef) or node.name in piece.stubs:
            continue
        line = node.decorator_list[0].lineno if node.decorator_list else node.lineno
        key = f"<piece {piece.number}>:{line}:{node.name}"
        kinds = set(returns.get(key, {}))
        claimed = _claimed(node)
        if claimed is None or not kinds or not kinds <= _PLAIN or claimed in kinds or node.decorator_list:
            continue
        where, words = _claim_lines(node)
        figure = Figure(f"/runs/{traced}/returns/{key}", returns[key])
        actual = ", ".join(sorted(k.replace("NoneType", "None") for k in kinds))
        why = f"`{node.name}` is said to return {words}; in the run it returned {actual}. The run decides."
        yield Observed("returned-type", piece.span(where), why, figure)


def _said_to_return(piece: Piece, chapter: Chapter, runs: Runs, traced: int) -> Iterator[Observed]:
    """What prose says that a function returns, by the name of the function alone: "`scale` returns a list"."""
    returns: dict[str, Any] = runs.runs[traced].get("returns", {})
    text = measure(chapter.text)
    functions = [n for n in piece.tree.body if isinstance(n, ast.FunctionDef) and not n.decorator_list and n.name not in piece.stubs]
    for node in functions:
        key = f"<piece {piece.number}>:{node.lineno}:{node.name}"
        kinds = set(returns.get(key, {}))
        if not kinds or not kinds <= _PLAIN:
            continue
        pattern = re.compile(rf"(?<![\w.]){re.escape(node.name)}(?:\(\))?`?\s+(?:always |immer )?{_RETURNED}")
        for block in chapter.blocks:
            if block.kind not in ("prose", "quote"):
                continue
            for begin, part in sentences(text, block.span):
                match = None if HEDGED.search(part) else pattern.search(part)
                if match is None:
                    continue
                word = match["type"].lower()
                claimed = _WORDS.get(word, word)
                figure = Figure(f"/runs/{traced}/returns/{key}", returns[key])
                actual = ", ".join(sorted(k.replace("NoneType", "None") for k in kinds))
                span = Span(start=begin + match.start(), end=begin + match.end())
                if kinds == {claimed}:
                    yield Observed("said-to-return", span, f"`{node.name}` returned {actual} in the run, as the text says.", figure, True)
                elif claimed not in kinds:
                    why = f"The text says that `{node.name}` returns {match['type']}; in the run it returned {actual}."
                    yield Observed("said-to-return", span, why, figure)


def _claimed(node: ast.FunctionDef) -> str | None:
    match = _RETURNS.search(ast.get_docstring(node) or "")
    if match and not re.search(r"\b(?:or|oder|if|when|wenn|falls|None|else)\b|\|", match["rest"]):
        return _WORDS.get(match["type"].lower(), match["type"].lower())
    return None


def _claim_lines(node: ast.FunctionDef) -> tuple[int, str]:
    docstring = node.body[0]
    raw = docstring.value.value if isinstance(docstring, ast.Expr) and isinstance(docstring.value, ast.Constant) else ""
    match = _RETURNS.search(str(raw)) or _RETURNS.search(ast.get_docstring(node) or "")
    if match is None:
        return node.lineno, ""
    return docstring.lineno + str(raw).count("\n", 0, match.start("type")), match["type"]


# ---- training -----------------------------------------------------------------------------------------------------


def _untrained(pieces: tuple[Piece, ...], chapter: Chapter, runs: Runs, traced: int) -> Iterator[Observed]:
    """Parameters that the text calls learned, of a module that was trained, which no step ever changed."""
    text = measure(chapter.text)
    for number, module in enumerate(runs.runs[traced].get("training", [])):
        if not any(p["changed"] for p in module["parameters"]):
            continue
        for position, parameter in enumerate(module["parameters"]):
            if parameter["changed"] is True or (parameter["in_optimizer"] and parameter["graded"]):
                continue
            name = parameter["name"].split(".")[-1]
            place = _definition(pieces, name)
            if place is None or not _is_called_learned(name, place, text) or is_a_lesson(chapter, place[0]):
                continue
            cause = "is in no optimizer" if not parameter["in_optimizer"] else "never gets a gradient"
            if not parameter["requires_grad"]:
                cause = "does not require a gradient"
            why = f"`{name}` is said to be learned, but over {module['steps']} steps of the optimizer it never changed: it {cause}."
            figure = Figure(f"/runs/{traced}/training/{number}/parameters/{position}/changed", parameter["changed"])
            last = place[1].end_lineno or place[1].lineno
            yield Observed("never-trained", place[0].lines_span(place[1].lineno, last), why, figure)


def _definition(pieces: tuple[Piece, ...], name: str) -> tuple[Piece, ast.Assign] | None:
    """Where `self.name` is assigned."""
    for piece in pieces:
        for node in ast.walk(piece.tree):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute) and node.targets[0].attr == name:
                return piece, node
    return None


def _is_called_learned(name: str, place: tuple[Piece, ast.Assign], text: str) -> bool:
    piece, node = place
    beside = [c.text for c in piece.comments if node.lineno - 1 <= c.line <= (node.end_lineno or node.lineno)]
    sentences = [s for s in re.split(r"(?<=[.!?])\s+|\n\s*\n", text) if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", s) and len(s) < 400]
    return any(LEARNED.search(s) and not NOT.search(s) for s in beside + sentences)
