"""Control groups, version 1 or 2: exact limits on memory (tmpfs included) and tasks of a process tree, where the host lets us make one.

`find()` tries for real: it makes a group, moves a process in, and removes it. Groups are named `corrigenda-<pid of the maker>-<random>`, so
that those of a maker who was killed can be told and removed (`remains.py` does so at once, `sweep` what is left even then).
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from sandbox import remains
from sandbox.records import Limits

ROOT = Path("/sys/fs/cgroup")
_PREFIX = "corrigenda"
_NAME = re.compile(rf"{_PREFIX}-(\d+)-[0-9a-f]{{16}}")
_OVERHEAD_TASKS = 3  # bubblewrap and our process 1 are in the group as well
_OVERHEAD_BYTES = 24 << 20  # and hold this much at most
_CONTROLLERS = ("memory", "pids", "cpuacct")


@dataclass(frozen=True)
class Parent:
    """Where groups can be made: one folder a controller in version 1, one for all in version 2."""

    version: int
    folders: dict[str, Path]

    def make(self, limits: Limits) -> Group:
        """A new empty group under `limits`. Raises OSError where the host no longer allows it."""
        name = remains.name(remains.GROUP, set(self.folders.values()), _PREFIX)
        group = Group(self.version, {controller: folder / name for controller, folder in self.folders.items()})
        for folder in set(group.folders.values()):
            folder.mkdir()
        group.limit(limits)
        return group

    def sweep(self) -> None:
        """Remove the empty groups that a maker left whose reaper was killed as well."""
        for folder in set(self.folders.values()):
            for path in folder.glob(f"{_PREFIX}-*"):
                match = _NAME.fullmatch(path.name)
                if match and not Path(f"/proc/{match[1]}").exists():
                    _remove(path, patience=0)


@dataclass(frozen=True)
class Group:
    version: int
    folders: dict[str, Path]

    def limit(self, limits: Limits) -> None:
        memory, pids = self.folders["memory"], self.folders["pids"]
        allowed = (limits.memory_mb << 20) + _OVERHEAD_BYTES
        _write(pids / "pids.max", limits.processes + _OVERHEAD_TASKS)
        if self.version == 1:
            _write(memory / "memory.limit_in_bytes", allowed)
            if (memory / "memory.swappiness").exists():
                _write(memory / "memory.swappiness", 0)
        else:
            _write(memory / "memory.max", allowed)
            _write(memory / "memory.oom.group", 1)
            if (memory / "memory.swap.max").exists():
                _write(memory / "memory.swap.max", 0)

    def add(self, pid: int) -> None:
        for folder in set(self.folders.values()):
            _write(folder / "cgroup.procs", pid)

    def memory_hit(self) -> bool:
        """Whether the kernel ended a process of the group for want of memory."""
        name = "memory.oom_control" if self.version == 1 else "memory.events"
        return _entry(self.folders["memory"] / name, "oom_kill") > 0

    def tasks_hit(self) -> bool:
        """Whether a process or thread was refused to the group."""
        return _entry(self.folders["pids"] / "pids.events", "max") > 0

    def peak_bytes(self) -> int | None:
        """The most memory that the group ever held, the sandbox's own processes included; None on kernels that do not record it."""
        path = self.folders["memory"] / ("memory.max_usage_in_bytes" if self.version == 1 else "memory.peak")
        return int(path.read_text()) if path.exists() else None

    def cpu_seconds(self) -> float | None:
        if self.version == 2:
            return _entry(self.folders["memory"] / "cpu.stat", "usage_usec") / 1e6
        return int((self.folders["cpuacct"] / "cpuacct.usage").read_text()) / 1e9 if "cpuacct" in self.folders else None

    def kill(self) -> None:
        """Kill all that is in the group, until nothing is; OSError (as a timeout) where something stays."""
        procs = self.folders["pids"] / "cgroup.procs"
        for _ in range(200):
            pids = [int(line) for line in procs.read_text().split()]
            if not pids:
                return
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    continue
            time.sleep(0.005)
        raise TimeoutError(f"processes of {procs.parent} cannot be killed")

    def remove(self) -> None:
        """Remove the empty group. OSError where something is in it."""
        for folder in set(self.folders.values()):
            _remove(folder, patience=100)


def find() -> Parent | str:
    """Where groups can be made on this host, tried; or why nowhere."""
    reasons = []
    for parent in parents(ROOT, Path("/proc/self/cgroup").read_text()):
        if isinstance(parent, str):
            reasons.append(parent)
            continue
        try:
            _try(parent)
        except OSError as error:
            reasons.append(f"version {parent.version}: {error}")
        else:
            parent.sweep()
            return parent
    return "; ".join(reasons)


def parents(root: Path, listing: str) -> list[Parent | str]:
    """Where groups might be made, best first, and why not elsewhere. root: where controllers are mounted; listing: /proc/self/cgroup."""
    lines = (line.split(":", 2) for line in listing.splitlines())
    own = {controller: path for _, names, path in lines for controller in names.split(",")}
    return [_version_1(root, own), *_version_2(root, own.get("", "/"))]


def _version_1(root: Path, own: dict[str, str]) -> Parent | str:
    folders = {}
    for controller in _CONTROLLERS:
        for path in (own.get(controller, "/"), "/"):  # in a container the path may be the host's and not be there
            folder = root / controller / path.lstrip("/")
            if controller in own and folder.is_dir():
                folders[controller] = folder
                break
    if not {"memory", "pids"} <= set(folders):
        return "version 1: no memory and pids controllers"
    return Parent(1, folders)


def _version_2(root: Path, own: str) -> list[Parent | str]:
    """The groups of this process and above it whose children get memory and pids limits (or can be made to), nearest first."""
    mount = root if (root / "cgroup.controllers").exists() else root / "unified"
    if not (mount / "cgroup.controllers").exists():
        return ["version 2: not mounted"]
    nearest = mount / own.lstrip("/")
    found: list[Parent | str] = []
    for folder in (nearest, *nearest.parents):
        if not folder.is_relative_to(mount):
            break
        control = folder / "cgroup.subtree_control"
        if control.exists() and os.access(control, os.W_OK) and _enabled(control):
            found.append(Parent(2, {"memory": folder, "pids": folder}))
    return found or ["version 2: no group of ours may limit memory and tasks"]


def _enabled(control: Path) -> bool:
    """Whether memory and pids are on for child groups, switched on if need be and allowed."""
    needed = {"memory", "pids"}
    if needed <= set(control.read_text().split()):
        return True
    try:
        control.write_text("+memory +pids")
    except OSError:
        return False  # processes in the group, or a controller that is not there: the next one up is tried
    return needed <= set(control.read_text().split())


def _try(parent: Parent) -> None:
    group = parent.make(Limits())
    try:
        with subprocess.Popen(["sleep", "60"], stdin=subprocess.DEVNULL, env={}) as sleeper:
            try:
                group.add(sleeper.pid)
            finally:
                sleeper.kill()
    finally:
        group.remove()


def _remove(folder: Path, patience: int) -> None:
    for attempt in range(patience + 1):
        try:
            folder.rmdir()
        except FileNotFoundError:
            return
        except OSError:
            if attempt == patience:
                if patience:
                    raise
                return
            time.sleep(0.01)
        else:
            return


def _write(path: Path, value: int) -> None:
    path.write_text(str(value))


def _entry(path: Path, key: str) -> int:
    """The number beside `key` in a file of "key number" lines; 0 where it is not named."""
    for line in path.read_text().splitlines():
        name, _, value = line.partition(" ")
        if name == key:
            return int(value)
    return 0
