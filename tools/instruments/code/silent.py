"""Faults that raise nothing and are seen in the source alone: checks that cannot fail, tests that are never or always true.

Each rule is silent where the words about the code show that it is meant as a lesson.
"""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived, measure
from tools.instruments.code.certainties import is_shown_as_useless, sentence_on_check, settled_tests
from tools.instruments.code.failures import STANDARD
from tools.instruments.code.programs import Piece
from tools.instruments.code.surroundings import around, is_a_lesson
from tools.instruments.code.thresholds import misplaced
from tools.records import Chapter, ChapterEvidence, Finding, Priority, Span

_COMPARERS = {
    "allclose", "isclose", "array_equal", "assert_allclose", "assert_array_equal", "assert_close", "assert_equal", "assertEqual",
    "assertAlmostEqual", "assert_almost_equal", "equal", "assert_frame_equal", "assert_series_equal", "array_equiv",
}  # fmt: skip
_ITSELF = re.compile(r"\bnan\b|itself|themselves|reflexiv|identity|sich selbst|identisch mit sich", re.I)
_FRESH = re.compile(
    r"\b(?:fresh|new|empty|own|separate)\s+(?:\w+\s+)?(?:list|dict|dictionary|set|basket|cart|container|object|history"
    r"|cache)s?\b[^.]{0,60}\b(?:each|every|per|any)\b"
    r"|\b(?:each|every)\s+(?:call|time|invocation|instance)\b[^.]{0,60}\b(?:fresh|new|empty|own)\b"
    r"|\b(?:jede[rsn]?|jedes mal|bei jedem)\b[^.]{0,60}\b(?:neue\w*|frische\w*|leere\w*|eigene\w*)\b|\b(?:neue|frische|leere"
    r"|eigene)\s+(?:liste|menge)\b[^.]{0,40}\bjede",
    re.I,
)
LEARNED = re.compile(
    r"\b(?:learn(?:ed|s|able|t)?|train(?:ed|able)|optimi[sz]ed|gelernt\w*|lernbar\w*|lernt|trainierbar\w*|trainiert\w*)\b", re.I
)
NOT = re.compile(r"\b(?:not|never|no|isn't|un\w+ed|fixed|frozen|constant|non-?\w*|nicht|kein\w*|nie|fest|konstant|eingefroren)\b", re.I)
_MAKERS = {"zeros", "ones", "randn", "rand", "tensor", "empty", "full", "eye", "linspace", "arange", "zeros_like", "ones_like"}
_IN_PLACE = re.compile(
    r"\bin[- ]place\b|\ban ort und stelle\b|\bdirekt in der (?:liste|zeichenkette)\b|\bmodifies the (?:list|string|frame) itself\b", re.I
)
_DROPPED = {"sorted", "reversed"}


@dataclass(frozen=True)
class Fault:
    """node: what the finding is about; why: for the author."""

    rule: str
    node: ast.AST
    why: str
    priority: Priority = "medium"


def static_findings(instrument: str, pieces: tuple[Piece, ...], chapter: Chapter) -> list[Finding]:
    """The findings of all pieces that parse and are no lesson."""
    found = [_never_imported(instrument, *missing) for missing in _missing_imports(pieces)] if chapter.whole else []
    for piece in pieces:
        if piece.problem is None:
            faults = list(faults_of(piece, chapter))
            if faults and not is_a_lesson(chapter, piece):
                found += [_finding(instrument, piece, fault) for fault in faults]
            if not is_shown_as_useless(chapter, piece):
                found += _settled(instrument, piece, chapter)
                found += [_misplaced(instrument, piece, said.span, why) for said, why in misplaced(piece, chapter)]
    return found


def _misplaced(instrument: str, piece: Piece, span: Span, why: str) -> Finding:
    return Finding(
        instrument=instrument, rule="threshold", span=span, kind="behavioural", verdict="contradicted", priority="medium",
        response="correction", summary=derived(why), grounds=(ChapterEvidence(relation="CONTRADICTS", span=piece.block.span),),
    )  # fmt: skip


