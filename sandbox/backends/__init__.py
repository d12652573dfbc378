"""Ways of isolating a program, one module each, behind one protocol: a `Backend` starts a request, and the `Running` is watched and ended.

A backend's module has `candidates(...)`: the forms that may work here, strongest first, or why there is none. Whether one really works is
found by running a program under it (`Sandbox.detect`).
"""

from __future__ import annotations

import os
import socket
import subprocess
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from sandbox import files, layout, tree
from sandbox.cgroups import Group, Parent
from sandbox.inside import processes
from sandbox.records import Ending, Gpu, Limits, RunRequest

_PACKAGE = Path(__file__).parents[2]
_WAITING = _PACKAGE / "sandbox" / "inside" / "ahead.py"
_SLACK = 2 << 30  # address space is not memory: libraries map far more than they touch


class SetupError(Exception):
    """The sandbox could not be made, so the program was not started; the message says what failed."""


@dataclass
class Running(ABC):
    """A program under way. process: what the backend started on the host. stdout, stderr, status: open ends to read; status speaks as
    `sandbox/inside/entry.py` says. work: the open folder that holds the program's `work`. group: the control group, if there is one.
    owner: the run's user, None for the caller's. channel: to an interpreter that was started ahead and waits for its program."""

    process: subprocess.Popen[bytes]
    stdout: int
    stderr: int
    status: int
    work: int
    group: Group | None
    owner: int | None = field(default=None, kw_only=True)
    channel: socket.socket | None = field(default=None, kw_only=True)

    @property
    def is_polled(self) -> bool:
        """Whether `usage` must be looked at, since no control group holds the run to its limits."""
        return self.group is None

    @property
    def look_seconds(self) -> float:
        """How long at most between two looks: longer where the kernel itself holds it to memory, tasks and disk, since looks cost CPU."""
        return 0.05 if self.is_polled else 0.25

    @property
    def tells_time(self) -> bool:
        """Whether the CPU time that process 1 tells at the end is the host's."""
        return True

    @abstractmethod
    def usage(self, *, exact: bool = False) -> tree.Usage:
        """What the program's tree uses now, without the sandbox's own processes; memory includes a work folder that lies in memory.

        Pages that processes share count once if `exact`, which is slow and disturbs the program; else each time.
        """

    @abstractmethod
    def full(self, limits: Limits, *, at_end: bool = False) -> Ending | None:
        """The limit that the work folder has reached, on bytes or files, as of some tenths of a second ago, or of now if `at_end`."""

    @abstractmethod
    def kill(self) -> None:
        """End every process of the run, and return when none lives."""

    def open_files(self) -> int:
        """How many files the process that has most of them has open now; 0 where process 1 counts them."""
        return max((processes.open_files(pid) for pid in processes.descendants(self.process.pid)), default=0)

    def late_hit(self) -> Ending | None:
        """The limit that ended the run, once all is dead, where only what ran the sandbox can tell."""
        return None

    def prepare(self, request: RunRequest, owner: int | None) -> None:
        """Make the folders and files that the program finds in its work folder, or those that an interpreter started ahead needs."""
        self.owner = owner
        for name in layout.SUBFOLDERS:
            files.make_folder(self.work, name, self.owner)
        if self.channel is None:
            self.put("work", layout.names_of(request))
        else:
            files.make_folder(self.work, layout.AHEAD, self.owner)
            self.put(layout.AHEAD, {"sitecustomize.py": _WAITING.read_bytes()})

    def put(self, name: str, content: Mapping[str, bytes]) -> None:
        """Write files into a folder of the work folder."""
        folder = files.opened(self.work, name)
        try:
            files.put(folder, content, self.owner)
        finally:
            os.close(folder)

    def collect(self, request: RunRequest) -> tuple[dict[str, bytes], tuple[files.Left, ...]]:
        """The artefacts, once all is dead; none where the program removed its work folder or put something else in its place."""
        try:
            folder = files.opened(self.work, "work")
        except (FileNotFoundError, NotADirectoryError):
            return {}, ()
        try:
            return files.collect(folder, request.collect, request.limits)
        finally:
            os.close(folder)

    def close(self) -> None:
        """Give back all that the run held: descriptors, work folder, control group."""
        if self.channel is not None:
            self.channel.close()
        for opened in (self.stdout, self.stderr, self.status, self.work):
            if opened >= 0:
                os.close(opened)
        if self.group is not None:
            self.group.remove()


