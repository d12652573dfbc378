"""What a process and all its descendants use, read from /proc: for hosts without control groups."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_TICK = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")
_GONE = (FileNotFoundError, ProcessLookupError)


@dataclass(frozen=True)
class Usage:
    """memory_bytes: proportional set size of all (resident size where a process hides that). cpu_seconds: with ended children."""

    memory_bytes: int
    tasks: int
    cpu_seconds: float


def measure(root: int) -> Usage:
    """The use of all below `root`, which itself does not count."""
    memory = tasks = 0
    cpu = 0.0
    for pid in descendants(root):
        try:
            fields = _stat(pid)
            memory += _memory(pid)
        except _GONE:
            continue
        # utime, stime, cutime and cstime are fields 14 to 17, the number of threads is field 20; the list begins with field 3
        cpu += sum(int(field) for field in fields[11:15]) / _TICK
        tasks += int(fields[17])
    return Usage(memory, tasks, cpu)


def descendants(root: int) -> Iterator[int]:
    """All below `root`; those that die meanwhile may or may not be named."""
    queue = [root]
    while queue:
        below = children(queue.pop())
        yield from below
        queue += below


def children(pid: int) -> list[int]:
    """The living and unburied children of a process, by all its threads."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - polled often
            found += [int(word) for word in Path(f"/proc/{pid}/task/{thread}/children").read_text().split()]
    except _GONE:
        return found
    return found


def is_over(pid: int) -> bool:
    """Whether a process has ended, buried or not."""
    try:
        return _stat(pid)[0] in ("Z", "X")
    except _GONE:
        return True


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _memory(pid: int) -> int:
    try:
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) * 1024
    except PermissionError:  # a process may hide its maps, but not its resident size
        pass
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
