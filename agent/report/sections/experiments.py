"""Section 6: what was run and what it gave, what was not run and why, what is worth running; UNRUN wherever nothing ran."""

from __future__ import annotations

from agent.records import Experiment
from agent.report.index import Index
from agent.report.words import bullets, cite, code, counted, parts, plain, sentence

NEWLINE = "\n"
_MANY, _FEW = 24, 4


def render(index: Index) -> str:
    experiments = index.report.experiments
    started = [item for item in experiments if item.outcome.state != "unrun"]
    refused = [item for item in experiments if item.outcome.state == "unrun" and not item.proposed]
    proposed = [item for item in experiments if item.outcome.state == "unrun" and item.proposed]
    return parts(
        "" if experiments else "Nothing was run, and no experiment is proposed.",
        "### Run\n\n" + _started(index, started) if started else "",
        "### Not run\n\n" + "\n".join(filter(None, (_listed(refused), _skipped(index)))) if refused or index.report.skipped else "",
        "### Proposed\n\n" + _listed(proposed) if proposed else "",
        _commands(index),
    )


def _started(index: Index, items: list[Experiment]) -> str:
    """Runs, those that findings rest on first; the isolation that all ran under stands above them."""
    tiers = {item.tier for item in items}
    shared = tiers.pop() if len(tiers) == 1 else ""
    head = f"Isolation of every run: {sentence(shared)}\n\n" if shared else ""
    return head + "\n".join(_run(index, item, shared) for item in sorted(items, key=lambda item: not _shows(index, item)))


def _shows(index: Index, item: Experiment) -> list[str]:
    return [found.label for found in index.report.evidence if found.ground.kind == "run" and found.ground.run == item.wanted.key]


def _run(index: Index, item: Experiment, shared: str) -> str:
    outcome = item.outcome
    state = {"ran": "ran to its end", "failed": "the script failed", "limit": "ended by a limit"}[outcome.state]
    reason = f" ({plain(outcome.reason)})" if outcome.reason else ""
    shows = _shows(index, item)
    lines = [f"Result: {state}{reason}; " + (f"it shows {cite(shows)}." if shows else "no finding rests on it.")]
    if item.observations:
        lines.append(f"Observed: {_observed(item, _MANY if shows else _FEW)}")
    lines += _criteria(item)
    repeat = f" Repeat with {code(item.command)}." if item.command else ""
    lines.append(f"How: {_how(item, shared)}{repeat}")
    return f"- **[{item.label}]** {sentence(item.wanted.question)}\n" + bullets(lines, depth=1)


def _observed(item: Experiment, most: int) -> str:
    more = len(item.observations) - most
    shown = "; ".join(plain(line, 200) for line in item.observations[:most])
    return f"{shown}; and {more} more, in report.html." if more > 0 else f"{shown}."


def _how(item: Experiment, shared: str) -> str:
    versions = ", ".join(f"{plain(name)} {plain(version)}" for name, version in sorted(item.outcome.versions.items()))
    seconds = f"{item.wall_seconds:.1f} s" if item.wall_seconds is not None else ""
    tier = plain(item.tier) if item.tier != shared else ""
    return "; ".join(part for part in (tier, plain(item.device), versions, seconds) if part) + "."


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
    """What was run beside the experiments, whose own lines hold their commands."""
    told = {item.command for item in index.report.experiments}
    commands = [command for command in dict.fromkeys(index.report.commands) if command not in told]
    return "Other commands of this run, in order: " + "; ".join(code(command, 200) for command in commands) + "." if commands else ""
