"""Defaults in tables: a row names what is called, and its cells or the heads of its columns name parameters with their values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import announced
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.statements import Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.records import Block, Row, Span

_HEAD_OF_VALUES = re.compile(r"\b(?:defaults?|Vorgabe\w*|Standard\w*|Voreinstellung\w*|défauts?)\b", re.IGNORECASE)
_HEAD_OF_NAMES = re.compile(
    r"\b(?:parameters?|arguments?|options?|keywords?|settings?|names?|Parameter|Argumente?|Namen?|paramètres?|noms?)\b", re.IGNORECASE
)
_BOTH = re.compile(r"\W*(?P<name>[A-Za-z_]\w*)`?\s*(?:=|:|\s|\s+is\s+)\s*(?P<value>`?[^\s`=].*)")
_NAME = re.compile(r"[`'\"*]*(?P<name>[A-Za-z_]\w*)=?[`'\"*]*")


def in_tables(found: Survey, subjects: Subjects) -> Iterator[tuple[Statement, Subject]]:
    """The statements of all tables, each with what its row calls."""
    for block in found.chapter.blocks:
        if block.kind == "table" and block.table is not None and block.table.header:
            heads = [found.text[span.start : span.end] for span in block.table.header]
            said = announced(found.chapter, found.text, block)
            for row in block.table.rows:
                yield from _of_row(found, subjects, block, heads, row, said)


def _of_row(found: Survey, subjects: Subjects, block: Block, heads: list[str], row: Row, said: bool) -> Iterator[tuple[Statement, Subject]]:
    owners = [(at, owner) for at, cell in enumerate(row.cells) if (owner := _owner(found, subjects, cell)) is not None]
    if len(owners) != 1 or len(row.cells) != len(heads):
        return
    place, owner = owners[0]
    known = {name for candidate in owner.candidates for name in parameters_of(found, candidate)}
    names = [at for at, head in enumerate(heads) if at != place and _HEAD_OF_NAMES.search(head)]
    for at, cell in enumerate(row.cells):
        if at == place:
            continue
        if _HEAD_OF_VALUES.search(heads[at]) and len(names) == 1:
            name = _NAME.fullmatch(_words(found, row.cells[names[0]]))
            if name is not None and name["name"] in known:
                yield from _statement(found, owner, name["name"], row.cells[names[0]], cell, row)
        head = _NAME.fullmatch(heads[at])
        if said and head is not None and head["name"] in known:
            yield from _statement(found, owner, head["name"], cell, cell, row)
        both = _BOTH.fullmatch(_words(found, cell)) if said or _HEAD_OF_VALUES.search(heads[at]) else None
        if both is not None and both["name"] in known:
            value = Span(start=cell.start + both.start("value"), end=cell.start + both.end("value"))
            yield from _statement(found, owner, both["name"], cell, value, row)


def _statement(found: Survey, owner: Subject, name: str, named: Span, value: Span, row: Row) -> Iterator[tuple[Statement, Subject]]:
    words = _words(found, value).strip("*").rstrip("`") if _words(found, value).count("`") == 1 else _words(found, value).strip("*")
    known, meant = parse_value(words)
    if known:
        whole = Span(start=min(owner.span.start, value.start), end=max(value.end, owner.span.end))
        yield Statement(name, meant, words.strip("`"), whole, named, value), owner


def _owner(found: Survey, subjects: Subjects, cell: Span) -> Subject | None:
    """What a cell calls, where it names one thing to call and no more than that."""
    named = re.fullmatch(r"[`*]*(?P<name>[A-Za-z_][\w.]*)(?:\([^()]*\))?[`*]*", _words(found, cell))
    candidates = subjects.candidates(named["name"]) if named is not None else ()
    candidates = tuple(each for each in candidates if each.kind in ("function", "class") or parameters_of(found, each))
    return Subject(named["name"], cell, candidates) if named is not None and candidates else None


def _words(found: Survey, span: Span) -> str:
    return found.text[span.start : span.end].strip()
