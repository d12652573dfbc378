"""Programs that a model writes: run in the sandbox, once more where they fail, and never shown for more than they gave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer, Said

from agent.report.verify import verify
from tests.fake_web import serve
from tests.loopback_run import Ended
from tests.small_world import DEQUE, PROGRAM, World, assessed, cast, design, section

pytestmark = pytest.mark.sandbox
FAILS = 'raise RuntimeError("no such deque: 4711")'
RUNS_ON = """import atexit, json, pathlib
pathlib.Path("result.json").write_text('{"holds": true, "observed": {}}')
atexit.register(lambda: pathlib.Path("result.json").write_text('{"holds": {"a": 1}}'))
"""


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serve() as web:
        yield World(web, tmp_path)


class Writer:
    """An experimenter that gives one program after the other, and keeps what it was shown."""

    def __init__(self, *programs: str | Said) -> None:
        self.programs, self.shown = list(programs), list[Arrived]()

    def __call__(self, arrived: Arrived) -> dict[str, Any] | Said:
        self.shown.append(arrived)
        program = self.programs[min(len(self.shown), len(self.programs)) - 1]
        changed = {"success": "another criterion"} if len(self.shown) > 1 else {}
        return program if isinstance(program, Said) else {**design(arrived), **changed, "script": program}


def run(world: World, *programs: str | Said) -> tuple[Ended, Writer, list[dict[str, Any]]]:
    """A run with these programs; and the experiments of the model's in its report."""
    writer = Writer(*programs)
    with ModelServer(cast(design=writer).script()) as server:
        ended = world.run(server, experiments=True)
    told = json.loads((ended.directory / "report.json").read_bytes())["experiments"]
    assert list(verify(ended.directory)) == []
    return ended, writer, [each for each in told if each["wanted"]["instrument"] == "model: experimenter"]


def test_a_program_that_fails_is_written_once_more(world: World) -> None:
    """With what became of it, under the criteria that were fixed before; what the second one gives is the evidence."""
    ended, writer, (first, second) = run(world, FAILS, PROGRAM)
    assert "4711" in writer.shown[1].texts and "RuntimeError" in writer.shown[1].texts
    assert (first["outcome"]["state"], second["outcome"]["state"]) == ("failed", "ran")
    assert second["wanted"]["inputs"]["success"] == first["wanted"]["inputs"]["success"] == "the newest is gone"
    assert assessed(ended, DEQUE)["verdict"] == "contradicted" and ended.status == 0
    assert "Written once more, after the first had failed" in section(ended, 6)


@pytest.mark.parametrize(
    ("second", "made"),
    [(FAILS.replace("4711", "4712"), 2), (FAILS, 1), ("", 1), (Said(status=401, error={"message": "no"}), 1)],
    ids=["fails too", "the same again", "none", "no answer"],
)
def test_a_program_that_fails_twice_shows_nothing(world: World, second: str | Said, made: int) -> None:
    """It is told as failed, the statement stays UNVERIFIED, and nobody is asked a third time."""
    ended, writer, told = run(world, FAILS, second)
    assert len(writer.shown) == 2 and [each["outcome"]["state"] for each in told] == ["failed"] * made
    assert assessed(ended, DEQUE)["verdict"] == "unverifiable" and "the script failed" in section(ended, 6)


def test_an_answer_that_was_changed_after_it_was_checked_is_none(world: World) -> None:
    """What a program writes when it ends is read like anything else, and what says nothing has failed."""
    ended, _, told = run(world, RUNS_ON)
    assert [each["outcome"]["state"] for each in told] == ["failed"] and assessed(ended, DEQUE)["verdict"] == "unverifiable"


def test_without_experiments_no_program_is_written(world: World) -> None:
    """The planner has no tool for it, and a call for it all the same is refused."""
    writer = Writer(PROGRAM)
    with ModelServer(cast(design=writer).script()) as server:
        ended = world.run(server)
    assert not writer.shown and assessed(ended, DEQUE)["verdict"] == "unverifiable"
