"""No number, name or address that a model made up stands in anything that is written, in whatever form and field it is planted.

Whole runs with a liar on the wire: each field of each role says a sentence with a word that is its own, by which it is found again.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer
from scripted_roles import evidence

from agent.report import rundir
from agent.report.verify import verify
from tests import small_world
from tests.fake_web import serve
from tests.small_world import DEQUE, PACK, RING, SAYS, SORTING, WAITING, World, cast

FORMS = {
    "digits": "97.3 percent", "in words": "ninety-five percent", "a fraction": "⅞", "Roman": "xxxvii", "full width": "９７ percent",
    "a multiple": "fortyfold", "Chinese": "九十五", "a sign": "minus 64", "put together": "64 128", "a name": "what Donald Knuth gave",
    "an address": "what https://e.example/made gave",
}  # fmt: skip
HARMLESS = "one half-open and double-quoted part"
# A word of its own for each field of a model's that reaches what is written.
TAKEN = {
    "restated": "quarl", "rationale": "brivel", "limits": "stonk", "concern": "melf", "new": "trabe", "reason": "plonder",
    "tradeoff": "wicken", "dependencies": "garb", "wanted": "froll", "question": "skern", "opening": "dandle",
}  # fmt: skip
SET_ASIDE = {"concern": "melf", "objection": "vorp", "wordless": "plonder"}
OUTPUTS = (rundir.REPORT, rundir.PAGE, rundir.RECORDS, rundir.PROPOSAL, rundir.PATCH, rundir.BIBTEX, rundir.CSL)
OLD = {DEQUE: "its items", RING: "64 messages", SORTING: "equal keys", WAITING: "a message"}
LIES_IN = {RING: "new", DEQUE: "reason", SORTING: "tradeoff", WAITING: "dependencies"}


class Liar:
    """Says `it` in each field, with the field's own word. survives: whether the auditor lets its findings stand."""

    def __init__(self, it: str, survives: bool = True) -> None:
        self.it, self.survives = it, survives

    def says(self, field: str) -> str:
        return f"It says {self.it} of {({**TAKEN, **SET_ASIDE})[field]}."

    def choice(self, arrived: Arrived) -> dict[str, Any]:
        answer = small_world.choose_every_sentence(arrived)
        for statement in answer["statements"]:
            statement["restated"] = f"{statement['quote']} {self.says('restated')}"
        return answer

    def readsource(self, arrived: Arrived) -> dict[str, Any]:
        said = {"quote": SAYS, "passage": 1, "relation": "CONTRADICTS", "rationale": self.says("rationale"), "limits": self.says("limits")}
        return {"relations": [{"claim": small_world.label_of(arrived, words), **said} for words in OLD]}

    def judgement(self, arrived: Arrived) -> dict[str, Any]:
        said = {"verdict": "contradicted", "concern": self.says("concern"), "priority": "high", "response": "correction", "against": []}
        return {"verdicts": [{"claim": claim, "evidence": pieces, **said} for claim, pieces in evidence(arrived).items()]}

    def proposed(self, arrived: Arrived) -> dict[str, Any]:
        changes = []
        labels = {small_world.label_of(arrived, words): words for words in OLD}
        for claim, pieces in evidence(arrived).items():
            words = labels[claim]
            said: dict[str, Any] = {"old": OLD[words], "new": "others", "reason": "So it is.", "tradeoff": "None.", "dependencies": []}
            lie = self.says(LIES_IN[words])
            said[LIES_IN[words]] = [lie] if LIES_IN[words] == "dependencies" else lie
            if not self.survives:
                said |= {"old": "", "new": "", "reason": self.says("wordless"), "tradeoff": "", "dependencies": []}
            changes.append({"claim": claim, "evidence": pieces, **said})
        return {"changes": changes}

    def audit(self, arrived: Arrived) -> dict[str, Any]:
        labels = [line.split()[2].rstrip(":") for line in arrived.texts.splitlines() if line.startswith("Finding on C")]
        return {"findings": [
            {"claim": claim, "holds": self.survives or at == 0, "reason": self.says("objection")} for at, claim in enumerate(labels)
        ]}  # fmt: skip

    def design(self, arrived: Arrived) -> dict[str, Any]:
        return {"question": self.says("question"), "success": "", "failure": "", "script": ""}

    def opening(self, arrived: Arrived) -> dict[str, Any]:
        answer = small_world.opened(arrived)
        return {"sentences": [{**sentence, "text": self.says("opening")} for sentence in answer["sentences"]]}

    def planner(self, arrived: Arrived) -> list[tuple[str, dict[str, Any]]]:
        calls = small_world.every_round(arrived)
        for name, arguments in calls:
            if name == "note_gap":
                arguments["wanted"] = self.says("wanted")
        if any(name == "search_docs" for name, _ in calls):
            calls.append(("run_experiment", {"claim": small_world.label_of(arrived, DEQUE)}))
        wide = [small_world.label_of(arrived, words) for words in OLD]
        return [(name, {**arguments, "claims": wide} if name == "open_source" else arguments) for name, arguments in calls]


def written(liar: Liar, folder: Path) -> str:
    """All that a run with it writes for people to read or to take further; nothing in it is amiss."""
    roles = ("choice", "readsource", "judgement", "proposed", "audit", "design", "opening", "planner")
    with serve() as web, ModelServer(cast(**{name: getattr(liar, name) for name in roles}).script()) as server:
        source = folder / "chapter.md"
        source.write_text(PACK.partition("== 2. Chapter text ==\n\n")[2].partition("== 3.")[0])
        run = World(web, folder).run(server, experiments=True).directory
    assert list(verify(run)) == []
    return "\n".join(path.read_text(encoding="utf-8") for name in OUTPUTS if (path := run / name).exists())


@pytest.mark.parametrize(("survives", "fields"), [(True, TAKEN), (False, SET_ASIDE)], ids=["taken", "set aside"])
def test_each_field_reaches_what_is_written(tmp_path: Path, survives: bool, fields: dict[str, str]) -> None:
    """The control: words that name nothing stand in what is written, each field's."""
    found = written(Liar(HARMLESS, survives), tmp_path)
    assert [field for field, word in fields.items() if word not in found] == []


@pytest.mark.parametrize("form", FORMS)
def test_what_was_made_up_is_not_written(tmp_path: Path, form: str) -> None:
    """Neither a number in any form, nor a name or an address, in any field: the sentence around it is left out, or the change is."""
    found = written(Liar(FORMS[form]), tmp_path)
    assert [field for field, word in TAKEN.items() if word in found] == []


@pytest.mark.parametrize("form", ["in words", "a name"])
def test_what_was_made_up_is_not_written_of_what_was_set_aside(tmp_path: Path, form: str) -> None:
    """Nor in what the auditor says against a finding, or why no words mend one."""
    found = written(Liar(FORMS[form], survives=False), tmp_path)
    assert [field for field, word in SET_ASIDE.items() if word in found] == []
