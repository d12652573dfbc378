"""A Markdown table whose line ends are gone: its row of dashes tells how many cells each row has."""

from __future__ import annotations

import re

from tools.layout.lines import stripped
from tools.records import Block, Row, Span, Table

_DASHES = re.compile(r"\|(?:\s*:?-{2,}:?\s*\|){1,20}")
_CELL = re.compile(r"[^|]{0,300}\|")
_HEADER = 3000


def flattened_pipes(text: str, start: int, stop: int) -> Block | None:
    """The table that begins with the pipe at `start`; None where no row of dashes follows its header."""
    if text[start] != "|":
        return None
    dashes = _DASHES.search(text, start + 1, min(stop, start + _HEADER))
    if dashes is None:
        return None
    width = dashes.group().count("|") - 1
    header = _row(text, start, dashes.start(), width)
    if header is None or text[header.span.end : dashes.start()].strip(" \t\r\n|"):
        return None
    rows: list[Row] = []
    at = dashes.end()
    while (row := _row(text, at, stop, width)) is not None:
        rows.append(row)
        at = row.span.end
    if not rows:
        return None
    span = Span(start=start, end=rows[-1].span.end)
    return Block(kind="table", span=span, flattened=True, table=Table(header=header.cells, rows=tuple(rows)))


def _row(text: str, start: int, stop: int, width: int) -> Row | None:
    """The row of `width` cells that begins behind white space at `start`; its span holds its pipes."""
    at = start
    while at < stop and text[at].isspace():
        at += 1
    if at >= stop or text[at] != "|":
        return None
    begin, cells = at, []
    at += 1
    for _ in range(width):
        cell = _CELL.match(text, at, stop)
        if cell is None:
            return None
        cells.append(stripped(cell.group()[:-1], at))
        at = cell.end()
    return Row(span=Span(start=begin, end=at), cells=tuple(cells))
