"""Operations that a text names with their operands: "the difference between 120 ms and 80 ms is 40 ms", "2 minutes and 30 s are 150 s"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers.judging import Outcome, alike, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import conditional, elsewhere
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import dimensions_of
from tools.records import Finding

_NAMED = re.compile(
    r"(?<![^\W\d_])(?:(?P<product>product|produkt|produit)|(?P<difference>difference|gap|differenz|unterschied|abstand|différence|écart)"
    r"|(?P<quotient>quotient|ratio|verhältnis|rapport))\s+(?:of|between|from|von|zwischen|aus|de|entre)\s+(?:the |den |les )?[$€£]?$",
    re.IGNORECASE,
)
_AND = re.compile(r"\s+(?:and|to|und|zu|et|à)\s+[$€£]?", re.IGNORECASE)
_IS = re.compile(
    r"\s*,?\s*(?:is|are|was|equals?|makes?|gives|comes to|amounts to|=|ist|sind|beträgt|ergibt|ergeben|macht|machen|est(?: de)?|vaut|"
    r"font|fait|donne|soit|also|or|i\.e\.,?|that is)\s+(?:about |only |exactly |therefore |etwa |rund |genau |environ )?[$€£]?",
    re.IGNORECASE,
)
_EACH_UNIT = re.compile(r"(?:\s+(?:and|und|et))?\s+", re.IGNORECASE)


def check_operations(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text):
            continue
        quantities = [q for q in sentence.quantities if not q.ordinal]
        for first, second, stated in zip(quantities, quantities[1:], quantities[2:], strict=False):
            if any(q.bound in ("above", "below", "at least", "at most") for q in (first, second, stated)):
                continue
            if _IS.fullmatch(page.text[second.span.end : stated.span.start]):
                finding = _named(page, sentence, first, second, stated) or _mixed(page, first, second, stated)
                if finding is not None:
                    yield finding


def _named(page: Page, sentence: Sentence, first: Quantity, second: Quantity, stated: Quantity) -> Finding | None:
    name = _NAMED.search(page.text[max(sentence.span.start, first.span.start - 60) : first.span.start])
    pair = alike(first, second)
    if name is None or pair is None or not _AND.fullmatch(page.text[first.span.end : second.span.start]):
        return None
    one, other = measured(pair[0]), measured(pair[1])
    a, b = written(page, first), written(page, second)
    if name["product"]:
        if one.dimensions or other.dimensions or stated.kind != "count":
            return None
        outcome = Outcome(one.exact * other.exact, one.interval * other.interval, f"{a} x {b} = {in_unit(one.exact * other.exact, stated)}")
    elif name["difference"]:
        if stated.kind not in (pair[0].kind, "points") or (stated.kind == "points") != (pair[0].kind == "percent"):
            return None
        exact = abs(one.exact - other.exact)
        wide = one.interval - other.interval if one.exact >= other.exact else other.interval - one.interval
        outcome = Outcome(exact, wide, f"|{a} - {b}| = {in_unit(exact, stated)}")
    else:
        if stated.kind not in ("count", "times") or other.interval.low <= 0 or one.interval.low <= 0:
            return None
        ratio = Outcome(one.exact / other.exact, one.interval / other.interval, f"{a} / {b} = {in_unit(one.exact / other.exact, stated)}")
        back = Outcome(other.exact / one.exact, other.interval / one.interval, f"{b} / {a} = {in_unit(other.exact / one.exact, stated)}")
        return judged(page, "operation", stated, [ratio, back], [first.span, second.span])
    return judged(page, "operation", stated, [outcome], [first.span, second.span])


def _mixed(page: Page, first: Quantity, second: Quantity, stated: Quantity) -> Finding | None:
    """One amount in two units, the larger first, against the same amount in one: "2 minutes and 30 s are 150 s"."""
    if first.kind != "time" or {second.kind, stated.kind} != {"time"} or dimensions_of(first.kind) != dimensions_of(stated.kind):
        return None
    if not _EACH_UNIT.fullmatch(page.text[first.span.end : second.span.start]) or first.bases()[0] <= second.bases()[0]:
        return None
    larger = first.unit.factors[0]
    if larger <= second.unit.factors[0] or second.bases()[0] >= larger or larger < 60 or first.value.denominator != 1:
        return None
    exact: Fraction = first.bases()[0] + second.bases()[0]
    step = f"{written(page, first)} + {written(page, second)} = {in_unit(exact, stated)}"
    return judged(page, "operation", stated, [Outcome(exact, Interval.exact(exact), step)], [first.span, second.span])
