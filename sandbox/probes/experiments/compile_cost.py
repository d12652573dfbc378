"""What compiling costs as a function grows: operations in the graph and seconds, by backend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import observe

CODE = r"""
import time

def chain(x, turns):
    for _ in range(turns):
        x = torch.sin(x) * 1.01 + 0.1
    return x

def seconds(run, *arguments):
    start = time.perf_counter()
    run(*arguments)
    return time.perf_counter() - start

x = torch.ones(256)
found = []
for turns in INPUTS["turns"]:
    fresh()
    backend = Backend()
    compiled = torch.compile(chain, backend=backend)
    first = seconds(compiled, x, turns)
    fresh()
    lowered = torch.compile(chain, backend="inductor")
    cold = seconds(lowered, x, turns)
    steady = min(seconds(lowered, x, turns) for _ in range(20))
    usual = min(seconds(chain, x, turns) for _ in range(20))
    gain = usual - steady
    found.append({
        "turns": turns, "operations": backend.operations[0], "capture_seconds": round(first, 4), "inductor_seconds": round(cold, 3),
        "eager_microseconds": round(usual * 1e6, 1), "compiled_microseconds": round(steady * 1e6, 1),
        "break_even_calls": int(cold / gain) + 1 if gain > 0 else None,
    })
finish({"sizes": found})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    found = []
    for index, each in enumerate(result["sizes"]):
        even = (
            f"the first call is paid back after {each['break_even_calls']} calls"
            if each["break_even_calls"]
            else "a compiled call is not faster here"
        )
        text = (
            f"{each['operations']} operations: capture {each['capture_seconds']} s, first call with inductor {each['inductor_seconds']} s, "
            f"then {each['compiled_microseconds']} µs against {each['eager_microseconds']} µs in eager mode; {even}"
        )
        found.append(observe(result, f"/sizes/{index}/inductor_seconds", text))
    return tuple(found)


PROBE = Probe(
    name="compile-cost",
    question="How does the cost of compiling grow with the size of a function, and after how many calls is it paid back?",
    success="operations, seconds of the first call and microseconds afterwards for each size",
    failure="a size fails to compile",
    triggers=(
        r"\bcompil\w+ (?:time|cost|latency|overhead|stall)s?\b",
        r"\bbreak[- ]even\b.*\bcompil",
        r"\bamorti[sz]\w+\b.*\bcompil",
        r"\bcold[- ]start\b.*\bcompil",
    ),
    parameters={"turns": Parameter("ints", [4, 32], (1, 200), "lengths of the chain of operations", most=4)},
    script=program(CODE),
    read=read,
    cost=60.0,
    seconds=180,
)
