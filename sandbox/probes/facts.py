# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Facts: many small questions of one library put in one run, each with the sentences of a book that its answer confirms or refutes.

A fact is an expression with the value that its readings take for granted; where the installed library gives another value, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe, Reading, Verdict
from sandbox.probes.sentences import contradicts, observe, supports
from sandbox.records import Json

# Other releases and libraries; a statement about one of them is left alone.
ELSEWHERE = (
    r"\b(?:before|until|up to|prior to|through|ab|bis|vor|avant|jusqu\w*)\b.{0,12}\b(?:numpy|pandas|python|version|v)\s?\d"
    r"|\b(?:python ?2|numpy ?[01]\.|pandas ?[01]\.)|\b(?:jax|tensorflow|keras|julia|matlab|polars|dplyr|excel|dask|cupy|numba)\b"
)
# What is possible, wanted or set on purpose says nothing of what happens by itself.
MODAL = r"\b(?:can|could|may|might|should|must|ha(?:s|ve) to|need(?:s|ed)? to|wants?|kann|können|könnte\w*|soll\w*|muss|müssen|darf|dürfen|lässt|peut|peuvent|pourrait|doit|doivent|il faut)\b"
# Under a condition that stands elsewhere anything may hold.
CONDITIONAL = r"\b(?:in (?:that|this|which|such a) case|depend(?:s|ing) on|whether|in (?:dies|jen)em Fall|abhängig von|je nach\w*|ob|dans ce cas|selon)\b"
# Seconds of an idle core, measured: nearly all of it is the import.
TORCH_COST, LIBRARY_COST = 4.0, 0.5
OPPOSED = r"\b(?:unlike|as opposed to|in contrast to|anders als|im (?:Gegensatz|Unterschied) zu\w*|contrairement|à la différence)\b"


@dataclass(frozen=True)
class Fact:
    """One answer of a library.

    key: its name in the result. code: an expression over the names that the set-up of the probe defines. value: what readings presuppose.
    said: our words for it; `{value}` is what was measured. owner: pattern of whose property it is, in the statement.
    right, wrong: patterns of sentences that the value bears out or refutes; right_not, wrong_not: those that speak of a negation.
    A statement with both a right and a wrong pattern is left alone. without: what else must not occur. context: what must stand around it.
    modal: whether a statement with "can" or "must" counts. verdict: of what is wrong.
    """

    key: str
    code: str
    value: Json
    said: str
    owner: str
    right: str = ""
    wrong: str = ""
    right_not: str = ""
    wrong_not: str = ""
    without: str = ""
    context: str = ""
    modal: bool = False
    verdict: Verdict = "contradicted"
    more: tuple[Reading, ...] = ()

    def readings(self) -> tuple[Reading, ...]:
        """What the value says of sentences, where it is the expected one."""
        summary = self.said.format(value=_told(self.value)).removesuffix(".") + "."
        refused = "|".join(part for part in (self.without, OPPOSED, CONDITIONAL, "" if self.modal else MODAL) if part)
        found: list[Reading] = []
        for pattern, other, negated in ((self.wrong, self.right, False), (self.wrong_not, self.right_not, True)):
            if pattern:
                out = "|".join(part for part in (refused, other) if part)
                found.append(
                    contradicts(summary, self.owner, pattern, without=out, negated=negated, verdict=self.verdict, others=ELSEWHERE)
                )
        for pattern, other, negated in ((self.right, self.wrong, False), (self.right_not, self.wrong_not, True)):
            if pattern:
                out = "|".join(part for part in (refused, other) if part)
                found.append(supports(summary, self.owner, pattern, without=out, negated=negated, others=ELSEWHERE))
        context = re.compile(self.context, re.IGNORECASE | re.DOTALL) if self.context else None
        return (
            *(replace(reading, context=context, alone=True) for reading in found),
            *(replace(reading, alone=True) for reading in self.more),
        )


def _told(value: Json) -> str:
    return value if isinstance(value, str) else str(value)


_FACT = """
def fact(key, measure):
    try:
        found = measure()
    except Exception as error:
        found = "raises " + type(error).__name__
    FACTS[key] = found.item() if hasattr(found, "item") and getattr(found, "ndim", 0) == 0 else found

FACTS = {}
"""


class Measured(Protocol):
    """What a program measures: the value of an expression, under a key."""

    @property
    def key(self) -> str:
        """Its name in the result."""
        ...

    @property
    def code(self) -> str:
        """The expression."""
        ...


def facts_program(setup: str, facts: Sequence[Measured], on: Literal["torch", "any interpreter"] = "any interpreter") -> str:
    """The program that measures every fact: {"facts": {key: value, or "raises CLASS"}}."""
    lines = [f"fact({fact.key!r}, lambda: {fact.code})" for fact in facts]
    return program("\n".join([_FACT, setup.strip("\n"), *lines, 'finish({"facts": FACTS})']), on=on)


def facts_reader(facts: Sequence[Fact]) -> Callable[[Mapping[str, Any]], tuple[Observation, ...]]:
    """Reads what such a program found; a fact with another value than the expected one is told and reads nothing."""

    def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
        found = result["facts"]
        return tuple(
            observe(
                result,
                f"/facts/{fact.key}",
                fact.said.format(value=_told(found[fact.key])),
                fact.readings() if type(found[fact.key]) is type(fact.value) and found[fact.key] == fact.value else (),
            )
            for fact in facts
        )

    return read


def facts_probe(name: str, question: str, triggers: tuple[str, ...], packages: tuple[str, ...], setup: str, facts: Sequence[Fact]) -> Probe:
    """A probe of many facts."""
    torch = "torch" in packages
    return Probe(
        name=name,
        question=question,
        success="each expression gives the value that the documentation states",
        failure="one gives another value, or raises",
        triggers=triggers,
        parameters={},
        script=facts_program(setup, facts, "torch" if torch else "any interpreter"),
        read=facts_reader(facts),
        packages=packages,
        seconds=180 if torch else 60,
        cost=TORCH_COST if torch else LIBRARY_COST,
    )


def near(owner: str, value: str, rival: str = "", gap: int = 60) -> str:
    """The owner and, in the same clause and with no rival between them, the value."""
    within = r"(?:[^.;:]|\.(?=\w))"
    step = rf"(?:(?!{rival}){within})" if rival else within
    return rf"{owner}{step}{{0,{gap}}}?{value}"


def either(*patterns: str) -> str:
    """Any of these."""
    return "(?:" + "|".join(pattern for pattern in patterns if pattern) + ")"


def both(*patterns: str) -> str:
    """All of these, in any order."""
    return "".join(f"(?=.*(?:{pattern}))" for pattern in patterns)
