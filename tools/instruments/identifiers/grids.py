"""Defaults in tables: what is called stands in a row, at the head of a column, or in the words before the table.

A table states defaults where a head, a cell or the words beside it say so, and also where most of its cells are the defaults in the source:
the others are then meant to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.announced import announced
from tools.instruments.identifiers.likeness import fitting
from tools.instruments.identifiers.mentions import inline_call
from tools.instruments.identifiers.parameters import default_of, numeric_parameters, parameters_of, same
from tools.instruments.identifiers.statements import REQUIRED, Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.records import Block, Row, Span

_HEAD_OF_VALUES = re.compile(r"\b(?:defaults?|Vorgabe\w*|Standard\w*|Voreinstellung\w*|défauts?)\b", re.IGNORECASE)
_HEAD_OF_NAMES = re.compile(
    r"\b(?:parameters?|arguments?|options?|keywords?|settings?|names?|Parameter|Argumente?|Namen?|paramètres?|noms?)\b", re.IGNORECASE
)
_BOTH = re.compile(r"\W*(?P<name>[A-Za-z_]\w*)`?\s*(?:=|:|\s|\s+is\s+)\s*(?P<value>`?[^\s`=].*)")
_SYMBOL = re.compile(r"\$?\\?(?P<name>[A-Za-zα-ω]|[a-z]+)\$?\s*(?:=|starts\s+at|is|ist|est)\s*(?P<value>[^\s=].*)")
_NAME = re.compile(r"[`'\"*]*(?P<name>[A-Za-z_]\w*)=?[`'\"*]*")
_REMARK = re.compile(r"\s*\((?:the\s+)?(?:default|Vorgabe|Standard|défaut|par\s+défaut)\)\s*$", re.IGNORECASE)
_REQUIRED = re.compile(
    r"[`*]*(?:required|mandatory|must\s+be\s+given|no\s+default|(?:required|mandatory),\s+no\s+default|none:\s+required|Pflicht(?:angabe)?"
    r"|erforderlich|ohne\s+Vorgabe|obligatoire)[`*]*",
    re.IGNORECASE,
)
_ENOUGH = 3


@dataclass(frozen=True)
class _Reading:
    """One cell as a statement. sure: words say that it is a default."""

    statement: Statement
    owner: Subject
    sure: bool


def in_tables(found: Survey, subjects: Subjects) -> Iterator[tuple[Statement, Subject]]:
    """The statements of all tables, each with what it is about."""
    for block in found.chapter.blocks:
        if block.kind == "table" and block.table is not None and block.table.header:
            readings = list(_readings(found, subjects, block))
            shown = _shows_defaults(found, readings)
            yield from ((each.statement, each.owner) for each in readings if each.sure or shown)


def _shows_defaults(found: Survey, readings: list[_Reading]) -> bool:
    """Whether most of the cells are the defaults in the source."""
    agreeing = [_agrees(found, each) for each in readings]
    return sum(agreeing) >= _ENOUGH and sum(agreeing) >= 2 * (len(agreeing) - sum(agreeing))


def _agrees(found: Survey, reading: _Reading) -> bool:
    defaults = [default_of(found, each, reading.statement.name) for each in reading.owner.candidates]
    return any(each is not None and same(reading.statement.value, each.value) for each in defaults)


def _readings(found: Survey, subjects: Subjects, block: Block) -> Iterator[_Reading]:
    assert block.table is not None
    heads = [found.text[span.start : span.end] for span in block.table.header]
    said = announced(found.chapter, found.text, block)
    columns = {at: owner for at, cell in enumerate(block.table.header) if at and (owner := _owner(found, subjects, cell)) is not None}
    rows = [row for row in block.table.rows if len(row.cells) == len(heads)]
    of_one = [] if columns else list(_of_words_before(found, subjects, block, heads, rows))
    if of_one:
        yield from of_one
        return
    owned = {row.span: [(at, owner) for at, c in enumerate(row.cells) if (owner := _owner(found, subjects, c)) is not None] for row in rows}
    for row in rows:
        if columns:
            yield from _of_columns(found, columns, row, said)
        elif len(owned[row.span]) == 1:
            yield from _of_row(found, *owned[row.span][0], heads, row, said)


def _of_columns(found: Survey, columns: dict[int, Subject], row: Row, said: bool) -> Iterator[_Reading]:
    """The cells of a row that begins with a parameter, below the names of what is called."""
    name = _NAME.fullmatch(_words(found, row.cells[0]))
    for at, owner in columns.items() if name is not None else ():
        assert name is not None
        if all(name["name"] in parameters_of(found, each) for each in owner.candidates):
            yield from _reading(found, owner, name["name"], row.cells[0], row.cells[at], said)


def _of_words_before(found: Survey, subjects: Subjects, block: Block, heads: list[str], rows: list[Row]) -> Iterator[_Reading]:
    """A table of parameters and their defaults, of the nearest callable before it that has most of them."""
    names = [at for at, head in enumerate(heads) if _HEAD_OF_NAMES.search(head)]
    values = [at for at, head in enumerate(heads) if _HEAD_OF_VALUES.search(head) and at not in names]
    if len(names) != 1 or len(values) != 1:
        return
    named = [(row, match["name"]) for row in rows if (match := _NAME.fullmatch(_words(found, row.cells[names[0]]))) is not None]
    for owner in subjects.around(block.span.start):
        having = [name for _, name in named if all(name in parameters_of(found, each) for each in owner.candidates)]
        if len(having) >= 2 and len(having) * 2 > len(named):
            for row, name in named:
                yield from _reading(found, owner, name, row.cells[names[0]], row.cells[values[0]], said=True)
            return


def _of_row(found: Survey, place: int, owner: Subject, heads: list[str], row: Row, said: bool) -> Iterator[_Reading]:
    known = {name for candidate in owner.candidates for name in parameters_of(found, candidate)}
    passed = _passed(found, owner, row.cells[place])
    names = [at for at, head in enumerate(heads) if at != place and _HEAD_OF_NAMES.search(head)]
    remarked = any(_REMARK.search(" " + _words(found, cell)) for cell in row.cells)
    for at, cell in enumerate(row.cells):
        if at == place:
            continue
        of_values = _HEAD_OF_VALUES.search(heads[at]) is not None
        if of_values and len(names) == 1:
            name = _NAME.fullmatch(_words(found, row.cells[names[0]]))
            if name is not None and name["name"] in known:
                yield from _reading(found, owner, name["name"], row.cells[names[0]], cell, said=True)
        head = _NAME.fullmatch(heads[at])
        meant = head["name"] if head is not None and head["name"] in known else _meant(found, owner, heads[at]) if remarked else ""
        if meant and meant not in passed:
            yield from _reading(found, owner, meant, cell, cell, said or remarked)
        both = _BOTH.fullmatch(_words(found, cell)) if said or of_values else None
        symbol = _SYMBOL.fullmatch(_words(found, cell)) if of_values and not names else None
        if both is not None and both["name"] in known:
            value = Span(start=cell.start + both.start("value"), end=cell.start + both.end("value"))
            yield from _reading(found, owner, both["name"], cell, value, said=True)
        elif symbol is not None and (only := _only(found, owner)):
            value = Span(start=cell.start + symbol.start("value"), end=cell.start + symbol.end("value"))
            yield from _reading(found, owner, only, cell, value, said=True)


def _meant(found: Survey, owner: Subject, head: str) -> str:
    """The one number among the parameters that the head of a column tells by its meaning."""
    names = [numeric_parameters(found, each) for each in owner.candidates]
    fit = fitting(head, set.intersection(*names)) if names else frozenset()
    return next(iter(fit)) if len(fit) == 1 else ""


def _only(found: Survey, owner: Subject) -> str:
    """The parameter that is the only number by default, "" where there are several or none."""
    names = [numeric_parameters(found, each) for each in owner.candidates]
    common = set.intersection(*names) if names else set()
    return common.pop() if len(common) == 1 else ""


def _passed(found: Survey, owner: Subject, cell: Span) -> frozenset[str]:
    """The parameters that the call in a cell passes."""
    words = _words(found, cell)
    if "(" not in words:
        return frozenset()
    start = found.text.index("(", cell.start)
    call = inline_call(found.text, Span(start=cell.start, end=start), cell)
    inside = words[words.index("(") + 1 : words.rindex(")")].strip() if ")" in words else ""
    count = len([each for each in inside.split(",") if each.strip() and "=" not in each])
    places = [name for candidate in owner.candidates for name in list(parameters_of(found, candidate))[:count]]
    return frozenset((*places, *(call.keywords if call is not None else ())))


def _reading(found: Survey, owner: Subject, name: str, named: Span, value: Span, said: bool) -> Iterator[_Reading]:
    cell = _words(found, value)
    remark = _REMARK.search(cell)
    words = cell[: remark.start()] if remark is not None else cell
    words = words.strip("*").rstrip("`") if words.count("`") == 1 else words.strip("*")
    known, meant = (True, REQUIRED) if _REQUIRED.fullmatch(words) else parse_value(words)
    if known:
        around = Span(start=min(owner.span.start, value.start), end=max(value.end, owner.span.end))
        whole = value if "\n" in found.text[around.start : around.end] else around
        place = Span(start=value.start, end=value.start + len(cell[: remark.start()] if remark is not None else cell))
        yield _Reading(Statement(name, meant, words.strip("`"), whole, named, place), owner, said or remark is not None)


def _owner(found: Survey, subjects: Subjects, cell: Span) -> Subject | None:
    """What a cell calls, where it names one thing to call and no more than that."""
    named = re.fullmatch(r"[`*]*(?P<name>[A-Za-z_][\w.]*)(?:\([^()]*\))?[`*]*", _words(found, cell))
    candidates = subjects.candidates(named["name"]) if named is not None else ()
    candidates = tuple(each for each in candidates if each.kind in ("function", "class") or parameters_of(found, each))
    return Subject(named["name"], cell, candidates) if named is not None and candidates else None


def _words(found: Survey, span: Span) -> str:
    return found.text[span.start : span.end].strip()
