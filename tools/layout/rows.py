"""Recovers a table whose header and rows were joined on one line, by the pattern that its rows repeat.

Two forms are known: rows that begin with a value (an index, a size), and rows that begin with a name. A sentence with
numbers in it repeats no pattern, or has words in it that no table has; when in doubt there is no table.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, pairwise

from tools.layout.cells import HEADER_WORDS, LOOSE, TOTALS, Cell, cells_of, heads, may_head, reckons, row_of, uniform, without_index
from tools.layout.header import atoms, divided
from tools.layout.opening import OPENERS, opens_sentence
from tools.layout.values import TOKEN, Token, family, shape_of, tokens
from tools.records import Block, Row, Span, Table

_WIDTHS = range(2, 13)
_HEADER_LENGTH = 240
_DECIMALS = re.compile(r"[.,](?!\d{3}(?!\d))(\d+)(?![\d.,]*\d)")
_WINDOWS = (900, 4_000, 60_000)


@dataclass(frozen=True, slots=True)
class _Found:
    rows: tuple[Row, ...]
    header: tuple[Span, ...]
    shapes: tuple[tuple[str, ...], ...]
    score: float


def flattened_table(text: str, start: int, stop: int) -> Block | None:
    """The table whose header begins at `start`, None where none does. Notes beside rows are kept, lines of totals are left out."""
    if not _promising(text, start, stop):
        return None
    for letters in (False, True):
        found = _within(text, start, stop, letters)
        if found is not None and not reckons(_words(found, text)):
            first = found.header[0].start if found.header and len(found.header[0]) else start
            last = found.rows[-1].span.end
            table = Table(header=found.header, rows=found.rows)
            return Block(kind="table", span=Span(start=min(first, start), end=last), flattened=True, table=table)
    return None


def _words(found: _Found, text: str) -> list[str]:
    """The names of the columns word by word, and the cells of the rows."""
    names = [word for name in found.header for word in text[name.start : name.end].split()]
    return [*(name for name in names if name not in ("/", "+")), *(text[cell.start : cell.end] for row in found.rows for cell in row.cells)]


def _promising(text: str, start: int, stop: int) -> bool:
    """False where the words before the first number cannot head a table."""
    words = islice(TOKEN.finditer(text, start, min(stop, start + _HEADER_LENGTH)), HEADER_WORDS + 1)
    for at, word in enumerate(words):
        if shape_of(word.group()) is not None:
            return at > 0
        if not heads(word.group().lower()):
            return False
    return False


def _within(text: str, start: int, stop: int, letters: bool) -> _Found | None:
    """The table read in a window that grows as long as the table reaches its end."""
    for window in _WINDOWS:
        end = min(stop, start + window)
        found = _best(tokens(text, start, end, letters), text)
        if found is None or end == stop or found.rows[-1].span.end < end - window // 5:
            return found
    return found


def _best(stream: list[Token], text: str) -> _Found | None:
    """The best reading of the rows. A word like `error` or `no` may be the first value, or still belong to the header."""
    values = [at for at, token in enumerate(stream[: HEADER_WORDS + 1]) if token.kind == "value"]
    plain = [at for at in values if stream[at].shape != "flag"]
    candidates: list[_Found] = []
    for first in sorted({*values[:1], *plain[:1]}):
        if first and may_head(stream[:first]):
            candidates += _value_first(stream[:first], stream[first:], text)
            candidates += _name_first(stream[:first], stream[first:], text)
    return max(candidates, key=lambda found: found.score, default=None)


# ---- rows that begin with a value ------------------------------------------------------------------------------


def _value_first(head: list[Token], body: list[Token], text: str) -> list[_Found]:
    names = atoms(head)
    found = []
    noted = any(token.kind == "note" for token in body)
    cells = cells_of(body, None, names=False)
    for width in _WIDTHS:
        if len(names) < width - 1 or len(names) > 3 * width:
            continue
        if noted:
            cells = cells_of(body, width, names=False)
        candidate = _by_width(cells, width, names, text)
        if candidate is not None:
            found.append(candidate)
    return found


def _by_width(cells: list[Cell], width: int, names: list[Span], text: str) -> _Found | None:
    template = [cell.kind for cell in cells[:width]]
    if len(template) < width or template[0] != "V":
        return None
    if any(a == b == "T" for a, b in pairwise(template)):
        return None
    rows = _periodic(cells, template, text)
    if len(rows) < 2 or any(cell.note is not None for row in rows for cell in row[:-1]):
        return None
    left = len(cells) - len(rows) * width
    header = divided(names, width, text) if len(names) >= width else without_index(names, width)
    if header is None:
        return None
    exact = len(names) == width
    shapes = [[row[at].shape if row[at].kind == "V" else "text" for row in rows] for at in range(width)]
    score = _score(shapes, (exact, bool(header)), len(rows), left, cells[len(rows) * width : len(rows) * width + 1])
    score += 2 * sum(_decimals_alike([text[row[at].span.start : row[at].span.end] for row in rows]) for at in range(width)) / width
    index = _is_index([text[row[0].span.start : row[0].span.end] for row in rows])
    total = _total(cells[len(rows) * width :], width, text) if exact and len(rows) >= 3 and width >= 3 else None
    if total is None and not _convinces(shapes, (exact, bool(header)), index, rows, any(row[-1].note is not None for row in rows)):
        return None
    if total is not None:
        rows.append(total)
    return _Found(tuple(row_of(row) for row in rows), header, tuple(map(tuple, shapes)), score + (3 if index else 0))


def _total(left: list[Cell], width: int, text: str) -> list[Cell] | None:
    """A last row that has a word for a total in place of its first value."""
    row = left[:width]
    if [cell.kind for cell in row] != ["T", *["V"] * (width - 1)] or (len(left) > width and left[width].kind == "V"):
        return None
    return row if text[row[0].span.start : row[0].span.end].lower().split()[0] in TOTALS else None


def _periodic(cells: list[Cell], template: list[str], text: str) -> list[list[Cell]]:
    width = len(template)
    rows: list[list[Cell]] = []
    longest = 0
    for at in range(0, len(cells) - width + 1, width):
        row = cells[at : at + width]
        if [cell.kind for cell in row] != template:
            break
        if rows and row[-1].kind == "T":
            row[-1] = _cut(row[-1], longest, text)
        rows.append(row)
        longest = max(longest, row[-1].words)
        if rows[-1][-1] is not cells[at + width - 1]:
            break
    return rows


def _cut(cell: Cell, words: int, text: str) -> Cell:
    """A last cell of words is cut before the sentence that was run together with it."""
    if cell.words <= words and not opens_sentence(text[cell.span.start : cell.span.end + 40]):
        return cell
    at, left = cell.span.start, words
    pieces = text[cell.span.start : cell.span.end].split()
    end = at
    for place, piece in enumerate(pieces):
        begin = text.index(piece, end)
        if place and (left == 0 or piece in OPENERS):
            break
        end, left = begin + len(piece), left - 1
    return Cell(cell.kind, Span(start=at, end=end), min(cell.words, words), cell.shape)


def _is_index(words: list[str]) -> bool:
    """True where the first column counts 0, 1, 2, ... or 1, 2, 3, ..."""
    return words[0] in ("0", "1") and [str(int(words[0]) + at) for at in range(len(words))] == words


def _differ(shapes: list[list[str]]) -> bool:
    """True where not all columns are written alike, so that a list of like numbers is no table."""
    kinds = {Counter(family(shape) if ":" in shape else shape for shape in column).most_common(1)[0][0] for column in shapes}
    return len(kinds) > 1


def _score(shapes: list[list[str]], named: tuple[bool, bool], rows: int, left: int, after: list[Cell]) -> float:
    """How good a reading is. named: whether each column has one word for its name, and whether the names are certain."""
    alike = sum(uniform(column) for column in shapes) / len(shapes)
    loose = 1.0 if left and after and after[0].kind == "V" else 0.0
    return 4 * alike + (2 if named[0] else 1 if named[1] else 0) + min(rows, 5) * 0.1 - 2 * loose


def _decimals_alike(column: list[str]) -> float:
    """How large a part of a column has as many digits behind the point as most of it has."""
    digits = Counter(len(match.group(1)) if (match := _DECIMALS.search(word)) else 0 for word in column)
    return max(digits.values()) / len(column)


def _convinces(shapes: list[list[str]], header: tuple[bool, bool], index: bool, rows: list[list[Cell]], noted: bool) -> bool:
    alike = all(uniform(column) >= 0.75 for column in shapes)
    if not alike or len(rows) < 2:
        return False
    if header[0]:
        enough = len(rows) >= 3 or len(shapes) >= 3
        return enough and (_differ(shapes) or (index and len(shapes) >= 2 and len(rows) >= 4))
    return len(rows) >= 3 and _differ(shapes) and (index or noted or len(rows) >= 4 or (header[1] and len(shapes) >= 4))


# ---- rows that begin with a name -------------------------------------------------------------------------------


def _name_first(head: list[Token], body: list[Token], text: str) -> list[_Found]:
    width = next((at for at, token in enumerate(body) if token.kind != "value"), len(body))
    if not 1 <= width < max(_WIDTHS):
        return []
    cells = cells_of(body, width, names=True)
    rows = _named_rows(cells, width, text)
    if len(rows) < 1:
        return []
    labels = Counter(row[0].words for row in rows)
    shapes = [[cell.shape for cell in cells[:width]], *[[cell.shape for cell in row[1:]] for row in rows]]
    columns = [list(column) for column in zip(*shapes, strict=True)]
    return [
        found
        for words in sorted(range(min(labels), max(labels) + 1), key=lambda count: -labels[count])
        if (found := _named(head, cells[:width], rows, columns, words, text)) is not None
    ]


def _named_rows(cells: list[Cell], width: int, text: str) -> list[list[Cell]]:
    rows = []
    at = width
    while at + width < len(cells) + 0 or at + width + 1 <= len(cells):
        row = cells[at : at + width + 1]
        if [cell.kind for cell in row] != ["T", *["V"] * width] or _opens(row[0], text):
            break
        rows.append(row)
        at += width + 1
    return rows


def _opens(cell: Cell, text: str) -> bool:
    first = text[cell.span.start : cell.span.end].split()[0]
    return cell.words > 1 and first in OPENERS


def _named(head: list[Token], first: list[Cell], rows: list[list[Cell]], columns: list[list[str]], words: int, text: str) -> _Found | None:
    if len(head) <= words:
        return None
    width = len(first) + 1
    names = atoms(head[:-words])
    header = divided(names, width, text)
    exact = len(names) == width
    if header is None or not all(uniform(column) >= 0.75 for column in columns):
        return None
    needed = 3 if width == 2 else 2
    if len(rows) + 1 < (needed if exact else needed + 1) or (width == 2 and not header):
        return None
    if any(token.words.lower() in LOOSE for token in (head[-words], head[-1])):
        return None
    label = Cell("T", Span(start=head[-words].start, end=head[-1].end), words)
    all_rows = [[label, *first], *rows]
    if any(cell.note is not None for row in all_rows for cell in row[:-1]):
        return None
    score = _score(columns, (exact, bool(header)), len(all_rows), 0, [])
    score += 2 * sum(_decimals_alike([text[row[at].span.start : row[at].span.end] for row in all_rows]) for at in range(width)) / width
    return _Found(tuple(row_of(row) for row in all_rows), header, tuple(map(tuple, columns)), score)
