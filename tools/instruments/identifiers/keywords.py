"""Keywords that a sentence passes to a function, or says it has, and that it does not take."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from tools.instruments.identifiers.asserted import PRONOUN, Asserted, asserted, forerunner, lacks
from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.calls import UNKNOWN, shown
from tools.instruments.identifiers.hedges import hedged
from tools.instruments.identifiers.mentions import inline_call
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.releases import awaits_later
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey, at, finding, quoted
from tools.packages.resolution import Found
from tools.packages.signatures import Signature, signature
from tools.records import Finding, Span

_PASSED = re.compile(
    r"\b(?:with|by|pass(?:es|ing)?|giv(?:es?|ing|en)|sets?|setting|via|through|mit|durch|übergibt|setzt|avec|par|passe)\s+"
    r"`(?P<name>[a-z]\w*)\s?=(?!=)[^`\n]{1,40}`"
)
_CALL = re.compile(r"(?<=`)(?P<name>[a-z_]\w*)(?=\()")
_SCOPE = re.compile(r"^[\s`*]*(?:In|For|Of|With|On|Bei|Für|In der|Dans|Pour)\s+(?:the\s+|an?\s+)?(?:class\s+|function\s+|module\s+)?`?$")


def keywords(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    """Of calls in code marks that name no module, and of arguments that stand alone beside the one function of their sentence."""
    seen: set[tuple[str, str]] = set()
    for written, keyword, owners, span in (*_of_calls(found, subjects), *_alone(found, subjects)):
        stated = [signature(found.names, owner) for owner in owners]
        if not stated or (written, keyword) in seen:
            continue
        near = [_nearest(keyword, each) for each in stated]
        if all(near) and not any(awaits_later(found, owner.name, keyword) for owner in owners):
            seen.add((written, keyword))
            yield _finding(found, written, keyword, span, stated[0], near[0])
    for each in asserted(found, subjects):
        if (each.written, each.name) not in seen:
            seen.add((each.written, each.name))
            yield from _claimed(found, each)


def _claimed(found: Survey, said: Asserted) -> Iterator[Finding]:
    stated = [(signature(found.names, owner), owner) for owner in said.owners]
    near = [_nearest(said.name, each) for each, _ in stated]
    absent = all(lacks(found, each, owner, said.name) for each, owner in stated)
    later = any(awaits_later(found, owner.name, said.name) for owner in said.owners)
    if not later and (all(near) or (said.strict and absent)):
        yield _finding(found, said.written, said.name, said.span, stated[0][0], near[0])


def _finding(found: Survey, written: str, keyword: str, span: Span, stated: Signature | None, near: str) -> Finding:
    assert stated is not None
    closest = f"; the closest it takes is {near}" if near else ""
    words = f"{written} takes no keyword argument {keyword}{closest}, in {found.release(stated.found.name)}"
    working = (f"signature at {at(stated.found)}: {shown(stated.parameters)}",)
    return finding(UNKNOWN, span, f"{words} ({at(stated.found)}).", working, (quoted("CONTRADICTS", stated.quote()),))


def _nearest(keyword: str, stated: Signature | None) -> str:
    """The parameter that a keyword was meant to be: nearly alike, or with a word in common; "" where it may be taken or none is near."""
    if stated is None or not stated.certain or any(each.kind == "kwargs" for each in stated.parameters):
        return ""
    names = [each.name for each in stated.parameters if each.kind in ("either", "keyword")]
    if keyword in names:
        return ""
    parts = {part for part in keyword.split("_") if len(part) >= 4}
    shared = [name for name in names if parts & set(name.split("_"))]
    return next(iter([*difflib.get_close_matches(keyword, names, n=1, cutoff=0.7), *shared]), "")


def _of_calls(found: Survey, subjects: Subjects) -> Iterator[tuple[str, str, tuple[Found, ...], Span]]:
    """Calls of a bare name: of what it may stand for, else of the one function of that name that the chapter calls in full."""
    for block, sentence in spoken(found):
        for match in _CALL.finditer(found.text, sentence.start, sentence.end) if block.kind != "code" else ():
            span = Span(start=match.start(), end=match.end())
            call = inline_call(found.text, span, sentence)
            if call is None or not call.keywords or match["name"] in found.bound.own or hedged(found.text, span, block.span):
                continue
            owners = subjects.candidates(match["name"]) or _called_in_full(found, match["name"])
            end = found.text.find("`", span.end, sentence.end)
            whole = Span(start=span.start, end=end if end > 0 else span.end)
            yield from ((match["name"], keyword, owners, whole) for keyword in call.keywords)


def _called_in_full(found: Survey, last: str) -> tuple[Found, ...]:
    names = {mention.name for mention in found.mentions if mention.name.rpartition(".")[2] == last}
    resolved = [found.resolve(name) for name in names]
    functions = tuple(each for each in resolved if isinstance(each, Found) and each.kind in ("function", "class"))
    return functions if len(functions) == len(names) == 1 else ()


def _alone(found: Survey, subjects: Subjects) -> Iterator[tuple[str, str, tuple[Found, ...], Span]]:
    """An argument of the one function that its sentence names before it; where others of the chapter take it, only one that the sentence
    begins with ("In `LayerNorm` ...")."""
    for block, sentence in spoken(found):
        for given in _PASSED.finditer(found.text, sentence.start, sentence.end) if block.kind != "code" else ():
            span = Span(start=given.start("name"), end=given.end() - 1)
            named = [each for each in subjects.named(sentence) if each.candidates or each.unread]
            if not named and PRONOUN.search(found.text[sentence.start : given.start()]):
                it = forerunner(found, subjects, block, sentence)
                named = [it] if it is not None else []
            written = {each.written for each in named}
            if len(written) != 1 or given["name"] in found.bound.own or hedged(found.text, span, block.span):
                continue
            subject = named[0]
            bound = _SCOPE.match(found.text[sentence.start : subject.span.start]) is not None
            if subject.span.end <= span.start and (bound or not _is_taken(found, subjects, given["name"], subject)):
                yield subject.written, given["name"], subject.candidates, span


def _is_taken(found: Survey, subjects: Subjects, name: str, subject: Subject) -> bool:
    """Whether another callable that the chapter names has a parameter of this name."""
    others = {mention.written for mention in found.mentions} - {subject.written}
    return any(name in parameters_of(found, each) for written in others for each in subjects.candidates(written))
