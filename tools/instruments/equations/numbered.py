"""Formulas with a number where the text refers to them: "Equation (8.1) gives 73,856", a column of a table that a formula fills."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations, product

from tools.instruments.equations.formulas import plain_math, tokens_of
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said, confirmed, contradicted, in_unit, like, plain, replaced
from tools.instruments.numbers.words import akin
from tools.quantities import Interval, Quantity, quantities_of
from tools.quantities.expressions import ExpressionError, Token, Value, dimensions_of, evaluations, value_of
from tools.records import Finding, Span

_DISPLAYED = re.compile(r"\$\$\s*(?P<body>[^$]{5,600}?)\s*\$\$")
_TAG = re.compile(r"\\tag\{(?P<number>[\dA-Z.]+)\}|\((?P<plain>\d+\.\d+)\)\s*$")
_UNIT_BEHIND = re.compile(r"(?:\\[ ,;:]|\\quad|~|\s)+\\(?:text|mathrm)\{\s*[^{}\\]{1,20}\}$")  # "... + 1.76 \ \text{dB}"
_FUNCTIONS = frozenset(
    ["sqrt", "log", "ln", "log2", "log10", "lg", "exp", "floor", "ceil", "max", "min", "abs", "sin", "cos", "tanh", "pi"]
)
_NAME = re.compile(r"[A-Za-zα-ωΑ-Ω_]\w*")
_EQUATION = r"(?:Equations?|Eqs?\.|Formula|Gleichung|Formel|[ÉéEe]quation|Formule|Ecuación|Fórmula)\s*\(?"
_GIVES = re.compile(
    r"\)?\s+(?:then\s|thus\s|hence\s|therefore\s)?(?:gives|yields|predicts|becomes|makes|returns|ergibt|liefert|gibt|donne|da)\s(?:us\s|only\s|"
    r"just\s|about\s|exactly\s)?[$`(]?(?:[\\A-Za-z]\w*\s?(?:=|\\approx|≈)\s?)?$"
)
_ASSIGNED = re.compile(
    r"\$\s*(?P<name>\\?[A-Za-zα-ωΑ-Ω](?:_\{[^$=]{1,20}\}|_?\w*))\s*=\s*(?P<value>\d[\d,.]*(?:e-?\d+)?)\s*\$(?P<tail>\s?[^\s,.;$]{1,14})?"
    r"|(?<![\w$\\}])(?P<bare>[A-Za-zα-ω](?:_\w+)?)\s=\s(?P<number>\d[\d,.]*(?:e-?\d+)?)(?P<unit>\s[^\s,.;$]{1,14})?"
)
_COUNTED = re.compile(r"\$(?P<name>\\?[A-Za-zα-ωΑ-Ω](?:_\{[^$=]{1,20}\}|_?\w*))\$\s(?P<noun>[^\W\d_]{3,})")
_WITH = re.compile(
    r"\$(?P<name>[A-Za-z]\w*)\$\sis\s(?P<yes>\d+)\swith\s(?:a\s|an\s|the\s)?(?P<noun>[^\W\d_]{3,})\sand\s(?P<no>\d+)\swithout",
    re.IGNORECASE,
)
_PART = re.compile(r"(?:^|[,;]\s(?:and\s|but\s|while\s)?)(?=(?:at|for|with)\s)", re.IGNORECASE)
_WHOLE = re.compile(r"(?<![^\W\d_])an?\s(?:whole|full|entire)\s(?P<unit>second|minute|hour)", re.IGNORECASE)
_HAS = re.compile(
    r"[^\W\d_ ]*\s?(?:that (?:is|makes|gives)|has|have|there are|it is|needs|takes|gives|it has)\s(?:about\s|only\s|exactly\s)?$", re.I
)


@dataclass(frozen=True)
class Law:
    """A displayed formula. number: by which the text refers to it; place: of the formula; end: where text goes on."""

    number: str
    left: str
    shown: str
    tokens: tuple[Token, ...]
    names: frozenset[str]
    place: Span


def displayed(page: Page) -> Iterator[Law]:
    """The displayed formulas that define one name by an expression in others."""
    for match in _DISPLAYED.finditer(page.text):
        body = match["body"].strip()
        tag = _TAG.search(body)
        if tag is not None:
            body = body[: tag.start()] + body[tag.end() :]
        body = _UNIT_BEHIND.sub("", body.strip(" .,;\n"))
        if body.count("=") != 1 or "&" in body or "\\\\" in body:
            continue
        try:
            written = body.split("=")[1].strip(" .,;\n")
            left, right = (plain_math(side).strip(" .,;\n") for side in body.split("="))
            names = frozenset(_NAME.findall(right)) - _FUNCTIONS
            tokens = tokens_of(written, names, True, page.writing)
        except ExpressionError:
            continue
        used = frozenset(token.text for token in tokens if token.kind == "name")
        head = re.match(r"[\\\w]+", left)
        if head is None or not used or head.group() in used:
            continue
        number = (tag["number"] or tag["plain"]) if tag is not None else ""
        yield Law(number, head.group(), right, tuple(tokens), used, Span(start=match.start(), end=match.end()))


def check_numbered(page: Page) -> Iterator[Finding]:
    laws = list(displayed(page))
    for law in laws:
        if law.number:
            yield from _referred(page, law)
        yield from _counted(page, law)
        yield from _filled(page, law)


def _values(law: Law, values: Mapping[str, Value]) -> Value | None:
    try:
        return evaluations(law.tokens, {name: values[name] for name in law.names})[0]
    except ExpressionError:
        return None


def _judged(page: Page, law: Law, stated: Quantity, values: Mapping[str, Value], sure: bool = True) -> Finding | None:
    value = _values(law, values)
    if value is None or value.dimensions != dimensions_of(stated.kind):
        return None
    exact = value.exact.denominator == 1 and stated.half == Fraction(1, 2) and not stated.bound
    how = (replace(stated, half=Fraction(1, 4)) if exact else stated).agreement(Interval.exact(value.exact))
    written, right = page.words_at(stated.span), in_unit(value.exact, stated)
    shown = ", ".join(f"{name} = {plain(values[name].exact)}" for name in sorted(law.names))
    working = [shown, f"{law.shown} = {right}", f"stated: {written}"]
    if how == "yes":
        said = Said(f"At {shown} the formula gives {right}, as stated.", working, [law.place])
        return confirmed("formula-referred", stated.span, said, "equations")
    if how == "unsure" or not sure or abs(stated.bases()[0] - value.exact) * 500 <= abs(value.exact) * (0 if exact else 1):
        return None
    new = like(value.exact, stated, page)
    replacement = replaced(page, stated.span, [(stated.number, new)], "the formula at the values of the sentence") if new else None
    said = Said(f"At {shown} the formula gives {right}, not {written}.", working, [law.place])
    return contradicted("formula-referred", stated.span, said, "high", replacement).model_copy(update={"instrument": "equations"})


# ---- what the text says that a formula gives -------------------------------------------------------------------


def _referred(page: Page, law: Law) -> Iterator[Finding]:
    named = re.compile(_EQUATION + re.escape(law.number) + r"(?![\d.]*\d)", re.IGNORECASE)
    for n, sentence in enumerate(page.sentences):
        match = named.search(sentence.text)
        if match is None or sentence.output:
            continue
        at = sentence.span.start + match.end()
        stated = next((q for q in sentence.quantities if q.span.start >= at), None)
        if stated is not None and not stated.ordinal and _GIVES.fullmatch(page.text[at : stated.number.start]):
            values = _bound(page, law, page.text[sentence.span.start : stated.number.start])
            if law.names <= values.keys():
                finding = _judged(page, law, stated, values)
                if finding is not None:
                    yield finding
                continue
        before = [s for s in page.sentences[max(0, n - 2) : n] if s.block == sentence.block]
        yield from _series(page, law, sentence, before)


def _bound(page: Page, law: Law, text: str) -> dict[str, Value]:
    """The values that words give for the names of a formula."""
    found: dict[str, Value] = {}
    about = page.text[max(0, law.place.start - 400) : law.place.end + 400]
    for match in _COUNTED.finditer(about):
        name = _plain(match["name"])
        counted = [q for q in quantities_of(text, page.writing) if q.after[:1] and akin(q.after[0], match["noun"].lower())]
        if name in law.names and counted and not counted[-1].ordinal and counted[-1].kind == "count":
            found[name] = Value.of(counted[-1].value)
    for match in _WITH.finditer(about):
        said = re.search(rf"(?<![^\W\d_])(?P<how>no|without|without a|a|an|with|with a)\s{match['noun']}(?![^\W\d_])", text, re.IGNORECASE)
        if match["name"] in law.names and said is not None:
            found[match["name"]] = Value.of(int(match["no" if said["how"].lower().startswith(("no", "without")) else "yes"]))
    for match in _ASSIGNED.finditer(text):
        name = _plain(match["name"] or match["bare"])
        number = (match["value"] or match["number"]).rstrip(",.")
        unit = (match["tail"] or match["unit"] or "").strip(" $")
        read = quantities_of(f"{number} {unit}".strip(), page.writing)
        if name in law.names and read:
            found[name] = value_of(read[0])
    return found


def _plain(name: str) -> str:
    try:
        return plain_math(name).strip()
    except ExpressionError:
        return name


def _series(page: Page, law: Law, sentence: Sentence, before: Sequence[Sentence]) -> Iterator[Finding]:
    """ "At 40 Equation 7.1 gives 0.1 s, at 45 it gives 0.2 s, and at 48 half a second": one name varies, two results say which."""
    told = []
    cuts = [match.end() for match in _PART.finditer(sentence.text)]
    for start, end in zip(cuts, [*cuts[1:], len(sentence.text)], strict=False):
        here = [q for q in sentence.quantities if start <= q.span.start - sentence.span.start < end]
        whole = _WHOLE.search(sentence.text, start, end)
        if len(here) == 1 and whole is not None:
            read = quantities_of(f"1 {whole['unit']}", page.writing)[0]
            at = Span(start=sentence.span.start + whole.start(), end=sentence.span.start + whole.end())
            here.append(replace(read, span=at, number=at, half=Fraction(1, 20)))
        if len(here) == 2:
            told.append((here[0], here[1]))
    if len(told) < 3 or len(law.names) > 3:
        return
    constants = [q for s in before for q in s.quantities if not q.ordinal]
    for names in permutations(sorted(law.names)):
        for given in product(constants, repeat=len(names) - 1):
            fixed = {name: Value.of(q.value) for name, q in zip(names[1:], given, strict=True)}
            results = [(y, _values(law, fixed | {names[0]: Value.of(x.value)}), x) for x, y in told]
            hows = [y.agreement(Interval.exact(_in(y, value))) if value is not None else "no" for y, value, _ in results]
            if hows.count("yes") >= 2 and hows.count("no") == 1 and len(hows) - hows.count("yes") == 1:
                y, value, x = results[hows.index("no")]
                if value is not None:
                    yield _broken(page, law, y, value, fixed | {names[0]: Value.of(x.value)})
                return


def _in(stated: Quantity, value: Value) -> Fraction:
    """A bare result in the base unit of a stated figure, whose own unit is that of the others."""
    return value.exact * stated.unit.factors[0]


def _broken(page: Page, law: Law, stated: Quantity, value: Value, values: Mapping[str, Value]) -> Finding:
    shown = ", ".join(f"{name} = {plain(own.exact)}" for name, own in sorted(values.items()))
    right, written = in_unit(_in(stated, value), stated), page.words_at(stated.span)
    working = [shown, f"{law.shown} = {right}", f"stated: {written}", "the other figures of the sentence are what the formula gives"]
    said = Said(f"At {shown} the formula gives {right}, not {written}.", working, [law.place])
    return contradicted("formula-series", stated.span, said, "high").model_copy(update={"instrument": "equations"})


# ---- what is counted -------------------------------------------------------------------------------------------


def _counted(page: Page, law: Law) -> Iterator[Finding]:
    """ "A heap with $n$ entries has h(n) levels. For 1,000 entries that is 10 levels": the noun of the name, then the result."""
    if len(law.names) != 1:
        return
    (name,) = law.names
    around = page.text[max(0, law.place.start - 120) : law.place.start]
    nouns = [match["noun"].lower() for match in _COUNTED.finditer(around) if _plain(match["name"]) == name]
    if not nouns:
        return
    for sentence in page.sentences:
        if sentence.output or not 0 <= sentence.span.start - law.place.end < 600:
            continue
        for given, stated in zip(sentence.quantities, sentence.quantities[1:], strict=False):
            between = page.text[given.number.end : stated.number.start].strip(" ")
            led = re.match(r"[^\W\d_]+\s", between)
            if led is None or not akin(led.group().strip().lower(), nouns[-1]) or not _HAS.fullmatch(between[led.end() :] + " "):
                continue
            if given.kind == stated.kind == "count" and not given.ordinal and not given.bound and not stated.bound:
                value = _values(law, {name: Value.of(given.value)})
                close = value is not None and abs(value.exact - stated.value) <= max(Fraction(1), value.exact / 4)
                finding = _judged(page, law, stated, {name: Value.of(given.value)}, close)
                if finding is not None:
                    yield finding


# ---- a column that a formula fills -----------------------------------------------------------------------------


def _filled(page: Page, law: Law) -> Iterator[Finding]:
    """A column with the name of what a formula defines: the row that breaks it where all the others hold."""
    for grid in page.grids:
        if not 0 < grid.span.start - law.place.end < 1500 or not grid.complete or not 4 <= len(grid.rows) <= 40 or len(law.names) > 4:
            continue
        for column in grid.columns[1:]:
            if re.sub(r"[$`* ]", "", column.name) == law.left:
                finding = _column(page, law, grid, column)
                if finding is not None:
                    yield finding


def _column(page: Page, law: Law, grid: Grid, column: Column) -> Finding | None:
    others = [c for c in grid.columns[1:] if c is not column and len(c.figures()) == len(grid.rows)]
    near = [
        q
        for s in page.sentences
        if law.place.start - 800 <= s.span.start <= grid.span.end and not s.output
        for q in s.quantities
        if q.kind != "count" and not q.ordinal
    ][:8]
    choices: list[Column | Quantity] = [*others, *near]
    if len(column.figures()) != len(grid.rows):
        return None
    for chosen in permutations(choices, len(law.names)):
        if not any(isinstance(one, Column) for one in chosen):
            continue
        broken: list[tuple[int, Quantity, Value, dict[str, Value]]] = []
        for row, stated in column.figures():
            values = {name: _in_row(one, row) for name, one in zip(sorted(law.names), chosen, strict=True)}
            value = _values(law, values)
            if value is None or value.dimensions != dimensions_of(stated.kind):
                broken = []
                break
            if stated.agreement(Interval.exact(value.exact)) != "yes" and stated.agreement(value.interval) != "yes":
                broken.append((row, stated, value, values))
            if len(broken) > 1:
                break
        if len(broken) == 1:
            _, stated, value, values = broken[0]
            if abs(value.exact - stated.value) * 50 > abs(value.exact):
                return _broken_cell(page, law, grid, broken[0])
    return None


def _in_row(one: Column | Quantity, row: int) -> Value:
    if isinstance(one, Quantity):
        return value_of(one)
    return value_of(next(q for n, q in one.figures() if n == row))


def _broken_cell(page: Page, law: Law, grid: Grid, broken: tuple[int, Quantity, Value, Mapping[str, Value]]) -> Finding:
    row, stated, value, values = broken
    right, written = in_unit(value.exact, stated), page.words_at(stated.span)
    shown = ", ".join(f"{name} = {plain(own.exact)}" for name, own in sorted(values.items()))
    working = [f"{grid.labels(row)}: {shown}", f"{law.shown} = {right}", f"stated: {written}", "the other rows are what the formula gives"]
    new = like(value.exact, stated, page)
    replacement = replaced(page, stated.span, [(stated.number, new)], "the formula at the values of the row") if new else None
    said = Said(f"In the row of {grid.labels(row)} the formula gives {right}, not {written}.", working, [law.place])
    return contradicted("formula-column", stated.span, said, "high", replacement).model_copy(update={"instrument": "equations"})
