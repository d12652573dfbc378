"""What models gave, held again against what was kept of it: words that a stored reply holds, verdicts that their evidence carries,
changes that rest on evidence, observations that stand in results.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator

from pydantic import JsonValue

from agent.acts import running
from agent.records import Assessment, Change, Claim
from agent.report import rundir
from agent.report.index import Index
from agent.report.recheck import Problem, Run
from agent.roles.judge import BY, LEFT_OUT, carries
from agent.roles.regrounding import of_dependency, of_view
from prompts.trust import Untrusted, measure
from tools import regular


def modelled(run: Run) -> Iterator[Problem]:
    """Each record that is a model's by its own word is one that the replies and the evidence bear out."""
    index, said = Index(run.report), _Said(run)
    for claim in run.report.reading.claims:
        if claim.restated is not None and not said.holds("claim_reader", claim.restated):
            yield Problem(claim.label, "its restatement stands in no stored reply of the claim reader")
        assessment = index.assessments.get(claim.id)
        if assessment is not None:
            checked = _assessment(index, assessment, said) if assessment.by == BY else _beside(assessment, said)
            yield from (Problem(claim.label, what) for what in checked)
    for item in run.report.evidence:
        if item.statement.origin == "model" and not said.holds("source_reader", item.statement):
            yield Problem(item.label, "what it says stands in no stored reply of the source reader")
    for change in run.report.changes:
        if is_models(index, change):
            yield from (Problem(change.label, what) for what in _change(index, change, said))
    for opening in run.report.openings:
        for sentence in opening.sentences:
            if not said.holds("writer", sentence.text):
                yield Problem(f"section {opening.section}", "a sentence of its opening stands in no stored reply of the writer")
    yield from _experiments(run)


def is_models(index: Index, change: Change) -> bool:
    """Whether a model proposed a change: its verdict is the judge's."""
    assessment = index.assessments.get(change.claim)
    return assessment is not None and assessment.by == BY


def _assessment(index: Index, assessment: Assessment, said: _Said) -> Iterator[str]:
    if assessment.findings:
        yield "it names the judge, and instruments decide it"
    if assessment.verdict == "unverifiable" or not carries(assessment.verdict, index.grounds(assessment)):
        yield "no evidence of it carries the judge's verdict"
    if assessment.concern != LEFT_OUT and not said.holds("judge", assessment.concern):
        yield "its concern stands in no stored reply of the judge"
    yield from _beside(assessment, said)
    if assessment.wordless is not None and not said.holds("proposer", assessment.wordless):
        yield "why no change of words mends it stands in no stored reply of the proposer"


def _beside(assessment: Assessment, said: _Said) -> Iterator[str]:
    for view in filter(None, map(of_view, assessment.beside)):
        if measure(view) != measure(LEFT_OUT) and not said.holds("judge", view):
            yield "a view beside its verdict stands in no stored reply of the judge"


def _change(index: Index, change: Change, said: _Said) -> Iterator[str]:
    claim: Claim | None = index.claims.get(change.claim)
    if claim is None or not change.span.within(claim.span):
        yield "its old words are not of the statement that it is about"
    if not any(name in index.evidence and index.evidence[name].claim == change.claim for name in change.evidence):
        yield "it rests on no evidence about its statement"
    if not all(said.holds("proposer", words) for words in (change.new, change.reason, *map(of_dependency, change.dependencies))):
        yield "its words stand in no stored reply of the proposer"


def _experiments(run: Run) -> Iterator[Problem]:
    """The programs of models: what is shown as observed stands in their results, and an answer is one."""
    for experiment in run.report.experiments:
        if not running.claim_of(experiment.wanted) or experiment.outcome.state != "ran":
            continue
        answer = experiment.outcome.result
        if running.fault_of(answer):
            yield Problem(experiment.label, running.fault_of(answer))
        elif experiment.observations != running.observed(answer):
            yield Problem(experiment.label, "its observations are not those of its result")


class _Said:
    """Every string in the replies of the run, by role, as its events name them."""

    def __init__(self, run: Run) -> None:
        self._words: dict[str, set[str]] = defaultdict(set)
        for role, name in _named(run):
            try:
                kept = rundir.read_json(run.directory / rundir.EFFECTS / name)
                text = kept["reply"]["text"]["untrusted"]  # type: ignore[index,call-overload]
                self._words[role].update(_strings(json.loads(str(text))))
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
                continue  # an answer that broke its form gave nothing

    def holds(self, role: str, words: Untrusted) -> bool:
        return measure(words) in self._words[role]


def _named(run: Run) -> Iterator[tuple[str, str]]:
    """Role and file of each reply."""
    try:
        events = [json.loads(line) for line in regular.read(run.directory / rundir.EVENTS, regular.MOST_RECORDS).splitlines()]
        for event in events:
            if event["kind"] == "effect" and event["data"]["effect"] == "reply":
                name = str(event["data"]["result"])
                if "/" not in name:
                    yield str(event["data"]["role"]), name
    except (OSError, ValueError, KeyError, TypeError):
        return  # that they cannot be read is said by the check of events


def _strings(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
