"""Figures that a sentence lists one after another, each with a row or a column of the table that it belongs to.

"It lowers the median by 30 %, the p95 by 35 % and the p99 by 38 %", "the ratio is 8 for gzip, 12 for bzip2 and 15 for xz": what two of
them come to from the cells in one way, and with no other as good, the third has to come to as well.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.mentions import mentions
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, like, plain
from tools.instruments.numbers.totals import data_figures, is_summary
from tools.instruments.numbers.words import elsewhere
from tools.quantities import Interval, Quantity
from tools.records import Finding

_NEXT = re.compile(r",\s(?:and\s|und\s|et\s)?|\s(?:and|und|et)\s|;\s", re.IGNORECASE)
_MOST_ROWS, _MOST_CONSTANTS = 30, 4
_NAMES = {"median": "p50", "médiane": "p50", "medianwert": "p50"}
_UP = re.compile(
    r"(?<![^\W\d_])(?:ris\w+|rose|rais\w+|grow\w*|grew|increas\w+|more|longer|larger|higher|steig\w*|mehr|augment\w*|plus)", re.I
)

Key = tuple[str, int]
Way = tuple[str, Callable[[int], tuple[Fraction, str] | None]]


@dataclass(frozen=True)
class Listed:
    """A figure of a list with the row ("row", n) or the column ("column", n) that it belongs to."""

    stated: Quantity
    key: Key


def check_enumerated(page: Page) -> Iterator[Finding]:
    before: tuple[int, list[Listed]] = (-1, [])
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 4 and 2 <= len(grid.rows) <= _MOST_ROWS:
                runs = list(_lists(page, sentence, grid))
                for listed in runs:
                    if len(listed) >= 3:
                        yield from _judged(page, sentence, grid, listed)
                of_rows = [run for run in runs if run[0].key[0] == "row"]
                number, earlier = before
                if (
                    number == sentence.block
                    and len(earlier) == 2
                    and [len(run) for run in of_rows] == [1]
                    and _same_noun(earlier, of_rows[0])
                ):
                    yield from _judged(page, sentence, grid, [*earlier, *of_rows[0]], formula=True)
                before = (sentence.block, of_rows[0]) if of_rows else (-1, [])


def _same_noun(one: Sequence[Listed], other: Sequence[Listed]) -> bool:
    """Whether a list goes on in the next sentence: figures of one kind, exact enough, that count the same."""
    figures = [own.stated for own in (*one, *other)]
    nouns = [{*q.after[:1]} for q in figures if q.after]
    return (
        {own.key[0] for own in (*one, *other)} == {"row"}
        and len({q.kind for q in figures}) == 1
        and all(q.half * 200 <= abs(q.value) for q in figures)
        and any(a & b for a in nouns[:-1] for b in nouns[-1:])
    )


# ---- which figure belongs to what ------------------------------------------------------------------------------


def _lists(page: Page, sentence: Sentence, grid: Grid) -> Iterator[list[Listed]]:
    """The runs of figures of one kind in parts that each name one row, and in parts that each name one column."""
    cuts = [0, *(match.end() for match in _NEXT.finditer(sentence.text)), len(sentence.text)]
    rows = {(m.start - sentence.span.start): m.row for m in mentions(grid, sentence)}
    for kind in ("row", "column"):
        run: list[Listed] = []
        for start, end in pairwise(cuts):
            inside = [q for q in sentence.quantities if start <= q.span.start - sentence.span.start < end and not q.ordinal]
            if kind == "row":
                named = {row for at, row in rows.items() if start <= at < end and not is_summary(grid, row)}
            else:
                named = set(_columns(grid, sentence.text[start:end]))
            figures = [q for q in inside if q.span.start - sentence.span.start not in rows]
            figures = [q for q in figures if q.style == "digits"] or figures
            fits = len(figures) == 1 and len(named) == 1 and not figures[0].bound
            if fits and (not run or run[-1].stated.kind == figures[0].kind):
                run.append(Listed(figures[0], (kind, named.pop())))
                continue
            if run:
                yield run
            run = [Listed(figures[0], (kind, named.pop()))] if fits else []
        if run:
            yield run


def _columns(grid: Grid, text: str) -> list[int]:
    """The columns whose whole name without its unit stands in a text; the median is the 50th percentile."""
    found = []
    for column in grid.columns[1:]:
        name = re.sub(r"\s*[(\[].*", "", column.name).strip(" *_`")
        names = [name, *(word for word, short in _NAMES.items() if short == name.lower())]
        if name and any(re.search(rf"(?<![\w-]){re.escape(own)}(?![\w-])", text, re.IGNORECASE) for own in names):
            found.append(column.index)
    return found


# ---- in which ways a figure may follow -------------------------------------------------------------------------


def _ways(page: Page, sentence: Sentence, grid: Grid, listed: Sequence[Listed]) -> Iterator[Way]:
    factor = Fraction(100 if listed[0].stated.kind == "percent" else 1)
    if listed[0].key[0] == "column":
        yield from _between_rows(page, sentence, grid, listed, factor)
        return
    named = {one.key[1] for one in listed}
    columns = {c.index: dict(data_figures(grid, c)) for c in grid.columns[1:] if c.kind is not None}
    whole = {n: own for n, own in columns.items() if named <= own.keys() and all(q.bases()[0] > 0 for q in own.values())}
    for n, own in whole.items():
        for m, other in whole.items():
            if n != m:
                yield _way(page, f"{_called(grid, n)} / {_called(grid, m)}", own, other, factor)
        for base in own:
            if base not in named or len(named) > 3:
                yield _way(page, f"{_called(grid, n)} / that of {grid.labels(base)}", own, dict.fromkeys(own, own[base]), factor)
                yield _way(page, f"{_called(grid, n)} of {grid.labels(base)} / its own", dict.fromkeys(own, own[base]), own, factor)
        if listed[0].stated.kind == "percent":
            total = sum((q.bases()[0] for q in own.values()), Fraction(0))
            yield f"{_called(grid, n)} / its total", _share(page, own, total)
        for constant in _constants(page, sentence, grid):
            yield _way(page, f"{page.words_at(constant.span)} / {_called(grid, n)}", dict.fromkeys(own, constant), own, factor)
            yield _way(page, f"{_called(grid, n)} / {page.words_at(constant.span)}", own, dict.fromkeys(own, constant), factor)


def _paid_back(page: Page, grid: Grid, listed: Sequence[Listed]) -> Iterator[Way]:
    """What a row costs over what it saves against another row: "it breaks even after 5,167 requests"."""
    columns = {c.index: dict(data_figures(grid, c)) for c in grid.columns[1:] if c.kind is not None}
    for n, cost in columns.items():
        for m, each in columns.items():
            for base in each if n != m else ():

                def value(
                    row: int, cost: Mapping[int, Quantity] = cost, each: Mapping[int, Quantity] = each, base: int = base
                ) -> tuple[Fraction, str] | None:
                    if (
                        row not in cost
                        or row not in each
                        or cost[row].kind != each[row].kind
                        or each[base].bases()[0] <= each[row].bases()[0]
                    ):
                        return None
                    shown = f"{page.words_at(cost[row].span)} / ({page.words_at(each[base].span)} - {page.words_at(each[row].span)})"
                    return cost[row].bases()[0] / (each[base].bases()[0] - each[row].bases()[0]), shown

                yield f"{_called(grid, n)} / what {_called(grid, m)} saves against {grid.labels(base)}", value


def _called(grid: Grid, index: int) -> str:
    return f"“{grid.columns[index].name}”"


def _constants(page: Page, sentence: Sentence, grid: Grid) -> list[Quantity]:
    """The figures of the sentences right before a table that measure something."""
    near = [s for s in page.sentences if -2 <= s.block - grid.block <= 0 and s.span.end <= sentence.span.start and not s.output]
    return [q for s in near for q in s.quantities if q.kind not in ("count", "percent", "times") and not q.bound][-_MOST_CONSTANTS:]


def _way(page: Page, name: str, above: Mapping[int, Quantity], below: Mapping[int, Quantity], factor: Fraction) -> Way:
    def value(row: int) -> tuple[Fraction, str] | None:
        one, other = above.get(row), below.get(row)
        if one is None or other is None or other.bases()[0] == 0:
            return None
        return one.bases()[0] / other.bases()[0] * factor, f"{page.words_at(one.span)} / {page.words_at(other.span)}"

    return name, value


def _share(page: Page, own: Mapping[int, Quantity], total: Fraction) -> Callable[[int], tuple[Fraction, str] | None]:
    def value(row: int) -> tuple[Fraction, str] | None:
        if row not in own or not total:
            return None
        return own[row].bases()[0] / total * 100, f"{page.words_at(own[row].span)} / {plain(total / own[row].unit.factors[0])}"

    return value


def _between_rows(page: Page, sentence: Sentence, grid: Grid, listed: Sequence[Listed], factor: Fraction) -> Iterator[Way]:
    """Changes, falls and ratios in each column from one row to another: those that are named, or the only two."""
    rows = list(rows_named(grid, sentence))
    rows = rows if len(rows) == 2 else list(range(len(grid.rows))) if len(grid.rows) == 2 else []
    if len(rows) != 2:
        return
    for first, last in ((rows[0], rows[1]), (rows[1], rows[0])):

        def ratio(column: int, first: int = first, last: int = last) -> tuple[Fraction, str] | None:
            one, other = _cell(grid.columns[column], first), _cell(grid.columns[column], last)
            if one is None or other is None or one.bases()[0] <= 0 or one.kind != other.kind:
                return None
            return other.bases()[0] / one.bases()[0], f"{page.words_at(other.span)} / {page.words_at(one.span)}"

        def fall(column: int, ratio: Callable[[int], tuple[Fraction, str] | None] = ratio) -> tuple[Fraction, str] | None:
            found = ratio(column)
            return None if found is None else ((1 - found[0]) * 100, f"1 - {found[1]}")

        def rise(column: int, ratio: Callable[[int], tuple[Fraction, str] | None] = ratio) -> tuple[Fraction, str] | None:
            found = ratio(column)
            return None if found is None else ((found[0] - 1) * 100, f"{found[1]} - 1")

        if listed[0].stated.kind == "percent":
            yield "the fall", fall
            if _UP.search(sentence.text):
                yield "the rise", rise
        else:
            yield "the ratio", ratio


def _cell(column: Column, row: int) -> Quantity | None:
    cell = column.cells[row]
    return cell.quantity if cell is not None else None


# ---- the judgement ---------------------------------------------------------------------------------------------


def _judged(page: Page, sentence: Sentence, grid: Grid, listed: Sequence[Listed], formula: bool = False) -> Iterator[Finding]:
    """The one figure that breaks what all the others obey; where another way explains all of them, or as many, nothing is said."""
    if any(one.stated.kind not in ("count", "times", "percent") for one in listed):
        return
    explained: list[tuple[int, list[int], Way]] = []
    for way in (*_ways(page, sentence, grid, listed), *(_paid_back(page, grid, listed) if formula else ())):
        values = [way[1](one.key[1]) for one in listed]
        hows = [
            "no" if value is None else one.stated.agreement(Interval.exact(value[0])) for one, value in zip(listed, values, strict=True)
        ]
        if hows.count("yes") == len(listed):
            return
        told = {one.stated.value for one, how in zip(listed, hows, strict=True) if how == "yes"}
        if hows.count("no") == 1 and hows.count("yes") == len(listed) - 1 and len(told) >= 2 and None not in values:
            explained.append((len(told), [n for n, how in enumerate(hows) if how == "no"], way))
    broken = {wrong[0] for _, wrong, _ in explained}
    if len(broken) != 1:
        return
    one, (name, value) = listed[broken.pop()], explained[0][2]
    found = value(one.key[1])
    if found is None or _from_a_cell(grid, one):
        return
    right, step = found
    written = page.words_at(one.stated.span)
    new = like(right, one.stated, page)
    replacement = (
        report.replaced(page, one.stated.span, [(one.stated.number, new)], "what the cells give, as for the others") if new else None
    )
    shown = in_unit(right, one.stated)
    places = [grid.rows[one.key[1]].span] if one.key[0] == "row" else [grid.span]
    said = Said(
        f"The others of the list are {name}; here that gives {shown}, not {written}.", [f"{step} = {shown}", f"stated: {written}"], places
    )
    yield report.contradicted("enumerated", one.stated.span, said, "high", replacement)


def _from_a_cell(grid: Grid, one: Listed) -> bool:
    """Whether a figure stands in its own row or column, so that it is quoted and not reckoned."""
    cells = [column.cells[one.key[1]] for column in grid.columns] if one.key[0] == "row" else list(grid.columns[one.key[1]].cells)
    own = [cell.quantity for cell in cells if cell is not None and cell.quantity is not None]
    return any(q.kind == one.stated.kind and q.value == one.stated.value for q in own)
