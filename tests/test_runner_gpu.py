"""The runner on an NVIDIA GPU: times by its events, counts as on the CPU, and what is faked there. Skipped where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent.interfaces.experiment_opening import MODEL
from prompts.trust import measure
from sandbox import devices
from sandbox.compile import Argument, ExperimentRequest, Variant, run_experiment
from sandbox.environments import Environments, home_of
from sandbox.records import Environment
from sandbox.runner import Sandbox

pytestmark = [pytest.mark.gpu, pytest.mark.sandbox, pytest.mark.torch]
LENGTHS = (60, 63, 69, 16, 19, 75, 19, 55, 25, 35, 37, 66, 52)
MATRIX = """
import torch
def f(x):
    for _ in range(8):
        x = x @ x / 1024
    return x
"""
ELSEWHERE = """
import torch
OTHER = torch.cuda.Stream()

@torch.compiler.disable
def hidden(x):
    with torch.cuda.stream(OTHER):
        for _ in range(200):
            x = x @ x / 1024
    return x

def f(x):
    return hidden(x)
"""
UNSYNCHRONIZED = """
import torch
torch.cuda.synchronize = lambda *a, **k: None
torch.cuda.Event.elapsed_time = lambda *a: 0.001
f = torch.compile(lambda x: x @ x)
f(torch.ones(2048, 2048, device="cuda"))
"""


@pytest.fixture(scope="module")
def bench() -> tuple[Sandbox, Environment]:
    if isinstance(reason := devices.found(), str):
        pytest.skip(reason)
    found = Environments(home_of(os.environ, Path.home()), {}).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    sandbox = Sandbox.detect(trial=found.environment)
    if isinstance(sandbox, str):
        pytest.skip(f"no isolation works here: {sandbox}")
    return sandbox, found.environment


def run(bench: tuple[Sandbox, Environment], request: ExperimentRequest) -> Variant:
    """The one variant on the GPU; skipped where the environment's torch was built for the CPU alone."""
    matrix = {"backend": ("eager",), **request.matrix, "device": ("cuda",)}
    made = ExperimentRequest(request.code, request.form, request.function, request.calls, matrix, repeats=5, environments={"": bench[1]})
    [found] = run_experiment(bench[0], made).variants
    if "no GPU" in found.problem:
        pytest.skip(found.problem)
    assert found.problem == ""
    return found


def test_calls_on_a_gpu_are_timed_by_its_events(bench: tuple[Sandbox, Environment]) -> None:
    """The opening experiment counts as on the CPU; each call has a time by events, which the clock's is not below."""
    calls = tuple((Argument(shape=(1, length), dtype="int64", high=256),) for length in LENGTHS)
    found = run(bench, ExperimentRequest(MODEL, function="model", calls=calls, matrix={"dynamic": ("false",)}))
    assert found.modes == (*["compiled"] * 6, "reused", *["compiled"] * 2, *["eager"] * 4)
    assert found.machine is not None and found.machine.cuda and "gpu driver" in found.machine.facts
    assert all(call.device_seconds is not None and 0 < call.device_seconds <= call.seconds for call in found.calls)
    assert all(each.eager is not None for each in found.steady)


def test_inductor_generates_kernels_on_a_gpu(bench: tuple[Sandbox, Environment]) -> None:
    """Triton compiles in the sandbox, and the result agrees with eager within the tolerance."""
    found = run(
        bench, ExperimentRequest(MATRIX, function="f", calls=((Argument(shape=(256, 256)),),) * 3, matrix={"backend": ("inductor",)})
    )
    assert found.modes == ("compiled", "reused", "reused")
    assert {level.name: level.reached for level in found.levels}["CORRECT"] is True and found.calls[0].peak_memory_mb > 0


def test_work_on_another_stream_is_seen(bench: tuple[Sandbox, Environment]) -> None:
    """What the current stream does not wait for is found by the wait for the whole device, and no gain is believed."""
    found = run(bench, ExperimentRequest(ELSEWHERE, function="f", calls=((Argument(shape=(2048, 2048)),),) * 3))
    assert "another stream" in {finding.kind for finding in found.findings}
    assert {level.name: level.reached for level in found.levels}["WORTH IT"] is not True


def test_honest_work_is_on_the_current_stream(bench: tuple[Sandbox, Environment]) -> None:
    """The same work without a stream of its own raises no suspicion."""
    found = run(bench, ExperimentRequest(MATRIX, function="f", calls=((Argument(shape=(2048, 2048)),),) * 3))
    assert {finding.kind for finding in found.findings} <= {"hidden"}


def test_a_patched_synchronization_is_seen(bench: tuple[Sandbox, Environment]) -> None:
    """The runner's own waits and events are used, and the replacement is named."""
    found = run(bench, ExperimentRequest(UNSYNCHRONIZED, "script"))
    [finding] = [each for each in found.findings if each.kind == "replaced function"]
    assert any("synchronize" in measure(detail) for detail in finding.detail)
    assert found.calls[0].device_seconds is not None and found.calls[0].device_seconds > 1e-6
