"""What stands about each claim at the end, the changes that follow from it, and what the author is asked for.

Without a model every verdict is an instrument's or a probe's; a claim that none of them speaks of is unverifiable and says so. Where
several speak of one claim the gravest verdict stands, and the others are shown beside it.
"""

from __future__ import annotations

import re

from agent.llm.asking import Models
from agent.records import Assessment, Change, Claim, Evidence, Judged, Pack, Snapshot, Weighed
from agent.roles import opinions
from prompts.trust import Untrusted, derived, measure
from tools.records import Finding, Replacement, Span, Verdict

_GRAVITY: tuple[Verdict, ...] = ("contradicted", "outdated", "qualified", "unverifiable", "supported")
_PRIORITIES = ("high", "medium", "low")
NOBODY = "nobody"


def judge(pack: Pack, snapshot: Snapshot, weighed: Weighed, models: Models | None = None) -> Judged:
    """One assessment a claim, and the changes that apply cleanly to the text that was read.

    What instruments and probes found stands; a model, where there is one, judges what they leave open and speaks beside them.
    """
    evidence: dict[str, list[Evidence]] = {}
    for item in weighed.evidence:
        evidence.setdefault(item.claim, []).append(item)
    claims = weighed.reading.claims
    alone = tuple(_assess(claim, claims, weighed, evidence.get(claim.id, [])) for claim in claims)
    assessments = tuple(_with_parts(assessment, claim, claims, alone) for assessment, claim in zip(alone, claims, strict=True))
    changes = _changes(pack, snapshot, claims, assessments)
    told = opinions.Considered(assessments)
    if models is not None:
        told = opinions.consider(models, snapshot.chapter.text, weighed, assessments)
    changes = opinions.with_proposals(snapshot.chapter.text, changes, told)
    return Judged(
        assessments=told.assessments, changes=changes, requests=_requests(snapshot, told.assessments), dropped=told.dropped,
        limitations=told.limitations,
    )  # fmt: skip


def _assess(claim: Claim, claims: tuple[Claim, ...], weighed: Weighed, evidence: list[Evidence]) -> Assessment:
    findings = sorted(weighed.findings.get(claim.id, ()), key=lambda f: (_GRAVITY.index(f.verdict), _PRIORITIES.index(f.priority)))
    if not findings:
        return Assessment(
            claim=claim.id, verdict="unverifiable", priority="low", response="no change", concern=_open(claim, claims, weighed), by=NOBODY
        )
    first = findings[0]
    beside = tuple(f.summary for f in findings[1:] if f.verdict != first.verdict)
    return Assessment(
        claim=claim.id, verdict=first.verdict, priority=first.priority, response=first.response, concern=first.summary,
        by=f"instrument: {first.instrument}", evidence=tuple(e.id for e in evidence), findings=tuple(findings), beside=beside,
    )  # fmt: skip


def _with_parts(assessment: Assessment, claim: Claim, claims: tuple[Claim, ...], alone: tuple[Assessment, ...]) -> Assessment:
    """A statement that is supported, and of which a part is not, is supported in part: nothing hides a wrong half."""
    wrong = [
        (other.label, part.verdict)
        for other, part in zip(claims, alone, strict=True)
        if other.id != claim.id and other.span.within(claim.span) and part.verdict in ("contradicted", "outdated", "qualified")
    ]
    if assessment.verdict != "supported" or not wrong:
        return assessment
    concern = derived(f"supported in part; {', '.join(f'{label} is {verdict}' for label, verdict in wrong)}")
    beside = (assessment.concern, *assessment.beside)
    return assessment.model_copy(update={"verdict": "qualified", "response": "clarification", "concern": concern, "beside": beside})


def _open(claim: Claim, claims: tuple[Claim, ...], weighed: Weighed) -> Untrusted:
    """Why a claim is open; where parts of it were checked, which."""
    parts = [other.label for other in claims if other.id != claim.id and other.id in weighed.findings and other.span.within(claim.span)]
    checked = f"checked in part as {', '.join(parts)}; the rest " if parts else ""
    return derived(f"{checked}needs a model or a person")


