"""What the torch.compile runner answers; request.py has what it is asked.

Every text in a result is `Untrusted`, since a program that nobody vouches for could have written it; numbers are numbers, and what they
may not be trusted for stands in `findings`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from prompts.trust import Untrusted
from sandbox.compile.request import Settings

CellOutcome = Literal["ran", "raised", "raised as allowed", "left out", "not reached"]
Mode = Literal["compiled", "reused", "eager", "raised"]
LevelName = Literal["RUNS", "CORRECT", "CAPTURED", "STABLE", "WORTH IT"]
FindingKind = Literal[
    "runner replaced", "records changed", "trace changed", "counts disagree", "times disagree", "clocks disagree", "eager run compiled",
    "cached answer", "returned again", "no plain tensor", "another stream", "scalar code", "replaced function", "overwritten result",
    "not all recorded", "runs differ", "hidden",
]  # fmt: skip


@dataclass(frozen=True)
class Spread:
    """Seconds of repeated calls: how many, their median, the quartiles, the least and the greatest."""

    count: int
    median: float
    low: float
    high: float
    least: float
    greatest: float


@dataclass(frozen=True)
class Difference:
    """A compiled call's results beside those of the separate eager run.

    absolute, relative: the greatest ones (infinity where shapes, types or special values differ).
    compared: numbers looked at, of `elements`.
    rtol, atol: the tolerance by which `within` was decided, as torch.testing does.
    """

    absolute: float
    relative: float
    compared: int
    elements: int
    rtol: float
    atol: float
    within: bool


@dataclass(frozen=True)
class LogLine:
    logger: Untrusted
    level: Untrusted
    message: Untrusted


@dataclass(frozen=True)
class Compilation:
    """One frame that Dynamo compiled or tried to. call: index of the call that it happened in, None outside of any.

    guards: how many; guard_list: their words, at most 64. entries_before: how many entries its code had cached before. reason: the guards
    that failed, where this is a recompilation. failure: why it was given up, empty where it was not.
    seconds: of the whole; backend_seconds: of the backend's part; trace_seconds: of them for the trace that the runner reads.
    """

    call: int | None
    compile_id: Untrusted
    function: Untrusted
    forward: bool
    guards: int | None
    guard_list: tuple[Untrusted, ...]
    operations: int | None
    entries_before: int | None
    reason: Untrusted
    failure: Untrusted
    seconds: float | None
    backend_seconds: float | None
    trace_seconds: float | None


@dataclass(frozen=True)
class Call:
    """One call of a compiled callable.

    callable: which compiled callable, counted in the order of their making.
    mode: "compiled" (a backend was handed a graph), "reused" (a graph ran, none was made), "eager" (none ran), "raised".
    seconds: with the backward pass where one was asked for. eager_seconds: of the same call in the eager run, None where there is none.
    device_seconds: by CUDA events.
    breaks: graph breaks met while compiling, with a reason each, by the trace where it knows more than the counter.
    disk hits and misses: of inductor's and AOTAutograd's caches together.
    spread, eager_spread: of the call's seconds over several runs of a script, None where there was one.
    difference: None where it raised, or has no eager counterpart. peak_memory_mb: the process's highest so far, or the GPU's of this call.
    """

    index: int
    callable: int
    shapes: tuple[tuple[int, ...], ...]
    mode: Mode
    seconds: float
    eager_seconds: float | None
    device_seconds: float | None
    graphs_compiled: int
    graphs_run: int
    breaks: int
    break_reasons: tuple[Untrusted, ...]
    recompile_reasons: tuple[Untrusted, ...]
    disk_hits: int
    disk_misses: int
    log: tuple[LogLine, ...]
    difference: Difference | None
    raised: Untrusted | None
    peak_memory_mb: float
    spread: Spread | None = None
    eager_spread: Spread | None = None


@dataclass(frozen=True)
class Steady:
    """Calls repeated after the stream with inputs of one set of shapes. mode: of the repeats; where any compiled, "compiled".

    Of a script or a notebook: its own calls of one callable and one set of shapes that reused a graph, the first left out, over all runs.
    call: the first call with these inputs.
    """

    call: int
    mode: Mode
    eager: Spread | None
    compiled: Spread


@dataclass(frozen=True)
class Level:
    """One of the five levels. reached: None where it could not be decided. why: a sentence of ours; figures: what decided it."""

    name: LevelName
    reached: bool | None
    why: str
    figures: Mapping[str, float | int | str | None]


@dataclass(frozen=True)
class Finding:
    """Something that limits what the measurement may be believed for. kind: its name, with what it bears on in `doubts.py`; text: ours;
    detail: from the run."""

    kind: FindingKind
    text: str
    detail: tuple[Untrusted, ...] = ()


@dataclass(frozen=True)
class Honesty:
    """What code that sets out to deceive can not change in a result, and what it can; sentences of ours."""

    held: tuple[str, ...]
    not_held: tuple[str, ...]


@dataclass(frozen=True)
class Clock:
    """Seconds of one sandbox run by three clocks: the parent's, the starting process's inside, and those that the measured processes gave.

    unaccounted: what the parent saw and the measured processes did not (start and end of interpreters, unless a clock was slowed).
    """

    parent: float
    inside: float
    measured: float
    unaccounted: float


@dataclass(frozen=True)
class Machine:
    """What a variant ran on, by the run's own account: versions, instruction set, threads, compiler, device, what was hidden from torch."""

    facts: Mapping[str, Untrusted]
    threads: int | None
    cuda: bool


