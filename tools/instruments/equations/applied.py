"""Formulas at the values that later sentences name: "With s = 8 this becomes 3.33", "(4.1) gives 0.05 at t = 50"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tools.instruments.equations.laws import CONSTANTS, Law
from tools.instruments.equations.nouns import bindings, by_initials, called
from tools.instruments.numbers.judging import Outcome, verdict
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, confirmed, contradicted, in_unit, like, plain, replaced
from tools.instruments.numbers.words import akin, supposed, words_of
from tools.quantities import Interval, Quantity, quantities_of
from tools.quantities.expressions import ExpressionError, Value, dimensions_of, evaluations, value_of
from tools.records import Finding

_NEAR = 6  # blocks: how far behind a formula it may be applied
_BOUND = re.compile(
    r"(?<![\w.])(?P<name>[A-Za-zα-ωΑ-Ω_]\w*)(?:\((?P<of>[A-Za-zα-ω]\w*)\))?[`*$]*\s*(?:=|≈|:=|\bis\b|\bist\b|\bvaut\b|\bequals\b)\s*[`*$]*$"
)
_CUE = re.compile(
    r"(?<![^\W\d_])(?:gives?|yields?|becomes?|makes?|(?:that|this|it|which|the result|the value) (?:is|becomes|gives|makes)|ergibt"
    r" (?:sich|das|dies)|ergibt|ergeben|"
    r"wird (?:daraus|es|sie|er)|werden (?:daraus|es)|wird|ist das|sind das|sind es|ist es|macht|gibt|das (?:ist|sind)|donne|donnent|"
    r"(?:we|one|you) (?:gets?|obtains?|finds?|have|has)|erhält man|erhalten wir|bekommt man|se obtiene|da|"
    r"on obtient|on trouve|cela fait|devient|c['’]est)\s*(?:about |only |just |already |exactly |then |etwa |rund |nur |noch |schon |dann"
    r" |environ |à peu près )*[`$]?$",
    re.IGNORECASE,
)
_AT = re.compile(r"\s*[`$]?\s*(?:at|for|when|with|bei|für|mit|pour|à|en|avec|si)\s+[`$]?$", re.IGNORECASE)
# Behind a result its sentence goes on or ends; what it counts may stand between ("this gives 17 rows.").
_ENDS = re.compile(
    r"\s*[`$)]*(?P<noun>(?:\s(?!(?:more|less|fewer|times|of|per|for|at|an?|in|to|as|than|mehr|weniger|mal|von|pro|je|plus|moins|fois|de|par|and|und|et"
    r"|other|further|weitere|autres)(?![^\W\d_]))[^\W\d_]+(?:-[^\W\d_]+)*){0,2})"
    r"(?:[.,;:]|$|\s(?:at|for|and|und|et|bei|für|pour|à|with|when|as|or|oder|ou|but|aber|mais)(?![^\W\d_]))",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"(?<![^\W\d_])(?:this|that|it|which|we|one|formula|equation|result|das|dies|es|sich|man|wir|formel|gleichung|cela|ça|on|nous|formule|\))\s"
    r"(?:then |thus |also |dann |also |donc )?[^\W\d_]+\s(?:[^\W\d_]+\s){0,2}[`$]?$",
    re.IGNORECASE,
)


def check_applied(page: Page, laws: list[Law]) -> Iterator[Finding]:
    """Results that sentences state for the values that they give."""
    known = frozenset(name for law in laws for name in (law.left, *law.names))
    words = {law.place: called(page, law.names, law.place) for law in laws}
    carried: dict[str, Quantity] = {}
    section = -1
    before: list[Sentence] = []
    for sentence in page.sentences if laws else ():
        if page.sections[sentence.block] != section:
            section, carried, before = page.sections[sentence.block], {}, []
        if sentence.output or supposed(sentence.text):
            continue
        near = [
            law
            for law in laws
            if 0 <= sentence.block - law.block <= _NEAR and law.place.end <= sentence.span.end and page.sections[law.block] == section
        ]
        bound = [one for one in _bindings(page, sentence) if one[0] in known]
        taken = {quantity.span for _, quantity, _ in bound}
        spoken = [
            (name, quantity, quantity.span.start)
            for law in near[-3:]
            for name, quantity in bindings(page, sentence, words[law.place])
            if quantity.span not in taken
        ]
        yield from _results(page, sentence, near, ([*bound, *dict.fromkeys(spoken)], carried))
        yield from _here(page, sentence, near, (carried, before))
        carried |= {name: quantity for name, quantity, _ in bound}
        before = [*before[-6:], sentence]


# "Here it is 0.825": the formula of the sentence before, at the values that the text has given
_HERE = re.compile(
    r"(?:here|in our (?:case|example)|hier|in unserem (?:fall|beispiel)|ici|dans notre (?:cas|exemple))\s"
    r"(?:it|this|that|the (?:value|result)|"
    r"sind es|ist es|ist das|das ist|es ist|cela|c['’])\s?(?:is|gives|makes|comes to|ergibt|macht|est|fait|donne)?\s?"
    r"(?:about |only |just |etwa |rund |environ )?$",
    re.IGNORECASE,
)


def _here(page: Page, sentence: Sentence, laws: list[Law], given: tuple[dict[str, Quantity], list[Sentence]]) -> Iterator[Finding]:
    carried, before = given
    for law in laws[-1:]:
        own = next((one for one in before[-1:] if one.span.start <= law.place.start < one.span.end), None)
        stated = sentence.quantities[0] if sentence.quantities else None
        if own is None or stated is None or stated.ordinal or not _HERE.fullmatch(page.text[sentence.span.start : stated.span.start]):
            continue
        values = {**by_initials(page, own, law.names, before[:-1]), **carried}
        if law.names <= values.keys() and (finding := _held(page, law, stated, values)) is not None:
            yield finding


_Bound = list[tuple[str, Quantity, int]]


def _bindings(page: Page, sentence: Sentence) -> _Bound:
    found = []
    for quantity in sentence.quantities:
        match = _BOUND.search(page.text[max(sentence.span.start, quantity.span.start - 40) : quantity.span.start])
        if match is not None and not quantity.ordinal:
            quantity = _with_unit(page, quantity)
            found.append((match["name"], quantity, quantity.span.start))
            chained = _CHAINED.search(page.text[sentence.span.start : quantity.span.start])
            if chained is not None:
                found.append((chained["name"], quantity, quantity.span.start))
    return found


_UNIT_BEHIND = re.compile(r"[`$*]{1,2}\s?(?P<unit>[^\W\d_]{1,10}(?:/[^\W\d_]{1,8})?|%)(?![\w])")


def _with_unit(page: Page, quantity: Quantity) -> Quantity:
    """A figure with the unit that stands behind the mark of its formula ("$C = 12$ s")."""
    match = _UNIT_BEHIND.match(page.text, quantity.span.end) if quantity.kind == "count" and not quantity.unit.name else None
    read = quantities_of(f"1 {match['unit']}", page.writing) if match is not None else ()
    return replace(quantity, unit=read[0].unit) if len(read) == 1 and read[0].unit.name else quantity


_CHAINED = re.compile(r"(?<![\w.])(?P<name>[A-Za-zα-ω_]\w*)[`*$]*\s*=\s*[`*$]*[A-Za-zα-ω_]\w*[`*$]*\s*=\s*[`*$]*$")


def _results(page: Page, sentence: Sentence, laws: list[Law], known: tuple[_Bound, dict[str, Quantity]]) -> Iterator[Finding]:
    bound, carried = known
    for stated in sentence.quantities:
        own = [name for name, quantity, _ in bound if quantity.span == stated.span]
        head = page.text[max(sentence.span.start, stated.span.start - 40) : stated.span.start]
        ends = _ENDS.match(page.text, stated.span.end, max(sentence.span.end, stated.span.end + 1))
        if stated.ordinal or ends is None:
            continue
        behind = [one for one in bound if one[1].span.start > stated.span.end and _follows(page, stated, one)]
        here = {name: quantity for name, quantity, at in bound if at < stated.span.start and quantity.span != stated.span}
        here |= {name: quantity for name, quantity, _ in behind[:1]}
        fitting = (
            [law for law in laws if law.left in own]
            if own
            else ([law for law in laws if law.names & here.keys()] if _cued(head, page, sentence, stated, bound) else [])
        )
        values = carried | here
        ready = [
            law
            for law in fitting
            if law.names <= values.keys()
            and law.names & here.keys()
            and not law.place.overlaps(stated.span)
            and (own or _speaks_of(page, law, ends["noun"], head))
        ]
        if ready and (finding := _held(page, ready[-1], stated, values)) is not None:
            yield finding


def _speaks_of(page: Page, law: Law, noun: str, head: str) -> bool:
    """Whether a result behind which a noun stands is that of the formula: by its subject, or because the noun stands at the formula."""
    unit = re.fullmatch(r"\s[^\W\d_]{1,3}", noun) and noun.strip() not in ("is", "are", "was")
    if not noun.strip() or unit or _SUBJECT.search(head):
        return True
    behind = page.text[law.place.end : law.place.end + 60].split(".")[0]
    around = words_of(page.text[max(0, law.place.start - 200) : law.place.start] + behind)
    return any(akin(own, word) for own in words_of(noun) for word in around)


def _cued(head: str, page: Page, sentence: Sentence, stated: Quantity, bound: _Bound) -> bool:
    """Whether a verb stands right before a figure, or another result with its own value does ("0.05 at t = 50 and 0.075 at t = 25",
    "for 16 bits this gives 98.1 and for 12 bits 74.0")."""
    if _CUE.search(head):
        return True
    behind = [one for one in bound if _follows(page, stated, one)]
    earlier = [q for q in sentence.quantities if q.span.end <= stated.span.start and all(q.span != one[1].span for one in bound)]
    cues = (page.text[max(sentence.span.start, q.span.start - 40) : q.span.start] for q in earlier)
    joined = bool(behind) and re.search(r"(?:and|und|et|,)\s*$", head) is not None
    return (joined or any(_right_before(page, sentence, stated, one) for one in bound)) and any(_CUE.search(words) for words in cues)


def _right_before(page: Page, sentence: Sentence, stated: Quantity, one: tuple[str, Quantity, int]) -> bool:
    """Whether a value stands right before its result, both behind "and for"."""
    quantity = one[1]
    between = page.text[quantity.span.end : stated.span.start]
    head = page.text[max(sentence.span.start, quantity.span.start - 30) : quantity.span.start]
    return (
        quantity.span.end <= stated.span.start
        and re.fullmatch(r"[`$]?(?:\s[^\W\d_]+){0,2},?\s(?:it is\s|about\s)?[`$]?", between) is not None
        and re.search(r"(?:,|and|und|et)\s(?:for|at|with|bei|für|mit|pour|avec|à)\s(?:[$`]?\w+\s?=\s?)?[$`]?$", head, re.I) is not None
    )


def _follows(page: Page, stated: Quantity, one: tuple[str, Quantity, int]) -> bool:
    """Whether a binding stands right behind a figure ("0.05 at t = 50")."""
    between = page.text[stated.span.end : one[1].span.start]
    cut = between.rfind(one[0])
    return cut >= 0 and _AT.fullmatch(between[:cut]) is not None


def _in_bytes(page: Page, law: Law) -> bool:
    """Whether the words around a formula say that it gives bytes."""
    around = page.text[max(0, law.place.start - 120) : law.place.end + 200]
    return re.search(r"(?<![^\W\d_])(?:bytes|octets)(?![^\W\d_])", around, re.IGNORECASE) is not None


def _value(page: Page, law: Law, stated: Quantity, values: dict[str, Quantity]) -> Value | None:
    """What the formula gives for a stated figure: with the units of the values, else with their bare numbers."""
    given = {name: values[name] for name in law.names}
    try:
        value, *_ = evaluations(law.tokens, {name: _exact(quantity) for name, quantity in given.items()} | CONSTANTS)
    except ExpressionError:
        value = None
    if value is not None and value.dimensions == dimensions_of(stated.kind):
        return value
    if stated.kind not in ("count", "times") and not (stated.kind == "information" and _in_bytes(page, law)):
        return None
    units: dict[str, set[tuple[Fraction, ...]]] = {}
    for quantity in given.values():
        units.setdefault(quantity.kind, set()).add(quantity.unit.factors)
    if any(len(factors) > 1 for factors in units.values()):
        return None  # bare numbers mean nothing where one is in seconds and another in milliseconds
    numbers = {name: Value.of(q.value / 100 if q.kind == "percent" else q.value) for name, q in given.items()}
    try:
        value, *_ = evaluations(law.tokens, numbers | CONSTANTS)
    except ExpressionError:
        return None
    return value if not value.dimensions else None


def _held(page: Page, law: Law, stated: Quantity, values: dict[str, Quantity]) -> Finding | None:
    value = _value(page, law, stated, values)
    if value is None:
        return None
    shown = ", ".join(f"{name} = {_shown(page, values[name])}" for name in sorted(law.names))
    right = in_unit(value.exact, stated)
    outcome = Outcome(value.exact, Interval.exact(value.exact), "")
    working = [shown, f"{law.shown} = {right}", f"stated: {page.words_at(stated.span)}"]
    exact = value.exact.denominator == 1 and stated.half == Fraction(1, 2) and not stated.bound and not value.dimensions
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


def _exact(quantity: Quantity) -> Value:
    """A value as the text gives it, which is what its formula is evaluated at."""
    value = value_of(quantity)
    return Value(value.exact, Interval.exact(value.exact), value.dimensions)


def _shown(page: Page, quantity: Quantity) -> str:
    return plain(quantity.value) if quantity.kind in ("count", "times") else page.words_at(quantity.span)
