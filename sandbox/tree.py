"""What a process and all its descendants use, read from /proc: for hosts without control groups."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from sandbox.inside import processes

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True)
class Usage:
    """memory_bytes: of all together. cpu_seconds: with that of ended children."""

    memory_bytes: int
    tasks: int
    cpu_seconds: float


def measure(root: int, *, exact: bool) -> Usage:
    """The use of all below `root`, which itself does not count.

    exact: pages that several processes share count once (the proportional set size), else once for each, which is much quicker to read.
    """
    memory = tasks = 0
    cpu = 0.0
    for pid in processes.descendants(root):
        try:
            fields = processes.stat(pid)
            memory += _exact_memory(pid) if exact else _memory(pid)
        except processes.GONE:
            continue
        # utime, stime, cutime and cstime are fields 14 to 17, the number of threads is field 20; the list begins with field 3
        cpu += sum(int(field) for field in fields[11:15]) / _TICK
        tasks += int(fields[17])
    return Usage(memory, tasks, cpu)


def tasks_of(user: int) -> int:
    """How many processes and threads of the host a user has now."""
    count = 0
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            try:
                if path.stat().st_uid == user:
                    count += int(processes.stat(int(path.name))[17])
            except processes.GONE:
                continue
    return count


def _memory(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE


def _exact_memory(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except PermissionError:  # a process may hide its maps, but not its resident size
        pass
    return _memory(pid)
