"""The check that let a model's sentences in, made again over what is kept of them: what they name stands in the records they are about.

A sentence is held against all evidence on its statement that is left, which is at least what it was held against at first. By the guard,
where evidence was dropped, and by `corrigenda verify`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agent.records import Assessment, Change, Claim, Evidence
from agent.roles import grounding, shown
from agent.roles.judge import BY, LEFT_OUT
from agent.roles.opinions import TRADEOFF, VIEW
from prompts.trust import Untrusted, measure


def of_view(beside: Untrusted) -> Untrusted | None:
    """The judge's concern in a view that stands beside an instrument's verdict, None where it is none."""
    words = measure(beside)
    return Untrusted(words.removeprefix(VIEW).partition("; ")[2], "model") if words.startswith(VIEW) else None


def of_dependency(words: Untrusted) -> Untrusted:
    """The model's own words in what is listed under a change."""
    return Untrusted(measure(words).removeprefix(TRADEOFF), "model")


def ungrounded(assessment: Assessment, claim: Claim, evidence: Iterable[Evidence], chapter: Untrusted) -> Iterator[Untrusted]:
    """The sentences of a model's about one statement that name what neither it nor its evidence holds, as they stand in the assessment."""
    every = tuple(evidence)
    held = grounding.Held(grounding.said_of(claim, every, chapter))
    if assessment.by == BY and assessment.concern != LEFT_OUT and grounding.strange(assessment.concern, held):
        yield assessment.concern
    for beside in assessment.beside:
        view = of_view(beside)
        if view is not None and measure(view) != measure(LEFT_OUT) and grounding.strange(view, held):
            yield beside
    if assessment.wordless is not None and grounding.strange(assessment.wordless, placed(claim, every, chapter)):
        yield assessment.wordless


def placed(claim: Claim, evidence: Iterable[Evidence], chapter: Untrusted, *more: str) -> grounding.Held:
    """What words about a statement in its place may draw on: the chapter around it, too. more: what else was shown with it."""
    return grounding.Held([measure(shown.in_place(claim, chapter).text), *grounding.said_of(claim, evidence, chapter), *more])


def strange_change(change: Change, claim: Claim, evidence: Iterable[Evidence], chapter: Untrusted) -> bool:
    """Whether a model's change names what neither its evidence nor the chapter there holds."""
    held = placed(claim, (item for item in evidence if item.id in change.evidence), chapter)
    words = (change.new, change.reason, *map(of_dependency, change.dependencies))
    return any(grounding.strange(each, held) for each in words)
