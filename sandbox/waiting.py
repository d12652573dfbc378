"""One interpreter that was started ahead: waits for it to be ready, hands it its program, and has it watched to its end."""

from __future__ import annotations

import os
import re
import select
import selectors
import socket
import threading
import time
from dataclasses import dataclass, replace

from sandbox import files, layout
from sandbox.backends import Running, StartsAhead
from sandbox.records import Limits, RunRequest, RunResult
from sandbox.runner import Sandbox
from sandbox.supervisor import Watched

_IMPORT_SECONDS = 60
_LOOK_SECONDS = 0.1
_MOST_SAID = 1 << 20
_CHUNK = 1 << 16
_ENVIRONMENT = re.compile(rb"putenv|(?<!/)environ(?!ment)")
# What leaves a variable as it is: reading it, or setting one that the request sets already.
_HARMLESS = re.compile(rb"environ(?:b?\[[^\]\n]*\](?!\s*=[^=])|\.get\(|\.setdefault\(\s*[\"'](\w+)[\"']|\.copy\(\)|\}?\s*[,)}])")


class NotReadyError(Exception):
    """The interpreter cannot serve: it died, or does not become ready."""


def key_of(request: RunRequest) -> RunRequest | None:
    """All that an interpreter for the request is started with, as a request; None where it needs one of its own.

    The limits that are measured from outside, and that on CPU, are set when the program is handed over and so are not part of it. A
    program that changes environment variables may do so before an import that reads them.
    """
    if not request.imports or _changes_environment(request):
        return None
    kept = request.limits
    limits = Limits(
        memory_mb=kept.memory_mb, processes=kept.processes, disk_mb=kept.disk_mb, inodes=kept.inodes, open_files=kept.open_files
    )
    return replace(request, script="", files={}, collect=(), limits=limits)


def _changes_environment(request: RunRequest) -> bool:
    fixed = {name.encode() for name in layout.variables(request, "")}
    for text in (request.script.encode(errors="replace"), *request.files.values()):
        for found in _ENVIRONMENT.finditer(text):
            harmless = _HARMLESS.match(text, found.start())
            if harmless is None or (harmless[1] is not None and harmless[1] not in fixed):
                return True
    return False


@dataclass(frozen=True)
class Wanted:
    """An interpreter that is wanted for a request; key: what it is started with."""

    key: RunRequest
    request: RunRequest

    def serves(self, other: Wanted) -> bool:
        """Whether what is started for this is for the other: the same request, or one that left its program open."""
        return self.key == other.key and (not self.request.script or self.request == other.request)


@dataclass
class Waiting:
    """wanted: what it was started for. born: when, by the monotonic clock."""

    wanted: Wanted
    running: Running
    born: float

    @classmethod
    def start(cls, backend: StartsAhead, wanted: Wanted) -> Waiting:
        """Start one; raises SetupError. The calling thread must outlive it."""
        waiting = cls(wanted, backend.start_ahead(wanted.key), time.monotonic())
        try:
            waiting.channel.settimeout(_LOOK_SECONDS)
            waiting.channel.sendall(" ".join(wanted.key.imports).encode() + b"\n")
        except OSError:  # it is dead already, which `run` finds
            pass
        return waiting

    @property
    def channel(self) -> socket.socket:
        assert self.running.channel is not None
        return self.running.channel

    def is_ready(self) -> bool:
        """Whether it has imported all, or died."""
        return bool(select.select([self.channel], [], [], 0)[0])

    def end(self) -> None:
        """Kill it, and give back all that it held."""
        try:
            self.running.kill()
        finally:
            self.running.close()

    def run(self, sandbox: Sandbox, request: RunRequest, stop: threading.Event | None = None) -> RunResult | None:
        """Run the request in it; None where it cannot serve, and then it is gone and nothing of the request has run."""
        try:
            seen = self._handed_over(request, stop or threading.Event())
        except (NotReadyError, layout.LayoutError, OSError):
            self.end()
            return None
        except BaseException:
            self.end()
            raise
        return replace(sandbox.finish(self.running, request, stop, seen), interpreter="pooled")

    def _handed_over(self, request: RunRequest, stop: threading.Event) -> Watched:
        group = self.running.group
        status, said = self._until_ready(stop)
        cpu, *modules = said.split()
        names = layout.names_of(request)
        if hidden := {name.partition("/")[0].partition(".")[0] for name in names} & set(modules):
            raise NotReadyError(f"files of the program would stand in for {', '.join(sorted(hidden))}, which are imported")
        if group is not None and (group.memory_hit() or group.tasks_hit()):
            raise NotReadyError("the imports alone reached a limit")
        self._empty()
        self.running.put("work", names)
        spent = group.cpu_seconds() if group is not None else self.running.usage().cpu_seconds
        seen = Watched(status=status, before=spent or 0.0, before_end=float(cpu))
        self.channel.sendall(f"{request.limits.cpu_seconds}\n".encode())
        seen.started = time.monotonic()
        self.channel.close()
        return seen

    def _until_ready(self, stop: threading.Event) -> tuple[bytearray, str]:
        """The status so far, and the line that it says when all is imported; what it printed is thrown away."""
        running = self.running
        status, said, printed = bytearray(), bytearray(), bytearray()
        kept = {running.stdout: printed, running.stderr: printed, running.status: status}
        with selectors.DefaultSelector() as selector:
            for descriptor in (*kept, self.channel.fileno()):
                selector.register(descriptor, selectors.EVENT_READ)
            while not said.endswith(b"\n"):
                if stop.is_set() or time.monotonic() > self.born + _IMPORT_SECONDS or len(said) + len(status) > _MOST_SAID:
                    raise NotReadyError("it does not become ready")
                self._hear(selector, kept, said, _LOOK_SECONDS)
            while self._hear(selector, kept, said, 0):
                pass
        if b'"start"' not in status:
            raise NotReadyError("it was not started")
        return status, said.decode()

    @staticmethod
    def _hear(selector: selectors.BaseSelector, kept: dict[int, bytearray], said: bytearray, patience: float) -> bool:
        """Read what there is; whether there was anything."""
        heard = selector.select(patience)
        for key, _ in heard:
            part = os.read(key.fd, _CHUNK)
            if not part:
                raise NotReadyError("it ended")
            kept.get(key.fd, said).extend(part)
        return bool(heard)

    def _empty(self) -> None:
        """The program finds an empty work folder; beside it, what a module made for itself at import stays."""
        for name in ("work", layout.AHEAD):
            folder = files.opened(self.running.work, name)
            try:
                files.clear(folder)
            finally:
                os.close(folder)
        os.rmdir(layout.AHEAD, dir_fd=self.running.work)
