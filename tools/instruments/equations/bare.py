"""Expressions of one letter in prose, at the number that the words behind them give: "n(n - 1)/2 steps; for 50 that is 1,225"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from tools.instruments.equations.formulas import tokens_of
from tools.instruments.numbers.judging import Outcome, verdict
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, confirmed, contradicted, like, plain, replaced
from tools.instruments.numbers.words import akin, conditional, supposed
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import ExpressionError, Token, Value, evaluations
from tools.records import Finding, Span

_EXPRESSION = re.compile(
    r"(?<![^\W\d_])(?:takes?|needs?|makes?|has|have|is|are|gives?|requires?|contains?|plays?|costs?|braucht|brauchen|hat|haben|sind|ist|ergibt|"
    r"faut|a|ont|est|compte)\s(?:exactly\s|just\s|genau\s)?[$`]?(?P<shown>[\dA-Za-z(][\dA-Za-z()+\-−*/·×^²³ ]{1,40}?)[$`]?"
    r"(?=\s(?P<noun>[^\W\d_]{3,})|\s?[.;,]|$)"
)
_FACTOR = re.compile(r"(?<=[\w)])(?=\()|(?<=\d)(?=[A-Za-z])")
_WORD = re.compile(r"[A-Za-z]{2,}")
_AT = re.compile(
    r"(?:^|[;:,.]\s(?:and\s|und\s|et\s)?)(?:for|with|at|für|mit|bei|pour|avec)\s[$`]?(?P<bound>(?P<letter>[A-Za-z])\s?=\s?)?$",
    re.IGNORECASE,
)
_CUE = re.compile(
    r"[$`]?(?:\s(?P<noun>[^\W\d_]+))?,?\s"
    r"(?:(?:this|that|it|which|there)\s(?:is|are|makes?|gives?|takes?|means|comes to)"
    r"|(?:sind|ist|macht|ergibt)\s"
    r"(?:das|es)|(?:cela|ça)\s(?:fait|donne)|c['’]est)\s(?:already\s|about\s|exactly\s|just\s|schon\s|etwa\s|environ\s)?",
    re.IGNORECASE,
)
# A bound, a mean or a rough size is not what a count comes to.
_LOOSE = re.compile(
    r"(?<![^\W\d_])(?:at most|at least|up to|average|worst|best|bound\w*|order|roughly|typical\w*|measured|in practice|observed|"
    r"almost|nearly|"
    r"höchstens|mindestens|mittel|gemessen|au plus|au moins|en moyenne|mesuré\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_LARGEST = 10**6
_NEAR = 12


@dataclass(frozen=True)
class _Bare:
    """An expression of one letter, with the noun that it counts and the words that stand beside its letter."""

    shown: str
    letter: str
    tokens: list[Token]
    noun: str
    counted: str
    end: int
    span: Span


def check_bare(page: Page) -> Iterator[Finding]:
    before: list[_Bare] = []
    last: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output or supposed(sentence.text) or conditional(sentence.text) or _LOOSE.search(sentence.text):
            last = None
            continue
        if last is None or sentence.block != last.block:
            before = []
        own = list(_expressions(page, sentence))
        chosen = own or before
        if len(chosen) == 1:
            yield from _applied(page, sentence, chosen[0])
        before, last = own, sentence


def _expressions(page: Page, sentence: Sentence) -> Iterator[_Bare]:
    for match in _EXPRESSION.finditer(sentence.text):
        shown = match["shown"].strip()
        letters = set(re.findall(r"[A-Za-z]", shown))
        if len(letters) != 1 or _WORD.search(shown) or not re.search(r"[\d²³]", shown):
            continue
        (letter,) = letters
        spaced = _FACTOR.sub(" * ", shown).replace("²", "^2").replace("³", "^3").replace("−", "-")
        try:
            tokens = list(tokens_of(spaced, frozenset({letter}), False, page.writing))
        except ExpressionError:
            continue
        if not any(token.kind == "operator" for token in tokens) or [t.text for t in tokens if t.kind == "name"].count(letter) < 1:
            continue
        head = sentence.text[: match.start("shown")]
        beside = re.search(rf"(?<![\w]){letter}[$`]?\s(?P<noun>[^\W\d_]{{3,}})", head)
        span = Span(start=sentence.span.start + match.start("shown"), end=sentence.span.start + match.end("shown"))
        yield _Bare(shown, letter, tokens, match["noun"] or "", beside["noun"] if beside else "", span.end, span)


def _applied(page: Page, sentence: Sentence, bare: _Bare) -> Iterator[Finding]:
    figures = [q for q in sentence.quantities if not q.ordinal and q.span.start > bare.end]
    for given, stated in pairwise(figures):
        at = _AT.search(page.text[sentence.span.start : given.span.start])
        cue = _CUE.fullmatch(page.text[given.span.end : stated.span.start])
        if at is None or cue is None or given.kind != "count" or stated.kind != "count" or not 0 < given.value <= _LARGEST:
            continue
        named = at["letter"] == bare.letter or (
            not at["bound"] and bool(bare.counted) and cue["noun"] is not None and akin(cue["noun"].lower(), bare.counted.lower())
        )
        following = re.match(r"[$`]?\s(?P<noun>[^\W\d_]{3,})", page.text[stated.span.end : sentence.span.end])
        same = following is None or not bare.noun or akin(following["noun"].lower(), bare.noun.lower())
        if named and same and (finding := _held(page, bare, given, stated)) is not None:
            yield finding


def _held(page: Page, bare: _Bare, given: Quantity, stated: Quantity) -> Finding | None:
    try:
        value = evaluations(bare.tokens, {bare.letter: Value.of(given.value)})[0]
    except ExpressionError:
        return None
    if value.dimensions or value.exact <= 0:
        return None
    whole = value.exact.denominator == 1 and stated.half == Fraction(1, 2) and not stated.bound
    right, written = plain(value.exact), page.words_at(stated.span)
    working = [f"{bare.letter} = {plain(given.value)}", f"{bare.shown} = {right}", f"stated: {written}"]
    standing = verdict(replace(stated, half=Fraction(1, 4)) if whole else stated, [Outcome(value.exact, Interval.exact(value.exact), "")])
    if standing == "yes":
        said = Said(f"At {working[0]} it is {right}, as stated.", working, [bare.span])
        return confirmed("expression-applied", stated.span, said, "equations")
    ratio = stated.value / value.exact
    if standing == "unsure" or not Fraction(1, _NEAR) < ratio < _NEAR or abs(ratio - 1) < Fraction(1, 500):
        return None
    new = like(value.exact, stated, page)
    replacement = replaced(page, stated.span, [(stated.number, new)], "the expression at the number of the sentence") if new else None
    said = Said(f"At {working[0]} it is {right}, not {written}.", working, [bare.span])
    return contradicted("expression-applied", stated.span, said, "high", replacement).model_copy(update={"instrument": "equations"})
