"""What the model's judge, proposer and auditor say together, brought beside what the instruments found.

An instrument's verdict is never removed or inverted: a view that differs stands beside it. Where instruments left a statement open, the
judge's verdict stands if its evidence carries it and, where it finds fault, if it survived the audit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from agent.llm.asking import Models
from agent.records import Assessment, Change, Claim, Dropped, Evidence, Limitation, Weighed
from agent.roles import auditor, judge, proposer
from agent.roles.auditor import Audited, Challenged
from agent.roles.grounding import UNGROUNDED
from agent.roles.judge import Opinion, Opinions
from agent.roles.proposer import Proposal, Proposals
from prompts.trust import Untrusted, derived, measure

VIEW = "the model's view, which does not decide: "  # before a verdict and a concern
AUDITOR = " The auditor: "  # between a concern and an objection to it
TRADEOFF = "a tradeoff, in the model's words: "
UNAUDITED = "it was not challenged, since the auditor gave no answer on it"
REFUSED = "it did not survive the audit by the model"
_OPEN, _FAULT = "nobody", ("contradicted", "outdated", "qualified")


@dataclass(frozen=True)
class Considered:
    """The assessments with the model's part in them. proposals: by claim id, of findings that stand."""

    assessments: tuple[Assessment, ...]
    proposals: tuple[tuple[Claim, Opinion, Proposal], ...] = ()
    dropped: tuple[Dropped, ...] = ()
    limitations: tuple[Limitation, ...] = ()


def consider(models: Models, chapter: Untrusted, weighed: Weighed, assessments: tuple[Assessment, ...]) -> Considered:
    """Ask judge, proposer and auditor, in this order, each about what the one before left; none is shown what discussions say."""
    claims = {claim.id: claim for claim in weighed.reading.claims}
    evidence = _by_claim(item for item in weighed.evidence if not item.commentary)
    said = judge.judge(models, tuple(_asked(weighed, assessments, evidence)), evidence, chapter, weighed.standing)
    open_ids = {assessment.claim for assessment in assessments if assessment.by == _OPEN}
    faults = {i: opinion for i, opinion in said.by_claim.items() if i in open_ids and opinion.verdict in _FAULT}
    rests = {i: _resting(opinion, evidence[i]) for i, opinion in faults.items()}
    proposals = proposer.propose(models, [(claims[i], faults[i], rests[i]) for i in faults], chapter)
    challenged = [Challenged(claims[i], faults[i], rests[i], proposals.by_claim.get(i)) for i in faults]
    audited = auditor.audit(models, challenged, chapter)
    standing = {i: opinion for i, opinion in said.by_claim.items() if i not in audited.objections and i not in audited.unheard}
    return Considered(
        assessments=tuple(
            _with(assessment, standing.get(assessment.claim), proposals.by_claim.get(assessment.claim)) for assessment in assessments
        ),
        proposals=tuple((claims[i], faults[i], p) for i, p in proposals.by_claim.items() if i in standing),
        dropped=tuple(_dropped(claims, faults, audited)),
        limitations=tuple(_limitations(said, proposals, audited)),
    )


def _asked(weighed: Weighed, assessments: tuple[Assessment, ...], evidence: dict[str, tuple[Evidence, ...]]) -> Iterator[Claim]:
    """The statements that are worth a judge's view: all but those that instruments confirm by evidence of their own alone."""
    settled = {assessment.claim for assessment in assessments if assessment.by != _OPEN and assessment.verdict not in _FAULT}
    for claim in weighed.reading.claims:
        own = {finding.summary for finding in weighed.findings.get(claim.id, ())}
        if claim.id not in settled or any(item.statement not in own for item in evidence.get(claim.id, ())):
            yield claim


def _by_claim(evidence: Iterable[Evidence]) -> dict[str, tuple[Evidence, ...]]:
    by_claim: dict[str, tuple[Evidence, ...]] = {}
    for item in evidence:
        by_claim[item.claim] = (*by_claim.get(item.claim, ()), item)
    return by_claim


