# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Questions with a few answers that exclude each other: which one holds is measured, which one a sentence gives is read.

A question says what a sentence has to speak of and, for each answer, the words that give it. A sentence that affirms another answer than
the measured one, or denies the measured one, is contradicted; words that deny, allow, restrict or suppose are understood in one place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from sandbox.probes.facts import ELSEWHERE, LIBRARY_COST, TORCH_COST, facts_program
from sandbox.probes.records import Observation, Probe, Reading, Relation
from sandbox.probes.sentences import HEDGES, OTHER_SYSTEMS, observe

_LONGEST = 500
_CLOSE = 110  # characters between what a question is about and the words of an answer
_REACH = 5  # words that a denial reaches over; beyond them it is not certain what it denies
# What denies the words that follow it in the same clause.
_DENIES = re.compile(
    r"\b(?:not|no|never|neither|nor|(?-i:none)|nothing|cannot|without|hardly|instead of|rather than|far from|fails? to|refus\w+ to|nicht|kein\w*|nie|niemals|ohne|statt|weder"
    r"|ne|pas|jamais|sans|aucune?)\b|n['’]t\b|\bn['’](?=[aeéhiouy])",
    re.IGNORECASE,
)
_DENIES_BEHIND = re.compile(r"\A\s*(?:no\b|nothing\b|neither\b|kein\w*\b|nicht\b|aucune?\b|pas\b|nowhere\b)", re.IGNORECASE)
# What is possible, wanted or supposed is not said to happen.
_OPEN = re.compile(
    r"\b(?:can|could|may|might|should|must|ought|would|if|when|whenever|ha(?:s|ve) to|need(?:s|ed)? to|wants?|in order to|so as to|to (?:get|make|obtain|force|avoid|ask for|keep)|whether"
    r"|kann|können|könnte\w*|soll\w*|muss|müssen|darf|dürfen|ob|peut|peuvent|pourrait|doit|doivent|il faut|pour)\b",
    re.IGNORECASE,
)
# A statement that is only told in order to be denied.
_DISOWNED = (
    r"\b(?:not|never|no longer|n['’]t|nicht|pas)\b[^:;]{0,20}\b(?:true|right|correct|the case|hold\w*|valid|wahr|richtig|der Fall|vrai|exact)\b"
    r"|\b(?:not|never|n['’]t) (?:rely|count|expect|assume|believe|think|conclude|suppose)\b|\bno rule\b"
)
# Where a sentence restricts itself, its other half may hold.
_RESTRICTED = re.compile(
    r"\b(?:unless|except(?:ed|ing)?|(?<!stand )(?<!lie )(?<!set )apart from|aside from|other than|only (?:if|when|where|with|for|after|once|because|under)|as long as|provided that|depend(?:s|ing)|sometimes|usually|often|mostly"
    r"|in (?:that|this|such a) case|unlike|as opposed to|in contrast to|if [`]*(?:None|True|False)\b|anders als|im Gegensatz|contrairement|es sei denn|außer|nur (?:wenn|falls|bei|mit)|sofern|solange|abhängig|je nach|manchmal|meist\w*|sauf|à moins|seulement (?:si|quand)|tant que|selon|parfois|souvent)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[,;:()—]|\.\s|\b(?:but|and|yet|whereas|while|sondern|aber|und|mais|et|alors que|tandis que)\b", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|which|who|whose)(?: \w+){0,2}\s+\Z", re.IGNORECASE)
_SEGMENTS = re.compile(r"[;:—–]\s|\.\s")
_CLAUSES = re.compile(
    r",? \b(?:whereas|while|but|yet|während|aber|mais|alors que|tandis que)\b|, (?:and|which|as|since|because|so|und|da|weil|et|car)\b",
    re.IGNORECASE,
)
# Rows of a table, output and code are no sentences.
_FIGURES = re.compile(r"\||\bdef \w+\(|\bimport \w+ \w+|\breturn \w+[.( ]\S* ?[-+*/(]|@\w+\.\w+|(?:\d[\d.,]*\s+(?:\S+\s+){0,2}){7}")


