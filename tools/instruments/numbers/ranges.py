"""Stated ranges and bounds against the rows of a table that they speak of."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.groups import group_counted, group_named, groups_of
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named, only_column
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import akin, conditional, elsewhere, named, partly, vocabulary, words_of
from tools.quantities import Interval, Quantity, Range
from tools.records import Finding, Replacement, Span

_UNIVERSAL = re.compile(
    r"(?<![^\W\d_])(?:all|every|each|always|never|none|no|any|throughout|stays?|stayed|remains?|range[sd]?|ranging|var(?:y|ies|ied)|"
    r"span(?:s|ned)?|lies?|lay|"
    r"between|alle[nrs]?|jede[rsnm]?|immer|stets|nie|niemals|kein\w*|bleib\w+|blieb\w*|lieg\w+|lag\w*|zwischen|reich\w+|schwank\w+|"
    r"tou(?:s|tes?)|chaque|toujours|jamais|aucun\w*|reste\w*|entre|vari\w+)(?![^\W\d_])",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?<![^\W\d_])(?:all|every|each|always|never|alle[nrs]?|jede[rsnm]?|jeweils|immer|stets|tou(?:s|tes?)|chaque|chacun\w*|"
    r"toujours)(?![^\W\d_])",
    re.IGNORECASE,
)
_ADVERB = re.compile(r"(?<![^\W\d_])(?:none|never|always|nie|niemals|immer|stets|jamais|toujours|aucun\w*)(?![^\W\d_])", re.I)
_OTHERS = re.compile(
    r"(?<![^\W\d_])(?:others?|ones?|unlike|(?<!less )(?<!more )than|compared|versus|against|next to|besides|that|which|"
    r"who|whose|where|when|while|whereas|"
    r"anderen?|ander[se]|wo|wenn|(?<!mehr )(?<!weniger )als|gegenüber|während|autres?|ceux|celles|qui|dont|"
    r"quand|lorsque|(?<!plus )(?<!moins )que|tandis)(?![^\W\d_])",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;:()]|\.\s|\s[–—]\s|,\s(?:and|but|so|while|whereas|und|aber|während|et|mais|tandis)\s", re.IGNORECASE)
_LETTERS = re.compile(r"[^\W\d_]+|[#@]")
_BACK = vocabulary("them they these sie davon ihnen ils elles eux celles ceux ces")
_POINTING = vocabulary(
    "the these those this that its their our of for in on at with from by among under during over der die das den dem des diese dieser "
    "von für bei mit auf aus im am in unter le la les l ces cette ce du des de d pour avec sur par dans chez parmi sous en au aux"
)
_LITTLE = _POINTING | vocabulary(
    "a an all every each any and or both here there thus so then overall again indeed fact as them they only always never none no "
    "least most more less mehr weniger moins plus take takes took is are was were lie lies lay has have had between to shows table "
    "column ein eine einen alle aller jede jeder jedes jeweils hier und oder immer stets nie zeigt tabelle spalte liegt liegen "
    "sind ist un une tous toutes tout chaque et ou ici toujours jamais tableau colonne est sont entre zwischen"
)
_ROWS = vocabulary(
    "row rows value values measurement measurements entry entries figure figures reading readings run runs result results zeile "
    "zeilen wert werte messung messungen eintrag einträge lauf läufe ergebnisse ligne lignes valeur valeurs mesure mesures "
    "résultats machine computer laptop rechner maschine ordinateur"
)
_FIRST = re.compile(r"(?<![^\W\d_])(?:first|ersten|premi\w+)(?![^\W\d_])", re.I)
_LAST = re.compile(r"(?<![^\W\d_])(?:last|final|letzten|derni\w+)(?![^\W\d_])", re.I)


@dataclass(frozen=True)
class Subject:
    """What a stated range speaks of: rows of one column, and why these."""

    grid: Grid
    column: Column
    rows: tuple[int, ...]
    reason: str


def check_ranges(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text) or conditional(sentence.text):
            continue
        for stated in sentence.ranges:
            if stated.high.kind == "count" and stated.joint == "-":
                continue
            found = _range(page, sentence, stated)
            if found is not None:
                yield found
        ends = {end.span.start for stated in sentence.ranges for end in (stated.low, stated.high)}
        for quantity in sentence.quantities:
            if quantity.bound in ("at least", "at most", "above", "below") and quantity.span.start not in ends:
                found = _bound(page, sentence, quantity)
                if found is not None:
                    yield found


def subject_of(page: Page, sentence: Sentence, kind: str) -> Subject | None:
    """The column and rows that a sentence speaks of; None where that is not certain."""
    candidates = []
    for grid in page.grids_near(sentence.block)[:2]:
        column = column_named(grid, sentence.words, kind)
        rows, reason = rows_of(sentence, grid)
        if column is None and (reason or _names_key(sentence, grid)):
            column = only_column(grid, kind)
        if column is not None and rows:
            candidates.append(Subject(grid, column, rows, reason))
    return candidates[0] if len(candidates) == 1 else None


def _names_key(sentence: Sentence, grid: Grid) -> bool:
    """Whether the sentence speaks of the rows by the name of the first column ("every request")."""
    return any(akin(term, word) for term in grid.columns[0].terms for word in sentence.words)


def rows_of(sentence: Sentence, grid: Grid) -> tuple[tuple[int, ...], str]:
    """The rows that a sentence speaks of and why, no rows where it speaks of some that cannot be told."""
    every = tuple(n for n in range(len(grid.rows)) if not is_summary(grid, n))
    noted = tuple(
        n
        for n in every
        if any(akin(word, own) for word in words_of(grid.notes[n].partition("(")[0])[:3] for own in sentence.words if len(word) > 3)
    )
    if noted and len(noted) < len(every):
        return noted, "noted"
    if noted:
        return every, "noted"
    for quantity in sentence.quantities:
        if _counts_some(quantity, grid, len(every)) and (counted := group_counted(grid, int(quantity.value))):
            return counted, "noted"
    if in_group := group_named(grid, sentence.words):
        return in_group, "noted"
    by_label = tuple(n for n in every if label_in(grid, n, sentence.text))
    if by_label:
        return by_label, "labelled"
    if partly(sentence.text):
        return (), ""
    for quantity in sentence.quantities:
        if quantity.before[:1] and quantity.kind == "count" and quantity.value.denominator == 1 and 1 < quantity.value < len(every):
            count = int(quantity.value)
            if _FIRST.fullmatch(quantity.before[0]):
                return every[:count], "first"
            if _LAST.fullmatch(quantity.before[0]):
                return every[-count:], "last"
    if any(_counts_some(quantity, grid, len(every)) for quantity in sentence.quantities):
        return (), ""
    if _FIRST.search(sentence.text) or _LAST.search(sentence.text):
        return (), ""
    return every, ""


def _counts_some(quantity: Quantity, grid: Grid, rows: int) -> bool:
    """Whether a figure counts some of the rows ("three of the four requests", "two requests")."""
    if quantity.kind != "count" or quantity.ordinal or quantity.glued or not 0 < quantity.value < rows or not quantity.after:
        return False
    return quantity.after[0] in ("of", "out", "von", "der", "sur", "des") or any(
        akin(term, quantity.after[0]) for term in grid.columns[0].terms
    )


def label_in(grid: Grid, row: int, text: str) -> bool:
    """Whether a sentence names a row by the words of its first cell."""
    cell = grid.columns[0].cells[row]
    if cell is None or cell.quantity is not None or len(cell.text) < 2:
        return False
    label = cell.text.strip("*`_ ")
    return re.search(rf"(?<![\w-]){re.escape(label)}(?![\w-])", text, re.IGNORECASE if len(label) > 3 else 0) is not None


def _range(page: Page, sentence: Sentence, stated: Range) -> Finding | None:
    subject = subject_of(page, sentence, stated.high.kind) or _by_values(page, sentence, stated)
    if subject is None or stated.low.bound or stated.high.bound:
        return None
    if stated.joint not in ("and", "und", "et") and (
        subject.column.index == 0 or (stated.high.kind == "count" and not _UNIVERSAL.search(sentence.text))
    ):
        return None
    figures = [pair for pair in data_figures(subject.grid, subject.column) if pair[0] in subject.rows]
    if len(figures) < 2:
        return None
    low, high = _ends(stated)
    breaking = [(n, q) for n, q in figures if q.bases()[0] < low.low or q.bases()[0] > high.high]
    values = [q.bases()[0] for _, q in figures]
    places = [subject.grid.rows[n].span for n, _ in breaking or figures]
    extent = f"{in_unit(min(values), stated.high)} to {in_unit(max(values), stated.high)}"
    working = [_listed(subject, figures)]
    if not breaking:
        said = Said(f"All {len(figures)} rows lie within the stated range: {extent}.", working, places)
        return report.confirmed("range", stated.span, said)
    if len(breaking) * 2 > len(figures) or _slightly(breaking, low, high) or not _spoken_of(sentence, stated.span, subject):
        return None
    if not _of_each(sentence, subject) and all(_occurs(end, subject) for end in (low, high)):
        return None  # the extremes of some of the rows: the text speaks of these
    rows = ", ".join(f"{subject.grid.labels(n)} ({in_unit(q.bases()[0], q)})" for n, q in breaking[:4])
    working.append(f"outside {page.words_at(stated.span)}: {rows}")
    said = Said(
        f"The stated range does not hold: {rows} {'lies' if len(breaking) == 1 else 'lie'} outside; the rows go from {extent}.",
        working,
        places,
    )
    return report.contradicted("range", stated.span, said, "high", widened(page, stated, min(values), max(values)))


def _spoken_of(sentence: Sentence, span: Span, subject: Subject) -> bool:
    """Whether the clause around a figure speaks of just the rows of the subject: they are named, and nothing narrows them down."""
    marked = _counts_marked(sentence, subject)
    start, stop = _clause(sentence, span)
    back = bool(_BACK & {word.lower() for word in _LETTERS.findall(sentence.text[start:stop])})
    counted = back and subject.reason == "noted" and "#" in marked[:start]  # "six of the ten met ..., and each of them"
    if back and not counted:
        start, stop = 0, len(sentence.text)
    if _OTHERS.search(sentence.text, start, stop):
        return False
    words = [match.lower() for match in _LETTERS.findall(marked[start:stop])]
    terms = _terms(subject)
    head, narrowing = False, False
    for n, word in enumerate(words):
        if word == "#" or word in _ROWS or (counted and word in _BACK) or any(_names(term, words[n : n + 2]) for term in terms):
            head, narrowing = True, False
        elif (_FIRST.fullmatch(word) or _LAST.fullmatch(word)) and (words[n + 1 : n + 2] == ["#"] or subject.reason in ("first", "last")):
            continue
        elif word in _LITTLE:
            narrowing = narrowing or word in _POINTING
        elif narrowing or not head:
            return False
    return head


def _clause(sentence: Sentence, span: Span) -> tuple[int, int]:
    """Where the clause of a figure stands in its sentence."""
    low, high = span.start - sentence.span.start, span.end - sentence.span.start
    parts = [match.span() for match in _CLAUSE.finditer(sentence.text)]
    start = max((end for _, end in parts if end <= low), default=0)
    return start, min((begin for begin, _ in parts if begin >= high), default=len(sentence.text))


def _counts_marked(sentence: Sentence, subject: Subject) -> str:
    """A sentence without its figures: "#" for the number of the rows meant, "@" for other numbers, blanks for ranges and measures."""
    text, first = sentence.text, sentence.span.start
    every = sum(not is_summary(subject.grid, n) for n in range(len(subject.grid.rows)))
    ends = {end.span for stated in sentence.ranges for end in (stated.low, stated.high)}
    marks = [(stated.span, "") for stated in sentence.ranges]
    for quantity in sentence.quantities:
        if quantity.span in ends or (quantity.ordinal and quantity.style == "words"):
            continue
        mark = "@" if quantity.kind == "count" else ""
        if mark and not quantity.ordinal and quantity.value in (len(subject.rows), every):
            mark = "#" if quantity.value == len(subject.rows) and subject.reason not in ("first", "last") else ""
        marks.append((quantity.span, mark))
    for span, mark in marks:
        start, stop = span.start - first, span.end - first
        text = text[:start] + mark.ljust(stop - start) + text[stop:]
    return text


def _names(term: str, words: Sequence[str]) -> bool:
    """Whether the first of two words names a term of a header, alone or with the second."""
    return named(term, words[:1]) or (named(term, words) and not named(term, words[1:]))


def _terms(subject: Subject) -> set[str]:
    """The words by which a text may call the rows of a subject."""
    grid = subject.grid
    terms = {*subject.column.terms, *grid.columns[0].terms}
    if subject.reason == "noted":
        for n in subject.rows:
            terms.update(words_of(grid.notes[n].partition("(")[0])[:3])
        terms.update(word for name, rows in groups_of(grid) if rows == subject.rows for word in words_of(name)[:3])
    if subject.reason == "labelled":
        cells = (grid.columns[0].cells[n] for n in subject.rows)
        terms.update(word.lower() for cell in cells if cell is not None for word in _LETTERS.findall(cell.text))
    return terms


def _of_each(sentence: Sentence, subject: Subject) -> bool:
    """Whether a text says outright that it means each of the rows."""
    said = _EACH.search(sentence.text) or _ADVERB.search(sentence.text) or "#" in _counts_marked(sentence, subject)
    return subject.reason == "noted" or bool(said)


def _occurs(end: Interval, subject: Subject) -> bool:
    return any(end.low <= quantity.bases()[0] <= end.high for _, quantity in data_figures(subject.grid, subject.column))


def _ends(stated: Range) -> tuple[Interval, Interval]:
    factor = stated.high.unit.factors[0]
    low, high = Interval.around(stated.low.value, stated.low.half), Interval.around(stated.high.value, stated.high.half)
    return low.scaled(factor), high.scaled(factor)


def _by_values(page: Page, sentence: Sentence, stated: Range) -> Subject | None:
    """The one column most of whose values lie in a range that is said of each of the rows, where none is named."""
    if not _EACH.search(sentence.text):
        return None
    low, high = _ends(stated)
    fitting = []
    for grid in page.grids_near(sentence.block)[:1]:
        rows, reason = rows_of(sentence, grid)
        for column in grid.columns[1:]:
            figures = [q for n, q in data_figures(grid, column) if n in rows and q.kind == stated.high.kind]
            inside = [q for q in figures if low.low <= q.bases()[0] <= high.high]
            if len(inside) >= 3 and len(inside) * 3 >= len(figures) * 2:
                fitting.append(Subject(grid, column, rows, reason))
    return fitting[0] if len(fitting) == 1 else None


def _slightly(breaking: list[tuple[int, Quantity]], low: Interval, high: Interval) -> bool:
    """Whether what breaks the range does so by less than one stated place, as a cut-off figure would."""
    return all(
        low.low - (low.high - low.low) / 2 <= q.bases()[0] <= high.high + (high.high - high.low) / 2 and q.bases()[0] >= low.low
        for _, q in breaking
    )


def widened(page: Page, stated: Range, low: Fraction, high: Fraction) -> Replacement | None:
    """The stated range with the ends that the figures give (in base units), so that each lies within; None where they cannot be written."""
    parts = []
    for quantity, value, edge in ((stated.low, low, math.floor), (stated.high, high, math.ceil)):
        new = _outward(value, quantity, edge, page)
        if new is None:
            return None
        if new != page.words_at(quantity.number):
            parts.append((quantity.number, new))
    return report.replaced(page, stated.span, parts, "the range that the rows give, rounded outward") if parts else None


def _outward(value: Fraction, quantity: Quantity, edge: Callable[[Fraction], int], page: Page) -> str | None:
    """An end (in base units) written as the text writes its own, rounded away from the figures unless it is an approximate one."""
    if quantity.bound in ("about", "nearly"):
        return report.like(value, quantity, page)
    factor = quantity.unit.factors[0]
    own, step = value / factor, Fraction(1) if quantity.half == Fraction(1, 4) else quantity.half * 2
    if step == 0:
        return None
    exact = edge(own / step) * step
    if abs(exact - own) * 2 <= abs(own):
        return report.like(exact * factor, quantity, page)
    if quantity.style == "words":
        return None
    while abs(exact - own) * 2 > abs(own):  # the text's places would leave nothing of a small figure
        step /= 10
        exact = edge(own / step) * step
    short = plain(exact, 12)
    return short.replace(".", ",") if page.writing.decimal == "," else short


def _listed(subject: Subject, figures: list[tuple[int, Quantity]]) -> str:
    shown = ", ".join(f"{subject.grid.labels(n)}: {in_unit(q.bases()[0], q)}" for n, q in figures[:20])
    more = f" and {len(figures) - 20} more" if len(figures) > 20 else ""
    return f"“{subject.column.name}”: {shown}{more}"


def _bound(page: Page, sentence: Sentence, quantity: Quantity) -> Finding | None:
    """ "never above 5 ms", "at least 3 GB": every row that the sentence speaks of."""
    if quantity.kind in ("count", "times") or not _UNIVERSAL.search(sentence.text):
        return None
    subject = subject_of(page, sentence, quantity.kind)
    if subject is None:
        return None
    figures = [pair for pair in data_figures(subject.grid, subject.column) if pair[0] in subject.rows]
    if len(figures) < 2:
        return None
    limit = quantity.bases()[0]
    upper = quantity.bound in ("at most", "below")
    if re.search(r"\b(?:never|none|no|nie|kein\w*|jamais|aucun\w*)\b", sentence.text, re.I) and quantity.bound in ("above", "below"):
        upper = not upper
    breaking = [(n, q) for n, q in figures if (q.bases()[0] > limit if upper else q.bases()[0] < limit)]
    span = _bound_span(page, quantity)
    places = [subject.grid.rows[n].span for n, _ in breaking or figures]
    working = [_listed(subject, figures)]
    edge = max if upper else min
    extreme = edge(q.bases()[0] for _, q in figures)
    name = "largest" if upper else "smallest"
    if not breaking:
        return report.confirmed(
            "bound", span, Said(f"It holds for all {len(figures)} rows: the {name} value is {in_unit(extreme, quantity)}.", working, places)
        )
    if len(breaking) * 2 > len(figures) or not _spoken_of(sentence, quantity.span, subject):
        return None
    rows = ", ".join(f"{subject.grid.labels(n)} ({in_unit(q.bases()[0], q)})" for n, q in breaking[:4])
    said = Said(
        f"The stated bound does not hold: {rows}; the {name} value is {in_unit(extreme, quantity)}.",
        [*working, f"beyond {page.words_at(span)}: {rows}"],
        places,
    )
    return report.contradicted("bound", span, said, "high")


def _bound_span(page: Page, quantity: Quantity) -> Span:
    head = page.text[max(0, quantity.span.start - 24) : quantity.span.start]
    match = re.search(r"(?:(?:never|not|no|at|nie|au|less|more)\s+)?[^\W\d_]+\s+$|[<>≤≥]=?\s*$", head)
    return Span(start=quantity.span.start - (len(head) - match.start()) if match else quantity.span.start, end=quantity.span.end)
