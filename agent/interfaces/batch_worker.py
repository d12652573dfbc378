"""One pack of a batch, researched in a process of its own, which ends with the process that started it."""

from __future__ import annotations

import multiprocessing
import os
import threading
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path

from agent.errors import CorrigendaError
from agent.interfaces import runs
from agent.interfaces.silence import keep_quiet

DONE, BAD, STOPPED = 0, 2, 5


@dataclass(frozen=True)
class Job:
    """One pack. directory: a run of it that was begun earlier, None where none was."""

    number: int
    name: str
    given: runs.Given
    choices: dict[str, object]
    out: Path
    home: Path
    cache: Path
    directory: Path | None = None


@dataclass(frozen=True)
class At:
    """What a worker is doing."""

    stage: str
    detail: str


@dataclass(frozen=True)
class Ended:
    """How a worker ended. status: as an exit status, DONE where the report is written; directory: of the run, where one was made."""

    status: int
    directory: Path | None
    error: str = ""


def work(job: Job, pipe: Connection) -> None:
    """Research the pack and send what happens; a bug ends the process with its traceback and sends nothing more."""
    keep_quiet()
    threading.Thread(target=_end_with_parent, daemon=True).start()
    directory = job.directory
    try:
        directory = directory or runs.prepare(job.given, job.choices, job.out)
        around = runs.Surroundings(
            home=job.home, tell=lambda stage, detail: pipe.send(At(stage, detail)), ask=lambda what: None, environ=os.environ,
            cache=job.cache,
        )  # fmt: skip
        runs.perform(directory, around)
        pipe.send(Ended(DONE, directory))
    except CorrigendaError as error:
        pipe.send(Ended(error.exit_status, directory, str(error)))
    except OSError as error:
        pipe.send(Ended(STOPPED if directory else BAD, directory, error.strerror or str(error)))
    except KeyboardInterrupt:
        pipe.send(Ended(STOPPED, directory, "interrupted"))


def _end_with_parent() -> None:
    """A batch that was killed leaves nobody behind who would still hold its runs."""
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker is started by a batch"
    parent.join()
    os._exit(STOPPED)
