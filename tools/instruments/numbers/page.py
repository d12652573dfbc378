"""A chapter read for its figures: tables as grids of quantities, sentences and output lines with the quantities in them."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from prompts.trust import measure
from tools import python_source
from tools.instruments.numbers.words import named, vocabulary, words_of
from tools.layout import sentences
from tools.quantities import (
    COUNT,
    PERCENT,
    TIMES,
    Quantity,
    Range,
    Unit,
    Writing,
    decimal_of,
    octet_unit,
    quantities_of,
    ranges_of,
    unit_of,
    writing_of,
)
from tools.records import Block, Chapter, Row, Span, source_of

_NEAR = 12  # blocks: how far from a table its prose may stand
_HEADER_UNIT = re.compile(r"[(\[]\s*(?:in\s+)?([^)\]]{1,12}?)\s*[)\]]|(?:,|\bin|_|/)\s*([A-Za-z%µ/]{1,8})$|(%)")
_RATE = re.compile(r"(?:[^\W\d_]+\s)*?(?P<above>[^\W\d_]+)\s?/\s?(?P<below>s|sec|min|h)")
_RATED = re.compile(
    r"[KMGT]?(?:flops?|ops?|it|iter\w*|steps?|images?|img|requests?|req|tokens?|tok|rows?|lines?|files?|calls?|samples?|frames?|packets?|"
    r"events?|messages?|queries|records?|items?|jobs?|words?|records?|bilder|zeilen|anfragen|images|requêtes|lignes)",
    re.IGNORECASE,
)
_UNIT_NAME = re.compile(
    r"ns|[µμu]s|ms|(?:milli|micro|nano)?seconds|secs|minutes|hours|(?:milli|mikro)?sekunden|minuten|stunden|(?:milli|micro)?secondes|heures|"
    r"[KkMGT]i?B|(?:kilo|mega|giga)?bytes|octets",
    re.IGNORECASE,
)
_RATIO_NAME = re.compile(r"speed[\s-]?up|slow[\s-]?down|ratio|factor|faktor|beschleunigung|verhältnis|rapport|accélération", re.IGNORECASE)
_PERCENT_NAME = re.compile(r"percent|prozent|pourcent", re.IGNORECASE)
_IN_CODE = re.compile(r"`[^`\n]{1,200}`|\w+\([^()\n]{0,80}\)")
_LABELLED = vocabulary(
    "section sections chapter chapters table tables figure figures fig equation equations eq eqs formula listing listings appendix exercise"
    " example page pages volume part pep issue abschnitt abschnitte abschnitten kapitel kapiteln tabelle tabellen abbildung abbildungen"
    " gleichung gleichungen formel listing seite seiten teil section chapitre chapitres tableau tableaux équation équations formule annexe"
    " exemple exercice"
)
# The numbers of sections and tables have points in every language.
_LABELS = re.compile(
    rf"(?<![^\W\d_])(?:{'|'.join(sorted(_LABELLED))})\s+\d+(?:\.\d+)+(?:\s*(?:,|and|und|et|to|bis|à|–|-)\s*\d+(?:\.\d+)+)*"
    r"|^\d+(?:\.\d+)+(?=\s+[^\W\d_])|\d+\.\d+\.\d+(?!\d)|python\s\d\.\d+",
    re.IGNORECASE,
)
_ELLIPSIS = re.compile(r"^\W*(?:\.\.\.|…|⋮|\[\.\.\.\])\W*$")


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its span and text, and its quantity with the unit of its column where it has none of its own."""

    span: Span
    text: str
    quantity: Quantity | None


@dataclass(frozen=True)
class Column:
    """A column: its name, its words without the unit, its cells row by row (None where a row is short)."""

    index: int
    name: str
    terms: tuple[str, ...]
    unit: Unit | None
    cells: tuple[Cell | None, ...]

    def figures(self, rows: tuple[int, ...] | None = None) -> list[tuple[int, Quantity]]:
        """Row number and quantity of the cells that hold one."""
        wanted = range(len(self.cells)) if rows is None else rows
        cells = ((n, self.cells[n]) for n in wanted)
        return [(n, cell.quantity) for n, cell in cells if cell is not None and cell.quantity is not None]

    @property
    def kind(self) -> str | None:
        """The kind that the column measures, None where it is mixed or holds no figures."""
        kinds = {quantity.kind for _, quantity in self.figures()}
        return kinds.pop() if len(kinds) == 1 else None


@dataclass(frozen=True)
class Grid:
    """A table with its figures read. complete: no row stands for rows that were left out."""

    block: int
    span: Span
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    columns: tuple[Column, ...]
    complete: bool

    def labels(self, row: int) -> str:
        """What a reader would call the row: its first cell, with the header where that is a number."""
        first = self.columns[0].cells[row] if self.columns else None
        if first is None:
            return f"row {row + 1}"
        name = self.columns[0].name
        return f"{name} {first.text}".strip() if first.quantity is not None and name else first.text or f"row {row + 1}"


