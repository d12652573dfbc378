"""The documentation that stands with a definition in the source: docstrings, and texts that are added to compiled functions."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from typing import Protocol

from tools.packages.modules import Module, dotted
from tools.packages.names import Names
from tools.packages.resolution import Found
from tools.python_source import parsed
from tools.records import Quotation

# Files in which a package keeps the documentation of its compiled functions, by how they are called there.
_KEPT = {
    "numpy": ("numpy._core._add_newdocs", "numpy.core._add_newdocs"),
    "torch": ("torch._torch_docs", "torch._tensor_docs"),
}
_ADDS = ("add_docstr", "_add_docstr", "add_docstr_all", "add_newdoc")
_SECTION = re.compile(
    r"\s*(?:Parameters|Arg(?:ument)?s"
    r"|Keyword arg(?:ument)?s|Returns?|Yields|Raises|Notes?|Examples?|See Also|Shape|Attributes)\b\s*:{0,2}\s*$",
    re.IGNORECASE,
)


class Lines(Protocol):
    """What a document is cut from: a module's file, or words that were told."""

    def lines(self, first: int, last: int) -> str: ...


class Told:
    """Documentation that a running interpreter gave."""

    def __init__(self, words: str) -> None:
        self._lines = words.splitlines(keepends=True)

    def lines(self, first: int, last: int) -> str:
        return "".join(self._lines[first - 1 : last])

    def document(self) -> Document:
        return Document(self, 1, len(self._lines))


@dataclass(frozen=True, eq=False)
class Document:
    """Lines first to last of a module, which document one definition."""

    module: Lines
    first: int
    last: int

    @property
    def text(self) -> str:
        return self.module.lines(self.first, self.last)

    @property
    def summary(self) -> str:
        """Its first paragraph of words; a signature at its head is none."""
        paragraphs = re.split(r"\n[ \t]*\n", self.text)
        words = [" ".join(each.split()).strip("\"' ") for each in paragraphs]
        return next((each for each in words if re.search(r"[a-z]{3,} [a-z]+", each) and not re.match(r"(?:\w+\()?[^.]*\)\s*->", each)), "")

    def quote(self, first: int = 0, last: int = 0) -> Quotation | None:
        """Some of its lines, else all; None where it does not stand in a file."""
        if not isinstance(self.module, Module):
            return None
        return self.module.file.quote(self.module.span(first or self.first, last or self.last))

    def entry(self, name: str) -> Document | None:
        """The lines about one parameter: its head and what is indented below it."""
        head = re.compile(rf"(?:\s*[-*•]\s)?\s*[`*]*{re.escape(name)}\b[`*]*\s*(?:[:(]|--|,[^.]*\s:\s)")
        lines = [self.module.lines(number, number).rstrip("\n") for number in range(self.first, self.last + 1)]
        start = next((at for at, line in enumerate(lines) if head.match(line) and not line.rstrip().endswith("(")), None)
        if start is None:
            return None
        depth, end = _depth(lines[start]), start
        for at in range(start + 1, len(lines)):
            if lines[at].strip() and _depth(lines[at]) <= depth:
                break
            end = at if lines[at].strip() else end
        return Document(self.module, self.first + start, self.first + end)

    def returns(self) -> Document | None:
        """The lines about what is returned: the section of that name."""
        numbers = range(self.first, self.last + 1)
        start = next((n for n in numbers if re.match(r"\s*Returns?\b\s*:?\s*$", self.module.lines(n, n))), None)
        if start is None:
            return None
        end = next((n - 1 for n in range(start + 1, self.last + 1) if _SECTION.match(self.module.lines(n, n))), self.last)
        return Document(self.module, start, end)

    def sentence(self, pattern: re.Pattern[str]) -> Quotation | None:
        """The lines that hold a match, which may run over the ends of lines."""
        place = pattern.search(self.text)
        if place is None:
            return None
        first = self.first + self.text.count("\n", 0, place.start())
        return self.quote(first, self.first + self.text.count("\n", 0, place.end()))


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def document(names: Names, found: Found) -> Document | None:
    """The documentation of a definition, None where the source shows none; a class without one is told by its `__init__`."""
    node = found.node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        own = _docstring(found.module, node)
        if own is None and isinstance(node, ast.ClassDef):
            made = names.member(found, "__init__")
            own = _docstring(made.module, made.node) if isinstance(made, Found) and made.node is not None else None
        if own is not None:
            return own
    if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Call):
        return _given(found.module, node.value)
    return _kept(names, found)


def _docstring(module: Module, node: ast.stmt) -> Document | None:
    body = getattr(node, "body", None)
    first = body[0] if body else None
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        return Document(module, first.lineno, first.end_lineno or first.lineno)
    return None


def _given(module: Module, call: ast.Call) -> Document | None:
    """Of `name = add_docstr(compiled, "...")`."""
    if (dotted(call.func) or "").rpartition(".")[2] not in _ADDS:
        return None
    words = [node for each in call.args[1:] for node in ast.walk(each) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if not words:
        return None
    return Document(module, min(each.lineno for each in words), max(each.end_lineno or each.lineno for each in words))


def _kept(names: Names, found: Found) -> Document | None:
    last = found.name.rpartition(".")[2]
    for place in _KEPT.get(found.name.partition(".")[0], ()):
        module = names.module(place)
        if module is None:
            continue
        head = re.search(
            rf"(?m)^(?:add_docstr|add_docstr_all|add_newdoc)\(\s*(?:[\w.]+\.{last}\b|[\"'][\w.]+[\"'],\s*[\"']{last}[\"']|[\"']{last}[\"'])\s*,",
            module.text,
        )
        if head is None:
            continue
        end = re.compile(r"(?m)^\)|\"\"\"[^\n]*\)\s*$").search(module.text, head.end())
        first = module.text.count("\n", 0, head.start()) + 1
        stop = module.text.count("\n", 0, end.start() if end is not None else head.end()) + 1
        if parsed(module.lines(first, stop)) is not None:
            return Document(module, first, stop)
    return None
