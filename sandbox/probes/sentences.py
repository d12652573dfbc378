# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Patterns over one statement of a chapter, built so that a wrong match is rare rather than a right one frequent.

A pattern names words that must all occur, and none matches a statement that hedges, tells of another release or system, reports a
mistake, supposes something or asks. Unless a pattern says that it is about a negation, none matches a statement with one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from sandbox.probes.records import Observation, Reading, Relation, Verdict, at

# Marks that Markdown puts around words, and hyphens and spaces that a typesetter puts between them.
_MARKS = str.maketrans({"`": None, "*": None, "\u2011": "-", "\u00a0": " ", "\u202f": " ", "\u00ad": None})
NEGATION = r"\b(?:not|no|never|neither|nor|none of|nothing|cannot|without|hardly|instead of|rather than|fails? to|nicht|kein\w*|nie|niemals|ohne|statt)\b|n['’]t\b"
HEDGES = "|".join(
    [
        r"\?\s*$",
        r"\b(?:misconception|myth|mistak\w+|wrong\w*|incorrect\w*|false(?:ly)? (?:belie|claim|assum)\w*|contrary to|you (?:might|may) (?:think|expect|assume|believe))",
        r"\b(?:one|you|people|readers|some|many) (?:might|may|could|would|often|tend to)? ?(?:think|expect|assume|believe|say|claim)s?\b",
        r"\b(?:if it (?:were|was|had)|were it|would have|would be|had (?:it|we|they)|suppose|imagine|hypothetical\w*|pretend|as if|as though)\b",
        r"\b(?:used to|formerly|previously|historically|originally|in the past|back then|once upon|early (?:versions?|releases?)|legacy)\b",
        r"\b(?:older|earlier|previous|prior|first|old|future|later|newer|next|upcoming) (?:py)?(?:torch|versions?|releases?|builds?)\b",
        r"\b(?:before|until|up to|prior to|through|in|since|as of|from|with|under|on|starting with) (?:pytorch |torch |version |release |v)?\d+\.\d+",
        r"\b(?:pytorch|torch)[ =v]*\d\.\d",
        r"\b(?:jax|xla|tensorflow|tf\.function|keras|julia|numba|torchscript|torch\.jit|mypyc|cython|onnx|tensorrt|lru_cache|functools|kv)\b",
        r"\b(?:früher|ältere\w*|irrtum|angenommen|fälschlich\w*|würde\w*)\b",
    ]
)
WORDS = {
    1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 11: "eleven",
    12: "twelve", 13: "thirteen", 14: "fourteen", 15: "fifteen", 16: "sixteen", 20: "twenty", 32: "thirty-two", 64: "sixty-four",
}  # fmt: skip
ORDINALS = {
    1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth", 7: "seventh", 8: "eighth", 9: "ninth", 10: "tenth",
    11: "eleventh", 12: "twelfth", 13: "thirteenth", 17: "seventeenth", 33: "thirty-third", 65: "sixty-fifth",
}  # fmt: skip


def number(value: int) -> str:
    """A pattern for a whole number, in figures or in words."""
    return rf"(?<![\d.,])(?:{value}|{WORDS.get(value, value)})(?![\w]|[.,]\d)"


def other_number(*values: int) -> str:
    """A pattern for any other whole number."""
    words = "|".join(word for key, word in WORDS.items() if key not in values)
    figures = "|".join(str(value) for value in values)
    return rf"(?<![\d.,\w])(?:(?!(?:{figures})(?!\d))\d+|{words})(?![\w]|[.,]\d)"


def ordinal(value: int) -> str:
    """A pattern for "ninth", "9th"."""
    return rf"\b(?:{ORDINALS.get(value, f'{value}th')}|{value}(?:st|nd|rd|th))\b"


def sentence(*parts: str, without: str = "", negated: bool = False) -> re.Pattern[str]:
    """Matches a statement of at most 500 characters in which every part occurs and nothing that is excluded.

    without: a further exclusion. negated: the parts speak of a negation themselves, so that one may occur.
    """
    refused = [HEDGES, *([] if negated else [NEGATION]), *([without] if without else [])]
    wanted = "".join(f"(?=.*(?:{part}))" for part in parts)
    return re.compile(rf"\A(?!.{{501}}){wanted}(?!.*(?:{'|'.join(refused)}))", re.IGNORECASE | re.DOTALL)


def supports(summary: str, *parts: str, without: str = "", negated: bool = False) -> Reading:
    """A reading that confirms."""
    return Reading(sentence(*parts, without=without, negated=negated), "SUPPORTS", summary, "supported")


def contradicts(summary: str, *parts: str, without: str = "", negated: bool = False, verdict: Verdict = "contradicted") -> Reading:
    """A reading that refutes."""
    return Reading(sentence(*parts, without=without, negated=negated), "CONTRADICTS", summary, verdict)


def qualifies(summary: str, *parts: str, without: str = "", negated: bool = False, verdict: Verdict = "qualified") -> Reading:
    """A reading that holds under a condition which the statement leaves out."""
    return Reading(sentence(*parts, without=without, negated=negated), "QUALIFIES", summary, verdict)


def observe(result: Mapping[str, Any], pointer: str, statement: str, *readings: Reading | Sequence[Reading]) -> Observation:
    """An observation of what stands at a pointer; LookupError where nothing does."""
    flat = [item for reading in readings for item in ([reading] if isinstance(reading, Reading) else reading)]
    return Observation(statement, pointer, at(dict(result), pointer), tuple(flat))


def readings_of(observed: Sequence[Observation], statement: str) -> tuple[tuple[Observation, Reading], ...]:
    """What the observations say of one statement, qualifications last; nothing where they say two things that exclude each other."""
    flat = " ".join(statement.translate(_MARKS).split())
    matched = [(item, reading) for item in observed for reading in item.readings if reading.pattern.search(flat)]
    relations: set[Relation] = {reading.relation for _, reading in matched}
    if {"CONTRADICTS", "SUPPORTS"} <= relations:
        return ()
    return tuple(sorted(matched, key=lambda pair: pair[1].relation == "QUALIFIES"))
