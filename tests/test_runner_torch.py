"""The torch.compile runner on torch itself: counts are exact, and what is faked is seen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.interfaces.experiment_lines import lines
from prompts.trust import Untrusted, measure
from sandbox.compile import Argument, ExperimentRequest, ExperimentResult, Variant, run_experiment
from sandbox.compile.request import Form
from sandbox.environments import Environments, home_of
from sandbox.records import Environment
from sandbox.runner import Sandbox

pytestmark = [pytest.mark.sandbox, pytest.mark.torch]

LENGTHS = (60, 63, 69, 16, 19, 75, 19, 55, 25, 35, 37, 66, 52)
MODEL = """
import torch

class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.embedding = torch.nn.Embedding(100, 16)
        self.linear = torch.nn.Linear(16, 16)

    def forward(self, idx):
        return self.linear(torch.tanh(self.embedding(idx)))

model = Model().eval().requires_grad_(False)
"""
BREAK = """
import torch

def f(x):
    y = torch.sin(x)
    print("between")
    return y * 2
"""
FAKED = """
import time, torch
REAL = time.perf_counter
time.perf_counter = lambda: REAL() / 1000
torch.allclose = lambda *arguments, **keywords: True
KNOWN = {}

def f(x):
    if x.data_ptr() not in KNOWN:
        KNOWN[x.data_ptr()] = torch.sin(x)
    return KNOWN[x.data_ptr()]
"""
REUSED = """
import torch
OUT = torch.empty(4)

@torch.compiler.disable
def into(x):
    return torch.sin(x, out=OUT)

def f(x):
    return into(x * 2)
"""
KEPT = """
import torch
KNOWN = {}

@torch.compiler.disable
def known(x):
    return KNOWN.setdefault(id(x), torch.sin(x))

f = torch.compile(lambda x: known(x))
x = torch.ones(4)
for step in range(3):
    f(x)
    x.mul_(2)
"""
HONEST = """
import torch
f = torch.compile(lambda x, y: torch.sin(x) + y)
g = torch.compile(lambda x: x.add_(1))
x = torch.ones(4)
kept = [f(x, x) for _ in range(3)]
kept[0].mul_(2)
for _ in range(3):
    g(x)
f(kept[0], kept[1])
"""
PATCHED = """
import time, torch
torch.allclose = lambda *a, **k: True
time.perf_counter = lambda: 0.0

def slow(x):
    time.sleep(0.25)
    return x + 1

f = torch.compile(torch.compiler.disable(slow))
f(torch.ones(3))
"""
FORGED = """
import json, os, torch

def f(x):
    if "TORCH_TRACE" in os.environ:
        with open("journal.json", "w") as file:
            file.write("0" * 64 + "\\n" + json.dumps({"processes": [], "held": {}}))
        os._exit(0)
    return x
"""
# Its call takes 0.6 s and runs no graph. It writes over its record, tells other times than it measured and puts that function back, says
# that a graph ran, and goes for the process that keeps the journal.
FORGER = """
import os, signal, time, torch
watcher = torch.compile.__self__
real = type(watcher).timed

def flattered(self, record, action):
    value = real(self, record, action)
    record["seconds"] = 1e-6
    watcher.compiler.executed += 1
    return value

@torch.compiler.disable
def slow(x):
    time.sleep(0.6)
    return x + 1

f = torch.compile(lambda x: slow(x))
type(watcher).timed = flattered
f(torch.ones(3))
type(watcher).timed = real
f(torch.ones(3))
watcher.calls[1].update(seconds=1e-6, graphs_run=1)
for reach in (lambda: os.kill(os.getppid(), signal.SIGSTOP), lambda: open(f"/proc/{os.getppid()}/mem", "r+b")):
    try:
        reach()
        print("reached")
    except OSError:
        print("closed")
"""
# After a graph of its own it says of a call that ran none that one ran: within all marks and counts.
DECEIVER = """
import torch
watcher = torch.compile.__self__

@torch.compiler.disable
def plain(x):
    if watcher.compiler.compiled:
        watcher.compiler.executed += 1
    return x + 1

