"""What is asked of the torch.compile runner: data alone, whose code is text that only ever runs in the sandbox.

The error: RequestError, whose message ends with what to change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from sandbox.records import Environment, Json, Limits

Form = Literal["function", "script", "notebook"]
LIMITS = Limits(
    seconds=300, cpu_seconds=900, processes=128, disk_mb=1024, inodes=50_000, open_files=1024, artefacts=256, artefact_bytes=128_000_000
)


class RequestError(Exception):
    """The request cannot be run as it stands."""


# torch's names of the types that a tensor can be asked for in.
DTYPES = (
    "float32", "float64", "float16", "bfloat16", "int64", "int32", "int16", "int8", "uint8", "bool", "complex64", "complex128",
)  # fmt: skip


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

    backend, mode, dynamic, fullgraph: as torch.compile has them; dynamic "auto" is None.
    shapes: "as given"; "marked" (dimensions that vary between the calls are marked dynamic); "bucketed" (they are padded with zeros to the
    next power of two, in eager too). dtype: of numbers with a fraction among the inputs and in a module.
    device: "auto" takes a GPU where one is. cache: "cold" is a private empty cache, "warm" one that the cold run of this variant filled.
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

    code: a Python program, or the text of an .ipynb file. form: what the code is.
    function: what of it is compiled and called with each entry of `calls` (form "function"); a script or notebook
    calls torch.compile itself, and `matrix` then overrides what it says. matrix: for each setting the values to try; all combinations run.
    warmup, repeats: of each distinct input in steady state (form "function"). runs: of a whole script or notebook, each fresh; the first is
    told call by call, and all give the spread of its times. backward: each call is followed by the backward pass of its
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
    runs: int = 1
    backward: bool = False
    seed: int = 0
    tolerance: tuple[float, float] | None = None
    workload_calls: int | None = None
    threads: int = 1
    variables: Mapping[str, str] = field(default_factory=dict)
    environments: Mapping[str, Environment] = field(default_factory=dict)
    limits: Limits = LIMITS
