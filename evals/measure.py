"""Researches packs and scores each against its golden file: python -m evals.measure PACK_FOLDER... [--out DIR] [--home DIR].

Each pack runs with an experiment environment of the packages that its golden file names, made where it is not there yet.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
import time
from pathlib import Path

from evals.score import MACHINE, Score, score


def environment(home: Path, packages: list[str]) -> str:
    """The name of an environment with these packages, made if need be."""
    name = "eval-" + hashlib.sha256(" ".join(sorted(packages)).encode()).hexdigest()[:8]
    if not (home / "environments" / name).is_dir():
        subprocess.run([*_corrigenda(), "env", "add", *packages, "--name", name], check=True, env=_variables(home))
    return name


def _corrigenda() -> list[str]:
    return [sys.executable, "-m", "agent"]


def _variables(home: Path) -> dict[str, str]:
    import os

    return {**os.environ, "CORRIGENDA_HOME": str(home)}


def run(folder: Path, out: Path, home: Path) -> tuple[Path, float]:
    """Research one pack; the folder of its run and the seconds that it took."""
    golden = json.loads((folder / "golden.json").read_bytes())
    packages = [name for name in golden.get("packages", []) if not name.startswith("python==")]
    name = environment(home, packages or ["packaging"])
    begun = time.monotonic()
    command = [*_corrigenda(), "research", str(folder / "pack.txt"), "--out", str(out), "--offline", "--environment", name]
    done = subprocess.run(command, capture_output=True, text=True, env=_variables(home), check=False)
    if done.returncode not in (0, 3):
        raise SystemExit(f"{folder.name}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    path = next(line.removeprefix("report: ") for line in reversed(done.stdout.splitlines()) if line.startswith("report: "))
    return Path(path).parent, time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("packs", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, default=Path("runs/evals"))
    parser.add_argument("--home", type=Path, required=True, help="where experiment environments are kept")
    parser.add_argument("--details", action="store_true", help="list what was missed and what was a false alarm")
    options = parser.parse_args()
    total = Score()
    print(f"{'pack':20} {'seconds':>8} {'faults':>10} {'machine':>10} {'rights':>7} {'confirmed':>10} {'alarms':>7} {'unlabelled':>10}")
    for folder in options.packs:
        directory, seconds = run(folder, options.out, options.home)
        result = score(directory, folder / "golden.json")
        _line(folder.name, f"{seconds:.1f}", result)
        total.add(result)
    _line("all", "", total)
    for by, count in sorted(total.faults.items()):
        print(f"  {by:18} {total.found[by]:3} of {count:3}")
    print(f"recall of what a machine can find: {total.machine_recall:.2f}")
    print(f"false alarms: {len(total.alarms)} in {total.rights} right statements")
    if options.details:
        print(
            "\n".join(["missed:", *total.missed, "false alarms:", *total.alarms, "neither fault nor right statement:", *total.unlabelled])
        )


def _line(name: str, seconds: str, s: Score) -> None:
    machine = f"{sum(s.found[k] for k in MACHINE)}/{sum(s.faults[k] for k in MACHINE)}"
    whole = f"{s.found.total()}/{s.faults.total()}"
    print(f"{name:20} {seconds:>8} {whole:>10} {machine:>10} {s.rights:>7} {s.confirmed:>10} {len(s.alarms):>7} {len(s.unlabelled):>10}")


if __name__ == "__main__":
    main()
