"""Scripts for the model server that play the roles: by the form that is asked for, out of what they are shown."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from model_server import Arrived, Said, obedient

Answer = Callable[[Arrived], dict[str, Any] | Said]


def labels(arrived: Arrived) -> list[str]:
    """The labels of the statements that the model is shown, in order."""
    return list(dict.fromkeys(re.findall(r"begin statement (C\d+)", arrived.texts)))


def evidence(arrived: Arrived) -> dict[str, list[str]]:
    """The labels of the evidence under each statement."""
    found: dict[str, list[str]] = {}
    claim = ""
    for label, piece in re.findall(r"begin statement (C\d+)|^(E\d+): ", arrived.texts, re.M):
        claim = label or claim
        found.setdefault(claim, [])
        if piece:
            found[claim].append(piece)
    return found


def fenced(arrived: Arrived, label: str) -> str:
    """The text between the marks of a label."""
    match = re.search(rf"<<(\w+) begin {re.escape(label)}[^>]*>>\n(.*?)\n<<\1 end>>", arrived.texts, re.S)
    return match.group(2) if match else ""


def choose_sentences(arrived: Arrived) -> dict[str, Any]:
    """A claim reader that takes every sentence with a digit."""
    passage = fenced(arrived, "passage")
    sentences = [" ".join(s.split()) for s in re.findall(r"[A-Z][^.|#`]{8,200}\.", passage) if re.search(r"\d", s)]
    statements = [{"quote": s, "kind": "numeric", "restated": f"It is said that {s}"[:400], "worth": "high"} for s in sentences]
    return {"statements": statements, "thesis": [], "assumptions": [], "reader_level": []}


def verdicts(verdict: str) -> Answer:
    """A judge that gives one verdict on everything, resting on all the evidence that it is shown."""

    def answer(arrived: Arrived) -> dict[str, Any]:
        said = {"verdict": verdict, "concern": "So the evidence has it.", "priority": "medium", "response": "clarification", "against": []}
        return {"verdicts": [{"claim": claim, "evidence": pieces, **said} for claim, pieces in evidence(arrived).items()]}

    return answer


def audits(holds: bool) -> Answer:
    def answer(arrived: Arrived) -> dict[str, Any]:
        found = re.findall(r"^Finding on (C\d+):", arrived.texts, re.M)
        return {"findings": [{"claim": claim, "holds": holds, "reason": "The words around it say so."} for claim in found]}

    return answer


def nothing_to_change(arrived: Arrived) -> dict[str, Any]:
    said = {"old": "", "new": "", "reason": "A figure is needed.", "tradeoff": "", "dependencies": []}
    return {"changes": [{"claim": claim, "evidence": pieces[:1], **said} for claim, pieces in evidence(arrived).items()]}


@dataclass
class Cast:
    """Who plays which role, by the name of the form that it answers in. calls: answers of the planner, in turn."""

    choice: Answer = choose_sentences
    judgement: Answer = field(default_factory=lambda: verdicts("supported"))
    audit: Answer = field(default_factory=lambda: audits(True))
    proposed: Answer = nothing_to_change
    readsource: Answer = lambda arrived: {"relations": []}
    design: Answer = lambda arrived: {"question": "It cannot be run.", "success": "", "failure": "", "script": ""}
    opening: Answer = lambda arrived: {"sentences": []}
    planner: Callable[[Arrived], list[tuple[str, dict[str, Any]]]] = lambda arrived: [("finish", {"reason": "covered"})]
    unknown: list[str] = field(default_factory=list)

    def script(self) -> Callable[[Arrived], Said]:
        return obedient(self._answer)

    def _answer(self, arrived: Arrived) -> Said:
        if not arrived.form and arrived.body.get("tools"):
            return Said(calls=[(name, json.dumps(arguments)) for name, arguments in self.planner(arrived)])
        play = getattr(self, arrived.form, None)
        if play is None:
            self.unknown.append(arrived.form)
            return Said(status=500)
        answer = play(arrived)
        return answer if isinstance(answer, Said) else Said(json.dumps(answer))
