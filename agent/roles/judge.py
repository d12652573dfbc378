"""The judge: verdicts on statements from verified evidence. A verdict that its evidence cannot carry is no verdict."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.records import Ask
from agent.llm.schema import Words, form_of
from agent.records import Claim, Evidence, Standing
from agent.roles import grounding, shown
from agent.roles.table import ask, batched
from prompts.library import Part
from prompts.trust import Untrusted, derived
from tools.records import Priority, Record, Relation, Response, Verdict

STAGE, ROLE, BY = "verdicts", "judge", "model: judge"
_BATCH = 8

# Stands in the place of a concern that names what its evidence does not hold.
LEFT_OUT = derived(f"what the model said of it names {grounding.UNGROUNDED}; it is left out, and its evidence stands")

# What a verdict has to rest on at least one of; the rest can only be said beside it.
CARRIES: dict[Verdict, frozenset[Relation]] = {
    "supported": frozenset({"SUPPORTS", "EMPIRICAL_EVIDENCE", "EXTENDS"}),
    "qualified": frozenset({"QUALIFIES", "LIMITATION", "CONTRADICTS", "ALTERNATIVE", "EMPIRICAL_EVIDENCE", "SUPERSEDES"}),
    "contradicted": frozenset({"CONTRADICTS", "EMPIRICAL_EVIDENCE"}),
    "outdated": frozenset({"SUPERSEDES", "CONTRADICTS"}),
}


class Said(Record):
    claim: str
    verdict: Verdict
    concern: Words
    priority: Priority
    response: Response
    evidence: tuple[str, ...]
    against: tuple[str, ...]


class Judgement(Record):
    """The judge's answer on one batch."""

    verdicts: tuple[Said, ...]


class Opinion(Record):
    """A verdict that its evidence can carry. evidence, against: ids."""

    verdict: Verdict
    concern: Untrusted
    priority: Priority
    response: Response
    evidence: tuple[str, ...]
    against: tuple[str, ...]


class Opinions(Record):
    """By claim id. refused: verdicts that no evidence carries, or on claims that were not asked about; failed: why batches have none.

    ungrounded: labels of claims whose concern named what its evidence does not hold, so that `LEFT_OUT` stands in its place.
    """

    by_claim: dict[str, Opinion]
    refused: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    ungrounded: tuple[str, ...] = ()
    unheard: tuple[str, ...] = ()


def judge(
    models: Models, claims: tuple[Claim, ...], evidence: Mapping[str, tuple[Evidence, ...]], chapter: Untrusted, standing: Standing
) -> Opinions:  # fmt: skip
    """Opinions on the claims that have evidence; the others are not asked about, since nothing could carry a verdict on them.

    Sources of different standing are in different requests (see `shown.of_anybody`).
    """
    cases = [claim for claim in claims if evidence.get(claim.id)]
    form = form_of(Judgement)

    def request(batch: list[Claim]) -> Ask:
        return ask(ROLE, {"cases": _cases(batch, evidence, chapter, standing)}, form)

    parts = [[claim for claim in cases if shown.of_anybody(evidence[claim.id]) is anybody] for anybody in (False, True)]
    batches = [batch for part in parts for batch in batched(models, part, request, _BATCH)]

    def one(batch: list[Claim]) -> Judgement:
        return models.answer(STAGE, request(batch), Judgement)

    opinions, refused, failed, unheard, ungrounded = {}, [], [], [], []
    for batch, judgement in zip(batches, models.each(batches, one), strict=True):
        if isinstance(judgement, ModelError):
            failed.append(str(judgement))
            unheard += [claim.id for claim in batch]
            continue
        by_label = {claim.label: claim for claim in batch}
        for said in judgement.verdicts:
            claim = by_label.get(said.claim)
            opinion = None if claim is None or claim.id in opinions else _carried(said, claim, evidence[claim.id], chapter)
            if claim is None or opinion is None:
                refused.append(claim.label if claim else "a statement that was not asked about")
            else:
                opinions[claim.id] = opinion
                ungrounded += [claim.label] if opinion.concern == LEFT_OUT else []
        unheard += [claim.id for claim in batch if claim.id not in opinions]
    return Opinions(
        by_claim=opinions, refused=tuple(refused), failed=tuple(failed), unheard=tuple(unheard), ungrounded=tuple(ungrounded)
    )  # fmt: skip


def _carried(said: Said, claim: Claim, evidence: tuple[Evidence, ...], chapter: Untrusted) -> Opinion | None:
    """The verdict with the evidence that it names, None where it names none of its own or none that could carry it."""
    by_label = {item.label: item for item in evidence}
    named = [by_label[label] for label in said.evidence if label in by_label]
    if not carries(said.verdict, named):
        return None
    against = [by_label[label] for label in said.against if label in by_label]
    loose = grounding.strange(said.concern, grounding.said_of(claim, [*named, *against], chapter))
    return Opinion(
        verdict=said.verdict, concern=LEFT_OUT if loose else said.concern, priority=said.priority, response=said.response,
        evidence=tuple(item.id for item in named), against=tuple(item.id for item in against),
    )  # fmt: skip


def carries(verdict: Verdict, evidence: Iterable[Evidence]) -> bool:
    """Whether a verdict may rest on this evidence: a piece of it that is no commentary has a relation that says as much."""
    return verdict == "unverifiable" or any(item.relation in CARRIES[verdict] for item in evidence if not item.commentary)


def _cases(
    batch: list[Claim], evidence: Mapping[str, tuple[Evidence, ...]], chapter: Untrusted, standing: Standing
) -> tuple[Part, ...]:  # fmt: skip
    parts: list[Part] = []
    for claim in batch:
        parts += [shown.claim(claim), *shown.evidence(evidence[claim.id], chapter, standing)]
    return tuple(parts)
