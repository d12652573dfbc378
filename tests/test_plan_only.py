"""`research --plan-only`: what a run would do, told before anything is opened, searched for or run."""

from __future__ import annotations

from pathlib import Path

from model_server import ModelServer
from scripted_roles import Cast
from typer.testing import CliRunner, Result

from agent.interfaces.cli import app
from tests.test_graph import PACK

NAMED = PACK.replace("== 4. Existing evidence ==\nNone recorded.", "== 4. Existing evidence ==\n1. doi:10.1000/182 says so.")


def invoke(folder: Path, *arguments: str, url: str = "") -> Result:
    environment = {"CORRIGENDA_HOME": str(folder / "home"), "OPENAI_BASE_URL": url, "OPENAI_API_KEY": ""}
    return CliRunner().invoke(app, ["research", *arguments], env=environment)


def plan_only(folder: Path, *more: str, url: str = "") -> tuple[Result, Path]:
    (folder / "pack.txt").write_text(NAMED)
    done = invoke(folder, str(folder / "pack.txt"), "--out", str(folder / "runs"), "--plan-only", *more, url=url)
    return done, next(folder.glob("runs/*/*/*"))


def test_the_plan_is_told_and_nothing_is_done(tmp_path: Path) -> None:
    """Claims with what reading alone decided, runs, sources by name, searches, cost; and neither a run nor a request is made."""
    done, run = plan_only(tmp_path)
    assert done.exit_code == 0, done.output
    told = done.stdout
    assert "contradicted, numbers] Together they took 80 ms." in told and "code:" in told
    assert "https://doi.org/10.1000/182" in told and "nothing would be searched for" in told and "no model would be called" in told
    assert not (run / "experiments").exists() and not (run / "report.md").exists()
    assert b'"effect":"fetch"' not in (run / "events.jsonl").read_bytes()


def test_a_planned_run_goes_on(tmp_path: Path) -> None:
    """What was read for the plan is not read again; the run ends in its report."""
    _, run = plan_only(tmp_path, "--offline", "--no-experiments")
    again = invoke(tmp_path, "--resume", str(run), "--plan-only")
    assert again.exit_code == 0 and "nothing would be opened: --offline" in again.stdout
    done = invoke(tmp_path, "--resume", str(run))
    assert done.exit_code == 0 and (run / "report.md").is_file()
    events = (run / "events.jsonl").read_text()
    assert events.count('{"is":"begun","stage":"claims"}') == 1


def test_a_model_that_reads_the_claims_is_told_of_first(tmp_path: Path) -> None:
    """Of a model only the reading is asked; the rest is estimated by role."""
    with ModelServer(Cast().script()) as server:
        done, _ = plan_only(tmp_path, "--offline", "--no-experiments", "--model", "scripted-1", url=server.url)
    assert done.exit_code == 0, done.output
    told = done.stdout
    assert told.index("the model scripted-1 reads the chapter, which is paid") < told.index("claims,") < told.index("  judge: ")
    assert {arrived.form for arrived in server.requests} <= {"ready", "choice", ""} and "prices are not known" in told
    assert len(server.requests) == 3
