"""Flattened code read once more: which lines end a loop, by what the comments beside its prints show, and which readings are certain."""

from __future__ import annotations

import ast
import re

from tools.records import Block, CodeLine

_HEADER = re.compile(r"(?:async\s+)?(?:for|while|if)\b.*:\s*(?:#.*)?$|else\s*:|elif\b.*:$")
_SHOWS = re.compile(r"print\((?P<arguments>.*)\)\s*#\s*(?P<shown>\S.*)$")
_BRACKETED = re.compile(r"\[.*?\]|\(.*?\)|\{.*?\}")

#: Context managers that set how something is computed, and leave what was computed before as it is.
_MODES = {"no_grad", "inference_mode", "enable_grad", "set_grad_enabled", "autocast", "errstate", "nullcontext", "localcontext"}


def settled(block: Block, text: str) -> Block:
    """The block with the prints behind a loop's first statements taken out of it where a comment shows a single value.

    What is printed in a loop is printed many times, so that a comment beside it could not show one value.
    """
    lines = list(block.lines)
    for position, line in enumerate(lines):
        if line.indent and _ends_its_loop(lines, position, text):
            last = next((i for i in range(position, len(lines)) if lines[i].indent < line.indent), len(lines))
            for index in range(position, last):
                moved = lines[index]
                lines[index] = moved.model_copy(update={"indent": moved.indent - line.indent})
    return block if tuple(lines) == block.lines else block.model_copy(update={"lines": tuple(lines)})


def _ends_its_loop(lines: list[CodeLine], position: int, text: str) -> bool:
    """Whether a line is a print that shows one value, behind other statements of loops and tests that stand at the top level."""
    match = _SHOWS.match(_words(lines[position], text))
    if match is None or lines[position - 1].indent < lines[position].indent:
        return False
    depth = lines[position].indent
    for earlier in reversed(lines[:position]):
        if earlier.indent < depth:
            depth = earlier.indent
            if not _HEADER.match(_words(earlier, text)):
                return False
        if depth == 0:
            break
    following = lines[position + 1] if position + 1 < len(lines) else None
    if following is not None and re.match(r"(?:else|elif|except|finally)\b", _words(following, text)):
        return False
    return depth == 0 and _is_one(match["arguments"], match["shown"])


def _is_one(arguments: str, shown: str) -> bool:
    """Whether a comment shows no more values than are printed at a time."""
    values = re.match(r"(?:[-+]?\d[\d._]*\s*,?\s+)*[-+]?\d[\d._]*", _BRACKETED.sub("0", shown))
    return values is None or len(values.group().split()) <= _BRACKETED.sub("", arguments).count(",") + 1


def _words(line: CodeLine, text: str) -> str:
    return text[line.span.start : line.span.end].strip()


def is_certain(tree: ast.Module, line: int, agreed: frozenset[int]) -> bool:
    """Whether no other reading of the line ends changes what stands at the top level up to a line.

    agreed: lines whose comment was borne out, which shows that a loop before them was read rightly.
    """
    for node in tree.body:
        if node.lineno > line:
            break
        if isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With)):
            last = node.end_lineno or node.lineno
            inside = node.lineno <= line <= last
            if _reads_alone(node, line):
                continue
            if inside or not (_is_single(node) or any(last < known <= line for known in agreed)):
                return False
    return True


def _reads_alone(node: ast.stmt, line: int) -> bool:
    """Whether a `with` of a mode of computing holds, behind its first statement, nothing but prints of what is there already up to a
    line, which print the same inside it and behind it."""
    if not isinstance(node, ast.With) or not all(_is_mode(item.context_expr) for item in node.items):
        return False
    return node.body[0].lineno < line and all(_is_reading(part) for part in node.body[1:] if part.lineno <= line)


def _is_mode(manager: ast.expr) -> bool:
    name = ast.unparse(manager.func).rpartition(".")[2] if isinstance(manager, ast.Call) else ""
    return name in _MODES


def _is_reading(node: ast.stmt) -> bool:
    """Whether a statement prints names and attributes, and computes nothing."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id != "print":
        return False
    plain = (ast.Name, ast.Attribute, ast.Subscript, ast.Constant, ast.expr_context)
    return not call.keywords and all(isinstance(n, plain) for a in call.args for n in ast.walk(a))


def _is_single(node: ast.stmt) -> bool:
    """Whether a loop or a test holds one simple statement, under others or not, so that it can only be read in one way."""
    if not isinstance(node, (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With)):
        return not isinstance(node, ast.Try)
    return len(node.body) == 1 and _is_single(node.body[0])
