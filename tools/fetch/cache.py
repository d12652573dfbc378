"""Answers of earlier runs, shared by all runs of a user: served while the server gave them life, asked about again afterwards.

An answer lies under the hash of its request, its body once under its own hash; both are put in place whole, so that several processes
may use one folder. An entry that cannot be read is as none. Answers to requests with a credential never come here.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from hashlib import sha256
from pathlib import Path

from tools import durable
from tools.exchange import Request, Response

_MOST = 4_000_000_000  # bytes of bodies; above it the longest unused go, when a cache is opened
_LEFT = 0.7  # share of them that stays


class Cache:
    """The cache in `folder`, made when first written to."""

    def __init__(self, folder: Path, most: int = _MOST) -> None:
        self._folder = folder
        self._trim(most)

    def get(self, request: Request) -> Response | None:
        entry = self._entry(request)
        try:
            told = json.loads(entry.read_bytes())
            raw = self._body(told["sha256"]).read_bytes()
            if sha256(raw).hexdigest() != told["sha256"]:
                return None
            headers = tuple((str(name), str(value)) for name, value in told["headers"])
            return Response(int(told["status"]), str(told["phrase"]), headers, raw, str(told["date"]))
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, request: Request, response: Response) -> None:
        """Keep an answer that may be kept. A disk that is full or cannot be written leaves the cache as it was."""
        if request.method != "GET" or response.status not in (200, 206) or not _keepable(response):
            return
        content = sha256(response.raw).hexdigest()
        told = {
            "url": request.url, "status": response.status, "phrase": response.phrase, "date": response.date, "sha256": content,
            "headers": [list(pair) for pair in response.headers],
        }  # fmt: skip
        try:
            if not self._body(content).exists():
                durable.write(self._body(content), response.raw)
            durable.write(self._entry(request), durable.canonical(told).encode())
        except OSError:
            return

    def _entry(self, request: Request) -> Path:
        return self._folder / "answers" / request.key[:2] / f"{request.key}.json"

    def _body(self, content: str) -> Path:
        return self._folder / "bodies" / content[:2] / content

    def _trim(self, most: int) -> None:
        files = [(status.st_mtime, status.st_size, path) for path in (self._folder / "bodies").glob("*/*") if (status := path.stat())]
        total = sum(size for _, size, _ in files)
        if total <= most:
            return
        for _, size, path in sorted(files):
            path.unlink(missing_ok=True)
            total -= size
            if total <= most * _LEFT:
                return


def fresh(response: Response, now: str) -> bool:
    """Whether the server gave the answer a life that is not over. now: ISO 8601 UTC."""
    directives = response.header("cache-control").lower()
    if re.search(r"\bno-cache\b", directives):
        return False
    age = (_time(now) - _time(response.date)).total_seconds()
    passed = response.header("age")
    age += int(passed) if passed.isdecimal() and len(passed) < 10 else 0
    if match := re.search(r"\bmax-age=\"?(\d{1,10})", directives):
        return age < int(match[1])
    try:
        return _time(now) < parsedate_to_datetime(response.header("expires")).astimezone(UTC)
    except (ValueError, TypeError, OverflowError):
        return False


def conditions(response: Response) -> tuple[tuple[str, str], ...]:
    """Headers that ask for the answer only where it is no longer this one."""
    pairs = (("If-None-Match", response.header("etag")), ("If-Modified-Since", response.header("last-modified")))
    return tuple((name, value) for name, value in pairs if value)


def _keepable(response: Response) -> bool:
    if re.search(r"\bno-store\b", response.header("cache-control").lower()) or response.header("vary").strip() == "*":
        return False
    return bool(conditions(response)) or fresh(response, response.date)


def _time(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp.replace("Z", "+00:00"))
