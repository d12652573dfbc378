"""What happened, in order: one JSON line an event, each carrying the hash of the line before it.

A line is {"seq", "time", "kind", "data", "prev", "hash"}; hash is the sha256 of the canonical JSON of the line without "hash",
prev the hash of the line before (64 zeros at first). A last line that a kill left unfinished is cut on opening, and the cut is
the next event.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

from pydantic import JsonValue

from tools import durable

GENESIS = "0" * 64


class BrokenChain(Exception):
    """An event is not what it was when it was written. line: 1-based."""

    def __init__(self, path: Path, line: int, reason: str) -> None:
        super().__init__(f"{path.name}, line {line}: {reason}; the log was changed after it was written")
        self.line = line


class EventLog:
    """Appends events; one writer. clock: gives the time as ISO 8601 UTC."""

    def __init__(self, path: Path, clock: Callable[[], str]) -> None:
        self.path = path
        self._clock = clock
        self._lock = threading.Lock()
        self.events: list[dict[str, JsonValue]] = []
        self._prev = GENESIS
        if path.exists():
            self._open()

    def _open(self) -> None:
        payload = self.path.read_bytes()
        whole = payload.rfind(b"\n") + 1
        if whole < len(payload):
            with self.path.open("r+b") as log:
                log.truncate(whole)
        self.events = check_chain(self.path, payload[:whole])
        if self.events:
            self._prev = str(self.events[-1]["hash"])
        if whole < len(payload):
            self.append("cut", {"file": self.path.name, "bytes": len(payload) - whole})

    def append(self, kind: str, data: Mapping[str, JsonValue]) -> None:
        """Write one event and make it last."""
        with self._lock:
            event: dict[str, JsonValue] = {
                "seq": len(self.events), "time": self._clock(), "kind": kind, "data": dict(data), "prev": self._prev,
            }  # fmt: skip
            event["hash"] = durable.digest(event)
            durable.append(self.path, durable.canonical(event).encode() + b"\n")
            self._prev = str(event["hash"])
            self.events.append(event)


def check_chain(path: Path, payload: bytes) -> list[dict[str, JsonValue]]:
    """The events of a log; raises BrokenChain at the first that does not follow from the one before it."""
    events: list[dict[str, JsonValue]] = []
    prev = GENESIS
    for number, line in enumerate(payload.splitlines(), start=1):
        try:
            event = json.loads(line)
        except ValueError as error:
            raise BrokenChain(path, number, "not JSON") from error
        if not isinstance(event, dict) or not isinstance(claimed := event.pop("hash", None), str):
            raise BrokenChain(path, number, "no event with a hash")
        if event.get("prev") != prev or event.get("seq") != len(events) or durable.digest(event) != claimed:
            raise BrokenChain(path, number, "its hash does not follow from the line before")
        prev = event["hash"] = claimed
        if durable.canonical(event).encode() != line:
            raise BrokenChain(path, number, "not in canonical form")
        events.append(event)
    return events
