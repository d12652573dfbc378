"""How one thing grows with another: by a power that the text names, by the square root of the number of observations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.multiples import multiples_of
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, plain
from tools.quantities import Quantity, number_of
from tools.quantities.numerals import cardinals
from tools.records import Finding, Span

_POWERS: tuple[tuple[Fraction, str], ...] = (
    (
        Fraction(3),
        r"cubes?|cubic\w*|third power|n³|N³|n\^3|n\*\*3|O\([nN](?:³|\^3)\)|kubisch\w*|dritte[nr]? potenz|cube|cubique\w*|cúbic\w*",
    ),
    (Fraction(2), r"squares?|quadratic\w*|second power|n²|N²|n\^2|n\*\*2|O\([nN](?:²|\^2)\)|quadrat\w*|carré|quadratique\w*|cuadrad\w*"),
    (Fraction(1), r"linear(?:ly)?|proportional(?:ly)?|proportion|O\([nN]\)|proportionn\w+|linéaire\w*"),
)
_ROOT = re.compile(
    r"(?<![^\W\d_])(?:square roots?|quadratwurzel|racine carrée|wurzel|log\w*|exponential\w*|inverse\w*|sum of squares|least squares)",
    re.IGNORECASE,
)
_TIMES_AS = (
    (Fraction(2), r"doubling|twice|doubled?|doubles|verdopp\w+|doublant|doubler"),
    (Fraction(3), r"tripling|triple[sd]?|three times|verdreifach\w+|triplant|tripler"),
    (Fraction(4), r"quadrupling|four times|vervierfach\w+"),
    (Fraction(10), r"ten times|tenfold|zehnmal|dix fois"),
)
_BY = re.compile(
    r"(?:(?:multipl(?:y|ies|ied)|increases?|raises?|grows?|rises?|up|makes?|vergrößert|erhöht|"
    r"multiplie)\b[^.;:\d]{0,40}?\b(?:by|um|par)\s(?:a\sfactor\sof\s|das\s|un facteur\s)?)"
    r"(?P<number>[^\W\d_]+|\d+(?:\.\d+)?)(?![^\W\d_]|[.,]?\d|\s?%|\spercent)",
    re.IGNORECASE,
)


# What is doubled: a letter, or what sizes are called.
_SIZE = re.compile(
    r"\s(?:[`*$]*[A-Za-z][`*$]*(?![\w])|(?:the\s|its\s|die\s|la\s)?(?:(?:problem|input|matrix|sequence|context)\s)?(?:size|length|order|dimension|"
    r"number of [^\W\d_]+|größe|länge|taille|longueur)(?!\sof\sthe\sinterval))",
    re.IGNORECASE,
)


def check_scaling(page: Page) -> Iterator[Finding]:
    before: list[Sentence] = []
    for sentence in page.sentences:
        if sentence.output:
            before = []
            continue
        near = [own for own in before[-2:] if page.sections[own.block] == page.sections[sentence.block] and sentence.block - own.block <= 1]
        finding = _power(page, sentence, near) or _observations(page, sentence, near)
        if finding is not None:
            yield finding
        before.append(sentence)


def _first(words: tuple[tuple[Fraction, str], ...], text: str) -> set[Fraction]:
    return {value for value, pattern in words if re.search(rf"(?<![\w²³^])(?:{pattern})(?![^\W\d_])", text, re.IGNORECASE)}


def _power(page: Page, sentence: Sentence, before: list[Sentence]) -> Finding | None:
    """ "Because the cost grows with the cube, doubling n multiplies the time by eight"."""
    text = sentence.text
    match = re.search(
        r"(?<![^\W\d_])(?:doubling|tripling|quadrupling|doubled|tripled|verdoppel\w+|doublant|doubler)(?![^\W\d_])", text, re.IGNORECASE
    )
    by = _BY.search(text, match.end()) if match else None
    if match is None or by is None:
        return None
    changed = _first(_TIMES_AS, match.group())
    said = _number(by["number"])
    if len(changed) != 1 or said is None or _ROOT.search(text) or not _SIZE.match(text, match.end()):
        return None
    powers = _first(_POWERS, text) or next(
        (found for own in reversed(before) if (found := _first(_POWERS, own.text)) and not _ROOT.search(own.text)), set()
    )
    if len(powers) != 1:
        return None
    factor, power = changed.pop(), powers.pop()
    value = factor ** int(power)
    return _judged(
        page, sentence, (by.start("number"), by.end("number")), (said, value, f"{plain(factor)}^{plain(power)} = {plain(value)}")
    )


def _number(text: str) -> Fraction | None:
    if text[:1].isdigit():
        read = number_of(text, ".")
        return read[0] if read is not None else None
    known = {**cardinals("en"), **cardinals("de"), **cardinals("fr")}.get(text.lower())
    return Fraction(known) if known is not None else None


def _judged(page: Page, sentence: Sentence, place: tuple[int, int], said: tuple[Fraction, Fraction, str]) -> Finding | None:
    stated, value, step = said
    span = Span(start=sentence.span.start + place[0], end=sentence.span.start + place[1])
    if stated == value:
        return report.confirmed("scaling", span, Said("The power gives that factor, as stated.", [step], [sentence.span]))
    if not Fraction(1, 4) <= stated / value <= 4:
        return None
    return report.contradicted(
        "scaling", span, Said(f"The factor is {plain(value)}, not {page.words_at(span)}.", [step], [sentence.span]), "high"
    )


_NARROW = (
    (
        Fraction(2),
        r"half (?:the|its|as|that) (?:width|wide|size|large|length)|half as (?:wide|large|long)|halb so (?:breit|"
        r"groß)|deux fois plus étroit|halve\w*",
    ),
    (Fraction(3), r"a third (?:of the|the|as) (?:width|wide|size|large)|a third as (?:wide|large)"),
    (Fraction(4), r"a quarter (?:of the|the|as) (?:width|wide|size)|a quarter as (?:wide|large)"),
    (Fraction(10), r"a tenth (?:of the|the|as) (?:width|wide|size)|a tenth as (?:wide|large)|ten times (?:narrower|smaller)"),
)
_INTERVAL = re.compile(
    r"(?<![^\W\d_])(?:intervals?|standard errors?|error of the mean|konfidenzintervall\w*|intervalles?|standardfehler\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_WHY = re.compile(
    r"standard errors?|square root|√|sqrt|confidence|sampl\w+|standardfehler\w*|wurzel|erreur[- ]type|racine|konfidenz\w*", re.IGNORECASE
)
_NEEDS = re.compile(
    r"(?<![^\W\d_])(?:needs?|takes?|requires?|must|ha(?:s|ve) to|wants?|braucht|benötigt|muss|faut|doit|costs?)(?![^\W\d_])", re.IGNORECASE
)


def _observations(page: Page, sentence: Sentence, before: list[Sentence]) -> Finding | None:
    """An interval of half the width takes four times as many observations."""
    text = sentence.text
    if not _INTERVAL.search(text) or not _NEEDS.search(text) or not any(_WHY.search(own.text) for own in (sentence, *before)):
        return None
    narrowed = _first(_NARROW, text)
    if len(narrowed) != 1:
        return None
    factor = narrowed.pop()
    for multiple in multiples_of(page, sentence):
        if (
            re.match(r"\s+(?:as many|more|so viele?|mehr|plus de)\s", text[multiple.end :])
            and not multiple.quantity.bound
            and _plain(multiple.quantity)
        ):
            step = f"the width falls with the square root of the number: {plain(factor)}^2 = {plain(factor**2)}"
            return _judged_multiple(page, multiple.quantity, factor**2, (sentence, step))
    return None


def _plain(quantity: Quantity) -> bool:
    return quantity.value.denominator == 1 and quantity.value > 1


def _judged_multiple(page: Page, stated: Quantity, value: Fraction, told: tuple[Sentence, str]) -> Finding | None:
    sentence, step = told
    place = (stated.span.start - sentence.span.start, stated.span.end - sentence.span.start)
    if not Fraction(1, 12) <= stated.value / value <= 12:
        return None
    if stated.value == value:
        return _judged(page, sentence, place, (stated.value, value, step))
    span = Span(start=stated.span.start, end=stated.span.end)
    said = Said(f"{plain(value)} times as many are needed, not {plain(stated.value)} times.", [step], [sentence.span])
    return report.contradicted("scaling", span, said, "high")