@cache
def lazily(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when a sentence is first held against it."""
    return re.compile(pattern, re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True)
class Around:
    """What has to stand around a statement, compiled when it is first asked."""

    pattern: str

    def search(self, string: str, /) -> re.Match[str] | None:
        """Where it is found first, None where it is not."""
        return lazily(self.pattern).search(string)


@dataclass(frozen=True)
class Question:
    """One question, its answers and the words for each of them.

    key: its name in the result. code: an expression whose value is the name of an answer. said: our sentence, `{value}` stands for that name.
    case: patterns of what a sentence must speak of, all of them. answers: by name, the patterns of words that give it.
    about: what must stand in the sentence or around it. without: what must not stand in the sentence. by_default: whether a restriction
    ("unless", "only if") in the sentence is of no account, as the question is about what happens without it.
    """

    key: str
    code: str
    said: str
    case: tuple[str, ...]
    answers: Mapping[str, str]
    about: str = ""
    without: str = ""
    by_default: bool = False

    def readings(self, measured: str, others: str = ELSEWHERE, here: str = "") -> tuple[Reading, ...]:
        """What the measured answer says of sentences. others: pattern of the systems and releases that a sentence may be about instead; here: of
        the release that was measured."""
        summary = self.said.format(value=measured)
        around, refused = Around(self.about) if self.about else None, f"{HEDGES}|{_DISOWNED}|{others}"
        return (
            Reading(
                Answer(self, measured, "CONTRADICTS", refused, here), "CONTRADICTS", summary, "contradicted", context=around, alone=True
            ),
            Reading(Answer(self, measured, "SUPPORTS", refused, here), "SUPPORTS", summary, "supported", context=around, alone=True),
        )


@dataclass(frozen=True)
class Answer:
    """Searches a sentence for an answer to a question that the measured one refutes, or bears out."""

    question: Question
    measured: str
    relation: Relation
    refused: str
    here: str = ""  # pattern of the release that was measured, which a sentence may name

    def search(self, string: str, /) -> re.Match[str] | None:
        """Where the words of the answer stand, None where the sentence gives none, or is no plain statement of one."""
        string = lazily(self.here).sub("", string) if self.here else string
        if len(string) > _LONGEST or not all(lazily(part).search(string) for part in self.question.case):
            return None
        if lazily(self.refused).search(string) or _FIGURES.search(string):
            return None
        for parts in (_clauses(string), _SEGMENTS.split(string), [string]):
            judged = [found for part in parts if self._speaks_of(part) and (found := self._judged(part)) is not None]
            if judged:
                relation, match = judged[0]
                return match if relation == self.relation and all(other == relation for other, _ in judged) else None
        return None

    def _near(self, part: str, match: re.Match[str]) -> bool:
        """Whether the words of an answer stand close to what the question is about first of all."""
        first = lazily(self.question.case[0])
        return any(found.start() - match.end() <= _CLOSE and match.start() - found.end() <= _CLOSE for found in first.finditer(part))

    def _speaks_of(self, part: str) -> bool:
        """Whether a part has all that the question is about and nothing that makes it another question."""
        if not all(lazily(wanted).search(part) for wanted in self.question.case):
            return False
        if not self.question.by_default and _RESTRICTED.search(part):
            return False
        return not self.question.without or lazily(self.question.without).search(part) is None

    def _judged(self, part: str) -> tuple[Relation, re.Match[str]] | None:
        """What a sentence or clause says, None where it says nothing or several things that exclude each other."""
        affirmed: dict[str, re.Match[str]] = {}
        denied: dict[str, re.Match[str]] = {}
        for name, pattern in self.question.answers.items():
            for match in lazily(pattern).finditer(part):
                stance = _stance(part, match)
                if stance != "open" and self._near(part, match):
                    (denied if stance == "denied" else affirmed).setdefault(name, match)
        others = [match for name, match in affirmed.items() if name != self.measured]
        if self.measured in affirmed:
            return None if others or self.measured in denied else ("SUPPORTS", affirmed[self.measured])
        if others:
            return "CONTRADICTS", others[0]
        if self.measured in denied and len(self.question.answers) == 2 and not (denied.keys() - {self.measured}):
            return "CONTRADICTS", denied[self.measured]
        wrong_denied = [match for name, match in denied.items() if name != self.measured]
        if wrong_denied and len(self.question.answers) == 2 and self.measured not in denied:
            return "SUPPORTS", wrong_denied[0]
        return None


def _clauses(string: str) -> list[str]:
    """The clauses of a sentence; one that restricts itself stays with its neighbours."""
    return [
        clause for segment in _SEGMENTS.split(string) for clause in ([segment] if _RESTRICTED.search(segment) else _CLAUSES.split(segment))
    ]


def _stance(part: str, match: re.Match[str]) -> Literal["affirmed", "denied", "open"]:
    """Whether a clause affirms the words at a place, denies them, or leaves them open."""
    before = part[: match.start()]
    stops = [*_STOP.finditer(before)]
    clause = before[stops[-1].end() :] if stops else before
    if _OPEN.search(clause):
        return "open"
    denials = [found for found in _DENIES.finditer(clause) if not _aside(clause, found)]
    if denials and len(clause[denials[-1].end() :].split()) > _REACH:
        return "open"
    within = _DENIES.search(match.group().partition(" ")[2]) is not None  # "is not stored", where any word may stand between
    behind = _DENIES_BEHIND.match(part[match.end() : match.end() + 20]) is not None
    return "denied" if (len(denials) + within + behind) % 2 else "affirmed"


def _aside(clause: str, denial: re.Match[str]) -> bool:
    """Whether a denial belongs to a relative clause that is over before the words in question: "keys that are not adjacent form ..."."""
    return _RELATIVE.search(clause[: denial.start()]) is not None and len(clause[denial.end() :].split()) > 2


def questions_probe(
    name: str,
    question: str,
    triggers: tuple[str, ...],
    packages: tuple[str, ...],
    setup: str,
    questions: Sequence[Question],
    cost: float = 0.0,
) -> Probe:
    """A probe of many such questions, measured in one run."""
    torch = "torch" in packages
    return Probe(
        name=name,
        question=question,
        success="each experiment gives one of the answers that were listed before",
        failure="one gives another, or raises",
        triggers=triggers,
        parameters={},
        script=facts_program(setup, questions, "torch" if torch else "any interpreter"),
        read=_reader(questions, f"{OTHER_SYSTEMS}|{ELSEWHERE}" if torch else ELSEWHERE),
        packages=packages,
        seconds=180 if torch else 60,
        cost=cost or (TORCH_COST if torch else LIBRARY_COST),
    )


def _release(ran_on: Mapping[str, Any]) -> str:
    """A pattern for the release that was measured, by its first two numbers: "in PyTorch 2.13.0", "with NumPy 2.4"."""
    named = {"torch": r"(?:Py)?torch", "numpy": "numpy"}
    known = [(pattern, str(ran_on[name]).split(".")[:2]) for name, pattern in named.items() if name in ran_on]
    releases = "|".join(rf"{pattern}[ =v]*{numbers[0]}\.{numbers[1]}(?:\.\d+)?(?:\+\w+)?(?![\d.]\d)" for pattern, numbers in known)
    return rf"\b(?:(?:in|on|with|under|for) )?\b(?:{releases})" if releases else ""


def _reader(questions: Sequence[Question], others: str) -> Callable[[Mapping[str, Any]], tuple[Observation, ...]]:
    def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
        found, here = result["facts"], _release(result["ran_on"])
        return tuple(
            observe(
                result,
                f"/facts/{each.key}",
                each.said.format(value=found[each.key]),
                each.readings(found[each.key], others, here)
                if isinstance(found[each.key], str) and found[each.key] in each.answers
                else (),
            )
            for each in questions
        )

    return read
