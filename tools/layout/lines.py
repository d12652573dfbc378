"""Physical lines of a text with their exact places; `\\n`, `\\r\\n` and a lone `\\r` end a line, nothing else does."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.records import Block, CodeLine, Span, Table

_ENDS = re.compile(r"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class Line:
    """One physical line: [start, end) without its end; `words` is what stands there."""

    start: int
    end: int
    words: str

    @property
    def blank(self) -> bool:
        return not self.words or self.words.isspace()

    @property
    def indent(self) -> int:
        """Columns of white space before the first word, a tab counting to the next multiple of four."""
        lead = self.words[: len(self.words) - len(self.words.lstrip())]
        return len(lead.expandtabs(4))

    @property
    def span(self) -> Span:
        """The line without the white space around it."""
        return stripped(self.words, self.start)


def stripped(words: str, start: int) -> Span:
    """Span of `words`, which begin at `start`, without the white space around them."""
    lead = len(words) - len(words.lstrip())
    return Span(start=start + lead, end=start + max(lead, len(words.rstrip())))


def physical(text: str, start: int = 0, stop: int | None = None) -> list[Line]:
    """The lines of text[start:stop], in order; an end at the very end opens no further line."""
    stop = len(text) if stop is None else stop
    lines = []
    at = start
    for end in _ENDS.finditer(text, start, stop):
        lines.append(Line(at, end.start(), text[at : end.start()]))
        at = end.end()
    if at < stop:
        lines.append(Line(at, stop, text[at:stop]))
    return lines


def moved(block: Block, by: int) -> Block:
    """The block with all its spans `by` characters further on."""
    table = block.table
    if table is not None:
        rows = tuple(
            row.model_copy(
                update={
                    "span": _shifted(row.span, by),
                    "cells": tuple(_shifted(cell, by) for cell in row.cells),
                    "note": _shifted(row.note, by) if row.note is not None else None,
                }
            )
            for row in table.rows
        )
        table = Table(header=tuple(_shifted(name, by) for name in table.header), rows=rows)
    lines = tuple(CodeLine(span=_shifted(line.span, by), indent=line.indent) for line in block.lines)
    return block.model_copy(update={"span": _shifted(block.span, by), "table": table, "lines": lines})


def _shifted(span: Span, by: int) -> Span:
    return Span(start=span.start + by, end=span.end + by)


def trimmed(lines: list[Line]) -> list[Line]:
    """The lines without blank ones at either end."""
    first, last = 0, len(lines)
    while first < last and lines[first].blank:
        first += 1
    while last > first and lines[last - 1].blank:
        last -= 1
    return lines[first:last]


def code_block(lines: list[Line], language: str | None, strip: int = 0) -> Block:
    """A code block of physical lines as they stand; `strip` columns are taken off the front of each where they are white space."""
    kept = []
    for line in lines:
        lead = min(strip, len(line.words) - len(line.words.lstrip()))
        kept.append(CodeLine(span=Span(start=line.start + lead, end=line.end)))
    return Block(kind="code", span=Span(start=kept[0].span.start, end=kept[-1].span.end), language=language, lines=tuple(kept))
