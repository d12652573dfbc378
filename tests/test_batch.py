"""Several packs from one command: each in a process of its own, one line each, and nothing done twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sandbox.runner import KINDS, Sandbox
from tests.test_graph import PACK

ROOT = Path(__file__).parents[1]
COUNT = 5


def packs(folder: Path) -> list[str]:
    """Six packs, the fourth of them no pack at all."""
    made = []
    for number in range(COUNT):
        path = folder / f"pack-{number}.txt"
        path.write_text(PACK.replace("small-4", f"small-{number}").replace("Queues", f"Queues {number}"))
        made.append(str(path))
    broken = folder / "broken.txt"
    broken.write_text("a letter\n")
    return [*made[:3], str(broken), *made[3:]]


def command(folder: Path, *more: str) -> list[str]:
    options = ["--out", str(folder / "out"), "--workers", "2", "--no-experiments", "--offline"]
    return [sys.executable, "-m", "agent", "batch", *packs(folder), *options, *more]


def environment(folder: Path) -> dict[str, str]:
    return {**os.environ, "CORRIGENDA_HOME": str(folder / "home")}


def batch(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    call = command(folder, *more)
    return subprocess.run(call, capture_output=True, text=True, env=environment(folder), cwd=ROOT, check=False, timeout=150)


def summary(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "out" / "summary.jsonl").read_text().splitlines()]


def reports(folder: Path) -> dict[Path, int]:
    """Every finished run, with the moment that it was finished at."""
    return {path.parent: path.stat().st_mtime_ns for path in folder.glob("out/*/*/*/manifest.json")}


def test_a_batch_that_was_killed_goes_on_and_repeats_nothing(tmp_path: Path) -> None:
    """SIGKILL in between leaves whole reports and unfinished runs; the same command ends these and leaves those alone."""
    killed = subprocess.Popen(command(tmp_path), env=environment(tmp_path), cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 100
    while not reports(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    time.sleep(0.5)  # for the workers to see that they are alone
    before = reports(tmp_path)
    assert 1 <= len(before) < COUNT
    begun = {path.parent for path in tmp_path.glob("out/*/*/*/run.json")}

    done = batch(tmp_path)
    assert done.returncode == 2, done.stderr
    after = reports(tmp_path)
    assert len(after) == COUNT and before.items() <= after.items() and begun <= set(after)
    lines = summary(tmp_path)
    assert [line["status"] for line in lines] == ["done"] * 3 + ["cannot be used"] + ["done"] * 2
    assert "section 2" in lines[3]["error"] and lines[3]["run"] is None
    good = [line for line in lines if line["exit_status"] == 0]
    assert all(Path(line["report"]).is_file() and line["verdicts"]["contradicted"] == 1 for line in good)
    assert all(line["cost"] == {"calls": 0, "prompt": 0, "output": 0, "dollars": 0} for line in good)
    assert sum(line["claims"] for line in good) == sum(sum(line["verdicts"].values()) for line in good)

    again = batch(tmp_path)
    assert again.returncode == 2 and reports(tmp_path) == after and again.stdout.count("done before") == COUNT


def test_a_step_that_failed_is_status_3(tmp_path: Path) -> None:
    """The report is there, its line says which step, and so does the exit status of the batch: none runs in a tier that is not here."""
    missing = next((kind for kind in reversed(KINDS) if isinstance(Sandbox.detect(kind), str)), None)
    if missing is None:
        pytest.skip("every kind of isolation works on this machine, so that no experiment can be kept from starting")
    pack = tmp_path / "pack.txt"
    pack.write_text(PACK)
    call = [sys.executable, "-m", "agent", "batch", str(pack), "--out", str(tmp_path / "out"), "--offline", "--isolation", missing]
    done = subprocess.run(call, capture_output=True, text=True, env=environment(tmp_path), cwd=ROOT, check=False, timeout=120)
    assert done.returncode == 3, done.stderr
    (line,) = summary(tmp_path)
    assert line["status"] == "a step failed" and line["failed"] == ["experiments"] and line["exit_status"] == 3


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--model", "gpt"], "OPENAI_BASE_URL"),
        (["--search", "everyone"], "--search everyone"),
        (["--replay", "/nowhere.warc.gz"], "/nowhere.warc.gz"),
    ],
    ids=["model", "search", "recording"],
)
def test_settings_that_no_pack_could_use_are_told_before_anything(tmp_path: Path, arguments: list[str], says: str) -> None:
    """One line, status 2, and nothing is made."""
    env = {**environment(tmp_path), "OPENAI_BASE_URL": ""}
    call = [part for part in command(tmp_path, *arguments) if part != "--offline"]
    done = subprocess.run(call, capture_output=True, text=True, env=env, cwd=ROOT, check=False, timeout=60)
    assert done.returncode == 2 and says in done.stderr and len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_the_same_pack_twice_is_told(tmp_path: Path) -> None:
    """It is researched once; the second line says so."""
    pack = tmp_path / "pack.txt"
    pack.write_text(PACK)
    call = [sys.executable, "-m", "agent", "batch", str(pack), str(pack), "--out", str(tmp_path / "out"), "--offline", "--no-experiments"]
    done = subprocess.run(call, capture_output=True, text=True, env=environment(tmp_path), cwd=ROOT, check=False, timeout=120)
    assert done.returncode == 2 and len(reports(tmp_path)) == 1
    assert [line["exit_status"] for line in summary(tmp_path)] == [0, 2] and "same pack" in summary(tmp_path)[1]["error"]
