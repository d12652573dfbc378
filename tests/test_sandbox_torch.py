"""A compiler in the sandbox: torch.compile works there as it does outside, with the machine's own vector instructions."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sandbox_support import err, every_tier, out, tiers

from sandbox.environments import Environments, home_of
from sandbox.records import Environment, Limits, RunRequest

pytestmark = [pytest.mark.sandbox, pytest.mark.torch, pytest.mark.slow]

PROGRAM = """
import json, torch
import torch._inductor.cpu_vec_isa as isa
def f(x): return torch.sin(x) * 2 + torch.cos(x).sum()
x = torch.randn(1000)
difference = ((torch.compile(f)(x) - f(x)).abs().max() / f(x).abs().max()).item()
vectors = [str(each) for each in isa.valid_vec_isa_list()]
flags = open('/proc/cpuinfo').read()
print(json.dumps([difference < 1e-5, bool(vectors) or not ('avx2' in flags or 'asimd' in flags)]))
"""


@pytest.fixture(scope="module")
def torch_environment() -> Environment:
    found = Environments(home_of(os.environ, Path.home()), os.environ).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    return found.environment


@pytest.mark.parametrize("tier", every_tier())
@pytest.mark.timeout(400)
def test_inductor_compiles_with_vector_instructions(tier: str, torch_environment: Environment) -> None:
    """Results agree with eager, and no scalar code was made for want of a look at the processor."""
    sandbox, _ = tiers()[tier]
    if (failure := sandbox.failure(torch_environment)) is not None:
        pytest.skip(failure)  # an interpreter in root's closed home is out of reach for a user without namespaces
    result = sandbox.run(RunRequest(PROGRAM, torch_environment, limits=Limits(seconds=300, cpu_seconds=300)))
    assert out(result).splitlines()[-1] == "[true, true]", (result.ending, result.reason, err(result)[-1000:])
