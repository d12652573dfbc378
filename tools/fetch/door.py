"""The door: the only way to sources on the network. Every outcome is a record, and a refusal is one of them.

The policy is asked for every hop's URL, and again for the address that is really connected to, so that a name which resolves
anew to a private address between the check and the connection gains nothing.
"""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from urllib.parse import urljoin

import httpcore
import httpx
from pydantic import JsonValue
from tenacity import Retrying, retry_if_result, stop_after_attempt, stop_after_delay, wait_random_exponential

from tools.fetch.records import Answer, Fetched, FetchLimits, Kind, State
from tools.policy import Policy, Refusal

Resolver = Callable[[str, int], list[str]]


def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host by the system's resolver; raises OSError where there are none."""
    return [str(entry[4][0]) for entry in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass
class Door:
    """Opens what the policy allows. offline: opens nothing and says so. sleep, clock, resolver: the outer edge, handed in."""

    policy: Policy
    clock: Callable[[], str]
    limits: FetchLimits = FetchLimits()
    offline: bool = False
    resolver: Resolver = resolve
    sleep: Callable[[float], None] = time.sleep
    asked: list[str] = field(default_factory=list)

    def fetch(
        self, url: str, *, accept: str = "", kinds: Collection[Kind] = (), byte_range: tuple[int, int | None] | None = None,
        headers: Mapping[str, str] = MappingProxyType({}), api: bool = False, own: bool = False, post: JsonValue = None,
        limits: FetchLimits | None = None,
    ) -> Answer:  # fmt: skip
        """Get one document by URL; never raises for what the network or the policy does.

        accept: media types to ask for. kinds: by the body's bytes; another kind is "wrong type"; empty for any. byte_range: first and last
        byte (None: to the end; a negative first: the last bytes). headers: of the listed harmless ones (HEADERS); a credential is
        never among them, the door adds those of `credentials` itself. api: a documented interface for programs, whose terms and not
        robots.txt apply. own: a call of ours to an origin that the user configured (the package index, a search endpoint), opened as
        configured, with redirects held to such origins; without it such an origin is held to the same rules as any other.
        post: a JSON body, for own origins alone. limits: in place of the door's.
        """
        if self.offline:
            return self._ended(url, "offline", "the run was started with --offline")
        again = Retrying(
            retry=retry_if_result(lambda answer: answer.record.state == "unreachable" or (answer.record.status or 0) in (502, 503, 504)),
            stop=stop_after_attempt(self.limits.tries) | stop_after_delay(self.limits.seconds),
            wait=wait_random_exponential(multiplier=0.2, max=2),
            sleep=self.sleep,
            retry_error_callback=lambda state: state.outcome.result() if state.outcome else None,
        )
        answer: Answer = again(self._follow, url)
        return answer

    def _ended(self, url: str, state: State, reason: str, hops: Iterable[str] = (), status: int | None = None) -> Answer:
        record = Fetched(url=url, state=state, reason=reason, status=status, hops=tuple(hops), accessed=self.clock())
        return Answer(record, b"")

    def _follow(self, url: str) -> Answer:
        """One try, along its redirects."""
        hops: list[str] = []
        deadline = time.monotonic() + self.limits.seconds
        hop = url
        while len(hops) <= self.limits.redirects:
            if refusal := self.policy.refuse_url(hop):
                where = "the address that it redirects to: " if hops else ""
                return self._ended(url, "refused", where + refusal.reason, hops)
            hops.append(hop)
            self.asked.append(hop)
            outcome = self._ask(url, hop, hops, deadline)
            if isinstance(outcome, Answer):
                return outcome
            hop = outcome
        return self._ended(url, "error", f"more than {self.limits.redirects} redirects", hops)

    def _ask(self, url: str, hop: str, hops: list[str], deadline: float) -> Answer | str:
        """One request: what came of it, or the URL that it redirects to."""
        backend = _CheckedBackend(self.policy, hop, self.resolver)
        try:
            with _client(backend, max(0.1, deadline - time.monotonic())) as client, client.stream("GET", hop) as response:
                status = response.status_code
                if status in (301, 302, 303, 307, 308) and "location" in response.headers:
                    return urljoin(hop, response.headers["location"])
                if status in (404, 410):
                    return self._ended(url, "missing", f"the server answered {status}", hops, status)
                if status != 200:
                    return self._ended(url, "error", f"the server answered {status}", hops, status)
                return self._body(url, response, hops, deadline)
        except _Refused as error:
            hops.pop()
            return self._ended(url, "refused", error.refusal.reason, hops)
        except httpx.TimeoutException:
            return self._ended(url, "too slow", f"no answer within {self.limits.seconds:g} s", hops)
        except (httpx.TransportError, httpx.InvalidURL, httpx.DecodingError) as error:
            return self._ended(url, "unreachable", f"no connection ({type(error).__name__})", hops)

    def _body(self, url: str, response: httpx.Response, hops: list[str], deadline: float) -> Answer:
        from hashlib import sha256

        body = bytearray()
        for chunk in response.iter_bytes(65_536):
            body += chunk
            if len(body) > self.limits.bytes:
                return self._ended(url, "too large", f"more than {self.limits.bytes} bytes", hops, response.status_code)
            if time.monotonic() > deadline:
                return self._ended(url, "too slow", f"not whole within {self.limits.seconds:g} s", hops, response.status_code)
        record = Fetched(
            url=url, state="fetched", reason="", status=200, hops=tuple(hops), accessed=self.clock(),
            content_type=response.headers.get("content-type", ""), sha256=sha256(body).hexdigest(),
        )  # fmt: skip
        return Answer(record, bytes(body))


class _Refused(Exception):
    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class _CheckedBackend(httpcore.SyncBackend):
    """Resolves a name once, asks the policy about each address, and connects to the first that it allows."""

    def __init__(self, policy: Policy, url: str, resolver: Resolver) -> None:
        self._policy, self._url, self._resolver = policy, url, resolver

    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:  # fmt: skip
        try:
            addresses = self._resolver(host, port)
        except OSError as error:
            raise httpcore.ConnectError("the name does not resolve") from error
        refusal: Refusal | None = None
        for address in addresses:
            refusal = self._policy.refuse_address(address, self._url)
            if refusal is None:
                return super().connect_tcp(address, port, timeout, local_address, socket_options)
        raise _Refused(refusal) if refusal else httpcore.ConnectError("the name has no address")


class _Transport(httpx.HTTPTransport):
    def __init__(self, backend: httpcore.NetworkBackend) -> None:
        super().__init__(verify=ssl.create_default_context())
        self._pool = httpcore.ConnectionPool(ssl_context=ssl.create_default_context(), max_connections=4, network_backend=backend)


def _client(backend: httpcore.NetworkBackend, seconds: float) -> httpx.Client:
    headers = {"user-agent": "corrigenda", "accept": "text/plain, text/markdown, text/html;q=0.8, */*;q=0.5", "accept-encoding": "gzip"}
    return httpx.Client(transport=_Transport(backend), timeout=min(seconds, 10), follow_redirects=False, headers=headers)