def _resting(opinion: Opinion, evidence: tuple[Evidence, ...]) -> tuple[Evidence, ...]:
    return tuple(item for item in evidence if item.id in (*opinion.evidence, *opinion.against))


def _with(assessment: Assessment, opinion: Opinion | None, proposal: Proposal | None) -> Assessment:
    """An open statement takes the judge's verdict, with the proposer's reason where it has no words to propose; one that instruments

    decided keeps theirs, with a differing view beside it.
    """
    if opinion is None or opinion.verdict == "unverifiable":
        return assessment
    if assessment.by == _OPEN:
        return Assessment(
            claim=assessment.claim, verdict=opinion.verdict, priority=opinion.priority, response=opinion.response, concern=opinion.concern,
            by=judge.BY, evidence=opinion.evidence, wordless=proposal.reason if proposal is not None and proposal.span is None else None,
        )  # fmt: skip
    if opinion.verdict == assessment.verdict:
        return assessment
    view = derived(f"{VIEW}{opinion.verdict}; {measure(opinion.concern)}")
    return assessment.model_copy(update={"beside": (*assessment.beside, view)})


def _dropped(claims: dict[str, Claim], faults: dict[str, Opinion], audited: Audited) -> Iterator[Dropped]:
    """Findings that did not survive, with the reason; the auditor's words are the model's, so that the reason names whose they are."""
    for claim, objection in audited.objections.items():
        what = f"{claims[claim].label}, {faults[claim].verdict}: {measure(faults[claim].concern)}{AUDITOR}{measure(objection)}"
        yield Dropped(section=2, what=derived(what), reason=REFUSED)
    for claim in audited.unheard:
        what = f"{claims[claim].label}, {faults[claim].verdict}: {measure(faults[claim].concern)}"
        yield Dropped(section=2, what=derived(what), reason=UNAUDITED)


def _limitations(said: Opinions, proposals: Proposals, audited: Audited) -> Iterator[Limitation]:
    remedy = "run again; what was answered is not asked twice"
    for step, failed, none in (
        ("judge", said.failed, not said.by_claim),
        ("proposer", proposals.failed, not proposals.by_claim),
        ("auditor", audited.failed, bool(audited.failed) and len(audited.unheard) > 0 and not audited.objections),
    ):
        if failed:
            what = f"{len(failed)} calls of the {step} gave nothing: {failed[0]}"
            yield Limitation(step=step, what=derived(what), remedy=remedy, failed=none)
    for step, refused in (("judge", said.refused), ("proposer", proposals.refused)):
        if refused:
            on = ", ".join(refused[:8])
            what = f"what the model gave as {step} on {on} was refused: its evidence or the chapter's words do not carry it"
            yield Limitation(step=step, what=derived(what))
    if said.ungrounded:
        what = f"what the model said as judge on {', '.join(said.ungrounded[:8])} was refused: it names {UNGROUNDED}"
        yield Limitation(step="judge", what=derived(what))


# ---- changes ---------------------------------------------------------------------------------------------------


def with_proposals(chapter: Untrusted, changes: tuple[Change, ...], told: Considered) -> tuple[Change, ...]:
    """The instruments' changes with the model's among them where these touch other words, in the order of the text."""
    text = measure(chapter)
    every = list(changes)
    for claim, opinion, proposal in told.proposals:
        span = proposal.span
        if span is None or any(span.overlaps(change.span) or span == change.span for change in every):
            continue
        tradeoff = (derived(f"{TRADEOFF}{measure(proposal.tradeoff)}"),) if proposal.tradeoff else ()
        every.append(
            Change(
                label="P0", claim=claim.id, span=span, old=Untrusted(text[span.start : span.end], "chapter"), new=proposal.new,
                response=opinion.response if opinion.response != "no change" else "clarification", reason=proposal.reason,
                tradeoff="", evidence=proposal.evidence,
                dependencies=(*tradeoff, *proposal.dependencies),
                recommendation="revise", recommendation_reason="a model proposed it from the evidence cited; read that first",
            )
        )  # fmt: skip
    every.sort(key=lambda change: change.span.start)
    return tuple(change.model_copy(update={"label": f"P{i}"}) for i, change in enumerate(every, start=1))
