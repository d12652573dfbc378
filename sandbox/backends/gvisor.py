"""gVisor: a kernel of the run's own in user space, so that the program never speaks to the host's. `runsc run`, with no daemon, as root.

The way in: `inside/contain.py` (mounts, namespaces, an OCI bundle) becomes `runsc`, whose process 1 is `inside/entry.py` (limits, seccomp),
which starts the program. The strongest tier, and the slowest: each system call is answered by a process, each file by another.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sandbox import bpf, cgroups, layout, tree
from sandbox.backends import SetupError, limit_layer, python_command, rlimits, spawn, ways_to_limit
from sandbox.backends.bubblewrap import BubblewrapRunning, received_folder
from sandbox.identity import run_user
from sandbox.inside import kernel, processes
from sandbox.inside.launch import STAGE
from sandbox.records import Limits, RunRequest

_SETUP_SECONDS = 30
_OWN_BYTES_MB, _OWN_TASKS = 256, 400  # the most that gVisor itself may hold beside the program
_OWN_PROCESSES = 16  # seven are gVisor's and ours, some more are kept for the next
_MEMORY_FILE = "/memfd:runsc-memory"
# gVisor knows no such queues, counts no tasks by user, keeps locked memory below what is asked for elsewhere, and takes a process that
# waits for a core for one that uses it, so that CPU time is counted outside.
NOT_SET = ("RLIMIT_MSGQUEUE", "RLIMIT_NPROC", "RLIMIT_MEMLOCK", "RLIMIT_CPU")
# Enough to become the run's user; nothing else, for process 1 alone.
_CAPABILITIES = ["CAP_SETGID", "CAP_SETUID"]
_FLAGS = ("--network=none", "--ignore-cgroups", "--overlay2=none", "--host-uds=none", "--host-fifo=none", "--file-access-mounts=exclusive")


@dataclass
class GvisorRunning(BubblewrapRunning):
    """process is `inside/contain.py`; its only child is runsc as process 1 of the pid namespace in which all of gVisor runs.

    memory: the file in which gVisor holds all memory of the program; None until it is found.
    """

    memory: str | None = None

    @property
    def is_polled(self) -> bool:
        return True

    def open_files(self) -> int:
        return 0

    @property
    def tells_time(self) -> bool:
        return False

    def usage(self, *, exact: bool = False) -> tree.Usage:
        """Tasks are counted exactly by process 1, inside; from here each process is seen as the one that gVisor runs it in."""
        held = os.fstatvfs(self.work)
        in_files = (held.f_blocks - held.f_bfree) * held.f_frsize
        seen = len(processes.descendants(self.process.pid)) - _OWN_PROCESSES
        return tree.Usage(self._in_memory() + in_files, max(0, seen), tree.measure(self.process.pid, exact=False).cpu_seconds)

    def _in_memory(self) -> int:
        self.memory = self.memory or next(_memory_files(self.process.pid), None)
        try:
            return Path(self.memory).stat().st_blocks * 512 if self.memory else 0
        except processes.GONE:
            return 0


def _memory_files(root: int) -> Iterator[str]:
    for pid in processes.descendants(root):
        try:
            for descriptor in Path(f"/proc/{pid}/fd").iterdir():
                if str(descriptor.readlink()).startswith(_MEMORY_FILE):
                    yield str(descriptor)
        except processes.GONE:
            continue


@dataclass(frozen=True)
class Gvisor:
    """program: runsc's path. version: as it tells it. groups: where control groups can be made, or why not."""

    program: str
    version: str
    groups: cgroups.Parent | str

    @property
    def tier(self) -> str:
        return "gvisor+seccomp" + ("+cgroup" if isinstance(self.groups, cgroups.Parent) else "")

    @property
    def layers(self) -> tuple[str, ...]:
        return (
            f"gVisor ({self.version}): a kernel of its own in user space, without network; read-only system, private work folder in memory",
            "own mounts, processes, network, IPC and host name around gVisor itself",
            "seccomp, in gVisor: allow-list of system calls",
            limit_layer(self.groups),
            "a user of its own for each run, in gVisor",
        )

    def start(self, request: RunRequest) -> GvisorRunning:
        try:
            return self._start(request)
        except (layout.LayoutError, OSError) as error:
            raise SetupError(str(error)) from error

    def _start(self, request: RunRequest) -> GvisorRunning:
        user = run_user()
        if user is None:
            raise SetupError("gVisor is started by root alone")
        if request.gpu is not None:
            raise SetupError("gVisor is started here without a way to the GPU; use bubblewrap or landlock for a run on one")
        wanted = self._wanted(request, user)
        control, theirs = socket.socketpair()
        with control, ExitStack() as undo:
            group = None
            if isinstance(self.groups, cgroups.Parent):
                group = self.groups.make(_with_gvisor(request.limits))
                undo.callback(group.remove)
            with theirs:
                spawned = spawn([*python_command(sys.executable, "contain", "contain"), str(theirs.fileno())], [theirs.fileno()])
            running = GvisorRunning(spawned.process, spawned.stdout, spawned.stderr, spawned.status, -1, group)
            undo.pop_all()
            undo.callback(running.close)
            undo.callback(running.kill)
            if group is not None:
                group.add(running.process.pid)
            control.settimeout(_SETUP_SECONDS)
            control.sendall(json.dumps(wanted).encode() + b"\n")
            running.work = received_folder(control, running)
            running.prepare(request, user)
            control.sendall(b"g")
            undo.pop_all()
        return running

    def _wanted(self, request: RunRequest, user: int) -> dict[str, Any]:
        """What `inside/contain.py` is told, and through it runsc and `inside/entry.py`."""
        shown = layout.shown(request.environment)
        paths = [path for path in shown.paths if not path.is_relative_to("/sys")]  # gVisor has its own
        sources = [*map(str, paths), str(Path(kernel.__file__).parent)]
        single = rlimits(request.limits, 1, self.groups)
        return {
            "parent": os.getpid(),
            "uid": user,
            "sources": sources,
            "folders": [Path(source).is_dir() for source in sources],
            "bytes": request.limits.disk_mb << 20,
            "inodes": request.limits.inodes,
            "links": shown.links,
            "config": bundle([*map(str, paths), f"{layout.CODE}/sandbox/inside"], str(request.environment.python)),
            "command": [self.program, f"--root={STAGE}/state", *_FLAGS, "run", f"--bundle={STAGE}/bundle", "run"],
            "inside": {
                "parent": None,
                "remove": None,
                "uid": user,
                "cwd": f"{layout.WORK}/work",
                "argv": [str(request.environment.python), "main.py"],
                "environment": layout.variables(request, layout.WORK),
                "rlimits": {name: value for name, value in single.items() if name not in NOT_SET},
                "own_proc": [],
                "network": True,
                "grants": None,
                "seccomp": bpf.program(platform.machine()).hex(),
                "tasks": request.limits.processes,
                "open_files": request.limits.open_files,
            },
        }


