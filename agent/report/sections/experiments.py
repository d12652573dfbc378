"""Section 6: what was run and what it gave, what was not run and why, what is worth running; UNRUN wherever nothing ran."""

from __future__ import annotations

from collections.abc import Sequence

from agent.acts import running
from agent.records import Experiment
from agent.report.index import Index
from agent.report.opportunities import Opportunity, opportunities
from agent.report.words import bullets, cite, code, counted, parts, plain, sentence
from prompts.trust import Untrusted
from tools.records import RunWanted

NEWLINE = "\n"
_FEW = 3
_REPLAYS = frozenset({"probe:recompile-limit"})  # the chapter's own stream made again, told request by request
_OUTSIDE = frozenset({"code", "notebook", running.BY})  # instruments whose runs execute code that is not ours


def render(index: Index) -> str:
    experiments = index.report.experiments
    started = [item for item in experiments if item.outcome.state != "unrun"]
    refused = [item for item in experiments if item.outcome.state == "unrun" and not item.proposed]
    proposed = [item for item in experiments if item.outcome.state == "unrun" and item.proposed]
    wanted = "\n".join(_wanted(each) for each in opportunities(index))
    return parts(
        "" if experiments or wanted else "Nothing was run, and no experiment is proposed.",
        "### Run\n\n" + _started(index, started) if started else "",
        "### Not run\n\n" + "\n".join(filter(None, (_listed(refused), _skipped(index)))) if refused or index.report.skipped else "",
        "### Proposed\n\n" + parts(wanted, _listed(proposed)) if proposed or wanted else "",
        _commands(index),
    )


def _started(index: Index, items: list[Experiment]) -> str:
    """Runs, those that findings rest on first; the isolation that all ran under stands above them."""
    tiers = {item.tier for item in items}
    shared = tiers.pop() if len(tiers) == 1 else ""
    head = (
        f"Every run was made in the sandbox, tier {sentence(shared)} Versions are those of section 1 where a run names no others.\n\n"
        if shared
        else ""
    )
    return head + "\n".join(_run(index, item, shared) for item in sorted(items, key=lambda item: not _shows(index, item)))


def _wanted(each: Opportunity) -> str:
    return f"- UNRUN, {each.priority}: {each.question} Method: {each.method} Success: {each.success} Failure: {each.failure}"


def _shows(index: Index, item: Experiment) -> list[str]:
    return [found.label for found in index.report.evidence if found.ground.kind == "run" and found.ground.run == item.wanted.key]


def _run(index: Index, item: Experiment, shared: str) -> str:
    outcome = item.outcome
    state = {"ran": "ran to its end", "failed": "the script failed", "limit": "ended by a limit"}[outcome.state]
    reason = f" ({plain(outcome.reason)})" if outcome.reason else ""
    shows = _shows(index, item)
    how = f"How: {_how(index, item, shared)}{_program(item)}"
    if not shows and outcome.state == "ran" and item.observations and item.wanted.key not in _REPLAYS:
        return f"- **[{item.label}]** {sentence(item.wanted.question)} Observed: {_observed(item.observations, _FEW)} {how}"
    lines = [f"Result: {state}{reason}" + (f"; it shows {cite(shows)}." if shows else _unread(index, item))]
    if rest := _unsaid(index, item):
        lines.append(f"Observed{' besides' if shows else ''}: {_observed(rest, len(rest) if item.wanted.key in _REPLAYS else _FEW)}")
    lines += _criteria(item)
    lines.append(how)
    return f"- **[{item.label}]** {sentence(item.wanted.question)}{_about(index, item.wanted)}\n" + bullets(lines, depth=1)


def _unread(index: Index, item: Experiment) -> str:
    """What came of a run that shows nothing: for the blocks of the chapter, or the cells of a notebook, what is told as gaps."""
    if item.wanted.instrument not in _OUTSIDE or item.wanted.instrument == running.BY:
        return "."
    gaps = [gap.what for gap in index.report.gaps if gap.instrument == item.wanted.instrument and gap.finding is None]
    met = "; ".join(plain(what, 200) for what in dict.fromkeys(gaps))
    what = "the program that runs the blocks ended" if item.outcome.state == "ran" else "no block is judged by it"
    return f": {what}" + (f"; see the gaps: {met}." if met else ", and no finding came of it.")


