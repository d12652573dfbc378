"""Multiples as texts write them: "twice", "1.4 times", "one and a half times", "anderthalbmal", "das 1,75-Fache", "la moitié"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.page import Page, Sentence
from tools.quantities import TIMES, Bound, Quantity, number_of
from tools.quantities.numerals import cardinals
from tools.records import Span

_PARTS = {"half": 2, "third": 3, "quarter": 4, "demie": 2, "demi": 2}
_WORDS: tuple[tuple[Fraction, str], ...] = (
    (Fraction(2), r"twice|double|doppelt|doppelte[nrs]?|zweimal|le double|deux fois"),
    (Fraction(3), r"thrice|triple|dreimal|dreifache[nrs]?|le triple|trois fois"),
    (Fraction(4), r"quadruple|viermal|vierfache[nrs]?|quatre fois"),
    (Fraction(3, 2), r"anderthalbmal|anderthalbfache[nrs]?|eineinhalbmal|eineinhalbfache[nrs]?"),
    (Fraction(5, 2), r"zweieinhalbmal|zweieinhalbfache[nrs]?"),
    (Fraction(1, 2), r"half|halb|die hälfte|la moitié|deux fois moins"),
    (Fraction(2, 3), r"two[- ]thirds|zwei drittel|les deux tiers"),
    (Fraction(3, 4), r"three[- ]quarters|drei viertel|les trois quarts"),
    (Fraction(1, 3), r"(?:a|one)[- ]third|ein drittel|le tiers|un tiers"),
    (Fraction(1, 4), r"(?:a|one)[- ]quarter|a fourth|ein viertel|le quart|un quart"),
    (Fraction(1, 5), r"(?:a|one)[- ]fifth|ein fünftel|un cinquième"),
    (Fraction(1, 10), r"(?:a|one)[- ]tenth|ein zehntel|un dixième"),
)  # fmt: skip
_WORD = re.compile(
    r"(?<![^\W_])(?:" + "|".join(rf"(?P<w{n}>{words})" for n, (_, words) in sorted(enumerate(_WORDS), key=lambda w: -len(w[1][1]))) + r")"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"(?<![\w.,])(?P<number>\d+(?:[.,]\d+)?|[^\W\d_]+)(?:\s(?:and|et)\s(?:a|an|one)?\s?(?P<part>half|third|quarter|demie?))?"
    r"(?:\s?(?:times|mal|fois|[x×](?=\s))|[-\s]?fache?[nrs]?|-?fold|\s?×)(?P<part_after>\s(?:et)\s(?:demie?))?(?![^\W_])",
    re.IGNORECASE,
)
_HEDGES: tuple[tuple[Bound, str], ...] = (
    ("nearly", r"nearly|almost|just under|close to|knapp|fast|beinahe|presque|près de"),
    ("above", r"more than|over|better than|well over|mehr als|gut|über|plus de"),
    ("below", r"less than|under|not even|weniger als|unter|moins de|nicht einmal"),
    ("at least", r"at least|mindestens|au moins"),
    ("at most", r"at most|up to|höchstens|bis zu|au plus|jusqu.à"),
    ("about", r"about|roughly|around|approximately|some|etwa|rund|ungefähr|environ|à peu près"),
)
_HEDGE = re.compile(
    "(?:" + "|".join(rf"(?P<h{n}>(?<![^\W\d_])(?:{words}))" for n, (_, words) in enumerate(_HEDGES)) + r")\s(?:das\s)?$", re.I
)


@dataclass(frozen=True)
class Multiple:
    """A multiple that a sentence states, as a quantity; start and end are offsets in the sentence."""

    start: int
    end: int
    quantity: Quantity


def multiples_of(page: Page, sentence: Sentence) -> list[Multiple]:
    """The multiples of a sentence in order."""
    found = [*_numbered(page, sentence), *_worded(sentence)]
    found.sort(key=lambda one: (one.start, -one.end))
    kept: list[Multiple] = []
    for one in found:
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def _numbered(page: Page, sentence: Sentence) -> Iterator[Multiple]:
    words = cardinals(page.writing.language) | {"un": 1, "une": 1, "ein": 1}
    for match in _NUMBERED.finditer(sentence.text):
        written = match["number"]
        part = match["part"] or (match["part_after"] or "").split()[-1:]
        share = Fraction(1, _PARTS[(part if isinstance(part, str) else part[0]).lower()]) if part else Fraction(0)
        if written[0].isdigit():
            read = number_of(written, page.writing.decimal)
            if read is None:
                continue
            value, half = read
        elif written.lower() in words:
            value = Fraction(words[written.lower()]) + share
            half = Fraction(8, 100) if share else value * Fraction(12, 100)
        else:
            continue
        yield _multiple(sentence, match.start(), match.end(), (value, half), written[0].isdigit())


def _worded(sentence: Sentence) -> Iterator[Multiple]:
    for match in _WORD.finditer(sentence.text):
        value = next(value for n, (value, _) in enumerate(_WORDS) if match[f"w{n}"])
        yield _multiple(sentence, match.start(), match.end(), (value, value * Fraction(1, 10)), False)


def _multiple(sentence: Sentence, start: int, end: int, read: tuple[Fraction, Fraction], digits: bool) -> Multiple:
    hedge = _HEDGE.search(sentence.text[max(0, start - 24) : start])
    bound: Bound = next(name for n, (name, _) in enumerate(_HEDGES) if hedge[f"h{n}"]) if hedge else ""
    span = Span(start=sentence.span.start + start, end=sentence.span.start + end)
    number = Span(start=span.start, end=span.start + len(re.match(r"[\d.,]*", sentence.text[start:end]).group())) if digits else span  # type: ignore[union-attr]
    value, half = read
    return Multiple(start, end, Quantity(span, number, value, half, half, TIMES, bound, "digits" if digits else "words"))
