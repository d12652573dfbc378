"""Two columns that a sentence sets side by side, the row where a column is least, and the ends between which a column lies."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.literals import lists_of
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import akin, elsewhere, words_of
from tools.quantities.numerals import cardinals
from tools.records import Finding, Span

_SIDE = re.compile(
    r"(?<![^\W\d_])(?:lies?|lay|(?:is|are|was|were|stays?|stayed)(?: always)?|liegen|liegt|sont|est)\s(?:clearly |"
    r"well |all |always |everywhere |stets )?"
    r"(?:(?P<above>above|higher than|larger than|greater than|over|über|au-dessus)|(?P<below>below|lower than|smaller than|less than|under|"
    r"unter|au-dessous))\s",
    re.IGNORECASE,
)
_SOME_ROWS = re.compile(
    r"(?<![^\W\d_])(?:(?P<n1>[^\W\d_]+)\s)?(?P<which>upper|top|last|highest|lower|first|bottom|lowest)\s(?P<n2>[^\W\d_]+)(?:\s|,)",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"(?<![^\W\d_])(?:all|every|each|always|everywhere|throughout|alle[nr]?|jede[rsnm]?|stets|tous|chaque|toujours)(?![^\W\d_])",
    re.IGNORECASE,
)
_NARROWED = re.compile(
    r"(?<![^\W\d_])(?:except|apart|only|other|most|some|but for|where|when|if|außer|nur|sauf)(?![^\W\d_])", re.IGNORECASE
)
_LEAST = re.compile(
    r"(?<![^\W\d_])(?:is|was|becomes|reaches its)\s(?:at its )?(?:(?P<low>smallest|lowest|minimal|minimum|shortest)|"
    r"(?P<high>largest|highest|maximal|maximum|longest))"
    r"\s(?:at|after|for|in|with|when)\s(?:the\s)?(?P<key>[^\W\d_]+)\s(?:of\s|=\s|is\s)?(?P<value>\d[\d,]*(?:\.\d+)?)(?![\d.]\d|\w)",
    re.IGNORECASE,
)
_NUMBER = r"[-−]?\d+(?:\.\d+)?"
_BETWEEN = re.compile(
    rf"^(?:the|all|our|die|les)\s(?:[^\W\d_]+\s){{0,2}}?(?P<what>[^\W\d_]+)\s(?:(?:all\s)?(?:lie|range|vary|are|run|go|liegen|reichen|sont|vont)\s)(?:all\s)?"
    rf"(?P<joint>between|from|zwischen|von|entre|de)\s(?P<low>{_NUMBER})\s(?:and|to|und|bis|et|à)\s(?P<high>{_NUMBER})(?![\d\w%]|[.,]\d)",
    re.IGNORECASE,
)


def check_compared(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or cues.CONDITION.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 4 and 2 <= len(grid.rows) <= 100:
                for finding in (_sides(page, sentence, grid), _extreme(page, sentence, grid)):
                    if finding is not None:
                        yield finding
        finding = _within(page, sentence)
        if finding is not None:
            yield finding


def _one(grid: Grid, words: Sequence[str]) -> Column | None:
    """The one column that words name by a word that no other column has."""
    hits = {
        column.index: column
        for column in grid.columns[1:]
        for term in column.terms
        if sum(term in own.terms for own in grid.columns) == 1 and any(akin(term, word) for word in words)
    }
    return next(iter(hits.values())) if len(hits) == 1 else None


def _sides(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "In the three upper bins the predictions lie below the observed rates"."""
    match = _SIDE.search(sentence.text)
    if match is None or _NARROWED.search(sentence.text[: match.end() + 60]):
        return None
    before = re.split(r"[,;:]\s", sentence.text[: match.start()])[-1]
    after = re.split(r"[,;:.]", sentence.text[match.end() :])[0]
    rows = _some_rows(grid, sentence.text[: match.start()])
    one, other = _one(grid, words_of(before)), _one(grid, words_of(after))
    if one is None or other is None or one is other or one.kind is None or one.kind != other.kind or rows is None:
        return None
    pairs = [(n, q, dict(data_figures(grid, other)).get(n)) for n, q in data_figures(grid, one) if not rows or n in rows]
    held = [(n, q.bases()[0], o.bases()[0]) for n, q, o in pairs if o is not None]
    if len(held) < 2:
        return None
    above = bool(match["above"])
    wrong = [n for n, a, b in held if (a <= b if above else a >= b)]
    word = "above" if match["above"] else "below"
    span = Span(start=sentence.span.start + match.start(word), end=sentence.span.start + match.end(word))
    shown = "; ".join(f"{grid.labels(n)}: {one.name} {plain(a)}, {other.name} {plain(b)}" for n, a, b in held[:8])
    places = [grid.rows[n].span for n, _, _ in held]
    if not wrong:
        return report.confirmed("sides", span, Said(f"“{one.name}” lies {word} “{other.name}” there.", [shown], places))
    if len(wrong) == len(held) or ((rows or _EVERY.search(sentence.text)) and len(wrong) * 2 <= len(held)):
        said = Said(f"“{one.name}” does not lie {word} “{other.name}”: {', '.join(grid.labels(n) for n in wrong[:5])}.", [shown], places)
        return report.contradicted("sides", span, said, "high")
    return None


