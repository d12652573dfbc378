"""Relations that need no table: elements of shapes, variance and deviation, period and rate, rests, windows, clock times."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit, plain
from tools.instruments.numbers.sizes import TYPE_NAME, type_bytes
from tools.instruments.numbers.words import conditional, supposed, vocabulary
from tools.quantities import Interval, Quantity
from tools.records import Finding, Span

_SIDE = r"(?:\d{1,3}(?:,\d{3})+|\d{1,6})"
_SHAPE = re.compile(
    r"(?<![\w.,])(?:\(\s*(?P<tuple>\d{1,6}(?:\s*,\s*\d{1,6})+)\s*,?\)"
    rf"|(?P<product>{_SIDE}(?:\s?(?:[x×]|mal|by|par)\s?{_SIDE})+))(?![\w.]|,\d)"
)
_ELEMENTS = vocabulary(
    "elements entries values cells numbers elemente einträge werte zellen zahlen éléments valeurs entrées cellules pixels pixel"
)
_HAS = re.compile(
    r"(?<![^\W\d_])(?:has|have|holds?|contains?|with|hat|haben|enthält|enthalten|a|ont|contient|contiennent|is|are|makes?|sind|font|compte)\s+(?:about"
    r" |exactly |just |genau )?$",
    re.I,
)
_CHANNELS = re.compile(
    r"(?<![^\W\d_])(?:channels?|kanäle\w*|canaux|images?|samples?|bilder\w*|copies|batch\w*|heads?|layers?|times|each)(?![^\W\d_])", re.I
)
_VARIANCE = re.compile(r"(?<![^\W\d_])(?:variance|varianz)(?:\s[^\W\d_]+){0,2}?\s(?:is|of|=|ist|von|beträgt|est|de|vaut)\s*$", re.I)
_DEVIATION = re.compile(
    r"(?<![^\W\d_])(?:standard deviation|standardabweichung|écart[-"
    r" ]type)(?:\s[^\W\d_]+){0,2}?\s(?:is|of|=|ist|von|beträgt|est|de|vaut)\s*(?:about |etwa |rund |environ )?$",
    re.I,
)
_PERIOD = re.compile(
    r"(?<![^\W\d_])(?:interval|period|spacing|abstand|takt\w*|periode\w*|abtastintervall|intervalle|période|pas)(?![^\W\d_])|(?:every|alle|toutes"
    r" les)\s*$",
    re.I,
)
_BATCHES = re.compile(
    r"(?<![^\W\d_])(?:batches|chunks|groups|blocks|pieces|portionen|blöcke\w*|gruppen|stücke\w*|lots|blocs|groupes|paquets)\s(?:of|von|zu|de)\s*$",
    re.I,
)
_REST = re.compile(r"(?<![^\W\d_])(?:rest|remainder|left over|reste)\s(?:of|von|de)\s*$", re.I)
_LEFT_OVER = vocabulary("left leftover remaining remain over übrig restants restantes")
_WINDOW = re.compile(
    r"(?<![^\W\d_])(?:windows?|fenster\w*|fenêtres?)\s(?:(?:size|length|größe|länge|taille)\s)?(?:of|von|der länge|de)\s*(?:size |length"
    r" |länge |größe |taille )?$",
    re.I,
)
_LEAVES = re.compile(
    r"(?<![^\W\d_])(?:leaves?|gives?|yields?|makes?|produces?|has|have|bleiben|ergibt|ergeben|liefert|gibt|laisse|donne|restent)\s+(?:only"
    r" |just |nur |noch )?$",
    re.I,
)
_CLOCK = re.compile(r"(?<![\d:.])(?P<h>[01]?\d|2[0-3])(?::|\sh\s?)(?P<m>[0-5]\d)(?![\d:])")
_SPAN = re.compile(r"(?<![^\W\d_])(?:from|between|von|zwischen|de|entre)\s*$", re.I)
_LASTS = re.compile(
    r"(?<![^\W\d_])(?:lies?|lasts?|takes?|is|are|span\w*|pass|liegen|dauert|sind|vergehen|überspannen|soit|dure\w*|fait|séparent|,)(?![^\W\d_])|,|\(",
    re.I,
)


def check_relations(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or supposed(sentence.text) or conditional(sentence.text) or len(sentence.quantities) > 12:
            continue
        for rule in (_shapes, _deviations, _periods, _rests, _windows, _clocks):
            yield from rule(page, sentence)


def _head(page: Page, sentence: Sentence, quantity: Quantity, size: int = 60) -> str:
    return page.text[max(sentence.span.start, quantity.span.start - size) : quantity.span.start]


def _shapes(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """ "shape (3, 4, 5) has 60 elements", "(32, 3, 224, 224) in float32 takes 19.3 MB"."""
    shapes = list(_SHAPE.finditer(sentence.text))
    types = list(TYPE_NAME.finditer(sentence.text))
    if len(shapes) != 1:
        return
    sizes = [int(size) for size in re.findall(r"\d+", shapes[0]["tuple"] or shapes[0]["product"].replace(",", ""))]
    if 0 in sizes:
        return
    elements = Fraction(1)
    for size in sizes:
        elements *= size
    span = Span(start=sentence.span.start + shapes[0].start(), end=sentence.span.start + shapes[0].end())
    outside = [q for q in sentence.quantities if not q.span.overlaps(span) and q.span.start > span.end]
    step = f"{' x '.join(str(size) for size in sizes)} = {plain(elements)}"
    counts = [q for q in outside if q.kind == "count" and q.after[:1] and q.after[0] in _ELEMENTS and _HAS.search(_head(page, sentence, q))]
    if len(counts) == 1 and len([q for q in outside if q.kind == "count"]) == 1 and not counts[0].bound:
        finding = judged(page, "shape", counts[0], [Outcome(elements, Interval.exact(elements), step)], [span])
        if finding is not None and (finding.verdict == "supported" or not _CHANNELS.search(sentence.text)):
            yield finding
    memory = [q for q in outside if q.kind == "information" and not q.bound]
    others = [q for q in sentence.quantities if q.kind == "count" and not q.span.overlaps(span) and q.value > 1]
    if len(memory) == 1 and len(types) == 1 and not others and not _CHANNELS.search(sentence.text):
        value = elements * type_bytes(types[0])
        shown = f"{step}; x {types[0].group(0)} = {in_unit(value, memory[0])}"
        finding = judged(page, "shape", memory[0], [Outcome(value, Interval.exact(value), shown)], [span])
        if finding is not None:
            yield finding


def _deviations(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """A standard deviation is the square root of its variance."""
    variances = [q for q in sentence.quantities if _VARIANCE.search(_head(page, sentence, q))]
    deviations = [q for q in sentence.quantities if _DEVIATION.search(_head(page, sentence, q))]
    if len(variances) != 1 or len(deviations) != 1 or variances[0].value <= 0 or deviations[0].value < 0:
        return
    variance, deviation = variances[0], deviations[0]
    root = Fraction(float(variance.value) ** 0.5)
    low, high = (
        Fraction(float(max(variance.value - variance.half, Fraction(0))) ** 0.5),
        Fraction(float(variance.value + variance.half) ** 0.5),
    )
    step = f"the root of {written(page, variance)} is {plain(root, 4)}"
    whole = variance.value.denominator == 1 and variance.half == Fraction(1, 2)
    finding = judged(
        page,
        "deviation",
        deviation,
        [Outcome(root * deviation.unit.factors[0], Interval.exact(root) if whole else Interval(low, high), step)],
        [variance.span],
    )
    if finding is not None:
        yield finding


def _periods(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """An interval of 20 ms is a rate of 50 Hz."""
    times = [q for q in sentence.quantities if q.kind == "time" and (_PERIOD.search(_head(page, sentence, q, 40)))]
    rates = [q for q in sentence.quantities if q.kind in ("frequency", "count/time")]
    if (
        len(times) != 1
        or len(rates) != 1
        or len([q for q in sentence.quantities if not q.ordinal]) != 2
        or times[0].value <= 0
        or times[0].bound
        or rates[0].bound
    ):
        return
    time, rate = measured(times[0]), rates[0]
    if time.interval.low <= 0:
        return
    exact = 1 / time.exact
    step = f"1 / {written(page, times[0])} = {in_unit(exact, rate)}"
    finding = judged(page, "period", rate, [Outcome(exact, Interval.exact(Fraction(1)) / time.interval, step)], [times[0].span])
    if finding is not None:
        yield finding


def _rests(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """100 rows in batches of 32 make three batches and a rest of 4."""
    counts = [q for q in sentence.quantities if q.kind == "count" and not q.ordinal and q.value.denominator == 1]
    sizes = [q for q in counts if _BATCHES.search(_head(page, sentence, q))]
    rests = [q for q in counts if _REST.search(_head(page, sentence, q)) or (q.after[:1] and q.after[0] in _LEFT_OVER)]
    if len(sizes) != 1 or len(rests) != 1 or sizes[0] is rests[0] or counts[0] in (sizes[0], rests[0]) or sizes[0].value < 2:
        return
    whole, size, rest = counts[0], sizes[0], rests[0]
    if whole.value <= size.value or rest.span.start < size.span.start or whole.bound or rest.bound:
        return
    left = whole.value % size.value
    step = f"{written(page, whole)} = {whole.value // size.value} x {written(page, size)} + {left}"
    finding = judged(page, "rest", rest, [Outcome(left, Interval.exact(left), step)], [whole.span, size.span])
    if finding is not None:
        yield finding


def _windows(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """A window of 5 fits into 100 values 96 times; the usual slip is one too few."""
    counts = [
        q for q in sentence.quantities if q.kind == "count" and not q.ordinal and q.value.denominator == 1 and q.bound in ("", "above")
    ]
    windows = [q for q in counts if _WINDOW.search(_head(page, sentence, q))]
    results = [q for q in counts if _LEAVES.search(_head(page, sentence, q)) and q not in windows]
    if len(counts) != 3 or len(windows) != 1 or len(results) != 1 or results[0] is not counts[-1] or results[0].bound:
        return
    (whole,) = [q for q in counts if q is not windows[0] and q is not results[0]]
    fits = whole.value - windows[0].value + 1
    if results[0].value not in (fits, fits - 1) or re.search(r"strid|schritt|pas de|step", sentence.text, re.I):
        return
    step = f"{written(page, whole)} - {written(page, windows[0])} + 1 = {plain(fits)}"
    finding = judged(page, "window", exact_count(results[0]), [Outcome(fits, Interval.exact(fits), step)], [whole.span, windows[0].span])
    if finding is not None:
        yield finding


def exact_count(quantity: Quantity) -> Quantity:
    """A count that was not rounded."""
    return replace(quantity, half=Fraction(1, 4), coarse=Fraction(1, 4))


def _clocks(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """The time between two clock times of a day."""
    clocks = list(_CLOCK.finditer(sentence.text))
    times = [q for q in sentence.quantities if q.kind == "time" and not q.ordinal]
    if len(clocks) != 2 or len(times) != 1 or times[0].bound or not _SPAN.search(sentence.text[: clocks[0].start()]):
        return
    begin, end = (int(clock["h"]) * 60 + int(clock["m"]) for clock in clocks)
    joint = sentence.text[clocks[0].end() : clocks[1].start()]
    at = times[0].span.start - sentence.span.start
    if (
        end <= begin
        or at < clocks[1].end()
        or not re.fullmatch(r"\s*(?:Uhr\s*)?(?:to|and|until|und|bis|à|et)\s*", joint)
        or not _LASTS.search(sentence.text[clocks[1].end() : at])
    ):
        return
    value = Fraction((end - begin) * 60)
    step = f"{clocks[0].group()} to {clocks[1].group()} = {in_unit(value, times[0])}"
    places = [Span(start=sentence.span.start + clocks[0].start(), end=sentence.span.start + clocks[1].end())]
    own = exact_count(times[0]) if times[0].half == Fraction(1, 2) else times[0]
    finding = judged(page, "clock", own, [Outcome(value, Interval.exact(value), step)], places)
    if finding is not None and not re.search(r"(?:half|halb\w*|demie?|viertel|quarter)", sentence.text[at:], re.I):
        yield finding
