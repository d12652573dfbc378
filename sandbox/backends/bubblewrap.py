"""Bubblewrap with seccomp inside, and Landlock and control groups where the host has them.

The way in: `inside/launch.py` (mounts, user) becomes `bwrap` (namespaces, with an empty environment and no telling command line), which
becomes `inside/entry.py` as process 1 (limits, Landlock, seccomp), which starts the program.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import socket
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox import bpf, cgroups, devices, layout, tree
from sandbox.backends import Running, SetupError, ahead, limit_layer, python_command, rlimits, spawn, ways_to_limit
from sandbox.identity import run_user
from sandbox.inside import kernel, processes
from sandbox.inside.launch import STAGE
from sandbox.records import Ending, Limits, RunRequest

_SETUP_SECONDS = 30
_OWN_TASKS = 1  # process 1 belongs to the run's user


@dataclass
class BubblewrapRunning(Running):
    """process is bubblewrap's monitor; its only child is process 1 of the pid namespace, whose end is the end of all."""

    def usage(self, *, exact: bool = False) -> tree.Usage:
        used, held = tree.measure(self.process.pid, exact=exact), os.fstatvfs(self.work)
        in_files = (held.f_blocks - held.f_bfree) * held.f_frsize
        return tree.Usage(used.memory_bytes + in_files, used.tasks - _OWN_TASKS, used.cpu_seconds)

    def full(self, limits: Limits, *, at_end: bool = False) -> Ending | None:
        held = os.fstatvfs(self.work)
        return "disk" if held.f_bavail == 0 else "inodes" if held.f_favail == 0 else None

    def kill(self) -> None:
        below = processes.children(self.process.pid)
        self.process.kill()
        self.process.wait()
        deadline = time.monotonic() + _SETUP_SECONDS
        while not all(processes.is_over(pid) for pid in below):
            if time.monotonic() > deadline:
                raise TimeoutError(f"process 1 of a sandbox does not end: {below}")
            time.sleep(0.002)
        if self.group is not None:
            self.group.kill()


