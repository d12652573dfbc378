"""Tables that stand in lines of their own: pipes, rules, grids, tabs, commas, aligned columns, and listings of keys with values."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import islice, pairwise, takewhile

from tools.layout.cells import names_columns
from tools.layout.lined import Shaped, lined_table
from tools.layout.lines import Line, stripped
from tools.layout.values import shape_of
from tools.records import Block, Row, Span, Table

Found = tuple[int, list[Block]]
_ALIGN = re.compile(r"\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*")
_RULE = re.compile(r"[\s\-=─━═+|┼╪╫╬│┃║┌┐└┘├┤┬┴╔╗╚╝╠╣╦╩╒╕╘╛╞╡╤╧╭╮╯╰*]*")
_BAR = re.compile(r"[│┃║|]")
_APART = re.compile(r" {2,}|\t+")
_NOTE = re.compile(r"<[-=–—]+|←|#|//")
_KEY = re.compile(r"\s*(?:[-*•]\s+)?(\w[\w .()/%+#-]{0,48}?)\s*[:=]\s+(\S.{0,70})")
_LONGEST = 3000
_PROBE = 30
_CELL = 90


def _table(rows: list[tuple[Span, ...]], notes: list[Span | None], named: bool) -> Block:
    made = []
    for cells, note in zip(rows, notes, strict=True):
        end = max(cells[-1].end, note.end if note else 0)
        made.append(Row(span=Span(start=cells[0].start, end=end), cells=cells, note=note))
    header, body = (made[0].cells, made[1:]) if named else ((), made)
    return Block(kind="table", span=Span(start=made[0].span.start, end=made[-1].span.end), table=Table(header=header, rows=tuple(body)))


def is_rule(words: str) -> bool:
    """True for a line that only rules a table off."""
    return _RULE.fullmatch(words) is not None and re.search(r"[-=─━═]{2,}", words) is not None


def piped_cells(line: Line) -> list[Span]:
    """Spans of the cells between `|`; those escaped or inside code marks do not divide."""
    words, cuts, ticked = line.words, [], False
    for at, mark in enumerate(words):
        if mark == "`":
            ticked = not ticked
        elif mark == "|" and not ticked and words[at - 1 : at] != "\\":
            cuts.append(at)
    edges = [-1, *cuts, len(words)]
    cells = [stripped(words[a + 1 : b], line.start + a + 1) for a, b in pairwise(edges)]
    if cuts and not words[: cuts[0]].strip():
        cells = cells[1:]
    if len(cuts) > (1 if cells and len(edges) > 3 else 0) and not words[cuts[-1] + 1 :].strip():
        cells = cells[:-1]
    return cells


def _fitted(cells: list[Span], width: int, line: Line) -> tuple[Span, ...]:
    """The cells of a row as many as the header has; missing ones are empty, at the end of the line."""
    end = line.start + len(line.words.rstrip())
    return tuple([*cells, *[Span(start=end, end=end)] * width][:width])


def pipe_table(lines: list[Line], at: int, text: str) -> Found | None:
    """A table with pipes: with a row of dashes under its header, or three rows and more that begin and end with a pipe."""
    if "|" not in lines[at].words or at + 1 >= len(lines):
        return None
    under = lines[at + 1].words
    if _ALIGN.fullmatch(under) and "-" in under and ("|" in under):
        header = piped_cells(lines[at])
        if len(piped_cells(lines[at + 1])) != len(header):
            return None
        end = at + 2
        while end < len(lines) and "|" in lines[end].words and not lines[end].blank:
            end += 1
        rows = [_fitted(piped_cells(line), len(header), line) for line in lines[at + 2 : end]]
        return end, [_table([tuple(header), *rows], [None] * (len(rows) + 1), named=True)]
    return _edged(lines, at)


def _edged(lines: list[Line], at: int) -> Found | None:
    end = at
    while end < len(lines) and re.fullmatch(r"\s*\|.*\|\s*", lines[end].words):
        end += 1
    widths = {len(piped_cells(line)) for line in lines[at:end] if not is_rule(line.words)}
    if end - at < 3 or len(widths) != 1 or widths == {1}:
        return None
    rows = [tuple(piped_cells(line)) for line in lines[at:end] if not is_rule(line.words)]
    return end, [_table(rows, [None] * len(rows), named=True)] if rows else []


def grid_table(lines: list[Line], at: int, text: str) -> Found | None:
    """A table drawn with rules and bars (`+---+`, `│ a │ b │`), or a header ruled off by `---+---` as a database prints it."""
    first = lines[at].words
    ruled_next = at + 1 < len(lines) and is_rule(lines[at + 1].words) and re.search(r"[+┼|╪]", lines[at + 1].words)
    if not (is_rule(first) and re.search(r"[+┌┬╔╭┏┳╒]", first)) and not (_BAR.search(first) and ruled_next):
        return None
    end = at
    while end < len(lines) and end - at < _LONGEST and (is_rule(lines[end].words) or _BAR.search(lines[end].words)):
        end += 1
    rows = [_barred(line) for line in lines[at:end] if not is_rule(line.words)]
    if len(rows) < 2 or len({len(row) for row in rows}) != 1 or len(rows[0]) < 2:
        return None
    return end, [_table(rows, [None] * len(rows), named=True)]


def _barred(line: Line) -> tuple[Span, ...]:
    words = line.words
    cuts = [found.start() for found in _BAR.finditer(words)]
    edges = [-1, *cuts, len(words)]
    cells = [stripped(words[a + 1 : b], line.start + a + 1) for a, b in pairwise(edges)]
    if cuts and not words[: cuts[0]].strip():
        cells = cells[1:]
    if cuts and not words[cuts[-1] + 1 :].strip():
        cells = cells[:-1]
    return tuple(cells)


def _pieces(line: Line, divider: re.Pattern[str]) -> list[Span]:
    if line.blank:
        return []
    found, at = [], len(line.words) - len(line.words.lstrip())
    body = line.words.rstrip()
    for gap in divider.finditer(body, at):
        found.append(Span(start=line.start + at, end=line.start + gap.start()))
        at = gap.end()
    found.append(Span(start=line.start + at, end=line.start + len(body)))
    return [span for span in found if len(span)]


def _with_note(cells: list[Span], width: int, text: str) -> tuple[list[Span], Span | None]:
    """A last cell that opens with an arrow or a comment mark is a note beside the row."""
    for at, cell in enumerate(cells):
        if at and _NOTE.match(text[cell.start : cell.end]):
            return cells[:at], Span(start=cell.start, end=cells[-1].end)
        inner = re.search(r"\s(<[-=–—]+|←)\s", text[cell.start : cell.end]) if at == len(cells) - 1 else None
        if inner:
            begin = cell.start + inner.start(1)
            return [*cells[:at], stripped(text[cell.start : begin], cell.start)], Span(start=begin, end=cell.end)
    if len(cells) == width + 1 and text[cells[-1].start] == "(":
        return cells[:-1], cells[-1]
    return cells, None


def aligned_table(lines: list[Line], at: int, text: str) -> Found | None:
    """Columns set apart by two spaces and more, or by tabs; a printed data frame leaves its first column unnamed."""
    header = _pieces(lines[at], _APART)
    if (
        len(header) < 2
        or lines[at].words[: header[0].end - lines[at].start].endswith(":")
        or not _cellular(header, text)
        or (_numeric(header, text) == len(header) and len(header) < 3)
    ):
        return None
    width, end = 0, at + 1
    rows: list[tuple[Span, ...]] = []
    notes: list[Span | None] = []
    while end < len(lines) and end - at < _LONGEST:
        line = lines[end]
        if is_rule(line.words):
            end += 1
            continue
        cells, note = _with_note(_pieces(line, _APART), width or len(header), text)
        width = width or (len(cells) if len(cells) in (len(header), len(header) + 1) else 0)
        placed = _placed(cells, header, width, line, lines[at]) if width and _cellular(cells, text) else None
        if placed is None:
            break
        if len(rows) >= _PROBE and not _numbers(rows[:_PROBE], text, any_cell=width > 2):
            return None
        rows.append(placed)
        notes.append(note)
        end += 1
    while end > at + 1 and is_rule(lines[end - 1].words):
        end -= 1
    if len(rows) < 2 or (width == 2 and len(rows) < 3 and not _numbers(rows, text)) or not _numbers(rows, text, any_cell=True):
        return None
    if width == len(header) and not names_columns(_words(header, text), _words(rows[0], text)):
        return end, [_table([tuple(header), *rows], [None, *notes], named=False)]
    names = [Span(start=header[0].start, end=header[0].start), *header] if width == len(header) + 1 else header
    return end, [_table([tuple(names), *rows], [None, *notes], named=True)]


def _words(cells: Sequence[Span], text: str) -> list[str]:
    return [text[cell.start : cell.end] for cell in cells]


def _cellular(cells: list[Span], text: str) -> bool:
    return bool(cells) and all(len(cell) <= _CELL and not text[cell.start : cell.end].endswith((". ", ";")) for cell in cells)


def _is_value(cell: Span, text: str) -> bool:
    """Whether a cell begins with a value; a blank one does not."""
    words = text[cell.start : cell.end].split()
    return bool(words) and shape_of(words[0]) is not None


def _numeric(cells: list[Span], text: str) -> int:
    return sum(1 for cell in cells if _is_value(cell, text))


def _numbers(rows: list[tuple[Span, ...]], text: str, any_cell: bool = False) -> bool:
    """True where the rows hold values: in a column of each, or in any cell."""
    valued = [row for row in rows if any(_is_value(cell, text) for cell in row)]
    return bool(valued) if any_cell else len(valued) == len(rows)


def _placed(cells: list[Span], header: list[Span], width: int, line: Line, top: Line) -> tuple[Span, ...] | None:
    """The cells of a row under their columns; a row that misses some is placed by where its cells stand."""
    if len(cells) == width:
        return tuple(cells)
    if len(cells) < 2 or len(cells) > width or width != len(header):
        return None
    placed: list[Span | None] = [None] * width
    for cell in cells:
        middle = (cell.start + cell.end) / 2 - line.start
        nearest = min(range(width), key=lambda at: abs((header[at].start + header[at].end) / 2 - top.start - middle))
        if placed[nearest] is not None:
            return None
        placed[nearest] = cell
    filled, last = [], line.start
    for cell_or_none in placed:
        span = cell_or_none or Span(start=last, end=last)
        filled.append(span)
        last = span.end
    return tuple(filled)


def separated_table(lines: list[Line], at: int, text: str) -> Found | None:
    """Lines of values between commas or semicolons, three fields and more, with numbers under a header of names."""
    for mark in (",", ";"):
        width = lines[at].words.count(mark)
        if width < 2 or re.search(rf"\s{mark}|\.$", lines[at].words):
            continue
        end = at
        while (
            end < len(lines)
            and end - at < _LONGEST
            and lines[end].words.count(mark) == width
            and not re.search(rf"{mark}\s", lines[end].words)
        ):
            end += 1
        rows = [tuple(_split(line, mark)) for line in lines[at:end]]
        if len(rows) >= 3 and all(len(cell) for cell in rows[0]) and not _numbers(rows[:1], text) and _numbers(rows[1:], text):
            return end, [_table(rows, [None] * len(rows), named=True)]
    return None


def _split(line: Line, mark: str) -> list[Span]:
    cells, at = [], 0
    for piece in line.words.split(mark):
        cells.append(stripped(piece, line.start + at))
        at += len(piece) + 1
    return cells


def key_values(lines: list[Line], at: int, text: str) -> Found | None:
    """Three lines and more of `key: value` with short values, most of them numbers or single words."""
    end, rows = at, []
    while end < len(lines) and end - at < _LONGEST:
        found = _KEY.fullmatch(lines[end].words.rstrip())
        if found is None or found.group(2).endswith((".", ",", ":", "?", "!", "{", "[", "(")) or found.group(1).count(" ") > 4:
            break
        rows.append(tuple(Span(start=lines[end].start + found.start(g), end=lines[end].start + found.end(g)) for g in (1, 2)))
        end += 1
        if len(rows) == _PROBE and not any(_is_value(row[1], text) for row in rows):
            return None
    short = [row for row in rows if len(text[row[1].start : row[1].end].split()) <= 2]
    valued = [row for row in rows if _is_value(row[1], text)]
    if len(rows) < 3 or len(short) < 0.7 * len(rows) or not valued:
        return None
    return end, [_table(rows, [None] * len(rows), named=False)]


def collapsed_table(lines: list[Line], at: int, text: str) -> Found | None:
    """A table whose columns are parted by single spaces: each line is a row, and all rows have the same pattern of names and values."""
    following = takewhile(lambda line: not line.blank and len(line.words) < 400, islice(lines, at + 1, at + _LONGEST))
    first = lines[at]
    if len(first.words) >= 400:
        return None
    shaped: Shaped | None = lined_table((first.start, first.end), ((line.start, line.end) for line in following), text)
    if shaped is None:
        return None
    block = Block(kind="table", span=shaped.span, table=Table(header=shaped.header, rows=shaped.rows))
    return at + len(shaped.rows) + (1 if shaped.header or shaped.span.start < shaped.rows[0].span.start else 0), [block]


RECOGNISERS: tuple[Callable[[list[Line], int, str], Found | None], ...] = (
    pipe_table,
    grid_table,
    aligned_table,
    separated_table,
    collapsed_table,
    key_values,
)
