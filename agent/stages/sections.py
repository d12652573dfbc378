"""The guard: before anything is written, every quotation, figure and piece of old text is held against the records once more.

What does not hold is dropped and listed with the reason; nothing that is true is touched. Each of the seven sections has its note.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from pydantic import JsonValue

from agent.context import Context
from agent.documents import quoted_text
from agent.pointers import Missing, resolve
from agent.records import Assessment, Change, Claim, Dropped, Evidence, Experiments, Guarded, GuardNote, Judged, Snapshot, Weighed
from agent.roles.judge import BY, LEFT_OUT, carries
from agent.roles.regrounding import strange_change, ungrounded
from prompts.trust import Untrusted, derived, measure
from tools.records import ChapterEvidence, MeasuredEvidence, QuotedEvidence
from tools.store import Damaged

LEDGER_SECTION, FINDINGS_SECTION, CHANGES_SECTION = 3, 4, 5


@dataclass(frozen=True)
class _Material:
    """What sections are held against: the stored documents, the chapter's text, and the answers of the runs."""

    context: Context
    chapter: str
    results: dict[str, JsonValue]


def guard(context: Context, snapshot: Snapshot, weighed: Weighed, judged: Judged, experiments: Experiments) -> Guarded:
    """The material that may be written, with the account of what was re-checked and dropped."""
    results = {e.wanted.key: _stored_result(context, e.id) for e in experiments.done if e.outcome.state == "ran"}
    material = _Material(context, measure(snapshot.chapter.text), results)
    reasons = {item.id: _fault(material, item) for item in weighed.evidence}
    evidence = tuple(item for item in weighed.evidence if reasons[item.id] is None)
    dropped = [
        Dropped(section=FINDINGS_SECTION, what=derived(f"{item.label}, evidence for {item.claim}"), reason=reason)
        for item in weighed.evidence
        if (reason := reasons[item.id]) is not None
    ]
    kept = {item.id for item in evidence}
    by_id = {item.id: item for item in evidence}
    lost = {item.claim for item in weighed.evidence if reasons[item.id] is not None}
    cases = {claim.id: (claim, tuple(e for e in evidence if e.claim == claim.id)) for claim in weighed.reading.claims if claim.id in lost}
    chapter = snapshot.chapter.text
    assessments = tuple(_regrounded(_without(a, by_id, dropped), cases, chapter) for a in judged.assessments)
    changes = tuple(
        change for change in judged.changes if _applies(material, change, kept, dropped) and _grounded(change, cases, chapter, dropped)
    )
    return Guarded(
        evidence=evidence, assessments=assessments, changes=changes, dropped=tuple(dropped), notes=_notes(evidence, changes, dropped)
    )


def _stored_result(context: Context, experiment: str) -> JsonValue:
    """The answer of a run as it lies on disk, not as it was remembered."""
    value: JsonValue = json.loads((context.directory / "experiments" / experiment / "result.json").read_bytes())
    return value


def _fault(material: _Material, item: Evidence) -> str | None:
    """Why a piece of evidence does not hold, None where it does."""
    ground = item.ground
    if isinstance(ground, ChapterEvidence):
        return None if ground.span.end <= len(material.chapter) else "the place is not in the chapter"
    if isinstance(ground, MeasuredEvidence):
        return _measured_fault(material, ground)
    assert isinstance(ground, QuotedEvidence)
    quotation = ground.quotation
    try:
        stored = quoted_text(material.context.store, quotation)
    except Damaged as error:
        return str(error)
    if stored is None:
        return "the document that it quotes is not in the evidence store"
    found = measure(stored)[quotation.span.start : quotation.span.end]
    return None if found == measure(quotation.text) else "the words do not stand at that place of the stored document"


def _measured_fault(material: _Material, ground: MeasuredEvidence) -> str | None:
    if ground.run not in material.results:
        return "no run with this name gave a result"
    try:
        found = resolve(material.results[ground.run], ground.field)
    except Missing:
        return "the result of the run has no such field"
    return None if found == ground.value else "the result of the run holds another value"


def _without(assessment: Assessment, kept: Mapping[str, Evidence], dropped: list[Dropped]) -> Assessment:
    """An assessment with the evidence that was kept; one that stood on evidence and lost what carried it becomes unverifiable."""
    evidence = tuple(e for e in assessment.evidence if e in kept)
    carried = assessment.by != BY or carries(assessment.verdict, (kept[e] for e in evidence))
    if (evidence and carried) or not assessment.evidence:
        return assessment.model_copy(update={"evidence": evidence})
    dropped.append(Dropped(section=2, what=assessment.concern, reason="all the evidence that it rested on was dropped"))
    return Assessment(
        claim=assessment.claim, verdict="unverifiable", priority=assessment.priority, response="no change",
        concern=derived("the evidence for a finding did not hold when it was checked again"), by="guard",
    )  # fmt: skip


_Cases = Mapping[str, tuple[Claim, tuple[Evidence, ...]]]  # of statements that lost evidence, with what they kept


def _regrounded(assessment: Assessment, cases: _Cases, chapter: Untrusted) -> Assessment:
    """An assessment without the sentences of a model's that name what stood in dropped evidence alone."""
    if assessment.claim not in cases:
        return assessment
    strange = frozenset(measure(words) for words in ungrounded(assessment, *cases[assessment.claim], chapter))
    wordless = assessment.wordless
    return assessment.model_copy(
        update={
            "concern": LEFT_OUT if measure(assessment.concern) in strange else assessment.concern,
            "beside": tuple(words for words in assessment.beside if measure(words) not in strange),
            "wordless": None if wordless is not None and measure(wordless) in strange else wordless,
        }
    )


def _grounded(change: Change, cases: _Cases, chapter: Untrusted, dropped: list[Dropped]) -> bool:
    if change.reason.origin != "model" or change.claim not in cases or not strange_change(change, *cases[change.claim], chapter):
        return True
    reason = "it names what stood in evidence that was dropped"
    dropped.append(Dropped(section=CHANGES_SECTION, what=derived(f"{change.label}, a proposed change"), reason=reason))
    return False


def _applies(material: _Material, change: Change, kept: set[str], dropped: list[Dropped]) -> bool:
    reason = None
    if material.chapter[change.span.start : change.span.end] != measure(change.old):
        reason = "the old words do not stand at that place of the chapter"
    elif change.evidence and not kept & set(change.evidence):
        reason = "none of its evidence holds"
    if reason is not None:
        dropped.append(Dropped(section=CHANGES_SECTION, what=derived(f"{change.label}, a proposed change"), reason=reason))
    return reason is None


def _notes(evidence: tuple[Evidence, ...], changes: tuple[Change, ...], dropped: list[Dropped]) -> tuple[GuardNote, ...]:
    rechecked = {FINDINGS_SECTION: len(evidence), CHANGES_SECTION: len(changes)}
    return tuple(
        GuardNote(section=section, rechecked=rechecked.get(section, 0), dropped=tuple(d for d in dropped if d.section == section))
        for section in range(1, 8)
    )
