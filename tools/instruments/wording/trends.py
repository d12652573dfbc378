"""“Grows linearly”, “falls with every epoch”, “stays constant”, “doubles every time”, held against a column of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from math import log

from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import in_unit, plain
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import named, partly, words_of
from tools.instruments.wording.saying import SOFT, clause, finding_of, span_of, spoken
from tools.records import Finding

_TREND = re.compile(
    r"(?<![^\W\d_])(?:(?P<up>(?:increases?|grows?|rises?|climbs?|improves?) (?:steadily|monotonically|with (?:every|each)|at every|"
    r"in every|every)|(?:steadily|monotonically) "
    r"(?:increas|grow|ris|climb)\w+|steigt (?:stetig|monoton|mit jede[rm])|wächst (?:stetig|monoton)|croît (?:régulièrement|à chaque)|"
    r"augmente (?:régulièrement|à chaque))"
    r"|(?P<down>(?:decreases?|falls?|drops?|shrinks?|declines?) (?:steadily|monotonically|with (?:every|each)|at every|in every|every)|"
    r"(?:steadily|monotonically) "
    r"(?:decreas|fall|drop|shrink|declin)\w+|(?:sinkt|fällt) (?:stetig|monoton|mit jede[rm])|(?:baisse|diminue|décroît) (?:régulièrement|"
    r"à chaque))"
    r"|(?P<constant>(?:is|are|stays?|remains?) (?:constant|the same|unchanged|flat)|bleibt (?:konstant|gleich|unverändert)|"
    r"reste (?:constante?|inchangée?))"
    r"|(?P<linear>(?:grows?|scales?|increases?|rises?) (?:perfectly |strictly )?linearly|wächst linear|steigt linear|croît linéairement|"
    r"augmente linéairement)"
    r"|(?P<quadratic>(?:grows?|scales?|increases?|rises?) quadratically|wächst quadratisch|steigt quadratisch|"
    r"croît (?:de façon )?quadratique(?:ment)?)"
    r"|(?P<double>doubles (?:every|each|with every|with each|at every|at each)|verdoppelt sich (?:jedes ?mal|mit jede[rm]|bei jede[rm])|"
    r"double à chaque))(?![^\W\d_])",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(
    r"(?<![^\W\d_])(?:where|beyond|after|from|until|up to|between|past|once|initially|at first|for (?:small|large)\w*|ab|bis|anfangs|"
    r"jusqu\w*|au début)(?![^\W\d_])",
    re.IGNORECASE,
)


def check(page: Page) -> Iterator[Finding]:
    """ "grows linearly", "falls with every epoch", "stays constant", "doubles every time" against a column."""
    for sentence in page.sentences:
        match = _TREND.search(sentence.text)
        if match is None or not spoken(sentence) or partly(sentence.text) or SOFT.search(clause(sentence.text, match)):
            continue
        if _SOMEWHERE.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            column = _subject(grid, words_of(sentence.text[: match.start()])[-5:])
            if column is None or mentions(grid, sentence):
                continue
            finding = _trend(page, sentence, grid, column, match)
            if finding is not None:
                yield finding
                break


def _subject(grid: Grid, words: tuple[str, ...]) -> Column | None:
    """The column that the words before a verb name in full."""
    full = [column for column in grid.columns[1:] if column.terms and column.kind and all(named(term, words) for term in column.terms)]
    return full[0] if len(full) == 1 else None


def _trend(page: Page, sentence: Sentence, grid: Grid, column: Column, match: re.Match[str]) -> Finding | None:
    figures = data_figures(grid, column)
    if len(figures) < 3 or any(cell is None or cell.quantity is None for cell in column.cells):
        return None
    values = [q.bases()[0] for _, q in figures]
    kind = match.lastgroup
    wrong = _breaks(kind or "", values, _keys(grid))
    if wrong is None:
        return None
    shown = [f"{column.name}: " + ", ".join(f"{grid.labels(n)}: {in_unit(q.bases()[0], q)}" for n, q in figures[:20])]
    places = [grid.rows[n].span for n, _ in figures]
    span = span_of(sentence, match)
    if not wrong:
        return finding_of("trend", span, f"The column “{column.name}” agrees.", shown, places, holds=True)
    return finding_of("trend", span, f"The column “{column.name}” does not agree: {wrong}.", shown, places, priority="high")


def _keys(grid: Grid) -> list[Fraction]:
    figures = grid.columns[0].figures()
    keys = [q.bases()[0] for _, q in figures]
    return keys if len(keys) == len(grid.rows) and all(b > a > 0 for a, b in pairwise(keys)) else []


def _breaks(kind: str, values: list[Fraction], keys: list[Fraction]) -> str | None:
    """How the values break a stated trend; "" where they keep it, None where that is open."""
    steps = list(pairwise(values))
    if kind in ("up", "down"):
        bad = [(a, b) for a, b in steps if (b < a if kind == "up" else b > a)]
        if len(bad) * 2 > len(steps):
            return None
        return f"it goes from {plain(bad[0][0], 4)} to {plain(bad[0][1], 4)}" if bad else ""
    if min(values) <= 0:
        return None
    if kind == "constant":
        spread = (max(values) - min(values)) / min(values)
        if spread <= Fraction(5, 100):
            return ""
        return f"it goes from {plain(min(values), 4)} to {plain(max(values), 4)}" if spread > Fraction(25, 100) else None
    if kind == "double":
        ratios = [b / a for a, b in steps]
        if all(Fraction(9, 5) <= ratio <= Fraction(11, 5) for ratio in ratios):
            return ""
        bad_ratio = [ratio for ratio in ratios if not Fraction(3, 2) <= ratio <= Fraction(5, 2)]
        return f"one step is a factor of {plain(bad_ratio[0], 3)}" if bad_ratio and len(bad_ratio) * 2 <= len(ratios) else None
    return _slope(kind, values, keys)


def _slope(kind: str, values: list[Fraction], keys: list[Fraction]) -> str | None:
    """The power with which a column grows with the first one, from its first row to its last."""
    if len(keys) != len(values) or keys[-1] < keys[0] * 4:
        return None
    slope = log(values[-1] / values[0]) / log(keys[-1] / keys[0])
    wanted = 1 if kind == "linear" else 2
    if abs(slope - wanted) <= 0.12 * wanted:
        return ""
    if abs(slope - wanted) < 0.4:
        return None
    return f"from {plain(keys[0])} to {plain(keys[-1])} it grows by a factor of {plain(values[-1] / values[0], 3)}, a power of {slope:.2f}"
