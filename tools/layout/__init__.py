"""The layout of a chapter: where its prose, code, tables and output stand, recovered from text that may have lost its line ends.

One entry, `lay_out`; beside it small readers of what it returns. Spans are places in the text as it was given, never in a
changed copy. What is not recognised with certainty is prose: a table or a program that is missed costs less than one
that nobody wrote.
"""

from __future__ import annotations

from collections.abc import Iterable

from tools.layout.document import blocks_of
from tools.layout.sentences import sentences
from tools.records import Block, Span, Table

__all__ = ["column", "lay_out", "prose", "sentences"]


def lay_out(text: str) -> tuple[Block, ...]:
    """The blocks of a text, in order, none overlapping; what lies between them is white space and marks."""
    return tuple(blocks_of(text))


def column(table: Table, index: int) -> tuple[Span, ...]:
    """Spans of the cells of one column, a row each; a row too short for it is left out."""
    return tuple(row.cells[index] for row in table.rows if -len(row.cells) <= index < len(row.cells))


def prose(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The blocks that are read as sentences: prose and quotations."""
    return tuple(block for block in blocks if block.kind in ("prose", "quote"))
