"""The source reader: what the passages of one source say about statements, each by words that stand in the passage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.llm import wire
from agent.llm.asking import Models
from agent.llm.records import Ask
from agent.llm.schema import Quotation, Words, form_of
from agent.records import Claim
from agent.roles import grounding, shown
from agent.roles.table import ROLES, ask
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, derived, measure
from tools.records import Record, Relation, Span

STAGE, ROLE = "sources", "source_reader"

# Stands in the place of words beside a quotation that name what neither it nor the statement holds.
_LEFT_OUT = derived(f"what the model said here was refused: it names {grounding.UNGROUNDED}")


class Said(Record):
    claim: str
    passage: int
    quote: Quotation
    relation: Relation
    rationale: Words
    limits: Words


class ReadSource(Record):
    """The reader's answer on one source."""

    relations: tuple[Said, ...]


@dataclass(frozen=True)
class Passage:
    """A piece of a document's text. span: in that text."""

    span: Span
    text: Untrusted


class Relating(Record):
    """Words of the source that bear on a statement. claim: its id; span: in the document's text."""

    claim: str
    span: Span
    relation: Relation
    rationale: Untrusted
    limits: Untrusted


class Relations(Record):
    """refused: quotations that do not stand in their passage, or speak of a statement that was not asked about; shown: passages."""

    found: tuple[Relating, ...] = ()
    refused: int = 0
    shown: int = 0


def read(
    models: Models,
    claims: tuple[Claim, ...],
    passages: tuple[Passage, ...],
    find: Callable[[Untrusted, Span], Span | None],
    source: str = "",
) -> Relations:
    """One call for one source; raises ModelError. find: where a quotation stands within a span of the document's text; source: what the

    document is called: its id, title and version.
    """
    while wire.size(request := _request(claims, passages)) > models.room(ROLE, ROLES[ROLE].output_tokens) and len(passages) > 1:
        passages = passages[:-1]
    answer = models.answer(STAGE, request, ReadSource)
    by_label = {claim.label: claim for claim in claims}
    found: list[Relating] = []
    for said in answer.relations:
        claim = by_label.get(said.claim)
        passage = passages[said.passage - 1] if 0 < said.passage <= len(passages) else None
        span = find(said.quote, passage.span) if claim and passage else None
        if claim is not None and passage is not None and span is not None:
            held = grounding.Held([source, measure(claim.text), measure(claim.restated or claim.text), measure(passage.text)])
            rationale, limits = (_LEFT_OUT if grounding.strange(words, held) else words for words in (said.rationale, said.limits))
            found.append(Relating(claim=claim.id, span=span, relation=said.relation, rationale=rationale, limits=limits))
    return Relations(found=tuple(found), refused=len(answer.relations) - len(found), shown=len(passages))


def _request(claims: tuple[Claim, ...], passages: tuple[Passage, ...]) -> Ask:
    numbered: list[Part] = [Quoted(f"passage {number}", passage.text) for number, passage in enumerate(passages, start=1)]
    filled = {"claims": tuple(shown.claim(claim) for claim in claims), "passages": tuple(numbered)}
    return ask(ROLE, filled, form_of(ReadSource))
