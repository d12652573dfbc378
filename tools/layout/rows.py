"""Recovers a table whose header and rows were joined on one line, by the pattern that its rows repeat.

Two forms are known: rows that begin with a value (an index, a size), and rows that begin with a name. A sentence with
numbers in it repeats no pattern, or has words in it that no table has; when in doubt there is no table.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice, pairwise

from tools.layout.header import atoms, divided
from tools.layout.opening import OPENERS, opens_sentence
from tools.layout.values import Token, family, shape_of, tokens
from tools.layout.vocabulary import listed
from tools.records import Block, Row, Span, Table

_HEADER_WORDS = 24
_CELL_WORDS = 6
_WIDTHS = range(2, 13)
_ABBREVIATED = ("no.", "nr.", "avg.", "std.", "acc.", "max.", "min.")
_WORD = re.compile(r"\S+")
_HEADER_LENGTH = 240
_WINDOWS = (900, 4_000, 60_000)
_FUNCTION = listed(
    """
    the a an is are was were be been has have had this that these those which who it its we you they then because so but if not will
    would can could should may might there here from into about after before between through did does do der die das den dem ein
    eine einen ist sind war waren wird werden hat haben wir sie es dass weil wenn aber oder nicht dann auch sich le la les un une
    est sont était nous vous ils qui que dans mais ou donc el los las una es son fue que pero se lo gli il che sono era
    """
)
_LOOSE = listed("and or of in to with for und mit für et ou y o")
_STOPS = (",", ".", ";", ":", "?", "!")


@dataclass(frozen=True, slots=True)
class _Cell:
    """A value, or a run of words between two values. note: the span of a note right behind it."""

    kind: str
    span: Span
    words: int
    shape: str = ""
    note: Span | None = None


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
        if found is not None:
            first = found.header[0].start if found.header and len(found.header[0]) else start
            last = found.rows[-1].span.end
            table = Table(header=found.header, rows=found.rows)
            return Block(kind="table", span=Span(start=min(first, start), end=last), flattened=True, table=table)
    return None


def _promising(text: str, start: int, stop: int) -> bool:
    """False where the words before the first number cannot head a table."""
    words = islice(_WORD.finditer(text, start, min(stop, start + _HEADER_LENGTH)), _HEADER_WORDS + 1)
    for at, word in enumerate(words):
        if shape_of(word.group()) is not None:
            return at > 0
        if not _heads(word.group().lower()):
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
    values = [at for at, token in enumerate(stream[: _HEADER_WORDS + 1]) if token.kind == "value"]
    plain = [at for at in values if stream[at].shape != "flag"]
    candidates: list[_Found] = []
    for first in sorted({*values[:1], *plain[:1]}):
        if first and _may_head(stream[:first]):
            candidates += _value_first(stream[:first], stream[first:], text)
            candidates += _name_first(stream[:first], stream[first:], text)
    return max(candidates, key=lambda found: found.score, default=None)


def _heads(word: str) -> bool:
    """False for a word that no header has: one of a sentence, or one that ends in a stop."""
    return word not in _FUNCTION and (not word.endswith(_STOPS) or word in _ABBREVIATED)


def _may_head(head: list[Token]) -> bool:
    """False where a word stands in it that no header has."""
    if any(token.kind == "note" or not _heads(token.words.lower()) for token in head):
        return False
    return head[0].words.lower() not in _LOOSE and head[-1].words.lower() not in _LOOSE


# ---- cells -----------------------------------------------------------------------------------------------------


def _cells(stream: list[Token], width: int | None, names: bool) -> list[_Cell]:
    """The cells up to the first token that stands in no table. width: values that follow a note in rows that begin with a value."""
    found: list[_Cell] = []
    words: list[Token] = []
    at = 0
    while at < len(stream):
        token = stream[at]
        if token.kind == "note" and found and not words:
            after = _after_note(stream, at, width, names)
            span = Span(start=token.start, end=stream[after - 1].end)
            found[-1] = _Cell(found[-1].kind, found[-1].span, found[-1].words, found[-1].shape, span)
            at = after
            continue
        if token.kind == "value":
            if words:
                found.append(_word_cell(words))
                words = []
            found.append(_Cell("V", Span(start=token.start, end=token.end), 1, token.shape))
        else:
            words.append(token)
            lowered = token.words.lower()
            if token.kind == "note" or lowered in _FUNCTION or lowered.endswith(_STOPS) or len(words) > _CELL_WORDS:
                break
        at += 1
    if words:
        found.append(_word_cell(words))
    return found


def _word_cell(words: list[Token]) -> _Cell:
    return _Cell("T", Span(start=words[0].start, end=words[-1].end), len(words))


def _after_note(stream: list[Token], at: int, width: int | None, names: bool) -> int:
    """Index of the first token behind the note that opens at `at`: where the next row begins, else where words end."""
    depth = 0
    need = width or 2
    for place in range(at + 1, min(len(stream), at + 40)):
        token = stream[place]
        if depth == 0 and place > at + 1:
            after = stream[place + (1 if names else 0) : place + need + (1 if names else 0)]
            starts = token.kind == "word" if names else token.kind == "value"
            if starts and len(after) == need and all(part.kind == "value" for part in after):
                return place
        depth = max(0, depth + token.words.count("(") - token.words.count(")"))
    return _note_at_the_end(stream, at)


def _note_at_the_end(stream: list[Token], at: int) -> int:
    """The note of the last row: the words up to one that ends a sentence or opens one."""
    for place in range(at + 2, min(len(stream), at + 12)):
        words = stream[place].words
        if words in OPENERS or words[:1].isupper() or words.endswith(":"):
            return place - (1 if words.endswith(":") and place > at + 2 else 0)
    return min(len(stream), at + 12)


# ---- rows that begin with a value ------------------------------------------------------------------------------


def _value_first(head: list[Token], body: list[Token], text: str) -> list[_Found]:
    names = atoms(head)
    found = []
    noted = any(token.kind == "note" for token in body)
    cells = _cells(body, None, names=False)
    for width in _WIDTHS:
        if len(names) < width - 1 or len(names) > 3 * width:
            continue
        if noted:
            cells = _cells(body, width, names=False)
        candidate = _by_width(cells, width, names, text)
        if candidate is not None:
            found.append(candidate)
    return found


def _by_width(cells: list[_Cell], width: int, names: list[Span], text: str) -> _Found | None:
    template = [cell.kind for cell in cells[:width]]
    if len(template) < width or template[0] != "V":
        return None
    if any(a == b == "T" for a, b in pairwise(template)):
        return None
    rows = _periodic(cells, template, text)
    if len(rows) < 2 or any(cell.note is not None for row in rows for cell in row[:-1]):
        return None
    left = len(cells) - len(rows) * width
    header = divided(names, width, text) if len(names) >= width else _without_index(names, width)
    if header is None:
        return None
    exact = len(names) == width
    shapes = [[row[at].shape if row[at].kind == "V" else "text" for row in rows] for at in range(width)]
    score = _score(shapes, exact, len(rows), left, cells[len(rows) * width : len(rows) * width + 1])
    index = _is_index([text[row[0].span.start : row[0].span.end] for row in rows])
    if not _convinces(shapes, exact, index, rows, any(row[-1].note is not None for row in rows)):
        return None
    return _Found(tuple(_row(row) for row in rows), header, tuple(map(tuple, shapes)), score + (3 if index else 0))


def _periodic(cells: list[_Cell], template: list[str], text: str) -> list[list[_Cell]]:
    width = len(template)
    rows: list[list[_Cell]] = []
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


def _cut(cell: _Cell, words: int, text: str) -> _Cell:
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
    return _Cell(cell.kind, Span(start=at, end=end), min(cell.words, words), cell.shape)


def _without_index(names: list[Span], width: int) -> tuple[Span, ...] | None:
    """A header that leaves the first column unnamed, as a printed data frame does."""
    if len(names) != width - 1 or width < 3:
        return None
    return (Span(start=names[0].start, end=names[0].start), *names)


def _is_index(words: list[str]) -> bool:
    """True where the first column counts 0, 1, 2, ... or 1, 2, 3, ..."""
    return words[0] in ("0", "1") and [str(int(words[0]) + at) for at in range(len(words))] == words


def _uniform(column: list[str]) -> float:
    families = Counter(family(shape) for shape in column if shape not in ("none", "flag"))
    return max(families.values(), default=0) / sum(families.values()) if families else 1.0


def _differ(shapes: list[list[str]]) -> bool:
    """True where not all columns are written alike, so that a list of like numbers is no table."""
    kinds = {Counter(family(shape) if ":" in shape else shape for shape in column).most_common(1)[0][0] for column in shapes}
    return len(kinds) > 1


def _score(shapes: list[list[str]], exact: bool, rows: int, left: int, after: list[_Cell]) -> float:
    uniform = sum(_uniform(column) for column in shapes) / len(shapes)
    loose = 1.0 if left and after and after[0].kind == "V" else 0.0
    return 4 * uniform + (2 if exact else 0) + min(rows, 5) * 0.1 - 2 * loose


def _convinces(shapes: list[list[str]], exact: bool, index: bool, rows: list[list[_Cell]], noted: bool) -> bool:
    uniform = all(_uniform(column) >= 0.75 for column in shapes)
    if not uniform or len(rows) < 2:
        return False
    if exact:
        enough = len(rows) >= 3 or len(shapes) >= 3
        return enough and (_differ(shapes) or (index and len(shapes) >= 2 and len(rows) >= 4))
    return len(rows) >= 3 and _differ(shapes) and (index or noted or len(rows) >= 4)


def _row(cells: list[_Cell]) -> Row:
    note = cells[-1].note
    end = note.end if note is not None else cells[-1].span.end
    return Row(span=Span(start=cells[0].span.start, end=end), cells=tuple(cell.span for cell in cells), note=note)


# ---- rows that begin with a name -------------------------------------------------------------------------------


def _name_first(head: list[Token], body: list[Token], text: str) -> list[_Found]:
    width = next((at for at, token in enumerate(body) if token.kind != "value"), len(body))
    if not 1 <= width < max(_WIDTHS):
        return []
    cells = _cells(body, width, names=True)
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


def _named_rows(cells: list[_Cell], width: int, text: str) -> list[list[_Cell]]:
    rows = []
    at = width
    while at + width < len(cells) + 0 or at + width + 1 <= len(cells):
        row = cells[at : at + width + 1]
        if [cell.kind for cell in row] != ["T", *["V"] * width] or _opens(row[0], text):
            break
        rows.append(row)
        at += width + 1
    return rows


def _opens(cell: _Cell, text: str) -> bool:
    first = text[cell.span.start : cell.span.end].split()[0]
    return cell.words > 1 and first in OPENERS


def _named(
    head: list[Token], first: list[_Cell], rows: list[list[_Cell]], columns: list[list[str]], words: int, text: str
) -> _Found | None:
    if len(head) <= words:
        return None
    width = len(first) + 1
    names = atoms(head[:-words])
    header = divided(names, width, text)
    exact = len(names) == width
    if header is None or not all(_uniform(column) >= 0.75 for column in columns):
        return None
    needed = 3 if width == 2 else 2
    if len(rows) + 1 < (needed if exact else needed + 1) or (width == 2 and not header):
        return None
    if any(token.words.lower() in _LOOSE for token in (head[-words], head[-1])):
        return None
    label = _Cell("T", Span(start=head[-words].start, end=head[-1].end), words)
    all_rows = [[label, *first], *rows]
    if any(cell.note is not None for row in all_rows for cell in row[:-1]):
        return None
    score = _score(columns, exact, len(all_rows), 0, [])
    return _Found(tuple(_row(row) for row in all_rows), header, tuple(map(tuple, columns)), score)


# ---- rows that have their lines --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shaped:
    """A table whose rows stood on lines of their own."""

    span: Span
    header: tuple[Span, ...]
    rows: tuple[Row, ...]


def lined_table(first: tuple[int, int], lines: Iterable[tuple[int, int]], text: str) -> Shaped | None:
    """The table that the line `first` heads, its columns parted by single spaces; rows go on while they keep the pattern."""
    head = tokens(text, *first)
    if not 2 <= len(head) <= _HEADER_WORDS or not _may_head(head) or head[0].kind == "value":
        return None
    rows: list[list[_Cell]] = []
    for start, stop in lines:
        row = _line_cells(text, start, stop)
        if row is None or (rows and [cell.kind for cell in row] != [cell.kind for cell in rows[0]]):
            break
        rows.append(row)
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    names = atoms(head)
    width = len(rows[0])
    header = divided(names, width, text) if len(names) >= width else _without_index(names, width)
    shapes = [[row[at].shape if row[at].kind == "V" else "text" for row in rows] for at in range(width)]
    if header is None or not all(_uniform(column) >= 0.75 for column in shapes) or (len(names) != width and len(rows) < 3):
        return None
    made = tuple(_row(row) for row in rows)
    return Shaped(Span(start=first[0] + _lead(text, *first), end=made[-1].span.end), header, made)


def _lead(text: str, start: int, stop: int) -> int:
    return stop - start - len(text[start:stop].lstrip())


def _line_cells(text: str, start: int, stop: int) -> list[_Cell] | None:
    """The cells of a whole line with a value among them, None where a word stands in it that no table has."""
    stream = tokens(text, start, stop)
    mark = next((at for at, token in enumerate(stream) if token.kind == "note" and at), len(stream))
    cells = _cells(stream[:mark], None, names=False)
    covered = cells and cells[-1].span.end == (stream[mark - 1].end if mark else start)
    if not covered or not any(cell.kind == "V" for cell in cells) or len(cells) < 2 or any(cell.words > 4 for cell in cells):
        return None
    if any(token.words.lower() in _FUNCTION or token.words.endswith(_STOPS) for token in stream[:mark] if token.kind == "word"):
        return None
    if mark < len(stream):
        last = cells[-1]
        cells[-1] = _Cell(last.kind, last.span, last.words, last.shape, Span(start=stream[mark].start, end=stream[-1].end))
    return cells
