"""Small programs on torch.compile, of the kinds that its documentation teaches by: counts written down first, and counted twice.

Each is run through the runner, and all of them once more in a bare interpreter with a backend that counts the graphs it is handed.
"""

from __future__ import annotations

import json
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from sandbox.compile import ExperimentRequest, run_experiment
from sandbox.environments import Environments, home_of
from sandbox.records import Environment
from sandbox.runner import Sandbox

pytestmark = [pytest.mark.sandbox, pytest.mark.torch, pytest.mark.slow]


@dataclass(frozen=True)
class Example:
    """modes: a letter a call (c compiled, r reused, e eager, x raised). graphs: handed to the backend. breaks: met while compiling."""

    code: str
    modes: str
    graphs: int
    breaks: int = 0


EXAMPLES = {
    "function": Example("f = torch.compile(lambda x, y: torch.sin(x) + torch.cos(y))\nf(torch.ones(4, 4), torch.ones(4, 4))", "c", 1),
    "decorator": Example("@torch.compile\ndef f(x):\n    return x * 2\nfor _ in range(3): f(torch.ones(4))", "crr", 1),
    "module": Example("m = torch.compile(torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.ReLU()))\nm(X)\nm(X)", "cr", 1),
    "branch on data": Example(
        "@torch.compile\ndef f(a, b):\n    x = a / (torch.abs(a) + 1)\n    if b.sum() < 0:\n        b = b * -1\n    return x * b\n"
        "f(X, Y)\nf(X, -Y)\nf(X, Y)",
        "ccr", 3, 1,
    ),
    "branch as torch.where": Example(
        "@torch.compile\ndef f(a, b):\n    return a * torch.where(b.sum() < 0, -b, b)\nf(X, Y)\nf(X, -Y)", "cr", 1
    ),
    "print": Example("@torch.compile\ndef f(x):\n    y = x.sin()\n    print('between')\n    return y.cos()\nf(X)\nf(X)", "cr", 2, 1),
    "automatic dynamic": Example("f = torch.compile(lambda x: x + 1)\nfor n in (3, 4, 5): f(torch.ones(n))", "ccr", 2),
    "dynamic": Example("f = torch.compile(lambda x: x + 1, dynamic=True)\nfor n in (3, 4, 5): f(torch.ones(n))", "crr", 1),
    "static": Example("f = torch.compile(lambda x: x + 1, dynamic=False)\nfor n in (3, 4, 5): f(torch.ones(n))", "ccc", 3),
    "marked": Example(
        "f = torch.compile(lambda x: x + 1)\nfor n in (3, 4, 5):\n    x = torch.ones(n)\n    torch._dynamo.mark_dynamic(x, 0)\n    f(x)",
        "crr", 1,
    ),
    "whole number": Example("f = torch.compile(lambda x, n: x * n)\nfor n in (2, 3, 4): f(X, n)", "ccr", 2),
    "type": Example("f = torch.compile(lambda x: x + 1)\nf(X)\nf(X.double())\nf(X)", "ccr", 2),
    "grad mode": Example(
        "f = torch.compile(lambda x: x + 1)\nwith torch.no_grad(): f(X)\nf(X)\nwith torch.no_grad(): f(X)", "ccr", 2
    ),
    "flag of a module": Example(
        "class M(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.flag = True\n"
        "    def forward(self, x):\n        return x + 1 if self.flag else x - 1\n"
        "m = M()\nc = torch.compile(m)\nc(X)\nm.flag = False\nc(X)\nm.flag = True\nc(X)",
        "ccr", 2,
    ),
    "train and eval": Example(
        "m = torch.nn.Dropout(0.5)\nc = torch.compile(m)\nc(X)\nm.eval()\nc(X)\nm.train()\nc(X)", "ccr", 2
    ),
    "item": Example("@torch.compile\ndef f(x):\n    n = x.sum().item()\n    return x * n\nf(X)\nf(X)", "cr", 2, 1),
    "disabled function": Example(
        "@torch.compiler.disable\ndef inner(x):\n    return x * 3\n@torch.compile\ndef f(x):\n    return inner(x.sin()).cos()\nf(X)\nf(X)",
        "cr", 2, 1,
    ),
    "compiled within compiled": Example(
        "@torch.compile\ndef inner(x):\n    return x * 3\n@torch.compile\ndef f(x):\n    return inner(x.sin()).cos()\nf(X)\nf(X)", "cr", 1
    ),
    "mutation": Example("@torch.compile\ndef f(x):\n    x.add_(1)\n    return x * 2\nf(X.clone())\nf(X.clone())", "cr", 1),
    "list of tensors": Example("f = torch.compile(lambda xs: sum(xs))\nf([X, X])\nf([X, X, X])\nf([X, X])", "ccr", 2),
    "fullgraph": Example(
        "@torch.compile(fullgraph=True)\ndef f(x):\n    print('-')\n    return x + 1\ntry:\n    f(X)\nexcept Exception:\n    pass", "x", 0
    ),
    "limit": Example(
        "f = torch.compile(lambda x: x + 1, dynamic=False)\nfor n in (*range(2, 12), 3): f(torch.ones(n))", "ccccccccee" + "r", 8
    ),
    "backward": Example(
        "m = torch.nn.Linear(4, 4)\nc = torch.compile(m)\nfor _ in range(2):\n    c(X).sum().backward()", "cr", 1
    ),
}  # fmt: skip
HEAD = "import torch\nX, Y = torch.ones(4, 4), torch.ones(4, 4)\n"
COUNTING = """
import json, sys, torch
real, made = torch.compile, []

def count(graph, examples):
    made.append(graph)
    return graph.forward

def counting(model=None, **given):
    return real(model, **{**given, "backend": count}) if model is not None else lambda each: counting(each, **given)

torch.compile = counting
counts = {}
for name, code in json.load(open("examples.json")).items():
    torch._dynamo.reset()
    made.clear()
    exec(compile(code, "example", "exec"), {"__name__": "example"})
    counts[name] = len(made)
json.dump(counts, open("counts.json", "w"))
"""


