"""The five levels: RUNS, CORRECT, CAPTURED, STABLE, WORTH IT, each with the figures that decide it.

A level says of this stream of calls what was measured, and is left undecided where the measurement cannot tell; `doubts.py` has what else
leaves one undecided.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from sandbox.compile.records import Call, Level, Mode, Steady

_FEW = 4  # a stream shorter than this has no second half to speak of


def levels(
    calls: Sequence[Call], again: Sequence[Mode], steady: Sequence[Steady], workload: int | None, problem: str = ""
) -> tuple[Level, ...]:
    """All five, in their order. problem: what ended the program, empty where it ended by itself."""
    return (runs(calls, problem), correct(calls), captured(calls), stable(calls, again), worth_it(calls, steady, workload))


def runs(calls: Sequence[Call], problem: str) -> Level:
    raised = sum(call.mode == "raised" for call in calls)
    figures: dict[str, float | int | str | None] = {"calls": len(calls), "raised": raised}
    if problem:
        return Level("RUNS", False, f"the program did not end well: {problem}", figures)
    if not calls:
        return Level("RUNS", None, "nothing compiled was ever called", figures)
    return Level("RUNS", not raised, f"{raised} of {len(calls)} calls raised", figures)


def correct(calls: Sequence[Call]) -> Level:
    """Calls that fell back to eager agree with eager by construction and are not counted."""
    served = [call for call in calls if call.mode in ("compiled", "reused")]
    compared = [call.difference for call in served if call.difference is not None]
    eager = sum(call.mode == "eager" for call in calls)
    wrong = sum(not each.within for each in compared)
    greatest = max((each.absolute for each in compared), default=None)
    figures: dict[str, float | int | str | None] = {
        "compared": len(compared), "outside tolerance": wrong, "fell back to eager, not counted": eager, "greatest difference": greatest,
        "rtol": max((each.rtol for each in compared), default=None), "atol": max((each.atol for each in compared), default=None),
    }  # fmt: skip
    if not compared:
        return Level("CORRECT", None, "no call that ran compiled code could be compared with the eager run", figures)
    if sum(each.compared for each in compared) == 0 and not wrong:
        return Level("CORRECT", None, "the calls gave back nothing that can be compared", figures)
    why = f"{len(compared) - wrong} of {len(compared)} calls that ran compiled code agree with the separate eager run"
    return Level("CORRECT", wrong == 0, why, figures)


def captured(calls: Sequence[Call]) -> Level:
    served = [call for call in calls if call.mode in ("compiled", "reused")]
    most = max((call.graphs_run for call in served), default=0)
    breaks = sum(call.breaks for call in calls)
    figures: dict[str, float | int | str | None] = {
        "most graphs in a call": most,
        "graph breaks": breaks,
        "calls with a graph": len(served),
    }
    if not [call for call in calls if call.mode != "raised"]:
        return Level("CAPTURED", None, "no call came to its end", figures)
    if not served:
        return Level("CAPTURED", False, "no call ran a graph", figures)
    why = f"the calls ran {most} graph{'s' if most != 1 else ''} at most, with {breaks} graph breaks"
    return Level("CAPTURED", most == 1 and breaks == 0, why, figures)


def stable(calls: Sequence[Call], again: Sequence[Mode]) -> Level:
    """Whether the later half of each callable's calls, and the same inputs once more after it, were served by graphs that were there."""
    streams = [[call for call in calls if call.callable == number] for number in sorted({call.callable for call in calls})]
    late = [call for stream in streams if len(stream) >= _FEW for call in stream[len(stream) // 2 :]]
    recompiled = sum(call.mode == "compiled" for stream in streams for call in stream[1:])
    late_compiled = sum(call.mode == "compiled" for call in late)
    ran = any(call.mode in ("compiled", "reused") for call in calls)
    late_eager = sum(call.mode == "eager" for call in late)
    figures: dict[str, float | int | str | None] = {
        "calls after the first that compiled": recompiled, "of them in the later half": late_compiled,
        "eager in the later half": late_eager,
        "inputs given once more": len(again), "of them compiled": sum(mode == "compiled" for mode in again),
        "of them eager": sum(mode == "eager" for mode in again), "of them raised": sum(mode == "raised" for mode in again),
    }  # fmt: skip
    if not ran:
        return Level("STABLE", None, "no call ran a graph", figures)
    if not late and not again:
        return Level("STABLE", None, f"{len(calls)} calls are too few to tell", figures)
    steady = not (late_compiled or late_eager or any(mode != "reused" for mode in again))
    why = f"in the later half {late_compiled} calls compiled and {late_eager} ran eagerly"
    if again:
        why += f"; given once more, {sum(mode == 'reused' for mode in again)} of {len(again)} distinct inputs reused a graph"
    return Level("STABLE", steady, why, figures)


def worth_it(calls: Sequence[Call], steady: Sequence[Steady], workload: int | None) -> Level:
    """From how many calls on compiling pays: the time lost while compiling over what a steady call saves."""
    eager = sum(call.eager_seconds or 0.0 for call in calls)
    compiled = sum(call.seconds for call in calls)
    saving, lost = _saving(calls, steady), _lost(calls, steady)
    figures: dict[str, float | int | str | None] = {
        "eager seconds of the stream": eager, "compiled seconds of the stream": compiled, "seconds lost to compiling": lost,
        "seconds saved by a steady call": saving, "workload in calls": workload if workload is not None else len(calls),
    }  # fmt: skip
    if not calls or any(call.eager_seconds is None or call.mode == "raised" for call in calls):
        return Level("WORTH IT", None, "not every call has an eager counterpart", figures)
    if not any(call.mode in ("compiled", "reused") for call in calls):
        return Level("WORTH IT", False, "no call ran a graph", figures)
    if saving is None and workload is None and compiled > eager:
        return Level(
            "WORTH IT", False, f"no graph was used a second time, and the calls took {compiled / eager:.3g} times as long", figures
        )
    if saving is None:
        return Level("WORTH IT", None, "no call was repeated in steady state", figures)
    even = None if saving <= 0 else math.ceil(lost / saving)
    figures["break-even calls"] = even
    if even is None:
        return Level("WORTH IT", False, "a steady compiled call is not faster than an eager one, so that compiling never pays", figures)
    if steady and all(each.eager is not None and each.compiled.high >= each.eager.low for each in steady):
        return Level("WORTH IT", None, "steady compiled and eager calls differ by less than their own spread", figures)
    wanted = workload if workload is not None else len(calls)
    return Level("WORTH IT", wanted >= even, f"compiling pays from {even} calls on; the workload has {wanted}", figures)


def _saving(calls: Sequence[Call], steady: Sequence[Steady]) -> float | None:
    """Seconds that a call saves in steady state, on average over the stream's inputs (a script: over its own calls that reused a graph)."""
    if steady:
        of_inputs = {(calls[each.call].callable, calls[each.call].shapes): each for each in steady if each.call < len(calls)}
        met = [each for call in calls if (each := of_inputs.get((call.callable, call.shapes))) is not None]
        saved = [each.eager.median - each.compiled.median for each in met if each.eager is not None]
    else:
        saved = [call.eager_seconds - call.seconds for call in calls if call.mode == "reused" and call.eager_seconds is not None]
    return sum(saved) / len(saved) if saved else None


def _lost(calls: Sequence[Call], steady: Sequence[Steady]) -> float:
    """Seconds by which the calls that compiled took longer than they take in steady state."""
    usual = {each.call: each.compiled.median for each in steady}
    reused = [call.seconds for call in calls if call.mode == "reused"]
    fallback = sum(reused) / len(reused) if reused else 0.0
    return sum(max(0.0, call.seconds - usual.get(call.index, fallback)) for call in calls if call.mode == "compiled")
