"""The step before a gVisor sandbox: stages the mounts as for bubblewrap, writes an OCI bundle beside them, becomes `runsc run`.

`contain(control, status)` speaks as `launch` does. Everything is in namespaces of this process, the process ids among them: runsc's helper
processes end with it, its state lies in the private mount, and its control socket can be reached by nobody.
"""

from __future__ import annotations

import json
import os
import select
import signal
import socket
from typing import Any, NoReturn

from sandbox.inside import entry, kernel
from sandbox.inside.launch import STAGE, enter_namespace, raise_oom_score, received_line, stage

_SPEC = "/corrigenda/run.json"  # in the sandbox, for process 1 alone


def contain(control: int, status: int) -> NoReturn:
    """Start `runsc` on the staged bundle, and wait for it; on an error, report it on `status` and exit."""
    try:
        with socket.socket(fileno=control) as channel:
            wanted: dict[str, Any] = json.loads(received_line(channel))
            raise_oom_score()
            stage(wanted, enter_namespace(wanted["uid"]))
            work = os.open(f"{STAGE}/work", os.O_RDONLY | os.O_DIRECTORY)
            socket.send_fds(channel, [b"w"], [work])
            os.close(work)
            if channel.recv(1) != b"g":
                os._exit(1)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != wanted["parent"]:
            os._exit(1)
        _bundle(wanted)
        _become(wanted["command"], status)
    except (OSError, ValueError) as error:
        os.write(status, json.dumps({"event": "failed", "reason": f"before the sandbox: {error}"}).encode() + b"\n")
    os._exit(1)


def first() -> NoReturn:
    """What process 1 in the sandbox does: the status pipe comes as its standard input, which is the only way in for a descriptor."""
    status = os.dup(0)
    null = os.open("/dev/null", os.O_RDWR)
    os.dup2(null, 0)
    os.close(null)
    entry.enter(os.open(_SPEC, os.O_RDONLY), status)


def _bundle(wanted: dict[str, Any]) -> None:
    """config.json and the root, with a place for each mount; places below /tmp lie in the work folder, which is mounted there."""
    bundle, root = f"{STAGE}/bundle", f"{STAGE}/bundle/rootfs"
    for folder in (f"{STAGE}/state", bundle, root):
        os.mkdir(folder, 0o755)  # noqa: PTH102
    for link, target in wanted["links"]:
        os.symlink(target, root + link)  # noqa: PTH211
    for mount in wanted["config"]["mounts"]:
        source, place = mount["source"], mount["destination"]
        inside = f"{STAGE}/work{place}" if place.startswith("/tmp/") else root + place  # noqa: S108
        os.makedirs(os.path.dirname(inside), 0o755, exist_ok=True)  # noqa: PTH103, PTH120
        if os.path.isfile(source):  # noqa: PTH113
            os.close(os.open(inside, os.O_CREAT | os.O_WRONLY, 0o444))
        else:
            os.makedirs(inside, 0o755, exist_ok=True)  # noqa: PTH103
    for path, content, mode in ((f"{bundle}/config.json", wanted["config"], 0o600), (root + _SPEC, wanted["inside"], 0o600)):
        with os.fdopen(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode), "w") as stream:
            json.dump(content, stream)


def _become(command: list[str], status: int) -> None:
    """runsc as process 1 of its own process ids, which ends with this process; this process ends after it."""
    kernel.unshare(kernel.CLONE_NEWPID | kernel.CLONE_NEWNET | kernel.CLONE_NEWIPC | kernel.CLONE_NEWUTS)
    alive, held = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(held)
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if select.select([alive], [], [], 0)[0]:  # an end of file: the process above is gone already
            os._exit(1)
        kernel.mount("proc", "/proc", "proc", kernel.MS_NOSUID | kernel.MS_NODEV)
        os.dup2(status, 0)
        os.execve(command[0], command, {})  # noqa: S606
    for number in (0, 1, 2, status, alive):
        os.close(number)
    os.waitpid(child, 0)
    os._exit(0)
