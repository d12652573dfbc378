"""Records as a model is shown them: outside words under labels of ours, ours beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.records import Claim, Evidence, Standing
from prompts.library import Part, Quoted
from prompts.trust import Untrusted, measure
from tools.identity import ids
from tools.records import ChapterEvidence, MeasuredEvidence, QuotedEvidence

AROUND = 200  # characters before and after a statement
_ALONE = Standing()
_PIECES = 10  # of evidence on one statement, so that one case alone fits a small context


def claim(shown: Claim) -> Quoted:
    """A statement under its label; restated where the reader did so, for the words alone may be hard to understand."""
    return Quoted(f"statement {shown.label}, {shown.kind}", shown.restated if shown.restated is not None else shown.text)


def in_place(shown: Claim, chapter: Untrusted) -> Quoted:
    """A statement's own words, then these with the chapter around them."""
    start, end = max(0, shown.span.start - AROUND), shown.span.end + AROUND
    words = f"{measure(shown.text)}\n\nin its place:\n{measure(chapter)[start:end]}"
    return Quoted(f"statement {shown.label}, {shown.kind}, in the chapter's words", Untrusted(words, "chapter"))


def evidence(items: Iterable[Evidence], chapter: Untrusted, standing: Standing = _ALONE) -> Iterator[Part]:
    """Pieces of evidence with their labels, relations and limits, the words or figures that they are, and which are of one source."""
    every = tuple(items)
    first: dict[str, str] = {}
    if len(every) > _PIECES:
        yield f"{len(every) - _PIECES} pieces more are not shown"
    for item in every[:_PIECES]:
        yield f"{item.label}: {item.relation}, {item.evidence_class}{_beside(item, first, standing)}"
        # Limits may hold what a model said after it had read a source, so that they are fenced with the words.
        said = words(item, chapter)
        yield Quoted(f"what {item.label} says", Untrusted(f"{measure(said)}\nlimits: {item.limits or 'none stated'}", said.origin))


def of_anybody(items: Iterable[Evidence]) -> bool:
    """Whether a piece quotes a page that stands in no registry: what anybody may publish is in no request beside what rests on

    registered sources, runs and the chapter alone.
    """
    sources = [item.ground.quotation.source for item in items if isinstance(item.ground, QuotedEvidence)]
    names = [ids.parse(source) for source in sources if not source.startswith("python:")]
    return any(name is None or name.kind == "url" for name in names)


def _beside(item: Evidence, first: dict[str, str], standing: Standing) -> str:
    """That a piece is of the same source as one before it. first: label by source, of the pieces so far."""
    if not isinstance(item.ground, QuotedEvidence):
        return ""
    known = first.setdefault(standing.first(item.ground.quotation.source), item.label)
    return "" if known == item.label else f"; it counts as one source with {known}"


def words(item: Evidence, chapter: Untrusted) -> Untrusted:
    """What a piece of evidence says, with the words or the figure that it is."""
    ground = item.ground
    if isinstance(ground, QuotedEvidence):
        return Untrusted(f"{measure(item.statement)}\nquoted: {measure(ground.quotation.text)}", ground.quotation.source)
    if isinstance(ground, MeasuredEvidence):
        return Untrusted(f"{measure(item.statement)}\n{ground.run} {ground.field} = {str(ground.value)[:400]}", "sandbox")
    assert isinstance(ground, ChapterEvidence)
    quoted = measure(chapter)[ground.span.start : ground.span.end][:400]
    return Untrusted(f"{measure(item.statement)}\nthe chapter: {quoted}", "chapter")
