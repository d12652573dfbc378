"""Findings are brought to claims: what the instruments read, what the runs answered, and what the probes observed.

A finding about a part of a statement makes that part a claim of its own, so that a right half never hides a wrong one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from agent.acts.bench import projects_of
from agent.acts.sought import numbered, sought
from agent.acts.standing import standing
from agent.citing import keep_quoted, notebooks, package_sources
from agent.context import Context
from agent.inquiry import Inquiry
from agent.labels import AROUND, number
from agent.records import Claim, Evidence, EvidenceClass, Examined, Experiments, Ledger, Reading, Weighed
from prompts.trust import Untrusted, derived, measure
from sandbox.probes import Observation, catalogue, observations, readings_of
from sandbox.probes import Reading as ProbeReading
from tools.identity import ids
from tools.instruments import instruments, reader_of
from tools.legible import legible_chapter
from tools.records import (
    Chapter,
    ChapterEvidence,
    ClaimKind,
    Examination,
    Facts,
    Finding,
    Gap,
    Ground,
    MeasuredEvidence,
    Priority,
    QuotedEvidence,
    Response,
    RunOutcome,
    Source,
    Span,
)

_MOST, _HALF = 0.8, 0.5  # shares of the letters of a finding and of a claim that both must hold, to be about the same statement


def weigh(
    context: Context, facts: Facts, chapter: Chapter, reading: Reading, examined: Examined, inquiry: Inquiry, experiments: Experiments,
    ledger: Ledger,
) -> Weighed:  # fmt: skip
    """Claims, refined by what was found, with findings and evidence for each."""
    answered = _answers(facts, chapter, experiments, notebooks(context, examined.notebooks))
    found = [*examined.findings, *(f for e in answered for f in e.findings), *_observed(chapter, reading, experiments)]
    findings = [finding for finding in found if len(finding.span) > 0]
    keep_quoted(context, findings)
    claims = _refined(chapter, reading.claims, findings)
    by_claim: dict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_claim[_claim_of(chapter, claims, finding.span).id].append(finding)
    gaps = (*examined.gaps, *(gap for e in answered for gap in e.gaps), *(_unplaced(f) for f in found if len(f.span) == 0))
    known = _evidence(claims, by_claim)
    every = (*known, *numbered(sought(claims, inquiry, experiments), known))
    works = {source.id: source.work for source in ledger.sources}
    return Weighed(
        reading=reading.model_copy(update={"claims": claims}),
        findings={claim.id: tuple(by_claim[claim.id]) for claim in claims if claim.id in by_claim},
        evidence=every,
        sources=_packages(context, findings, inquiry),
        gaps=(*gaps, *(gap for done in inquiry.done for gap in done.gaps)),
        standing=standing(context.store, every, works, _projects(context, every), chapter.text),
    )


def _projects(context: Context, evidence: tuple[Evidence, ...]) -> tuple[tuple[str, ...], ...]:
    """The projects of the packages whose files are quoted."""
    quoted = [item.ground.quotation.source for item in evidence if isinstance(item.ground, QuotedEvidence)]
    matches = (re.match(r"pypi:([^=/]+)|(python):", source) for source in dict.fromkeys(quoted))
    installed = {ids.package(name).value: name for name in context.packages.installed()}
    return projects_of(context.packages, (installed.get(name, name) for match in matches if match and (name := match[1] or match[2])))


def _packages(context: Context, findings: list[Finding], inquiry: Inquiry) -> tuple[Source, ...]:
    """The package files that findings quote, and those that the inquiry read."""
    quoted = {source.id: source for source in package_sources(context, findings)}
    read = {opened.source.id: opened.source for opened in inquiry.opened() if opened.source.kind == "package"}
    return tuple((read | quoted).values())


def _answers(
    facts: Facts, chapter: Chapter, experiments: Experiments, given: list[tuple[str, Untrusted]]
) -> list[Examination]:  # fmt: skip
    """What each instrument reads out of the runs that it asked for. given: notebooks, by name."""
    among = instruments(given)
    read = [(reader_of(e.wanted, among), e) for e in experiments.done]
    readable = legible_chapter(chapter)
    return [instrument.read(e.wanted, e.outcome, readable, facts) for instrument, e in read if instrument is not None]


def _unplaced(finding: Finding) -> Gap:
    """A finding about a material of which the chapter does not speak: it is told, and stands by no claim."""
    remedy = "decide whether the chapter depends on it"
    return Gap(instrument=finding.instrument, span=None, what=finding.summary, remedy=remedy, finding=finding)


# ---- probes ----------------------------------------------------------------------------------------------------


def _observed(chapter: Chapter, reading: Reading, experiments: Experiments) -> list[Finding]:
    """Findings from the observations of probes that read on a statement of the chapter; none where two of them disagree."""
    seen = list(_observations(experiments))
    owner = {id(observation): outcome for observation, outcome in seen}
    text = measure(chapter.text)
    found = []
    for claim in reading.claims:
        start, end = claim.span.start, claim.span.end
        around = (text[max(0, start - AROUND) : start], text[end : end + AROUND])
        for observation, fits in readings_of([o for o, _ in seen], text[start:end], *around)[:1]:
            found.append(_observation(claim, observation, fits, owner[id(observation)]))
    return found


def _observations(experiments: Experiments) -> Iterator[tuple[Observation, RunOutcome]]:
    probes = {f"probe:{probe.name}": probe for probe in catalogue()}
    for experiment in experiments.done:
        probe, outcome = probes.get(experiment.wanted.key), experiment.outcome
        if probe is not None and outcome.state == "ran":
            for observation in observations(probe, outcome.result):
                yield observation, outcome


def _observation(claim: Claim, observation: Observation, fits: ProbeReading, outcome: RunOutcome) -> Finding:
    ground = MeasuredEvidence(relation=fits.relation, run=outcome.key, field=observation.pointer, value=observation.value)
    wrong = fits.verdict != "supported"
    priority: Priority = "high" if fits.verdict == "contradicted" else "medium" if wrong else "low"
    response: Response = "correction" if fits.verdict in ("contradicted", "outdated") else "clarification" if wrong else "no change"
    return Finding(
        instrument=outcome.key,
        rule="observation",
        span=claim.span,
        kind=claim.kind,
        verdict=fits.verdict,
        priority=priority,
        response=response,
        summary=derived(fits.summary),
        working=(derived(observation.statement),),
        grounds=(ground,),
        limits="one run with the installed version on this machine",
    )


# ---- claims ----------------------------------------------------------------------------------------------------


def _letters(text: str, span: Span) -> int:
    return sum(ch.isalnum() for ch in text[span.start : span.end])


def _covers(text: str, finding: Span, claim: Span) -> bool:
    """Whether a finding is about a claim as a whole: it hardly says more than the claim does, and says most of it."""
    common = Span(start=max(finding.start, claim.start), end=max(min(finding.end, claim.end), max(finding.start, claim.start)))
    shared = _letters(text, common)
    return shared > 0 and shared >= _HALF * _letters(text, claim) and shared >= _MOST * _letters(text, finding)


def _refined(chapter: Chapter, claims: tuple[Claim, ...], findings: list[Finding]) -> tuple[Claim, ...]:
    """The reader's claims, and one more for each span that a finding is about and no claim is."""
    text = measure(chapter.text)
    known = [(claim.span, claim.kind, claim.place) for claim in claims]
    for finding in findings:
        if any(_covers(text, finding.span, span) for span, _, _ in known):
            continue
        known.append((finding.span, finding.kind, _place(chapter, known, finding.span)))
    return number(chapter, known, claims)


