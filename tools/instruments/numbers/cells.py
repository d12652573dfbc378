"""Figures that prose quotes from a table, against the cell of the row and column that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import Mention, mentions, used_as_key
from tools.instruments.numbers.page import Cell, Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.totals import AGGREGATES, bases_of, data_figures
from tools.instruments.numbers.words import conditional, elsewhere, named, partly, words_of
from tools.quantities import Interval, Quantity
from tools.records import Finding

_DERIVED = re.compile(
    r"(?<![^\W\d_])(?:faster|slower|more|less|fewer|better|worse|higher|lower|larger|smaller|longer|shorter|difference|gap|gain\w*|"
    r"sav\w+|reduc\w+|increas\w+|decreas\w+|"
    r"improv\w+|drop\w*|fell|rose|rise\w*|by|than|within|total|sum|together|combined|per|between|from|margin|respectively|beyond|above|"
    r"below|over|under|every|instead|rather|against|versus|vs|compared|"
    r"schneller|langsamer|mehr|weniger|besser|höher|niedriger|größer|kleiner|um|unterschied|zusammen|summe|insgesamt|als|pro|zwischen|"
    r"auf|jeweils|statt|anstatt|gegenüber|gegen|"
    r"plus|moins|écart|différence|ensemble|total|que|entre|respectivement|lieu|contre)(?![^\W\d_])",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:—–()]|(?<![^\W\d_])(?:and|but|while|whereas|und|aber|während|et|mais|tandis)(?![^\W\d_])", re.IGNORECASE)
_NEEDED = re.compile(
    r"(?<![^\W\d_])(?:ha(?:s|ve|d) to|must|in order to|needs? to|muss|müss\w+|doit|doivent|faudrait|il faut)(?![^\W\d_])", re.IGNORECASE
)
_BESIDE = re.compile(
    r"\s*(?:faster|slower|more|less|fewer|better|worse|higher|lower|larger|smaller|longer|shorter|above|below|over|under|per|"
    r"schneller|langsamer|mehr|weniger|besser|höher|niedriger|größer|kleiner|pro|de plus|de moins|plus|moins)(?![^\W\d_])",
    re.IGNORECASE,
)
_NEAR = 3


def check_cells(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            found = list(_quoted(page, sentence, grid))
            yield from found
            if found:
                break


def _quoted(page: Page, sentence: Sentence, grid: Grid) -> Iterator[Finding]:
    rows = mentions(grid, sentence)
    if not rows:
        return
    ends = {end.span.start for stated in sentence.ranges for end in (stated.low, stated.high)}
    for quantity in sentence.quantities:
        if quantity.ordinal or quantity.span.start in ends or used_as_key(rows, quantity):
            continue
        finding = _held(page, sentence, grid, rows, quantity)
        if finding is not None:
            yield finding


def _held(page: Page, sentence: Sentence, grid: Grid, rows: list[Mention], quantity: Quantity) -> Finding | None:
    mention = _mention_of(page, rows, quantity, sentence)
    if mention is None:
        return None
    column = _column_of(grid, sentence, quantity, mention.row)
    if column is None:
        return None
    cell = column.cells[mention.row]
    if cell is None or cell.quantity is None:
        return None
    agreement = max((_agreement(quantity, own) for own in _readings(cell.quantity)), key=("no", "unsure", "yes").index)
    label = grid.labels(mention.row)
    places = [cell.span]
    shown = f"{label}, “{column.name or 'value'}”: {cell.text}"
    written = page.words_at(quantity.span)
    if agreement == "yes":
        return report.confirmed(
            "cell", quantity.span, Said(f"The table gives {cell.text} for {label}, as stated ({written}).", [shown], places)
        )
    if agreement == "unsure" or not _certain(page, sentence, grid, rows, (quantity, mention, column)):
        return None
    new = report.like(cell.quantity.bases()[0], quantity, page)
    replacement = report.replaced(page, quantity.span, [(quantity.number, new)], "the figure of the table") if new else None
    said = Said(f"The table gives {cell.text} for {label}, not {written}.", [shown, f"stated: {written}"], places)
    return report.contradicted("cell", quantity.span, said, "high", replacement)


def _readings(quantity: Quantity) -> list[Interval]:
    return [Interval.exact(base) for base in quantity.bases()]


def _agreement(stated: Quantity, true: Interval) -> str:
    if stated.bound in ("above", "below", "at least", "at most"):
        return stated.agreement(true)
    return stated.agreement(true)


def _mention_of(page: Page, rows: list[Mention], quantity: Quantity, sentence: Sentence) -> Mention | None:
    """The row that a figure belongs to: the only one, or the nearest one in its own clause."""
    if len({mention.row for mention in rows}) == 1:
        return rows[0]
    before = [mention for mention in rows if mention.end <= quantity.span.start]
    if before:
        between = page.text[before[-1].end : quantity.span.start]
        if len(between) <= 40 and not re.search(r"[,;]|(?<![^\W\d_])(?:than|als|que|and|und|et)(?![^\W\d_])", between):
            return before[-1]
    return None


def _column_of(grid: Grid, sentence: Sentence, quantity: Quantity, row: int) -> Column | None:
    """The column that a figure is quoted from: named by the sentence, or the only one of its kind."""
    fitting = [column for column in grid.columns if _kind_at(column, row) == quantity.kind and column.index > 0]
    if not fitting:
        return None
    if quantity.kind == "count" or len(fitting) > 1:
        column = _best_named(fitting, sentence, quantity)
        if column is not None or quantity.kind == "count":
            return column if column is not None or len(grid.columns) > 2 or any(c.name for c in grid.columns) else fitting[0]
        return None
    return fitting[0]


def _best_named(columns: list[Column], sentence: Sentence, quantity: Quantity) -> Column | None:
    """The one column that the words nearest to the figure name, else the words of the sentence."""
    near = quantity.after[:3] + segment_before(sentence, quantity)
    for words in (near,) if quantity.kind == "count" else (near, sentence.words):
        scored = [(sum(named(term, words) for term in column.terms) / len(column.terms), column) for column in columns if column.terms]
        best = max((score for score, _ in scored), default=0)
        top = [column for score, column in scored if score == best]
        if best > 0 and len(top) == 1:
            return top[0]
        if best > 0:
            return None
    return None


def segment_before(sentence: Sentence, quantity: Quantity) -> tuple[str, ...]:
    """The words between a figure and the one before it."""
    before = [q.span.end for q in sentence.quantities if q.span.end <= quantity.span.start]
    start = max(before, default=sentence.span.start) - sentence.span.start
    return words_of(sentence.text[start : quantity.span.start - sentence.span.start][-80:])


def _kind_at(column: Column, row: int) -> str | None:
    cell = column.cells[row]
    return cell.quantity.kind if cell is not None and cell.quantity is not None else None


def _certain(page: Page, sentence: Sentence, grid: Grid, rows: list[Mention], held: tuple[Quantity, Mention, Column]) -> bool:
    """Whether a figure that disagrees with its cell is surely meant to be that cell."""
    quantity, mention, column = held
    if (
        abs(grid.block - sentence.block) > _NEAR
        or conditional(sentence.text)
        or (quantity.kind in ("times", "points") and column.kind != quantity.kind)
    ):
        return False
    if (partly(sentence.text) and not partly(column.name)) or (quantity.unit.name == "bit" and column.unit != quantity.unit):
        return False
    head = page.text[max(sentence.span.start, quantity.span.start - 60) : quantity.span.start]
    if _NEEDED.search(head):
        return False
    cut = [match.end() for match in _CLAUSE.finditer(head)]
    clause = head[cut[-1] :] if cut else head
    tail = page.text[quantity.span.end : min(sentence.span.end, quantity.span.end + 16)]
    if re.match(r"\s*(?:to|auf|bis|à)(?![^\W\d_])", tail):
        return False
    if quantity.kind == "percent" and re.match(r"\s*(?:of|von|vom|der|des|du|de)(?![^\W\d_])", tail):
        return False
    if _DERIVED.search(clause) or _BESIDE.match(tail) or quantity.bound in ("above", "below", "at least", "at most"):
        return False
    own_kind = [q for q in sentence.quantities if q.kind == quantity.kind and not used_as_key(rows, q) and not q.ordinal]
    true = column.cells[mention.row]
    assert true is not None and true.quantity is not None
    if len({m.row for m in rows}) == 1 and sum(_misses(q, true.quantity) for q in own_kind) > 1:
        return False
    if not _near(quantity, true.quantity):
        return False
    others = [own for n in {m.row for m in rows} for own in _row_figures(grid, n) if own.kind == quantity.kind]
    if any(quantity.agreement(Interval.exact(base)) == "yes" for own in others for base in own.bases()):
        return False
    if quantity.kind == "count" and (quantity.style == "words" or not quantity.before or quantity.value in (0, 1, 2)):
        return False
    figures = [pair for pair in data_figures(grid, column) if pair[1].kind == quantity.kind]
    if re.search(
        r"(?<![^\W\d_])(?:and|und|et|or|oder|ou)\s+(?:the |der |die |das |le |"
        r"la )?[`*]*$",
        page.text[max(0, mention.start - 12) : mention.start],
    ):
        return False
    if len(figures) <= 60 and _of_two(quantity, [own.bases()[0] for _, own in figures]):
        return False
    derived = [AGGREGATES[name](bases_of(figures)) for name in ("total", "mean", "median")] if len(figures) > 2 else []
    return not any(replace(quantity, bound="").agreement(Interval.exact(value.middle)) == "yes" for value in derived)


def _of_two(stated: Quantity, values: list[Fraction]) -> bool:
    """Whether a figure is the sum or the difference of two others."""
    pairs = combinations(values, 2)
    return any(stated.agreement(Interval.exact(value)) == "yes" for a, b in pairs for value in (a + b, abs(a - b)))


def _misses(stated: Quantity, true: Quantity) -> bool:
    return all(stated.agreement(Interval.exact(base)) == "no" for base in true.bases())


def _near(stated: Quantity, true: Quantity) -> bool:
    """Whether a figure is a slip of the true one: of its size, or off by a power of ten."""
    one, other = stated.bases()[0], true.bases()[0]
    if one <= 0 or other <= 0:
        return one == -other
    ratio = one / other
    return Fraction(1, 3) <= ratio <= 3 or any(
        abs(ratio / Fraction(10) ** power - 1) < Fraction(1, 50) for power in (-6, -3, -2, -1, 1, 2, 3, 6)
    )


def _row_figures(grid: Grid, row: int) -> list[Quantity]:
    cells: list[Cell | None] = [column.cells[row] for column in grid.columns]
    return [cell.quantity for cell in cells if cell is not None and cell.quantity is not None]
