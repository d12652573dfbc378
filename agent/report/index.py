"""The records of a report by their names and labels, and the marks by which sentences cite them."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from agent.records import Assessment, Change, Claim, Evidence, Experiment, Report
from prompts.trust import Untrusted, derived, measure
from tools.records import Finding, Source, Span, Verdict

_ADDRESS = re.compile(r"https://[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::\d{1,5})?(?:/[A-Za-z0-9._~:/?#@!$&()+,;=%-]*)?\Z")
_LABEL = re.compile(r"[CEXP]\d{1,5}\Z")


PRIORITIES = ("high", "medium", "low")
NEEDS = "needs a model or a person"


def of_material(assessment: Assessment) -> bool:
    """Whether an assessment is about a supplied material and not about the chapter."""
    return bool(assessment.findings) and assessment.findings[0].material is not None


def address(url: str | None) -> str | None:
    """A URL that may stand as a link, None where it is not plainly one."""
    return url if url and len(url) <= 500 and _ADDRESS.match(url) else None


class Index:
    """Look-ups in one report. sources: label ("S3") -> source, in the order of the report."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.sources: dict[str, Source] = {f"S{number}": source for number, source in enumerate(report.sources, start=1)}
        self.label_of_source = {source.id: label for label, source in self.sources.items()}
        self.claims: dict[str, Claim] = {claim.id: claim for claim in report.reading.claims}
        self.evidence: dict[str, Evidence] = {evidence.id: evidence for evidence in report.evidence}
        self.experiments: dict[str, Experiment] = {experiment.wanted.key: experiment for experiment in report.experiments}
        self.assessments: dict[str, Assessment] = {assessment.claim: assessment for assessment in report.assessments}
        self.changes: dict[str, list[Change]] = defaultdict(list)
        for change in report.changes:
            self.changes[change.claim].append(change)

    @cached_property
    def marks(self) -> frozenset[str]:
        """Every label that a sentence may cite."""
        report = self.report
        labels = [
            *(claim.label for claim in report.reading.claims),
            *(evidence.label for evidence in report.evidence),
            *(experiment.label for experiment in report.experiments),
            *(change.label for change in report.changes),
        ]
        return frozenset(self.sources) | {label for label in labels if _LABEL.match(label)}

    @cached_property
    def urls(self) -> frozenset[str]:
        return frozenset(url for source in self.report.sources if (url := address(source.url)))

    def verdict(self, claim: Claim) -> Verdict:
        """What stands about a claim; unverifiable where nobody assessed it."""
        assessment = self.assessments.get(claim.id)
        return assessment.verdict if assessment else "unverifiable"

    def words_at(self, span: Span) -> Untrusted:
        """The chapter's own words at a place."""
        chapter = self.report.snapshot.chapter.text
        return Untrusted(measure(chapter)[span.start : span.end], chapter.origin)

    def wordless(self) -> list[tuple[list[Claim], Assessment]]:
        """What should be done and has no proposed words, claims with the same concern together."""
        groups: dict[tuple[str, Untrusted, str], tuple[list[Claim], Assessment]] = {}
        for claim in self.report.reading.claims:
            found = self.assessments.get(claim.id)
            if found is not None and found.response != "no change" and not self.changes.get(claim.id) and not of_material(found):
                own = claim.id if found.concern.origin == "model" else ""  # equal words of a model's need not rest on the same
                groups.setdefault((found.response, found.concern, own), ([], found))[0].append(claim)
        return list(groups.values())

    def parts(self, claim: Claim) -> list[Claim]:
        """The claims within a claim of which something was found, in the order of the chapter."""
        inner = [other for other in self.report.reading.claims if other.id != claim.id and other.span.within(claim.span)]
        return [other for other in inner if (found := self.assessments.get(other.id)) is not None and found.findings]

    def reason(self, claim: Claim) -> Untrusted:
        """Why a claim stands open; what was checked of its parts stands beside it and is left out."""
        found = self.assessments.get(claim.id)
        if found is None:
            return derived("nobody has assessed it")
        return derived(NEEDS) if not found.findings and self.parts(claim) else found.concern

    @cached_property
    def materials(self) -> list[tuple[Finding, str]]:
        """What was found about supplied materials, each with the label of the claim that speaks of them, "" where none does."""
        placed = [
            (finding, claim.label)
            for claim in self.report.reading.claims
            if (found := self.assessments.get(claim.id)) is not None
            for finding in found.findings
            if finding.material is not None
        ]
        told = {finding.summary: (finding, label) for finding, label in placed}
        for gap in self.report.gaps:
            if gap.finding is not None:
                told.setdefault(gap.finding.summary, (gap.finding, ""))
        return sorted(told.values(), key=lambda pair: PRIORITIES.index(pair[0].priority))

    def grounds(self, assessment: Assessment) -> list[Evidence]:
        """The evidence that an assessment rests on, in its order."""
        return [self.evidence[name] for name in assessment.evidence if name in self.evidence]

    def bears_on(self, source: Source) -> list[Claim]:
        """The claims that a source's quotations are evidence for, in the order of the chapter."""
        quoted = {
            evidence.claim
            for evidence in self.report.evidence
            if evidence.ground.kind == "source" and evidence.ground.quotation.source == source.id
        }
        return [claim for claim in self.report.reading.claims if claim.id in quoted]
