"""What a chapter says that a class descends from, and which `except` catches it, held against the classes' definitions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.announced import is_item
from tools.instruments.identifiers.statements import DENIED
from tools.instruments.identifiers.subjects import Subjects, sentences
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.ancestry import Ancestry, ancestry, builtin_class, of_builtin
from tools.packages.resolution import Found
from tools.records import Block, Finding, Ground, Span

WRONG = Judgement("base-class", "contradicted", "high", "correction")
RIGHT = Judgement("base-class", "supported", "low", "no change")
_ADVERBS = r"(?:(?:also|both|all|itself|themselves|in\s+turn|now|thus|therefore|again|auch|beide|alle|selbst|aussi|toutes?|tous|deux)\s+)*"
_SUBCLASS = (
    r"(?:subclass(?:es)?|subtypes?|child(?:ren)?|child\s+class(?:es)?|descendants?|special\s+cases?|specialisations?|specializations?)\s+of"
)
_RELATION = re.compile(
    rf"(?:(?:\b(?:is|are|being|ist|sind|est|sont)\s+{_ADVERBS})?(?:"
    rf"(?:(?:an?|the|every)\s+)?(?:indirect\s+)?{_SUBCLASS}|derived\s+from|derives?\s+from|descends?\s+from|inherits?\s+from|descended\s+from"
    r"|extends|specializes"
    r"|(?:eine\s+)?(?:Unterklassen?|Spezialfälle?|Kindklassen?)\s+von|abgeleitet\s+von|von|erb(?:t|en)\s+von|leite[nt]\s+sich\s+von"
    r"|(?:une\s+|des\s+)?sous-classes?\s+de|dérivée?s?\s+de|dérive(?:nt)?\s+d[e'’]|hérite(?:nt)?\s+d[e'’])"
    rf"|\b(?:is|are|gets?)\s+{_ADVERBS}caught\s+by(?:\s+an?|\s+the|\s+any)?(?:\s+clause)?|\b(?:fängt|fangen)\b"
    rf"|\b(?:is|are|ist|sind|est|sont)\s+{_ADVERBS}(?:an?|eine?|une?)(?=\s+(?:built-in\s+)?`?[A-Z]))"
    r"\s+(?:(?:the|a|an|both|any|der|die|dem|la|le|l['’])\s+)?(?:built-in\s+|eingebauten?\s+)?(?-i:class\s+|exception\s+|Klasse\s+)?",
    re.IGNORECASE,
)
_NAME = re.compile(r"`?(?:except\s+)?(?P<name>(?:[a-z_]\w*\.)*[A-Z]\w*)`?")
_FURTHER = re.compile(r"\s*,?\s*(?:and|und|et|as\s+well\s+as)\s+(?:of\s+|from\s+|von\s+|de\s+)?(?:an?\s+|the\s+)?")
_REFERENCE = re.compile(r"`(?P<marked>[A-Za-z_][\w.]*)`|(?<![\w.`])(?P<plain>(?:[a-z_]\w*\.)*[A-Z]\w*)(?![\w(])")
_LINK = re.compile(r"[`\s,:|–—-]*(?:(?:which|that|and|who|die|der|das|und|qui|et|an|\|)\b[\s,]*)*", re.IGNORECASE)
_IT = re.compile(
    r"(?:\b(?:it|this|that|which|he|the\s+(?:class|exception|error|latter|type)|(?:this|that)\s+(?:class|exception|error)|es|sie|die\s+(?:Klasse|Ausnahme)"
    r"|elle|il|(?:la|cette)\s+classe|l['’]exception))\s*(?:,?\s*in\s+turn,?)?\s*$",
    re.IGNORECASE,
)
_EVERY = re.compile(
    r"(?:^|[.;:,]\s+)(?:(?:all|each|every\s+one)(?:\s+of\s+(?:them|these))?|all\s+(?P<count>two|three|four|five|six|seven)"
    r"|(?P<both>both)(?:\s+(?:exceptions|classes|errors|of\s+them))?|alle(?:\s+(?P<zahl>zwei|drei|vier|fünf|sechs))?|beide)\s*$",
    re.IGNORECASE,
)
_NEXT_ITEM = re.compile(r"\n[ \t]*(?:[-*+•]|\d+[.)])\s+")
_COUNTS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6}
_UNSURE = re.compile(
    r"\b(?:used\s+to|formerly|older|earlier|until|before|would|could|should|might|may|if|suppose|like|unlike|direct|directly|our|own|not|never"
    r"|früher|nicht|kein\w*|direkt|wenn|falls|würde|pas|jamais|directement)\b|n['’]t\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Class:
    """A class that the chapter names. full: its name; found: None for a built-in one."""

    written: str
    span: Span
    full: str
    found: Found | None

    def ancestry(self, survey: Survey) -> Ancestry:
        return ancestry(survey.names, self.found) if self.found is not None else of_builtin(self.full)


def bases(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    """Findings on sentences and lines such as "`E` is a subclass of `B`" and "all three are caught by `except B`"."""
    for block in found.chapter.blocks:
        if block.kind not in ("prose", "quote", "table", "output", "diagram"):
            continue
        for said in _RELATION.finditer(found.text, block.span.start, block.span.end):
            base = _NAME.match(found.text, said.end(), block.span.end)
            around = next(each for each in sentences(found.text, block.span) if each.start <= said.start() <= each.end)
            if base is None or _UNSURE.search(found.text[_line(found, around.start, said.start()) : base.end()]):
                continue
            parents = [each for each in _named(found, subjects, base, said.end(), block.span.end) if each is not None]
            members = _members(found, subjects, block, around, said)
            for parent in parents:
                yield from _judged(found, members, parent, Span(start=said.start(), end=parent.span.end))


def _line(found: Survey, start: int, end: int) -> int:
    """Where the words begin that a relation belongs to: its sentence, or its line where lines stand for themselves."""
    return max(start, found.text.rfind("\n", start, end) + 1 if re.search(r" {4,}", found.text[start:end]) else start)


def _named(found: Survey, subjects: Subjects, base: re.Match[str], start: int, end: int) -> Iterator[_Class | None]:
    match: re.Match[str] | None = base
    while match is not None:
        yield _class(found, subjects, match["name"], Span(start=match.start("name"), end=match.end("name")))
        more = _FURTHER.match(found.text, match.end(), end)
        match = _NAME.match(found.text, more.end(), end) if more is not None else None


def _class(found: Survey, subjects: Subjects, written: str, span: Span) -> _Class | None:
    if written.partition(".")[0] in found.bound.own:
        return None
    candidates = [each for each in subjects.candidates(written) if each.kind == "class"]
    if len(candidates) == 1 and len(subjects.candidates(written)) == 1:
        return _Class(written, span, candidates[0].name, candidates[0])
    proper = builtin_class(written) if not subjects.candidates(written) and "." not in written else None
    return _Class(written, span, proper, None) if proper is not None else None


def _classes(found: Survey, subjects: Subjects, within: Span) -> list[_Class]:
    """The classes that a piece of text names, in order, each once."""
    named: dict[str, _Class] = {}
    for match in _REFERENCE.finditer(found.text, within.start, within.end):
        kind = match.lastgroup or "plain"
        each = _class(found, subjects, match[kind], Span(start=match.start(kind), end=match.end(kind)))
        if each is not None and (each.found is not None or kind == "marked" or each.full.endswith(("Error", "Exception", "Warning"))):
            named.setdefault(each.full, each)
    return list(named.values())


def _members(found: Survey, subjects: Subjects, block: Block, around: Span, said: re.Match[str]) -> list[_Class]:
    """The classes that a relation speaks of: the one before it, what "it" stands for, or all of a list."""
    start = _line(found, around.start, said.start())
    before = found.text[start : said.start()]
    if DENIED.search(before):
        return []
    every = _EVERY.search(before)
    if every is not None:
        return _all(found, subjects, block, around, every)
    here = _classes(found, subjects, Span(start=start, end=said.start()))
    if here and _LINK.fullmatch(found.text[here[-1].span.end : said.start()]):
        return here[-1:]
    if _IT.search(before) is None:
        return []
    if here:
        return here if len(here) == 1 else []
    for sentence in reversed([each for each in sentences(found.text, block.span) if each.end <= around.start]):
        there = _classes(found, subjects, sentence)
        if there:
            return there if len(there) == 1 else []
    return []


def _all(found: Survey, subjects: Subjects, block: Block, around: Span, every: re.Match[str]) -> list[_Class]:
    """The classes that begin the items of the list before a block, else those of the sentence before, where their count is what is said."""
    blocks = found.chapter.blocks
    items: list[_Class] = []
    for each in reversed(blocks[: blocks.index(block)]):
        if each.kind != "prose" or not is_item(found.text, each):
            break
        starts = [each.span.start, *(match.end() for match in _NEXT_ITEM.finditer(found.text, each.span.start, each.span.end))]
        named = [_classes(found, subjects, Span(start=start, end=min(each.span.end, start + 60)))[:1] for start in starts]
        items = [*(first for one in named for first in one), *items]
    sentence = next((each for each in reversed([*sentences(found.text, block.span)]) if each.end <= around.start), None)
    if not items and sentence is not None:
        items = _classes(found, subjects, sentence)
    word = (every["count"] or every["zahl"] or ("two" if every["both"] else "")).lower()
    return items if items and (not word or _COUNTS[word] == len(items)) else []


def _judged(found: Survey, members: list[_Class], parent: _Class, place: Span) -> Iterator[Finding]:
    above = [(each, each.ancestry(found)) for each in members if each.full != parent.full]
    missing = [(each, known) for each, known in above if parent.full not in known.names]
    if not above or any(not known.whole for _, known in missing):
        return
    each, known = missing[0] if missing else above[0]
    line = quoted("CONTRADICTS" if missing else "SUPPORTS", each.found.quote()) if each.found is not None else None
    if line is None:
        return
    names = " < ".join(sorted(known.names - {each.full, "object"})) or "object"
    where = at(each.found) if each.found is not None else ""
    opposite = f"does not descend from {parent.written}" if missing else f"descends from {parent.written}, as the chapter says,"
    summary = f"{each.written} {opposite} in {found.release(each.full)}; its ancestors are {names.replace(' < ', ', ')} ({where})."
    span = Span(start=min(place.start, each.span.start if place.start - each.span.start in range(120) else place.start), end=place.end)
    grounds: tuple[Ground, ...] = (line,)
    yield finding(WRONG if missing else RIGHT, span, summary, (f"classes above {each.full}: {names}",), grounds)
