"""Arguments that the chapter passes and that the source warns about."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.hedges import Guards, hedged
from tools.instruments.identifiers.mentions import inline_call
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.arguments import deprecated_arguments
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.packages.signatures import Deprecation
from tools.records import Finding, Span

OLD = Judgement("deprecated-argument", "outdated", "medium", "correction")


def arguments(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    for written, keyword, span in (*_in_words(found, subjects), *_in_code(found)):
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
