"""Sentences that tell a default by its exception: what holds "unless P=V" or "only with P=V" says that V is not the default of P."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools import python_source
from tools.instruments.identifiers.behaving import UNLESS, Owned, owned, owning, spoken
from tools.instruments.identifiers.parameters import UNREADABLE, same
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.records import Finding, Relation, Span

WRONG = Judgement("excepted-default", "contradicted", "high", "correction")
RIGHT = Judgement("excepted-default", "supported", "low", "no change")
_VALUE = r"(?P<value>True|False|-?\d+(?:\.\d+)?|\"[^\"\n]{0,30}\"|'[^'\n]{0,30}')"
_GIVEN = rf"(?P<name>[a-z_]\w*)`?\s*=\s*`?{_VALUE}"
_ONLY = r"\b(?:only|nur|erst|seulement|uniquement)\s+(?:with|if|when|for|by\s+passing|mit|bei|wenn|avec|si)"
_FORMS = (
    re.compile(rf"\b{UNLESS}\b(?:\s+[\w`]+){{0,5}}?\s+[`(]*{_GIVEN}", re.IGNORECASE),
    re.compile(rf"{_ONLY}(?:\s+[\w`]+){{0,3}}?\s+[`(]*{_GIVEN}", re.IGNORECASE),
    re.compile(
        rf"\b(?:pass|use|set|give|write|add|setze|nimm|passez)\s+[`(]*{_GIVEN}`?[^.;,]{{0,60}}"
        r"\b(?:instead|stattdessen|à\s+la\s+place)\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{UNLESS}\s+`?(?P<name>[a-z]+_\w+|[a-z]+)`?\s+(?:is|ist|est)\s+(?:set(?!\s+to\s+(?!`?True))|true|turned\s+on|switched\s+on|enabled|gesetzt|wahr|activé)\b",
        re.IGNORECASE,
    ),
)
_ONLY_FORM = _FORMS[1]
_STANDARD = re.compile(r"\bdefault|in\s+which\s+case|[Vv]orgabe|[Ss]tandard|défaut|redundant|explicit", re.IGNORECASE)


def conditions(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    for block, sentence in spoken(found):
        for form in _FORMS:
            for match in form.finditer(found.text, sentence.start, sentence.end):
                value = _value(match)
                if value is UNREADABLE or _STANDARD.search(found.text[match.end() : min(sentence.end, match.end() + 40)]):
                    continue
                owners = owning(found, subjects, block, sentence, (match["name"],), match.start())
                if not owners:
                    taken = subjects.taking(match["name"], sentence.start)
                    near = [taken] if taken is not None else subjects.around(match.start())
                    owners = [each for subject in near if (each := owned(found, subject, (match["name"],), set())) is not None]
                yield from _held(found, form is _ONLY_FORM, match, value, owners)
                break


def _value(match: re.Match[str]) -> object:
    words = match.groupdict().get("value")
    if words is None:
        return True
    try:
        return python_source.literal(words)
    except ValueError:
        return UNREADABLE


def _held(found: Survey, only: bool, match: re.Match[str], value: object, owners: list[Owned]) -> Iterator[Finding]:
    defaults = [each for owner in owners for each in owner.defaults]
    if not defaults or any(each.value is UNREADABLE for each in defaults):
        return
    if "value" not in match.groupdict() and not all(isinstance(each.value, bool) for each in defaults):
        return
    agreeing = [same(value, each.value) for each in defaults]
    if any(agreeing) != all(agreeing):
        return
    wrong, default = agreeing[0], defaults[0]
    if wrong and only:  # "only with P=V" may name a condition that holds by default
        return
    relation: Relation = "CONTRADICTS" if wrong else "SUPPORTS"
    name = owners[0].subject.written
    tail = f"{default.parameter}={default.source} is the default, not the exception" if wrong else "as the chapter says"
    summary = (
        f"In {found.release(default.owner.name)}, {name} has {default.parameter}={default.source} by default; {tail} ({at(default.owner)})."
    )
    working = (
        f"the chapter makes {default.parameter}={value!r} the exception",
        f"{default.quotation.locator}: {default.parameter}={default.source}",
    )
    span = Span(start=match.start(), end=match.end())
    yield finding(WRONG if wrong else RIGHT, span, summary, working, (quoted(relation, default.quotation),), limits="Nothing was run.")
