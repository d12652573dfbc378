"""What limits the belief in a measurement: clocks that disagree, counts that disagree, replaced functions, answers not made anew.

The measured code shares a process with what observes it, so that code which is bent on it can deceive; what is checked here are the ways
that are known, and what no program inside can reach: the parent's clock and the comparison outside.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandbox.compile.programs import Left
from sandbox.compile.reading import entries, number, text, whole
from sandbox.compile.records import Clock, Finding
from sandbox.compile.trace import Trace

# Start and end of interpreters, the import of torch before the first look at a clock, and a loaded machine.
_SLACK_SECONDS, _SLACK_SHARE = 3.0, 0.35
_ROUNDING = 0.05  # seconds by which two looks at one clock may differ


def clock(left: Left) -> Clock:
    """The three clocks of a run; the measured processes' own is the one that code could slow down."""
    measured = sum(number(account["seconds"]) for account in left.accounts.values())
    return Clock(left.result.wall_seconds, sum(left.seconds.values()), measured, left.result.wall_seconds - measured)


def findings(left: Left, name: str, eager: Mapping[str, Any] | None, trace: Trace) -> tuple[Finding, ...]:
    """All that was found in one process's account."""
    account = left.accounts[name]
    found = [*_clocks(left), *_times(account), *_counts(account, trace), *_answers(account, eager), *_surroundings(account)]
    if whole(account["unrecorded"]):
        found.append(Finding("not all recorded", f"{whole(account['unrecorded'])} further calls were made and not recorded"))
    if eager is not None and whole(eager["handed"]):
        words = "the code reached the compiler by another way than torch.compile, so that the eager run was not eager"
        found.append(Finding("eager run compiled", words))
    if account["replaced"]:
        names = tuple(text(each) for each in account["replaced"])
        found.append(Finding("replaced function", "the code replaced functions that measure or compare; the runner used its own", names))
    return tuple(found)


def _clocks(left: Left) -> list[Finding]:
    seen = clock(left)
    if seen.unaccounted > _SLACK_SECONDS + _SLACK_SHARE * seen.parent or seen.measured > seen.parent + 0.5:
        words = f"the parent's clock saw {seen.parent:.1f} s, the measured processes {seen.measured:.1f} s"
        return [Finding("clocks disagree", f"{words}: a clock was changed, or time was spent outside of what was measured")]
    return []


def _times(account: Mapping[str, Any]) -> list[Finding]:
    """Calls that together took longer than their process lived, or one that was over before what it compiled was."""
    calls = entries(account["calls"])
    repeated = [*entries(account.get("again", [])), *calls]
    lived, told = number(account["seconds"]), sum(number(each.get("seconds", 0.0)) for each in repeated)
    if told > lived + _ROUNDING:
        return [Finding("times disagree", f"the calls are said to have taken {told:.1f} s in a process that lived {lived:.1f} s")]
    short = [
        each
        for each in calls
        if any(number(made.get("seconds") or 0.0) > number(each["seconds"]) + _ROUNDING for made in entries(each.get("compilations", [])))
    ]
    if short:
        words = f"{len(short)} calls are said to have been over before their own compilation was: their times were written over"
        return [Finding("times disagree", words)]
    return []


def _counts(account: Mapping[str, Any], trace: Trace) -> list[Finding]:
    """Graphs that backends were handed, by our count, by torch's counter, and by its trace."""
    own = sum(whole(each["graphs_compiled"]) for each in entries(account["calls"]))
    torchs = sum(whole(each["unique_graphs"]) for each in entries(account["calls"]))
    again = [*entries(account.get("again", [])), *entries(account.get("steady", []))]
    handed = own + sum(whole(each["graphs_compiled"]) for each in again)
    if own == torchs and (not trace.compilations or trace.graphs >= handed):
        return []
    words = f"graphs by our count {own}, by torch's counter {torchs}, in the whole run by its trace {trace.graphs}"
    return [Finding("counts disagree", words)]


def _answers(account: Mapping[str, Any], eager: Mapping[str, Any] | None) -> list[Finding]:
    found = []
    if account.get("identity") == "yes":
        words = "the answer follows a tensor's identity: after its content was changed in place, the old answer came back"
        found.append(Finding("cached answer", words))
    if kept := _counted(account, "returned_again"):
        too = _too(eager is not None and bool(_counted(eager, "returned_again")))
        words = f"{kept} calls gave back the very tensor that an earlier call had given back{too}: the answer was not made anew"
        found.append(Finding("returned again", words))
    overwritten = max(len(account.get("overwritten") or ()), _counted(account, "rewritten"))
    if overwritten:
        too = _too(eager is not None and bool(eager.get("overwritten") or _counted(eager, "rewritten")))
        words = f"{overwritten} results no longer held what they held when they were returned{too}: a buffer is reused"
        found.append(Finding("overwritten result", words))
    late = [
        each
        for each in entries(account["calls"])
        if number(each.get("other_streams_seconds", 0.0)) > max(1e-4, 0.2 * number(each["seconds"]))
    ]
    if late:
        words = f"after {len(late)} calls the device was still busy when the current stream was done: work on another stream"
        found.append(Finding("another stream", words))
    kinds = {str(leaf.get("type")) for each in entries(account["calls"]) for leaf in entries(each.get("outputs", [])) if leaf.get("type")}
    strange = tuple(text(kind, 100) for kind in sorted(kinds - {"Tensor", "Parameter"}))
    if strange:
        found.append(Finding("no plain tensor", "results are of a class of their own, which may compute later than it says", strange))
    return found


def _counted(account: Mapping[str, Any], name: str) -> int:
    """In how many calls something was seen at all."""
    return sum(whole(each.get(name, 0)) > 0 for each in entries(account.get("calls", [])))


def _too(so: bool) -> str:
    return " (so it is in eager)" if so else ""


def _surroundings(account: Mapping[str, Any]) -> list[Finding]:
    found = []
    if account["scalar"]:
        found.append(
            Finding("scalar code", "inductor found no vector instructions on a processor that has them: steady times are too long")
        )
    hidden = account["machine"].get("hidden")
    if hidden:
        found.append(Finding("hidden", "torch was without something that it can use outside", (text(hidden),)))
    return found
