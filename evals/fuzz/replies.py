"""What reads hostile JSON, as the product calls it: a model's answers, calls and streams, searches and registries, results of programs.

An input is `[name, value]`: which reader, and what it is given. Where it is anything else the reader follows from its length, and what it
is given are the bytes as they came.
"""

# ruff: noqa: E501 (inputs and the page of results stand in one piece)

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from agent.acts import running
from agent.inquiry import Handle, Inquiry
from agent.llm.dialect import Dialect, understand
from agent.llm.errors import BadReply, ModelError
from agent.llm.records import Ask, Call, Reply, Turn, Usage
from agent.llm.schema import Refused, read
from agent.records import Claim, Evidence, Identity
from agent.report.contract import SectionMaterial, check_section
from agent.roles import answerer, auditor, claim_reader, experimenter, judge, planner, proposer, source_reader, writer
from agent.stages import claims, experiments, pack
from evals.fuzz import mutation
from evals.fuzz.targets import PACKS, ROOT, Target
from prompts import inert
from prompts.trust import Untrusted, derived, measure
from sandbox.probes import ProbeError, catalogue, observations
from sandbox.records import RunResult
from tools.instruments import instruments
from tools.legible import legible_chapter
from tools.quotes import Searchable
from tools.records import Chapter, ChapterEvidence, Facts, Instrument, RunWanted, Span

Answered = TypeVar("Answered")
NOTHING = Untrusted("", "model")
TEXT = (
    "# Queues\n\nThe three jobs took 10, 20 and 40 ms. Together they took 80 ms.\n\nThe queue keeps three jobs at most.\n\n"
    "```python\njobs = [1, 2, 3]\nprint(len(jobs))  # 3\nprint(sum(jobs))  # 7\nprint(jobs[5])\n```\n\n```\n3\n6\n```\n"
)


def split(data: bytes, names: Sequence[str]) -> tuple[str, bytes]:
    """The reader that an input names, and what it is given."""
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if isinstance(value, list) and len(value) == 2 and value[0] in names:
        given = value[1] if isinstance(value[1], str) else json.dumps(value[1])
        return value[0], given.encode("utf-8", "surrogatepass")
    return names[len(data) % len(names)], data


@cache
def chapter(text: str = TEXT) -> Chapter:
    nobody = Identity(book=Untrusted("b", "x"), chapter=Untrusted("c", "x"), number=None, stable_id="x")
    return pack.chapter_of(text, nobody, whole=True, document="pack", offset=0)


@cache
def statements() -> tuple[Claim, ...]:
    return claims.read(chapter()).claims


@cache
def evidence() -> dict[str, tuple[Evidence, ...]]:
    """One ground for each statement."""
    return {
        claim.id: (
            Evidence(
                id=f"e{number}", label=f"E{number}", claim=claim.id, evidence_class="REPORTED_BY_SOURCE", relation="CONTRADICTS",
                ground=ChapterEvidence(relation="CONTRADICTS", span=claim.span), statement=claim.text,
            ),
        )
        for number, claim in enumerate(statements(), start=1)
    }  # fmt: skip


# ---- a model's answers -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Says:
    """Models in whose place the input stands: every role gets it as its answer."""

    text: Untrusted

    def room(self, role: str, output_tokens: int) -> int:
        return 44_000

    def answer(self, stage: str, ask: Ask, record: type[Any]) -> Any:
        try:
            return read(self.text, record)
        except Refused as error:
            raise BadReply(str(error)) from error

    def reply(self, stage: str, ask: Ask) -> Reply:
        written = Reply(text=self.text, reasoning=NOTHING, ended="done", usage=Usage(), model=NOTHING)
        return understand(written, ask, Dialect(tools="written"))

    def each(self, items: Iterable[Any], perform: Callable[[Any], Answered]) -> list[Answered | ModelError]:
        made: list[Answered | ModelError] = []
        for item in items:
            try:
                made.append(perform(item))
            except ModelError as error:
                made.append(error)
        return made


def _read_source(models: Any) -> None:
    text = chapter().text
    searchable = Searchable(text)
    passages = (source_reader.Passage(Span(start=0, end=len(text)), text),)
    found = source_reader.read(models, statements(), passages, lambda words, _: next(iter(searchable.find_all(words)), None))
    for item in found.found:
        inert.markdown(item.rationale)


def _opinion() -> judge.Opinion:
    return judge.Opinion(verdict="contradicted", concern=NOTHING, priority="high", response="correction", evidence=("e1",), against=())


