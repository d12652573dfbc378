"""What one source file defines, read from its syntax tree and never run.

A `Module` keeps line numbers and not the tree, so that a large stub costs little memory; `node_of` parses a single definition again.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

from prompts.trust import measure
from tools.python_source import parsed
from tools.records import PackageFile, Span

Kind = Literal["function", "class", "value", "import"]
DefinitionNode = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign
# Ways in which a module gets names that its own statements do not show.
_DYNAMIC = re.compile(
    r"\bglobals\(\)|\bsys\.modules\[[^\]\n]*\]\s*(?:=|[,)])|\bexec\(|\bsetattr\((?!self\b|cls\b|obj\b)|\b_convert_\("
    r"|global_enum|f_globals|(?:locals|vars)\(\)\[|lazy_?import|lazy_?load|add_docstr",
    re.IGNORECASE,
)
# A call that takes the module's own entry but adds no name of its own.
_HARMLESS = re.compile(r"install_config_module\(sys\.modules\[__name__\]\)")


@dataclass(frozen=True)
class Binding:
    """A name bound at one place. first, last: lines of the statement (1-based, decorators included); line: where the name stands.

    target: of an import, the module and the attribute ("" for the module itself). weak: for type checkers alone.
    """

    name: str
    kind: Kind
    first: int
    last: int
    line: int
    target: tuple[str, str] = ("", "")
    weak: bool = False


@dataclass(frozen=True)
class Star:
    """`from module import *`. weak: for type checkers alone."""

    module: str
    weak: bool


@dataclass(frozen=True, eq=False)
class Module:
    """A parsed file. stars: modules whose names it takes over whole; typing_stars: those that it names for type checkers alone.

    dynamic: it may have names that are not seen here.
    """

    name: str
    file: PackageFile
    package: bool
    bindings: dict[str, tuple[Binding, ...]]
    stars: tuple[str, ...]
    typing_stars: tuple[str, ...]
    dynamic: bool
    _nodes: dict[Binding, DefinitionNode | None] = field(default_factory=dict, repr=False)
    _members: dict[Binding, dict[str, tuple[Binding, ...]]] = field(default_factory=dict, repr=False)

    @property
    def stub(self) -> bool:
        return self.file.path.endswith(".pyi")

    @cached_property
    def text(self) -> str:
        return measure(self.file.text)

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in re.finditer("\n", self.text))]

    def lines(self, first: int, last: int) -> str:
        return self.text[self._start(first) : self._start(last + 1)]

    def _start(self, line: int) -> int:
        return self._starts[line - 1] if line <= len(self._starts) else len(self.text)

    def span(self, first: int, last: int | None = None) -> Span:
        """The characters of some lines without the white space around them."""
        start, end = self._start(first), self._start((last or first) + 1)
        words = self.text[start:end]
        start += len(words) - len(words.lstrip())
        return Span(start=start, end=max(start, start + len(words.strip())))

    def node_of(self, binding: Binding) -> DefinitionNode | None:
        """The definition as a tree whose line numbers are those of the file; None for an import."""
        if binding not in self._nodes:
            self._nodes[binding] = self._parsed(binding)
        return self._nodes[binding]

    def _parsed(self, binding: Binding) -> DefinitionNode | None:
        statement = textwrap.dedent(self.lines(binding.first, binding.last))
        tree = parsed(statement)
        if tree is None or not tree.body:
            return None
        node = tree.body[0]
        ast.increment_lineno(node, binding.first - 1)
        return node if isinstance(node, DefinitionNode) else None

    def members(self, binding: Binding) -> dict[str, tuple[Binding, ...]]:
        """The names that a class's body binds, and those that its methods set on `self`."""
        if binding not in self._members:
            self._members[binding] = self._body(binding)
        return self._members[binding]

    def _body(self, binding: Binding) -> dict[str, tuple[Binding, ...]]:
        node = self.node_of(binding)
        if not isinstance(node, ast.ClassDef):
            return {}
        found = list(_bound(node.body, self.name, self.package, weak=False))
        for method in node.body:
            if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                found += _on_self(method)
        return _grouped(binding for binding in found if isinstance(binding, Binding))


