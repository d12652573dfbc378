"""The runner on whole programs: notebooks, functions with inputs by the command line, a pack's opening experiment, versions of torch."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from agent.interfaces.experiment_opening import MODEL, requests, stream
from prompts.trust import measure
from sandbox.compile import Argument, ExperimentRequest, RequestError, run_experiment
from sandbox.compile.trace import read
from sandbox.environments import Environments, home_of
from sandbox.records import Environment
from sandbox.runner import Sandbox

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "evals" / "packs" / "demo" / "pack.txt"
REAL = ROOT.parent / "shared" / "packs" / "pytorch-from-first-principles-13.txt"
LETTERS = {"compiled": "c", "reused": "r", "eager": "e", "raised": "x"}


@pytest.fixture(scope="module")
def environment() -> Environment:
    found = Environments(home_of(os.environ, Path.home()), {}).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    sandbox = Sandbox.detect(trial=found.environment)
    if isinstance(sandbox, str):
        pytest.skip(f"no isolation works here: {sandbox}")
    return found.environment


def command(*arguments: str, status: int = 0, seconds: float = 170) -> dict[str, Any]:
    """What `corrigenda experiment ... --json` prints."""
    line = [sys.executable, "-m", "agent", "experiment", *arguments, "--json", "--runs", "1"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, timeout=seconds, check=False)
    assert done.returncode == status, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def modes(variant: dict[str, Any]) -> str:
    return "".join(LETTERS[call["mode"]] for call in variant["calls"])


def levels(variant: dict[str, Any]) -> dict[str, bool | None]:
    return {level["name"]: level["reached"] for level in variant["levels"]}


# ---- notebooks and functions -------------------------------------------------------------------------------------------

CELLS = (
    ("%matplotlib inline\nimport torch\nf = torch.compile(lambda x: x + 1)", []),
    ("for n in (2, 3, 4):\n    y = f(torch.ones(n))\ny.sum()", []),
    ("f(3, 4)", ["raises-exception"]),
    ("print('passed over')", ["skip-execution"]),
    ("import asyncio\nawait asyncio.sleep(0)\nf(torch.ones(5));", []),
    ("this is no python", []),
    ("print('never')", []),
)


@pytest.mark.sandbox
@pytest.mark.torch
def test_a_notebook_runs_as_nbclient_runs_it(environment: Environment, tmp_path: Path) -> None:
    """Cell by cell: an error that is allowed is passed, another one ends the run where it stands; a cell's last value is shown."""
    usual = {"cell_type": "code", "outputs": [], "execution_count": None}
    cells = [{**usual, "metadata": {"tags": tags}, "source": source} for source, tags in CELLS]
    file = tmp_path / "book.ipynb"
    file.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}))
    result = command(str(file), "--matrix", "backend=eager")
    [found] = result["variants"]
    outcomes = [cell["outcome"] for cell in found["cells"]]
    assert outcomes == ["ran", "ran", "raised as allowed", "left out", "ran", "raised", "not reached"]
    assert modes(found) == "ccrxr" and levels(found)["RUNS"] is False
    assert found["cells"][5]["raised"]["untrusted"].startswith("SyntaxError") and "cell_6.py" in found["cells"][5]["raised"]["untrusted"]
    assert found["stdout"]["untrusted"] == "tensor(8.)\n" and result["notes"]


@pytest.mark.sandbox
@pytest.mark.torch
def test_a_function_is_called_with_inputs_of_the_command_line(environment: Environment, tmp_path: Path) -> None:
    """Arguments are expressions over the script's own names; what every run held and left is kept where it was asked for."""
    file = tmp_path / "small.py"
    file.write_text("import torch\nBASE = 2\n\ndef f(x, n):\n    return x * n\n")
    calls = [part for n in (3, 4, 5) for part in ("--call", f"torch.ones({n}), BASE + {n}")]
    result = command(str(file), "--function", "f", *calls, "--matrix", "backend=eager", "--keep", str(tmp_path / "kept"))
    [found] = result["variants"]
    assert modes(found) == "ccr" and found["steady"] and levels(found)["CORRECT"] is True
    [trace] = (tmp_path / "kept").glob("compiled-backend-eager/trace-cold/*.log")
    assert read(trace.read_bytes()).graphs == 2


# ---- the trace beside tlparse ------------------------------------------------------------------------------------------

BROKEN = """
import torch
def f(x):
    y = torch.sin(x)
    print("between")
    return y * 2
f = torch.compile(f)
for n in (3, 4, 5):
    f(torch.ones(n))
"""


@pytest.mark.live
@pytest.mark.sandbox
@pytest.mark.torch
def test_the_reader_of_traces_agrees_with_tlparse(environment: Environment, tmp_path: Path) -> None:
    """Compilations, graphs and guards of each are those that torch's own tool finds in the trace that was kept."""
    tool = shutil.which("tlparse")
    if tool is None:
        pytest.skip("tlparse is not installed; `pip install tlparse` brings it")
    (tmp_path / "broken.py").write_text(BROKEN)
    command(str(tmp_path / "broken.py"), "--matrix", "backend=eager", "--keep", str(tmp_path / "kept"))
    [trace] = (tmp_path / "kept").glob("compiled-*/trace-cold/*.log")
    subprocess.run([tool, str(trace), "-o", str(tmp_path / "out"), "--no-browser"], check=True, capture_output=True, timeout=60)
    listed = json.loads((tmp_path / "out" / "compile_directory.json").read_text())
    names = {where.strip("[]").split("_")[0]: [each["name"] for each in entry["artifacts"]] for where, entry in listed.items()}
    theirs = {
        where: (sum(name.startswith("dynamo_output_graph") for name in found), any(name.startswith("dynamo_cpp_guards") for name in found))
        for where, found in names.items()
    }
    ours = {where: (each.graphs, bool(each.guards)) for where, each in read(trace.read_bytes()).compilations.items()}
    assert {where: told for where, told in theirs.items() if any(told)} == {where: told for where, told in ours.items() if any(told)}