torch.compile(lambda x: x * 2)(torch.ones(3))
torch.compile(lambda x: plain(x))(torch.ones(3))
"""
# It tells the end of its account itself, before it has made any call.
TELLER = """
import os, torch
torch.compile.__self__.journal.tell("end", text='{"raised": null}', records=[])
torch.compile(lambda x: x)(torch.ones(3))
"""
SCRIPT = """
import torch

class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 4)

    def forward(self, x):
        return torch.relu(self.linear(x))

net = Net()
compiled = torch.compile(net)
net.eval()

@torch.compile(dynamic=False)
def inner(x):
    return x * 2

@torch.compile
def outer(x):
    return inner(x) + 1

@torch.compile
def wrong(x):
    return x + 1 if torch.compiler.is_compiling() else x

with torch.no_grad():
    for rows in (2, 3, 4, 5):
        compiled(torch.ones(rows, 4))
    for size in (2, 3):
        inner(torch.ones(size))
    for size in (2, 2):
        outer(torch.ones(size))
    wrong(torch.ones(3))
print(isinstance(compiled, torch.nn.Module), compiled.training, [name for name, _ in compiled.named_parameters()])
"""


@pytest.fixture(scope="module")
def bench() -> tuple[Sandbox, Environment]:
    found = Environments(home_of(os.environ, Path.home()), {}).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
    sandbox = Sandbox.detect(trial=found.environment)
    if isinstance(sandbox, str):
        pytest.skip(f"no isolation works here: {sandbox}")
    return sandbox, found.environment


def run(
    bench: tuple[Sandbox, Environment], code: str, calls: list[Argument], form: Form = "function", **matrix: tuple[str, ...]
) -> tuple[Variant, ...]:
    """The variants of one experiment; the function is `model` or `f`, and each call has one argument."""
    request = ExperimentRequest(
        code,
        form,
        function="" if form != "function" else "model" if "model =" in code else "f",
        calls=tuple((each,) for each in calls),
        matrix={"backend": ("eager",), **matrix},
        repeats=3,
        variables={"TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "0"},
        environments={"": bench[1]},
    )
    return run_experiment(bench[0], request).variants


def whole(bench: tuple[Sandbox, Environment], script: str) -> ExperimentResult:
    """All that comes of a script."""
    return run_experiment(bench[0], ExperimentRequest(script, "script", matrix={"backend": ("eager",)}, environments={"": bench[1]}))


def tokens(lengths: tuple[int, ...]) -> list[Argument]:
    return [Argument(shape=(1, length), dtype="int64", high=100) for length in lengths]


def reached(variant: Variant) -> dict[str, bool | None]:
    return {level.name: level.reached for level in variant.levels}


def kinds(variant: Variant) -> set[str]:
    return {finding.kind for finding in variant.findings}


def test_eight_lengths_compile_and_later_ones_run_eagerly(bench: tuple[Sandbox, Environment]) -> None:
    """Requests 0 to 8 but 6 compile, 6 reuses the graph of its length, 9 to 12 fall back; the limit's line is logged once, at 9."""
    [found] = run(bench, MODEL, tokens(LENGTHS), dynamic=("false",))
    assert found.modes == (*["compiled"] * 6, "reused", *["compiled"] * 2, *["eager"] * 4)
    assert [call.graphs_compiled for call in found.calls] == [1] * 6 + [0, 1, 1] + [0] * 4
    assert sum(each.entries_before is not None and not measure(each.failure) for each in found.compilations) == 8
    [(index, line)] = [(call.index, measure(line.message)) for call in found.calls for line in call.log]
    assert index == 9 and "limit (8)" in line and "expected" in line and "actual 35" in line
    reasons = [call.recompile_reasons for call in found.calls if call.mode == "compiled"][1:]
    assert all("size mismatch" in measure(reason) for [reason] in reasons)
    assert found.again == (*["reused"] * 8, *["eager"] * 4)
    assert reached(found) == {"RUNS": True, "CORRECT": True, "CAPTURED": True, "STABLE": False, "WORTH IT": False}
    assert kinds(found) <= {"hidden"} and found.cache_files_before == 0


