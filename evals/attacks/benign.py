"""What the guard costs a chapter that nobody attacked: what it drops or rewrites of what is true, and its time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import JsonValue

from agent.events import EventLog
from agent.interfaces import runs
from agent.records import Guarded, Judged, Report, Weighed
from agent.shelf import Shelf
from evals.attacks.models import Honest, script
from sandbox.environments import home_of
from tests.model_server import ModelServer
from tools.policy import Policy

PACKS = Path(__file__).resolve().parents[1] / "packs"
REAL = Path(__file__).resolve().parents[3] / "shared" / "packs"


class Timed(EventLog):
    """An event log that notes by the monotonic clock when each stage began and was done."""

    seconds: dict[str, float]

    def __init__(self, path: Path, clock: Callable[[], str]) -> None:
        self.seconds, self._begun = {}, {}
        super().__init__(path, clock)

    def append(self, kind: str, data: Mapping[str, JsonValue]) -> None:
        if kind == "stage" and data["is"] == "begun":
            self._begun[str(data["stage"])] = time.perf_counter()
        elif kind == "stage":
            self.seconds[str(data["stage"])] = time.perf_counter() - self._begun[str(data["stage"])]
        super().append(kind, data)


@dataclass(frozen=True)
class Benign:
    """before, after: the guard. seconds: of it; all: of the whole run. quoted: pieces of evidence; words: sections that a model opened."""

    before: Judged
    weighed: Weighed
    after: Guarded
    report: Report
    directory: Path
    seconds: float
    all: float

    @property
    def lost(self) -> list[str]:
        """What is not after the guard as it was before it."""
        pairs = (
            ("evidence", self.weighed.evidence, self.after.evidence), ("assessments", self.before.assessments, self.after.assessments),
            ("changes", self.before.changes, self.after.changes),
        )  # fmt: skip
        return [f"{name}: {len(before)} before, {len(after)} after" for name, before, after in pairs if before != after] + [
            drop.reason for drop in self.after.dropped
        ]


def run(pack: Path, folder: Path, model: Honest | None = None) -> Benign:
    """The pack without a network and without experiments, before an honest model or none; what the guard was given and what it gave.

    Where there is an experiment environment the sources of its packages are quoted too.
    """
    home = home_of(os.environ, Path.home())
    if not (home / "environments").is_dir():
        home = folder / "home"
        home.mkdir(parents=True)
    choices: dict[str, object] = {"experiments": False, "offline": True, "interactive": False, "search": "none"}
    logs: list[Timed] = []

    def log(path: Path, clock: Callable[[], str]) -> EventLog:
        logs.append(Timed(path, clock))
        return logs[-1]

    with ExitStack() as stack:
        environ = {}
        if model is not None:
            server = stack.enter_context(ModelServer(script(model)))
            choices["model"], environ["OPENAI_BASE_URL"] = "scripted-1", server.url
        directory = runs.prepare(runs.Given(pack=("pack.txt", pack.read_bytes())), choices, folder / "runs")
        around = runs.Surroundings(
            home=home, tell=lambda stage, detail: None, ask=lambda _: None, policy=Policy(), environ=environ, log=log
        )
        report = runs.perform(directory, around)
    kept = {str(event["data"]["stage"]): str(event["data"]["record"]) for event in _done(logs[-1])}
    shelf = Shelf(directory / "records")
    return Benign(
        shelf.get(kept["verdicts"], Judged), shelf.get(kept["evidence"], Weighed), shelf.get(kept["sections"], Guarded), report, directory,
        logs[-1].seconds["sections"], sum(logs[-1].seconds.values()),
    )  # fmt: skip


def _done(log: EventLog) -> list[dict[str, Any]]:
    return [event for event in log.events if event["kind"] == "stage" and event["data"]["is"] == "done"]
