"""The chapter's code blocks as syntax trees whose places are known in the chapter, and what they bind."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from tools.packages.modules import dotted
from tools.python_source import parsed
from tools.records import Block, Chapter, CodeLine, Span

PYTHON = frozenset({None, "", "python", "py", "python3", "pycon", "ipython", "ipython3", "jupyter", "doctest"})
# Names under which a package is known even where no import is shown.
CONVENTIONAL = {
    "np": "numpy", "pd": "pandas", "plt": "matplotlib.pyplot", "sns": "seaborn", "tf": "tensorflow", "sp": "scipy",
    "nn": "torch.nn", "F": "torch.nn.functional",
}  # fmt: skip
_PROMPT = re.compile(r"(?:>>>|\.\.\.|In \[\d*\]:)(?: |$)")
_MAGIC = re.compile(r"\s*[%!?]")


@dataclass(frozen=True)
class Line:
    """A line of program text: its words, the depth they stand at in it, and where its first character lies in the chapter."""

    words: str
    column: int
    start: int


@dataclass(frozen=True)
class Program:
    """A code block, or the part of it that parses. first: the line of the block's lines at which the tree's line 1 stands."""

    block: Block
    tree: ast.Module
    lines: tuple[Line, ...]

    def span(self, node: ast.AST) -> Span:
        first, last = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
        return Span(
            start=self._place(first, getattr(node, "col_offset", 0)), end=max(0, self._place(last, getattr(node, "end_col_offset", 0)))
        )

    def _place(self, line: int, byte: int) -> int:
        """Offset in the chapter of a place in the tree; byte counts UTF-8 bytes, as trees do."""
        here = self.lines[line - 1]
        inside = max(0, byte - here.column)
        return here.start + len(here.words.encode()[:inside].decode(errors="ignore"))


@dataclass
class Bindings:
    """What the names of a chapter stand for. aliases: name -> full dotted name. own: names that the chapter's code gives itself.

    made: name -> the dotted name of the class or function whose call it was assigned from, where that happened once.
    """

    aliases: dict[str, str] = field(default_factory=dict)
    own: set[str] = field(default_factory=set)
    made: dict[str, str] = field(default_factory=dict)

    @cached_property
    def roots(self) -> set[str]:
        return set(self.aliases)

    def full(self, name: str) -> str | None:
        """The full dotted name for a name as the chapter writes it, None where its first part is the chapter's own or unknown."""
        first, _, rest = name.partition(".")
        if first in self.own or first not in self.aliases:
            return None
        return f"{self.aliases[first]}.{rest}" if rest else self.aliases[first]


def programs(chapter: Chapter, text: str) -> list[Program]:
    """The Python of a chapter in order; of a block that does not parse, its top-level pieces that do."""
    found: list[Program] = []
    for block in chapter.blocks:
        if block.kind == "code" and (block.language.lower() if block.language else None) in PYTHON:
            found += _programs(block, text)
    return found


def bindings(found: list[Program], text: str, conventional: bool = True) -> Bindings:
    """The imports and the names of all programs together, with the conventional aliases for what nothing binds."""
    result = Bindings()
    counts: dict[str, int] = {}
    for program in found:
        for node in ast.walk(program.tree):
            if isinstance(node, ast.Import | ast.ImportFrom):
                result.aliases.update(_aliases(node))
            else:
                for name in _bound(node):
                    counts[name] = counts.get(name, 0) + 1
                    result.own.add(name)
            _made(node, result.made)
    result.aliases.update(_imports_in_words(text))
    result.own -= {name for name in result.own if name in result.aliases and counts.get(name, 0) == 0}
    result.made = {name: callee for name, callee in result.made.items() if counts.get(name) == 1}
    for name, target in CONVENTIONAL.items() if conventional else ():
        if name not in result.own:
            result.aliases.setdefault(name, target)
    return result


def _programs(block: Block, text: str) -> list[Program]:
    raw = [text[line.span.start : line.span.end] for line in block.lines]
    prompted = any(_PROMPT.match(words) for words in raw)
    lines = [_line(line, words, prompted) for line, words in zip(block.lines, raw, strict=True)]
    whole = _tree(lines)
    if whole is not None:
        return [Program(block, whole, tuple(lines))]
    return list(_pieces(block, lines))


def _line(line: CodeLine, words: str, prompted: bool) -> Line:
    if prompted:
        prompt = _PROMPT.match(words)
        if prompt is None:
            return Line("", 0, line.span.start)
        words, start = words[prompt.end() :], line.span.start + prompt.end()
        inner = len(words) - len(words.lstrip())
        return Line(words[inner:], inner, start + inner)
    if _MAGIC.match(words):
        return Line("", 0, line.span.start)
    return Line(words, 4 * line.indent, line.span.start)


def _tree(lines: list[Line]) -> ast.Module | None:
    return parsed("\n".join(" " * line.column + line.words for line in lines))


def _pieces(block: Block, lines: list[Line]) -> Iterator[Program]:
    """Top-level statements that parse by themselves, each with the lines that are indented below it."""
    piece: list[Line] = []
    for line in [*lines, None]:
        if piece and (
            line is None
            or (line.words and line.column == 0 and not line.words.startswith((")", "]", "}", "else", "elif", "except", "finally")))
        ):
            tree = _tree(piece)
            if tree is not None:
                yield Program(block, tree, tuple(piece))
            piece = []
        if line is not None:
            piece.append(line)


def _aliases(node: ast.Import | ast.ImportFrom) -> dict[str, str]:
    if isinstance(node, ast.Import):
        return {
            alias.asname or alias.name.partition(".")[0]: alias.name if alias.asname else alias.name.partition(".")[0]
            for alias in node.names
        }
    if node.level or node.module is None:
        return {}
    return {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names if alias.name != "*"}


_IMPORT_WORDS = re.compile(
    r"\bimport ([A-Za-z_][\w.]*) as ([A-Za-z_]\w*)|\bfrom ([A-Za-z_][\w.]*) import ([A-Za-z_]\w*)(?: as ([A-Za-z_]\w*))?"
)


def _imports_in_words(text: str) -> dict[str, str]:
    """Aliases from imports that stand anywhere in the text, as in `import numpy as np` within a sentence."""
    found = {}
    for match in _IMPORT_WORDS.finditer(text):
        module, alias, source, name, other = match.groups()
        if module:
            found[alias] = module
        else:
            found[other or name] = f"{source}.{name}"
    return found


def _bound(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id
    elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.arg):
        yield node.arg
    elif isinstance(node, ast.ExceptHandler) and node.name:
        yield node.name


def _made(node: ast.AST, made: dict[str, str]) -> None:
    if (
        isinstance(node, ast.Assign)
        and len(node.targets) == 1
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
    ):
        callee = dotted(node.value.func)
        if callee is not None:
            made[node.targets[0].id] = callee
