"""Parts of a whole that a table holds ("25.2 s, or 88 % of the first start", "the embedding is 31 % of the total"), and what is left."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.mentions import Mention, mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.totals import ADDITIVE, aggregate_named, data_figures, is_summary
from tools.instruments.numbers.words import conditional, elsewhere, partly
from tools.quantities import Interval, Quantity, total
from tools.records import Finding

_OR = re.compile(
    r"\s*(?:,|\(|—|–)?\s*(?:(?:or|i\.e\.,?|that is,?|which is|oder|also|das sind|d\. ?h\.|soit|ou|c'est-à-dire)\s+)?(?:about |roughly |only"
    r" |some |etwa |rund |gut |environ )?",
    re.I,
)
_OF = re.compile(r"\s+(?:of|von|der|des|vom|de|du)\s+(?:the |its |all |den |der |dem |la |le |les |l['’])?", re.I)
_WHOLE = re.compile(
    r"\s+(?:of|von|der|des|vom|de|du)\s+(?:the |its |all |den |der |dem |la |le |les"
    r" |l['’])?(?:whole|total\w*|sum|overall|entire|ganzen|gesamt\w*|summe|"
    r"ensemble|totalité)(?![^\W\d_])",
    re.I,
)
_IS = re.compile(
    r"\s*(?:\(|(?:[^\W\d_]+\s+)?(?:is|are|was|were|takes?|took|makes? up|made up|accounts? for|accounted"
    r" for|uses?|used|ist|macht|machen|nimmt|belegt|braucht|"
    r"est|prend|représente|occupe|fait))\s*(?:up |only |about |roughly |some |nearly |etwa |rund |nur |environ )?",
    re.I,
)
_LEFT: tuple[tuple[Fraction, str], ...] = (
    (Fraction(1, 2), r"\b(?:to (?:a )?half|auf die hälfte|à la moitié)\b"),
    (Fraction(1, 3), r"\b(?:to (?:a|one) third|auf ein drittel|au tiers)\b"),
    (Fraction(1, 4), r"\b(?:to (?:a|one) quarter|auf ein viertel|au quart)\b"),
    (Fraction(1, 5), r"\b(?:to (?:a|one) fifth|auf ein fünftel|au cinquième)\b"),
    (Fraction(1, 8), r"\b(?:to (?:an|one) eighth|auf ein achtel|au huitième)\b"),
    (Fraction(1, 10), r"\b(?:to (?:a|one) tenth|auf ein zehntel|au dixième)\b"),
)  # fmt: skip
_GROUPS = re.compile(
    r"(?<![^\W\d_])(?:groups? of|gruppen (?:von|zu)|zu je|groupes? de|sets of|packs of|shared by|sharing between)\s*$", re.I
)
_BITS = re.compile(r"(?:float|int|fp|bf|bfloat|uint)(64|32|16|8|4)(?!\d)")
_SAVES = re.compile(
    r"(?<![^\W\d_])(?:sav(?:es?|ed|ing)|spar(?:t|en|te)|einsparung|économis\w+|gagne\w*|reduc\w+ (?:\w+ ){0,4}by|cuts? (?:\w+"
    r" ){0,4}by)(?![^\W\d_])",
    re.I,
)


def check_parts(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text):
            continue
        percents = [q for q in sentence.quantities if q.kind == "percent" and not q.ordinal]
        for percent in percents:
            finding = _left(page, sentence, percent) if len(percents) == 1 else None
            if finding is None and not conditional(sentence.text):
                finding = next(
                    (f for grid in page.grids_near(sentence.block)[:2] if (f := _of_table(page, sentence, grid, percent)) is not None), None
                )
            if finding is not None:
                yield finding


def _of_table(page: Page, sentence: Sentence, grid: Grid, percent: Quantity) -> Finding | None:
    rows = mentions(grid, sentence)
    of = _OF.match(page.text, percent.span.end, sentence.span.end)
    whole = _WHOLE.match(page.text, percent.span.end, sentence.span.end)
    base = [mention for mention in rows if of is not None and 0 <= mention.start - of.end() <= 1]
    amounts = [
        q
        for q in sentence.quantities
        if q.span.end <= percent.span.start and q.kind in ADDITIVE and _OR.fullmatch(page.text[q.span.end : percent.span.start])
    ]
    if base and amounts:
        return _part_of_row(page, grid, amounts[-1], percent, base[0])
    subject = [
        mention for mention in rows if mention.end <= percent.span.start and _IS.fullmatch(page.text[mention.end : percent.span.start])
    ]
    if subject and whole and not partly(sentence.text):
        return _row_of_whole(page, sentence, grid, percent, subject[-1])
    return None


def _part_of_row(page: Page, grid: Grid, amount: Quantity, percent: Quantity, base: Mention) -> Finding | None:
    part = measured(amount)
    outcomes, places = [], [amount.span]
    for column in grid.columns[1:]:
        cell = column.cells[base.row]
        if (
            cell is None
            or cell.quantity is None
            or cell.quantity.kind != amount.kind
            or cell.quantity.bases()[0] < part.exact
            or cell.quantity.value <= 0
        ):
            continue
        own = measured(cell.quantity)
        if own.interval.low > 0:
            outcomes.append(_share(part.exact, own.exact, part.interval / own.interval, f"{written(page, amount)} / {cell.text}"))
            places.append(cell.span)
    return judged(page, "part", percent, outcomes, places)


def _share(part: Fraction, whole: Fraction, interval: Interval, step: str) -> Outcome:
    exact = part / whole * 100
    return Outcome(exact, interval.scaled(Fraction(100)), f"{step} = {plain(exact, 4)} %")


def _row_of_whole(page: Page, sentence: Sentence, grid: Grid, percent: Quantity, subject: Mention) -> Finding | None:
    """A row's share of its column; a column of shares is read as it stands."""
    if not grid.complete or is_summary(grid, subject.row):
        return None
    outcomes, places = [], [grid.rows[subject.row].span]
    named = column_named(grid, sentence.words)
    columns = (
        [named]
        if named is not None and named.kind in ADDITIVE and named.index > 0
        else [c for c in grid.columns[1:] if c.kind in (*ADDITIVE, "percent")]
    )
    for column in columns:
        cell = column.cells[subject.row]
        if cell is None or cell.quantity is None:
            continue
        if column.kind == "percent":
            outcomes.append(
                Outcome(cell.quantity.value, Interval.around(cell.quantity.value, cell.quantity.half), f"“{column.name}”: {cell.text}")
            )
            continue
        whole = _whole(grid, column)
        own = measured(cell.quantity)
        if whole is not None and whole.low > 0 and own.exact >= 0:
            outcomes.append(_share(own.exact, whole.middle, own.interval / whole, f"{cell.text} / total of “{column.name}”"))
    finding = judged(page, "part", percent, outcomes, places)
    certain = len(list(outcomes)) == 1 or named is not None
    return finding if finding is None or finding.verdict == "supported" or certain else None


