"""Whether the runner counts the same every time: python -m evals.bench.repeatability [RUNS].

One script with a limit that is reached, automatic and marked shapes, a graph break, a failing fullgraph and a backward pass is run RUNS
times (20), each time in processes of its own. Prints how many different accounts of counts, reasons and log lines there were, and the
seconds of a run; the exit status is 1 where there was more than one account.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections import Counter
from pathlib import Path

from sandbox.compile import ExperimentRequest, Variant, run_experiment
from sandbox.environments import Environments, home_of
from sandbox.runner import Sandbox

RUNS = 20
SCRIPT = """
import torch

def stream(sizes, **settings):
    compiled = torch.compile(lambda x: torch.sin(x) + x, **settings)
    for size in sizes:
        compiled(torch.ones(1, size))

stream((60, 63, 69, 16, 19, 75, 19, 55, 25, 35, 37, 66, 52), dynamic=False)
stream((60, 63, 69, 16, 19))
stream((60, 63, 69), dynamic=True)

@torch.compile
def marked(x):
    return x * 2

for size in (5, 6, 7):
    x = torch.ones(size)
    torch._dynamo.mark_dynamic(x, 0)
    marked(x)

@torch.compile
def broken(x):
    y = x.sin()
    print("between")
    return y.cos()

broken(torch.ones(4))
broken(torch.ones(4).double())

@torch.compile(fullgraph=True)
def whole(x):
    print("between")
    return x

try:
    whole(torch.ones(4))
except Exception:
    pass

layer = torch.nn.Linear(4, 4)
compiled = torch.compile(layer)
for _ in range(3):
    compiled(torch.ones(2, 4)).sum().backward()
"""


def account(variant: Variant) -> tuple[object, ...]:
    """All that is counted or said in one run, without times and bytes."""
    calls = [
        (each.callable, each.mode, each.graphs_compiled, each.graphs_run, each.breaks, each.break_reasons, each.recompile_reasons)
        for each in variant.calls
    ]
    logged = [(line.logger, line.level, line.message) for each in variant.calls for line in each.log]
    made = [
        (each.call, each.compile_id, each.guards, each.guard_list if not each.failure else (), each.operations, each.entries_before)
        for each in variant.compilations
    ]
    judged = [(level.name, level.reached) for level in variant.levels if level.name != "WORTH IT"]
    return (variant.problem, tuple(calls), tuple(logged), tuple(made), tuple(judged))


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else RUNS
    found = Environments(home_of(os.environ, Path.home()), {}).find(["torch"])
    if found is None:
        print("no experiment environment has torch; `corrigenda env add torch==2.13.0 numpy` makes one")
        return 3
    sandbox = Sandbox.detect(trial=found.environment)
    if isinstance(sandbox, str):
        print(f"UNRUN: {sandbox}")
        return 3
    request = ExperimentRequest(SCRIPT, "script", matrix={"backend": ("eager",)}, environments={"": found.environment})
    accounts: Counter[tuple[object, ...]] = Counter()
    seconds = []
    for _ in range(runs):
        begun = time.perf_counter()
        [variant] = run_experiment(sandbox, request).variants
        accounts[account(variant)] += 1
        seconds.append(time.perf_counter() - begun)
    graphs, breaks = (sum(each.graphs_compiled for each in variant.calls), sum(each.breaks for each in variant.calls))
    what = f"{len(variant.calls)} calls ({graphs} graphs, {breaks} breaks, {len(variant.compilations)} compilations)"
    print(f"{runs} runs of {what} on torch {found.version('torch')}, {sandbox.tier}: {len(accounts)} different account(s)")
    print(f"a run takes {statistics.median(seconds):.1f} s in the median")
    for kept, times in accounts.most_common()[1:]:
        usual = accounts.most_common(1)[0][0]
        parts = [
            name
            for name, one, other in zip(("problem", "calls", "log", "compilations", "levels"), kept, usual, strict=True)
            if one != other
        ]
        print(f"  {times} differ in {', '.join(parts)}")
    return int(len(accounts) > 1 or bool(variant.problem))


if __name__ == "__main__":
    sys.exit(main())
