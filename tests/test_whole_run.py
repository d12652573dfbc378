"""The whole graph with a scripted model, a web and a search on loopback: what models gave is shown as theirs, and verifies."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer

from agent.report import rundir
from agent.report.verify import verify
from tests.fake_web import serve
from tests.loopback_run import Ended
from tests.small_world import DEQUE, RING, SAYS, WAITING, Planner, World, assessed, cast, propose, relate, section


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serve() as web:
        yield World(web, tmp_path)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """One run without experiments, for tests that only read it."""
    with serve() as web, ModelServer(cast(planner=Planner(experiment=False)).script()) as server:
        return World(web, tmp_path_factory.mktemp("once")).run(server)


@pytest.mark.sandbox
def test_the_whole_road_with_a_model(world: World) -> None:
    """Searched, opened, quoted, run, judged, challenged, proposed, opened with words: all under its name, and all verifies."""
    with ModelServer(cast().script()) as server:
        ended = world.run(server, experiments=True)
    assert list(verify(ended.directory)) == [] and ended.status == 0
    assert [assessed(ended, words)["verdict"] for words in (DEQUE, RING, WAITING)] == ["contradicted", "contradicted", "unverifiable"]
    assert assessed(ended, RING)["by"] == "model: judge"
    claims, findings, changes, runs = (section(ended, number) for number in (2, 4, 5, 6))
    assert claims.count("(model: judge)") == 2 and f"in a model's words: The default has changed since. `{SAYS}`" in findings
    assert "New, proposed by a model: `128 messages`" in changes and "Reason: in a model's words" in changes
    assert "it holds if `the newest is gone`" in runs and "kept: \\[2,3\\]" in runs
    assert "UNRUN, medium: What is wanted" in runs and "A reader that is left waiting" in runs and "left waiting" not in findings


@pytest.mark.sandbox
def test_what_models_cost_is_told_by_stage(world: World) -> None:
    """Section 1 and run.json say calls and tokens of every role, the writer's too, and whose words are a model's."""
    with ModelServer(cast(planner=Planner(experiment=False)).script()) as server:
        ended = world.run(server)
    roles = {row["role"]: row["calls"] for row in json.loads((ended.directory / "run.json").read_bytes())["spent"]}
    assert set(roles) == {"trial", "claim_reader", "planner", "source_reader", "judge", "proposer", "auditor", "writer"}
    assert sum(roles.values()) == len(server.requests)
    assert "A model's words" in section(ended, 1) and f"sections, writer: {roles['writer']} calls" in section(ended, 1)


def without_words(arrived: Arrived) -> dict[str, Any]:
    """A proposer that has a reason, and no words."""
    return {
        "changes": [{**change, "old": "", "new": "", "reason": "A figure would say it better."} for change in propose(arrived)["changes"]]
    }


def test_why_no_change_of_words_mends_it_is_shown(world: World, tmp_path: Path) -> None:
    """Under the model's name where the finding stands, and verify holds it against what the proposer said."""
    with ModelServer(cast(planner=Planner(experiment=False), proposed=without_words).script()) as server:
        ended = world.run(server)
    assert "Why no change of words: in a model's words: A figure would say it better." in section(ended, 5)
    assert assessed(ended, RING)["wordless"]["untrusted"] == "A figure would say it better." and list(verify(ended.directory)) == []

    def forge(report: dict[str, Any]) -> None:
        next(a for a in report["assessments"] if a["wordless"])["wordless"]["untrusted"] = "It is right as it is."

    rehashed(ended.directory, "report.json", forge)
    assert "stored reply of the proposer" in " ".join(str(problem) for problem in verify(ended.directory))


def test_quotations_that_are_refused_are_counted(world: World) -> None:
    """Words that a source reader makes up are in no finding, and section 1 says how many there were."""

    def half_true(arrived: Arrived) -> dict[str, Any]:
        (said,) = relate(arrived)["relations"]
        return {"relations": [said, {**said, "quote": "The ring buffer is made of bronze."}]}

    with ModelServer(cast(planner=Planner(experiment=False), readsource=half_true).script()) as server:
        ended = world.run(server)
    assert "of 2 quotations that the model gave 1 was refused" in section(ended, 1) and list(verify(ended.directory)) == []
    assert "bronze" not in (ended.directory / "report.md").read_text()


def rehashed(run: Path, name: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Alter a JSON file of a run and hash everything anew, as a forger would."""
    value = json.loads((run / name).read_bytes())
    change(value)
    (run / name).write_bytes(rundir.pretty(value))
    rundir.write_manifest(run)


def forge_concern(report: dict[str, Any]) -> None:
    next(a for a in report["assessments"] if a["by"] == "model: judge")["concern"]["untrusted"] = "All is well."


def forge_verdict(report: dict[str, Any]) -> None:
    next(a for a in report["assessments"] if a["by"] == "model: judge")["verdict"] = "supported"


def forge_words(report: dict[str, Any]) -> None:
    report["changes"][0]["new"]["untrusted"] = "256 messages"


def forge_rationale(report: dict[str, Any]) -> None:
    report["evidence"][0]["statement"]["untrusted"] = "The default never changed."


def forge_opening(report: dict[str, Any]) -> None:
    report["openings"][0]["sentences"][0]["text"]["untrusted"] = "No default has changed."


@pytest.mark.parametrize("change", [forge_concern, forge_verdict, forge_words, forge_rationale, forge_opening])
def test_a_models_part_cannot_be_forged(once: Ended, tmp_path: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Words that no stored reply holds, and verdicts that their evidence does not carry, are found though every hash was made anew."""
    run = tmp_path / "run"
    shutil.copytree(once.directory, run)
    rehashed(run, "report.json", change)
    told = " ".join(str(problem) for problem in verify(run))
    assert "stored reply" in told or "carries the judge's verdict" in told
