# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""The options that turn a recompilation, a break, the limit or a failing backend into an error, or hide it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Probe
from sandbox.probes.sentences import contradicts, observe, supports

CODE = r'''
def step(x):
    return x.sin() + x

def broken(x):
    y = x.sin()
    print("checkpoint")
    return y.cos()

def failing(graph, examples):
    raise ValueError("this backend cannot")

def last(function, sizes, backend="eager", **settings):
    """What the last of several calls raises."""
    fresh()
    compiled = torch.compile(function, backend=backend, dynamic=False, **settings)
    outcome = None
    with contextlib.redirect_stdout(io.StringIO()):
        for size in sizes:
            outcome = attempt(lambda size=size: compiled(torch.ones(size)))
    return outcome

config = torch._dynamo.config
def with_option(name, value, *arguments, **settings):
    if not hasattr(config, name):
        return {"exists": False}
    kept = getattr(config, name)
    setattr(config, name, value)
    outcome = last(*arguments, **settings)
    setattr(config, name, kept)
    return {"exists": True, "default": kept, **outcome}

sizes = list(range(4, 4 + getattr(config, LIMIT) + 1))
found = {
    "error_on_recompile": with_option("error_on_recompile", True, step, [4, 5]),
    "fail_on_limit": with_option(HARD_LIMIT, True, step, sizes),
    "suppress_errors_off": with_option("suppress_errors", False, step, [4], backend=failing),
    "suppress_errors_on": with_option("suppress_errors", True, step, [4], backend=failing),
    "nothing": {"exists": True, **last(broken, [4])},
    "fullgraph": {"exists": True, **last(broken, [4], fullgraph=True)},
    "disable": {"exists": True, **last(broken, [4], disable=True, fullgraph=True)},
}
finish({"options": found})
'''


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    options = result["options"]
    names = {
        "error_on_recompile": "torch._dynamo.config.error_on_recompile=True: a recompilation",
        "fail_on_limit": "fail_on_recompile_limit_hit=True: the call beyond the limit",
        "suppress_errors_off": "suppress_errors=False: a backend that raises",
        "suppress_errors_on": "suppress_errors=True: a backend that raises",
        "nothing": "no option: a graph break",
        "fullgraph": "fullgraph=True: a graph break",
        "disable": "disable=True with fullgraph=True: a graph break",
    }
    found = []
    for key, name in names.items():
        each = options[key]
        if not each["exists"]:
            continue
        shown = f"raises {each['raised']}" if each["raised"] else "raises nothing"
        found.append(observe(result, f"/options/{key}/raised", f"{name} {shown}", _readings(key, each)))
    return tuple(found)


def _readings(key: str, each: Mapping[str, Any]) -> list[Any]:
    raised = each["raised"]
    if key == "error_on_recompile" and raised:
        return [
            supports(
                f"error_on_recompile turns a recompilation into an error ({raised}).",
                r"error_on_recompile",
                r"\b(?:errors?|raises?|exception|fails)\b",
            )
        ]
    if key == "suppress_errors_on" and not raised:
        return [
            supports(
                "With suppress_errors=True an error of the compiler is swallowed and the call runs eagerly.",
                r"suppress_errors",
                r"\b(?:eager(?:ly)?|falls? back|swallow\w*|hides?|suppress\w* (?:all |the |compil\w* )?errors)\b(?!_)",
                without=r"default|False",
            ),
        ]
    if key == "suppress_errors_off" and raised and each.get("default") is False:
        return [
            contradicts(
                f"By default (suppress_errors=False) an error of the backend is not swallowed: it raises {raised}.",
                r"\bby default\b",
                r"\b(?:backend|compiler|compilation) (?:errors?|failures?|exceptions?)\b",
                r"\b(?:silently|quietly|automatically) (?:falls? back|runs? eager|swallow\w*|suppress\w*|ignored?)|\b(?:are|is) (?:swallowed|suppressed|ignored)\b",
                without=r"suppress_errors\s*=\s*True|graph break|unsupported",
            ),
            contradicts(
                "torch._dynamo.config.suppress_errors is False by default.",
                r"suppress_errors`? (?:is|defaults? to|=) `?True`? ?(?:by default|is the default)?|\bsuppress_errors`? defaults? to `?True",
                r"\bdefault",
                without=r"set",
            ),
        ]
    return []


PROBE = Probe(
    name="hard-errors",
    question="Which options turn a recompilation, a graph break, the limit or a failing backend into an error, and which hide one?",
    success="for each option, the class raised or none",
    failure="an option that should raise does not",
    triggers=(
        r"error_on_recompile",
        r"suppress_errors",
        r"fail_on_\w+limit_hit",
        r"torch\.compile.*\bdisable\s*=\s*True",
        r"\bBackendCompilerFailed\b",
    ),
    parameters={},
    script=program(CODE),
    read=read,
)
