"""The step before a bubblewrap sandbox: makes the private mounts, hands the work folder out, drops its rights, becomes bwrap.

`launch(control, status)`: JSON comes on the control socket (see `sandbox/backends/bubblewrap.py`); the open work folder goes back on it;
the program's files are written into it from outside; one byte then lets the launcher go on. All mounts are in a mount namespace of this
process, so that nothing is ever mounted on the host, and what is mounted is gone when the last holder of the folder lets go.
"""

from __future__ import annotations

import json
import os
import signal
import socket
from typing import Any, NoReturn

from sandbox.inside import kernel

# Mounted over in the private namespace alone: it exists everywhere, and what is bound from it was opened before.
STAGE = "/tmp"  # noqa: S108
NOBODY = 65_534


def launch(control: int, status: int) -> NoReturn:
    """Become bubblewrap, with the sandbox staged; on an error, report it on `status` and exit."""
    try:
        with socket.socket(fileno=control) as channel:
            wanted: dict[str, Any] = json.loads(received_line(channel))
            raise_oom_score()
            owner = enter_namespace(wanted["uid"])
            stage(wanted, owner)
            work = os.open(f"{STAGE}/work", os.O_RDONLY | os.O_DIRECTORY)
            socket.send_fds(channel, [b"w"], [work])
            os.close(work)
            if channel.recv(1) != b"g":
                os._exit(1)
            if wanted["inside"].get("channel") is not None:
                channel.detach()  # an interpreter that is started ahead gets its program on it
        if wanted["drop"]:
            os.setgroups([])
            os.setresgid(wanted["uid"], wanted["uid"], wanted["uid"])
            os.setresuid(wanted["uid"], wanted["uid"], wanted["uid"])
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != wanted["parent"]:
            os._exit(1)
        arguments = _held(b"".join(argument.encode() + b"\0" for argument in wanted["bwrap"]))
        inside = _held(json.dumps(wanted["inside"]).encode())
        os.set_inheritable(status, True)
        command = [wanted["program"], "--args", str(arguments), "--", *wanted["entry"], str(inside), str(status)]
        os.execve(wanted["program"], command, {})  # noqa: S606
    except (OSError, ValueError) as error:
        os.write(status, json.dumps({"event": "failed", "reason": f"before the sandbox: {error}"}).encode() + b"\n")
    os._exit(1)


def received_line(channel: socket.socket) -> bytes:
    received = b""
    while not received.endswith(b"\n"):
        part = channel.recv(1 << 16)
        if not part:
            os._exit(1)
        received += part
    return received


def raise_oom_score() -> None:
    """Where the host runs out of memory, it is to take the experiment first."""
    with open("/proc/self/oom_score_adj", "w") as stream:  # noqa: PTH123
        stream.write("700")


def enter_namespace(uid: int | None) -> tuple[int, int]:
    """A mount namespace of our own; returns the user and group that own the work folder.

    Without a user to change to (uid None) it lies in a user namespace that maps the caller to itself, or to NOBODY where the caller is
    root of a container that has no other user: the program is never to see itself as root.
    """
    if uid is not None:
        kernel.unshare(kernel.CLONE_NEWNS)
        owner = uid, uid
    else:
        outer = os.getuid(), os.getgid()
        owner = outer[0] or NOBODY, outer[1] or NOBODY
        kernel.unshare(kernel.CLONE_NEWUSER | kernel.CLONE_NEWNS)
        lines = (("setgroups", "deny"), ("uid_map", f"{owner[0]} {outer[0]} 1"), ("gid_map", f"{owner[1]} {outer[1]} 1"))
        for name, text in lines:
            with open(f"/proc/self/{name}", "w") as stream:  # noqa: PTH123
                stream.write(text)
    kernel.mount("none", "/", "none", kernel.MS_REC | kernel.MS_PRIVATE)
    return owner


def stage(wanted: dict[str, Any], owner: tuple[int, int]) -> None:
    """Bind each source at STAGE/<its number> (a path that root can reach and the run's user could not), and mount the work folder."""
    opened = [os.open(source, os.O_PATH | os.O_CLOEXEC) for source in wanted["sources"]]
    kernel.mount("stage", STAGE, "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, "mode=755,size=1m")
    for number, (source, folder) in enumerate(zip(opened, wanted["folders"], strict=True)):
        target = f"{STAGE}/{number}"
        if folder:
            os.mkdir(target)  # noqa: PTH102
        else:
            os.close(os.open(target, os.O_CREAT | os.O_WRONLY))
        kernel.mount(f"/proc/self/fd/{source}", target, "none", kernel.MS_BIND | kernel.MS_REC)
    os.mkdir(f"{STAGE}/work")  # noqa: PTH102
    options = f"mode=700,size={wanted['bytes']},nr_inodes={wanted['inodes']},uid={owner[0]},gid={owner[1]}"
    kernel.mount("work", f"{STAGE}/work", "tmpfs", kernel.MS_NOSUID | kernel.MS_NODEV, options)


def _held(content: bytes) -> int:
    """An inheritable descriptor from which `content` is read."""
    held = os.memfd_create("corrigenda", 0)
    os.write(held, content)
    os.lseek(held, 0, os.SEEK_SET)
    return held