@dataclass(frozen=True)
class Sentence:
    """A sentence of prose or a line of output with its quantities. paragraph: number of the block; section: of the heading above."""

    span: Span
    text: str
    block: int
    output: bool
    words: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    ranges: tuple[Range, ...]


@dataclass(frozen=True)
class Page:
    """A chapter as its figures stand in it."""

    text: str
    writing: Writing
    blocks: tuple[Block, ...]
    sections: tuple[int, ...]
    grids: tuple[Grid, ...]
    sentences: tuple[Sentence, ...]
    _starts: list[int] = field(default_factory=list)
    memo: dict[tuple[str, Span], object] = field(default_factory=dict, compare=False, repr=False)  # what was derived from a place

    def words_at(self, span: Span) -> str:
        return self.text[span.start : span.end]

    def grids_near(self, block: int) -> list[Grid]:
        """The tables of the same section near a block, nearest first, those that stand before it first among equals."""
        at = bisect_left(self._starts, block)
        near = self.grids[max(0, at - 2) : at + 2]
        same = [grid for grid in near if self.sections[grid.block] == self.sections[block] and abs(grid.block - block) <= _NEAR]
        return sorted(same, key=lambda grid: (abs(grid.block - block), grid.block > block))

    def sentences_of(self, block: int) -> list[Sentence]:
        first = bisect_left(self.sentences, block, key=lambda sentence: sentence.block)
        last = bisect_left(self.sentences, block + 1, key=lambda sentence: sentence.block)
        return list(self.sentences[first:last])


def sentence_around(page: Page, at: int) -> tuple[int, int]:
    """Where the sentence around a place begins and ends; a row of a table stands for itself."""
    n = bisect_right(page.sentences, at, key=lambda sentence: sentence.span.start) - 1
    if n >= 0 and page.sentences[n].span.end > at:
        return page.sentences[n].span.start, page.sentences[n].span.end
    return at, at + 1


def page_of(chapter: Chapter) -> Page:
    """Read the figures of a chapter; the last few chapters are kept, for the instruments that share one reading."""
    return _page(measure(chapter.text), chapter.blocks)


@lru_cache(maxsize=4)
def _page(text: str, blocks: tuple[Block, ...]) -> Page:
    writing = _writing(text, blocks)
    sections, section = [], 0
    for block in blocks:
        section += block.kind == "heading"
        sections.append(section)
    grids = tuple(
        _grid(n, block, text, writing)
        for n, block in enumerate(blocks)
        if block.table is not None and block.table.rows and not _sums(block, text)
    )
    found = tuple(sentence for n, block in enumerate(blocks) for sentence in _sentences(n, block, text, writing))
    return Page(text, writing, blocks, tuple(sections), grids, found, [grid.block for grid in grids])


def _writing(text: str, blocks: tuple[Block, ...]) -> Writing:
    """How the author writes: language and decimal mark of the prose; programs and what they print write points everywhere."""
    pieces = [text[block.span.start : block.span.end] for block in blocks if block.kind in ("prose", "quote", "heading")]
    prose = " ".join(_LABELS.sub(" ", _IN_CODE.sub(" ", piece)) for piece in pieces)
    return writing_of(prose if prose.strip() else text)


def _sentences(number: int, block: Block, text: str, writing: Writing) -> Iterator[Sentence]:
    output = block.kind == "output" or _printed(block, text)
    if block.kind not in ("prose", "quote") and not output:
        return
    if output:
        writing = Writing(writing.language, decimal_of(text[block.span.start : block.span.end], "."))
        spans = [line.span for line in block.lines] or _lines(text, block.span)
    else:
        spans = list(sentences(text, block.span))
    for span in spans:
        quantities = _without_labels(text, quantities_of(text, writing, span.start, span.end))
        words = text[span.start : span.end]
        yield Sentence(span, words, number, output, words_of(words), quantities, ranges_of(text, quantities))


def _without_labels(text: str, quantities: tuple[Quantity, ...]) -> tuple[Quantity, ...]:
    """The quantities without the numbers of sections, tables and the like, and those that are joined to one ("Sections 8.1 and 8.2")."""
    kept: list[Quantity] = []
    label: Quantity | None = None
    for quantity in quantities:
        joined = label is not None and re.fullmatch(
            r"\s*(?:,|and|to|und|bis|et|à|or|oder|ou|–|-)\s*", text[label.span.end : quantity.span.start]
        )
        if quantity.kind == "count" and quantity.style == "digits" and (joined or (quantity.before and quantity.before[0] in _LABELLED)):
            label = quantity
        else:
            kept.append(quantity)
    return tuple(kept)


