"""Statements that hold only together with others: ends and total of a few values, which category a mean is of, who takes most."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Grid, Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, like, plain, replaced
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import akin, conditional, elsewhere, words_of
from tools.quantities import Interval, Quantity, Range, in_words, quantities_of
from tools.records import Finding, Span

_TOGETHER = re.compile(r"\s(?:together|in all|in total|altogether|zusammen|insgesamt|en tout|au total|ensemble)(?![^\W\d_])", re.IGNORECASE)
_TOOK = re.compile(
    r"(?<![^\W\d_])(?:took|take[sn]?|needed|lasted|ran|measured|weighed|dauerten|brauchten|duré|pris)\s(?:between|from|zwischen|entre)\s$",
    re.IGNORECASE,
)
_MEAN = re.compile(
    r"[,\s]+(?:for|taking|needing|with|für|je)\s(?P<figure>[\d.,]+\s?[^\W\d_]+)\s(?:on average|each on average|im Mittel|en moyenne)",
    re.IGNORECASE,
)
_MOST = re.compile(
    r"\s(?:takes?|took|needs?|needed|uses?|used|costs?|has|had|loses?|lost|makes?|made)\s(?:by far\s|also\s)?the\s"
    r"(?P<which>most|least|fewest)\s"
    r"(?P<what>[^\W\d_]+)",
    re.IGNORECASE,
)
_AMONG = re.compile(r"(?<![^\W\d_])(?:except|apart|besides|after|other|second|next|among|of the)(?![^\W\d_])", re.IGNORECASE)
_SQUARE_ROOT = re.compile(
    r"standard errors?|margin of error|confidence interval|standardfehler|konfidenzintervall|erreur[- ]type|intervalle de confiance",
    re.I,
)
_HALVE = re.compile(
    r"(?<![^\W\d_])(?:to halve|halving|um (?:ihn|sie|es|ihm) zu halbieren|pour (?:la |le |l['’])?(?:réduire de moitié|diviser par deux))",
    re.I,
)
_SQUARES = re.compile(
    r"squares?\s(?:of\s[^.;,]{2,30}\s)?(?:add(?:s)? up to|sum to|come to|total|is|are)\s$|(?:summe der quadrate (?:ist|beträgt)\s)$", re.I
)
_ROOT_MEAN = re.compile(
    r"(?<![^\W\d_])(?:rmse?|root[- ]mean[- ]square[^\W\d_ ]*(?:\serror)?)\s(?:is|of|comes to|=|ist|beträgt)\s(?:about\s)?$", re.I
)


def check_attained(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            continue
        found = [_ends_and_total(page, sentence), _root_mean(page, sentence)]
        if before is not None and before.block == sentence.block:
            found.append(_halved(page, sentence, before))
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 4 and not elsewhere(sentence.text) and not conditional(sentence.text):
                found += [_category(page, sentence, grid), _most(page, sentence, grid)]
        yield from (finding for finding in found if finding is not None)
        before = sentence


# ---- ends and total --------------------------------------------------------------------------------------------


def _ends_and_total(page: Page, sentence: Sentence) -> Finding | None:
    """ "Three runs, 20.0 seconds together; the three took between 6.4 and 7.9 seconds": the third would lie outside."""
    totals = [q for q in sentence.quantities if q.kind != "count" and not q.bound and _TOGETHER.match(page.text, q.span.end)]
    for stated in sentence.ranges:
        low, high = stated.low, stated.high
        head = page.text[max(sentence.span.start, stated.span.start - 80) : stated.span.start]
        if not _TOOK.search(page.text[: low.span.start][-24:]) or len(totals) != 1 or totals[0].kind != high.kind:
            continue
        clause = re.split(r"[,;:.]\s", head)[-1]
        counts = [q for q in quantities_of(clause, page.writing) if q.kind == "count" and 2 <= q.value <= 50 and q.value.denominator == 1]
        said = [q for q in sentence.quantities if counts and q.value == counts[-1].value and q.span.end <= totals[0].span.start]
        if len(counts) == 1 and said and not counts[0].ordinal and low.half < Fraction(1, 2) and high.half < Fraction(1, 2):
            return _between(page, stated, int(counts[0].value), totals[0])
    return None


def _between(page: Page, stated: Range, count: int, total: Quantity) -> Finding | None:
    factor = stated.high.unit.factors[0]
    low, high, sum_ = stated.low.value * factor, stated.high.value * factor, total.bases()[0]
    slack = (stated.low.half + stated.high.half) * factor * count + total.half * total.unit.factors[0]
    least, most = (count - 1) * low + high, low + (count - 1) * high
    shown = [f"{count - 1} x {plain(low / factor)} + {plain(high / factor)} = {in_unit(least, stated.high)} at least",
             f"{plain(low / factor)} + {count - 1} x {plain(high / factor)} = {in_unit(most, stated.high)} at most",
             f"stated together: {page.words_at(total.span)}"]  # fmt: skip
    if least - slack <= sum_ <= most + slack:
        return None
    said = Said(f"{count} values between these ends cannot come to {page.words_at(total.span)}.", shown, [total.span])
    return report.contradicted("ends-and-total", stated.span, said, "high")


# ---- squares and roots -----------------------------------------------------------------------------------------


def _halved(page: Page, sentence: Sentence, before: Sentence) -> Finding | None:
    """ "To halve it, 1,600 would be needed" behind a standard error of 400: it falls with the square root."""
    if not _HALVE.search(sentence.text) or not _SQUARE_ROOT.search(before.text):
        return None
    stated = [q for q in sentence.quantities if q.kind == "count" and not q.ordinal and q.value > 2 and not q.bound]
    sizes = [q for q in before.quantities if q.kind == "count" and not q.ordinal and stated and q.value * 4 == stated[0].value]
    wrong = [q for q in before.quantities if q.kind == "count" and not q.ordinal and stated and q.value * 2 == stated[0].value]
    if len(stated) != 1 or stated[0].value.denominator != 1 or len(sizes) + len(wrong) != 1:
        return None
    size = (sizes or wrong)[0]
    right, written = size.value * 4, page.words_at(stated[0].span)
    working = [f"4 x {page.words_at(size.span)} = {plain(right)}", f"stated: {written}"]
    if sizes:
        said = Said(f"It falls with the square root: {plain(right)}, as stated.", working, [size.span])
        return report.confirmed("square-root", stated[0].span, said)
    new = like(right, stated[0], page)
    replacement = replaced(page, stated[0].span, [(stated[0].number, new)], "it falls with the square root") if new else None
    said = Said(f"It falls with the square root of the number: half of it needs {plain(right)}, not {written}.", working, [size.span])
    return report.contradicted("square-root", stated[0].span, said, "high", replacement)


def _root_mean(page: Page, sentence: Sentence) -> Finding | None:
    """ "The squares add up to 437, hence the RMSE is 7.39", beside the column whose squares add up to that."""
    sums = [q for q in sentence.quantities if _SQUARES.search(page.text[: q.span.start][-60:])]
    roots = [q for q in sentence.quantities if _ROOT_MEAN.search(page.text[: q.span.start][-50:])]
    if len(sums) != 1 or len(roots) != 1 or roots[0].bound:
        return None
    for grid in page.grids:
        for column in grid.columns[1:]:
            values = [q.value for _, q in data_figures(grid, column)]
            if len(values) < 3 or sum((v * v for v in values), Fraction(0)) != sums[0].value:
                continue
            exact = Fraction(float(sums[0].value / len(values)) ** 0.5)
            right, written = plain(exact, 4), page.words_at(roots[0].span)
            working = [f"sqrt({page.words_at(sums[0].span)} / {len(values)}) = {right}", f"stated: {written}"]
            how = roots[0].agreement(Interval.exact(exact))
            if how == "yes":
                return report.confirmed("root-mean-square", roots[0].span, Said(f"It is {right}, as stated.", working, [grid.span]))
            if how == "no" and Fraction(1, 2) < roots[0].value / exact < 2:
                new = like(exact, roots[0], page)
                replacement = replaced(page, roots[0].span, [(roots[0].number, new)], "the root of the mean square") if new else None
                said = Said(f"The root of the mean square is {right}, not {written}.", working, [grid.span])
                return report.contradicted("root-mean-square", roots[0].span, said, "high", replacement)
            return None
    return None


# ---- rows of a table -------------------------------------------------------------------------------------------


def _category(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Four of the eight requests stall, for 1.8 s on average": the mean says which of two kinds of row is meant."""
    mean = _MEAN.search(sentence.text)
    counts = [q for q in sentence.quantities if q.kind == "count" and not q.ordinal]
    data = [n for n in range(len(grid.rows)) if not is_summary(grid, n)]
    if mean is None or len(counts) != 2 or counts[1].value != len(data) or counts[0].value >= len(data) or len(sentence.quantities) != 3:
        return None
    read = quantities_of(mean["figure"], page.writing)
    if len(read) != 1 or not re.fullmatch(
        r"\s(?:of|der|von|des)\s(?:the\s|den\s|les\s)?", page.text[counts[0].span.end : counts[1].span.start]
    ):
        return None
    for column in grid.columns[1:]:
        kinds = {n: cell.text.lower() for n in data if (cell := column.cells[n]) is not None and not cell.text[:1].isdigit()}
        figures = [dict(c.figures()) for c in grid.columns[1:] if c.kind == read[0].kind]
        if len(kinds) != len(data) or len(set(kinds.values())) != 2 or len(figures) != 1 or not set(data) <= figures[0].keys():
            continue
        groups = [[n for n in data if kinds[n] == kind] for kind in sorted(set(kinds.values()))]
        means = [sum((figures[0][n].bases()[0] for n in rows), Fraction(0)) / len(rows) for rows in groups]
        meant = [rows for rows, value in zip(groups, means, strict=True) if read[0].agreement(Interval.exact(value)) == "yes"]
        if len(meant) == 1 and max(means) > 2 * min(means):
            return _number_of(page, grid, counts[0], len(meant[0]), kinds[meant[0][0]], mean["figure"])
    return None


