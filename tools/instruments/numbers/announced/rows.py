"""Relations of a table's cells that a sentence states: of two rows, of two columns in a row, of a row and all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.elsewhere import told_elsewhere
from tools.instruments.numbers.announced.forms import Form, of_two, readings_of, sums
from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near, nearest
from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import akin, elsewhere, named, words_of
from tools.quantities.expressions import Value
from tools.records import Finding

_GAP = re.compile(
    r"(?<![^\W\d_])(?:ahead|behind|between|difference|gap|apart|lead|margin|vorsprung|abstand|unterschied|zwischen|"
    r"devant|derrière|entre|écart|différence|diferencia|ventaja)(?![^\W\d_])",
    re.IGNORECASE,
)
_WHOLE_OF = re.compile(
    r"#\s+(?:of|der|des|du|de|del)\s|(?<![^\W\d_])(?:account\w*|makes? up|share|takes? (?:up )?|spent|entfall\w*|anteil|"
    r"macht|nimmt|représente\w*|part|supone|representa)(?![^\W\d_])",
    re.IGNORECASE,
)
_FIRST_LAST = re.compile(
    r"(?<![^\W\d_])(?:first|best|top|leader|leading|fastest|ersten?|premier|primero)(?![^\W\d_]).*(?<![^\W\d_])(?:last|"
    r"worst|bottom|slowest|letzten?|dernier|último)(?![^\W\d_])",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    r"(?<![^\W\d_])(?:altogether|in all|in total|total|from end to end|end-to-end|overall|together|all told|combined|"
    r"insgesamt|zusammen|en tout|au total|en total)(?![^\W\d_])",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:]\s+(?:and|but|while|und|aber|et|mais)?\s*|\s(?:but|while|whereas|und|aber|et|mais)\s", re.IGNORECASE)


_COMPARES = re.compile(r"(?<![^\W\d_])(?:than|as|als|wie|que|of|compared|against|gegenüber|from|ahead|behind)(?![^\W\d_])", re.IGNORECASE)


@dataclass(frozen=True)
class Place:
    """A figure of a sentence about a table: the words of its part of the sentence, the rows that are named, and the words around it."""

    item: Item
    rows: tuple[int, ...]
    around: str
    words: tuple[str, ...]


def check_rows(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or cues.CONDITION.search(sentence.text) or cues.CONTRAST.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 3 and len(grid.rows) <= 60:
                for place in _places(page, sentence, grid):
                    finding = _held(page, sentence, grid, place)
                    doubtful = place.item.kind in ("times", "part", "percent") and finding is not None and finding.verdict == "contradicted"
                    if finding is not None and not (doubtful and told_elsewhere(page, sentence, place.item)):
                        yield finding


def rows_named(grid: Grid, sentence: Sentence) -> tuple[int, ...]:
    """The rows that a sentence names, by label, key, a label in another form, or place in the table."""
    rows = list(dict.fromkeys(mention.row for mention in mentions(grid, sentence)))
    for row, cell in enumerate(grid.columns[0].cells if grid.columns else ()):
        if cell is None or cell.quantity is not None or row in rows or is_summary(grid, row):
            continue
        terms = [term for column in grid.columns for term in column.terms]
        own = [word for word in words_of(cell.text) if len(word) >= 4 and not any(akin(word, term) for term in terms)]
        if own and all(any(akin(word, other) and len(other) >= 4 for other in sentence.words) for word in own):
            rows.append(row)
    return tuple(rows)


def _places(page: Page, sentence: Sentence, grid: Grid) -> Iterator[Place]:
    rows = rows_named(grid, sentence)
    keys = {mention.start for mention in mentions(grid, sentence) if mention.key is not None}
    items = [item for item in items_of(page, sentence) if item.span.start not in keys]
    for n, item in enumerate(items):
        start = items[n - 1].span.end if n else sentence.span.start
        end = items[n + 1].span.start if n + 1 < len(items) else sentence.span.end
        lead = _CLAUSE.split(page.text[start : item.span.start])[-1]
        tail = _CLAUSE.split(page.text[item.span.end : end])[0]
        close = re.split(r"\s(?:and|und|et|y)\s", lead)[-1]
        here = tuple(
            dict.fromkeys(m.row for m in mentions(grid, sentence) if item.span.start - len(close) <= m.start < item.span.end + len(tail))
        )
        other = _COMPARES.search(f"{lead} {tail}")
        if len(here) == 1 and len(rows) >= 2 and (other or len(grid.columns) < 3):
            here = ()
        near = re.split(r"\s(?:and|und|et|y)\s", tail)[0]
        yield Place(item, here or rows, f"{lead[-70:]} # {tail[:60]}", words_of(f"{close} {near}"))


def _columns(grid: Grid, place: Place, kinds: Sequence[str] | None) -> list[Column]:
    """The columns that may be meant: those that the clause names, else all that fit."""
    fitting = [column for column in grid.columns[1:] if column.kind is not None and (kinds is None or column.kind in kinds)]
    own = [column for column in fitting if any(named(term, place.words) and len(term) > 2 for term in column.terms)]
    return own if len(own) == 1 else fitting


def _held(page: Page, sentence: Sentence, grid: Grid, place: Place) -> Finding | None:
    item, rows = place.item, place.rows
    if item.kind in ("percent", "part") and len(rows) == 1 and _WHOLE_OF.search(place.around):
        return _share(page, grid, place)
    if len(rows) == 2 and item.kind in ("times", "part", "percent"):
        return _ratio(page, grid, place)
    gap = _GAP.search(place.around) or _GAP.search(sentence.text[:60])
    if len(rows) == 2 and (cues.LESS.search(place.around) or cues.MORE.search(place.around) or gap):
        return _difference(page, grid, place, rows)
    if not rows and gap and _FIRST_LAST.search(sentence.text):
        return _spread(page, grid, place)
    if len(rows) == 1 and len(grid.columns) >= 3 and item.quantity.bound not in ("above", "below", "at least", "at most"):
        return _across(page, grid, place)
    if not rows and _TOTAL.search(place.around) and not cues.EACH_ONE.search(place.around):
        return _total(page, grid, place)
    return None


def _cells(page: Page, column: Column, rows: Sequence[int]) -> list[Item]:
    cells = [column.cells[row] for row in rows]
    return [plain_item(page, cell.quantity) for cell in cells if cell is not None and cell.quantity is not None]


def _settled(page: Page, place: Place, forms: Sequence[Form], columns: int, within: Fraction = Fraction(5, 2)) -> Finding | None:
    """Confirmed by one of the columns, contradicted where only one may be meant."""
    how, form = best(place.item.quantity, forms)
    if how == "yes" and form is not None:
        return confirmed(page, "rows", place.item, form)
    close = nearest(place.item.quantity, forms)
    unnamed = columns > 1 and place.item.kind not in ("times", "part", "percent")
    if how != "no" or close is None or unnamed or not columns or not near(place.item.quantity, close, within):
        return None
    return contradicted(page, "rows", place.item, close)


def _ratio(page: Page, grid: Grid, place: Place) -> Finding | None:
    kind = place.item.kind
    less, more, fast = (cue.search(place.around) for cue in (cues.LESS, cues.MORE, cues.FAST))
    forms: list[Form] = []
    columns = _columns(grid, place, None)
    if fast:
        timed = [column for column in columns if column.kind == "time" or (column.kind or "").endswith("/time")]
        columns = timed or columns
    used = 0
    for column in columns:
        cells = _cells(page, column, place.rows)
        if len(cells) != 2:
            continue
        used += 1
        names = ["share"] if kind != "percent" else ["change", "drop"] if fast else ["drop"] if less else ["change"] if more else ["share"]
        if kind == "part" and (less or more):
            names = ["share", "drop"]
        for reading in readings_of(cells):
            made = [form for form in of_two(page, cells[0], cells[1], names, reading) if form.value.exact > 0]
            forms += [form for form in made if kind == "percent" or (form.value.exact <= 1) == (kind == "part")]
        if kind == "times" and (more or fast or less):
            forms += [form for form in of_two(page, cells[0], cells[1], ["change"], 0) if form.value.exact >= 1]
    if kind == "percent" and not (less or more or fast or re.search(r"(?<![^\W\d_])(?:of|as)(?![^\W\d_])", place.around)):
        return None
    return _settled(page, place, forms, used)


def _difference(page: Page, grid: Grid, place: Place, rows: Sequence[int]) -> Finding | None:
    forms: list[Form] = []
    columns = _columns(grid, place, [place.item.kind])
    for column in columns:
        cells = _cells(page, column, rows)
        if len(cells) == 2:
            forms += [
                form
                for reading in readings_of(cells)
                for form in of_two(page, cells[0], cells[1], ["difference"], reading)
                if form.value.exact > 0
            ]
    return _settled(page, place, forms, len(columns))


def _spread(page: Page, grid: Grid, place: Place) -> Finding | None:
    columns = _columns(grid, place, [place.item.kind])
    forms: list[Form] = []
    for column in columns:
        cells = [plain_item(page, q) for _, q in data_figures(grid, column)]
        if len(cells) >= 2:
            high, low = max(cells, key=lambda c: c.value.exact), min(cells, key=lambda c: c.value.exact)
            forms += [form for form in of_two(page, high, low, ["difference"], 0) if form.value.exact > 0]
    return _settled(page, place, forms, len(columns))


def _share(page: Page, grid: Grid, place: Place) -> Finding | None:
    forms: list[Form] = []
    columns = [column for column in _columns(grid, place, None) if column.kind not in ("percent", "times", "celsius")]
    used = 0
    for column in columns:
        cells = [plain_item(page, q) for _, q in data_figures(grid, column)]
        own = _cells(page, column, place.rows)
        if len(own) != 1 or len(cells) < 2 or min(cell.value.exact for cell in cells) < 0:
            continue
        used += 1
        for whole in sums(page, cells, 0):
            if whole.value.exact > 0 and whole.value.interval.low > 0:
                value = Value(own[0].value.exact / whole.value.exact, own[0].value.interval / whole.value.interval)
                forms.append(Form(value, f"{page.words_at(own[0].span)} / ({whole.step})", tuple(cells), "share"))
    return _settled(page, place, forms, used, Fraction(2))


def _across(page: Page, grid: Grid, place: Place) -> Finding | None:
    """Two columns of one row: "saves 45 ms on the vit", "halves the time of the resnet"."""
    kind = place.item.kind
    less, more, fast = (cue.search(place.around) for cue in (cues.LESS, cues.MORE, cues.FAST))
    cells = [
        cell for column in grid.columns[1:] if column.kind not in (None, "percent", "times") for cell in _cells(page, column, place.rows)
    ]
    if kind in ("times", "part", "percent"):
        kinds = {cell.kind for cell in cells if sum(other.kind == cell.kind for other in cells) == 2}
        cells = [cell for cell in cells if cell.kind in kinds] if len(kinds) == 1 else []
    else:
        cells = [cell for cell in cells if cell.kind == kind]
    if len(cells) != 2:
        return None
    if kind == "percent":
        names = ["change", "drop"] if fast else ["drop"] if less else ["change"] if more else []
    elif kind in ("times", "part"):
        names = ["share"]
    else:
        names = (
            ["difference"]
            if (less or more) and not re.search(r"(?<![^\W\d_])(?:to|only|than|auf|als|à|que)\s(?:\w+\s)?#", place.around)
            else []
        )
    forms = [form for reading in readings_of(cells) for form in of_two(page, cells[0], cells[1], names, reading) if form.value.exact > 0]
    if kind in ("times", "part"):
        forms = [form for form in forms if (form.value.exact <= 1) == (kind == "part")]
    return _settled(page, place, forms, 1)


def _total(page: Page, grid: Grid, place: Place) -> Finding | None:
    columns = _columns(grid, place, [place.item.kind])
    forms: list[Form] = []
    for column in columns:
        cells = [plain_item(page, q) for _, q in data_figures(grid, column)]
        if len(cells) >= 2:
            forms += [form for reading in readings_of(cells) for form in sums(page, cells, reading)]
    sure = len(columns) == 1 and (place.item.kind != "count" or any(named(term, place.words) for term in columns[0].terms))
    return _settled(page, place, forms, 1 if sure else 2, Fraction(3, 2))
