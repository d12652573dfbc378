"""Defaults that are told by a text alone: "`search` uses "best" unless told otherwise" is about the one parameter that takes this text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.behaving import clauses
from tools.instruments.identifiers.pairs import spoken_against
from tools.instruments.identifiers.parameters import default_of, parameters_of
from tools.instruments.identifiers.statements import Statement
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.packages.documents import document
from tools.packages.resolution import Found
from tools.records import Block, Span

_TEXT = re.compile(
    r"\b(?:uses?|takes?|picks?|chooses?|assumes?|applies|has|follows?|works?\s+(?:with|in)|runs?\s+(?:with|in)|verwendet|nimmt|benutzt|hat|wählt"
    r"|utilise|prend|choisit|applique|a|default(?:\s+(?:is|of|being))?|default,|stays\s+(?:at|with)|stands\s+(?:at|on))\s+(?:(?:the|der|die|das|le|la)\s+)?(?:\w+\s+)?`?[\"'“](?P<value>[a-z][\w+-]{1,30})[\"'”]`?"
)


def chosen(found: Survey, subjects: Subjects, block: Block, around: Span) -> Iterator[tuple[Statement, Subject]]:
    """The statements of one sentence, each with the callable that it is about: the one its clause names before, else the one before it."""
    for clause in clauses(found.text, around):
        there = marks(found.text, clause)
        for match in _TEXT.finditer(found.text, clause.start, clause.end) if there else ():
            span = Span(start=match.start("value") - 1, end=match.end("value") + 1)
            if spoken_against(found.text, clause, span, there):
                continue
            here = subjects.named(Span(start=clause.start, end=match.start()))
            earlier = [*subjects.before(block, clause.start)[:1], *subjects.around(block.span.start)[:3]]
            for subject in here[-1:] or earlier:
                name = _parameter(found, subject, match["value"])
                if name:
                    yield Statement(name, match["value"], f'"{match["value"]}"', span, span, span), subject
                    break


def _parameter(found: Survey, subject: Subject, value: str) -> str:
    """The one parameter of all candidates that is a text by default and takes this one, "" where there is none."""
    names = [{name for name in parameters_of(found, each) if _takes(found, each, name, value)} for each in subject.candidates]
    common = set.intersection(*names) if names else set()
    return common.pop() if len(common) == 1 else ""


def _takes(found: Survey, owner: Found, name: str, value: str) -> bool:
    default = default_of(found, owner, name)
    if default is None or not isinstance(default.value, str):
        return False
    if default.value == value:
        return True
    doc = document(found.names, owner)
    entry = doc.entry(name) if doc is not None else None
    return entry is not None and re.search(rf"[\"'`‘“]{re.escape(value)}[\"'`’”]", entry.text) is not None
