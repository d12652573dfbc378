"""Runs the pieces of a text in order in one namespace, twice, and writes down what each did.

It runs inside the sandbox, with the standard library alone; the modules of this folder are joined to one program and carried there as
text. It reads `inputs.json`:

- pieces: [{id, mode: "program" | "session", source, examples: [{line, source}], failing: [line, ...],
  watches: [{number, after, expression, calls}],
  inner: {line: name}, names within functions and loops whose shapes are wanted
  effects: {line: [reads, binds, changes]}}] of statements, so that after one that raises those that do not rest on it are run
- asks: [{number, source, other, before, calls, points: [[piece, line or None]], imports}] questions asked of the namespace, each in a copy
  of the process
- imports: [{before, source}] imports that the text takes for granted; modules: top-level modules that the pieces import
- cap: seconds a piece may take

and writes `result.json`: {python, runs: [{traced, complete, note, pieces, asks, hits, returns, inner, training}]}. The first run is plain;
the second is traced line by line and shifts every seed. The runs differ in their hash seed, so what is the same in all of them depends on
none of these. Code from outside is executed here: whatever it raises is recorded, which is why these modules alone catch everything.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.instruments.code.inside.accounts import Json, attempt, cut
from tools.instruments.code.inside.runner import Runner, out_of_time


def shift_seeds(modules: list[str]) -> None:
    """Make every seed that the text sets another one, so that what depends on it differs from the first run."""
    kept = random.Random.seed

    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        kept(self, a + 1 if type(a) is int else a, version)

    random.Random.seed = seed  # type: ignore[method-assign]
    random.seed = random._inst.seed
    for name, owner, function in (("numpy", "random", "seed"), ("numpy", "random", "default_rng"), ("torch", None, "manual_seed")):
        if name in modules and (module := attempt(__import__, name)) is not None:
            place = getattr(module, owner) if owner else module
            original = getattr(place, function)
            setattr(place, function, shifted(original))


def shifted(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda seed=None, *rest: function(seed + 1 if type(seed) is int else seed, *rest)


def child(number: int, home: Path) -> None:
    inputs = json.loads((home / "inputs.json").read_text(encoding="utf-8"))
    signal.signal(signal.SIGALRM, out_of_time)
    if number > 0:
        shift_seeds(inputs.get("modules", []))
    Runner(inputs, traced=number == 1, path=home / f"run-{number}.json").everything()


def start(number: int, home: Path, seconds: float) -> Json:
    """One run in an interpreter of its own, in an empty folder; its record, complete or as far as it came."""
    folder = home / f"folder-{number}"
    folder.mkdir()
    variables = {**os.environ, "PYTHONHASHSEED": str(11 + 31 * number), "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "child", str(number), str(home)]
    note = ""
    try:
        done = subprocess.run(
            command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, timeout=seconds, check=False,
        )  # fmt: skip
        if done.returncode:
            note = f"exit {done.returncode}: {cut(done.stderr.decode('utf-8', 'replace'))}"
    except subprocess.TimeoutExpired:
        note = "time limit"
    path = home / f"run-{number}.json"
    if not path.exists():
        return {"traced": number == 1, "complete": False, "note": note, "pieces": [], "asks": [], "hits": {}, "returns": {}, "training": []}
    return {**json.loads(path.read_text(encoding="utf-8")), "note": note}


def main() -> None:
    home = Path.cwd()
    inputs = json.loads((home / "inputs.json").read_text(encoding="utf-8"))
    runs, left, begun = [], inputs.get("seconds", 60) - 5, time.monotonic()
    for number in range(2):
        share = (left - (time.monotonic() - begun)) / (2 - number)
        runs.append(start(number, home, max(5.0, share)))
    result = {"python": sys.version.split()[0], "runs": runs}
    (home / "result.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "child":
        child(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