def _judge(models: Any) -> None:
    """What each verdict comes to beside the evidence of any statement."""
    answer = models.answer(judge.STAGE, Ask(role=judge.ROLE, turns=()), judge.Judgement)
    for said in answer.verdicts:
        for claim in statements():
            for known in evidence().values():
                judge._carried(said, claim, known, chapter().text)


def _audit(models: Any) -> None:
    of = evidence()
    auditor.audit(models, [auditor.Challenged(c, _opinion(), of[c.id], None) for c in statements()], chapter().text)


def _propose(models: Any) -> None:
    of = evidence()
    for proposal in proposer.propose(models, [(c, _opinion(), of[c.id]) for c in statements()], chapter().text).by_claim.values():
        inert.markdown(proposal.new)


def _design(models: Any) -> None:
    running.wanted(statements()[0], experimenter.design(models, statements()[0], {"torch": "2.13.0"}))


def _write(models: Any) -> None:
    material = SectionMaterial(text=chapter().text, marks=frozenset({"C1", "E1"}), urls=frozenset())
    for sentence in writer.write(models, "Findings", (chapter().text and "nothing",)):
        check_section(4, measure(sentence.text), material)
        check_section(4, inert.markdown(sentence.text), material)


def _plan(models: Any) -> None:
    known = Handle(label="H0.1", id="x", url="https://site.example", kind="page", title=NOTHING, came="the pack")
    acts, told = planner.plan(models, statements(), {}, (), (), Inquiry(by="m", handles=(known,)), frozenset(planner.TAKES))
    json.dumps([act.model_dump(mode="json") for act in acts]).encode()
    "".join(told).encode()


ROLES: dict[str, Callable[[Any], object]] = {
    "choice": lambda models: claim_reader.refine(models, chapter(), claims.read(chapter())), "readsource": _read_source,
    "judgement": _judge, "audit": _audit, "proposed": _propose,
    "design": _design, "opening": _write, "answer": lambda models: answerer.answer(models, derived("why?"), ()), "plan": _plan,
}  # fmt: skip


def read_reply(data: bytes) -> None:
    """An answer of a model in the form of one of the roles, and what the role makes of it."""
    name, given = split(data, list(ROLES))
    try:
        ROLES[name](Says(Untrusted(given.decode("utf-8", "replace"), "model")))
    except ModelError as error:
        str(error).encode()


def read_calls(data: bytes) -> None:
    """Calls of tools as the protocol carries them: a name and arguments, of whatever shape."""
    name, given = split(data, list(planner.TAKES))
    known = Handle(label="H0.1", id="x", url="https://site.example", kind="page", title=NOTHING, came="the pack")
    call = Call(id="1", name=name, arguments=Untrusted(given.decode("utf-8", "replace"), "model"))
    reply = Reply(text=NOTHING, reasoning=NOTHING, calls=(call, call), ended="calls", usage=Usage(), model=NOTHING)
    inquiry = Inquiry(by="m", handles=(known,))
    acts, told = planner._acts(reply, {claim.label for claim in statements()}, inquiry, frozenset(planner.TAKES))
    json.dumps([act.model_dump(mode="json") for act in acts]).encode()
    "".join(told).encode()
    corrected = (Turn(role="system", parts=("x",)), Turn(role="assistant", said=call.arguments, calls=(call,)))
    json.dumps([turn.model_dump(mode="json") for turn in corrected]).encode()


# ---- what a program leaves ---------------------------------------------------------------------------------------------


@cache
def _wanted() -> tuple[tuple[Instrument, RunWanted, str], ...]:
    """The runs that the instruments ask for of a small chapter and of the bundled one, with the chapter's text."""
    found: list[tuple[Instrument, RunWanted, str]] = []
    for text in (TEXT, measure(_bundled().text)):
        for instrument in instruments([("book.ipynb", Untrusted(_BOOK, "person"))]):
            asked = instrument.examine(legible_chapter(chapter(text)), _facts())
            found += [(instrument, wanted, text) for wanted in asked.runs]
    return tuple(found)


_BOOK = '{"nbformat": 4, "metadata": {}, "cells": [{"cell_type": "code", "source": "print(3)", "outputs": [{"output_type": "stream", "name": "stdout", "text": "4"}]}]}'


def _bundled() -> Chapter:
    return pack.read((PACKS / "demo" / "pack.txt").read_bytes(), "pack.txt", "pack").chapter


def _facts() -> Facts:
    return Facts(packages=None, experiments=True, today="2026-01-01")


