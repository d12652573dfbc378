"""Sentences about what a callable, its result or a parameter means, held against the opposite in its documentation."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from tools.instruments.identifiers.behaving import BESIDE, NEGATED, clauses, spoken
from tools.instruments.identifiers.senses import MEANINGS, Meaning
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.documents import Document, document
from tools.packages.resolution import Found
from tools.records import Block, Finding, Relation, Span

WRONG = Judgement("documented-meaning", "contradicted", "high", "correction", "behavioural")
RIGHT = Judgement("documented-meaning", "supported", "low", "no change", "behavioural")
LIMITS = "The documentation in the package says so; nothing was run."
_WHERE = re.compile(
    r"\b(?:if|when|whenever|unless|except|only|sometimes|usually|wherever|falls|wenn|sofern|manchmal|nur|si|sauf|parfois)\b", re.I
)
_SHORT = re.compile(
    r"\s*[`*]*(?:Its?|The\s+(?:function|method|call)|Sie|Er|Es|Elle|Il|Die\s+(?:Funktion|Methode)|La\s+(?:fonction|méthode))\b"
)
_DERIVED = re.compile(r"\b(?:squared?|root|sqrt|half|twice|inverse|reciprocal|Quadrat|Wurzel|Kehrwert|carré|racine)\b", re.IGNORECASE)
_FIRST = re.compile(
    r"(?:\s*(?:The|An?|Das|Die|Der|Le|La|L['’])\b(?:\s+(?:argument|parameter|flag|option|paramètre))?)?\s*`?([a-z]\w*_\w+|[a-z]+(?==))"
)
_PARAMETER = re.compile(r"(?<![\w.])([a-z_]\w*)(?![\w(])")


@dataclass(frozen=True)
class Said:
    """A sentence that gives a callable one of the senses of a meaning. subject: what the callable is called there."""

    meaning: Meaning
    sense: int
    subject: Subject
    parameters: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class Asked:
    """What is said of a callable whose documentation is not in the source: to be asked of the running interpreter."""

    said: Said
    name: str

    def record(self) -> dict[str, JsonValue]:
        """For the inputs of the run; `said_of` reads it."""
        said = self.said
        return {
            "meaning": said.meaning.name, "sense": said.sense, "written": said.subject.written, "parameters": list(said.parameters),
            "span": [said.span.start, said.span.end],
        }  # fmt: skip


def said_of(record: dict[str, Any]) -> Said:
    """What `Asked.record` wrote down, without the candidates."""
    meaning = next(each for each in MEANINGS if each.name == record["meaning"])
    span = Span(start=record["span"][0], end=record["span"][1])
    return Said(meaning, record["sense"], Subject(record["written"], span, ()), tuple(record["parameters"]), span)


def meanings(found: Survey, subjects: Subjects) -> Iterator[Finding | Asked]:
    for block, sentence in spoken(found):
        for clause in clauses(found.text, sentence):
            for said in _said(found, subjects, block, clause):
                yield from _held(found, said)


def _said(found: Survey, subjects: Subjects, block: Block, clause: Span) -> Iterator[Said]:
    words = found.text[clause.start : clause.end]
    for meaning in MEANINGS:
        places = [sense.text.search(words) for sense in meaning.senses]
        there = [number for number, place in enumerate(places) if place is not None]
        place = places[there[0]] if len(there) == 1 else None
        if (
            place is None
            or _DERIVED.search(words[: place.start()])
            or NEGATED.search(words[: place.start()])
            or BESIDE.search(words[: place.end()])
        ):
            continue
        named = tuple(dict.fromkeys(_PARAMETER.findall(words))) if meaning.named else ()
        subject = _subject(found, subjects, block, clause, clause.start + place.start(), named)
        if subject is None or _conditional(words, place, subject.span.start - clause.start):
            continue
        start = clause.start + place.start()
        if subject.span.within(clause) and subject.span.start < start < subject.span.end + 60:
            start = subject.span.start
        yield Said(meaning, there[0], subject, named, Span(start=start, end=clause.start + place.end()))


def _conditional(words: str, place: re.Match[str], subject: int) -> bool:
    """Whether it is said under a condition: before the subject, or in the same part of the clause as what is said."""
    before = words[: place.start()]
    outside = before[: subject if subject >= 0 else len(before)] + " " + before.rpartition(",")[2]
    return bool(_WHERE.search(outside) or _WHERE.search(re.split(r"[,;]", words[place.end() : place.end() + 60])[0]))


def _subject(found: Survey, subjects: Subjects, block: Block, clause: Span, place: int, named: tuple[str, ...]) -> Subject | None:
    """The callable that stands nearest before a place in its clause; else that of the sentence before where the clause says "it",
    else the one that takes the parameter which the clause begins with."""
    here = subjects.named(clause)
    before = [each for each in here if each.span.start <= place]
    if before:
        return before[-1] if subjects.reaches(before[-1], place) else None
    if here:
        return None
    if _SHORT.match(found.text, clause.start):
        return next(iter(subjects.before(block, clause.start, reach=300)), None)
    first = _FIRST.match(found.text, clause.start, clause.end)
    return subjects.taking(first[1], clause.start) if first is not None else None


def _held(found: Survey, said: Said) -> Iterator[Finding | Asked]:
    told: list[tuple[int, Document]] = []
    if said.subject.unread:
        yield Asked(said, said.subject.unread)
        return
    for candidate in said.subject.candidates:
        documents = _documents(found, candidate)
        if not documents and found.distribution(candidate.name) is not None:
            yield Asked(said, candidate.name)
            return
        for doc in documents:
            told += [(sense, doc) for sense in told_by(said, doc)]
    if not told or len({sense for sense, _ in told}) != 1:
        return
    sense, doc = told[0]
    relation: Relation = "SUPPORTS" if sense == said.sense else "CONTRADICTS"
    lines = doc.sentence(said.meaning.senses[sense].doc) or doc.quote()
    if lines is not None:
        where = f"{lines.source.partition('/')[2]}, {lines.locator}"
        yield finding(
            *judged(found, said, sense, where, said.subject.candidates[0].name), grounds=(quoted(relation, lines),), limits=LIMITS
        )


def judged(found: Survey, said: Said, sense: int, where: str, name: str) -> tuple[Judgement, Span, str, tuple[str, ...]]:
    """The judgement with its span, summary and working, once the documentation's sense is known."""
    right = sense == said.sense
    there, here = said.meaning.senses[sense].says, said.meaning.senses[said.sense].says
    release = found.release(name)
    opposite = "as the chapter says" if right else f"not {here}"
    summary = f"The documentation of {said.subject.written} in {release} says: {there}, {opposite} ({where})."
    return RIGHT if right else WRONG, said.span, summary, (f"the chapter says: {here}", f"{where} says: {there}")


