"""A table as sentences speak of it: what its rows are called, what each column measures, which columns a clause may mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.mentions import Mention, mentions
from tools.instruments.numbers.page import Column, Grid, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.tabular.lexicon import words_in
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import akin, vocabulary, words_of
from tools.quantities import Quantity
from tools.records import Span

# What is reckoned from a column and is not the column itself.
_DERIVED = vocabulary(
    "rate rates ratio share shares proportion percentage fraction per relative relatively each difference differences gap spread range "
    "increase increases decrease gain gains improvement improves change changes drop growth loss overhead saving savings factor "
    "speedup "
    "quote anteil anteile verhältnis pro je relativ differenz unterschied abstand zuwachs zunahme abnahme rückgang gewinn verbesserung "
    "taux part parts rapport par chaque relatif différence écart hausse baisse augmentation gain variation proportionnellement"
)

Truth = bool | None  # None: it cannot be told

# Words that call a column by another name than its header does.
_CALLED = tuple(
    vocabulary(words)
    for words in (
        "mean average averages avg durchschnitt durchschnittlich mittel mittelwert mittlere moyenne moyen moyennes",
        "median p50 médiane",
        "error errors failure failures failed fails fail fault faults fehler fehlgeschlagen erreur erreurs échec échecs",
        "calls called call requests aufrufe aufgerufen anfragen appels appelé appelée requêtes",
        "memory ram footprint speicher mémoire",
        "time times latency duration runtime seconds took takes take zeit dauer laufzeit latenz temps durée latence",
        "size bytes weighs größe taille poids",
        "accuracy accurate score genauigkeit précision exactitude",
        "price cost costs expensive cheap preis kosten prix coût coûte",
        "throughput rate qps rps durchsatz débit",
    )
)

_PERCENTILE = re.compile(
    r"(?<!\w)p(?P<a>\d\d(?:\.\d)?)(?!\w)|(?<!\w)(?P<b>\d\d(?:\.\d)?)(?:th|\.|st|e)?[\s-](?:percentile|perzentil|centile)", re.IGNORECASE
)
_COPULAS = vocabulary("is was ist war est était als que")


@dataclass(frozen=True, eq=False)
class Measure:
    """One thing measured: its name and its words, its kind, and the figure of each row that has one."""

    name: str
    terms: tuple[str, ...]
    kind: str
    figures: dict[int, Quantity]

    def value(self, row: int) -> Fraction:
        return self.figures[row].bases()[0]


@dataclass(frozen=True)
class Table:
    """A table whose rows are complete. labels: of each data row. measures: its columns of figures, the labels' own column left out."""

    grid: Grid
    labels: dict[int, str]
    measures: tuple[Measure, ...]

    @property
    def rows(self) -> tuple[int, ...]:
        return tuple(self.labels)

    def shown(self, measure: Measure) -> str:
        """The figures of a measure, row by row, for a reader."""
        return f"“{measure.name}”: " + ", ".join(
            f"{self.labels[n]}: {in_unit(q.bases()[0], q)}" for n, q in list(measure.figures.items())[:20]
        )

    def places(self, rows: Sequence[int] = ()) -> list[Span]:
        return [self.grid.rows[n].span for n in rows] or [self.grid.span]


def table_of(grid: Grid) -> Table | None:
    """A table to hold statements against; None where rows were left out or there is nothing to compare."""
    rows = {n: grid.labels(n) for n in range(len(grid.rows)) if not is_summary(grid, n)}
    if not grid.complete or len(rows) < 2 or len(set(rows.values())) != len(rows):
        return None
    measures = tuple(_measures(grid))
    return Table(grid, rows, measures) if measures else None


def _measures(grid: Grid) -> Iterator[Measure]:
    for column in grid.columns[1:]:
        figures = dict(data_figures(grid, column))
        kinds = {quantity.kind for quantity in figures.values()}
        if len(figures) >= 2 and len(kinds) == 1 and not _numbering(column, figures):
            yield Measure(column.name, _words(column), kinds.pop(), figures)


def _words(column: Column) -> tuple[str, ...]:
    """The words of a header, a percentile as one of them."""
    return percentiles(column.name) or tuple(dict.fromkeys(column.terms))


def percentiles(text: str) -> tuple[str, ...]:
    """The percentiles that a text names ("p99", "99th percentile", "99. Perzentil", "99e centile"), each as "p99"."""
    return tuple(f"p{match['a'] or match['b']}" for match in _PERCENTILE.finditer(text))


def _numbering(column: Column, figures: dict[int, Quantity]) -> bool:
    """Whether a column but numbers the rows."""
    values = [quantity.value for quantity in figures.values()]
    return column.name.strip("#. ").lower() in ("", "no", "nr", "n°", "rank", "rang") and values == list(range(1, len(values) + 1))