def test_automatic_and_marked_shapes(bench: tuple[Sandbox, Environment]) -> None:
    """Automatic: the second length makes a dynamic graph that serves all later ones. Marked: the first does."""
    automatic, marked = run(bench, MODEL, tokens(LENGTHS), shapes=("as given", "marked"))
    assert automatic.modes == ("compiled", "compiled", *["reused"] * 11)
    assert marked.modes == ("compiled", *["reused"] * 12)
    assert all(reached(each)["STABLE"] and reached(each)["CORRECT"] for each in (automatic, marked))


@pytest.mark.slow
def test_bucketed_shapes(bench: tuple[Sandbox, Environment]) -> None:
    """Lengths filled up to a power of two make a graph for each of 16, 32, 64 and 128, in eager too."""
    [bucketed] = run(bench, MODEL, tokens(LENGTHS), shapes=("bucketed",), dynamic=("false",))
    assert bucketed.modes == ("compiled", "reused", "compiled", "compiled", "compiled", *["reused"] * 8)
    assert [call.shapes for call in bucketed.calls][:4] == [((1, 64),), ((1, 64),), ((1, 128),), ((1, 16),)]
    assert reached(bucketed)["STABLE"] and reached(bucketed)["CORRECT"]


@pytest.fixture(scope="module")
def broken(bench: tuple[Sandbox, Environment]) -> tuple[Variant, ...]:
    """A function with a print in it, without and with fullgraph."""
    return run(bench, BREAK, [Argument(shape=(4,))] * 2, fullgraph=("false", "true"))


def test_a_print_breaks_the_graph_and_fullgraph_raises(broken: tuple[Variant, ...]) -> None:
    """One break with its reason, two graphs a call; with fullgraph=True every call raises, and eager does not."""
    plain, whole = broken
    assert plain.modes == ("compiled", "reused") and [call.graphs_run for call in plain.calls] == [2, 2]
    assert [call.breaks for call in plain.calls] == [1, 0] and "print" in measure(plain.calls[0].break_reasons[0])
    assert reached(plain)["CAPTURED"] is False and reached(plain)["CORRECT"] is True
    assert whole.modes == ("raised", "raised") and reached(whole)["RUNS"] is False
    assert whole.calls[0].raised is not None and measure(whole.calls[0].raised).startswith("Unsupported")
    assert all(call.eager_seconds is not None for call in whole.calls)


def test_a_patched_timer_and_answers_kept_by_identity_are_seen(bench: tuple[Sandbox, Environment]) -> None:
    """The runner's own clock goes on, and an answer that ignores its input's content is no sign of correctness."""
    [found] = run(bench, FAKED, [Argument(shape=(4,))] * 2)
    assert kinds(found) >= {"replaced function", "cached answer"}
    assert found.clock is not None and found.clock.parent >= found.clock.inside >= found.clock.measured > 0.5
    assert reached(found)["CORRECT"] is None


def test_a_result_that_a_later_call_overwrites_is_seen(bench: tuple[Sandbox, Environment]) -> None:
    """Two calls that share one buffer give the first caller the second's answer."""
    [found] = run(bench, REUSED, [Argument(shape=(4,))] * 2)
    assert "overwritten result" in kinds(found)


@pytest.mark.slow
def test_a_script_that_keeps_its_answers_is_seen(bench: tuple[Sandbox, Environment]) -> None:
    """An old tensor given back answers no new call, and one written over no earlier one; honest calls do neither."""
    [kept] = run(bench, KEPT, [], form="script")
    assert kinds(kept) >= {"returned again"} and reached(kept)["CORRECT"] is None
    [rewritten] = run(bench, REUSED + "f = torch.compile(f)\nkept = [f(torch.ones(4)), f(torch.zeros(4))]\n", [], form="script")
    assert "overwritten result" in kinds(rewritten) and "returned again" not in kinds(rewritten)
    [honest] = run(bench, HONEST, [], form="script")
    assert kinds(honest) <= {"hidden"} and reached(honest)["CORRECT"] is True


