"""Recovers a table whose caption, header and rows were joined on one line, and rows of names of several words.

A row is a name and a fixed number of values, each written like those above it. Where the rows begin decides what is the
header: as many names as there are columns; what stands before them is the caption. A last row of totals may lack values.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tools.layout.cells import FUNCTION, TOTALS, heads, reckons
from tools.layout.header import atoms, divided
from tools.layout.values import Token, family, tokens
from tools.layout.vocabulary import listed
from tools.records import Block, Row, Span, Table

_CAPTION = re.compile(r"(?:Table|Tabelle|Tab\.|Tableau|Tabla|Tabella|Tabela)\s+(?:[A-Z]\.)?\d+(?:\.\d+)*[.:]?\s+(?=[A-ZÄÖÜÀ-Ý])")
_BOUNDS = listed("unter über bis ab under over below above up to than from between and und von zwischen de à entre plus moins")
_RATIO = re.compile(
    r"\b(?:per|mean|average|avg|rate|ratio|share|mittel\w*|je|pro|anteil|durchschnitt|par|moyenne|taux|part)\b|[%/]", re.IGNORECASE
)
_STOP = re.compile(r"[.,;!?]$")
_GLANCE = 300
_WINDOW = 3_000
_LABEL = 6
_MOST = 12
_LEAD = 36


@dataclass(frozen=True, slots=True)
class _Rows:
    """Rows as found: where the values of each begin and where the label of each but the first does; k: values in a row."""

    places: tuple[int, ...]
    labels: tuple[int, ...]
    k: int

    @property
    def end(self) -> int:
        return self.places[-1] + self.k


def captioned_table(text: str, start: int, stop: int) -> Block | None:
    """The table with a caption, or with a column of words beside its names, that begins at `start`; its block leaves the caption out."""
    caption = _CAPTION.match(text, start, stop)
    begin = caption.end() if caption is not None else start
    stream = tokens(text, begin, min(stop, begin + _GLANCE))
    lead = next((at for at, token in enumerate(stream[:_LEAD]) if token.kind == "value"), None)
    if not lead or any(_STOP.search(token.words) for token in stream[:lead]) or any(token.kind == "note" for token in stream[:lead]):
        return None
    if caption is None and not all(heads(token.words.lower()) for token in stream[:lead]):
        return None
    if sum(token.kind == "value" for token in stream) < 4 or reckons(token.words for token in stream[: lead + 4]):
        return None
    stream = tokens(text, begin, min(stop, begin + _WINDOW))
    rows = _rows(stream)
    return None if rows is None else _table(stream, rows, caption is not None, text)


def _rows(stream: list[Token]) -> _Rows | None:
    """The rows that cover most of the tokens; None where fewer than two are alike."""
    best: _Rows | None = None
    for first in range(1, min(len(stream), _LEAD)):
        before = stream[first - 1]
        bound = first > 1 and stream[first - 2].words.lower() in _BOUNDS
        if stream[first].kind != "value" or before.words.lower() in _BOUNDS or (before.kind == "value" and not bound):
            continue
        run = next((at for at in range(first, len(stream)) if stream[at].kind != "value"), len(stream)) - first
        for k in range(min(run, _MOST), 0, -1):
            found = _tiled(stream, first, k)
            if found is not None and (best is None or _merit(stream, found) > _merit(stream, best)):
                best = found
        if best is not None and first > best.places[0]:
            break
    return best


def _merit(stream: list[Token], rows: _Rows) -> tuple[int, int, int]:
    """Few values among the labels, many rows, many columns."""
    inside = sum(_alone(stream[at:place]) for at, place in zip(rows.labels, rows.places[1:], strict=True))
    return (len(rows.places) * (rows.k + 1) - 2 * inside, rows.k, -rows.places[0])


def _alone(label: list[Token]) -> int:
    """How many values in a label are no bounds of a range."""
    words = ["", *(token.words.lower() for token in label), ""]
    bounds = [before in _BOUNDS or after in _BOUNDS for before, after in zip(words, words[2:], strict=False)]
    return sum(1 for token, bound in zip(label, bounds, strict=True) if token.kind == "value" and not bound)


def _tiled(stream: list[Token], first: int, k: int) -> _Rows | None:
    """The rows from the values at `first` on, as far as they are written alike."""
    wanted = [family(token.shape) for token in stream[first : first + k]]
    if len(wanted) < k:
        return None
    places, labels = [first], []
    while (following := _next(stream, places[-1] + k, wanted)) is not None:
        labels.append(places[-1] + k)
        places.append(following)
    rows = _Rows(tuple(places), tuple(labels), k)
    ends = rows.end >= len(stream) or stream[rows.end].kind == "word" or stream[rows.end].shape == "flag"
    return rows if len(places) >= (3 if k == 1 else 2) and ends else None


def _next(stream: list[Token], at: int, wanted: list[str]) -> int | None:
    """Where the values of the row whose label begins at `at` stand."""
    for place in range(at + 1, min(len(stream), at + _LABEL + 1)):
        label = stream[at:place]
        if any(_STOP.search(token.words) for token in label if token.kind == "word") or label[-1].kind == "note":
            return None
        values = stream[place : place + len(wanted)]
        alike = len(values) == len(wanted) and all(
            token.kind == "value" and family(token.shape) in (kind, "none") for token, kind in zip(values, wanted, strict=True)
        )
        if alike and any(token.kind == "word" for token in label) and label[-1].words.lower() not in _BOUNDS:
            return place
    return None


def _table(stream: list[Token], rows: _Rows, captioned: bool, text: str) -> Block | None:
    texts = _text_column(stream, rows)
    if not captioned and (not texts or len(rows.places) < 3):
        return None
    width = rows.k + 1 + texts
    shapes = [tuple(token.kind for token in stream[at:place]) for at, place in zip(rows.labels, rows.places[1:], strict=True)]
    for shape, _ in Counter(shapes).most_common():
        begin = rows.places[0] - len(shape)
        if begin < width or tuple(token.kind for token in stream[begin : rows.places[0]]) != shape:
            continue
        header = _header(stream[:begin], width, captioned, text)
        if header is not None and len({text[name.start : name.end] for name in header}) == len(header):
            return _made(stream, _Rows(rows.places, (begin, *rows.labels), rows.k), texts, header, text)
    return None


def _text_column(stream: list[Token], rows: _Rows) -> int:
    """1 where the last words of the labels repeat, so that they are a column of their own; else 0."""
    labels = [stream[at:place] for at, place in zip(rows.labels, rows.places[1:], strict=True)]
    last = [stream[rows.places[0] - 1].words, *(label[-1].words for label in labels)]
    whole = all(len(label) >= 2 and label[-1].kind == "word" for label in labels) and stream[rows.places[0] - 1].kind == "word"
    return int(whole and len(set(last)) < len(last))


def _header(head: list[Token], width: int, captioned: bool, text: str) -> tuple[Span, ...] | None:
    """The names of the columns: all words where there is no caption, else as many at the end as are certain."""
    names = atoms(head)
    words = [text[name.start : name.end] for name in names]
    if not captioned:
        return divided(names, width, text)
    tail = words[-width:]
    if len(names) > width and all(heads(word.lower()) for word in tail):
        raised = [word[0].isupper() or not word[0].isalpha() for word in tail]
        if all(raised) or not any(raised[1:]):
            return tuple(names[-width:])
    capital = [at for at, word in enumerate(words) if word[0].isupper() or not word[0].isalpha()][-width:]
    if len(capital) == width and capital[0] > 0 and all(heads(word.lower()) for word in words[capital[0] :]):
        ends = [*capital[1:], len(names)]
        return tuple(Span(start=names[a].start, end=names[b - 1].end) for a, b in zip(capital, ends, strict=True))
    return None


def _made(stream: list[Token], rows: _Rows, texts: int, header: tuple[Span, ...], text: str) -> Block | None:
    made = []
    for at, place in zip(rows.labels, rows.places, strict=True):
        label = stream[at : place - texts]
        cells = [Span(start=label[0].start, end=label[-1].end), *(_span(token) for token in stream[place - texts : place + rows.k])]
        made.append(Row(span=Span(start=cells[0].start, end=cells[-1].end), cells=tuple(cells)))
    if any(
        words.lower() in FUNCTION and words != "A"
        for at, place in zip(rows.labels, rows.places, strict=True)
        for words in _labels(stream, at, place, texts)
    ):
        return None
    if reckons(text[cell.start : cell.end] for row in made for cell in row.cells):
        return None
    total = _total(stream, rows, texts, header, text) if header else None
    if total is not None:
        made.append(total)
    span = Span(start=header[0].start if header else made[0].span.start, end=made[-1].span.end)
    return Block(kind="table", span=span, flattened=True, table=Table(header=header, rows=tuple(made)))


def _labels(stream: list[Token], at: int, place: int, texts: int) -> list[str]:
    """The words of a label that tell whether it is one; articles may stand in it where a column of words shows the table."""
    return [] if texts else [token.words for token in stream[at:place] if token.words.lower() not in _BOUNDS]


def _span(token: Token) -> Span:
    return Span(start=token.start, end=token.end)


def _total(stream: list[Token], rows: _Rows, texts: int, header: tuple[Span, ...], text: str) -> Row | None:
    """A last row of totals that lacks values: each stands under a column written alike, means and rates left out; None where unsure."""
    at = rows.end
    place = next((n for n in range(at, min(len(stream), at + 4)) if stream[n].kind == "value"), None)
    if place is None or place == at or not any(token.words.lower().rstrip(":") in TOTALS for token in stream[at:place]):
        return None
    values: list[Token] = []
    while place + len(values) < len(stream) and stream[place + len(values)].kind == "value":
        values.append(stream[place + len(values)])
    first = 1 + texts
    kinds = [family(token.shape) for token in stream[rows.places[0] : rows.places[0] + rows.k]]
    ways = [
        way
        for way in combinations(range(rows.k), len(values))
        if all(family(token.shape) == kinds[column] for token, column in zip(values, way, strict=True))
    ]
    names = [text[name.start : name.end] for name in header[first:]]
    lacking = {way: sum(1 for n in range(rows.k) if n not in way and not _RATIO.search(names[n])) for way in ways}
    best = [way for way in ways if lacking[way] == min(lacking.values())]
    above = stream[rows.places[0] : rows.places[0] + rows.k]
    written = [
        way for way in best if all(_decimals(token.words) == _decimals(above[n].words) for token, n in zip(values, way, strict=True))
    ]
    chosen = written if len(written) == 1 else best
    if len(chosen) != 1 or len(values) >= rows.k:
        return None
    cells = [Span(start=stream[at].start, end=stream[place - 1].end)]
    cells += [Span(start=cells[0].end, end=cells[0].end)] * texts
    placed = dict(zip(chosen[0], values, strict=True))
    for column in range(rows.k):
        cells.append(_span(placed[column]) if column in placed else Span(start=cells[-1].end, end=cells[-1].end))
    return Row(span=Span(start=cells[0].start, end=values[-1].end), cells=tuple(cells))


def _decimals(words: str) -> int:
    """How many digits stand behind the last mark of a number."""
    found = re.search(r"[.,](\d+)(?!.*[.,]\d)", words)
    return len(found.group(1)) if found else 0
