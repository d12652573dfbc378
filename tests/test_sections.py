"""The guard drops what does not hold when it is checked again, and touches nothing that does."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from agent.context import Context
from agent.labels import number
from agent.records import (
    Assessment,
    Change,
    Evidence,
    Experiment,
    Experiments,
    FingerprintCheck,
    Guarded,
    Judged,
    Reading,
    Snapshot,
    Weighed,
)
from agent.roles.judge import BY, LEFT_OUT
from agent.stages.sections import guard
from prompts.trust import Untrusted, derived, measure
from tests.world import world
from tools.records import Chapter, ChapterEvidence, Ground, MeasuredEvidence, Quotation, QuotedEvidence, RunOutcome, RunWanted, Span

CHAPTER = "The limit is eight. The queue grows."
SOURCE = "recompile_limit = 8\n"
ID = "pypi:torch==2.13.0/torch/_dynamo/config.py"


def _quoted(words: str = "recompile_limit = 8", start: int = 0, content: str = SOURCE) -> QuotedEvidence:
    quotation = Quotation(
        source=ID, sha256=sha256(content.encode()).hexdigest(), span=Span(start=start, end=start + len(words)), text=Untrusted(words, ID),
        locator="line 1",
    )  # fmt: skip
    return QuotedEvidence(relation="SUPPORTS", quotation=quotation)


def _measured(field: str = "/calls/0", value: Any = 2, run: str = "probe:x") -> MeasuredEvidence:
    return MeasuredEvidence(relation="SUPPORTS", run=run, field=field, value=value)


def _experiments(context: Context) -> Experiments:
    folder = context.directory / "experiments" / "x-1"
    folder.mkdir(parents=True)
    (folder / "result.json").write_text(json.dumps({"calls": [2]}))
    wanted = RunWanted(key="probe:x", instrument="probe:x", question="?", success="", failure="", script="", inputs={})
    outcome = RunOutcome(
        key="probe:x", state="ran", result={"calls": [2]}, stdout=Untrusted("", "sandbox"), stderr=Untrusted("", "sandbox")
    )
    return Experiments(done=(Experiment(id="x-1", label="X1", wanted=wanted, outcome=outcome, command="python main.py"),))


def _guarded(folder: Path, ground: Ground, change: Change | None = None) -> Guarded:
    context = world(folder)
    context.store.put(ID, SOURCE.encode(), "text/plain")
    chapter = Chapter(
        document="d", offset=0, text=Untrusted(CHAPTER, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=()
    )
    check = FingerprintCheck(declared=None, state="not declared")
    snapshot = Snapshot(chapter=chapter, sha256="0", origin="pack, whole", read=derived("all"), unread=None, fingerprint=check)
    item = Evidence(
        id="c/1",
        label="E1",
        claim="c",
        evidence_class="REPORTED_BY_SOURCE",
        relation=ground.relation,
        ground=ground,
        statement=derived("it says so"),
    )
    assessment = Assessment(
        claim="c",
        verdict="contradicted",
        priority="high",
        response="correction",
        concern=derived("wrong"),
        by="instrument: x",
        evidence=("c/1",),
    )
    weighed = Weighed(reading=Reading(claims=()), findings={}, evidence=(item,), sources=(), gaps=())
    judged = Judged(assessments=(assessment,), changes=(change,) if change else (), requests=())
    return guard(context, snapshot, weighed, judged, _experiments(context))


def _judged(folder: Path, concern: str, wordless: str, reason: str) -> Guarded:
    """What the guard leaves of a model's words on a statement that keeps one piece of evidence and loses another."""
    folder.mkdir()
    context = world(folder)
    context.store.put(ID, SOURCE.encode(), "text/plain")
    text = Untrusted(CHAPTER, "chapter")
    chapter = Chapter(document="d", offset=0, text=text, whole=True, title=Untrusted("T", "pack"), number="1", blocks=())
    check = FingerprintCheck(declared=None, state="not declared")
    snapshot = Snapshot(chapter=chapter, sha256="0", origin="pack, whole", read=derived("all"), unread=None, fingerprint=check)
    (claim,) = number(chapter, [(Span(start=0, end=19), "numeric", "1")])
    said = ((_quoted(), "it is 8"), (_quoted("Ada Lovelace set it to nine"), "it says so"))
    evidence = tuple(
        Evidence(
            id=f"{claim.id}/{n}", label=f"E{n}", claim=claim.id, evidence_class="REPORTED_BY_SOURCE",
            relation="CONTRADICTS", ground=ground.model_copy(update={"relation": "CONTRADICTS"}), statement=derived(words),
        )
        for n, (ground, words) in enumerate(said, start=1)
    )  # fmt: skip
    assessment = Assessment(
        claim=claim.id, verdict="contradicted", priority="high", response="correction", concern=Untrusted(concern, "model"), by=BY,
        evidence=(evidence[0].id,), wordless=Untrusted(wordless, "model"),
    )  # fmt: skip
    change = _change(Span(start=13, end=18), "eight").model_copy(
        update={
            "claim": claim.id,
            "evidence": tuple(item.id for item in evidence),
            "new": derived("8"),
            "reason": Untrusted(reason, "model"),
        }
    )
    weighed = Weighed(reading=Reading(claims=(claim,)), findings={}, evidence=evidence, sources=(), gaps=())
    judged = Judged(assessments=(assessment,), changes=(change,), requests=())
    return guard(context, snapshot, weighed, judged, _experiments(context))


