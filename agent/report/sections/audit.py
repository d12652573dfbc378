"""Section 2: what the chapter says of itself, what needs the author, and one row a claim in the order of the chapter."""

from __future__ import annotations

from agent.records import Assessment, Claim, Stated
from agent.report.contract import CLAIM_COLUMNS
from agent.report.index import NEEDS, Index, of_material
from agent.report.words import VERDICTS, bullets, cite, code, counted, parts, plain, sentence, table, voiced
from prompts.trust import derived
from tools.records import Finding

_PRIORITIES = ("high", "medium", "low")
_WORDS, _OPEN_WORDS = 180, 72
_PER_PART = 4


def render(index: Index) -> str:
    return parts(
        "### The chapter as read\n\n" + _as_read(index),
        "### What needs your attention\n\n" + _attention(index),
        "### Every claim\n\n"
        + f"Open: it {NEEDS}.\n\n"
        + table(CLAIM_COLUMNS, (_row(index, claim) for claim in index.report.reading.claims)),
    )


def _as_read(index: Index) -> str:
    reading = index.report.reading
    stated = (
        ("Thesis", reading.thesis),
        ("Assumptions", reading.assumptions),
        ("Examples", reading.examples),
        ("Code", reading.code),
        ("Reader level", reading.reader_level),
    )
    return bullets(f"**{name}:** {_stated(pieces)}" for name, pieces in stated)


def _stated(pieces: tuple[Stated, ...]) -> str:
    if not pieces:
        return "UNVERIFIED: needs a model or a person."
    shown = "; ".join(plain(piece.text, 240) if piece.span is None else code(piece.text, 240) for piece in pieces[:_PER_PART])
    return shown + (f"; and {len(pieces) - _PER_PART} more" if len(pieces) > _PER_PART else "")


def _attention(index: Index) -> str:
    wanted: dict[str, list[str]] = {priority: [] for priority in _PRIORITIES}
    small: list[str] = []
    for claim in index.report.reading.claims:
        assessment = index.assessments.get(claim.id)
        if assessment is None or assessment.response == "no change" or of_material(assessment):
            continue
        if assessment.priority == "low":
            small.append(claim.label)
        wanted[assessment.priority].append(_wanted(index, claim, assessment))
    lines = [line for priority in _PRIORITIES[:2] for line in wanted[priority]]
    lines += [_material(finding, label) for finding, label in index.materials if finding.verdict != "supported"]
    lines += _of_runs(index)
    if len(small) > 5:
        lines.append(f"**low:** {counted(len(small), 'small point')}: {cite(small)}.")
    else:
        lines += wanted["low"]
    lines += _open(index)
    return bullets(lines) if lines else "Nothing that could be checked needs a change."


def _material(finding: Finding, label: str) -> str:
    """What was found about a supplied notebook, with the place of the chapter that speaks of it."""
    where = code(finding.material or derived(finding.instrument), 80)
    cited = f" [{label}]" if label else ""
    return f"**{finding.priority}, {VERDICTS[finding.verdict]}** in the supplied {where}:{cited} {sentence(finding.summary, 260)}"


def _of_runs(index: Index) -> list[str]:
    """Cells of a supplied notebook that ran otherwise than it says, where nothing decides whether that is meant."""
    ran = {item.wanted.instrument for item in index.report.experiments if item.outcome.state == "ran"}
    met = [gap for gap in index.report.gaps if gap.instrument == "notebook" and gap.finding is None]
    return [f"**medium, UNVERIFIED** in a supplied notebook: {sentence(gap.what, 260)}" for gap in met if gap.instrument in ran]


def _wanted(index: Index, claim: Claim, assessment: Assessment) -> str:
    head = f"**{assessment.priority}, {VERDICTS[assessment.verdict]}** [{claim.label}]"
    return f"{head}: {voiced(assessment.concern, 260)}{_proposals(index, claim)}"


def _proposals(index: Index, claim: Claim) -> str:
    labels = [change.label for change in index.changes.get(claim.id, ())]
    return f" → {cite(labels)}" if labels else ""


def _open(index: Index) -> list[str]:
    unverified = [
        claim
        for claim in index.report.reading.claims
        if index.verdict(claim) == "unverifiable"
        and ((assessment := index.assessments.get(claim.id)) is None or assessment.response == "no change")
    ]
    urgent = [
        claim.label for claim in unverified if (assessment := index.assessments.get(claim.id)) is not None and assessment.priority == "high"
    ]
    lines = [f"**high, UNVERIFIED:** {cite(urgent)}."] if urgent else []
    if len(unverified) > len(urgent):
        lines.append(f"**UNVERIFIED:** {counted(len(unverified) - len(urgent), 'further claim')}; section 4 says what each lacks.")
    return lines


def _row(index: Index, claim: Claim) -> tuple[str, ...]:
    words = _WORDS if index.verdict(claim) != "unverifiable" else _OPEN_WORDS
    where = f"[{claim.label}] {code(claim.text, words, cell=True)} ({plain(claim.place)}; {claim.kind})"
    assessment = index.assessments.get(claim.id)
    if assessment is None:
        return where, "UNVERIFIED", "Nobody has assessed it.", "low", "no change"
    marks = cite(evidence.label for evidence in index.grounds(assessment))
    evidence = f"{VERDICTS[assessment.verdict]}: {marks}" if marks else VERDICTS[assessment.verdict]
    if assessment.verdict != "unverifiable":
        evidence += f" ({plain(assessment.by.removeprefix('instrument: '))})"
    elif checked := index.parts(claim):
        evidence += f", in part: {cite(part.label for part in checked)}"
    reason = index.reason(claim)
    concern = "none" if assessment.verdict == "supported" else "open" if reason == derived(NEEDS) else plain(reason, 300)
    if assessment.beside:
        concern = f"{concern.rstrip('.')}. ({counted(len(assessment.beside), 'differing view')} in section 4)"
    return where, evidence, concern, assessment.priority, assessment.response + _proposals(index, claim)
