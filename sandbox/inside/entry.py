"""The first program in a sandbox: it starts the experiment's code under all restrictions, waits for it, and reports on a pipe.

Usage: `enter(spec, status)` with two open descriptors: JSON as `sandbox/backends/` writes it, and the pipe. The lines written are
{"event": "start"}, {"event": "failed", "reason": ...} where the program could not be started, and
{"event": "end", "code": ..., "hit": ..., "met": ..., "cpu": ...}, where hit and met name limits that this process saw exceeded, or reached.
The program itself never holds the pipe, and this process cannot be traced or read by it, so the lines are ours.
In a pid namespace this is process 1, and its end is the end of all; elsewhere it adopts orphans and kills what is left.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import time
from typing import Any, NoReturn

from sandbox.inside import kernel, processes

_LOOK_SECONDS = 0.05


def enter(spec: int, status: int) -> NoReturn:
    """Run the program that `spec` describes, and exit when it and all that it started are gone."""
    with os.fdopen(spec) as stream:
        wanted: dict[str, Any] = json.load(stream)
    os.set_inheritable(status, False)
    alone = wanted["parent"] is None
    kernel.prctl(kernel.PR_SET_DUMPABLE, 0)
    if alone:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
    else:
        kernel.prctl(kernel.PR_SET_CHILD_SUBREAPER, 1)
        signal.signal(signal.SIGTERM, lambda *_: _stop(status, wanted["remove"]))
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != wanted["parent"]:
            _stop(status, wanted["remove"])
    child = os.fork()
    if child == 0:
        become(wanted, status)
    if wanted.get("channel") is not None:
        os.close(wanted["channel"])
    for stream_number in (0, 1, 2):
        os.close(stream_number)
    code, hit, met = _wait_for(child, wanted.get("tasks"), wanted.get("open_files"))
    if not alone:
        _bury_all()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    _end(status, wanted["remove"], code=code, hit=hit, met=met, cpu=used.ru_utime + used.ru_stime)


def become(wanted: dict[str, Any], status: int) -> NoReturn:
    """Turn this process into the program, or report why not."""
    try:
        os.umask(0o022)
        for number in (signal.SIGPIPE, signal.SIGXFSZ):  # which Python ignores, and an ignored signal stays so in what it becomes
            signal.signal(number, signal.SIG_DFL)
        _close_all_but(0, 1, 2, status, *([] if wanted.get("channel") is None else [wanted["channel"]]))
        for name, value in wanted["rlimits"].items():
            resource.setrlimit(getattr(resource, name), value)
        if wanted["uid"] is not None:
            os.setgroups([])
            os.setresgid(wanted["uid"], wanted["uid"], wanted["uid"])
            os.setresuid(wanted["uid"], wanted["uid"], wanted["uid"])
        os.chdir(wanted["cwd"])
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
        own = [(f"/proc/{os.getpid()}/{name}", "read") for name in wanted["own_proc"]]
        if wanted["grants"] is not None:
            kernel.landlock([*map(tuple, wanted["grants"]), *own], wanted["network"])
        kernel.seccomp(bytes.fromhex(wanted["seccomp"]))
        if 0 in (os.getuid(), os.geteuid(), os.getgid()):
            raise PermissionError("still root")
        _tell(status, event="start")
        os.execve(wanted["argv"][0], wanted["argv"], wanted["environment"])  # noqa: S606
    except (OSError, ValueError) as error:
        _tell(status, event="failed", reason=f"{type(error).__name__}: {error}")
    os._exit(125)


def _close_all_but(*kept: int) -> None:
    begin = 0
    for number in (*sorted(kept), 1 << 16):
        if begin < number:  # closerange(0, 0) would close all
            os.closerange(begin, number)
        begin = number + 1


def _wait_for(child: int, tasks: int | None, most: int | None) -> tuple[int, str | None, list[str]]:
    """The exit code of `child` (negative: a signal), while orphans are buried as they come, the limit that ended it, and those met.

    tasks: how many there may be beside this process, and most: how many files each may have open, where nobody outside can count them.
    """
    met: list[str] = []
    while True:
        pid, ended = os.waitpid(-1, 0 if tasks is None else os.WNOHANG)
        if pid == child:
            return os.waitstatus_to_exitcode(ended), None, met
        if pid == 0 and tasks is not None:
            if processes.all_tasks() - 1 > tasks:
                return -int(signal.SIGKILL), "processes", met
            if most is not None and not met and processes.most_open_files() >= most:
                met.append("open files")
            time.sleep(_LOOK_SECONDS)


def _bury_all() -> None:
    """Kill what is below this process, and bury it."""
    processes.kill_below(os.getpid())
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        return


def _stop(status: int, folder: str) -> NoReturn:
    """The orchestrator is gone or asks for the end: nothing below may live on."""
    _bury_all()
    _end(status, folder, code=-int(signal.SIGKILL), cpu=0.0)


def _end(status: int, folder: str | None, **line: object) -> NoReturn:
    """Report the end. Where nobody hears it the orchestrator is gone, and nobody else will remove the work folder."""
    try:
        _tell(status, event="end", **line)
    except BrokenPipeError:
        if folder is not None:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it comes once more for each thread of the orchestrator that dies
            os.execv("/bin/rm", ["rm", "-rf", "--one-file-system", "--", folder])  # noqa: S606
    os._exit(0)


def _tell(status: int, **line: object) -> None:
    os.write(status, json.dumps(line).encode() + b"\n")
