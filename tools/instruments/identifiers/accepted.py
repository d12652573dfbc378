"""Texts that the chapter gives to a parameter whose documentation lists others, one of them nearly the same.

`mode="max-autotune-no-graph"`, where the documentation of `mode` has "max-autotune-no-graphs" and nothing of the package's source has the
other. What merely is not listed may be registered, derived or meant for another release, and is left alone.
"""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import derived
from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.hedges import Guards, hedged
from tools.instruments.identifiers.parameters import UNREADABLE, default_of, parameters_of
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.documents import Document, document
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.packages.search import search
from tools.records import Finding, Replacement, Span

UNKNOWN = Judgement("unknown-value", "contradicted", "high", "correction")
_LEAST, _ALIKE = 5, 0.78
_QUOTES = "\"'`‘’“”"
_LISTED = re.compile(rf"[{_QUOTES}]{{1,3}}(?P<text>[a-z][\w+-]{{2,40}})[{_QUOTES}]{{1,3}}")
_GIVEN = re.compile(r"(?<![\w.])(?P<name>[a-z]\w*)\s?=\s?[\"'“](?P<text>[a-z][\w+-]*)[\"'”]")
_ALONE = re.compile(r"(?<![=\w])\s?`?[\"“'](?P<text>[a-z]\w*[_-][\w-]*\w)[\"”'](?![\w'])")
# Words by which an entry gives examples of texts, not the list of them.
_EXAMPLES = re.compile(r"\b(?:such\s+as|e\.g\.|for\s+(?:example|instance)|any\s+(?:string|text|name))", re.IGNORECASE)
# A line of code whose comment, or a sentence which, says that this is refused.
_REFUSED = re.compile(
    r"Error\b|Exception\b|\bunknown\b|\binvalid\b|\bunrecogni[sz]ed\b|\brefuse|\breject|unbekannt|ungültig|inconnu|invalide", re.IGNORECASE
)


@dataclass(frozen=True)
class _Given:
    """A text with its place; name: of the parameter, "" where the sentence names none. owners: what it may be given to."""

    text: str
    span: Span
    name: str
    owners: tuple[Found, ...]


def accepted(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    """Of calls in code, of settings that a sentence gives, and of texts in quotation marks beside a callable."""
    seen: set[str] = set()
    for given in (*_in_code(found, subjects), *_in_words(found, subjects)):
        if len(given.text) < _LEAST or given.text in seen or given.text in found.bound.own:
            continue
        near = [(owner, *nearest) for owner in given.owners if (nearest := _nearest(found, owner, given)) is not None]
        if near and (not given.name or len({found.distribution(owner.name) for owner in given.owners}) == 1):
            seen.add(given.text)
            owner, name, text, entry = near[0]
            if not _stands(found, owner, given.text):
                yield _finding(found, given, owner, name, text, entry)


def _finding(found: Survey, given: _Given, owner: Found, name: str, text: str, entry: Document) -> Finding:
    quotation = entry.quote()
    release = found.release(owner.name)
    summary = f'{name} of {owner.name} takes no text "{given.text}" in {release}; the one like it is "{text}" ({at(owner)}).'
    working = (
        f'the documentation of {name} lists "{text}"',
        f'no file of {release} has "{given.text}" in quotation marks',
    )
    grounds = (quoted("CONTRADICTS", quotation),) if quotation is not None else (quoted("BACKGROUND", owner.quote()),)
    place = Span(start=given.span.end - 1 - len(given.text), end=given.span.end - 1)
    new = Replacement(span=place, text=derived(text), reason="the text that the documentation lists")
    return finding(UNKNOWN, given.span, summary, working, grounds, new, "By what stands in the source; nothing was run.")


def _nearest(found: Survey, owner: Found, given: _Given) -> tuple[str, str, Document] | None:
    """The parameter, the listed text that is nearly the given one, and the entry that lists it; None where the given one is listed."""
    doc = document(found.names, owner)
    names = [given.name] if given.name else [*parameters_of(found, owner)]
    best: tuple[str, str, Document] | None = None
    for name in names if doc is not None else ():
        assert doc is not None
        entry = doc.entry(name)
        listed = list(dict.fromkeys(match["text"] for match in _LISTED.finditer(entry.text))) if entry is not None else []
        if given.text in listed:
            return None
        whole = len(listed) >= 2 and entry is not None and _EXAMPLES.search(entry.text) is None
        near = difflib.get_close_matches(given.text, listed, n=1, cutoff=_ALIKE) if whole else []
        if near and entry is not None and _letters(near[0]) != _letters(given.text):
            best = best or (name, near[0], entry)
    return best


def _letters(text: str) -> str:
    """Without its digits: "float16" is another type than "float32", not the same one misspelt."""
    return re.sub(r"\d", "", text)


def _stands(found: Survey, owner: Found, text: str) -> bool:
    """Whether any file of the package has the text in quotation marks."""
    distribution = found.distribution(owner.name)
    return distribution is None or bool(search(found.packages, distribution, [f'"{text}"', f"'{text}'"]))


def _in_code(found: Survey, subjects: Subjects) -> Iterator[_Given]:
    guards = Guards(found.chapter, found.text)
    for program in found.programs:
        guarded = guards.nodes(program)
        for node in ast.walk(program.tree):
            written = dotted(node.func) if isinstance(node, ast.Call) and id(node) not in guarded else None
            if written is None or not isinstance(node, ast.Call) or _refused(found, program.span(node)):
                continue
            for keyword in node.keywords:
                if keyword.arg and isinstance(keyword.value, ast.Constant) and isinstance(keyword.value.value, str):
                    yield _Given(keyword.value.value, program.span(keyword.value), keyword.arg, subjects.candidates(written))


def _refused(found: Survey, span: Span) -> bool:
    end = found.text.find("\n", span.end)
    return _REFUSED.search(found.text[span.end : end if end > 0 else len(found.text)]) is not None


def _in_words(found: Survey, subjects: Subjects) -> Iterator[_Given]:
    for block, sentence in spoken(found):
        if block.kind == "code" or _REFUSED.search(found.text[sentence.start : sentence.end]):
            continue
        for match in _GIVEN.finditer(found.text, sentence.start, sentence.end):
            span = Span(start=match.start("text") - 1, end=match.end("text") + 1)
            if not hedged(found.text, span, block.span):
                yield _Given(match["text"], span, match["name"], tuple(_having(found, subjects, match["name"])))
        for match in _ALONE.finditer(found.text, sentence.start, sentence.end):
            span = Span(start=match.start("text") - 1, end=match.end("text") + 1)
            near = subjects.named(sentence) or subjects.before(block, sentence.start)
            owners = tuple(candidate for subject in near for candidate in subject.candidates)
            if owners and not hedged(found.text, span, block.span):
                yield _Given(match["text"], span, "", owners)


def _having(found: Survey, subjects: Subjects, name: str) -> Iterator[Found]:
    """The callables that the chapter names and that have a parameter of this name for a text."""
    seen: set[str] = set()
    for written in dict.fromkeys(mention.written for mention in found.mentions):
        for candidate in subjects.candidates(written):
            default = default_of(found, candidate, name) if candidate.name not in seen else None
            if default is not None and (default.value is None or default.value is UNREADABLE or isinstance(default.value, str)):
                seen.add(candidate.name)
                yield candidate
