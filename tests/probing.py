"""What the tests of probes share: how a probe is run, and results that were recorded with torch 2.13.0, NumPy 2.2.6 and pandas 2.2.3.

Readings are tested on recorded results, so that they need no package; that a run still gives them is a test of its own. After a change
of a probe's program, `record(name, environment)` writes its result anew.
"""

from __future__ import annotations

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

from sandbox.environments import Environments, home_of
from sandbox.probes import Observation, Probe, catalogue, observations
from sandbox.records import Environment, Limits, RunRequest
from sandbox.runner import Sandbox

RECORDED = Path(__file__).parent / "probe_results"
STREAM = [60, 63, 69, 16, 19, 75, 19, 55, 25, 35, 37, 66, 52]
# Inputs other than the defaults, so that what depends on a chapter is recorded, too.
INPUTS: dict[str, dict[str, Any]] = {
    "recompile-limit": {"lengths": STREAM, "labels": list(range(13)), "dynamic": False},
    "shape-policies": {"lengths": STREAM},
    "numpy-grids": {"calls": ["linspace(0, 10, num=10)", "linspace(0, 1, 5)", "arange(0, 1, 0.25)", "linspace(0, 1, 4, endpoint=False)"]},
    "limit-config": {"options": ["log_level", "suppress_errors"]},
}
# Fields that tell of time or of the machine, which no two runs share.
VARYING = {
    "ran_on", "seconds", "capture_seconds", "inductor_seconds", "eager_microseconds", "compiled_microseconds", "break_even_calls",
    "capture_spread", "inductor_processor_seconds", "eager_spread", "compiled_spread", "faster", "once_processor_seconds",
    "max_difference", "gradient_difference", "message", "log", "lines", "files",
}  # fmt: skip


def probe(name: str) -> Probe:
    return next(each for each in catalogue() if each.name == name)


def inputs(name: str) -> dict[str, Any]:
    return {**{key: parameter.default for key, parameter in probe(name).parameters.items()}, **INPUTS.get(name, {})}


def environment_with(packages: tuple[str, ...]) -> Environment | None:
    """The experiment environment that has these packages, None where there is none."""
    found = Environments(home_of(os.environ, Path.home()), {}).find([*packages])
    return None if found is None else found.environment


def torch_environment() -> Environment | None:
    """The experiment environment that has torch, None where there is none."""
    return environment_with(("torch",))


def run(name: str, environment: Environment, given: dict[str, Any] | None = None, *, without: str = "") -> dict[str, Any]:
    """The result of a probe, run in the sandbox; without: a module that cannot be imported there."""
    sandbox = Sandbox.detect(trial=environment)
    assert isinstance(sandbox, Sandbox), sandbox
    files = {"inputs.json": json.dumps(given or inputs(name)).encode()}
    limits = Limits(seconds=300, cpu_seconds=300, processes=128, disk_mb=1024)
    program = probe(name).script
    if without:
        files["probe.py"] = program.encode()
        program = f"import runpy, sys\nsys.modules[{without!r}] = None\nrunpy.run_path('probe.py', run_name='__main__')\n"
    outcome = sandbox.run(RunRequest(program, environment, files, limits=limits))
    assert outcome.ending == "exited" and outcome.exit_code == 0, (outcome.ending, outcome.reason, outcome.stderr)
    result: dict[str, Any] = json.loads(outcome.artefacts["result.json"])
    return result


@cache
def recorded(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads((RECORDED / f"{name}.json").read_text(encoding="utf-8"))
    return result


@cache
def observed() -> tuple[Observation, ...]:
    """All that the recorded results show."""
    return tuple(item for path in sorted(RECORDED.glob("*.json")) for item in observations(probe(path.stem), recorded(path.stem)))


def steady(value: Any) -> Any:
    """A result without what varies from run to run."""
    if isinstance(value, dict):
        return {key: steady(item) for key, item in value.items() if key not in VARYING}
    return [steady(item) for item in value] if isinstance(value, list) else value


def record(name: str, environment: Environment) -> None:
    text = json.dumps(run(name, environment), indent=1, sort_keys=True, ensure_ascii=False)
    (RECORDED / f"{name}.json").write_text(text + "\n", encoding="utf-8")
