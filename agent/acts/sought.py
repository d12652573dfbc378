"""What an inquiry brought, as evidence: words of sources that a model related to statements, and answers of programs that it wrote.

Neither decides anything by itself. The relation is the model's, the words and figures are not; both are re-checked before they are shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.acts.running import claim_of
from agent.inquiry import Inquiry, Said
from agent.records import Claim, Evidence, Experiment, Experiments
from prompts.inert import one_line
from prompts.trust import derived
from tools.records import MeasuredEvidence, Quotation, QuotedEvidence, Relation, Span

_PLAIN = ("pypi:", "python:")
_HOLDS: dict[object, tuple[Relation, str]] = {
    True: ("SUPPORTS", "it answered that the statement holds"),
    False: ("CONTRADICTS", "it answered that the statement does not hold"),
    None: ("UNCERTAIN", "it could not tell"),
}


def sought(claims: tuple[Claim, ...], inquiry: Inquiry, experiments: Experiments) -> Iterator[Evidence]:
    """Evidence without labels yet, claim by claim; equal words for one claim are one piece."""
    known = {claim.id for claim in claims}
    seen: set[tuple[object, ...]] = set()
    for opened in inquiry.opened():
        for said in opened.said:
            claim = _at(claims, said.about) if said.about is not None else said.claim
            key = (claim, said.sha256, said.span.start, said.span.end)
            if claim in known and key not in seen:
                seen.add(key)
                yield _quoted(said.model_copy(update={"claim": claim}))
    for experiment in experiments.done:
        claim = claim_of(experiment.wanted)
        if claim in known and experiment.outcome.state == "ran":
            yield _measured(claim, experiment)


def _at(claims: tuple[Claim, ...], span: Span) -> str:
    """The claim that is about a span of the chapter: of those that touch it the one that says least beside it, "" where none does."""
    touched = [claim for claim in claims if claim.span.overlaps(span)]
    if not touched:
        return ""
    return min(touched, key=lambda claim: abs(claim.span.start - span.start) + abs(claim.span.end - span.end)).id


def _quoted(said: Said) -> Evidence:
    quotation = Quotation(
        source=said.source, sha256=said.sha256, span=said.span, text=said.text, locator=said.locator,
        extracted=not said.source.startswith(_PLAIN),
    )  # fmt: skip
    return Evidence(
        id="", label="", claim=said.claim, evidence_class="REPORTED_BY_SOURCE", relation=said.relation,
        ground=QuotedEvidence(relation=said.relation, quotation=quotation), statement=said.rationale,
        limits=f"the relation is {said.by}'s; the words are {_whose(said)}" + (f"; for: {_one(said)}" if said.limits else ""),
        commentary=said.commentary,
    )  # fmt: skip


def _whose(said: Said) -> str:
    return "of a discussion, which carries no verdict" if said.commentary else "the source's"


def _one(said: Said) -> str:
    return one_line(said.limits, 160)


def _measured(claim: str, experiment: Experiment) -> Evidence:
    result = experiment.outcome.result
    assert isinstance(result, dict), "a program whose answer has no holds has failed"
    holds = result["holds"]
    relation, words = _HOLDS[holds]
    return Evidence(
        id="", label="", claim=claim, evidence_class="REPRODUCED_LOCALLY", relation=relation,
        ground=MeasuredEvidence(relation=relation, run=experiment.wanted.key, field="/holds", value=holds),
        statement=derived(f"a program that a model wrote for this statement ran; {words}"),
        limits="the program and its criteria are a model's, fixed before the run: read them before relying on it",
    )  # fmt: skip


def numbered(found: Iterable[Evidence], before: tuple[Evidence, ...]) -> Iterator[Evidence]:
    """The pieces with ids and labels that follow those before them."""
    counts: dict[str, int] = {}
    for item in before:
        counts[item.claim] = counts.get(item.claim, 0) + 1
    for index, item in enumerate(found, start=len(before) + 1):
        counts[item.claim] = counts.get(item.claim, 0) + 1
        yield item.model_copy(update={"id": f"{item.claim}/{counts[item.claim]}", "label": f"E{index}"})
