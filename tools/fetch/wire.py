"""One request on a checked connection; the only importer of httpx and httpcore.

A name is resolved once for each connection, the policy is asked about the addresses, and the connection is made to one that it
allows. Connections are kept and used again, each as it was checked; those to the user's own origins are kept apart from all others.
Nothing of the user's environment is sent: no cookie jar, no netrc, no proxy.
"""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpcore
import httpx

from tools.exchange import Ended, Request, Response, TooLarge, Unpackable, kept_headers
from tools.fetch.records import FetchLimits
from tools.policy import Policy, Refusal, same_place

Resolver = Callable[[str, int], list[str]]
_PIECE = 8_192
_NO_NAME, _NO_ADDRESS = "the name does not resolve", "the name has no address"
_ONE_WAIT = 15.0  # seconds for a connection, or between two pieces of an answer


class _Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class _HeaderTooLarge(Exception):
    pass


class _NoCertificates(Exception):
    pass


def holds_certificates(bundle: Path) -> bool:
    """Whether a file holds certificates to trust."""
    try:
        ssl.create_default_context(cafile=str(bundle))
    except (OSError, ssl.SSLError):
        return False
    return True


class _OutOfTime(Exception):
    pass


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host by the system's resolver; raises OSError where there are none."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass
class _Watch(threading.local):
    """What bounds the request that this thread has under way. header: bytes left for the status line and headers, None behind them."""

    deadline: float = 0.0
    header: int | None = None

    def left(self, timeout: float | None) -> float:
        left = self.deadline - time.monotonic()
        if left <= 0:
            raise _OutOfTime
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore.NetworkStream):
    """A connection whose every wait is cut by the request's own deadline: bytes that trickle in buy no time."""

    def __init__(self, inner: httpcore.NetworkStream, watch: _Watch) -> None:
        self._inner, self._watch = inner, watch

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._watch.header is None:
            return self._inner.read(max_bytes, self._watch.left(timeout))
        # A small piece, since one that holds the end of the headers may hold the first bytes of the body too.
        data = self._inner.read(min(max_bytes, _PIECE), self._watch.left(timeout))
        self._watch.header -= len(data)
        if self._watch.header < -_PIECE:
            raise _HeaderTooLarge
        return data

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._watch.left(timeout))

    def close(self) -> None:
        self._inner.close()

    def start_tls(self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None) -> _Stream:
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, self._watch.left(timeout)), self._watch)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore.SyncBackend):
    """Connects to addresses that the policy allows."""

    def __init__(self, policy: Policy, own: bool, resolver: Resolver, watch: _Watch) -> None:
        self._policy, self._own, self._resolver, self._watch = policy, own, resolver, watch

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:  # fmt: skip
        refusal: Refusal | None = None
        failure: httpcore.ConnectError | httpcore.ConnectTimeout = httpcore.ConnectError(_NO_ADDRESS)
        for address in self._resolved(host, port):
            if refused := self._policy.refuse_address(address, own=self._own):
                refusal = refusal or refused
                continue
            try:
                left = self._watch.left(timeout)
                return _Stream(super().connect_tcp(address, port, left, local_address, socket_options), self._watch)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        if refusal:
            raise _Refused(refusal)
        raise failure

    def connect_unix_socket(self, path: str, *_: Any, **__: Any) -> httpcore.NetworkStream:
        raise _Refused(Refusal("a socket of this machine is no source"))

    def _resolved(self, host: str, port: int) -> list[str]:
        """Resolved in a thread of its own, since a resolver keeps no deadline."""
        answers: queue.SimpleQueue[list[str] | OSError | UnicodeError] = queue.SimpleQueue()

        def look_up() -> None:
            try:
                answers.put(self._resolver(host, port))
            except (OSError, UnicodeError) as error:
                answers.put(error)

        threading.Thread(target=look_up, daemon=True).start()
        try:
            found = answers.get(timeout=self._watch.left(_ONE_WAIT))
        except queue.Empty as error:
            raise _OutOfTime from error
        if isinstance(found, list):
            return found
        raise httpcore.ConnectError(_NO_NAME) from found


class _Transport(httpx.HTTPTransport):
    def __init__(self, backend: httpcore.NetworkBackend, context: ssl.SSLContext) -> None:
        super().__init__(verify=context, trust_env=False)
        self._pool.close()
        self._pool = httpcore.ConnectionPool(
            ssl_context=context, max_connections=16, max_keepalive_connections=8, keepalive_expiry=10, network_backend=backend
        )


