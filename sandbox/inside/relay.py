"""Process 1 of a container: as `inside/entry.py`, with all that comes out sent as frames on one stream, since a container has no other way.

A frame is a line `name length`, then that many bytes; the names are stdout, stderr and status. The program holds pipes of this process
alone, so that the frames are ours. Standard input brings one line, the specification; its end is the end of whoever asked.
"""

from __future__ import annotations

import json
import os
import select
import signal
import time
from typing import Any, NoReturn

from sandbox.inside import entry, kernel, processes

_LOOK_SECONDS, _DRAIN_SECONDS = 0.05, 2
_CHUNK = 1 << 16
_NAMES = ("stdout", "stderr", "status")


def relay() -> NoReturn:
    """Run the program that standard input describes, and exit when all is dead, or when standard input ends."""
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    wanted: dict[str, Any] = json.loads(_line())
    pipes = {name: os.pipe() for name in _NAMES}
    child = os.fork()
    if child == 0:
        _begin(wanted, {name: ends[1] for name, ends in pipes.items()})
    open_ends = {ends[0]: name for name, ends in pipes.items()}
    for ends in pipes.values():
        os.close(ends[1])
    code, hit, met = _watch(child, wanted, open_ends)
    cpu = processes.cpu_of_all()
    _kill_all()
    deadline = time.monotonic() + _DRAIN_SECONDS
    while open_ends and time.monotonic() < deadline:
        _pass_on(open_ends, _LOOK_SECONDS)
    _frame("status", json.dumps({"event": "end", "code": code, "hit": hit, "met": met, "cpu": cpu}).encode() + b"\n")
    os._exit(0)


def _begin(wanted: dict[str, Any], ends: dict[str, int]) -> NoReturn:
    null = os.open("/dev/null", os.O_RDONLY)
    for number, end in enumerate((null, ends["stdout"], ends["stderr"])):
        os.dup2(end, number)
    os.set_inheritable(ends["status"], False)
    entry.become(wanted, ends["status"])


def _watch(child: int, wanted: dict[str, Any], open_ends: dict[int, str]) -> tuple[int, str | None, list[str]]:
    """The exit code of the program, the limit that ended it, if any, and those met; orphans are buried as they come."""
    met: list[str] = []
    while True:
        if not _pass_on(open_ends, _LOOK_SECONDS):
            _kill_all()
            os.execv("/bin/rm", ["rm", "-rf", "--one-file-system", "--", wanted["work"]])  # noqa: S606
        pid, ended = _ended()
        if pid == child:
            return os.waitstatus_to_exitcode(ended), None, met
        if processes.all_tasks() - 1 > wanted["tasks"]:
            return -int(signal.SIGKILL), "processes", met
        if processes.memory_hit():
            return -int(signal.SIGKILL), "memory", met
        if processes.cpu_of_all() > wanted["cpu"]:
            return -int(signal.SIGKILL), "cpu time", met
        if not met and processes.most_open_files() >= wanted["open_files"]:
            met.append("open files")


def _pass_on(open_ends: dict[int, str], patience: float) -> bool:
    """Send on what the program wrote; False where standard input has ended."""
    ready, _, _ = select.select([0, *open_ends], [], [], patience)
    for end in ready:
        part = os.read(end, _CHUNK)
        if end == 0:
            if not part:
                return False
        elif part:
            _frame(open_ends[end], part)
        else:
            os.close(end)
            del open_ends[end]
    return True


def _ended() -> tuple[int, int]:
    try:
        return os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0, 0


def _kill_all() -> None:
    """All but this process, which is the first of its process ids."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def _frame(name: str, content: bytes) -> None:
    whole = b"%s %d\n%s" % (name.encode(), len(content), content)
    while whole:
        whole = whole[os.write(1, whole) :]


def _line() -> bytes:
    received = b""
    while not received.endswith(b"\n"):
        part = os.read(0, _CHUNK)
        if not part:
            os._exit(1)
        received += part
    return received
