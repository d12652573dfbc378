"""Every planned run is made once, in the sandbox, and kept: its program, its inputs, what it answered and how it ended.

A run that was wanted and not made is listed all the same, as UNRUN with the reason. "The sandbox failed" is a run that was not made.
While runs are made, the interpreter of a probe on torch that comes up soon is started ahead; one waits at most. Its run is as private as
any, but its time does not hold the import, so its layers say so.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

from pydantic import JsonValue, TypeAdapter

from agent.acts import running
from agent.context import Context
from agent.llm.errors import ModelError
from agent.records import Claim, Experiment, Experiments, Limitation, Plan
from prompts.inert import file_name
from prompts.trust import Untrusted, derived, measure
from sandbox.pool import Pool
from sandbox.probes import ProbeError, catalogue, observations
from sandbox.records import Limits, RunRequest, RunResult
from sandbox.runner import Sandbox
from tools import durable
from tools.records import RunOutcome, RunWanted

FOLDER = "experiments"
RESULT = "result.json"
PREFIX = "probe:"
WORKERS = max(1, min(4, os.cpu_count() or 1))
# As the programs of probes on torch set them themselves; here so that they are set when torch is imported ahead of one.
TORCH_VARIABLES = {"TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "0", "TORCHINDUCTOR_COMPILE_THREADS": "1"}
Made = Callable[[RunWanted, RunRequest], RunResult]
_JSON: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)
POOLED = "an interpreter that was started ahead for this run alone, in which torch was imported before the program's time began"


def run(context: Context, plan: Plan, claims: tuple[Claim, ...] = ()) -> Experiments:
    """The experiments of the plan in its order, as many at a time as the machine has processors; what the plan leaves is UNRUN.

    A program of a model's that failed is written and run once more, in a round of its own after the others.
    """

    with ExitStack() as stack:
        pool = stack.enter_context(Pool(context.sandbox)) if isinstance(context.sandbox, Sandbox) else None
        runs = tuple(wanted for wanted in plan.runs if wanted.key not in plan.left)

        def made(wanted: RunWanted, request: RunRequest) -> RunResult:
            """While it is made, the interpreter of the run that comes after those under way is started."""
            assert context.sandbox is not None
            place = runs.index(wanted) + WORKERS
            then = [request_of(context, following) for following in runs[place : place + 1]]
            return context.sandbox.run(request) if pool is None else pool.run(request, then=then)

        def one(index: int, wanted: RunWanted) -> Experiment:
            reason = plan.left.get(wanted.key)
            return _once(context, wanted, f"X{index}", made) if reason is None else _unrun(wanted, f"X{index}", reason)

        threads = stack.enter_context(ThreadPoolExecutor(max_workers=WORKERS))
        done = tuple(threads.map(one, range(1, len(plan.runs) + 1), plan.runs))
        mended, limitations = _mended(context, done, {claim.id: claim for claim in claims})
        runs += mended
        done += tuple(threads.map(one, range(len(done) + 1, len(done) + len(mended) + 1), mended))
    tried = [e for e in done if e.wanted.key not in plan.left]
    if tried and all(e.outcome.state == "unrun" for e in tried):
        what = derived(f"none of the {len(tried)} experiments could be started: {tried[0].outcome.reason}")
        limitations = (*limitations, Limitation(step="experiments", what=what, remedy="see: corrigenda doctor", failed=True))
    return Experiments(done=done, limitations=limitations)


def _mended(
    context: Context, done: tuple[Experiment, ...], claims: dict[str, Claim]
) -> tuple[tuple[RunWanted, ...], tuple[Limitation, ...]]:
    """The programs of a model's that failed, written once more."""
    models, packages = context.models, context.packages.installed()
    failed = [e for e in done if e.outcome.state in ("failed", "limit") and running.claim_of(e.wanted) in claims]
    if models is None or not failed:
        return (), ()
    written = models.each(failed, lambda e: running.again(models, claims[running.claim_of(e.wanted)], packages, e))
    lost = [str(each) for each in written if isinstance(each, ModelError)]
    what = derived(f"{len(lost)} programs that failed were not written again: {lost[0]}") if lost else None
    limitations = (Limitation(step="experimenter", what=what, remedy="run again"),) if what else ()
    return tuple(each for each in written if isinstance(each, RunWanted)), limitations


def _once(context: Context, wanted: RunWanted, label: str, made: Made) -> Experiment:
    assert context.sandbox is not None
    inputs: JsonValue = {
        "wanted": wanted.model_dump(mode="json"),
        "environment": dict(sorted(context.packages.installed().items())),
        "tier": context.sandbox.tier,
    }

    def perform() -> Experiment:
        context.tell("experiments", f"{label} {wanted.key}")
        return _perform(context, wanted, label, durable.digest(inputs)[:8], made)

    return context.effects.once("run", inputs, Experiment, perform)


