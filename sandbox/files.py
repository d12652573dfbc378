"""The work folder seen from outside, through an open descriptor: files go in before the program starts, artefacts come out when it is dead.

Nothing here follows a link or opens what is not a regular file, and a name is resolved below the descriptor, one component at a time.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase

from sandbox.records import LimitMet, Limits

_SAFE = re.compile(r"[A-Za-z0-9_@+=,][A-Za-z0-9_@+=,. -]{0,127}")
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_DEPTH = 12
_DEPTH_HELD = 100


class Left(str):
    """Why an artefact was left behind, in words. limit: the limit that it exceeds, None where it is no plain file of a plain name."""

    limit: LimitMet | None

    def __new__(cls, why: str, limit: LimitMet | None = None) -> Left:
        made = super().__new__(cls, why)
        made.limit = limit
        return made


def put(folder: int, files: Mapping[str, bytes], owner: int | None) -> None:
    """Write each file below the open `folder`, with the folders above it, owned by `owner` (None: by us)."""
    for name, content in files.items():
        *parents, last = name.split("/")
        inner = os.dup(folder)
        for parent in parents:
            inner = _step(inner, parent, owner)
        made = os.open(last, os.O_CREAT | os.O_EXCL | os.O_WRONLY | os.O_CLOEXEC, 0o600, dir_fd=inner)
        with os.fdopen(made, "wb") as stream:
            stream.write(content)
            if owner is not None:
                os.fchown(made, owner, owner)
        os.close(inner)


def opened(folder: int, name: str) -> int:
    """The folder `name` in the open `folder`, itself open; a link is not followed."""
    return os.open(name, _FOLDER, dir_fd=folder)


def clear(folder: int) -> None:
    """Remove all below the open `folder`; links are removed, not followed."""
    for name in os.listdir(folder):
        if stat.S_ISDIR(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            shutil.rmtree(name, dir_fd=folder)
        else:
            os.unlink(name, dir_fd=folder)


def held(folder: int, most: int, depth: int = _DEPTH_HELD) -> tuple[int, int]:
    """Bytes and number of all below the open `folder`; the count is `most` where there are more, or where not all can be looked into."""
    size = count = 0
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                size += entry.stat(follow_symlinks=False).st_blocks * 512
                count += 1
                if entry.is_dir(follow_symlinks=False):
                    below = _held_below(folder, entry.name, most - count, depth - 1)
                    size, count = size + below[0], count + below[1]
            except (FileNotFoundError, NotADirectoryError):
                continue
            if count >= most:
                break
    return size, min(count, most)


def _held_below(folder: int, name: str, most: int, depth: int) -> tuple[int, int]:
    if depth == 0:
        return 0, most
    try:
        inner = opened(folder, name)
    except PermissionError:  # one that cannot be written to is empty, since modes cannot be changed there; one that can may hide anything
        blind = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode & 0o300 == 0o300
        return 0, most if blind else 0
    try:
        return held(inner, most, depth)
    finally:
        os.close(inner)


def make_folder(folder: int, name: str, owner: int | None) -> None:
    """Owned by `owner`, and open to be passed through, since process 1 may be another user; the folder above is closed."""
    os.mkdir(name, 0o700, dir_fd=folder)
    os.chmod(name, 0o755, dir_fd=folder)  # noqa: S103
    if owner is not None:
        os.chown(name, owner, owner, dir_fd=folder, follow_symlinks=False)


def _step(folder: int, name: str, owner: int | None) -> int:
    """The folder `name` in `folder`, made where it is not there; `folder` is closed."""
    try:
        if name not in os.listdir(folder):
            make_folder(folder, name, owner)
        return opened(folder, name)
    finally:
        os.close(folder)


def collect(folder: int, wanted: Sequence[str], limits: Limits) -> tuple[dict[str, bytes], tuple[Left, ...]]:
    """Content of the wanted files (names, or patterns with * ? [), and for each that was left behind "name: why".

    Regular files with safe names alone; no more than limits.artefacts of them, limits.artefact_bytes in all.
    """
    taken: dict[str, bytes] = {}
    left: list[Left] = []
    room = limits.artefact_bytes
    for name in _names(folder, wanted):
        if name in taken:
            continue
        if not all(_SAFE.fullmatch(part) for part in name.split("/")):
            left.append(Left("a file: its name is not plain"))
        elif len(taken) >= limits.artefacts:
            left.append(Left(f"{name}: more than {limits.artefacts} artefacts", "artefact count"))
        else:
            content = _read(folder, name, room)
            if isinstance(content, Left):
                left.append(Left(f"{name}: {content}", content.limit))
            else:
                taken[name] = content
                room -= len(content)
    return taken, tuple(left[: limits.artefacts])


def _names(folder: int, wanted: Sequence[str]) -> Iterator[str]:
    patterns = [name for name in wanted if any(mark in name for mark in "*?[")]
    yield from (name for name in wanted if name not in patterns)
    if patterns:
        yield from (name for name in _walk(os.dup(folder), "", _DEPTH) if any(fnmatchcase(name, pattern) for pattern in patterns))


def _walk(folder: int, above: str, depth: int) -> Iterator[str]:
    """Names of all that is no folder below `folder` (which is closed), sorted, not deeper than `depth`."""
    try:
        with os.scandir(folder) as entries:
            found = sorted((entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries)
        for name, is_folder in found:
            if not is_folder or depth == 0:
                yield above + name
                continue
            try:
                inner = os.open(name, _FOLDER, dir_fd=folder)
            except PermissionError:
                yield above + name  # its reading then fails and says why
                continue
            yield from _walk(inner, f"{above}{name}/", depth - 1)
    finally:
        os.close(folder)


def _read(folder: int, name: str, room: int) -> bytes | Left:
    """The content of a regular file of at most `room` bytes, or why it is not taken."""
    *parents, last = name.split("/")
    inner = os.dup(folder)
    try:
        for parent in parents:
            deeper = os.open(parent, _FOLDER, dir_fd=inner)
            os.close(inner)
            inner = deeper
        file = os.open(last, _FILE, dir_fd=inner)
    except FileNotFoundError:
        return Left("the program left no such file")
    except OSError as error:
        return Left(f"not a regular file ({os.strerror(error.errno or 0)})")
    finally:
        os.close(inner)
    try:
        return _content(file, room)
    finally:
        os.close(file)


def _content(file: int, room: int) -> bytes | Left:
    status = os.fstat(file)
    if not stat.S_ISREG(status.st_mode):
        return Left("not a regular file")
    if status.st_nlink != 1:
        return Left("a hard link")
    if status.st_size > room:
        return Left(f"{status.st_size} bytes, more than what is left of the allowance ({room})", "artefact size")
    with os.fdopen(file, "rb", closefd=False) as stream:
        return stream.read(room)
