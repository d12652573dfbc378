"""Records as a model is shown them: outside words under labels of ours, ours beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.records import Claim, Evidence
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, measure
from tools.records import ChapterEvidence, MeasuredEvidence, QuotedEvidence

AROUND = 200  # characters before and after a statement
_PIECES = 10  # of evidence on one statement, so that one case alone fits a small context


def claim(shown: Claim) -> Quoted:
    """A statement under its label; restated where the reader did so, for the words alone may be hard to understand."""
    return Quoted(f"statement {shown.label}, {shown.kind}", shown.restated if shown.restated is not None else shown.text)


def in_place(shown: Claim, chapter: Untrusted) -> Quoted:
    """A statement's own words, then these with the chapter around them."""
    start, end = max(0, shown.span.start - AROUND), shown.span.end + AROUND
    words = f"{measure(shown.text)}\n\nin its place:\n{measure(chapter)[start:end]}"
    return Quoted(f"statement {shown.label}, {shown.kind}, in the chapter's words", Untrusted(words, "chapter"))


def evidence(items: Iterable[Evidence], chapter: Untrusted) -> Iterator[Part]:
    """Pieces of evidence with their labels, relations and limits, and the words or figures that they are."""
    every = tuple(items)
    if len(every) > _PIECES:
        yield f"{len(every) - _PIECES} pieces more are not shown"
    for item in every[:_PIECES]:
        yield f"{item.label}: {item.relation}, {item.evidence_class}"
        # Limits may hold what a model said after it had read a source, so that they are fenced with the words.
        words = _words(item, chapter)
        yield Quoted(f"what {item.label} says", Untrusted(f"{measure(words)}\nlimits: {item.limits or 'none stated'}", words.origin))


def _words(item: Evidence, chapter: Untrusted) -> Untrusted:
    ground = item.ground
    if isinstance(ground, QuotedEvidence):
        return Untrusted(f"{measure(item.statement)}\nquoted: {measure(ground.quotation.text)}", ground.quotation.source)
    if isinstance(ground, MeasuredEvidence):
        return Untrusted(f"{measure(item.statement)}\n{ground.run} {ground.field} = {str(ground.value)[:400]}", "sandbox")
    assert isinstance(ground, ChapterEvidence)
    words = measure(chapter)[ground.span.start : ground.span.end][:400]
    return Untrusted(f"{measure(item.statement)}\nthe chapter: {words}", "chapter")
