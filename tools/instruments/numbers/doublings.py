"""Verbs that state a factor beside a change: "from 12 to 6 ms, which halves it", "doubled from 3 to 6"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.judging import measured, written
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.words import akin, words_of
from tools.quantities import Quantity
from tools.records import Finding, Span

_VERBS: tuple[tuple[Fraction, str], ...] = (
    (Fraction(2), r"halv(?:es?|ed|ing)|in half|by half|halbier\w*|um die hälfte|divisée? par deux|réduit\w* de moitié"),
    (Fraction(2), r"doubl(?:es?|ed|ing)|twice|verdoppel\w*|doppelt|doublée?|deux fois"),
    (Fraction(3), r"tripl(?:es?|ed|ing)|verdreifach\w*|triplée?"),
    (Fraction(4), r"quadrupl(?:es?|ed|ing)|vervierfach\w*|quadruplée?"),
)  # fmt: skip


def doubled(page: Page, sentence: Sentence, first: Quantity, last: Quantity, places: list[Span]) -> Iterator[Finding]:
    """ "halves", "doubles", "triples" beside two figures; the words are rough, so only a gross difference counts."""
    found = []
    for n, (factor, words) in enumerate(_VERBS):
        found += [(n, factor, match) for match in re.finditer(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", sentence.text, re.I)]
    if len(found) != 1 or re.search(
        r"(?<![^\W\d_])(?:nearly|almost|more than|less than|over|fast|beinahe|mehr als|presque|plus de|not|nicht|pas)(?![^\W\d_])",
        sentence.text[: found[0][2].end()],
        re.I,
    ):
        return
    if any(q.kind in ("times", "percent") for q in sentence.quantities if first.kind != "percent"):
        return
    if re.search(r"(?<![^\W\d_])(?:each|every|each time|jede[rsmn]?|jeweils|chacune?|chaque)(?![^\W\d_])", sentence.text, re.IGNORECASE):
        return  # step by step: the ends are several steps apart
    place, factor, match = found[0]
    if _acts_on_another(page, sentence, match, first):
        return
    one, other = measured(first), measured(last)
    ratio = one.exact / other.exact if place == 0 else other.exact / one.exact
    span = Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())
    step = f"{written(page, first)} to {written(page, last)}: a factor of {plain(max(ratio, 1 / ratio), 3)}"
    if abs(ratio / factor - 1) <= Fraction(6, 100):
        yield report.confirmed("multiple", span, report.Said(f"“{match.group()}” agrees with the figures.", [step], places))
    elif abs(ratio / factor - 1) > Fraction(18, 100):
        said = report.Said(
            f"“{match.group()}” does not agree with the figures: the factor is {plain(max(ratio, 1 / ratio), 3)}.", [step], places
        )
        yield report.contradicted("multiple", span, said, "high")


# "doubles the number of misses": what follows the verb is not what the pair is of, unless the pair follows at once ("... from 12 to 6 ms").
_OBJECT = re.compile(
    r"\s(?:the|our|its|their|your|this|these|that|an?|die|der|das|den|le|la|les|l['’])\s?(?P<words>[^.,;:\d]{2,60}?)(?P<from>\s(?:from|von|de)\s[$€£]?\d)?"
    r"(?=[.,;:\d]|$)",
    re.IGNORECASE,
)


def _acts_on_another(page: Page, sentence: Sentence, verb: re.Match[str], first: Quantity) -> bool:
    """Whether a verb such as "doubles" has an object that is neither the pair's own nor named before the pair."""
    found = _OBJECT.match(sentence.text, verb.end())
    if found is None or found["from"]:
        return False
    named_before = words_of(page.text[sentence.span.start : first.span.start])
    start = first.span.start - sentence.span.start
    behind = start < verb.start()
    return behind and not any(akin(word, own) for word in words_of(found["words"])[:1] for own in named_before)
