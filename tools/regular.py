"""Files of a folder that somebody hands over: regular files alone are opened, and no more of one is read than any run leaves.

A pipe would hold up whoever opens it, a device has no end, and a link leads out of the folder.

    OSError
      Strange      it is no regular file; says so in our words
        TooLarge   it is larger than what is read
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import BinaryIO

MOST = 1 << 28  # bytes of a file that is read as a whole
MOST_RECORDS = 1 << 26  # of one that is read as JSON, which takes many times its size
MOST_ARCHIVE = 1 << 31  # of one that is read in parts
_AT_ONCE = 1 << 20
_KINDS = {
    stat.S_IFIFO: "a pipe", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFDIR: "a folder", stat.S_IFLNK: "a link",
    stat.S_IFSOCK: "a socket",
}  # fmt: skip


class Strange(OSError):
    """A file that is not read for what it is."""


class TooLarge(Strange):
    def __init__(self, most: int) -> None:
        super().__init__(f"it has more than {most:,} bytes")


def kind_of(mode: int) -> str:
    """What a mode says that is no regular file, in words; "" for a regular one."""
    return "" if stat.S_ISREG(mode) else _KINDS.get(stat.S_IFMT(mode), "no regular file")


@contextmanager
def opened(path: Path, most: int = MOST, *, follow: bool = False) -> Iterator[BinaryIO]:
    """A regular file for reading; raises OSError, of it Strange for whatever else stands there. follow: a link is what it leads to."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
    if kind := kind_of((path.stat() if follow else path.lstat()).st_mode):
        raise Strange(f"it is {kind}")  # opening a device may already do something
    descriptor = os.open(path, flags if follow else flags | os.O_NOFOLLOW)
    try:
        found = os.fstat(descriptor)
        if kind := kind_of(found.st_mode):
            raise Strange(f"it is {kind}")
        if found.st_size > most:
            raise TooLarge(most)
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            yield file
    finally:
        os.close(descriptor)


def read(path: Path, most: int = MOST, *, follow: bool = False) -> bytes:
    """All of a regular file; raises OSError, of it Strange where it is none or larger."""
    with opened(path, most, follow=follow) as file:
        payload = file.read(most + 1)
    if len(payload) > most:
        raise TooLarge(most)
    return payload


def copy(path: Path, target: Path, most: int = MOST_ARCHIVE) -> None:
    """Copy a regular file; raises OSError, of it Strange where it is none or larger."""
    with opened(path, most) as file, target.open("wb") as out:
        while part := file.read(_AT_ONCE):
            out.write(part)
            if out.tell() > most:
                raise TooLarge(most)


def digest(path: Path, most: int = MOST_ARCHIVE) -> tuple[str, int]:
    """sha256 in hex and size of a regular file; raises OSError, of it Strange where it is none or larger."""
    summed, size = sha256(), 0
    with opened(path, most) as file:
        while part := file.read(_AT_ONCE):
            summed.update(part)
            size += len(part)
            if size > most:
                raise TooLarge(most)
    return summed.hexdigest(), size


def told(error: Exception) -> str:
    """Why a file was not read, in our words."""
    return str(error) if isinstance(error, Strange) else f"it cannot be read ({type(error).__name__})"
