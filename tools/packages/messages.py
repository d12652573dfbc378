"""The texts that source code prints or raises, with holes where values go, and how a printed message is held against them."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from tools.python_source import parsed

HOLE = "\0"
_PERCENT = re.compile(r"%(?:\(\w+\))?[-+ #0]*\d*(?:\.\d+)?[sdrfiegGxXc]")
_BRACES = re.compile(r"\{(?:\w[\w.\[\]]*)?(?:![rs])?(?::[^{}\s]*)?\}")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")


@dataclass(frozen=True)
class Template:
    """One line of a text in the source. words: with HOLE for a value. first, last: lines of the file on which the text stands."""

    words: str
    first: int
    last: int

    @cached_property
    def pieces(self) -> list[str]:
        return [re.sub(r"\s+", " ", piece) for piece in self.words.split(HOLE)]

    @cached_property
    def literal(self) -> int:
        """How many letters are the source's own."""
        return sum(character.isalpha() for piece in self.pieces for character in piece)

    @cached_property
    def plain_words(self) -> list[str]:
        return _WORD.findall(" ".join(self.pieces).lower())

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Matches the line as it is printed; each hole is a group. White space may be broken differently."""
        return re.compile("(.{0,300}?)".join(_loose(piece) for piece in self.words.strip().split(HOLE)), re.DOTALL)


def _loose(piece: str) -> str:
    """A regular expression for words of the source whose white space may be broken differently."""
    if not piece.strip():
        return r"\s*"
    before, after = (r"\s*" if piece[place].isspace() else "" for place in (0, -1))
    return before + r"\s+".join(re.escape(word) for word in piece.split()) + after


@lru_cache(maxsize=128)
def templates(source: str) -> tuple[Template, ...]:
    """The lines of all texts of a source file that are not docstrings, in order."""
    tree = parsed(source)
    return tuple(_templates(tree)) if tree is not None else ()


def templates_of(tree: ast.AST) -> tuple[Template, ...]:
    return tuple(_templates(tree))


def _templates(tree: ast.AST) -> Iterator[Template]:
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner.add(id(node.value))
        if id(node) in inner or not isinstance(node, ast.Constant | ast.JoinedStr | ast.BinOp):
            continue
        words = _text(node)
        if words is None:
            continue
        inner |= {id(each) for each in ast.walk(node)}
        yield from _lines(words, node.lineno, node.end_lineno or node.lineno)


def _lines(words: str, first: int, last: int) -> Iterator[Template]:
    for line in words.split("\n"):
        if len(_WORD.findall(line)) >= 2:
            yield Template(line.strip(), first, last)


def _text(node: ast.expr) -> str | None:
    """The text of a string expression with its holes, None where it is none."""
    if isinstance(node, ast.Constant):
        return _BRACES.sub(HOLE, _PERCENT.sub(HOLE, node.value)) if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        parts = [each.value if isinstance(each, ast.Constant) and isinstance(each.value, str) else HOLE for each in node.values]
        return "".join(parts)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        return _text(node.left)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = _text(node.left), _text(node.right)
        return None if left is None and right is None else (HOLE if left is None else left) + (HOLE if right is None else right)
    return None


@dataclass(frozen=True)
class Match:
    """A template found in a message. start, end: in the message; holes: (start, end) of each value."""

    template: Template
    start: int
    end: int
    holes: tuple[tuple[int, int], ...]


def exact(message: str, template: Template) -> Match | None:
    """The template as it stands in a message: at its head, or over most of it, with at least three words of the source's own."""
    if len(template.plain_words) < 3 or template.literal < 12:
        return None
    found = template.pattern.search(message)
    if found is None:
        return _head(message, template)
    end = found.end()
    if template.words.endswith(HOLE):
        end = min(len(message), _line_end(message, found.end()))
    holes = tuple((found.start(group), found.end(group)) for group in range(1, (found.re.groups or 0) + 1))
    filled = sum(stop - start for start, stop in holes)
    if filled > 2 * (found.end() - found.start() - filled) + 40:
        return None
    letters = sum(character.isalpha() for character in message)
    if found.start() > 3 and template.literal < 0.6 * letters:
        return None
    return Match(template, found.start(), end, holes)


def _head(message: str, template: Template) -> Match | None:
    """A message that breaks off within the source's line: its last words stand in the line, and all before them agrees."""
    tail = re.search(r"\S+\s+\S+$", message.rstrip(" ."))
    at = template.words.find(" ".join(tail.group().split())) if tail is not None else -1
    if tail is None or at < 0 or at + len(tail.group()) >= len(template.words) - 1:
        return None
    return exact(message, Template(template.words[: at + len(tail.group())], template.first, template.last))


def _line_end(message: str, start: int) -> int:
    stop = message.find("\n", start)
    return stop if stop >= 0 else len(message)


def likeness(message: str, template: Template) -> float:
    """How alike the words are, in order, 0 to 1; words of the message where the template has a hole count for neither side."""
    said = _WORD.findall(message.lower())
    there = template.plain_words
    matcher = difflib.SequenceMatcher(None, said, there, autojunk=False)
    common = sum(block.size for block in matcher.get_matching_blocks())
    holes = template.words.count(HOLE)
    spare = min(max(0, len(said) - common), 2 * holes)
    return 2 * common / max(1, len(said) - spare + len(there))


def needles(message: str, most: int = 8) -> list[str]:
    """Pieces of a message that are likely to stand in its source unbroken: words in a row without a value among them.

    Half are the longest of its head, since a text that continues may be another's, half the longest of all.
    """
    head = " ".join(message.split()[:9])
    chosen: dict[str, None] = {}
    for part, count in ((head, most // 2), (message, most)):
        rows = {row for length in (3, 2) for row in rows_of(part, length) if len(row) >= 8}
        for row in sorted(rows, key=lambda row: (-len(row), row)):
            if len(chosen) < count:
                chosen[row] = None
    return list(chosen)


def rows_of(message: str, length: int) -> list[str]:
    """All rows of so many words of a message; what looks like a value breaks a row."""
    runs = re.split(r"""[^A-Za-z '’,.:;()`-]+|'[^']*'|(?<=\s)\S*\d\S*""", message)
    words = [run.split() for run in runs]
    return [" ".join(run[start : start + length]) for run in words for start in range(len(run) - length + 1)]
