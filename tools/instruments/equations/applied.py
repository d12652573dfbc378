"""Formulas at the values that later sentences name: "With s = 8 this becomes 3.33", "(4.1) gives 0.05 at t = 50"."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tools.instruments.equations.formulas import plain_math, tokens_of
from tools.instruments.numbers.judging import Outcome, verdict
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, confirmed, contradicted, in_unit, like, plain, replaced
from tools.instruments.numbers.words import supposed
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import ExpressionError, Token, Value, evaluations
from tools.records import Finding, Span

_NEAR = 6  # blocks: how far behind a formula it may be applied
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
_BOUND = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-zα-ωΑ-Ω_]\w*)(?:\((?P<of>[A-Za-zα-ω]\w*)\))?[`*$]*\s*(?:=|≈|:=|\bis\b|\bist\b|\bvaut\b|\bequals\b)\s*[`*$]*$"
)
_CUE = re.compile(
    r"(?<![^\W\d_])(?:gives?|yields?|becomes?|makes?|(?:that|this|it|which|the result|the value) (?:is|becomes|gives|makes)|ergibt"
    r" sich|ergibt|ergeben|"
    r"wird (?:daraus|es|sie|er)|werden (?:daraus|es)|wird|ist das|sind das|sind es|ist es|macht|gibt|das (?:ist|sind)|donne|donnent|"
    r"(?:we|one|you) (?:gets?|obtains?|finds?|have|has)|erhält man|erhalten wir|bekommt man|se obtiene|da|"
    r"on obtient|on trouve|cela fait|devient|c['’]est)\s*(?:about |only |just |already |exactly |then |etwa |rund |nur |noch |schon |dann"
    r" |environ |à peu près )*[`$]?$",
    re.IGNORECASE,
)
_AT = re.compile(r"\s*[`$]?\s*(?:at|for|when|with|bei|für|mit|pour|à|en|avec|si)\s+[`$]?$", re.IGNORECASE)
_ENDS = re.compile(
    r"\s*[`$)]*(?:[.,;:]|$|\s(?:at|for|and|und|et|bei|für|pour|à|with|when|as|or|oder|ou|but|aber|mais)(?![^\W\d_]))", re.IGNORECASE
)
_CONSTANTS = {"pi": Value.of(Fraction(math.pi)), "π": Value.of(Fraction(math.pi)), "e": Value.of(Fraction(math.e))}


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
    names = frozenset(token.text for token in tokens if token.kind == "name") - _CONSTANTS.keys()
    if (
        not names
        or len(right) > 80
        or any(len(name) > 3 and "_" not in name for name in names)
        or not any(token.kind == "operator" for token in tokens)
    ):
        return None
    if not any(_evaluates(tokens, {name: Value.of(trial) for name in names} | _CONSTANTS) for trial in (Fraction(7, 5), Fraction(3, 10))):
        return None
    start = at + match.start("right")
    return Law(_UNNAMED, tuple(tokens), names, right, Span(start=start, end=start + len(right)), block)


def _rights(rest: str) -> Iterator[str]:
    """What may be the right side: up to a number of the formula, the end, or a comma or full stop; longest first."""
    whole = rest.split("\n")[0]
    cuts = {len(whole)} | {
        m.start() for m in re.finditer(r"[.,;:](?=\s|$)|\s\(\d+\.\d+\)|\s(?:where|with|wobei|mit|où|avec|so|for|and)\s|[`$]", whole)
    }
    for cut in sorted(cuts, reverse=True):
        yield _NUMBERED.sub("", whole[:cut]).rstrip(" .,;`$")


def _law(page: Page, start: re.Match[str], right: str, place: Span, block: int) -> Law | None:
    if len(right) < 3 or len(right) > 200 or "=" in right:
        return None
    try:
        tokens = tokens_of(_LOST.sub(" * ", right).replace("−", "-").replace("π", "pi"), frozenset(), False, page.writing)
    except ExpressionError:
        return None
    names = frozenset(token.text for token in tokens if token.kind == "name") - _CONSTANTS.keys()
    if start["left"] in names or not names or not any(token.kind in ("operator", "function") for token in tokens):
        return None
    if not any(_evaluates(tokens, {name: Value.of(trial) for name in names} | _CONSTANTS) for trial in (Fraction(7, 5), Fraction(3, 10))):
        return None
    return Law(start["left"], tuple(tokens), names, right, place, block)


def _evaluates(tokens: list[Token], values: dict[str, Value]) -> bool:
    try:
        return bool(evaluations(tokens, values))
    except ExpressionError:
        return False


def check_applied(page: Page, laws: list[Law]) -> Iterator[Finding]:
    """Results that sentences state for the values that they give."""
    known = frozenset(name for law in laws for name in (law.left, *law.names))
    carried: dict[str, Value] = {}
    section = -1
    for sentence in page.sentences if laws else ():
        if page.sections[sentence.block] != section:
            section, carried = page.sections[sentence.block], {}
        if sentence.output or supposed(sentence.text):
            continue
        near = [
            law
            for law in laws
            if 0 <= sentence.block - law.block <= _NEAR and law.place.end <= sentence.span.end and page.sections[law.block] == section
        ]
        bound = [one for one in _bindings(page, sentence) if one[0] in known]
        yield from _results(page, sentence, near, (bound, carried))
        carried |= {name: Value.of(quantity.value) for name, quantity, _ in bound}


_Bound = list[tuple[str, Quantity, int]]


def _bindings(page: Page, sentence: Sentence) -> _Bound:
    found = []
    for quantity in sentence.quantities:
        match = _BOUND.search(page.text[max(sentence.span.start, quantity.span.start - 40) : quantity.span.start])
        if match is not None and not quantity.ordinal:
            found.append((match["name"], quantity, quantity.span.start))
            chained = _CHAINED.search(page.text[sentence.span.start : quantity.span.start])
            if chained is not None:
                found.append((chained["name"], quantity, quantity.span.start))
    return found


_CHAINED = re.compile(r"(?<![\w.])(?P<name>[A-Za-zα-ω_]\w*)[`*$]*\s*=\s*[`*$]*[A-Za-zα-ω_]\w*[`*$]*\s*=\s*[`*$]*$")


def _results(page: Page, sentence: Sentence, laws: list[Law], known: tuple[_Bound, dict[str, Value]]) -> Iterator[Finding]:
    bound, carried = known
    for stated in sentence.quantities:
        own = [name for name, quantity, _ in bound if quantity is stated]
        head = page.text[max(sentence.span.start, stated.span.start - 40) : stated.span.start]
        if (
            stated.ordinal
            or stated.kind not in ("count", "times", "information")
            or not _ENDS.match(page.text, stated.span.end, max(sentence.span.end, stated.span.end + 1))
        ):
            continue
        behind = [one for one in bound if one[1].span.start > stated.span.end and _follows(page, stated, one)]
        here = {name: Value.of(quantity.value) for name, quantity, at in bound if at < stated.span.start and quantity is not stated}
        here |= {name: Value.of(quantity.value) for name, quantity, _ in behind[:1]}
        fitting = (
            [law for law in laws if law.left in own]
            if own
            else ([law for law in laws if law.names & here.keys()] if _cued(head, page, sentence, stated, bound) else [])
        )
        values = carried | here
        ready = [law for law in fitting if law.names <= values.keys() and law.names & here.keys() and not law.place.overlaps(stated.span)]
        if ready and (finding := _held(page, ready[-1], stated, values)) is not None:
            yield finding


def _cued(head: str, page: Page, sentence: Sentence, stated: Quantity, bound: _Bound) -> bool:
    """Whether a verb stands right before a figure, or another result with its own value does ("0.05 at t = 50 and 0.075 at t = 25")."""
    if _CUE.search(head):
        return True
    behind = [one for one in bound if _follows(page, stated, one)]
    earlier = [q for q in sentence.quantities if q.span.end <= stated.span.start and all(q is not one[1] for one in bound)]
    cues = (page.text[max(sentence.span.start, q.span.start - 40) : q.span.start] for q in earlier)
    return bool(behind) and re.search(r"(?:and|und|et|,)\s*$", head) is not None and any(_CUE.search(words) for words in cues)


def _follows(page: Page, stated: Quantity, one: tuple[str, Quantity, int]) -> bool:
    """Whether a binding stands right behind a figure ("0.05 at t = 50")."""
    between = page.text[stated.span.end : one[1].span.start]
    cut = between.rfind(one[0])
    return cut >= 0 and _AT.fullmatch(between[:cut]) is not None


def _in_bytes(page: Page, law: Law) -> bool:
    """Whether the words around a formula say that it gives bytes."""
    around = page.text[max(0, law.place.start - 120) : law.place.end + 200]
    return re.search(r"(?<![^\W\d_])(?:bytes|octets)(?![^\W\d_])", around, re.IGNORECASE) is not None


def _held(page: Page, law: Law, stated: Quantity, values: dict[str, Value]) -> Finding | None:
    try:
        value, *_ = evaluations(law.tokens, {name: values[name] for name in law.names} | _CONSTANTS)
    except ExpressionError:
        return None
    if value.dimensions or (stated.kind == "information" and not _in_bytes(page, law)):
        return None
    shown = ", ".join(f"{name} = {plain(values[name].exact)}" for name in sorted(law.names))
    right = in_unit(value.exact, stated)
    outcome = Outcome(value.exact, Interval.exact(value.exact), "")
    working = [shown, f"{law.shown} = {plain(value.exact)}", f"stated: {page.words_at(stated.span)}"]
    exact = value.exact.denominator == 1 and stated.half == Fraction(1, 2) and not stated.bound
    standing = verdict(replace(stated, half=Fraction(1, 4)) if exact else stated, [outcome])
    if standing == "yes":
        said = Said(f"At {shown} the formula gives {right}, as stated.", working, [law.place])
        return confirmed("formula-applied", stated.span, said, "equations")
    if standing == "unsure":
        return None
    new = like(value.exact, stated, page)
    replacement = replaced(page, stated.span, [(stated.number, new)], "the formula at the values of the sentence") if new else None
    said = Said(f"At {shown} the formula gives {right}, not {page.words_at(stated.span)}.", working, [law.place])
    return contradicted("formula-applied", stated.span, said, "high", replacement).model_copy(update={"instrument": "equations"})
