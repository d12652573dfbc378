"""What all rows of a table, or the rows that a sentence speaks of, come to: "Together they took 80 ms", "in all 54 parcels"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import Said, in_unit
from tools.instruments.numbers.totals import ADDITIVE, aggregated, data_figures, held, is_summary, sum_shown
from tools.instruments.numbers.words import akin, conditional, elsewhere, partly, words_of
from tools.quantities import Quantity
from tools.records import Finding

_TOGETHER = re.compile(
    r"(?<![^\W\d_])(?:together|in all|all in all|all told|altogether|in total|combined|in sum|the sum (?:is|of)|(?:they|these|the \w+)"
    r" (?:add|sum|come|amount) (?:up )?to|"
    r"zusammen|insgesamt|zusammengenommen|in summe|summe|alles in allem|en tout|au total|ensemble|à eux (?:deux|trois|quatre|tous)|"
    r"somme)(?![^\W\d_])",
    re.IGNORECASE,
)
_TWO = re.compile(
    r"(?<![^\W\d_])(?:two|both|three|four|first|last|beiden?|zwei|drei|vier|ersten?|letzten?|deux|trois|quatre|premi\w+|derni\w+|other|anderen|autres)(?![^\W\d_])",
    re.I,
)

# The subject of a sentence is a number of things, its verb one of having or needing.
_EVERY = re.compile(
    r"\s*(?:all |the |these |our |alle |die |diese |unsere |tou(?:s|tes) |les |ces |nos )+[\w-]+(?:\s[^\W\d_]+){1,3}?\s"
    r"(?:need|take|took|use|used|occupy|occupied|require|cost|weigh|fill|hold|make up|last|lasted|brauchen|brauchten|belegen|benötigen|"
    r"kosten|wiegen|dauern|dauerten|nehmen|pèsent|occupent|demandent|prennent|coûtent|durent|ont pris|totalisent)\s"
    r"(?:up |only |about |roughly |some |nearly |just |etwa |rund |knapp |nur |environ |près de )*(?=[$€£]?\d)",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?<![^\W\d_])(?:each|apiece|every|per|on average|je|jeweils|pro|jede[rs]?|im mittel|chacune?|par|en moyenne|parallel|concurrent\w*|"
    r"gleichzeitig|parallèle)(?![^\W\d_])",
    re.IGNORECASE,
)


def check_together(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        finding = None
        if not sentence.output and sentence.quantities and not _aside(sentence):
            every = _EVERY.match(sentence.text)
            if every is not None:
                finding = _all_rows(page, sentence, every)
        if finding is not None:
            yield finding
        elif not sentence.output and sentence.quantities and _TOGETHER.search(sentence.text) and not _aside(sentence):
            finding = _stated(page, sentence, before if before is not None and before.block == sentence.block else None)
            if finding is not None:
                yield finding
        before = None if sentence.output else sentence


def _all_rows(page: Page, sentence: Sentence, every: re.Match[str]) -> Finding | None:
    """ "The five columns need 28.75 MB": as many things as the table has rows, and one amount for them."""
    counted = [q for q in sentence.quantities if q.kind == "count" and q.span.start < sentence.span.start + every.end()]
    stated = [q for q in sentence.quantities if q not in counted and q.span.start - sentence.span.start - every.end() in range(8)]
    grids = page.grids_near(sentence.block)[:1]
    if len(counted) != 1 or len(stated) != 1 or _EACH.search(sentence.text) or not grids or abs(grids[0].block - sentence.block) > 3:
        return None
    (grid,), (amount,) = grids, stated
    rows = tuple(n for n in range(len(grid.rows)) if not is_summary(grid, n))
    fitting = [column for column in grid.columns[1:] if column.kind == amount.kind]
    plain = amount.kind in ADDITIVE and amount.kind != "count" and amount.bound in ("", "about", "nearly")
    if not grid.complete or counted[0].value != len(rows) or len(rows) < 2 or len(fitting) != 1 or not plain:
        return None
    return _judged(page, grid, fitting[0], amount, rows)


def _aside(sentence: Sentence) -> bool:
    return elsewhere(sentence.text) or conditional(sentence.text) or partly(sentence.text)


def _stated(page: Page, sentence: Sentence, before: Sentence | None) -> Finding | None:
    at = _TOGETHER.search(sentence.text)
    assert at is not None
    for grid in page.grids_near(sentence.block)[:1]:
        if not grid.complete or abs(grid.block - sentence.block) > 3:
            return None
        for quantity in sentence.quantities:
            if quantity.ordinal or quantity.kind not in ADDITIVE or quantity.bound in ("at least", "at most", "above", "below"):
                continue
            column = _column(grid, sentence, quantity)
            rows = _rows(grid, sentence, before)
            if column is not None and rows is not None and len([q for q in sentence.quantities if q.kind == quantity.kind]) == 1:
                return _judged(page, grid, column, quantity, rows)
    return None


def _column(grid: Grid, sentence: Sentence, quantity: Quantity) -> Column | None:
    fitting = [column for column in grid.columns[1:] if column.kind == quantity.kind]
    if quantity.kind == "count":
        named = column_named(grid, quantity.after[:2], "count") if quantity.after else None
        return named if named in fitting else None
    named = column_named(grid, sentence.words, quantity.kind)
    return named if named in fitting and named is not None else fitting[0] if len(fitting) == 1 else None


def _rows(grid: Grid, sentence: Sentence, before: Sentence | None) -> tuple[int, ...] | None:
    """The rows that are taken together: those that the sentence names, those of the sentence before, or all."""
    every = tuple(n for n in range(len(grid.rows)) if not is_summary(grid, n))
    counted = [q for q in sentence.quantities if q.kind == "count" and 1 < q.value < len(every) and q.style == "words"]
    some = bool(counted) or _TWO.search(sentence.text) is not None
    for own in (sentence, before):
        named = sorted({mention.row for mention in mentions(grid, own)}) if own is not None else []
        if len(named) >= 2 and (not counted or counted[0].value == len(named)) and (own is sentence or some):
            return tuple(named)
        if named:
            return None
        if own is sentence and (alike := _inflected(grid, sentence)):
            return tuple(alike) if len(alike) >= 2 and len(alike) < len(every) else None if len(alike) < len(every) else every
    return None if some or (before is not None and _inflected(grid, before)) else every


def _inflected(grid: Grid, sentence: Sentence) -> list[int]:
    """The rows whose label a sentence uses in another form ("reading" for "read"), where no column has that name."""
    terms = [term for column in grid.columns for term in column.terms]
    found = []
    for row, cell in enumerate(grid.columns[0].cells):
        words = words_of(cell.text) if cell is not None and cell.quantity is None and not is_summary(grid, row) else ()
        if any(akin(own, word) for own in words for word in sentence.words if len(own) >= 3 and not any(akin(own, term) for term in terms)):
            found.append(row)
    return found


def _judged(page: Page, grid: Grid, column: Column, quantity: Quantity, rows: tuple[int, ...]) -> Finding | None:
    figures = [pair for pair in data_figures(grid, column) if pair[0] in rows]
    if len(figures) != len(rows) or len(figures) < 2 or min(q.value for _, q in figures) < 0:
        return None
    values = aggregated("total", figures)
    standing = held("total", quantity, figures)
    shown, written = sum_shown("total", figures, values[0]), page.words_at(quantity.span)
    places = [grid.rows[n].span for n in rows]
    if standing == "yes":
        return report.confirmed(
            "sum", quantity.span, Said(f"The {len(rows)} rows come to {in_unit(values[0].middle, quantity)}, as stated.", [shown], places)
        )
    own = quantity.bases()[0]
    if standing == "unsure" or not Fraction(1, 2) <= own / values[0].middle <= 2 or own <= max(q.bases()[0] for _, q in figures):
        return None
    new = report.like(values[0].middle, quantity, page)
    replacement = report.replaced(page, quantity.span, [(quantity.number, new)], "the sum of the rows") if new else None
    said = Said(
        f"The {len(rows)} rows come to {in_unit(values[0].middle, quantity)}, not {written}.", [shown, f"stated: {written}"], places
    )
    return report.contradicted("sum", quantity.span, said, "high", replacement)
