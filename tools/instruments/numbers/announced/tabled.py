"""What a sentence says of how many rows of a table, of which is first or last in it, and of how a column grows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.series import Series, columns_of, in_sentence
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, in_unit, plain
from tools.instruments.numbers.words import akin, elsewhere, named, words_of
from tools.quantities import Quantity
from tools.records import Finding, Span

_ABOVE = re.compile(
    r"(?<![^\W\d_])(?:above|over|more than|exceed\w*|greater than|longer than|beyond|über|mehr als|länger als|größer als|"
    r"au-dessus de|plus de|dépass\w*|más de|superan?)\s(?:an?\s|the\s|\w+\sof\s)?$",
    re.IGNORECASE,
)
_BELOW = re.compile(
    r"(?<![^\W\d_])(?:below|under|less than|fewer than|shorter than|unter|weniger als|kürzer als|au-dessous de|moins de|"
    r"por debajo de|menos de)\s(?:an?\s|the\s|\w+\sof\s)?$",
    re.IGNORECASE,
)
_LEAST = re.compile(r"(?<![^\W\d_])(?:at least|or more|mindestens|au moins|al menos)\s(?:an?\s|the\s)?$", re.IGNORECASE)
_NONE = re.compile(
    r"(?<![^\W\d_])(?:had|have|has|show(?:s|ed)?|report(?:s|ed)?|hatten|haben|ont|avaient|tienen|tuvieron)\s(?:no|"
    r"keine?n?|aucune?|ningún|ninguna)\s(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)


_ORDINAL = re.compile(
    r"first|second|third|fourth|fifth|last|(?:erst|zweit|dritt|viert|letzt)e[nrs]?|premi\w+|deuxième|troisième|dernière?", re.IGNORECASE
)


def check_tabled(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            before = None
            continue
        if not elsewhere(sentence.text) and not cues.CONDITION.search(sentence.text):
            columns: list[Series] = []
            for grid in page.grids_near(sentence.block)[:1]:
                if grid.complete and abs(grid.block - sentence.block) <= 2:
                    columns = [own for own in columns_of(page, grid) if own.column > 0]
            if columns:
                yield from _how_many(page, sentence, columns)
            near = [
                own
                for own in (sentence, before)
                if own is not None and page.sections[own.block] == page.sections[sentence.block] and sentence.block - own.block <= 1
            ]
            lists = [
                own
                for other in near
                for own in in_sentence(page, other)
                if all(own.labels) and not any(_ORDINAL.fullmatch(label) for label in own.labels)
            ]
            yield from _superlatives(page, sentence, [*columns, *lists])
        before = sentence


def _meant(columns: Sequence[Series], words: Sequence[str], kind: str | None = None) -> Series | None:
    """The one column that words name, else the only one of its kind."""
    fitting = [own for own in columns if kind is None or own.kind == kind]
    by_name = [own for own in fitting if own.terms and any(named(term, words) for term in own.terms)]
    if len(by_name) == 1:
        return by_name[0]
    return fitting[0] if len(fitting) == 1 and not by_name else None


# ---- how many rows ---------------------------------------------------------------------------------------------


def _how_many(page: Page, sentence: Sentence, columns: Sequence[Series]) -> Iterator[Finding]:
    items = items_of(page, sentence)
    counted = [
        item
        for item in items
        if item.plain_count
        and item.quantity.value.denominator == 1
        and not item.quantity.bound
        and item.quantity.value <= len(columns[0].items)
    ]
    if not counted or counted[0].span.start - sentence.span.start > 40:
        return
    count = counted[0]
    none = _NONE.search(sentence.text)
    if none is not None:
        column = _meant(columns, (none["noun"].lower(),))
        if column is not None and any(named(term, (none["noun"].lower(),)) for term in column.terms):
            yield from _tested(page, count, column, lambda value: value == 0, f"no {none['noun']}")
        return
    limit = next((item for item in items if item is not count and item.span.start > count.span.end and not _of_all(page, item)), None)
    if limit is None or len(items) > 3:
        return
    head = page.text[count.span.end : limit.span.start]
    own = _bare(columns, sentence, limit)
    column = own if own is not None else _meant(columns, words_of(head), limit.kind)
    if column is None or limit.each:
        return
    edge = limit.quantity.bases()[0]
    if _ABOVE.search(head):
        yield from _tested(page, count, column, lambda value: value > edge, f"above {page.words_at(limit.span)}")
    elif _LEAST.search(head):
        yield from _tested(page, count, column, lambda value: value >= edge, f"at least {page.words_at(limit.span)}")
    elif _BELOW.search(head):
        yield from _tested(page, count, column, lambda value: value < edge, f"below {page.words_at(limit.span)}")


def _of_all(page: Page, item: Item) -> bool:
    """Whether a count names the whole ("of the five hosts")."""
    head = page.text[max(0, item.span.start - 12) : item.span.start]
    return item.plain_count and item.quantity.style == "words" and re.search(r"\b(?:of the|of|von|der|sur|des)\s$", head) is not None


def _bare(columns: Sequence[Series], sentence: Sentence, limit: Item) -> Series | None:
    fitting = [own for own in columns if own.kind == limit.kind]
    return fitting[0] if len(fitting) == 1 else None


def _tested(page: Page, count: Item, column: Series, test: Callable[[Fraction], bool], told: str) -> Iterator[Finding]:
    hits = [label for item, label in zip(column.items, column.labels, strict=True) if test(item.quantity.bases()[0])]
    stated = int(count.quantity.value)
    working = [f"{told}: {', '.join(hits) or 'none'} ({len(hits)} of {len(column.items)} rows)"]
    written = page.words_at(count.span)
    if stated == len(hits):
        yield report.confirmed("rows-counted", count.span, Said(f"There are {len(hits)}, as stated.", working, [column.span]))
    elif abs(stated - len(hits)) <= 2:
        new = report.like(Fraction(len(hits)), count.quantity, page)
        new = new[:1].upper() + new[1:] if new and written[:1].isupper() else new
        replacement = report.replaced(page, count.span, [(count.quantity.number, new)], "how many rows it holds for") if new else None
        yield report.contradicted(
            "rows-counted", count.span, Said(f"It holds for {len(hits)} rows, not {written}.", working, [column.span]), "high", replacement
        )


# ---- first and last --------------------------------------------------------------------------------------------

_HIGH = (
    r"largest|biggest|highest|greatest|longest|heaviest|busiest|oldest|widest|deepest|hottest|warmest|richest|strongest|"
    r"dearest|costliest|most (?:expensive|popular|frequent|common|used|costly)|größte[rsn]?|höchste[rsn]?|längste[rsn]?|"
    r"teuerste[rsn]?|älteste[rsn]?|häufigste[rsn]?|stärkste[rsn]?|plus (?:grande?|longue?|élevée?|chère?|haute?|lourde?|"
    r"fréquente?)"
)
_LOW = (
    r"smallest|lowest|shortest|lightest|cheapest|youngest|narrowest|coldest|coolest|poorest|weakest|rarest|"
    r"least (?:expensive|popular|frequent|common|used)|kleinste[rsn]?|niedrigste[rsn]?|kürzeste[rsn]?|billigste[rsn]?|"
    r"günstigste[rsn]?|jüngste[rsn]?|schwächste[rsn]?|plus (?:petite?|courte?|faible|basse?|légère?)|moins chère?"
)
_FAST = r"fastest|quickest|schnellste[rsn]?|plus rapide|más rápid[oa]"
_SLOW = r"slowest|langsamste[rsn]?|plus lente?|más lent[oa]"
_SUPERLATIVE = re.compile(
    rf"(?<![^\W\d_-])(?:(?P<high>{_HIGH})|(?P<low>{_LOW})|(?P<fast>{_FAST})|(?P<slow>{_SLOW}))(?![^\W\d_])", re.IGNORECASE
)
_RANK = re.compile(
    r"(?:(?P<n>second|third|zweit|dritt|deuxième|troisième|segundo|segunda)|one of the|among the|eine[rs]? der|une? des|"
    r"at (?:the )?)[\s-]*(?:\w+\s)?$",
    re.IGNORECASE,
)
_IS_THE = re.compile(
    r"(?:(?:,?\s\w+)?\s*(?:is|was|are|ist|war|est|es|remains|comes out as)\s+(?:also |clearly |by far |again |the |der |"
    r"die |das |le |la |el |l['’])*(?:\w+\s)?$|\s+ist\s(?:dabei |damit )?(?:der|die|das)\s$)",
    re.IGNORECASE,
)
_THE_IS = re.compile(r"\s(?:[^\W\d_]+\s){0,3}(?:is|was|ist|war|est|es)\s(?:the |der |die |das |le |la |el )?$", re.IGNORECASE)


def _superlatives(page: Page, sentence: Sentence, columns: Sequence[Series]) -> Iterator[Finding]:
    for match in _SUPERLATIVE.finditer(sentence.text):
        head = sentence.text[: match.start()]
        rank = _RANK.search(head)
        if rank is not None and not rank["n"]:
            continue
        place = 2 if rank and rank["n"] and rank["n"].lower() in ("second", "zweit", "deuxième", "segundo", "segunda") else 3 if rank else 1
        head = head[: rank.start()] if rank else head
        finding = _superlative(page, sentence, columns, (match, head, place))
        if finding is not None:
            yield finding


def _superlative(page: Page, sentence: Sentence, columns: Sequence[Series], said: tuple[re.Match[str], str, int]) -> Finding | None:
    match, head, place = said
    labels = {label.lower(): label for own in columns for label in own.labels if len(label) > 1}
    subject = next(
        (label for low, label in labels.items() if re.search(rf"(?<![\w.-]){re.escape(low)}{_IS_THE.pattern}", head, re.IGNORECASE)), None
    )
    after = sentence.text[match.end() :]
    if subject is None:
        for low, label in labels.items():
            where = re.search(rf"(?<![\w.-]){re.escape(low)}(?![\w-])", after, re.IGNORECASE)
            if where is not None and _THE_IS.fullmatch(after[: where.start()]):
                subject = label
    if subject is None or re.search(
        r"(?<![^\W\d_])(?:except|apart|besides|other|after|außer|sauf)(?![^\W\d_])", sentence.text, re.IGNORECASE
    ):
        return None
    column = _column(columns, sentence, match, subject)
    if column is None:
        return None
    up = bool(match["high"]) or (bool(match["slow"]) and column.kind == "time") or (bool(match["fast"]) and column.kind != "time")
    values = [item.quantity.bases()[0] for item in column.items]
    ranked = sorted(set(values), reverse=up)
    own = values[[label.lower() for label in column.labels].index(subject.lower())]
    if len(ranked) < max(2, place):
        return None
    right = column.labels[values.index(ranked[place - 1])]
    start = sentence.span.start + len(head) if place > 1 else sentence.span.start + match.start()
    span = Span(start=start, end=sentence.span.start + match.end())
    working = [
        ", ".join(
            f"{label}: {in_unit(value, item.quantity)}" for label, value, item in zip(column.labels, values, column.items, strict=True)
        )[:400]
    ]
    if own == ranked[place - 1]:
        return report.confirmed("superlative", span, Said(f"{subject} is the {match.group()}, as stated.", working, [column.span]))
    return report.contradicted(
        "superlative", span, Said(f"Not {subject} but {right} is the {match.group()}.", working, [column.span]), "high"
    )


def _column(columns: Sequence[Series], sentence: Sentence, match: re.Match[str], subject: str) -> Series | None:
    fitting = [
        own for own in columns if subject.lower() in [label.lower() for label in own.labels] and len(set(own.labels)) == len(own.labels)
    ]
    if match["fast"] or match["slow"]:
        fitting = [own for own in fitting if own.kind == "time" or own.kind.endswith("/time")]
        if len(fitting) == 1:
            return fitting[0]
    words = words_of(sentence.text[match.start() : match.end() + 40])
    by_name = [
        own
        for own in fitting
        if own.column >= 0 and own.terms and any(akin(term, word) for term in own.terms for word in words if len(term) > 2)
    ]
    if len(by_name) == 1:
        return by_name[0]
    return fitting[0] if len(fitting) == 1 else None


# ---- growth ----------------------------------------------------------------------------------------------------

_EACH_DOUBLING = re.compile(r"(?<![^\W\d_])(?:doubl(?:es|ed|ing)|twice|verdoppel\w*|doubl\w+|duplica\w*)(?![^\W\d_])", re.IGNORECASE)


def check_growth(page: Page) -> Iterator[Finding]:
    """ "Each time n doubles, the number of comparisons grows fourfold": the steps of a column where the first one doubles."""
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text):
            continue
        doubled = _EACH_DOUBLING.search(sentence.text)
        factors = [
            item
            for item in items_of(page, sentence)
            if item.kind in ("times", "count")
            and (doubled is None or not (doubled.start() <= item.span.start - sentence.span.start < doubled.end()))
        ]
        if doubled is None or len(factors) != 1 or factors[0].quantity.bound in ("above", "below", "at least", "at most"):
            continue
        if factors[0].kind == "count" and not re.search(
            r"(?:by|um|par|por|mit)\s(?:about |roughly |etwa |rund |environ )?$", page.text[: factors[0].span.start][-20:], re.IGNORECASE
        ):
            continue
        for grid in page.grids_near(sentence.block)[:1]:
            keys = [own for own in columns_of(page, grid) if own.column == 0]
            columns = [own for own in columns_of(page, grid) if own.column > 0]
            column = _meant(columns, sentence.words)
            if grid.complete and keys and column is not None and len(keys[0].items) == len(column.items):
                finding = _grown(page, factors[0], keys[0], column)
                if finding is not None:
                    yield finding


def _grown(page: Page, stated: Item, keys: Series, column: Series) -> Finding | None:
    pairs = [
        (b.quantity.bases()[0] / a.quantity.bases()[0])
        for n in range(len(keys.items) - 1)
        for k, m, a, b in [(keys.items[n].quantity, keys.items[n + 1].quantity, column.items[n], column.items[n + 1])]
        if k.value and m.value / k.value == 2 and a.quantity.bases()[0] > 0
    ]
    if len(pairs) < 2:
        return None
    own: Quantity = stated.quantity
    low, high = min(pairs), max(pairs)
    working = [f"from row to row “{' '.join(column.terms)}” grows by {', '.join(plain(value, 3) for value in pairs)}"]
    if low * Fraction(9, 10) <= own.value <= high * Fraction(11, 10):
        return report.confirmed("growth", own.span, Said("The column grows so.", working, [column.span]))
    if low <= Fraction(3, 2) * high and (own.value < low * Fraction(17, 20) or own.value > high * Fraction(23, 20)) and low > 1:
        return report.contradicted(
            "growth",
            own.span,
            Said(f"It grows by a factor of {plain(low, 3)} to {plain(high, 3)}, not {page.words_at(own.span)}.", working, [column.span]),
            "high",
        )
    return None
