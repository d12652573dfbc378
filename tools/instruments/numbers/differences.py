"""Differences that prose states between two rows of a table: "the new model is 4.5 ms faster than the old one"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers.judging import Outcome, judged
from tools.instruments.numbers.mentions import mentions, used_as_key
from tools.instruments.numbers.page import Grid, Page, Sentence, column_named, only_column
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import conditional, elsewhere, partly
from tools.quantities import Interval, Quantity
from tools.records import Finding

_THAN = re.compile(
    r"\s*(?:faster|slower|quicker|longer|shorter|more|less|larger|smaller|bigger|higher|lower|heavier|lighter|schneller|langsamer|länger|kürzer|mehr|weniger|"
    r"größer|kleiner|höher|niedriger|de plus|de moins)\s+(?:[^\W\d_]+\s+)?(?:than|als|que)(?![^\W\d_])",
    re.IGNORECASE,
)


def check_differences(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text) or conditional(sentence.text) or partly(sentence.text):
            continue
        for quantity in sentence.quantities:
            if quantity.kind in ("times", "percent", "points", "count") or not _THAN.match(page.text, quantity.span.end, sentence.span.end):
                continue
            findings = [
                found for grid in page.grids_near(sentence.block)[:1] if (found := _between(page, sentence, grid, quantity)) is not None
            ]
            yield from findings


def _between(page: Page, sentence: Sentence, grid: Grid, quantity: Quantity) -> Finding | None:
    rows = mentions(grid, sentence)
    numbers = sorted({mention.row for mention in rows})
    column = column_named(grid, sentence.words, quantity.kind) or only_column(grid, quantity.kind)
    if len(numbers) != 2 or column is None or used_as_key(rows, quantity):
        return None
    cells = [column.cells[n] for n in numbers]
    figures = [cell.quantity for cell in cells if cell is not None and cell.quantity is not None]
    if len(figures) != 2:
        return None
    low, high = sorted(figures, key=lambda q: q.bases()[0])
    exact = high.bases()[0] - low.bases()[0]
    wide = high.intervals()[0] - low.intervals()[0]
    if not exact / 3 <= quantity.bases()[0] <= exact * 3:
        return None
    step = f"“{column.name}”: {in_unit(high.bases()[0], quantity)} - {in_unit(low.bases()[0], quantity)} = {in_unit(exact, quantity)}"
    outcome = Outcome(exact, Interval(max(wide.low, exact / 2), wide.high), step)
    return judged(page, "difference", quantity, [outcome], [grid.rows[n].span for n in numbers])
