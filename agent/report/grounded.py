"""What models' sentences name, held again against the records that they are about, so that one which was changed together with the reply
that held it is found: a number, a name or an address in it stands in no record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from agent.acts import running
from agent.acts.reading import named
from agent.documents import document_of, quoted_text
from agent.records import Claim, Dropped, Evidence, Opening, Report
from agent.report import markdown
from agent.report.contract import MARK, SectionMaterial, check_section
from agent.report.index import Index
from agent.report.modelled import is_models
from agent.report.recheck import Problem, Run, inquiry_of
from agent.report.sentences import beyond, loose
from agent.roles import grounding, regrounding
from agent.roles.grounding import UNGROUNDED, strange
from agent.roles.opinions import AUDITOR, REFUSED, UNAUDITED
from prompts import inert
from prompts.trust import Untrusted, derived, measure
from tools.extract.records import CannotExtract
from tools.passages import passage_at
from tools.records import QuotedEvidence, Source, Span
from tools.store import ArchiveError
from tools.text import NotText

_NAMES = f"what it says names {UNGROUNDED}"
_AROUND = 9_000  # characters of a package's file before and after a quotation: the longest definition that a reader is shown
_LIMITS = "; for: "  # before a model's words in the limits of a piece of evidence


def grounded(run: Run) -> Iterator[Problem]:
    """Each sentence of a model's names what its records hold."""
    kept = _Kept(run)
    whole = grounding.of_chapter(run.report.snapshot.chapter)
    for claim in run.report.reading.claims:
        if claim.restated is not None and strange(claim.restated, whole):
            yield Problem(claim.label, f"its restatement names {UNGROUNDED}")
        yield from _claim(kept, claim)
    for item in run.report.evidence:
        if isinstance(item.ground, QuotedEvidence) and item.statement.origin == "model":
            yield from _source(kept, item, item.ground)
    for opening in run.report.openings:
        yield from (Problem(f"section {opening.section}", f"its opening: {what}") for what in _opening(run.report, opening))
    yield from _set_aside(kept)
    yield from _noted(kept)


class _Kept:
    """A run's records by their names. evidence: of each claim."""

    def __init__(self, run: Run) -> None:
        self.run, self.index = run, Index(run.report)
        self.chapter = run.report.snapshot.chapter.text
        self.evidence: dict[str, list[Evidence]] = {}
        for item in run.report.evidence:
            self.evidence.setdefault(item.claim, []).append(item)

    @cached_property
    def sources(self) -> dict[str, list[Source]]:
        """By id: as the report lists them, and as they were called when they were read."""
        inquiry = inquiry_of(self.run)
        found: dict[str, list[Source]] = {}
        for source in (*self.run.report.sources, *(opened.source for opened in (inquiry.opened() if inquiry else ()))):
            found.setdefault(source.id, []).append(source)
        return found


def _claim(kept: _Kept, claim: Claim) -> Iterator[Problem]:
    """What the judge and the proposer said of a statement."""
    evidence, assessment = kept.evidence.get(claim.id, []), kept.index.assessments.get(claim.id)
    if assessment is not None:
        for _ in regrounding.ungrounded(assessment, claim, evidence, kept.chapter):
            yield Problem(claim.label, _NAMES)
    for change in kept.index.changes.get(claim.id, ()):
        if is_models(kept.index, change) and regrounding.strange_change(change, claim, evidence, kept.chapter):
            yield Problem(change.label, _NAMES)


def _source(kept: _Kept, item: Evidence, ground: QuotedEvidence) -> Iterator[Problem]:
    """What the source reader said beside a quotation, held against the passage in which it stands."""
    claim, passage = kept.index.claims.get(item.claim), _passage(kept.run, ground)
    if claim is None or passage is None:
        return  # said by the checks of names and of quotations
    called = [named(source) for source in kept.sources.get(ground.quotation.source, ())]
    held = grounding.Held([*called, measure(claim.text), measure(claim.restated or claim.text), passage])
    limits = item.limits.partition(_LIMITS)[2]
    if limits.endswith("…"):  # cut there, in the middle of a word or not
        limits = limits[:-1].rpartition(" ")[0]
    if strange(item.statement, held) or strange(inert.as_it_was(limits), held):
        yield Problem(item.label, _NAMES)


def _passage(run: Run, ground: QuotedEvidence) -> str | None:
    """The passage that a reader was shown with a quotation in it; of a package's file the part around it."""
    quotation = ground.quotation
    try:
        if quotation.extracted:
            document = document_of(run.store, quotation.sha256)
            span = passage_at(document, quotation.span)
            return measure(document.text)[span.start : span.end]
        text = quoted_text(run.store, quotation)
    except (ArchiveError, NotText, CannotExtract, LookupError):
        return None
    around = Span(start=max(0, quotation.span.start - _AROUND), end=quotation.span.end + _AROUND)
    return None if text is None else measure(text)[around.start : around.end]


def _opening(report: Report, opening: Opening) -> Iterator[str]:
    """What is wrong with the opening of a section, by the rules under which it was written."""
    body = markdown.render_section(opening.section, report.model_copy(update={"openings": ()}))
    index = Index(report)
    material = SectionMaterial(text=derived(body), marks=frozenset(MARK.findall(body)) & index.marks, urls=index.urls)
    yield from loose(((sentence.text, sentence.marks) for sentence in opening.sentences), material.marks)
    for sentence in opening.sentences:
        yield from beyond(sentence.text, sentence.marks, body)
    yield from (problem.partition(":")[0] for problem in check_section(opening.section, markdown.render_opening(opening), material))


def _set_aside(kept: _Kept) -> Iterator[Problem]:
    """What is shown of findings that did not survive."""
    by_label = {claim.label: claim for claim in kept.run.report.reading.claims}
    for dropped in kept.run.report.dropped:
        if dropped.reason in (REFUSED, UNAUDITED):
            label, _, rest = measure(dropped.what).partition(", ")
            claim = by_label.get(label)
            if claim is None or not _holds(kept, claim, dropped, rest.partition(": ")[2]):
                yield Problem(f"what was set aside on {label}" if claim else "what was set aside", _NAMES)


def _holds(kept: _Kept, claim: Claim, dropped: Dropped, words: str) -> bool:
    concern, _, objection = words.rpartition(AUDITOR) if dropped.reason == REFUSED else (words, "", "")
    held = regrounding.placed(claim, kept.evidence.get(claim.id, ()), kept.chapter)
    return not any(strange(Untrusted(each, "model"), held) for each in (concern, objection))


def _noted(kept: _Kept) -> Iterator[Problem]:
    """What the planner said to be wanted, held against the statement in its place."""
    by_span = {claim.span: claim for claim in kept.run.report.reading.claims}
    for gap in kept.run.report.gaps:
        if gap.instrument == running.PLANNED and gap.finding is None and measure(gap.what) != measure(running.LEFT_OUT):
            claim = by_span.get(gap.span) if gap.span is not None else None
            if claim is None or strange(gap.what, regrounding.placed(claim, (), kept.chapter)):
                yield Problem(f"what is wanted about {claim.label}" if claim else "what is wanted", _NAMES)
