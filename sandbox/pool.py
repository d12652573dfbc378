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
from sandbox.waiting import Waiting, Wanted, key_of


class Pool:
    """A sandbox with interpreters started ahead; `run` may be called from several threads at once.

    size: how many wait at most. seconds: how long one waits at most.
    """

    def __init__(self, sandbox: Sandbox, size: int = 1, seconds: float = 120) -> None:
        self.sandbox, self.size, self.seconds = sandbox, size, seconds
        self._changed = threading.Condition()
        self._waiting: list[Waiting] = []
        self._expected: list[Wanted] = []
        self._starting: Wanted | None = None
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
        """These will be run, in about this order: interpreters are started for those with `imports`, as many at a time as may wait.

        One without a script stands for any program, with what else it says.
        """
        expected = [Wanted(key, request) for request in requests if (key := key_of(request)) is not None]
        backend = self.sandbox.backend
        if not expected or not isinstance(backend, StartsAhead):
            return
        with self._changed:
            self._expected += expected
            if self._starter is None and not self._closed:
                self._starter = threading.Thread(target=self._keep_filled, args=(backend,), name="sandbox pool", daemon=True)
                self._starter.start()
            self._changed.notify_all()

    def run(self, request: RunRequest, stop: threading.Event | None = None, then: Iterable[RunRequest] = ()) -> RunResult:
        """As `Sandbox.run`, in an interpreter that was started for it where there is one. then: expected once that is decided."""
        key = key_of(request)
        waiting = None if key is None else self._taken(Wanted(key, request))
        self.expect(then)
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
            due = self._starting or self._next()
            return due is None and all(each.is_ready() for each in self._waiting)

    def close(self) -> None:
        """End what waits, when the runs that are under way are done; afterwards no process of the pool lives."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._starter is not None:
            self._starter.join()

    def _taken(self, wanted: Wanted) -> Waiting | None:
        """The interpreter for it that has waited longest, which may still import, for the caller alone; None where none was started."""
        with self._changed:
            while not self._closed:
                found = next((each for each in self._waiting if each.wanted.serves(wanted)), None)
                if found is not None:
                    self._waiting.remove(found)
                    self._handed_over += 1
                    self._changed.notify_all()
                    return found
                starting = self._starting or self._next()
                if starting is None or not starting.serves(wanted):
                    break
                self._changed.wait()
            for each in [each for each in self._expected if each.serves(wanted)][:1]:
                self._expected.remove(each)
        return None

    def _next(self) -> Wanted | None:
        """What is expected and may be started now."""
        return self._expected[0] if self._expected and len(self._waiting) < self.size and not self._closed else None

    def _keep_filled(self, backend: StartsAhead) -> None:
        """Start and retire interpreters until the pool is closed. They die with the thread that started them, so this one outlives all."""
        try:
            while (wanted := self._due()) is not None:
                try:
                    made = Waiting.start(backend, wanted)
                except SetupError:  # the run that it was for is made afresh, and says what is wrong
                    made = None
                with self._changed:
                    self._starting = None
                    self._waiting += [made] if made is not None else []
                    self._changed.notify_all()
        finally:  # also where it broke: nobody may wait for what it does not start
            with self._changed:
                self._closed = True
                self._changed.notify_all()

    def _due(self) -> Wanted | None:
        """For what an interpreter is to be started now; None once the pool is closed and nothing of it runs."""
        with self._changed:
            while not (self._closed and self._handed_over == 0 and not self._waiting):
                now = time.monotonic()
                for old in [each for each in self._waiting if self._closed or now > each.born + self.seconds]:
                    self._waiting.remove(old)
                    old.end()
                if self._next() is not None:
                    self._starting = self._expected.pop(0)
                    return self._starting
                ends = [each.born + self.seconds - now for each in self._waiting]
                if not self._closed or self._handed_over:
                    self._changed.wait(max(0.0, min(ends)) + 0.01 if ends else None)
        return None
