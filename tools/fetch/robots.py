"""The rules that a site states for programs (RFC 9309), read once for each origin; the only importer of Protego."""

from __future__ import annotations

import codecs
import threading
from collections.abc import Callable
from dataclasses import dataclass

from protego import Protego

from tools.fetch.records import Answer, FetchLimits, State
from tools.policy import origin

AGENT = "corrigenda"
LIMITS = FetchLimits(bytes=512_000, wire=512_000, seconds=10, tries=2, patience=20)
# A site that answers so has no rules; one that fails or asks for a pause may have some that we could not read.
_NONE_THERE: tuple[State, ...] = ("missing", "denied", "error page", "login page", "paywalled", "needs a browser", "wrong type")

_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Rules:
    """parsed: None where the site states none. unread: how reading them ended, None where it did not fail."""

    parsed: Protego | None = None
    unread: Answer | None = None

    def refuse(self, url: str) -> str | None:
        """Why the URL may not be asked for, None where it may."""
        if self.parsed is not None and not self.parsed.can_fetch(url, AGENT):
            return "the site's robots.txt excludes this address"
        return None

    @property
    def delay(self) -> float:
        """Seconds between requests that the site asks for."""
        return 0.0 if self.parsed is None else float(self.parsed.crawl_delay(AGENT) or 0.0)


class Robots:
    """get: fetches robots.txt through the door. Each origin is asked once, also by several threads at the same time."""

    def __init__(self, get: Callable[[str], Answer]) -> None:
        self._get = get
        self._lock = threading.Lock()
        self._origins: dict[str, tuple[threading.Lock, list[Rules]]] = {}

    def rules(self, url: str) -> Rules:
        place = origin(url)
        with self._lock:
            lock, known = self._origins.setdefault(place, (threading.Lock(), []))
        with lock:
            if not known:
                known.append(_rules(self._get(f"{place}/robots.txt")))
            return known[0]


def _rules(answer: Answer) -> Rules:
    record = answer.record
    if record.state == "fetched":
        return Rules() if record.kind == "html" else Rules(parsed=Protego.parse(_lines(answer.body)))
    client_error = record.status is not None and 400 <= record.status < 500 and record.status != 429
    return Rules() if record.state in _NONE_THERE or client_error else Rules(unread=answer)


def _lines(body: bytes) -> str:
    """The lines of a file as servers have it, in whichever encoding; a line that is no rule is passed over, so that none is lost to it."""
    encoding = next((name for mark, name in _MARKS if body.startswith(mark)), "utf-8")
    return body.decode(encoding, "replace").replace("\0", "").lstrip("\ufeff")
