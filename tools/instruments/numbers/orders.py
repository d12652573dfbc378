"""Orders that always hold (harmonic <= geometric <= arithmetic mean, mean absolute error <= RMSE) against what prose says of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said
from tools.records import Finding, Span

_CHAINS: tuple[tuple[tuple[str, str], ...], ...] = (
    (
        ("harmonic mean", r"harmonic means?|harmonische[ns]? mittel\w*|moyennes? harmoniques?"),
        ("geometric mean", r"geometric means?|geometrische[ns]? mittel\w*|moyennes? géométriques?"),
        ("arithmetic mean", r"arithmetic means?|arithmetische[ns]? mittel\w*|moyennes? arithmétiques?"),
        ("quadratic mean", r"quadratic means?|root[- ]mean[- ]squares?|quadratische[ns]? mittel\w*|moyennes? quadratiques?"),
    ),
    (
        ("mean absolute error", r"mean absolute error|MAE|mittlere\w* absolute\w* (?:fehler|abweichung)\w*|erreur absolue moyenne"),
        ("root mean squared error", r"root mean squared? error|RMSE|erreur quadratique moyenne"),
    ),
    (
        ("population standard deviation", r"population standard deviation|pstdev"),
        ("sample standard deviation", r"sample standard deviation|stdev"),
    ),
    (
        ("maximum norm", r"max(?:imum)?[- ]norm|infinity norm|maximumsnorm|norme (?:infinie|du maximum)"),
        ("Euclidean norm", r"euclidean norm|L2[- ]norm|euklidische\w* norm|norme euclidienne|norme L2"),
        ("sum norm", r"L1[- ]norm|manhattan norm|sum norm|summennorm|norme L1"),
    ),
)  # fmt: skip
_EVER = re.compile(r"(?<![^\W\d_])(?:always|never|immer|stets|nie(?:mals)?|toujours|jamais)(?![^\W\d_])", re.IGNORECASE)
_NEVER = re.compile(r"(?<![^\W\d_])(?:never|nie(?:mals)?|jamais|cannot|can't)(?![^\W\d_])", re.IGNORECASE)
_GREATER = re.compile(
    r"(?<![^\W\d_])(?:greater|larger|higher|at least|above|exceeds?|bigger|größer|höher|mindestens|über(?:steigt|trifft)?|supérieure?s?|"
    r"plus (?:grande?s?|élevée?s?)|au moins|dépasse(?:nt)?)(?![^\W\d_])|≥|>=",
    re.IGNORECASE,
)
_SMALLER = re.compile(
    r"(?<![^\W\d_])(?:less|smaller|lower|at most|below|kleiner|niedriger|geringer|höchstens|unter|inférieure?s?|"
    r"plus (?:petite?s?|faibles?|basse?s?)|au plus)(?![^\W\d_])|≤|<=",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?<![^\W\d_])(?:not|n't|nicht|pas|strictly|echt|strictement|believe\w*|think\w*|wrong\w*|falsch|faux|myth)(?![^\W\d_])|[?;.:]", re.I
)
_REACH = 90


def check_orders(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if not sentence.output and _EVER.search(sentence.text):
            for chain in _CHAINS:
                for low, high in combinations(chain, 2):
                    yield from _stated(sentence, low, high)


def _stated(sentence: Sentence, low: tuple[str, str], high: tuple[str, str]) -> Iterator[Finding]:
    for first, second in ((low, high), (high, low)):
        names = (f"(?<![^\\W_])(?:{own[1]})(?![^\\W_])" for own in (first, second))
        pattern = rf"{next(names)}(?P<between>.{{3,{_REACH}}}?){next(names)}"
        for match in re.finditer(pattern, sentence.text, re.IGNORECASE | re.DOTALL):
            between = match["between"]
            greater, smaller = _GREATER.search(between) is not None, _SMALLER.search(between) is not None
            if greater == smaller or _OPEN.search(sentence.text[: match.end()]) or not _EVER.search(between):
                continue
            holds = (greater != (_NEVER.search(between) is not None)) == (first is high)
            span = Span(start=sentence.span.start + match.start(), end=sentence.span.start + match.end())
            law = f"{low[0]} <= {high[0]}, whatever the (positive) values"
            if holds:
                yield report.confirmed("order", span, Said(f"So it is: {law}.", [law], [span]))
            else:
                yield report.contradicted("order", span, Said(f"It is the other way round: {law}.", [law], [span]), "high")
