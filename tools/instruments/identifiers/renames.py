"""Sentences that say which of two names is the old one, or what a name is an alias of, held against the source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.behaving import spoken
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.signatures import deprecation
from tools.records import Block, Finding, Span

OLD = Judgement("which-is-old", "contradicted", "high", "correction")
ALIAS = Judgement("alias-of", "contradicted", "high", "correction")
_OLD = r"(?:deprecated|superseded|retired|veraltet|abgekündigt|dépréciée?|obsolète)"
_IS = r"(?:is|was|are|were|has\s+been|became|got|ist|wurde|gilt\s+als|est|a\s+été)"
_SAID = (
    re.compile(rf"`?(?P<name>[A-Za-z_][\w.]*)`?(?:\([^()]*\))?\s+{_IS}\s+(?:(?:now|then|since|today|jetzt|nun|désormais)\s+)?{_OLD}\b"),
    re.compile(r"\bdeprecat(?:es?|ed|ing)\s+(?:the\s+name\s+)?`(?P<name>[A-Za-z_][\w.]*)`\s+in\s+favou?r\b"),
)
_ALIAS = re.compile(
    r"`(?P<name>[A-Za-z_][\w.]*)`\s+(?:is|ist|est)\s+(?:(?:only|just|simply|merely|nur|ein|un)\s+)*(?:an?\s+|the\s+|der\s+)?(?:\w+\s+)?"
    r"(?:alias|other\s+name|another\s+name|Kurzname|synonyme?)\s+(?:of|for|von|für|de|pour)\s+`(?P<of>[A-Za-z_][\w.]*)`"
)
_DENIED = re.compile(r"\b(?:not|never|no\s+longer|nicht|pas|would|could|may|if|were\s+to)\b|n['’]t\b|\?", re.IGNORECASE)


def renames(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    for block, sentence in spoken(found):
        if block.kind == "code" or _DENIED.search(found.text[sentence.start : sentence.end]):
            continue
        for form in _SAID:
            for match in form.finditer(found.text, sentence.start, sentence.end):
                yield from _old(found, subjects, block, sentence, match)
        for match in _ALIAS.finditer(found.text, sentence.start, sentence.end):
            yield from _alias(found, subjects, match)


def _old(found: Survey, subjects: Subjects, block: Block, sentence: Span, match: re.Match[str]) -> Iterator[Finding]:
    """The name that is called old carries no mark of it, and the one beside it does."""
    said = subjects.candidates(match["name"])
    others = {each.written: each for each in subjects.named(sentence) if each.last != match["name"].rpartition(".")[2]}
    if not others:
        others = {each.written: each for each in subjects.before(block, sentence.start)[:1] if each.written != match["name"]}
    if len(said) != 1 or len(others) != 1 or deprecation(found.names, said[0]) is not None:
        return
    other = next(iter(others.values()))
    marks = [(each, mark) for each in other.candidates if (mark := deprecation(found.names, each)) is not None]
    if not marks or len(marks) != len(other.candidates):
        return
    old, mark = marks[0]
    span = Span(start=match.start(), end=match.end())
    summary = f"In {found.release(old.name)} it is {other.written} that is deprecated, not {match['name']} ({at(old)})."
    working = (f"looked up {old.name}: it is marked as deprecated", f"looked up {said[0].name}: it is not ({at(said[0])})")
    yield finding(OLD, span, summary, working, (quoted("CONTRADICTS", mark.quotation),))


def _alias(found: Survey, subjects: Subjects, match: re.Match[str]) -> Iterator[Finding]:
    """A name that the source binds to another callable than the chapter says."""
    names, targets = subjects.candidates(match["name"]), subjects.candidates(match["of"])
    if len(names) != 1 or len(targets) != 1 or names[0].name == targets[0].name:
        return
    there, last = names[0], match["name"].rpartition(".")[2]
    if there.name.rpartition(".")[2] == last or there.kind != "function" or not isinstance(there.node, ast.FunctionDef):
        return
    span = Span(start=match.start(), end=match.end())
    summary = f"In {found.release(there.name)} {match['name']} is {there.name}, not {match['of']} ({at(there)})."
    yield finding(
        ALIAS, span, summary, (f"looked up {match['name']}: it is bound to {there.name}",), (quoted("CONTRADICTS", there.quote()),)
    )