def _whole(grid: Grid, column: Column) -> Interval | None:
    """The total of a column: its total row, else the sum of its rows."""
    for row in range(len(grid.rows)):
        label, cell = grid.columns[0].cells[row], column.cells[row]
        if (
            is_summary(grid, row)
            and label is not None
            and aggregate_named(label.text) == "total"
            and cell is not None
            and cell.quantity is not None
        ):
            return measured(cell.quantity).interval
    figures = data_figures(grid, column)
    return total(measured(q).interval for _, q in figures) if len(figures) >= 2 else None


def _left(page: Page, sentence: Sentence, percent: Quantity) -> Finding | None:
    """ "groups of four save 25 %": what is left, taken for what is saved."""
    if not _SAVES.search(sentence.text) or percent.bound:
        return None
    left = {fraction for fraction, words in _LEFT if re.search(words, sentence.text, re.I)}
    left |= {
        1 / q.value
        for q in sentence.quantities
        if q.kind == "count" and 1 < q.value <= 64 and _GROUPS.search(page.text[max(sentence.span.start, q.span.start - 24) : q.span.start])
    }
    bits = [Fraction(found) for found in _BITS.findall(sentence.text)]
    if len(bits) == 2 and bits[0] != bits[1]:
        left.add(min(bits) / max(bits))
    if len(left) != 1:
        return None
    (share,) = left
    saved, stays = (1 - share) * 100, share * 100
    outcome = Outcome(
        saved, Interval.exact(saved), f"what is left is {plain(stays)} %, so 100 % - {plain(stays)} % = {plain(saved)} % is saved"
    )
    finding = judged(page, "saving", percent, [outcome], [sentence.span])
    confused = percent.agreement(Interval.exact(stays)) == "yes"
    return finding if finding is None or finding.verdict == "supported" or confused else None
