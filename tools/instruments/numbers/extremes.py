"""Stated extremes ("the slowest request took 12 ms", "SQLite is the fastest") against the column that they speak of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import Mention, mentions, used_as_key
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.ranges import rows_of
from tools.instruments.numbers.report import Said, in_unit
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import conditional, elsewhere, partly
from tools.quantities import Interval, Quantity
from tools.records import Finding, Span

_WORDS: tuple[tuple[str, str], ...] = (
    ("slow", r"slowest|longest|langsamste\w*|längste\w*|plus lente?s?|plus longue?s?"),
    ("fast", r"fastest|quickest|shortest|schnellste\w*|kürzeste\w*|plus rapides?|plus courte?s?"),
    ("high", r"largest|biggest|highest|greatest|heaviest|peaks?|peaked|maximum|maximal\w*|most expensive|größte\w*|höchste\w*|"
             r"teuerste\w*|spitzenwert|plus grande?s?|plus élevée?s?"),
    ("low", r"smallest|lowest|cheapest|lightest|minimum|minimal\w*|kleinste\w*|niedrigste\w*|geringste\w*|günstigste\w*|plus petite?s?|"
            r"plus faibles?|plus basse?s?"),
)  # fmt: skip
_WORD = re.compile(r"(?<![^\W\d_-])(?:" + "|".join(rf"(?P<{name}>{words})" for name, words in _WORDS) + r")(?![^\W\d_])", re.IGNORECASE)
_RANKED = re.compile(
    r"(?:second|third|fourth|next|zweit|dritt|deuxième|troisième|2nd|3rd|one of the|among the|eine[rs]? der|un des|at)[\s-]*$",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"[^.;:,\d]{0,24}(?<![^\W\d_])(?:is|was|are|were|has|had|had|being|ist|war|hat|est|était|a|remains)(?![^\W\d_])\s*(?:clearly |"
    r"by far |still |also |always )?(?:the |der |die |das |den |le |la |les )?",
    re.IGNORECASE,
)


def check_extremes(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text) or partly(sentence.text):
            continue
        found = list(_WORD.finditer(sentence.text))
        if len(found) != 1 or _RANKED.search(sentence.text[: found[0].start()]):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            findings = list(_extreme(page, sentence, grid, found[0]))
            yield from findings
            if findings:
                break


def _extreme(page: Page, sentence: Sentence, grid: Grid, match: re.Match[str]) -> Iterator[Finding]:
    rows = mentions(grid, sentence)
    at = sentence.span.start + match.start()
    stated = [q for q in sentence.quantities if not used_as_key(rows, q) and not q.ordinal and q.kind not in ("times", "count", "points")]
    column, upper = _column_of(grid, sentence, match, stated)
    if column is None or not grid.complete:
        return
    chosen, reason = rows_of(sentence, grid)
    every = data_figures(grid, column)
    figures = [pair for pair in every if pair[0] in chosen] if reason == "noted" else every
    if len(figures) < 2 or len({q.kind for _, q in figures}) != 1:
        return
    best = (max if upper else min)(q.bases()[0] for _, q in figures)
    top = [n for n, q in figures if q.bases()[0] == best]
    span = Span(start=at, end=sentence.span.start + match.end())
    working = [f"“{column.name}”: " + ", ".join(f"{grid.labels(n)}: {in_unit(q.bases()[0], q)}" for n, q in figures[:20])]
    places = [grid.rows[n].span for n in top]
    named = {mention.row for mention in rows}
    value = _value_beside(page, stated, column, match, sentence)
    if len(named) == 1 and _said_of(page, sentence, rows, match):
        row = named.pop()
        if row in top:
            yield report.confirmed(
                "extreme", span, Said(f"{grid.labels(row)} has the {match.group()} “{column.name}”, as stated.", working, places)
            )
        elif row in {n for n, _ in figures}:
            first = dict(figures)[top[0]]
            said = Said(
                f"Not {grid.labels(row)} but {grid.labels(top[0])} is the {match.group()} ({in_unit(best, first)}).", working, places
            )
            yield report.contradicted("extreme", span, said, "high")
            return
    if value is not None:
        finding = _value(page, grid, column, value, (figures, best, top), working)
        if finding is not None:
            yield finding


def _column_of(grid: Grid, sentence: Sentence, match: re.Match[str], stated: list[Quantity]) -> tuple[Column | None, bool]:
    """The column that an extreme is taken of, and whether the extreme is its largest value."""
    kind = match.lastgroup
    if kind in ("slow", "fast"):
        times = [column for column in grid.columns if column.kind == "time"]
        rates = [column for column in grid.columns if (column.kind or "").endswith("/time")]
        named = column_named(grid, sentence.words, "time")
        if times:
            return named or (times[0] if len(times) == 1 else None), kind == "slow"
        return (rates[0] if len(rates) == 1 else None), kind == "fast"
    kinds = {q.kind for q in stated}
    column = column_named(grid, sentence.words)
    if column is not None and (column.kind is None or column.index == 0):
        column = None
    if column is None and len(kinds) == 1:
        fitting = [own for own in grid.columns if own.kind in kinds and own.index > 0]
        column = fitting[0] if len(fitting) == 1 else None
    return column, kind == "high"


def _value_beside(page: Page, stated: list[Quantity], column: Column, match: re.Match[str], sentence: Sentence) -> Quantity | None:
    end = sentence.span.start + match.end()
    after = [q for q in stated if q.kind == column.kind and 0 <= q.span.start - end <= 60]
    if not after or re.search(
        r"[,;:—–()]|(?<![^\W\d_])(?:than|but|while|als|aber|que|mais|by|um)(?![^\W\d_])", page.text[end : after[0].span.start]
    ):
        return None
    return after[0] if after[0].bound in ("", "about", "nearly") else None


def _said_of(page: Page, sentence: Sentence, rows: list[Mention], match: re.Match[str]) -> bool:
    """Whether the extreme is said of the row: "X is the slowest", "the slowest is X", "the slowest (X)"."""
    start, end = sentence.span.start + match.start(), sentence.span.start + match.end()
    for mention in rows:
        if mention.end <= start and _COPULA.fullmatch(page.text[mention.end : start]):
            return True
        between = page.text[end : mention.start] if mention.start >= end else "."
        if (
            re.fullmatch(
                r"(?:\s[^\W\d_]+){0,3}\s*(?:(?:is|was|ist|war|est|était)(?:\s(?:the|that of|die|der|das|von|le|la|celle de))?|\(|,|"
                r":)?\s*(?:request |row |the )?",
                between,
                re.IGNORECASE,
            )
            and len(between) < 40
        ):
            return not re.search(r"(?<![^\W\d_])(?:than|of|for|after|before|at|in|von|bei|de|à)(?![^\W\d_])", between)
    return False


def _value(
    page: Page,
    grid: Grid,
    column: Column,
    value: Quantity,
    extreme: tuple[list[tuple[int, Quantity]], Fraction, list[int]],
    working: list[str],
) -> Finding | None:
    _, best, top = extreme
    agreement = value.agreement(Interval.exact(best))
    places = [grid.rows[n].span for n in top]
    written = page.words_at(value.span)
    right = f"{in_unit(best, value)} ({grid.labels(top[0])})"
    if agreement == "yes":
        return report.confirmed(
            "extreme", value.span, Said(f"The extreme of “{column.name}” is {right}, as stated ({written}).", working, places)
        )
    if agreement == "unsure":
        return None
    new = report.like(best, value, page)
    replacement = report.replaced(page, value.span, [(value.number, new)], "the extreme of the column") if new else None
    return report.contradicted(
        "extreme", value.span, Said(f"The extreme of “{column.name}” is {right}, not {written}.", working, places), "high", replacement
    )
