"""A research whose web and model are on loopback: the one entry that opens sources there, in the process or from the command line.

From the command line it may end itself by SIGKILL, at the moment that KILL_AT names (see tests/killable.py).
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agent.errors import CorrigendaError
from agent.events import EventLog
from agent.interfaces import runs
from agent.interfaces.terminal import FAILED_STEP, OK
from agent.records import Report
from tests.killable import KillingLog
from tools.policy import Policy

MODEL = "scripted-1"


@dataclass(frozen=True)
class Ended:
    """status: as the command line's."""

    directory: Path
    report: Report
    status: int


def begin(pack: bytes, out: Path, **choices: object) -> Path:
    """The folder of a new run with these settings, which asks a model and searches the web where nothing else is said."""
    chosen = {"model": MODEL, "search": "web", "experiments": False, "interactive": False, **choices}
    return runs.prepare(runs.Given(pack=("pack.txt", pack)), chosen, out)


def carry_through(
    directory: Path, home: Path, environ: Mapping[str, str], log: Callable[[Path, Callable[[], str]], EventLog] = EventLog,
    tell: Callable[[str, str], None] = lambda stage, detail: None, record_model: Path | None = None,
) -> Ended:  # fmt: skip
    """Bring a run to its report, with sources on loopback. home: of the environments, and of the settings file beside them."""
    around = runs.Surroundings(
        home=home, tell=tell, ask=lambda what: None, policy=Policy(test_loopback=True), environ=environ, log=log, record_model=record_model
    )
    report = runs.perform(directory, around)
    return Ended(directory, report, FAILED_STEP if any(limitation.failed for limitation in report.limitations) else OK)


def main() -> int:
    """PACK --out DIR begins a run, --resume RUN goes on with one; --home is where its settings are."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pack", nargs="?", default="")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    given = parser.parse_args()
    try:
        directory = given.resume or begin(Path(given.pack).read_bytes(), given.out)
        return carry_through(directory, given.home, os.environ, KillingLog).status
    except CorrigendaError as error:
        print(f"corrigenda: {error}", file=sys.stderr)
        return error.exit_status


if __name__ == "__main__":
    sys.exit(main())
