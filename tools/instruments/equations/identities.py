"""Identities of sums ("log Σ exp(x_i) = m + log Σ exp(x_i − m)"), evaluated on both sides at a few sample vectors."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from prompts.trust import derived
from tools.instruments.numbers.page import Page, Sentence
from tools.records import ChapterEvidence, Finding, Span

_TOKEN = re.compile(
    r"\s*(?:(?P<sum>Σ|∑|\\sum)(?:_\{?(?P<index>[ijk])(?:\s*=\s*\d)?\}?(?:\^\{?\w\}?)?)?|(?P<function>(?:\\?(?:log|ln|exp|sqrt))(?![^\W\d_])|√)"
    r"|(?P<number>\d+(?:\.\d+)?)|(?P<name>[a-zµμσ])(?:_\{?(?P<sub>[ijk])\}?|(?P<subscript>[ᵢⱼₖ]))?(?![^\W²]|['’])|(?P<square>²)"
    r"|(?P<mark>[-+−–*·×/^()]))"
)
_SUBSCRIPTS = {"ᵢ": "i", "ⱼ": "j", "ₖ": "k"}
_VECTORS = "xyzab"
_SAMPLES = ((0.3, 1.7, 2.2), (1.0, 0.25, 3.5, 2.0), (4.0, 0.5))
_AGGREGATES: tuple[tuple[Callable[[list[float]], float], str], ...] = (
    (max, r"max(?:imum\w*)?"),
    (min, r"min(?:imum\w*)?"),
    (lambda own: sum(own) / len(own), r"mean|average|mittel\w*|moyenne"),
    (lambda own: float(len(own)), r"number|anzahl|nombre|count"),
)
_NOT = re.compile(r"(?<![^\W\d_])(?:not|never|wrong\w*|false|nicht|falsch|pas|faux|if|wenn|si|when|where Σ)(?![^\W\d_])|≠|≈|\?", re.I)
_REACH = 160

_Bound = dict[str, int]


class _UnknownError(ValueError):
    """It is no expression of this kind, or one of its names is not defined."""


@dataclass
class _Reader:
    """Reads one side into a function of the sample and the bound indices."""

    tokens: list[re.Match[str]]
    aggregates: dict[str, Callable[[list[float]], float]]
    sample: list[float] = field(default_factory=list)
    at: int = 0

    def _mark(self, marks: str) -> str | None:
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None or token["mark"] is None or token["mark"] not in marks:
            return None
        self.at += 1
        return token["mark"]

    def sum_of_terms(self, bound: _Bound) -> float:
        value = -self.term(bound) if self._mark("-−–") else self.term(bound)
        while mark := self._mark("+-−–"):
            value = value + self.term(bound) if mark == "+" else value - self.term(bound)
        return value

    def term(self, bound: _Bound) -> float:
        value = self.power(bound)
        while self.at < len(self.tokens):
            if mark := self._mark("*·×/"):
                other = self.power(bound)
                value = value / other if mark == "/" else value * other
            elif self.tokens[self.at]["mark"] in (None, "(") and self.tokens[self.at]["square"] is None:
                value *= self.power(bound)
            else:
                break
        return value

    def power(self, bound: _Bound) -> float:
        value = self.primary(bound)
        while self.at < len(self.tokens):
            if self.tokens[self.at]["square"]:
                self.at, value = self.at + 1, value**2
            elif self._mark("^"):
                value = value ** self.primary(bound)
            else:
                break
        return value

    def primary(self, bound: _Bound) -> float:
        if self._mark("("):
            value = self.sum_of_terms(bound)
            if not self._mark(")"):
                raise _UnknownError("a parenthesis is open")
            return value
        token = self.tokens[self.at] if self.at < len(self.tokens) else None
        if token is None or token["mark"] or token["square"]:
            raise _UnknownError("an operand is missing")
        self.at += 1
        if token["sum"]:
            return self.summed(token["index"], bound)
        if token["function"]:
            argument = self.primary(bound)
            name = token["function"].lstrip("\\")
            return {"log": math.log, "ln": math.log, "exp": math.exp}.get(name, math.sqrt)(argument)
        return float(token["number"]) if token["number"] else self.named(token, bound)

    def summed(self, index: str | None, bound: _Bound) -> float:
        start, total = self.at, 0.0
        for n in range(len(self.sample)):
            self.at = start
            names = {index: n} if index else {name: n for name in "ijk" if name not in bound or name == "i"}
            total += self.term({**bound, **names})
        return total

    def named(self, token: re.Match[str], bound: _Bound) -> float:
        name = token["name"]
        sub = token["sub"] or _SUBSCRIPTS.get(token["subscript"] or "")
        if sub and sub in bound and name in _VECTORS:
            return self.sample[bound[sub]] * (1.0 + _VECTORS.index(name) * (0.5 + bound[sub]))
        if sub is None and name in self.aggregates:
            return self.aggregates[name](self.sample)
        raise _UnknownError(f"{name} is not defined")


def check_identities(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if not sentence.output and re.search(r"[Σ∑]|\\sum", sentence.text) and "=" in sentence.text:
            near = f"{before.text if before is not None else ''} {sentence.text}"
            for at in re.finditer(r"(?<![<>=!:])=(?!=)", sentence.text):
                finding = _held(sentence, at, near)
                if finding is not None:
                    yield finding
        before = None if sentence.output else sentence


def _held(sentence: Sentence, equal: re.Match[str], near: str) -> Finding | None:
    text = sentence.text
    right = _tokens(text, equal.end())
    left = _before(text, equal.start())
    if not left or not right or not any(token["sum"] for token in (*left, *right)) or _NOT.search(text):
        return None
    span = Span(start=sentence.span.start + _start(left[0]), end=sentence.span.start + right[-1].end())
    aggregates = _aggregates(near)
    values = []
    for sample in _SAMPLES:
        one, other = _value(left, aggregates, list(sample)), _value(right, aggregates, list(sample))
        if one is None or other is None:
            return None
        values.append((sample, one, other))
    working = [f"x = {', '.join(map(str, sample))}: {one:.6g} and {other:.6g}" for sample, one, other in values]
    agree = [math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9) for _, one, other in values]
    apart = [not math.isclose(one, other, rel_tol=1e-6, abs_tol=1e-6) for _, one, other in values]
    if all(agree):
        return _finding(span, True, "Both sides agree at sample vectors.", working)
    if all(apart) and all(any(token["sum"] for token in side) for side in (left, right)):
        return _finding(span, False, "The two sides differ at sample vectors, so this is no identity.", working)
    return None


def _start(token: re.Match[str]) -> int:
    return token.end() - len(token.group().lstrip())


def _tokens(text: str, start: int) -> list[re.Match[str]]:
    """The tokens from a place on, up to the first word or mark that belongs to no expression."""
    found: list[re.Match[str]] = []
    while (match := _TOKEN.match(text, start)) is not None and start - (found[0].start() if found else start) < _REACH:
        found.append(match)
        start = match.end()
    return found


def _before(text: str, end: int) -> list[re.Match[str]]:
    """The tokens that end at a place: the longest row of them that is a whole expression's."""
    for start in (0, *(m.end() for m in re.finditer(r"[\s$`:,]", text[max(0, end - _REACH) : end]))):
        begin = start + (max(0, end - _REACH) if start else 0)
        if text[begin:end].strip() == "":
            return []
        found = _tokens(text[:end], begin)
        if found and text[found[-1].end() : end].strip() == "" and _opened(found) == 0:
            return found
    return []


