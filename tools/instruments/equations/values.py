"""The values that a chapter gives for the names of its formulas: in prose, in code font, in code, in counts ("12 layers")."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.equations.formulas import Formula, tokens_of
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.words import supposed
from tools.quantities import Quantity, Writing, quantities_of
from tools.quantities.expressions import ExpressionError, Value, value_of
from tools.records import Span

_GIVEN = re.compile(r"(?P<name>[A-Za-zα-ωΑ-Ω_][\w.]*)[`*]*\s*(?P<joint>=|:|is|are|of|equals|ist|von|beträgt|est|vaut|de)\s*[`*]*$")
_OPERATED = re.compile(r"(?:[√∛^_*·×/+−(|]|\\sqrt\{?|(?<=\s)-|(?<![^\W\d_])(?:log|ln|exp|root of|square of|inverse of))\s?$")
_CONTINUES = re.compile(r"\s?[`]?\s*(?:[*×·/^]|\*\*|\+|−|\s[-x]\s|=\s*[\w(]|≈)")
_ASSIGNED = re.compile(r"(?<![\w.=<>!+\-*/])(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?)\s*(?=$|[,)#;])")
_NEAR_LETTER = 4


@dataclass(frozen=True)
class Given:
    """A value that the chapter gives for a name, with the place."""

    name: str
    value: Value
    span: Span
    block: int


@dataclass(frozen=True)
class Values:
    """All values that a chapter gives for one name. counts: how often each is given; blocks: where."""

    counts: Counter[Fraction]
    blocks: dict[int, list[Given]]

    def add(self, given: Given) -> None:
        self.counts[given.value.exact] += 1
        self.blocks.setdefault(given.block, []).append(given)


def values_of(page: Page, formulas: Iterable[Formula], names: frozenset[str]) -> dict[str, Values]:
    """Every value that the chapter gives for these names."""
    found: dict[str, Values] = {}
    for given in (*_defined(page, formulas), *_in_prose(page, names), *_in_code(page, names), *_counted(page, names)):
        if given.name in names:
            found.setdefault(given.name, Values(Counter(), {})).add(given)
    return found


def _defined(page: Page, formulas: Iterable[Formula]) -> Iterator[Given]:
    """Formulas that are definitions: a name and a number."""
    for formula in formulas:
        before = page.text[max(0, formula.span.start - 12) : formula.span.start]
        if len(formula.sides) != 2 or supposed(formula.sentence.text) or _OPERATED.search(before):
            continue
        try:
            left, right = (tokens_of(side, frozenset(), formula.latex, page.writing) for side in formula.sides)
        except ExpressionError:
            continue
        if len(left) == 1 and left[0].kind == "name" and len(right) == 1 and right[0].quantity is not None:
            yield Given(left[0].text, value_of(right[0].quantity), formula.span, formula.block)


def _in_prose(page: Page, names: frozenset[str]) -> Iterator[Given]:
    for sentence in page.sentences:
        if supposed(sentence.text):
            continue
        for quantity in sentence.quantities:
            head = page.text[max(sentence.span.start, quantity.span.start - 40) : quantity.span.start]
            match = _GIVEN.search(head)
            if match is None or _OPERATED.search(head[: match.start()]) or match["name"] not in names or quantity.ordinal:
                continue
            if match["joint"] in ("is", "of", "are", "de", "von", "est") and len(match["name"]) == 1:
                continue
            if _CONTINUES.match(page.text, quantity.span.end, sentence.span.end):
                continue
            start = quantity.span.start - len(head) + match.start()
            yield Given(match["name"], value_of(quantity), Span(start=start, end=quantity.span.end), sentence.block)


def _in_code(page: Page, names: frozenset[str]) -> Iterator[Given]:
    for number, block in enumerate(page.blocks):
        if block.kind != "code":
            continue
        spans = [line.span for line in block.lines] or [block.span]
        for span in spans:
            for match in _ASSIGNED.finditer(page.text[span.start : span.end]):
                if match["name"] not in names:
                    continue
                read = quantities_of(match["value"].replace("_", ""), Writing("en", "."))
                if len(read) == 1:
                    place = Span(start=span.start + match.start(), end=span.start + match.end())
                    yield Given(match["name"], value_of(read[0]), place, number)


def _counted(page: Page, names: frozenset[str]) -> Iterator[Given]:
    """ "12 layers" for `n_layers`, `num_layers` or `layers`."""
    nouns = {}
    for name in names:
        noun = re.sub(r"^(?:n|num|number_of)_", "", name)
        if (noun != name or name.endswith("s")) and len(noun) >= 4 and noun.isalpha():
            nouns[noun.lower()] = name
    for sentence in page.sentences if nouns else ():
        if sentence.output or supposed(sentence.text):
            continue
        for quantity in sentence.quantities:
            noun = quantity.after[0] if quantity.after else ""
            meant = nouns.get(noun) or nouns.get(noun + "s") or nouns.get(noun.removesuffix("s"))
            if meant is not None and _plain_count(quantity):
                yield Given(meant, value_of(quantity), quantity.span, sentence.block)


def _plain_count(quantity: Quantity) -> bool:
    return (
        quantity.kind == "count" and quantity.value.denominator == 1 and quantity.value > 1 and not quantity.ordinal and not quantity.bound
    )


def chosen(page: Page, values: Values, name: str, formula: Formula) -> Given | None:
    """The value that holds for a name at a formula: the only one, or the only one of its block; None where that is not certain."""
    block = formula.block
    own = [given for given in values.blocks.get(block, []) if not given.span.overlaps(formula.span)]
    if len(name) > 1:
        itself = Counter(given.value.exact for given in values.blocks.get(block, []) if given.span.overlaps(formula.span))
        distinct = [value for value, count in values.counts.items() if count > itself[value]]
        if len(distinct) == 1:
            return own[0] if own else next(g for near in values.blocks.values() for g in near if not g.span.overlaps(formula.span))
    else:
        window = range(block - _NEAR_LETTER, block + _NEAR_LETTER + 1)
        near = [
            g
            for n in window
            for g in values.blocks.get(n, [])
            if page.sections[n] == page.sections[block] and not g.span.overlaps(formula.span)
        ]
        if len({given.value.exact for given in near}) == 1:
            return near[0]
    return own[0] if len({given.value.exact for given in own}) == 1 else None
