"""Bytes of remote files through the door, as few as are needed, within limits that end the work and say so."""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from tools.fetch import Answer, Door, FetchLimits
from tools.history.listing import File

_TAIL = 1 << 16  # bytes from the end of an archive that the first request asks for
_WHOLE = 600_000  # bytes up to which a file is read whole at once
_OVER = 4_096  # bytes that are asked for beyond what is known to be needed


@dataclass(frozen=True)
class Limits:
    """requests, seconds, bytes: of one history, cached answers of earlier runs among them. file: bytes of a file that is read whole.

    member: bytes of one file out of an archive; unpacked: of an sdist; directory: of an archive's own list.
    """

    requests: int = 160
    seconds: float = 180.0
    bytes: int = 120_000_000
    file: int = 8_000_000
    member: int = 4_000_000
    unpacked: int = 80_000_000
    directory: int = 6_000_000


class Spent(Exception):
    """A limit of the whole history is reached; says which."""


class Unreadable(Exception):
    """A file of a release cannot be read; says why, in our words."""


@dataclass
class Meter:
    """Counts what a history costs, and ends it at its limits."""

    door: Door
    limits: Limits
    now: Callable[[], float] = time.monotonic
    requests: int = 0
    bytes: int = 0
    started: float = field(default=0.0)

    def __post_init__(self) -> None:
        self.started = self.now()

    @property
    def seconds(self) -> float:
        return self.now() - self.started

    def fetch(self, url: str, *, most: int, byte_range: tuple[int, int | None] | None = None, accept: str = "") -> Answer:
        """One call of the door to the package index; raises Spent before a call that is one too many."""
        self.check()
        self.requests += 1
        limits = FetchLimits(bytes=most, wire=most, seconds=max(1.0, min(60.0, self.limits.seconds - self.seconds)))
        answer = self.door.fetch(url, own=True, byte_range=byte_range, accept=accept, limits=limits)
        self.bytes += len(answer.body)
        return answer

    def check(self) -> None:
        if self.requests >= self.limits.requests:
            raise Spent(f"the budget of {self.limits.requests} requests is spent")
        if self.seconds >= self.limits.seconds:
            raise Spent(f"the budget of {self.limits.seconds:g} s is spent")
        if self.bytes >= self.limits.bytes:
            raise Spent(f"the budget of {self.limits.bytes} bytes is spent")


def whole(meter: Meter, file: File) -> bytes:
    """All of a file, held against the hash that the index lists; raises Unreadable."""
    if file.size is not None and file.size > meter.limits.file:
        raise Unreadable(f"{file.size} bytes, more than the {meter.limits.file} that are read of a whole file")
    answer = meter.fetch(file.url, most=meter.limits.file)
    if answer.record.state != "fetched":
        raise Unreadable(f"{answer.record.state}: {answer.record.reason}")
    return _as_listed(file, answer.body)


def _as_listed(file: File, body: bytes) -> bytes:
    if file.sha256 and hashlib.sha256(body).hexdigest() != file.sha256:
        raise Unreadable("its hash is not the one that the index lists")
    return body


class Ranged(io.RawIOBase):
    """A remote file that can be read at any place; what was loaded once is kept. Raises Unreadable and Spent."""

    def __init__(self, meter: Meter, file: File) -> None:
        super().__init__()
        self._meter, self._file = meter, file
        self._pieces: list[tuple[int, bytes]] = []
        self._at = 0
        self.size = self._begin()

    def _begin(self) -> int:
        if self._file.size is not None and self._file.size <= _WHOLE:
            body = whole(self._meter, self._file)
            self._pieces.append((0, body))
            return len(body)
        size = self._file.size
        first = -_TAIL if size is None else size - _TAIL
        got = self._meter.fetch(self._file.url, most=self._meter.limits.file, byte_range=(first, None if size is None else size - 1))
        if got.record.state == "too large":
            raise Unreadable("the index answers no ranges, and the whole file is too large")
        if got.record.state != "fetched":
            raise Unreadable(f"{got.record.state}: {got.record.reason}")
        if got.record.byte_range is None:
            self._pieces.append((0, _as_listed(self._file, got.body)))
            return len(got.body)
        start, _, total = got.record.byte_range
        if size is not None and total != size:
            raise Unreadable("its size is not the one that the index lists")
        self._pieces.append((start, got.body))
        return total

    def load(self, start: int, length: int) -> None:
        """Have these bytes at hand, in one request where they are not."""
        end = min(self.size, start + length)
        if start >= end or self._held(start, end) is not None:
            return
        if end - start > self._meter.limits.directory + _OVER:
            raise Unreadable(f"it asks for {end - start} bytes at once")
        got = self._meter.fetch(self._file.url, most=end - start + _OVER, byte_range=(start, end - 1))
        if got.record.state != "fetched" or got.record.byte_range is None:
            raise Unreadable("a range of it cannot be read" + (f": {got.record.reason}" if got.record.reason else ""))
        self._pieces.append((start, got.body))

    def _held(self, start: int, end: int) -> bytes | None:
        for first, piece in self._pieces:
            if first <= start and end <= first + len(piece):
                return piece[start - first : end - first]
        return None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        base = {io.SEEK_SET: 0, io.SEEK_CUR: self._at, io.SEEK_END: self.size}[whence]
        if base + offset < 0:
            raise Unreadable("it points before its own beginning")
        self._at = base + offset
        return self._at

    def tell(self) -> int:
        return self._at

    def read(self, size: int | None = -1) -> bytes:
        end = self.size if size is None or size < 0 else min(self.size, self._at + size)
        if self._at >= end:
            return b""
        self.load(self._at, end - self._at)
        piece = self._held(self._at, end)
        assert piece is not None, "it was loaded"
        self._at = end
        return piece