def _printed(block: Block, text: str) -> bool:
    """Whether what stands as code in no known language is no program: something that was printed."""
    if block.kind != "code" or block.language not in (None, "", "text", "output") or len(block.span) > 20_000:
        return False
    try:
        python_source.module(source_of(block, text) if block.lines else text[block.span.start : block.span.end])
    except SyntaxError:
        return True
    return False


def _lines(text: str, span: Span) -> list[Span]:
    return [
        Span(start=span.start + m.start(), end=span.start + m.end())
        for m in re.finditer(r"[^\n]+", text[span.start : span.end])
        if m.group().strip()
    ]


def _grid(number: int, block: Block, text: str, writing: Writing) -> Grid:
    table = block.table
    assert table is not None
    writing = Writing("en", decimal_of(text[block.span.start : block.span.end], writing.decimal))
    cells = [[Cell(span, text[span.start : span.end].strip(), _figure(text, span, writing)) for span in row.cells] for row in table.rows]
    complete = not any(_ELLIPSIS.match(cell.text) for row in cells for cell in row)
    width = max([len(table.header), *(len(row) for row in cells)], default=0)
    columns = []
    for index in range(width):
        name = text[table.header[index].start : table.header[index].end].strip(" *_`") if index < len(table.header) else ""
        unit = header_unit(name)
        own = tuple(_with(row[index], unit) if index < len(row) else None for row in cells)
        columns.append(Column(index, name, _terms(name), unit, own))
    notes = tuple(text[row.note.start : row.note.end] if row.note else "" for row in table.rows)
    return Grid(number, block.span, table.rows, notes, tuple(columns), complete)


def _sums(block: Block, text: str) -> bool:
    """Whether what was taken for a table is an expression, its operators in cells of their own."""
    assert block.table is not None
    return any(text[cell.start : cell.end] in ("*", "/", "+", "x", "×", "=") for row in block.table.rows for cell in row.cells)


def _terms(name: str) -> tuple[str, ...]:
    """The words of a column's name without its unit."""
    return words_of(re.sub(r"[(\[][^)\]]*[)\]]", " ", name).replace("_", " "))


def header_unit(name: str) -> Unit | None:
    """The unit that a column's name gives, None where it gives none."""
    if _UNIT_NAME.fullmatch(name):
        return unit_of(name)
    rate = _RATE.fullmatch(name)
    if rate is not None and (unit_of(rate["above"]) or _RATED.fullmatch(rate["above"])):
        worked, each = unit_of(rate["above"]) or COUNT, unit_of(rate["below"])
        return worked.per(each, name) if each is not None else None
    for match in _HEADER_UNIT.finditer(name):
        token = (match.group(1) or match.group(2) or match.group(3)).strip()
        above, _, below = token.partition("/")
        unit, per = unit_of(above) or (octet_unit(above) if match.group(1) else None), unit_of(below) if below else None
        if unit is not None and not (unit.kind == "times" and token not in ("x", "×")):
            return unit.per(per or Unit("", "count"), token) if below else unit
        if unit is None and per is not None and per.kind == "time":
            return COUNT.per(per, token)
    if _PERCENT_NAME.search(name):
        return PERCENT
    return TIMES if _RATIO_NAME.search(name) else None


def _figure(text: str, span: Span, writing: Writing) -> Quantity | None:
    """The quantity that a cell holds, None where it holds words or several figures."""
    words = text[span.start : span.end]
    if len(words) > 40:
        return None
    found = [quantity for quantity in quantities_of(text, writing, span.start, span.end) if not quantity.ordinal]
    if not found or found[0].style != "digits":
        return None
    before, rest = text[span.start : found[0].span.start].strip(" *_`~≈<>+-−$€£"), text[found[0].span.end : span.end].strip(" *_`")
    if before or (len(found) > 1 and not rest.startswith(("±", "(", "+/-"))):
        return None
    if len(found) == 1 and len(rest) > 12 and not rest.startswith("("):
        return None
    return found[0]


def _with(cell: Cell, unit: Unit | None) -> Cell:
    quantity = cell.quantity
    if quantity is None or unit is None or quantity.unit.kind != "count" or quantity.unit.factors != (Fraction(1),):
        return cell
    return replace(cell, quantity=replace(quantity, unit=unit))


def column_named(grid: Grid, words: tuple[str, ...], kind: str | None = None) -> Column | None:
    """The one column that words name best, of the kind where one is given; None where none or several do."""
    scored = []
    for column in grid.columns:
        if kind is not None and column.kind != kind:
            continue
        score = sum(named(term, words) for term in column.terms)
        if score:
            scored.append((score / len(column.terms) + score, column))
    scored.sort(key=lambda pair: -pair[0])
    if not scored or (len(scored) > 1 and scored[0][0] == scored[1][0]):
        return None
    return scored[0][1]


def only_column(grid: Grid, kind: str) -> Column | None:
    """The one column of a kind, None where there are none or several."""
    columns = [column for column in grid.columns if column.kind == kind]
    return columns[0] if len(columns) == 1 else None
