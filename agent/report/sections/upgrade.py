"""Section 5: the smallest changes that the evidence justifies, or plainly none."""

from __future__ import annotations

from agent.records import Change, Claim
from agent.report.index import Index
from agent.report.words import bullets, cite, code, counted, parts, sentence

_WORDS = 600


def render(index: Index) -> str:
    changes = index.report.changes
    if not changes:
        head = "**No change is proposed:** the evidence here justifies no new words of ours."
    else:
        head = "### Proposed changes\n\n" + "\n".join(_change(index, change) for change in changes)
    return parts(head, _wanted(index), _left(index))


def _change(index: Index, change: Change) -> str:
    claim = index.claims.get(change.claim)
    about = f" for [{claim.label}]" if claim else ""
    grounds = cite(index.evidence[name].label for name in change.evidence if name in index.evidence)
    lines = [
        f"Old: {code(change.old, _WORDS)}",
        f"New: {code(change.new, _WORDS)}" if change.new else "New: nothing; the words are taken out.",
        f"Reason: {sentence(change.reason)}" + (f" {grounds}" if grounds else " UNVERIFIED: it cites no evidence."),
        f"Tradeoff: {sentence(change.tradeoff)}" if change.tradeoff else "Tradeoff: none is seen.",
        *(f"Depends on it, not applied: {sentence(dependency)}" for dependency in change.dependencies),
    ]
    return f"- **[{change.label}]** {change.response}{about}\n" + bullets(lines, depth=1)


def _wanted(index: Index) -> str:
    lines = []
    for claims, assessment in index.wordless():
        state = " (UNVERIFIED)" if assessment.verdict == "unverifiable" else ""
        grounds = cite(evidence.label for evidence in index.grounds(assessment))
        labels = cite(claim.label for claim in claims)
        lines.append(f"{labels} {assessment.response}{state}: {sentence(assessment.concern, 300)} {grounds}".rstrip())
    return "### Wanted, without words of ours\n\n" + bullets(lines) if lines else ""


def _asks(index: Index, claim: Claim) -> bool:
    found = index.assessments.get(claim.id)
    return found is not None and found.response != "no change"


def _left(index: Index) -> str:
    claims = index.report.reading.claims
    sound = [
        claim
        for claim in claims
        if (found := index.assessments.get(claim.id)) and found.response == "no change" and found.verdict != "unverifiable"
    ]
    unknown = [claim for claim in claims if index.verdict(claim) == "unverifiable" and not _asks(index, claim)]
    lines = []
    if sound:
        lines.append(f"No change: {counted(len(sound), 'claim')} checked and left as written: {cite(claim.label for claim in sound)}.")
    if unknown:
        lines.append(f"No change on what is UNVERIFIED: {counted(len(unknown), 'claim')} without evidence either way.")
    return "### Left as it is\n\n" + bullets(lines) if lines else ""
