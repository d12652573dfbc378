"""Section 1: what was read, when, with which tools, and what they could not do."""

from __future__ import annotations

from collections import Counter

from pydantic import JsonValue

from agent.records import Limitation, Report, Spending
from agent.report.index import Index
from agent.report.words import bullets, code, counted, parts, plain, remedy, sentence


def render(index: Index) -> str:
    report = index.report
    lines = [*_identity(report), *_snapshot(report), *_scope(index), *_run(report), *_spent(report), *_execution(report), _guard(report)]
    return parts(bullets(lines), _limitations(report))


def _identity(report: Report) -> list[str]:
    identity = report.identity
    number = f"chapter {plain(identity.number)}, " if identity.number else ""
    lines = [f"**Chapter:** {number}{code(identity.chapter)}, of {code(identity.book)}; stable id {code(identity.stable_id)}."]
    addresses = (("chapter", identity.chapter_url), ("pack", identity.pack_url), ("complete text", identity.snapshot_url))
    if shown := [f"{name} {code(url, 300)}" for name, url in addresses if url is not None]:
        lines.append(f"**Addresses, as the pack names them:** {'; '.join(shown)}.")
    return lines


def _snapshot(report: Report) -> list[str]:
    snapshot, check = report.snapshot, report.snapshot.fingerprint
    read = (
        f"**Snapshot read:** {snapshot.origin}, {counted(len(snapshot.chapter.text), 'character')}, sha256 {code(snapshot.sha256[:16])}. "
    )
    lines = [read + sentence(snapshot.read)]
    if snapshot.unread is not None:
        lines.append(f"**Not read:** {sentence(snapshot.unread)}")
    declared = f"declared {code(check.declared[:16])}; " if check.declared else ""
    tried = f"; {counted(len(check.tried), 'normalization')} tried" if check.tried else ""
    by = f" by {plain(check.normalization)}" if check.normalization else ""
    lines.append(f"**Fingerprint:** {declared}{check.state}{by}{tried}. {sentence(check.note)}".rstrip())
    return lines


def _scope(index: Index) -> list[str]:
    report = index.report
    kinds = Counter(claim.kind for claim in report.reading.claims)
    shares = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common())
    claims = f"{counted(len(report.reading.claims), 'claim')} ({shares})" if kinds else "no claim"
    given = "no reference" if not report.references else counted(len(report.references), "reference")
    lines = [f"**Scope:** {claims} of the text read; the pack lists {given} for this chapter."]
    if report.objective is not None:
        lines.append(f"**Objective, in the pack's words:** {code(report.objective, 400)}")
    if report.questions:
        lines.append(f"**Questions, in the pack's words:** {'; '.join(code(question, 300) for question in report.questions)}")
    return lines


def _run(report: Report) -> list[str]:
    made = report.provenance
    model = f"model {code(made.model)}" if made.model else "no model; every sentence here is written by code from records"
    versions = ", ".join(f"{plain(name)} {plain(version)}" for name, version in sorted(made.versions.items()))
    return [
        f"**Today's date:** {plain(made.today)}; the run lasted from {plain(made.started)} to {plain(made.finished)}.",
        f"**Run:** {code(made.run_id)}, Corrigenda {plain(made.tool_version)}; {model}." + (f" With {versions}." if versions else ""),
    ]


def _spent(report: Report) -> list[str]:
    """Which words are a model's, and what they cost: calls and tokens by stage and role."""
    rows = report.provenance.spent
    if not rows:
        return []
    lines = [
        "**A model's words:** what a line gives as by a model, or in its words, is that model's: restated statements, what a quotation "
        "or a program means for a statement, verdicts by the judge, proposed words, openings of sections. Quotations, figures, metadata, "
        "dates and reading states are from records."
    ]
    told = [f"{plain(row.stage)}, {plain(row.role.replace('_', ' '))}: {_cost(row)}" for row in rows]
    total = f"{sum(row.calls for row in rows)} calls, {sum(row.prompt for row in rows)} and {sum(row.output for row in rows)} tokens"
    return [*lines, f"**Calls of the model, with tokens of prompts and answers:** {'; '.join(told)}; in all {total}{_dollars(rows)}."]


def _cost(row: Spending) -> str:
    saved = f", {row.saved} answered by an earlier run" if row.saved else ""
    lost = f", {row.lost} of them without a usable answer" if row.lost else ""
    return f"{counted(row.calls, 'call')} ({row.prompt} and {row.output}){lost}{saved}"


def _dollars(rows: tuple[Spending, ...]) -> str:
    known = [row.dollars for row in rows if row.dollars is not None]
    return f", {sum(known):.4f} dollars" if len(known) == len(rows) else ", dollars unknown: the profile has no prices"


def _execution(report: Report) -> list[str]:
    made = report.provenance
    states = Counter(experiment.outcome.state for experiment in report.experiments)
    runs = ", ".join(f"{count} {'UNRUN' if state == 'unrun' else state}" for state, count in sorted(states.items())) or "none"
    tier = f"isolation {plain(made.tier)}" if made.tier else "no isolation, so that nothing was executed"
    if made.settings.get("experiments") is False:
        tier = "switched off by choice (--no-experiments), so that nothing was executed"
    packages = ", ".join(f"{plain(name)} {plain(version)}" for name, version in sorted(made.environment.items()))
    lines = [f"**Execution:** {tier}; experiments: {runs}; environment: {packages or 'none'}."]
    chosen = {name: shown for name, value in sorted(made.settings.items()) if (shown := _setting(value))}
    if chosen:
        lines.append("**Settings:** " + ", ".join(f"{plain(name)} {code(shown, 80)}" for name, shown in chosen.items()) + ".")
    return lines


def _setting(value: JsonValue) -> str:
    """A setting in a word or two, a file by its name; empty for what was not chosen."""
    if isinstance(value, list):
        return ", ".join(filter(None, map(_setting, value)))
    if isinstance(value, dict):
        return str(value.get("name", ""))
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _guard(report: Report) -> str:
    rechecked = sum(note.rechecked for note in report.guard)
    dropped = len(report.dropped) + sum(len(note.dropped) for note in report.guard)
    neutral = sum(note.neutralized for note in report.guard)
    refused = sum(len(note.refused) for note in report.guard)
    by_model = [str(note.section) for note in report.guard if note.rendered_by == "model"]
    who = f"sections {', '.join(by_model)} worded by the model, the others by code" if by_model else "every section rendered by code"
    return (
        f"**Guard:** {counted(rechecked, 'quotation')} found again in the stored documents, {dropped} set aside, "
        f"{counted(neutral, 'piece')} of text shown inert, {counted(refused, 'draft')} refused; {who}."
    )


def _limitations(report: Report) -> str:
    seen = dict.fromkeys([*report.limitations, *report.snapshot.limitations])
    if not seen:
        return "### Limitations\n\nNone is known."
    ordered = sorted(seen, key=lambda limitation: not limitation.failed)
    return "### Limitations\n\n" + bullets(_limitation(limitation) for limitation in ordered)


def _limitation(limitation: Limitation) -> str:
    failed = " (this step failed)" if limitation.failed else ""
    todo = f" Remedy: {remedy(limitation.remedy)}" if limitation.remedy else ""
    return f"**{plain(limitation.step)}**{failed}: {sentence(limitation.what)}{todo}"
