"""What limits the belief in a measurement: clocks that disagree, counts that disagree, replaced functions, answers not made anew.

The measured code shares a process with what observes it. What it tells is taken by a process beside it, line by line, and cross-checked
with that process's clock, with torch's counter and with torch's trace as it was when each line came; results are compared outside of both.
Code that takes the observer over before it tells anything can still tell another story, within what those admit: `honesty` says so.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandbox.compile.journal import Journal, Told
from sandbox.compile.programs import Left
from sandbox.compile.reading import entries, number, text, whole
from sandbox.compile.records import Clock, Finding, Honesty
from sandbox.compile.trace import Trace, read

# Start and end of interpreters, the import of torch before the first look at a clock, and a loaded machine.
_SLACK_SECONDS, _SLACK_SHARE = 3.0, 0.35
_ROUNDING = 0.05  # seconds by which two looks at one clock may differ
_UNTOLD_SECONDS, _UNTOLD_SHARE = 0.25, 0.25  # between a call's marks and not in its time: the marks themselves, on a loaded machine

_HELD = (
    "each call lies between two marks that a process beside the measured one stamped by its own clock: it cannot have taken longer than "
    "that, nor by more than a quarter of a second and a quarter of its time less",
    "what was told of a call when it ended was taken at once, and what was written over it afterwards is a finding",
    "torch's trace was looked at as each call began and ended: what was changed in it later, or does not go with the call's own count, is "
    "a finding",
    "results are compared outside of the sandbox, with those of an eager run in a sandbox of its own",
)
_NOT_HELD = (
    "code that takes over the runner's part of its own process, which it shares, can tell another story from the start: how many graphs "
    "ran, what a call gave back, and times by less than the marks admit; counts and results are those of code that does not set out to "
    "deceive",
    "code can find out whether it runs with the compiler or without, and do different things",
)
_KEPT = {
    "memory": "the kernel keeps the measured code from the memory of the process beside it",
    "signals": "the kernel keeps the measured code from stopping or ending the process beside it",
}


def honesty(journals: Sequence[Journal]) -> Honesty:
    """What holds for a result that was made of these journals; where there is none, nothing was measured and nothing holds."""
    if not journals:
        return Honesty((), ())
    kept = {name: all(journal.held.get(name, False) for journal in journals) for name in _KEPT}
    missing = tuple(f"not here: {words}" for name, words in _KEPT.items() if not kept[name])
    return Honesty((*_HELD, *(words for name, words in _KEPT.items() if kept[name])), (*_NOT_HELD, *missing))


def clock(left: Left) -> Clock:
    """The three clocks of a run; the measured processes' own is the one that code could slow down."""
    measured = sum(number(account["seconds"]) for account in left.accounts.values())
    return Clock(left.result.wall_seconds, sum(left.seconds.values()), measured, left.result.wall_seconds - measured)


def findings(left: Left, name: str, eager: Left | None, trace: Trace) -> tuple[Finding, ...]:
    """All that was found in one process's account, and in that of the eager run which it is held against."""
    told, reference = left.told[name], eager.told["eager"] if eager is not None else None
    account = told.account
    found = [*_clocks(left), *_taken_over(told, reference), *_times(told), *_traces(left, name)]
    found += [
        *_counts(left, name, trace),
        *_answers(account, reference.account if reference is not None else None),
        *_surroundings(account),
    ]
    if whole(account["unrecorded"]):
        found.append(Finding("not all recorded", f"{whole(account['unrecorded'])} further calls were made and not recorded"))
    if reference is not None:
        found += [Finding(each.kind, f"in the eager run {each.text}") for each in _times(reference)]
    if reference is not None and whole(reference.account["handed"]):
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


def _taken_over(told: Told, eager: Told | None) -> list[Finding]:
    """Where the code reached into the runner's part of its process."""
    both = [each for each in (told, eager) if each is not None]
    names = tuple(text(name) for each in both for name in each.account["taken_over"])
    found = []
    if names:
        found.append(Finding("runner replaced", "the code replaced functions of the runner itself in its process", names))
    if changed := sum(each.changed for each in both):
        found.append(Finding("records changed", f"{changed} records were other ones at the end than when they were told"))
    return found


