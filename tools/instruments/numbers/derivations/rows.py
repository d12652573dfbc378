"""What the one row that a sentence names comes to for each thing: "the norms are the sore point ..., 4 µs each"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from tools.instruments.numbers.announced.forms import ONE, Form, over, times
from tools.instruments.numbers.announced.items import plain_item
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, standing
from tools.instruments.numbers.derivations.discourse import Discourse, Place, places
from tools.instruments.numbers.derivations.measures import RATIOS, Measure, same_noun
from tools.instruments.numbers.derivations.results import unsure_of
from tools.instruments.numbers.page import Column, Grid, Page
from tools.instruments.numbers.words import akin, partly, words_of
from tools.quantities.expressions import Value
from tools.records import Finding

EACH_RULE, MANY_RULE = "derived-row-each", "derived-row-many"
_NEAR = 3  # blocks to a table
_MEANS = re.compile(
    r"(?<![^\W\d_])(?:per|each|avg|average|mean|median|max|min|p\d\d|pro|je|mittel\w*|par|moyenne?)(?![^\W\d_])|/", re.IGNORECASE
)
_LEAST = 3  # letters of a word that names a row


def check_named_rows(page: Page) -> Iterator[Finding]:
    for place, discourse in places(page):
        if place.stated.item.kind in RATIOS or unsure_of(place):
            continue
        for grid in page.grids_near(place.sentence.block)[:1]:
            if grid.complete and len(grid.columns) >= 2 and abs(grid.block - place.sentence.block) <= _NEAR:
                finding = _each(page, place, grid) or _many(page, place, discourse, grid)
                if finding is not None:
                    yield finding


def _each(page: Page, place: Place, grid: Grid) -> Finding | None:
    """An amount of each, against the one amount and the one number of the row."""
    stated = place.stated
    wanted = tuple(pair for pair in stated.item.value.dimensions)
    if not wanted or not stated.told or stated.below in ("month", "year") or partly(place.clause):
        return None
    row = _row_of(place, grid)
    amounts = [column for column in grid.columns[1:] if column.kind == stated.item.kind.removesuffix("/count")]
    numbers = [column for column in grid.columns[1:] if column.kind == "count"]
    if row is None or len(amounts) != 1 or len(numbers) != 1 or _MEANS.search(amounts[0].name):
        return None
    if not stated.open and not any(akin(stated.below, term) for term in (*numbers[0].terms, *numbers[0].name.lower().split())):
        return None
    form = _quotient(page, amounts[0], numbers[0], row)
    if form is None:
        return None
    how = standing(stated.item.quantity, form)
    if how == "yes":
        return confirmed(page, EACH_RULE, stated.item, form)
    return contradicted(page, EACH_RULE, stated.item, form) if how == "no" and near(stated.item.quantity, form) else None


def _row_of(place: Place, grid: Grid) -> int | None:
    """The one row whose label shares a word with the sentence."""
    words = [word for word in words_of(place.sentence.text) if len(word) >= _LEAST]
    named = [
        n
        for n in range(len(grid.rows))
        if (cell := grid.columns[0].cells[n]) is not None
        and any(akin(own, word) for own in words_of(cell.text) if len(own) >= _LEAST for word in words)
    ]
    return named[0] if len(named) == 1 else None


def _quotient(page: Page, amounts: Column, numbers: Column, row: int) -> Form | None:
    above, below = amounts.cells[row], numbers.cells[row]
    if above is None or below is None or above.quantity is None or below.quantity is None:
        return None
    one, other = plain_item(page, above.quantity), plain_item(page, below.quantity)
    value = over(one.value, other.value)
    return (
        None
        if value is None
        else Form(value, f"{page.words_at(above.span).strip()} / {page.words_at(below.span).strip()}", (one, other), "each")
    )


def _many(page: Page, place: Place, discourse: Discourse, grid: Grid) -> Finding | None:
    """A number of things that a clause multiplies with the cell of a row: wrong where it leaves one of its factors out."""
    stated = place.stated
    own = [one for one in place.own if one.span not in discourse.spent and one.above]
    if not stated.item.plain_count or not stated.above or not 1 < len(own) <= 3 or not _nested(own):
        return None
    cell = _cell(page, place, grid)
    if cell is None or not any(same_noun(stated.above, term) for term in cell[0].terms):
        return None
    item = cell[1]
    whole = _product(page, [*own, item], stated)
    if standing(stated.item.quantity, whole) != "no":
        return None
    dropped = [_product(page, [*part, item], stated) for part in combinations(own, len(own) - 1)]
    return (
        contradicted(page, MANY_RULE, stated.item, whole) if any(standing(stated.item.quantity, one) == "yes" for one in dropped) else None
    )


def _nested(own: Sequence[Measure]) -> bool:
    """Whether each figure is said of each of those before ("32 blocks of four layers")."""
    return own[0].below == "" and all(later.below == earlier.above for earlier, later in pairwise(own))


def _cell(page: Page, place: Place, grid: Grid) -> tuple[Column, Measure] | None:
    """The one cell of counts of the row whose number is named with the word of its column ("rank 16")."""
    key = grid.columns[0]
    if key.kind != "count" or not key.terms:
        return None
    found = re.findall(rf"(?<![^\W\d_]){re.escape(key.terms[0])}\s(\d+)(?![\d.,]\d)", place.clause, re.IGNORECASE)
    rows = [n for n, quantity in key.figures() if len(found) == 1 and quantity.value == int(found[0])]
    columns = [
        column
        for column in grid.columns[1:]
        if column.kind == "count" and any(same_noun(place.stated.above, term) for term in column.terms)
    ]
    if len(rows) != 1 or len(columns) != 1:
        return None
    cell = columns[0].cells[rows[0]]
    return None if cell is None or cell.quantity is None else (columns[0], Measure(plain_item(page, cell.quantity)))


def _product(page: Page, factors: Sequence[Measure], stated: Measure) -> Form:
    value: Value = ONE
    for one in factors:
        value = times(value, one.item.value) or value
    shown = " x ".join(page.words_at(one.item.quantity.number).strip() for one in factors)
    return Form(Value(value.exact, value.interval, stated.item.value.dimensions), shown, tuple(one.item for one in factors), "product")
