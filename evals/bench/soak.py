"""Many short runs, and what they leave: python -m evals.bench.soak [COUNT] [--isolation TIER] [--every N]

Runs COUNT programs (10,000) without torch, as many at a time as there are cores: most end by themselves, some leave a daemon, fill their
disk, crash, or run into the limit on processes; a share goes through a pool. Before and after, and at every tenth part, it counts what a
leak would leave: this process's descriptors and threads, what it started, processes of runs anywhere on the host (each carries a mark in
its environment), their mounts, control groups, and work folders. Prints the counts and runs a second; the status is 1 where something
was left.
"""

from __future__ import annotations

import argparse
import gc
import os
import resource
import secrets
import sys
import tempfile
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path

from sandbox import cgroups
from sandbox.inside import processes
from sandbox.pool import Pool
from sandbox.records import Environment, Limits, RunRequest
from sandbox.runner import Sandbox

LIMITS = Limits(seconds=60, cpu_seconds=10, memory_mb=128, processes=16, disk_mb=8, inodes=200)
QUIET = "open('result.json', 'w').write('1')"
# How often of 20, the program, and how it ends.
PROGRAMS = (
    (15, QUIET, "exited"),
    (1, "import os, time\nif os.fork() == 0:\n    os.setsid()\n    time.sleep(99)\n" + QUIET, "exited"),
    (1, "import os\nwith open('fill', 'wb') as stream:\n    while True:\n        stream.write(bytes(1 << 20))", "disk"),
    (1, "import os\nos.abort()", "exited"),
    (1, "import os\nfor n in range(50):\n    os.mkdir(str(n))\n    os.symlink('/etc/passwd', f'{n}/link')", "exited"),
    (1, "import os, time\ntry:\n    while os.fork():\n        pass\nexcept OSError:\n    pass\ntime.sleep(99)", "processes"),
)
STARTED_AHEAD = "decimal"
MARK = secrets.token_hex(16)


def requests(environment: Environment, every: int) -> list[RunRequest]:
    """Twenty, of which each `every`-th (0: none) may be met by an interpreter that waits."""
    scripts = [script for times, script, _ in PROGRAMS for _ in range(times)]
    return [
        RunRequest(
            script, environment, variables={"MARK": MARK}, limits=LIMITS, imports=(STARTED_AHEAD,) if every and number % every == 0 else ()
        )
        for number, script in enumerate(scripts)
    ]


def held() -> dict[str, int]:
    """What is counted, by name."""
    gc.collect()
    own = os.getpid()
    return {
        "descriptors": sum(1 for _ in Path("/proc/self/fd").iterdir()),
        "threads": threading.active_count(),
        "children": len(processes.descendants(own)),
        "marked processes": sum(_is_marked(path) for path in Path("/proc").iterdir() if path.name.isdecimal()),
        "mounts of runs": sum(
            line.rsplit(" ", 2)[1] in ("stage", "work") for line in Path("/proc/self/mountinfo").read_text().splitlines()
        ),
        "control groups": sum(1 for folder in _group_folders() for _ in folder.glob(f"corrigenda-{own}-*")),
        "work folders": sum(1 for _ in Path(tempfile.gettempdir()).glob(f"corrigenda-run-{own}-*")),
    }


def _is_marked(path: Path) -> bool:
    try:
        return MARK.encode() in (path / "environ").read_bytes()
    except (FileNotFoundError, ProcessLookupError, PermissionError):
        return False


def _group_folders() -> set[Path]:
    found = cgroups.find()
    return set() if isinstance(found, str) else set(found.folders.values())


def soak(sandbox: Sandbox, environment: Environment, count: int, every: int = 10) -> tuple[Counter[str], dict[str, tuple[int, int]]]:
    """Make the runs. Returns how they ended, with those that did as none should under "unexpected", and what is left (before, after)."""
    endings: Counter[str] = Counter()
    expected = {script: ending for _, script, ending in PROGRAMS}
    kinds = requests(environment, every)
    before = held()
    begun = time.monotonic()
    with Pool(sandbox) as pool, ThreadPoolExecutor(len(os.sched_getaffinity(0))) as threads:

        def one(number: int) -> None:
            request = kinds[number % len(kinds)]
            result = pool.run(request)
            endings[f"{result.ending}, {result.interpreter}"] += 1
            if result.ending != expected[request.script]:
                endings["unexpected"] += 1
                print(f"run {number}: {result.ending} in place of {expected[request.script]}: {result.reason}", file=sys.stderr)

        numbers = iter(range(count))
        step = max(1, count // 10)
        while part := list(islice(numbers, step)):
            pool.expect(kinds[number % len(kinds)] for number in part)
            list(threads.map(one, part))
            now = held()
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            print(f"{part[-1] + 1:6} runs  {(part[-1] + 1) / (time.monotonic() - begun):6.1f} a second  {peak:6.1f} MB  {now}", flush=True)
    after = held()
    return endings, {name: (before[name], after[name]) for name in before if after[name] > before[name]}


def main() -> None:
    parser = argparse.ArgumentParser(description="Many short runs, and what they leave.")
    parser.add_argument("count", nargs="?", type=int, default=10_000)
    parser.add_argument("--isolation", default="auto")
    parser.add_argument("--every", type=int, default=10, help="of how many runs one may use the pool; 0: none")
    parser.add_argument("--python", type=Path, default=Path(sys.executable))
    asked = parser.parse_args()
    environment = Environment("soak", asked.python)
    sandbox = Sandbox.detect(asked.isolation, environment)
    if isinstance(sandbox, str):
        raise SystemExit(f"no isolation here: {sandbox}")
    print(f"{sandbox.tier}, {asked.count} runs", flush=True)
    endings, left = soak(sandbox, environment, asked.count, asked.every)
    print(f"ended: {dict(endings)}")
    print(f"left: {left or 'nothing'}")
    sys.exit(bool(left) or bool(endings["unexpected"]))


if __name__ == "__main__":
    main()
