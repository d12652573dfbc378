"""Statistics of a table's column that prose names: the mean, median or total of all its rows, and totals over totals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.totals import data_figures
from tools.instruments.numbers.words import akin, elsewhere, named, words_of
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding

_MEAN = re.compile(
    r"(?<![^\W\d_])(?:mean|average[sd]?|macro|mittelwert|mittlere\w*|durchschnitt\w*|moyenne|media|promedio)(?![^\W\d_])", re.IGNORECASE
)
_MEDIAN = re.compile(r"(?<![^\W\d_])(?:median|médiane|mediana)(?![^\W\d_])", re.IGNORECASE)
_PLAIN = re.compile(r"(?<![^\W\d_])(?:macro|unweighted|simple|plain|ungewichtet\w*|makro\w*|non pondérée)(?![^\W\d_])", re.IGNORECASE)
_OTHER_MEANS = re.compile(
    r"(?<![^\W\d_])(?:mean (?:absolute|square\w*|error)|root[- ]mean|weighted|moving|rolling|geometric|harmonic|trimmed|micro|"
    r"gewichtet\w*|gleitend\w*|pondérée|except|without|excluding|apart|other|others|remaining|rest|first|last|besides|ohne|außer|"
    r"sans|sauf|standard|deviation|per|each|every|je|pro|par)(?![^\W\d_])",
    re.IGNORECASE,
)
_TOO = re.compile(
    r"\W*(?:(?:and|but|und|et|y)\s)?(?:(?:that|those|the one)\s(?:of|for)|for|of|der|die|für|bei|celle des?|pour)\s[^,;:.]{1,40}$",
    re.IGNORECASE,
)
_OVER_ALL = re.compile(
    r"(?<![^\W\d_])(?:over|across|for|on|in|taking)\s(?:all|the|both)\s(?:the\s)?(?:[^\W\d_]+\s){1,3}?(?:together|altogether|combined)?"
    r"|(?<![^\W\d_])(?:overall|altogether|all told|taken together|in all|as a whole|on the whole)(?![^\W\d_])"
    r"|(?<![^\W\d_])(?:über alle|insgesamt|zusammen\w*|sur l['’]ensemble|au total|en total)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Told:
    """A figure of a sentence with the words before it, up to the figure or the mark before, and the words of its sentence so far."""

    item: Item
    head: str
    tail: str
    so_far: str


def told_in(page: Page, sentence: Sentence) -> Iterator[Told]:
    items = items_of(page, sentence)
    for n, item in enumerate(items):
        start = next((own.span.end for own in reversed(items[:n]) if own.quantity.style == "digits"), sentence.span.start)
        end = items[n + 1].span.start if n + 1 < len(items) else sentence.span.end
        head = re.split(r"[;:]\s", page.text[start : item.span.start])[-1]
        yield Told(item, head, page.text[item.span.end : end], page.text[sentence.span.start : item.span.start])


def check_statistics(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or not sentence.quantities or elsewhere(sentence.text) or cues.CONDITION.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and abs(grid.block - sentence.block) <= 4 and len(grid.rows) <= 200:
                yield from _statistics(page, sentence, grid)
                yield from _over_totals(page, sentence, grid)


# ---- the mean or the median of a column ------------------------------------------------------------------------


def _statistics(page: Page, sentence: Sentence, grid: Grid) -> Iterator[Finding]:
    if rows_named(grid, sentence) or not _all_rows(page, sentence, grid):
        return
    for told in told_in(page, sentence):
        which = _which(told)
        if which is None or told.item.quantity.bound or told.item.kind in ("times", "part", "points"):
            continue
        column = _column(grid, told)
        if column is not None:
            finding = _judged(page, told, column, data_figures(grid, column), which)
            if finding is not None:
                yield finding


def _which(told: Told) -> str | None:
    """Which statistic a figure is said to be, in its own words or in those of the figure before it that it is set beside."""
    words = re.split(r",\s", told.head)[-1] if not _TOO.fullmatch(told.head) else told.head
    if _TOO.fullmatch(words) and (_MEAN.search(told.so_far) or _MEDIAN.search(told.so_far)):
        words = told.so_far
    mean, median = _MEAN.search(words), _MEDIAN.search(words)
    if bool(mean) == bool(median) or _OTHER_MEANS.search(words if words is not told.so_far else told.head):
        return None
    return "median" if median else "plain mean" if _PLAIN.search(words) else "mean"


def _all_rows(page: Page, sentence: Sentence, grid: Grid) -> bool:
    """Whether no count in a sentence is one of some of the rows."""
    rows = sum(1 for n in range(len(grid.rows)) if any(pair[0] == n for column in grid.columns[1:] for pair in data_figures(grid, column)))
    counts = [item for item in items_of(page, sentence) if item.plain_count and item.quantity.style == "words"]
    return all(item.quantity.value == rows or item.quantity.value > 20 for item in counts)


def _column(grid: Grid, told: Told) -> Column | None:
    """The column that the words before a figure name, else the only one of its kind; none that is mixed."""
    fitting = [column for column in grid.columns[1:] if column.kind == told.item.kind]
    words = words_of(told.head) + words_of(re.split(r"[,;:.()]", told.tail)[0])[:2]
    own = [column for column in fitting if any(named(term, words) for term in column.terms)]
    if len(own) == 1 and (len(fitting) == 1 or not _others_named(grid, own[0], words)):
        return own[0]
    return fitting[0] if len(fitting) == 1 and not own and told.item.kind != "count" else None


def _others_named(grid: Grid, column: Column, words: Sequence[str]) -> bool:
    return any(
        other is not column and other.kind == column.kind and any(named(term, words) for term in other.terms) for other in grid.columns[1:]
    )


def _judged(page: Page, told: Told, column: Column, figures: Sequence[tuple[int, object]], which: str) -> Finding | None:
    cells = [plain_item(page, quantity) for _, quantity in figures]  # type: ignore[arg-type]
    if len(cells) < 3:
        return None
    values = [cell.value for cell in cells]
    form = _median(page, cells) if which == "median" else _mean(page, cells)
    how, held = best(told.item.quantity, [form])
    if how == "yes" and held is not None:
        return confirmed(page, "statistic", told.item, held)
    low, high = min(v.exact for v in values), max(v.exact for v in values)
    own = told.item.value.exact
    if how != "no" or not low < own < high or any(best(told.item.quantity, [_cell(page, cell)])[0] == "yes" for cell in cells):
        return None
    if which != "plain mean" and _other_means(page, told, cells):
        return None
    return contradicted(page, "statistic", told.item, form) if near(told.item.quantity, form, Fraction(2)) else None


def _cell(page: Page, cell: Item) -> Form:
    return Form(cell.value, page.words_at(cell.span), (cell,), "cell")


def _mean(page: Page, cells: Sequence[Item]) -> Form:
    n = Fraction(1, len(cells))
    interval = Interval.exact(0)
    for cell in cells:
        interval = interval + cell.value.interval
    value = Value(sum((c.value.exact for c in cells), Fraction(0)) * n, interval.scaled(n), cells[0].value.dimensions)
    return Form(value, f"({' + '.join(page.words_at(cell.span) for cell in cells[:40])}) / {len(cells)}", tuple(cells), "mean")


def _median(page: Page, cells: Sequence[Item]) -> Form:
    ordered = sorted(cells, key=lambda cell: cell.value.exact)
    half = len(ordered) // 2
    middle = ordered[half : half + 1] if len(ordered) % 2 else ordered[half - 1 : half + 1]
    form = _mean(page, middle)
    return Form(form.value, f"the median of {', '.join(page.words_at(cell.span) for cell in cells[:40])}", tuple(cells), "median")


def _other_means(page: Page, told: Told, cells: Sequence[Item]) -> bool:
    """Whether the median or the geometric mean explains what is called the mean."""
    values = [float(cell.value.exact) for cell in cells]
    product = 1.0
    for value in values:
        product *= max(value, 0.0) ** (1 / len(values))
    forms = [_median(page, cells)]
    if product > 0:
        exact = Fraction(product)
        forms.append(Form(Value(exact, Interval.exact(exact), cells[0].value.dimensions), "geometric mean", tuple(cells), "geometric"))
    return best(told.item.quantity, forms)[0] != "no"


# ---- totals over totals ----------------------------------------------------------------------------------------


def _over_totals(page: Page, sentence: Sentence, grid: Grid) -> Iterator[Finding]:
    """ "Over all files a character costs 1.43 bytes": the total of one column over that of another."""
    scope = _OVER_ALL.search(sentence.text)
    if scope is None or rows_named(grid, sentence) or not _all_rows(page, sentence, grid):
        return
    told = [own for own in told_in(page, sentence) if own.item.quantity.style == "digits"]
    if len(told) != 1:
        return
    item, words = told[0].item, words_of(sentence.text[scope.start() :])
    own = [
        column
        for column in grid.columns[1:]
        if column.kind is not None and column.terms and any(akin(term, word) for term in column.terms for word in words)
    ]
    if len(own) != 2 or any(column.kind in ("percent", "times") for column in own):
        return
    above, below = _order(page, told[0], own)
    if above is None or below is None:
        return
    form = _quotient(page, grid, above, below, item)
    if form is None:
        return
    how, held = best(item.quantity, [form])
    if how == "yes" and held is not None:
        yield confirmed(page, "total-over-total", item, held)
    elif how == "no" and near(item.quantity, form, Fraction(8, 5)):
        yield contradicted(page, "total-over-total", item, form)


def _order(page: Page, told: Told, columns: Sequence[Column]) -> tuple[Column | None, Column | None]:
    """Which column is above and which below: "3.9 % of the visitors ordered", "a character costs 1.43 bytes"."""
    after = words_of(page.words_at(told.item.span) + told.tail)
    first = [column for column in columns if any(akin(term, word) for term in column.terms for word in after[:2])]
    if len(first) != 1:
        return None, None
    other = next(column for column in columns if column is not first[0])
    if told.item.kind == "percent":
        return (other, first[0]) if re.match(r"\s(?:of|der|des|von|de)\s", told.tail) else (None, None)
    return first[0], other


def _quotient(page: Page, grid: Grid, above: Column, below: Column, item: Item) -> Form | None:
    tops = [plain_item(page, quantity) for _, quantity in data_figures(grid, above)]
    lows = [plain_item(page, quantity) for _, quantity in data_figures(grid, below)]
    if not len(tops) == len(lows) >= 2 or lows[0].value.dimensions:
        return None
    top = sum((own.value.exact for own in tops), Fraction(0))
    low = sum((own.value.exact for own in lows), Fraction(0))
    if low <= 0 or top <= 0:
        return None
    exact = top / low
    shown = f"({' + '.join(page.words_at(t.span) for t in tops)}) / ({' + '.join(page.words_at(t.span) for t in lows)})"
    return Form(Value(exact, Interval.exact(exact), item.value.dimensions), shown, (*tops, *lows), "quotient")