def _settled(instrument: str, piece: Piece, chapter: Chapter) -> Iterator[Finding]:
    """Checks and tests whose outcome no data change, and the sentence that says what such a check does."""
    for node, test, known in settled_tests(piece.tree):
        condition = ast.unparse(test)
        if not isinstance(node, ast.Assert):
            yield _finding(instrument, piece, Fault("settled-test", node, f"`{condition}` is {'always' if known else 'never'} true."))
            continue
        why = f"This assertion cannot fail: `{condition}` is true whatever the data."
        finding = _finding(instrument, piece, Fault("settled-check", node, why, "high"))
        yield finding
        sentence = sentence_on_check(chapter, piece)
        if sentence is not None:
            said = derived(f"The check that this rests on cannot fail: `{condition}` is true whatever the data.")
            ground = ChapterEvidence(relation="CONTRADICTS", span=finding.span)
            yield finding.model_copy(update={"rule": "settled-check-said", "span": sentence, "summary": said, "grounds": (ground,)})


def _missing_imports(pieces: tuple[Piece, ...]) -> Iterator[tuple[Piece, str, int]]:
    """Modules of the standard library that a text uses and never imports, where it imports others."""
    bound = frozenset().union(*(p.binds for p in pieces))
    stars = any("import *" in p.source for p in pieces)
    if stars or not any(isinstance(n, (ast.Import, ast.ImportFrom)) for p in pieces for n in ast.walk(p.tree)):
        return
    seen: set[str] = set()
    for piece in pieces:
        for node in ast.walk(piece.tree):
            if not (isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)):
                continue
            name = node.value.id
            if name in STANDARD and name in piece.needs and name not in bound | seen and hasattr(importlib.import_module(name), node.attr):
                seen.add(name)
                yield piece, name, node.lineno


def _never_imported(instrument: str, piece: Piece, name: str, line: int) -> Finding:
    return Finding(
        instrument=instrument, rule="missing-import", span=piece.span(line), kind="api", verdict="qualified", priority="low",
        response="correction", summary=derived(f"`{name}` is used here, and the chapter never imports it; add `import {name}`."),
    )  # fmt: skip


def _finding(instrument: str, piece: Piece, fault: Fault) -> Finding:
    first = getattr(fault.node, "lineno", 1)
    last = getattr(fault.node, "end_lineno", None) or first
    return Finding(
        instrument=instrument, rule=fault.rule, span=piece.lines_span(first, last), kind="behavioural", verdict="contradicted",
        priority=fault.priority, response="correction", summary=derived(fault.why),
        working=(derived(f"read from lines {first} to {last} of the block"),),
    )  # fmt: skip


def faults_of(piece: Piece, chapter: Chapter) -> Iterator[Fault]:
    words = around(chapter, piece)
    everything = measure(chapter.text)
    for node in ast.walk(piece.tree):
        if isinstance(node, ast.Assert):
            yield from _asserted(node, everything)
        elif isinstance(node, ast.Call):
            yield from _compared(node, everything)
        elif isinstance(node, (ast.If, ast.While)):
            yield from _tested(node)
        elif isinstance(node, ast.Try):
            yield from _swallowed(node)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _shared_default(node, piece, words)
        elif isinstance(node, ast.ClassDef):
            yield from _unregistered(node, piece, words)
        elif isinstance(node, ast.Expr):
            yield from _dropped(node, piece, words)
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _fallbacks(node)


# ---- checks that cannot fail --------------------------------------------------------------------------------------


