"""A process's account made into records: numbers checked to be numbers, every text `Untrusted`.

AccountError: the account does not have the form that our program gives it, so that it is none of ours.
"""

from __future__ import annotations

import math
import statistics
import typing
from collections.abc import Mapping, Sequence
from typing import Any

from prompts.trust import Untrusted
from sandbox.compile.compare import Outputs, difference
from sandbox.compile.records import Call, CellOutcome, CellRun, Compilation, Difference, LogLine, Machine, Mode, Spread, Steady
from sandbox.compile.trace import ORIGIN, Trace, Traced

MOST_CALLS = 5000
FACTS = (
    "torch", "python", "machine", "kernel", "cpu", "cpu capability", "inductor's instruction set", "threads", "cores allowed", "clock",
    "compiler", "gpu", "gpu capability", "gpu memory", "gpu driver", "cuda", "triton", "settings of torch by environment", "hidden",
)  # fmt: skip


class AccountError(Exception):
    """An account is not of the promised form."""


def text(value: object, limit: int = 2000) -> Untrusted:
    return Untrusted(str(value)[:limit], ORIGIN)


def number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise AccountError(f"a number is {type(value).__name__}")
    return float(value)


def whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise AccountError(f"a count is {type(value).__name__}")
    return value


def entries(value: object) -> list[dict[str, Any]]:
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value) or len(value) > MOST_CALLS:
        raise AccountError("a list is none")
    return value


def machine(account: Mapping[str, Any]) -> Machine:
    told = account.get("machine")
    if not isinstance(told, dict):
        raise AccountError("it does not say what it ran on")
    return Machine({name: text(told[name], 300) for name in FACTS if name in told}, whole(account["threads"]), bool(account["cuda"]))


def calls(
    account: Mapping[str, Any],
    outputs: Outputs,
    eager: tuple[Mapping[str, Any], Outputs] | None,
    tolerance: tuple[float, float] | None,
    trace: Trace,
) -> tuple[Call, ...]:
    """The calls of the stream, each beside that of the eager run with the same place in it."""
    reference = entries(eager[0]["calls"]) if eager else []
    found = []
    for index, entry in enumerate(entries(account["calls"])):
        beside = reference[index] if index < len(reference) else None
        if beside is not None and any(beside[key] != entry[key] for key in ("callable", "shapes")):
            beside = None
        found.append(_call(index, entry, (outputs, eager[1] if eager else None, beside), tolerance, trace))
    return tuple(found)


def _call(
    index: int,
    entry: Mapping[str, Any],
    beside: tuple[Outputs, Outputs | None, Mapping[str, Any] | None],
    tolerance: tuple[float, float] | None,
    trace: Trace,
) -> Call:
    outputs, reference, eager = beside
    comparable = eager is not None and reference is not None and not entry["raised"] and not eager["raised"]
    found: Difference | None = None
    if comparable and eager is not None and reference is not None:
        try:
            found = difference((reference, entries(eager["outputs"])), (outputs, entries(entry["outputs"])), tolerance)
        except (KeyError, TypeError, ValueError) as error:
            raise AccountError(f"outputs of a call are not as described ({error})") from error
    made = entries(entry["compilations"])
    traced = [trace.compilations[str(each["compile_id"])] for each in made if str(each["compile_id"]) in trace.compilations]
    broken = tuple(reason for each in traced for reason in each.breaks)
    counted = sum(whole(count) for count in entry["breaks"].values())
    return Call(
        index=index,
        callable=whole(entry["callable"]),
        shapes=tuple(tuple(whole(size) for size in shape) for shape in entry["shapes"]),
        mode=mode_of(entry),
        seconds=number(entry["seconds"]),
        eager_seconds=number(eager["seconds"]) if eager is not None and not eager["raised"] else None,
        device_seconds=number(entry["device_seconds"]) if "device_seconds" in entry else None,
        graphs_compiled=whole(entry["graphs_compiled"]),
        graphs_run=whole(entry["graphs_run"]),
        breaks=len(broken) if len(broken) >= counted else counted,
        break_reasons=broken if len(broken) >= counted else tuple(text(reason) for reason in entry["breaks"]),
        recompile_reasons=tuple(reason for each in made if (reason := _reason(each, trace))),
        disk_hits=whole(entry["hits"]),
        disk_misses=whole(entry["misses"]),
        log=tuple(LogLine(text(line["logger"]), text(line["level"]), text(line["message"])) for line in entries(entry["log"])),
        difference=found,
        raised=text(entry["raised"]) if entry["raised"] else None,
        peak_memory_mb=whole(entry["peak_kib"]) / 1024,
    )


