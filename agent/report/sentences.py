"""Sentences of a model's that stand beside records: each rests on some, and is words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agent.report.contract import SectionMaterial, check_section
from agent.roles.grounding import OVERREACHING, UNGROUNDED, overreaching, strange
from prompts.trust import Untrusted, derived, measure

_MARKUP = re.compile(r"[<>\[\]`#|\\]|://|www\.")
_PLAIN = 2  # a section whose sentences have no heading


def loose(said: Iterable[tuple[Untrusted, tuple[str, ...]]], marks: frozenset[str]) -> list[str]:
    """What is wrong with sentences that rest on nothing or on what is not there, and those that are more than words."""
    every = list(said)
    resting = ["a sentence that rests on no record of the section" for _, rests in every if not rests or not set(rests) <= marks]
    return resting + ["a sentence with marks, addresses or markup in it" for words, _ in every if _MARKUP.search(measure(words))]


def unheld(words: Untrusted, rests: tuple[str, ...], records: Mapping[str, str]) -> list[str]:
    """What is wrong with one sentence over records, by label: what it names and attests is in those that it rests on."""
    if problems := loose([(words, rests)], frozenset(records)):
        return problems
    held = [f"{label} {records[label]}" for label in rests]
    named = [UNGROUNDED] if strange(words, held) else []
    named += [OVERREACHING] if overreaching(words, held) else []
    material = SectionMaterial(derived("\n".join(records[label] for label in rests)), frozenset(records), frozenset())
    return [*named, *(problem.partition(":")[0] for problem in check_section(_PLAIN, measure(words), material))]


def beyond(words: Untrusted, rests: tuple[str, ...], section: str) -> list[str]:
    """What is wrong with a sentence that opens a section: what it names stands on lines with the marks that it cites, and it speaks

    of no more than these. How many statements hold is said by code.
    """
    held = [line for line in section.splitlines() if any(f"[{mark}]" in line for mark in rests)]
    problems = [UNGROUNDED] if strange(words, held) else []
    return problems + ([OVERREACHING] if overreaching(words, held, universal=False) else [])
