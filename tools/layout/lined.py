"""A table whose columns are parted by single spaces: each line is a row, and all rows have one pattern of names and values."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tools.layout.cells import HEADER_WORDS, Cell, line_cells, may_head, names_columns, row_of, uniform, without_index
from tools.layout.header import atoms, divided
from tools.layout.values import tokens
from tools.records import Row, Span


@dataclass(frozen=True, slots=True)
class Shaped:
    """A table whose rows stood on lines of their own."""

    span: Span
    header: tuple[Span, ...]
    rows: tuple[Row, ...]


def lined_table(first: tuple[int, int], lines: Iterable[tuple[int, int]], text: str) -> Shaped | None:
    """The table that the line `first` heads, its columns parted by single spaces; rows go on while they keep the pattern."""
    head = tokens(text, *first)
    if not 2 <= len(head) <= HEADER_WORDS or not may_head(head) or head[0].kind == "value":
        return None
    rows: list[list[Cell]] = []
    for start, stop in lines:
        row = line_cells(text, start, stop)
        if row is None or (rows and [cell.kind for cell in row] != [cell.kind for cell in rows[0]]):
            break
        rows.append(row)
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    top = line_cells(text, *first)
    if top is not None and len(top) == len(rows[0]) and not names_columns(_words(top, text), _words(rows[0], text)):
        return _without_header([top, *rows], text)
    names = atoms(head)
    width = len(rows[0])
    header = divided(names, width, text) if len(names) >= width else without_index(names, width)
    shapes = [[row[at].shape if row[at].kind == "V" else "text" for row in rows] for at in range(width)]
    if header is None or not all(uniform(column) >= 0.75 for column in shapes) or (len(names) != width and len(rows) < 3):
        return None
    made = tuple(row_of(row) for row in rows)
    return Shaped(Span(start=first[0] + _lead(text, *first), end=made[-1].span.end), header, made)


def _words(row: list[Cell], text: str) -> list[str]:
    return [text[cell.span.start : cell.span.end] for cell in row]


def _without_header(rows: list[list[Cell]], text: str) -> Shaped | None:
    """Rows of which the first is written like the others; None where they only count (`Step 1`, `Step 2`)."""
    labels = {_words(row, text)[0] for row in rows}
    shapes = [[row[at].shape if row[at].kind == "V" else "text" for row in rows] for at in range(len(rows[0]))]
    if len(labels) < 2 or not all(uniform(column) >= 0.75 for column in shapes):
        return None
    made = tuple(row_of(row) for row in rows)
    return Shaped(Span(start=made[0].span.start, end=made[-1].span.end), (), made)


def _lead(text: str, start: int, stop: int) -> int:
    return stop - start - len(text[start:stop].lstrip())
