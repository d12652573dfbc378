"""Laws that everybody uses: errors fall with the square root of the number, rates decay by a factor every so many epochs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.judging import Outcome, judged, written
from tools.instruments.numbers.multiples import multiples_of
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.words import supposed, vocabulary
from tools.quantities import Interval
from tools.records import Finding, Span

_ERROR = re.compile(
    r"(?<![^\W\d_])(?:standard errors?|errors? of (?:the |a )?means?|monte[- ]carlo|statistical"
    r" (?:error|uncertainty)|standardfehlers?|fehlers? des mittel\w*|"
    r"statistische[rn]? fehlers?|erreurs?[- ](?:type|standard)s?|incertitude (?:type|statistique)|square root of (?:the"
    r" )?(?:number|n\b)|wurzel aus der (?:an)?zahl|"
    r"racine (?:carrée )?du nombre)(?![^\W\d_])|/\s*(?:√|sqrt\()\s*[nN]",
    re.IGNORECASE,
)
_SHRINK: tuple[tuple[int, str], ...] = (
    (2, r"halv(?:e|es|ed|ing)|(?:cut|cutting|reduc\w+) \w+(?: \w+)? (?:in|by) half|halbier\w+|(?:um|auf) die hälfte|divis\w+ par deux|"
        r"réduire de moitié|"
        r"(?:divis\w+|réduire) (?:[\w'’]+ ){0,5}(?:par deux|de moitié)"),
    (3, r"(?:to|by) (?:a|one) third|auf ein drittel|dritteln|divis\w+ (?:[\w'’]+ ){0,5}par trois"),
    (10, r"by (?:a factor of )?(?:10|ten)\b|to (?:a|one) tenth|auf ein zehntel|um (?:den )?faktor (?:10|zehn)|"
         r"par (?:un facteur )?(?:10|dix)\b"),
)  # fmt: skip
_THINGS = vocabulary(
    "readings measurements samples runs observations draws points trials repetitions values data experiments messungen messwerte läufe"
    " läufen proben stichproben werte beobachtungen wiederholungen versuche mesures mesure échantillons essais tirages observations"
    " répétitions points simulations"
)
_NEEDS = re.compile(
    r"(?<![^\W\d_])(?:need\w*|takes?|requires?|must|have"
    r" to|brauch\w+|benötig\w+|nötig|erforder\w+|faut|nécess\w+|demande\w*|exige\w*)(?![^\W\d_])",
    re.I,
)
_MANY = re.compile(r"\s+(?:(?:as|so) (?:many|viele?)|more|mehr|plus|d['’]autant)?\s*(?:de |d['’])?(?P<noun>[^\W\d_]+)", re.I)
_FACTOR = re.compile(
    r"(?:(?:factor|gamma|faktor|facteur)\s*(?:of|is|von|de|=|:)?|multipl\w+ (?:(?:the |it |die |den |le )?[^\W\d_]+"
    r" )?(?:by|mit|par)|mal|fois)\s*[`]?$",
    re.I,
)
_EVERY = re.compile(
    r"(?:step[- _]?size\s*(?:of|=|is)?|every|each|after every|alle|je|schrittweite\s*(?:von)?|toutes les|tous les)\s*[`]?$", re.I
)
_EPOCHS = vocabulary("epochs epoch epochen epoche steps step schritte schritten schritt époques époque étapes pas years jahre jahren ans")
_UNTIL = re.compile(
    r"(?:(?:by|at|after|in|until|nach|bei|in|bis|après|à)\s+(?:the"
    r" )?(?:epoch|epoche|époque|l['’]époque|step|schritt|year|jahr)\s*|(?:after|nach|après|within|in)\s+)$",
    re.I,
)


def check_laws(page: Page) -> Iterator[Finding]:
    before: list[Sentence] = []
    for sentence in page.sentences:
        if not sentence.output:
            near = [other for other in before[-3:] if page.sections[other.block] == page.sections[sentence.block]]
            if any(_ERROR.search(own.text) for own in (sentence, *near)):
                yield from _root(page, sentence)
            if not supposed(sentence.text):
                yield from _decay(page, sentence)
            before = [*before[-2:], sentence]


def _root(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """To halve a standard error, four times as many readings are needed."""
    factors = {factor for factor, words in _SHRINK if re.search(rf"(?<![^\W\d_])(?:{words})", sentence.text, re.I)}
    if len(factors) != 1:
        return
    factor = Fraction(factors.pop())
    wanted = factor**2
    step = f"the error falls with the square root of the number, so {plain(wanted)} times as many are needed"
    for multiple in multiples_of(page, sentence):
        match = _MANY.match(sentence.text, multiple.end)
        if match is not None and match["noun"].lower() in _THINGS and _NEEDS.search(sentence.text) and not multiple.quantity.bound:
            finding = judged(page, "square-root", multiple.quantity, [Outcome(wanted, Interval.exact(wanted), step)], [sentence.span])
            if finding is not None:
                yield finding
    counts = [q for q in sentence.quantities if q.kind == "count" and q.value.denominator == 1 and q.value >= 2 and not q.ordinal]
    if len(counts) == 2 and _NEEDS.search(sentence.text) and any(w in _THINGS for w in (*counts[0].after[:2], *counts[1].after[:2])):
        low, high = sorted(counts, key=lambda q: q.value)
        ratio = high.value / low.value
        if ratio not in (wanted, factor):
            return
        span = Span(start=counts[1].span.start, end=counts[1].span.end)
        working = [f"{written(page, high)} / {written(page, low)} = {plain(ratio)}", step]
        if ratio == wanted:
            yield report.confirmed("square-root", span, Said("The number grows with the square, as stated.", working, [sentence.span]))
        else:
            said = Said(f"{plain(wanted)} times as many are needed, not {plain(ratio)} times.", working, [sentence.span])
            yield report.contradicted("square-root", span, said, "high")


def _decay(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """A rate that is multiplied by a factor every so many epochs, from a start to an end by some epoch."""
    quantities = [q for q in sentence.quantities if q.kind in ("count", "percent", "times")]
    if not 4 <= len(quantities) <= 6:
        return
    heads = {id(q): page.text[max(sentence.span.start, q.span.start - 40) : q.span.start] for q in quantities}
    factor = [q for q in quantities if _FACTOR.search(heads[id(q)]) and 0 < q.value < 1]
    every = [q for q in quantities if _EVERY.search(heads[id(q)]) and q.value >= 1]
    until = [
        q
        for q in quantities
        if q not in every
        and q.value >= 1
        and (_UNTIL.search(heads[id(q)]) and (_names_epoch(heads[id(q)]) or (q.after[:1] and q.after[0] in _EPOCHS)))
    ]
    if len(factor) != 1 or len(every) != 1 or len(until) != 1:
        return
    rest = [q for q in quantities if q not in (factor[0], every[0], until[0])]
    if len(rest) != 2 or not re.search(r"(?<![^\W\d_])(?:to|auf|à|zu)\s*$", heads[id(rest[1])]) or rest[0].kind != rest[1].kind:
        return
    steps = until[0].value // every[0].value
    if steps > 60:
        return
    value = rest[0].value * factor[0].value ** int(steps)
    step = f"{written(page, rest[0])} x {written(page, factor[0])}^{int(steps)} = {plain(value)}"
    finding = judged(page, "decay", rest[1], [_outcome(value, step)], [rest[0].span, factor[0].span, every[0].span, until[0].span])
    if finding is not None:
        yield finding


def _names_epoch(head: str) -> bool:
    return re.search(r"(?:epoch|epoche|époque|step|schritt|year|jahr)\s*$", head, re.I) is not None


def _outcome(value: Fraction, step: str) -> Outcome:
    return Outcome(value, Interval.exact(value), step)
