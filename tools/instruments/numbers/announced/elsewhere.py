"""Whether a figure has another origin than the figures beside it: it stands elsewhere in its section, or a table near it gives it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.page import Grid, Page, Sentence
from tools.quantities import Interval, Quantity
from tools.records import Span

_MOST_CELLS = 80
_RARE = 3  # digits from which a figure that stands twice is the same one


def told_elsewhere(page: Page, sentence: Sentence, item: Item) -> bool:
    """Whether another sentence or a table of the section has the figure, or two cells of a table come to it."""
    stated = item.quantity
    return _repeated(page, sentence, stated) or any(_from_cells(grid, stated) for grid in page.grids_near(sentence.block)[:2])


def _repeated(page: Page, sentence: Sentence, stated: Quantity) -> bool:
    digits = str(abs(stated.value.numerator)).rstrip("0")
    if len(digits) < _RARE - 1 or stated.style == "words":
        return False
    places = _index(page).get(page.sections[sentence.block], {})
    return any(place != sentence.span for base in stated.bases() for place in places.get((stated.kind, base), ()))


def _index(page: Page) -> dict[int, dict[tuple[str, Fraction], list[Span]]]:
    """In which sentences of which section a value stands."""
    key = ("values", Span(start=0, end=0))
    kept = page.memo.get(key)
    found: dict[int, dict[tuple[str, Fraction], list[Span]]] = kept if isinstance(kept, dict) else {}
    if not isinstance(kept, dict):
        for sentence in page.sentences:
            values = found.setdefault(page.sections[sentence.block], {})
            for quantity in sentence.quantities:
                for base in quantity.bases():
                    values.setdefault((quantity.kind, base), []).append(sentence.span)
        page.memo[key] = found
    return found


def _from_cells(grid: Grid, stated: Quantity) -> bool:
    return any(stated.agreement(Interval.exact(value)) == "yes" for value in _values(grid, stated))


def _values(grid: Grid, stated: Quantity) -> Iterator[Fraction]:
    """Cells of the kind that is stated; ratios, differences and shares of two of one column or one row, for a relation."""
    factor = Fraction(100 if stated.kind in ("percent", "points") else 1)
    columns = [[cell.quantity for cell in column.cells if cell is not None and cell.quantity is not None] for column in grid.columns]
    rows = [
        [
            cell.quantity
            for column in grid.columns[1:]
            if n < len(column.cells) and (cell := column.cells[n]) is not None and cell.quantity is not None
        ]
        for n in range(len(grid.rows))
    ]
    yield from (quantity.bases()[0] for column in columns for quantity in column if quantity.kind == stated.kind)
    if sum(len(column) for column in columns) > _MOST_CELLS:
        return
    for group in (*columns, *rows):
        for one, other in combinations(group, 2):
            if one.kind != other.kind:
                continue
            a, b = one.bases()[0], other.bases()[0]
            if stated.kind in ("percent", "times", "part", "count", "points"):
                for x, y in ((a, b), (b, a)):
                    if y:
                        yield from (x / y * factor, (x / y - 1) * factor, (1 - x / y) * factor)
            if one.kind == stated.kind or (stated.kind == "points" and one.kind == "percent"):
                yield from (abs(a - b), a + b)
    for column in columns:
        if column and stated.kind in ("percent", "part") and len({quantity.kind for quantity in column}) == 1:
            values = [quantity.bases()[0] for quantity in column]
            total = sum(values, Fraction(0))
            for size in (1, 2, 3):
                yield from (sum(chosen, Fraction(0)) / total * factor for chosen in combinations(values, size) if total)