def _asserted(node: ast.Assert, everything: str) -> Iterator[Fault]:
    test = node.test
    if isinstance(test, ast.Tuple) and test.elts:
        yield Fault(
            "assert-tuple", node, "This assertion cannot fail: it asserts a tuple, which is always true; the parentheses have to go."
        )
    elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Eq, ast.Is, ast.LtE, ast.GtE)):
        if _same(test.left, test.comparators[0]) and not _ITSELF.search(everything):
            yield Fault("compares-itself", node, f"This assertion cannot fail: it compares `{ast.unparse(test.left)}` with itself.")
    elif isinstance(test, ast.Constant) and test.value is True:
        yield Fault("assert-true", node, "This assertion cannot fail: it asserts a constant.", "low")
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) and any(_is_truthy(v) for v in test.values):
        yield Fault("always-true", node, f"This assertion cannot fail: `{ast.unparse(test)}` is always true.")


def _same(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions are one and the same, and calling nothing, so that they cannot differ."""
    if any(isinstance(n, (ast.Call, ast.Await, ast.Constant)) and not isinstance(n, ast.Constant) for n in ast.walk(one)):
        return False
    return not isinstance(one, ast.Constant) and ast.dump(one) == ast.dump(other)


def _compared(node: ast.Call, everything: str) -> Iterator[Fault]:
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    if name in _COMPARERS and len(node.args) >= 2 and _same(node.args[0], node.args[1]) and not _ITSELF.search(everything):
        yield Fault("compares-itself", node, f"This check cannot fail: it compares `{ast.unparse(node.args[0])}` with itself.")


def _is_truthy(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and bool(node.value) and node.value is not True


def _tested(node: ast.If | ast.While) -> Iterator[Fault]:
    test = node.test
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or) and any(_is_truthy(v) for v in test.values[1:]):
        why = f"This condition is always true: in `{ast.unparse(test)}` one side of `or` is a constant that counts as true."
        yield Fault("always-true", test, why)
    for part in ast.walk(test):
        if isinstance(part, ast.Compare) and len(part.ops) == 1 and isinstance(part.ops[0], (ast.Eq, ast.Is)):
            sides = (part.left, part.comparators[0])
            if any(_is_type(a) and isinstance(b, ast.Constant) and isinstance(b.value, str) for a, b in (sides, sides[::-1])):
                yield Fault("never-true", test, f"This test is never true: `{ast.unparse(part)}` compares a type with a string.")


def _is_type(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "type" and len(node.args) == 1


def _swallowed(node: ast.Try) -> Iterator[Fault]:
    checks = [n for n in node.body if isinstance(n, ast.Assert)]
    for handler in node.handlers:
        catches = handler.type is None or ast.unparse(handler.type) in ("Exception", "BaseException", "AssertionError")
        empty = all(isinstance(n, ast.Pass) for n in handler.body)
        if checks and catches and empty and len(node.body) == len(checks):
            yield Fault("swallowed-check", node, "This check cannot fail: the assertion's error is caught and dropped.")


def _fallbacks(scope: ast.Module | ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Fault]:
    """`except: expected = actual`, and then a comparison of the two."""
    for position, node in enumerate(scope.body):
        if not isinstance(node, ast.Try):
            continue
        pairs = {
            (n.targets[0].id, n.value.id)
            for handler in node.handlers
            for n in ast.walk(handler)
            if isinstance(n, ast.Assign) and isinstance(n.targets[0], ast.Name) and isinstance(n.value, ast.Name)
        }
        for one, other in sorted(pairs):
            for later in scope.body[position + 1 :]:
                check = _check_of(later, one, other)
                if check is not None:
                    why = (
                        f"This check cannot fail where the `try` before it does: its `except` sets `{one}` to `{other}`, and then "
                        f"`{other}` is compared "
                        "with itself."
                    )
                    yield Fault("fallback-to-itself", check, why)
                    break


def _check_of(node: ast.stmt, one: str, other: str) -> ast.AST | None:
    for part in ast.walk(node):
        if isinstance(part, (ast.Assert, ast.Compare, ast.Call)):
            sides: list[ast.expr] = []
            if isinstance(part, ast.Compare) and len(part.comparators) == 1:
                sides = [part.left, part.comparators[0]]
            elif isinstance(part, ast.Call):
                name = part.func.attr if isinstance(part.func, ast.Attribute) else getattr(part.func, "id", "")
                sides = part.args[:2] if name in _COMPARERS else []
            if {n.id for n in sides if isinstance(n, ast.Name)} == {one, other}:
                return node
    return None


# ---- what the text says of the code -------------------------------------------------------------------------------


def _shared_default(node: ast.FunctionDef | ast.AsyncFunctionDef, piece: Piece, words: str) -> Iterator[Fault]:
    defaults = [d for d in (*node.args.defaults, *node.args.kw_defaults) if d is not None]
    mutable = [d for d in defaults if isinstance(d, (ast.List, ast.Dict, ast.Set)) or ast.unparse(d) in ("list()", "dict()", "set()")]
    said = "\n".join((words, ast.get_docstring(node) or "", *(c.text for c in piece.comments)))
    claim = _FRESH.search(said)
    if mutable and claim and _is_changed(node):
        default = ast.unparse(mutable[0])
        why = f"The default `{default}` is made once and shared by all calls of `{node.name}`; the text says: {claim.group()!r}."
        yield Fault("shared-default", mutable[0], why)


def _is_changed(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether the function changes one of its arguments in place or keeps it."""
    names = {a.arg for a in (*node.args.args, *node.args.kwonlyargs)}
    for part in ast.walk(node):
        if (
            isinstance(part, ast.Call)
            and isinstance(part.func, ast.Attribute)
            and isinstance(part.func.value, ast.Name)
            and part.func.value.id in names
        ):
            return True
        if (
            isinstance(part, ast.Subscript)
            and isinstance(part.ctx, ast.Store)
            and isinstance(part.value, ast.Name)
            and part.value.id in names
        ):
            return True
        if (
            isinstance(part, ast.Assign)
            and isinstance(part.value, ast.Name)
            and part.value.id in names
            and isinstance(part.targets[0], ast.Attribute)
        ):
            return True
    return False


def _unregistered(node: ast.ClassDef, piece: Piece, words: str) -> Iterator[Fault]:
    """A plain tensor of a torch module that the text calls learned."""
    if not any("Module" in ast.unparse(base) for base in node.bases):
        return
    whole = ast.unparse(node)
    for part in ast.walk(node):
        if not (isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Attribute) and isinstance(part.value, ast.Call)):
            continue
        name, function = part.targets[0].attr, part.value.func
        maker = function.attr if isinstance(function, ast.Attribute) and ast.unparse(function.value) == "torch" else ""
        if maker not in _MAKERS or f"Parameter(self.{name}" in whole:
            continue
        comments = [c.text for c in piece.comments if part.lineno <= c.line <= (part.end_lineno or part.lineno)]
        sentences = re.split(r"(?<=[.!?])\s+|\n\s*\n", words + ". " + (ast.get_docstring(node) or ""))
        said = comments + [s for s in sentences if re.search(rf"(?<![\w]){re.escape(name)}(?![\w])", s)]
        if any(LEARNED.search(s) and not NOT.search(s) for s in said):
            why = (
                f"`self.{name}` is a plain tensor and no parameter: `parameters()` leaves it out and no optimizer changes it, "
                "though the text says it is learned."
            )
            yield Fault("never-learned", part, why, "high")


def _dropped(node: ast.Expr, piece: Piece, words: str) -> Iterator[Fault]:
    """`sorted(x)` alone, though the text says that x is changed in place."""
    call = node.value
    if piece.mode == "session" or not isinstance(call, ast.Call) or not _IN_PLACE.search(words):
        return
    if isinstance(call.func, ast.Name) and call.func.id in _DROPPED and call.args and isinstance(call.args[0], ast.Name):
        negated = re.search(
            r"\b(?:not|without|rather than|instead of|unlike|nicht|statt|anstatt|ohne|copy|kopie|new list|neue liste)\b", words, re.I
        )
        if not negated:
            name = call.args[0].id
            why = f"`{ast.unparse(call)}` leaves `{name}` as it is and its result is dropped; the text says that it changes in place."
            yield Fault("dropped-result", node, why)
