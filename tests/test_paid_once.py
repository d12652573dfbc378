"""Killed while models are asked, and resumed: a reply that was stored is not paid again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from model_server import Arrived, ModelServer

from agent.report.verify import verify
from tests.fake_web import serve
from tests.small_world import PACK, World, cast, every_round

ROOT = Path(__file__).parents[1]
# In the order of the road, so that each resumed run comes to the next.
KILLS = (
    "after:reply:claim_reader", "after:reply:planner", "written:reply:source_reader", "after:act", "written:reply:judge",
    "after:reply:proposer", "written:reply:auditor", "after:reply:writer",
)  # fmt: skip


def step(world: World, server: ModelServer, kill_at: str) -> int:
    """Begin the run, or go on with it, and give how it ended."""
    runs = sorted((world.folder / "runs").glob("*/*/*"))
    (world.folder / "pack.txt").write_text(PACK)
    go_on = ["--resume", str(runs[0])] if runs else [str(world.folder / "pack.txt"), "--out", str(world.folder / "runs")]
    environment = {**os.environ, "OPENAI_BASE_URL": server.url, "KILL_AT": kill_at}
    command = [sys.executable, "-m", "tests.loopback_run", *go_on, "--home", str(world.folder / "home" / "environments")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode


def asked(server: ModelServer) -> list[str]:
    """The requests without the marks of the fences, which differ every time; those that find out what the endpoint understands left out."""
    return [re.sub(r"\b[0-9a-f]{32}\b", "", json.dumps(each.body, sort_keys=True)) for each in server.requests if not trial(each)]


def trial(arrived: Arrived) -> bool:
    return arrived.form == "ready" or len(arrived.body.get("tools", ())) == 1


@pytest.mark.slow
def test_a_reply_that_was_stored_is_not_paid_twice(tmp_path: Path) -> None:
    """SIGKILL at eight moments, one after the other: only what was in flight is asked again, and no more than in an undisturbed run."""
    with serve() as web, ModelServer(cast(planner=every_round).script()) as server:
        world = World(web, tmp_path)
        for kill_at in KILLS:
            assert step(world, server, kill_at) == -signal.SIGKILL, kill_at
        assert step(world, server, "") == 0
        times = Counter(asked(server))
        # All but the writer's four calls are made one at a time here, so that nothing else can be in flight.
        assert max(times.values()) <= 2 and sum(times.values()) - len(times) <= 3
    (run,) = (tmp_path / "runs").glob("*/*/*")
    assert list(verify(run)) == []
    with serve() as web, ModelServer(cast(planner=every_round).script()) as server:
        World(web, tmp_path / "other").run(server)
    assert len(times) == len(asked(server))
