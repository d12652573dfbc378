"""Landlock and seccomp without namespaces, for containers that allow no more. `inside/entry.py` starts the program and buries its tree.

Weaker than bubblewrap, and so: no socket at all, nothing of /dev/shm, the work folder is a folder of the host (its size is polled), and
names of the host's paths and processes can be learned, their content not.
"""

from __future__ import annotations

import json
import os
import platform
import socket
import subprocess
import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from sandbox import bpf, cgroups, devices, files, layout, remains, tree
from sandbox.backends import Running, SetupError, ahead, limit_layer, python_command, rlimits, spawn, ways_to_limit
from sandbox.identity import run_user
from sandbox.inside import kernel, processes
from sandbox.records import Ending, Gpu, Limits, RunRequest

_PROC = ("cpuinfo", "meminfo", "stat", "loadavg", "version", "filesystems", "sys/vm/overcommit_memory")
_OWN_PROC = ("status", "stat", "statm", "maps", "cmdline", "limits", "fd")  # not the rest: `net` tells of the host's network
_SCOPES_SIGNALS = 6  # the first ABI under which a program cannot signal the caller's other processes
_END_SECONDS = 10
_LOOK_SECONDS = 0.2


@dataclass
class LandlockRunning(Running):
    """process is `inside/entry.py`, which adopts every orphan of the run; folder is the work folder's path on the host."""

    folder: str = ""
    _look_again: float = 0.0

    @property
    def look_seconds(self) -> float:
        """The disk is the host's, so it is never left alone for long."""
        return 0.05

    def usage(self, *, exact: bool = False) -> tree.Usage:
        return tree.measure(self.process.pid, exact=exact)

    def full(self, limits: Limits, *, at_end: bool = False) -> Ending | None:
        begun = time.monotonic()
        if begun < self._look_again and not at_end:
            return None
        held, count = files.held(self.work, limits.inodes)
        now = time.monotonic()
        self._look_again = now + max(_LOOK_SECONDS, 10 * (now - begun))
        return "disk" if held >= limits.disk_mb << 20 else "inodes" if count >= limits.inodes else None

    def kill(self) -> None:
        processes.kill_below(self.process.pid)
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def kill_at_once(self) -> None:
        """Before the program was told of: the process that would start it is alone."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        super().close()
        remains.removed(self.folder)


@dataclass(frozen=True)
class Landlock:
    """abi: Landlock's version. groups: where control groups can be made, or why not."""

    abi: int
    groups: cgroups.Parent | str

    @property
    def tier(self) -> str:
        return "landlock+seccomp" + ("+cgroup" if isinstance(self.groups, cgroups.Parent) else "")

    @property
    def layers(self) -> tuple[str, ...]:
        return (
            f"Landlock ABI {self.abi}, without namespaces: files of the system and the environment read-only, a work folder of its own",
            "seccomp: allow-list of system calls, no sockets" + (", no change of modes or times" if run_user() is None else ""),
            limit_layer(self.groups),
            "the caller's user" if run_user() is None else "a user of its own for each run",
        )

    def start(self, request: RunRequest) -> Running:
        return self._started(request, waits=False)

    def start_ahead(self, request: RunRequest) -> Running:
        return self._started(request, waits=True)

    def _started(self, request: RunRequest, *, waits: bool) -> Running:
        try:
            return self._start(request, waits)
        except (layout.LayoutError, OSError) as error:
            raise SetupError(str(error)) from error

    def _start(self, request: RunRequest, waits: bool) -> Running:
        user = run_user()
        with ExitStack() as undo:
            folder = remains.new_folder("corrigenda-run")
            undo.callback(remains.removed, folder)
            if os.statvfs(folder).f_flag & os.ST_NOEXEC:
                raise SetupError(f"{folder} forbids to run programs, which compiled code needs; set TMPDIR to a folder that allows it")
            spec = self._spec(request, user, folder)
            group = None
            if isinstance(self.groups, cgroups.Parent):
                group = self.groups.make(request.limits)
                undo.callback(group.remove)
            told, tell = os.pipe()
            stream = undo.enter_context(os.fdopen(tell, "wb"))
            channel, theirs = socket.socketpair() if waits else (None, None)
            if channel is not None:
                undo.callback(channel.close)
            try:
                given = [told] if theirs is None else [told, theirs.fileno()]
                spawned = spawn([*python_command(str(request.environment.python), "entry", "enter"), str(told)], given)
                if theirs is not None:
                    spec = ahead(spec, theirs.fileno(), folder)
            finally:
                os.close(told)
                if theirs is not None:
                    theirs.close()
            work = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
            running = LandlockRunning(spawned.process, spawned.stdout, spawned.stderr, spawned.status, work, group, folder)
            running.channel = channel
            undo.pop_all()
            undo.callback(running.close)
            undo.callback(running.kill_at_once)
            with stream:
                if group is not None:
                    group.add(running.process.pid)
                if user is not None:
                    os.fchown(work, user, user)
                running.prepare(request, user)
                stream.write(json.dumps(spec).encode())
            undo.pop_all()
        return running

    def _spec(self, request: RunRequest, user: int | None, folder: str) -> dict[str, Any]:
        gpu = request.gpu
        shown = layout.shown(request.environment, gpu)
        if gpu is not None and user is None:
            raise SetupError(
                "for a GPU a run is let write in /proc, which without namespaces needs a user of its own (root); use bubblewrap"
            )
        if user is not None:
            layout.check_open_to_others(shown)
        return {
            "parent": os.getpid(),
            "remove": folder,
            "uid": user,
            "cwd": f"{folder}/work",
            "argv": [str(request.environment.python), "main.py"],
            "environment": layout.variables(request, folder),
            "rlimits": rlimits(request.limits, tree.tasks_of(os.getuid()) if user is None else 0, self.groups, gpu),
            "own_proc": _OWN_PROC,
            "network": False,
            "grants": [
                *((str(path), "read") for path in (*shown.paths, *(f"/proc/{name}" for name in _PROC))),
                (folder, "write"),
                *((path, "device") for path in layout.DEVICES),
                *(_grants(gpu) if gpu is not None else ()),
            ],
            "seccomp": bpf.program(platform.machine(), own_network=False, callers_user=user is None).hex(),
        }


def _grants(gpu: Gpu) -> list[tuple[str, str]]:
    """Of the GPU, and to write what of /proc the run's user may, which owns nothing there but the run's processes."""
    shown = [(str(path), "read") for path in gpu.read]
    return [*shown, *((str(node), "driver") for node in gpu.nodes), (devices.NAMED, "name")]


def candidates(groups: cgroups.Parent | str) -> list[Landlock] | str:
    """The forms of it that may work here, strongest first, or why it cannot be used."""
    abi = kernel.landlock_abi()
    if abi == 0:
        return "this kernel has no Landlock, or the container forbids it"
    if run_user() is None and abi < _SCOPES_SIGNALS:
        return f"Landlock ABI {abi} does not keep a program from signalling its user's other processes; {_SCOPES_SIGNALS} does (Linux 6.12)"
    return [Landlock(abi, limited) for limited in ways_to_limit(groups)]