def meant(table: Table, words: Sequence[str], fits: Callable[[Measure], bool]) -> tuple[tuple[Measure, ...], bool]:
    """The measures that a clause may speak of, and whether its words name them: those named best, else every one that fits.

    None where the words speak of what is reckoned from columns: a rate, a difference, a share."""
    derived = [word for word in words if word in _DERIVED]
    if any(not any(word in measure.terms for measure in table.measures) for word in derived):
        return (), False
    scored = [(_score(measure, words), measure) for measure in table.measures]
    best = max((score for score, measure in scored if fits(measure)), default=0.0)
    if best > 0:
        return tuple(measure for score, measure in scored if score == best and fits(measure)), True
    return tuple(measure for _, measure in scored if fits(measure)), False


def _score(measure: Measure, words: Sequence[str]) -> float:
    hit = sum(_names(term, words) for term in measure.terms)
    return hit + hit / len(measure.terms) if hit else 0.0


def _names(term: str, words: Sequence[str]) -> bool:
    if any(term == word or (len(term) > 3 and len(word) > 3 and akin(term, word)) for word in words):
        return True
    return any(term in group and any(word in group for word in words) for group in _CALLED)


def names_of(table: Table, noun: str) -> tuple[Measure, ...]:
    """The measures that a noun calls by name."""
    return tuple(measure for measure in table.measures if any(_names(term, (noun,)) for term in measure.terms))


def rows_said(table: Table, sentence: Sentence) -> list[Mention]:
    """The rows that a sentence names, positions from the beginning of the sentence; the noun before a name belongs to it."""
    start, text = sentence.span.start, sentence.text
    found = [Mention(m.row, m.start - start, m.end - start, m.key) for m in mentions(table.grid, sentence) if m.row in table.labels]
    found += [
        m for m in (*_letters(table, text), *_short(table, text)) if not any(m.start < own.end and own.start < m.end for own in found)
    ]
    found.sort(key=lambda m: m.start)
    nouns = words_of(table.grid.columns[0].name)
    return [Mention(m.row, _begins(text, m.start, None if m.key is not None else nouns), m.end, m.key) for m in found]


def _short(table: Table, text: str) -> Iterator[Mention]:
    """Rows that are called by the sign that their label begins with ("Q4 bulk insert": "Q4")."""
    signs = {row: match.group() for row, label in table.labels.items() if (match := re.match(r"[A-Z]{1,3}\d{1,3}(?=[\s:.,(])", label))}
    for row, sign in signs.items():
        if list(signs.values()).count(sign) == 1:
            yield from (Mention(row, m.start(), m.end()) for m in re.finditer(rf"(?<![\w-]){sign}(?![\w-])", text))


def _letters(table: Table, text: str) -> Iterator[Mention]:
    """Rows that are called by one letter ("model A", "B and C")."""
    nouns = words_of(table.grid.columns[0].name)
    for row, label in table.labels.items():
        if len(label) != 1 or not label.isupper():
            continue
        for match in re.finditer(rf"(?<![\w'’.-]){label}(?![\w'’-]|\.\w)", text):
            before = words_in(text[: match.start()])[-1:]
            noun = any(akin(term, word.text) or word.text in _COPULAS for term in nouns for word in before)
            if label not in ("A", "I") or noun or re.match(r"\s*(?:[.,;:)]|(?:and|und|et|or|oder|ou)\s)", text[match.end() :]):
                yield Mention(row, match.start(), match.end())


_NO_NAME = r"(?!(?:of|is|at|for|with|in|by|than|and|or|was|the|to|on|an?|von|bei|für|mit|als|und|ist|de|à|pour|avec|que|et|est)\s)"
_KEY_NAME = re.compile(
    rf"(?<![^\W\d_])(?:(?:an?|the|einer?|eine[mn]|der|une?|la|le)\s)?(?:{_NO_NAME}[^\W\d_]+[\s-]){{1,2}}?(?:(?:of|von|de|number|"
    rf"nr\.|no\.)\s)?$"
    r"|[^\W\d_]+\s?=\s?$",
    re.IGNORECASE,
)


_NOUN = re.compile(r"(?:(?:the|der|die|das|den|dem|le|la|l['’])\s?)?(?P<noun>[^\W\d_]+)\s[`*_«„“\"]*$", re.IGNORECASE)


def _begins(text: str, at: int, nouns: Sequence[str] | None) -> int:
    """Where the name of a row begins: with the noun before it ("the model A"); with any word before a key ("a depth of 16", "n = "
    "1024")."""
    match = (_KEY_NAME if nouns is None else _NOUN).search(text[max(0, at - 40) : at])
    if match is None or (nouns is not None and not any(akin(term, match["noun"].lower()) for term in nouns)):
        return at
    return max(0, at - 40) + match.start()


def together(truths: Sequence[Truth]) -> Truth:
    """What several readings of a statement make of it: true or false only where all agree."""
    if not truths or any(truth is None for truth in truths):
        return None
    return truths[0] if len(set(truths)) == 1 else None
