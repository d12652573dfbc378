"""What was run is told from what was not, and the end of a run is a typed fact."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from agent.inquiry import Inquiry
from agent.records import Examined, FingerprintCheck, Plan, Snapshot
from agent.stages import experiments, plan
from prompts.trust import Untrusted, derived, measure
from sandbox.records import Ending, RunRequest, RunResult
from tests.package_sites import distribution
from tests.world import world
from tools.layout import lay_out
from tools.packages import InstalledPackages
from tools.records import Chapter, RunWanted


def _wanted(key: str = "code:chapter", packages: tuple[str, ...] = ()) -> RunWanted:
    return RunWanted(
        key=key, instrument="code", question="?", success="s", failure="f", script="print(1)", inputs={"a": 1}, packages=packages, seconds=5
    )


def _result(ending: Ending = "exited", code: int | None = 0, answer: bytes | None = b'{"x": 1}', reason: str = "") -> RunResult:
    return RunResult(
        ending=ending, exit_code=code, reason=reason, tier="t", layers=("l",), stdout=Untrusted("out", "sandbox"),
        stderr=Untrusted("", "sandbox"), truncated=False, artefacts={} if answer is None else {"result.json": answer}, artefacts_left=(),
        wall_seconds=0.5, cpu_seconds=0.4, peak_memory_mb=10.0,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("result", "state", "says"),
    [
        pytest.param(_result(), "ran", "", id="answered"),
        pytest.param(_result(code=1), "failed", "status 1", id="script-failed"),
        pytest.param(_result(code=-11), "failed", "status -11", id="script-crashed"),
        pytest.param(_result(answer=None), "failed", "left no result.json", id="no-answer"),
        pytest.param(_result(answer=b"{"), "failed", "cannot be read", id="half-an-answer"),
        pytest.param(_result(answer=b'{"x": NaN}'), "failed", "cannot be read", id="not-a-number"),
        pytest.param(_result(answer=b"[" * 100_000), "failed", "cannot be read", id="nested-too-deep"),
        pytest.param(_result(ending="wall time", code=None), "limit", "wall time", id="time"),
        pytest.param(_result(ending="memory", code=None), "limit", "memory", id="memory"),
        pytest.param(_result(ending="sandbox failed", code=None, reason="no bwrap"), "unrun", "the sandbox failed: no bwrap", id="sandbox"),
    ],
)
def test_every_end_of_a_run_has_its_state(result: RunResult, state: str, says: str) -> None:
    """A broken sandbox is never a failed script, and a limit is neither."""
    outcome = experiments.outcome_of(_wanted(), result, "x-1", {})
    assert outcome.state == state and says in outcome.reason
    assert (outcome.result is not None) == (state == "ran")


class _Sandbox:
    """Answers as told, and keeps what it was asked."""

    tier, layers = "t", ("l",)

    def __init__(self, *results: RunResult) -> None:
        self.results, self.asked = list(results), list[RunRequest]()

    def run(self, request: RunRequest) -> RunResult:
        self.asked.append(request)
        return self.results.pop(0)


def test_a_run_is_kept_with_its_program_inputs_and_answer(tmp_path: Path) -> None:
    """Anyone can run it again from the folder."""
    context = replace(world(tmp_path), sandbox=_Sandbox(_result()))
    (done,) = experiments.run(context, Plan(runs=(_wanted(),), probes=(), left={})).done
    folder = tmp_path / "experiments" / done.id
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == {
        "main.py": b"print(1)", "inputs.json": b'{"a":1}', "result.json": b'{"x": 1}', "stdout.txt": b"out", "stderr.txt": b"",
    }  # fmt: skip
    assert done.tier == "t" and done.outcome.state == "ran" and done.command == f"main.py with inputs.json in experiments/{done.id}"


def test_a_run_that_was_made_is_not_made_again(tmp_path: Path) -> None:
    """A second pass over the same plan asks the sandbox nothing."""
    first, second = _Sandbox(_result()), _Sandbox()
    for sandbox in (first, second):
        context = replace(world(tmp_path), sandbox=sandbox)
        assert experiments.run(context, Plan(runs=(_wanted(),), probes=(), left={})).done[0].outcome.result == {"x": 1}
    assert len(first.asked) == 1 and second.asked == []


def test_a_sandbox_that_breaks_every_time_is_a_failed_step(tmp_path: Path) -> None:
    """The experiments are listed as not run, and the run will exit with 3."""
    context = replace(world(tmp_path), sandbox=_Sandbox(_result(ending="sandbox failed", code=None, reason="no bwrap")))
    done = experiments.run(context, Plan(runs=(_wanted(),), probes=(), left={}))
    assert done.done[0].outcome.state == "unrun" and done.limitations[0].failed


def _snapshot(text: str) -> Snapshot:
    chapter = Chapter(
        document="d", offset=0, text=Untrusted(text, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=lay_out(text)
    )
    check = FingerprintCheck(declared=None, state="not declared")
    return Snapshot(chapter=chapter, sha256="0", origin="pack, whole", read=derived("all"), unread=None, fingerprint=check)


def _planned(folder: Path, *runs: RunWanted, text: str = "Nothing.", sandbox: bool = True, **settings: object) -> Plan:
    context = replace(world(folder, **settings), sandbox=_Sandbox() if sandbox else None, no_sandbox="" if sandbox else "no bwrap here")
    return plan.plan(context, _snapshot(text), Examined(findings=(), runs=runs, gaps=()), Inquiry(by="rules"))


def test_without_isolation_runs_stay_unrun_and_the_step_failed(tmp_path: Path) -> None:
    """They are planned, so that the report lists them; nothing runs unsandboxed."""
    planned = _planned(tmp_path, _wanted(), sandbox=False)
    assert planned.limitations[0].failed and "no bwrap here" in measure(planned.limitations[0].what)
    done = experiments.run(replace(world(tmp_path), no_sandbox="no bwrap here"), planned)
    assert [(e.outcome.state, e.outcome.reason, e.proposed) for e in done.done] == [("unrun", "no bwrap here", True)]


def test_no_experiments_is_a_choice(tmp_path: Path) -> None:
    """Everything stays UNRUN and no step failed."""
    planned = _planned(tmp_path, _wanted(), sandbox=False, experiments=False)
    assert len(planned.runs) == len(planned.left) == 1 and planned.limitations == ()


def test_a_run_whose_packages_are_missing_names_the_command(tmp_path: Path) -> None:
    """It is skipped, never run without them."""
    planned = _planned(tmp_path, _wanted(packages=("no-such-package",)))
    assert "corrigenda env add no-such-package" in planned.left["code:chapter"]
    done = experiments.run(replace(world(tmp_path), sandbox=_Sandbox()), planned)
    assert [(e.outcome.state, e.proposed) for e in done.done] == [("unrun", True)] and done.limitations == ()


def test_probes_beyond_their_time_are_left_and_said(tmp_path: Path) -> None:
    """With no time for probes each that the chapter makes relevant is UNRUN, with the option that would help."""
    text = "We call torch.compile(model) and torch raises its recompile_limit."
    distribution(tmp_path / "site", "torch", "2.13.0", {"torch/__init__.py": ""})
    context = replace(world(tmp_path, probe_seconds=0), sandbox=_Sandbox(), packages=InstalledPackages(tmp_path / "site"))
    planned = plan.plan(context, _snapshot(text), Examined(findings=(), runs=(), gaps=()), Inquiry(by="rules"))
    assert planned.probes and all("--probe-seconds" in planned.left[key] for key in planned.probes)


def test_probes_are_fed_with_the_chapters_own_columns_and_settings() -> None:
    """A column of plain numbers is found by its header, and a setting by its name."""
    text = "| req | length |\n|---|---|\n| 0 | 60 |\n| 1 | 63 |\n| 2 | 7.5 |\n\nWe call torch.compile(model, dynamic=False)."
    facts = plan.facts_of(_snapshot(text).chapter)
    assert facts.columns["length"] == [60.0, 63.0, 7.5] and facts.keywords["dynamic"] is False
