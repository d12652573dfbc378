"""Searches, planners, readers and writers that fail throughout: nothing is invented, section 1 and the status say what failed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer, Said
from scripted_roles import Cast

from agent.report.verify import verify
from tests.fake_web import Page, serve
from tests.loopback_run import Ended
from tests.small_world import Planner, World, cast, section


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serve() as web:
        yield World(web, tmp_path)


def run(world: World, played: Cast) -> Ended:
    with ModelServer(played.script()) as server:
        ended = world.run(server)
    assert list(verify(ended.directory)) == []
    return ended


def told(ended: Ended) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((ended.directory / "report.json").read_bytes())
    return value


def nothing_is_invented(ended: Ended) -> bool:
    """Whether no verdict, no evidence, no change and no quotation is in the report."""
    report = told(ended)
    verdicts = {assessment["verdict"] for assessment in report["assessments"]}
    return verdicts == {"unverifiable"} and not report["evidence"] and not report["changes"]


REFUSED = Said(status=401, error={"message": "no such key"})
CHATTY = Said("I would rather talk about the weather.")


def fails(said: Said) -> Any:
    return lambda arrived: said


def no_answer(arrived: Arrived) -> Page:
    return Page(503, {"Content-Type": "text/html"}, b"<title>Down</title>")


@pytest.mark.parametrize("said", [REFUSED, CHATTY, Said("{}")], ids=["refused", "chatty", "no form"])
@pytest.mark.parametrize(
    ("role", "step"), [("choice", "claim reader"), ("readsource", "source reader"), ("judgement", "judge"), ("opening", "writer")]
)
def test_a_role_that_fails_throughout_is_a_failed_step(world: World, role: str, step: str, said: Said) -> None:
    """Section 1 names the step as failed, the status is 3, and what the role would have given is nowhere."""
    ended = run(world, cast(planner=Planner(experiment=False), **{role: fails(said)}))
    first = section(ended, 1)
    assert ended.status == 3 and f"**{step}** (this step failed)" in first
    if role in ("readsource", "judgement"):
        assert {a["verdict"] for a in told(ended)["assessments"]} == {"unverifiable"} and not told(ended)["changes"]
    if role == "readsource":
        assert nothing_is_invented(ended)
    if role == "opening":
        assert "In the words of a model, from" not in (ended.directory / "report.md").read_text()


@pytest.mark.parametrize("said", [REFUSED, CHATTY, Said(calls=[("open_source", "{}")])], ids=["refused", "chatty", "wrong arguments"])
def test_a_planner_that_fails_throughout_is_a_failed_step(world: World, said: Said) -> None:
    """Nothing is searched or opened, and every statement is UNVERIFIED."""
    script = cast().script()
    with ModelServer(lambda arrived: said if _plans(arrived) else script(arrived)) as server:
        ended = world.run(server)
    assert ended.status == 3 and "**planner** (this step failed)" in section(ended, 1)
    assert nothing_is_invented(ended) and not world.web.paths() and list(verify(ended.directory)) == []


def _plans(arrived: Arrived) -> bool:
    return len(arrived.body.get("tools", ())) > 1


def test_searches_that_all_fail_are_a_failed_step(world: World) -> None:
    """The status is 3 and section 1 names the provider; no statement has evidence."""
    world.search = lambda asked: Page(503, {"Content-Type": "text/html"}, b"<title>Down</title>")
    ended = run(world, cast(planner=Planner(experiment=False)))
    assert ended.status == 3 and nothing_is_invented(ended) and "**search** (this step failed)" in section(ended, 1)


def test_searches_that_find_nothing_are_none(world: World) -> None:
    """The same report, apart from the failure: a search that worked and found nothing is no failed step."""
    world.hits.clear()
    ended = run(world, cast(planner=Planner(experiment=False)))
    assert ended.status == 0 and nothing_is_invented(ended) and "this step failed" not in section(ended, 1)


def test_a_source_that_cannot_be_opened_is_in_the_ledger(world: World) -> None:
    """It is listed as not accessible with the reason, and nothing is said of what it holds."""
    world.web.hang("/ring", Page(403, {"Content-Type": "text/html"}, b"<title>Forbidden</title>No."))
    ended = run(world, cast(planner=Planner(experiment=False)))
    assert nothing_is_invented(ended) and "not accessible" in section(ended, 3) and ended.status == 0
