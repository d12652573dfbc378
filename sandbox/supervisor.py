"""Watches a running program: gathers what it prints, holds it to its limits, ends it, and says how it ended."""

from __future__ import annotations

import json
import os
import selectors
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from sandbox.backends import Running
from sandbox.records import Ending, LimitMet, Limits

_SETUP_SECONDS = 30
_DRAIN_SECONDS = 5
_FIRST_POLL = 0.01
_FILES_SECONDS = 0.25
_CHUNK = 1 << 16


@dataclass
class Watched:
    """What was seen of a run. events: the lines of the status pipe, by name. hit: the limit that ended it, None where none did.

    before: CPU seconds that do not count, since the program began later; before_end: those of them in the account that process 1 gives.
    met: limits that did not end it; look_again: when open files are next counted.
    """

    stdout: bytearray = field(default_factory=bytearray)
    stderr: bytearray = field(default_factory=bytearray)
    status: bytearray = field(default_factory=bytearray)
    truncated: bool = False
    hit: Ending | None = None
    started: float | None = None
    ended: float = 0.0
    cpu_seconds: float = 0.0
    peak_bytes: int = 0
    before: float = 0.0
    before_end: float = 0.0
    met: set[LimitMet] = field(default_factory=set)
    look_again: float = 0.0

    def events(self) -> dict[str, dict[str, Any]]:
        lines = [json.loads(line) for line in bytes(self.status).splitlines()]
        return {line["event"]: line for line in lines}

    @property
    def wall_seconds(self) -> float:
        return self.ended - self.started if self.started is not None else 0.0


def watch(running: Running, limits: Limits, stop: threading.Event, seen: Watched | None = None) -> Watched:
    """Until the program and all that it started are dead; kills them at the first limit hit, or when `stop` is set.

    seen: what was seen of it so far, where it has begun.
    """
    seen = seen or Watched()
    begun = time.monotonic()
    pause = _FIRST_POLL
    with selectors.DefaultSelector() as selector:
        for name in ("stdout", "stderr", "status"):
            selector.register(getattr(running, name), selectors.EVENT_READ, name)
        ending = os.pidfd_open(running.process.pid)
        selector.register(ending, selectors.EVENT_READ, "ending")
        while seen.hit is None and running.process.poll() is None:
            _gather(selector, seen, limits, pause)
            seen.hit = seen.hit or _hit(running, seen, limits, begun, stop)
            pause = min(running.look_seconds, pause * 1.5)
        running.kill()
        seen.ended = time.monotonic()
        selector.unregister(ending)
        os.close(ending)
        while selector.get_map() and time.monotonic() - seen.ended < _DRAIN_SECONDS:  # all writers are dead, so each pipe has an end
            _gather(selector, seen, limits, 1.0)
    _settle(running, seen, limits)
    return seen


def _gather(selector: selectors.BaseSelector, seen: Watched, limits: Limits, patience: float) -> None:
    for key, _ in selector.select(patience):
        if key.data == "ending":
            continue
        part = os.read(key.fd, _CHUNK)
        if not part:
            selector.unregister(key.fd)
        elif key.data == "status":
            seen.status += part
            if seen.started is None and b'"start"' in seen.status:
                seen.started = time.monotonic()
        else:
            _keep(getattr(seen, key.data), part, seen, limits)


def _keep(kept: bytearray, part: bytes, seen: Watched, limits: Limits) -> None:
    """As much as the limit on output (of each stream) allows; more than that ends the run."""
    room = limits.output_bytes - len(kept)
    kept += part[:room]
    if len(part) > room:
        seen.truncated = True
        seen.hit = seen.hit or "output"


def _hit(running: Running, seen: Watched, limits: Limits, begun: float, stop: threading.Event) -> Ending | None:
    """The first limit that the run is over, if any."""
    now = time.monotonic()
    if stop.is_set():
        return "killed"
    if seen.started is None:
        return "sandbox failed" if now - begun > _SETUP_SECONDS else None
    if now - seen.started > limits.seconds:
        return "wall time"
    if full := running.full(limits):
        return full
    if now > seen.look_again:
        seen.look_again = now + _FILES_SECONDS
        if running.open_files() >= limits.open_files:
            seen.met.add("open files")
    if running.group is not None and (hit := _group_hit(running, seen)):
        return hit
    if running.is_polled:
        used = running.usage()
        if used.memory_bytes > limits.memory_mb << 20:
            used = running.usage(exact=True)
        seen.peak_bytes = max(seen.peak_bytes, used.memory_bytes)
        seen.cpu_seconds = max(seen.cpu_seconds, used.cpu_seconds - seen.before)
        if used.memory_bytes > limits.memory_mb << 20:
            return "memory"
        if used.tasks > limits.processes:
            return "processes"
    return "cpu time" if seen.cpu_seconds > limits.cpu_seconds else None


def _group_hit(running: Running, seen: Watched) -> Ending | None:
    group = running.group
    assert group is not None
    seen.cpu_seconds = max(seen.cpu_seconds, (group.cpu_seconds() or 0.0) - seen.before)
    return "memory" if group.memory_hit() else "processes" if group.tasks_hit() else None


def _settle(running: Running, seen: Watched, limits: Limits) -> None:
    """The last look, when all is dead: a limit may have been hit between two looks."""
    end = seen.events().get("end", {})
    if running.tells_time:
        seen.cpu_seconds = max(seen.cpu_seconds, float(end.get("cpu", 0.0)) - seen.before_end)
    seen.hit = seen.hit or end.get("hit") or running.late_hit()
    if running.group is not None:
        late = _group_hit(running, seen)
        seen.peak_bytes = seen.peak_bytes or running.group.peak_bytes() or 0
        seen.hit = seen.hit or late
    seen.met |= set(end.get("met", ()))
    seen.hit = seen.hit or running.full(limits, at_end=True)
    # The kernel holds a process to RLIMIT_CPU by its ticks, which on a busy machine run ahead of the seconds that it accounts.
    if seen.hit is None and end.get("code") in (-9, -24) and seen.cpu_seconds >= limits.cpu_seconds * 0.5:
        seen.hit = "cpu time"
