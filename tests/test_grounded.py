"""`verify` holds each sentence of a model's against its records again: whoever changes one with the reply that held it is found."""

from __future__ import annotations

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from model_server import ModelServer
from scripted_roles import Cast, audits, verdicts

from agent.context import Settings
from agent.events import EventLog
from agent.records import Report
from agent.report import rundir
from agent.report.verify import verify
from agent.shelf import Shelf
from tests.fake_web import serve
from tests.small_world import World, cast, every_round
from tests.test_model_run import research
from tools import durable
from tools.store import EvidenceStore


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Finished runs: one in which all that the model said was taken, one whose findings the auditor set aside, one beside instruments."""
    folder = tmp_path_factory.mktemp("made")
    runs = {}
    for name, roles in (("taken", {}), ("set aside", {"audit": audits(False)})):
        with serve() as web, ModelServer(cast(planner=every_round, **roles).script()) as server:
            runs[name] = World(web, folder / name).run(server).directory
    (folder / "beside").mkdir()
    with ModelServer(Cast(judgement=verdicts("qualified")).script()) as server:
        _, runs["beside"] = research(folder / "beside", server)
    assert [list(verify(run)) for run in runs.values()] == [[], [], []]
    return runs


def forged(run: Path, copy: Path, old: str, new: str) -> Path:
    """A copy of a run in which words stand in place of others wherever they were kept, with every hash and output made again."""
    shutil.copytree(run, copy)

    def changed(text: str) -> str:
        return text.replace(old, new)

    for path in (copy / rundir.EFFECTS).glob("reply-*.json"):
        path.write_text(changed(path.read_text()))
    events = [json.loads(line) for line in (copy / rundir.EVENTS).read_bytes().splitlines()]
    (copy / rundir.EVENTS).unlink()
    log = EventLog(copy / rundir.EVENTS, lambda: "2026-11-30T00:00:00Z")
    for event in events:
        data: dict[str, Any] = event["data"]
        if event["kind"] == "stage" and "record" in data:
            kept = copy / rundir.SHELF / f"{data['record']}.json"
            payload = changed(kept.read_text()).encode()
            data["record"] = f"{data['record'].rpartition('-')[0]}-{sha256(payload).hexdigest()[:24]}"
            durable.write(kept.with_name(f"{data['record']}.json"), payload)
        if event["kind"] == "effect" and data["effect"] == "reply":
            data["sha256"] = sha256((copy / rundir.EFFECTS / data["result"]).read_bytes()).hexdigest()
        log.append(event["kind"], data)
    report = Report.model_validate_json(changed((copy / rundir.RECORDS).read_text()))
    assert Shelf(copy / rundir.SHELF).get(data["record"], Report) == report
    rundir.finish(copy, EvidenceStore(copy / rundir.EVIDENCE), report, Settings.model_validate(report.provenance.settings))
    return copy


SENTENCES = [
    pytest.param("taken", "says: Readers wait for at most 30", "says: Readers wait for at most 45", "its restatement", id="restatement"),
    pytest.param("taken", "The evidence says otherwise.", "The evidence says 97.", "what it says names", id="concern"),
    pytest.param("taken", "The default has changed since.", "It has changed since Knuth.", "what it says names", id="rationale"),
    pytest.param("taken", "since 2.4", "since 2.9", "what it says names", id="limits"),
    pytest.param("taken", "The source gives another default.", "Knuth confirms another default.", "what it says names", id="reason"),
    pytest.param("taken", "None that is seen.", "None that Turing has seen.", "what it says names", id="tradeoff"),
    pytest.param("taken", "One default has changed.", "Seven defaults have changed.", "its opening", id="opening"),
    pytest.param("set aside", "The evidence says otherwise.", "The evidence says 97.", "what it says names", id="concern set aside"),
    pytest.param("set aside", "The words around it say so.", "Knuth says so.", "what it says names", id="objection"),
    pytest.param("beside", "So the evidence has it.", "So has Donald Knuth it.", "what it says names", id="view beside"),
]


@pytest.mark.parametrize(("run", "old", "new", "told"), SENTENCES)
def test_a_name_or_a_number_that_was_put_in_is_found(
    made: dict[str, Path], tmp_path: Path, run: str, old: str, new: str, told: str
) -> None:
    """Though report, shelf, stored reply, events, outputs and manifest all say the same, no record holds it; nothing else is amiss."""
    assert old in (made[run] / rundir.RECORDS).read_text()
    problems = verify(forged(made[run], tmp_path / "forged", old, new))
    assert problems and all(told in problem.what for problem in problems), problems


@pytest.mark.parametrize(
    ("run", "old", "new"),
    [
        ("taken", "The default has changed since.", "The default is another since."),
        ("beside", "So the evidence has it.", "Thus the evidence has it."),
    ],
    ids=["rationale", "view beside"],
)
def test_other_words_that_name_nothing_new_are_not(made: dict[str, Path], tmp_path: Path, run: str, old: str, new: str) -> None:
    """What is found in the cases before is the name: a rewording that names nothing is no contradiction of any record."""
    assert list(verify(forged(made[run], tmp_path / "forged", old, new))) == []


def test_a_view_that_no_reply_holds_is_found(made: dict[str, Path], tmp_path: Path) -> None:
    """The words beside an instrument's verdict are those of a stored reply of the judge."""
    copy = forged(made["beside"], tmp_path / "forged", "So the evidence has it.", "Thus the evidence has it.")
    for path in (copy / rundir.EFFECTS).glob("reply-*.json"):
        path.write_bytes((made["beside"] / rundir.EFFECTS / path.name).read_bytes())
    rundir.write_manifest(copy)
    assert "a view beside its verdict stands in no stored reply of the judge" in {problem.what for problem in verify(copy)}
