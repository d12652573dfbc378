"""Percentages of a table's rows whose base the words name: of a stated number, of a column, of what was predicted so."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.totals import ADDITIVE, data_figures, is_summary
from tools.instruments.numbers.words import akin, elsewhere, named, words_of
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding

_OF = re.compile(
    r"(?<![^\W\d_])(?:of|among|out of|von|unter|parmi|sur|de|entre)\s(?:the\s|these\s|those\s|all\s|den\s|les\s|los\s)*$", re.I
)
_OF_COLUMN = re.compile(r"\s?(?:of|der|des|von|de|del)\s(?P<what>(?:the\s|all\s|its\s|les\s|los\s)*[^\W\d_]+(?:\s[^\W\d_]+)?)", re.I)
_THEM = re.compile(r"(?:the\s|all\s)*(?:them|these|ihnen|elles|eux|ellos)(?![^\W\d_])", re.I)
_PLURAL = re.compile(r"(?<![\w.,])(?P<key>\d{1,6})s(?![^\W\d_])")
_PREDICTED = re.compile(
    r"(?<![^\W\d_])(?:sent to|marked|predicted|flagged|labell?ed|classified|recogni[sz]ed|assigned|called|taken for|put (?:in|into)|"
    r"answered|routed|vorhergesagt|markiert|eingestuft|prédits?|classés?|marqués?)(?![^\W\d_])",
    re.IGNORECASE,
)


def check_bases(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or cues.CONDITION.search(sentence.text):
            continue
        if not any(q.kind == "percent" for q in sentence.quantities):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 4 and len(grid.rows) <= 60:
                for finding in (_of_number(page, sentence, grid), _of_column(page, sentence, grid), _predicted(page, sentence, grid)):
                    if finding is not None:
                        yield finding


def _percents(page: Page, sentence: Sentence) -> list[Item]:
    return [item for item in items_of(page, sentence) if item.kind == "percent" and not item.quantity.bound]


def _rows(grid: Grid, text: str, sentence: Sentence) -> tuple[int, ...]:
    """The rows that words name: by their labels, or as several of one key ("the 304s")."""
    keys = {int(match["key"]) for match in _PLURAL.finditer(text)}
    first = grid.columns[0] if grid.columns else None
    own = [n for n, q in first.figures() if q.value in keys] if first is not None and keys else []
    return tuple(own) if own else rows_named(grid, sentence)


def _figures(page: Page, grid: Grid, column: Column) -> dict[int, Item]:
    return {n: plain_item(page, quantity) for n, quantity in data_figures(grid, column)}


def _share(page: Page, part: Item, whole: Sequence[Item], name: str = "share") -> Form:
    total = sum((own.value.exact for own in whole), Fraction(0))
    exact = part.value.exact / total
    shown = " + ".join(page.words_at(own.span) for own in whole)
    step = f"{page.words_at(part.span)} / {f'({shown})' if len(whole) > 1 else shown}"
    return Form(Value(exact, Interval.exact(exact)), step, (part, *whole), name)


# ---- of a stated number ----------------------------------------------------------------------------------------


def _of_number(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Of the 12,360 answers in the 300 range the 304s are 80.1 %"."""
    rates = _percents(page, sentence)
    rows = _rows(grid, sentence.text, sentence)
    if len(rates) != 1 or len(rows) != 1:
        return None
    rate, row = rates[0], rows[0]
    for base in items_of(page, sentence):
        if (
            not base.plain_count
            or base.span.start > rate.span.start
            or not _OF.search(page.text[max(0, base.span.start - 24) : base.span.start])
        ):
            continue
        for column in grid.columns[1:]:
            cells = _figures(page, grid, column) if column.kind in ADDITIVE else {}
            if row not in cells or len(cells) < 3 or min(c.value.exact for c in cells.values()) < 0:
                continue
            parts = _summing(cells, row, base)
            if parts is not None and base.value.exact > 0:
                return _judged(page, rate, _share(page, cells[row], [base]), [_share(page, cells[row], list(cells.values()))])
    return None


def _summing(cells: dict[int, Item], row: int, base: Item) -> tuple[int, ...] | None:
    """The rows with the given one among them, up to four, that add up to a stated number."""
    others = [n for n in cells if n != row]
    for size in range(1, min(4, len(others)) + 1):
        for chosen in combinations(others, size):
            if sum((cells[n].value.exact for n in (row, *chosen)), Fraction(0)) == base.value.exact:
                return (row, *chosen)
    total = sum((cell.value.exact for cell in cells.values()), Fraction(0))
    return tuple(cells) if total == base.value.exact else None


def _judged(page: Page, rate: Item, right: Form, wrong: Sequence[Form]) -> Finding | None:
    """Confirmed where it agrees; contradicted where it is reckoned on another base, or is near to what it should be."""
    how, form = best(rate.quantity, [right])
    if how == "yes" and form is not None:
        return confirmed(page, "base", rate, form)
    if how != "no":
        return None
    if best(rate.quantity, wrong)[0] == "yes" or near(rate.quantity, right, Fraction(5, 4)):
        return contradicted(page, "base", rate, right)
    return None


# ---- of a column -----------------------------------------------------------------------------------------------


