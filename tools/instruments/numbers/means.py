"""Means and medians that prose states for a column, or for the rows of it that it names or counts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers import report
from tools.instruments.numbers.cells import segment_before
from tools.instruments.numbers.groups import group_counted, group_named, groups_of
from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import Said, in_unit
from tools.instruments.numbers.totals import aggregated, data_figures, sum_shown
from tools.instruments.numbers.words import conditional, elsewhere, words_of
from tools.quantities import Interval, Quantity
from tools.records import Finding

_BEFORE = re.compile(
    r"(?<![^\W\d_])(?P<which>mean|average|median|mittelwert|mittlere\w*|durchschnitt\w*|moyenne|"
    r"médiane)(?![^\W\d_])[^.;:,()\d]{0,28}$",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\s*(?:on average|in the mean|im mittel|im durchschnitt|im schnitt|en moyenne)(?![^\W\d_])", re.IGNORECASE)
_SOME = re.compile(
    r"(?<![^\W\d_])(?:first|last|except|without|apart|excluding|other|remaining|rest|weighted|moving|geometric|harmonic|trimmed|per|"
    r"ersten?|letzten?|ohne|außer|"
    r"übrigen|gewichtet\w*|gleitend\w*|sauf|sans|autres|pondérée)(?![^\W\d_])",
    re.IGNORECASE,
)


def check_means(page: Page) -> Iterator[Finding]:
    before = ""
    for sentence in page.sentences:
        if not sentence.output and sentence.quantities and not elsewhere(sentence.text) and not conditional(sentence.text):
            for quantity in sentence.quantities:
                which = _which(page, sentence, quantity)
                finding = _stated(page, sentence, before, quantity, which) if which else None
                if finding is not None:
                    yield finding
        before = "" if sentence.output else sentence.text


def _which(page: Page, sentence: Sentence, quantity: Quantity) -> str | None:
    if quantity.ordinal or quantity.kind in ("times", "count", "points") or quantity.bound in ("above", "below", "at least", "at most"):
        return None
    if _AFTER.match(page.text, quantity.span.end, sentence.span.end):
        return "mean"
    match = _BEFORE.search(page.text[max(sentence.span.start, quantity.span.start - 60) : quantity.span.start])
    if match is None:
        return None
    return "median" if match["which"].lower().startswith(("med", "méd")) else "mean"


def _stated(page: Page, sentence: Sentence, before: str, quantity: Quantity, which: str) -> Finding | None:
    for grid in page.grids_near(sentence.block)[:2]:
        columns = [column for column in grid.columns[1:] if column.kind == quantity.kind]
        if not columns or not grid.complete:
            continue
        subsets = [(), *(rows for _, rows in groups_of(grid))]
        for column in columns:
            for rows in subsets:
                figures = _figures(grid, column, rows)
                if len(figures) >= 2 and any(quantity.agreement(value) == "yes" for value in aggregated(which, figures)):
                    return _confirmed(page, quantity, which, column, figures)
        chosen = _rows(sentence, before, grid)
        if chosen is None or mentions(grid, sentence) or _SOME.search(sentence.text) or len(columns) > 4:
            return None
        return _contradicted(page, sentence, quantity, which, (grid, columns, chosen))
    return None


def _figures(grid: Grid, column: Column, rows: tuple[int, ...]) -> list[tuple[int, Quantity]]:
    figures = data_figures(grid, column)
    return [pair for pair in figures if pair[0] in rows] if rows else figures


def _rows(sentence: Sentence, before: str, grid: Grid) -> tuple[int, ...] | None:
    """The rows that a mean is of; () for all, None where that cannot be told."""
    if not groups_of(grid):
        return ()
    for words in (sentence.words, words_of(before)):
        rows = group_named(grid, words)
        if rows:
            return rows
    counts = [
        q for q in sentence.quantities if q.kind == "count" and q.value.denominator == 1 and 1 < q.value < len(grid.rows) and not q.glued
    ]
    return (group_counted(grid, int(counts[0].value)) or None) if len(counts) == 1 else None


_Chosen = tuple[Grid, list[Column], tuple[int, ...]]


def _contradicted(page: Page, sentence: Sentence, quantity: Quantity, which: str, chosen: _Chosen) -> Finding | None:
    """A mean that no column gives; the column is the one that is named, or the only one whose mean is near."""
    grid, columns, rows = chosen
    named = column_named(grid, segment_before(sentence, quantity) + quantity.after[:3], quantity.kind)
    near = []
    for column in columns:
        figures = _figures(grid, column, rows)
        if len(figures) >= 2 and len({q.kind for _, q in figures}) == 1:
            value = aggregated(which, figures)[0]
            ratio = quantity.bases()[0] / value.middle if value.middle else 0
            if 0.7 < ratio < 1.4:
                near.append((column, figures, value))
    if len(near) != 1 or (named is not None and near[0][0] is not named):
        return None
    column, figures, value = near[0]
    if (named is None and not rows) or quantity.agreement(value) != "no" or any(_close(quantity, q) for _, q in figures):
        return None
    written, right = page.words_at(quantity.span), in_unit(value.middle, quantity)
    new = report.like(value.middle, quantity, page)
    replacement = report.replaced(page, quantity.span, [(quantity.number, new)], f"the {which} of the rows") if new else None
    places = [grid.rows[n].span for n, _ in figures]
    said = Said(
        f"The {which} of “{column.name}” over these {len(figures)} rows is {right}, not {written}.",
        [sum_shown(which, figures, value)],
        places,
    )
    return report.contradicted("mean", quantity.span, said, "high", replacement)


def _close(stated: Quantity, other: Quantity) -> bool:
    return stated.agreement(Interval.exact(other.bases()[0])) == "yes"


def _confirmed(page: Page, quantity: Quantity, which: str, column: Column, figures: list[tuple[int, Quantity]]) -> Finding:
    value = aggregated(which, figures)[0]
    places = [cell.span for n, _ in figures if (cell := column.cells[n]) is not None]
    summary = f"The {which} of “{column.name}” over {len(figures)} rows is {in_unit(value.middle, quantity)}, as stated."
    return report.confirmed("mean", quantity.span, Said(summary, [sum_shown(which, figures, value)], places))
