"""The connections to an endpoint, on which every answer has its bounds, whatever it holds: bytes and time count as they arrive.

What reads an answer sees whole events, lines or headers alone. A server that drips, pings or never ends a line is stopped below that.
"""

from __future__ import annotations

import math
import ssl
import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import httpcore2
import httpx2

from agent.llm.errors import Unbounded

LARGEST_ANSWER = 32_000_000  # bytes on the wire, headers included: far more than the longest answer, of one event a token


@dataclass
class _Watch(threading.local):
    """What bounds the answer that this thread waits for. late: what is said where the time is over."""

    deadline: float = math.inf
    late: str = ""
    bytes_left: int = LARGEST_ANSWER

    def left(self, timeout: float | None) -> float | None:
        """Seconds that one wait may take; raises Unbounded where there are none."""
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise Unbounded(self.late)
        return timeout if math.isinf(left) else left if timeout is None else min(left, timeout)

    def count(self, size: int) -> None:
        self.bytes_left -= size
        if self.bytes_left < 0:
            raise Unbounded(f"the answer did not end within {LARGEST_ANSWER // 1_000_000} MB, and was stopped")


class _Stream(httpcore2.NetworkStream):
    def __init__(self, inner: httpcore2.NetworkStream, watch: _Watch) -> None:
        self._inner, self._watch = inner, watch

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        try:
            piece = self._inner.read(max_bytes, self._watch.left(timeout))
        except httpcore2.ReadTimeout:
            self._watch.left(None)  # the call's time, and not only that of silence
            raise
        self._watch.count(len(piece))
        return piece

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._watch.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None) -> _Stream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, self._watch.left(timeout)), self._watch)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore2.SyncBackend):
    def __init__(self, watch: _Watch) -> None:
        self._watch = watch

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:  # fmt: skip
        left = self._watch.left(timeout)
        return _Stream(super().connect_tcp(host, port, left, local_address, socket_options), self._watch)


class _Transport(httpx2.HTTPTransport):
    def __init__(self, backend: httpcore2.NetworkBackend, **settings: Any) -> None:
        super().__init__(**settings)
        self._pool._network_backend = backend


class _Client(httpx2.Client):
    """A client that is as ever, with proxies of the user's environment, on connections of ours."""

    def __init__(self, watch: _Watch, **settings: Any) -> None:
        self._backend = _Backend(watch)
        super().__init__(**settings)

    def _init_transport(self, *_: Any, transport: httpx2.BaseTransport | None = None, **settings: Any) -> httpx2.BaseTransport:
        return _Transport(self._backend, **settings)

    def _init_proxy_transport(self, proxy: httpx2.Proxy, *_: Any, **settings: Any) -> httpx2.BaseTransport:
        return _Transport(self._backend, proxy=proxy, **settings)


class Connections:
    """Safe to use from several threads, each of which waits for one answer at a time.

    silence: seconds without a byte; certificates: a CA bundle's path, "" for the system's.
    """

    def __init__(self, silence: float, certificates: str = "") -> None:
        self._watch = _Watch()
        self.timeout = httpx2.Timeout(silence, connect=10)
        verify = ssl.create_default_context(cafile=certificates or None)
        # Redirects are not followed: an endpoint is opened exactly as it was configured. What was packed could unpack without end.
        self.client = _Client(
            self._watch, timeout=self.timeout, follow_redirects=False, verify=verify, headers={"accept-encoding": "identity"},
            event_hooks={"response": [_refuse_packed]},
        )  # fmt: skip

    def begin(self, seconds: float, late: str) -> None:
        """The answer that this thread waits for next has this long; reading it raises Unbounded, with `late`, where it takes longer."""
        self._watch.deadline, self._watch.late, self._watch.bytes_left = time.monotonic() + seconds, late, LARGEST_ANSWER

    def close(self) -> None:
        self.client.close()


def _refuse_packed(response: httpx2.Response) -> None:
    if response.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
        raise Unbounded("the endpoint packed its answer, which it was asked not to do")


def unusable(address: str) -> str:
    """Why nothing can be asked at an address, "" where it is one."""
    try:
        parts = httpx2.URL(address)
        parts.host.encode("idna")  # as the system's resolver wants it
    except (httpx2.InvalidURL, UnicodeError):
        return "it is no address"
    if parts.scheme not in ("http", "https"):
        return "it has to begin with http:// or https://"
    if not parts.host or " " in address:
        return "it names no host" if not parts.host else "there is a space in it"
    return "" if parts.port is None or 0 < parts.port < 65_536 else f"{parts.port} is no port"