@dataclass(frozen=True)
class Bubblewrap:
    """program: bwrap's path. landlock: the kernel's ABI, 0 where there is none. groups: where control groups can be made, or why not.

    own_users: in a user namespace. Without one (root alone can do that, where the host closes them to others) bubblewrap runs as root
    with the two capabilities by which process 1 gives the program its user.
    """

    program: str
    landlock: int
    groups: cgroups.Parent | str
    own_users: bool = True

    @property
    def tier(self) -> str:
        parts = ["bubblewrap", "seccomp", *(["landlock"] if self.landlock else [])]
        return "+".join([*parts, *(["cgroup"] if isinstance(self.groups, cgroups.Parent) else [])])

    @property
    def layers(self) -> tuple[str, ...]:
        users = "users, " if self.own_users else ""
        return (
            f"bubblewrap: own {users}mounts, processes, network, IPC and host name; read-only system, private work folder in memory",
            "seccomp: allow-list of system calls",
            f"Landlock ABI {self.landlock}" if self.landlock else "no Landlock in this kernel",
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
        wanted = self._wanted(request, user)
        control, theirs = socket.socketpair()
        with theirs, ExitStack() as undo:
            undo.callback(control.close)
            if waits:
                wanted["inside"] = ahead(wanted["inside"], theirs.fileno(), layout.WORK)
            group = None
            if isinstance(self.groups, cgroups.Parent):
                group = self.groups.make(request.limits)
                undo.callback(group.remove)
            spawned = spawn([*python_command(sys.executable, "launch", "launch"), str(theirs.fileno())], [theirs.fileno()])
            theirs.close()
            running = BubblewrapRunning(spawned.process, spawned.stdout, spawned.stderr, spawned.status, -1, group)
            running.channel = control if waits else None
            undo.pop_all()
            undo.callback(control.close)
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
        if not waits:
            control.close()
        return running

    def _wanted(self, request: RunRequest, user: int | None) -> dict[str, Any]:
        """What `inside/launch.py` is told, and through it bubblewrap and `inside/entry.py`."""
        shown = layout.shown(request.environment, request.gpu)
        nodes = request.gpu.nodes if request.gpu is not None else ()
        sources = [*map(str, shown.paths), str(Path(kernel.__file__).parent)]
        return {
            "parent": os.getpid(),
            "uid": user,
            "drop": user is not None and self.own_users,
            "sources": sources,
            "folders": [Path(source).is_dir() for source in sources],
            "bytes": request.limits.disk_mb << 20,
            "inodes": request.limits.inodes,
            "program": self.program,
            "bwrap": _options(shown, len(sources) - 1, nodes, own_users=self.own_users),
            "entry": python_command(str(request.environment.python), "entry", "enter", layout.CODE),
            "inside": {
                "parent": None,
                "remove": None,
                "uid": None if self.own_users else user,
                "cwd": f"{layout.WORK}/work",
                "argv": [str(request.environment.python), "main.py"],
                "environment": layout.variables(request, layout.WORK),
                "rlimits": rlimits(request.limits, _OWN_TASKS, self.groups, request.gpu),
                "own_proc": [],
                "network": True,
                "grants": _grants(shown, nodes) if self.landlock else None,
                "seccomp": bpf.program(platform.machine()).hex(),
            },
        }


def _grants(shown: layout.Shown, nodes: Sequence[Path]) -> list[tuple[str, str]]:
    return [
        ("/", "list"),
        *((str(path), "read") for path in (*shown.paths, "/proc", "/etc")),
        *((path, "write") for path in (layout.WORK, layout.TMP, layout.SHM)),
        *((path, "device") for path in layout.DEVICES),
        *((str(node), "driver") for node in nodes),
        *([(devices.NAMED, "name")] if nodes else []),
    ]


def _parents(paths: Iterable[Path]) -> list[str]:
    """All folders above, which bubblewrap would else make for its own user alone; outer ones come first."""
    return sorted(str(parent) for parent in {parent for path in paths for parent in path.parents} - {Path("/"), Path(layout.TMP)})


def _options(shown: layout.Shown, code: int, nodes: Sequence[Path], *, own_users: bool) -> list[str]:
    """Bubblewrap's arguments; source number n lies at STAGE/n, the work folder at STAGE/work, our own code is source `code`."""
    options = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try"]
    options += ["--unshare-user"] if own_users else ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
    options += ["--die-with-parent", "--as-pid-1", "--hostname", "sandbox", "--dir", layout.TMP, "--dir", "/etc", "--tmpfs", "/dev"]
    for device in layout.DEVICES:
        options += ["--dev-bind", device, device]
    for folder in devices.parents(nodes):
        options += ["--perms", "0755", "--dir", str(folder)]
    for node in nodes:
        options += ["--dev-bind", str(node), str(node)]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        options += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    options += ["--symlink", "/proc/self/fd", "/dev/fd", "--proc", "/proc"]
    for name in layout.MASKED:
        if Path("/proc", name).exists():
            options += ["--ro-bind", "/dev/null", f"/proc/{name}"]
    for below, inside in (("", layout.WORK), ("/tmp", layout.TMP), ("/shm", layout.SHM)):  # noqa: S108 - below the work folder
        options += ["--bind", f"{STAGE}/work{below}", inside]
    for link, target in shown.links:
        options += ["--symlink", target, link]
    for parent in _parents((*shown.paths, Path(layout.CODE, "sandbox/inside"))):
        options += ["--perms", "0755", "--dir", parent]
    for number, path in enumerate(shown.paths):
        options += ["--ro-bind", f"{STAGE}/{number}", str(path)]
    options += ["--ro-bind", f"{STAGE}/{code}", f"{layout.CODE}/sandbox/inside"]
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"]


def received_folder(control: socket.socket, running: Running) -> int:
    """The open work folder that the launcher sends, or SetupError with what it said instead."""
    try:
        _, opened, _, _ = socket.recv_fds(control, 1, 1)
    except TimeoutError as error:
        raise SetupError("the launcher did not answer") from error
    if not opened:
        said = os.read(running.status, 1 << 16) or os.read(running.stderr, 1 << 16)
        raise SetupError(f"the launcher ended: {said.decode(errors='replace').strip()}")
    return opened[0]


def candidates(groups: cgroups.Parent | str) -> list[Bubblewrap] | str:
    """The forms of bubblewrap that may work here, strongest first, or why it cannot be used."""
    program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if program is None:
        return "bubblewrap is not installed (Debian, Ubuntu, Fedora: the package `bubblewrap`)"
    landlock = kernel.landlock_abi()
    users = [True, False] if run_user() is not None else [True]
    return [Bubblewrap(program, landlock, limited, own) for limited in ways_to_limit(groups) for own in users]
