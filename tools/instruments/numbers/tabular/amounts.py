"""Which rows pass a mark, against how many are said to: all, none, only one of them, two, half, those that are named."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import Mention
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.tabular.clauses import SOME_ROWS, Clause
from tools.instruments.numbers.tabular.marks import Mark, marks_of
from tools.instruments.numbers.tabular.table import Measure, Table, Truth, together
from tools.instruments.numbers.words import akin, vocabulary, words_of
from tools.records import Finding

Amount = Literal["each", "none", "only", "exactly", "at least", "most"]
_ALL = re.compile(
    r"(?<![^\W\d_])(?:all(?! in all| of a sudden)|every|each|everyone|both|alle|allen|aller|jede[rsnm]?|sämtliche\w*|beide|tous|"
    r"toutes|chaque|chacune?)(?![^\W\d_])",
    re.IGNORECASE,
)
_NONE = re.compile(
    r"(?<![^\W\d_])(?:none|not one|not a single|neither|no|nobody|keine[rsnm]?|kein|weder|aucune?|pas une?|nulle?)(?![^\W\d_])",
    re.IGNORECASE,
)
_ONLY = re.compile(
    r"(?<![^\W\d_])(?:only|alone|solely|just|nur|allein|einzig|lediglich|seule?s?|seulement|uniquement)(?![^\W\d_])", re.IGNORECASE
)
_MOSTLY = re.compile(
    r"(?<![^\W\d_])(?:most|more than half|over half|the majority|die meisten|die mehrzahl|mehr als die hälfte|la plupart|"
    r"plus de la moitié|"
    r"la majorité)(?![^\W\d_])",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"(?<![^\W\d_])(?:except(?: for)?|apart from|aside from|but(?: for)?|other than|besides|with the exception of|außer|bis auf|"
    r"abgesehen von|"
    r"mit ausnahme von|sauf|hormis|excepté|à part|à l['’]exception d[eu])\s(?:the\s|der\s|dem\s|die\s|le\s|la\s|l['’])?[`*_\"„«“]*$",
    re.IGNORECASE,
)

_SPELT = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_REACH = 70
_SOME_OF_IT = re.compile(
    r"(?<![^\W\d_])(?:by|um|faster|slower|longer|shorter|times|schneller|langsamer|per|pro|par|difference|gap|apart|each other|"
    r"together|combined|in total|in all|altogether|overall|zusammen|insgesamt|ensemble|au total|sum|summe|somme|total|twice|half|"
    r"doubles?)(?![^\W\d_])",
    re.IGNORECASE,
)
_JOINED = re.compile(
    r"[`*_»“\"]*\s*(?:,|and|und|et|nor|noch|ni|, and)\s*(?:the\s|that of\s|der\s|die\s|le\s|la\s|l['’])?[`*_«„“\"]*", re.IGNORECASE
)
_TO_MARK = re.compile(
    r"[`*_»“\"]*(?:['’]s)?(?:\s?\([^()]{1,30}\))?(?:\s(?!which|that|than|als|que|when|where|and|und|et|after|before|if|"
    r"so)[^\s,;:.()]+){0,9}\s*",
    re.IGNORECASE,
)
_THE_ONLY = re.compile(
    r"(?<![^\W\d_])(?:the only|the sole|der einzige|die einzigen?|das einzige|le seul|la seule|les seule?s)(?![^\W\d_])", re.IGNORECASE
)
_AFTER = re.compile(
    r"[^.;:,\d]{0,24}?\s(?P<only>only\s|nur\s|seulement\s|uniquement\s)?(?:for|in|on|with|at|bei|für|mit|in|pour|chez|avec|dans)\s"
    r"(?:the\s|der\s|dem\s|die\s|le\s|la\s|l['’])?[`*_«„“\"]*",
    re.IGNORECASE,
)
_EVERYWHERE = re.compile(
    r"\s(?:at|for|in|on|with|bei|für|in|mit|pour|à|dans|avec)\s(?:every|each|all(?: the)?|any|alle[nr]?|jede[rmn]?|tous les|"
    r"toutes les|chaque)\s(?P<noun>[^\W\d_]+)",
    re.IGNORECASE,
)
_ROWS = vocabulary(
    "row rows entry entries case cases value values figure figures one ones them these those of run runs line lines result "
    "results item items "
    "configuration configurations setting settings variant variants zeile zeilen wert werte einträge fälle fall läufe lauf von "
    "ihnen davon "
    "ligne lignes valeur valeurs cas d eux elles entre essais are is were was stays stay stayed remain remains lie lies have has "
    "had exceed "
    "exceeds sind ist war waren liegen liegt bleiben bleibt hat haben sont est restent reste ont a dépasse dépassent except but "
    "apart außer "
    "sauf hormis"
)


@dataclass(frozen=True)
class Claim:
    """Of how many rows a mark is said to hold. rows: those that are named; count: how many where a number says it; start: where the
    statement begins in its sentence."""

    amount: Amount
    rows: tuple[int, ...]
    count: int
    start: int
    end: int


def check_amounts(clause: Clause) -> Iterator[Finding]:
    before = len(clause.text) - len(clause.text.lstrip())
    for mark in marks_of(clause):
        claim = _claim(clause, mark, before)
        before = mark.end
        beside = clause.text[: mark.start] + " " * (mark.end - mark.start) + clause.text[mark.end :]
        if claim is not None and not _SOME_OF_IT.search(beside):
            yield from _judged(clause, mark, claim)


def _claim(clause: Clause, mark: Mark, begin: int) -> Claim | None:
    excluded = [m for m in clause.rows if _BUT.search(clause.text[: m.start])]
    named = [m for m in clause.rows if begin <= m.start < mark.start and m not in excluded]
    if named:
        return _of_named(clause, mark, named, begin)
    after = next((m for m in clause.rows if m.start >= mark.end and m not in excluded), None)
    head = clause.text[begin : mark.start]
    everywhere = _EVERYWHERE.match(clause.text[mark.end :])
    if everywhere is not None and not excluded and _of_rows(clause, (everywhere["noun"].lower(),)) and not _quantified(clause, head, begin):
        return None if SOME_ROWS.search(clause.text) else Claim("each", (), 0, mark.start, mark.end + everywhere.end())
    if after is not None:
        link = _AFTER.fullmatch(clause.text[mark.end : after.start])
        if link is None or _quantified(clause, head, begin) or excluded:
            return None
        return Claim("only" if link["only"] else "each", (after.row,), 1, mark.start, after.end)
    whole = re.sub(
        rf"(?<![^\W\d_])of the (?:{len(clause.table.rows)}|"
        rf"{_SPELT.get(len(clause.table.rows), 'all')})(?![^\W\d_])",
        "",
        _without(clause.text, excluded)[begin:],
    )
    if SOME_ROWS.search(whole):
        return None
    found = _quantified(clause, head, begin)
    if found is None:
        return None
    amount, count, start = found
    rows = tuple(n for n in clause.table.rows if n not in {m.row for m in excluded})
    return Claim(amount, rows, count, start, mark.end)


def _without(text: str, excluded: Sequence[Mention]) -> str:
    for row in excluded:
        cut = _BUT.search(text[: row.start])
        text = text[: cut.start()] + " " * (row.end - cut.start()) + text[row.end :] if cut else text
    return text


def _of_named(clause: Clause, mark: Mark, named: Sequence[Mention], begin: int) -> Claim | None:
    """What is said of rows that a clause names, the last of them and those joined to it."""
    chosen = [named[-1]]
    for row in reversed(named[:-1]):
        if not _JOINED.fullmatch(clause.text[row.end : chosen[0].start]):
            break
        chosen.insert(0, row)
    between = clause.text[chosen[-1].end : mark.start]
    head = clause.text[begin : chosen[0].start]
    if mark.start - chosen[-1].end > _REACH or not _TO_MARK.fullmatch(between + " "):
        return None
    if re.search(
        r"(?<![^\W\d_])(?:than|als|que|after|before|without|ohne|sans|from|compared to|over|like|wie|comme|or|oder|"
        r"ou)\s(?:[^\W\d_]+\s){0,2}[`*]*$",
        head,
        re.IGNORECASE,
    ):
        return None
    rows = tuple(m.row for m in chosen)
    only = re.search(_ONLY.pattern + r"\s(?:the\s|der\s|die\s|le\s|la\s|l['’])?[`*_«„“\"]*$", head, re.IGNORECASE)
    start = only.start() + begin if only else chosen[0].start
    if only or _THE_ONLY.search(between) or re.match(r"[`*]*\s(?:alone|allein|seule?)(?![^\W\d_])", between):
        return None if SOME_ROWS.search(clause.text) else Claim("only", rows, len(rows), start, mark.end)
    if re.search(r"(?<![^\W\d_])(?:neither|weder|ni)\s(?:[^\W\d_]+\s)?[`*_«„“\"]*$", head, re.IGNORECASE):
        return Claim("none", rows, 0, chosen[0].start, mark.end)
    if _NONE.search(head) or _ALL.search(re.sub(r"(?i)both|beide|all", "", head)) or _NONE.search(between):
        return None
    return Claim("each", rows, len(rows), chosen[0].start, mark.end)


def _quantified(clause: Clause, head: str, begin: int) -> tuple[Amount, int, int] | None:
    """Of how many rows the words before a mark speak, without a name of any."""
    base = clause.sentence.span.start
    counts = [
        q for q in clause.sentence.quantities
        if begin <= q.span.start - base < begin + len(head) and q.kind == "count" and not q.ordinal and q.value.denominator == 1
        and not q.glued and 0 < q.value <= len(clause.table.rows)
    ]  # fmt: skip
    only = _ONLY.search(head)
    if counts:
        first = counts[0]
        at = first.span.start - base
        if len(counts) > 2 or (len(counts) == 2 and counts[1].value != len(clause.table.rows)) or _ALL.search(head) or _NONE.search(head):
            return None
        if not _of_rows(clause, first.after[:1]) and not (
            len(counts) == 2 and first.after[:1] in (("of",), ("von",), ("der",), ("des",), ("sur",))
        ):
            return None
        if first.bound and first.bound != "at least":
            return None
        return "at least" if first.bound else "exactly", int(first.value), only.start() + begin if only else at
    for pattern, amount in ((_MOSTLY, "most"), (_NONE, "none"), (_ALL, "each")):
        match = pattern.search(head)
        if match is None:
            continue
        following = re.match(
            r"\s(?:of\s)?(?:the\s|these\s|those\s|der\s|den\s|les\s|des\s|ces\s|d['’])?(?P<noun>[^\W\d_]+)",
            head[match.end() :],
            re.IGNORECASE,
        )
        if re.match(r"\s(?:other|others|anderen?|autres?|but|time|more|less|longer)", head[match.end() :], re.IGNORECASE) or only:
            return None
        noun = following["noun"].lower() if following else ""
        if (noun and not _of_rows(clause, (noun,))) or re.search(
            r"(?<![^\W\d_])(?:not|nicht|pas|n)\s$", head[: match.start()], re.IGNORECASE
        ):
            return None
        return amount, 0, match.start() + begin  # type: ignore[return-value]
    return None


def _of_rows(clause: Clause, nouns: Sequence[str]) -> bool:
    """Whether a noun is a word for the rows: the header of their column, or one that the text beside the table uses."""
    table, page = clause.table, clause.page
    own = {*words_of(table.grid.columns[0].name), *(term for m in table.measures for term in m.terms), *_beside(page, table)}
    return any(noun in _ROWS or (len(noun) > 2 and any(akin(term, noun) for term in own)) for noun in nouns)


def _beside(page: Page, table: Table) -> tuple[str, ...]:
    first = max(0, table.grid.block - 2)
    return tuple(word for block in page.blocks[first : table.grid.block] for word in words_of(page.words_at(block.span)[:600]))


# ---- the judgement -----------------------------------------------------------------------------------------------


def _judged(clause: Clause, mark: Mark, claim: Claim) -> Iterator[Finding]:
    table = clause.table
    truths = [_truth(table, measure, mark, claim) for measure in mark.readings]
    truth = together(truths)
    if truth is None:
        return
    measure = mark.readings[0]
    passing = [n for n in measure.figures if mark.holds(measure.value(n))]
    working = [table.shown(own) for own in mark.readings]
    names = ", ".join(table.labels[n] for n in passing) or "none"
    span = clause.span(min(claim.start, mark.start), max(claim.end, mark.end))
    said = f"“{mark.shown}” holds for {names} ({len(passing)} of {len(measure.figures)})"
    places = table.places(tuple(passing))
    if truth:
        yield report.confirmed("rows-passing", span, Said(f"{said}, as stated.", working, places))
    else:
        yield report.contradicted("rows-passing", span, Said(f"{said}, which is not what is stated.", working, places), "high")


def _truth(table: Table, measure: Measure, mark: Mark, claim: Claim) -> Truth:
    held = {n: mark.holds(measure.value(n)) for n in measure.figures}
    if len(held) < len(table.rows) and claim.amount != "each":
        return None
    chosen = [held.get(n) for n in claim.rows] or list(held.values())
    sure, open_ = sum(own is True for own in held.values()), sum(own is None for own in held.values())
    if claim.amount == "each":
        return False if any(own is False for own in chosen) else None if None in chosen else True
    if claim.amount == "none":
        return False if any(own is True for own in chosen) else None if None in chosen else True
    if claim.amount == "only":
        others = [own for n, own in held.items() if n not in claim.rows]
        wrong = any(own is False for own in chosen) or any(own is True for own in others)
        return False if wrong else None if open_ else True
    if claim.amount == "most":
        return False if (sure + open_) * 2 <= len(held) else None if open_ else True
    if claim.amount == "at least":
        return False if sure + open_ < claim.count else None if open_ else True
    return False if not sure <= claim.count <= sure + open_ else None if open_ else True
