"""What the words around a formula call its names ("$b$ bits", "N reads of length L"), and the figures that later stand with these words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from tools.instruments.equations.formulas import plain_math
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import akin, vocabulary
from tools.quantities import Quantity
from tools.quantities.expressions import ExpressionError
from tools.records import Span

_BEFORE, _AFTER = 300, 250  # characters: how far from a formula its names are explained
_NAMED = re.compile(
    r"(?<![\w.])(?:(?P<pre>[^\W\d_]{3,})\s)?(?P<mark>[$`*]?)(?P<name>\\?[A-Za-zα-ωΑ-Ω](?:_\{[^{}$=]{1,12}\}|_\w+)?)(?P=mark)(?![\w'’$(])"
    r"(?:\s(?P<post>[^\W\d_]{3,}))?"
)
_NO_NOUN = vocabulary(
    "the and for with that this from are was were has have had its not but all any each every per than then into onto over "
    "under takes gives where when while let which what who how new one two out off via value values number numbers given find "
    "get put set use used make made being called denote denotes stands means holds lies grows falls times more most less "
    "least only also both same other first last next der die das und mit von für ist sind war den dem ein eine einer bei auf "
    "aus wobei wenn sei gilt nach zur zum les des est une dans pour avec sur par qui que où soit "
)
_WORDLESS = vocabulary("a A I y à o O")  # a letter that is a word, unless it is marked as a name


@dataclass(frozen=True)
class Called:
    """What a name is called. counted: the word stands behind a figure ("16 bits"); else before it ("a length of 150")."""

    name: str
    noun: str
    counted: bool


def called(page: Page, names: Collection[str], place: Span) -> tuple[Called, ...]:
    """The words for the names of a formula, of names and words that belong to each other alone."""
    text = page.text[max(0, place.start - _BEFORE) : place.start] + " \n " + page.text[place.end : place.end + _AFTER]
    found: set[Called] = set()
    for match in _NAMED.finditer(text):
        name = _plain(match["name"])
        if name not in names or (name in _WORDLESS and not match["mark"]):
            continue
        for word, counted in ((match["post"], True), (match["pre"], False)):
            if word and word.lower() not in _NO_NOUN and word[0].islower() | (len(word) > 4):
                found.add(Called(name, word.lower(), counted))
    return tuple(
        own
        for own in sorted(found, key=lambda one: (one.name, one.noun))
        if not any(o.name != own.name and o.noun == own.noun for o in found)
    )


def bindings(page: Page, sentence: Sentence, words: Collection[Called]) -> Iterator[tuple[str, Quantity]]:
    """The figures of a sentence that stand with the word for a name."""
    for quantity in sentence.quantities:
        if quantity.ordinal or quantity.bound:
            continue
        behind = (quantity.unit.name.lower(), *quantity.after[:1], page.words_at(quantity.span).split()[-1].lower())
        before = [word for word in quantity.before[:2] if word not in ("of", "is", "von", "ist", "de", "est")][:1]
        names = {own.name for own in words if any(len(word) > 2 and akin(own.noun, word) for word in (behind if own.counted else before))}
        if len(names) == 1:
            yield names.pop(), quantity


def by_initials(page: Page, sentence: Sentence, names: Collection[str], before: Collection[Sentence]) -> Mapping[str, Quantity]:
    """ "Precision 0.75, recall 0.90 ... the mean of precision and recall, 2PR/(P + R)": names that are the words' first letters."""
    found: dict[str, Quantity] = {}
    words = {word.lower() for word in re.findall(r"[^\W\d_]{4,}", sentence.text)}
    for name in names:
        mine = {word for word in words if word[0] == name.lower()}
        told = [
            (word, quantity)
            for own in before
            for quantity in own.quantities
            for word in [w for w in quantity.before[:2] if w not in ("of", "is", "a", "the", "von", "ist", "de", "est")][:1]
            if word in mine and not quantity.ordinal and not quantity.bound
        ]
        if len(name) == 1 and len({word for word, _ in told}) == 1 and len({quantity.bases() for _, quantity in told}) == 1:
            found[name] = told[-1][1]
    return found


def _plain(name: str) -> str:
    try:
        return plain_math(name).strip()
    except ExpressionError:
        return name
