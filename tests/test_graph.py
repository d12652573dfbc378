"""The whole road on the real state machine: killed anywhere and resumed, it ends in the same report; nothing done is done twice."""

from __future__ import annotations

import importlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from agent.graph import CHECKPOINTS, STAGES
from agent.report.verify import verify
from tests.loopback import serve

PACK = """== 1. Identity ==
Book: Small Book
Chapter: Queues
Chapter number: 4
Stable id: small-4

== 2. Chapter text ==

# Queues

The three jobs took 10, 20 and 40 ms.

| job | time (ms) |
|-----|-----------|
| a   | 10        |
| b   | 20        |
| c   | 40        |

Together they took 80 ms.

```python
from collections import deque

jobs = deque([1, 2, 3], maxlen=2)
print(list(jobs))  # [2, 3]
print(len(jobs))  # 3
```

== 3. Existing references and bibliography ==
None recorded.

== 4. Existing evidence ==
None recorded.

== 5. Research objective and questions ==
Decide whether the chapter holds.

== 6. Associated material ==
None recorded.

== 7. Research history ==
None recorded.

== 8. How to investigate ==
1. Read it.

== 9. Required output ==
## 1. Context and provenance
## 2. Claim audit
## 3. Source ledger
## 4. Findings
## 5. Upgrade proposal
## 6. Experiment opportunities
## 7. Review checklist
"""
MEASURED = {"started", "finished", "today", "accessed", "verified", "wall_seconds", "run_id", "stdout", "stderr", "seconds", "time"}


def _research(
    folder: Path, *arguments: str, variables: dict[str, str] | None = None, kill_at: str = ""
) -> subprocess.CompletedProcess[str]:
    """Run the entry point that can kill itself where a test wants it."""
    environment = {**os.environ, "CORRIGENDA_HOME": str(folder / "home"), **(variables or {}), "KILL_AT": kill_at}
    command = [sys.executable, "-m", "tests.killable", *arguments]
    root = Path(__file__).parents[1]
    return subprocess.run(command, capture_output=True, text=True, env=environment, check=False, cwd=root, timeout=120)


