"""The cells of a table as they stand one behind another: values, runs of words between them, and notes beside rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from tools.layout.opening import OPENERS
from tools.layout.values import Token, family, shape_of, tokens
from tools.layout.vocabulary import listed
from tools.records import Row, Span

HEADER_WORDS = 24
_CELL_WORDS = 6
_ABBREVIATED = ("no.", "nr.", "avg.", "std.", "acc.", "max.", "min.")
FUNCTION = listed(
    """
    the a an is are was were be been has have had this that these those which who it its we you they then because so but if not will
    would can could should may might there here from into about after before between through did does do der die das den dem ein
    eine einen ist sind war waren wird werden hat haben wir sie es dass weil wenn aber oder nicht dann auch sich le la les un une
    est sont était nous vous ils qui que dans mais ou donc el los las una es son fue que pero se lo gli il che sono era
    """
)
TOTALS = listed(
    """
    total totals sum all overall together mean average gesamt summe insgesamt alle mittel mittelwert durchschnitt zusammen
    ensemble somme moyenne tous toutes suma totale media Σ ∑
    """
)
LOOSE = listed("and or of in to with for und mit für et ou y o")
_STOPS = (",", ".", ";", ":", "?", "!")
_OPERATORS = listed("* / + = == ≈ × · ÷ ** // <= >= ≤ ≥ −")


@dataclass(frozen=True, slots=True)
class Cell:
    """A value, or a run of words between two values. note: the span of a note right behind it."""

    kind: str
    span: Span
    words: int
    shape: str = ""
    note: Span | None = None


def heads(word: str) -> bool:
    """False for a word that no header has: one of a sentence, or one that ends in a stop."""
    return word not in FUNCTION and (not word.endswith(_STOPS) or word in _ABBREVIATED)


def may_head(head: list[Token]) -> bool:
    """False where a word stands in it that no header has."""
    if any((token.kind == "note" and token.words != "#") or not heads(token.words.lower()) for token in head):
        return False
    return head[0].words.lower() not in LOOSE and head[-1].words.lower() not in LOOSE


def reckons(words: Iterable[str]) -> bool:
    """True where operators stand among the cells or names of a table, or `x` more than once: a sum that was written out."""
    words = list(words)
    return any(word in _OPERATORS for word in words) or words.count("x") > 1


def cells_of(stream: list[Token], width: int | None, names: bool) -> list[Cell]:
    """The cells up to the first token that stands in no table. width: values that follow a note in rows that begin with a value."""
    found: list[Cell] = []
    words: list[Token] = []
    at = 0
    while at < len(stream):
        token = stream[at]
        if token.kind == "note" and found and not words:
            after = _after_note(stream, at, width, names)
            span = Span(start=token.start, end=stream[after - 1].end)
            found[-1] = Cell(found[-1].kind, found[-1].span, found[-1].words, found[-1].shape, span)
            at = after
            continue
        if token.kind == "value":
            if words:
                found.append(_word_cell(words))
                words = []
            found.append(Cell("V", Span(start=token.start, end=token.end), 1, token.shape))
        else:
            words.append(token)
            lowered = token.words.lower()
            if token.kind == "note" or lowered in FUNCTION or lowered.endswith(_STOPS) or len(words) > _CELL_WORDS:
                break
        at += 1
    if words:
        found.append(_word_cell(words))
    return found


def _word_cell(words: list[Token]) -> Cell:
    return Cell("T", Span(start=words[0].start, end=words[-1].end), len(words))


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


def uniform(column: list[str]) -> float:
    families = Counter(family(shape) for shape in column if shape not in ("none", "flag"))
    return max(families.values(), default=0) / sum(families.values()) if families else 1.0


def without_index(names: list[Span], width: int) -> tuple[Span, ...] | None:
    """A header that leaves the first column unnamed, as a printed data frame does."""
    if len(names) != width - 1 or width < 3:
        return None
    return (Span(start=names[0].start, end=names[0].start), *names)


def row_of(cells: list[Cell]) -> Row:
    note = cells[-1].note
    end = note.end if note is not None else cells[-1].span.end
    return Row(span=Span(start=cells[0].span.start, end=end), cells=tuple(cell.span for cell in cells), note=note)


def names_columns(row: list[str], below: list[str]) -> bool:
    """False where the first row of a table is written like the row below it, so that it holds values and no names.

    Years, clock times and numbers that count on are names where what stands below them is not written so.
    """
    shapes, under = ([shape_of("".join(words.split())) for words in cells] for cells in (row, below))
    values = [at for at, shape in enumerate(shapes) if shape is not None]
    if not values or any((shape is None) != (other is None) for shape, other in zip(shapes, under, strict=True)):
        return True
    if any(family(shapes[at] or "") != family(under[at] or "") for at in values):
        return True
    return _counts([row[at] for at in values]) and not _counts([below[at] for at in values])


def _counts(values: list[str]) -> bool:
    """True for years, and for three whole numbers and more that grow by a step or by a factor."""
    if not all(value.isdigit() for value in values):
        return False
    numbers = [int(value) for value in values]
    if all(1900 <= number <= 2100 for number in numbers):
        return True
    steps = {b - a for a, b in pairwise(numbers)}
    factors = {b / a for a, b in pairwise(numbers) if a}
    return len(numbers) >= 3 and min(steps) > 0 and (len(steps) == 1 or len(factors) == 1)


def line_cells(text: str, start: int, stop: int) -> list[Cell] | None:
    """The cells of a whole line with a value among them, None where a word stands in it that no table has."""
    stream = tokens(text, start, stop)
    mark = next((at for at, token in enumerate(stream) if token.kind == "note" and at), len(stream))
    cells = cells_of(stream[:mark], None, names=False)
    covered = cells and cells[-1].span.end == (stream[mark - 1].end if mark else start)
    if not covered or not any(cell.kind == "V" for cell in cells) or len(cells) < 2 or any(cell.words > 4 for cell in cells):
        return None
    if any(token.words.lower() in FUNCTION or token.words.endswith(_STOPS) for token in stream[:mark] if token.kind == "word"):
        return None
    if reckons(token.words for token in stream[:mark]):
        return None
    if mark < len(stream):
        last = cells[-1]
        cells[-1] = Cell(last.kind, last.span, last.words, last.shape, Span(start=stream[mark].start, end=stream[-1].end))
    return cells
