"""Three figures of one clause that belong together by their units: so many a second, for so long, make so many."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.words import conditional, elsewhere, partly
from tools.quantities import Quantity
from tools.quantities.expressions import Dimensions, Value, dimensions_of
from tools.records import Finding

_RESULT = re.compile(
    r"(?<![^\W\d_])(?:(?:il )?y en a(?:ura)?|il y a|there (?:are|is)|are|is|makes?|made|gives?|yields?|means?|equals?|totals?|so|hence|"
    r"thus|"
    r"therefore|needs?|takes?|lasts?|sind|ist|ergib\w*|ergeben|macht|machen|braucht|brauchen|dauert|also|somit|daher|font|fait|soit|donne|"
    r"donnent|donc|dure|durent|faut|on (?:en )?(?:a|obtient|trouve)|c['’]est|ce sont)(?![^\W\d_])|=|≈",
    re.IGNORECASE,
)
_AT = re.compile(r"^\s*(?:[^\W\d_]+\s)?(?:at|with|for|bei|mit|à|avec|pour)\s+(?:[^\W\d_]+\s+){0,3}$", re.IGNORECASE)
_AT_LAST = re.compile(r"(?<![^\W\d_])(?:at|with|bei|mit|à|avec)\s+(?:[^\W\d_]+\s+){0,3}$", re.IGNORECASE)
_AND = re.compile(r"[^.;:]{0,40}(?<![^\W\d_])(?:and|und|et)(?![^\W\d_])[^.;:,\d]{0,40}", re.IGNORECASE)
_LITTLE = re.compile(r"(?<![^\W\d_])(?:little['’]?s?|L\s*=\s*(?:λ|lambda))(?![^\W\d_])|L\s*=\s*λ", re.IGNORECASE)
_OTHER = re.compile(
    r"(?<![^\W\d_])(?:extra|additional|more|less|faster|slower|than|peak|mehr|weniger|als|zusätzlich\w*|plus|moins|que|instead|statt|"
    r"lieu|only|nur|seulement|not|nicht|pas|each|jeweils|chacune?)(?![^\W\d_])",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:]\s|,\s(?=(?:and|und|et|while|während|tandis)\s)")
_SLIPS = tuple(Fraction(10) ** power for power in (-6, -3, -2, -1, 1, 2, 3, 6)) + tuple(
    value for factor in (60, 3600, 24, 8) for value in (Fraction(factor), Fraction(1, factor))
)


def check_triples(page: Page) -> Iterator[Finding]:
    near: list[Sentence] = []
    for sentence in page.sentences:
        if sentence.output:
            continue
        near = [other for other in near[-3:] if page.sections[other.block] == page.sections[sentence.block]]
        law = any(_LITTLE.search(own.text) for own in (*near, sentence))
        if not elsewhere(sentence.text) and not conditional(sentence.text) and not partly(_without_mean(sentence.text)):
            for three in _threes(page, sentence):
                finding = _held(page, sentence, three, law)
                if finding is not None:
                    yield finding
        near = [*near, sentence]


def _without_mean(text: str) -> str:
    """A law about means says "on average" of what it holds for."""
    return re.sub(r"on average|en moyenne|im mittel|im durchschnitt", " ", text, flags=re.IGNORECASE)


def _threes(page: Page, sentence: Sentence) -> Iterator[tuple[Quantity, Quantity, Quantity]]:
    """The figures of the clauses that hold exactly three."""
    breaks = [sentence.span.start, *(sentence.span.start + m.start() for m in _BREAK.finditer(sentence.text)), sentence.span.end]
    for start, end in pairwise(breaks):
        inside = [q for q in sentence.quantities if start <= q.span.start < end and not q.ordinal and not q.glued]
        if len(inside) == 3:
            yield inside[0], inside[1], inside[2]


def _held(page: Page, sentence: Sentence, three: tuple[Quantity, Quantity, Quantity], law: bool) -> Finding | None:
    first, second, stated = three
    if any(q.bound in ("above", "below", "at least", "at most") for q in three) or {"percent", "times", "points"} & {q.kind for q in three}:
        return None
    other = _OTHER.search(page.text[first.span.start : stated.span.end])
    if other is not None and not (law and other.group().lower() in ("each", "jeweils")):
        return None
    between = page.text[second.span.end : stated.span.start]
    at = (_AT_LAST if law else _AT).search(re.split(r"[;:]", page.text[sentence.span.start : first.span.start])[-1])
    pair = at is not None and _AND.fullmatch(page.text[first.span.end : second.span.start]) is not None
    if not (_RESULT.search(between) or pair):
        return None
    outcomes = list(_outcomes(page, first, second, stated))
    finding = judged(page, "triple", stated, outcomes, [first.span, second.span])
    if finding is None or finding.verdict == "supported":
        return finding
    return finding if (law and pair) or any(_slipped(stated, outcome.value) for outcome in outcomes) else None


def _slipped(stated: Quantity, value: Fraction) -> bool:
    """Whether a figure is off by a factor that units are off by."""
    return any(abs(own / value / slip - 1) < Fraction(1, 50) for own in stated.bases() for slip in _SLIPS if value)


def _outcomes(page: Page, first: Quantity, second: Quantity, stated: Quantity) -> Iterator[Outcome]:
    """The product or the quotient of two figures, where the units leave only one of them."""
    one, other = measured(first), measured(second)
    wanted = dimensions_of(stated.kind)
    if one.dimensions == other.dimensions or (not one.dimensions and not other.dimensions):
        return
    a, b = written(page, first), written(page, second)
    forms = []
    if _product(one.dimensions, other.dimensions, 1) == wanted:
        forms.append((one.exact * other.exact, Value(one.exact, one.interval * other.interval), f"{a} x {b}"))
    for above, below, step in ((one, other, f"{a} / {b}"), (other, one, f"{b} / {a}")):
        if _product(above.dimensions, below.dimensions, -1) == wanted and below.interval.low > 0:
            forms.append((above.exact / below.exact, Value(above.exact, above.interval / below.interval), step))
    if len(forms) == 1:
        exact, wide, step = forms[0]
        yield Outcome(exact, wide.interval, f"{step} = {in_unit(exact, stated)}")


def _product(one: Dimensions, other: Dimensions, sign: int) -> Dimensions:
    powers = dict(one)
    for base, power in other:
        powers[base] = powers.get(base, 0) + sign * power
    return tuple(sorted(pair for pair in powers.items() if pair[1]))
