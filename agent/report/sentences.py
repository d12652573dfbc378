"""Sentences of a model's that stand beside records: each rests on some, and is words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from agent.report.contract import SectionMaterial, check_section
from prompts.trust import Untrusted, derived, measure

_MARKUP = re.compile(r"[<>\[\]`#|\\]|://|www\.")
_PLAIN = 2  # a section whose sentences have no heading


def loose(said: Iterable[tuple[Untrusted, tuple[str, ...]]], marks: frozenset[str]) -> list[str]:
    """What is wrong with sentences that rest on nothing or on what is not there, and those that are more than words."""
    every = list(said)
    resting = ["a sentence that rests on no record of the section" for _, rests in every if not rests or not set(rests) <= marks]
    return resting + ["a sentence with marks, addresses or markup in it" for words, _ in every if _MARKUP.search(measure(words))]


def unheld(words: Untrusted, rests: tuple[str, ...], records: Mapping[str, str]) -> list[str]:
    """What is wrong with one sentence over records, by label: beside `loose`, each number has to be in a record that it rests on."""
    if problems := loose([(words, rests)], frozenset(records)):
        return problems
    material = SectionMaterial(derived("\n".join(records[label] for label in rests)), frozenset(records), frozenset())
    return [problem.partition(":")[0] for problem in check_section(_PLAIN, measure(words), material)]
