"""Bubblewrap with seccomp inside, and Landlock and control groups where the host has them.

The way in: `inside/launch.py` (mounts, uid) becomes `bwrap` (namespaces, with an empty environment and no telling command line), which
becomes `inside/entry.py` as process 1 (limits, Landlock, seccomp), which starts the program.
"""

from __future__ import annotations

import json
import os
import platform
import secrets
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sandbox import bpf, cgroups, files, layout, tree
from sandbox.backends import Running, SetupError
from sandbox.inside import kernel
from sandbox.inside.launch import STAGE
from sandbox.records import Limits, RunRequest

_SETUP_SECONDS = 30
_PACKAGE = Path(__file__).parents[2]
_ENTER = "import sys; sys.path.insert(0, {path!r}); from sandbox.inside.{module} import {name}; {name}(int(sys.argv[1]), int(sys.argv[2]))"
_SLACK = 2 << 30  # address space is not memory: libraries map far more than they touch


@dataclass
class BubblewrapRunning(Running):
    """process is bubblewrap's monitor; its only child is process 1 of the pid namespace, whose end is the end of all."""

    def usage(self) -> tree.Usage:
        used, held = tree.measure(self.process.pid), os.fstatvfs(self.work)
        return tree.Usage(used.memory_bytes + (held.f_blocks - held.f_bfree) * held.f_frsize, used.tasks, used.cpu_seconds)

    def disk_is_full(self, limits: Limits) -> bool:
        held = os.fstatvfs(self.work)
        return held.f_bavail == 0 or held.f_favail == 0

    def kill(self) -> None:
        below = tree.children(self.process.pid)
        self.process.kill()
        self.process.wait()
        deadline = time.monotonic() + _SETUP_SECONDS
        while not all(tree.is_over(pid) for pid in below):
            if time.monotonic() > deadline:
                raise TimeoutError(f"process 1 of a sandbox does not end: {below}")
            time.sleep(0.002)
        if self.group is not None:
            self.group.kill()


@dataclass(frozen=True)
class Bubblewrap:
    """program: bwrap's path. landlock: the kernel's ABI, 0 where there is none. groups: where control groups can be made, or why not."""

    program: str
    landlock: int
    groups: cgroups.Parent | str

    @property
    def tier(self) -> str:
        parts = ["bubblewrap", "seccomp", *(["landlock"] if self.landlock else [])]
        return "+".join([*parts, *(["cgroup"] if isinstance(self.groups, cgroups.Parent) else [])])

    @property
    def layers(self) -> tuple[str, ...]:
        limits = (
            f"control group version {self.groups.version} (memory, tasks)"
            if isinstance(self.groups, cgroups.Parent)
            else f"limits by rlimits and a supervisor that polls (no control group: {self.groups})"
        )
        return (
            "bubblewrap: own users, mounts, processes, network, IPC and host name; read-only system, private work folder in memory",
            "seccomp: allow-list of system calls",
            f"Landlock ABI {self.landlock}" if self.landlock else "no Landlock in this kernel",
            limits,
            "a user id of its own for the run" if os.getuid() == 0 else "the caller's user id, in a user namespace",
        )

    def start(self, request: RunRequest) -> Running:
        try:
            return self._start(request)
        except (layout.LayoutError, OSError) as error:
            raise SetupError(str(error)) from error

    def _start(self, request: RunRequest) -> Running:
        group = self.groups.make(request.limits) if isinstance(self.groups, cgroups.Parent) else None
        uid = 1_900_000_000 + secrets.randbelow(1 << 24) if os.getuid() == 0 else None
        control, theirs = socket.socketpair()
        stdout, stderr, status = os.pipe(), os.pipe(), os.pipe()
        code = _ENTER.format(path=str(_PACKAGE), module="launch", name="launch")
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", code, str(theirs.fileno()), str(status[1])],
            stdin=subprocess.DEVNULL,
            stdout=stdout[1],
            stderr=stderr[1],
            pass_fds=(theirs.fileno(), status[1]),
            env={},
            cwd="/",
            start_new_session=True,
        )
        theirs.close()
        for pipe in (stdout, stderr, status):
            os.close(pipe[1])
        running = BubblewrapRunning(process, stdout[0], stderr[0], status[0], -1, group)
        try:
            if group is not None:
                group.add(process.pid)
            with control:
                control.settimeout(_SETUP_SECONDS)
                control.sendall(json.dumps(self._wanted(request, uid)).encode() + b"\n")
                running.work = _received(control, running)
                for name in layout.SUBFOLDERS:
                    files.make_folder(running.work, name, uid)
                work = os.open("work", os.O_RDONLY | os.O_DIRECTORY, dir_fd=running.work)
                try:
                    files.put(work, layout.names_of(request), uid)
                finally:
                    os.close(work)
                control.sendall(b"g")
        except BaseException:
            running.kill()
            running.close()
            raise
        return running

    def _wanted(self, request: RunRequest, uid: int | None) -> dict[str, Any]:
        """What `inside/launch.py` is told, and through it bubblewrap and `inside/entry.py`."""
        shown = layout.shown(request.environment)
        sources = [*map(str, shown.paths), str(Path(kernel.__file__).parent)]
        arguments = _options(shown, len(sources) - 1)
        python = str(request.environment.python)
        code = _ENTER.format(path=layout.CODE, module="entry", name="enter")
        return {
            "parent": os.getpid(),
            "uid": uid,
            "sources": sources,
            "folders": [Path(source).is_dir() for source in sources],
            "bytes": request.limits.disk_mb << 20,
            "inodes": request.limits.inodes,
            "program": self.program,
            "bwrap": arguments,
            "entry": [python, "-I", "-S", "-c", code],
            "inside": self._inside(request, shown),
        }

    def _inside(self, request: RunRequest, shown: layout.Shown) -> dict[str, Any]:
        read = [*map(str, shown.paths), "/proc", "/etc"]
        write = [layout.WORK, layout.TMP, layout.SHM]
        return {
            "parent": None,
            "uid": None,
            "cwd": f"{layout.WORK}/work",
            "argv": [str(request.environment.python), "main.py"],
            "environment": layout.variables(request, layout.WORK, {}),
            "rlimits": rlimits(request.limits, capped_by_group=isinstance(self.groups, cgroups.Parent)),
            "own_proc": False,
            "network": True,
            "grants": _grants(read, write) if self.landlock else None,
            "seccomp": bpf.program(platform.machine(), own_network=True).hex(),
        }


