"""The account as it is given: line by line, each taken by the process beside the measured one before that goes on.

Journal   in the measured process: `tell` writes a line, and returns when it has been taken
Clerk     in the process that started it: stamps each line by its own clock, with how far torch's trace had come, and keeps it

The measured code shares a process with the Journal, and can write through it what it likes from then on. What it cannot do is take back a
line, or reach the Clerk, its clock, and what it has seen of the trace.
"""

from __future__ import annotations

import hashlib
import json
import os
import select
import stat
import time
from typing import Any

# Taken before the code begins, which could put others in their place.
DUMPS, WRITE, READ = json.dumps, os.write, os.read
MOST_BYTES = 64 << 20  # of all lines, and of all that is looked at of the trace
MOST_FILES = 16
_LOOK_SECONDS = 0.05
_CHUNK = 1 << 16
_OPEN = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Journal:
    """out, back: open pipes to the Clerk and from it. owner: the process whose journal it is; a fork of it has none."""

    def __init__(self, out: int, back: int) -> None:
        self.out, self.back, self.owner = out, back, os.getpid()
        for end in (out, back):
            os.set_inheritable(end, False)

    def tell(self, at: str, **line: Any) -> None:
        content = DUMPS({"at": at, **line}).encode() + b"\n"
        while content:
            content = content[WRITE(self.out, content) :]
        if READ(self.back, 1) != b"k":
            os._exit(125)


class Clerk:
    """lines: [seconds by this process's clock, size of each file of the trace where it has changed, the line as it came]."""

    def __init__(self, trace: str) -> None:
        self.lines: list[list[Any]] = []
        self.flooded = False
        self.seen = Seen(trace)
        self._held = 0
        self._sizes: dict[str, int] = {}

    def serve(self, process: Any, out: int, back: int) -> None:
        """Take lines until the process has ended, or has closed its end."""
        parts: list[bytes] = []  # of a line that has not ended yet
        while not self.flooded:
            ended = process.poll() is not None
            if not select.select([out], [], [], 0 if ended else _LOOK_SECONDS)[0]:
                if ended:
                    return
                continue
            part = os.read(out, _CHUNK)
            if not part:
                return
            now = time.monotonic()
            parts.append(part)
            self._held += len(part)
            self.flooded = self._held > MOST_BYTES
            if b"\n" not in part:
                continue
            *lines, rest = b"".join(parts).split(b"\n")
            parts = [rest]
            for line in lines:
                self._take(now, line)
                try:
                    os.write(back, b"k")
                except BrokenPipeError:
                    return

    def _take(self, now: float, line: bytes) -> None:
        sizes = self.seen.look()
        self.lines.append([now, None if sizes == self._sizes else sizes, line.decode("utf-8", errors="replace")])
        self._sizes = sizes


class Seen:
    """What has been seen of a folder of files that only grow."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.sizes: dict[str, int] = {}
        self.digests: dict[str, Any] = {}

    def look(self) -> dict[str, int]:
        """How far each file has come; what was added is read."""
        for name in self._names():
            self.digests.setdefault(name, hashlib.sha256())
            self.sizes[name] = self._hashed(name, self.sizes.get(name, 0), self.digests[name])
        return dict(self.sizes)

    def end(self) -> dict[str, Any]:
        """The hash of each file as it is now, and those that are no longer what they were when they were looked at."""
        changed = []
        for name, digest in self.digests.items():
            again = hashlib.sha256()
            self._hashed(name, 0, again, self.sizes[name])
            if again.hexdigest() != digest.hexdigest():
                changed.append(name)
        self.look()
        return {"files": {name: digest.hexdigest() for name, digest in self.digests.items()}, "changed": changed}

    def _names(self) -> list[str]:
        try:
            names = sorted(os.listdir(self.folder))  # noqa: PTH208
        except OSError:
            return []
        return names[:MOST_FILES]

    def _hashed(self, name: str, start: int, digest: Any, end: int = MOST_BYTES) -> int:
        """Add what a regular file holds from `start` on to the digest; where that ends."""
        try:
            opened = os.open(f"{self.folder}/{name}", _OPEN)
        except OSError:
            return start
        try:
            if stat.S_ISREG(os.fstat(opened).st_mode):
                while start < end and (part := os.pread(opened, min(_CHUNK, end - start), start)):
                    digest.update(part)
                    start += len(part)
        finally:
            os.close(opened)
        return start
