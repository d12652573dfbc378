"""Reads one statement of Python out of a line in which several were run together.

The line ends are gone, so a statement ends where the grammar lets nothing follow: an operand after an operand with only
white space between them, an operator written against what follows it but not what precedes it (`@decorator`, `*rest`),
or a bracket set apart from the name before it.
"""

from __future__ import annotations

import ast
import keyword
import re
from dataclasses import dataclass

from tools.layout.comments import masked
from tools.layout.vocabulary import listed
from tools.python_source import parsed

_TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>\#)
    |(?P<string>(?:[rRbBfFuU]{1,2})?(?:\"{3}.*?(?<!\\)\"{3}|'{3}.*?(?<!\\)'{3}|"(?:[^"\\\n]|\\.){0,2000}"|'(?:[^'\\\n]|\\.){0,2000}'))
    |(?P<number>(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?[jJ]?(?!\w))
    |(?P<name>[^\W\d]\w*)
    |(?P<op>\*\*=|//=|>>=|<<=|->|\.\.\.|:=|[-+*/%@&|^=!<>]=|\*\*|//|<<|>>|[-+*/%@&|^~<>=.,:;()\[\]{}])""",
    re.VERBOSE | re.DOTALL,
)
_SPAN = 6000
_OPERATORS = listed("and or not in is if else for lambda await async from as import")
_COMPOUND = listed("for while with if elif else def class try except finally async match case")
_CLAUSES = {
    "elif": "if 1: pass\n",
    "else": "if 1: pass\n",
    "except": "try: pass\n",
    "finally": "try: pass\n",
}
_TARGET = re.compile(r"[^\W\d][\w.]*(?:\[[^\]]*\])?\s*")
_PAIRS = {")": "(", "]": "[", "}": "{"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A simple statement, or the head of a compound one up to its colon. word: its first word. node: as parsed.

    breaks: where comments inside its brackets end, so that a new line has to begin.
    """

    start: int
    end: int
    head: bool
    word: str
    node: ast.stmt
    breaks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Reach:
    """How far a statement may reach: ends where it could end, longest first, and its colons at depth nought.

    commented: a comment stands inside a bracket. reached: where the reading stopped.
    """

    ends: tuple[int, ...]
    colons: tuple[int, ...]
    commented: bool = False
    reached: int = 0


def _reach(text: str, start: int, stop: int) -> _Reach:
    ends: list[int] = []
    colons: list[int] = []
    brackets: list[str] = []
    last, last_end, operand, lambdas = "", start, False, 0
    last_kind: str | None = None
    at = start
    stop = min(stop, start + _SPAN)
    while at < stop:
        token = _TOKEN.match(text, at, stop)
        if token is None:
            break
        kind, words = token.lastgroup, token.group()
        if kind == "space":
            at = token.end()
            continue
        if kind == "comment":
            if brackets:
                return _Reach((), tuple(colons), commented=True, reached=at)
            break
        apart = at > last_end
        lambdas += words == "lambda" and not brackets
        name = kind in ("number", "string") or (kind == "name" and words not in _OPERATORS)
        if not brackets and apart and last in _BARE:
            ends.append(last_end)
        if brackets and apart and operand and name and last_kind != "string":
            return _Reach((), tuple(colons), reached=at)
        if not brackets and apart and operand:
            if name or words in ("(", "[", "{", "~", "..."):
                break
            if last_end not in ends:
                ends.append(last_end)
            if words in ("@", "*", "**", "-", "+") and token.end() < stop and not text[token.end()].isspace():
                break
        if words in _PAIRS.values() and kind == "op":
            brackets.append(words)
        elif words in _PAIRS and kind == "op":
            if not brackets or brackets.pop() != _PAIRS[words]:
                break
        elif words == ";" and not brackets:
            break
        elif words == ":" and not brackets and lambdas:
            lambdas -= 1
        elif words == ":" and not brackets:
            colons.append(token.end())
            if not _TARGET.fullmatch(text, start, token.start()):
                break
        last_kind = kind
        operand = (name and not (kind == "name" and keyword.iskeyword(words) and words not in _VALUES)) or words in (")", "]", "}", "...")
        last, last_end = words, token.end()
        at = token.end()
    if not brackets and last and last_end not in ends:
        ends.append(last_end)
    return _Reach(tuple(reversed(ends[-12:])), tuple(colons), reached=at)


_VALUES = frozenset(("None", "True", "False", "pass", "break", "continue"))
_BARE = frozenset(("return", "yield", "raise"))


def _head(text: str, start: int, word: str, colons: tuple[int, ...]) -> Statement | None:
    before = _CLAUSES.get(word, "")
    after = "\nfinally: pass" if word == "try" else ""
    if word == "case":
        before = "match 0:\n "
    for colon in colons:
        source = text[start:colon]
        body = " case _: pass" if word == "match" else " pass"
        module = parsed(f"{before}{source}{'' if word != 'match' else chr(10)}{body}{after}")
        if module is None and word == "except":
            continue
        if module is not None and len(module.body) == 1:
            return Statement(start, colon, True, word, module.body[0])
    return None


def _plain(node: ast.stmt, inside: bool) -> bool:
    """True for statements that people write for their effect, so that a word of prose is never taken for one."""
    if isinstance(node, ast.Expr):
        value = node.value
        if isinstance(value, (ast.Call, ast.Await, ast.Yield, ast.YieldFrom)):
            return True
        if inside and isinstance(value, (ast.BinOp, ast.Compare, ast.Subscript)):
            return any(isinstance(part, (ast.Call, ast.Subscript, ast.Attribute)) for part in ast.walk(value))
        return inside and isinstance(value, ast.Constant) and (isinstance(value.value, str) or value.value is ...)
    if isinstance(node, ast.AnnAssign):
        return inside or node.value is not None
    return True


def statement(text: str, start: int, stop: int, inside: bool) -> Statement | None:
    """The statement that begins at `start`, None where none does. inside: whether a block is open (so a docstring may stand here)."""
    first = re.compile(r"@?[^\W\d]\w*|\S").match(text, start, stop)
    if first is None:
        return None
    word = first.group()
    reach = _reach(text, start, stop)
    if reach.commented:
        return _commented(text, start, stop, inside)
    if word in _COMPOUND:
        head = _head(text, start, word, reach.colons)
        if head is not None or word not in ("match", "case"):
            return head
    if word.startswith("@"):
        return _decorator(text, start, reach)
    for end in reach.ends:
        module = parsed(text[start:end]) if end > start else None
        if module is None or len(module.body) != 1 or not _goes_on(text, end, stop):
            continue
        if _plain(module.body[0], inside) and not text[start:end].rstrip().endswith(","):
            return Statement(start, end, False, word, module.body[0])
        return None
    return None


def _commented(text: str, start: int, stop: int, inside: bool) -> Statement | None:
    """A statement with comments inside its brackets."""
    words, ends = masked(text[start : min(stop, start + _SPAN)])
    if not ends or _reach(words, 0, len(words)).commented:
        return None
    found = statement(words, 0, len(words), inside)
    if found is None:
        return None
    breaks = tuple(start + end for end in ends if end < found.end)
    return Statement(start, start + found.end, found.head, found.word, found.node, breaks)


def _decorator(text: str, start: int, reach: _Reach) -> Statement | None:
    for end in reach.ends:
        module = parsed(text[start:end] + "\ndef f(): pass")
        if module is not None and re.match(r"\s*(?:@|def\b|class\b|async\b|#)", text[end : end + 40]):
            return Statement(start, end, False, "@", module.body[0])
    return None


def _goes_on(text: str, end: int, stop: int) -> bool:
    """False where what follows can only be the rest of the same statement."""
    rest = text[end : min(stop, end + 40)].lstrip()
    return not rest or rest[0] not in "=.)]},:+/%&|^<>!" or rest.startswith((">>>", "...", "<-", "=="))


def longest(text: str, start: int, stop: int) -> int | None:
    """Where the longest statement of any kind that begins at `start` ends; None where none does."""
    for end in _reach(text, start, stop).ends:
        if end > start and parsed(text[start:end]) is not None:
            return end
    return None


def reach(text: str, start: int, stop: int) -> int:
    """How far the text can be read as tokens of one statement, whether or not it is one."""
    return max(start, _reach(text, start, stop).reached)
