"""The whole graph with a scripted model, a web and a search on loopback: what models gave is shown as theirs, and verifies."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer
from scripted_roles import Cast, fenced

from agent.report import rundir
from agent.report.verify import verify
from tests.fake_web import Asked, FakeWeb, Page, serve
from tests.loopback_run import Ended, begin, carry_through

PACK = """== 1. Identity ==
Book: Small Book
Chapter: Queues
Chapter number: 4
Stable id: small-4

== 2. Chapter text ==

# Queues

A bounded deque drops the newest of its items when one more is appended to it.

The ring buffer has held 64 messages by default in every release since 2.0.

Sorting a list of pairs keeps pairs with equal keys in their order.

Readers wait for at most 30 seconds before they give up on a message.

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
SAYS = "The ring buffer holds 128 messages by default since release 2.4, and held 64 before."
PAGE = f"""<!doctype html><html><head><title>Ring buffers</title></head><body><main><h1>Ring buffers</h1><p>{SAYS}</p>
<p>{"A ring buffer overwrites what nobody has read. " * 30}</p></main></body></html>""".encode()
DEQUE, RING, SORTING, WAITING = "A bounded deque", "The ring buffer has", "Sorting a list", "Readers wait"
PROGRAM = """import json
from collections import deque
kept = deque([1, 2], maxlen=2)
kept.append(3)
with open("result.json", "w") as out:
    json.dump({"holds": list(kept) == [1, 2], "observed": {"kept": list(kept)}}, out)
"""


def label_of(arrived: Arrived, words: str) -> str:
    """The label under which a statement is shown."""
    found = re.search(rf"begin statement (C\d+)[^>]*>>\n[^\n]*{re.escape(words)}", arrived.texts)
    assert found, f"{words} is not among what was shown"
    return found.group(1)


def choose_every_sentence(arrived: Arrived) -> dict[str, Any]:
    """A claim reader that takes every sentence."""
    sentences = re.findall(r"[A-Z][^.#\n]{20,200}(?:\.\d[^.#\n]*)*\.", fenced(arrived, "passage"))
    statements = [{"quote": s, "kind": "behavioural", "restated": f"The chapter says: {s}", "worth": "high"} for s in sentences]
    return {"statements": statements, "thesis": [], "assumptions": [], "reader_level": []}


def relate(arrived: Arrived) -> dict[str, Any]:
    """A source reader that knows one sentence."""
    said = {"passage": 1, "quote": SAYS, "relation": "CONTRADICTS", "rationale": "The default has changed since.", "limits": "since 2.4"}
    return {"relations": [{"claim": label_of(arrived, RING), **said}]}


def by_relation(arrived: Arrived) -> dict[str, Any]:
    """A judge that follows the relation of the first piece of evidence, and has nothing to say of the others."""
    verdicts = {"CONTRADICTS": "contradicted", "SUPPORTS": "supported", "QUALIFIES": "qualified"}
    found = []
    for claim, label, relation in re.findall(r"begin statement (C\d+)[^>]*>>\n.*?^(E\d+): ([A-Z]+)", arrived.texts, re.M | re.S):
        said = {"concern": "The evidence says otherwise.", "priority": "high", "response": "correction", "against": []}
        found.append({"claim": claim, "verdict": verdicts.get(relation, "unverifiable"), "evidence": [label], **said})
    return {"verdicts": found}


def propose(arrived: Arrived) -> dict[str, Any]:
    """A proposer with words for the ring buffer alone."""
    changes = []
    for claim in re.findall(r"begin statement (C\d+)", arrived.texts):
        label = re.search(rf"begin the reason for {claim}>>.*?^(E\d+): ", arrived.texts, re.M | re.S)
        of_ring = claim == _ring(arrived)
        words = ("64 messages", "128 messages") if of_ring else ("", "")
        said = {"reason": "The source gives another default.", "tradeoff": "None that is seen.", "dependencies": []}
        changes.append({"claim": claim, "old": words[0], "new": words[1], "evidence": [label.group(1)] if label else [], **said})
    return {"changes": changes}


def _ring(arrived: Arrived) -> str:
    found = re.search(rf"begin statement (C\d+)[^>]*>>\n[^\n]*{re.escape(RING)}", arrived.texts)
    return found.group(1) if found else ""