@pytest.mark.slow
def test_a_script_that_patches_the_timer_is_seen(bench: tuple[Sandbox, Environment]) -> None:
    """The calls' seconds are those of the runner's own clock, and the parent's clock agrees."""
    [found] = run(bench, PATCHED, [], form="script")
    [finding] = [each for each in found.findings if each.kind == "replaced function"]
    assert {"time.perf_counter", "torch.allclose"} <= {measure(detail) for detail in finding.detail}
    assert found.calls[0].seconds > 0.2 and "clocks disagree" not in kinds(found)


def test_an_account_that_the_code_wrote_is_not_read(bench: tuple[Sandbox, Environment]) -> None:
    """A file of the right name is replaced by that of the process that keeps the journal, and a process that ends early has no account."""
    [found] = run(bench, FORGED, [Argument(shape=(4,))])
    assert "ended with status 0 before it gave an account" in found.problem and not found.calls and not found.levels


@pytest.fixture(scope="module")
def forged(bench: tuple[Sandbox, Environment]) -> ExperimentResult:
    return whole(bench, FORGER)


def test_a_script_that_forges_its_records_is_caught(forged: ExperimentResult) -> None:
    """By the clock beside it, by what it had told before it wrote over it, and by a graph that ran and was never made."""
    [found] = forged.variants
    assert kinds(found) >= {"times disagree", "records changed", "counts disagree"}
    assert found.calls[1].seconds > 0.5 and found.calls[1].graphs_run == 0, "what was told first is what is shown"
    assert not any(level.reached for level in found.levels if level.name != "RUNS")


def test_the_process_that_keeps_the_journal_is_out_of_a_forgers_reach(forged: ExperimentResult) -> None:
    """Neither stopped nor written into, where the kernel can hold that, and the result says whether it can."""
    told = measure(forged.variants[0].stdout).split()
    signals, memory = (any(word in each for each in forged.honesty.held) for word in ("stopping or ending", "memory of the process"))
    assert told == ["closed" if signals else "reached", "closed"] and memory


def test_what_is_told_out_of_its_order_is_no_account(bench: tuple[Sandbox, Environment]) -> None:
    """Lines that the code writes beside those of the runner end the belief in all of them."""
    [found] = run(bench, TELLER, [], form="script")
    assert "out of the order" in found.problem and not found.calls


def test_the_limit_code_that_takes_the_observer_over_is_believed_within_the_marks(
    bench: tuple[Sandbox, Environment],
) -> None:
    """What cannot be ruled out in one process: a count of its own, without a contradiction. The result says so in so many words."""
    result = whole(bench, DECEIVER)
    [found] = result.variants
    assert found.modes == ("compiled", "reused") and kinds(found) <= {"hidden"}, "the second call ran no graph"
    assert any("can tell another story from the start: how many graphs ran" in words for words in result.honesty.not_held)
    assert any("what may be believed" in line for line in lines(result))


def test_a_script_is_observed_call_by_call(bench: tuple[Sandbox, Environment]) -> None:
    """Each torch.compile of it is a callable of its own, a compiled one within another is part of it, and a wrong answer is found."""
    [found] = run(bench, SCRIPT, [], form="script")
    assert [(call.callable, call.mode) for call in found.calls] == [
        (0, "compiled"), (0, "compiled"), (0, "reused"), (0, "reused"), (1, "compiled"), (1, "compiled"), (2, "compiled"), (2, "reused"),
        (3, "compiled"),
    ]  # fmt: skip
    assert all(call.graphs_run == 1 for call in found.calls)
    agree = [call.difference.within for call in found.calls if call.difference is not None]
    assert agree == [True] * 8 + [False] and reached(found)["CORRECT"] is False
    last = found.calls[-1].difference
    assert last is not None and last.absolute == 1.0
    assert measure(found.stdout).strip() == "True False ['_orig_mod.linear.weight', '_orig_mod.linear.bias']"


def test_every_text_of_a_result_is_from_the_sandbox(broken: tuple[Variant, ...]) -> None:
    """Version, guards and reasons could have been written by the code."""
    found = broken[0]
    assert found.machine is not None and found.machine.threads == 1 and not found.machine.cuda
    texts = [*found.machine.facts.values(), found.stdout, *found.calls[0].break_reasons]
    texts += [text for each in found.compilations for text in (each.compile_id, each.function, each.reason, *each.guard_list)]
    assert all(isinstance(text, Untrusted) and text.origin == "sandbox" for text in texts)
    assert found.compilations[0].guards is not None and any("TENSOR_MATCH" in measure(guard) for guard in found.compilations[0].guard_list)


