"""The order in which a list of figures stands: ascending, descending, doubling, squares."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.many import shown_values
from tools.instruments.numbers.announced.series import Series, in_sentence, listed_in
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.records import Finding, Span

_UP = re.compile(
    r"(?<![^\W\d_])(?:ascending|increasing|from (?:the )?(?:smallest|lowest|shortest|fastest|slowest) to|smallest first|"
    r"aufsteigend\w*|croissant|ascendente)(?![^\W\d_])",
    re.IGNORECASE,
)
_DOWN = re.compile(
    r"(?<![^\W\d_])(?:descending|decreasing|from (?:the )?(?:largest|highest|longest|biggest) to|largest first|"
    r"absteigend\w*|décroissant|descendente)(?![^\W\d_])",
    re.IGNORECASE,
)
_DOUBLE = re.compile(
    r"(?<![^\W\d_])(?:doubl(?:e[sd]?|ing)|powers? of two|verdoppel\w*|zweierpotenz\w*|doubl\w+|puissances? de deux)(?![^\W\d_])",
    re.IGNORECASE,
)
_SQUARES = re.compile(r"(?<![^\W\d_])(?:squares|quadratzahlen|carrés|cuadrados)(?:\s(?:are|sind|sont|son)|:)", re.IGNORECASE)


def check_sequences(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or len(sentence.quantities) < 3:
            continue
        for own in in_sentence(page, sentence):
            finding = _sequence(page, sentence, own)
            if finding is not None:
                yield finding
                break


def _sequence(page: Page, sentence: Sentence, own: Series) -> Finding | None:
    values = [item.value.exact for item in own.items]
    expected: list[Fraction] | None = None
    if len(values) >= 4 and _DOUBLE.search(sentence.text) and values[0] > 0:
        expected = _majority(values, lambda a: a * 2)
    elif len(values) >= 4 and _SQUARES.search(sentence.text):
        root = round(float(values[0]) ** 0.5)
        expected = [Fraction((root + n) ** 2) for n in range(len(values))]
    if expected is not None and any(own.span.start == run[0].span.start for run in listed_in(page, sentence)):
        wrong = [n for n, (a, b) in enumerate(zip(values, expected, strict=True)) if a != b]
        if len(wrong) == 1 and len(values) >= 4:
            item = own.items[wrong[0]]
            said = Said(
                f"In this sequence {in_unit(expected[wrong[0]], item.quantity)} stands here, not {page.words_at(item.span)}.",
                [shown_values(page, own)],
                [own.span],
            )
            return report.contradicted("sequence", item.span, said, "high")
        return None
    up, down = _UP.search(sentence.text), _DOWN.search(sentence.text)
    if bool(up) == bool(down):
        return None
    steps = [a == b or (b > a) == bool(up) for a, b in pairwise(values)]
    if all(steps):
        said = Said("The figures stand in the order that is stated.", [shown_values(page, own)], [own.span])
        return report.confirmed("order", own.span, said)
    if sum(not step for step in steps) == 1 and len(values) >= 3 and len(steps) >= 2:
        at = steps.index(False)
        item = own.items[at + 1]
        said = Said(
            f"The figures do not stand in that order: {plain(values[at])} before {plain(values[at + 1])}.",
            [shown_values(page, own)],
            [own.span],
        )
        return report.contradicted("order", Span(start=own.items[at].span.start, end=item.span.end), said, "high")
    return None


def _majority(values: Sequence[Fraction], step: Callable[[Fraction], Fraction]) -> list[Fraction] | None:
    """The sequence that all values but one obey."""
    for start in range(len(values)):
        expected = [values[start] * Fraction(2) ** (n - start) for n in range(len(values))]
        if sum(a != b for a, b in zip(values, expected, strict=True)) <= 1 and step(expected[0]) == expected[1]:
            return expected
    return None
