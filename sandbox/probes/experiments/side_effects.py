# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Side effects and captured state: what a compiled function still does to the world, call by call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
SEEN, COUNT, OFFSET = [], 0, torch.zeros(3)
TABLE = {"a": 1}

class Holder:
    calls = 0

HOLDER = Holder()

def appends(x):
    SEEN.append(x.shape[0])
    return x.sin()
def counts(x):
    global COUNT
    COUNT += 1
    return x.sin()
def attribute(x):
    HOLDER.calls += 1
    return x.sin()
def reads_tensor(x): return x + OFFSET
def writes_dict(x):
    TABLE["b"] = x.sum()
    return x.sin()
def prints(x):
    y = x.sin()
    print("seen")
    return y.cos()

x = torch.ones(3)
def compiled(function, calls=3):
    fresh()
    backend = Backend()
    run = torch.compile(function, backend=backend)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        values = [run(x) for _ in range(calls)]
    return backend.compiled, values, out.getvalue()

graphs = {}
graphs["appends"], _, _ = compiled(appends)
appended = len(SEEN)
graphs["counts"], _, _ = compiled(counts)
counted = COUNT
graphs["attribute"], _, _ = compiled(attribute)
held = HOLDER.calls
graphs["writes_dict"], _, _ = compiled(writes_dict)
written = isinstance(TABLE.get("b"), torch.Tensor) and not isinstance(TABLE["b"], torch._subclasses.FakeTensor)
graphs["prints"], _, printed = compiled(prints)
fresh()
backend = Backend()
run = torch.compile(reads_tensor, backend=backend)
before = run(x)
OFFSET = torch.full((3,), 5.0)
replaced = run(x)
OFFSET.add_(1)
mutated = run(x)
finish({
    "calls": 3, "appended": appended, "counted": counted, "held": held, "written": written, "printed": printed.count("seen"), "graphs": graphs,
    "global_tensor": {
        "before": before[0].item(), "replaced": replaced[0].item(), "mutated": mutated[0].item(), "compilations": backend.compiled,
        "follows": replaced[0].item() == 6.0 and mutated[0].item() == 7.0,
    },
})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    graphs, each = result["graphs"], result["global_tensor"]
    calls = result["calls"]
    every = result["appended"] == result["counted"] == result["held"] == calls
    once = r"\b(?:only )?(?:once|a single time|the first time|at trac(?:e|ing) time|during tracing|on the first call)\b"
    effects = (
        contradicts(
            "Side effects on Python state are replayed at every call of a compiled function, not at tracing alone.",
            r"\b(?:side effects?|appends?|append\w* to (?:a|the) list|mutations? of (?:python|global) (?:state|objects?))\b",
            r"\btorch\.compile\b|\bcompiled function\b|\bdynamo\b",
            rf"\b(?:run|runs|happen|happens|execute[sd]?|occurs?|(?:is|are) (?:executed|applied|performed))\b.{{0,15}}{once}|\b(?:are|is) (?:lost|dropped|ignored|discarded|silently skipped)\b",
            without=r"print|jit\.trace|export|make_fx|script|as well|also|c extension",
        ),
        supports(
            "Side effects on Python state are replayed at every call.",
            r"\bside effects?\b",
            r"\b(?:(?:are|is) (?:replayed|re-?applied|preserved)|still happen\w*|at every call|on every call)\b",
            r"\b(?:dynamo|torch\.compile|compil\w+|graph|bytecode)\b",
        ),
    )
    prints = contradicts(
        "A print in a compiled function is executed at every call (it breaks the graph).",
        r"\bprint(?:s|ed|ing)?\b",
        r"\btorch\.compile\b|\bcompiled (?:function|model|code)\b|\bdynamo\b",
        r"\b(?:runs?|happens?|executes?|executed|prints?|printed|appears?|shown|fires?)\b.{0,20}\b(?:only once|only at trac\w+ time|only during tracing|only (?:on|at|during) the first (?:call|trace))\b",
        without=r"jit\.trace|export|make_fx|reorderable|compil\w+ once",
    )
    texts = {
        "appended": f"a list that a compiled function appends to has {result['appended']} entries after {calls} calls ({graphs['appends']} graph)",
        "counted": f"a global counter stands at {result['counted']} after {calls} calls",
        "held": f"an attribute counter stands at {result['held']} after {calls} calls",
        "printed": f"a print inside was executed {result['printed']} times in {calls} calls ({graphs['prints']} graphs)",
    }
    return (
        observe(result, "/appended", texts["appended"], effects if every else ()),
        observe(result, "/counted", texts["counted"]),
        observe(result, "/held", texts["held"]),
        observe(result, "/written", f"a dict entry written inside holds a real tensor afterwards: {result['written']}"),
        observe(result, "/printed", texts["printed"], prints if result["printed"] == calls else ()),
        observe(
            result,
            "/global_tensor/follows",
            f"a global tensor that is replaced, then changed in place, is followed: {each['follows']} ({each['compilations']} compilations)",
        ),
    )


PROBE = Probe(
    name="side-effects",
    question="Do side effects of a compiled function happen at every call, and does it follow changes of captured globals?",
    success="each effect is counted over three calls",
    failure="an effect is missing or doubled",
    triggers=(
        r"\bside effects?\b.*\b(?:compil|dynamo|graph|trac)",
        r"\b(?:compil|dynamo|trac)\w*\b.*\bside effects?\b",
        r"torch\.compile.*\b(?:global (?:variable|state)|closure|print)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