def _place(chapter: Chapter, known: list[tuple[Span, ClaimKind, str]], span: Span) -> str:
    """Where a span stands: within a statement, or by block and line."""
    around = [(len(outer), place) for outer, _, place in known if span.within(outer)]
    if around:
        place = min(around)[1]
        return place if place.endswith(", in part") else place + ", in part"
    count: Counter[str] = Counter()
    for block in chapter.blocks:
        count[block.kind] += 1
        if block.span.start <= span.start < block.span.end:
            line = sum(1 for line in block.lines if line.span.start <= span.start) or 1
            return f"{block.kind} {count[block.kind]}" + (f", line {line}" if block.lines else "")
    return "between the blocks of the text"


def _claim_of(chapter: Chapter, claims: tuple[Claim, ...], span: Span) -> Claim:
    text = measure(chapter.text)
    fitting = [claim for claim in claims if _covers(text, span, claim.span)]
    return min(fitting, key=lambda claim: abs(len(claim.span) - len(span)))


# ---- evidence --------------------------------------------------------------------------------------------------

_MANY = 3  # places of the chapter that are still worth a citation each
_LIMITS = {
    "chapter": "recomputed from what the chapter itself prints",
    "source": "the installed release; others may differ",
    "run": "one run with the installed version on this machine",
}


def _class_of(ground: Ground) -> EvidenceClass:
    """What a package's file says is reported; a run, and a figure recomputed from the chapter's own rows, are reproduced."""
    return "REPORTED_BY_SOURCE" if isinstance(ground, QuotedEvidence) else "REPRODUCED_LOCALLY"


def _evidence(claims: tuple[Claim, ...], by_claim: dict[str, list[Finding]]) -> tuple[Evidence, ...]:
    """One record a ground; equal grounds of one claim are one."""
    evidence: list[Evidence] = []
    for claim in claims:
        seen: set[str] = set()
        for finding in by_claim.get(claim.id, ()):
            for ground in _gathered(finding.grounds):
                key = ground.model_dump_json()
                if key in seen:
                    continue
                seen.add(key)
                evidence.append(
                    Evidence(
                        id=f"{claim.id}/{len(seen)}",
                        label=f"E{len(evidence) + 1}",
                        claim=claim.id,
                        evidence_class=_class_of(ground),
                        relation=ground.relation,
                        ground=ground,
                        statement=finding.summary,
                        limits=finding.limits or _LIMITS[ground.kind],
                    )
                )
    return tuple(evidence)


def _gathered(grounds: tuple[Ground, ...]) -> list[Ground]:
    """Grounds in order; many places of the chapter under one relation (the rows of a sum) are one place, from the first to the last."""
    gathered: list[Ground] = [ground for ground in grounds if not isinstance(ground, ChapterEvidence)]
    places: dict[str, list[ChapterEvidence]] = defaultdict(list)
    for ground in grounds:
        if isinstance(ground, ChapterEvidence):
            places[ground.relation].append(ground)
    for same in places.values():
        if len(same) <= _MANY:
            gathered.extend(same)
        else:
            hull = Span(start=min(g.span.start for g in same), end=max(g.span.end for g in same))
            gathered.append(same[0].model_copy(update={"span": hull}))
    return gathered
