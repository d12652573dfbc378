"""What the sandbox costs: python -m evals.bench.sandbox [--pairs N] [--environment NAME] [cold] [start] [parallel]

Each measurement compares the sandbox with the same script run bare, in pairs one after the other (which comes first alternates), so that
whatever else the machine does meets both alike. Ratios alone are given: the median over the pairs, with the interval of two order
statistics that holds the true median in at least 95 of 100 cases whatever the distribution (by the binomial law; none needs to be normal).

cold      CPU seconds of a first torch.compile with empty caches; the sandbox's include its own processes and the supervisor in this one
start     wall time from the call to the first line of the program after `import torch`, which a pooled interpreter has done
parallel  wall time of as many runs one after another as there are cores, over that of all at once; CPU seconds of all at once over those
          of one after another. Wall times depend on what else the machine does, so the sandbox's figure stands beside the bare one's
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from sandbox import layout
from sandbox.environments import DEFAULT, Environments, home_of
from sandbox.pool import Pool
from sandbox.records import Environment, Limits, RunRequest, RunResult
from sandbox.runner import Sandbox

COLD = """
import torch

@torch.compile
def scaled(x, y):
    return (torch.relu(x) * y + x.sin()).sum(dim=-1)

x = torch.arange(64.0 * 64).reshape(64, 64) / 4096
assert torch.allclose(scaled(x, x + 1), (torch.relu(x) * (x + 1) + x.sin()).sum(dim=-1))
"""
# A compilation of some seconds in place of twenty, so that what the sandbox adds weighs more.
QUICK = {"TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS": "0", "TORCHINDUCTOR_COMPILE_THREADS": "1"}
FIRST = "first.txt"
START = f"import torch\nimport time\nopen({FIRST!r}, 'w').write(str(time.monotonic()))\n"
BUSY = "total = 0\nfor n in range({}):\n    total += n * n\n"
CORES = len(os.sched_getaffinity(0))
ROUNDS = 4_000_000


def cpu_seconds() -> float:
    """Of this process and of all that it has waited for."""
    used = (resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN))
    return sum(each.ru_utime + each.ru_stime for each in used)


def bare(request: RunRequest) -> str:
    """The same program in the same environment and variables, in an empty folder, without a sandbox; returns what it left as FIRST."""
    with tempfile.TemporaryDirectory() as work:
        for name in layout.SUBFOLDERS:
            Path(work, name).mkdir()
        folder = Path(work, "work")
        for name, content in layout.names_of(request).items():
            (folder / name).write_bytes(content)
        command = [str(request.environment.python), "main.py"]
        subprocess.run(command, cwd=folder, env=layout.variables(request, work), stdin=subprocess.DEVNULL, capture_output=True, check=True)
        return (folder / FIRST).read_text() if FIRST in request.collect else ""


def boxed(run: Callable[[RunRequest], RunResult], request: RunRequest) -> str:
    result = run(request)
    if (result.ending, result.exit_code) != ("exited", 0):
        raise SystemExit(f"the program did not end well: {result.ending} {result.exit_code} {result.reason}")
    return result.artefacts.get(FIRST, b"").decode()


def interval(values: list[float]) -> tuple[float, float, float, float]:
    """Median, two order statistics about it, how surely they hold the true one: the closest that do in 95 of 100 cases, or the ends."""
    ordered, n = sorted(values), len(values)
    drop, outside = 0, 2 / 2**n
    while drop + 1 < n // 2 and outside + 2 * math.comb(n, drop + 1) / 2**n <= 0.05:
        drop += 1
        outside += 2 * math.comb(n, drop) / 2**n
    return statistics.median(ordered), ordered[drop], ordered[n - 1 - drop], 1 - outside


def line(name: str, values: list[float], target: float | None = None) -> None:
    middle, low, high, sure = interval(values)
    said = (
        ""
        if target is None
        else f"   target: at most {target}, {'met' if high <= target else 'met by the median' if middle <= target else 'missed'}"
    )
    print(f"{name:66} {middle:7.4f}   {sure:.0%} interval {low:.4f} to {high:.4f}   {len(values)} pairs{said}", flush=True)


def paired(pairs: int, one: Callable[[], float], other: Callable[[], float]) -> list[tuple[float, float]]:
    """Both, `pairs` times, each first in every other pair, after one round that does not count."""
    one(), other()
    rows = []
    for number in range(pairs):
        if number % 2:
            second = other()
            rows.append((one(), second))
        else:
            first = one()
            rows.append((first, other()))
    return rows


def costs(action: Callable[[], object]) -> float:
    begun = cpu_seconds()
    action()
    return cpu_seconds() - begun


def cold(sandbox: Sandbox, environment: Environment, pairs: int) -> None:
    request = RunRequest(COLD, environment, collect=(), variables=QUICK, limits=Limits(seconds=600, cpu_seconds=600))
    rows = paired(pairs, lambda: costs(lambda: boxed(sandbox.run, request)), lambda: costs(lambda: bare(request)))
    line("cold torch.compile, CPU seconds: sandbox / bare", [one / other for one, other in rows], 1.05)
    print(f"{'':66} (median of the bare ones: {statistics.median(other for _, other in rows):.2f} CPU s)")


def start(sandbox: Sandbox, environment: Environment, pairs: int) -> None:
    request = RunRequest(START, environment, collect=(FIRST,), imports=("torch",))

    def until_first_line(action: Callable[[], str]) -> float:
        begun = time.monotonic()
        return float(action()) - begun

    def pooled() -> float:
        pool.expect([request])
        while not pool.is_ready():
            time.sleep(0.05)
        return until_first_line(lambda: boxed(pooled_run, request))

    def pooled_run(wanted: RunRequest) -> RunResult:
        result = pool.run(wanted)
        if result.interpreter != "pooled":
            raise SystemExit("the pool had no interpreter for the run")
        return result

    with Pool(sandbox) as pool:
        rows = paired(pairs, pooled, lambda: until_first_line(lambda: bare(request)))
    line("call to first line with torch: pooled / bare", [one / other for one, other in rows], 0.25)
    fresh = paired(pairs, lambda: until_first_line(lambda: boxed(sandbox.run, request)), lambda: until_first_line(lambda: bare(request)))
    line("call to first line with torch: fresh / bare", [one / other for one, other in fresh])


def parallel(sandbox: Sandbox, environment: Environment, pairs: int) -> None:
    request = RunRequest(BUSY.format(ROUNDS), environment, collect=())

    def once(run: Callable[[RunRequest], str]) -> tuple[float, float]:
        """(wall one after another / at once, CPU at once / one after another)."""
        marks = [(time.monotonic(), cpu_seconds())]
        for _ in range(CORES):
            run(request)
        marks.append((time.monotonic(), cpu_seconds()))
        with ThreadPoolExecutor(CORES) as threads:
            list(threads.map(run, [request] * CORES))
        marks.append((time.monotonic(), cpu_seconds()))
        (a, x), (b, y), (c, z) = marks
        return (b - a) / (c - b), (z - y) / (y - x)

    rows = []
    for _ in range(pairs):
        rows.append((once(lambda wanted: boxed(sandbox.run, wanted)), once(bare)))
    line(f"{CORES} runs, one after another / at once, wall: sandbox", [one[0] for one, _ in rows])
    line(f"{CORES} runs, one after another / at once, wall: bare", [other[0] for _, other in rows])
    line(f"{CORES} runs, the same: bare / sandbox", [other[0] / one[0] for one, other in rows], 1.1)
    line(f"{CORES} runs, at once / one after another, CPU seconds: sandbox", [one[1] for one, _ in rows])


def main() -> None:
    parser = argparse.ArgumentParser(description="What the sandbox costs.")
    parser.add_argument("which", nargs="*", default=["start", "parallel", "cold"])
    parser.add_argument("--pairs", type=int, default=15)
    parser.add_argument("--environment", default=DEFAULT)
    parser.add_argument("--isolation", default="auto")
    asked = parser.parse_args()
    found = Environments(home_of(os.environ, Path.home()), os.environ).get(asked.environment)
    if found is None or found.version("torch") is None:
        raise SystemExit(f"no experiment environment {asked.environment!r} with torch; `corrigenda env add torch` makes one")
    sandbox = Sandbox.detect(asked.isolation, found.environment)
    if isinstance(sandbox, str):
        raise SystemExit(f"no isolation here: {sandbox}")
    print(f"{sandbox.tier}, torch {found.version('torch')}, {CORES} cores, load {os.getloadavg()[0]:.1f}", flush=True)
    for name in asked.which:
        {"cold": cold, "start": start, "parallel": parallel}[name](sandbox, found.environment, asked.pairs)


if __name__ == "__main__":
    main()
