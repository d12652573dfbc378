"""Counts of things of a known size: "4e8 entries, in float64 3.2 GB", "at 49 bytes a record, a million records are 49 MB"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.judging import Outcome, judged, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import supposed, vocabulary
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import value_of
from tools.records import Finding, Span

_TYPES: tuple[tuple[Fraction, str], ...] = (
    (Fraction(16), r"complex128"),
    (Fraction(8), r"float64|u?int64|complex64|fp64|double[- ]precision|doubles|doppelter genauigkeit|double précision"),
    (Fraction(4), r"float32|u?int32|fp32|tf32|single[- ]precision|einfacher genauigkeit|simple précision"),
    (Fraction(2), r"b?float16|bf16|fp16|u?int16|half[- ]precision|halber genauigkeit|demi-précision"),
    (Fraction(1), r"u?int8|fp8|float8(?:_\w+)?"),
    (Fraction(1, 2), r"u?int4|fp4|nf4"),
)  # fmt: skip
TYPE_NAME = re.compile(
    r"(?<![\w])(?:np\.|torch\.|numpy\.)?(?:" + "|".join(rf"(?P<t{n}>{words})" for n, (_, words) in enumerate(_TYPES)) + r")(?!\w)", re.I
)
_EACH = re.compile(
    r"\s+(?:each|apiece|je(?![^\W\d_])|chacune?s?|(?:a|an|per|for (?:each|every)|je|pro|par|für jede[nrs]?|à"
    r" chaque)\s+(?!second|minute|hour|day|sekunde|minute|"
    r"stunde|seconde|heure|jour)[^\W\d_]+)",
    re.IGNORECASE,
)
_EACH_BEFORE = re.compile(
    r"(?<![^\W\d_])(?:each|every|per|je|pro|jede[rs]?|chaque|par)\s+[^\W\d_]+(?:\s+(?:takes|needs|has|costs|braucht|belegt|hat|occupe|pèse|prend))?\s*$",
    re.I,
)
_BEHIND = re.compile(r"\s*(?:(?:of|de|an|von)\s[^\W\d_]+\s+)?\(?(?:in|as|at|with|for|bei|mit|en|als|à|avec)\s+(?:the\s)?[`*]*$", re.I)
_NOT_A_NOUN = vocabulary("in of and or to the per a an at is are und oder im von zu de et ou à times mal fois x with")
_MORE = re.compile(
    r"(?<![^\W\d_])(?:gradients?|optimi[sz]er\w*|adamw?|moments?|activations?|overhead|copies|copy|both|twice|double|half|"
    r"(?<!before )(?<!vor der )(?<!avant )(?:compress\w*|komprim\w*)|gzip\w*|zip\w*|saves?|saving|instead|less|more|plus|additional|extra|"
    r"gradienten|kopien?|zusätzlich|halb\w*|doppelt\w*|spart|copies|moitié|double|moins|"
    r"keys? and values?|index|indices|offsets?|nulls?|mask|strings?)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Size:
    """What one thing takes, in bytes, with its place in the text."""

    span: Span
    value: Fraction


def type_bytes(match: re.Match[str]) -> Fraction:
    """Bytes of one value of the type that TYPE_NAME found."""
    return next(value for n, (value, _) in enumerate(_TYPES) if match[f"t{n}"])


# "The file has 8.4 MB, that is 84 bytes for each row": what each takes is the one that is worked out
_WORKED_OUT = re.compile(
    r",?\s(?:that is|that makes|i\.e\.|which (?:is|makes)|so|hence|thus|or|d\. ?h\.|das (?:ist|sind)|also|oder|soit|donc|"
    r"c['’]est-à-dire|ou)"
    r",?\s(?:only |just |about |roughly |some |rund |etwa |nur |environ )?$",
    re.IGNORECASE,
)
_SLIP = Fraction(1100)  # by what a slip of a prefix is off at most; what is further off is about other things
_WIDEST = 32  # bytes


def check_sizes(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if not sentence.output and not supposed(sentence.text) and any(q.kind == "information" for q in sentence.quantities):
            same = before if before is not None and before.block == sentence.block else None
            yield from _sized(page, sentence, same)
        before = None if sentence.output else sentence


def _sized(page: Page, sentence: Sentence, before: Sentence | None) -> Iterator[Finding]:
    sizes = sorted(_sizes(page, sentence), key=lambda size: size.span.start)
    results = [q for q in sentence.quantities if q.kind == "information" and not any(q.span.overlaps(size.span) for size in sizes)]
    results = [q for q in results if q.bases()[0] > _WIDEST]  # "11 bits of significand" are the width of one thing, never of many
    counts = _counts(sentence)
    if not counts and before is not None and not _MORE.search(before.text):
        counts = _counts(before)
    if not counts or not sizes:
        return
    for result in results:
        size = _size_of(page, result, sizes, results)
        if size is not None and not result.bound.startswith("at ") and result.bound not in ("above", "below"):
            count = [q for q in counts if q.span.end <= result.span.start][-1:] or counts[:1]
            finding = _judged(page, sentence, (count[0], size, result))
            if finding is not None:
                yield finding


def _sizes(page: Page, sentence: Sentence) -> Iterator[Size]:
    for match in TYPE_NAME.finditer(sentence.text):
        yield Size(Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end()), type_bytes(match))
    for quantity in sentence.quantities:
        if quantity.kind not in ("information", "information/count") or len(quantity.unit.factors) > 1:
            continue
        head = page.text[max(sentence.span.start, quantity.span.start - 40) : quantity.span.start]
        each = _EACH.match(page.text, quantity.span.end, sentence.span.end) or _EACH_BEFORE.search(head)
        if quantity.kind == "information/count" or each:
            yield Size(quantity.span, quantity.bases()[0])


def _counts(sentence: Sentence) -> list[Quantity]:
    """The numbers of things, a thousand and more."""
    return [
        q
        for q in sentence.quantities
        if q.kind == "count" and q.bases()[0] >= 1000 and not q.ordinal and not q.glued and _noun(q) not in _NOT_A_NOUN
        and len(q.unit.factors) == 1
    ]  # fmt: skip


def _noun(quantity: Quantity) -> str:
    """The noun behind a number ("de" and "of" left out), "of" where there is none."""
    after = [word for word in quantity.after[:2] if word not in ("de", "d", "of")]
    return after[0] if after else "of"


def _size_of(page: Page, result: Quantity, sizes: list[Size], results: list[Quantity]) -> Size | None:
    """The size that a result is for: right behind it ("32 GB in float32"), else the last before it that no other result took."""
    behind = [
        size for size in sizes if size.span.start >= result.span.end and _BEHIND.fullmatch(page.text[result.span.end : size.span.start])
    ]
    if behind:
        return behind[0]
    before = [size for size in sizes if size.span.end <= result.span.start]
    before = [size for size in before if not _aside(page, size, result)] or before
    if before:
        others = [q for q in results if before[-1].span.end <= q.span.start < result.span.start]
        taken = [q for q in results if q is not result and _BEHIND.fullmatch(page.text[q.span.end : before[-1].span.start])]
        return None if others or taken else before[-1]
    worked_out = bool(sizes) and _WORKED_OUT.search(page.text[result.span.end : sizes[0].span.start])
    return sizes[0] if len(sizes) == 1 and len(results) == 1 and not worked_out else None


def _aside(page: Page, size: Size, result: Quantity) -> bool:
    """Whether a size stands in brackets that are closed before the result."""
    between = page.text[size.span.end : result.span.start]
    closed = between.find(")")
    return closed >= 0 and "(" not in between[:closed]


def _clause(page: Page, sentence: Sentence, result: Quantity) -> str:
    """The words of the sentence around a result, from the last colon or semicolon before it on."""
    text, at = sentence.text, result.span.start - sentence.span.start
    return text[max(text.rfind(mark, 0, at) for mark in (":", ";")) + 1 :]


def _alone(count: Quantity, size: Size) -> Outcome:
    number = value_of(count)
    return Outcome(number.exact * size.value, number.interval * Interval.exact(size.value), "")


def _judged(page: Page, sentence: Sentence, held: tuple[Quantity, Size, Quantity]) -> Finding | None:
    count, size, result = held
    number = value_of(count)
    large = [q for q in _counts(sentence) if q is not count]
    others = [
        q.bases()[0]
        for q in sentence.quantities
        if q.kind == "count" and q is not count and q.bases()[0] > 1 and not q.ordinal and not q.span.overlaps(size.span)
    ]
    outcomes = []
    for length in range(min(len(others), 3) + 1):
        for chosen in combinations(others[:6], length):
            factor = size.value
            for other in chosen:
                factor *= other
            step = f"{written(page, count)} x {page.words_at(size.span)}"
            step += "".join(f" x {other}" for other in chosen)
            outcomes.append(
                Outcome(
                    number.exact * factor, number.interval * Interval.exact(factor), f"{step} = {in_unit(number.exact * factor, result)}"
                )
            )
    outcomes += [_alone(other, size) for other in large]
    finding = judged(page, "size", result, outcomes, [count.span, size.span])
    if finding is None or finding.verdict == "supported":
        return finding
    ratios = [own / outcomes[0].value for own in result.bases()]
    near = (
        count.span.end <= size.span.start
        and not re.search(r"[;:(]", page.text[count.span.end : size.span.start])
        and not (set(others) - {q.bases()[0] for q in large})
    )
    if (
        (others and not near)
        or _MORE.search(_clause(page, sentence, result))
        or any(Fraction(3, 4) < ratio < Fraction(4, 3) for ratio in ratios)
        or all(ratio > _SLIP or ratio < 1 / _SLIP for ratio in ratios)
    ):
        return None
    return finding
