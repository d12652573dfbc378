"""proposal.md: every proposed change with its old and new words whole, in their surroundings, and which of them changes.patch holds."""

from __future__ import annotations

from agent.records import Change, Report
from agent.report.index import Index
from agent.report.patch import Alignment, align, apply, patch_path, unified
from agent.report.words import bullets, cite, parts, sentence, voiced
from prompts.inert import code_block
from prompts.trust import Untrusted, measure

_CONTEXT = 60  # characters shown before and after the words of a change


def proposal(report: Report, alignment: Alignment | None, unreadable: str = "") -> str:
    """The proposal as Markdown. alignment: None where no file of the author's was given, or where it is `unreadable`."""
    index = Index(report)
    if not report.changes:
        return "# Proposed changes\n\nNone.\n"
    head = "Old and new words of each change; nothing has been applied."
    if unreadable:
        head += f" There is no changes.patch: {unreadable}."
    elif alignment is None:
        head += " Without the author's own file (`--source FILE`) there is no patch."
    return parts("# Proposed changes", head, *(_change(index, change, alignment) for change in report.changes)) + "\n"


def _change(index: Index, change: Change, alignment: Alignment | None) -> str:
    claim = index.claims.get(change.claim)
    grounds = cite(index.evidence[name].label for name in change.evidence if name in index.evidence)
    lines = [
        f"For: [{claim.label}]" if claim else "For: the chapter",
        f"Where: characters {change.span.start} to {change.span.end} of the snapshot",
        f"Reason: {voiced(change.reason)} {grounds}".rstrip(),
        f"Tradeoff: {sentence(change.tradeoff) or 'none is seen.'}",
        *(f"Depends on it, not applied: {sentence(dependency)}" for dependency in change.dependencies),
    ]
    if alignment is not None:
        reason = alignment.left_out.get(change.label)
        lines.append(f"Not in changes.patch: {sentence(reason)}" if reason else "In changes.patch.")
    return parts(
        f"## {change.label} {change.response}",
        bullets(lines),
        "Old, in its surroundings:",
        code_block(_around(index, change, change.old)),
        "New, in its surroundings:",
        code_block(_around(index, change, change.new)),
    )


def _around(index: Index, change: Change, words: Untrusted) -> Untrusted:
    """Words of a change with what stands before and after them in the chapter."""
    chapter = index.report.snapshot.chapter.text
    text, start, end = measure(chapter), change.span.start, change.span.end
    first, last = max(0, start - _CONTEXT), min(len(text), end + _CONTEXT)
    before, after = ("…" if first else "") + text[first:start], text[end:last] + ("…" if last < len(text) else "")
    return Untrusted(before + measure(words) + after, chapter.origin)


def aligned(report: Report, source: Untrusted | None) -> Alignment | None:
    return align(report.changes, report.snapshot.chapter.text, source) if source is not None else None


def patch(alignment: Alignment | None, source: Untrusted | None, name: str) -> bytes | None:
    """changes.patch against the author's file of that name, None where there is nothing to put into it."""
    if alignment is None or source is None or not alignment.edits:
        return None
    unchanged = apply({}, source)
    return unified(patch_path(name), unchanged, apply(alignment.edits, source)).encode()
