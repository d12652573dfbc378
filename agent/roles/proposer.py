"""The proposer: the smallest change of words that mends what a verdict says is wrong."""

from __future__ import annotations

from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.schema import Words, form_of
from agent.records import Claim, Evidence
from agent.roles import shown
from agent.roles.claim_reader import locate
from agent.roles.judge import Opinion
from agent.roles.table import ask
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, measure
from tools.records import Record, Span

STAGE, ROLE = "verdicts", "proposer"


class Proposed(Record):
    """The proposer's answer on one statement."""

    old: Words
    new: Words
    reason: Words
    tradeoff: Words
    evidence: tuple[str, ...]
    dependencies: tuple[Words, ...]


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
    """A change for each verdict that wants one."""
    form = form_of(Proposed)

    def one(case: Case) -> Proposed:
        claim, opinion, evidence = case
        parts: tuple[Part, ...] = (
            shown.claim(claim), Quoted(f"the words of {claim.label}", claim.text), shown.around(claim, chapter),
            f"The verdict: {opinion.verdict}.", Quoted("the reason", opinion.concern), *shown.evidence(evidence, chapter),
        )  # fmt: skip
        return models.answer(STAGE, ask(ROLE, {"case": parts}, form), Proposed)

    by_claim, refused, failed = {}, [], []
    for (claim, _, evidence), answer in zip(cases, models.each(cases, one), strict=True):
        if isinstance(answer, ModelError):
            failed.append(str(answer))
            continue
        proposal = _applying(answer, claim, evidence, chapter)
        if proposal is None:
            refused.append(claim.label)
        else:
            by_claim[claim.id] = proposal
    return Proposals(by_claim=by_claim, refused=tuple(refused), failed=tuple(failed))


def _applying(answer: Proposed, claim: Claim, evidence: tuple[Evidence, ...], chapter: Untrusted) -> Proposal | None:
    """The proposal, where its old words stand once in the statement, its new ones differ, and it rests on evidence that was shown."""
    text = measure(chapter)
    named = tuple(item.id for item in evidence if item.label in answer.evidence)
    span = None
    if measure(answer.old).strip():
        span = locate(answer.old, claim.span, text) or _word(measure(answer.old), claim.span, text)
        if span is None or measure(answer.new).split() == text[span.start : span.end].split():
            return None
    if not named:
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
