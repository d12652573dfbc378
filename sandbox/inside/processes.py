"""The processes below a process, by /proc, and the end of them all."""

from __future__ import annotations

import os
import signal

GONE = (FileNotFoundError, ProcessLookupError)


def stat(pid: int) -> list[str]:
    """The fields of /proc/<pid>/stat after the name: state, parent, ... Raises one of GONE."""
    with open(f"/proc/{pid}/stat") as stream:  # noqa: PTH123 - quick, and this code runs in the sandbox
        return stream.read().rpartition(")")[2].split()


def children_are_listed() -> bool:
    """Whether this kernel names a process's children; without that no supervisor could count or kill a tree."""
    return os.path.exists(f"/proc/self/task/{os.getpid()}/children")  # noqa: PTH110


def children(pid: int) -> list[int]:
    """The children of a process, dead ones that nobody buried among them, by all its threads."""
    found: list[int] = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
            with open(f"/proc/{pid}/task/{thread}/children") as stream:  # noqa: PTH123
                found += [int(word) for word in stream.read().split()]
    except GONE:
        return found
    return found


def descendants(root: int) -> list[int]:
    """All below `root`; those that are born or die meanwhile may or may not be named."""
    found, queue = [], [root]
    while queue:
        below = children(queue.pop())
        found += below
        queue += below
    return found


def all_tasks() -> int:
    """Processes and threads that /proc shows."""
    count = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdecimal():
            try:
                count += len(os.listdir(f"/proc/{name}/task"))  # noqa: PTH208
            except GONE:
                continue
    return count


def cpu_of_all() -> float:
    """CPU seconds of all that /proc shows, with those of their ended children."""
    ticks = 0
    for name in os.listdir("/proc"):  # noqa: PTH208
        if name.isdecimal():
            try:
                ticks += sum(int(field) for field in stat(int(name))[11:15])
            except GONE:
                continue
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_hit() -> bool:
    """Whether the kernel ended a process of the control group that a container shows as its own, for want of memory."""
    for path in ("/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control"):
        try:
            with open(path) as stream:  # noqa: PTH123
                if any(line.startswith("oom_kill ") and line.split()[1] != "0" for line in stream):
                    return True
        except OSError:
            continue
    return False


def open_files(pid: int) -> int:
    """How many descriptors a process has open; 0 where it is gone or cannot be looked into."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))  # noqa: PTH208
    except (*GONE, PermissionError):
        return 0


def most_open_files() -> int:
    """Of the processes that /proc shows, how many the one has open that has most."""
    return max(open_files(int(name)) for name in os.listdir("/proc") if name.isdecimal())  # noqa: PTH208


def is_over(pid: int) -> bool:
    """Whether a process has ended, buried or not."""
    try:
        return stat(pid)[0] in ("Z", "X")
    except GONE:
        return True


def kill_below(root: int) -> None:
    """Kill all below `root` until none lives: all are stopped first, so that none can fork away from the killing."""
    while below := [pid for pid in descendants(root) if not is_over(pid)]:
        for number in (signal.SIGSTOP, signal.SIGKILL):
            for pid in below:
                try:
                    os.kill(pid, number)
                except ProcessLookupError:
                    continue