def request_of(context: Context, wanted: RunWanted) -> RunRequest:
    """What the sandbox is asked. Of all programs, those of probes on torch are known to import it before anything else."""
    on_torch = wanted.key.startswith(PREFIX) and "torch" in wanted.packages
    return RunRequest(
        script=wanted.script,
        environment=context.environment,
        files={"inputs.json": durable.canonical(wanted.inputs).encode()},
        collect=(RESULT,),
        variables=TORCH_VARIABLES if on_torch else {},
        limits=Limits(seconds=wanted.seconds, cpu_seconds=wanted.seconds * 4, memory_mb=wanted.memory_mb),
        imports=("torch", "torch._dynamo") if on_torch else (),
    )


def _perform(context: Context, wanted: RunWanted, label: str, digest: str, made: Made) -> Experiment:
    request = request_of(context, wanted)
    result = made(wanted, request)
    name = f"{file_name(Untrusted(wanted.key, 'ours'), 'run')}-{digest}"
    _keep(context.directory / FOLDER / name, request, result)
    versions = context.packages.installed()
    named = {dist: versions[dist] for dist in sorted({*wanted.packages, "python"}) if dist in versions}
    layers = (*result.layers, POOLED) if result.interpreter == "pooled" else result.layers
    outcome, seen = _observed(wanted, outcome_of(wanted, result, name, named))
    return Experiment(
        id=name, label=label, wanted=wanted, outcome=outcome, command=f"main.py with inputs.json in {FOLDER}/{name}",
        tier=result.tier, layers=layers, device=_device(outcome.result), wall_seconds=round(result.wall_seconds, 3),
        observations=seen,
    )  # fmt: skip


def _keep(folder: Path, request: RunRequest, result: RunResult) -> None:
    durable.write(folder / "main.py", request.script.encode())
    for name, payload in request.files.items():
        durable.write(folder / name, payload)
    if RESULT in result.artefacts:
        durable.write(folder / RESULT, result.artefacts[RESULT])
    durable.write(folder / "stdout.txt", measure(result.stdout).encode(errors="replace"))
    durable.write(folder / "stderr.txt", measure(result.stderr).encode(errors="replace"))


def outcome_of(wanted: RunWanted, result: RunResult, experiment: str, versions: dict[str, str]) -> RunOutcome:
    """The typed end of a run: a broken sandbox, a limit, a failed script and a readable answer are never confused."""
    answer: JsonValue = None
    state, reason = "ran", ""
    if result.ending == "sandbox failed":
        state, reason = "unrun", f"the sandbox failed: {result.reason}"
    elif result.ending != "exited":
        state, reason = "limit", f"ended by its limit: {result.ending}"
    elif result.exit_code != 0:
        state, reason = "failed", f"the program ended with status {result.exit_code}"
    else:
        answer, reason = _parsed(result.artefacts.get(RESULT))
        state = "failed" if reason else "ran"
    return RunOutcome.model_validate(
        {
            "key": wanted.key, "state": state, "reason": reason, "result": answer, "stdout": result.stdout, "stderr": result.stderr,
            "experiment": experiment, "versions": versions,
        }
    )  # fmt: skip


def _parsed(payload: bytes | None) -> tuple[JsonValue, str]:
    if payload is None:
        return None, f"the program left no {RESULT}"

    def refuse(name: str) -> float:
        raise ValueError(f"{name} is not JSON")

    # Refused is what could not be kept as well: a number beyond all, half a character, what is nested deeper than a record may be.
    try:
        value = _JSON.validate_python(json.loads(payload, parse_constant=refuse))
        durable.canonical(value).encode()
    except (ValueError, RecursionError) as error:
        return None, f"{RESULT} cannot be read: {type(error).__name__}"
    return value, ""


def _observed(wanted: RunWanted, outcome: RunOutcome) -> tuple[RunOutcome, tuple[Untrusted, ...]]:
    """What a probe reads out of its result, a line each; a result that cannot be read, or a model's without an answer, is a failed run."""
    if running.claim_of(wanted) and outcome.state == "ran":
        fault = running.fault_of(outcome.result)
        return (
            (outcome.model_copy(update={"state": "failed", "reason": fault}), ()) if fault else (outcome, running.observed(outcome.result))
        )
    probe = next((p for p in catalogue() if PREFIX + p.name == wanted.key), None)
    if probe is None or outcome.state != "ran":
        return outcome, ()
    try:
        return outcome, tuple(derived(observation.statement) for observation in observations(probe, outcome.result))
    except ProbeError as error:
        return outcome.model_copy(update={"state": "failed", "reason": str(error)}), ()


def _device(result: JsonValue) -> str:
    device = result.get("device") if isinstance(result, dict) else None
    return device if device in ("cpu", "cuda", "mps", "xpu") else ""


def _unrun(wanted: RunWanted, label: str, reason: str) -> Experiment:
    outcome = RunOutcome(key=wanted.key, state="unrun", reason=reason, stdout=Untrusted("", "sandbox"), stderr=Untrusted("", "sandbox"))
    return Experiment(id="", label=label, wanted=wanted, outcome=outcome, command="", proposed=True)