def mode_of(entry: Mapping[str, Any]) -> Mode:
    if entry.get("raised"):
        return "raised"
    if whole(entry["graphs_compiled"]):
        return "compiled"
    return "reused" if whole(entry["graphs_run"]) else "eager"


def compilations(account: Mapping[str, Any], trace: Trace) -> tuple[Compilation, ...]:
    """Those of every call, of its backward pass, and those outside of any."""
    found = []
    for index, entry in enumerate(entries(account["calls"])):
        made = entries(entry["compilations"]) + entries(entry.get("backward", {}).get("compilations", []))
        found += [_compilation(index, each, trace) for each in made]
    return (*found, *(_compilation(None, each, trace) for each in entries(account["outside"])))


def _compilation(call: int | None, entry: Mapping[str, Any], trace: Trace) -> Compilation:
    compile_id = str(entry["compile_id"])
    traced = trace.compilations.get(compile_id, Traced(compile_id))
    return Compilation(
        call=call,
        compile_id=text(compile_id),
        function=text(entry["function"]),
        forward=entry.get("forward") is not False,
        guards=_count(entry["guards"]),
        guard_list=traced.guards,
        operations=_count(entry["operations"]),
        entries_before=_count(entry["entries_before"]),
        reason=_reason(entry, trace),
        failure=text(entry["failure"] or ""),
        seconds=_seconds(entry["seconds"]),
        backend_seconds=_seconds(entry["backend_seconds"]),
        trace_seconds=_seconds(entry["trace_seconds"]),
    )


def _reason(entry: Mapping[str, Any], trace: Trace) -> Untrusted:
    """The guards that failed, by torch's metrics, or by its trace where a release's metrics do not tell; empty where none did."""
    if entry.get("reason"):
        return text(entry["reason"])
    traced = trace.compilations.get(str(entry["compile_id"]))
    return traced.recompile_reasons[-1] if traced is not None and traced.recompile_reasons else text("")


def _count(value: object) -> int | None:
    return None if value is None else whole(value)


def _seconds(value: object) -> float | None:
    return None if value is None else number(value)


def phases(account: Mapping[str, Any]) -> tuple[tuple[Untrusted, float], ...]:
    """Seconds by phase of compilation, the longest forty."""
    told = account.get("phases")
    if not isinstance(told, dict):
        raise AccountError("it does not say what the phases of compilation took")
    longest = sorted(((number(seconds), str(name)) for name, seconds in told.items()), reverse=True)[:40]
    return tuple((text(name, 120), seconds) for seconds, name in longest)


def cells(account: Mapping[str, Any]) -> tuple[CellRun, ...]:
    """What became of each cell of a notebook."""
    outcomes = typing.get_args(CellOutcome)
    found = []
    for number, each in enumerate(entries(account.get("cells", [])), 1):
        if each.get("outcome") not in outcomes:
            raise AccountError("a cell came to nothing that a cell can come to")
        found.append(CellRun(number, each["outcome"], text(each["raised"]) if each.get("raised") else None))
    return tuple(found)


def again(account: Mapping[str, Any]) -> tuple[Mode, ...]:
    """What each distinct input did when it was given once more after the stream."""
    return tuple(mode_of(entry) for entry in entries(account.get("again", [])))


def steady(account: Mapping[str, Any], eager: Mapping[str, Any] | None) -> tuple[Steady, ...]:
    """The repeated calls of each distinct input, beside those of the eager run."""
    reference = {whole(each["call"]): each for each in entries(eager.get("steady", []) if eager else [])}
    found = []
    for entry in entries(account.get("steady", [])):
        seconds = _times(entry)
        if entry["raised"] or not seconds:
            continue
        beside = reference.get(whole(entry["call"]), {})
        eager_seconds = _times(beside) if beside and not beside["raised"] else []
        found.append(Steady(whole(entry["call"]), mode_of(entry), spread(eager_seconds) if eager_seconds else None, spread(seconds)))
    return tuple(found)


def _times(entry: Mapping[str, Any]) -> list[float]:
    """By CUDA events where there are any, else by the clock."""
    return [number(each) for each in entry["device_seconds"] or entry["seconds"]]


def spread(seconds: Sequence[float]) -> Spread:
    """Of at least one time."""
    ordered = sorted(seconds)
    low, _, high = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else (ordered[0],) * 3
    return Spread(len(ordered), statistics.median(ordered), low, high, ordered[0], ordered[-1])
