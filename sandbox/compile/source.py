"""Code as it comes: a script, or a notebook's cells in order as one program."""

from __future__ import annotations

import ast
import json
import re

from sandbox.compile.records import RequestError

_IPYTHON = re.compile(r"^(\s*)(?:[%!]|\w+\s*=\s*[%!]|\?|\w[\w.]*\?{1,2}\s*$)")
# A cell magic after which the rest of the cell is still Python.
_PYTHON_CELLS = re.compile(r"^\s*%%(?:time|timeit|capture|prun)\b")
_PRELUDE = "display = print\n"


def notebook_program(data: bytes) -> tuple[str, tuple[str, ...]]:
    """The code cells of a notebook (nbformat 3 or 4) as one program, and what of them was left out, in words of ours.

    A cell runs after the one before it in one namespace, and the first error ends the program, as in a notebook that is run whole.
    Lines that only IPython understands are left out. Raises RequestError where it is no notebook.
    """
    cells = _cells(data)
    parts, left = [_PRELUDE], 0
    for number, text in enumerate(cells, 1):
        code, lines = _plain(text)
        left += lines
        parts.append(f"# cell {number}\n{code}\n")
    return "\n".join(parts), ((f"{left} lines that only IPython understands were left out",) if left else ())


def _cells(data: bytes) -> list[str]:
    try:
        book = json.loads(data.decode("utf-8"))
        if "cells" not in book:
            sheets = [cell for sheet in book["worksheets"] for cell in sheet["cells"]]
            return [_text(cell["input"]) for cell in sheets if cell["cell_type"] == "code"]
        return [_text(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise RequestError(f"this is no notebook ({type(error).__name__}); give the .ipynb file itself") from error


def _text(source: object) -> str:
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        return "".join(source)
    if isinstance(source, str):
        return source
    raise TypeError("a cell's source is text")


def _plain(code: str) -> tuple[str, int]:
    """The cell without what is not Python, and how many lines that were."""
    try:
        ast.parse(code)
        return code, 0
    except (SyntaxError, ValueError):
        pass
    lines = code.splitlines()
    if lines and lines[0].lstrip().startswith("%%") and not _PYTHON_CELLS.match(lines[0]):
        return "", len(lines)
    kept = [_IPYTHON.sub(r"\1pass  # ", line) if _IPYTHON.match(line) else line for line in lines]
    return "\n".join(kept), sum(one is not other for one, other in zip(lines, kept, strict=True))