class Wire:
    """Sends requests. Safe to use from several threads.

    trusted: gives the certificates to trust in place of the system's, for the user's own origins (True) and for all others (False).
    """

    def __init__(self, policy: Policy, clock: Callable[[], str], resolver: Resolver, trusted: Callable[[bool], Path | None]) -> None:
        self._policy, self._clock, self._resolver, self._trusted = policy, clock, resolver, trusted
        self._lock = threading.Lock()
        self._watch = _Watch()
        self._transports: dict[bool, _Transport] = {}
        weakref.finalize(self, _close, self._transports)

    def send(self, request: Request, deadline: float, limits: FetchLimits, *, own: bool, secret: Mapping[str, str]) -> Response | Ended:
        """One request without redirects. own: to an origin of the user's. secret: headers that are sent and kept nowhere."""
        self._watch.deadline, self._watch.header = deadline, limits.header
        try:
            return self._exchanged(request, limits, own, secret)
        except _Refused as error:
            return self._ended("refused", error.refusal.reason)
        except (_OutOfTime, httpx.TimeoutException):
            return self._ended("too slow", f"no whole answer within {limits.seconds:g} s")
        except _NoCertificates:
            return self._ended("unreachable", "the file of certificates that is configured for it cannot be read")
        except _HeaderTooLarge:
            return self._ended("too large", f"more than {limits.header} bytes of headers")
        except TooLarge as error:
            return self._ended("too large", str(error))
        except Unpackable as error:
            return self._ended("broken", str(error))
        except httpx.RemoteProtocolError as error:
            early = "without sending a response" in str(error)
            return self._ended(*(("unreachable", "the server hung up") if early else ("broken", "cut short, or no HTTP")))
        except (httpx.InvalidURL, httpx.UnsupportedProtocol, httpx.LocalProtocolError):
            return self._ended("refused", "this is not a URL that can be asked for")
        except httpx.TransportError as error:
            return self._ended("unreachable", _why(error))

    def _ended(self, state: str, reason: str) -> Ended:
        return Ended(state, reason, self._clock())

    def _exchanged(self, request: Request, limits: FetchLimits, own: bool, secret: Mapping[str, str]) -> Response | Ended:
        wait = min(_ONE_WAIT, limits.seconds)
        timeouts = {"connect": wait, "read": wait, "write": wait, "pool": limits.seconds}
        asked = httpx.Request(
            request.method, request.url, headers=[*request.headers, *secret.items()], content=request.body or None,
            extensions={"timeout": timeouts},
        )  # fmt: skip
        if not same_place(request.url, asked.url.scheme, asked.url.raw_host.decode("ascii"), asked.url.port):
            return self._ended("refused", "the URL reads differently to different parsers")
        answer = self._transport(own).handle_request(asked)
        try:
            self._watch.header = None
            headers = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in answer.headers.raw]
            if sum(len(name) + len(value) + 4 for name, value in headers) > limits.header:
                raise _HeaderTooLarge
            raw = self._read(answer, limits)
            phrase = answer.extensions.get("reason_phrase", b"").decode("latin-1")
            response = Response(answer.status_code, phrase, kept_headers(headers), raw, self._clock())
            response.body(limits.bytes)
            return response
        finally:
            answer.close()

    def _read(self, answer: httpx.Response, limits: FetchLimits) -> bytes:
        declared = answer.headers.get("content-length", "")
        if declared.isdecimal() and int(declared) > limits.wire:
            raise TooLarge(f"{int(declared)} bytes, more than {limits.wire}")
        raw = bytearray()
        assert isinstance(answer.stream, httpx.SyncByteStream)
        for piece in answer.stream:
            raw += piece
            if len(raw) > limits.wire:
                raise TooLarge(f"more than {limits.wire} bytes")
            self._watch.left(None)
        return bytes(raw)

    def _transport(self, own: bool) -> _Transport:
        with self._lock:
            if own not in self._transports:
                bundle = self._trusted(own)
                if bundle is not None and not holds_certificates(bundle):
                    raise _NoCertificates
                context = ssl.create_default_context(cafile=str(bundle) if bundle else None)
                self._transports[own] = _Transport(_Backend(self._policy, own, self._resolver, self._watch), context)
            return self._transports[own]

    def close(self) -> None:
        with self._lock:
            _close(self._transports)


def _close(transports: dict[bool, _Transport]) -> None:
    for transport in transports.values():
        transport.close()
    transports.clear()


def _why(error: Exception) -> str:
    """What kind of failure it was: by our own messages and the classes of its causes, never in a server's words."""
    if str(error) in (_NO_NAME, _NO_ADDRESS):
        return str(error)
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return "its certificate does not hold"
        cause = cause.__cause__ or cause.__context__
    return f"no connection ({type(error).__name__})"
