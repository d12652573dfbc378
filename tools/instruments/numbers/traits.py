"""Which row has the more or the less of a column: "bfloat16 is the one with the finer steps", "south has the shorter distance"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import Mention, mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import Said, in_unit
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import conditional, elsewhere, partly, words_of
from tools.records import Finding, Span

_MORE = (
    r"coarser|wider|larger|bigger|higher|longer|greater|gröber\w*|weiter\w*|breiter\w*|größer\w*|höher\w*|länger\w*|"
    r"plus (?:grossi(?:er|ère)s?|larges?|grande?s?|élevée?s?|longue?s?|hauts?|hautes?)"
)
_LESS = (
    r"finer|narrower|smaller|lower|shorter|lesser|feiner\w*|enger\w*|schmaler\w*|kleiner\w*|niedriger\w*|kürzer\w*|geringer\w*|"
    r"plus (?:fine?s?|étroite?s?|petite?s?|faibles?|courte?s?|basse?s?)"
)
_WITH = (
    r"(?:is (?:the one )?with|is the one that has|has|have|offers|needs|shows|ist (?:der|die|das) mit|hat|bietet|braucht|"
    r"est (?:celui|celle) (?:avec|qui a)|a|offre|demande|possède)"
)
_TRAIT = rf"(?:the|der|die|das|den|le|la|les)\s+(?:(?P<{{0}}more>{_MORE})|(?P<{{0}}less>{_LESS}))\s+(?P<{{0}}noun>[^\W\d_]+)"
_FRENCH = rf"(?:le|la|les)\s+(?P<{{0}}noun>[^\W\d_]+)\s+(?:le|la|les)\s+(?:(?P<{{0}}more>{_MORE})|(?P<{{0}}less>{_LESS}))(?![^\W\d_])"
_JOINED = r"(?:\s*,?\s*(?:and|und|et)\s+(?:also\s+|with\s+)?{})?"
_SAID = tuple(
    re.compile(rf"\s+{_WITH}\s+{form.format('a')}{_JOINED.format(form.format('b'))}", re.IGNORECASE) for form in (_TRAIT, _FRENCH)
)
_MEANT = {  # what a property of things is called in a header
    "steps": ("eps", "epsilon", "step", "resolution", "spacing"), "step": ("eps", "epsilon", "resolution", "spacing"),
    "schritte": ("eps", "epsilon", "auflösung", "schritt"), "pas": ("eps", "epsilon", "résolution"),
    "resolution": ("eps", "epsilon", "resolution"), "range": ("largest", "maximum", "max", "range"),
    "bereich": ("größter", "maximum", "max", "bereich"), "étendue": ("maximum", "max", "plage"), "plage": ("maximum", "max", "plage"),
}  # fmt: skip


def check_traits(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text) or partly(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            for mention in mentions(grid, sentence) if grid.complete else ():
                yield from _traits(page, sentence, grid, mention)


def _traits(page: Page, sentence: Sentence, grid: Grid, mention: Mention) -> Iterator[Finding]:
    match = next((found for said in _SAID if (found := said.match(page.text, mention.end, sentence.span.end))), None)
    if match is None or re.match(r"\s+(?:than|als|que)(?![^\W\d_])", page.text[match.end() :]):
        return
    for part in ("a", "b"):
        noun = match[f"{part}noun"]
        column = _column(grid, noun) if noun else None
        if column is not None:
            span = Span(start=min(match.start(f"{part}{g}") for g in ("more", "less", "noun") if match[f"{part}{g}"]),
                        end=max(match.end(f"{part}{g}") for g in ("more", "less", "noun")))  # fmt: skip
            finding = _held(page, grid, column, mention.row, (span, bool(match[f"{part}more"])))
            if finding is not None:
                yield finding


def _column(grid: Grid, noun: str) -> Column | None:
    terms = words_of(noun)
    named = column_named(grid, terms) or column_named(grid, _MEANT.get(noun.lower(), ()))
    return named if named is not None and named.index > 0 and named.kind is not None else None


def _held(page: Page, grid: Grid, column: Column, row: int, said: tuple[Span, bool]) -> Finding | None:
    """True or false beyond doubt: the row is the extreme of the column on the one side or on the other."""
    span, more = said
    figures = dict(data_figures(grid, column))
    if row not in figures or len(figures) < 2:
        return None
    values = {n: q.bases()[0] for n, q in figures.items()}
    own, others = values[row], [value for n, value in values.items() if n != row]
    above, below = all(own > other for other in others), all(own < other for other in others)
    if not above and not below:
        return None
    shown = ", ".join(f"{grid.labels(n)}: {in_unit(values[n], figures[n])}" for n in list(figures)[:20])
    working, places = [f"“{column.name}”: {shown}"], [grid.rows[row].span]
    if above == more:
        return report.confirmed("trait", span, Said(f"The column “{column.name}” bears it out.", working, places))
    side = "largest" if above else "smallest"
    said_of = Said(f"{grid.labels(row)} has the {side} “{column.name}” of all rows.", working, places)
    return report.contradicted("trait", span, said_of, "high")
