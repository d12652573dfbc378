"""Defaults in brackets: "returns at most four (`n=4`) and keeps those above 0.6 (`cutoff`)", "`width` (70) and `tabsize` (8)".

No word says that they are defaults; one of them that is shows that the others are meant to be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.parameters import default_of, parameters_of, same
from tools.instruments.identifiers.statements import NUMBER, Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.records import Block, Span

_VALUE = rf"(?P<value>{NUMBER}|True|False|None|[\"'][\w+ -]{{1,20}}[\"'])"
_FORMS = (
    re.compile(rf"\(`?(?P<name>[a-z_]\w*)\s?=\s?{_VALUE}`?\)"),
    re.compile(rf"(?<![\w.,/=])(?P<value>{NUMBER})(?!\w)(?:\s+[a-z]+){{0,3}}\s+\(`?(?P<name>[a-z_]\w*)`?\)"),
    re.compile(rf"(?<![\w.])`?(?P<name>[a-z]\w*_\w+|(?<=`)[a-z]\w*)`?\s+\({_VALUE}\)"),
)


@dataclass(frozen=True)
class _Bracket:
    name: str
    value: object
    said: str
    span: Span
    name_span: Span
    value_span: Span


def bracketed(found: Survey, subjects: Subjects, block: Block, around: Span) -> Iterator[tuple[Statement, list[Subject]]]:
    """The statements of one sentence, each with the one callable that has all that stands in its brackets."""
    said = list(_brackets(found.text, around))
    if len(said) < 2:
        return
    near = [*subjects.named(around), *subjects.before(block, around.start), *subjects.around(around.start)]
    owner = next((each for each in near if each.candidates and all(_has(found, each, bracket.name) for bracket in said)), None)
    if owner is None or not any(_agrees(found, owner, bracket) for bracket in said):
        return
    for each in said:
        yield Statement(each.name, each.value, each.said, each.span, each.name_span, each.value_span), [owner]


def _brackets(text: str, around: Span) -> Iterator[_Bracket]:
    for form in _FORMS:
        for match in form.finditer(text, around.start, around.end):
            known, value = parse_value(match["value"])
            if known:
                name, place = (Span(start=match.start(group), end=match.end(group)) for group in ("name", "value"))
                yield _Bracket(match["name"], value, match["value"], Span(start=match.start(), end=match.end()), name, place)


def _has(found: Survey, owner: Subject, name: str) -> bool:
    return all(name in parameters_of(found, each) for each in owner.candidates)


def _agrees(found: Survey, owner: Subject, bracket: _Bracket) -> bool:
    defaults = [default_of(found, each, bracket.name) for each in owner.candidates]
    return all(each is not None and same(bracket.value, each.value) for each in defaults)