def _times(told: Told) -> list[Finding]:
    """Calls that took longer than there was between their marks, or left much of it untold, or were over before what they compiled was."""
    calls = entries(told.account["calls"])
    pairs = [(number(each.get("seconds", 0.0)), gap) for each, gap in zip(calls, told.gaps, strict=True)]
    steady = zip(entries(told.account.get("steady", [])), told.steady_gaps, strict=True)
    sums = [(sum(number(time) for time in each[kind]), gap) for each, gap in steady for kind in ("seconds", "device_seconds")]
    long = sum(seconds > gap + _ROUNDING for seconds, gap in (*pairs, *sums))
    short = sum(gap > seconds + _UNTOLD_SECONDS + _UNTOLD_SHARE * seconds for seconds, gap in pairs)
    found = []
    if long:
        words = f"{long} calls are said to have taken longer than the clock beside the process saw between their beginning and their end"
        found.append(Finding("times disagree", words))
    if short:
        words = f"{short} calls are said to have taken far less than the clock beside the process saw between their beginning and their end"
        found.append(Finding("times disagree", words))
    early = sum(
        any(number(made.get("seconds") or 0.0) > number(each["seconds"]) + _ROUNDING for made in entries(each.get("compilations", [])))
        for each in calls
    )
    if early:
        words = f"{early} calls are said to have been over before their own compilation was: their times were written over"
        found.append(Finding("times disagree", words))
    return found


def _traces(left: Left, name: str) -> list[Finding]:
    """Whether torch's trace is still what the process beside the measured one saw of it."""
    assert left.journal is not None
    beside = left.journal.processes[name]
    whole_ones = {path: hashlib.sha256(content).hexdigest() for path, content in _parts(left, name)}
    if beside.trace_changed or any(beside.trace.get(path, digest) != digest for path, digest in whole_ones.items()):
        return [Finding("trace changed", "torch's trace was written over after it had been looked at")]
    return []


def _parts(left: Left, name: str) -> Iterator[tuple[str, bytes]]:
    """The files of a process's trace, by their names in its folder."""
    folder = f"trace-{name}/"
    yield from ((path.removeprefix(folder), content) for path, content in left.result.artefacts.items() if path.startswith(folder))


def _counts(left: Left, name: str, trace: Trace) -> list[Finding]:
    """Graphs that backends were handed, by our count, by torch's counter, and by its trace, in the whole run and call by call."""
    told = left.told[name]
    calls = entries(told.account["calls"])
    own = sum(whole(each["graphs_compiled"]) for each in calls)
    torchs = sum(whole(each["unique_graphs"]) for each in calls)
    again = [*entries(told.account.get("again", [])), *entries(told.account.get("steady", []))]
    handed = own + sum(whole(each["graphs_compiled"]) for each in again)
    found = []
    if own != torchs or (trace.compilations and trace.graphs < handed):
        words = f"graphs by our count {own}, by torch's counter {torchs}, in the whole run by its trace {trace.graphs}"
        found.append(Finding("counts disagree", words))
    if not whole(told.account["made"]) and any(whole(each.get("graphs_run", 0)) for each in calls):
        found.append(Finding("counts disagree", "graphs are said to have run in a process in which none was made"))
    if trace.compilations and (apart := _apart(left, name, calls)):
        words = f"{apart} calls are said to have compiled where torch's trace grew by no graph meanwhile, or the other way round"
        found.append(Finding("counts disagree", words))
    return found


def _apart(left: Left, name: str, calls: Sequence[Mapping[str, Any]]) -> int:
    """In how many calls the trace, as it grew between their marks, does not go with their own count."""
    parts = dict(_parts(left, name))
    apart = 0
    for call, grown in zip(calls, left.told[name].grown, strict=True):
        known = [read(parts[path][start:end]).graphs for path, (start, end) in grown.items() if path in parts]
        made = whole(call["graphs_compiled"]) + sum(whole(each["graphs_compiled"]) for each in _backward(call))
        apart += not call.get("raised") and bool(sum(known)) != bool(made)
    return apart


def _backward(call: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """What the compiler did in the backward pass of a call; nothing where there was none."""
    return [call["backward"]] if isinstance(call.get("backward"), dict) else []


def _answers(account: Mapping[str, Any], eager: Mapping[str, Any] | None) -> list[Finding]:
    found: list[Finding] = []
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
