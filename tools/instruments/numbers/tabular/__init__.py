"""What sentences say of the rows of a table: which is first, which is before which, how many pass a mark, how a column goes.

A statement is contradicted only where it is false of every column that its words may mean, and confirmed only where it is true of
each of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.instruments.numbers.page import Page
from tools.instruments.numbers.tabular.amounts import check_amounts
from tools.instruments.numbers.tabular.clauses import clauses_of, speaks_of_now
from tools.instruments.numbers.tabular.parts import check_parts_of_columns
from tools.instruments.numbers.tabular.ranked import check_ranked
from tools.instruments.numbers.tabular.table import Table, table_of
from tools.instruments.numbers.tabular.trends import check_trends
from tools.records import Finding

_CHECKS = (check_ranked, check_amounts, check_trends, check_parts_of_columns)


def check_tabular(page: Page) -> Iterator[Finding]:
    tables: dict[int, Table | None] = {grid.block: table_of(grid) for grid in page.grids}
    for sentence in page.sentences:
        near = [table for grid in page.grids_near(sentence.block)[:3] if (table := tables[grid.block]) is not None]
        if not near or not speaks_of_now(sentence):
            continue
        found = [
            [finding for clause in clauses_of(page, sentence, table) for check in _CHECKS for finding in check(clause)] for table in near
        ]
        yield from _agreed(found)


def _agreed(found: list[list[Finding]]) -> Iterator[Finding]:
    """What the tables near a sentence say of it: a statement that one of them bears out is contradicted by none."""
    held = {(f.span.start, f.span.end, f.rule) for findings in found for f in findings if f.verdict == "supported"}
    seen: set[tuple[int, int, str]] = set()
    for findings in found:
        for finding in findings:
            key = (finding.span.start, finding.span.end, finding.rule)
            if key in seen or (finding.verdict != "supported" and key in held):
                continue
            seen.add(key)
            yield finding