def _some_rows(grid: Grid, text: str) -> tuple[int, ...] | None:
    """The rows at one end that words count, () for all, None where they cannot be told."""
    match = _SOME_ROWS.search(text)
    if match is None:
        return ()
    known = cardinals("en")
    count = known.get((match["n1"] or "").lower()) or known.get(match["n2"].lower())
    every = [n for n in range(len(grid.rows)) if any(n == row for column in grid.columns[1:] for row, _ in data_figures(grid, column))]
    if not count or count > len(every):
        return None
    return (
        tuple(every[-count:] if match["which"].lower() in ("upper", "last", "highest") else every[:count])
        if match["which"].lower() not in ("top", "bottom")
        else None
    )


def _extreme(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "The validation loss is smallest after epoch 3"."""
    match = _LEAST.search(sentence.text)
    if match is None or not grid.columns or _NARROWED.search(sentence.text[: match.end()]):
        return None
    key = grid.columns[0]
    if not any(akin(term, match["key"].lower()) for term in key.terms):
        return None
    wanted = Fraction(match["value"].replace(",", ""))
    rows = [n for n, quantity in key.figures() if quantity.value == wanted]
    column = _one(grid, words_of(re.split(r"[,;:]\s", sentence.text[: match.start()])[-1]))
    figures = data_figures(grid, column) if column is not None else []
    if len(rows) != 1 or column is None or len(figures) < 3 or column.kind is None:
        return None
    edge = min if match["low"] else max
    best = edge(q.bases()[0] for _, q in figures)
    right = [n for n, q in figures if q.bases()[0] == best]
    span = Span(start=sentence.span.start + match.start("value"), end=sentence.span.start + match.end("value"))
    shown = "; ".join(f"{grid.labels(n)}: {in_unit(q.bases()[0], q)}" for n, q in figures[:12])
    places = [grid.rows[n].span for n in right]
    if rows[0] in right:
        return report.confirmed("least", span, Said(f"“{column.name}” has its extreme there.", [shown], places))
    if rows[0] not in dict(figures):
        return None
    return report.contradicted(
        "least", span, Said(f"“{column.name}” has that extreme at {grid.labels(right[0])}.", [shown], places), "high"
    )


def _within(page: Page, sentence: Sentence) -> Finding | None:
    """ "The residuals lie between -0.3 and 0.2", of a column or of a list that is named so."""
    match = _BETWEEN.match(sentence.text)
    if match is None:
        return None
    what, low, high = match["what"].lower(), _signed(match["low"]), _signed(match["high"])
    found: list[tuple[list[Fraction], Span]] = []
    for grid in page.grids_near(sentence.block)[:1]:
        for column in grid.columns[1:]:
            if any(akin(term, what) for term in column.terms) and column.kind == "count":
                cells = [cell for n, cell in enumerate(column.cells) if cell is not None and n in dict(data_figures(grid, column))]
                values = [_signed(cell.text.strip("*` ")) for cell in cells if re.fullmatch(_NUMBER, cell.text.strip("*` "))]
                if len(values) == len(cells):
                    found.append((values, grid.span))
    named = [
        own
        for own in lists_of(page)
        if page.sections[own.block] == page.sections[sentence.block] and abs(own.block - sentence.block) <= 2 and own.values
    ]
    found += [(list(own.values), own.span) for own in named if any(akin(term, what) for term in own.terms)]
    if not found and len(named) == 1 and named[0].block == sentence.block - 1 and not page.grids_near(sentence.block)[:1]:
        found = [(list(named[0].values), named[0].span)]
    if len(found) != 1 or len(found[0][0]) < 3:
        return None
    values, place = found[0]
    span = Span(start=sentence.span.start + match.start("joint"), end=sentence.span.start + match.end("high"))
    working = [f"{', '.join(plain(value) for value in values[:30])}: {plain(min(values))} to {plain(max(values))}"]
    if (min(values), max(values)) == (low, high):
        return report.confirmed("extent", span, Said("The values lie just so.", working, [place]))
    outside = [value for value in values if not low <= value <= high]
    if not outside or len(outside) * 2 > len(values) or not (max(values) == high or min(values) == low):
        return None
    said = Said(f"The values go from {plain(min(values))} to {plain(max(values))}; {plain(outside[0])} lies outside.", working, [place])
    return report.contradicted("extent", span, said, "high")


def _signed(text: str) -> Fraction:
    return Fraction(text.replace("−", "-"))
