"""What a text says of statements: passages chosen here, read by a model, and every quotation found again in the stored text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from agent.acts.bench import Bench
from agent.inquiry import Opened, Said
from agent.llm.errors import ModelError
from agent.records import Claim
from agent.roles import source_reader
from agent.roles.source_reader import Passage
from prompts.trust import Untrusted, measure
from tools import quotes
from tools.extract.records import Document
from tools.passages import Passages
from tools.records import Source, Span

UNREAD = "the model could not read it"
_SHOWN = 9_000  # characters of one source that are shown to the model
_STATEMENTS = 12


@dataclass(frozen=True)
class Text:
    """A document's text. locate: a place in it, for a person; passages: parts of it worth reading, in its order."""

    source: Source
    text: Untrusted
    locate: Callable[[Span], str]
    passages: tuple[Span, ...]


def chosen_passages(document: Document, claims: tuple[Claim, ...]) -> tuple[Span, ...]:
    """The passages of a document that bear most on the claims, in its order, as many as one request takes."""
    best = Passages(document).best([claim.restated or claim.text for claim in claims], _SHOWN)
    return tuple(passage.span for passage in best)


def read_for(bench: Bench, text: Text, claims: tuple[Claim, ...], handle: str, *, discovery: bool = False) -> Opened:
    """What the text says of the claims. Without a model nothing is said of it: it is a source that a person can read.

    discovery: it is commentary, which leads to sources and carries no verdict, whatever it says.
    """
    shown = _fitting(text)
    opened = Opened(handle=handle, source=text.source, passages=len(text.passages))
    models = bench.context.models
    if models is None or not shown or not claims:
        return opened
    searchable = quotes.Searchable(text.text)

    def find(quotation: Untrusted, within: Span) -> Span | None:
        return next((span for span in searchable.find_all(quotation) if span.within(within)), None)

    passages = tuple(Passage(span, _cut(text.text, span)) for span in shown)
    try:
        relations = source_reader.read(models, claims[:_STATEMENTS], passages, find, named(text.source))
    except ModelError as error:
        return opened.model_copy(update={"failed": f"{UNREAD}: {error}"})
    said = tuple(
        Said(
            claim=item.claim, source=text.source.id, sha256=text.source.sha256, span=item.span, text=_cut(text.text, item.span),
            locator=text.locate(item.span), relation="UNCERTAIN" if discovery else item.relation,
            rationale=item.rationale, limits=item.limits, by="model: source reader", commentary=discovery,
        )
        for item in relations.found
    )  # fmt: skip
    return opened.model_copy(update={"shown": relations.shown, "said": said, "refused": relations.refused})


def named(source: Source) -> str:
    """What a source is called, its authors with it, as far as that is known."""
    return "\n".join(
        [source.id, measure(source.title), source.version or "", *(measure(f.registered) for f in source.fields if f.registered)]
    )


def _fitting(text: Text) -> tuple[Span, ...]:
    """The passages, as many as fit; one that is too long by itself from its beginning."""
    room = _SHOWN
    chosen: list[Span] = []
    for span in text.passages:
        cut = Span(start=span.start, end=min(span.end, span.start + room))
        if len(cut):
            chosen.append(cut)
            room -= len(cut)
    return tuple(chosen)


def _cut(text: Untrusted, span: Span) -> Untrusted:
    return Untrusted(measure(text)[span.start : span.end], text.origin)
