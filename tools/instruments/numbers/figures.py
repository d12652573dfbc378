"""Figures that an output prints with a label ("loss: 0.6931"), against the prose that quotes them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.totals import labelled
from tools.instruments.numbers.words import conditional, elsewhere, named, partly, words_of
from tools.quantities import Interval, Quantity
from tools.records import Finding

_NEAR = 3
_ROW = re.compile(
    r"(?<![^\W\d_])(?:epoch|step|iter\w*|request|run|trial|row|fold|layer|batch|epoche|schritt|lauf|étape)\s*[:=#]?\s*\d", re.I
)
_LOG = re.compile(r"warning|error|traceback|exception|\binfo\b|\bdebug\b|\.py", re.I)
_SAYS = re.compile(
    r"(?:\s*(?:is|are|was|were|of|at|=|:|comes to|equals|reads|prints|reaches|reached|shows|gives|ist|beträgt|von|liegt bei|betrug|est|"
    r"vaut|atteint|de|now|only|about|just|exactly|the|a|still|then|to|down|as|low))*\s*[$€£~≈(]?\s*",
    re.I,
)


@dataclass(frozen=True)
class Figure:
    """A labelled value of an output. terms: the words of its label."""

    terms: tuple[str, ...]
    quantity: Quantity
    block: int
    line: str
    single: bool


def figures_of(page: Page) -> list[Figure]:
    """The labelled values of the outputs, in order. single: no other value of the chapter carries the same label."""
    found: list[Figure] = []
    for sentence in page.sentences:
        if not sentence.output or _LOG.search(sentence.text) or len(sentence.text) > 400:
            continue
        repeated = _ROW.search(sentence.text) is not None
        for label, quantity in labelled(page, sentence):
            terms = words_of(label[-60:])[-5:]
            if terms and not quantity.ordinal and quantity.style == "digits":
                found.append(Figure(terms, quantity, sentence.block, sentence.text, not repeated))
    found.extend(_pairs(page))
    counts: dict[tuple[str, ...], int] = {}
    for figure in found:
        counts[figure.terms] = counts.get(figure.terms, 0) + 1
    return [f if counts[f.terms] == 1 else Figure(f.terms, f.quantity, f.block, f.line, False) for f in found]


def _pairs(page: Page) -> Iterator[Figure]:
    """The rows of tables without a header that hold a name and its value."""
    for grid in page.grids:
        if len(grid.columns) != 2 or any(column.name for column in grid.columns):
            continue
        for label, cell in zip(grid.columns[0].cells, grid.columns[1].cells, strict=True):
            if label is not None and cell is not None and cell.quantity is not None and label.quantity is None and words_of(label.text):
                yield Figure(words_of(label.text)[-5:], cell.quantity, grid.block, f"{label.text}: {cell.text}", True)


def check_figures(page: Page) -> Iterator[Finding]:
    figures = figures_of(page)
    if not figures:
        return
    blocks: dict[int, list[Figure]] = {}
    for figure in figures:
        blocks.setdefault(figure.block, []).append(figure)
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text):
            continue
        window = range(sentence.block - _NEAR, sentence.block + _NEAR + 1)
        near = [f for n in window for f in blocks.get(n, []) if page.sections[n] == page.sections[sentence.block]]
        ends = {end.span.start for stated in sentence.ranges for end in (stated.low, stated.high)}
        for quantity in sentence.quantities:
            if near and not quantity.ordinal and quantity.span.start not in ends and not quantity.glued:
                finding = _held(page, sentence, near, quantity)
                if finding is not None:
                    yield finding


def _held(page: Page, sentence: Sentence, near: list[Figure], quantity: Quantity) -> Finding | None:
    fitting = [figure for figure in near if figure.quantity.kind == quantity.kind]
    scored = [(sum(named(term, sentence.words) for term in figure.terms), figure) for figure in fitting]
    agreeing = [(score, figure) for score, figure in scored if score and _agreement(quantity, figure.quantity) == "yes"]
    if agreeing:
        score, figure = max(agreeing, key=lambda pair: pair[0])
        if _tells(quantity) or score == len(figure.terms):
            said = Said(
                f"The output prints {page.words_at(figure.quantity.span)}, as stated ({page.words_at(quantity.span)}).",
                [figure.line[:200]],
                [figure.quantity.span],
            )
            return report.confirmed("printed", quantity.span, said)
        return None
    if any(_agreement(quantity, figure.quantity) != "no" for figure in fitting):
        return None
    sure = [figure for score, figure in scored if figure.single and _named_before(page, sentence, figure, quantity)]
    if page.text[sentence.span.start : quantity.span.start].count("`") % 2:
        return None
    if len(sure) != 1 or partly(sentence.text) or conditional(sentence.text) or quantity.kind == "times":
        return None
    figure = sure[0]
    new = report.like(figure.quantity.bases()[0], quantity, page)
    replacement = report.replaced(page, quantity.span, [(quantity.number, new)], "the figure of the output") if new else None
    written = page.words_at(quantity.span)
    said = Said(
        f"The output prints {page.words_at(figure.quantity.span)}, not {written}.",
        [figure.line[:200], f"stated: {written}"],
        [figure.quantity.span],
    )
    return report.contradicted("printed", quantity.span, said, "high", replacement)


def _agreement(stated: Quantity, printed: Quantity) -> str:
    return max((stated.agreement(Interval.exact(base)) for base in printed.bases()), key=("no", "unsure", "yes").index)


def _tells(quantity: Quantity) -> bool:
    """Whether a figure is rare enough that agreement is no accident."""
    digits = str(quantity.value.numerator).strip("0-")
    return len(digits) >= 2 or abs(quantity.value) < 1


def _named_before(page: Page, sentence: Sentence, figure: Figure, quantity: Quantity) -> bool:
    """Whether the words right before a figure are the whole label, joined to it by a verb."""
    head = page.text[max(sentence.span.start, quantity.span.start - 60) : quantity.span.start]
    words = list(re.finditer(r"[^\W\d_]+", head))
    for cut in range(len(words) - 1, -1, -1):
        if _SAYS.fullmatch(head[words[cut].end() :]):
            label = words_of(head[: words[cut].end()])[-len(figure.terms) :]
            if len(label) == len(figure.terms) and all(
                term == word or (len(term) > 3 and named(term, (word,))) for term, word in zip(figure.terms, label, strict=True)
            ):
                return True
    return False
