"""The Python of a text as pieces that can be run: what each block is, its statements, comments, names, and where they stand."""

from __future__ import annotations

import ast
import builtins
import doctest
import io
import keyword
import re
import textwrap
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tools import python_source
from tools.instruments.code.flat import settled
from tools.instruments.code.scopes import MODULES, bound_by, bound_inside, read_by
from tools.records import Block, Span, source_of

PYTHON = {"python", "py", "python3", "pycon", "ipython", "ipython3", "doctest", "python-repl", "pyrepl"}
_SESSION = re.compile(r"^\s*>>>( |$)", re.M)
_IN = re.compile(r"^In ?\[\d*\]: ?")
_MORE = re.compile(r"^\s+\.\.\.: ?")
_OUT = re.compile(r"^Out ?\[\d*\]: ?")
_MAGIC = re.compile(r"^(\s*)([%!].*)$", re.M)
_CELL_MAGIC = re.compile(r"\s*(%%(\w+)[^\n]*)")
_TIMED = {"time", "timeit", "capture", "prun", "memit"}
_LEFT_OUT = re.compile(
    r"^#\s*(?:\.\.\.|…|\[\.\.\.\]|\(?(?:omitted|snip|etc|rest of|as before|same as|unchanged|implementation|your code|todo|gekürzt"
    r"|ausgelassen|wie zuvor|wie oben|usw)\b)",
    re.I,
)
_OUTPUT_MARK = re.compile(r"#>(?=\s|$)")  # how some write what a line prints


@dataclass(frozen=True)
class Comment:
    """A comment of the code: its line (1-based), column and text without `#` (or `#>`).

    alone: nothing else stands on the line. shows: it is marked as what was printed.
    """

    line: int
    column: int
    text: str
    alone: bool
    shows: bool = False


@dataclass(frozen=True)
class Example:
    """One prompt of a session: its source, first line, and the output shown after it ("" where none is)."""

    line: int
    source: str
    want: str
    want_line: int


