"""One call of the door: what it asks for, when it is worth another try, and how long to wait before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue
from tenacity import RetryCallState, wait_random, wait_random_exponential

from tools import durable
from tools.exchange import Request, Response, TooLarge, Unpackable
from tools.fetch.records import Answer, FetchLimits, Kind

_ACCEPT = "text/html, application/xhtml+xml, text/plain, text/markdown, application/pdf;q=0.9, */*;q=0.5"
_PASSING = (408, 425, 500, 502, 503, 504)  # statuses of a server that may answer in a moment


@dataclass
class Visit:
    """One call of `fetch`. rules: for a site's robots.txt. used: seconds on the network; waited: seconds in queues and pauses."""

    url: str
    request: Request
    kinds: tuple[Kind, ...]
    byte_range: tuple[int, int | None] | None
    api: bool
    own: bool
    limits: FetchLimits
    rules: bool = False
    used: float = 0.0
    waited: float = 0.0
    hops: list[str] = field(default_factory=list)

    @property
    def patience(self) -> float:
        return max(0.0, self.limits.patience - self.waited)

    @property
    def ours(self) -> bool:
        """A call to an interface for programs, and no visit of a page."""
        return self.api or self.own


def request_of(url: str, accept: str, byte_range: tuple[int, int | None] | None, headers: Mapping[str, str], post: JsonValue) -> Request:
    sent = [("User-Agent", "corrigenda"), ("Accept", accept or _ACCEPT), *headers.items()]
    if byte_range is None:
        sent.append(("Accept-Encoding", "gzip, deflate"))
    else:
        first, last = byte_range
        whole = f"-{-first}" if first < 0 else f"{first}-{'' if last is None else last}"
        sent += [("Accept-Encoding", "identity"), ("Range", f"bytes={whole}")]
    if post is None:
        return Request("GET", url, tuple(sent))
    return Request("POST", url, (*sent, ("Content-Type", "application/json")), durable.canonical(post).encode())


def told(secret: Mapping[str, str], response: Response, limits: FetchLimits) -> bool:
    """Whether an answer repeats a credential that was sent with its request."""
    values = [word for value in secret.values() for word in (value, value.split()[-1]) if len(word) > 5]
    if not values:
        return False
    try:
        text = response.body(limits.bytes)
    except (TooLarge, Unpackable):
        return True
    heads = " ".join(value for _, value in response.headers)
    return any(value in heads or value.encode() in text for value in values)


def worth_another_try(answer: Answer) -> bool:
    record = answer.record
    return record.state in ("unreachable", "broken", "rate-limited") or record.status in _PASSING


_soon = wait_random_exponential(multiplier=0.2, max=2)
_jitter = wait_random(0, 0.5)


def wait(state: RetryCallState) -> float:
    """The server's own delay, with a little more so that many do not come back at once; else a short one that grows."""
    answer: Answer | None = state.outcome.result() if state.outcome else None
    if answer is not None and answer.record.retry_after is not None:
        return answer.record.retry_after + _jitter(state)
    return _soon(state)
