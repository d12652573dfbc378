"""What is asked of the sandbox and what it answers. Plain frozen dataclasses, so that this package can be carried anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from prompts.trust import Untrusted

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

Ending = Literal[
    "exited",  # the program ended by itself; see exit_code
    "wall time", "cpu time", "memory", "processes", "disk", "inodes", "output",  # a limit ended it
    "killed",  # the caller stopped it
    "sandbox failed",  # the program was never started, or the sandbox broke; see reason
]  # fmt: skip

# A limit that held something back, while the run went on.
LimitMet = Literal["open files", "artefact count", "artefact size"]


@dataclass(frozen=True)
class Limits:
    """Bounds of one run, for its whole process tree. seconds: wall clock. cpu_seconds: CPU time. The rest as named."""

    seconds: float = 60
    cpu_seconds: int = 120
    memory_mb: int = 4096
    processes: int = 64
    disk_mb: int = 512
    inodes: int = 20_000
    open_files: int = 256
    output_bytes: int = 1_000_000
    artefacts: int = 64
    artefact_bytes: int = 20_000_000


@dataclass(frozen=True)
class Environment:
    """An experiment environment: the interpreter that runs the code, with the packages beside it.

    python: absolute path of the interpreter in the environment. read: further folders to bind read-only (site-packages' home).
    """

    name: str
    python: Path
    read: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Gpu:
    """What a run on a GPU is granted beyond what every run is, as `devices.py` finds it.

    nodes: character devices, at the same paths inside. read: files and folders, read-only. variables: of the program's environment.
    """

    nodes: tuple[Path, ...]
    read: tuple[Path, ...] = ()
    variables: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class RunRequest:
    """One program to run: `main.py` with `files` beside it in a private working folder.

    script: text of main.py. files: relative name -> bytes. collect: names to bring back where the program leaves them
    (regular files only). variables: the whole environment beyond the few that a Python needs. threads: OMP/MKL threads.
    gpu: what is granted to use one, None for a run that is not to see any.
    imports: modules that `script` imports before it does anything that they could see, so that they may be imported ahead of it.
    """

    script: str
    environment: Environment
    files: dict[str, bytes] = field(default_factory=dict)
    collect: tuple[str, ...] = ("result.json",)
    variables: dict[str, str] = field(default_factory=dict)
    limits: Limits = Limits()
    threads: int = 1
    imports: tuple[str, ...] = ()
    gpu: Gpu | None = None


@dataclass(frozen=True)
class RunResult:
    """What came of a run; there always is one, and afterwards no process of it lives.

    tier: how it was isolated ("bubblewrap+seccomp+landlock+cgroup", ...), in full in `layers`.
    exit_code: None unless exited (negative: a signal).
    stdout, stderr: capped, with `truncated`. artefacts: name -> bytes, as data. peak_memory_mb: of the tree, None where unknown.
    wall_seconds, cpu_seconds: by the parent's clock and the kernel's accounts.
    interpreter: "pooled" where it had the request's `imports` before the program was handed to it; then time and CPU, in the limits too,
    are those from that moment on, while memory is all that the interpreter holds.
    limits_met: those that did not end the run; "open files" where a process was seen with as many as it may have, four times a second.
    """

    ending: Ending
    exit_code: int | None
    reason: str
    tier: str
    layers: tuple[str, ...]
    stdout: Untrusted
    stderr: Untrusted
    truncated: bool
    artefacts: dict[str, bytes]
    artefacts_left: tuple[str, ...]
    wall_seconds: float
    cpu_seconds: float | None
    peak_memory_mb: float | None
    interpreter: Literal["fresh", "pooled"] = "fresh"
    limits_met: tuple[LimitMet, ...] = ()
