"""Arguments that a sentence says a callable has: "its argument `depth`", "the `depth` argument of `search`"."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.hedges import hedged
from tools.instruments.identifiers.subjects import Subject, Subjects, sentences
from tools.instruments.identifiers.survey import Survey
from tools.packages.documents import document
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.packages.signatures import Signature
from tools.records import Block, Span

_KIND = r"(?P<kind>(?:keyword\s+|named\s+|optional\s+)?(?:arguments?|parameters?|keyword)|Argument|Parameter|argument|paramètre)"
_NAME = r"`(?P<name>[a-z]\w*)`"
_OWNER = r"`(?P<owner>[A-Za-z_][\w.]*)(?:\(\))?`"
_OF = r"\s+(?:of|in|for|von|bei|de|d['’])\s*(?:the\s+)?(?:function\s+|method\s+|class\s+|der\s+Funktion\s+|la\s+fonction\s+)?"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"\b(?:[Ii]ts|[Ss]ein(?:em|en)?|[Ii]hr(?:em|en)?|[Ss]on)\s+(?:\w+\s+)?{_KIND}\s+{_NAME}",
        rf"\b(?:[Ii]ts|[Ss]ein|[Ii]hr|[Ss]on)\s+{_NAME}\s+{_KIND}\b",
        rf"\b{_KIND}\s+{_NAME}{_OF}{_OWNER}",
        rf"{_NAME}\s+{_KIND}{_OF}{_OWNER}",
        rf"{_OWNER}(?:['’]s)\s+{_KIND}\s+{_NAME}",
        rf"{_OWNER}(?:['’]s)\s+{_NAME}\s+{_KIND}\b",
    )
)
PRONOUN = re.compile(
    r"\b(?:it|its|(?:this|the)\s+(?:function|method|class|call|constructor|decorator)|sie|es|ihn|ihr|die\s+(?:Funktion|Methode|Klasse)"
    r"|elle|lui|la\s+(?:fonction|méthode|classe)|l['’]appeler|l['’]appelle)\b",
    re.IGNORECASE,
)


_LISTED = re.compile(
    r"\b(?:keywords?|keyword\s+arguments?|arguments?|parameters?|Argumente?|Parameter|arguments?|paramètres?)(?:\s+(?:are|is|sind|heißen))?:?\s+"
    r"(?P<names>`?[a-z_]\w*`?(?:\s*(?:,|and|or|und|et)\s+`?[a-z_]\w*`?)+)\s*$"
)


@dataclass(frozen=True)
class Asserted:
    """An argument with the callables whose it is said to be. strict: so plainly that it need not resemble one that is there."""

    written: str
    name: str
    owners: tuple[Found, ...]
    span: Span
    strict: bool


def asserted(found: Survey, subjects: Subjects) -> Iterator[Asserted]:
    """What the sentences of the chapter say; nothing where they say it of what is absent, old, or the chapter's own."""
    yield from _in_comments(found, subjects)
    for block, sentence in spoken(found):
        for form in _FORMS if block.kind != "code" else ():
            for match in form.finditer(found.text, sentence.start, sentence.end):
                span = Span(start=match.start("name"), end=match.end("name"))
                if match["name"] in found.bound.own or hedged(found.text, span, block.span):
                    continue
                subject = _owner(found, subjects, block, sentence, match)
                if subject is not None and subject.candidates:
                    plain = not match["kind"].lower().startswith("param") or all(each.kind == "function" for each in subject.candidates)
                    yield Asserted(subject.written, match["name"], subject.candidates, span, plain and not _in_code(found, match["name"]))


def _in_comments(found: Survey, subjects: Subjects) -> Iterator[Asserted]:
    """The arguments that a comment lists beside a call: "# keywords: low, high"."""
    for program in found.programs:
        for node in ast.walk(program.tree):
            if not isinstance(node, ast.Call):
                continue
            written, line = dotted(node.func), program.lines[(node.end_lineno or node.lineno) - 1]
            mark = line.words.rfind("# ")
            listed = _LISTED.search(line.words, mark) if mark >= 0 and written is not None else None
            candidates = subjects.candidates(written) if listed is not None and written is not None else ()
            for name in re.finditer(r"[a-z_]\w*", listed["names"]) if listed is not None and len(candidates) == 1 else ():
                assert listed is not None and written is not None
                start = line.start + listed.start("names") + name.start()
                if name.group() not in ("and", "or", "und", "et"):
                    yield Asserted(written, name.group(), candidates, Span(start=start, end=start + len(name.group())), strict=True)


def _owner(found: Survey, subjects: Subjects, block: Block, sentence: Span, match: re.Match[str]) -> Subject | None:
    written = match.groupdict().get("owner")
    if written is not None:
        return Subject(written, Span(start=match.start("owner"), end=match.end("owner")), subjects.candidates(written))
    here = [each for each in subjects.named(Span(start=sentence.start, end=match.start())) if each.candidates or each.unread]
    if here:
        return here[0] if len({each.written for each in here}) == 1 else None
    before = found.text[sentence.start : match.start()]
    return forerunner(found, subjects, block, sentence) if not before.strip() or PRONOUN.search(before) else None


def forerunner(found: Survey, subjects: Subjects, block: Block, sentence: Span) -> Subject | None:
    """The one callable of the nearest sentence before that names any, at most three back: what "it" stands for."""
    before = [each for each in sentences(found.text, block.span) if each.end <= sentence.start]
    for each in reversed(before[-3:]):
        named = [subject for subject in subjects.named(each) if subject.candidates or subject.unread]
        if named:
            return named[0] if len({subject.written for subject in named}) == 1 else None
    return None


def _in_code(found: Survey, name: str) -> bool:
    """Whether the chapter's code has this word, so that it may be a name of the author's."""
    return any(
        re.search(rf"\b{name}\b", found.text[block.span.start : block.span.end]) for block in found.chapter.blocks if block.kind == "code"
    )


def lacks(found: Survey, stated: Signature | None, owner: Found, name: str) -> bool:
    """Whether a callable certainly has no argument of this name: none in its signature, and none that its documentation speaks of."""
    if stated is None or not stated.certain or any(each.kind in ("args", "kwargs") or each.name == name for each in stated.parameters):
        return False
    doc = document(found.names, owner)
    return doc is None or re.search(rf"\b{name}\b", doc.text) is None
