# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""Functions that a compiled function calls: inlined, broken, disabled, compiled on their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
def inner(x): return x.sin() + 1
def inner_break(x):
    y = x.sin()
    torch._dynamo.graph_break()
    return y + 1
@torch.compiler.disable
def inner_disabled(x): return x.sin() + 1
def outer(x): return inner(x.cos()).tan()
def outer_break(x): return inner_break(x.cos()).tan()
def outer_disabled(x): return inner_disabled(x.cos()).tan()
def outer_deep(x): return outer(x).exp()
def outer_twice(x): return inner(inner(x))
def recursive(x, n): return x if n == 0 else recursive(x.sin(), n - 1)
def unrolled(x, n):
    for _ in range(n):
        x = x.sin()
    return x
def generator(x): return sum(x * n for n in range(3))
def with_lambda(x): return (lambda y: y.sin())(x).cos()

x = torch.ones(4)
def graphs(function, *rest):
    each = trial(function, [(x, *rest)])
    return {"graphs": each["compilations"], "raised": each["calls"][0]["raised"]}

operations = {}
for n in INPUTS["loops"]:
    fresh()
    backend = Backend()
    torch.compile(unrolled, backend=backend)(x, n)
    operations[str(n)] = backend.operations[0]
fresh()
skipping = Backend()
def caller(x): return inner_disabled(x)
torch.compile(caller, backend=skipping)(x)
# torch.compiler.disable covers what the function calls, too; recursive=False does not.
compiled_inside = {}
for recursive_flag in (True, False):
    fresh()
    backend = Backend()
    def middle(x): return inner(x)
    off = torch.compiler.disable(middle, recursive=recursive_flag)
    def top(x): return off(x)
    torch.compile(top, backend=backend)(x)
    compiled_inside[str(recursive_flag)] = backend.compiled
finish({
    "cases": {
        "inlined": graphs(outer), "deep": graphs(outer_deep), "twice": graphs(outer_twice), "break_inside": graphs(outer_break),
        "disabled_inside": graphs(outer_disabled), "recursive": graphs(recursive, 5), "generator": graphs(generator), "lambda": graphs(with_lambda),
    },
    "unrolled": operations, "compiled_inside": compiled_inside,
})
"""

_NAMES = {
    "inlined": "a call of a plain Python function",
    "deep": "two levels of calls",
    "twice": "two calls of one function",
    "break_inside": "a break inside the function that is called",
    "disabled_inside": "a call of a function under torch.compiler.disable",
    "recursive": "a recursive function, five levels",
    "generator": "a generator expression",
    "lambda": "a lambda",
}


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    cases, unrolled = result["cases"], result["unrolled"]
    found = [
        observe(result, f"/cases/{key}/graphs", f"{name}: {cases[key]['graphs']} graphs", _readings(key, cases[key]["graphs"]))
        for key, name in _NAMES.items()
    ]
    counts = ", ".join(f"{loops} turns give {operations} operations" for loops, operations in unrolled.items())
    linear = all(int(loops) == operations for loops, operations in unrolled.items())
    loops = (
        supports(
            "A Python loop of fixed length is unrolled into the graph.",
            r"\b(?:python |for[- ])?loops?\b",
            r"\bunroll(?:s|ed)\b",
            r"\b(?:dynamo|torch\.compile|traced?|tracing|graph|compil\w+)\b",
            without=r"triton|tl\.|static_range|kernel|c\+\+|pragma|rnn|recurren|backprop|time",
        ),
        contradicts(
            "A Python loop of fixed length is unrolled into one graph; it does not break it.",
            r"\b(?:every|each|any|a) (?:python |for[- ])loop\b|\b(?:python |for[- ])loops? (?:always )?(?:causes?|triggers?|creates?)",
            r"\b(?:causes?|triggers?|creates?|is) (?:always )?(?:a )?graph[- ]breaks?\b",
            without=r"data|tensor|while|may|might|can\b|dynamic",
        ),
    )
    inside = result["compiled_inside"]
    return (
        *found,
        observe(result, "/unrolled", f"a Python loop is unrolled: {counts}", loops if linear else ()),
        observe(
            result,
            "/compiled_inside",
            f"what a disabled function calls: {inside['True']} graphs compiled, with recursive=False {inside['False']}",
        ),
    )


def _readings(key: str, graphs: int) -> list[Any]:
    if key == "inlined" and graphs == 1:
        return [
            supports(
                "A plain Python function that is called is inlined into the caller's graph.",
                r"\binlin(?:es|ing) (?:(?:the|a|every|each|all|called|nested|helper|ordinary|plain|python|user) )*(?:functions?|calls?|helpers?)\b|"
                r"\b(?:functions?|calls?|helpers?) (?:\w+ ){0,4}(?:is|are|gets?) inlined\b",
                r"\b(?:dynamo|torch\.compile|tracer|graph)\b",
                without=r"nn\.?module|built-?in|kernel|c\+\+|inductor|fus|autotun|\bmay\b|triton|inlin\w+ (?:code|style|plot)",
            ),
            contradicts(
                "A call of a plain Python function is inlined: one graph, no break.",
                r"\b(?:every|each|any|calling a|a) (?:call (?:of|to) (?:a|another) )?(?:plain |ordinary |helper |nested |user(?:-defined)? |another )?(?:python )?function(?: call)?\b",
                r"\b(?:always )?(?:causes?|triggers?|creates?|forces?) (?:always )?a graph[- ]break\b",
                without=r"disable|unsupported|c extension|third-party|skip|print|built-?in|c\+\+|that|which|with|whose|numpy|side|data|may|might|can\b|logging|untrace|cannot|external",
            ),
        ]
    return []


PROBE = Probe(
    name="nested-frames",
    question="What becomes of the functions that a compiled function calls, and of its loops?",
    success="a plain call leaves one graph; a break or a disabled function inside gives more",
    failure="a plain call gives more than one graph",
    triggers=(
        r"\binlin(?:e|es|ed|ing)\b.*\b(?:dynamo|graph|compil)",
        r"torch\.compiler\.disable|_dynamo\.disable",
        r"\bunroll\w*\b.*\b(?:dynamo|graph|compil)",
        r"\bnested (?:function|frame)s?\b",
    ),
    parameters={"loops": Parameter("ints", [2, 8, 32], (1, 256), "turns of an unrolled loop", most=5)},
    script=program(CODE),
    read=read,
)
