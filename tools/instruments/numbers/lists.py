"""Sums, means and counts of figures that prose lists: "3 ms, 4 ms and 5 ms, 12 ms in all"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.words import elsewhere
from tools.quantities import Interval, Quantity, total
from tools.quantities.expressions import Value, dimensions_of
from tools.quantities.scan import number_of
from tools.records import Finding

_SEPARATOR = re.compile(r"\s*(?:,|;|and|und|et|y|e|en|,\s*(?:and|und|et))\s*[$€£]?")
_LOOSE = re.compile(r"[^.;:\d()]{0,48}?(?:,|\b(?:and|und|et|plus|y)\b)[^.;:\d()]{0,48}")
_TOTAL_AFTER = re.compile(
    r"[^\d.;:()]{0,30}?\b(?:in total|in all|altogether|together|overall|combined|insgesamt|zusammen|au total|en tout|ensemble)\b", re.I
)
_TOTAL_BEFORE = re.compile(
    r"(?:\b(?:total(?:s|ing|ling|led|ed)?(?: of| is| are| to| comes to)?|totaling|add(?:s|ing)? up to|sums? (?:up )?to|(?:a |the |"
    r"their )?sum (?:of|is)|together(?: make| take| is| are| give| they \w+)?|in total|altogether|"
    r"make[s]? (?:up )?|in all|zusammen|insgesamt|summe(?: von| ist)?|ergeben|ergibt|macht|total(?:e)? de|soit au total|au total|font|"
    r"donnent)[ ,:]*(?:about |exactly |just |also |genau |etwa |rund |donc |environ )*)[$€£]?$",
    re.I,
)
_EACH = re.compile(
    r"(?<![^\W\d_])(?:each|per|every|apiece|times|je|jeweils|pro|chacun\w*|chaque|par|of|at|average|mean|from|less|minus|more|"
    r"difference)(?![^\W\d_])",
    re.I,
)
# Percentages of one another do not add up.
_ONE_AFTER_ANOTHER = re.compile(
    r"(?<![^\W\d_])(?:then|after(?: that|wards)?|followed by|another|again|next|later|of those|dann|danach|noch einmal|puis|ensuite|"
    r"encore|luego|después)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
_MEAN_BEFORE = re.compile(
    r"(?:mean|average|mittelwert|durchschnitt|im mittel|moyenne)\s*(?:is|of|are|=|:|ist|von|beträgt|est|de)?\s*(?:about |exactly )?[$€£]?$",
    re.I,
)
_MEDIAN_BEFORE = re.compile(r"(?:median|médiane)\s*(?:is|of|=|:|ist|von|est|de)?\s*[$€£]?$", re.I)
_SUM_BEFORE = re.compile(
    r"(?<![^\W\d_])(?:have|has|haben|hat|ont|a|and|und|et)\s(?:a|the|die|eine|une|la)\s(?:sum|summe|somme)\s(?:of|von|de)\s*[$€£]?$", re.I
)
_MEAN_OF = re.compile(
    r"(?P<which>mean|average|median|sum|maximum|minimum|mittelwert|durchschnitt|summe|moyenne|médiane|somme)\s+(?:value\s+)?(?:of|von|"
    r"aus|de)\s+(?:the (?:numbers|values|\w+)\s+)?[$€£]?$",
    re.I,
)
_IS = re.compile(
    r"\s*,?\s*(?:is|are|was|equals|=|:|gives|comes to|ist|beträgt|ergibt|est|vaut|donne)\s*(?:therefore |thus |exactly |about |"
    r"also )?[$€£]?",
    re.I,
)


def check_lists(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or len(sentence.quantities) < 3 or len(sentence.quantities) > 40 or elsewhere(sentence.text):
            continue
        found = [finding for finding in (*_aggregates_of_list(page, sentence), _total(page, sentence)) if finding is not None]
        yield from found


def _pure_lists(page: Page, sentence: Sentence) -> list[list[Quantity]]:
    """Lists of figures with nothing but separators between them; a bare figure takes the unit of the last."""
    lists: list[list[Quantity]] = []
    current: list[Quantity] = []
    for quantity in sentence.quantities:
        if quantity.ordinal:
            continue
        if current and _SEPARATOR.fullmatch(page.text[current[-1].span.end : quantity.span.start]):
            current.append(quantity)
        else:
            current = [quantity]
            lists.append(current)
    return [_one_unit(own) for own in lists if len(own) >= 2 and not _scaled_last(page, own)]


def _scaled_last(page: Page, quantities: list[Quantity]) -> bool:
    """Whether only the last figure of a list names the scale of all ("30, 41 and 162 thousand")."""
    scales = []
    for quantity in quantities:
        read = number_of(page.words_at(quantity.number), page.writing.decimal)
        scales.append(quantity.value / read[0] if read is not None and read[0] else Fraction(1))
    return scales[-1] > 1 and any(scale == 1 for scale in scales)


def _one_unit(quantities: list[Quantity]) -> list[Quantity]:
    last = quantities[-1]
    return [replace(q, unit=last.unit) if q.kind == "count" and q.unit.name == "" and last.kind != "count" else q for q in quantities]


def _aggregates_of_list(page: Page, sentence: Sentence) -> Iterator[Finding | None]:
    """Means and medians that a sentence states for the figures that it lists."""
    lists = _pure_lists(page, sentence)
    for n, listed in enumerate(lists):
        if len({dimensions_of(q.kind) for q in listed}) != 1:
            continue
        head = page.text[max(sentence.span.start, listed[0].span.start - 40) : listed[0].span.start]
        until = lists[n + 1][-1].span.start if n + 1 < len(lists) else sentence.span.end  # a later list is nearer to what follows
        others = [q for q in sentence.quantities if listed[-1].span.start < q.span.start <= until and not q.ordinal]
        of = _MEAN_OF.search(head)
        if of is not None and others and _IS.fullmatch(page.text[listed[-1].span.end : others[0].span.start]):
            yield _judge_list(page, _which(of["which"]), listed, others[0])
            continue
        for other in others:
            before = page.text[max(listed[-1].span.end, other.span.start - 40) : other.span.start]
            after = page.text[other.span.end : min(sentence.span.end, other.span.end + 30)]
            if _MEAN_BEFORE.search(before) or re.match(r"\s*(?:on average|im mittel|im durchschnitt|en moyenne)\b", after, re.I):
                yield _judge_list(page, "mean", listed, other)
            elif _MEDIAN_BEFORE.search(before):
                yield _judge_list(page, "median", listed, other)
            elif _SUM_BEFORE.search(before):
                yield _judge_list(page, "sum", listed, other)


def _which(word: str) -> str:
    word = word.lower()
    if word.startswith(("med", "méd")):
        return "median"
    if word.startswith(("su", "so")):
        return "sum"
    return word if word in ("maximum", "minimum") else "mean"


def _judge_list(page: Page, which: str, listed: Sequence[Quantity], stated: Quantity) -> Finding | None:
    if dimensions_of(stated.kind) != dimensions_of(listed[0].kind):
        return None
    values = [measured(q) for q in listed]
    shown = ", ".join(written(page, q) for q in listed)
    ordered = sorted(value.exact for value in values)
    count, half = len(values), len(values) // 2
    whole = total(value.interval for value in values)
    if which == "mean":
        exact, interval = sum(ordered) / Fraction(count), whole.scaled(Fraction(1, count))
        step = f"({' + '.join(written(page, q) for q in listed)}) / {count} = {plain(_own(exact, stated))}"
    elif which == "sum":
        exact, interval = sum(ordered, Fraction(0)), whole
        step = f"{' + '.join(written(page, q) for q in listed)} = {plain(_own(exact, stated))}"
    else:
        middle = ordered[half] if count % 2 else (ordered[half - 1] + ordered[half]) / 2
        exact = {"median": middle, "maximum": ordered[-1], "minimum": ordered[0]}[which]
        interval = Interval.around(exact, max(value.interval.high - value.exact for value in values))
        step = f"{which} of {shown}: {plain(_own(exact, stated))}"
    finding = judged(page, which, stated, [Outcome(exact, interval, step)], [q.span for q in listed])
    holds = finding is not None and finding.verdict == "supported"
    if holds and which == "sum" and stated.agreement(Interval.exact(exact)) != "yes":
        return None  # a total is confirmed by its very addends, not by what their rounding leaves open
    return finding


def _own(value: Fraction, stated: Quantity) -> Fraction:
    return value / stated.unit.factors[0]


def _total(page: Page, sentence: Sentence) -> Finding | None:
    """A total that stands behind the figures it is made of."""
    quantities = [q for q in sentence.quantities if not q.ordinal and not q.glued]
    for place, stated in enumerate(quantities):
        parts = [q for q in quantities[:place] if dimensions_of(q.kind) == dimensions_of(stated.kind)]
        after = page.text[stated.span.end : min(sentence.span.end, stated.span.end + 40)]
        before = page.text[max(sentence.span.start, stated.span.start - 40) : stated.span.start]
        if stated.kind == "percent" and _ONE_AFTER_ANOTHER.search(page.text[parts[0].span.end : stated.span.start] if parts else ""):
            continue
        if len(parts) < 2 or len(parts) != place or not (_TOTAL_BEFORE.search(before) or _TOTAL_AFTER.match(after)):
            continue
        if _EACH.search(page.text[parts[0].span.start : stated.span.start]) or stated.kind in ("times", "points") or sentence.ranges:
            continue
        if not all(_LOOSE.fullmatch(page.text[one.span.end : other.span.start]) for one, other in pairwise(parts)):
            continue
        values = [measured(q) for q in parts]
        exact = sum((value.exact for value in values), Fraction(0))
        own = measured(stated).exact
        if own <= max(value.exact for value in values) or not exact / 2 <= own <= exact * 2 or _product(values, own):
            continue
        return _judge_list(page, "sum", parts, stated)
    return None


def _product(values: Sequence[Value], own: Fraction) -> bool:
    result = Fraction(1)
    for value in values:
        result *= value.exact
    return result == own
