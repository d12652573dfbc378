"""Changes that prose states: "from 120 ms to 80 ms, a 33 % reduction", "12 ms against 4 ms, three times faster", "halved"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.doublings import doubled
from tools.instruments.numbers.judging import Outcome, alike, judged, measured, quotient, verdict, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.words import akin, elsewhere, partly, ranged, words_of
from tools.quantities import Interval, Quantity
from tools.records import Finding, Span

_TO = re.compile(
    r"[,\s]*(?:all the way |down |up |back )?(?:to|auf|zu|à|a|→|->|-->|\\to)\s*(?:only |just |about |nur |etwa |rund |environ )?[$€£~]?",
    re.I,
)
_FROM = re.compile(r"(?<![^\W\d_])(?:from|von|vom|de|desde|da|van)\s+(?:about |around |roughly |etwa |rund |environ )?[$€£~]?$", re.I)
_BEFORE_AFTER = re.compile(
    r"(?:\s[^\W\d_]+)?\s(?:before|vorher|davor|avant)(?:\s[^\W\d_]+){0,3},?\s(?:and|und|et|but|aber|mais)\s(?:only |just |nur |noch"
    r" |seulement )?"
    r"(?=\d+(?:[.,]\d+)?(?:\s[^\W\d_%]+)?\s(?:after|nachher|danach|après))?",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    r"(?:\s[^\W\d_]+)?\s(?:instead of|rather than|anstatt|statt|au lieu de)\s(?:the |former |previous )?[$€£]?", re.IGNORECASE
)
_ARROW = re.compile(r"\s*(?:→|->|-->|\\to)\s*[$€£~]?")
_LESS = (
    r"reduc\w+|decreas\w*|less|drop\w*|fewer|lower|saving\w*|saves?|cut\w*|shr[iau]nk\w*|fall\w*|fell|declin\w*|loss|lost|smaller|"
    r"shorter|weniger|rückgang|senk\w*|sank|sink\w*|gesunken|niedriger|kleiner|kürzer|baiss\w*|réduc\w*|réduit\w*|diminu\w*|moins|"
    r"verring\w*|reduz\w*|(?:ein)?spar\w*|gespart|eingespart|save[sd]|économis\w*|épargn\w*|gagn\w*"
)
_MORE = (
    r"increas\w*|more|higher|growth|grow\w*|grew|gain\w*|rise[sn]?|rising|rose|larger|longer|mehr|anstieg|steig\w*|stieg|höher|"
    r"größer|länger|wächst|wuchs|gewachsen|zunahme|hausse|augment\w*|plus|croissance"
)
_FAST = (
    r"faster|speed-?up|quicker|schneller|beschleunig\w*|rapide\w*|accélér\w*|improve\w*|better|verbesser\w*|slower|slowdown|"
    r"langsamer|lent\w*"
)
_DIRECTION = re.compile(rf"(?<![^\W\d_])(?:(?P<less>{_LESS})|(?P<more>{_MORE})|(?P<fast>{_FAST}))(?![^\W\d_])", re.I)
_RATIO_WORD = re.compile(
    r"(?<![^\W\d_])(?:faster|slower|speed-?ups?|slow-?downs?|as (?:fast|slow|long|large|big|much|many|high)|larger|smaller|longer|"
    r"shorter|more|less|fewer|higher|lower|"
    r"factor|improvement|increase|reduction|ratio|schneller|langsamer|größer|kleiner|länger|mehr|weniger|faktor|so (?:schnell|lang|groß|"
    r"viel)\w*|beschleunigung|"
    r"plus (?:rapide|lent|grand|petit|long)\w*|facteur|accélération)(?![^\W\d_])",
    re.I,
)
# "Going from 8 to 16 bits increases the area by four times": the figure is about the effect, not about the change.
CAUSE = re.compile(
    r".*(?<![^\W\d_])(?:going|moving|switching|increasing|decreasing|raising|lowering|reducing|growing|changing|scaling|doubling|passant|"
    r"erhöhung|übergang|wechsel)"
    r"(?![^\W\d_])|(?:.*[,;:]\s*)?(?:when|as|if|whenever|wenn|als|sobald|lorsqu\w*|quand|si)(?![^\W\d_])",
    re.IGNORECASE | re.DOTALL,
)
_EFFECT = re.compile(
    r"(?<![^\W\d_])(?:which (?:increas|reduc|improv|cut|rais|boost|lower|sav|sped|speed|slow|cost|gives|gave|makes|made|means|meant)\w*|"
    r"increasing|decreasing|improving|"
    r"raising|leads?|led|leading|results?|resulted|resulting|giving|yield\w*|saving|saves|cost(?:s|ing)?|while|but|whereas|with|and the|"
    r"although|though|because|since|buys?|bought|brings?|brought|adds?|added|requires?|wins?|makes?|lets?|allows?|needs?|takes?|"
    r"obwohl|weil|da|bringt|kostet|braucht|bien que|parce que|apporte|demande|"
    r"und die|und der|wodurch|was die|"
    r"während|aber|ce qui|tandis|mais|et la|et le)(?![^\W\d_])|;",
    re.IGNORECASE,
)
_NEXT_CLAUSE = re.compile(r"[,;]\s+(?:and|but|while|whereas|und|aber|während|et|mais|tandis que)\s", re.IGNORECASE)
_BY = re.compile(
    r"^[\s,(–—]*(?:that is|i\.e\.,?|by|um|also um|soit|das"
    r" sind|(?:a|an|eine|einen|ein|une|un)\s(?:gain|loss|rise|drop|fall|difference|saving|increase|decrease|reduction|"
    r"anstieg|rückgang|unterschied|hausse|baisse|différence|gain|économie)\s(?:of|von|um|de))\s$",
    re.I,
)
_SAVES = re.compile(r"\s*,?\s*(?:(?:[^\W\d_]+\s)?(?:saves|spart|means a saving of|is a saving of|économise)\s)", re.IGNORECASE)
_MORE_SUBJECTS = re.compile(
    r"(?<![^\W\d_])(?:respectively|while|whereas|beziehungsweise|bzw|während|tandis|respectivement)(?![^\W\d_])|;", re.I
)


_AT_START = 24  # characters: how far into a sentence the range stands that opens it


def check_changes(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if not sentence.output and sentence.quantities and not elsewhere(sentence.text):
            pairs = list(_pairs(page, sentence))
            for n, pair in enumerate(pairs):
                start = sentence.span.start if n == 0 else pair[0].span.start
                end = pairs[n + 1][0].span.start if n + 1 < len(pairs) else sentence.span.end
                yield from _stated_change(page, sentence, pair, Span(start=start, end=end))
            if not pairs:
                yield from _compared(page, sentence, before)
        before = sentence if sentence.text.strip() else before


def _pairs(page: Page, sentence: Sentence) -> Iterator[tuple[Quantity, Quantity]]:
    """Figures stated as before and after."""
    quantities = sentence.quantities
    for one, other in pairwise(quantities):
        between = page.text[one.span.end : other.span.start]
        head = page.text[max(sentence.span.start, one.span.start - 24) : one.span.start]
        if (
            one.ordinal
            or other.ordinal
            or one.bound in ("at least", "at most")
            or not (
                _ARROW.fullmatch(between)
                or (_FROM.search(head) and _TO.fullmatch(between))
                or _BEFORE_AFTER.fullmatch(between)
                or _INSTEAD.fullmatch(between)
            )
        ):
            continue
        if "times" in (one.kind, other.kind) or _years(page, one, other):
            continue
        if _INSTEAD.fullmatch(between):
            one, other = other, one
        pair = alike(replace(one, bound=""), other)
        if pair is not None and pair[0].value > 0 and pair[1].value > 0:
            yield pair


def _years(page: Page, one: Quantity, other: Quantity) -> bool:
    """Whether two figures are years, between which something changes."""
    written = (page.words_at(one.span), page.words_at(other.span))
    return all(re.fullmatch(r"(?:19|20)\d\d", own) for own in written) and not re.match(r"\s[^\W\d_]+s\b", page.text[other.span.end :][:20])


def _stated_change(page: Page, sentence: Sentence, pair: tuple[Quantity, Quantity], part: Span) -> Iterator[Finding]:
    """What is said of a change in its part of the sentence."""
    first, last = pair
    places = [Span(start=min(first.span.start, last.span.start), end=max(first.span.end, last.span.end))]
    if CAUSE.match(page.text[sentence.span.start : first.span.start]) and not _SAVES.match(page.text, last.span.end):
        return
    if first.span.start - sentence.span.start < _AT_START and ranged(sentence.text):
        return
    inside = [q for q in sentence.quantities if q.span.within(part)]
    others = [q for q in inside if q.span.start not in (first.span.start, last.span.start) and not q.ordinal]
    percents = [q for q in others if q.kind == "percent"]
    others = [q for q in others if not _another(page, first, last, q) and not _of_another_thing(page, sentence, first, q)]
    if len(percents) == 1 and percents[0] in others and (first.kind != "percent"):
        finding = judged(page, "percent-change", percents[0], _percent_outcomes(page, sentence, percents[0], first, last), places)
        if finding is not None:
            yield finding
    yield from _absolute(page, first, last, others, places)
    points = [q for q in others if q.kind == "points"]
    if len(points) == 1 and first.kind == "percent":
        difference = abs(last.value - first.value)
        step = f"|{written(page, last)} - {written(page, first)}| = {plain(difference)}"
        outcome = Outcome(difference, Interval.around(difference, first.half + last.half), step)
        if (finding := judged(page, "difference", points[0], [outcome], places)) is not None:
            yield finding
    times = [q for q in others if q.kind == "times"]
    if len(times) == 1 and len(percents) == 0:
        yield from _ratio(page, times[0], first, last, places)
    if part.start == sentence.span.start and part.end == sentence.span.end:
        yield from doubled(page, sentence, first, last, places)


def _absolute(page: Page, first: Quantity, last: Quantity, others: list[Quantity], places: list[Span]) -> Iterator[Finding]:
    """A change in the unit of its ends: "from 18.4 °C to 19.9 °C, a rise of 1.5 °C"."""
    same = [q for q in others if q.kind == first.kind and first.kind not in ("count", "times") and q.span.start > last.span.end]
    if len(same) != 1 or same[0].bound or not _BY.search(page.text[last.span.end : same[0].span.start]):
        return
    one, other = measured(first), measured(last)
    exact = abs(other.exact - one.exact)
    wide = other.interval - one.interval if other.exact >= one.exact else one.interval - other.interval
    outcome = Outcome(exact, wide, f"|{written(page, last)} - {written(page, first)}| = {report.in_unit(exact, same[0])}")
    finding = judged(page, "difference", same[0], [outcome], places)
    if finding is not None:
        yield finding


def _another(page: Page, first: Quantity, last: Quantity, stated: Quantity) -> bool:
    """Whether a figure behind a change is about something that the change brought about."""
    between = page.text[last.span.end : stated.span.start]
    if stated.span.start < last.span.end:
        leading = page.text[stated.span.end : first.span.start]
        return (
            len(leading) > 40
            or _NEXT_CLAUSE.search(leading) is not None
            or (stated.kind == "percent" and _DIRECTION.search(page.text[max(0, stated.span.start - 30) : first.span.start]) is None)
        )
    if _SAVES.match(between):
        return False
    return _EFFECT.search(between) is not None or (first.kind == "count" and len(between) > 60)


# "sixteen times the data", "three times as many rows": what is multiplied is named behind the multiple.
_MULTIPLIED = re.compile(
    r"\s(?:as (?:many|much)(?:\s(?P<many>[^\W\d_]{3,}))?|(?:the|our|so viel\w*|autant de)\s(?P<noun>[^\W\d_]{3,})|"
    r"(?:more|less|fewer|mehr|weniger)\s(?!than\b|als\b)(?P<more>[^\W\d_]{3,}))",
    re.IGNORECASE,
)


def _of_another_thing(page: Page, sentence: Sentence, first: Quantity, stated: Quantity) -> bool:
    """Whether a multiple is of something that the words before the pair do not name, or stands in a sentence of its own before it."""
    match = _MULTIPLIED.match(page.text, stated.span.end, sentence.span.end)
    noun = (match["many"] or match["noun"] or match["more"]) if match is not None else None
    end = min(first.span.start, stated.span.start)
    if noun is not None and not any(akin(noun.lower(), word) for word in words_of(page.text[sentence.span.start : end])):
        return True
    return stated.span.end <= first.span.start and re.search(r"[;:]\s", page.text[stated.span.end : first.span.start]) is not None


def _percent_outcomes(page: Page, sentence: Sentence, stated: Quantity, first: Quantity, last: Quantity) -> list[Outcome]:
    """The percentages that a change may be stated as; the words nearest to the stated one say which."""
    one, other = measured(first), measured(last)
    if one.interval.low <= 0 or other.interval.low <= 0:
        return []
    a, b = written(page, first), written(page, last)
    hundred = Fraction(100)
    falls = Outcome(
        (one.exact - other.exact) / one.exact * hundred,
        (Interval.exact(1) - other.interval / one.interval).scaled(hundred),
        f"({a} - {b}) / {a} = ",
    )
    rises = Outcome(
        (other.exact - one.exact) / one.exact * hundred,
        (other.interval / one.interval - Interval.exact(1)).scaled(hundred),
        f"({b} - {a}) / {a} = ",
    )
    speed = Outcome(
        (one.exact / other.exact - 1) * hundred, (one.interval / other.interval - Interval.exact(1)).scaled(hundred), f"{a} / {b} - 1 = "
    )
    share = Outcome(other.exact / one.exact * hundred, (other.interval / one.interval).scaled(hundred), f"{b} / {a} = ")
    around = page.text[max(sentence.span.start, stated.span.start - 30) : min(sentence.span.end, stated.span.end + 40)]
    kinds = {match.lastgroup for match in _DIRECTION.finditer(around)} or {match.lastgroup for match in _DIRECTION.finditer(sentence.text)}
    down = other.exact < one.exact
    outcomes = [falls if down else rises]
    if "fast" in kinds:
        outcomes += [speed, share] if down else [share]
    elif not kinds:
        loose = [speed, share] if down else [share]
        if verdict(stated, outcomes) != "yes" and verdict(stated, loose) != "no":
            return []
    if page.text[max(0, stated.span.start - 4) : stated.span.start].rstrip().endswith(("to", "auf", "à")):
        outcomes = [share]
    if re.match(
        r"\s*(?:of|von|du|de)\s+(?:the |its |dem |der )?(?:original|former|initial|previous|ursprüng|valeur)",
        page.text[stated.span.end : stated.span.end + 40],
    ):
        outcomes = [share]
    return [replace_step(outcome) for outcome in outcomes if outcome.value >= 0]


def replace_step(outcome: Outcome) -> Outcome:
    return replace(outcome, step=f"{outcome.step}{plain(outcome.value, 4)} %")


def _ratio(page: Page, stated: Quantity, first: Quantity, last: Quantity, places: list[Span]) -> Iterator[Finding]:
    high, low = (first, last) if first.bases()[0] >= last.bases()[0] else (last, first)
    result = quotient(page, high, low)
    if result is None:
        return
    value, step = result
    outcomes = [Outcome(value.exact, value.interval, step)]
    finding = judged(page, "ratio", stated, outcomes, places)
    if finding is not None:
        yield finding


def _compared(page: Page, sentence: Sentence, before: Sentence | None) -> Iterator[Finding]:
    """Two figures of one kind and one ratio: "A takes 12 ms, B 4 ms, three times faster"."""
    ratios = [q for q in sentence.quantities if q.kind == "times" and not q.ordinal]
    plain_ones = [q for q in sentence.quantities if q.kind not in ("times", "percent", "points", "count") and not q.ordinal and not q.glued]
    if len(ratios) != 1 or not _RATIO_WORD.search(
        page.text[ratios[0].span.start - 30 if ratios[0].span.start > 30 else 0 : ratios[0].span.end + 40]
    ):
        return
    if partly(sentence.text) or sentence.ranges or _MORE_SUBJECTS.search(sentence.text):
        return
    plain_ones = _with_earlier(sentence, before, plain_ones, ratios[0])
    if (
        len(plain_ones) != 2
        or plain_ones[0].kind != plain_ones[1].kind
        or any(q.bound in ("at least", "at most", "above", "below") for q in plain_ones)
    ):
        return
    if any(q.kind == "percent" for q in sentence.quantities):
        return
    high, low = sorted(plain_ones, key=lambda q: q.bases()[0], reverse=True)
    yield from _ratio(page, ratios[0], high, low, [q.span for q in plain_ones])


def _with_earlier(sentence: Sentence, before: Sentence | None, own: list[Quantity], ratio: Quantity) -> list[Quantity]:
    """The figures of a sentence, with those that the sentence before it leaves to be compared: the other one, or both."""
    if before is None or before.block != sentence.block or elsewhere(before.text) or before.output:
        return own
    earlier = [q for q in before.quantities if q.kind not in ("times", "percent", "points", "count") and not q.ordinal and not q.glued]
    if len(own) == 1 and own[0].span.start < ratio.span.start:
        earlier = [q for q in earlier if q.kind == own[0].kind]
        return [*earlier, *own] if len(earlier) == 1 else own
    pair = [q for q in earlier if q.kind == "time"] or earlier
    alone = not any(q.kind != "times" and not q.glued and not q.ordinal for q in sentence.quantities)
    if not own and alone and len(pair) == 2 and pair[0].kind == pair[1].kind and not partly(before.text):
        return pair
    return own
