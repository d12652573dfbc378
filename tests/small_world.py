"""A small pack, a web with a search on loopback, and a cast of scripted roles that together go the whole road."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from model_server import Arrived, ModelServer
from scripted_roles import Cast, fenced

from tests.fake_web import Asked, FakeWeb, Page
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


def every_round(arrived: Arrived) -> list[tuple[str, dict[str, Any]]]:
    """The planner without a program, which knows the round by what it is shown, and so may be asked again."""
    done = len(re.findall(r"^\d+\.1 ", arrived.texts, re.M))
    return Planner(rounds=done, experiment=False)(arrived)


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


def assessed(ended: Ended, words: str) -> dict[str, Any]:
    told = json.loads((ended.directory / "report.json").read_bytes())
    claim = next(c for c in told["reading"]["claims"] if c["text"]["untrusted"].startswith(words))
    found: dict[str, Any] = next(a for a in told["assessments"] if a["claim"] == claim["id"])
    return found


def section(ended: Ended, number: int) -> str:
    text = (ended.directory / "report.md").read_text()
    return text.split(f"\n## {number}. ")[1].split(f"\n## {number + 1}. ")[0] if number > 1 else text.split("\n## 2. ")[0]
