"""The few kernel interfaces that Python's standard library lacks, through ctypes: each call raises OSError where the kernel refuses.

Landlock's and seccomp's constants come from linux/landlock.h, linux/seccomp.h and linux/prctl.h; they are the same on every architecture,
and so are the numbers of Landlock's system calls.
"""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Iterable

_libc = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 22, 36, 38
CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC = 0x20000, 0x4000000, 0x8000000
CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = 0x10000000, 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_BIND, MS_REC, MS_PRIVATE = 2, 4, 0x1000, 0x4000, 0x40000
_SECCOMP_MODE_FILTER = 2
_LANDLOCK_CREATE, _LANDLOCK_ADD, _LANDLOCK_RESTRICT = 444, 445, 446
_LANDLOCK_VERSION, _LANDLOCK_PATH_BENEATH = 1, 1

# Landlock's rights on files, in the order of their bits.
_RIGHTS = (
    "execute", "write", "read", "list", "remove folder", "remove file", "make character device", "make folder", "make file",
    "make socket", "make fifo", "make block device", "make symlink", "refer", "truncate", "device ioctl",
)  # fmt: skip
_KNOWN_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}  # Landlock ABI -> how many of them the kernel knows (later ABIs: all)
GRANTS = {
    "list": ("list",),
    "read": ("execute", "read", "list"),
    "write": tuple(right for right in _RIGHTS if right not in ("make character device", "make block device", "device ioctl")),
    "device": ("read", "write", "truncate"),
    "driver": ("read", "write", "truncate", "device ioctl"),
    "name": ("write", "truncate"),
}
_ON_FILES = ("execute", "write", "read", "truncate", "device ioctl")
_ALL_NETWORK = 0b11  # bind and connect by TCP, since ABI 4
_ALL_SCOPES = 0b11  # abstract sockets and signals of processes outside, since ABI 6


def _check(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def prctl(option: int, value: int) -> None:
    _check(_libc.prctl(option, ctypes.c_ulong(value), 0, 0, 0), f"prctl {option}")


def unshare(flags: int) -> None:
    _check(_libc.unshare(flags), "unshare")


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    _check(_libc.mount(source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), options.encode()), f"mount on {target}")


def landlock_abi() -> int:
    """The version of Landlock that runs here; 0 where there is none."""
    return max(0, int(_libc.syscall(_LANDLOCK_CREATE, None, ctypes.c_size_t(0), _LANDLOCK_VERSION)))


def landlock(grants: Iterable[tuple[str, str]], network: bool) -> None:
    """From now on only what `grants` (path, name in GRANTS) says; a path that does not exist is no grant. network: TCP stays open.

    Processes outside can no longer be traced or (ABI 6) signalled, for this process and all that it starts.
    """
    abi = landlock_abi()
    handled = (1 << _KNOWN_RIGHTS.get(abi, len(_RIGHTS))) - 1
    attributes = struct.pack("=QQQ", handled, 0 if network or abi < 4 else _ALL_NETWORK, _ALL_SCOPES if abi >= 6 else 0)
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    ruleset = _check(_libc.syscall(_LANDLOCK_CREATE, attributes, ctypes.c_size_t(size), 0), "landlock_create_ruleset")
    for path, grant in grants:
        _allow(ruleset, path, GRANTS[grant], handled)
    _check(_libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0), "landlock_restrict_self")
    os.close(ruleset)


def scope() -> None:
    """From now on neither this process nor what it starts can signal or trace what is outside of them. Needs Landlock's ABI 6."""
    ruleset = _check(
        _libc.syscall(_LANDLOCK_CREATE, struct.pack("=QQQ", 0, 0, _ALL_SCOPES), ctypes.c_size_t(24), 0), "landlock_create_ruleset"
    )
    _check(_libc.syscall(_LANDLOCK_RESTRICT, ruleset, 0), "landlock_restrict_self")
    os.close(ruleset)


def _allow(ruleset: int, path: str, names: Iterable[str], handled: int) -> None:
    try:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    if not os.path.isdir(path):  # noqa: PTH112 - this folder's code starts in every run, and pathlib is slow to import
        names = [name for name in names if name in _ON_FILES]
    rights = sum(1 << _RIGHTS.index(name) for name in names) & handled
    rule = struct.pack("=Qi", rights, opened)
    _check(_libc.syscall(_LANDLOCK_ADD, ruleset, _LANDLOCK_PATH_BENEATH, rule, 0), f"landlock_add_rule {path}")
    os.close(opened)


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def seccomp(program: bytes) -> None:
    """Install a filter (classic BPF, 8 bytes an instruction) for this process and all that it starts."""
    filled = _Program(len(program) // 8, program)
    _check(_libc.prctl(PR_SET_SECCOMP, ctypes.c_ulong(_SECCOMP_MODE_FILTER), ctypes.byref(filled), 0, 0), "seccomp")
