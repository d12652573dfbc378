"""Section 7: one decision a proposal, with the tool's own recommendation and its reason, and what the author is asked for."""

from __future__ import annotations

from agent.records import Change
from agent.report.index import Index
from agent.report.words import bullets, cite, parts, sentence


def render(index: Index) -> str:
    decisions = [*(_decision(index, change) for change in index.report.changes), *_without_words(index)]
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
        word, why = "revise", "the evidence stands, and the words are yours to choose"
        if found.verdict == "unverifiable":
            word, why = "defer", "it is UNVERIFIED, and only you can supply what is missing"
        labels = cite(claim.label for claim in claims)
        lines.append(f"[ ] {labels} {found.response} ({found.priority}). Recommended: **{word}**, {why}.")
    return lines
