"""What a sentence says of the rows of a table: a rate in one, how many are so, how a column goes, what a caption spans."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form, of_two
from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.announced.rowcounts import became, categories
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.totals import ADDITIVE, data_figures
from tools.instruments.numbers.words import akin, elsewhere, words_of
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding, Span

_PER = re.compile(
    r"(?:^|(?<=[\s(]))(?:a|an|one|per|each|every|for each|for every|je|pro|ein\w*|par|chaque|cada|une?)\s(?P<what>[^\W\d_]+)", re.IGNORECASE
)
_WITHOUT = re.compile(
    r"(?<![^\W\d_])(?:leaving out|without|except(?:ing| for)?|excluding|apart from|not counting|ohne|außer|sans|sauf)(?![^\W\d_])",
    re.IGNORECASE,
)
_REMAIN = re.compile(
    r"(?<![^\W\d_])(?:remain\w*|are left|left|stay|bleiben|übrig|restent|in all|in total|altogether)(?![^\W\d_])", re.IGNORECASE
)
_UP = r"ris(?:es|en|ing)|rose|grow(?:s|n)|grew|increase[sd]?|climb(?:s|ed)|improve[sd]?|gone up|goes up|went up|steigt|wächst|augmente"
_DOWN = (
    r"fall(?:s|en)|fell|drop(?:s|ped)|decrease[sd]?|decline[sd]?|shrinks?|shrank|gone down|goes down|went down|sinkt|fällt|diminue|baisse"
)
_STEP = re.compile(
    rf"(?<![^\W\d_])(?:(?P<up>{_UP})|(?P<down>{_DOWN}))\s(?:again\s)?(?:(?:in|at|with|after|from)\s)?(?:every|each|jede[mnrs]?|chaque)\s(?:single\s)?(?P<key>[^\W\d_]+)",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"(?<![^\W\d_])(?:over|in|during|within|from)\s(?:the\s)?(?:whole|entire|full|all)\s[^\W\d_]+|from (?:the )?first to (?:the )?last",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"(?<![^\W\d_])(?:not|no|never|except|but for|apart|nearly|almost|more than|less than|over|nicht|kein\w*|pas|sauf)(?![^\W\d_])",
    re.IGNORECASE,
)
_FROM_TO = re.compile(
    r"(?<![^\W\d_])(?:from|between|von|zwischen|de|entre)\s(?P<a>(?:19|20)\d\d)\s(?:to|and|bis|und|à|et)\s(?P<b>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"[*_]*(?:Table|Tabelle|Tableau|Tabla)\s\d")


def check_rowwise(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or cues.CONDITION.search(sentence.text):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            if grid.complete and grid.columns and abs(grid.block - sentence.block) <= 4 and 2 <= len(grid.rows) <= 100:
                for check in (_rate, _change, _without, became, categories, _trend, _multiplied, _speedup, _caption):
                    finding = check(page, sentence, grid)
                    if finding is not None:
                        yield finding


def _columns(grid: Grid, words: Sequence[str]) -> list[Column]:
    """The columns with all of whose words named, those with more words first."""
    found = [
        column
        for column in grid.columns[1:]
        if column.terms and column.kind is not None and all(any(akin(term, word) for word in words) for term in column.terms)
    ]
    most = max((len(column.terms) for column in found), default=0)
    return [column for column in found if len(column.terms) == most]


def _key_rows(grid: Grid, sentence: Sentence) -> tuple[int, ...]:
    """The rows that a sentence names; years and counts of what the first column counts are names too."""
    rows = list(rows_named(grid, sentence))
    key = grid.columns[0]
    values = {q.value: n for n, q in key.figures()}
    years = bool(values) and all(1900 <= value <= 2100 for value in values)
    for quantity in sentence.quantities:
        if quantity.value in values and not quantity.ordinal and quantity.kind in ("count", key.kind):
            counted = quantity.after[:1] and any(akin(term, quantity.after[0]) for term in key.terms)
            if (years or counted) and values[quantity.value] not in rows:
                rows.append(values[quantity.value])
    return tuple(rows)


def _digits(page: Page, sentence: Sentence, grid: Grid) -> list[Item]:
    keys = {q.value for _, q in grid.columns[0].figures()}
    return [
        item
        for item in items_of(page, sentence)
        if item.quantity.style == "digits" and not (item.plain_count and item.quantity.value in keys)
    ]


def _cell(page: Page, column: Column, row: int) -> Item | None:
    cell = column.cells[row]
    return plain_item(page, cell.quantity) if cell is not None and cell.quantity is not None else None


def _over(page: Page, top: Item, low: Item, item: Item) -> list[Form]:
    return [
        Form(
            Value(a.exact / b.exact, a.interval / b.interval, item.value.dimensions),
            f"{page.words_at(top.span)} / {page.words_at(low.span)}",
            (top, low),
            "quotient",
        )
        for a in top.readings
        for b in low.readings[:1]
        if b.interval.low > 0
    ]


def _settled(page: Page, rule: str, item: Item, forms: Sequence[Form], within: Fraction) -> Finding | None:
    how, form = best(item.quantity, forms)
    if how == "yes" and form is not None:
        return confirmed(page, rule, item, form)
    if how != "no" or not forms or item.quantity.bound in ("above", "below", "at least", "at most"):
        return None
    return contradicted(page, rule, item, forms[0]) if near(item.quantity, forms[0], within) else None


# ---- rates in a row --------------------------------------------------------------------------------------------


def _rate(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "A line of the JSON file has 155 bytes", "In 2022 there were 1,560 users for each server"."""
    named = _key_rows(grid, sentence)
    for item in _digits(page, sentence, grid):
        rows = named if len(named) == 1 else _in_clause(page, sentence, grid, item, named)
        if len(rows) != 1:
            continue
        if item.kind in ("percent", "times", "points"):
            continue
        near_by = page.text[max(sentence.span.start, item.span.start - 70) : min(sentence.span.end, item.span.end + 50)]
        for match in _PER.finditer(near_by):
            below = [c for c in grid.columns[1:] if c.kind == "count" and len(c.terms) == 1 and akin(c.terms[0], match["what"].lower())]
            tail = words_of(page.text[item.span.end : min(sentence.span.end, item.span.end + 30)])[:1]
            if item.kind == "count":
                above = [c for c in grid.columns[1:] if c.kind == "count" and len(c.terms) == 1 and tail and akin(c.terms[0], tail[0])]
            else:
                above = [c for c in grid.columns[1:] if c.kind == item.kind]
            if len(below) != 1 or len(above) != 1 or below == above or len(_digits(page, sentence, grid)) > 2:
                continue
            top, low = _cell(page, above[0], rows[0]), _cell(page, below[0], rows[0])
            if top is not None and low is not None and low.value.exact > 0:
                return _settled(page, "rate-of-row", item, _over(page, top, low, item), Fraction(8, 5))
    return None


