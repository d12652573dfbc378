"""Shares: "30 of 120 requests (25 %)", "25 % of 120 is 30", "the remaining 60 %"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.words import elsewhere, vocabulary
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import dimensions_of
from tools.records import Finding

_OF = re.compile(
    r"(?:\s+(?!instead\b|ahead\b|because\b|times\b|statt\b|lieu\b)[^\W\d_]+)?\s+(?:out of|of|von|sur|de|aus)\s+(?:the |all |its |our |den"
    r" |der |les |insgesamt )?[$€£]?",
    re.I,
)
_WHOLE_FIRST = re.compile(r"(?<![^\W\d_])(?:of|out of|von|sur|aus)\s(?:the |all |den |les )?$", re.I)
_THEN = re.compile(
    r"[^.;:\d]{0,40}?(?:\(|,|—|–|=|\bor\b|\bi\.e\.|\bthat is\b|\bis\b|\bare\b|\boder\b|\bd\. ?h\.|\bsind\b|\balso\b|\bsoit\b|"
    r"\bou\b)\s*(?:about |roughly |just |only |or |etwa |rund |gut |i\.e\. |a |an |soit |environ |~|≈)*[$€£]?",
    re.I,
)
_PART_THEN = re.compile(
    r"[^.;:,\d()]{0,40}?(?:\(|,\s*(?:which is|that is|which makes|i\.e\.,?|or|das sind|also|oder|d\. ?h\.|soit|ou|ce qui fait)\s+)"
    r"(?:about |roughly |only |just |etwa |rund |gut |environ )?",
    re.I,
)
_GIVES = re.compile(
    r"[^.;:\d()]{0,40}?(?:=|\bis\b|\bare\b|\bgives?\b|\bmakes?\b|\bequals?\b|,? ?\bi\.e\.,?|\bsind\b|\bergibt\b|\bergeben\b|\bfont\b|"
    r"\bsoit\b|\(|,? or)\s*(?:about |just |only |exactly |rund |etwa )*[$€£]?",
    re.I,
)
_RATE = re.compile(
    r"(?<![^\W\d_])(?:rate|share|ratio|quota|accuracy|quote|rate|anteil|trefferquote|genauigkeit|taux|part|précision)\s(?:\w+\s)?(?:of|is|von|beträgt|de|est"
    r" de|est)\s*$",
    re.I,
)
_REMAINING = re.compile(
    r"(?<![^\W\d_])(?:the (?:other|remaining|rest,?)|remaining|rest|other|übrigen|restlichen|anderen|autres|restants?|reste)\s*(?:\(?|"
    r"is |are |of the |:)?\s*[$€£]?$",
    re.I,
)
_STAY = vocabulary("others autres remaining remain remains left bleiben übrig restent")
_DEEPER = re.compile(
    r"(?<![^\W\d_])(?:of (?:these|those|which|them|the (?:remaining|rest|other))|davon|der restlichen|dont|parmi|up from|down from|"
    r"compared|against|versus|vs)(?![^\W\d_])",
    re.I,
)


def check_shares(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if len(sentence.quantities) < 2 or sentence.output or len(sentence.quantities) > 40 or elsewhere(sentence.text):
            continue
        yield from _shares(page, sentence)
        rate = _rate_first(page, sentence)
        if rate is not None:
            yield rate
        remaining = _remaining(page, sentence)
        if remaining is not None:
            yield remaining


def _shares(page: Page, sentence: Sentence) -> Iterator[Finding]:
    quantities = [q for q in sentence.quantities if not q.ordinal]
    for one, other, third in zip(quantities, quantities[1:], quantities[2:], strict=False):
        first = page.text[one.span.end : other.span.start]
        whole_first = third.kind == "percent" and _WHOLE_FIRST.search(
            page.text[max(sentence.span.start, one.span.start - 16) : one.span.start]
        )
        if (
            whole_first
            and _PART_THEN.fullmatch(page.text[other.span.end : third.span.start])
            and not _DEEPER.match(page.text[third.span.end + 1 :][:24])
        ):
            one, other, first = other, one, " of "
        second = page.text[max(one.span.end, other.span.end) : third.span.start]
        if not _OF.fullmatch(first) or one.glued or other.glued:
            continue
        places = [one.span, other.span]
        if (
            one.kind == "percent"
            and other.kind != "percent"
            and dimensions_of(other.kind) == dimensions_of(third.kind)
            and _GIVES.fullmatch(second)
        ):
            value = measured(other)
            share = Interval.around(one.value, one.half).scaled(Fraction(1, 100))
            exact = value.exact * one.value / 100
            step = f"{written(page, other)} x {written(page, one)} = {plain(exact / third.unit.factors[0])}"
            finding = judged(page, "share", third, [Outcome(exact, value.interval * share, step)], places)
        elif (
            third.kind == "percent"
            and one.kind != "percent"
            and dimensions_of(one.kind) in (dimensions_of(other.kind), ())
            and _THEN.fullmatch(second)
        ):
            part, whole = measured(one), measured(other)
            if one.kind != other.kind or whole.interval.low <= 0 or part.exact > whole.exact:
                continue
            exact = part.exact / whole.exact * 100
            step = f"{written(page, one)} / {written(page, other)} = {plain(exact, 4)} %"
            outcomes = [Outcome(exact, (part.interval / whole.interval).scaled(Fraction(100)), step)]
            rest = Outcome(100 - exact, Interval.exact(100 - exact), f"the rest: 100 % - {plain(exact, 4)} %")
            finding = judged(page, "share", third, outcomes, places)
            if (
                finding is not None
                and finding.verdict == "contradicted"
                and judged(page, "share", third, [rest], places) is not None
                and third.agreement(rest.interval) == "yes"
            ):
                finding = None
        else:
            continue
        if finding is not None:
            yield finding


def _rate_first(page: Page, sentence: Sentence) -> Finding | None:
    """ "A hit rate of 75 %: of 400 requests 300 were answered"."""
    quantities = [q for q in sentence.quantities if not q.ordinal]
    if len(quantities) != 3 or [q.kind for q in quantities] != ["percent", "count", "count"] or any(q.bound or q.glued for q in quantities):
        return None
    rate, whole, part = quantities
    named = _RATE.search(page.text[max(sentence.span.start, rate.span.start - 40) : rate.span.start])
    of = _WHOLE_FIRST.search(page.text[max(rate.span.end, whole.span.start - 16) : whole.span.start])
    between = page.text[whole.span.end : part.span.start]
    if not named or not of or not 0 < part.value < whole.value or not re.fullmatch(r"(?:\s[^\W\d_]+){0,3},?\s", between):
        return None
    exact = part.value / whole.value * 100
    step = f"{written(page, part)} / {written(page, whole)} = {plain(exact, 4)} %"
    return judged(page, "share", rate, [Outcome(exact, Interval.exact(exact), step)], [whole.span, part.span])


def _remaining(page: Page, sentence: Sentence) -> Finding | None:
    """ "40 % ..., the remaining 60 %": two shares of one whole."""
    quantities = [q for q in sentence.quantities if not q.ordinal]
    percents = [q for q in quantities if q.kind == "percent"]
    if len(percents) == 2 and all(not q.bound for q in percents):
        head = page.text[max(percents[0].span.end, percents[1].span.start - 30) : percents[1].span.start]
        if _REMAINING.search(head) and not _DEEPER.search(page.text[percents[0].span.end : percents[1].span.start]):
            exact = 100 - percents[0].value
            step = f"100 % - {written(page, percents[0])} = {plain(exact)} %"
            return judged(
                page, "remainder", percents[1], [Outcome(exact, Interval.around(exact, percents[0].half), step)], [percents[0].span]
            )
    counts = [q for q in quantities if q.kind == "count" and q.value.denominator == 1 and not q.glued]
    if len(counts) == 3 and len(counts) + len(percents) == len(quantities):
        if _WHOLE_FIRST.search(page.text[max(sentence.span.start, counts[0].span.start - 16) : counts[0].span.start]):
            counts[:2] = counts[1], counts[0]
        elif not _OF.fullmatch(page.text[counts[0].span.end : counts[1].span.start]):
            return None
        head = page.text[max(counts[0].span.end, counts[1].span.end, counts[2].span.start - 30) : counts[2].span.start]
        rest = _REMAINING.search(head) or _STAY.intersection(counts[2].after[:2])
        if rest and counts[0].value < counts[1].value and not any(q.bound for q in counts):
            exact = counts[1].value - counts[0].value
            step = f"{written(page, counts[1])} - {written(page, counts[0])} = {plain(exact)}"
            if exact != counts[2].value and abs(exact - counts[2].value) * 2 <= exact:
                return _exactly(page, counts[2], Outcome(exact, Interval.exact(exact), step), counts)
            return judged(page, "remainder", counts[2], [Outcome(exact, Interval.exact(exact), step)], [counts[0].span, counts[1].span])
    return None


def _exactly(page: Page, stated: Quantity, outcome: Outcome, counts: list[Quantity]) -> Finding | None:
    return judged(
        page, "remainder", replace(stated, half=Fraction(1, 4), coarse=Fraction(1, 4)), [outcome], [counts[0].span, counts[1].span]
    )
