"""What compiling costs as a function grows: operations in the graph and seconds, by backend."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.probes.programs import program
from sandbox.probes.records import Observation, Parameter, Probe
from sandbox.probes.sentences import observe

CODE = r"""
import statistics
import time

def chain(x, turns):
    for _ in range(turns):
        x = torch.sin(x) * 1.01 + 0.1
    return x

def seconds(run, *arguments):
    start = time.perf_counter()
    run(*arguments)
    return time.perf_counter() - start

def share(times):
    low, _, high = statistics.quantiles(times, n=4, method="inclusive")
    return round((high - low) / statistics.median(times), 3)

def worked():
    return time.process_time() + sum(os.times()[2:4])

x = torch.ones(256)
# What inductor does once in a process would otherwise count as the cost of the first length.
before = worked()
fresh()
torch.compile(lambda x: x + 1, backend="inductor")(x)
once = round(worked() - before, 3)
found = []
for turns in INPUTS["turns"]:
    # Capture costs no C++ compiler, so that it is measured several times.
    captures = []
    for _ in range(INPUTS["repeats"]):
        fresh()
        backend = Backend()
        captures.append(seconds(torch.compile(chain, backend=backend), x, turns))
    fresh()
    lowered = torch.compile(chain, backend="inductor")
    # What processors work grows far less with what else the machine does than the seconds of the clock.
    wall, before = time.perf_counter(), worked()
    lowered(x, turns)
    cold = time.perf_counter() - wall
    work = worked() - before
    # Turn by turn, so that what else the machine does meets both.
    pairs = [(seconds(chain, x, turns), seconds(lowered, x, turns)) for _ in range(INPUTS["pairs"])][5:]
    usual, steady = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    gain = statistics.median(one - other for one, other in pairs)
    sure = sum(one > other for one, other in pairs) >= 0.9 * len(pairs)
    found.append({
        "turns": turns, "operations": backend.operations[0], "capture_seconds": round(statistics.median(captures), 4),
        "capture_spread": share(captures), "inductor_seconds": round(cold, 3), "inductor_processor_seconds": round(work, 3),
        "eager_microseconds": round(statistics.median(usual) * 1e6, 1), "compiled_microseconds": round(statistics.median(steady) * 1e6, 1),
        "eager_spread": share(usual), "compiled_spread": share(steady), "faster": sure,
        "break_even_calls": int(work / gain) + 1 if sure and gain > 0 else None,
    })
finish({"once_processor_seconds": once, "sizes": found})
"""


def read(result: Mapping[str, Any]) -> tuple[Observation, ...]:
    once = result["once_processor_seconds"]
    found = [
        observe(result, "/once_processor_seconds", f"the first function that inductor compiles in a process takes {once} s of processors")
    ]
    for index, each in enumerate(result["sizes"]):
        even = (
            f"that work is paid back after {each['break_even_calls']} calls"
            if each["break_even_calls"]
            else "that a compiled call is faster here does not show"
        )
        text = (
            f"{each['operations']} operations: capture {each['capture_seconds']} s (quartiles {each['capture_spread']:.0%} apart), "
            f"first call with inductor {each['inductor_seconds']} s, {each['inductor_processor_seconds']} s of it of processors, then "
            f"{each['compiled_microseconds']} µs (quartiles {each['compiled_spread']:.0%} apart) against {each['eager_microseconds']} µs "
            f"({each['eager_spread']:.0%}) in eager mode; {even}"
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
    parameters={
        "turns": Parameter("ints", [4, 32], (1, 200), "lengths of the chain of operations", most=4),
        "repeats": Parameter("int", 5, (3, 20), "captures of each length"),
        "pairs": Parameter("int", 45, (20, 500), "pairs of an eager and a compiled call, of which the first five warm up"),
    },
    script=program(CODE),
    read=read,
    cost=60.0,
    seconds=300,
)
