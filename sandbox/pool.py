"""Interpreters that are started before their program is known, each isolated as any run is, with modules such as torch imported.

    with Pool(sandbox) as pool:
        pool.expect(requests)             # of these, those with `imports` may be met by an interpreter that waits
        result = pool.run(requests[0])    # result.interpreter says whether it was; else it is a fresh run

Each is a process of its own in a sandbox of its own, started by exec and never forked from another: it shares no memory, no random state,
no folder and no cache with any. It gets one program and dies with it. Until then it runs no code but the modules' own, and what that
prints, or leaves in the working folder, is thrown away. Interpreters die with the pool, and with the process that holds it.

The pool is bounded: never more than `size` wait, never more than are expected, and none longer than `seconds`.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from types import TracebackType

from sandbox.backends import SetupError, StartsAhead
from sandbox.records import RunRequest, RunResult
from sandbox.runner import Sandbox
from sandbox.waiting import Waiting, key_of


class Pool:
    """A sandbox with interpreters started ahead; `run` may be called from several threads at once.

    size: how many wait at most. seconds: how long one waits at most.
    """

    def __init__(self, sandbox: Sandbox, size: int = 1, seconds: float = 120) -> None:
        self.sandbox, self.size, self.seconds = sandbox, size, seconds
        self._changed = threading.Condition()
        self._waiting: list[Waiting] = []
        self._expected: list[RunRequest] = []
        self._starting: RunRequest | None = None
        self._handed_over = 0
        self._closed = False
        self._starter: threading.Thread | None = None

    @property
    def tier(self) -> str:
        return self.sandbox.tier

    @property
    def layers(self) -> tuple[str, ...]:
        return self.sandbox.layers

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def expect(self, requests: Iterable[RunRequest]) -> None:
        """These will be run, in about this order: interpreters are started for those with `imports`, as many at a time as may wait."""
        keys = [key for request in requests if (key := key_of(request)) is not None]
        backend = self.sandbox.backend
        if not keys or not isinstance(backend, StartsAhead):
            return
        with self._changed:
            self._expected += keys
            if self._starter is None and not self._closed:
                self._starter = threading.Thread(target=self._keep_filled, args=(backend,), name="sandbox pool", daemon=True)
                self._starter.start()
            self._changed.notify_all()

    def run(self, request: RunRequest, stop: threading.Event | None = None) -> RunResult:
        """As `Sandbox.run`, in an interpreter that waits where there is one for the request."""
        key = key_of(request)
        waiting = None if key is None else self._taken(key)
        if waiting is not None:
            try:
                result = waiting.run(self.sandbox, request, stop)
            finally:
                with self._changed:
                    self._handed_over -= 1
                    self._changed.notify_all()
            if result is not None:
                return result
        return self.sandbox.run(request, stop)

    def is_ready(self) -> bool:
        """Whether all that may wait now do, with their imports done."""
        with self._changed:
            due = self._starting is not None or (self._expected and len(self._waiting) < self.size)
            return not due and all(each.is_ready() for each in self._waiting)

    def close(self) -> None:
        """End what waits, when the runs that are under way are done; afterwards no process of the pool lives."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._starter is not None:
            self._starter.join()

    def _taken(self, key: RunRequest) -> Waiting | None:
        """The interpreter of the key that has waited longest, which may still import, for the caller alone; None where there is none."""
        with self._changed:
            while not self._closed:
                found = next((each for each in self._waiting if each.key == key), None)
                if found is not None:
                    self._waiting.remove(found)
                    self._handed_over += 1
                    self._changed.notify_all()
                    return found
                if self._starting != key:
                    break
                self._changed.wait()
            if key in self._expected:
                self._expected.remove(key)
        return None

    def _keep_filled(self, backend: StartsAhead) -> None:
        """Start and retire interpreters until the pool is closed. They die with the thread that started them, so this one outlives all."""
        while (key := self._due()) is not None:
            try:
                made = Waiting.start(backend, key)
            except SetupError:  # the run that it was for is made afresh, and says what is wrong
                made = None
            with self._changed:
                self._starting = None
                self._waiting += [made] if made is not None else []
                self._changed.notify_all()

    def _due(self) -> RunRequest | None:
        """The key of an interpreter that is to be started now; None once the pool is closed and nothing of it runs."""
        with self._changed:
            while not (self._closed and self._handed_over == 0 and not self._waiting):
                now = time.monotonic()
                for old in [each for each in self._waiting if self._closed or now > each.born + self.seconds]:
                    self._waiting.remove(old)
                    old.end()
                if not self._closed and self._expected and len(self._waiting) < self.size:
                    self._starting = self._expected.pop(0)
                    return self._starting
                ends = [each.born + self.seconds - now for each in self._waiting]
                if not self._closed or self._handed_over:
                    self._changed.wait(max(0.0, min(ends)) + 0.01 if ends else None)
        return None