def bundle(paths: list[str], python: str) -> dict[str, Any]:
    """The OCI configuration: source number n of `paths` lies at STAGE/n, and nothing but the work folder can be written to."""
    work = (("", layout.WORK), ("/tmp", layout.TMP), ("/shm", layout.SHM))  # noqa: S108 - below the work folder
    mounts = [
        {"destination": "/proc", "type": "proc", "source": "proc", "options": ["nosuid", "nodev", "noexec"]},
        *(_bound(f"{STAGE}/work{below}", inside, "rw") for below, inside in work),
        *(_bound(f"{STAGE}/{number}", path, "ro") for number, path in enumerate(paths)),
    ]
    return {
        "ociVersion": "1.0.2",
        "hostname": "sandbox",
        "root": {"path": "rootfs", "readonly": True},
        "mounts": mounts,
        "process": {
            "terminal": False,
            "noNewPrivileges": True,
            "user": {"uid": 0, "gid": 0},
            "cwd": "/",
            "env": [],
            "args": python_command(python, "contain", "first", layout.CODE),
            "capabilities": dict.fromkeys(("bounding", "effective", "permitted"), _CAPABILITIES),
        },
        "linux": {"namespaces": [{"type": kind} for kind in ("pid", "network", "ipc", "uts", "mount")]},
    }


def _bound(source: str, destination: str, mode: str) -> dict[str, Any]:
    return {"destination": destination, "type": "bind", "source": source, "options": ["rbind", mode, "nosuid", "nodev"]}


def _with_gvisor(limits: Limits) -> Limits:
    """The bound on gVisor and the program together, behind the limit that is polled."""
    return replace(limits, memory_mb=limits.memory_mb + _OWN_BYTES_MB, processes=4 * limits.processes + _OWN_TASKS)


def candidates(groups: cgroups.Parent | str) -> list[Gvisor] | str:
    """The forms of it that may work here, strongest first, or why it cannot be used."""
    program = shutil.which("runsc", path="/usr/bin:/bin:/usr/local/bin")
    if program is None:
        return "gVisor is not installed (Debian, Ubuntu: the package `runsc`)"
    if run_user() is None:
        return "gVisor needs root, since without it a program would have to be its root"
    asked = subprocess.run([program, "--version"], capture_output=True, text=True, env={}, stdin=subprocess.DEVNULL)
    version = asked.stdout.partition("\n")[0].strip()
    return [Gvisor(program, version, limited) for limited in ways_to_limit(groups)] if version else f"{program} --version says nothing"
