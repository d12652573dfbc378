"""Lists that code spells out or prints, against the counts, sums and ranges that prose states of them."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from unicodedata import combining, normalize

from tools import python_source
from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.ranges import widened
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.words import akin, conditional, elsewhere, partly, vocabulary, words_of
from tools.quantities import Quantity, Range
from tools.records import Block, Finding, Span

_NEAR = 12
_ASSIGNED = re.compile(
    r"(?<![\w.=])(?P<name>[A-Za-z_]\w*)\s*=\s*(?:np\.array\(|pd\.Series\(|torch\.tensor\(|array\(|Series\(|tensor\()?\s*(?P<list>[\[(]\s*[^\[\]()]{3,2000}[\])])"
)
_PRINTED = re.compile(r"print\((?P<expression>[^#\n]{1,120})\)\s*#\s*(?P<list>\[[^\[\]]{3,1000}\])")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_THESE = vocabulary("these all diese alle allen dieser ces tous toutes")
_THE = vocabulary("the our die unsere unseren den les nos")
_MOST_NAMES = 400
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True)
class Listed:
    """A list of the code. terms: words of its name; values: where all are numbers; alone: it is the only list of its block."""

    terms: tuple[str, ...]
    count: int
    values: tuple[Fraction, ...]
    span: Span
    block: int
    alone: bool
    shown: str


def lists_of(page: Page) -> list[Listed]:
    """The lists that code assigns to a name once, or prints with a comment of the values."""
    found: list[Listed] = []
    for number, block in enumerate(page.blocks):
        if block.kind != "code":
            continue
        text = page.words_at(block.span)
        own = [*_assigned(text, block, number), *_printed(text, block, number)]
        printed = {int(x) for comment in re.findall(r"#([^\n]*)", text) for x in re.findall(r"(?<![\d.])\d{1,4}(?![\d.])", comment)}
        found += [Listed(x.terms, x.count, x.values, x.span, x.block, len(own) == 1 and x.count not in printed, x.shown) for x in own]
    names = Counter(x.terms for x in found)
    return [x for x in found if names[x.terms] == 1 or len({y.values for y in found if y.terms == x.terms}) == 1][:_MOST_NAMES]


def _assigned(text: str, block: Block, number: int) -> Iterator[Listed]:
    for match in _ASSIGNED.finditer(text):
        try:
            node = python_source.expression(match["list"].replace("\n", " "))
        except SyntaxError:
            continue
        if isinstance(node, (ast.List, ast.Tuple)) and len(node.elts) >= 3:
            span = Span(start=block.span.start + match.start("list"), end=block.span.start + match.end("list"))
            yield Listed(_terms(match["name"]), len(node.elts), _values(node.elts), span, number, False, match["list"])


def _printed(text: str, block: Block, number: int) -> Iterator[Listed]:
    for match in _PRINTED.finditer(text):
        values = tuple(Fraction(x) for x in _NUMBER.findall(match["list"]))
        if len(values) >= 3 and re.fullmatch(r"\[[-\d.,\se+]*\]", match["list"]):
            span = Span(start=block.span.start + match.start("list"), end=block.span.start + match.end("list"))
            yield Listed(_terms(match["expression"]), len(values), values, span, number, False, match["list"])


def _terms(name: str) -> tuple[str, ...]:
    return tuple(word for word in words_of(name.replace("_", " ")) if len(word) >= 3 and word not in ("tolist", "list", "sorted", "print"))


def _akin(term: str, word: str) -> bool:
    """Whether a name in code and a word mean the same; names are often written without accents and umlauts."""
    return akin(term, word) or akin(term, _folded(word)) or akin(term, _folded(word.translate(_UMLAUTS)))


def _folded(word: str) -> str:
    return "".join(char for char in normalize("NFKD", word) if not combining(char))


def _values(elements: list[ast.expr]) -> tuple[Fraction, ...]:
    values = []
    for element in elements:
        negative = isinstance(element, ast.UnaryOp) and isinstance(element.op, ast.USub)
        node = element.operand if isinstance(element, ast.UnaryOp) else element
        if not isinstance(node, ast.Constant) or type(node.value) not in (int, float):
            return ()
        assert isinstance(node.value, (int, float))
        values.append(Fraction(str(node.value)) * (-1 if negative else 1))
    return tuple(values)


def check_literals(page: Page) -> Iterator[Finding]:
    lists = lists_of(page)
    for sentence in page.sentences if lists else ():
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text):
            continue
        near = [
            own for own in lists if page.sections[own.block] == page.sections[sentence.block] and abs(own.block - sentence.block) <= _NEAR
        ]
        for quantity in sentence.quantities:
            finding = _count(page, sentence, quantity, near)
            if finding is not None:
                yield finding
        for stated in sentence.ranges if not partly(sentence.text) else ():
            finding = _range(page, sentence, stated, near)
            if finding is not None:
                yield finding


def _count(page: Page, sentence: Sentence, quantity: Quantity, lists: list[Listed]) -> Finding | None:
    """ "These nine lengths": a count with the name of a list, or said right behind the one list of a block."""
    if (
        page.text[quantity.span.end : quantity.span.end + 1] == "-"
        or quantity.kind != "count"
        or quantity.ordinal
        or quantity.bound
        or not quantity.after
        or not quantity.before
        or quantity.value.denominator != 1
    ):
        return None
    stated, noun, determiner = int(quantity.value), quantity.after[0], quantity.before[0]
    sure = determiner in _THESE or (determiner in _THE and stated >= 5)
    named = [own for own in lists if own.terms and len(noun) >= 4 and _akin(own.terms[-1], noun)]
    if not named and determiner in ("these", "diese", "ces") and stated >= 5:
        opening = sentence.span.start <= page.blocks[sentence.block].span.start + 1
        named = [
            own
            for own in lists
            if own.alone and own.block == sentence.block - 1 and opening and own.count >= 5 and abs(own.count - stated) <= 2
        ]
    if len(named) != 1:
        return None
    own = named[0]
    span = Span(start=quantity.span.start, end=quantity.span.end)
    working = [f"{own.shown[:200]}: {own.count} elements"]
    if own.count == stated:
        return report.confirmed("list-count", span, Said(f"The list has {own.count} elements, as stated.", working, [own.span]))
    if not sure or abs(own.count - stated) > max(2, own.count // 4):
        return None
    new = report.like(Fraction(own.count), quantity, page)
    replacement = report.replaced(page, span, [(quantity.number, new)], "the number of elements of the list") if new else None
    said = Said(f"The list has {own.count} elements, not {page.words_at(quantity.number)}.", working, [own.span])
    return report.contradicted("list-count", span, said, "medium", replacement)


def _range(page: Page, sentence: Sentence, stated: Range, lists: list[Listed]) -> Finding | None:
    """ "The lengths lie between 16 and 69": a range of the values of the list that the words name; one end has to be its extreme."""
    low, high = stated.low.value, stated.high.value
    named = [
        own
        for own in lists
        if own.values and any(_akin(term, word) for term in own.terms for word in sentence.words if len(word) >= 4 and len(term) >= 4)
    ]
    for own in named:
        least, most = min(own.values), max(own.values)
        fits = (stated.low.half >= abs(least - low), stated.high.half >= abs(most - high))
        places, working = [own.span], [f"{own.shown[:200]}: {plain(least)} to {plain(most)}"]
        if all(fits):
            return report.confirmed(
                "list-range", stated.span, Said(f"The values go from {plain(least)} to {plain(most)}, as stated.", working, places)
            )
        outside = [v for v in own.values if v < low - stated.low.half or v > high + stated.high.half]
        if any(fits) and outside and len(outside) * 2 <= len(own.values) and len(named) == 1:
            factor = stated.high.unit.factors[0]
            said = Said(f"The values go from {plain(least)} to {plain(most)}; {plain(outside[0])} lies outside.", working, places)
            return report.contradicted("list-range", stated.span, said, "high", widened(page, stated, least * factor, most * factor))
    return None
