"""General form: one call of a library, and which of two predictions its value meets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import observe

CODE = r'''
def outcome_of(call, names):
    """What a call comes to: its value, or the class that it raises."""
    try:
        return {"value": simple(called(call, names)), "raised": None, "message": ""}
    except Exception as error:
        return {"value": None, "raised": type(error).__name__, "message": told(error)}

def predicted_by(name, case, call, names):
    """What a reading expects: the words of the case, or what the call comes to under the settings of the reading."""
    text = case.get("predicted", {}).get(name)
    if text is None:
        outcome = outcome_of(under(call, INPUTS["settings"].get(name, {})), names)
        return {"raises": outcome["raised"]} if outcome["raised"] else outcome["value"]
    if text.startswith("raises "):
        return {"raises": text[7:].strip()}
    try:
        return simple(evaluate(text, {**makers(call["function"]), **names}))
    except Exception as error:
        return {"unclear": told(error)}

def holds(outcome, expected):
    if isinstance(expected, dict) and "unclear" in expected:
        return False
    if isinstance(expected, dict) and "raises" in expected:
        return outcome["raised"] == expected["raises"]
    return outcome["raised"] is None and agrees(outcome["value"], expected, INPUTS["tolerance"])

readings = INPUTS["readings"]
cases = []
for case in INPUTS["cases"]:
    call, names = under(INPUTS["call"], case.get("call", {})), case.get("names", {})
    outcome = outcome_of(call, names)
    predicted = {name: predicted_by(name, case, call, names) for name in readings}
    cases.append({**outcome, "predicted": predicted, "met": [name for name in readings if holds(outcome, predicted[name])]})
telling = [each for each in cases if len(each["met"]) < len(readings)]
met = [name for name in readings if telling and all(name in each["met"] for each in telling)]
finish({"cases": cases, "telling": len(telling), "met": met[0] if len(met) == 1 else None})
'''


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
            "\u201craises Class\u201d for each reading that has no settings",
        ),
        "settings": Parameter("object", {}, description="for a reading: the keywords under which the same call does what it says"),
        "tolerance": Parameter("float", 1e-9, (0.0, 0.1), "relative"),
    },
    script=program(CODE, "any library"),
    read=read,
    packages=(),
    general=True,
)
