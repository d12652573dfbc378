"""The formulas of a chapter that define a name by an expression in others: displayed, in a sentence, or told in words alone."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.equations.formulas import letters_of, plain_math, tokens_of
from tools.instruments.equations.numbered import displayed
from tools.instruments.numbers.page import Page
from tools.quantities.expressions import ExpressionError, Token, Value, evaluations
from tools.records import Span

_START = re.compile(r"(?<![\w.=<>!+*/^-])(?P<left>[A-Za-zα-ωΑ-Ω_]\w*)(?:\((?P<of>[A-Za-zα-ω]\w*)\))?\s*(?:=(?!=)|≈)\s*")
_SPOKEN = re.compile(
    r"(?<![^\W\d_])(?:is|are|equals|therefore|takes|has|needs|costs|since|as|ist|sind|beträgt|est|"
    r"vaut|es|son|(?<!divided )by|formula)\s+[`$]?"
    r"(?P<right>(?=[\w(√⌊⌈])(?:[\w²³().⌊⌋⌈⌉√]+|\s?[-−+*/×·^]\s?|(?<=\d)\s(?=[\w(]))+)", re.IGNORECASE,
)  # fmt: skip
_UNNAMED = ""  # the left side of a formula that only words name ("the number of windows is (n - w)/s + 1")
_LATEX = re.compile(r"\$\$?(?P<body>[^$\n]{3,300})\$\$?")
_NUMBERED = re.compile(r"\s*[.,;]?\s*\((\d+(?:\.\d+)*)\)\s*$")
_LOST = re.compile(r"(?<=[\w)])\s{2,}(?=[\w(])")
CONSTANTS = {"pi": Value.of(Fraction(math.pi)), "π": Value.of(Fraction(math.pi)), "e": Value.of(Fraction(math.e))}


@dataclass(frozen=True)
class Law:
    """A formula that defines a name. names: what has to be known; place: of the formula; block: where it stands."""

    left: str
    tokens: tuple[Token, ...]
    names: frozenset[str]
    shown: str
    place: Span
    block: int


def laws_of(page: Page) -> Iterator[Law]:
    """The formulas of a chapter whose right side is an expression in names: in prose, and displayed on a line of their own."""
    for own in displayed(page):
        number = max((n for n, block in enumerate(page.blocks) if block.span.start <= own.place.start), default=0)
        names = own.names - CONSTANTS.keys()
        if names:
            yield Law(own.left, own.tokens, names, own.shown, own.place, number)
    for sentence in page.sentences:
        if not sentence.output and len(sentence.text) < 2000:
            yield from _laws(page, sentence.text, sentence.span.start, sentence.block)
    for number, block in enumerate(page.blocks):
        words = page.words_at(block.span)
        if block.kind in ("code", "quote", "output") and len(words) < 300 and words.count("=") in (1, 2) and "\n" not in words.strip():
            yield from _laws(page, words, block.span.start, number)


def _laws(page: Page, text: str, at: int, block: int) -> Iterator[Law]:
    for match in _LATEX.finditer(text):
        try:
            body = plain_math(match["body"])
        except ExpressionError:
            continue
        start = _START.match(body.strip())
        if start is not None:
            law = _law(page, start, body.strip()[start.end() :], Span(start=at + match.start(), end=at + match.end()), block)
            if law is not None:
                yield law
    for match in _SPOKEN.finditer(text):
        law = _spoken(page, match, at, block)
        if law is not None:
            yield law
    for match in _START.finditer(text):
        rest = text[match.end() :]
        for right in _rights(rest):
            law = _law(page, match, right, Span(start=at + match.start(), end=at + match.end() + len(right)), block)
            if law is not None:
                yield law
                break


def _spoken(page: Page, match: re.Match[str], at: int, block: int) -> Law | None:
    """A formula without a left side, of letters that stand for themselves."""
    right = match["right"].rstrip(" .,;`$")
    while right.count(")") > right.count("(") and right.endswith(")"):
        right = right[:-1]
    try:
        tokens = tokens_of(right.replace("−", "-").replace("π", "pi"), frozenset(), False, page.writing)
    except ExpressionError:
        return None
    names = frozenset(token.text for token in tokens if token.kind == "name") - CONSTANTS.keys()
    if (
        not names
        or len(right) > 80
        or any(len(name) > 3 and "_" not in name for name in names)
        or not any(token.kind == "operator" for token in tokens)
    ):
        return None
    if not any(_evaluates(tokens, {name: Value.of(trial) for name in names} | CONSTANTS) for trial in (Fraction(7, 5), Fraction(3, 10))):
        return None
    start = at + match.start("right")
    return Law(_UNNAMED, tuple(tokens), names, right, Span(start=start, end=start + len(right)), block)


def _rights(rest: str) -> Iterator[str]:
    """What may be the right side: up to a number of the formula, the end, or a comma or full stop; longest first."""
    whole = rest.split("\n")[0]
    cuts = {len(whole)} | {
        m.start()
        for m in re.finditer(
            r"[.,;:](?=\s|$)|\s\(\d+\.\d+\)|\s(?:where|with|wobei|mit|où|avec|so|for|and)\s|[`$]|(?<=[\w)])\s(?=[^\W\d_]{4,}(?![\w(]))",
            whole,
        )
    }
    for cut in sorted(cuts, reverse=True):
        yield _NUMBERED.sub("", whole[:cut]).rstrip(" .,;`$")


def _law(page: Page, start: re.Match[str], right: str, place: Span, block: int) -> Law | None:
    if len(right) < 3 or len(right) > 200 or "=" in right:
        return None
    tokens = _tokens(page, _LOST.sub(" * ", right).replace("−", "-").replace("π", "pi"))
    names = frozenset(token.text for token in tokens if token.kind == "name") - CONSTANTS.keys()
    if start["left"] in names or not names or not any(token.kind in ("operator", "function") for token in tokens):
        return None
    if not any(_evaluates(tokens, {name: Value.of(trial) for name in names} | CONSTANTS) for trial in (Fraction(7, 5), Fraction(3, 10))):
        return None
    return Law(start["left"], tuple(tokens), names, right, place, block)


def _tokens(page: Page, right: str) -> list[Token]:
    """The tokens of a right side; letters that stand alone in it may stand side by side elsewhere in it ("2PR/(P + R)")."""
    try:
        return tokens_of(right, frozenset(), False, page.writing)
    except ExpressionError:
        letters = letters_of(right)
    try:
        tokens = tokens_of(right, letters, True, page.writing) if letters and "\\" not in right else []
    except ExpressionError:
        return []
    return tokens if all(token.text in letters for token in tokens if token.kind == "name") else []


def _evaluates(tokens: list[Token], values: dict[str, Value]) -> bool:
    try:
        return bool(evaluations(tokens, values))
    except ExpressionError:
        return False