def _begin(folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    pack = folder / "pack.txt"
    pack.write_text(PACK)
    return _research(folder, str(pack), "--out", str(folder / "runs"), **options)


def _run(folder: Path) -> Path:
    return next((folder / "runs").glob("*/*/*/run.json")).parent


def _without_measures(value: Any) -> Any:
    """The report with everything left out that is typed as time or measurement."""
    if isinstance(value, dict):
        return {k: _without_measures(v) for k, v in value.items() if k not in MEASURED}
    return [_without_measures(v) for v in value] if isinstance(value, list) else value


def _report(folder: Path) -> Any:
    return _without_measures(json.loads((_run(folder) / "report.json").read_bytes()))


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("undisturbed")
    done = _begin(folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


@pytest.mark.sandbox
def test_the_road_ends_in_a_report_with_the_findings(undisturbed: Path) -> None:
    """A wrong sum, a wrong comment and a right one are found with no model and no network."""
    report = _report(undisturbed)
    text = report["snapshot"]["chapter"]["text"]["untrusted"]
    spans = {claim["id"]: claim["span"] for claim in report["reading"]["claims"]}

    def verdict(words: str) -> set[str]:
        at = text.index(words)
        return {
            a["verdict"]
            for a in report["assessments"]
            if a["by"] != "nobody" and spans[a["claim"]]["start"] < at + len(words) and at < spans[a["claim"]]["end"]
        }

    assert "contradicted" in verdict("80 ms") and "contradicted" in verdict("print(len(jobs))  # 3")
    assert verdict("print(list(jobs))  # [2, 3]") == {"supported"}


@pytest.mark.sandbox
def test_a_run_killed_in_every_stage_is_resumed_to_the_same_report(undisturbed: Path, tmp_path: Path) -> None:
    """SIGKILL as each stage begins, one after the other; what ends differs only in time and measurement, and no effect is repeated."""
    stages = list(STAGES)
    assert _begin(tmp_path, kill_at=stages[0]).returncode == -signal.SIGKILL
    for stage in stages[1:]:
        assert _research(tmp_path, "--resume", str(_run(tmp_path)), kill_at=stage).returncode == -signal.SIGKILL
    resumed = _research(tmp_path, "--resume", str(_run(tmp_path)))
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    assert _report(tmp_path) == _report(undisturbed)
    events = [json.loads(line) for line in (_run(tmp_path) / "events.jsonl").read_text().splitlines()]
    effects = Counter(event["data"]["key"] for event in events if event["kind"] == "effect")
    assert effects and set(effects.values()) == {1}
    assert verify(_run(tmp_path)) == ()


@pytest.mark.sandbox
@pytest.mark.parametrize("moment", ["after:run", "written:run"])
def test_a_run_killed_around_an_effect_does_not_repeat_it(undisturbed: Path, tmp_path: Path, moment: str) -> None:
    """Killed when the effect's result was stored, before or after its event: its experiment is not run again."""
    assert _begin(tmp_path, kill_at=moment).returncode == -signal.SIGKILL
    stored = {path: path.stat().st_mtime_ns for path in (_run(tmp_path) / "effects").glob("run-*.json")}
    assert stored
    resumed = _research(tmp_path, "--resume", str(_run(tmp_path)))
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    assert {path: path.stat().st_mtime_ns for path in stored} == stored
    assert _report(tmp_path) == _report(undisturbed)


@pytest.mark.sandbox
def test_a_torn_tail_is_cut_and_the_run_goes_on(undisturbed: Path, tmp_path: Path) -> None:
    """Half an event and half a record at the ends of the files are cut, and the log says so."""
    assert _begin(tmp_path, kill_at="evidence").returncode == -signal.SIGKILL
    run = _run(tmp_path)
    for name, tail in (("events.jsonl", b'{"seq": 99, "ki'), ("evidence.warc.gz", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x01\x02")):
        with (run / name).open("ab") as out:
            out.write(tail)
    resumed = _research(tmp_path, "--resume", str(run))
    assert resumed.returncode == 0, resumed.stdout + resumed.stderr
    kinds = [json.loads(line)["kind"] for line in (run / "events.jsonl").read_text().splitlines()]
    assert kinds.count("cut") == 2 and _report(tmp_path) == _report(undisturbed)


def test_the_state_holds_names_and_no_text(tmp_path: Path) -> None:
    """No word of the chapter lies in the checkpoints."""
    assert _begin_without_experiments(tmp_path).returncode == 0
    with sqlite3.connect(_run(tmp_path) / CHECKPOINTS) as connection:
        rows = connection.execute("select checkpoint, metadata from checkpoints").fetchall()
        rows += connection.execute("select value, channel from writes").fetchall()
    connection.close()
    dump = b"".join(value if isinstance(value, bytes) else str(value).encode() for row in rows for value in row)
    assert b"pack-" in dump and b"deque" not in dump and b"three jobs" not in dump


def _begin_without_experiments(folder: Path, **options: Any) -> subprocess.CompletedProcess[str]:
    pack = folder / "pack.txt"
    pack.write_text(PACK)
    return _research(folder, str(pack), "--out", str(folder / "runs"), "--no-experiments", "--offline", **options)


def test_no_experiments_starts_no_sandbox_and_marks_them_unrun(tmp_path: Path) -> None:
    """Source reading stays, the code of the chapter is listed as UNRUN, and the status is 0 since it was a choice."""
    done = _begin_without_experiments(tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    markdown = (_run(tmp_path) / "report.md").read_text()
    assert "UNRUN" in markdown and not (_run(tmp_path) / "experiments").exists()


def test_tracing_stays_off_whatever_the_environment_says(tmp_path: Path) -> None:
    """LangSmith's variables are planted, with an endpoint on loopback: no request arrives."""
    with serve() as web:
        planted = {
            "LANGSMITH_TRACING": "true", "LANGCHAIN_TRACING_V2": "true", "LANGSMITH_API_KEY": "planted", "LANGCHAIN_API_KEY": "planted",
            "LANGSMITH_ENDPOINT": web.url, "LANGCHAIN_ENDPOINT": web.url,
        }  # fmt: skip
        assert _begin_without_experiments(tmp_path, variables=planted).returncode == 0
        assert web.asked == []
    assert "planted" not in "".join(path.read_text(errors="replace") for path in _run(tmp_path).rglob("*") if path.is_file())


@pytest.mark.parametrize("what", ["record", "event"])
def test_a_run_that_was_changed_is_not_resumed(tmp_path: Path, what: str) -> None:
    """A record or an event that is not what it was stops the run with a clear error."""
    assert _research_killed_without_experiments(tmp_path, "verdicts") == -signal.SIGKILL
    run = _run(tmp_path)
    path = next((run / "records").glob("evidence-*.json")) if what == "record" else run / "events.jsonl"
    payload = path.read_bytes()
    middle = payload.index(b'"', len(payload) // 2)
    path.write_bytes(payload[:middle] + b"'" + payload[middle + 1 :])
    resumed = _research(tmp_path, "--resume", str(run))
    assert resumed.returncode == 2 and "cannot be resumed" in resumed.stderr and "Traceback" not in resumed.stderr


def _research_killed_without_experiments(folder: Path, stage: str) -> int:
    return _begin_without_experiments(folder, kill_at=stage).returncode


def test_the_graph_opens_in_langgraphs_own_tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The factory that langgraph.json names gives a graph that can be drawn without a pack, and run with one."""
    path, _, name = json.loads((Path(__file__).parents[1] / "langgraph.json").read_bytes())["graphs"]["research"].partition(":")
    factory = getattr(importlib.import_module(path.removeprefix("./").removesuffix(".py").replace("/", ".")), name)
    drawn = factory({"configurable": {}}).get_graph()
    assert [node for node in drawn.nodes if node.startswith("do ")] == [f"do {stage}" for stage in STAGES]
    monkeypatch.setenv("CORRIGENDA_HOME", str(tmp_path / "home"))
    pack = tmp_path / "pack.txt"
    pack.write_text("== 1. Identity ==\nBook: B\n\n== 2. Chapter text ==\nA queue holds 3 items.\n")
    state = factory({"configurable": {"pack": str(pack), "out": str(tmp_path / "runs")}}).invoke({})
    assert set(state) == {*STAGES, "over"}
