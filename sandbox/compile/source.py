"""Code as it comes: the code cells of a notebook, each as plain Python, and the arguments of a call as Python writes them.

Cells are run as nbclient runs a notebook whole: one after another in one namespace, the first error ends the run unless its cell is tagged
"raises-exception", a cell tagged "skip-execution" is passed over.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sandbox.compile.request import Argument, RequestError

_IPYTHON = re.compile(r"^(\s*)(?:[%!]|\w+\s*=\s*[%!]|\?|\w[\w.]*\?{1,2}\s*$)")
# A cell magic after which the rest of the cell is still Python.
_PYTHON_CELLS = re.compile(r"^\s*%%(?:time|timeit|capture|prun)\b")
_TIMED = re.compile(r"^(\s*)%time(?:it)?[ \t]+(?=\w)")


@dataclass(frozen=True)
class Cell:
    """One code cell. code: empty where nothing of it is Python. may_raise, skip: as its tags say."""

    code: str
    may_raise: bool = False
    skip: bool = False


def notebook_cells(data: bytes) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """The code cells of a notebook (nbformat 3 or 4), and what of them was left out, in words of ours.

    Lines that only IPython understands are left out; what %time and %timeit measure runs once. Raises RequestError where it is no
    notebook, or one of another language.
    """
    found = _cells(data)
    parts, left = [], 0
    for text, tags in found:
        code, lines = _plain(text)
        left += lines
        parts.append(Cell(code, "raises-exception" in tags, "skip-execution" in tags))
    return tuple(parts), ((f"{left} lines that only IPython understands were left out",) if left else ())


def calls_from(text: str) -> tuple[Argument, ...]:
    """The arguments of one call, such as "torch.ones(3), 2"; each is evaluated in the sandbox, beside the code. Raises RequestError."""
    try:
        call = ast.parse(f"f({text}\n)", mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise RequestError(f"{text!r} is no list of arguments; write them as in a call, such as 'torch.ones(3), 2'") from error
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.keywords:
        raise RequestError(f"{text!r} is no list of positional arguments; write them as in a call, such as 'torch.ones(3), 2'")
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        raise RequestError(f"{text!r} has a starred argument; write each argument out")
    return tuple(Argument(expression=ast.unparse(argument)) for argument in call.args)


def _cells(data: bytes) -> list[tuple[str, list[Any]]]:
    try:
        book = json.loads(data.decode("utf-8"))
        language = _language(book.get("metadata", {}))
        if "cells" in book:
            cells, key = list(book["cells"]), "source"
        else:
            cells, key = [cell for sheet in book["worksheets"] for cell in sheet["cells"]], "input"
        found = [(_text(cell[key]), list(cell.get("metadata", {}).get("tags", []))) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise RequestError("this is no notebook; give the .ipynb file itself") from error
    if language not in ("", "python"):
        raise RequestError("the notebook's cells are not in Python; give one whose kernel is Python's")
    return found


def _language(metadata: Mapping[str, Any]) -> str:
    named = [metadata.get("language_info", {}).get("name"), metadata.get("kernelspec", {}).get("language")]
    return next((str(name).lower().rstrip("23") for name in named if name), "")


def _text(source: object) -> str:
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    if isinstance(source, str):
        return source
    raise TypeError("a cell's source is text")


def _plain(code: str) -> tuple[str, int]:
    """The cell without what is not Python, and how many lines that were. Line numbers stay."""
    try:
        ast.parse(code)
        return code, 0
    except (SyntaxError, ValueError):
        pass
    lines = code.splitlines()
    if lines and lines[0].lstrip().startswith("%%") and not _PYTHON_CELLS.match(lines[0]):
        return "", len(lines)
    lines = [_TIMED.sub(r"\1", line) for line in lines]
    kept = [_IPYTHON.sub(r"\1pass  # ", line) if _IPYTHON.match(line) else line for line in lines]
    return "\n".join(kept), sum(one is not other for one, other in zip(lines, kept, strict=True))
