"""Defaults whose parameter a sentence does not name: the words beside a value fit the name of one parameter alone.

"With nothing else given, the factor starts at 0" is about `start_factor`; "wraps at 80 columns unless width is given" about `width`, which
the sentence speaks of as not given. The words count that stand in one part of the sentence with the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.behaving import clauses
from tools.instruments.identifiers.kinds import may_be_of
from tools.instruments.identifiers.lacking import lacking
from tools.instruments.identifiers.likeness import fitting, touches
from tools.instruments.identifiers.pairs import spoken_against
from tools.instruments.identifiers.parameters import default_of, of_a_number, parameters_of
from tools.instruments.identifiers.statements import NUMBER, NUMBER_WORDS, Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.instruments.identifiers.untold import ONE_CASE
from tools.records import Block, Span

_VALUE = re.compile(
    rf"(?<![\w.,/^`$€#(=-])(?:(?P<number>{NUMBER})|(?P<word>{NUMBER_WORDS})\b(?!-)|(?P<text>[`]?[\"'“][a-z][\w+-]{{1,30}}[\"'”][`]?))"
    r"(?![\w%^/×·`]|[.,]\d|\s?[%×·*/^+=<>≈-]\s?|\s(?:to|bis|à)\s\d)"
)
_EDGE = re.compile(r"[,;:()]\s|\s(?:and|or|but|so|while|whereas|und|oder|et|ou)\s|[–—]")
# A part of a sentence that tells what follows, or what holds in one case, states no default.
_LED = re.compile(
    r"^\W*(?:(?:and|or|but|und|oder|et|ou)\s+)?(?:so|hence|thus|therefore|because|since|as|if|when|while|with|for|here|then|where|in\s+(?:our|this)|daher|deshalb|weil|da|wenn|mit"
    r"|hier|donc|car|si|avec|ici)\b",
    re.IGNORECASE,
)
_ATTRIBUTE = re.compile(r"\s+(?!is\b|are\b|was\b|being\b|of\b|for\b|values?\b|would\b)[a-z]+")
_AFTER = re.compile(r"\s*\w+(?:\s+\w+)?")
# These words stand for a number only where one is expected.
_PRONOUN = re.compile(r"one|zero|null|eins|un", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:of|at|is|are|to|by|from|von|auf|bei|um|ist|de|à)\s+$", re.IGNORECASE)
# The word that only words of linking part from a value, and what a text follows that is taken for something.
_LINKED = re.compile(
    r"(?P<word>[\wε]+)(?:\s+(?:of|is|are|at|to|by|from|the|a|an|only|just|starts?|begins?|being|equals?|stands?|set|up|from|von|auf|bei|um|ist|beginnt"
    r"|beträgt|de|à|est|vaut))*\s+$",
    re.IGNORECASE,
)
_TAKEN = re.compile(
    r"\b(?:in|with|uses?|takes?|is|are|means|to|as|assumes?|picks?|chooses?|gives?|at|on|mit|in|ist|verwendet|nimmt|avec|est|utilise|prend)"
    r"\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:all|alle|than|like|instead|times|about|roughly|some|more|fewer|less|over|under|als|etwa|environ)\s+$", re.IGNORECASE
)
_STOPS = re.compile(r"[,;:()–—]|\s(?:and|or|but|so|while|whereas|und|oder|et|ou|after|before|unless|if|when|by)\s")


def meant(found: Survey, subjects: Subjects, block: Block, around: Span) -> Iterator[tuple[Statement, list[Subject]]]:
    """The statements of one sentence, each with the callables that it may be about, all of which have to deny it for a fault."""
    for clause in clauses(found.text, around):
        values = [match for match in _VALUE.finditer(found.text, clause.start, clause.end) if not _is_given(found.text, match)]
        owners = _owners(found, subjects, block, clause) if values else []
        names = {name for owner in owners for each in owner.candidates for name in parameters_of(found, each)}
        absent = [*lacking(found.text, clause, sorted(names))]
        there = [*marks(found.text, clause), *(span for _, span in absent)]
        free = [match for match in values if not any(span.start <= match.start() < span.end for span in there)]
        for match in free:
            place = Span(start=match.start(), end=match.end())
            if not any(_serves(found.text, mark, place, values) for mark in there):
                continue
            if not spoken_against(found.text, clause, place, there) and not _COMPARED.search(found.text[clause.start : place.start]):
                missing = {name for name, span in absent if _adjacent(found.text, name, span, place, free)}
                yield from _said(found, _of(owners, clause, place), clause, there, match, missing)


def _serves(text: str, mark: Span, place: Span, values: list[re.Match[str]]) -> bool:
    """Whether a mark is about a value: one that belongs to a noun ("the default factor 0.1") is about the next value alone."""
    noun = text[mark.start : mark.end].lower() == "default" and _ATTRIBUTE.match(text, mark.end) is not None
    return not noun or (mark.end <= place.start and not any(mark.end <= each.start() < place.start for each in values))


def _is_given(text: str, match: re.Match[str]) -> bool:
    """Whether a value is set by an equals sign: other readings are for that."""
    return text[: match.start()].rstrip(" `").endswith("=")


def _adjacent(text: str, name: str, mark: Span, place: Span, values: list[re.Match[str]]) -> bool:
    """Whether neither another value, nor the name again, nor more than one edge stands between what is not given and a value."""
    first, last = sorted((mark, place), key=lambda span: span.start)
    between = text[first.end : last.start]
    parted = len(_EDGE.findall(between + " ")) > 1 or re.search(rf"\b{name}\b", between) is not None
    return not parted and not any(first.end <= each.start() < last.start for each in values)


def _owners(found: Survey, subjects: Subjects, block: Block, clause: Span) -> list[Subject]:
    """The callables of the clause, else those before it, the nearest first; none of these where it begins with things of another kind."""
    here = subjects.named(clause)
    before = [] if here else [*subjects.before(block, clause.start), *subjects.around(block.span.start)]
    return here or [each for each in before if may_be_of(found.text[clause.start : clause.end], each.written)]


def _of(owners: list[Subject], clause: Span, place: Span) -> list[Subject]:
    """Of several callables of a clause the nearest before a value."""
    before = [each for each in owners if each.span.within(clause) and each.span.end <= place.start]
    return before[-1:] or owners


def _said(
    found: Survey, owners: list[Subject], clause: Span, there: list[Span], match: re.Match[str], missing: set[str]
) -> Iterator[tuple[Statement, list[Subject]]]:
    known, value = parse_value(match.group())
    edge = max((each.end() for each in _EDGE.finditer(found.text, clause.start, match.start())), default=clause.start)
    part = _part(found.text, edge, clause, match)
    left, right = _unmarked(found.text, part.start, match.start(), there), _AFTER.match(found.text, match.end(), part.end)
    led = _LED.match(_unmarked(found.text, edge, match.start(), there)) and not any(each.start <= edge + 2 <= each.end for each in there)
    if not known or led or ONE_CASE.search(found.text[match.end() : clause.end]):
        return
    if match["word"] and _PRONOUN.fullmatch(match["word"]) and not _COUNTED.search(left):
        return
    names = list(missing) if len(missing) == 1 and (not isinstance(value, str) or _TAKEN.search(left)) else []
    if not names and not isinstance(value, str):
        beside = _LINKED.search(left)
        near = _fitting(found, owners, left, beside["word"], value) if beside is not None else []
        after = right.group() if right is not None else ""
        names = near or _fitting(found, owners, after, after, value)
    for name in names:
        having = [each for each in owners if each.candidates and all(_like(found, each, name, value))]
        if having:
            yield _statement(found, name, value, match, part), having


def _unmarked(text: str, start: int, end: int, there: list[Span]) -> str:
    """Words without the marks of a default among them."""
    return "".join(text[at] for at in range(start, end) if not any(span.start <= at < span.end for span in there))


def _fitting(found: Survey, owners: list[Subject], words: str, beside: str, value: object) -> list[str]:
    """The one parameter of the nearest callable that has one which the words fit, the word beside the value among them."""
    for owner in owners:
        names = [
            {name for name in parameters_of(found, each) if all(_like(found, Subject(owner.written, owner.span, (each,)), name, value))}
            for each in owner.candidates
        ]
        fit = fitting(words, set.intersection(*names)) if names else frozenset()
        if fit:
            return list(fit) if len(fit) == 1 and touches(beside, *fit) else []
    return []


def _like(found: Survey, owner: Subject, name: str, value: object) -> Iterator[bool]:
    """Of each candidate, whether the parameter has a default of the value's kind."""
    for each in owner.candidates:
        default = default_of(found, each, name)
        text = default is not None and isinstance(default.value, str)
        yield text if isinstance(value, str) else of_a_number(found, each, name)


def _statement(found: Survey, name: str, value: object, match: re.Match[str], part: Span) -> Statement:
    place = Span(start=match.start(), end=match.end())
    start = part.start + len(found.text[part.start : place.start]) - len(found.text[part.start : place.start].lstrip())
    return Statement(name, value, match.group().strip("`"), Span(start=start, end=place.end), place, place)


def _part(text: str, edge: int, clause: Span, match: re.Match[str]) -> Span:
    """The part of a clause that belongs to a value: between the edges and the other values around it."""
    start = max((each.end() for each in _VALUE.finditer(text, edge, match.start())), default=edge)
    stop = _STOPS.search(text, match.end(), clause.end)
    following = _VALUE.search(text, match.end(), clause.end)
    end = min(stop.start() if stop is not None else clause.end, following.start() if following is not None else clause.end)
    return Span(start=start, end=end)