@dataclass(frozen=True)
class CellRun:
    """What became of one code cell of a notebook, counted from 1; `raised` as the cell's own words, None where it raised nothing."""

    number: int
    outcome: CellOutcome
    raised: Untrusted | None


@dataclass(frozen=True)
class Variant:
    """What came of one combination of settings.

    problem: why it has no measurement, in words of ours; empty where it has one. ending: of its sandbox run.
    raised: what the program raised outside of a call that is recorded, None where it raised nothing. cells: of a notebook, in order.
    again: what each distinct input did once more after the stream. phases: seconds by phase of compilation, as torch adds them up.
    cache_files_before: files in the compiler's cache when it started. peak_memory_mb: of the whole compiled run.
    """

    settings: Settings
    problem: str
    ending: str
    tier: str
    machine: Machine | None = None
    clock: Clock | None = None
    calls: tuple[Call, ...] = ()
    raised: Untrusted | None = None
    cells: tuple[CellRun, ...] = ()
    again: tuple[Mode, ...] = ()
    steady: tuple[Steady, ...] = ()
    compilations: tuple[Compilation, ...] = ()
    levels: tuple[Level, ...] = ()
    findings: tuple[Finding, ...] = ()
    phases: tuple[tuple[Untrusted, float], ...] = ()
    cache_files_before: int | None = None
    peak_memory_mb: float | None = None
    stdout: Untrusted = field(default_factory=lambda: Untrusted("", "sandbox"))
    stderr: Untrusted = field(default_factory=lambda: Untrusted("", "sandbox"))

    @property
    def modes(self) -> tuple[Mode, ...]:
        return tuple(call.mode for call in self.calls)


@dataclass(frozen=True)
class Row:
    """One thing that variants do not have in common. aspect: what, in words of ours; values: of each variant compared, in their order."""

    aspect: str
    values: tuple[Untrusted, ...]


@dataclass(frozen=True)
class Comparison:
    """Where the behaviour of variants differs, times left out; no rows: in nothing. variants: their places in the result."""

    by: str
    variants: tuple[int, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class ExperimentResult:
    """All variants in the order of the matrix. honesty: what they may be believed for. layers: of the isolation. notes: of ours, such as
    lines of a notebook that were left out.

    comparisons: for each combination of the other settings, where versions of torch differ; without versions, where the variants do.
    """

    variants: tuple[Variant, ...]
    tier: str
    layers: tuple[str, ...]
    notes: tuple[str, ...] = ()
    comparisons: tuple[Comparison, ...] = ()
    honesty: Honesty = Honesty((), ())