def _of_column(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "The Greek file has 25 % of the characters, but 37 % of the bytes": a share of another column than the one that is named."""
    items = items_of(page, sentence)
    last = ""
    for n, rate in enumerate(items):
        end = items[n + 1].span.start if n + 1 < len(items) else sentence.span.end
        tail = page.text[rate.span.end : end]
        match = _OF_COLUMN.match(tail)
        words = match["what"] if match else ""
        if _THEM.match(words):
            words = last
        last = words or last
        if rate.kind != "percent" or not words or rate.quantity.bound:
            continue
        finding = _of_named(page, grid, rate, words, _rows_at(page, sentence, grid, rate))
        if finding is not None and finding.verdict == "contradicted":
            return finding
    return None


_A_MEAN = re.compile(r"(?<![^\W\d_])(?:mean|average|avg|median|mittel\w*|moyen\w*|per|each)(?![^\W\d_])", re.IGNORECASE)
_LANGUAGES = {
    "english": "en", "french": "fr", "german": "de", "greek": "el", "japanese": "ja", "chinese": "zh", "russian": "ru", "spanish": "es",
    "italian": "it", "arabic": "ar", "hindi": "hi", "korean": "ko", "turkish": "tr", "polish": "pl", "portuguese": "pt",
}  # fmt: skip


def _rows_at(page: Page, sentence: Sentence, grid: Grid, rate: Item) -> tuple[int, ...]:
    """The row that the sentence names last before a figure."""
    head = page.text[sentence.span.start : rate.span.start].lower()
    found: list[tuple[int, int]] = []
    for row, cell in enumerate(grid.columns[0].cells if grid.columns else ()):
        if cell is None or cell.quantity is not None or is_summary(grid, row):
            continue
        label = cell.text.strip("*`_ :").lower()
        names = [label, label.partition(".")[0], *(word for word, code in _LANGUAGES.items() if label.partition(".")[0] == code)]
        places = [m.start() for name in names if len(name) > 2 for m in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", head)]
        if places:
            found.append((max(places), row))
    return (max(found)[1],) if found else ()


def _of_named(page: Page, grid: Grid, rate: Item, words: str, rows: tuple[int, ...]) -> Finding | None:
    if len(rows) != 1:
        return None
    own = [column for column in grid.columns[1:] if any(named(term, words_of(words)) for term in column.terms)]
    if len(own) > 1:  # of a mean nobody has a share
        own = [column for column in own if not _A_MEAN.search(column.name)]
    columns = [column for column in grid.columns[1:] if column.kind in ADDITIVE and not _A_MEAN.search(column.name)]
    if len(own) != 1 or own[0] not in columns:
        return None
    shares = {column.index: _row_share(page, grid, column, rows[0]) for column in columns}
    right = shares.pop(own[0].index)
    return _judged(page, rate, right, [form for form in shares.values() if form is not None]) if right is not None else None


def _row_share(page: Page, grid: Grid, column: Column, row: int) -> Form | None:
    cells = _figures(page, grid, column)
    if row not in cells or len(cells) < 2 or min(cell.value.exact for cell in cells.values()) < 0:
        return None
    return _share(page, cells[row], list(cells.values())) if sum(c.value.exact for c in cells.values()) > 0 else None


# ---- of what was predicted so ----------------------------------------------------------------------------------


def _predicted(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Of the messages that were marked as spam, 75 % really were": the base is the column of a confusion matrix, not its row."""
    said = _PREDICTED.search(sentence.text)
    square = _square(grid)
    rates = _percents(page, sentence)
    if said is None or square is None or len(rates) != 1:
        return None
    rate = rates[0]
    words = words_of(sentence.text[said.end() : rate.span.start - sentence.span.start])
    own = [n for n, name in enumerate(square) if any(akin(term, word) for term in words_of(name) for word in words)]
    opening = re.match(r"(?:Of|Among|Von|Unter|Parmi|Sur)\s", sentence.text)
    if len(own) != 1 or opening is None or rate.span.start - sentence.span.start < said.end():
        return None
    k = own[0]
    cells = {(r, c): grid.columns[c + 1].cells[r] for r in range(len(square)) for c in range(len(square))}
    if any(cell is None or cell.quantity is None for cell in cells.values()):
        return None
    read = {place: plain_item(page, cell.quantity) for place, cell in cells.items() if cell is not None and cell.quantity is not None}
    column = [read[r, k] for r in range(len(square))]
    row = [read[k, c] for c in range(len(square))]
    if not sum(c.value.exact for c in column) or not sum(c.value.exact for c in row):
        return None
    return _judged(page, rate, _share(page, read[k, k], column, "precision"), [_share(page, read[k, k], row, "recall")])


def _square(grid: Grid) -> list[str] | None:
    """The classes of a table whose rows are named as its columns are, in order."""
    names = [column.name.strip().lower() for column in grid.columns[1:]]
    labels = [cell.text.strip("*`_ :").lower() if cell is not None else "" for cell in grid.columns[0].cells] if grid.columns else []
    size = 0
    while size < min(len(names), len(labels)) and names[size] == labels[size] and not is_summary(grid, size):
        size += 1
    return names[:size] if size >= 2 else None
