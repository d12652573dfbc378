"""General form: one call of a library, and which of two predictions its value meets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import observe

CODE = r"""
readings = INPUTS["readings"]
cases = []
for case in INPUTS["cases"]:
    call = {**INPUTS["call"], **case.get("call", {})}
    names = case.get("names", {})
    outcome = {"raised": None, "message": ""}
    value = None
    try:
        value = simple(called(call, names))
    except Exception as error:
        outcome = {"raised": type(error).__name__, "message": str(error)[:400]}
    known = {**makers(call["function"]), **names}
    predicted, met = {}, []
    for name, text in case["predicted"].items():
        expected = {"raises": text[7:].strip()} if text.startswith("raises ") else simple(evaluate(text, known))
        predicted[name] = expected
        if isinstance(expected, dict) and "raises" in expected:
            holds = outcome["raised"] == expected["raises"]
        else:
            holds = outcome["raised"] is None and agrees(value, expected, INPUTS["tolerance"])
        if holds:
            met.append(name)
    cases.append({"value": value, "predicted": predicted, "met": met, **outcome})
telling = [each for each in cases if len(each["met"]) < len(readings)]
met = [name for name in readings if telling and all(name in each["met"] for each in telling)]
finish({"cases": cases, "telling": len(telling), "met": met[0] if len(met) == 1 else None})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    met, readings = result["met"], result["inputs"]["readings"]
    function = result["inputs"]["call"]["function"]
    if met is None:
        text = f"{function}: no one reading predicts what happens in each of {len(result['cases'])} cases"
    else:
        others = ", ".join(f"\u201c{readings[name]}\u201d" for name in readings if name != met)
        text = f"{function} behaves as \u201c{readings[met]}\u201d predicts in all {len(result['cases'])} cases, and not as {others}"
    found = [observe(result, "/met", text)]
    for index, each in enumerate(result["cases"]):
        shown = f"raises {each['raised']}" if each["raised"] else f"gives {each['value']}"
        predicted = "; ".join(f"{name} predicts {value}" for name, value in each["predicted"].items())
        found.append(observe(result, f"/cases/{index}/met", f"case {index + 1} {shown} ({predicted})"))
    return tuple(found)


PROBE = Probe(
    name="two-settings",
    question="Which of two readings of a statement predicts what a call returns?",
    success="exactly one reading predicts every case that tells them apart",
    failure="none does, or both do",
    triggers=(),
    parameters={
        "call": Parameter(
            "object", {"function": "statistics.stdev", "arguments": ["x"]}, description="function, arguments, keywords, then, measure"
        ),
        "readings": Parameter(
            "object", {"sample": "divides by N - 1", "population": "divides by N"}, description="name of each reading and what it says"
        ),
        "cases": Parameter(
            "objects",
            [{"names": {"x": [2.0, 4.0, 9.0]}, "predicted": {"sample": "sqrt(13)", "population": "sqrt(26 / 3)"}}],
            description="names: values of the names; call: what differs in the call; predicted: an expression or "
            "\u201craises Class\u201d for each reading",
        ),
        "tolerance": Parameter("float", 1e-9, (0.0, 0.1), "relative"),
    },
    script=program(CODE, "any library"),
    read=read,
    packages=(),
    general=True,
)
