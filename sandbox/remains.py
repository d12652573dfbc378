"""What a run keeps on the host outside of its processes (a work folder, a control group), and that none of it outlives its maker.

Both are named `<prefix>-<pid of the maker>-<random>`. Where a maker is killed, so that it cannot give them back itself, a process that it
started beforehand does: the reaper, one for each maker. It is told of each place and prefix before the first thing is made there, holds a
pipe whose other end the maker alone has open, and acts at the end of that pipe, which comes however the maker ends. It is no child of the
maker and of no session with it, holds nothing else, and ends when nothing is left.
"""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parents[1]
_REAP = f"import sys; sys.path.insert(0, {str(_PACKAGE)!r}); from sandbox.remains import reap; reap()"
_PATH = "/usr/bin:/bin"
_END_SECONDS = 60
_LOOK_SECONDS = 0.05
FOLDER, GROUP = "folder", "group"


class Reaper:
    """The reaper of one process. `know` returns once it has been told of a place."""

    def __init__(self) -> None:
        self.maker = os.getpid()
        self._places: set[tuple[str, str, str]] = set()
        self._lock = threading.Lock()
        self._pipe = -1
        os.register_at_fork(after_in_child=self._forget)

    def know(self, kind: str, place: Path, prefix: str) -> None:
        """What of the name `<prefix>-<our pid>-...` is in `place` is removed when this process is gone. OSError where none can be told."""
        with self._lock:
            told = (kind, str(place), f"{prefix}-{self.maker}-")
            if told not in self._places:
                if self._pipe < 0:
                    self._pipe = _started()
                os.write(self._pipe, json.dumps(told).encode() + b"\n")
                self._places.add(told)

    def _forget(self) -> None:
        """In a child that is no maker's: its end of the pipe would keep the reaper waiting."""
        if self._pipe >= 0:
            os.close(self._pipe)
        self._pipe = -1


@cache
def _reaper(_: int) -> Reaper:
    """That of a process, by its id, so that after a fork the child has one of its own."""
    return Reaper()


def name(kind: str, places: Iterable[Path], prefix: str) -> str:
    """A new name for something in each of the places, of which the reaper knows. Raises OSError where there can be no reaper."""
    reaper = _reaper(os.getpid())
    for place in places:
        reaper.know(kind, place, prefix)
    return f"{prefix}-{reaper.maker}-{secrets.token_hex(8)}"


def new_folder(prefix: str) -> str:
    """A new folder for temporary files, for this user alone. Raises OSError."""
    place = Path(tempfile.gettempdir())
    folder = place / name(FOLDER, [place], prefix)
    folder.mkdir(mode=0o700)
    return str(folder)


def removed(folder: str) -> None:
    """Remove a work folder: what a program made in it may be closed to its owner, and deeper than Python can follow."""
    for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf", "--one-file-system"]):
        subprocess.run([*command, "--", folder], env={"PATH": _PATH}, capture_output=True, stdin=subprocess.DEVNULL)
    if os.path.lexists(folder):
        raise OSError(f"the work folder {folder} cannot be removed")


def _started() -> int:
    """The open end of a new reaper's pipe."""
    theirs, ours = os.pipe()
    try:
        first = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _REAP], stdin=theirs, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env={}, cwd="/",
            start_new_session=True,
        )  # fmt: skip
        if first.wait() != 0:  # it has left a child, and so nobody need wait for that
            raise OSError("the process that removes what a killed one leaves cannot be started")
    except OSError:
        os.close(ours)
        raise
    finally:
        os.close(theirs)
    return ours


def reap() -> None:
    """Become a process of its own, wait for the end of standard input, then remove what it named until nothing of it is left."""
    if os.fork():
        os._exit(0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # the maker may be the one they are meant for
        signal.signal(number, signal.SIG_IGN)
    told = [json.loads(line) for line in sys.stdin.buffer.read().splitlines()]
    deadline = time.monotonic() + _END_SECONDS
    while told and time.monotonic() < deadline:
        told = [each for each in told if _left(*each)]
        time.sleep(_LOOK_SECONDS if told else 0)


def _left(kind: str, place: str, prefix: str) -> bool:
    """Remove what is there of the prefix; whether something stays."""
    try:
        found = [path for path in Path(place).iterdir() if path.name.startswith(prefix)]
    except FileNotFoundError:
        return False
    for path in found:
        try:
            _remove_group(path) if kind == GROUP else removed(str(path))
        except OSError:  # its processes are still dying
            continue
    return any(os.path.lexists(path) for path in found)


def _remove_group(path: Path) -> None:
    """End all that is in a group, which is a run's, and remove it once that is gone."""
    for line in (path / "cgroup.procs").read_text().split():
        try:
            os.kill(int(line), signal.SIGKILL)
        except ProcessLookupError:
            continue
    path.rmdir()