def _grants(read: list[str], write: list[str]) -> list[tuple[str, str]]:
    return [
        ("/", "list"),
        *((path, "read") for path in read),
        *((path, "write") for path in write),
        *((path, "device") for path in layout.DEVICES),
    ]


def _options(shown: layout.Shown, code: int) -> list[str]:
    """Bubblewrap's arguments; source number n lies at STAGE/n, the work folder at STAGE/work, our own code is source `code`."""
    options = ["--unshare-all", "--die-with-parent", "--as-pid-1", "--hostname", "sandbox", "--dir", layout.TMP, "--dir", "/etc"]
    options += ["--tmpfs", "/dev"]
    for device in layout.DEVICES:
        options += ["--dev-bind", device, device]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        options += ["--symlink", f"/proc/self/fd/{number}", f"/dev/{name}"]
    options += ["--symlink", "/proc/self/fd", "/dev/fd", "--proc", "/proc"]
    for below, path in (("", layout.WORK), ("/tmp", layout.TMP), ("/shm", layout.SHM)):  # noqa: S108 - below the work folder
        options += ["--bind", f"{STAGE}/work{below}", path]
    for link, target in shown.links:
        options += ["--symlink", target, link]
    for number, path in enumerate(shown.paths):
        options += ["--ro-bind", f"{STAGE}/{number}", str(path)]
    options += ["--ro-bind", f"{STAGE}/{code}", f"{layout.CODE}/sandbox/inside"]
    return [*options, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", f"{layout.WORK}/work"]


def rlimits(limits: Limits, *, capped_by_group: bool) -> dict[str, tuple[int, int]]:
    """Limits of each single process, by the names of the `resource` module; the address space only where no group counts memory."""
    space = {} if capped_by_group else {"RLIMIT_AS": (limits.memory_mb << 20) + _SLACK}
    single = {
        "RLIMIT_FSIZE": limits.disk_mb << 20,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_NPROC": limits.processes + 1,
        "RLIMIT_CORE": 0,
        "RLIMIT_MEMLOCK": 8 << 20,
        "RLIMIT_MSGQUEUE": 0,
        **space,
    }
    return {"RLIMIT_CPU": (limits.cpu_seconds, limits.cpu_seconds + 1), **{name: (value, value) for name, value in single.items()}}


def _received(control: socket.socket, running: Running) -> int:
    """The open work folder that the launcher sends, or SetupError with what it said instead."""
    try:
        _, opened, _, _ = socket.recv_fds(control, 1, 1)
    except TimeoutError as error:
        raise SetupError("the launcher did not answer") from error
    if not opened:
        said = os.read(running.status, 1 << 16) or os.read(running.stderr, 1 << 16)
        raise SetupError(f"the launcher ended: {said.decode(errors='replace').strip()}")
    return opened[0]


def detect() -> Bubblewrap | str:
    """Bubblewrap with what goes with it here, or why it cannot be used."""
    program = shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")
    if program is None:
        return "bubblewrap is not installed (Debian, Ubuntu, Fedora: the package `bubblewrap`)"
    if platform.machine() not in ("x86_64", "aarch64"):
        return f"no seccomp policy for {platform.machine()}"
    return Bubblewrap(program, kernel.landlock_abi(), cgroups.find())