def test_what_a_model_named_out_of_dropped_evidence_goes_with_it(tmp_path: Path) -> None:
    """The verdict that other evidence carries stays; the sentences that name what stood in the dropped one alone do not."""
    kept = _judged(tmp_path / "kept", "The source has 8.", "It is as it is.", "The source has 8.")
    (assessment,) = kept.assessments
    assert measure(assessment.concern) == "The source has 8." and assessment.wordless is not None and len(kept.changes) == 1
    lost = _judged(tmp_path / "lost", "It is nine, by Ada Lovelace.", "It is set by Ada Lovelace.", "It is set by Ada Lovelace.")
    (assessment,) = lost.assessments
    assert assessment.verdict == "contradicted" and assessment.concern == LEFT_OUT and assessment.wordless is None
    assert lost.changes == () and "evidence that was dropped" in lost.dropped[-1].reason


def _change(span: Span, old: str) -> Change:
    return Change(
        label="P1", claim="c", span=span, old=Untrusted(old, "chapter"), new=derived("seven"), response="correction",
        reason=derived("because"),
        tradeoff="", evidence=("c/1",), recommendation="accept", recommendation_reason="because",
    )  # fmt: skip


@pytest.mark.parametrize(
    "ground",
    [_quoted(), _quoted("limit", 10), _measured(), ChapterEvidence(relation="CONTRADICTS", span=Span(start=0, end=19))],
    ids=["quotation", "part-of-a-line", "figure", "place"],
)
def test_what_holds_is_left_alone(tmp_path: Path, ground: Ground) -> None:
    """Evidence, verdict and change stay, and the note counts what was checked again."""
    guarded = _guarded(tmp_path, ground, _change(Span(start=13, end=18), "eight"))
    assert len(guarded.evidence) == 1 and guarded.assessments[0].verdict == "contradicted" and len(guarded.changes) == 1
    assert guarded.dropped == () and guarded.notes[3].rechecked == 1 and [note.section for note in guarded.notes] == list(range(1, 8))


@pytest.mark.parametrize(
    ("ground", "reason"),
    [
        pytest.param(_quoted("recompile_limit = 9"), "do not stand", id="one-character-changed"),
        pytest.param(_quoted(start=1), "do not stand", id="offset-moved"),
        pytest.param(_quoted(content="elsewhere"), "not in the evidence store", id="document-missing"),
        pytest.param(_measured(value=3), "another value", id="value-changed"),
        pytest.param(_measured(field="/calls/9"), "no such field", id="field-missing"),
        pytest.param(_measured(run="probe:y"), "no run", id="run-invented"),
        pytest.param(ChapterEvidence(relation="SUPPORTS", span=Span(start=0, end=999)), "not in the chapter", id="place-beyond-the-end"),
    ],
)
def test_what_does_not_hold_is_dropped_with_its_reason(tmp_path: Path, ground: Ground, reason: str) -> None:
    """The verdict that rested on it becomes UNVERIFIED, and its change is not proposed."""
    guarded = _guarded(tmp_path, ground, _change(Span(start=13, end=18), "eight"))
    assert guarded.evidence == () and reason in guarded.dropped[0].reason
    assert guarded.assessments[0].verdict == "unverifiable" and "did not hold" in measure(guarded.assessments[0].concern)
    assert guarded.changes == ()


def test_a_change_whose_old_words_are_elsewhere_is_dropped(tmp_path: Path) -> None:
    """It would not apply."""
    guarded = _guarded(tmp_path, _quoted(), _change(Span(start=12, end=17), "eight"))
    assert guarded.changes == () and "do not stand" in guarded.dropped[0].reason and len(guarded.evidence) == 1
