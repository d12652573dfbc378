"""The kinds of findings: what each says of a measurement, and which levels it stands against.

What `honesty.py` finds, what `levels.py` leaves undecided and the table in docs/experiment.md are all of this one list; `table()` writes
the last.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sandbox.compile.records import Finding, FindingKind, Level, LevelName

_ALL: tuple[LevelName, ...] = typing.get_args(LevelName)
_COUNTED: tuple[LevelName, ...] = ("CORRECT", "CAPTURED", "STABLE", "WORTH IT")


@dataclass(frozen=True)
class Doubt:
    """says: the finding in a sentence. against: the levels that are not believed reached. either: those not believed missed either."""

    says: str
    against: tuple[LevelName, ...] = ()
    either: tuple[LevelName, ...] = ()


DOUBTS: Mapping[FindingKind, Doubt] = {
    "runner replaced": Doubt("parts of the runner in the measured process were replaced: nothing that it tells is believed", _ALL, _ALL),
    "records changed": Doubt("records that had been sent were written over afterwards; those that were sent are shown", _COUNTED),
    "trace changed": Doubt("torch's trace is not as it was when it was written", _COUNTED),
    "counts disagree": Doubt("two of the counts of graphs (the runner's, torch's counter, torch's trace) say different things", _COUNTED),
    "times disagree": Doubt("times of calls cannot be: they contradict the clock beside the process, or each other", ("WORTH IT",)),
    "clocks disagree": Doubt("the measured process saw another time go by than its parent", ("WORTH IT",), ("WORTH IT",)),
    "eager run compiled": Doubt("the eager run reached the compiler, so that it is no reference", ("CORRECT", "WORTH IT")),
    "cached answer": Doubt("the answer follows a tensor's identity and not its content", ("CORRECT", "WORTH IT")),
    "returned again": Doubt("an old tensor was given back in place of a new answer", ("CORRECT", "WORTH IT")),
    "no plain tensor": Doubt("results are of a class that may compute later than it says", ("CORRECT", "WORTH IT")),
    "another stream": Doubt("work went on, on another stream, after the current one was done", ("WORTH IT",)),
    "scalar code": Doubt("inductor had no vector instructions: steady times are too long", (), ("WORTH IT",)),
    "replaced function": Doubt("functions that measure or compare were replaced; the runner used its own"),
    "overwritten result": Doubt("a later call wrote over a result; it was compared as it was when it was returned"),
    "not all recorded": Doubt("more calls were made than are recorded; the levels speak of those that are"),
    "runs differ": Doubt("another run of the same code did other things, call by call", _COUNTED),
    "hidden": Doubt("torch was without something that it can use outside"),
}


def doubted(found: Sequence[Level], findings: Sequence[Finding]) -> tuple[Level, ...]:
    """The levels, with those undecided that a finding stands against."""
    reached: dict[LevelName, Finding] = {}
    missed: dict[LevelName, Finding] = {}
    for finding in findings:
        doubt = DOUBTS[finding.kind]
        for names, gathered in ((doubt.against, reached), (doubt.either, missed), (doubt.either, reached)):
            for name in names:
                gathered.setdefault(name, finding)
    return tuple(_doubted(level, (reached if level.reached else missed).get(level.name)) for level in found)


def _doubted(level: Level, finding: Finding | None) -> Level:
    if finding is None or level.reached is None:
        return level
    return replace(level, reached=None, why=f"{level.why}; but {finding.text}")


def table() -> Iterator[str]:
    """The list as lines of a Markdown table."""
    yield "| finding | what was seen | levels left undecided |"
    yield "|---|---|---|"
    for kind, doubt in DOUBTS.items():
        names = [f"{name}, also if missed" if name in doubt.either else name for name in _ALL if name in (*doubt.against, *doubt.either)]
        told = "all, also if missed" if doubt.either == _ALL else "; ".join(names) if doubt.either else ", ".join(names)
        yield f"| {kind} | {doubt.says} | {told or 'none'} |"
