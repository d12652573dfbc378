"""Comparisons whose outcome is settled whatever the data: with NaN, and of calls that never return what they are compared with.

A check that rests on one cannot fail, a test on one is never or always true; what the text says of the check is wrong as well.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from prompts.trust import measure
from tools.instruments.code.programs import Piece
from tools.instruments.code.prose import sentences
from tools.instruments.code.surroundings import around
from tools.records import Chapter, Span

_MATCHERS = {"search", "match", "fullmatch"}
_BUILT = {"len", "list", "set", "dict", "tuple", "sorted", "str", "int", "float", "sum", "abs", "type", "id", "repr", "range", "enumerate"}
_USELESS = re.compile(
    r"\b(?:cannot fail|can't fail|never fails?|always (?:passes|true|succeeds|holds)|passes (?:always|anyway|regardless)|useless|worthless"
    r"|catches nothing|does(?: not|n't) (?:catch|help|work|detect)|proves nothing|vacuous\w*|wrong\w*|mistakes?|pitfalls?|traps?|gotchas?"
    r"|bugs?|buggy|broken|exercises?|incorrect\w*|immer wahr|stets wahr|nutzlos|wirkungslos|falle|stolperfalle|falsch\w*|hilft nicht"
    r"|fängt nichts|scheitert nie|schlägt nie|aufgaben?|übung\w*|toujours vraie?|inutile|piège|n'échoue jamais|faux|fausse|exercice)\b",
    re.I,
)
_CHECK = re.compile(
    r"\bassert\w*|\bAssertionError\b|\b(?:checks?|checked|guards?|guarded|ensures?|guarantees?|protects?|stops the|catches|tests? passes"
    r"|zusicherung\w*|prüfung\w*|prüft|sichert|stellt sicher|bräche|bricht|garantiert|schützt|fängt|vérifi\w*|contrôle\w*|garanti\w*|assure"
    r"|protège|arrête\w*|arrêterait)\b",
    re.I,
)


def outcome(node: ast.expr) -> bool | None:
    """The outcome of a condition that is the same for all data, None where it is not known to be."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        inner = outcome(node.operand)
        return None if inner is None else not inner
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compared(node.left, node.ops[0], node.comparators[0])
    if isinstance(node, ast.Call):
        return _called(node)
    return None


def _called(node: ast.Call) -> bool | None:
    """`all(x != nan for ...)`, `(column == nan).any()`, `np.all(column != nan)`, where none of an empty collection is left open."""
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    if name not in ("all", "any", "bool"):
        return None
    argument = node.args[0] if node.args else function.value if isinstance(function, ast.Attribute) else None
    if isinstance(argument, (ast.GeneratorExp, ast.ListComp)):
        argument = argument.elt if not any(g.ifs for g in argument.generators) else None
    inner = None if argument is None else outcome(argument)
    return inner if inner is None or name == "bool" or inner is (name == "all") else None


def _compared(left: ast.expr, operator: ast.cmpop, right: ast.expr) -> bool | None:
    if isinstance(operator, (ast.Eq, ast.NotEq)) and is_nan(right) != is_nan(left):
        return isinstance(operator, ast.NotEq)
    if isinstance(operator, ast.Eq) and isinstance(right, ast.Constant) and right.value == 0 and type(right.value) is int:
        return True if _counts_nothing(left) else None
    name = _name_of(left)
    identity = isinstance(operator, (ast.Is, ast.IsNot))
    compares = identity or isinstance(operator, (ast.Eq, ast.NotEq))
    if isinstance(right, ast.Constant) and name and compares and _never_is(name, left, right.value, identity):
        return isinstance(operator, (ast.IsNot, ast.NotEq))
    if name == "len" and isinstance(left, ast.Call) and isinstance(left.func, ast.Name) and ast.unparse(right) == "0":
        return True if isinstance(operator, ast.GtE) else False if isinstance(operator, ast.Lt) else None
    return None


def _counts_nothing(node: ast.expr) -> bool:
    """`(column == nan).sum()`: a count of what is equal to NaN."""
    if not (isinstance(node, ast.Call) and _name_of(node) in ("sum", "count_nonzero")):
        return False
    inner = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else None
    inner = inner.elt if isinstance(inner, (ast.GeneratorExp, ast.ListComp)) else inner
    return inner is not None and outcome(inner) is False


def is_nan(node: ast.expr) -> bool:
    return ast.unparse(node).lower() in (
        "float('nan')", "math.nan", "np.nan", "numpy.nan", "torch.nan", "cmath.nan", "nan", "decimal('nan')", "torch.tensor(float('nan'))",
    )  # fmt: skip


def _name_of(node: ast.expr) -> str:
    function = node.func if isinstance(node, ast.Call) else None
    return function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""


def _never_is(name: str, call: ast.expr, value: object, identity: bool) -> bool:
    """Whether a call never returns True, False or None, as it is asked for."""
    method = isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute)
    if name in _MATCHERS and method:
        return value is True or value is False
    if name in ("any", "all") and method and isinstance(call, ast.Call) and not call.args:
        return identity and (value is True or value is False)
    return name in _BUILT and not method and value is None


def settled_tests(tree: ast.AST) -> Iterator[tuple[ast.AST, ast.expr, bool]]:
    """(statement, condition, outcome) of assertions that cannot fail and of tests that are never or always true."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and outcome(node.test) is True:
            yield node, node.test, True
        elif isinstance(node, (ast.If, ast.While, ast.IfExp)):
            yield from ((node.test, part, known) for part in _parts(node.test) if (known := outcome(part)) is not None)
        elif isinstance(node, ast.comprehension):
            yield from ((part, part, known) for part in node.ifs if (known := outcome(part)) is not None)
        elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Compare) and (known := outcome(node.slice)) is not None:
            yield node, node.slice, known


def _parts(test: ast.expr) -> list[ast.expr]:
    return test.values if isinstance(test, ast.BoolOp) else [test]


def is_shown_as_useless(chapter: Chapter, piece: Piece) -> bool:
    """Whether the text itself says that a check is good for nothing."""
    words = around(chapter, piece) + "\n" + "\n".join(c.text for c in piece.comments)
    return _USELESS.search(words) is not None


def sentence_on_check(chapter: Chapter, piece: Piece) -> Span | None:
    """The sentence beside a block that says what its check does: one of the first three after it, or the last before it."""
    text, blocks = measure(chapter.text), chapter.blocks
    after = [b for b in blocks[piece.index + 1 : piece.index + 3] if b.kind == "prose"][:1]
    previous = [b for b in blocks[max(0, piece.index - 1) : piece.index] if b.kind == "prose"]
    found = [s for b in after for s in list(sentences(text, b.span))[:3]] + [
        s for b in previous for s in list(sentences(text, b.span))[-1:]
    ]
    for begin, part in found:
        if _CHECK.search(part):
            return Span(start=begin, end=begin + len(part.rstrip()))
    return None
