"""“Always faster”, “smaller in every case”, held against two columns of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import in_unit
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import akin, partly, words_of
from tools.instruments.wording.saying import SOFT, finding_of, span_of, spoken
from tools.records import Finding

_ALWAYS = re.compile(
    r"(?<![^\W\d_])(?:always|every|each|all|in every case|without exception|never|consistently|immer|stets|jede[rsnm]?|alle[nr]?|nie|"
    r"durchweg|toujours|chaque|"
    r"tou(?:s|tes)|jamais)(?![^\W\d_])",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?<![^\W\d_])(?:(?P<less>faster|quicker|smaller|lower|cheaper|shorter|less|fewer|schneller|kleiner|niedriger|kürzer|günstiger|"
    r"plus rapides?|plus petite?s?)"
    r"|(?P<more>slower|larger|higher|bigger|longer|more|greater|langsamer|größer|höher|länger|plus lente?s?|plus grande?s?))(?![^\W\d_])"
    r"[^.;:,]{0,24}?(?<![^\W\d_])(?P<than>than|als|que)(?![^\W\d_])",
    re.IGNORECASE,
)


def check(page: Page) -> Iterator[Finding]:
    """ "A is always faster than B" against two columns of a table."""
    for sentence in page.sentences:
        match = _COMPARED.search(sentence.text)
        if (
            match is None
            or not spoken(sentence)
            or not _ALWAYS.search(sentence.text)
            or partly(sentence.text)
            or SOFT.search(sentence.text)
        ):
            continue
        for grid in page.grids_near(sentence.block)[:2]:
            finding = _held(page, sentence, grid, match)
            if finding is not None:
                yield finding
                break


def _held(page: Page, sentence: Sentence, grid: Grid, match: re.Match[str]) -> Finding | None:
    before, after = words_of(sentence.text[: match.start()]), words_of(sentence.text[match.end() :])
    one, other = _only_named(grid, before), _only_named(grid, after)
    if one is None or other is None or one is other or one.kind != other.kind or one.kind is None or mentions(grid, sentence):
        return None
    word = match.group("less") or match.group("more")
    rate = one.kind.endswith("/time")
    if one.kind != "time" and not rate and re.match(r"fast|quick|slow|schnell|langsam|plus (?:rapide|lent)", word, re.I):
        return None
    fewer = bool(match.group("less"))
    if rate and re.match(r"fast|quick|slow|schnell|langsam|plus (?:rapide|lent)", word, re.I):
        fewer = not fewer
    pairs = [(n, q, dict(data_figures(grid, other)).get(n)) for n, q in data_figures(grid, one)]
    rows = [(n, q, o) for n, q, o in pairs if o is not None]
    if len(rows) < 2:
        return None
    wrong = [(n, q, o) for n, q, o in rows if (q.bases()[0] >= o.bases()[0] if fewer else q.bases()[0] <= o.bases()[0])]
    span = span_of(sentence, match)
    shown = [
        f"{grid.labels(n)}: {one.name} {in_unit(q.bases()[0], q)}, {other.name} {in_unit(o.bases()[0], o)}"
        for n, q, o in (wrong or rows)[:6]
    ]
    places = [grid.rows[n].span for n, _, _ in wrong or rows]
    if not wrong:
        return finding_of("always", span, f"It holds in all {len(rows)} rows of the table.", shown, places, holds=True)
    if len(wrong) * 2 > len(rows):
        return None
    labels = ", ".join(grid.labels(n) for n, _, _ in wrong[:4])
    return finding_of("always", span, f"It does not hold in every row of the table: {labels}.", shown, places, priority="high")


def _only_named(grid: Grid, words: tuple[str, ...]) -> Column | None:
    """The one column that words name, by a word that no other column has."""
    hits = {}
    for column in grid.columns[1:]:
        for term in column.terms:
            if sum(term in own.terms for own in grid.columns) == 1 and any(akin(term, word) for word in words):
                hits[column.index] = column
    return hits.popitem()[1] if len(hits) == 1 else None
