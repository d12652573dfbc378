"""Section 7: one decision a proposal, with the tool's own recommendation and its reason, and what the author is asked for."""

from __future__ import annotations

from agent.records import Change
from agent.report.index import Index
from agent.report.words import bullets, cite, code, parts, sentence, voiced
from prompts.trust import derived


def render(index: Index) -> str:
    decisions = [*(_decision(index, change) for change in index.report.changes), *_without_words(index), *_of_materials(index)]
    asked = bullets(f"[ ] {sentence(request)}" for request in index.report.requests)
    return parts(
        "### Decisions\n\n" + (bullets(decisions) or "None: no change is proposed."),
        "### Asked of you\n\n" + (asked or "Nothing."),
    )


def _decision(index: Index, change: Change) -> str:
    claim = index.claims.get(change.claim)
    about = f" for [{claim.label}]" if claim else ""
    return f"[ ] [{change.label}] {change.response}{about}. Recommended: **{change.recommendation}**, {_reason(change)}"


def _reason(change: Change) -> str:
    return sentence(change.recommendation_reason) if change.recommendation_reason else "UNVERIFIED: no reason is recorded."


def _without_words(index: Index) -> list[str]:
    lines = []
    for claims, found in index.wordless():
        word = "defer" if found.verdict == "unverifiable" else "revise"
        state = ", UNVERIFIED" if found.verdict == "unverifiable" else ""
        labels = cite(claim.label for claim in claims)
        lines.append(f"[ ] {labels} {found.response} ({found.priority}{state}). Recommended: **{word}**: {voiced(found.concern, 300)}")
    return lines


def _of_materials(index: Index) -> list[str]:
    """One decision a fault of a supplied notebook: its words are the author's, and so is whether the chapter depends on it."""
    lines = []
    for finding, label in index.materials:
        if finding.verdict != "supported" and finding.response != "no change":
            word = "defer" if finding.verdict == "unverifiable" else "revise"
            where = code(finding.material or derived(finding.instrument), 80)
            cited = f" for [{label}]" if label else ""
            lines.append(
                f"[ ] {finding.response} in the supplied {where}{cited} ({finding.priority}). "
                f"Recommended: **{word}**: {sentence(finding.summary, 300)}"
            )
    return lines
