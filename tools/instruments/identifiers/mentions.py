"""Where a chapter names something of a package: in its code with certainty, in its words by form."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.hedges import Guards, hedged
from tools.instruments.identifiers.program import Bindings, Program
from tools.packages.modules import dotted
from tools.python_source import parsed
from tools.records import Chapter, Packages, Span


@dataclass(frozen=True)
class Call:
    """The arguments of a call as written. positional: how many (None where a star or an ellipsis hides it). whole: nothing is left out."""

    keywords: tuple[str, ...]
    positional: int | None
    whole: bool


@dataclass(frozen=True)
class Mention:
    """name: full dotted name. written: as the chapter has it, at `span`. sure: only a name can be meant (code, code marks, a call).

    imported: it stands in an import statement. stored: it is assigned to. hedged: the words around say that it may not be there.
    instance: it is an attribute of an object of that class.
    """

    name: str
    written: str
    span: Span
    code: bool
    sure: bool
    hedged: bool
    call: Call | None = None
    imported: bool = False
    stored: bool = False
    instance: bool = False


# Modules of the standard library whose names are not words that a text or a record of some program might use as its own.
DISTINCT = frozenset(
    [
        "argparse",
        "asyncio",
        "collections",
        "configparser",
        "contextlib",
        "csv",
        "dataclasses",
        "datetime",
        "functools",
        "hashlib",
        "heapq",
        "importlib",
        "itertools",
        "json",
        "math",
        "multiprocessing",
        "os",
        "pathlib",
        "pickle",
        "re",
        "shutil",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "textwrap",
        "threading",
        "typing",
        "unittest",
        "urllib",
        "uuid",
        "zipfile",
    ]
)
_DOTTED = re.compile(r"(?<![\w./@\\$-])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?![\w/@\\])")
_FILES = frozenset(
    [
        "py",
        "pyi",
        "txt",
        "md",
        "rst",
        "json",
        "yaml",
        "yml",
        "toml",
        "ini",
        "cfg",
        "csv",
        "tsv",
        "html",
        "css",
        "js",
        "ts",
        "sh",
        "bash",
        "c",
        "h",
        "cc",
        "cpp",
        "cu",
        "cuh",
        "so",
        "a",
        "o",
        "pt",
        "pth",
        "bin",
        "npz",
        "npy",
        "pkl",
        "pdf",
        "png",
        "jpg",
        "svg",
        "ipynb",
        "log",
        "xml",
        "whl",
        "gz",
        "zip",
        "tar",
        "org",
        "com",
        "io",
        "ie",
        "net",
        "dev",
        "ai",
    ]
)


def mentions(chapter: Chapter, text: str, found: list[Program], bound: Bindings, packages: Packages) -> list[Mention]:
    """All mentions, in the order of the text."""
    guards = Guards(chapter, text)
    result = [mention for program in found for mention in _of_code(program, bound, guards)]
    for block in chapter.blocks:
        if block.kind in ("prose", "heading", "quote", "table"):
            result += _of_words(text, block.span, bound, packages)
    return sorted(result, key=lambda mention: (mention.span.start, mention.span.end))


# ---- code ------------------------------------------------------------------------------------------------------


def _of_code(program: Program, bound: Bindings, guards: Guards) -> Iterator[Mention]:
    calls = {id(node.func): node for node in ast.walk(program.tree) if isinstance(node, ast.Call)}
    inner = {id(node.value) for node in ast.walk(program.tree) if isinstance(node, ast.Attribute)}
    guarded = guards.nodes(program)
    for node in ast.walk(program.tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _of_import(node, program, id(node) in guarded)
        elif isinstance(node, ast.Attribute | ast.Name) and id(node) not in inner:
            written = dotted(node)
            name = bound.full(written) if written is not None else None
            if name is None and isinstance(node, ast.Name) and id(node) in calls and node.id not in bound.own:
                name = f"builtins.{node.id}"
            if written is None or name is None or (isinstance(node, ast.Name) and id(node) not in calls):
                continue
            call = arguments(calls[id(node)]) if id(node) in calls else None
            stored = isinstance(node.ctx, ast.Store | ast.Del)
            yield Mention(name, written, program.span(node), True, True, id(node) in guarded, call, stored=stored)


def _of_import(node: ast.Import | ast.ImportFrom, program: Program, guarded: bool) -> Iterator[Mention]:
    for alias in node.names:
        if isinstance(node, ast.ImportFrom) and (node.level or not node.module):
            continue
        if alias.name == "*":
            assert isinstance(node, ast.ImportFrom)
            yield Mention(node.module or "", node.module or "", program.span(node), True, True, guarded, imported=True)
            continue
        name = f"{node.module}.{alias.name}" if isinstance(node, ast.ImportFrom) else alias.name
        span = program.span(alias)
        span = Span(start=span.start, end=span.start + len(alias.name))
        yield Mention(name, alias.name, span, True, True, guarded, imported=True)


def arguments(node: ast.Call) -> Call:
    """What a call is given."""
    hidden = any(isinstance(each, ast.Starred) or (isinstance(each, ast.Constant) and each.value is ...) for each in node.args)
    double = any(keyword.arg is None for keyword in node.keywords)
    keywords = tuple(keyword.arg for keyword in node.keywords if keyword.arg is not None)
    return Call(keywords, None if hidden else len(node.args), whole=not hidden and not double)


# ---- words -----------------------------------------------------------------------------------------------------


def _of_words(text: str, within: Span, bound: Bindings, packages: Packages) -> Iterator[Mention]:
    for match in _DOTTED.finditer(text, within.start, within.end):
        written = match.group()
        first, last = written.partition(".")[0], written.rpartition(".")[2]
        if first in bound.own or (last.lower() in _FILES and written.count(".") == 1 and not _called(text, match.end())):
            continue
        name = bound.full(written)
        if name is None and packages.distribution_of(first) is not None:
            name = written
        if name is None:
            continue
        span = Span(start=match.start(), end=match.end())
        call = inline_call(text, span, within)
        formed = call is not None or marked(text, span) or "_" in written or (first in bound.aliases and last[:1].islower())
        plain = first in bound.aliases or first in DISTINCT or first not in sys.stdlib_module_names
        sure = formed and (plain or (call is not None and text[span.start - 1 : span.start] == "`"))
        yield Mention(name, written, span, False, sure, hedged(text, span, within), call)


def marked(text: str, span: Span) -> bool:
    """Whether code marks stand directly around a name, or around a longer piece of code that it begins."""
    return text[max(0, span.start - 1) : span.start] in ("`", "'", '"') and text[span.end : span.end + 1] in ("`", "'", '"', "(", " ", "=")


def _called(text: str, end: int) -> bool:
    return text[end : end + 1] == "("


def inline_call(text: str, span: Span, within: Span) -> Call | None:
    """The call that a name in a sentence begins: `torch.compile(model, dynamic=False)`. Its positional arguments are not counted."""
    if text[span.end : span.end + 1] != "(":
        return None
    depth, end = 0, span.end
    for end in range(span.end, min(within.end, span.end + 300)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0:
            break
    if depth:
        return None
    tree = parsed("f" + re.sub(r"\.\.\.|…", "", text[span.end : end + 1]).replace("=)", "=0)").replace("=,", "=0,"))
    call = tree.body[0].value if tree is not None and len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr) else None
    if isinstance(call, ast.Call):
        return Call(tuple(keyword.arg for keyword in call.keywords if keyword.arg), None, whole=False)
    return Call((), None, whole=False)
