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
agreed, apart, raised = 0, [], []
for names in points:
    try:
        returned = simple(called(INPUTS["call"], names))
    except Exception as error:
        raised.append({"names": names, "raised": type(error).__name__, "message": str(error)[:200]})
        continue
    stated = simple(evaluate(INPUTS["formula"], {**makers(INPUTS["call"]["function"]), **names}))
    if agrees(returned, stated, INPUTS["tolerance"]):
        agreed += 1
    else:
        apart.append({"names": names, "returned": returned, "stated": stated})
finish({"points": len(points), "agreed": agreed, "apart": len(apart), "raised": len(raised), "examples": apart[:10], "errors": raised[:10]})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    function, formula = result["inputs"]["call"]["function"], result["inputs"]["formula"]
    tried = result["points"] - result["raised"]
    refused = f", {result['raised']} settings were refused" if result["raised"] else ""
    found = [observe(result, "/agreed", f"{function} returns {formula} in {result['agreed']} of {tried} settings{refused}")]
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
            "object", {"function": "math.comb", "arguments": ["n", "k"]}, description="function, arguments, keywords, then, measure"
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