def told_by(said: Said, doc: Document) -> list[int]:
    """The senses of a meaning that documentation shows: one where it is plain."""
    regions = [region.text for region in _regions(said, doc)]
    return [number for number, sense in enumerate(said.meaning.senses) if any(sense.doc.search(region) for region in regions)]


@dataclass(frozen=True)
class _Words:
    text: str


def _regions(said: Said, doc: Document) -> list[Document | _Words]:
    about = said.meaning.about
    if about == "summary":
        return [_Words(doc.summary)]
    if about == "returns":
        return [each for each in (doc.returns(),) if each is not None]
    if about == "whole":
        return [doc]
    assert said.meaning.parameters is not None
    names = said.parameters or tuple(name for name in _entries(doc) if said.meaning.parameters.fullmatch(name))
    return [each for each in (doc.entry(name) for name in names) if each is not None]


def _entries(doc: Document) -> list[str]:
    return re.findall(r"(?m)^\s*[`*]*([a-z_]\w*)[`*]*\s*[:(]", doc.text)


def _documents(found: Survey, candidate: Found) -> list[Document]:
    """A callable's documentation, and that of the one method that its body hands everything to."""
    own = document(found.names, candidate)
    node = candidate.node
    last = node.body[-1] if isinstance(node, ast.FunctionDef) and len(node.body) <= 2 else None
    call = last.value if isinstance(last, ast.Return) else None
    handed = None
    if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Call):
        maker = call.func.value.func
        owner = found.names.resolve_in(candidate.module, maker.id) if isinstance(maker, ast.Name) else None
        method = found.names.member(owner, call.func.attr) if isinstance(owner, Found) and owner.kind == "class" else None
        handed = document(found.names, method) if isinstance(method, Found) else None
    return [each for each in (own, handed) if each is not None]