def read_outcome(data: bytes) -> None:
    """`result.json` of a run: by the instrument that asked for it, and by the probes."""
    probes = {f"probe:{probe.name}": probe for probe in catalogue()}
    runs = {f"{each[1].key}/{place}": each for place, each in enumerate(_wanted())}
    name, given = split(data, [*runs, *probes])
    ended = RunResult(
        ending="exited", exit_code=0, reason="", tier="x", layers=(), stdout=NOTHING, stderr=NOTHING, truncated=False,
        artefacts={"result.json": given}, artefacts_left=(), wall_seconds=1.0, cpu_seconds=1.0, peak_memory_mb=1.0,
    )  # fmt: skip
    if name in probes:
        try:
            for seen in observations(probes[name], experiments.outcome_of(_wanted()[0][1], ended, "x", {}).result):
                seen.statement.encode("utf-8", "replace")
        except ProbeError:
            return
        return
    instrument, wanted, text = runs[name]
    outcome = experiments.outcome_of(wanted, ended, "x", {})
    for finding in instrument.read(wanted, outcome, legible_chapter(chapter(text)), _facts()).findings:
        inert.markdown(finding.summary)


# ---- seeds -------------------------------------------------------------------------------------------------------------


def _replies() -> Iterable[bytes]:
    words, claim = "The queue keeps three jobs at most.", statements()[0].label
    answers: dict[str, Any] = {
        "choice": {"statements": [{"quote": words, "kind": "numeric", "restated": words, "worth": "high"}], "thesis": [words],
                   "assumptions": [], "reader_level": []},
        "readsource": {"relations": [{"claim": claim, "passage": 1, "quote": words, "relation": "SUPPORTS", "rationale": "r", "limits": ""}]},
        "judgement": {"verdicts": [{"claim": claim, "verdict": "contradicted", "concern": "c", "priority": "high", "response": "correction",
                                    "evidence": ["E1"], "against": []}]},
        "audit": {"findings": [{"claim": claim, "holds": False, "reason": "r"}]},
        "proposed": {"changes": [{"claim": claim, "old": "three", "new": "four", "reason": "r", "tradeoff": "t", "evidence": ["E1"],
                                  "dependencies": ["d"]}]},
        "design": {"question": "q", "success": "s", "failure": "f", "script": "print(1)"},
        "opening": {"sentences": [{"text": "Three jobs [C1] took 80 ms.", "evidence": ["C1"]}]},
        "answer": {"sentences": [{"text": "t", "records": ["C1"]}], "look_up": ["x"]},
        "plan": {"calls": [{"name": "open_source", "arguments": {"handle": "H0.1", "claims": [claim]}}]},
    }  # fmt: skip
    yield from (json.dumps([name, json.dumps(answer)]).encode() for name, answer in answers.items())
    yield from (json.dumps([name, answer]).encode() for name, answer in answers.items())


def _calls() -> Iterable[bytes]:
    about = {"claims": [statements()[0].label]}
    given: dict[str, Any] = {
        "search_papers": {"query": "queues", **about}, "open_source": {"handle": "H0.1", **about},
        "find_in_source": {"handle": "H0.1", "words": "x"}, "inspect_package": {"name": "torch.compile", **about},
        "release_history": {"package": "torch", "name": "torch.compile", **about}, "run_probe": {"name": "torch-facts"},
        "run_experiment": {"claim": about["claims"][0]}, "note_gap": {"claim": about["claims"][0], "wanted": "w", "priority": "high"},
        "finish": {"reason": "covered"},
    }  # fmt: skip
    yield from (json.dumps([name, arguments]).encode() for name, arguments in given.items())


def _outcomes() -> Iterable[bytes]:
    """Results of the small chapter's own runs, and those that were recorded of probes."""
    for place, (_, wanted, _) in enumerate(_wanted()):
        if wanted.packages and "torch" in wanted.packages:
            continue
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "inputs.json").write_text(json.dumps(wanted.inputs))
            (Path(folder) / "main.py").write_text(wanted.script)
            done = subprocess.run([sys.executable, "-I", "main.py"], cwd=folder, capture_output=True, timeout=60, check=False)
            result = Path(folder) / "result.json"
            if done.returncode == 0 and result.exists():
                yield json.dumps([f"{wanted.key}/{place}", json.loads(result.read_bytes())]).encode()
    for path in sorted((ROOT / "tests" / "probe_results").glob("*.json")):
        yield json.dumps([f"probe:{path.stem}", json.loads(path.read_bytes())]).encode()


JSON = (
    Target("reply", "a model's answers, in the form of each role", read_reply, _replies, mutation.of_json),
    Target("calls", "arguments of tools", read_calls, _calls, mutation.of_json),
    Target("outcome", "results of programs in the sandbox", read_outcome, _outcomes, mutation.of_json, largest=60_000),
)
