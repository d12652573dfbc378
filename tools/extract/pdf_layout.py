"""The words of a PDF's pages in reading order: lines, columns, paragraphs, headings, lists, tables, code; without running heads."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import median

from tools.extract.pdf_columns import in_order
from tools.extract.records import PieceKind, Standing
from tools.extract.standing import of_cells, of_kind

_NUMBER = re.compile(r"(?:page\s*)?[\divxl]{1,5}(?:\s*(?:/|of)\s*\d+)?", re.I)
_BULLET = re.compile(r"^(?:[•◦▪‣∙●○■–*]|-(?=\s)|\(?(?:\d{1,2}|[a-z])[.)](?=\s)|\[\d{1,3}\](?=\s))")
_CAPTION = re.compile(r"^(?:Figure|Fig\.|Table|Listing|Algorithm|Scheme)\s*\d+", re.I)
_SECTION = re.compile(r"^(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[A-Z]\.|Appendix|Abstract|References|Acknowledg\w+)(?:\s|$)")


@dataclass(frozen=True, slots=True)
class Word:
    """Box in points from the page's upper left corner, baseline, height of letters; why it is not seen, "" where it is."""

    text: str
    x0: float
    y0: float
    x1: float
    y1: float
    base: float
    size: float
    mono: bool = False
    bold: bool = False
    why: str = ""
    ends_line: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """pictures: how many it shows; turned: its text that does not run from left to right."""

    number: int
    width: float
    height: float
    pictures: int
    turned: str
    words: list[Word]


@dataclass(slots=True)
class Segment:
    """Words that follow each other on one line without a gap."""

    words: list[Word]

    @property
    def x0(self) -> float:
        return self.words[0].x0

    @property
    def x1(self) -> float:
        return max(word.x1 for word in self.words)

    @property
    def base(self) -> float:
        return max(self.words, key=lambda word: (word.size, len(word.text))).base

    @property
    def size(self) -> float:
        return max(word.size for word in self.words)

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


@dataclass(slots=True)
class Row:
    """A line across its column: one segment of prose, or the cells of a table. column: it changes where another column begins."""

    segments: list[Segment]
    column: int
    x0: float = field(init=False)
    x1: float = field(init=False)
    base: float = field(init=False)
    size: float = field(init=False)
    mono: bool = field(init=False)
    bold: bool = field(init=False)

    def __post_init__(self) -> None:
        words = [word for segment in self.segments for word in segment.words]
        letters = sum(len(word.text) for word in words)
        self.x0, self.x1 = self.segments[0].x0, max(segment.x1 for segment in self.segments)
        self.base = self.segments[0].base
        self.size = Counter(_weights(words)).most_common(1)[0][0]
        self.mono = sum(len(word.text) for word in words if word.mono) >= 0.8 * letters
        lettered = [word.bold for word in words if any(map(str.isalpha, word.text))]
        self.bold = bool(lettered) and all(lettered)

    @property
    def text(self) -> str:
        return " ".join(segment.text for segment in self.segments)


@dataclass(frozen=True, slots=True)
class Block:
    kind: PieceKind
    text: str
    size: float
    level: int = 0
    standing: Standing = "assertion"


def _weights(words: list[Word]) -> dict[float, int]:
    weights: dict[float, int] = {}
    for word in words:
        weights[round(word.size, 1)] = weights.get(round(word.size, 1), 0) + len(word.text)
    return weights


def lay_out(pages: list[Page]) -> list[list[Block]]:
    """The blocks of each page."""
    rows = [_rows(page) for page in pages]
    heading = 1.08 * _body_size([row for of_page in rows for row in of_page] or [])
    running = _running(pages, rows, heading)
    rows = [[row for row in of_page if id(row) not in running] for of_page in rows]
    every = [row for of_page in rows for row in of_page]
    if not every:
        return [[] for _ in pages]
    body = _body_size(every)
    vocabulary = {word.strip(".,;:()“”\"'").lower() for row in every for word in row.text.split()}
    sizes = sorted({round(row.size) for row in every if row.size > 1.12 * body}, reverse=True)
    return [[_block(group, body, sizes, vocabulary) for group in _groups(of_page)] for of_page in rows]


def _body_size(rows: list[Row]) -> float:
    weights: Counter[float] = Counter()
    for row in rows:
        weights[round(row.size, 1)] += len(row.text)
    return weights.most_common(1)[0][0] if weights else 0.0


def _rows(page: Page) -> list[Row]:
    segments = list(_segments([word for word in page.words if not word.why]))
    rows: list[Row] = []
    for number, column in enumerate(in_order(segments)):
        line: list[Segment] = []
        for segment in sorted(column, key=lambda segment: (segment.base, segment.x0)):
            if line and abs(segment.base - line[0].base) > 0.45 * min(segment.size, line[0].size):
                rows.append(Row(sorted(line, key=lambda segment: segment.x0), number))
                line = []
            line.append(segment)
        if line:
            rows.append(Row(sorted(line, key=lambda segment: segment.x0), number))
    return rows


def _segments(words: list[Word]) -> Iterator[Segment]:
    current: list[Word] = []
    for word in words:
        if current and not _follows(current[-1], word):
            yield Segment(current)
            current = []
        current.append(word)
    if current:
        yield Segment(current)


def _follows(before: Word, word: Word) -> bool:
    size = max(before.size, word.size)
    raised = min(before.size, word.size) < 0.85 * size and abs(word.base - before.base) < 0.7 * size
    level = abs(word.base - before.base) < 0.3 * size or raised
    return level and -0.5 * size < word.x0 - before.x1 < (1.1 if before.mono and word.mono else 0.85) * size


