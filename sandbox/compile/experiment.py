"""Runs an experiment: for each variant an eager run, and apart from it a fresh run with the compiler, all in the sandbox."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sandbox import devices
from sandbox.compile import honesty, reading, repeated
from sandbox.compile.changes import comparisons
from sandbox.compile.compare import Outputs
from sandbox.compile.doubts import doubted
from sandbox.compile.levels import levels
from sandbox.compile.matrix import variants
from sandbox.compile.programs import Left, Process, left, prepared
from sandbox.compile.records import ExperimentResult, Finding, Variant
from sandbox.compile.request import ExperimentRequest, RequestError, Settings
from sandbox.compile.schema import check
from sandbox.compile.source import notebook_cells
from sandbox.compile.trace import Trace, read
from sandbox.records import Environment
from sandbox.runner import Sandbox

EAGER = Process("eager", eager=True)
COLD, WARM = Process("cold", eager=False), Process("warm", eager=False)


# Takes what a run of the sandbox held and left: its kind (eager or compiled), its settings, and files by name, traces among them.
Keep = Callable[[str, Settings, dict[str, bytes]], None]


def run_experiment(
    sandbox: Sandbox, request: ExperimentRequest, stop: threading.Event | None = None, keep: Keep | None = None
) -> ExperimentResult:
    """Run every variant; one that cannot be measured says why. Raises RequestError where the request cannot be run at all.

    keep: is handed the files of every run.

    Runs of the sandbox: one eager for each (torch, device, dtype, padded or not), one compiled for each variant but for its cache, in
    which a warm process follows the cold one that filled its private cache; of a script or a notebook as many of each as it asks for.
    """
    check(request)
    notes: tuple[str, ...] = ()
    if request.form == "notebook":
        _, notes = notebook_cells(request.code.encode())
    wanted = variants(request.matrix, request.form)
    bench = _Bench(sandbox, request, stop or threading.Event(), wanted, keep)
    found = tuple(bench.variant(settings) for settings in wanted)
    journals = [each.journal for each in bench.done.values() if each.journal is not None]
    return ExperimentResult(found, sandbox.tier, sandbox.layers, notes, comparisons(found), honesty.honesty(journals))


@dataclass
class _Bench:
    """The runs of one experiment, each made once."""

    sandbox: Sandbox
    request: ExperimentRequest
    stop: threading.Event
    wanted: tuple[Settings, ...]
    keep: Keep | None
    done: dict[tuple[str, Settings, int], Left] = field(default_factory=dict)

    def variant(self, settings: Settings) -> Variant:
        environment = self.request.environments.get(settings.torch)
        if environment is None:
            version = f"torch {settings.torch}" if settings.torch else "torch"
            return Variant(settings, f"there is no environment with {version}; `corrigenda env add torch==VERSION` makes one", "", "")
        if settings.device == "cuda" and isinstance(reason := devices.found(), str):
            return Variant(settings, f"UNRUN: {reason}", "", "")
        pairs = []
        for run in range(self.request.runs):
            eager = self._run("eager", _reference(settings), environment, (EAGER,), run)
            if problem := _problem(eager, "eager", self.request.function, "the eager run: "):
                return _failed(settings, eager, problem)
            compiled = self._run("compiled", replace(settings, cache="cold"), environment, self._processes(settings), run)
            if problem := _problem(compiled, settings.cache, self.request.function):
                return _failed(settings, compiled, problem)
            pairs.append((eager, compiled))
        try:
            return _variant(self.request, settings, pairs)
        except (reading.AccountError, KeyError, TypeError, AttributeError, ValueError):
            problem = "the run's own account is not of the form that the runner's program gives it, so that nothing in it is believed"
            return _failed(settings, compiled, problem)

    def _processes(self, settings: Settings) -> tuple[Process, ...]:
        warm = any(replace(each, cache="cold") == replace(settings, cache="cold") and each.cache == "warm" for each in self.wanted)
        return (COLD, WARM) if warm else (COLD,)

    def _run(self, kind: str, settings: Settings, environment: Environment, processes: tuple[Process, ...], run: int) -> Left:
        if (kind, settings, run) not in self.done:
            request, key = prepared(self.request, settings, environment, processes)
            result = self.sandbox.run(request, self.stop)
            self.done[kind, settings, run] = left(result, key)
            if self.keep is not None:
                self.keep(
                    f"{kind} run {run + 1}" if run else kind,
                    settings,
                    {f"{self.request.form}.code": self.request.code.encode(), **result.artefacts},
                )
        return self.done[kind, settings, run]


def _reference(settings: Settings) -> Settings:
    """The settings that matter without a compiler."""
    shapes = "bucketed" if settings.shapes == "bucketed" else "as given"
    return Settings(shapes=shapes, dtype=settings.dtype, device=settings.device, torch=settings.torch)


def _variant(request: ExperimentRequest, settings: Settings, pairs: Sequence[tuple[Left, Left]]) -> Variant:
    """What comes of its runs, the first of which is told call by call. pairs: eager and compiled, each a run of its own."""
    name = settings.cache
    eager, compiled = pairs[0]
    account, reference = compiled.accounts[name], eager.accounts["eager"]
    outputs, expected = _outputs(compiled, name), _outputs(eager, "eager")
    if not (outputs.intact and expected.intact):
        return _failed(settings, compiled, "the numbers that the run left are not those that it wrote")
    trace = _trace(compiled, name)
    calls = reading.calls(account, outputs, (reference, expected), request.tolerance, trace)
    of_compiled, of_eager = [one.accounts[name] for _, one in pairs], [one.accounts["eager"] for one, _ in pairs]
    again, steady = reading.again(account), reading.steady(account, reference)
    if request.form != "function":
        calls, steady = repeated.spread_over(calls, of_compiled, of_eager), repeated.steady(calls, of_compiled, of_eager)
    ended = _ended(account, reference)
    findings = (*_findings(pairs, name), *repeated.differing(of_compiled))
    return Variant(
        settings=settings,
        problem="",
        ending=compiled.result.ending,
        tier=compiled.result.tier,
        machine=reading.machine(account),
        clock=honesty.clock(compiled),
        calls=calls,
        raised=reading.text(account["raised"]) if account["raised"] else None,
        cells=reading.cells(account),
        again=again,
        steady=steady,
        compilations=reading.compilations(account, trace),
        levels=doubted(levels(calls, again, steady, request.workload_calls, ended), findings),
        findings=findings,
        phases=reading.phases(account),
        cache_files_before=reading.whole(account["cache_files"]),
        peak_memory_mb=compiled.result.peak_memory_mb,
        stdout=compiled.result.stdout,
        stderr=compiled.result.stderr,
    )


def _ended(account: Mapping[str, Any], eager: Mapping[str, Any]) -> str:
    """How the code ended, empty where it ended by itself; in words of ours, since the code's own are in stderr and in its calls."""
    if not account["raised"]:
        return ""
    return "it raised, and so did the eager run" if eager["raised"] else "it raised, and the eager run did not"


