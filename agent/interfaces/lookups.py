"""Records of a finished run, looked up by label or by words."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from agent.documents import quoted_text
from agent.records import Report
from agent.report.rundir import archive, load_report
from prompts import inert
from prompts.trust import Untrusted, measure
from tools.records import ChapterEvidence, MeasuredEvidence, Quotation
from tools.store import ArchiveError
from tools.text import NotText

OK, BAD = 0, 2
_LABEL = re.compile(r"\b[CSEXP]\d+\b", re.I)
_WORD = re.compile(r"[\w.]{4,}")


class Lookups:
    """All records of a run as they are shown, by label."""

    def __init__(self, run: Path, report: Report) -> None:
        parts = {"C": report.reading.claims, "S": report.sources, "E": report.evidence, "X": report.experiments, "P": report.changes}
        labels = [f"{letter}{number}" for letter, part in parts.items() for number in range(1, len(part) + 1)]
        self.records = {label: "\n".join(lines) for label in labels if (lines := list(shown(run, report, label)))}
        verdicts = {a.claim: (a.verdict, a.priority) for a in report.assessments}
        wrong = [c.label for c in report.reading.claims if verdicts[c.id][0] in ("contradicted", "outdated", "qualified")]
        order = {c.label: ("high", "medium", "low").index(verdicts[c.id][1]) for c in report.reading.claims}
        self.first = sorted(wrong, key=order.__getitem__)

    def named(self, text: str) -> list[str]:
        """The labels in a text that are of this run, in their order."""
        return [label for label in dict.fromkeys(match.upper() for match in _LABEL.findall(text)) if label in self.records]

    def by_words(self, text: str, most: int) -> list[str]:
        """The labels of the records that share most with a text, best first; a word counts by how few records hold it."""
        words = {word.lower().strip(".") for word in _WORD.findall(text)}
        held = {label: {word for word in words if word in record.lower()} for label, record in self.records.items()}
        frequency = Counter(word for found in held.values() for word in found)
        shares = {label: sum(1 / frequency[word] for word in found) for label, found in held.items() if found}
        return sorted(shares, key=lambda label: -shares[label])[:most]

    def only_names(self, text: str) -> bool:
        """Whether a text is one word or nothing but labels: a look-up, and no question."""
        return len(text.split()) == 1 or not _LABEL.sub("", text).strip(" ,.")


def show_label(run: Path, label: str) -> int:
    """Print what a label of the report names; 2 where there is no such run or label."""
    try:
        report = load_report(run)
    except (OSError, ValueError) as error:
        why = inert.one_line(Untrusted(str(error), "folder"), 300)
        print(f"corrigenda: {run} holds no readable report ({why}); give the folder of a finished run", file=sys.stderr)  # noqa: T201
        return BAD
    lines = list(shown(run, report, label))
    if not lines:
        parts = {"C": report.reading.claims, "S": report.sources, "E": report.evidence, "X": report.experiments, "P": report.changes}
        known = ", ".join(f"{letter}1 to {letter}{len(part)}" for letter, part in parts.items() if part)
        print(f"corrigenda: this report has no {inert.one_line(Untrusted(label, 'person'), 20)}; it has {known}", file=sys.stderr)  # noqa: T201
        return BAD
    print(inert.terminal(Untrusted("\n".join(lines), "folder")))  # noqa: T201
    return OK


def shown(run: Path, report: Report, label: str) -> Iterator[str]:
    """A record in a few lines, by its label; nothing where there is none."""
    for claim in report.reading.claims:
        if claim.label == label:
            yield f"{label} ({claim.place}, characters {claim.span.start}-{claim.span.end}, {claim.kind})"
            yield f"  “{inert.one_line(claim.text, 400)}”"
            assessment = next((a for a in report.assessments if a.claim == claim.id), None)
            if assessment is None:
                continue
            yield f"  {assessment.verdict}, priority {assessment.priority}, {assessment.response}; by {assessment.by}"
            yield f"  {inert.one_line(assessment.concern)}"
            for finding in assessment.findings:
                yield f"  {finding.instrument}, {finding.rule}: {inert.one_line(finding.summary)}"
                yield from (f"    {inert.one_line(step)}" for step in finding.working)
            for item in report.evidence:
                if item.claim == claim.id:
                    yield from _evidence(run, report, item.label)
    if label.startswith("E"):
        yield from _evidence(run, report, label)
    for experiment in report.experiments:
        if experiment.label == label:
            yield f"{label} {experiment.wanted.key}: {experiment.wanted.question}"
            yield f"  {experiment.outcome.state.upper()} {experiment.outcome.reason} {experiment.command}"
            yield from (f"  {inert.one_line(line)}" for line in experiment.observations)
    for change in report.changes:
        if change.label == label:
            yield f"{label} ({change.response}), {change.recommendation}: {change.recommendation_reason}"
            yield f"  - {inert.one_line(change.old)}"
            yield f"  + {inert.one_line(change.new)}"
            yield f"  {inert.one_line(change.reason)}"
    for index, source in enumerate(report.sources, start=1):
        if f"S{index}" == label:
            yield f"{label} {source.id}: {inert.one_line(source.title)} ({source.status}) sha256 {source.sha256 or 'none'}"


def _evidence(run: Path, report: Report, label: str) -> Iterator[str]:
    for item in report.evidence:
        if item.label != label:
            continue
        yield f"  {label} {item.relation}, {item.evidence_class}"
        ground = item.ground
        if isinstance(ground, ChapterEvidence):
            text = measure(report.snapshot.chapter.text)[ground.span.start : ground.span.end]
            yield f"    chapter, characters {ground.span.start}-{ground.span.end}: “{inert.one_line(Untrusted(text, 'chapter'), 300)}”"
        elif isinstance(ground, MeasuredEvidence):
            yield f"    run {ground.run}, {ground.field} = {inert.one_line(Untrusted(str(ground.value), 'sandbox'), 300)}"
        else:
            yield f"    {ground.quotation.source}, {ground.quotation.locator}:"
            passage = _passage(run, ground.quotation)
            yield from (f"      {line}" for line in inert.terminal(passage).splitlines())


def _passage(run: Path, quotation: Quotation) -> Untrusted:
    """The words around a quotation in the stored document; why there are none where it cannot be read."""
    try:
        with archive(run) as store:
            stored = quoted_text(store, quotation)
    except (ArchiveError, NotText) as error:
        return Untrusted(f"(the stored document cannot be read: {error})", quotation.source)
    text = measure(stored) if stored else ""
    return Untrusted(text[max(0, quotation.span.start - 200) : quotation.span.end + 200], quotation.source)