def _running(pages: list[Page], rows: list[list[Row]], heading: float) -> set[int]:
    """Rows that are no text of the document: page numbers, and what stands at the head or foot of page after page.

    In a heading's size it must be the very same, since "Part 1" and "Part 2" may each begin a page.
    """
    places: dict[str, set[int]] = {}
    margins: list[tuple[str, int, Row]] = []
    for page, of_page in zip(pages, rows, strict=True):
        bases = sorted({row.base for row in of_page})
        edges = {*bases[:2], *bases[-2:]}
        for row in of_page:
            if row.base in edges and not 0.12 * page.height < row.base < 0.9 * page.height:
                key = row.text if row.size > heading else re.sub(r"\d+", "#", row.text)
                places.setdefault(key, set()).add(page.number)
                margins.append((key, page.number, row))
    often = max(3, 0.3 * len(pages))
    return {id(row) for key, _, row in margins if len(places[key]) >= min(often, len(pages)) > 1 or _NUMBER.fullmatch(row.text.strip())}


def _groups(rows: list[Row]) -> Iterator[list[Row]]:
    """Rows that belong together."""
    pitches = [b.base - a.base for a, b in pairwise(rows) if a.column == b.column and 0 < b.base - a.base < 3 * a.size]
    pitch = median(pitches) if pitches else 0.0
    group: list[Row] = []
    for row in rows:
        if group and _parts(group, row, pitch):
            yield group
            group = []
        group.append(row)
    if group:
        yield group


def _parts(group: list[Row], row: Row, pitch: float) -> bool:
    """Whether a row begins something new."""
    last = group[-1]
    if row.column != last.column and _goes_on(last, row):
        return False
    step = row.base - last.base
    if row.column != last.column or row.mono != last.mono or abs(row.size - last.size) > 0.08 * last.size:
        return True
    usual = group[-1].base - group[-2].base if len(group) > 1 else 0.0
    usual = usual if usual > 0 else max(pitch, row.size)
    if step <= 0 or step > (1.8 if row.mono else 1.35) * usual:
        return True
    if row.mono:
        return False
    if (len(row.segments) > 1) != (len(last.segments) > 1):
        return True
    if row.bold != last.bold and (last.bold or row.bold) and len(group) <= 3:
        return True
    if _BULLET.match(row.text) or _CAPTION.match(row.text):
        return True
    indented = row.x0 - min(each.x0 for each in group[-2:]) > 0.8 * row.size
    return indented and len(group) > 1 and last.text.rstrip().endswith((".", ":", "?", "!", "”", '"'))


def _goes_on(last: Row, row: Row) -> bool:
    """Whether a paragraph goes on at the head of the next column."""
    alike = (
        not last.mono and not row.mono and abs(row.size - last.size) <= 0.08 * last.size and len(last.segments) == len(row.segments) == 1
    )
    return alike and row.text[:1].islower() and not last.text.rstrip().endswith((".", ":", "?", "!"))


def _block(rows: list[Row], body: float, sizes: list[int], vocabulary: set[str]) -> Block:
    size, first = rows[0].size, rows[0].text
    if all(row.mono for row in rows):
        return Block("code", _code(rows), size, standing="demonstration")
    if len(rows) > 1 and all(len(row.segments) > 1 for row in rows):
        cells = [segment.text for row in rows[1:] for segment in row.segments]
        return Block(
            "table", "\n".join("\t".join(segment.text for segment in row.segments) for row in rows), size, standing=of_cells(cells)
        )
    text = _joined([row.text for row in rows], vocabulary)
    short = len(rows) <= 3 and len(text) < 200
    if short and round(size) in sizes:
        return Block("heading", text, size, min(6, 1 + sizes.index(round(size))))
    if (
        short
        and rows[0].bold
        and len(rows) == 1
        and (_SECTION.match(text) or not text.endswith((".", ",", ";")))
        and len(text.split()) <= 14
    ):
        return Block("heading", text, size, min(6, 1 + len(sizes)))
    kind: PieceKind = "caption" if _CAPTION.match(first) else "list item" if _BULLET.match(first) else "paragraph"
    return Block(kind, text, size, standing=of_kind(kind))


def _code(rows: list[Row]) -> str:
    """Lines with their indentation, by the width of the letters."""
    words = [word for row in rows for segment in row.segments for word in segment.words]
    letters = sum(len(word.text) for word in words)
    width = sum(word.x1 - word.x0 for word in words) / letters if letters else 1.0
    left = min(row.x0 for row in rows)
    lines = []
    for row in rows:
        line = ""
        for word in (word for segment in row.segments for word in segment.words):
            column = round((word.x0 - left) / width) if width else 0
            line += " " * max(column - len(line), 1 if line else 0) + word.text
        lines.append(line)
    return "\n".join(lines)


def _joined(lines: list[str], vocabulary: set[str]) -> str:
    """The lines of a paragraph as one; a word that the line's end divides is put together as the rest of the document writes it."""
    text = lines[0]
    for line in lines[1:]:
        before, after = re.search(r"([^\W\d_]+)-$", text), re.match(r"[^\W\d_]+", line)
        if before is None or after is None or not after[0][0].islower():
            text += ("" if text.endswith("-") and after is not None and before is not None else " ") + line
            continue
        whole, compound = before[1] + after[0], f"{before[1]}-{after[0]}"
        keeps = compound.lower() in vocabulary and whole.lower() not in vocabulary
        text = (text if keeps else text[:-1]) + line
    return text
