"""Stated counts of rows and of distinct values, and ordinals ("the ninth distinct length"), against a table."""

from __future__ import annotations

from collections.abc import Iterator

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.totals import is_summary
from tools.instruments.numbers.words import akin, named, supposed
from tools.quantities import Quantity
from tools.records import Finding, Span

_DISTINCT = frozenset(
    [
        "distinct",
        "different",
        "unique",
        "verschiedene",
        "verschiedenen",
        "unterschiedliche",
        "unterschiedlichen",
        "distinctes",
        "distincts",
        "différentes",
        "différents",
    ]
)
# What may follow a count of all rows; behind other words it is a count of those of which something is said.
_NO_PREDICATE = (
    "in all",
    "in total",
    "altogether",
    "follow",
    "insgesamt",
    "folgen",
    "en tout",
    "au total",
    "suivent",
    "were",
    "are",
    "was",
    "wurden",
    "sind",
)
_ROWS = frozenset(["rows", "row", "lines", "entries", "zeilen", "einträge", "lignes", "entrées"])
_WHOLE = frozenset(["all", "these", "those", "the", "alle", "allen", "die", "diese", "les", "ces", "tous", "toutes"])
_FIRST = frozenset(["first", "ersten", "premiers", "premières"])


def check_counts(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or supposed(sentence.text):
            continue
        grids = page.grids_near(sentence.block)[:2]
        for quantity in sentence.quantities:
            for grid in grids:
                finding = _ordinal(page, sentence, grid, quantity) if quantity.ordinal else _count(page, sentence, grid, quantity)
                if finding is not None:
                    yield finding
                    break


def _data_rows(grid: Grid) -> list[int]:
    return [n for n in range(len(grid.rows)) if not is_summary(grid, n)]


def _count(page: Page, sentence: Sentence, grid: Grid, quantity: Quantity) -> Finding | None:
    if quantity.kind != "count" or quantity.value.denominator != 1 or quantity.value < 2 or quantity.glued or not quantity.after:
        return None
    if quantity.after[0] in _DISTINCT or (quantity.before[:1] and quantity.before[0] in _FIRST):
        return _distinct(page, grid, quantity)
    noun, rows = quantity.after[0], len(_data_rows(grid))
    stated = int(quantity.value)
    keyed = bool(grid.columns) and any(akin(term, noun) for term in grid.columns[0].terms) and len(noun) >= 3
    if not grid.complete or not (keyed or noun in _ROWS):
        return None
    span = Span(start=quantity.span.start, end=_noun_end(page, quantity))
    places = [grid.rows[n].span for n in _data_rows(grid)]
    working = [f"rows of the table: {grid.labels(0)} to {grid.labels(len(grid.rows) - 1)}, {rows} in all"]
    if stated == rows and not quantity.bound:
        return report.confirmed("count", span, Said(f"The table has {rows} rows, as stated.", working, places))
    whole = bool(quantity.before) and quantity.before[0] in _WHOLE
    rest = page.text[span.end : sentence.span.end].strip(" .:!*_`").lower()
    alone = len(sentence.words) <= 4 and len(sentence.quantities) == 1 and (not rest or rest.startswith(_NO_PREDICATE))
    adjacent = abs(grid.block - sentence.block) == 1
    if (
        quantity.bound
        or not adjacent
        or not (alone or (whole and quantity.before[0] in ("all", "alle", "tous", "toutes")))
        or abs(stated - rows) > max(3, rows // 4)
        or (noun in _ROWS and stated == rows + 1)
    ):
        return None
    new = report.like(quantity.value - stated + rows, quantity, page)
    replacement = (
        report.replaced(page, span, [(quantity.number, _cased(new, page.words_at(quantity.number)))], "the number of rows") if new else None
    )
    said = Said(f"The table has {rows} rows, not {page.words_at(quantity.number)}.", working, places)
    return report.contradicted("count", span, said, "medium", replacement)


def _cased(new: str, old: str) -> str:
    return new[:1].upper() + new[1:] if old[:1].isupper() else new


def _noun_end(page: Page, quantity: Quantity) -> int:
    at = page.text[quantity.span.end : quantity.span.end + 40].lower().find(quantity.after[0])
    return quantity.span.end + at + len(quantity.after[0]) if at >= 0 else quantity.span.end


def _distinct_column(grid: Grid, quantity: Quantity) -> Column | None:
    nouns = tuple(word for word in quantity.after if word not in _DISTINCT)[:2]
    columns = [column for column in grid.columns if column.terms and any(named(term, nouns) for term in column.terms)]
    return columns[0] if len(columns) == 1 and nouns else None


def _distinct_rows(grid: Grid, column: Column) -> list[int]:
    """The rows in which a value of the column stands for the first time."""
    seen: set[str] = set()
    rows = []
    for n in _data_rows(grid):
        cell = column.cells[n]
        if cell is not None and cell.text not in seen:
            seen.add(cell.text)
            rows.append(n)
    return rows


def _distinct(page: Page, grid: Grid, quantity: Quantity) -> Finding | None:
    """ "twelve distinct lengths", "the first eight distinct lengths"."""
    if quantity.after[0] not in _DISTINCT:
        return None
    column = _distinct_column(grid, quantity)
    if column is None or not grid.complete:
        return None
    rows, stated = _distinct_rows(grid, column), int(quantity.value)
    values = [column.cells[n].text for n in rows]  # type: ignore[union-attr]
    span = Span(start=quantity.span.start, end=_noun_end(page, quantity))
    places = [grid.rows[n].span for n in rows]
    if quantity.before[:1] and quantity.before[0] in _FIRST:
        if stated > len(rows):
            return None
        return _first_distinct(page, grid, column, quantity, rows[:stated])
    working = [f"values of “{column.name}” in order of appearance: {', '.join(values)}: {len(values)} distinct"]
    if stated == len(rows):
        return report.confirmed(
            "distinct", span, Said(f"The column “{column.name}” holds {stated} distinct values, as stated.", working, places)
        )
    if quantity.bound or abs(stated - len(rows)) > max(3, len(rows) // 4) or _subset(quantity):
        return None
    new = report.like(quantity.value - stated + len(rows), quantity, page)
    replacement = (
        report.replaced(page, span, [(quantity.number, _cased(new, page.words_at(quantity.number)))], "the number of distinct values")
        if new
        else None
    )
    said = Said(f"The column “{column.name}” holds {len(rows)} distinct values, not {page.words_at(quantity.number)}.", working, places)
    return report.contradicted("distinct", span, said, "medium", replacement)


def _subset(quantity: Quantity) -> bool:
    return bool(quantity.before) and quantity.before[0] in (
        "other",
        "remaining",
        "last",
        "next",
        "anderen",
        "übrigen",
        "letzten",
        "autres",
        "dernières",
        "of",
    )


def _first_distinct(page: Page, grid: Grid, column: Column, quantity: Quantity, rows: list[int]) -> Finding | None:
    """The first N distinct values, where just these rows carry the same note."""
    notes = {grid.notes[n] for n in rows}
    values = [column.cells[n].text for n in rows]  # type: ignore[union-attr]
    if len(notes) != 1 or not (note := notes.pop()):
        return None
    same = [n for n in _data_rows(grid) if grid.notes[n] == note]
    if same != rows:
        return None
    span = Span(start=quantity.span.start, end=_noun_end(page, quantity))
    working = [
        f"first {len(rows)} distinct values of “{column.name}”: {', '.join(values)}",
        f"rows noted “{note.strip(' <-')}”: {len(same)}, the same ones",
    ]
    return report.confirmed(
        "distinct",
        span,
        Said(
            f"The first {len(rows)} distinct values are just the rows noted “{note.strip(' <-')}”.",
            working,
            [grid.rows[n].span for n in rows],
        ),
    )


def _ordinal(page: Page, sentence: Sentence, grid: Grid, quantity: Quantity) -> Finding | None:
    """ "the ninth distinct length (T=35)": the value beside an ordinal is the one that stands there."""
    if not quantity.after or quantity.after[0] not in _DISTINCT:
        return None
    column = _distinct_column(grid, quantity)
    if column is None:
        return None
    rows, stated = _distinct_rows(grid, column), int(quantity.value)
    near = [other for other in sentence.quantities if quantity.span.end <= other.span.start <= quantity.span.end + 40 and other.glued]
    if len(near) != 1 or stated > len(rows):
        return None
    value, row = near[0], rows[stated - 1]
    texts = [column.cells[n].text for n in rows]  # type: ignore[union-attr]
    span = Span(start=quantity.span.start, end=value.span.end)
    working = [
        f"distinct values of “{column.name}” in order of appearance: {', '.join(texts[: max(stated, 3) + 1])}",
        f"number {stated} is {texts[stated - 1]} ({grid.labels(row)})",
    ]
    if texts[stated - 1] == page.words_at(value.number):
        return report.confirmed(
            "ordinal",
            span,
            Said(f"Number {stated} of the distinct values is {texts[stated - 1]}, as stated.", working, [grid.rows[row].span]),
        )
    if page.words_at(value.number) not in texts:
        return None
    right = texts.index(page.words_at(value.number)) + 1
    said = Said(
        f"{page.words_at(value.number)} is number {right} of the distinct values; number {stated} is {texts[stated - 1]}.",
        working,
        [grid.rows[row].span],
    )
    return report.contradicted("ordinal", span, said, "medium")
