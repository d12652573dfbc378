"""What the records of a run rest on, looked up again: quotations in the stored documents, figures in the results of runs, places in the
chapter, and the records among each other. Each check gives what does not hold.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

from agent.documents import quoted_text
from agent.inquiry import Inquiry
from agent.pointers import Missing, resolve
from agent.records import Experiment, Report
from agent.report import rundir
from agent.report.index import Index
from prompts.trust import Untrusted, measure
from tools import durable, regular
from tools.records import ChapterEvidence, MeasuredEvidence, Quotation, QuotedEvidence, Span
from tools.store import ArchiveError, EvidenceStore
from tools.text import NotText


@dataclass(frozen=True)
class Problem:
    """Something that does not hold. where: the file or the label."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"


@dataclass(frozen=True)
class Run:
    """A run directory, opened for reading."""

    directory: Path
    report: Report
    store: EvidenceStore


def inquiry_of(run: Run) -> Inquiry | None:
    """What the inquiry brought, by the record that the events name; None where there is none, or it cannot be read."""
    try:
        events = [json.loads(line) for line in regular.read(run.directory / rundir.EVENTS, regular.MOST_RECORDS).splitlines()]
        named = [event["data"]["record"] for event in events if event["kind"] == "stage" and event["data"].get("stage") == "inquiry"
                 and event["data"]["is"] == "done"]  # fmt: skip
        return Inquiry.model_validate(rundir.read_json(run.directory / rundir.SHELF / f"{named[-1]}.json")) if named else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None  # that they cannot be read is said by the checks of events and records


def _quoted(run: Run, quotation: Quotation) -> Untrusted | None:
    try:
        return quoted_text(run.store, quotation)
    except (ArchiveError, NotText):
        return None


def _text(run: Run, content: str) -> Untrusted | None:
    try:
        return run.store.text(content)
    except (ArchiveError, NotText):
        return None


def _stands(document: Untrusted, span: Span, words: Untrusted) -> bool:
    return span.start <= span.end and measure(document)[span.start : span.end] == measure(words)


def evidence(run: Run) -> Iterator[Problem]:
    chapter = run.report.snapshot.chapter.text
    index = Index(run.report)
    for item in run.report.evidence:
        ground = item.ground
        if isinstance(ground, ChapterEvidence) and not ground.span.start <= ground.span.end <= len(chapter):
            yield Problem(item.label, "its place is not in the chapter")
        elif isinstance(ground, QuotedEvidence):
            yield from _quotation(run, item.label, ground, index)
        elif isinstance(ground, MeasuredEvidence):
            yield from _figure(run, item.label, ground, index)
        if item.relation != ground.relation:
            yield Problem(item.label, "its relation is not that of its ground")


def _quotation(run: Run, label: str, ground: QuotedEvidence, index: Index) -> Iterator[Problem]:
    quotation = ground.quotation
    document = _quoted(run, quotation)
    if document is None:
        yield Problem(label, "the document that it quotes is not in the evidence store, or is damaged")
    elif not _stands(document, quotation.span, quotation.text):
        yield Problem(label, "its quotation does not stand at its place in the stored document")
    source = index.sources.get(index.label_of_source.get(quotation.source, ""))
    if source is None or source.sha256 != quotation.sha256:
        yield Problem(label, "the ledger does not list the document that it quotes")


def _figure(run: Run, label: str, ground: MeasuredEvidence, index: Index) -> Iterator[Problem]:
    experiment = index.experiments.get(ground.run)
    if experiment is None or experiment.outcome.state != "ran":
        yield Problem(label, "it cites a run that was not made")
        return
    try:
        found = resolve(rundir.read_json(run.directory / rundir.EXPERIMENTS / experiment.id / rundir.RESULT), ground.field)
    except (OSError, ValueError, Missing):
        yield Problem(label, f"{rundir.EXPERIMENTS}/{experiment.id}/{rundir.RESULT} holds no such figure")
        return
    if not _same(found, ground.value):
        yield Problem(label, f"its figure is not the one in {rundir.EXPERIMENTS}/{experiment.id}/{rundir.RESULT}")


