"""Notebooks: prose of Markdown cells, code, and the output that stands under it, cell by cell."""

from __future__ import annotations

import re
from typing import Any

from prompts.trust import Untrusted
from tools.extract import markdown
from tools.extract.draft import Draft
from tools.extract.located import load, mapped
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Candidates, Document, NoText, NotReadable

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")


def read(encoded: Encoded, url: str) -> Document:
    """The notebook's text; raises CannotExtract."""
    book = load(encoded.text)
    if not is_notebook(book):
        raise NotReadable("it is JSON, and no notebook")
    draft = Draft("notebook", url, encoded)
    language = _at(book, "metadata", "kernelspec", "language") or _at(book, "metadata", "language_info", "name")
    for number, cell in enumerate(_cells(book), 1):
        if not isinstance(cell, dict):
            draft.note(f"cell {number} is no cell")
            continue
        source = _text(cell.get("source", cell.get("input")), encoded.text)
        if cell.get("cell_type") == "code":
            draft.piece("code", source, language=language if isinstance(language, str) else None, item=number)
            for output in _listed(cell.get("outputs")):
                draft.piece("output", _shown(output, encoded.text), item=number)
        elif cell.get("cell_type") in ("markdown", "heading"):
            markdown.write(draft, source, item=number)
        else:
            draft.piece("paragraph", source, item=number)
    title = _at(book, "metadata", "title")
    draft.candidates = Candidates(title=Untrusted(str(title), url) if isinstance(title, str) and title else None)
    document = draft.document(unit="cell")
    if not document.pieces:
        raise NoText("the notebook has no cell with text")
    return document


def is_notebook(book: object) -> bool:
    return isinstance(book, dict) and "nbformat" in book and isinstance(book.get("cells", book.get("worksheets")), list)


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _cells(book: dict[str, Any]) -> list[Any]:
    if "cells" in book:
        return list(book["cells"])
    return [cell for sheet in book["worksheets"] if isinstance(sheet, dict) for cell in _listed(sheet.get("cells"))]


def _at(value: object, *keys: str) -> object:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _text(value: object, whole: str) -> Mapped:
    """A multi-line string, which notebooks write as one string or as a list of lines."""
    parts = value if isinstance(value, list) else [value]
    return Mapped.joined(mapped(part, whole) for part in parts if isinstance(part, str)).stripped("\n")


def _shown(output: object, whole: str) -> Mapped:
    """What an output shows as text: a stream, a result, or a traceback."""
    if not isinstance(output, dict):
        return Mapped.nowhere("")
    if output.get("output_type") in ("error", "pyerr"):
        lines = output.get("traceback")
        parts = [mapped(line, whole) for line in lines if isinstance(line, str)] if isinstance(lines, list) else []
        return _plain(Mapped.joined(part for line in parts for part in (line, Mapped.nowhere("\n")))).stripped("\n")
    data = output.get("data")
    text = output.get("text", data.get("text/plain") if isinstance(data, dict) else None)
    return _plain(_text(text, whole))


def _plain(text: Mapped) -> Mapped:
    """Without the escapes that colour it."""
    parts, at = [], 0
    for escape in _ANSI.finditer(text.text):
        parts.append(text.cut(at, escape.start()))
        at = escape.end()
    return Mapped.joined([*parts, text.cut(at)])
