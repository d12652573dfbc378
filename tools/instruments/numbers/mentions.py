"""Which rows of a table a sentence speaks of, and where: by label ("PostgreSQL"), by key ("request 6", "T=19")."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.numbers.page import Column, Grid, Sentence
from tools.instruments.numbers.totals import is_summary
from tools.instruments.numbers.words import akin, named, vocabulary
from tools.quantities import Quantity

_EVERYDAY = vocabulary(
    "a an the on in at is are was or and no not all so do it we as be by of to if for one two est et ou un une le la les des en sur son pas"
    " tous ist sind war und oder an am im auf aus die der das man alle so wie"
)  # labels that would be found in any sentence
_KEY_JOINT = ("of", "von", "de", "is", "size", "the")

_POSITIONS = (
    r"first|erste[nrs]?|premi(?:er|ère)", r"second|zweite[nrs]?|deuxième|seconde?", r"third|dritte[nrs]?|troisième",
    r"fourth|vierte[nrs]?|quatrième", r"fifth|fünfte[nrs]?|cinquième",
)  # fmt: skip
_POSITION = re.compile(
    r"(?<![^\W\d_])(?:the|der|die|das|den|dem|le|la)\s+(?P<word>"
    + "|".join(rf"(?P<p{n}>{words})" for n, words in enumerate(_POSITIONS))
    + r")(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mention:
    """A row that a sentence names; position: in the text; key: the quantity that names it, None where a label does."""

    row: int
    start: int
    end: int
    key: Quantity | None = None


def mentions(grid: Grid, sentence: Sentence) -> list[Mention]:
    """The rows that a sentence names, in the order of the text."""
    found = [*_by_label(grid, sentence), *_by_key(grid, sentence)]
    found.sort(key=lambda mention: (mention.start, -mention.end))
    kept: list[Mention] = []
    for mention in found:
        if not kept or mention.start >= kept[-1].end:
            kept.append(mention)
    return kept


def _by_label(grid: Grid, sentence: Sentence) -> Iterator[Mention]:
    if not grid.columns:
        return
    for row, cell in enumerate(grid.columns[0].cells):
        if cell is None or cell.quantity is not None or len(cell.text) < 2 or is_summary(grid, row):
            continue
        label = cell.text.strip("*`_ :")
        if len(label) < 2 or label.lower() in _EVERYDAY:
            continue
        flags = re.IGNORECASE if len(label) > 3 else 0
        for match in re.finditer(rf"(?<![\w-]){re.escape(label)}(?![\w-])", sentence.text, flags):
            yield Mention(row, sentence.span.start + match.start(), sentence.span.start + match.end())


def _by_key(grid: Grid, sentence: Sentence) -> Iterator[Mention]:
    for column in key_columns(grid):
        for quantity in sentence.quantities:
            if quantity.ordinal or not _names_key(column, quantity):
                continue
            rows = [n for n, own in column.figures() if own.value == quantity.value]
            if len(rows) == 1:
                yield Mention(rows[0], quantity.span.start, quantity.span.end, quantity)


def key_columns(grid: Grid) -> list[Column]:
    """Columns whose values tell the rows apart: the first one, or one of whole numbers without a unit that all differ."""
    found = []
    for column in grid.columns:
        figures = [quantity for _, quantity in column.figures()]
        if len(figures) < 2 or len(figures) != len([cell for cell in column.cells if cell is not None]):
            continue
        whole = all(quantity.value.denominator == 1 for quantity in figures)
        if whole and len({quantity.value for quantity in figures}) == len(figures) and (column.index == 0 or figures[0].kind == "count"):
            found.append(column)
    return found


def _names_key(column: Column, quantity: Quantity) -> bool:
    """Whether the word before a figure is the name of the column ("request 6", "batch size of 64", "n = 1024")."""
    name = column.name.strip().lower()
    before = [word for word in quantity.before if word not in ("of", "von", "de", "is")]
    if not before or quantity.kind not in ("count", column.kind):
        return False
    if len(name) <= 2 or quantity.glued:
        return before[0] == name or (len(column.terms) > 0 and column.terms[-1] == before[0])
    if not column.terms or quantity.unit.name:
        return False
    last = before[0]
    return any(akin(term, last) or (len(term) > 5 and named(term, (last,))) for term in column.terms)


def by_position(grid: Grid, sentence: Sentence) -> list[Mention]:
    """The rows that a sentence names by their place in the table alone: "the first", "der zweite", "la troisième"."""
    found = []
    for match in _POSITION.finditer(sentence.text):
        row = next(n for n in range(len(_POSITIONS)) if match[f"p{n}"])
        noun = re.match(r"\s+(?:[^\W\d_]+)", sentence.text[match.end() :])
        last = not noun or not grid.columns or any(akin(t, noun.group().strip().lower()) for t in grid.columns[0].terms)
        if row < len(grid.rows) and not is_summary(grid, row):
            end = match.end() + (noun.end() if noun and last else 0)
            found.append(Mention(row, sentence.span.start + match.start("word"), sentence.span.start + end))
    return found


def used_as_key(found: list[Mention], quantity: Quantity) -> bool:
    return any(mention.start <= quantity.span.start < mention.end for mention in found)
