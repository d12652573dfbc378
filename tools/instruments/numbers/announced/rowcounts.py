"""Of how many rows of a table a sentence says something: that they became faster, that they are of a kind."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import akin
from tools.records import Finding

_FASTER = re.compile(
    r"(?<![^\W\d_])(?:got|became|become|are|were|is|ran|run|wurden|sont)\s(?:[^\W\d_]+\s)?"
    r"(?:(?P<less>faster|shorter|quicker|smaller|cheaper|schneller|kürzer|kleiner)|(?P<more>slower|longer|larger|langsamer|länger|größer))(?![^\W\d_])",
    re.IGNORECASE,
)
_BEFORE_AFTER = (
    ("before", "after"),
    ("old", "new"),
    ("vorher", "nachher"),
    ("avant", "après"),
    ("eager", "compiled"),
    ("baseline", "optimi"),
)
_NOT = re.compile(
    r"(?<![^\W\d_])(?:not|no|never|except|but for|apart|nearly|almost|more than|less than|over|nicht|kein\w*|pas|sauf)(?![^\W\d_])",
    re.IGNORECASE,
)


def _opening_count(page: Page, sentence: Sentence, grid: Grid) -> Item | None:
    """The count with which a sentence opens, of rows; None where it is hedged, or of something else."""
    counted = [item for item in items_of(page, sentence) if item.plain_count]
    rows = sum(1 for n in range(len(grid.rows)) if not is_summary(grid, n))
    if not counted or counted[0].span.start - sentence.span.start > 4 or counted[0].quantity.bound:
        return None
    of_all = (
        len(counted) == 2
        and counted[1].quantity.value == rows
        and re.fullmatch(r"\sof\s(?:the|our|these)\s", page.text[counted[0].span.end : counted[1].span.start])
    )
    noun = len(counted) == 1 and any(akin(term, counted[0].noun) for term in grid.columns[0].terms)
    return counted[0] if (of_all or noun) and 0 <= counted[0].quantity.value <= rows else None


def became(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Four of the six steps became faster", of a column before and one after."""
    match = _FASTER.search(sentence.text)
    count = _opening_count(page, sentence, grid)
    if (
        match is None
        or count is None
        or re.search(r"(?<![^\W\d_])(?:than|als|que|by|um)(?![^\W\d_])", sentence.text[match.end() :])
        or _NOT.search(sentence.text)
    ):
        return None
    for first, second in _BEFORE_AFTER:
        one = [c for c in grid.columns[1:] if any(t.startswith(first) for t in c.terms)]
        two = [c for c in grid.columns[1:] if any(t.startswith(second) for t in c.terms)]
        if len(one) == len(two) == 1 and one[0].kind == two[0].kind and one[0].kind is not None and not one[0].kind.endswith("/time"):
            later = dict(data_figures(grid, two[0]))
            pairs = [(n, q.bases()[0], later[n].bases()[0]) for n, q in data_figures(grid, one[0]) if n in later]
            hits = [grid.labels(n) for n, a, b in pairs if (b < a if match["less"] else b > a)]
            return _counted(page, count, hits, grid)
    return None


def categories(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Three of the five libraries are under the MIT licence"."""
    count = _opening_count(page, sentence, grid)
    if count is None or _NOT.search(sentence.text) or len(items_of(page, sentence)) > 2 or rows_named(grid, sentence):
        return None
    named: list[tuple[Column, str]] = []
    for column in grid.columns[1:]:
        texts = [cell.text.strip("*`_ ") for cell in column.cells if cell is not None and cell.quantity is None]
        if len(texts) != len(grid.rows) or len(set(texts)) == len(texts):
            continue
        named += [
            (column, text)
            for text in sorted(set(texts))
            if len(text) >= 2 and re.search(rf"(?<![\w-]){re.escape(text)}(?![\w-])", sentence.text)
        ]
    if len(named) != 1 or re.search(r"(?<![^\W\d_])(?:and|or|und|oder|et|ou)(?![^\W\d_])", sentence.text):
        return None
    column, text = named[0]
    hits = [grid.labels(n) for n, cell in enumerate(column.cells) if cell is not None and cell.text.strip("*`_ ") == text]
    return _counted(page, count, hits, grid)


def _counted(page: Page, count: Item, hits: Sequence[str], grid: Grid) -> Finding | None:
    stated, written = int(count.quantity.value), page.words_at(count.span)
    working = [f"it holds for: {', '.join(hits) or 'none'} ({len(hits)})"]
    if stated == len(hits):
        return report.confirmed("rows-counted", count.span, Said(f"There are {len(hits)}, as stated.", working, [grid.span]))
    if abs(stated - len(hits)) > 2:
        return None
    new = report.like(Fraction(len(hits)), count.quantity, page)
    new = new[:1].upper() + new[1:] if new and written[:1].isupper() else new
    replacement = report.replaced(page, count.span, [(count.quantity.number, new)], "how many rows it holds for") if new else None
    said = Said(f"It holds for {len(hits)} rows, not {written}.", working, [grid.span])
    return report.contradicted("rows-counted", count.span, said, "high", replacement)