# ---- changes ---------------------------------------------------------------------------------------------------


def _changes(pack: Pack, snapshot: Snapshot, claims: tuple[Claim, ...], assessments: tuple[Assessment, ...]) -> tuple[Change, ...]:
    """The replacements that findings propose, gravest first where two touch the same words, in the order of the text."""
    text = measure(snapshot.chapter.text)
    proposals = [
        (finding, finding.replacement, assessment)
        for assessment in assessments
        for finding in assessment.findings
        if finding.replacement is not None and finding.verdict not in ("supported", "unverifiable")
    ]
    proposals.sort(key=lambda p: (_GRAVITY.index(p[0].verdict), _PRIORITIES.index(p[0].priority), p[1].span.start))
    taken: list[tuple[Finding, Replacement, Assessment]] = []
    for proposal in proposals:
        span = proposal[1].span
        if span.end <= len(text) and not any(span.overlaps(other.span) or span == other.span for _, other, _ in taken):
            taken.append(proposal)
    taken.sort(key=lambda p: p[1].span.start)
    return tuple(_change(f"P{i}", text, pack, *proposal) for i, proposal in enumerate(taken, start=1))


def _change(label: str, text: str, pack: Pack, finding: Finding, replacement: Replacement, assessment: Assessment) -> Change:
    old = text[replacement.span.start : replacement.span.end]
    certain = replacement.certain and finding.verdict in ("contradicted", "outdated")
    return Change(
        label=label, claim=assessment.claim, span=replacement.span, old=Untrusted(old, "chapter"), new=replacement.text,
        response=finding.response, reason=finding.summary, tradeoff=_TRADEOFFS.get(finding.verdict, ""), evidence=assessment.evidence,
        dependencies=_dependencies(text, replacement.span, old, pack),
        recommendation="accept" if certain else "revise",
        recommendation_reason=replacement.reason if certain else f"{replacement.reason}; the author knows which side was meant",
    )  # fmt: skip


_TRADEOFFS = {
    "contradicted": "none in length; the sentence says what its own figures or the run say",
    "outdated": "readers of an older release will meet the old form; say which release the text is about",
    "qualified": "a more exact sentence is a longer one",
}


def _dependencies(text: str, span: Span, old: str, pack: Pack) -> tuple[Untrusted, ...]:
    """Where else the same words stand, and the materials that may repeat them; reported, never changed."""
    found: list[Untrusted] = []
    if len(old.strip()) >= 4:
        places = [m.start() for m in re.finditer(re.escape(old), text) if not span.start <= m.start() < span.end]
        found += [derived(f"the same words stand at character {place} of the chapter") for place in places[:5]]
    found += [derived(f"the {material.kind} that the pack names may repeat this; it was not changed") for material in pack.materials[:3]]
    return tuple(found)


# ---- requests --------------------------------------------------------------------------------------------------


def _requests(snapshot: Snapshot, assessments: tuple[Assessment, ...]) -> tuple[Untrusted, ...]:
    """What the author could paste or supply so that more can be decided."""
    requests: list[Untrusted] = []
    if not snapshot.chapter.whole:
        requests.append(derived("Please paste the complete chapter, or give it with --snapshot FILE: only an excerpt was read."))
    findings = [finding for assessment in assessments for finding in assessment.findings if finding.verdict == "unverifiable"]
    if any(f.instrument == "provenance" and f.kind == "scope" for f in findings):
        requests.append(derived("Please supply the other chapters whose results this one relies on; statements about them are UNVERIFIED."))
    if any(f.instrument == "provenance" and f.kind != "scope" for f in findings):
        requests.append(derived("Please state the software versions, hardware and settings of the measurements that are marked so."))
    return tuple(requests)