class Backend(Protocol):
    """tier: the name for records. layers: all that stands between the program and the host, in words."""

    @property
    def tier(self) -> str: ...

    @property
    def layers(self) -> tuple[str, ...]: ...

    def start(self, request: RunRequest) -> Running:
        """Start the program; raises SetupError (nothing was started, nothing is left) where that fails."""
        ...


@runtime_checkable
class StartsAhead(Protocol):
    """A backend that can start an interpreter before its program is known; see `sandbox/pool.py`."""

    def start_ahead(self, request: RunRequest) -> Running:
        """As `start`, but what runs is `inside/ahead.py`, at the other end of `channel`; of the request its script and files are not used.

        The calling thread must outlive the interpreter, which dies with it.
        """
        ...


@dataclass(frozen=True)
class Spawned:
    process: subprocess.Popen[bytes]
    stdout: int
    stderr: int
    status: int


def spawn(command: Sequence[str], pass_fds: Sequence[int]) -> Spawned:
    """Start `command` with an empty environment in a session of its own; the status pipe's end is its last argument."""
    stdout, stderr, status = os.pipe(), os.pipe(), os.pipe()
    try:
        process = subprocess.Popen(
            [*command, str(status[1])],
            stdin=subprocess.DEVNULL,
            stdout=stdout[1],
            stderr=stderr[1],
            pass_fds=(*pass_fds, status[1]),
            env={},
            cwd="/",
            start_new_session=True,
        )
    except OSError:
        for end in (stdout[0], stderr[0], status[0]):
            os.close(end)
        raise
    finally:
        for end in (stdout[1], stderr[1], status[1]):
            os.close(end)
    return Spawned(process, stdout[0], stderr[0], status[0])


def python_command(python: str, module: str, name: str, path: str = str(_PACKAGE)) -> list[str]:
    """A command that calls `name(first argument, second argument)` of a module in sandbox/inside/, where `path` holds our packages."""
    code = f"import sys; sys.path.insert(0, {path!r}); from sandbox.inside.{module} import {name}; {name}(*map(int, sys.argv[1:]))"
    return [python, "-I", "-S", "-c", code]


def rlimits(limits: Limits, others: int, groups: Parent | str, gpu: Gpu | None = None) -> dict[str, tuple[int, int]]:
    """Limits of each single process, by the names of the `resource` module. others: tasks that the run's user has beside the run.

    Address space is left alone where a control group counts memory, and where CUDA takes it without using it. Tasks have room above their
    limit: this stops an explosion, while the group or the supervisor sees the limit exceeded and says so.
    """
    space = {} if isinstance(groups, Parent) or gpu is not None else {"RLIMIT_AS": (limits.memory_mb << 20) + _SLACK}
    single = {
        "RLIMIT_FSIZE": limits.disk_mb << 20,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": others + 2 * limits.processes + 16,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 8 << 20,
        "RLIMIT_MSGQUEUE": 0,
        **space,
    }
    return {"RLIMIT_CPU": (limits.cpu_seconds, limits.cpu_seconds + 1), **{name: (value, value) for name, value in single.items()}}


def ahead(inside: dict[str, Any], channel: int, work: str) -> dict[str, Any]:
    """What `inside/entry.py` is told, so that it starts an interpreter which waits. CPU is limited once the program is handed over."""
    variables = inside["environment"]
    paths = [f"{work}/{layout.AHEAD}", *([variables["PYTHONPATH"]] if "PYTHONPATH" in variables else [])]
    rlimits = {name: value for name, value in inside["rlimits"].items() if name != "RLIMIT_CPU"}
    environment = {**variables, "PYTHONPATH": ":".join(paths), "CORRIGENDA_CHANNEL": str(channel)}
    return {**inside, "channel": channel, "environment": environment, "rlimits": rlimits}


def ways_to_limit(groups: Parent | str) -> list[Parent | str]:
    """With control groups where there are, then without them, which needs a kernel that names a process's children."""
    without: list[Parent | str] = ["not asked for" if isinstance(groups, Parent) else groups] if processes.children_are_listed() else []
    return [groups, *without] if isinstance(groups, Parent) else without


def limit_layer(groups: Parent | str) -> str:
    if isinstance(groups, Parent):
        return f"control group version {groups.version} on memory and tasks, rlimits, a supervisor on time, disk and output"
    return f"rlimits, and a supervisor that polls memory, tasks, time, disk and output (no control group: {groups})"