def _in_clause(page: Page, sentence: Sentence, grid: Grid, item: Item, rows: Sequence[int]) -> tuple[int, ...]:
    """Those of the rows that are named by their labels between the commas around a figure."""
    start = max(page.text.rfind(mark, sentence.span.start, item.span.start) for mark in (", ", "; "))
    ends = [at for mark in (", ", "; ") if (at := page.text.find(mark, item.span.end, sentence.span.end)) >= 0]
    clause = page.text[max(start, sentence.span.start) : min(ends, default=sentence.span.end)].lower()
    labels = {row: grid.labels(row).lower().strip("*`_ ") for row in rows}
    return tuple(row for row, label in labels.items() if re.search(rf"(?<![\w-]){re.escape(label)}(?![\w-])", clause))


def _change(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "From 2021 to 2022 the number of users grew by 30 %"."""
    match = _FROM_TO.search(sentence.text)
    rates = [item for item in items_of(page, sentence) if item.kind == "percent"]
    values = {q.value: n for n, q in grid.columns[0].figures()}
    if match is None or len(rates) != 1 or rates[0].quantity.bound:
        return None
    first, last = (values.get(Fraction(match[name])) for name in ("a", "b"))
    around = page.text[max(sentence.span.start, rates[0].span.start - 60) : rates[0].span.end + 20]
    less, more = cues.LESS.search(around), cues.MORE.search(around)
    own = [column for column in _columns(grid, words_of(sentence.text)) if column.kind not in ("percent", "times")]
    if (
        first is None
        or last is None
        or len(own) != 1
        or bool(less) == bool(more)
        or re.search(r"a year|per year|annual|each|every", sentence.text)
    ):
        return None
    one, other = _cell(page, own[0], first), _cell(page, own[0], last)
    if one is None or other is None:
        return None
    names = ["drop"] if less else ["change"]
    forms = [f for f in of_two(page, other, one, names, 0) if f.step.startswith(f"({page.words_at(other.span if more else one.span)} -")]
    return _settled(page, "change-of-rows", rates[0], [f for f in forms if f.value.exact > 0][:1], Fraction(5, 2))


def _without(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Leaving out the unknown ones, 110 incidents remain": the total without a row."""
    cue = _WITHOUT.search(sentence.text)
    items = _digits(page, sentence, grid)
    rows = rows_named(grid, sentence)
    if cue is None or len(items) != 1 or len(rows) != 1 or not _REMAIN.search(sentence.text):
        return None
    item = items[0]
    own = [c for c in _columns(grid, words_of(sentence.text)) if c.kind == item.kind and c.kind in ADDITIVE]
    if len(own) != 1:
        return None
    cells = [plain_item(page, q) for n, q in data_figures(grid, own[0]) if n != rows[0]]
    if len(cells) < 2 or len(cells) == len(data_figures(grid, own[0])):
        return None
    total = sum((cell.value.exact for cell in cells), Fraction(0))
    form = Form(
        Value(total, Interval.exact(total), item.value.dimensions), " + ".join(page.words_at(c.span) for c in cells), tuple(cells), "sum"
    )
    return _settled(page, "without-row", item, [form], Fraction(5, 4))


# ---- from row to row -------------------------------------------------------------------------------------------


def _trend(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "The number of servers has risen every year"."""
    match = _STEP.search(sentence.text)
    if match is None or _NOT.search(sentence.text) or not any(akin(term, match["key"].lower()) for term in grid.columns[0].terms):
        return None
    own = _columns(grid, words_of(re.split(r"[,;:]\s", sentence.text[: match.start()])[-1]))
    figures = data_figures(grid, own[0]) if len(own) == 1 else []
    keys = [q.value for _, q in grid.columns[0].figures()]
    if len(figures) < 3 or len(keys) < len(figures) or keys != sorted(keys):
        return None
    values = [q.bases()[0] for _, q in figures]
    word = "up" if match["up"] else "down"
    broken = [n for n in range(1, len(values)) if (values[n] <= values[n - 1] if match["up"] else values[n] >= values[n - 1])]
    span = Span(start=sentence.span.start + match.start(word), end=sentence.span.start + match.end())
    shown = ", ".join(f"{grid.labels(n)}: {report.in_unit(q.bases()[0], q)}" for n, q in figures[:20])
    if not broken:
        return report.confirmed("steps", span, Said(f"“{own[0].name}” goes {word} from row to row.", [shown], [grid.span]))
    label = grid.labels(figures[broken[0]][0])
    return report.contradicted("steps", span, Said(f"“{own[0].name}” does not go {word} at {label}.", [shown], [grid.span]), "high")


def _multiplied(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Over the whole period the number of users has doubled"."""
    if not _WHOLE.search(sentence.text):
        return None
    items = [item for item in items_of(page, sentence) if item.kind == "times"]
    if (
        not items
        or items[0].quantity.bound
        or re.search(r"(?:almost|nearly|more than|over|about|roughly)\s$", page.text[: items[0].span.start][-12:])
    ):
        return None
    own = _columns(grid, words_of(page.text[sentence.span.start : items[0].span.start]))
    cells = [plain_item(page, q) for _, q in data_figures(grid, own[0])] if len(own) == 1 else []
    if len(cells) < 3 or cells[0].value.exact <= 0:
        return None
    ratio = cells[-1].value.exact / cells[0].value.exact
    form = Form(
        Value(ratio, Interval.exact(ratio)),
        f"{page.words_at(cells[-1].span)} / {page.words_at(cells[0].span)}",
        (cells[-1], cells[0]),
        "share",
    )
    off = items[0].quantity.value / ratio if ratio else Fraction(1)
    if Fraction(9, 10) < off < Fraction(10, 9):
        return confirmed(page, "whole-period", items[0], form)
    return contradicted(page, "whole-period", items[0], form) if ratio > 1 and not Fraction(3, 4) < off < Fraction(4, 3) else None


def _speedup(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "With eight threads the speedup is 5.7": the time of the first row, of one, over that of the row."""
    keys = grid.columns[0].figures()
    rows = _key_rows(grid, sentence)
    if len(rows) != 1 or not keys or keys[0][1].value != 1 or rows[0] == keys[0][0]:
        return None
    timed = [column for column in grid.columns[1:] if column.kind == "time"]
    stated = [
        item
        for item in _digits(page, sentence, grid)
        if re.search(
            r"(?<![^\W\d_])(?:speed-?up|acceleration|beschleunigung|accélération)\s(?:is|of|was|ist|beträgt|est)\s$",
            page.text[: item.span.start][-24:],
        )
    ]
    if len(timed) != 1 or len(stated) != 1:
        return None
    top, low = _cell(page, timed[0], keys[0][0]), _cell(page, timed[0], rows[0])
    if top is None or low is None or low.value.exact <= 0:
        return None
    return _settled(page, "speedup-of-row", stated[0], _over(page, top, low, stated[0]), Fraction(2))


def _caption(page: Page, sentence: Sentence, grid: Grid) -> Finding | None:
    """ "Table 5.1. Time to sort files of 1 to 8 GB": the ends of the first column."""
    head = page.text[max(0, page.blocks[sentence.block].span.start) : sentence.span.end]
    if (
        not _CAPTION.match(head)
        or abs(grid.block - sentence.block) > 1
        or sentence.span.start - page.blocks[sentence.block].span.start > 60
    ):
        return None
    key = grid.columns[0]
    values = [q.bases()[0] for _, q in key.figures()]
    if len(values) < 3 or len(values) != len(grid.rows) or page.text[sentence.span.end - 1] not in ".*_":
        return None
    for stated in sentence.ranges:
        factor = stated.high.unit.factors[0]
        low, high = stated.low.value * factor, stated.high.value * factor
        named = stated.high.after[:1] and any(akin(term, stated.high.after[0]) for term in key.terms)
        if stated.high.kind != key.kind or not (named or key.kind != "count") or stated.low.bound or stated.high.bound:
            continue
        span = stated.span
        working = [f"“{key.name}”: {', '.join(grid.labels(n) for n, _ in key.figures()[:20])}"]
        if (min(values), max(values)) == (low, high):
            return report.confirmed("caption", span, Said("The table spans just that.", working, [grid.span]))
        if (min(values) == low) != (max(values) == high):
            return report.contradicted("caption", span, Said("The rows of the table do not span that.", working, [grid.span]))
    return None
