"""One assessment a claim: the gravest finding stands, a wrong part is never hidden, and changes apply cleanly."""

from __future__ import annotations

import pytest

from agent.labels import number
from agent.records import Evidence, FingerprintCheck, Identity, Judged, Pack, Reading, Snapshot, Weighed
from agent.stages.verdicts import NOBODY, judge
from prompts.trust import Untrusted, derived, measure
from tools.layout import lay_out
from tools.records import Chapter, ChapterEvidence, Finding, Priority, Replacement, Span, Verdict

TEXT = "The queue holds 3 items and 4 jobs. It never grows. The queue holds 3 items, as we said."


def _span(words: str) -> Span:
    return Span(start=TEXT.index(words), end=TEXT.index(words) + len(words))


def _finding(words: str, verdict: Verdict, *, new: str = "", priority: Priority = "medium", instrument: str = "numbers") -> Finding:
    span = _span(words)
    replacement = Replacement(span=span, text=derived(new), reason="the sum of the rows") if new else None
    wrong = verdict in ("contradicted", "outdated")
    return Finding(
        instrument=instrument, rule="sum", span=span, kind="numeric", verdict=verdict, priority=priority,
        response="correction" if wrong else "no change", summary=derived(f"{words}: {verdict}"),
        grounds=(ChapterEvidence(relation="CONTRADICTS" if wrong else "SUPPORTS", span=span),), replacement=replacement,
    )  # fmt: skip


def _judged(*findings: Finding, claims: tuple[str, ...]) -> Judged:
    chapter = Chapter(
        document="d", offset=0, text=Untrusted(TEXT, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=lay_out(TEXT)
    )
    identity = Identity(book=Untrusted("B", "pack"), chapter=Untrusted("T", "pack"), number="1", stable_id="b-1")
    pack = Pack(document="d", sha256="0", identity=identity, chapter=chapter)
    check = FingerprintCheck(declared=None, state="not declared")
    snapshot = Snapshot(chapter=chapter, sha256="0", origin="pack, whole", read=derived("all"), unread=None, fingerprint=check)
    spans = {(_span(words).start, _span(words).end) for words in claims} | {(f.span.start, f.span.end) for f in findings}
    numbered = number(chapter, [(Span(start=s, end=e), "numeric", "paragraph 1") for s, e in spans])
    by_span = {(c.span.start, c.span.end): c.id for c in numbered}
    by_claim: dict[str, tuple[Finding, ...]] = {}
    for finding in findings:
        claim = by_span[(finding.span.start, finding.span.end)]
        by_claim[claim] = (*by_claim.get(claim, ()), finding)
    evidence = tuple(
        Evidence(
            id=f"{claim}/{n}", label=f"E{n}", claim=claim, evidence_class="REPRODUCED_LOCALLY", relation=f.grounds[0].relation,
            ground=f.grounds[0], statement=f.summary,
        )
        for claim, found in by_claim.items()
        for n, f in enumerate(found, start=1)
    )  # fmt: skip
    return judge(pack, snapshot, Weighed(reading=Reading(claims=numbered), findings=by_claim, evidence=evidence, sources=(), gaps=()))


def test_a_claim_that_nothing_speaks_of_is_unverifiable() -> None:
    """It says that it needs a model or a person, and proposes nothing."""
    judged = _judged(claims=("It never grows.",))
    assert [(a.verdict, a.by, a.response) for a in judged.assessments] == [("unverifiable", NOBODY, "no change")]
    assert judged.changes == ()


@pytest.mark.parametrize(
    ("verdicts", "stands"),
    [
        (("supported", "contradicted"), "contradicted"),
        (("qualified", "outdated"), "outdated"),
        (("supported", "unverifiable"), "unverifiable"),
        (("supported", "supported"), "supported"),
    ],
)
def test_the_gravest_of_several_findings_stands(verdicts: tuple[Verdict, Verdict], stands: Verdict) -> None:
    """The other is shown beside it where it differs, and its evidence stays."""
    words = "It never grows."
    judged = _judged(*(_finding(words, v, instrument=f"i{n}") for n, v in enumerate(verdicts)), claims=(words,))
    assert judged.assessments[0].verdict == stands and len(judged.assessments[0].evidence) == 2
    assert len(judged.assessments[0].beside) == (1 if verdicts[0] != verdicts[1] else 0)


def test_a_statement_with_a_wrong_part_is_not_supported_as_a_whole() -> None:
    """It is qualified, and names the part."""
    sentence = "The queue holds 3 items and 4 jobs."
    judged = _judged(_finding(sentence, "supported"), _finding("4 jobs", "contradicted"), claims=(sentence,))
    whole, part = judged.assessments
    assert (whole.verdict, part.verdict) == ("qualified", "contradicted") and "C2 is contradicted" in measure(whole.concern)


def test_an_open_statement_names_the_parts_that_were_checked() -> None:
    """What was checked of it is found by label."""
    sentence = "The queue holds 3 items and 4 jobs."
    judged = _judged(_finding("4 jobs", "supported"), claims=(sentence,))
    assert "checked in part as C2" in measure(judged.assessments[0].concern)


def test_a_replacement_becomes_a_change_with_its_old_words() -> None:
    """Old words stand at the span; the same words elsewhere are a dependency, reported and not changed."""
    judged = _judged(_finding("The queue holds 3 items", "contradicted", new="The queue holds 5 items"), claims=())
    (change,) = judged.changes
    assert TEXT[change.span.start : change.span.end] == measure(change.old) and measure(change.new) == "The queue holds 5 items"
    assert change.recommendation == "accept" and change.evidence
    assert [measure(d) for d in change.dependencies] == [f"the same words stand at character {TEXT.rindex('The queue')} of the chapter"]


def test_of_two_changes_that_touch_the_graver_is_proposed() -> None:
    """No two proposals can collide in the patch."""
    judged = _judged(
        _finding("3 items and 4 jobs", "qualified", new="some items"), _finding("4 jobs", "contradicted", new="5 jobs"), claims=()
    )
    assert [measure(c.new) for c in judged.changes] == ["5 jobs"]


@pytest.mark.parametrize("verdict", ["supported", "unverifiable"])
def test_what_is_not_wrong_is_not_changed(verdict: Verdict) -> None:
    """A replacement on a right or open statement is never proposed."""
    assert _judged(_finding("4 jobs", verdict, new="5 jobs"), claims=()).changes == ()


def test_a_qualified_statement_is_left_to_the_author() -> None:
    """The tool recommends to revise, and says who knows."""
    (change,) = _judged(_finding("4 jobs", "qualified", new="about 4 jobs"), claims=()).changes
    assert change.recommendation == "revise" and "author" in change.recommendation_reason