def _same(one: JsonValue, other: JsonValue) -> bool:
    """Equal as JSON: 1, 1.0 and true are three values."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def experiments(run: Run) -> Iterator[Problem]:
    for experiment in run.report.experiments:
        if experiment.outcome.state != "unrun":
            yield from _experiment(run, experiment)


def _experiment(run: Run, experiment: Experiment) -> Iterator[Problem]:
    where = f"{rundir.EXPERIMENTS}/{experiment.id}"
    folder = run.directory / where
    if not experiment.id or Path(experiment.id).name != experiment.id:
        yield Problem(experiment.label, "its folder has no plain name")
        return
    texts = {
        rundir.SCRIPT: experiment.wanted.script.encode(errors="replace"),
        rundir.STDOUT: measure(experiment.outcome.stdout).encode(errors="replace"),
        rundir.STDERR: measure(experiment.outcome.stderr).encode(errors="replace"),
    }
    for name, expected in texts.items():
        try:
            if regular.read(folder / name) != expected:
                yield Problem(f"{where}/{name}", "it is not what the records say")
        except (OSError, ValueError) as error:
            yield Problem(f"{where}/{name}", "it is not what the records say: " + regular.told(error))
    if experiment.outcome.state == "ran":
        try:
            found = rundir.read_json(folder / rundir.RESULT)
        except (OSError, ValueError):
            yield Problem(f"{where}/{rundir.RESULT}", "it cannot be read")
            return
        if not _same(found, experiment.outcome.result):
            yield Problem(f"{where}/{rundir.RESULT}", "it is not the result in the records")


def effects(run: Run) -> Iterator[Problem]:
    """The stored results of runs, where they are kept, say the same as the report."""
    told = {experiment.id: experiment for experiment in run.report.experiments if experiment.id}
    for path in sorted((run.directory / rundir.EFFECTS).glob("run-*.json")):
        where = f"{rundir.EFFECTS}/{path.name}"
        try:
            payload = regular.read(path, regular.MOST_RECORDS)
            kept = Experiment.model_validate(rundir.read_json(path))
        except (OSError, ValueError):
            yield Problem(where, "it cannot be read")
            continue
        if payload.decode(errors="replace") != durable.canonical(kept.model_dump(mode="json")):
            yield Problem(where, "it is not in canonical form")
        if kept.id in told and kept.model_copy(update={"label": told[kept.id].label}) != told[kept.id]:
            yield Problem(where, "it is not the experiment in the records")


# ---- the records among each other --------------------------------------------------------------------------------


def chapter(run: Run) -> Iterator[Problem]:
    report = run.report
    chapter = report.snapshot.chapter
    text = chapter.text
    whole = Span(start=0, end=len(text))
    for claim in report.reading.claims:
        if not (claim.span.start <= claim.span.end and claim.span.within(whole)):
            yield Problem(claim.label, "its place is not in the chapter")
    for change in report.changes:
        if not _stands(text, change.span, change.old):
            yield Problem(change.label, "its old words do not stand at its place in the chapter")
    for source in report.sources:
        if source.sha256 and source.status != "not accessible" and _missing(run, source.sha256):
            yield Problem(f"source {source.id}", "its content is not in the evidence store, or is damaged")


def _missing(run: Run, content: str) -> bool:
    try:
        return run.store.read(content) is None
    except ArchiveError:
        return True


def names(run: Run) -> Iterator[Problem]:
    report = run.report
    index = Index(report)
    labels = Counter(
        [
            *(claim.label for claim in report.reading.claims),
            *(evidence.label for evidence in report.evidence),
            *(experiment.label for experiment in report.experiments),
            *(change.label for change in report.changes),
        ]
    )
    yield from (Problem(label, "it names more than one record") for label, count in labels.items() if count > 1)
    yield from (Problem(label, "it is no label") for label in labels if label not in index.marks)
    for assessment in report.assessments:
        label = index.claims[assessment.claim].label if assessment.claim in index.claims else None
        if label is None:
            yield Problem(f"assessment of {assessment.claim}", "there is no such claim")
        for name in assessment.evidence:
            if name not in index.evidence:
                yield Problem(label or assessment.claim, f"it rests on {name}, which is not there")
            elif index.evidence[name].claim != assessment.claim:
                yield Problem(label or assessment.claim, f"it rests on {index.evidence[name].label}, which is about another claim")
    about = [*((item.label, item.claim) for item in report.evidence), *((item.label, item.claim) for item in report.changes)]
    yield from (Problem(label, f"it is about {claim}, which is not there") for label, claim in about if claim not in index.claims)
    for change in report.changes:
        yield from (
            Problem(change.label, f"it rests on {name}, which is not there") for name in change.evidence if name not in index.evidence
        )
