"""What a text says that its code does, in comments beside statements; prompts and output blocks are in shown.py.

An expectation is only read where the words cannot mean anything else; what is merely likely is marked `sure=False`, so that it can
be confirmed by a run and never be held against the text.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tools import python_source
from tools.instruments.code.compare import kind_of, literal
from tools.instruments.code.programs import Comment, Piece
from tools.records import Span

Way = Literal["value", "output", "shape", "raises", "passes", "watch", "inner", "lines", "items", "turns"]

_MARK = re.compile(
    r"^\s*(?:(?P<print>(?:this |it )?(?:prints?|printed|outputs?|displays?|output|out|stdout|ausgabe|druckt|gibt aus|sortie"
    r"|affiche|imprime|salida)\b)|(?P<value>(?:returns?|result|evaluates to|gives|yields|ergebnis|ergibt|liefert|gibt zurück|résultat"
    r"|donne|vaut|renvoie|retourne|resultado)\b|->|=>|==>|→|⇒|➜"
    r"|▶|>>))\s*:?\s*(?P<rest>.*)$",
    re.I | re.S,
)
_SHAPE = re.compile(
    r"^(?:shape|form|size|torch\.Size)?\s*(?:is|ist|=|:)?\s*(?:torch\.Size\()?([\[(]\s*\d+(?:\s*,\s*\d+)*\s*,?\s*[\])])\)?$", re.I
)
_NAMED = re.compile(
    r"^(?:now |jetzt |then )?`?(?P<name>[A-Za-z_][\w.]*(?:\[[^\]]*\])?|len\([A-Za-z_][\w.]*\))`?"
    r"\s*(?:is now|is still|is|==?|ist jetzt|ist nun|ist immer noch|ist)\s+(?P<value>.+)$"
)
ERROR = r"(?:[A-Z]\w*(?:Error|Exception|Interrupt)|StopIteration|StopAsyncIteration|GeneratorExit|SystemExit)"
_RAISES = re.compile(
    rf"^\s*(?:->|=>|→|⇒)?\s*(?:(?:this |it |das |dies |hier )?(?:raises?|throws?|wirft|fails with|error|fehler|exception|ausnahme"
    rf"|lève)\b(?: an?| einen?)?\s*:?\s*)?`?(?P<name>{ERROR})\b`?(?P<rest>.*)$",
    re.I,
)
_FAILS = re.compile(
    r"^\W*(?:(?:this |it |das |dies |hier |die zeile )?(?:will |would |wird )?(?:fails?|crashes|raises(?: an? (?:error|exception))?"
    r"|throws(?: an? (?:error|exception))?|scheitert|schlägt fehl|fehlschlagen"
    r"|wirft (?:einen fehler|eine ausnahme))|error|fehler|exception|ausnahme|boom|does not work|doesn't work|funktioniert nicht)\W*$",
    re.I,
)
_PASSES = re.compile(
    r"^\W*(?:no (?:error|exception)|does not raise|doesn't raise|never raises|raises nothing|kein fehler|keine ausnahme|wirft nichts)\b",
    re.I,
)
_CONDITION = re.compile(
    r"\b(?:if|when|unless|may|might|could|can|sometimes|or|wenn|falls|kann|könnte|manchmal|oder|in python 2|before|until|vor|bis)\b", re.I
)
TROUBLE = re.compile(
    rf"\b{ERROR}\b|\b(?:error|errors|fail|fails|failed|failing|failure|raise|raises|raised|crash|crashes|exception|breaks?|broken|wrong"
    rf"|bug|buggy|oops|invalid|illegal|not allowed|forbidden"
    r"|cannot|can't|won't|does not work|doesn't work|refuses?|rejects?|fehler\w*|scheiter\w*|schlägt|ausnahme\w*|verboten|unzulässig"
    r"|ungültig|falsch|bricht|wirft|abbruch|löst|erreur|échoue|falla|excepción)\b|❌|✗",
    re.I,
)
_LARGER = re.compile(r"\s*>=?(?![>=])")  # "# > 0.5" may be a comparison as well as a mark
_TAIL = re.compile(r"^(?P<head>.+?)\s*(?:;|—|–| - | -- |  +| \(|, (?:not|weil|because|nicht)\b).*$")


@dataclass(frozen=True)
class Expectation:
    """One thing that the text says of a run.

    piece: number of the piece; line: of the statement, 0 for the whole piece. shown: what is said; span: where.
    way: value (of the expression or the name assigned), output, shape, raises (shown: the class, or "" for any), passes, watch (of
    `expression`, evaluated after the line, or after the piece where line is 0), inner (the shape of a name that the line, within a function
    or a loop, gives a value), lines (printed by the piece), items (printed, one
    a line or all on one), turns (of its one loop). sure: whether a difference is a fault.
    source: "comment", "output", "session", "prose" or "docstring". comment: the whole of a comment beside (or below) a statement that may
    show what it printed, "" where it is of another kind. marked: prose shows it in code font. line_shown: it is one line of the output.
    """

    piece: int
    line: int
    way: Way
    shown: str
    span: Span
    sure: bool
    source: str
    expression: str = ""
    comment: str = ""
    below: bool = False
    marked: bool = False
    line_shown: int | None = None


def statement_at(piece: Piece, line: int) -> ast.stmt | None:
    """The top-level statement that covers a line."""
    return next((n for n in piece.tree.body if n.lineno <= line <= (n.end_lineno or n.lineno)), None)


def innermost_at(piece: Piece, line: int) -> ast.stmt | None:
    """The innermost simple statement that covers a line."""
    found = [n for n in ast.walk(piece.tree) if isinstance(n, ast.stmt) and n.lineno <= line <= (n.end_lineno or n.lineno)]
    return max(found, key=lambda n: (n.lineno, -(n.end_lineno or 0)), default=None)


def is_print(node: ast.stmt | None) -> bool:
    return (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name)
        and node.value.func.id in {"print", "pprint", "display"}
    )  # fmt: skip


def of_comments(piece: Piece) -> Iterator[Expectation]:
    """What the comments of a piece say about the statement beside or above them."""
    callouts = _callouts(piece)
    for comment in piece.comments:
        if not comment.alone and comment not in callouts:
            yield from _beside(piece, comment)
    for node in piece.tree.body:
        yield from _below(piece, node)


def _callouts(piece: Piece) -> set[Comment]:
    """Comments that only number the lines: whole numbers that count up from one."""
    bare = [c for c in piece.comments if re.fullmatch(r"\s*\(?\d{1,2}\)?\.?\s*", c.text)]
    numbers = [int(re.sub(r"\D", "", c.text)) for c in bare]
    return set(bare) if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)) else set()


def _beside(piece: Piece, comment: Comment) -> Iterator[Expectation]:
    node = innermost_at(piece, comment.line)
    top = statement_at(piece, comment.line)
    if node is None or top is None or comment.line != (node.end_lineno or node.lineno):
        return
    text = comment.text.strip()
    if _LARGER.match(text):
        return
    span = _span(piece, comment, text)
    if node is not top and not is_print(node):
        yield from _inner_shape(piece, node, text, span)
        return
    if node is top:
        raised = _raising(piece.number, node.lineno, text, span)
        if raised is not None:
            yield raised
            return
    if not isinstance(node, (ast.Expr, ast.Assign, ast.AnnAssign, ast.AugAssign)):
        return
    named = _NAMED.match(text)
    if node is top and named and _may_be_named(node, text, named["name"]) and literal(_head(named["value"])[0])[0] and _pure(named["name"]):
        shown = _head(named["value"])[0]
        yield Expectation(piece.number, node.lineno, "watch", shown, span, True, "comment", named["name"])
        return
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, (ast.Constant, ast.UnaryOp)):
        return
    if node is top and (names := _unpacked(node)):
        _, value = literal(text)
        if text.count(",") and isinstance(value, tuple) and len(value) == len(names):
            yield Expectation(piece.number, node.lineno, "watch", text, span, True, "comment", f"({', '.join(names)})")
        return
    yield from _valued(piece, node, text, span)


def _may_be_named(node: ast.stmt, text: str, name: str) -> bool:
    """Whether "name = value" shows a value: only of a name that the statement assigns, as else it may be a supposition."""
    if not re.match(rf"\W*{re.escape(name)}`?\s*=(?!=)", text):
        return True
    return isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == name for t in node.targets)


def _unpacked(node: ast.stmt) -> list[str]:
    """The names that an assignment takes several values apart into, [] where it does not."""
    target = node.targets[0] if isinstance(node, ast.Assign) and len(node.targets) == 1 else None
    if not isinstance(target, ast.Tuple) or not all(isinstance(e, ast.Name) for e in target.elts) or len(target.elts) < 2:
        return []
    return (
        [e.id for e in target.elts if isinstance(e, ast.Name)] if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) else []
    )


def _inner_shape(piece: Piece, node: ast.stmt, text: str, span: Span) -> Iterator[Expectation]:
    """A shape beside an assignment within a function or a loop, in numbers: `h = x @ w  # (4, 8)`."""
    form = _SHAPE.match(text)
    if form and isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and isinstance(node.value, (ast.Call, ast.BinOp)):
        yield Expectation(piece.number, node.lineno, "inner", form.group(1), span, True, "comment")


def inner_name(piece: Piece, line: int) -> str | None:
    """The name that a line within a function or a loop gives a value."""
    node = innermost_at(piece, line)
    target = node.targets[0] if isinstance(node, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else None


def _valued(piece: Piece, node: ast.stmt, text: str, span: Span) -> Iterator[Expectation]:
    marked = _MARK.match(text)
    claim = marked["rest"].strip() if marked else text
    if marked and re.search(r"ergibt|ausgabe|ergebnis|gibt|liefert|druckt|affiche|donne|vaut|renvoie|retourne|résultat", text, re.I):
        claim = re.sub(r"^(-?\d+),(\d+)$", r"\1.\2", claim)
    shown, whole = _head(claim)
    if not shown:
        return
    form = _SHAPE.match(claim.strip())
    plain = literal(shown)[0]
    if form and (not plain or claim.lower().startswith(("shape", "form", "size", "torch"))):
        yield Expectation(piece.number, node.lineno, "shape", form.group(1), span, True, "comment")
        return
    printing = is_print(node) or bool(marked and marked["print"])
    sure = bool(marked) or whole
    if plain and not whole and kind_of(shown) in {"number", "str"} and not marked:
        sure = False
    way: Way = "output" if printing else "value"
    whole_comment = claim if isinstance(node, ast.Expr) else ""
    yield Expectation(piece.number, node.lineno, way, shown, span, sure, "comment", comment=whole_comment)


def _head(claim: str) -> tuple[str, bool]:
    """(what is shown, whether it is the whole of the claim): explanations after it are cut off."""
    claim = claim.strip().strip("`").strip()
    if literal(claim)[0]:
        return claim, True
    if claim.endswith(".") and literal(claim[:-1])[0]:
        return claim[:-1], True
    tail = _TAIL.match(claim)
    if tail and literal(tail["head"].strip("` "))[0]:
        return tail["head"].strip("` "), False
    return claim, True


def _raising(number: int, line: int, text: str, span: Span) -> Expectation | None:
    if _PASSES.match(text):
        return Expectation(number, line, "passes", "", span, True, "comment")
    match = _RAISES.match(text)
    if match and not _CONDITION.search(match["rest"]):
        return Expectation(number, line, "raises", match["name"], span, True, "comment")
    if _FAILS.match(text):
        return Expectation(number, line, "raises", "", span, True, "comment")
    return None


def _span(piece: Piece, comment: Comment, text: str) -> Span:
    begin = comment.column + 1 + (len(comment.text) - len(comment.text.lstrip()))
    return piece.span(comment.line, begin, begin + len(text))


def _pure(expression: str) -> bool:
    """Whether reading an expression calls nothing but len."""
    try:
        tree = python_source.expression(expression)
    except SyntaxError:
        return False
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call)]
    return all(isinstance(c.func, ast.Name) and c.func.id == "len" for c in calls) and not isinstance(tree, ast.Constant)


def _below(piece: Piece, node: ast.stmt) -> Iterator[Expectation]:
    """Comment lines directly under a statement that show what it printed or gave."""
    last = node.end_lineno or node.lineno
    lines: list[Comment] = []
    for comment in piece.comments:
        if comment.alone and comment.line == last + 1 + len(lines) and comment.column - comment.shows == node.col_offset:
            lines.append(comment)
    if not lines or not isinstance(node, ast.Expr) or _LARGER.match(lines[0].text):
        return
    first = lines[0].text.strip()
    marked = _MARK.match(first)
    span = Span(start=piece.span(lines[0].line).start, end=piece.span(lines[-1].line).end)
    shown = [c.text.strip() for c in lines]
    if marked:
        shown = [marked["rest"].strip(), *shown[1:]] if marked["rest"].strip() else shown[1:]
    raised = _raising(piece.number, node.lineno, shown[0] if shown else "", span)
    if raised is not None and raised.shown:
        yield raised
    elif shown and (marked or lines[0].shows or all(literal(s)[0] for s in shown) or len(shown) == 1 or _looks_shown(shown)):
        sure = bool(marked) or lines[0].shows or all(literal(s)[0] for s in shown)
        way: Way = "output" if is_print(node) else "value"
        text = "\n".join(shown)
        yield Expectation(piece.number, node.lineno, way, text, span, sure, "comment", comment=text, below=True)


def _looks_shown(lines: list[str]) -> bool:
    return all(re.search(r"\d", line) for line in lines)


def failing_lines(piece: Piece, expectations: tuple[Expectation, ...]) -> list[int]:
    """Lines after whose failure a piece goes on: those that the text announces."""
    announced = {e.line for e in expectations if e.piece == piece.number and e.way == "raises" and e.line}
    announced |= {c.line for c in piece.comments if not c.alone and TROUBLE.search(c.text)}
    for comment in piece.comments:
        if comment.alone and TROUBLE.search(comment.text) and (node := statement_at(piece, comment.line + 1)) is not None:
            announced.add(node.lineno)
    return sorted(announced)
