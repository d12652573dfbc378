"""How often and how many at once a host is asked, and the pauses that it asks for. Safe to use from several threads."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

LONGEST_DELAY = 15.0  # seconds between two requests that a site may ask for


@dataclass(frozen=True)
class Rate:
    """interval: seconds from the start of one request to a host to the start of the next. at_once: requests under way."""

    interval: float = 0.5
    at_once: int = 2


@dataclass
class _Host:
    """next: when the next request may start; closed: until when the host asked for none. Both on the monotonic clock."""

    places: threading.BoundedSemaphore
    interval: float
    lock: threading.Lock = field(default_factory=threading.Lock)
    next: float = 0.0
    closed: float = 0.0


class Crowded(Exception):
    """No turn came within the time that the caller would wait."""


class Manners:
    """rates: of single hosts, in place of the usual. sleep, now: the outer edge, handed in."""

    def __init__(
        self, usual: Rate, rates: Mapping[str, Rate], sleep: Callable[[float], None] = time.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:  # fmt: skip
        self._usual, self._rates, self._sleep, self._now = usual, dict(rates), sleep, now
        self._hosts: dict[str, _Host] = {}
        self._lock = threading.Lock()

    def _host(self, name: str) -> _Host:
        with self._lock:
            if name not in self._hosts:
                rate = self._rates.get(name, self._usual)
                self._hosts[name] = _Host(threading.BoundedSemaphore(rate.at_once), rate.interval)
            return self._hosts[name]

    @contextmanager
    def turn(self, name: str, patience: float, *, rules: bool = False) -> Iterator[None]:
        """Hold a place among the host's requests, once its interval has passed. Raises Crowded where that takes longer than `patience`.

        rules: it is the host's own rules that are read, behind which the first page need not wait.
        """
        host = self._host(name)
        if not host.places.acquire(timeout=max(0.0, patience)):
            raise Crowded
        try:
            with host.lock:
                wait = max(0.0, host.next - self._now())
                if wait > patience:
                    raise Crowded
                host.next = self._now() + wait + (0.0 if rules else host.interval)
            if wait:
                self._sleep(wait)
            yield
        finally:
            host.places.release()

    def closed(self, name: str) -> float:
        """Seconds for which the host still asked to be left alone."""
        return max(0.0, self._host(name).closed - self._now())

    def pause(self, name: str, seconds: float) -> None:
        """The host asked to be left alone for so long."""
        host = self._host(name)
        with host.lock:
            host.closed = max(host.closed, self._now() + seconds)

    def slow(self, name: str, interval: float) -> None:
        """The host's rules name an interval; a longer one than ours is kept, up to LONGEST_DELAY."""
        host = self._host(name)
        with host.lock:
            host.interval = max(host.interval, min(interval, LONGEST_DELAY))


def seconds_asked(retry_after: str, now: str) -> float | None:
    """What a Retry-After header asks for: seconds, or until a date; None where it is neither. now: ISO 8601 UTC."""
    value = retry_after.strip()
    if value.isascii() and value.isdigit():
        return float(int(value[:9]))
    try:
        until = parsedate_to_datetime(value)
    except (ValueError, TypeError, OverflowError):
        return None
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return max(0.0, (until - datetime.fromisoformat(now.replace("Z", "+00:00"))).total_seconds())
