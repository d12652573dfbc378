"""Defaults that are told by a number of things: "uses 20 bins unless told otherwise" is about the parameter `bins`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.pairs import spoken_against
from tools.instruments.identifiers.parameters import parameters_of
from tools.instruments.identifiers.statements import NUMBER, NUMBER_WORDS, Statement, parse_value
from tools.instruments.identifiers.subjects import Subject, Subjects
from tools.instruments.identifiers.survey import Survey
from tools.records import Block, Span

_COUNT = re.compile(
    rf"(?<![\w.,/`-])(?P<value>{NUMBER}|(?:{NUMBER_WORDS})\b)\s+(?:(?:equal|more|further|at\s+most)\s+)?(?P<noun>[a-z]{{3,}})\b"
)
_VERB = re.compile(
    r"\b(?:uses?|takes?|makes?|has|have|returns?|gives?|draws?|keeps?|starts?|waits?|shows?|prints?|reads?|writes?|runs?|creates?|produces?|allows?"
    r"|computes?|there\s+(?:are|is)|with|of|verwendet|benutzt|nimmt|hat|liefert|utilise|prend|a|renvoie|into|in|after|at|to|by|for|nach|après)\s+(?:(?:only|just|exactly|at\s+most|nur|up\s+to)\s+)?$"
)


def counted(found: Survey, subjects: Subjects, block: Block, around: Span) -> Iterator[tuple[Statement, Subject]]:
    """The statements of one sentence, each with the callable that it is about: the one it names, else the nearest before it."""
    there = marks(found.text, around)
    said = [*_COUNT.finditer(found.text, around.start, around.end)] if there else []
    if not said:
        return
    owners = subjects.named(around) or subjects.before(block, around.start)[:1]
    for match in said:
        known, value = parse_value(match["value"])
        span = Span(start=match.start(), end=match.end())
        verb = _VERB.search(found.text[around.start : match.start()])
        if not known or verb is None or spoken_against(found.text, around, span, there):
            continue
        fitting = [(owner, name) for owner in owners if (name := _parameter(found, owner, match["noun"]))]
        if len(fitting) == 1:
            owner, name = fitting[0]
            place = Span(start=match.start("value"), end=match.end("value"))
            yield Statement(name, value, match["value"], span, Span(start=match.start("noun"), end=match.end("noun")), place), owner


def _parameter(found: Survey, owner: Subject, noun: str) -> str:
    """The one parameter of all candidates that counts what a noun names, "" where there is none."""
    stem = noun.removesuffix("s")
    likely = {noun, stem, f"n_{noun}", f"n_{stem}", f"num_{noun}", f"num_{stem}", f"n{noun}", f"n{stem}", f"{stem}_count", f"max_{noun}"}
    names = [{name for name in parameters_of(found, each) if name in likely} for each in owner.candidates]
    common = set.intersection(*names) if names else set()
    return common.pop() if len(common) == 1 else ""