def test_the_command_prints_the_result_as_json(bench: tuple[Sandbox, Environment], tmp_path: Path) -> None:
    """A script in, its calls and levels out, texts marked as outside text."""
    file = tmp_path / "example.py"
    file.write_text("import torch\nf = torch.compile(lambda x: x + 1)\nfor n in (2, 3, 4): f(torch.ones(n))\n")
    command = [sys.executable, "-m", "agent", "experiment", str(file), "--matrix", "backend=eager", "--json", "--runs", "1"]
    done = subprocess.run(command, cwd=Path(__file__).parents[1], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    [variant] = json.loads(done.stdout)["variants"]
    assert [call["mode"] for call in variant["calls"]] == ["compiled", "compiled", "reused"]
    assert variant["machine"]["facts"]["torch"]["origin"] == "sandbox"


@pytest.mark.slow
def test_a_warm_cache_is_the_one_that_the_cold_run_filled(bench: tuple[Sandbox, Environment]) -> None:
    """Cold: no file, a miss for each graph. Warm: its files, a hit for each graph, as many compilations, in less time."""
    cold, warm = run(bench, MODEL, tokens(LENGTHS[:2]), backend=("inductor",), dynamic=("false",), cache=("cold", "warm"))
    assert cold.modes == warm.modes == ("compiled", "compiled")
    assert cold.cache_files_before == 0 and warm.cache_files_before and all(call.disk_hits == 0 for call in cold.calls)
    assert all(call.disk_misses > 0 for call in cold.calls)
    assert all(call.disk_hits > 0 and call.disk_misses == 0 for call in warm.calls)
    assert sum(call.seconds for call in warm.calls) < sum(call.seconds for call in cold.calls) / 2
    assert reached(cold)["CORRECT"] is reached(warm)["CORRECT"] is True


@pytest.mark.slow
def test_counts_are_those_of_a_counting_backend_outside_of_the_runner(bench: tuple[Sandbox, Environment], tmp_path: Path) -> None:
    """The same stream in a bare interpreter hands its backend as many graphs."""
    count = (
        "import torch\nmade = []\ndef count(graph, _):\n    made.append(0)\n    return graph.forward\n"
        f"compiled = torch.compile(model, backend=count, dynamic=False)\nfor n in {LENGTHS}: compiled(torch.ones(1, n, dtype=int))\n"
        "print(len(made))\n"
    )
    (tmp_path / "bare.py").write_text(MODEL + count)
    done = subprocess.run([bench[1].python, "bare.py"], cwd=tmp_path, capture_output=True, text=True, check=True, timeout=120)
    [found] = run(bench, MODEL, tokens(LENGTHS), dynamic=("false",))
    assert int(done.stdout) == sum(call.graphs_compiled for call in found.calls) == 8


@pytest.mark.slow
def test_a_script_is_run_over_for_the_spread_of_its_times(bench: tuple[Sandbox, Environment]) -> None:
    """Each run is fresh, and compiles anew; steady calls are those after the first reuse, in all of them, beside their eager ones."""
    request = ExperimentRequest(
        "import torch\nf = torch.compile(lambda x: x.sin() + 1)\nfor _ in range(5):\n    f(torch.ones(64))\n", "script",
        matrix={"backend": ("eager",)}, runs=2, environments={"": bench[1]},
    )  # fmt: skip
    [found] = run_experiment(bench[0], request).variants
    assert found.modes == ("compiled", *["reused"] * 4) and kinds(found) <= {"hidden"}
    assert all(call.spread is not None and call.spread.count == 2 and call.eager_spread is not None for call in found.calls)
    assert found.calls[0].spread is not None and found.calls[0].spread.least > 20 * found.steady[0].compiled.median
    [steady] = found.steady
    assert steady.compiled.count == 6 and steady.eager is not None and steady.eager.count == 6
