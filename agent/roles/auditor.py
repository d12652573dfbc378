"""The auditor: challenges what a model judged, before it is shown to the author."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.records import Ask
from agent.llm.schema import Words, form_of
from agent.records import Claim, Evidence
from agent.roles import grounding, shown
from agent.roles.judge import Opinion
from agent.roles.proposer import Proposal
from agent.roles.table import ask, batched
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, derived, measure
from tools.records import Record

STAGE, ROLE = "verdicts", "auditor"
_BATCH = 8
LEFT_OUT = derived(f"a reason that names {grounding.UNGROUNDED}, left out")


@dataclass(frozen=True)
class Challenged:
    """A finding as it would be shown. evidence: of the claim, as far as the verdict rests on it."""

    claim: Claim
    opinion: Opinion
    evidence: tuple[Evidence, ...]
    proposal: Proposal | None


class Objection(Record):
    claim: str
    holds: bool
    reason: Words


class Audit(Record):
    """The auditor's answer on one batch."""

    findings: tuple[Objection, ...]


class Audited(Record):
    """objections: by claim id, for the findings that did not survive; failed: why batches were not challenged; unheard: claim ids."""

    objections: dict[str, Untrusted]
    failed: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()


def audit(models: Models, findings: list[Challenged], chapter: Untrusted) -> Audited:
    """The findings that do not hold, with the auditor's reasons; one about which it says nothing was not challenged."""
    form = form_of(Audit)

    def request(batch: list[Challenged]) -> Ask:
        return ask(ROLE, {"cases": tuple(part for case in batch for part in _case(case, chapter))}, form)

    parts = [[case for case in findings if shown.of_anybody(case.evidence) is anybody] for anybody in (False, True)]
    batches = [batch for part in parts for batch in batched(models, part, request, _BATCH)]
    answers = models.each(batches, lambda batch: models.answer(STAGE, request(batch), Audit))
    objections: dict[str, Untrusted] = {}
    failed: list[str] = []
    unheard: list[str] = []
    for batch, answer in zip(batches, answers, strict=True):
        said: Mapping[str, Objection] = {}
        if isinstance(answer, ModelError):
            failed.append(str(answer))
        else:
            said = {item.claim: item for item in answer.findings}
        for case in batch:
            item = said.get(case.claim.label)
            if item is None:
                unheard.append(case.claim.id)
            elif not item.holds:
                held = [measure(shown.in_place(case.claim, chapter).text), *grounding.said_of(case.claim, case.evidence, chapter)]
                objections[case.claim.id] = LEFT_OUT if grounding.strange(item.reason, held) else item.reason
    return Audited(objections=objections, failed=tuple(failed), unheard=tuple(unheard))


def _case(case: Challenged, chapter: Untrusted) -> list[Part]:
    claim, opinion, proposal = case.claim, case.opinion, case.proposal
    parts: list[Part] = [
        f"Finding on {claim.label}: {opinion.verdict}, {opinion.response}",
        shown.in_place(claim, chapter),
        Quoted(f"the reason given for {claim.label}", opinion.concern),
        *shown.evidence(case.evidence, chapter),
    ]
    if proposal is not None and proposal.span is not None:
        words = measure(chapter)[proposal.span.start : proposal.span.end]
        parts.append(Quoted(f"the change of {claim.label}", Untrusted(f"old: {words}\nnew: {measure(proposal.new)}", "model")))
    return parts
