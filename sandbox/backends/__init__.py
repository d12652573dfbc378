"""Ways of isolating a program, one module each, behind one protocol: a `Backend` starts a request, and the `Running` is watched and ended.

A backend's module has `detect(...)`, which returns the backend or says why it does not work here; it tries for real.
"""

from __future__ import annotations

import os
import subprocess
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Protocol

from sandbox import tree
from sandbox.cgroups import Group
from sandbox.files import collect
from sandbox.records import Limits, RunRequest


class SetupError(Exception):
    """The sandbox could not be made, so the program was not started; the message says what failed."""


@dataclass
class Running(ABC):
    """A program under way. process: what the backend started on the host. stdout, stderr, status: open ends to read; status speaks as
    `sandbox/inside/entry.py` says. work: the open folder that holds the program's `work`. group: the control group, if there is one."""

    process: subprocess.Popen[bytes]
    stdout: int
    stderr: int
    status: int
    work: int
    group: Group | None

    def usage(self) -> tree.Usage:
        """What the tree uses now; its memory includes what lies in the work folder where that is in memory."""
        return tree.measure(self.process.pid)

    @abstractmethod
    def disk_is_full(self, limits: Limits) -> bool:
        """Whether the work folder has reached its limit on bytes or files."""

    @abstractmethod
    def kill(self) -> None:
        """End every process of the run, and return when none lives."""

    def collect(self, request: RunRequest) -> tuple[dict[str, bytes], tuple[str, ...]]:
        """The artefacts, once all is dead."""
        folder = os.open("work", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=self.work)
        try:
            return collect(folder, request.collect, request.limits)
        finally:
            os.close(folder)

    def close(self) -> None:
        """Give back all that the run held: descriptors, work folder, control group."""
        for opened in (self.stdout, self.stderr, self.status, self.work):
            os.close(opened)
        if self.group is not None:
            self.group.remove()


class Backend(Protocol):
    """tier: the name for records. layers: all that stands between the program and the host, in words."""

    @property
    def tier(self) -> str: ...

    @property
    def layers(self) -> tuple[str, ...]: ...

    def start(self, request: RunRequest) -> Running:
        """Start the program; raises SetupError (nothing was started, nothing is left) where that fails."""
        ...
