# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""In-place changes, views and outputs that share storage, eager against each backend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r"""
def mutates(x):
    x.add_(1)
    return x * 2
def view(x): return x.view(-1)[1:]
def same(x): return x
def pair(x):
    y = x.sin()
    return y, y.view(-1)
def slice_assign(x):
    x[0] = 0
    return x.sum()

def base(x): return x.untyped_storage().data_ptr()
def outcome(function, run):
    x = torch.arange(6.0).view(2, 3) + 1
    kept = base(x)
    value = run(x)
    first = value[0] if isinstance(value, tuple) else value
    return {
        "input": x.flatten().tolist(), "shares_input": base(first) == kept,
        "outputs_share": isinstance(value, tuple) and base(value[0]) == base(value[1]), "is_input": value is x,
    }

found = {}
for function in (mutates, view, same, pair, slice_assign):
    eager = outcome(function, function)
    found[function.__name__] = {"eager": eager}
    for backend in ("eager", "aot_eager"):
        fresh()
        found[function.__name__][f"compiled_{backend}"] = outcome(function, torch.compile(function, backend=backend))
    agree = all(each == eager for each in found[function.__name__].values())
    found[function.__name__]["agree"] = agree
# Two arguments that are one tensor, after two that were not.
def both(x, y):
    x.add_(1)
    return x + y
fresh()
backend = Backend()
run = torch.compile(both, backend=backend)
run(torch.ones(2), torch.ones(2))
one = torch.ones(2)
together = run(one, one)
finish({"cases": found, "aliased_arguments": {"value": together[0].item(), "eager": 4.0, "compilations": backend.compiled}})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    names = {
        "mutates": "an input changed in place",
        "view": "a view of an input returned",
        "same": "the input itself returned",
        "pair": "two outputs that share storage",
        "slice_assign": "an assignment to a slice of an input",
    }
    found = []
    for key, name in names.items():
        each = result["cases"][key]
        agree = "as in eager mode under eager and aot_eager" if each["agree"] else "otherwise than in eager mode"
        readings = _mutation() if key == "mutates" and each["agree"] else ()
        found.append(observe(result, f"/cases/{key}/agree", f"{name}: {agree}", readings))
    alias = result["aliased_arguments"]
    text = f"two arguments that are one tensor: {alias['value']} (eager {alias['eager']}), {alias['compilations']} compilations"
    return (*found, observe(result, "/aliased_arguments/value", text))


def _mutation() -> tuple[Any, ...]:
    return (
        contradicts(
            "A change of an input in place is visible after the call of a compiled function, as in eager mode.",
            r"\btorch\.compile\b|\bcompiled (?:function|model|code)\b",
            r"\bin-?place\b|\bmutat\w+",
            r"\binputs?\b",
            r"\b(?:is|are) (?:lost|dropped|ignored|discarded|not visible|invisible)\b|\bworks? on a copy\b|\b(?:loses|drops|discards|ignores) in-?place (?:changes|updates|mutations|writes)\b|\bleaves? the (?:original )?input (?:untouched|unchanged)\b",
            negated=True,
            without=r"cudagraph|cuda graph|export|functorch|vmap",
        ),
        supports(
            "A change of an input in place is visible after the call, as in eager mode.",
            r"\btorch\.compile\b|\bcompiled (?:function|model|code)\b|\bfunctionali[sz]\w+",
            r"\bin-?place\b|\bmutat\w+",
            r"\binputs?\b",
            r"\b(?:is|are|stays?|remains?) (?:preserved|visible|copied back|written back|reflected)\b",
        ),
    )


PROBE = Probe(
    name="mutation-aliasing",
    question="Do in-place changes and shared storage survive compilation?",
    success="each case agrees with eager mode under each backend",
    failure="a case differs from eager mode",
    triggers=(
        r"\b(?:in-?place|mutat\w+|alias\w*)\b.*\b(?:torch\.compile|compiled|dynamo|functionali)",
        r"\bfunctionali[sz]ation\b",
        r"torch\.compile.*\b(?:in-?place|mutat\w+|aliasing)\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
