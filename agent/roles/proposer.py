"""The proposer: the smallest changes of words that mend what verdicts say is wrong, several statements a call."""

from __future__ import annotations

from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.records import Ask
from agent.llm.schema import Words, form_of
from agent.records import Claim, Evidence
from agent.roles import grounding, shown
from agent.roles.claim_reader import locate
from agent.roles.judge import Opinion
from agent.roles.table import ask, batched
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, measure
from tools.records import Record, Span

STAGE, ROLE = "verdicts", "proposer"
_BATCH = 8


class Worded(Record):
    """A change for one statement, by its label."""

    claim: str
    old: Words
    new: Words
    reason: Words
    tradeoff: Words
    evidence: tuple[str, ...]
    dependencies: tuple[Words, ...]


class Proposed(Record):
    """The proposer's answer on one batch."""

    changes: tuple[Worded, ...]


class Proposal(Record):
    """A change that applies to the chapter. span: None where no change of words can mend it; evidence: ids."""

    claim: str
    span: Span | None
    new: Untrusted
    reason: Untrusted
    tradeoff: Untrusted
    evidence: tuple[str, ...]
    dependencies: tuple[Untrusted, ...]


class Proposals(Record):
    """By claim id. refused: changes that do not apply or rest on nothing; failed: why some were not made."""

    by_claim: dict[str, Proposal]
    refused: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()


Case = tuple[Claim, Opinion, tuple[Evidence, ...]]


def propose(models: Models, cases: list[Case], chapter: Untrusted) -> Proposals:
    """A change for each verdict that wants one; a statement of which the answer says nothing has none."""
    form = form_of(Proposed)

    def request(batch: list[Case]) -> Ask:
        return ask(ROLE, {"cases": tuple(part for case in batch for part in _case(case, chapter))}, form)

    batches = list(batched(models, cases, request, _BATCH))
    answers = models.each(batches, lambda batch: models.answer(STAGE, request(batch), Proposed))
    by_claim: dict[str, Proposal] = {}
    refused: list[str] = []
    failed: list[str] = []
    for batch, answer in zip(batches, answers, strict=True):
        if isinstance(answer, ModelError):
            failed.append(str(answer))
            continue
        asked = {claim.label: (claim, evidence) for claim, _, evidence in batch}
        for worded in answer.changes:
            claim, evidence = asked.pop(worded.claim, (None, ()))
            proposal = _applying(worded, claim, evidence, chapter) if claim is not None else None
            if claim is None or proposal is None:
                refused.append(claim.label if claim else "a statement that was not asked about")
            else:
                by_claim[claim.id] = proposal
    return Proposals(by_claim=by_claim, refused=tuple(refused), failed=tuple(failed))


def _case(case: Case, chapter: Untrusted) -> tuple[Part, ...]:
    claim, opinion, evidence = case
    return (
        shown.in_place(claim, chapter),
        f"The verdict on {claim.label}: {opinion.verdict}.", Quoted(f"the reason for {claim.label}", opinion.concern),
        *shown.evidence(evidence, chapter),
    )  # fmt: skip


def _applying(answer: Worded, claim: Claim, evidence: tuple[Evidence, ...], chapter: Untrusted) -> Proposal | None:
    """The proposal, where its old words stand once in the statement, its new ones differ, and it rests on evidence that was shown;

    what it names stands in that evidence or in the chapter there."""
    text = measure(chapter)
    named = tuple(item.id for item in evidence if item.label in answer.evidence)
    span = None
    if measure(answer.old).strip():
        span = locate(answer.old, claim.span, text) or _word(measure(answer.old), claim.span, text)
        if span is None or measure(answer.new).split() == text[span.start : span.end].split():
            return None
    if not named:
        return None
    around = measure(shown.in_place(claim, chapter).text)
    held = grounding.Held([around, *grounding.said_of(claim, (item for item in evidence if item.label in answer.evidence), chapter)])
    if any(grounding.strange(words, held) for words in (answer.new, answer.reason, answer.tradeoff, *answer.dependencies)):
        return None
    return Proposal(
        claim=claim.id, span=span, new=answer.new, reason=answer.reason, tradeoff=answer.tradeoff, evidence=named,
        dependencies=answer.dependencies,
    )  # fmt: skip


def _word(old: str, within: Span, text: str) -> Span | None:
    """A single word, where it stands just once in the statement."""
    words = text[within.start : within.end]
    at = words.find(old.strip())
    if at < 0 or words.find(old.strip(), at + 1) >= 0:
        return None
    return Span(start=within.start + at, end=within.start + at + len(old.strip()))
