"""Sentences that say how a callable behaves when nothing is asked of it, held against the default that decides it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.behaviours import IN_TABLES
from tools.instruments.identifiers.behaviours_of_programs import IN_PROGRAMS
from tools.instruments.identifiers.parameters import Default, default_of
from tools.instruments.identifiers.subjects import Subject, Subjects, sentences
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.instruments.identifiers.ways import Behaviour
from tools.records import Block, Finding, Relation, Span

WRONG = Judgement("default-behaviour", "contradicted", "high", "correction", "behavioural")
RIGHT = Judgement("default-behaviour", "supported", "low", "no change", "behavioural")
UNLESS = (
    r"(?:unless|es\s+sei\s+denn|sofern\s+nicht|solange\s+nicht|wenn\s+nicht|falls\s+nicht|sauf\s+si|sauf|à\s+moins\s+que|a\s+menos\s+que)"
)
# Words by which a text says that nothing was asked for.
MARK = re.compile(
    rf"\bby\s+default\b|\bdefaults?\b|\b{UNLESS}\b|\bwithout\s+(?:an?\s+)?(?:arguments?|further|parentheses|brackets)\b|\bout\s+of\s+the\s+box\b"
    r"|standardmäßig|voreingestellt|von\s+(?:sich|Haus)\s+aus|ohne\s+(?:weitere|nähere)\s+Angabe|ohne\s+Argument\w*|wenn\s+nichts\s+anderes"
    r"|par\s+défaut|sans\s+(?:argument|précision)|por\s+defecto",
    re.IGNORECASE,
)
NEGATED = re.compile(r"(?:\b(?:not|never|nor|no|nicht|nie|kein\w*|ne|pas|jamais)\b|n['’]t\b)[^,;]{0,30}$", re.IGNORECASE)
BESIDE = re.compile(
    r"\b(?:unlike|contrary\s+to|in\s+contrast|as\s+opposed|instead\s+of|rather\s+than|im\s+Gegensatz|anders\s+als|statt|contrairement"
    r"|used\s+to|formerly|previously|until|before\s+(?:version|NumPy|pandas|Python|PyTorch|\d)|older|früher|bisher|autrefois|avant"
    r"|should|must|can|could|may|might|want|need|soll\w*|kann|könn\w*|muss|doit|peut|\?)\b|\?",
    re.IGNORECASE,
)
_ELSE = re.compile(r"\W*(?:otherwise|else|sonst|andernfalls|ansonsten|sinon|autrement)\b", re.IGNORECASE)
_WHEN_SET = re.compile(
    r"\b(?:if|when|falls|wenn|si|lorsque)\s+(?:set|given|passed|true|`|you|man|vous|\w+\s+(?:is|ist|est)\s)", re.IGNORECASE
)
_IF = re.compile(
    r"\b(?:if|when|whenever|with|for\s+which|where|falls|wenn|sobald|mit|bei(?!\s+(?:`|[a-z]\w*\.[a-z]))|si|lorsque|quand|avec)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r";|,\s+(?=(?:whereas|while|but|wogegen|während|aber|dagegen|tandis\s+que|mais)\b)|\s(?=whereas\b|wogegen\b|tandis\s+que\b)"
)
_SAME = re.compile(
    r"\s*[`*]*(?:Its?|This|That|The\s+(?:function|method|class|decorator|call|optimizer|layer)|By\s+default|Without|Unless|Out\s+of|Sie|Er|Es"
    r"|Ihr\w*|Sein\w*|Die\s+(?:Funktion|Methode|Klasse)|Standardmäßig|Ohne|Elle|Il|Son|Sa|La\s+(?:fonction|méthode|classe)|Par\s+défaut|Sans)\b"
)
_LIBRARIES = {"pandas": "pandas", "numpy": "numpy", "torch": "torch", "pytorch": "torch"}


def behaving(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    for block, sentence in spoken(found):
        for clause in clauses(found.text, sentence):
            yield from _judged(found, subjects, block, clause)


def spoken(found: Survey) -> Iterator[tuple[Block, Span]]:
    """The sentences of the chapter, those in longer comments of its code among them."""
    for block in found.chapter.blocks:
        if block.kind in ("prose", "quote"):
            yield from ((block, sentence) for sentence in sentences(found.text, block.span))
        elif block.kind == "code":
            for line in block.lines:
                mark = found.text.find("# ", line.span.start, line.span.end)
                if mark >= 0 and found.text.count(" ", mark, line.span.end) > 5:
                    yield from ((block, each) for each in sentences(found.text, Span(start=mark + 2, end=line.span.end)))


def clauses(text: str, sentence: Span) -> Iterator[Span]:
    """The parts of a sentence that set one thing against another."""
    start = sentence.start
    for part in _PARTS.finditer(text, sentence.start, sentence.end):
        yield Span(start=start, end=part.start())
        start = part.end()
    yield Span(start=start, end=sentence.end)


def _judged(found: Survey, subjects: Subjects, block: Block, clause: Span) -> Iterator[Finding]:
    words = found.text[clause.start : clause.end]
    plain = _unmarked(found.text, clause)
    for behaviour in (*IN_TABLES, *IN_PROGRAMS):
        places = [way.words.search(words) for way in behaviour.ways]
        said = [number for number, place in enumerate(places) if place is not None]
        if len(said) != 1 or not _plainly(behaviour, words, plain, places[said[0]]):
            continue
        place = places[said[0]]
        assert place is not None
        owners = owning(found, subjects, block, clause, tuple(behaviour.parameters), clause.start + place.start())
        yield from _held(
            found, behaviour, said[0], clause, Span(start=clause.start + place.start(), end=clause.start + place.end()), owners
        )


def _unmarked(text: str, clause: Span) -> str:
    """The words of a clause with blanks where they say that nothing was asked for."""
    words = list(text[clause.start : clause.end])
    for mark in marks(text, clause):
        words[mark.start - clause.start : mark.end - clause.start] = " " * len(mark)
    return "".join(words)


def _plainly(behaviour: Behaviour, words: str, plain: str, place: re.Match[str] | None) -> bool:
    """Whether a clause says without reserve that this is what happens when nothing is asked for. plain: without the words for that."""
    assert place is not None
    before, mark = plain[: place.start()], MARK.search(words) or plain != words
    if any(_names(words, name) for name in behaviour.parameters):
        return False
    if NEGATED.search(before) or BESIDE.search(words) or (not mark and behaviour.marked):
        return False
    if _ELSE.match(words) or _WHEN_SET.search(before):
        return False
    inside = re.search(r"\([^()]*\w\s*=[^()]*\)", words)
    return inside is None and (bool(mark) or not _IF.search(before + words[place.end() : place.end() + 40]))


def _names(words: str, parameter: str) -> bool:
    """Whether a clause names a parameter; one that is a word of its own counts with marks of code or a value alone."""
    alone = rf"|(?<![\w.]){parameter}\b" if "_" in parameter or parameter == "ddof" else ""
    return re.search(rf"`{parameter}\b|(?<![\w.]){parameter}\s*[=:]{alone}", words) is not None


@dataclass(frozen=True)
class Owned:
    """A subject with the defaults of its candidates that have the parameter."""

    subject: Subject
    defaults: tuple[Default, ...]


def owning(found: Survey, subjects: Subjects, block: Block, clause: Span, parameters: tuple[str, ...], place: int) -> list[Owned]:
    """The subjects of a clause that have one of the parameters: those named before the place, else those of the sentences before."""
    text = found.text
    here = subjects.named(clause)
    if any(each.span.start < place and not subjects.reaches(each, place) for each in here):
        return []
    library = {
        _LIBRARIES[word.lower()] for word in re.findall(r"\b(?:pandas|numpy|torch|pytorch)\b", text[clause.start : clause.end], re.I)
    }
    owners = [each for subject in here if subject.span.start < place and (each := owned(found, subject, parameters, library)) is not None]
    if owners or (here and any(subject.span.start < place for subject in here)):
        return owners
    words = text[clause.start : clause.end]
    marked = MARK.search(words) or marks(text, clause)
    if not here and (_SAME.match(words) or marked):
        for subject in subjects.before(block, clause.start):
            owner = owned(found, subject, parameters, library)
            if owner is not None:
                return [owner]
    if not here and any(not mark.group().lower().startswith("default") for mark in MARK.finditer(words)):
        above = subjects.around(block.span.start)
        return [owner for subject in above if (owner := owned(found, subject, parameters, library)) is not None]
    return []


def owned(found: Survey, subject: Subject, parameters: tuple[str, ...], library: set[str]) -> Owned | None:
    """None where no candidate has one of the parameters; those of other packages than `library` names do not count."""
    defaults = [
        default
        for candidate in subject.candidates
        if "." in subject.written or not library or candidate.name.partition(".")[0] in library
        for name in parameters
        if (default := default_of(found, candidate, name)) is not None
    ]
    return Owned(subject, tuple(defaults)) if defaults else None


def _held(found: Survey, behaviour: Behaviour, said: int, clause: Span, place: Span, owners: list[Owned]) -> Iterator[Finding]:
    """All owners have to go the other way for a fault, and all the way that is said for a confirmation."""
    ways = [[(behaviour.way_of(each.parameter, each.value), each) for each in owner.defaults] for owner in owners]
    known = [[(way, each) for way, each in owner if way is not None] for owner in ways]
    if not known or not all(known) or len({way for owner in known for way, _ in owner}) != 1:
        return
    way, default = known[0][0]
    assert way is not None
    release = found.release(default.owner.name)
    names = " and ".join(dict.fromkeys(owner.subject.written for owner in owners))
    span = Span(
        start=min([place.start, *(owner.subject.span.start for owner in owners if owner.subject.span.within(clause))]), end=place.end
    )
    right = way == said
    summary = (
        f"In {release}, {names} has {default.parameter}={default.source} by default: {behaviour.ways[way].says}"
        f"{', as the chapter says' if right else ''} ({at(default.owner)})."
    )
    working = [
        f"{each.owner.name}: {each.parameter} is {each.source}, at {each.quotation.locator}" for owner in owners for each in owner.defaults
    ]
    relation: Relation = "SUPPORTS" if right else "CONTRADICTS"
    grounds = [quoted(relation, default.quotation)]
    told = default.entry.quote() if default.entry is not None else None
    if told is not None:
        grounds.append(quoted(relation, told))
    limits = "The signature and its documentation state it; nothing was run."
    yield finding(RIGHT if right else WRONG, span, summary, tuple(working[:6]), tuple(grounds), limits=limits)