@lru_cache(maxsize=512)
def load(name: str, file: PackageFile) -> Module | None:
    """The module in a file, None where its syntax is not that of a Python we know."""
    text = measure(file.text)
    tree = parsed(text)
    if tree is None:
        return None
    package = file.path.rpartition("/")[2].startswith("__init__.")
    found = list(_bound(tree.body, name, package, weak=False))
    stars = [entry for entry in found if isinstance(entry, Star)]
    bindings = _grouped(entry for entry in found if isinstance(entry, Binding))
    deleted = {target.id for node in tree.body if isinstance(node, ast.Delete) for target in node.targets if isinstance(target, ast.Name)}
    dynamic = bool(_DYNAMIC.search(_HARMLESS.sub("", text))) or file.path.endswith(".pyi")
    kept = {key: value for key, value in bindings.items() if key not in deleted}
    run, typing = (tuple(star.module for star in stars if star.weak is weak) for weak in (False, True))
    return Module(name=name, file=file, package=package, bindings=kept, stars=run, typing_stars=typing, dynamic=dynamic)


def dotted(node: ast.expr | None) -> str | None:
    """`a.b.c` for a name or an attribute of a name, else None."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else None
    return None


def _grouped(bindings: Iterable[Binding]) -> dict[str, tuple[Binding, ...]]:
    found: dict[str, list[Binding]] = {}
    for binding in bindings:
        found.setdefault(binding.name, []).append(binding)
    return {name: tuple(entries) for name, entries in found.items()}


def _bound(body: list[ast.stmt], module: str, package: bool, weak: bool) -> Iterator[Binding | Star]:
    """The bindings of statements in order, those in branches among them."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            kind: Kind = "class" if isinstance(node, ast.ClassDef) else "function"
            yield Binding(node.name, kind, first, node.end_lineno or node.lineno, node.lineno, weak=weak)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for name in (name for target in targets for name in _names(target)):
                yield Binding(name, "value", node.lineno, node.end_lineno or node.lineno, node.lineno, weak=weak)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imported(node, module, package, weak)
        elif isinstance(node, ast.If | ast.Try | ast.With | ast.For | ast.While):
            yield from _nested(node, module, package, weak)


def _nested(node: ast.If | ast.Try | ast.With | ast.For | ast.While, module: str, package: bool, weak: bool) -> Iterator[Binding | Star]:
    if isinstance(node, ast.For):
        for name in _names(node.target):
            yield Binding(name, "value", node.lineno, node.lineno, node.lineno, weak=weak)
    typing = isinstance(node, ast.If) and (dotted(node.test) or "").rpartition(".")[2] == "TYPE_CHECKING"
    yield from _bound(node.body, module, package, weak or typing)
    if isinstance(node, ast.Try):
        for handler in node.handlers:
            yield from _bound(handler.body, module, package, weak)
        yield from _bound(node.finalbody, module, package, weak)
    if not isinstance(node, ast.With):
        yield from _bound(node.orelse, module, package, weak)


def _names(target: ast.expr) -> Iterator[str]:
    if isinstance(target, ast.Name):
        yield target.id
    elif isinstance(target, ast.Tuple | ast.List):
        for element in target.elts:
            yield from _names(element)
    elif isinstance(target, ast.Starred):
        yield from _names(target.value)


def _imported(node: ast.Import | ast.ImportFrom, module: str, package: bool, weak: bool) -> Iterator[Binding | Star]:
    last = node.end_lineno or node.lineno
    if isinstance(node, ast.Import):
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            target = alias.name if alias.asname else bound
            yield Binding(bound, "import", node.lineno, last, alias.lineno, (target, ""), weak)
        return
    source = absolute(module, package, node.level, node.module or "")
    for alias in node.names:
        if alias.name == "*":
            yield Star(source, weak)
        else:
            yield Binding(alias.asname or alias.name, "import", node.lineno, last, alias.lineno, (source, alias.name), weak)


def absolute(module: str, package: bool, level: int, name: str) -> str:
    """The full name of what a relative import names in a module."""
    if level == 0:
        return name
    parts = module.split(".")
    kept = parts[: len(parts) - level + (1 if package else 0)]
    return ".".join([*kept, name] if name else kept)


def _on_self(method: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Binding]:
    for node in ast.walk(method):
        if not isinstance(node, ast.Assign | ast.AnnAssign):
            continue
        for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
            if isinstance(target, ast.Attribute) and isinstance(target.value, ast.Name) and target.value.id in ("self", "cls"):
                yield Binding(target.attr, "value", node.lineno, node.end_lineno or node.lineno, node.lineno)
