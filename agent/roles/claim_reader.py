"""The claim reader: chooses the statements of the chapter that are worth checking, each anchored to its words."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.labels import number
from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.schema import Quotation, Words, form_of
from agent.records import Limitation, Reading, Stated
from agent.roles import grounding
from agent.roles.table import ROLES, ask
from prompts.library import Quoted
from prompts.trust import Untrusted, derived, measure
from tools.records import Block, Chapter, ClaimKind, Priority, Record, Span

STAGE, ROLE = "claims", "claim_reader"
_MOST = 6_000  # characters of a passage: more than that, and models begin to skip


class Chosen(Record):
    quote: Quotation
    kind: ClaimKind
    restated: Words
    worth: Priority


class Choice(Record):
    """The reader's answer on one passage."""

    statements: tuple[Chosen, ...]
    thesis: tuple[Quotation, ...]
    assumptions: tuple[Quotation, ...]
    reader_level: tuple[Quotation, ...]


class Anchored(Record):
    """A chosen statement with its place in the chapter. restated: None where it names what the chapter does not hold."""

    span: Span
    kind: ClaimKind
    restated: Untrusted | None
    worth: Priority


class ReadByModel(Record):
    """All that the reader gave. refused: quotes that are not in the chapter; failed: why passages were not read, one reason each."""

    statements: tuple[Anchored, ...] = ()
    thesis: tuple[Span, ...] = ()
    assumptions: tuple[Span, ...] = ()
    reader_level: tuple[Span, ...] = ()
    refused: int = 0
    failed: tuple[str, ...] = ()
    passages: int = 0


def refine(models: Models, chapter: Chapter, reading: Reading) -> Reading:
    """The reading of the rules with the model's choice in it: statements restated and weighed, new ones added, none taken away."""
    found = read(models, chapter)
    text = measure(chapter.text)
    spans = [(claim.span, claim.kind, claim.place) for claim in reading.claims]
    said: dict[Span, Anchored] = {}
    for chosen in found.statements:
        same = next((span for span, _, _ in spans if _same(chosen.span, span, text)), None)
        if same is None:
            spans.append((chosen.span, chosen.kind, "a statement that the model chose"))
        said.setdefault(same or chosen.span, chosen)
    claims = tuple(
        claim.model_copy(update={"restated": said[claim.span].restated, "worth": said[claim.span].worth}) if claim.span in said else claim
        for claim in number(chapter, spans)
    )
    stated = {name: _stated(getattr(reading, name), getattr(found, name), text) for name in ("thesis", "assumptions", "reader_level")}
    return reading.model_copy(update={"claims": claims, "limitations": tuple(_limitations(found)), **stated})


def _same(chosen: Span, known: Span, text: str) -> bool:
    """Whether two spans are one statement: they share four fifths of both."""
    shared = min(chosen.end, known.end) - max(chosen.start, known.start)
    return shared > 0 and shared >= 0.8 * len(chosen) and shared >= 0.8 * len(known)


def _stated(known: tuple[Stated, ...], spans: tuple[Span, ...], text: str) -> tuple[Stated, ...]:
    more = [span for span in spans if not any(item.span is not None and item.span.overlaps(span) for item in known)]
    return (*known, *(Stated(text=Untrusted(text[span.start : span.end], "chapter"), span=span) for span in dict.fromkeys(more)))


def _limitations(found: ReadByModel) -> Iterator[Limitation]:
    if found.failed:
        every = len(found.failed) == found.passages
        what = f"the model read {found.passages - len(found.failed)} of {found.passages} passages of the chapter: {found.failed[0]}"
        yield Limitation(step="claim reader", what=derived(what), remedy="run again, or read the claims by hand", failed=every)
    if found.refused:
        yield Limitation(
            step="claim reader", what=derived(f"{found.refused} quotes of the model's are not in the chapter; they were refused")
        )
    if loose := sum(1 for statement in found.statements if statement.restated is None):
        counted = f"{loose} restatement{'s' * (loose > 1)} of the model's"
        what = f"{counted} named what the chapter does not hold ({grounding.UNGROUNDED}): left out, the statements stand in their own words"
        yield Limitation(step="claim reader", what=derived(what))


def read(models: Models, chapter: Chapter) -> ReadByModel:
    """What the model chose, passage by passage; a passage whose call failed is counted and leaves the rest."""
    text = measure(chapter.text)
    passages, held = list(_passages(chapter.blocks, text, _room(models))), grounding.of_chapter(chapter)
    form = form_of(Choice)

    def one(passage: Span) -> Choice:
        shown = Quoted("passage", Untrusted(text[passage.start : passage.end], "chapter"))
        return models.answer(STAGE, ask(ROLE, {"passage": (shown,)}, form), Choice)

    found = ReadByModel(passages=len(passages))
    for passage, choice in zip(passages, models.each(passages, one), strict=True):
        if isinstance(choice, ModelError):
            found = found.model_copy(update={"failed": (*found.failed, str(choice))})
        else:
            found = _with(found, choice, passage, text, held)
    return found


def _room(models: Models) -> int:
    """Characters of a passage, so that it and the answer fit the model."""
    # The instruction and schema take about 6,000 bytes; an answer repeats about half of a passage.
    return max(800, min(_MOST, models.room(ROLE, ROLES[ROLE].output_tokens) - 6_000))


def _passages(blocks: tuple[Block, ...], text: str, most: int) -> Iterator[Span]:
    """The chapter in pieces of whole blocks, a block that is too long by itself cut at white space."""
    start = 0
    end = 0
    for block in blocks:
        if block.span.end - start > most and end > start:
            yield Span(start=start, end=end)
            start = end
        while block.span.end - start > most:
            cut = text.rfind(" ", start + most // 2, start + most)
            cut = cut if cut > start else start + most
            yield Span(start=start, end=cut)
            start = cut
        end = max(end, block.span.end)
    if text[start:].strip():
        yield Span(start=start, end=len(text))


def _with(found: ReadByModel, choice: Choice, passage: Span, text: str, held: grounding.Held) -> ReadByModel:
    statements, refused = list(found.statements), found.refused
    for chosen in choice.statements:
        span = locate(chosen.quote, passage, text)
        if span is None:
            refused += 1
        else:
            restated = None if grounding.strange(chosen.restated, held) else chosen.restated
            statements.append(Anchored(span=span, kind=chosen.kind, restated=restated, worth=chosen.worth))
    stated = {}
    for name in ("thesis", "assumptions", "reader_level"):
        spans = [locate(quote, passage, text) for quote in getattr(choice, name)]
        refused += spans.count(None)
        stated[name] = (*getattr(found, name), *(span for span in spans if span is not None))
    return found.model_copy(update={"statements": tuple(statements), "refused": refused, **stated})


def locate(quote: Untrusted, passage: Span, text: str) -> Span | None:
    """Where a quote stands in the passage, white space aside; None where it does not."""
    words = measure(quote).split()
    if len(words) < 2:
        return None
    match = re.compile(r"\s+".join(map(re.escape, words))).search(text, passage.start, passage.end)
    return Span(start=match.start(), end=match.end()) if match else None
