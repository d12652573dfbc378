"""Values that stand beside one another, each with a label where it has one: of a table's column, a sentence, or lines of output."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.page import Grid, Page, Sentence
from tools.instruments.numbers.totals import aggregate_named, data_figures, labelled
from tools.instruments.numbers.words import words_of
from tools.quantities.scan import number_of
from tools.records import Span

_JOINED = re.compile(
    r"\s*(?:,|;|\)\s*,?|and|und|et|y|or|oder|ou|o)(?:\s*(?:and|und|et|y|or|oder|ou|o))?\s+(?:finally\s|then\s)?[$€£(−-]*", re.IGNORECASE
)
_LOOSELY = re.compile(
    r"\s*(?:[^.;:!?\d]|\.(?=\w)){0,45}?(?:,|(?<![^\W\d_])(?:and|und|et|y)(?![^\W\d_]))(?:[^.;:!?\d]|\.(?=\w)){0,45}", re.IGNORECASE
)
_FEW = 3
_NOT_JOINED = re.compile(
    r"(?<![^\W\d_])(?:so|thus|which|that|is|are|was|makes?|leav\w+|instead|than|total|altogether|also|sind|macht|soit|"
    r"donc|reduc\w+|sav\w+|gives?|each|per|every|of|from|to|by|"
    r"with|against|where|needs?|needed|when|while|but)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Series:
    """Values of one kind. labels: what each belongs to ("" where nothing names it). terms: words of what is measured.
    column: its place in its table, -1 elsewhere. block: where it stands; span: from its first value to its last."""

    items: tuple[Item, ...]
    labels: tuple[str, ...]
    terms: tuple[str, ...]
    block: int
    span: Span
    column: int = -1

    @property
    def kind(self) -> str:
        return self.items[0].kind


def columns_of(page: Page, grid: Grid) -> Iterator[Series]:
    """The columns of a table that hold one kind of figure, its summary rows left out."""
    if not grid.columns:
        return
    for column in grid.columns:
        figures = data_figures(grid, column)
        if len(figures) >= 2 and column.kind is not None:
            labels = tuple(_label(grid, n) for n, _ in figures)
            items = tuple(plain_item(page, quantity) for _, quantity in figures)
            yield Series(items, labels, column.terms, grid.block, grid.span, column.index)


def _label(grid: Grid, row: int) -> str:
    cell = grid.columns[0].cells[row]
    return cell.text.strip("*`_ :") if cell is not None else ""


def in_sentence(page: Page, sentence: Sentence) -> Iterator[Series]:
    """Three or more figures of one kind that a sentence lists, close together ("12, 15 and 11 ms") or with words between."""
    items = items_of(page, sentence)
    for joint in (_JOINED, _LOOSELY):
        for chosen in _runs(page, items, joint):
            span = Span(start=chosen[0].span.start, end=chosen[-1].span.end)
            yield Series(tuple(chosen), tuple(_names(page, sentence, items, chosen)), words_of(sentence.text), sentence.block, span)


def listed_in(page: Page, sentence: Sentence) -> Iterator[list[Item]]:
    """The figures of a sentence that stand in a list, three or more with nothing but marks between."""
    yield from _runs(page, items_of(page, sentence), _JOINED)


def _runs(page: Page, items: Sequence[Item], joint: re.Pattern[str]) -> Iterator[list[Item]]:
    run: list[Item] = []
    for item in (*items, None):
        between = page.text[run[-1].span.end : item.span.start] if run and item is not None else ""
        if run and item is not None and joint.fullmatch(between) and not (joint is _LOOSELY and _NOT_JOINED.search(between)):
            run.append(item)
            continue
        if len(run) >= _FEW and (alike := _of_one_kind(page, run)):
            yield alike
        run = [item] if item is not None else []


def _of_one_kind(page: Page, run: Sequence[Item]) -> list[Item] | None:
    """The figures with one unit and one scale: the last or the first gives it to those that have none."""
    kinds = {item.kind for item in run} - {"count"}
    if len(kinds) > 1 or kinds & {"times", "part", "points"}:
        return None
    model = next((item.quantity for item in (run[-1], run[0], *run) if item.quantity.unit.name), None)
    units = [
        replace(item.quantity, unit=model.unit)
        if model is not None and item.plain_count and not item.quantity.unit.name and not (item.noun and model.kind == "percent")
        else item.quantity
        for item in run
    ]
    if len({quantity.unit.kind for quantity in units}) != 1:
        return None
    scales = [_scale(page, quantity) for quantity in units]
    largest = max(scales)
    if largest > 1 and (scales[0] == largest or scales[-1] == largest) and any(scale == 1 for scale in scales):
        units = [
            replace(q, value=q.value * largest, half=q.half * largest, coarse=q.coarse * largest) if scale == 1 else q
            for q, scale in zip(units, scales, strict=True)
        ]
    return [replace(plain_item(page, quantity), noun=item.noun) for item, quantity in zip(run, units, strict=True)]


def _scale(page: Page, quantity) -> int:  # type: ignore[no-untyped-def]
    """By what a word after the digits multiplies a figure ("2.1 million")."""
    read = number_of(page.words_at(quantity.number), page.writing.decimal) if quantity.style == "digits" else None
    return int(quantity.value / read[0]) if read is not None and read[0] and (quantity.value / read[0]).denominator == 1 else 1


def _names(page: Page, sentence: Sentence, items: Sequence[Item], chosen: Sequence[Item]) -> Iterator[str]:
    """The words before each figure, back to the figure or the mark before it."""
    for item in chosen:
        head = page.text[sentence.span.start : item.span.start]
        part = re.split(r"[,;:(]\s|(?<![^\W\d_])(?:and|und|et|y)\s|\d", head.rstrip("( "))[-1]
        words = re.findall(r"[\w.+#-]*[^\W\d_][\w.+#-]*", part)
        yield next((word.strip(".-") for word in words if len(word) > 1 and not _SMALL.fullmatch(word)), "")


_SMALL = re.compile(
    r"takes?|took|is|are|was|with|at|the|a|an|of|for|in|on|needs?|has|and|it|to|ms|s|der|die|das|ist|mit|le|la|les|est|"
    r"avec|only|about|reaches|"
    r"scores?|handled?|differ|speed|braucht|dauert|prend|weighs?|costs?|gets?|got|MB|GB|kB",
    re.IGNORECASE,
)


def printed_near(page: Page, block: int) -> Iterator[Series]:
    """The labelled values of an output beside a paragraph, where they are of one kind."""
    for number in (block - 1, block + 1, block - 2):
        lines = [own for own in page.sentences_of(number) if own.output] if 0 <= number < len(page.blocks) else []
        found = [(label, quantity, own) for own in lines for label, quantity in labelled(page, own) if not quantity.ordinal]
        summary = any("%" in label or aggregate_named(label) or re.match(r"(?:count|std|min|max)\b", label) for label, _, _ in found)
        if len(found) >= 2 and len(found) == len(lines) and not summary and len({q.kind for _, q, _ in found}) == 1:
            items = tuple(plain_item(page, quantity) for _, quantity, _ in found)
            span = Span(start=items[0].span.start, end=items[-1].span.end)
            yield Series(items, tuple(label.strip(" :=") for label, _, _ in found), (), number, span)
            return
