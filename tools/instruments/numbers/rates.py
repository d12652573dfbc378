"""Rates, products and conversions in prose: "12 layers of 7.1 M parameters make 85 M", "1,000 requests in 4 s, 250 per second"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, floor

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.multiplied import is_for_many
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit, plain
from tools.instruments.numbers.words import conditional, elsewhere, partly
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import dimensions_of
from tools.records import Finding

_EACH = re.compile(r"(?<![^\W\d_])(?:each|apiece|per \w+|je|jeweils|pro \w+|à|zu je|chacune?s?|par \w+)(?![^\W\d_])", re.I)
_RESULT = re.compile(
    r"(?:(?<![^\W\d_])(?:makes?|takes?|took|costs?|lasts?|kosten|kostet|dauern|dauert|coûtent|durent|prennent|needs?|requires?|occup(?:y|ies)|totals?|total"
    r" of|is|are|gives?|yields?|comes? to|amounts? to|"
    r"uses?|holds?|i\.e\.|that is|for a total of|or|"
    r"ergeben|ergibt|brauchen|braucht|benötig\w+|beleg\w+|macht|machen|sind|also|insgesamt|zusammen|font|fait|occup\w+|demand\w+|soit|"
    r"donne(?:nt)?)|=|,)\s*"
    r"(?:up |only |just |about |roughly |approximately |some |etwa |rund |insgesamt |environ |au total |in all |in total |therefore |"
    r"exactly |~|≈|a |an |total of )*[$€£]?$",
    re.I,
)
_OTHER_RATE = re.compile(
    r"(?<![^\W\d_])(?:peak\w*|maximum|max|burst|theoretical|spitzen\w*|up to|only|extra|additional|overhead|faster|slower|more|"
    r"less)(?![^\W\d_])",
    re.I,
)
_SAMPLES = re.compile(
    r"(?<![^\W\d_])(?:samples?|examples?|images?|rows?|records?|sentences?|sequences?|documents?|items?|points?|observations?|bilder\w*|"
    r"beispiele\w*|zeilen|images|exemples|échantillons)(?![^\W\d_])",
    re.I,
)
_STEPS = (
    "steps",
    "step",
    "batches",
    "iterations",
    "updates",
    "minibatches",
    "schritte",
    "batches",
    "iterationen",
    "étapes",
    "itérations",
    "lots",
)
_BATCH = re.compile(
    r"(?:batch(?: |-)?size|batch(?:es)? of(?: size)?|mini-?batches of(?: size)?|batchgröße|batches? (?:von|zu)|taille de (?:lot|batch)|"
    r"lots de)\s*(?:of|is|=|von|de|:)?\s*$",
    re.I,
)


def check_rates(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        quantities = [q for q in sentence.quantities if not q.ordinal]
        if sentence.output or not 2 <= len(quantities) <= 5 or elsewhere(sentence.text):
            continue
        steps = list(_steps(page, sentence, quantities))
        yield from steps
        finding = None
        if not steps and len(quantities) == 3 and not sentence.ranges:
            finding = _product(page, sentence, quantities) or _rate(page, sentence, quantities)
        if finding is not None:
            yield finding
        yield from _conversions(page, sentence, quantities)


def _bound(quantities: list[Quantity]) -> bool:
    return any(q.bound in ("above", "below", "at least", "at most") for q in quantities)


def _product(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Finding | None:
    """So many things of so much each make so much."""
    first, second, stated = quantities
    between = page.text[first.span.end : second.span.start]
    head = page.text[second.span.end : stated.span.start]
    of = re.fullmatch(
        r"\s+[^\W\d_]+(?:\s[^\W\d_]+)?\s+(?:of|à|zu je|mit je|mit|de|at|with|having|avec)\s+(?:about |" r"etwa )?[$€£]?",
        between,
        re.I,
    )
    every = re.search(
        r"(?:each|every one|jede[rs]?|chacun\w*) (?:of (?:the |these |its )?|der |des )$",
        page.text[max(0, first.span.start - 24) : first.span.start],
        re.I,
    )
    each = (
        every
        or _EACH.search(page.text[second.span.start : stated.span.start + 0])
        or second.unit.kind.endswith("/count")
        or first.unit.kind.endswith("/count")
    )
    if _bound(quantities[:2]) or not (of or each) or not _RESULT.search(head) or partly(sentence.text):
        return None
    if stated.kind.endswith("/count") or re.search(
        r"(?<![^\W\d_])(?:instead|rather|statt|lieu|than|als|" r"que)(?![^\W\d_])",
        sentence.text,
        re.I,
    ):
        return None
    if "percent" in {q.kind for q in quantities} or "times" in {q.kind for q in quantities}:
        return None
    if (
        {first.kind, second.kind} == {"count"}
        and not ((of or every) and each)
        and not (of and stated.kind == "count" and second.bases()[0] >= 1000)
    ):
        return None
    if first.kind != "count" and second.kind != "count":
        return None
    one, other = measured(first), measured(second)
    powers = dict(one.dimensions)
    for base, power in other.dimensions:
        powers[base] = powers.get(base, 0) + power
    if tuple(sorted(pair for pair in powers.items() if pair[1])) != dimensions_of(stated.kind):
        return None
    if stated.kind == "count" and stated.bases()[0] < max(first.bases()[0], second.bases()[0]):
        return None
    outcomes = _readings(first, second)
    step = f"{written(page, first)} x {written(page, second)} = "
    results = [Outcome(value, interval, step + in_unit(value, stated)) for value, interval in outcomes]
    return judged(page, "product", stated, results, [first.span, second.span])


def _readings(first: Quantity, second: Quantity) -> list[tuple[Fraction, Interval]]:
    found = []
    for a, wide in zip(first.bases(), first.intervals(), strict=True):
        for b, other in zip(second.bases(), second.intervals(), strict=True):
            one = Interval.exact(a) if _exact(first) else wide
            two = Interval.exact(b) if _exact(second) else other
            found.append((a * b, one * two))
    return found


def _exact(quantity: Quantity) -> bool:
    """Whether a figure counts whole things (bytes among them)."""
    counted = quantity.kind == "count" or (quantity.unit.kind.startswith("information") and quantity.unit.factors == (Fraction(1),))
    return counted and quantity.half == Fraction(1, 2) and not quantity.bound


def _rate(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Finding | None:
    """An amount, a time and the rate that follows from them."""
    rates = [q for q in quantities if "/" in q.kind and dict(dimensions_of(q.kind)).get("time") == -1]
    times = [q for q in quantities if q.kind == "time"]
    if len(rates) != 1 or len(times) != 1 or _bound(quantities) or partly(sentence.text) or _OTHER_RATE.search(sentence.text):
        return None
    (amount,) = [q for q in quantities if q not in (rates[0], times[0])]
    rate, time = rates[0], times[0]
    if time is quantities[-1] or rate is quantities[0]:
        return None
    if rate is not quantities[-1] and not re.search(
        r"(?<![^\W\d_])(?:at|bei|mit|" r"à)\s+(?:a rate of )?$",
        page.text[max(0, rate.span.start - 14) : rate.span.start],
        re.I,
    ):
        return None
    above = dict(dimensions_of(amount.kind))
    above["time"] = above.get("time", 0) - 1
    if tuple(sorted(above.items())) != dimensions_of(rate.kind) or conditional(sentence.text):
        return None
    if not re.search(
        r"(?<![^\W\d_])(?:in|within|over|during|for|takes?|took|innerhalb|während|lang|en|pendant|brauch\w+|dauer\w+)(?![^\W\d_])",
        sentence.text,
        re.I,
    ):
        return None
    top, below = measured(amount), measured(time)
    if below.interval.low <= 0:
        return None
    exact = top.exact / below.exact
    step = f"{written(page, amount)} / {written(page, time)} = {in_unit(exact, rate)}"
    stated = rate
    outcomes = [Outcome(exact, top.interval / below.interval, step)]
    return judged(page, "rate", stated, outcomes, [amount.span, time.span])


def _steps(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Iterator[Finding]:
    """Samples, batch size, epochs and the steps that they make; a last short batch may be kept or dropped."""
    batch = [q for q in quantities if _BATCH.search(page.text[max(sentence.span.start, q.span.start - 30) : q.span.start])]
    steps = [q for q in quantities if q.kind == "count" and any(word in _STEPS for word in q.after[:2]) and q not in batch]
    epochs = [q for q in quantities if q.after[:1] and q.after[0] in ("epochs", "epochen", "époques") and q not in batch]
    samples = [
        q
        for q in quantities
        if q not in batch and q not in steps and q not in epochs and q.kind == "count" and any(_SAMPLES.fullmatch(w) for w in q.after[:3])
    ]
    if len(batch) > 1 or not steps or len(samples) != 1 or len(epochs) > 1 or _bound([*batch, *samples]):
        return
    sizes = _batch_sizes(page) if not batch and _EPOCH.search(sentence.text) else []
    if not batch and (len(sizes) != 1 or samples[0].value < 1000):
        return
    n, b = samples[0].bases()[0], batch[0].bases()[0] if batch else sizes[0]
    if b <= 0 or n < b or re.search(r"gpu|device|worker|accumulat|geräte|each", sentence.text, re.I):
        return
    shown = f"{written(page, samples[0])} / {plain(b)} = {plain(n / b)}"
    kept = _last_kept(page)
    for stated in steps:
        times = epochs[0].value if epochs and _over(page, stated, epochs[0]) else Fraction(1)
        results = {Fraction(ceil(n / b)) * times, Fraction(floor(n / b)) * times, Fraction(ceil(n * times / b))}
        if "per" in page.text[stated.span.end : stated.span.end + 20]:
            times, results = Fraction(1), {Fraction(ceil(n / b)), Fraction(floor(n / b))}
        if kept and len(results) > 1:
            results -= {Fraction(floor(n / b)) * times} - {Fraction(ceil(n / b)) * times}
        step = shown if times == 1 else f"{shown}, times {plain(times)} epochs"
        outcomes = [Outcome(value, Interval.exact(value), step) for value in sorted(results, reverse=True)]
        finding = judged(page, "steps", _whole(stated), outcomes, [samples[0].span, *(q.span for q in batch)])
        if finding is not None:
            yield finding


_EPOCH = re.compile(r"(?<![^\W\d_])(?:epochs?|epochen?|époques?)(?![^\W\d_])", re.I)
_BATCH_SIZE = re.compile(
    r"(?<![\w.])(?:batch_size|batch size|batchgröße|taille de (?:lot|batch))\s*(?:=|:|of|is|von|de)\s*(\d{1,6})(?![\d.])", re.I
)
_DROPS = re.compile(
    r"drop_last\s*=\s*True|(?<!\w)(?:drop(?:s|ped|ping)?|discard\w*|ignor\w*|verw[io]rf\w*|weg\w*|abandonn\w*)\W+(?:\w+\W+){0,5}(?:last|batch\w*|remainder|rest|letzte\w*|lot|"
    r"dernier)(?!\w)|(?:batch|remainder|rest|lot)\W+(?:\w+\W+){0,4}(?:dropped|discarded|ignored|verworfen|weggelassen|abandonné|ignoré)(?!\w)",
    re.I,
)
_KEEPS = re.compile(
    r"drop_last\s*=\s*False|DataLoader\(|(?:incomplete|partial|short\w*|smaller|last|unvollständig\w*|letzte\w*|incomplet\w*|dernier)"
    r" (?:\w+ ){0,3}(?:is|wird|est) "
    r"(?:\w+ )?(?:kept|behalten|gardé|conservé)",
    re.I,
)


def _over(page: Page, stated: Quantity, epochs: Quantity) -> bool:
    """Whether a number of steps is that of so many epochs: they stand before it, or behind it in the same clause."""
    between = page.text[stated.span.end : epochs.span.start]
    return epochs.span.start < stated.span.start or re.search(r"[,;.:]|(?<![^\W\d_])(?:and|und|et)(?![^\W\d_])", between) is None


def _batch_sizes(page: Page) -> list[Fraction]:
    """The batch sizes that the chapter names, in code or in prose."""
    return [Fraction(size) for size in sorted({int(match.group(1)) for match in _BATCH_SIZE.finditer(page.text)})]


def _last_kept(page: Page) -> bool:
    """Whether the chapter keeps an incomplete last batch: it says so, or uses the default, and nowhere speaks of dropping."""
    return _KEEPS.search(page.text) is not None and not _DROPS.search(page.text)


def _whole(stated: Quantity) -> Quantity:
    """A count of steps that is exact."""
    exact = stated.value.denominator == 1 and not stated.bound
    return replace(stated, half=Fraction(1, 4), coarse=Fraction(1, 4)) if exact and stated.half == Fraction(1, 2) else stated


_SAME = re.compile(
    r"\s*(?P<paren>\()?\s*(?:,\s*)?(?:(?P<word>i\.e\.,?|that is,?|which is|or|=|equals|is|are|makes?|d\. ?h\.|das"
    r" sind|sind|ist|entsprechen|entspricht|beträgt|ergibt|ergeben|gleich|also|oder|soit|corresponds? to|amounts? to|comes? to|equal|"
    r"c'est-à-dire|sont|font|fait|est|vaut|valent|égale?|équiva(?:ut|lent) à|représentent?|correspond(?:ent)? à|ou)\s*)?"
    r"(?:about |roughly |some |etwa |rund |environ |~|≈)?[$€£]?"
)


_VERB = re.compile(r"(?:is|are|makes?|sind|ist|sont|font|fait|est)$", re.I)


# "24 rounds of 50 ms, that is 1.2 s": what follows is all of them, not one in another unit.
_MANY_OF = re.compile(r"(?<![\w.,])\d[\d,.]*\s(?:[^\W\d_]+\s){1,2}(?:of|von|zu|de|à)\s*(?:about\s|each\s)?$", re.IGNORECASE)


def _conversions(page: Page, sentence: Sentence, quantities: list[Quantity]) -> Iterator[Finding]:
    """One figure in two units: "90 s, i.e. 1.5 minutes", "1536 MiB (1.5 GiB)"."""
    for first, second in pairwise(quantities):
        if (
            dimensions_of(first.kind) != dimensions_of(second.kind)
            or first.kind in ("count", "percent", "times", "points")
            or first.kind != second.kind
        ):
            continue
        if first.unit.factors == second.unit.factors or first.bound in ("above", "below", "at least", "at most"):
            continue
        if re.search(
            r"(?:[x×*·/+^−-]|\\times|\\cdot|\b(?:times|mal|fois|plus|minus))\s*$",
            page.text[max(0, first.span.start - 10) : first.span.start],
        ):
            continue
        match = _SAME.fullmatch(page.text[first.span.end : second.span.start])
        if match is None or not (match["paren"] or match["word"]):
            continue
        if is_for_many(page, sentence, second):
            continue
        if _MANY_OF.search(page.text[max(0, first.span.start - 40) : first.span.start]):
            continue
        if (
            re.search(r"(?<![^\W\d_])(?:of|zu|à|mit|at|with|de|avec|von)\s*$", page.text[max(0, first.span.start - 6) : first.span.start])
            and _VERB.match(match["word"] or "")
            and not _slipped(first, second)
        ):
            continue
        closed = page.text[second.span.end : second.span.end + 1] == ")"
        if match["paren"] and not closed:
            continue
        whole = first.style == "words" or first.value == 1  # "one GiB" is rounded from nothing
        outcomes = [
            Outcome(value, Interval.exact(value) if whole else interval, f"{written(page, first)} = {in_unit(value, second)}")
            for value, interval in zip(first.bases(), first.intervals(), strict=True)
        ]
        ratio = second.bases()[0] / first.bases()[0] if first.value else Fraction(0)
        near = Fraction(3, 4) < ratio < Fraction(4, 3) or _slipped(first, second)
        finding = judged(page, "conversion", second, outcomes, [first.span])
        strict = match["word"] not in (None, "or", "oder", "ou")
        if finding is not None and (finding.verdict == "supported" or ((strict or near) and not _hedged(first))):
            yield finding


def _hedged(quantity: Quantity) -> bool:
    return quantity.bound != ""


def _slipped(first: Quantity, second: Quantity) -> bool:
    """Whether two figures of one kind differ by a power of ten: the units were mistaken."""
    return first.value != 0 and _power_of_ten(second.bases()[0] / first.bases()[0])


def _power_of_ten(ratio: Fraction) -> bool:
    return any(abs(ratio / Fraction(10) ** power - 1) < Fraction(1, 50) for power in (-6, -3, -2, -1, 1, 2, 3, 6))
