"""Findings are brought to claims: what the instruments read, what the runs answered, and what the probes observed.

A finding about a part of a statement makes that part a claim of its own, so that a right half never hides a wrong one.
"""

from __future__ import annotations

import re
from collections import defaultdict

from agent.citing import keep_quoted, package_sources
from agent.context import Context
from agent.labels import number
from agent.records import Claim, Evidence, EvidenceClass, Examined, Experiments, Reading, Weighed
from prompts.trust import derived, measure
from sandbox.probes import Observation, catalogue
from tools.instruments import instruments
from tools.records import (
    Chapter,
    ClaimKind,
    Examination,
    Facts,
    Finding,
    Gap,
    Ground,
    MeasuredEvidence,
    QuotedEvidence,
    RunOutcome,
    Span,
)

_SAME = 0.8  # share of a claim's letters that a finding must cover to be about the whole claim


def weigh(context: Context, facts: Facts, chapter: Chapter, reading: Reading, examined: Examined, experiments: Experiments) -> Weighed:
    """Claims, refined by what was found, with findings and evidence for each."""
    answered = tuple(_answers(facts, chapter, experiments))
    findings = [*examined.findings, *(f for e in answered for f in e.findings), *_observed(chapter, reading, experiments)]
    keep_quoted(context, findings)
    claims = _refined(chapter, reading.claims, findings)
    by_claim: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_claim[_claim_of(chapter, claims, finding.span).id].append(finding)
    gaps: tuple[Gap, ...] = (*examined.gaps, *(gap for e in answered for gap in e.gaps))
    return Weighed(
        reading=reading.model_copy(update={"claims": claims}),
        findings={claim.id: tuple(by_claim[claim.id]) for claim in claims if claim.id in by_claim},
        evidence=_evidence(claims, by_claim),
        sources=tuple(package_sources(context, findings)),
        gaps=gaps,
    )


def _answers(facts: Facts, chapter: Chapter, experiments: Experiments) -> list[Examination]:
    """What each instrument reads out of the runs that it asked for."""
    named = {instrument.name: instrument for instrument in instruments()}
    return [
        named[experiment.wanted.instrument].read(experiment.wanted, experiment.outcome, chapter, facts)
        for experiment in experiments.done
        if experiment.wanted.instrument in named
    ]


# ---- probes ----------------------------------------------------------------------------------------------------


def _observed(chapter: Chapter, reading: Reading, experiments: Experiments) -> list[Finding]:
    """Findings from the observations of probes whose reading fits a statement of the chapter."""
    probes = {f"probe:{probe.name}": probe for probe in catalogue()}
    found = []
    for experiment in experiments.done:
        probe, outcome = probes.get(experiment.wanted.key), experiment.outcome
        if probe is None or outcome.state != "ran" or not isinstance(outcome.result, dict):
            continue
        for observation in probe.read(outcome.result):
            found.extend(_fitting(chapter, reading, observation, outcome))
    return found


def _fitting(chapter: Chapter, reading: Reading, observation: Observation, outcome: RunOutcome) -> list[Finding]:
    text = measure(chapter.text)
    found = []
    for claim in reading.claims:
        words = text[claim.span.start : claim.span.end]
        fits = next((r for r in observation.readings if re.search(r.pattern, words)), None)
        if fits is None:
            continue
        ground = MeasuredEvidence(relation=fits.relation, run=outcome.key, field=observation.pointer, value=observation.value)
        wrong = fits.verdict != "supported"
        found.append(
            Finding(
                instrument=outcome.key, rule="observation", span=claim.span, kind=claim.kind, verdict=fits.verdict,
                priority="high" if fits.verdict == "contradicted" else "medium" if wrong else "low",
                response="correction" if fits.verdict in ("contradicted", "outdated") else "clarification" if wrong else "no change",
                summary=derived(fits.summary), working=(derived(observation.statement),), grounds=(ground,),
                limits="one run with the installed version on this machine",
            )
        )  # fmt: skip
    return found


# ---- claims ----------------------------------------------------------------------------------------------------


def _letters(text: str, span: Span) -> int:
    return sum(ch.isalnum() for ch in text[span.start : span.end])


def _covers(text: str, finding: Span, claim: Span) -> bool:
    """Whether a finding is about the whole of a claim: it holds nearly all its letters, and hardly more."""
    common = Span(start=max(finding.start, claim.start), end=max(min(finding.end, claim.end), max(finding.start, claim.start)))
    shared = _letters(text, common)
    return shared > 0 and shared >= _SAME * _letters(text, claim) and shared >= _SAME * _letters(text, finding)


def _refined(chapter: Chapter, claims: tuple[Claim, ...], findings: list[Finding]) -> tuple[Claim, ...]:
    """The reader's claims, and one more for each span that a finding is about and no claim is."""
    text = measure(chapter.text)
    known = [(claim.span, claim.kind, claim.place) for claim in claims]
    for finding in findings:
        if any(_covers(text, finding.span, span) for span, _, _ in known):
            continue
        known.append((finding.span, finding.kind, _place(known, finding.span)))
    return number(chapter, known)


def _place(known: list[tuple[Span, ClaimKind, str]], span: Span) -> str:
    around = [(len(outer), place) for outer, _, place in known if span.within(outer)]
    if around:
        return min(around)[1] + ", in part"
    before = [(outer.end, place) for outer, _, place in known if outer.end <= span.start]
    return "after " + max(before)[1] if before else "at the beginning"


def _claim_of(chapter: Chapter, claims: tuple[Claim, ...], span: Span) -> Claim:
    text = measure(chapter.text)
    fitting = [claim for claim in claims if _covers(text, span, claim.span)]
    return min(fitting, key=lambda claim: abs(len(claim.span) - len(span)))


# ---- evidence --------------------------------------------------------------------------------------------------


def _class_of(ground: Ground) -> EvidenceClass:
    if isinstance(ground, MeasuredEvidence):
        return "REPRODUCED_LOCALLY"
    return "REPORTED_BY_SOURCE"


def _evidence(claims: tuple[Claim, ...], by_claim: dict[str, list[Finding]]) -> tuple[Evidence, ...]:
    """One record a ground; equal grounds of one claim are one."""
    evidence: list[Evidence] = []
    for claim in claims:
        seen: set[str] = set()
        for finding in by_claim.get(claim.id, ()):
            for ground in finding.grounds:
                key = ground.model_dump_json()
                if key in seen:
                    continue
                seen.add(key)
                label = f"E{len(evidence) + 1}"
                limits = finding.limits or ("a docstring is evidence, not proof" if isinstance(ground, QuotedEvidence) else "")
                evidence.append(
                    Evidence(
                        id=f"{claim.id}/{len(seen)}", label=label, claim=claim.id, evidence_class=_class_of(ground),
                        relation=ground.relation, ground=ground, statement=finding.summary, limits=limits,
                    )
                )  # fmt: skip
    return tuple(evidence)
