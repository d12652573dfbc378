"""What is asked of the torch.compile runner and what it answers.

A request is data: its code is text that only ever runs in the sandbox. In a result every text is `Untrusted`, since a program that nobody
vouches for could have written it; numbers are numbers, and what they may not be trusted for stands in `findings`.

The error: RequestError, whose message ends with what to change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from prompts.trust import Untrusted
from sandbox.records import Environment, Json, Limits

Form = Literal["function", "script", "notebook"]
Mode = Literal["compiled", "reused", "eager", "raised"]
LevelName = Literal["RUNS", "CORRECT", "CAPTURED", "STABLE", "WORTH IT"]
LIMITS = Limits(
    seconds=300, cpu_seconds=900, processes=128, disk_mb=1024, inodes=50_000, open_files=1024, artefacts=256, artefact_bytes=128_000_000
)


class RequestError(Exception):
    """The request cannot be run as it stands."""


@dataclass(frozen=True)
class Argument:
    """One argument of a call: a tensor by `shape`, a plain `value`, or a Python `expression` over the names of the code.

    dtype: torch's name of it. low, high: bounds of whole numbers, drawn uniformly, high excluded; other tensors are drawn from a normal
    distribution. The same seed gives the same numbers in every run.
    """

    shape: tuple[int, ...] | None = None
    dtype: str = "float32"
    low: int = 0
    high: int = 10
    requires_grad: bool = False
    value: Json = None
    expression: str = ""


@dataclass(frozen=True)
class Settings:
    """One variant. An empty text leaves a setting as the code has it, or as torch has it by default.

    shapes: "as given"; "marked" (dimensions that vary between the calls are marked dynamic); "bucketed" (they are padded with zeros to the
    next power of two, in eager too). cache: "cold" is a private empty cache, "warm" one that the cold run of this variant filled.
    limit: the recompile limit. torch: the version whose environment is used, "" for the request's default.
    """

    backend: str = ""
    mode: str = ""
    dynamic: str = ""
    fullgraph: str = ""
    shapes: str = "as given"
    dtype: str = ""
    device: str = "auto"
    cache: str = "cold"
    limit: str = ""
    torch: str = ""


# What a setting may be; None where it is a name that torch or the caller gives.
CHOICES: Mapping[str, tuple[str, ...] | None] = {
    "backend": None,
    "mode": ("", "default", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"),
    "dynamic": ("", "auto", "true", "false"),
    "fullgraph": ("", "true", "false"),
    "shapes": ("as given", "marked", "bucketed"),
    "dtype": ("", "float64", "float32", "bfloat16", "float16"),
    "device": ("auto", "cpu", "cuda"),
    "cache": ("cold", "warm"),
    "limit": None,
    "torch": None,
}


@dataclass(frozen=True)
class ExperimentRequest:
    """One experiment: code, its calls, and the settings under which it is run.

    code: a Python program. function: what of it is compiled and called with each entry of `calls` (form "function"); a script or notebook
    calls torch.compile itself, and `matrix` then overrides what it says. matrix: for each setting the values to try; all combinations run.
    warmup, repeats: of each distinct input in steady state (form "function"). backward: each call is followed by the backward pass of its
    summed output. tolerance: relative and absolute, None for the defaults by dtype. workload_calls: how many calls the compiled program
    is to serve, None for as many as it makes. threads: of torch on the CPU. variables: further TORCH* settings, recorded.
    environments: interpreters by version of torch, "" for the default; given by the program, never by a model.
    """

    code: str
    form: Form = "function"
    function: str = ""
    calls: tuple[tuple[Argument, ...], ...] = ()
    matrix: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    warmup: int = 1
    repeats: int = 5
    backward: bool = False
    seed: int = 0
    tolerance: tuple[float, float] | None = None
    workload_calls: int | None = None
    threads: int = 1
    variables: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, Environment] = field(default_factory=dict)
    limits: Limits = LIMITS


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


@dataclass(frozen=True)
class Steady:
    """Calls repeated after the stream with inputs of one set of shapes. mode: of the repeats; where any compiled, "compiled"."""

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
    """Something that limits what the measurement may be believed for. kind: its name; text: ours; detail: from the run."""

    kind: str
    text: str
    detail: tuple[Untrusted, ...] = ()


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
class Variant:
    """What came of one combination of settings.

    problem: why it has no measurement, in words of ours; empty where it has one. ending: of its sandbox run.
    raised: what the program raised outside of a call that is recorded, None where it raised nothing.
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
class ExperimentResult:
    """All variants in the order of the matrix. layers: of the isolation. notes: of ours, such as lines of a notebook that were left out."""

    variants: tuple[Variant, ...]
    tier: str
    layers: tuple[str, ...]
    notes: tuple[str, ...] = ()
