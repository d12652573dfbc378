"""torch in an interpreter that was started ahead is torch as a fresh one has it."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from agent.records import Plan
from agent.stages import experiments
from sandbox.environments import Environments, home_of
from sandbox.pool import Pool
from sandbox.probes import catalogue
from sandbox.records import Environment, Limits, RunRequest
from sandbox.runner import Sandbox
from sandbox.waiting import key_of
from tests.world import world
from tools.records import RunWanted

SEEN = """
import torch
import json, os, random
found = {
    "threads": torch.get_num_threads(), "grad": torch.is_grad_enabled(), "precision": torch.get_float32_matmul_precision(),
    "modules": sorted(name for name in __import__("sys").modules if name.startswith("torch")),
}
private = [hash("x"), random.random(), torch.initial_seed(), torch.rand(1).item()]
json.dump([found, private], open("result.json", "w"))
"""


@pytest.fixture(scope="module")
def bench() -> tuple[Sandbox, Environment]:
    found = Environments(home_of(os.environ, Path.home()), os.environ).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    sandbox = Sandbox.detect(trial=found.environment)
    if isinstance(sandbox, str):
        pytest.skip(sandbox)
    return sandbox, found.environment


def _wanted(key: str, script: str) -> RunWanted:
    return RunWanted(key=key, instrument="i", question="?", success="s", failure="f", script=script, inputs={}, packages=("torch",))


def test_every_probe_on_torch_can_be_started_ahead(tmp_path: Path) -> None:
    """None sets a variable that was not set when torch was imported; where one does, it is run afresh and this says which."""
    context = world(tmp_path)
    probes = [probe for probe in catalogue() if "torch" in probe.packages]
    assert probes
    assert [
        probe.name for probe in probes if key_of(experiments.request_of(context, _wanted(f"probe:{probe.name}", probe.script))) is None
    ] == []
    assert not experiments.request_of(context, _wanted("code:chapter", "import torch")).imports


@pytest.mark.sandbox
@pytest.mark.torch
def test_torch_is_as_a_fresh_interpreter_has_it(bench: tuple[Sandbox, Environment]) -> None:
    """Threads, settings and loaded modules are the same, no seed or random state is shared, and the import is not in the time."""
    sandbox, environment = bench
    request = RunRequest(SEEN, environment, limits=Limits(seconds=60), imports=("torch",))
    with Pool(sandbox) as pool:
        pool.expect([request])
        results = [pool.run(request), pool.run(request)]
    assert [result.interpreter for result in results] == ["pooled", "fresh"]
    (pooled, one), (fresh, other) = (json.loads(result.artefacts["result.json"]) for result in results)
    assert pooled == fresh
    assert not set(one) & set(other)
    assert results[0].cpu_seconds is not None and results[1].cpu_seconds is not None
    assert results[0].cpu_seconds < results[1].cpu_seconds / 2


@pytest.mark.sandbox
@pytest.mark.torch
def test_the_stage_starts_the_next_probe_ahead_and_says_so(bench: tuple[Sandbox, Environment], tmp_path: Path) -> None:
    """What comes after the runs under way has its interpreter ready, and its layers tell a reader that its time holds no import."""
    sandbox, environment = bench
    script = "import torch\nopen('result.json', 'w').write('{}')"
    runs = tuple(_wanted(f"probe:{number}", script.format(number)) for number in range(experiments.WORKERS + 1))
    context = replace(world(tmp_path), sandbox=sandbox, environment=environment)
    done = experiments.run(context, Plan(runs=runs, probes=(), left={})).done
    assert [each.outcome.state for each in done] == ["ran"] * len(runs)
    assert [experiments.POOLED in each.layers for each in done] == [False] * experiments.WORKERS + [True]
