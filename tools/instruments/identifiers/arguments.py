"""Arguments that the chapter passes and that the source warns about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.hedges import Guards, hedged
from tools.instruments.identifiers.mentions import inline_call
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.arguments import deprecated_arguments
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.packages.signatures import Deprecation
from tools.records import Finding, Span

OLD = Judgement("deprecated-argument", "outdated", "medium", "correction")


def arguments(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for written, keyword, span in (*_in_words(found, subjects), *_in_code(found), *_alone_in_words(found, subjects)):
        mark = _mark(subjects.candidates(written) or subjects.candidates(written.rpartition(".")[2]), keyword)
        if mark is None or (written, keyword) in seen:
            continue
        seen.add((written, keyword))
        owner, told = mark
        words = re.sub(r"\s+", " ", told.words).strip()[:200]
        summary = f"{written} takes {keyword} in {found.release(owner.name)} but it is deprecated{': ' + words if words else '.'}"
        working = (f"looked up {owner.name}: the source warns where {keyword} is passed ({told.quotation.locator})",)
        yield finding(OLD, span, summary, working, (quoted("SUPERSEDES", told.quotation),))


def _mark(candidates: tuple[Found, ...], keyword: str) -> tuple[Found, Deprecation] | None:
    """The warning about a keyword, where every candidate that is a function gives it."""
    marks = [(each, deprecated_arguments(each).get(keyword)) for each in candidates if each.kind == "function"]
    given = [(each, mark) for each, mark in marks if mark is not None]
    return given[0] if given and len(given) == len(marks) else None


def _in_words(found: Survey, subjects: Subjects) -> Iterator[tuple[str, str, Span]]:
    for block, sentence in spoken(found):
        if block.kind == "code" or not re.search(r"\w\([^()]*\w\s*=", found.text[sentence.start : sentence.end]):
            continue
        for subject in subjects.named(sentence):
            call = inline_call(found.text, subject.span, sentence)
            end = found.text.find(")", subject.span.end, sentence.end) + 1
            if call is not None and end > 0 and not hedged(found.text, subject.span, block.span):
                passed = (each for each in call.keywords if not re.search(rf"\b{each}\s*=\s*None\b", found.text[subject.span.end : end]))
                yield from ((subject.written, keyword, Span(start=subject.span.start, end=end)) for keyword in passed)


_GIVEN = re.compile(r"(?<![\w.(,])`?\b(?P<name>[a-z]\w*)\s?=\s?(?!None\b)(?:[\"'“][^\"'”\n]*[\"'”]|\d[\w.]*|True|False)`?(?!\w)")
_CALLED_ARGUMENT = re.compile(r"\bthe\s+(?:keyword\s+)?(?:argument|parameter|option|keyword)\s+`(?P<name>[a-z]\w*)`(?!\s+(?:of|in|for)\b)")


def _alone_in_words(found: Survey, subjects: Subjects) -> Iterator[tuple[str, str, Span]]:
    """An argument that a sentence passes without its call: of the callables of the sentence, else of those of the sentences before."""
    for block, sentence in spoken(found):
        if block.kind == "code":
            continue
        alone = (each.finditer(found.text, sentence.start, sentence.end) for each in (_GIVEN, _CALLED_ARGUMENT))
        for given in (match for matches in alone for match in matches):
            span = Span(start=given.start("name"), end=given.end())
            if hedged(found.text, span, block.span):
                continue
            near = [each for each in (subjects.named(sentence) or subjects.before(block, sentence.start)) if each.candidates]
            owners = [each for each in near if _takes(found, each, given["name"])]
            if owners:
                yield from ((each.written, given["name"], span) for each in owners[:1])
                continue
            written = _warned_everywhere(found, subjects, given["name"], span)
            yield from [(written, given["name"], span)] if written is not None else []


def _warned_everywhere(found: Survey, subjects: Subjects, name: str, place: Span) -> str | None:
    """The last callable named before a place that takes the argument, where every one that the chapter names warns about it."""
    before = {mention.written: mention for mention in found.mentions if mention.span.start < place.start}
    having = [
        written
        for written in before
        if (there := subjects.candidates(written)) and any(name in parameters_of(found, each) for each in there)
    ]
    if not having or any(_mark(subjects.candidates(written), name) is None for written in having):
        return None
    return max(having, key=lambda written: before[written].span.start)


def _takes(found: Survey, subject: Subject, name: str) -> bool:
    return all(name in parameters_of(found, candidate) for candidate in subject.candidates)


def _in_code(found: Survey) -> Iterator[tuple[str, str, Span]]:
    guards = Guards(found.chapter, found.text)
    for program in found.programs:
        guarded = guards.nodes(program)
        for node in ast.walk(program.tree):
            if isinstance(node, ast.Call) and id(node) not in guarded and isinstance(node.func, ast.Attribute | ast.Name):
                written = dotted(node.func) or (node.func.attr if isinstance(node.func, ast.Attribute) else "")
                for keyword in node.keywords:
                    if keyword.arg is not None:
                        yield written, keyword.arg, program.span(keyword)
