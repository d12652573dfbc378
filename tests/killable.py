"""A research from the command line, ending itself by SIGKILL at the moment that KILL_AT names.

A stage's name: as the stage begins. "written:run": when the result of a run is stored and its event is not. "after:run": when both are.
"written:reply:judge", "after:reply:judge": the same of a reply to that role.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from pydantic import JsonValue

from agent.errors import CorrigendaError
from agent.events import EventLog
from agent.interfaces import runs, terminal
from sandbox.environments import home_of

KILL_AT = os.environ.get("KILL_AT", "")


class KillingLog(EventLog):
    """An event log that kills the process before or after the event that is named."""

    def append(self, kind: str, data: Mapping[str, JsonValue]) -> None:
        effect, role = data.get("effect"), data.get("role")
        if KILL_AT in (f"written:{effect}", f"written:{effect}:{role}"):
            os.kill(os.getpid(), signal.SIGKILL)
        super().append(kind, data)
        begun = kind == "stage" and data["is"] == "begun" and data["stage"] == KILL_AT
        if begun or KILL_AT in (f"after:{effect}", f"after:{effect}:{role}"):
            os.kill(os.getpid(), signal.SIGKILL)


def main() -> int:
    """PACK --out DIR [--no-experiments] [--offline] begins a run, --resume RUN goes on with one; both end as the command line does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("pack", nargs="?", default="")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--resume", type=Path)
    parser.add_argument("--no-experiments", action="store_true")
    parser.add_argument("--offline", action="store_true")
    given = parser.parse_args()
    choices: dict[str, object] = {"experiments": not given.no_experiments, "offline": given.offline, "interactive": False}
    try:
        directory = given.resume or runs.prepare(runs.Given(pack=("pack.txt", Path(given.pack).read_bytes())), choices, given.out)
        return terminal.carry_through(directory, home_of(os.environ, Path.home()), KillingLog)
    except CorrigendaError as error:
        print(f"corrigenda: {error}", file=sys.stderr)
        return error.exit_status


if __name__ == "__main__":
    sys.exit(main())
