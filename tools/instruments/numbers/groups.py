"""Rows of a table that belong together: by a note beside them, or by a word that repeats in one of the columns."""

from __future__ import annotations

from collections.abc import Sequence

from tools.instruments.numbers.page import Grid
from tools.instruments.numbers.totals import is_summary
from tools.instruments.numbers.words import akin, words_of

_MOST_GROUPS = 8


def groups_of(grid: Grid) -> list[tuple[str, tuple[int, ...]]]:
    """The words that rows share and the rows, for each note and each text column whose values repeat."""
    rows = [n for n in range(len(grid.rows)) if not is_summary(grid, n)]
    labels = [{n: grid.notes[n].partition("(")[0].strip(" <-") for n in rows}]
    for column in grid.columns[1:]:
        cells = {n: cell.text for n in rows if (cell := column.cells[n]) is not None}
        if len(cells) == len(rows) and all(cell is None or cell.quantity is None for cell in column.cells):
            labels.append(cells)
    found: list[tuple[str, tuple[int, ...]]] = []
    for names in labels:
        distinct = {name for name in names.values() if name}
        if distinct and len(distinct) <= _MOST_GROUPS and len(distinct) < len(rows):
            found += [(name, tuple(n for n in rows if names[n] == name)) for name in sorted(distinct)]
    return [(name, own) for name, own in found if 0 < len(own) < len(rows)]


def group_named(grid: Grid, words: Sequence[str]) -> tuple[int, ...]:
    """The rows of the one group that words name, where no column has that name; empty where none or several do."""
    terms = [term for column in grid.columns for term in column.terms]
    hits = set()
    for name, rows in groups_of(grid):
        own = [word for word in words_of(name)[:3] if len(word) >= 3 and not any(akin(word, term) for term in terms)]
        if any(akin(word, other) for word in own for other in words if len(other) >= 3):
            hits.add(rows)
    return hits.pop() if len(hits) == 1 else ()


def group_counted(grid: Grid, count: int) -> tuple[int, ...]:
    """The rows of the one group that has so many."""
    hits = {rows for _, rows in groups_of(grid) if len(rows) == count}
    return hits.pop() if len(hits) == 1 else ()
