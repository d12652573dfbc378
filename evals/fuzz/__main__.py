"""`python -m evals.fuzz [--minutes N] [--jobs N] [--target NAME]... [--keep FOLDER]`: every target under atheris, and their figures.

The minutes are the processor's, and divided among the targets. What an input raised, and what hung or grew beyond the memory, is listed with the file that
holds the input; without a finding the exit status is 0. Needs atheris, the extra `fuzz`.
"""

# ruff: noqa: E501 (inputs and the page of results stand in one piece)

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path

from evals.fuzz import HANG_SECONDS, MEMORY_MB
from evals.fuzz.all import TARGETS

RESULTS = Path(__file__).with_name("RESULTS.md")
MENDED = Path(__file__).resolve().parents[2] / "tests" / "fuzz_inputs"
_ENDS = {-signal.SIGVTALRM: f"hang: more than {HANG_SECONDS} s", 71: f"memory: more than {MEMORY_MB} MB"}


@dataclass
class Figures:
    """Of one target. edges: of the project's code that inputs reached; found: places with the file of an input."""

    name: str
    executions: int = 0
    seconds: float = 0.0
    wall: float = 0.0
    edges: int = 0
    peak_mb: int = 0
    slowest: float = 0.0
    found: dict[str, str] = field(default_factory=dict)


def fuzz(names: Sequence[str], seconds: float, folder: Path, seed: int, jobs: int) -> None:
    """Each target for so many seconds of the processor."""
    command = [sys.executable, "-m", "evals.fuzz.worker", str(folder), str(seconds), str(seed), str(jobs), *names]
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "log").open("wb") as log:
        subprocess.run(
            command, stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=True, env={**os.environ, "PYTHONHASHSEED": "0"}
        )


def figures_of(name: str, folder: Path) -> Figures:
    """What the processes of one target left."""
    figures = Figures(name)
    for place in sorted((folder / name).glob("*")):
        _gather(figures, place)
        ended = place / "ended"
        if ended.exists() and (code := int(ended.read_text())):  # without it the run was stopped by hand
            figures.found.setdefault(_ENDS.get(code, f"ended with status {code}"), str(place / "now"))
    return figures


def _gather(figures: Figures, place: Path) -> None:
    told = place / "told.json"
    if told.exists():
        said = json.loads(told.read_bytes())
        figures.executions += said["executions"]
        figures.seconds += said["seconds"]
        figures.wall += said["wall"]
        figures.peak_mb = max(figures.peak_mb, said["peak_mb"])
        figures.slowest = max(figures.slowest, said["slowest"])
        for fault, name in said["kept"].items():
            figures.found.setdefault(fault, str(place / name))
    edges = re.findall(rb"\bcov: (\d+)", (place / "log").read_bytes())
    figures.edges = max([figures.edges, *(int(number) for number in edges)])


def told(every: Sequence[Figures]) -> str:
    """The figures as Markdown."""
    rows = "\n".join(
        f"| {each.name} | {TARGETS[each.name].reads} | {each.executions} | {each.seconds / 60:.1f} | {each.edges} | {each.slowest:.2f} |"
        f" {each.peak_mb} | {len(each.found)} |"
        for each in every
    )
    found = "\n".join(f"- {each.name}: {place}" for each in every for place in each.found) or "None."
    mended = sorted(path.name for path in MENDED.glob("*")) if MENDED.is_dir() else []
    per = {name: sum(1 for each in mended if each.partition("-")[0] == name) for name in TARGETS}
    counts = ", ".join(f"{count} of {name}" for name, count in per.items() if count) or "none"
    return f"""# Fuzzing of what reads hostile input

Made by `python -m evals.fuzz` on Python {platform.python_version()}, atheris {version("atheris")}, {platform.system()};
{sum(each.seconds for each in every) / 60:.0f} minutes of the processor in all, {sum(each.executions for each in every)} inputs. An input is a fault where it raises what
the product's caller does not take, where it takes more than the target's seconds of processor time, hangs for {HANG_SECONDS} s, or lets the process
grow beyond {MEMORY_MB} MB. Time is the processor's, importing and the first look at the seeds left out. Coverage guides it; inputs begin from harmless ones of each form.

| target | reads | inputs | minutes | edges reached | slowest input, s | peak, MB | faults |
| --- | --- | --- | --- | --- | --- | --- | --- |
{rows}

## Faults of this run

{found}

## Mended before

Inputs that raised or hung in earlier runs, each kept as a test (`tests/test_fuzz.py`): {len(mended)}, {counts}.
"""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m evals.fuzz")
    parser.add_argument("--minutes", type=float, default=60, help="of the processor, of all targets together")
    parser.add_argument("--jobs", type=int, default=1, help="targets at a time")
    parser.add_argument("--target", action="append", choices=sorted(TARGETS), help="these alone")
    parser.add_argument(
        "--keep", type=Path, help="a folder for inputs and logs; that of an earlier run is gone on with, and its figures count"
    )
    parser.add_argument("--out", type=Path, default=RESULTS)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = given.target or list(TARGETS)
    folder = given.keep or Path(tempfile.mkdtemp(prefix="fuzz-"))
    fuzz(names, given.minutes * 60 / len(names), folder, given.seed, given.jobs)
    every = [figures_of(name, folder) for name in TARGETS if (folder / name).is_dir()]
    given.out.write_text(told(every), encoding="utf-8")
    for each in every:
        print(f"{each.name}: {each.executions} inputs, {each.seconds:.0f} s, {each.edges} edges", *each.found.items(), sep="\n  ")
    return 1 if any(each.found for each in every) else 0


if __name__ == "__main__":
    sys.exit(main())
