"""A script or a notebook run several times over, each run fresh: how far each call's time spreads, and where the runs differ.

The first run is the one that is told call by call. A script's own calls are its repeats as well: those that reused a graph, but for the
first such of each input, which warms up, are its steady state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandbox.compile.reading import entries, mode_of, number, spread
from sandbox.compile.records import Call, Finding, Spread, Steady

Accounts = Sequence[Mapping[str, Any]]


def spread_over(calls: Sequence[Call], compiled: Accounts, eager: Accounts) -> tuple[Call, ...]:
    """The calls, each with the spread of its seconds over the runs in which it was the same call; None of one run."""
    return tuple(replace(call, spread=_spread(_times(call, compiled)), eager_spread=_spread(_times(call, eager))) for call in calls)


def steady(calls: Sequence[Call], compiled: Accounts, eager: Accounts) -> tuple[Steady, ...]:
    """For each callable and set of shapes of which a graph was reused twice or more: the later ones, over all runs."""
    groups: dict[tuple[object, ...], list[Call]] = {}
    for call in calls:
        groups.setdefault((call.callable, call.shapes), []).append(call)
    found = []
    for group in groups.values():
        late = [call for call in group if call.mode == "reused"][1:]
        times = [time for call in late for time in _times(call, compiled)]
        beside = [time for call in late for time in _times(call, eager)]
        if times:
            found.append(Steady(group[0].index, "reused", spread(beside) if beside else None, spread(times)))
    return tuple(found)


def differing(compiled: Accounts) -> tuple[Finding, ...]:
    """Where a later run's calls are others than those of the first, or did other things."""
    first = _behaviour(compiled[0])
    found = []
    for run, account in enumerate(compiled[1:], 2):
        other = _behaviour(account)
        places = [place for place, (one, two) in enumerate(zip(first, other, strict=False)) if one != two]
        if places or len(first) != len(other):
            what = f"from call {places[0]} on" if places else f"in the number of calls, {len(other)} and {len(first)}"
            found.append(Finding("runs differ", f"run {run} of {len(compiled)} differs from the first {what}"))
    return tuple(found[:1])


def _behaviour(account: Mapping[str, Any]) -> list[tuple[object, ...]]:
    return [
        (each["callable"], each["shapes"], mode_of(each), each["graphs_compiled"], each["graphs_run"]) for each in entries(account["calls"])
    ]


def _times(call: Call, accounts: Accounts) -> list[float]:
    """Its seconds in each run that made the same call in its place."""
    found = []
    for account in accounts:
        listed = entries(account["calls"])
        each = listed[call.index] if call.index < len(listed) else None
        if each is not None and not each["raised"] and each["callable"] == call.callable and _shapes(each) == call.shapes:
            found.append(number(each.get("device_seconds", each["seconds"])))
    return found


def _shapes(entry: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(shape) for shape in entry["shapes"])


def _spread(times: Sequence[float]) -> Spread | None:
    return spread(times) if len(times) > 1 else None
