# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Patterns over one statement of a chapter, built so that a wrong match is rare rather than a right one frequent.

A pattern names words that must all occur, and none matches a statement that hedges, tells of another release or system, reports a
mistake, supposes something or asks. Unless a pattern says that it is about a negation, none matches a statement with one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from sandbox.probes.records import Observation, Reading, Relation, Verdict, at

_LONGEST = 500
# Marks that Markdown puts around words, and hyphens and spaces that a typesetter puts between them.
_MARKS = str.maketrans({"`": None, "*": None, "\u2011": "-", "\u00a0": " ", "\u202f": " ", "\u00ad": None})
NEGATION = r"\b(?:not|no|never|neither|nor|none of|nothing|cannot|without|hardly|instead of|rather than|fails? to|nicht|kein\w*|nie|niemals|ohne|statt|weder|ne|pas|jamais|sans|aucune?|ni)\b|n['’]t\b|\bn['’](?=[aeéhiouy])"
HEDGES = "|".join(
    [
        r"\?\s*$",
        r"\b(?:misconception|myth|mistak\w+|wrong\w*|incorrect\w*|false(?:ly)? (?:belie|claim|assum)\w*|contrary to|you (?:might|may) (?:think|expect|assume|believe))",
        r"\b(?:one|you|people|readers|some|many) (?:(?:might|may|could|would|often|tend to) )?(?:think|expect|assume|believe|claim)s?\b",
        r"\b(?:one|people|readers|some|many) (?:(?:might|may|could|would|often) )?says?\b|\byou (?:might|may|could|would) say\b",
        r"\b(?:if it (?:were|was|had)|were it|would have|would be|had (?:it|we|they)|suppose|imagine|hypothetical\w*|pretend|as if|as though)\b",
        r"\b(?:used to|formerly|previously|historically|originally|in the past|back then|once upon|early (?:versions?|releases?)|legacy)\b",
        r"\b(?:older|earlier|previous|prior|first|old|future|later|newer|next|upcoming) (?:py)?(?:torch|versions?|releases?|builds?)\b",
        r"\b(?:before|until|up to|prior to|through|in|since|as of|from|with|under|on|starting with) (?:pytorch |torch |version |release |v)?\d+\.\d+",
        r"\b(?:pytorch|torch)[ =v]*\d\.\d",
        r"\b(?:our|my|your|unser\w*|mein\w*|notre|mon|ma) (?:own )?(?:wrapper|helper|subclass|fork|library|package|project|Hülle|Bibliothek|Hilfsfunktion|enveloppe|bibliothèque)\b",
        r"\b(?:früher\w*|ältere\w*|irrtum|angenommen|fälschlich\w*|würde\w*|irrig\w*|vermeintlich\w*|wäre\w*|könnte (?:man )?(?:meinen|denken|glauben))\b",
        r"\b(?:autrefois|auparavant|jadis|anciens?|ancienne\w*|idée reçue|à tort|on pourrait (?:croire|penser)|serai(?:t|ent)|suppos\w+)\b",
    ]
)
OTHER_SYSTEMS = (
    r"\b(?:jax|xla|tensorflow|tf\.function|keras|julia|numba|torchscript|torch\.jit|mypyc|cython|onnx|tensorrt|lru_cache|functools|kv)\b"
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
    """A pattern for a whole number, in figures or in words; TypeError for what is none, as a result that was tampered with may hold."""
    _whole(value)
    return rf"(?<![\d.,])(?:{value}|{WORDS.get(value, value)})(?![\w]|[.,]\d)"


def other_number(*values: int) -> str:
    """A pattern for any other whole number; TypeError as above."""
    _whole(*values)
    words = "|".join(word for key, word in WORDS.items() if key not in values)
    figures = "|".join(str(value) for value in values)
    return rf"(?<![\d.,\w])(?:(?!(?:{figures})(?!\d))\d+|{words})(?![\w]|[.,]\d)"


def _whole(*values: object) -> None:
    for value in values:
        if not isinstance(value, int) or isinstance(value, bool):
            raise TypeError(f"{str(value)[:40]!r} is no whole number")


def ordinal(value: int) -> str:
    """A pattern for "ninth", "9th"; TypeError as above."""
    _whole(value)
    return rf"\b(?:{ORDINALS.get(value, f'{value}th')}|{value}(?:st|nd|rd|th))\b"


@dataclass(frozen=True)
class Sentence:
    """A statement of at most `_LONGEST` characters in which all that is wanted occurs and nothing that is refused.

    calm: whether a negation refuses it. One in a part before the last colon or semicolon denies nothing of what follows there, if
    all that is wanted occurs after it: "They need no care: a batch of one is served ...".
    """

    wanted: re.Pattern[str]
    refused: re.Pattern[str]
    calm: bool = False

    def search(self, statement: str) -> re.Match[str] | None:
        """Where the wanted words begin, None where the statement is another."""
        found = self.wanted.search(statement) if len(statement) <= _LONGEST else None
        if found is None or self.refused.search(statement) is not None:
            return None
        if not self.calm or _NEGATED.search(statement) is None:
            return found
        before, mark, after = _last_part(statement)
        if not mark or _DENIES.search(before) or _NEGATED.search(after):
            return None
        return self.wanted.search(after)


def _last_part(statement: str) -> tuple[str, str, str]:
    """What stands before the last colon or semicolon, the mark, and what follows it."""
    marks = [*re.finditer(r"[:;]\s", statement)]
    return (statement[: marks[-1].start()], ":", statement[marks[-1].end() :]) if marks else (statement, "", "")


_NEGATED = re.compile(NEGATION, re.IGNORECASE | re.DOTALL)
# What denies the statement that follows it.
_DENIES = re.compile(
    r"\b(?:not|never|no longer|n['’]t|nicht|pas)\b[^:;]{0,20}\b(?:true|so|right|correct|case|hold\w*|valid|wahr|richtig|der Fall|vrai|exact)\b|\b(?:no|nein|non)\s*$",
    re.IGNORECASE,
)


@cache
def _refused(*parts: str) -> re.Pattern[str]:
    """What many sentences exclude alike, compiled once: it is far longer than what each of them wants."""
    return re.compile("|".join(parts), re.IGNORECASE | re.DOTALL)


def sentence(*parts: str, without: str = "", negated: bool = False, others: str = OTHER_SYSTEMS) -> Sentence:
    """Matches a statement of at most 500 characters in which every part occurs and nothing that is excluded.

    without: a further exclusion. negated: the parts speak of a negation themselves, so that one may occur.
    others: names of systems that a statement may be about instead.
    """
    refused = _refused(HEDGES, others, *([without] if without else []))
    wanted = "".join(f"(?=.*(?:{part}))" for part in parts)
    return Sentence(re.compile(rf"\A{wanted}", re.IGNORECASE | re.DOTALL), refused, calm=not negated)


def supports(summary: str, *parts: str, without: str = "", negated: bool = False, others: str = OTHER_SYSTEMS) -> Reading:
    """A reading that confirms."""
    return Reading(sentence(*parts, without=without, negated=negated, others=others), "SUPPORTS", summary, "supported")


def contradicts(
    summary: str, *parts: str, without: str = "", negated: bool = False, verdict: Verdict = "contradicted", others: str = OTHER_SYSTEMS
) -> Reading:
    """A reading that refutes."""
    return Reading(sentence(*parts, without=without, negated=negated, others=others), "CONTRADICTS", summary, verdict)


def qualifies(summary: str, *parts: str, without: str = "", negated: bool = False, verdict: Verdict = "qualified") -> Reading:
    """A reading that holds under a condition which the statement leaves out."""
    return Reading(sentence(*parts, without=without, negated=negated), "QUALIFIES", summary, verdict)


def observe(result: Mapping[str, Any], pointer: str, statement: str, *readings: Reading | Sequence[Reading]) -> Observation:
    """An observation of what stands at a pointer; LookupError where nothing does."""
    flat = [item for reading in readings for item in ([reading] if isinstance(reading, Reading) else reading)]
    return Observation(statement, pointer, at(dict(result), pointer), tuple(flat))


def readings_of(
    observed: Sequence[Observation], statement: str, before: str = "", after: str = ""
) -> tuple[tuple[Observation, Reading], ...]:
    """What the observations say of one statement, qualifications last; nothing where they say two things that exclude each other.

    before, after: what stands around it in the chapter; a few hundred characters are enough. A statement of several sentences is read
    sentence by sentence; one that begins with a pronoun, or contrasts itself with what came before, is read together with its forerunner.
    """
    around = " ".join(f"{before} {statement} {after}".translate(_MARKS).split())
    earlier = " ".join(before.translate(_MARKS).split())
    previous = ["", *_sentences(_PARAGRAPH.split(before.rstrip())[-1])][-1]
    found: dict[int, tuple[Observation, Reading]] = {}
    for one in _sentences(statement):
        joined = f"{previous} {one}" if previous and _LEANS.search(one) else ""
        pairs = [
            (item, reading)
            for item in observed
            for reading in item.readings
            if _matches(reading, one, joined, previous)
            and (reading.context is None or reading.context.search(around))
            and (reading.unless is None or not reading.unless.search(earlier))
        ]
        if _contested(pairs):  # what a sentence says by itself counts before what it says with its forerunner
            pairs = [pair for pair in pairs if pair[1].pattern.search(one)]
        if not _contested(pairs):
            found.update({id(reading): (item, reading) for item, reading in pairs if id(reading) not in found})
        previous = one
    return tuple(sorted(found.values(), key=lambda pair: _ORDER.index(pair[1].relation)))


_ORDER: tuple[Relation, ...] = ("CONTRADICTS", "SUPPORTS", "QUALIFIES")


def _contested(pairs: Sequence[tuple[Observation, Reading]]) -> bool:
    return {"CONTRADICTS", "SUPPORTS"} <= {reading.relation for _, reading in pairs if not reading.alone}


def _matches(reading: Reading, one: str, joined: str, previous: str) -> bool:
    if reading.pattern.search(one):
        return True
    return bool(joined) and reading.pattern.search(joined) is not None and reading.pattern.search(previous) is None


_LEANS = re.compile(
    r"\A\W*(?:its?|they|their|this|these|that|the (?:argument|parameter|function|method|default|option|decorator|class|latter|same|mean|result)"
    r"|es|er|sie|sein\w*|ihre?\w*|dies\w*|das|der|die|beide|il|elle|ils|elles|son|sa|ses|leurs?|cel(?:a|le|ui)|cette?|ces?|ce)\b"
    r"|\bby default\b|\A\W*with(?:out)? (?:an?|the|its|this|that)\b|\b(?:dagegen|hingegen|ebenso|ebenfalls|too|in contrast|by contrast|en revanche|également|likewise)\b"
    r"|\A\W*(?:standardmäßig|par défaut)\b",
    re.IGNORECASE,
)
_PARAGRAPH = re.compile(r"\n\s*\n")
_BREAK = re.compile(r"(?<=[.!?…])[\"”»“’)\]]*\s+(?=[A-ZÄÖÜÀÉÈÊÎÔ\d„“«\"(]|[a-z_][a-z_]*[._(\d]\w*)")
_ABBREVIATED = re.compile(
    r"\b(?:e\.g|i\.e|vs|cf|fig|eq|sec|ca|etc|z\. ?B|d\. ?h|bzw|vgl|u\. ?a|p\. ?ex|c\.-à-d|resp|Abb|Tab|Nr|no)\.\W*\Z", re.IGNORECASE
)


# Negations that deny nothing: "if it is not given", "without an argument", "not only".
_CALM = [
    (re.compile(rf"\b{words}(?!\w)", re.IGNORECASE), calm)
    for words, calm in (
        (
            r"(?:(?:if|when|as long as) (?:\w+ ){0,2}(?:is |are |was )?not (?:given|specified|passed|set|stated|told|mentioned)|(?:if|when) (?:none|nothing|no \w+) (?:is |are )?(?:given|specified|passed|set|said|stated)|unless (?:\w+ ){0,2}(?:is |are )?(?:given|specified|passed|set|stated|told|mentioned))(?: otherwise| differently| by the caller)?",
            "by default",
        ),
        (
            r"unless (?:you|they|it|we) (?:are |is )?(?:told|say|says|set|ask|pass\w*|choose) (?:otherwise|differently)",
            "by default unless set",
        ),
        (r"without (?:an? |any |further |more )*(?:arguments?|parentheses|keywords?|options?|parameters?)", "by default"),
        (
            r"(?:wenn|falls|sofern|solange) (?:\w+ ){0,2}(?:nicht|nichts|kein\w*) (?:\w+ )?(?:angegeben|gesetzt|übergeben|genannt|festgelegt|bestimmt|gesagt)(?: ist| wird| wurde)?",
            "standardmäßig",
        ),
        (r"ohne (?:ein |eine |weitere |andere |nähere )*(?:Argumente?|Angaben?|Parameter)", "standardmäßig"),
        (
            r"(?:si|quand|lorsque) (?:\w+ |l['’]\w+ ){0,2}n['’](?:est|a) pas (?:été )?(?:précisée?|donnée?|indiquée?|fournie?|spécifiée?|passée?)",
            "par défaut",
        ),
        (r"sans (?:autre |aucun |plus d['’])?(?:argument|précision|paramètre|indication)s?", "par défaut"),
        (r"(?:where|if|when|whenever) (?:it|this) can", "where possible"),
        (r"((?:when|whenever|once|as soon as) (?:an?|the) (?:\w+ ){1,3})would be (needed|required|due)", r"\1is \2"),
        (
            r"(?:just |exactly )?as (?:(?:it|they) (?:do|does|did|would)(?: so)? )?without (?:it\b|them\b|fullgraph ?= ?True|(?:the|that|this) (?:option|argument|flag|setting))",
            "as well",
        ),
        (r"(?:not only|nicht nur|non seulement|pas seulement)", "also"),
    )
]


def _sentences(text: str) -> list[str]:
    """The sentences of a text on one line each, without the marks of Markdown."""
    flat = " ".join(text.translate(_MARKS).split())
    for words, calm in _CALM:
        flat = words.sub(calm, flat)
    found: list[str] = []
    start = 0
    for mark in _BREAK.finditer(flat):
        if _ABBREVIATED.search(flat, start, mark.start()):
            continue
        found.append(flat[start : mark.start()])
        start = mark.end()
    return [*found, flat[start:]] if flat[start:] else found
