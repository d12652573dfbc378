"""General form: a stated formula or default against what a library returns over a grid of settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import observe

CODE = r"""
import itertools

grid = INPUTS["grid"]
points = [dict(zip(grid, values)) for values in itertools.islice(itertools.product(*grid.values()), 2000)]
agreed, apart, raised, unclear = 0, [], [], []
for names in points:
    try:
        stated = simple(evaluate(INPUTS["formula"], {**makers(INPUTS["call"]["function"]), **names}))
    except Exception as error:
        unclear.append({"names": names, "message": told(error)[:200]})
        continue
    try:
        returned = simple(called(INPUTS["call"], names))
    except Exception as error:
        raised.append({"names": names, "raised": type(error).__name__, "message": told(error)[:200]})
        continue
    if agrees(returned, stated, INPUTS["tolerance"]):
        agreed += 1
    else:
        apart.append({"names": names, "returned": returned, "stated": stated})
finish({
    "points": len(points), "agreed": agreed, "apart": len(apart), "raised": len(raised), "unclear": len(unclear), "examples": apart[:10],
    "errors": raised[:10], "without_value": unclear[:10],
})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    call, formula = result["inputs"]["call"], result["inputs"]["formula"]
    tried = result["points"] - result["raised"] - result["unclear"]
    refused = f", {result['raised']} settings were refused" if result["raised"] else ""
    if result["unclear"]:
        refused += f", for {result['unclear']} the formula has no value"
    what = f"the default of {call['default']} of {call['function']} is" if call.get("default") else f"{call['function']} returns"
    found = [observe(result, "/agreed", f"{what} {formula} in {result['agreed']} of {tried} settings{refused}")]
    for index, each in enumerate(result["examples"][:3]):
        settings = ", ".join(f"{name}={value}" for name, value in each["names"].items())
        found.append(
            observe(result, f"/examples/{index}", f"with {settings} it returns {each['returned']}, the formula gives {each['stated']}")
        )
    return tuple(found)


PROBE = Probe(
    name="grid-against-formula",
    question="Does a stated formula or default agree with what the library returns over many settings?",
    success="it agrees in every setting that the library accepts",
    failure="it disagrees in at least one",
    triggers=(),
    parameters={
        "call": Parameter(
            "object",
            {"function": "math.comb", "arguments": ["n", "k"]},
            description="function, arguments, keywords, then, measure; or function and default",
        ),
        "grid": Parameter("object", {"n": [1, 2, 3, 4, 5, 6], "k": [0, 1, 2]}, description="values of each name"),
        "formula": Parameter("text", "prod(list((n, n - 1)[0:k])) / prod(list((1, 2)[0:k]))", description="an expression over the names"),
        "tolerance": Parameter("float", 1e-9, (0.0, 0.1), "relative"),
    },
    script=program(CODE, "any library"),
    read=read,
    packages=(),
    general=True,
)
