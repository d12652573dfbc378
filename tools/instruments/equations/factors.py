"""Products of named counts against the one figure that the text states for them: a formula that lacks a factor shows here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.equations.laws import Law
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, confirmed, contradicted, plain
from tools.instruments.numbers.words import akin, supposed, words_of
from tools.quantities import Quantity
from tools.records import Finding

_NEAR = 2  # blocks behind the formula
_TYPES = {
    "float64": 8, "int64": 8, "fp64": 8, "float32": 4, "int32": 4, "fp32": 4, "float16": 2, "bfloat16": 2, "bf16": 2, "fp16": 2, "int16": 2,
    "int8": 1,
    "uint8": 1, "float8": 1, "fp8": 1,
}  # fmt: skip
_TYPE = re.compile(r"(?<!\w)(" + "|".join(_TYPES) + r")(?!\w)")
_PER_ELEMENT = re.compile(r"bytes_per|itemsize|item_size|element_size|bytes_per_\w+|dtype|octets_par|bytes_pro", re.I)
_COSTS = re.compile(
    r"(?:costs?|takes?|needs?|occup(?:y|ies)|uses?|is|are|kostet|braucht|belegt|sind|ist|coûte|occupe|prend|fait)\s+(?:about |only |just"
    r" |exactly )?$",
    re.I,
)
_ONE = re.compile(r"(?<![^\W\d_])(?:a|an|one|each|per|every|ein|eine|pro|je|jede[rs]?|un|une|par|chaque)\s+(?P<noun>[^\W\d_]+)", re.I)
_LONE = ("batch", "batch_size", "b", "bs")
_FACTORS = tuple(Fraction(n) for n in (2, 3, 4)) + tuple(Fraction(1, n) for n in (2, 3, 4))


def check_factors(page: Page, laws: list[Law]) -> Iterator[Finding]:
    for law in laws:
        if not _product(law) or len(law.names) < 3:
            continue
        sentences = [
            s
            for s in page.sentences
            if 0 <= s.block - law.block <= _NEAR and s.span.start >= law.place.end and not s.output and not supposed(s.text)
        ]
        found = next((f for n in range(len(sentences)) if (f := _held(page, law, sentences[: n + 1])) is not None), None)
        if found is not None:
            yield found


def _product(law: Law) -> bool:
    return all(token.kind in ("name", "number") or (token.kind == "operator" and token.text == "*") for token in law.tokens)


def _held(page: Page, law: Law, sentences: list[Sentence]) -> Finding | None:
    """The formula at the values of the sentences up to the one that states its result."""
    last = sentences[-1]
    results = [
        q
        for q in last.quantities
        if _COSTS.search(page.text[max(last.span.start, q.span.start - 30) : q.span.start]) and _is_result(law, q)
    ]
    if not results:
        return None
    values: dict[str, Fraction] = {}
    shown = []
    for name in sorted(law.names):
        value = _value(page, name, sentences, results[0])
        if value is None:
            return None
        values[name] = value
        shown.append(f"{name} = {plain(value)}")
    if sum(value != 1 for value in values.values()) < 3:
        return None
    product = Fraction(1)
    for token in law.tokens:
        product *= values[token.text] if token.kind == "name" else token.quantity.value if token.quantity is not None else Fraction(1)
    own, written = results[0].bases()[0], page.words_at(results[0].span)
    working = [", ".join(shown), f"{law.shown} = {plain(product)}", f"stated: {written}"]
    if own == product:
        return confirmed(
            "formula-product",
            law.place,
            Said(f"At the chapter's values the formula gives {written}, as stated.", working, [results[0].span]),
            "equations",
        )
    if own / product in _FACTORS:
        ratio = own / product
        lacks = f"it lacks a factor of {plain(ratio)}" if ratio > 1 else f"it has a factor of {plain(1 / ratio)} too much"
        said = Said(
            f"At the chapter's values the formula gives {plain(product)}, but the text says {written}: {lacks}, or the figure is wrong.",
            working,
            [results[0].span],
        )
        return contradicted("formula-product", law.place, said, "high").model_copy(update={"instrument": "equations"})
    return None


def _is_result(law: Law, quantity: Quantity) -> bool:
    """Whether a figure can be what the formula gives: bytes for a name of bytes, else a plain count named like it."""
    if re.search(r"byte|memory|mem|size|octet|speicher|mémoire|taille", law.left, re.I):
        return quantity.kind == "information" and quantity.unit.factors == (Fraction(1),) and quantity.value >= 1000 and not quantity.bound
    names = words_of(law.left.replace("_", " "))
    return (
        quantity.kind == "count"
        and quantity.value >= 1000
        and not quantity.bound
        and any(akin(n, w) for n in names for w in quantity.after[:2] if len(n) > 3)
    )


def _value(page: Page, name: str, sentences: list[Sentence], result: Quantity) -> Fraction | None:
    """What the sentences give for a name: a count with its noun, a size of a type, or one thing of the kind."""
    if _PER_ELEMENT.search(name):
        types = {match.group(1) for s in sentences for match in _TYPE.finditer(page.words_at(s.span))}
        return Fraction(_TYPES[types.pop()]) if len(types) == 1 else None
    terms = words_of(name.replace("_", " "))
    found = {}
    for sentence in sentences:
        for q in sentence.quantities:
            if q is result or q.kind != "count" or q.ordinal or q.span.start > result.span.start or not terms:
                continue
            behind = q.after[:3]
            direct = any(akin(terms[-1], word) for word in behind[:2]) and not (set(behind[:2]) & {"in", "of", "and"})
            before = tuple(reversed(q.before))
            named = (
                bool(q.before) and q.before[0] in ("of", "von", "de", "is", "ist") and all(any(akin(t, w) for w in before) for t in terms)
            )
            if direct or named:
                found[q.value] = q
    if len(found) == 1:
        return next(iter(found))
    if found:
        return None
    lone = [match["noun"].lower() for match in _ONE.finditer(page.words_at(sentences[-1].span))]
    if any(akin(term, noun) for term in terms for noun in lone if len(noun) > 3) or name.lower() in _LONE:
        return Fraction(1)
    return None
