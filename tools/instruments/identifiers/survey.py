"""All that an examination needs in one value: the chapter's text, its names, and the packages they are held against."""

from __future__ import annotations

import builtins
import sys
from dataclasses import dataclass, field

from prompts.trust import derived, measure
from tools.instruments.identifiers.mentions import Mention, mentions
from tools.instruments.identifiers.program import Bindings, Program, bindings, programs
from tools.packages.names import Found, Names, Resolution
from tools.records import (
    Chapter,
    ChapterEvidence,
    ClaimKind,
    Facts,
    Finding,
    Ground,
    Packages,
    Priority,
    Quotation,
    QuotedEvidence,
    Relation,
    Replacement,
    Response,
    Span,
    Verdict,
)

NAME = "identifiers"
_BUILTINS = frozenset(dir(builtins))


@dataclass(eq=False)
class Survey:
    """facts.packages is there; a chapter is surveyed once an examination."""

    chapter: Chapter
    facts: Facts
    packages: Packages
    text: str
    programs: list[Program]
    bound: Bindings
    mentions: list[Mention]
    names: Names
    _resolved: dict[str, Resolution] = field(default_factory=dict)

    def resolve(self, name: str) -> Resolution:
        if name not in self._resolved:
            self._resolved[name] = self.names.resolve(name)
        return self._resolved[name]

    def distribution(self, name: str) -> str | None:
        """The distribution that a dotted name belongs to; modules of the standard library that are compiled in are Python's."""
        root = name.partition(".")[0]
        known = self.packages.distribution_of(root)
        if known is None and "python" in self.packages.installed() and (root in sys.stdlib_module_names or root == "builtins"):
            return "python"
        return known

    def release(self, name: str) -> str:
        """For a sentence: "torch 2.13.0", "Python 3.11.7"."""
        distribution = self.distribution(name) or name.partition(".")[0]
        version = self.packages.installed().get(distribution, "").partition("+")[0]
        return f"{'Python' if distribution == 'python' else distribution} {version}".strip()


def survey(chapter: Chapter, facts: Facts) -> Survey | None:
    """None where there are no packages to hold the chapter against."""
    if facts.packages is None:
        return None
    text = measure(chapter.text)
    found = programs(chapter, text)
    bound = bindings(found, text)
    named = [
        mention
        for mention in mentions(chapter, text, found, bound, facts.packages)
        if not mention.name.startswith("builtins.") or mention.written in _BUILTINS
    ]
    return Survey(chapter, facts, facts.packages, text, found, bound, named, Names(facts.packages))


@dataclass(frozen=True)
class Judgement:
    """The typed part of a finding; `finding` adds words and grounds."""

    rule: str
    verdict: Verdict
    priority: Priority
    response: Response
    kind: ClaimKind = "api"


CONFIRMED = ("supported", "low", "no change")


def finding(
    judged: Judgement,
    span: Span,
    summary: str,
    working: tuple[str, ...],
    grounds: tuple[Ground, ...],
    replacement: Replacement | None = None,
    limits: str = "",
) -> Finding:
    return Finding(
        instrument=NAME,
        rule=judged.rule,
        span=span,
        kind=judged.kind,
        verdict=judged.verdict,
        priority=judged.priority,
        response=judged.response,
        summary=derived(summary),
        working=tuple(derived(step) for step in working),
        grounds=grounds,
        replacement=replacement,
        limits=limits,
    )


def quoted(relation: Relation, quotation: Quotation) -> QuotedEvidence:
    return QuotedEvidence(relation=relation, quotation=quotation)


def at(found: Found) -> str:
    """For a sentence: "torch/_dynamo/config.py, line 137"."""
    return f"{found.module.file.path}, {found.quote().locator}"


def elsewhere(spans: list[Span]) -> tuple[Ground, ...]:
    """The other places of the chapter at which the same name stands."""
    return tuple(ChapterEvidence(relation="BACKGROUND", span=span) for span in spans)