def _number_of(page: Page, grid: Grid, stated: Quantity, right: int, kind: str, mean: str) -> Finding:
    written = page.words_at(stated.number)
    working = [f"{right} rows are “{kind}”; their mean is {mean}", f"stated: {written}"]
    if stated.value == right:
        return report.confirmed("category", stated.span, Said(f"{right} rows are so, as stated.", working, [grid.span]))
    word = in_words(right, page.writing.language) if stated.style == "words" else str(right)
    word = word.capitalize() if word and written[:1].isupper() else word
    replacement = replaced(page, stated.span, [(stated.number, word)], "the rows of that kind") if word else None
    return report.contradicted(
        "category", stated.span, Said(f"{right} rows are so, not {written}.", working, [grid.span]), "high", replacement
    )


def _most(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Instance normalization takes the most time": the row that is named, by the one column that the noun is of."""
    match = _MOST.search(sentence.text)
    if match is None or _AMONG.search(sentence.text[match.start() :]):
        return None
    clause = words_of(re.split(r"[,;:]\s(?:and\s|but\s)?|\s(?:and|but|while|whereas)\s", sentence.text[: match.start()])[-1])
    kind = {"time": "time", "memory": "information", "space": "information", "money": "eur"}.get(match["what"].lower())
    fitting = [c for c in grid.columns[1:] if c.kind == kind] if kind else []
    fitting = fitting or [c for c in grid.columns[1:] if c.kind is not None and any(akin(t, match["what"].lower()) for t in c.terms)]
    rows = {n: words_of(grid.labels(n)) for n in range(len(grid.rows)) if not is_summary(grid, n)}
    own = [n for n, label in rows.items() if label and label[0] in clause and len(label[0]) > 2]
    if len(fitting) != 1 or len(own) != 1 or sum(1 for label in rows.values() if label[:1] == rows[own[0]][:1]) != 1:
        return None
    figures = {n: q.bases()[0] for n, q in data_figures(grid, fitting[0])}
    if own[0] not in figures or len(figures) < 3:
        return None
    best = max(figures.values()) if match["which"].lower() == "most" else min(figures.values())
    span = Span(start=sentence.span.start + match.start("which"), end=sentence.span.start + match.end("what"))
    shown = [", ".join(f"{grid.labels(n)}: {page.words_at(q.span)}" for n, q in data_figures(grid, fitting[0]))[:400]]
    label = grid.labels(own[0])
    if figures[own[0]] == best:
        return report.confirmed("most", span, Said(f"{label} has {match['which']} of it, as stated.", shown, [grid.span]))
    right = grid.labels(next(n for n, value in figures.items() if value == best))
    return report.contradicted("most", span, Said(f"Not {label} but {right} has {match['which']} of it.", shown, [grid.span]), "high")
