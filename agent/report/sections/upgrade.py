"""Section 5: the smallest changes that the evidence justifies, or plainly none."""

from __future__ import annotations

from agent.records import Change, Claim
from agent.report.index import Index
from agent.report.words import bullets, cite, code, counted, parts, sentence, voiced
from prompts.trust import Untrusted

_WORDS = 600


def render(index: Index) -> str:
    changes = index.report.changes
    if not changes:
        head = "**No change is proposed:** the evidence here justifies no new words of ours."
    else:
        shared = f"\n- Tradeoff of every change: {sentence(common)}" if (common := _common_tradeoff(index)) else ""
        shared += "".join(f"\n- Depends on every change, not applied: {sentence(each)}" for each in _shared(index))
        head = "### Proposed changes\n\n" + "\n".join(_change(index, change) for change in changes) + shared
    return parts(head, _wanted(index), _left(index))


def _change(index: Index, change: Change) -> str:
    claim = index.claims.get(change.claim)
    about = f" for [{claim.label}]" if claim else ""
    grounds = cite(index.evidence[name].label for name in change.evidence if name in index.evidence)
    lines = [
        f"Old: {code(change.old, _WORDS)}",
        f"New{_whose(change)}: {code(change.new, _WORDS)}" if change.new else "New: nothing; the words are taken out.",
        f"Reason: {voiced(change.reason)}" + (f" {grounds}" if grounds else " UNVERIFIED: it cites no evidence."),
        *_tradeoff(index, change),
        *(f"Depends on it, not applied: {sentence(each)}" for each in change.dependencies if each not in _shared(index)),
    ]
    return f"- **[{change.label}]** {change.response}{about}\n" + bullets(lines, depth=1)


def _whose(change: Change) -> str:
    return ", proposed by a model" if change.new.origin == "model" else ""


def _tradeoff(index: Index, change: Change) -> list[str]:
    """The tradeoff, where it is not that of every change."""
    if _common_tradeoff(index):
        return []
    return [f"Tradeoff: {sentence(change.tradeoff)}" if change.tradeoff else "Tradeoff: none is seen."]


def _common_tradeoff(index: Index) -> str:
    told = {change.tradeoff for change in index.report.changes}
    return told.pop() if len(told) == 1 and len(index.report.changes) > 1 else ""


def _shared(index: Index) -> list[Untrusted]:
    """What would need every one of several changes too."""
    changes = index.report.changes
    return [each for each in changes[0].dependencies if all(each in change.dependencies for change in changes)] if len(changes) > 1 else []


def _wanted(index: Index) -> str:
    lines = []
    for claims, assessment in index.wordless():
        state = " (UNVERIFIED)" if assessment.verdict == "unverifiable" else ""
        grounds = cite(evidence.label for evidence in index.grounds(assessment))
        why = f" Why no change of words: {voiced(assessment.wordless)}" if assessment.wordless is not None else ""
        lines.append(f"{cite(claim.label for claim in claims)} {assessment.response}{state}{': ' if grounds else ''}{grounds}.{why}")
    return "### Wanted, without words of ours\n\nWhat each is about stands in section 7.\n\n" + bullets(lines) if lines else ""


def _asks(index: Index, claim: Claim) -> bool:
    found = index.assessments.get(claim.id)
    return found is not None and found.response != "no change"


def _touched(index: Index, claim: Claim) -> bool:
    """Whether words of the claim are changed, or a part of it is not supported."""
    changed = any(change.span.overlaps(claim.span) for change in index.report.changes)
    return changed or any(index.verdict(part) not in ("supported", "unverifiable") for part in index.parts(claim))


def _left(index: Index) -> str:
    claims = index.report.reading.claims
    sound = [claim for claim in claims if index.verdict(claim) == "supported" and not _asks(index, claim) and not _touched(index, claim)]
    unknown = [claim for claim in claims if index.verdict(claim) == "unverifiable" and not _asks(index, claim)]
    lines = []
    if sound:
        lines.append(f"No change: {counted(len(sound), 'claim')} checked and left as written: {cite(claim.label for claim in sound)}.")
    if unknown:
        lines.append(f"No change on what is UNVERIFIED: {counted(len(unknown), 'claim')} without evidence either way.")
    return "### Left as it is\n\n" + bullets(lines) if lines else ""