@pytest.fixture(scope="module")
def environment() -> Environment:
    found = Environments(home_of(os.environ, Path.home()), {}).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    return found.environment


@pytest.fixture(scope="module")
def counted(environment: Environment, tmp_path_factory: pytest.TempPathFactory) -> dict[str, int]:
    """Graphs of each example by the counting backend, outside of the runner and of any sandbox."""
    folder = tmp_path_factory.mktemp("bare")
    (folder / "examples.json").write_text(json.dumps({name: HEAD + each.code for name, each in EXAMPLES.items()}))
    (folder / "count.py").write_text(COUNTING)
    subprocess.run([environment.python, "count.py"], cwd=folder, check=True, timeout=170, capture_output=True)
    counts: dict[str, int] = json.loads((folder / "counts.json").read_text())
    return counts


@pytest.mark.parametrize("name", EXAMPLES)
def test_counts_of_an_example_are_those_written_down(name: str, environment: Environment, counted: dict[str, int]) -> None:
    """Modes call by call, graphs and breaks; the counting backend was handed as many graphs."""
    example = EXAMPLES[name]
    sandbox = Sandbox.detect(trial=environment)
    if isinstance(sandbox, str):
        pytest.skip(f"no isolation works here: {sandbox}")
    request = ExperimentRequest(HEAD + example.code, "script", matrix={"backend": ("eager",)}, environments={"": environment})
    [found] = run_experiment(sandbox, request).variants
    assert found.problem == ""
    letters = {"compiled": "c", "reused": "r", "eager": "e", "raised": "x"}
    seen = ("".join(letters[mode] for mode in found.modes), sum(c.graphs_compiled for c in found.calls), sum(c.breaks for c in found.calls))
    assert seen == (example.modes, example.graphs, example.breaks)
    assert counted[name] == example.graphs
    assert {finding.kind for finding in found.findings} <= {"hidden"}