def holding(arrived: Arrived) -> dict[str, Any]:
    """An auditor to whom all holds."""
    claims = re.findall(r"^Finding on (C\d+):", arrived.texts, re.M)
    return {"findings": [{"claim": claim, "holds": True, "reason": "It stands so in the chapter."} for claim in claims]}


def design(arrived: Arrived) -> dict[str, Any]:
    fixed = {"question": "Which item is dropped?", "success": "the newest is gone", "failure": "the oldest is gone"}
    return {**fixed, "script": PROGRAM}


def opened(arrived: Arrived) -> dict[str, Any]:
    mark = re.search(r"\[(C\d+)\]", arrived.texts)
    return {"sentences": [{"text": "One default has changed.", "evidence": [mark.group(1)]}] if mark else []}


@dataclass
class Planner:
    """Three rounds: a search and a program, a source and a gap, the end."""

    rounds: int = 0
    experiment: bool = True

    def __call__(self, arrived: Arrived) -> list[tuple[str, dict[str, Any]]]:
        self.rounds += 1
        ring = label_of(arrived, RING)
        if self.rounds == 1:
            run = [("run_experiment", {"claim": label_of(arrived, DEQUE)})] if self.experiment else []
            return [("search_docs", {"query": "ring buffer default size", "claims": [ring]}), *run]
        if self.rounds == 2:
            gap = {"claim": label_of(arrived, WAITING), "wanted": "A reader that is left waiting, timed.", "priority": "medium"}
            handles = re.findall(r"^  (H[\d.]+): ", arrived.texts, re.M)
            return [*(("open_source", {"handle": handle, "claims": [ring]}) for handle in handles), ("note_gap", gap)]
        return [("finish", {"reason": "covered"})]


def cast(**roles: Any) -> Cast:
    plays = {
        "choice": choose_every_sentence, "readsource": relate, "judgement": by_relation, "audit": holding, "proposed": propose,
        "design": design, "opening": opened, "planner": Planner(), **roles,
    }  # fmt: skip
    return Cast(**plays)


@dataclass
class World:
    """A web with a search on it, and the folder of the runs. hits: what the search finds."""

    web: FakeWeb
    folder: Path
    hits: list[dict[str, str]] = field(default_factory=list)
    search: Callable[[Asked], Page] | None = None

    def __post_init__(self) -> None:
        home = self.folder / "home" / "environments"
        home.mkdir(parents=True)
        (home / "settings.toml").write_text(f'[search]\nsearxng = "{self.web.url}"\n')
        self.web.routes["/search"] = lambda asked: (self.search or self._found)(asked)
        self.web.hang("/ring", Page(200, {"Content-Type": "text/html; charset=utf-8"}, PAGE))
        self.hits.append({"url": f"{self.web.url}/ring", "title": "Ring buffers", "content": "What they hold."})

    def _found(self, asked: Asked) -> Page:
        return Page(200, {"Content-Type": "application/json"}, json.dumps({"results": self.hits}).encode())

    def run(self, server: ModelServer, **choices: object) -> Ended:
        directory = begin(PACK.encode(), self.folder / "runs", **choices)
        return carry_through(directory, self.folder / "home" / "environments", {"OPENAI_BASE_URL": server.url})


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with serve() as web:
        yield World(web, tmp_path)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    """One run without experiments, for tests that only read it."""
    with serve() as web, ModelServer(cast(planner=Planner(experiment=False)).script()) as server:
        return World(web, tmp_path_factory.mktemp("once")).run(server)


def assessed(ended: Ended, words: str) -> dict[str, Any]:
    told = json.loads((ended.directory / "report.json").read_bytes())
    claim = next(c for c in told["reading"]["claims"] if c["text"]["untrusted"].startswith(words))
    found: dict[str, Any] = next(a for a in told["assessments"] if a["claim"] == claim["id"])
    return found


def section(ended: Ended, number: int) -> str:
    text = (ended.directory / "report.md").read_text()
    return text.split(f"\n## {number}. ")[1].split(f"\n## {number + 1}. ")[0] if number > 1 else text.split("\n## 2. ")[0]


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
    assert set(roles) == {"claim_reader", "planner", "source_reader", "judge", "proposer", "auditor", "writer"}
    # Two of the requests found out what the endpoint understands.
    assert sum(roles.values()) == len(server.requests) - 2
    assert "A model's words" in section(ended, 1) and f"sections, writer: {roles['writer']} calls" in section(ended, 1)


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