# ---- the opening experiment --------------------------------------------------------------------------------------------


def test_the_stream_of_a_pack_is_that_of_its_table() -> None:
    """The bundled pack's table lists ten requests; a chapter without such a table is refused with what to do."""
    assert stream(DEMO.read_bytes(), "pack.txt") == [32, 48, 32, 64, 17, 48, 96, 64, 80, 17]
    with pytest.raises(RequestError, match="write a request"):
        stream((ROOT / "evals" / "packs" / "stdlib" / "pack.txt").read_bytes(), "pack.txt")


@pytest.mark.sandbox
@pytest.mark.torch
def test_the_opening_experiment_of_the_bundled_pack(environment: Environment) -> None:
    """Each distinct size compiles once under static shapes, and every size seen before finds its graph."""
    sizes = stream(DEMO.read_bytes(), "pack.txt")
    [request] = requests(DEMO.read_bytes(), "pack.txt", settled=True)
    sandbox = Sandbox.detect(trial=environment)
    assert isinstance(sandbox, Sandbox)
    quick = ExperimentRequest(MODEL, function="model", calls=request.calls, matrix={"backend": ("eager",), "dynamic": ("false",)})
    [found] = run_experiment(sandbox, _with(quick, environment)).variants
    expected = ["compiled" if size not in sizes[:place] else "reused" for place, size in enumerate(sizes)]
    assert list(found.modes) == expected and sum(call.graphs_compiled for call in found.calls) == len(set(sizes)) <= 8


@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.torch
@pytest.mark.timeout(1500)
def test_the_opening_experiment_of_the_real_pack(environment: Environment) -> None:
    """Eight compilations, request 6 reused, 9 to 12 eager, the limit's line at 9; a warm cache; automatic, marked and bucketed shapes."""
    if not REAL.exists():
        pytest.skip("the real pack is not beside this clone")
    assert stream(REAL.read_bytes(), REAL.name) == [60, 63, 69, 16, 19, 75, 19, 55, 25, 35, 37, 66, 52]
    result = command(str(REAL), seconds=1400)
    cold, warm, automatic, marked, bucketed = result["variants"]
    assert modes(cold) == modes(warm) == "ccccccrcceeee"
    assert sum(call["graphs_compiled"] for call in cold["calls"]) == 8
    logged = [(call["index"], line["message"]["untrusted"]) for call in cold["calls"] for line in call["log"]]
    assert [index for index, _ in logged] == [9] and "limit (8)" in logged[0][1]
    assert all(call["disk_misses"] > 0 and not call["disk_hits"] for call in cold["calls"] if call["mode"] == "compiled")
    assert all(call["disk_hits"] > 0 for call in warm["calls"] if call["mode"] == "compiled")
    assert sum(call["seconds"] for call in warm["calls"]) < sum(call["seconds"] for call in cold["calls"]) / 2
    assert (modes(automatic), modes(marked), modes(bucketed)) == ("cc" + "r" * 11, "c" + "r" * 12, "crcccrrrrrrrr")
    for variant, stable in ((cold, False), (warm, False), (automatic, True), (marked, True), (bucketed, True)):
        told = levels(variant)
        assert (told["RUNS"], told["CORRECT"], told["CAPTURED"], told["STABLE"]) == (True, True, True, stable)
    assert levels(cold)["WORTH IT"] is False


def _with(request: ExperimentRequest, environment: Environment) -> ExperimentRequest:
    return ExperimentRequest(
        request.code, request.form, request.function, request.calls, request.matrix, repeats=2, environments={"": environment}
    )


# ---- versions ----------------------------------------------------------------------------------------------------------


@pytest.mark.live
@pytest.mark.slow
@pytest.mark.sandbox
@pytest.mark.torch
def test_an_older_release_is_run_beside_the_newer_one(environment: Environment) -> None:
    """Both are measured in one request, and the table says where they differ, or that they do not."""
    kept = Environments(home_of(os.environ, Path.home()), {}).list()
    found = {version: each for each in kept if (version := (each.version("torch") or "").partition("+")[0])}
    if len(found) < 2:
        pytest.skip("a second version of torch is gigabytes; `corrigenda env add torch==2.9.1 numpy --name torch-2.9.1` makes it")
    versions = tuple(found)
    calls = tuple((Argument(shape=(1, size)),) for size in range(2, 13))
    request = ExperimentRequest(
        "import torch\ndef f(x):\n    return torch.sin(x) + x\n", function="f", calls=calls,
        matrix={"backend": ("eager",), "dynamic": ("false",), "torch": versions}, repeats=2,
        environments={version: each.environment for version, each in found.items()},
    )  # fmt: skip
    sandbox = Sandbox.detect(trial=environment)
    assert isinstance(sandbox, Sandbox)
    result = run_experiment(sandbox, request)
    assert [each.problem for each in result.variants] == [""] * len(versions)
    ran_on = [measure(each.machine.facts["torch"]).partition("+")[0] for each in result.variants if each.machine is not None]
    assert ran_on == [*versions]
    assert {each.modes for each in result.variants} == {(*["compiled"] * 8, *["eager"] * 3)}
    [comparison] = result.comparisons
    assert comparison.by == "torch" and comparison.variants == tuple(range(len(versions)))
