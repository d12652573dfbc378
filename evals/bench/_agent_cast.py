"""What the bench of the agent runs on, all of it made: a web on loopback with fifteen pages, a search over them, and a model that plays its
roles out of what it is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any

from tests.fake_web import HTML, FakeWeb, Page, serve
from tests.model_server import Arrived, Said, obedient

SOURCES, PROGRAMS, STATEMENTS = 15, 5, 52  # statements: chosen from one passage of the chapter
PER_SOURCE = 6  # statements that one source is read for
_LOOKS = 0.2  # seconds
_SUBJECTS = (
    "guards", "recompilation", "the cache limit", "dynamic shapes", "graph breaks", "eager fallback", "cold starts", "latency", "backends",
    "specialization", "sequence length", "the tracer", "inductor", "compiled graphs", "amortization",
)  # fmt: skip
_WORDS = (
    "A compiled function is called with a shape that no guard has seen, and the compiler decides whether to compile again.",
    "The number of cached graphs of one function is bounded, and beyond the bound calls run eagerly without an error.",
    "A request of a length that was seen before reuses its graph, while a new length pays for a compilation of seconds.",
    "What torch.compile returns agrees with eager to a tolerance, which says nothing about whether a graph was captured.",
)


def _page(number: int) -> bytes:
    subject = _SUBJECTS[number % len(_SUBJECTS)]
    said = [
        f"<h2>Part {part} on {subject}</h2><p>Remark {number}.{part}: for {subject}, release 2.{part} behaves as its notes say. "
        f"{' '.join(_WORDS[(number + part + turn) % len(_WORDS)] for turn in range(6))}</p>"
        for part in range(30)
    ]
    return f"<!doctype html><html><head><title>On {subject}</title></head><body><main>{''.join(said)}</main></body></html>".encode()


@contextmanager
def pages() -> Iterator[FakeWeb]:
    """The search, and fifteen sites each of its own origin, as sources are."""
    with ExitStack() as stack:
        search = stack.enter_context(serve(looks=_LOOKS))
        sites = [stack.enter_context(serve(looks=_LOOKS)) for _ in range(SOURCES)]
        found = [
            {"url": site.hang("/page", Page(headers=HTML, body=_page(n))), "title": f"On {_SUBJECTS[n]}"} for n, site in enumerate(sites)
        ]

        def answer(asked: Any) -> Page:
            first = int(re.search(r"part\+(\d)", asked.path)[1]) * 5  # type: ignore[index]
            return Page(200, {"Content-Type": "application/json"}, json.dumps({"results": found[first : first + 5]}).encode())

        search.routes["/search"] = answer
        yield search


def labels(arrived: Arrived) -> list[str]:
    return list(dict.fromkeys(re.findall(r"begin statement (C\d+)", arrived.texts)))


def role(arrived: Arrived) -> str:
    """Whose request it is, by the form that it wants."""
    names = {
        "choice": "claim reader", "readsource": "source reader", "design": "experimenter", "judgement": "judge", "proposed": "proposer",
        "audit": "auditor", "opening": "writer", "ready": "trial",
    }  # fmt: skip
    if not arrived.form:
        return "planner" if len(arrived.body["tools"]) > 1 else "trial"
    return names[arrived.form]


@dataclass
class Cast:
    """One model for one run. seconds: that every reply takes; context: tokens beyond which a request is refused, 0 for none."""

    seconds: float = 0.0
    context: int = 0
    arrived: list[Arrived] = field(default_factory=list)

    def script(self) -> Any:
        playing = obedient(self._play)

        def answer(arrived: Arrived) -> Said:
            self.arrived.append(arrived)
            most = arrived.body.get("max_completion_tokens", 0)
            if self.context and arrived.tokens + most > self.context:
                return Said(status=400, error={"message": f"maximum context length is {self.context}", "code": "context_length_exceeded"})
            said = playing(arrived)
            said.delay = self.seconds
            return said

        return answer

    def _play(self, arrived: Arrived) -> Said:
        played = getattr(self, "_" + role(arrived).replace(" ", "_"))(arrived)
        return played if isinstance(played, Said) else Said(json.dumps(played))

    def _claim_reader(self, arrived: Arrived) -> dict[str, Any]:
        body = re.search(r"<<(\w+) begin passage>>\n(.*?)\n<<\1 end>>", arrived.texts, re.S)
        words = [" ".join(s.split()) for s in re.findall(r"[A-Z][^.!?|]{12,290}[.?]", body[2] if body else "")]
        chosen = [{"quote": s, "kind": "behavioural", "restated": f"The chapter says: {s}"[:300], "worth": "high"} for s in words]
        return {"statements": chosen[:STATEMENTS], "thesis": [], "assumptions": [], "reader_level": []}

    def _planner(self, arrived: Arrived) -> Said:
        shown = labels(arrived)
        handles = sorted(re.findall(r"^  (H1\.\d+\.\d+): ", arrived.texts, re.M), key=lambda h: [int(n) for n in h[1:].split(".")])
        calls: list[tuple[str, dict[str, Any]]] = []
        begun = "1.1 search_docs" in arrived.texts
        if not begun:
            calls += [("search_docs", {"query": f"compiler part {n}", "claims": shown[:PER_SOURCE]}) for n in range(3)]
            calls += [("run_experiment", {"claim": label}) for label in shown[:PROGRAMS]]
        for handle in handles[:6]:
            number = int(handle.split(".")[1]) * 5 + int(handle.split(".")[2]) - 6
            wanted = [shown[(number * PER_SOURCE + n) % len(shown)] for n in range(PER_SOURCE)]
            calls.append(("open_source", {"handle": handle, "claims": wanted}))
        if begun and not handles:
            calls += [("note_gap", {"claim": shown[-1], "wanted": "A run on another device.", "priority": "low"})]
            calls += [("finish", {"reason": "covered"})]
        return Said(calls=[(name, json.dumps(arguments)) for name, arguments in calls])

    def _source_reader(self, arrived: Arrived) -> dict[str, Any]:
        said = re.findall(r"Remark \d+\.\d+: [^.]+\.\d+ behaves as its notes say\.", arrived.texts)
        passages = [re.findall(r"Remark \d+\.\d+: [^.]+\.\d+ behaves as its notes say\.", body) for body in _passages(arrived)]
        places = [(number, quote) for number, quotes in enumerate(passages, start=1) for quote in quotes]
        assert said, "a page was shown without a remark"
        found = []
        for index, claim in enumerate(labels(arrived)):
            passage, quote = places[index % len(places)]
            relation = ("SUPPORTS", "CONTRADICTS", "QUALIFIES")[int(claim[1:]) % 3]
            words = {"rationale": "The remark speaks of the same behaviour, for one release.", "limits": "one release"}
            found.append({"claim": claim, "passage": passage, "quote": quote, "relation": relation, **words})
        return {"relations": found}

    def _experimenter(self, arrived: Arrived) -> dict[str, Any]:
        second = "begin traceback" in arrived.texts
        # The first program fails once, as programs do.
        fails = labels(arrived) == self._first() and not second
        script = "import json\n" + ("raise SystemExit(3)\n" if fails else "")
        script += 'with open("result.json", "w") as out:\n    json.dump({"holds": True, "observed": {"calls": 13}}, out)\n'
        return {"question": "Does it come out?", "success": "it does", "failure": "it does not", "script": script}

    def _first(self) -> list[str]:
        return next((labels(each)[:1] for each in self.arrived if role(each) == "planner"), [])

    def _judge(self, arrived: Arrived) -> dict[str, Any]:
        verdicts = {"SUPPORTS": "supported", "CONTRADICTS": "contradicted", "QUALIFIES": "qualified", "UNCERTAIN": "unverifiable"}
        found = []
        for claim, pieces in _evidence(arrived).items():
            verdict = verdicts.get(pieces[0][1], "supported") if pieces else "unverifiable"
            said = {"concern": "The release that the text speaks of is not named.", "priority": "medium", "response": "clarification"}
            found.append({"claim": claim, "verdict": verdict, "evidence": [label for label, _ in pieces], "against": [], **said})
        return {"verdicts": found}

    def _proposer(self, arrived: Arrived) -> dict[str, Any]:
        changes = []
        for claim, pieces in _evidence(arrived).items():
            body = re.search(rf"begin statement {claim},[^>]*>>\n(\S+ \S+ \S+)", arrived.texts)
            said = {"reason": "The behaviour is of one release.", "tradeoff": "A longer sentence.", "dependencies": []}
            old = body[1] if body else ""
            changes.append({"claim": claim, "old": old, "new": f"In one release, {old}", "evidence": [pieces[0][0]], **said})
        return {"changes": changes}

    def _auditor(self, arrived: Arrived) -> dict[str, Any]:
        found = re.findall(r"^Finding on (C\d+):", arrived.texts, re.M)
        return {"findings": [{"claim": claim, "holds": True, "reason": "The quotation carries it."} for claim in found]}

    def _writer(self, arrived: Arrived) -> dict[str, Any]:
        marks = list(dict.fromkeys(re.findall(r"\[([CEXP]\d+)\]", arrived.texts)))[:3]
        return {"sentences": [{"text": "Some statements hold for one release.", "evidence": [mark]} for mark in marks]}


def _passages(arrived: Arrived) -> list[str]:
    return [body for _, body in re.findall(r"<<(\w+) begin passage \d+>>\n(.*?)\n<<\1 end>>", arrived.texts, re.S)]


def _evidence(arrived: Arrived) -> dict[str, list[tuple[str, str]]]:
    """Label and relation of the evidence under each statement."""
    found: dict[str, list[tuple[str, str]]] = {}
    claim = ""
    for label, piece, relation in re.findall(r"begin statement (C\d+)|^(E\d+): ([A-Z_]+)", arrived.texts, re.M):
        claim = label or claim
        found.setdefault(claim, [])
        if piece:
            found[claim].append((piece, relation))
    return found