def _opened(tokens: list[re.Match[str]]) -> int:
    return sum((token["mark"] == "(") - (token["mark"] == ")") for token in tokens)


def _aggregates(near: str) -> dict[str, Callable[[list[float]], float]]:
    """What single letters stand for, by the text: "m = max x_i", "the maximum m", "mean μ"."""
    found: dict[str, Callable[[list[float]], float]] = {}
    for function, words in _AGGREGATES:
        for match in re.finditer(
            rf"(?<![\w])(?P<a>[a-zµμ])\s*(?:(?:=|:=|is|ist|est|,)\s*|\s(?=the |das |der |die |le |la ))(?:the |das |der |die |le |la )?"
            rf"(?:{words})(?![^\W\d_])|"
            rf"(?<![^\W\d_])(?:{words})\s+(?:value\s+)?(?P<b>[a-zµμ])(?![\w])(?!\s+(?:des|de|of|der))",
            near,
            re.IGNORECASE,
        ):
            found[match["a"] or match["b"]] = function
    return found


def _value(tokens: list[re.Match[str]], aggregates: dict[str, Callable[[list[float]], float]], sample: list[float]) -> float | None:
    reader = _Reader(tokens, aggregates, sample)
    try:
        value = reader.sum_of_terms({})
    except (_UnknownError, ValueError, OverflowError, ZeroDivisionError):
        return None
    return value if reader.at == len(tokens) and isinstance(value, float) else None


def _finding(span: Span, holds: bool, summary: str, working: list[str]) -> Finding:
    return Finding(
        instrument="equations", rule="identity", span=span, kind="numeric", verdict="supported" if holds else "contradicted",
        priority="low" if holds else "high", response="no change" if holds else "correction", summary=derived(summary),
        working=tuple(derived(step) for step in working),
        grounds=(ChapterEvidence(relation="SUPPORTS" if holds else "CONTRADICTS", span=span),),
    )  # fmt: skip
