"""Experiments worth making that no program of ours makes: measurements told without their conditions, notebooks that were not supplied,
figures of time and ratio that nothing here decides. Method and criteria are fixed here, before anything is measured.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.acts import running
from agent.records import Claim
from agent.report.index import PRIORITIES, Index
from agent.report.words import cite, code, plain
from prompts.trust import measure
from tools.records import Priority

MOST = 6
_LONGEST = 400  # characters of a statement; a longer one is a table
_RATIO = re.compile(
    r"(?i)\d\s*(?:×|x\b|times\b|[- ]?fold\b|mal\b|fois\b)|\b(?:faster|slower|schneller|langsamer|plus (?:vite|rapide|lent))\b"
)
_TIME = re.compile(r"(?i)\d\s*(?:ns|µs|μs|us|ms|s|sec|seconds?|minutes?|sekunden?|minuten|millisekunden|secondes?)\b")


@dataclass(frozen=True)
class Opportunity:
    """An experiment that is proposed and was not made. All parts are Markdown of ours that cites labels and shows outside words as code."""

    priority: Priority
    question: str
    method: str
    success: str
    failure: str


def opportunities(index: Index) -> list[Opportunity]:
    """What is worth measuring, most urgent first, a handful at most; then what the planner noted, as many at most."""
    found = [*_measurements(index), *_notebooks(index), *_figures(index)]
    return [*_urgent(found), *_urgent(_noted(index))]


def _urgent(found: Iterable[Opportunity]) -> list[Opportunity]:
    return sorted(found, key=lambda each: PRIORITIES.index(each.priority))[:MOST]


def _noted(index: Index) -> Iterator[Opportunity]:
    """What a model that planned the search found to be needed, and could not have, in its words."""
    labels = {claim.span: claim.label for claim in index.report.reading.claims}
    for gap in index.report.gaps:
        if gap.instrument == running.PLANNED and gap.finding is None:
            about = f" about [{labels[gap.span]}]" if gap.span in labels else ""
            words = f", in the words of the model that planned the search: {code(gap.what, 300)}"
            if gap.what == running.LEFT_OUT:
                words = f": {plain(running.LEFT_OUT)}"
            yield Opportunity(
                running.priority_of(gap),
                f"What is wanted{about}{words}.",
                "none is fixed; write it down before anything is measured.",
                "to be fixed with the method, before the run.",
                "to be fixed with the method, before the run.",
            )


def _measurements(index: Index) -> Iterator[Opportunity]:
    """Measurements that the chapter gives without what they were made with."""
    for claim in index.report.reading.claims:
        assessment = index.assessments.get(claim.id)
        findings = assessment.findings if assessment is not None else ()
        missing = [f for f in findings if f.instrument == "provenance" and f.verdict == "unverifiable" and f.kind != "scope"]
        if missing:
            yield Opportunity(
                missing[0].priority,
                f"Does the measurement of {cite([claim.label])} come out again under stated conditions?",
                "run the chapter's own measuring code in one environment, once to warm up and ten times after; write down versions, "
                "processor or GPU, threads and settings beside each figure.",
                "each printed figure lies between the least and the greatest of the ten runs.",
                "a printed figure lies outside; then the text needs the new figure with its conditions.",
            )


def _notebooks(index: Index) -> Iterator[Opportunity]:
    """Notebooks that the pack names and nobody supplied."""
    for label, source in index.sources.items():
        if source.kind == "notebook" and source.status == "not accessible":
            yield Opportunity(
                "medium",
                f"Does the notebook [{label}] run from its first cell to its last, and does it print what the chapter prints?",
                "download it, give it with `--material FILE`, and have its cells run in order in the sandbox, in a fresh namespace.",
                "every cell runs, and each output agrees with the one that is stored and with the chapter's.",
                "a cell raises, or prints something else than the chapter.",
            )


def _figures(index: Index) -> Iterator[Opportunity]:
    """Figures of ratio, then of time, that stay open."""
    open_claims = [claim for claim in index.report.reading.claims if _is_open(index, claim)]
    for pattern, what in ((_RATIO, "ratio"), (_TIME, "time")):
        for claim in open_claims:
            text = measure(claim.text)
            if pattern.search(text) and (pattern is _RATIO or not _RATIO.search(text)):
                yield _figure(index, claim, what)


def _is_open(index: Index, claim: Claim) -> bool:
    """Whether nothing was found about a short statement in prose with a figure."""
    assessment = index.assessments.get(claim.id)
    nobody = (assessment is None or not assessment.findings) and not index.parts(claim)
    text = measure(claim.text)
    return nobody and len(text) <= _LONGEST and any(ch.isdigit() for ch in text) and "|" not in text and not claim.place.startswith("table")


def _figure(index: Index, claim: Claim, what: str) -> Opportunity:
    priority = index.assessments[claim.id].priority if claim.id in index.assessments else "low"
    method = "time both sides in turn in one process" if what == "ratio" else "time the step by itself"
    return Opportunity(
        priority,
        f"Is the {what} in {cite([claim.label])} {code(claim.text, 120)} what a measurement gives?",
        f"{method}, the device waited for, once to warm up and ten times after.",
        f"the stated {what} lies between the least and the greatest.",
        "it lies outside.",
    )
