"""Section 6: what was run and what it gave, what was not run and why, what is worth running; UNRUN wherever nothing ran."""

from __future__ import annotations

from agent.records import Experiment
from agent.report.index import Index
from agent.report.words import bullets, cite, code, counted, parts, plain, sentence

NEWLINE = "\n"


def render(index: Index) -> str:
    experiments = index.report.experiments
    started = [item for item in experiments if item.outcome.state != "unrun"]
    refused = [item for item in experiments if item.outcome.state == "unrun" and not item.proposed]
    proposed = [item for item in experiments if item.outcome.state == "unrun" and item.proposed]
    return parts(
        "" if experiments else "Nothing was run, and no experiment is proposed.",
        "### Run\n\n" + "\n".join(_run(index, item) for item in started) if started else "",
        "### Not run\n\n" + "\n".join(filter(None, (_listed(refused), _skipped(index)))) if refused or index.report.skipped else "",
        "### Proposed\n\n" + _listed(proposed) if proposed else "",
        _commands(index),
    )


def _run(index: Index, item: Experiment) -> str:
    outcome = item.outcome
    state = {"ran": "ran to its end", "failed": "the script failed", "limit": "ended by a limit"}[outcome.state]
    reason = f" ({plain(outcome.reason)})" if outcome.reason else ""
    shows = cite(
        evidence.label for evidence in index.report.evidence if evidence.ground.kind == "run" and evidence.ground.run == item.wanted.key
    )
    lines = [f"Result: {state}{reason}; " + (f"it shows {shows}." if shows else "no finding rests on it."), *_criteria(item)]
    if item.observations:
        lines.insert(1, f"Observed: {'; '.join(plain(line, 240) for line in item.observations)}.")
    lines.append(f"How: {_how(item)} Repeat with {code(item.command)}." if item.command else f"How: {_how(item)}")
    return f"- **[{item.label}]** {sentence(item.wanted.question)}\n" + bullets(lines, depth=1)


def _how(item: Experiment) -> str:
    where = [plain(part) for part in (item.tier, item.device) if part]
    versions = ", ".join(f"{plain(name)} {plain(version)}" for name, version in sorted(item.outcome.versions.items()))
    seconds = f"{item.wall_seconds:.1f} s" if item.wall_seconds is not None else ""
    return "; ".join(part for part in (*where, versions, seconds) if part) + "." if (where or versions or seconds) else "not recorded."


def _criteria(item: Experiment) -> list[str]:
    wanted = item.wanted
    return [f"Success: {sentence(wanted.success)} Failure: {sentence(wanted.failure)}"] if wanted.success or wanted.failure else []


def _listed(items: list[Experiment]) -> str:
    """Experiments that were not made; a reason that all share stands above them."""
    reasons = {item.outcome.reason for item in items}
    if len(items) > 1 and len(reasons) == 1:
        head = f"UNRUN, all {len(items)}, for one reason: {sentence(reasons.pop() or 'not started')}\n\n"
        return head + "\n".join(_unrun(item, "") for item in items)
    return "\n".join(_unrun(item, f": {plain(item.outcome.reason or 'not started')}") for item in items)


def _unrun(item: Experiment, reason: str) -> str:
    needs = ", ".join(plain(name) for name in item.wanted.packages) or "the standard library"
    method = (
        f"Method: our script of {counted(item.wanted.script.count(NEWLINE) + 1, 'line')} with {needs}, {item.wanted.seconds} s at most."
    )
    repeat = f" Command: {code(item.command)}." if item.command else ""
    criteria = "".join(f" {line}" for line in _criteria(item))
    return f"- **[{item.label}]** UNRUN{reason}. {sentence(item.wanted.question)}{criteria} {method}{repeat}"


def _skipped(index: Index) -> str:
    skipped = index.report.skipped
    return "- Skipped: " + "; ".join(plain(what, 200) for what in skipped) + "." if skipped else ""


def _commands(index: Index) -> str:
    commands = list(dict.fromkeys(index.report.commands))
    return "Commands of this run, in order: " + "; ".join(code(command, 200) for command in commands) + "." if commands else ""
