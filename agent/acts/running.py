"""Runs: a probe of ours, or a program that a model writes for one statement, wanted here and made by the experiments' stage."""

from __future__ import annotations

from typing import get_args

from pydantic import JsonValue

from agent.acts.bench import Bench
from agent.inquiry import Act, Done
from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.records import Claim, Experiment
from agent.roles import experimenter, grounding
from agent.roles.experimenter import Design
from agent.roles.regrounding import placed
from prompts.trust import Untrusted, derived, measure
from sandbox.probes import catalogue
from tools import durable
from tools.records import Gap, Priority, RunWanted

PREFIX, BY, PLANNED = "model:", "model: experimenter", "model: planner"
# Stands in the place of words of a planner's or an experimenter's that name what they may not.
LEFT_OUT = derived(f"what the model said here names {grounding.UNGROUNDED}; it is left out")
_AGAIN = "/again"
_SECONDS = 120
_LARGEST, _TOLD, _LINES = 20_000, 4_000, 8  # characters of an answer, and of what a failed program is told; lines of what was observed


def probe(bench: Bench, act: Act) -> Done:
    """A probe by its name, with its own parameters where the plan has none from the chapter."""
    name = str(act.arguments["name"])
    found = next((probe for probe in catalogue() if probe.name == name), None)
    if found is None:
        return Done(act=act, answered=False, lines=("there is no probe of that name",))
    wanted = RunWanted(
        key=f"probe:{found.name}", instrument=f"probe:{found.name}", question=found.question, success=found.success, failure=found.failure,
        script=found.script, inputs={name: parameter.default for name, parameter in found.parameters.items()}, packages=found.packages,
        seconds=found.seconds,
    )  # fmt: skip
    return Done(act=act, answered=True, lines=("it will be run",), runs=(wanted,))


def experiment(bench: Bench, act: Act) -> Done:
    """A program for one statement; its criteria are fixed with it, before it runs."""
    (claim,) = bench.of([act.arguments["claim"]])
    models = bench.context.models
    assert models is not None, "only a model calls for a program"
    try:
        design = experimenter.design(models, claim, bench.context.packages.installed())
    except ModelError as error:
        return Done(act=act, answered=False, lines=(f"no program was written ({type(error).__name__})",))
    design = _held(design, claim, bench)
    if not measure(design.script).strip():
        gap = Gap(instrument=BY, span=claim.span, what=design.question, remedy="decide it by hand, or from a source")
        return Done(act=act, answered=False, lines=("no program can decide it",), gaps=(gap,))
    return Done(act=act, answered=True, lines=("a program was written; it will be run",), runs=(wanted(claim, design),))


def _held(design: Design, claim: Claim, bench: Bench) -> Design:
    """The design with its question and criteria as far as they name what the statement, its place, the packages or the program hold."""
    packages = (f"{name} {version}" for name, version in bench.context.packages.installed().items())
    held = placed(claim, (), bench.chapter, "Python", measure(design.script), *packages)
    left = {name: LEFT_OUT for name in ("question", "success", "failure") if grounding.strange(getattr(design, name), held)}
    return design.model_copy(update=left)


def wanted(claim: Claim, design: Design) -> RunWanted:
    """The program as a run. Its words are the model's: they travel as inputs, and a few of ours stand in their place."""
    return RunWanted(
        key=f"{PREFIX}{claim.id}", instrument=BY, question="Does the statement hold, by a program that a model wrote for it?",
        success="its result says that the statement holds", failure="its result says that it does not", script=PROGRAM,
        inputs={
            "program": measure(design.script), "question": measure(design.question), "success": measure(design.success),
            "failure": measure(design.failure),
        },
        seconds=_SECONDS,
    )  # fmt: skip


# The program runs as the main module in a process of its own working folder; what it prints stays its own, and its answer is checked.
PROGRAM = """\
import json
import pathlib
import runpy

given = json.loads(pathlib.Path("inputs.json").read_text())
pathlib.Path("program.py").write_text(given["program"])
runpy.run_path("program.py", run_name="__main__")
answer = json.loads(pathlib.Path("result.json").read_text())
known = isinstance(answer, dict) and any(answer.get("holds", 0) is each for each in (True, False, None))
if not known or not isinstance(answer.get("observed"), dict):
    raise SystemExit("result.json does not hold an object with holds (true, false or null) and observed (an object)")
"""


def again(models: Models, claim: Claim, packages: dict[str, str], failed: Experiment) -> RunWanted | None:
    """The program once more, written with what became of the first; None where none can be; raises ModelError.

    What was fixed before the first run stays fixed: the model gives another program, not other criteria.
    """
    first, outcome = failed.wanted, failed.outcome
    told = f"{first.inputs['program']}\n\n{outcome.reason}\n{measure(outcome.stderr)[-_TOLD:]}"
    design = experimenter.design(models, claim, packages, traceback=Untrusted(told, "sandbox"))
    program = measure(design.script)
    if not program.strip() or program == first.inputs["program"]:
        return None
    return first.model_copy(update={"key": first.key + _AGAIN, "inputs": {**first.inputs, "program": program}})


def claim_of(wanted: RunWanted) -> str:
    """The id of the statement that a model's program is about, "" for any other run."""
    return wanted.key.removeprefix(PREFIX).removesuffix(_AGAIN) if wanted.key.startswith(PREFIX) else ""


def is_second(wanted: RunWanted) -> bool:
    """Whether it is the second program for its statement."""
    return wanted.key.endswith(_AGAIN)


def fault_of(answer: JsonValue) -> str:
    """Why the answer of a model's program is none, "" where it is one. Whatever checked it inside the sandbox ran beside that program."""
    if not isinstance(answer, dict) or not any(answer.get("holds", 0) is each for each in (True, False, None)):
        return "its result does not say whether the statement holds"
    if not isinstance(answer.get("observed"), dict):
        return "its result does not say what was observed"
    return "its result is too large" if len(durable.canonical(answer)) > _LARGEST else ""


def observed(answer: JsonValue) -> tuple[Untrusted, ...]:
    """What a model's program says that it observed, a line each."""
    seen = answer.get("observed") if isinstance(answer, dict) else None
    lines = [f"{name}: {durable.canonical(value)}" for name, value in sorted(seen.items())] if isinstance(seen, dict) else []
    return tuple(Untrusted(line[:200], "sandbox") for line in lines[:_LINES])


def gap(bench: Bench, act: Act) -> Done:
    """What would be needed to decide a statement, for the report's section on experiments and for the author."""
    (claim,) = bench.of([act.arguments["claim"]])
    priority: Priority = act.arguments["priority"]  # type: ignore[assignment]
    said = Untrusted(str(act.arguments["wanted"]), "model")
    words = LEFT_OUT if grounding.strange(said, placed(claim, (), bench.chapter)) else said
    noted = Gap(instrument=PLANNED, span=claim.span, what=words, remedy=f"priority {priority}")
    return Done(act=act, answered=True, lines=("noted",), gaps=(noted,))


def priority_of(noted: Gap) -> Priority:
    """The priority that a noted gap was given."""
    given: tuple[Priority, ...] = get_args(Priority)
    return next((priority for priority in given if noted.remedy == f"priority {priority}"), "low")
