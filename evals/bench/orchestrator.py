"""Start, size and speed of the orchestrator: python -m evals.bench.orchestrator [PACK]...

Prints, for each command, the best and the median of several runs in seconds and the peak of resident memory in MB: `--help`, a bare
interpreter beside it in the same run, and each pack with --no-experiments.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

BUNDLED = Path(__file__).parents[1] / "packs" / "demo" / "pack.txt"
HELP_RUNS, PACK_RUNS = 15, 3


def measured(command: list[str]) -> tuple[float, float, int]:
    """Wall seconds, peak resident memory in MB, and status of one process, by the kernel's accounts."""
    begun = time.perf_counter()
    pid = os.posix_spawn(command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
    _, status, usage = os.wait4(pid, 0)
    return time.perf_counter() - begun, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status)


def line(name: str, runs: list[tuple[float, float, int]]) -> None:
    seconds = [run[0] for run in runs]
    print(
        f"{name:44} best {min(seconds):6.3f} s   median {statistics.median(seconds):6.3f} s   peak {max(r[1] for r in runs):6.1f} MB"
        f"   status {runs[-1][2]}"
    )


def main() -> None:
    corrigenda = [sys.executable, "-m", "agent"]
    bare, helps = [], []
    for _ in range(HELP_RUNS):
        bare.append(measured([sys.executable, "-c", "pass"]))
        helps.append(measured([*corrigenda, "--help"]))
    line("bare interpreter", bare)
    line("corrigenda --help", helps)
    with tempfile.TemporaryDirectory() as folder:
        for number, pack in enumerate([BUNDLED, *map(Path, sys.argv[1:])]):
            runs = []
            for run in range(PACK_RUNS):
                out = f"{folder}/{number}-{run}"
                runs.append(measured([*corrigenda, "research", str(pack), "--out", out, "--no-experiments", "--offline"]))
            line(f"research {pack.parent.name}/{pack.name[:24]} --no-experiments", runs)


if __name__ == "__main__":
    main()
