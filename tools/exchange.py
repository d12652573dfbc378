"""A request and what answered it, as plain values: what the door sends, the cache and the archive keep, and a replay gives back.

A request holds no credential and a response no cookie, so that nothing which keeps them could keep those.
"""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field, replace
from hashlib import sha256

from tools import durable

# What of a request, beside its address, decides on the answer.
_TELLING = ("accept", "accept-language", "range", "x-github-api-version")
_NOT_KEPT = ("set-cookie", "set-cookie2", "transfer-encoding")
_STEP = 1 << 20  # bytes that are made at once
_FIRST, _FED = 512, 1 << 16  # compressed bytes that are fed at once: at first, and at most
_MEMBERS = 10_000  # gzip members of one body; no compressor in use makes pieces so small that a document within the caps has more


class Unpackable(ValueError):
    """The bytes are not what their content coding says."""


class TooLarge(ValueError):
    """More bytes than the cap allows."""


@dataclass(frozen=True)
class Request:
    """url: as sent. headers: without Host, and never a credential. body: of a POST."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b""

    @property
    def key(self) -> str:
        """Equal for requests that ask for the same: method, address, what it accepts, range, body."""
        return self._key(_TELLING)

    @property
    def place(self) -> str:
        """Equal for requests that ask for the same, whatever form of it they would rather have."""
        return self._key(("range",))

    def _key(self, telling: tuple[str, ...]) -> str:
        told = sorted([name.lower(), value] for name, value in self.headers if name.lower() in telling)
        return durable.digest([self.method, self.url.partition("#")[0], told, sha256(self.body).hexdigest()])


@dataclass(frozen=True)
class Response:
    """headers: as received, in order, but for `kept_headers`. raw: the body without transfer coding, still in its content coding.

    date: when it was received, ISO 8601 UTC. plain: the body in no coding, once it was asked for.
    """

    status: int
    phrase: str
    headers: tuple[tuple[str, str], ...]
    raw: bytes
    date: str
    plain: list[bytes] = field(default_factory=list, init=False, repr=False, compare=False)

    def header(self, name: str) -> str:
        """The first value of a header, "" where there is none."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    def body(self, most: int) -> bytes:
        """The body in no coding, unpacked once. Raises Unpackable, and TooLarge above `most` bytes."""
        if not self.plain:
            coding = ", ".join(value for key, value in self.headers if key.lower() == "content-encoding")
            self.plain.append(unpacked(self.raw, coding, most))
        if len(self.plain[0]) > most:
            raise TooLarge(f"more than {most} bytes when decompressed")
        return self.plain[0]

    def dated(self, date: str) -> Response:
        return replace(self, date=date)


@dataclass(frozen=True)
class Ended:
    """Why there is no response. state: of `tools.fetch.records.State`; reason: in our words.

    pause: seconds that the host still asked for.
    """

    state: str
    reason: str
    date: str
    pause: float | None = None


@dataclass(frozen=True)
class Exchange:
    """One request with what came of it."""

    request: Request
    outcome: Response | Ended


def kept_headers(headers: list[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Headers of a response without its cookies, and without the transfer coding, which the body no longer has."""
    return tuple((name, value) for name, value in headers if name.lower() not in _NOT_KEPT)


def unpacked(raw: bytes, coding: str, most: int) -> bytes:
    """The bytes in no content coding, never making more than `most` of them, whatever a bomb holds."""
    name = coding.strip().lower()
    if name in ("", "identity"):
        if len(raw) > most:
            raise TooLarge(f"more than {most} bytes")
        return raw
    if name not in ("gzip", "x-gzip", "deflate"):
        raise Unpackable("a content coding that was not asked for")
    if not raw:
        return b""
    windows = (zlib.MAX_WBITS | 32, -zlib.MAX_WBITS) if name == "deflate" else (zlib.MAX_WBITS | 16,)
    for window in windows[:-1]:
        try:
            return _inflated(raw, window, most)
        except Unpackable:
            continue
    return _inflated(raw, windows[-1], most)


def _inflated(raw: bytes, window: int, most: int) -> bytes:
    """The members of a body one behind another, in time that grows with its length alone, whatever it is made of."""
    out, at = bytearray(), 0
    for _ in range(_MEMBERS):
        at = _member(raw, at, window, most, out)
        if raw[at : at + 2] != b"\x1f\x8b":
            return bytes(out)  # what follows a whole body, and begins no further member, is padding
    raise Unpackable(f"the body is in more than {_MEMBERS} compressed pieces")


def _member(raw: bytes, at: int, window: int, most: int, out: bytearray) -> int:
    """Unpack the member that begins at a place onto `out`, and give the place behind it."""
    inflate, fed = zlib.decompressobj(wbits=window), _FIRST
    while not inflate.eof:
        piece = raw[at : at + fed]
        try:
            made = inflate.decompress(piece, max(1, min(_STEP, most + 1 - len(out))))
        except zlib.error as error:
            raise Unpackable("the body is not in the content coding that it claims") from error
        if not piece and not made and not inflate.eof:
            raise Unpackable("the compressed body is cut short")
        out += made
        if len(out) > most:
            raise TooLarge(f"more than {most} bytes when decompressed")
        at += len(piece) - len(inflate.unconsumed_tail) - len(inflate.unused_data)
        fed = min(2 * fed, _FED)
    return at
