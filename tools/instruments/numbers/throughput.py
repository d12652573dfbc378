"""Rates times amounts: so many requests a second of so much each, an amount at a speed, rounds of so long each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import zip_longest

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import akin, any_akin, partly, supposed, vocabulary, words_of
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import dimensions_of
from tools.records import Finding

_AMOUNTS = ("information", "energy", "length", "mass", "volume", "flop")
_ROUNDS = vocabulary("rounds round waves wave passes pass turns runden durchgänge wellen durchläufe tours vagues passes séries")
_EACH = re.compile(r"\s*(?:each|apiece|je(?![^\W\d_])|chacune?s?|a piece|per |pro |par )", re.I)
_AT = re.compile(
    r"(?<![^\W\d_])(?:at|with|by|bei|mit|à|avec|von|of)\s+(?:a |an |einer |une"
    r" )?(?:(?:rate|speed|bandwidth|rate|geschwindigkeit|débit|vitesse) (?:of|von|de) )?$",
    re.I,
)
_EACH_RATE = re.compile(r"(?:^|[.,;:]\s)(?:at|bei|mit|à|avec)\s+(?:a rate of |einer rate von |un débit de )?$", re.I)
_PER_NOUN = re.compile(
    r"(?:\s(?:to|for|on|auf|zu|à|pour))?\s?(?<![^\W\d_])(?:per|each|every|an?|pro|je|jede[rsnm]?|par|chaque|/)\s?(?P<noun>[^\W\d_]{3,})",
    re.I,
)
_TAKES = re.compile(
    r"(?<![^\W\d_])(?:takes?|took|needs?|lasts?|requires?|dauer\w+|brauch\w+|benötig\w+|prend|prennent|dure\w*|faut|demande\w*|is|are|sind|ist|in|within|so)"
    r"(?![^\W\d_])",
    re.I,
)
_ROUGH = re.compile(
    r"(?<![^\W\d_])(?:peak|burst|overhead|extra|additional|plus|latency|faster|slower|more|less|compress\w*|only|measured|gemessen|mesuré)(?![^\W\d_])",
    re.I,
)


def check_throughput(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        quantities = [q for q in sentence.quantities if not q.ordinal]
        if sentence.output or not 2 < len(quantities) < 8 or supposed(sentence.text) or partly(sentence.text) or sentence.ranges:
            continue
        finding = (
            _stream(page, quantities)
            or _transfer(page, sentence, quantities)
            or _several(page, sentence, quantities)
            or _apiece(page, sentence, quantities)
        )
        if finding is not None:
            yield finding
    yield from _rounds(page)


def _open(quantities: list[Quantity]) -> bool:
    return any(q.bound not in ("", "about") for q in quantities)


def _stream(page: Page, quantities: list[Quantity]) -> Finding | None:
    """So many things a second, of so much each, make so much a second."""
    rates = [q for q in quantities if q.kind == "count/time"]
    for kind in _AMOUNTS:
        amounts, results = [q for q in quantities if q.kind == kind], [q for q in quantities if q.kind == f"{kind}/time"]
        if (
            len(rates) != 1
            or len(results) != 1
            or not amounts
            or results[0].span.start < rates[0].span.start
            or _open([*rates, *amounts, *results])
        ):
            continue
        rate, result = rates[0], results[0]
        equal = any(a == amounts[0].bases()[0] for q in amounts[1:] for a in q.bases())
        if (len(amounts) > 1 and not equal) or max(q.span.start for q in amounts) > result.span.start:
            continue
        value = measured(rate).exact
        outcomes = [
            Outcome(
                value * base,
                measured(rate).interval * wide,
                f"{written(page, rate)} x {written(page, amounts[0])} = {in_unit(value * base, result)}",
            )
            for base, wide in zip(amounts[0].bases(), amounts[0].intervals(), strict=True)
        ]
        return judged(page, "throughput", result, outcomes, [rate.span, *(q.span for q in amounts)])
    return None


def _transfer(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Finding | None:
    """An amount at a speed takes so long."""
    speeds = [q for q in quantities if q.kind.endswith("/time") and q.kind.removesuffix("/time") in (*_AMOUNTS, "count")]
    times = [q for q in quantities if q.kind == "time"]
    if len(speeds) != 1 or len(times) != 1 or len(quantities) != 3 or _ROUGH.search(sentence.text):
        return None
    speed, time = speeds[0], times[0]
    (amount,) = [q for q in quantities if q is not speed and q is not time]
    if (
        dimensions_of(amount.kind) != dimensions_of(speed.kind.removesuffix("/time"))
        or _open(quantities)
        or measured(speed).interval.low <= 0
    ):
        return None
    head = page.text[max(sentence.span.start, speed.span.start - 30) : speed.span.start]
    if amount is quantities[-1] and _EACH_RATE.search(head) and (bool(amount.after) or amount.kind != "count"):
        made = [
            Outcome(a * b, wide * own, f"{written(page, speed)} x {written(page, time)} = {in_unit(a * b, amount)}")
            for a, wide in zip(time.bases(), time.intervals(), strict=True)
            for b, own in zip(speed.bases(), speed.intervals(), strict=True)
        ]
        finding = judged(page, "transfer", amount, made, [time.span, speed.span])
        same = amount.kind != "count" or any_akin(words_of(page.words_at(speed.span)), amount.after[:2])
        return finding if finding is None or finding.verdict == "supported" or same else None
    if time is not quantities[-1] or not _AT.search(head) or not _TAKES.search(sentence.text) or amount.value <= 0:
        return None
    outcomes = [
        Outcome(a / b, wide / own, f"{written(page, amount)} / {written(page, speed)} = {in_unit(a / b, time)}")
        for a, wide in zip(amount.bases(), amount.intervals(), strict=True)
        for b, own in zip(speed.bases(), speed.intervals(), strict=True)
    ]
    return judged(page, "transfer", time, outcomes, [amount.span, speed.span])


def _several(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Finding | None:
    """Each of them does so many a second, so several do so many times as many."""
    if len(quantities) != 3 or _open(quantities) or _ROUGH.search(sentence.text):
        return None
    rate, count, result = quantities
    each = re.search(
        r"(?<![^\W\d_])(?:each|every|one|a single|jede[rs]?|ein(?:e|er)?|chaque|un|une)\s[^\W\d_]+\s[^\W\d_]+\s*$",
        page.text[sentence.span.start : rate.span.start],
        re.I,
    )
    so = re.search(
        r"(?<![^\W\d_])(?:so|therefore|hence|also|folglich|donc)(?![^\W\d_])", page.text[rate.span.end : result.span.start], re.I
    )
    if not each or not so or count.kind != "count" or not rate.kind.endswith("/time") or rate.kind != result.kind:
        return None
    base, wide = rate.bases()[0] * count.value, rate.intervals()[0].scaled(count.value)
    step = f"{written(page, count)} x {written(page, rate)} = {in_unit(base, result)}"
    return judged(page, "throughput", result, [Outcome(base, wide, step)], [rate.span, count.span])


def _apiece(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Finding | None:
    """64 images in 320 ms are 5 ms per image."""
    if len(quantities) != 3 or _open(quantities) or _ROUGH.search(sentence.text):
        return None
    stated = quantities[-1]
    counts, amounts = [q for q in quantities[:2] if q.kind == "count"], [q for q in quantities[:2] if q.kind in ("time", *_AMOUNTS)]
    if len(counts) != 1 or len(amounts) != 1 or counts[0].value <= 1 or stated.kind not in (f"{amounts[0].kind}/count", amounts[0].kind):
        return None
    noun = counts[0].after[0] if counts[0].after else ""
    per = _PER_NOUN.search(page.words_at(stated.span)) or _PER_NOUN.match(page.text, stated.span.end, sentence.span.end)
    if per is None or len(noun) < 3 or not akin(per["noun"].lower(), noun):
        return None
    count, amount = counts[0], amounts[0]
    outcomes = [
        Outcome(
            base / count.value,
            wide.scaled(1 / count.value),
            f"{written(page, amount)} / {written(page, count)} = {in_unit(base / count.value, stated)}",
        )
        for base, wide in zip(amount.bases(), amount.intervals(), strict=True)
    ]
    return judged(page, "apiece", stated, outcomes, [amount.span, count.span])


def _rounds(page: Page) -> Iterator[Finding]:
    """ "0.2 s each ... four rounds and 0.8 s": a number of rounds and their time, where an earlier figure of the paragraph agrees."""
    length: Quantity | None = None
    block, agreed = -1, False
    for sentence in page.sentences:
        if sentence.block != block:
            length, block, agreed = None, sentence.block, False
        if sentence.output or supposed(sentence.text):
            continue
        for one, other in zip_longest(sentence.quantities, sentence.quantities[1:]):
            if one.kind == "time" and (_EACH.match(page.text, one.span.end) or (other is None and "round" in one.before)):
                length, agreed = one, False
                continue
            if other is None or length is None or not _counts_rounds(one) or other.kind != "time":
                continue
            between = page.text[one.span.end : other.span.start]
            if re.search(r"(?<![^\W\d_])(?:of|zu|de|von)\s*$", between):
                length, agreed = other, True
                continue
            if len(between) > 40 or re.search(r"[.;:]", between):
                continue
            value = one.value * length.bases()[0]
            step = f"{written(page, one)} x {written(page, length)} = {in_unit(value, other)}"
            finding = judged(page, "rounds", other, [Outcome(value, Interval.exact(value), step)], [one.span, length.span])
            if finding is not None and (finding.verdict == "supported" or agreed):
                yield finding
            agreed = agreed or (finding is not None and finding.verdict == "supported")


def _counts_rounds(quantity: Quantity) -> bool:
    return (
        quantity.kind == "count"
        and quantity.value.denominator == 1
        and quantity.value > Fraction(1)
        and bool(quantity.after)
        and quantity.after[0] in _ROUNDS
    )