def _problem(run: Left, name: str, function: str, who: str = "") -> str:
    """Why there is nothing to read of a process, empty where there is. function: what was to be called; who: which process it is."""
    if run.result.ending != "exited":
        return f"{who}{run.result.ending}: {run.result.reason}"
    if run.journal is None or name not in run.journal.processes:
        return f"{who}there is no journal of the run: the process that keeps it was ended, or another one wrote in its place"
    beside = run.journal.processes[name]
    if beside.disorder:
        return f"{who}the account is out of the order in which the runner gives it ({beside.disorder}): the code wrote in it"
    if beside.told is None:
        return f"{who}the process {_end(beside.code)} before it gave an account"
    account = beside.told.account
    if account.get("no_function"):
        return f"{who}the code has no function {function!r}"
    return f"{who}UNRUN: there is no GPU that torch can use" if account.get("no_device") else ""


def _end(code: int) -> str:
    """How a process ended, by its status."""
    names = {number.value: number.name for number in signal.Signals}
    return f"ended with status {code}" if code >= 0 else f"was ended by the signal {names.get(-code, -code)}"


def _failed(settings: Settings, run: Left, problem: str) -> Variant:
    return Variant(settings, problem, run.result.ending, run.result.tier, stdout=run.result.stdout, stderr=run.result.stderr)


def _outputs(run: Left, name: str) -> Outputs:
    return Outputs(run.outputs(name), str(run.accounts[name]["digest"]))


def _findings(pairs: Sequence[tuple[Left, Left]], name: str) -> tuple[Finding, ...]:
    """Of all runs, one of each kind from those after the first."""
    found: list[Finding] = []
    for eager, compiled in pairs:
        known = {each.kind for each in found}
        found += [each for each in honesty.findings(compiled, name, eager, _trace(compiled, name)) if each.kind not in known]
    return tuple(found)


def _trace(run: Left, name: str) -> Trace:
    traces = [read(part) for part in run.traces(name)]
    return Trace({key: each for trace in traces for key, each in trace.compilations.items()}, sum(trace.unread for trace in traces))


__all__ = ["Keep", "RequestError", "run_experiment"]