def _program(item: Experiment) -> str:
    """Where the program is; code of others is repeated in an isolation of one's own alone."""
    if not item.command:
        return ""
    beware = " It runs code of others: in an isolation of your own only." if item.wanted.instrument in _OUTSIDE else ""
    return f" Program: {code(item.command)}.{beware}"


def _unsaid(index: Index, item: Experiment) -> list[Untrusted]:
    """The observations that no finding gives as its working; a replay is told whole."""
    if item.wanted.key in _REPLAYS:
        return list(item.observations)
    said = {step for assessment in index.report.assessments for finding in assessment.findings for step in finding.working}
    return [line for line in item.observations if line not in said]


def _observed(observations: Sequence[Untrusted], most: int) -> str:
    more = len(observations) - most
    shown = "; ".join(plain(line, 200) for line in observations[:most])
    return f"{shown}; and {more} more, in report.html." if more > 0 else f"{shown}."


def _how(index: Index, item: Experiment, shared: str) -> str:
    known = index.report.provenance.environment if shared else {}
    other = {name: version for name, version in item.outcome.versions.items() if known.get(name) != version}
    versions = ", ".join(f"{plain(name)} {plain(version)}" for name, version in sorted(other.items()))
    seconds = f"{item.wall_seconds:.1f} s" if item.wall_seconds is not None else ""
    tier = f"in the sandbox, tier {plain(item.tier)}" if item.tier != shared else ""
    return ("; ".join(part for part in (tier, plain(item.device), versions, seconds) if part) or "in the sandbox") + "."


def _criteria(item: Experiment) -> list[str]:
    wanted = item.wanted
    if wanted.instrument == running.BY:
        return [_fixed(wanted)]
    return [f"Success: {sentence(wanted.success)} Failure: {sentence(wanted.failure)}"] if wanted.success or wanted.failure else []


def _fixed(wanted: RunWanted) -> str:
    """What a model fixed before its program ran, in its words."""
    said = {name: code(Untrusted(str(wanted.inputs.get(name, "")), "model"), 300) for name in ("question", "success", "failure")}
    return (
        f"In the model's words, fixed before the run: question {said['question']}; it holds if {said['success']}; it does not if "
        f"{said['failure']}."
    )


def _about(index: Index, wanted: RunWanted) -> str:
    """The statement that a model's program is about, and whether it is the second one."""
    claim = index.claims.get(running.claim_of(wanted))
    second = " Written once more, after the first had failed." if running.is_second(wanted) else ""
    return f" It is about [{claim.label}].{second}" if claim else second


def _listed(items: list[Experiment]) -> str:
    """Experiments that were not made; a reason that all share stands above them."""
    reasons = {item.outcome.reason for item in items}
    if len(items) > 1 and len(reasons) == 1:
        head = f"UNRUN, all {len(items)}, for one reason: {sentence(reasons.pop() or 'not started')}\n\n"
        return head + "\n".join(_unrun(item, "") for item in items)
    return "\n".join(_unrun(item, f": {plain(item.outcome.reason or 'not started')}") for item in items)


def _unrun(item: Experiment, reason: str) -> str:
    needs = ", ".join(plain(name) for name in item.wanted.packages) or "the standard library"
    method = f"Method: {_whose(item.wanted)} with {needs}, {item.wanted.seconds} s at most."
    criteria = "".join(f" {line}" for line in _criteria(item))
    return f"- **[{item.label}]** UNRUN{reason}. {sentence(item.wanted.question)}{criteria} {method}{_program(item)}"


def _whose(wanted: RunWanted) -> str:
    own = wanted.instrument != running.BY
    program = wanted.script if own else str(wanted.inputs.get("program", ""))
    lines = counted(program.count(NEWLINE) + 1, "line")
    return f"our script of {lines}" if own else f"a script of {lines} that a model wrote,"


def _skipped(index: Index) -> str:
    skipped = index.report.skipped
    return "- Skipped: " + "; ".join(plain(what, 200) for what in skipped) + "." if skipped else ""


def _commands(index: Index) -> str:
    """What was run beside the experiments, whose own lines hold their commands."""
    told = {item.command for item in index.report.experiments}
    commands = [command for command in dict.fromkeys(index.report.commands) if command not in told]
    return "Other commands of this run, in order: " + "; ".join(code(command, 200) for command in commands) + "." if commands else ""
