"""What keeps a model's calls few and small: nothing is asked twice, nothing is asked that is settled, nothing needed is out of sight."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

from model_server import Arrived, ModelServer
from scripted_roles import Cast, evidence

from agent.effects import Effects
from agent.events import EventLog
from agent.inquiry import Act, Done, Handle, Inquiry
from agent.labels import number
from agent.llm.asking import LARGEST, Models
from agent.llm.budget import Budget, Limits
from agent.llm.records import Ask, Call, Reply, Usage
from agent.roles import planner
from prompts.library import Quoted
from prompts.trust import Untrusted, measure
from tests.test_model_run import report, research
from tools.layout import lay_out
from tools.records import Chapter, Record, Span


class Kept(Record):
    value: int


def test_an_effect_that_is_under_way_is_waited_for(tmp_path: Path) -> None:
    """Two threads that want the same at once have it done once; another effect is done beside it."""
    effects = Effects(tmp_path, EventLog(tmp_path / "events.jsonl", lambda: "2026-01-01T00:00:00Z"))
    done: list[str] = []

    def perform(name: str) -> Kept:
        def made() -> Kept:
            done.append(name)
            time.sleep(0.05)
            return Kept(value=len(name))

        return effects.once("test", name, Kept, made)

    threads = [threading.Thread(target=perform, args=(name,)) for name in ("one", "one", "three", "one")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == ["one", "three"]


def test_the_judge_is_not_asked_what_instruments_confirm(tmp_path: Path) -> None:
    """A statement that an instrument confirms by evidence of its own alone is not put before the judge; one that it contradicts is."""
    asked: set[str] = set()

    def judge(arrived: Arrived) -> dict[str, object]:
        asked.update(evidence(arrived))
        return {"verdicts": []}

    with ModelServer(Cast(judgement=judge).script()) as server:
        _, run = research(tmp_path, server)
    told = report(run)
    labels = {claim["id"]: claim["label"] for claim in told["reading"]["claims"]}
    verdicts = {labels[each["claim"]]: each["verdict"] for each in told["assessments"] if each["by"].startswith("instrument")}
    assert asked and asked == {label for label, verdict in verdicts.items() if verdict == "contradicted"}


class Telling:
    """A model that keeps what it was asked, and ends the search."""

    name, address, context = "m", "", 3_000

    def __init__(self, context: int) -> None:
        self.context, self.asked = context, list[Ask]()

    def ask(self, ask: Ask) -> Reply:
        self.asked.append(ask)
        nothing = Untrusted("", "model")
        calls = (Call(id="1", name="finish", arguments=Untrusted('{"reason": "covered"}', "model")),)
        return Reply(text=nothing, reasoning=nothing, calls=calls, ended="calls", usage=Usage(), model=nothing)


def test_what_can_still_be_opened_stays_in_the_planners_sight(tmp_path: Path) -> None:
    """In a small context the oldest lines of the log go, and each handle that was not opened is still there."""
    text = "The limit is eight by default. Beyond it an error is raised."
    chapter = Chapter(
        document="d", offset=0, text=Untrusted(text, "chapter"), whole=True, title=Untrusted("T", "pack"), number="1", blocks=lay_out(text)
    )
    claims = number(chapter, [(Span(start=0, end=30), "numeric", "sentence 1"), (Span(start=31, end=len(text)), "behavioural", "2")])
    handles = tuple(
        Handle(
            label=f"H1.1.{n}", id=f"https://a.example/{n}", url=f"https://a.example/{n}", kind="page", title=Untrusted("T", "s"), came="s"
        )
        for n in range(1, 8)
    )
    done = tuple(
        Done(
            act=Act(key=f"{n}.1", tool="open_source", arguments={"handle": "H1.1.1", "claims": [f"C{n}"]}), answered=True,
            lines=(f"it says nothing of these statements, round {n}",) * 3,
        )
        for n in range(1, 40)
    )  # fmt: skip
    model = Telling(context=3_200)
    models = Models(model, Effects(tmp_path, EventLog(tmp_path / "events.jsonl", str)), Budget(Limits()))
    inquiry = Inquiry(by="m", rounds=39, done=done, handles=handles)
    planner.plan(models, claims, {}, (), (), inquiry, frozenset({"open_source", "finish"}))
    parts = [part for turn in model.asked[0].turns for part in turn.parts]
    shown = " ".join(measure(part.text) if isinstance(part, Quoted) else part for part in parts)
    assert set(re.findall(r"^  (H[\d.]+): ", shown, re.M)) == {handle.label for handle in handles[1:]}
    assert "round 39" in shown and "round 1;" not in shown


def test_no_request_is_larger_than_is_worth_its_price(tmp_path: Path) -> None:
    """However much a model takes, a request is kept to a size."""
    models = Models(Telling(context=1_000_000), Effects(tmp_path, EventLog(tmp_path / "events.jsonl", str)), Budget(Limits()))
    assert models.room("judge", 2_000) == LARGEST
