"""What one costs, and what many of them cost in the same breath: "40 bytes for each object, or 40 MB for a million of them"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers.judging import Outcome, judged, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import elsewhere
from tools.quantities import Quantity
from tools.records import Finding

_FOR = re.compile(
    r"\s(?:for|on|over|with|für|bei|pour|sur|para)\s"
    r"(?:all\s|the\s|alle\s|les\s|about\s|etwa\s|rund\s"
    r"|environ\s)*",
    re.IGNORECASE,
)
_MANY = re.compile(
    _FOR.pattern + r"(?:[^\W\d_]+\s){0,3}?(?:\d[\d.,]*(?!\s?%)|(?:[^\W\d_]+\s)?(?:dozens?|hundred|thousand|million|billion"
    r"|hundert|tausend|cent|mille|milliard)s?\w{0,3})"
    r"(?![^\W_])",
    re.IGNORECASE,
)
# Behind what one costs, before what many do.
_LINK = re.compile(
    r"(?P<each>(?:\s[^\W\d_]+){0,5}?)\s?[,;:–—(]\s*(?:(?P<loose>and|und|et)\s(?:so\s|therefore\s|thus\s"
    r"|hence\s|also\s|donc\s)?|or|which\s(?:is|are|makes?|means|gives)"
    r"|(?:that|this)\s(?:is|makes|gives)|i\.e\.,?|so|hence|thus|making|oder|also|das\s(?:sind|macht|ist)|was"
    r"|d\.\s?h\.|soit|ou|donc|ce\squi\s(?:fait|donne))"
    r"\s(?:about\s|roughly\s|some\s|only\s|etwa\s|rund\s|nur\s|environ\s)?[$€£]?",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"(?<![^\W\d_])(?:each|every|per|apiece|an?|one|single|jede[rsnm]?|je|pro|ein\w?|chaque|par|chacune?|un"
    r"|une)(?![^\W\d_])",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"(?<![^\W\d_])(?:if|unless|would|could|parallel\w*|concurrent\w*|batch\w*|cach\w*|pipelin\w*|workers?"
    r"|threads?|cores?|wenn|falls|si|first|last|start-?up|warm|cold|empty|fixed|only|once|at most|up to"
    r"|instead|erste\w*|letzte\w*|einmal\w*|premi\w+|derni\w+|fixe)(?![^\W\d_])",
    re.IGNORECASE,
)
_LEAST_MANY = 2
_NEAR = Fraction(5, 2)


def many_behind(page: Page, sentence: Sentence, stated: Quantity) -> Quantity | None:
    """The number of things that a figure is said to be for ("4 MB for a million of them"), None where it is for one or for none."""
    for quantity in sentence.quantities:
        if quantity.span.start > stated.span.end:
            plain = quantity.kind == "count" and not quantity.ordinal and not quantity.unit.name and quantity.value >= _LEAST_MANY
            return quantity if plain and _FOR.fullmatch(page.text[stated.span.end : quantity.span.start]) else None
    return None


def is_for_many(page: Page, sentence: Sentence, stated: Quantity) -> bool:
    """Whether a figure is said to be for many things, whatever their number is."""
    return _MANY.match(page.text, stated.span.end, sentence.span.end) is not None


def check_multiplied(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or _OTHER.search(sentence.text):
            continue
        for first, stated in zip(sentence.quantities, sentence.quantities[1:], strict=False):
            finding = _held(page, sentence, first, stated)
            if finding is not None:
                yield finding


def _held(page: Page, sentence: Sentence, first: Quantity, stated: Quantity) -> Finding | None:
    if (
        first.kind.removesuffix("/count") != stated.kind
        or stated.kind in ("count", "percent", "times", "points")
        or first.ordinal
        or first.value <= 0
    ):
        return None
    number = many_behind(page, sentence, stated)
    link = _LINK.fullmatch(page.text[first.span.end : stated.span.start])
    if number is None or link is None or first.bound or stated.bound in ("at least", "at most", "above", "below") or number.bound:
        return None
    before = page.text[sentence.span.start : first.span.start]
    each = first.kind != stated.kind or _EACH.search(link["each"]) or _EACH.search(before)
    if link["loose"] and not each:
        return None
    outcomes = [
        Outcome(
            base * number.value,
            interval.scaled(number.value),
            f"{written(page, first)} x {written(page, number)} = {in_unit(base * number.value, stated)}",
        )
        for base, interval in zip(first.bases(), first.intervals(), strict=True)
    ]
    finding = judged(page, "for-many", stated, outcomes, [first.span, number.span])
    if finding is not None and finding.verdict == "contradicted":
        ratio = stated.bases()[0] / outcomes[0].value
        slipped = any(abs(ratio / slip - 1) < Fraction(1, 50) for ten in (10, 100, 1000) for slip in (Fraction(ten), Fraction(1, ten)))
        if not slipped and not (each and 1 / _NEAR < ratio < _NEAR):
            return None
    return finding
