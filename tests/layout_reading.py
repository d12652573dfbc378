"""Reads blocks back as words, so that a test can compare them with what was written."""

from __future__ import annotations

import ast

from tools.layout import lay_out
from tools.records import Block, source_of


def kinds(text: str) -> list[str]:
    return [block.kind for block in lay_out(text)]


def words(block: Block, text: str) -> str:
    return text[block.span.start : block.span.end]


def pieces(text: str, kind: str) -> list[str]:
    """The words of all blocks of one kind."""
    return [words(block, text) for block in lay_out(text) if block.kind == kind]


def programs(text: str) -> list[str]:
    """The restored source of every block of code."""
    return [source_of(block, text) for block in lay_out(text) if block.kind == "code"]


def program(text: str) -> str:
    """The only program of a text; it must parse."""
    (source,) = programs(text)
    ast.parse(source)
    return source


def tables(text: str) -> list[tuple[list[str], list[list[str]], list[str | None]]]:
    """Header, rows and notes of every table, as words."""
    found = []
    for block in lay_out(text):
        if block.table is not None:
            table = block.table
            header = [text[cell.start : cell.end] for cell in table.header]
            rows = [[text[cell.start : cell.end] for cell in row.cells] for row in table.rows]
            notes = [text[row.note.start : row.note.end] if row.note else None for row in table.rows]
            found.append((header, rows, notes))
    return found


def table(text: str) -> tuple[list[str], list[list[str]]]:
    """Header and rows of the only table of a text."""
    ((header, rows, _),) = tables(text)
    return header, rows