@dataclass(frozen=True)
class Piece:
    """A block of Python, ready to be run. number: its place among the pieces; index: of its block in the chapter."""

    number: int
    index: int
    block: Block
    source: str
    mode: Literal["program", "session"]
    examples: tuple[Example, ...]
    problem: SyntaxError | None
    magics: tuple[str, ...] = ()

    @cached_property
    def tree(self) -> ast.Module:
        """The parsed program; of a session, the sources of its prompts at their own lines."""
        if self.problem is not None:
            return ast.Module([], [])
        if self.mode == "program":
            return python_source.module(self.source)
        body: list[ast.stmt] = []
        for example in self.examples:
            parsed = _parsed(example.source)
            if isinstance(parsed, ast.Module):
                body += ast.increment_lineno(parsed, example.line - 1).body
        return ast.Module(body, [])

    @cached_property
    def comments(self) -> tuple[Comment, ...]:
        if self.problem is not None:
            return ()
        if self.mode == "program":
            return tuple(_comments(self.source))
        return tuple(
            Comment(c.line + e.line - 1, c.column + 4, c.text, c.alone) for e in self.examples for c in _comments(e.source)
        )  # fmt: skip

    @cached_property
    def partial(self) -> bool:
        """Whether the text shows that something is left out of this block."""
        bare = any(
            isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value is Ellipsis for node in self.tree.body
        )
        return bare or any(_LEFT_OUT.match("#" + c.text) for c in self.comments)

    @cached_property
    def stubs(self) -> frozenset[str]:
        """Names of functions and classes whose body is left out."""
        found = set()
        for node in self.tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inner = [
                    n for n in ast.walk(node) if isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant) and n.value.value is Ellipsis
                ]
                last = node.end_lineno or node.lineno
                noted = any(_LEFT_OUT.match("#" + c.text) and node.lineno <= c.line <= last for c in self.comments)
                abstract = "abstractmethod" in ast.unparse(node) or "Protocol" in ast.unparse(node)
                if (inner and not abstract) or noted or _is_hollow(node):
                    found.add(node.name)
        return frozenset(found)

    @cached_property
    def binds(self) -> frozenset[str]:
        """Names that the block gives a value at its top level."""
        if self.problem is not None:
            return _guessed(self.source)
        return frozenset().union(*(bound_by(node) for node in self.tree.body))

    @cached_property
    def touches(self) -> frozenset[str]:
        """Names from elsewhere whose objects the block may change: those that it reads, without what it only calls by name."""
        if self.problem is not None:
            words = set(re.findall(r"\b[A-Za-z_]\w*\b", self.source)) - set(re.findall(r"\b(\w+)\.\w+\.", self.source))
            return frozenset(w for w in words if not hasattr(builtins, w) and not keyword.iskeyword(w))
        called = {n.func.id for n in ast.walk(self.tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        return frozenset(n for n in self.needs - called if not hasattr(builtins, n) and n not in MODULES)

    @cached_property
    def needs(self) -> frozenset[str]:
        """Names that the block reads before it has given them a value."""
        known: set[str] = set()
        needed: set[str] = set()
        for node in self.tree.body:
            needed |= read_by(node) - known - bound_inside(node)
            known |= bound_by(node)
        return frozenset(needed)

    def statement_span(self, node: ast.stmt) -> Span:
        """Where a statement stands, without a comment behind it."""
        first = self.span(node.lineno, node.col_offset)
        last = self.span(node.end_lineno or node.lineno, 0, node.end_col_offset)
        return Span(start=first.start, end=max(first.start, last.end))

    def span(self, line: int, column: int | None = None, end: int | None = None) -> Span:
        """Where columns of a line of the source stand in the chapter; the whole line without columns."""
        if not 1 <= line <= len(self.block.lines):
            return self.block.span
        restored = self.block.lines[line - 1]
        shift = restored.span.start - 4 * restored.indent
        first = restored.span.start if column is None else max(restored.span.start, shift + column)
        last = restored.span.end if end is None else min(restored.span.end, shift + end)
        return Span(start=min(first, last), end=last)

    def lines_span(self, first: int, last: int) -> Span:
        return Span(start=self.span(first).start, end=max(self.span(first).end, self.span(last).end))


def _is_hollow(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a function does nothing with its arguments, so that its body is still to be written."""
    if isinstance(node, ast.ClassDef):
        return False
    body = [n for n in node.body if not (isinstance(n, ast.Expr) and isinstance(n.value, ast.Constant))]
    if all(isinstance(n, ast.Pass) for n in body):
        return True
    arguments = {a.arg for a in (*node.args.args, *node.args.kwonlyargs)}
    used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
    constant = len(body) == 1 and isinstance(body[0], ast.Return) and isinstance(body[0].value, ast.Constant)
    return constant and bool(arguments) and not arguments & used and ast.get_docstring(node) is not None


def _guessed(source: str) -> frozenset[str]:
    return frozenset(a or b for a, b in re.findall(r"\b(?:def|class|import|as)\s+(\w+)|\b(\w+)\s*=[^=]", source))


def _parsed(source: str) -> ast.Module | SyntaxError:
    try:
        return python_source.module(source)
    except SyntaxError as error:
        return error


def _comments(source: str) -> Iterator[Comment]:
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type == tokenize.COMMENT:
                mark = _OUTPUT_MARK.match(token.string)
                begin = len(mark.group()) if mark else 1
                alone = not token.line[: token.start[1]].strip()
                yield Comment(token.start[0], token.start[1] + begin - 1, token.string[begin:], alone, mark is not None)
    except (tokenize.TokenError, IndentationError, SyntaxError):
        return


def _prompted(source: str) -> str:
    """IPython's prompts as Python's, line by line."""
    lines = []
    for line in source.split("\n"):
        for pattern, prompt in ((_IN, ">>> "), (_MORE, "... "), (_OUT, "")):
            if pattern.match(line):
                line = pattern.sub(prompt, line)
                break
        lines.append(line)
    return "\n".join(lines)


def session_of(source: str) -> tuple[Example, ...]:
    """The prompts of a session with the output shown after each; none where its prompts are malformed."""
    try:
        examples = doctest.DocTestParser().get_examples(source)
    except ValueError:
        return ()
    return tuple(Example(e.lineno + 1, e.source, e.want, e.lineno + 1 + e.source.count("\n")) for e in examples)


def _tells_python(tree: ast.Module) -> bool:
    telling = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.With)
    if any(isinstance(node, telling) for node in tree.body):
        return True
    calls = [n.func for n in ast.walk(tree) if isinstance(n, ast.Call)]
    printing = any(isinstance(f, ast.Name) and f.id == "print" for f in calls)
    return printing or (bool(calls) and any(isinstance(node, ast.Assign) for node in tree.body))


def piece_of(block: Block, text: str, number: int, index: int) -> Piece | None:
    """The block as a piece of Python, None where it is another language or only looks like code."""
    language = (block.language or "").lower()
    if block.kind != "code" or not block.lines:
        return None
    block = settled(block, text) if block.flattened else block
    source = source_of(block, text)
    if re.search(r"^In ?\[\d*\]:", source, re.M) and language in PYTHON | {"", "console"}:
        source = _prompted(source)
    prompts = _SESSION.search(source) is not None and isinstance(_parsed(source), SyntaxError)
    if prompts and language in PYTHON | {"", "console", "text"}:
        examples = session_of(source)
        return Piece(number, index, block, source, "session", examples, None) if examples else None
    if language not in PYTHON | {""}:
        return None
    piece = program_of(block, source, language, number, index)
    return None if language == "" and (piece.problem is not None or not _tells_python(piece.tree)) else piece


def program_of(block: Block, source: str, language: str, number: int, index: int) -> Piece:
    """Source text as a piece, with IPython's lines commented out where they keep it from being parsed."""
    magics: tuple[str, ...] = ()
    if cell := _CELL_MAGIC.match(source):
        magics = (cell.group(1),)
        if cell.group(2) not in _TIMED:
            problem = SyntaxError(f"the cell is for {cell.group(2)}")
            return Piece(number, index, block, source, "program", (), problem, magics)
        source = source[: cell.start(1)] + f"pass  # {cell.group(1)}" + source[cell.end(1) :]
    tree = _parsed(source)
    if isinstance(tree, SyntaxError) and _MAGIC.search(source):
        magics += tuple(m.group(2) for m in _MAGIC.finditer(source))
        source = _MAGIC.sub(lambda m: f"{m.group(1)}pass  # {m.group(2)}", source)
        tree = _parsed(source)
    if isinstance(tree, SyntaxError) and not isinstance(_parsed(textwrap.dedent(source)), SyntaxError):
        source = textwrap.dedent(source)
        tree = _parsed(source)
    return Piece(number, index, block, source, "program", (), tree if isinstance(tree, SyntaxError) else None, magics)


def pieces_of(blocks: tuple[Block, ...], text: str) -> tuple[Piece, ...]:
    """All Python of a chapter, in order."""
    pieces: list[Piece] = []
    for index, block in enumerate(blocks):
        piece = piece_of(block, text, len(pieces), index)
        if piece is not None:
            pieces.append(piece)
    return tuple(pieces)
