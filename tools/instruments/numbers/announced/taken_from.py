"""Changes and shares whose base the words name, over two cells of a table: from the first row to the last, against a row, of a column."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item, items_of, plain_item
from tools.instruments.numbers.announced.rows import rows_named
from tools.instruments.numbers.announced.standing import best, confirmed, contradicted, near
from tools.instruments.numbers.page import Column, Grid, Page, Sentence
from tools.instruments.numbers.totals import ADDITIVE, data_figures, is_summary
from tools.instruments.numbers.words import akin, elsewhere, words_of
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding

_ENDS = re.compile(
    r"(?<![^\W\d_])(?:from\sthe\sfirst(?:\s[^\W\d_]+)?\sto\sthe\slast|between\sthe\s(?:first|smallest|shortest|oldest)(?:\s[^\W\d_]+)?\sand\s"
    r"the\s(?:last|largest|longest|newest)|from\sthe\s(?:smallest|shortest)(?:\s[^\W\d_]+)?\sto\sthe\s(?:largest|longest)|"
    r"vo[nm]\s(?:der\s|dem\s)?ersten(?:\s[^\W\d_]+)?\s(?:bis\s)?zu[mr]\sletzten|d[ue]\s(?:la\s)?premi(?:er|ère)(?:\s[^\W\d_]+)?\s(?:à\sla|au)\s"
    r"derni(?:er|ère))(?![^\W\d_])",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"(?<![^\W\d_])(?:a year|per year|annual\w*|each|every|average|mean|jährlich|im mittel|par an|en moyenne)(?![^\W\d_])", re.I
)
_AGAINST = re.compile(
    r"(?<![^\W\d_])(?:compared (?:with|to)|relative to|than|against|over|gegenüber|im vergleich (?:mit|zu)|als|par rapport [àa]u?|que)\s"
    r"(?P<what>[^,;:.()]{2,40})",
    re.IGNORECASE,
)
_NONE = re.compile(r"(?<![^\W\d_])(?:no|without|ohne|kein\w*|sans|aucune?)\s", re.IGNORECASE)
_NONE_ROW = re.compile(
    r"\W*(?:none|no|off|without\W?.*|no\s.*|nothing|baseline|ohne\s?.*|keine?\s?.*|sans\s?.*|aucune?\s?.*)\W*", re.IGNORECASE
)
_PART_OF = re.compile(
    r"\s?(?:of|der|des|von|de|du)\s(?:an?\s|the\s|all\s|einem\s|une?\s|la\s|le\s)?(?P<what>[^,;:.()]{3,40})", re.IGNORECASE
)
_OR = re.compile(r"^[^.;:\d]{2,40}?,?\s(?:or|that is|i\.e\.|which is|oder|das sind|also|soit|ou)\s$", re.IGNORECASE)
_HUNDRED = Fraction(100)


def check_taken_from(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text):
            continue
        rates = [
            item
            for item in items_of(page, sentence)
            if item.kind in ("percent", "times") and not _bounded(item) and not cues.CONDITION.search(_part(page, sentence, item))
        ]
        for grid in page.grids_near(sentence.block)[:1] if rates else ():
            if grid.complete and abs(grid.block - sentence.block) <= 4 and 2 <= len(grid.rows) <= 60 and len(grid.columns) > 1:
                for check in (_ends, _against, _of_column, _of_removed):
                    finding = check(page, sentence, grid, rates)
                    if finding is not None:
                        yield finding
                        break


def _part(page: Page, sentence: Sentence, item: Item) -> str:
    """The words around a figure between a colon or semicolon and the next."""
    start = max(page.text.rfind(mark, sentence.span.start, item.span.start) for mark in ("; ", ": "))
    ends = [at for mark in ("; ", ": ") if (at := page.text.find(mark, item.span.end, sentence.span.end)) >= 0]
    return page.text[max(start, sentence.span.start) : min(ends, default=sentence.span.end)]


def _bounded(item: Item) -> bool:
    return item.quantity.bound in ("above", "below", "at least", "at most", "nearly") or item.quantity.style == "words"


def _cells(page: Page, grid: Grid, column: Column) -> dict[int, Item]:
    return {n: plain_item(page, quantity) for n, quantity in data_figures(grid, column)}


def _form(page: Page, top: Sequence[Item], below: Item, name: str) -> Form:
    """A quotient, or a difference over one of its figures."""
    if len(top) == 1:
        exact, step = top[0].value.exact / below.value.exact, f"{page.words_at(top[0].span)} / {page.words_at(below.span)}"
    else:
        exact = (top[0].value.exact - top[1].value.exact) / below.value.exact
        step = f"({page.words_at(top[0].span)} - {page.words_at(top[1].span)}) / {page.words_at(below.span)}"
    return Form(Value(exact, Interval.exact(exact)), step, tuple(dict.fromkeys((*top, below))), name)


def _named_columns(grid: Grid, words: Sequence[str]) -> list[Column]:
    columns = [column for column in grid.columns[1:] if column.kind is not None]
    own = [column for column in columns if any(akin(term, word) for term in column.terms for word in words if len(term) > 2)]
    return own or columns


# ---- from the first row to the last ----------------------------------------------------------------------------


def _ends(page: Page, sentence: Sentence, grid: Grid, rates: Sequence[Item]) -> Finding | None:
    """ "From the first Saturday to the last, sales grew by 33 %": a rise is a part of what was there first."""
    cue = _ENDS.search(sentence.text)
    if cue is None or len(rates) != 1 or _SOME.search(sentence.text):
        return None
    rate = rates[0]
    less = cues.LESS.search(sentence.text)
    if rate.kind == "percent" and bool(less) == bool(cues.MORE.search(sentence.text)):
        return None
    slips: list[Form] = []
    for column in _named_columns(grid, words_of(sentence.text)):
        cells = list(_cells(page, grid, column).values())
        if len(cells) < 3 or min(c.value.exact for c in cells) <= 0 or column.kind == "percent":
            continue
        first, last = cells[0], cells[-1]
        if rate.kind == "times":
            big, small = (last, first) if last.value.exact > first.value.exact else (first, last)
            right = _form(page, [big], small, "share")
            wrong = [_form(page, [c], small, "share") for c in cells[1:-1]] + [_form(page, [big], c, "share") for c in cells[1:-1]]
        else:
            if (last.value.exact < first.value.exact) != bool(less):
                continue
            pair = [first, last] if less else [last, first]
            right, wrong = _form(page, pair, first, "change"), [_form(page, pair, last, "change")]
        how, form = best(rate.quantity, [right])
        if how == "yes" and form is not None:
            return confirmed(page, "ends", rate, form)
        if how == "unsure":
            return None
        if best(rate.quantity, wrong)[0] == "yes":
            slips.append(right)
    return contradicted(page, "ends", rate, slips[0]) if len(slips) == 1 else None


# ---- against a row ---------------------------------------------------------------------------------------------


def _against(page: Page, sentence: Sentence, grid: Grid, rates: Sequence[Item]) -> Finding | None:
    """ "Compared with no cache a request takes 20 % longer": the row that is named, or the one without, is the base."""
    rate = rates[-1]
    clause = page.text[max(page.text.rfind(";", sentence.span.start, rate.span.start), sentence.span.start) : sentence.span.end]
    cue = _AGAINST.search(clause)
    if cue is None or rate.kind != "percent" or len(rates) != 1:
        return None
    plain = [n for n in range(len(grid.rows)) if not is_summary(grid, n)]
    without = [n for n in plain if _NONE_ROW.fullmatch(grid.labels(n))]
    rows = [n for n in rows_named(grid, sentence) if n not in without]
    if not _NONE.match(cue["what"]) or len(without) != 1 or len(rows) != 1:
        return None
    after = page.text[rate.span.end : rate.span.end + 24]
    less, more = cues.LESS.search(after), cues.MORE.search(after) or re.search(r"slower|langsamer|plus lent", after)
    if bool(less) == bool(more):
        return None
    forms: list[tuple[Form, Form]] = []
    for column in _named_columns(grid, words_of(clause)):
        cells = _cells(page, grid, column)
        if rows[0] not in cells or without[0] not in cells or column.kind == "percent":
            continue
        own, base = cells[rows[0]], cells[without[0]]
        pair = [base, own] if less else [own, base]
        if pair[0].value.exact > pair[1].value.exact > 0:
            forms.append((_form(page, pair, base, "change"), _form(page, pair, own, "change")))
    if best(rate.quantity, [right for right, _ in forms])[0] in ("yes", "unsure"):
        form = best(rate.quantity, [right for right, _ in forms])
        return confirmed(page, "against", rate, form[1]) if form[0] == "yes" and form[1] is not None else None
    wrong = [right for right, other in forms if best(rate.quantity, [other])[0] == "yes" or near(rate.quantity, right, Fraction(5, 4))]
    return contradicted(page, "against", rate, wrong[0]) if len(wrong) == 1 and len(forms) == 1 else None


# ---- of a column -----------------------------------------------------------------------------------------------


def _of_column(page: Page, sentence: Sentence, grid: Grid, rates: Sequence[Item]) -> Finding | None:
    """ "Parsing makes up 40 % of a warm start": the share of a row in the column that is named, where a total closes it."""
    rate = rates[-1]
    of = _PART_OF.match(page.text, rate.span.end, sentence.span.end)
    if rate.kind != "percent" or of is None or not any(is_summary(grid, n) for n in range(len(grid.rows))):
        return None
    words = words_of(of["what"])
    named = [c for c in grid.columns[1:] if c.kind in ADDITIVE and any(akin(t, w) for t in c.terms for w in words if len(t) > 2)]
    rows = _row_before(page, sentence, grid, rate)
    if len(named) != 1 or len(rows) != 1:
        return None
    shares = {}
    for column in grid.columns[1:]:
        cells = _cells(page, grid, column) if column.kind == named[0].kind else {}
        if rows[0] in cells and len(cells) >= 3 and min(c.value.exact for c in cells.values()) >= 0:
            total = sum((c.value.exact for c in cells.values()), Fraction(0))
            shares[column.index] = (cells[rows[0]], total, list(cells.values()))
    if named[0].index not in shares or any(total <= 0 for _, total, _ in shares.values()):
        return None
    part, total, whole = shares[named[0].index]
    shown = " + ".join(page.words_at(c.span) for c in whole)
    right = Form(
        Value(part.value.exact / total, Interval.exact(part.value.exact / total)),
        f"{page.words_at(part.span)} / ({shown})", (part, *whole), "share",
    )  # fmt: skip
    how, form = best(rate.quantity, [right])
    if how == "yes" and form is not None:
        return confirmed(page, "share-of-column", rate, form)
    crossed = [p.value.exact / t for n, (p, _, _) in shares.items() for m, (_, t, _) in shares.items() if (n, m) != (named[0].index,) * 2]
    wrong = any(rate.quantity.agreement(Interval.exact(value * _HUNDRED)) == "yes" for value in crossed)
    return contradicted(page, "share-of-column", rate, right) if how == "no" and wrong else None


def _row_before(page: Page, sentence: Sentence, grid: Grid, rate: Item) -> list[int]:
    """The rows that a clause names before a figure: with a label, or with the first word of one that no other has."""
    start = max(page.text.rfind(mark, sentence.span.start, rate.span.start) for mark in (", ", "; ", ": "))
    words = words_of(page.text[max(start, sentence.span.start) : rate.span.start])
    heads = {n: words_of(grid.labels(n))[:1] for n in range(len(grid.rows)) if not is_summary(grid, n)}
    return [n for n, head in heads.items() if head and len(head[0]) > 3 and any(akin(head[0], word) for word in words)]


# ---- what was taken away ---------------------------------------------------------------------------------------


def _of_removed(page: Page, sentence: Sentence, grid: Grid, rates: Sequence[Item]) -> Finding | None:
    """ "500 duplicates, or 5 % of the lines in the file": the difference of two cells is a part of the one that is named."""
    items = items_of(page, sentence)
    rate = rates[-1]
    before = [item for item in items if item.span.end <= rate.span.start]
    of = _PART_OF.match(page.text, rate.span.end, sentence.span.end)
    if rate.kind != "percent" or of is None or not before or not before[-1].plain_count or before[-1].value.exact <= 1:
        return None
    gone = before[-1]
    if _OR.match(page.text[gone.quantity.number.end : rate.span.start]) is None:
        return None
    words = [word for word in words_of(of["what"]) if len(word) > 3]
    rows = [n for n in range(len(grid.rows)) if any(akin(word, own) for word in words for own in words_of(grid.labels(n)) if len(own) > 3)]
    for column in grid.columns[1:]:
        cells = _cells(page, grid, column) if column.kind == "count" else {}
        ordered = sorted(cells.values(), key=lambda cell: -cell.value.exact)
        pairs = [(a, b) for a, b in combinations(ordered, 2) if a.value.exact - b.value.exact == gone.value.exact and b.value.exact > 0]
        bases = {cells[n].value.exact for n in rows if n in cells}
        if not pairs or len(rows) != 1 or pairs[0][0].value.exact not in bases:
            continue
        right, wrong = _form(page, [gone], pairs[0][0], "share"), _form(page, [gone], pairs[0][1], "share")
        how, form = best(rate.quantity, [right])
        if how == "yes" and form is not None:
            return confirmed(page, "share-removed", rate, form)
        if how == "no" and (best(rate.quantity, [wrong])[0] == "yes" or near(rate.quantity, right, Fraction(5, 4))):
            return contradicted(page, "share-removed", rate, right)
    return None
