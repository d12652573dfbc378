"""`corrigenda eval`: a report's points against a golden file, as a table.

The scoring lies outside the product, in the package that the entry point `grade` of `corrigenda.evaluation` names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from agent.errors import BadInput, CorrigendaError
from agent.interfaces import runs
from agent.interfaces.doors import check, reach_of
from agent.interfaces.given import Files, given
from agent.interfaces.terminal import FAILED_STEP, OK, carry_through
from agent.report.rundir import RECORDS
from prompts import inert
from prompts.trust import Untrusted

_SHOWN = 5  # of what cost points, in the table
Grade = Callable[[Path, Path], dict[str, Any]]


def evaluate(run_or_pack: Path, golden: Path, as_json: bool, out: Path, choices: dict[str, object], home: Path) -> int:
    """Print the points and give the exit status; a pack is researched first."""
    console = Console(highlight=False, stderr=as_json)
    try:
        grade = _grade()
        if not golden.is_file():
            raise BadInput(f"{golden} is no file; give one with --golden")
        run = run_or_pack if run_or_pack.is_dir() else _researched(run_or_pack, out, choices, home, console)
        if not (run / RECORDS).is_file():
            raise BadInput(f"{run} holds no report; give the folder of a finished run, or a pack")
        try:
            told = grade(run, golden)
        except (OSError, ValueError) as error:
            raise BadInput(f"{run} cannot be held against {golden}: {error}") from error
    except CorrigendaError as error:
        Console(stderr=True, highlight=False).print(Text(f"corrigenda: {error}"), soft_wrap=True)
        return error.exit_status
    if as_json:
        sys.stdout.write(json.dumps(told, indent=1) + "\n")
    else:
        _print(console, told)
    return OK


def _grade() -> Grade:
    found = next(iter(metadata.entry_points(group="corrigenda.evaluation", name="grade")), None)
    if found is None:
        raise BadInput("nothing that scores reports is installed; install corrigenda anew, with the package evals")
    loaded: Grade = found.load()
    return loaded


def _researched(pack: Path, out: Path, choices: dict[str, object], home: Path, console: Console) -> Path:
    """The run of the pack, brought to its report; one of the same inputs and settings is gone on with, or taken as it is."""
    check(reach := reach_of(choices))
    handed = given(str(pack), Files(), reach)
    directory = runs.earlier(handed, choices, out) or runs.prepare(handed, choices, out)
    if not (directory / RECORDS).is_file() and carry_through(directory, home, console=console) not in (OK, FAILED_STEP):
        raise BadInput(f"{directory} has no report")
    return directory


def _print(console: Console, told: dict[str, Any]) -> None:
    rows = [(each["name"], f"{each['got']} of {each['of']}", each["lost"]) for each in told["measures"]]
    rows.append(("all", f"{told['got']} of {told['of']}", []))
    if console.is_terminal:
        table = Table("measure", "points", "lost")
        for name, points, lost in rows:
            more = [f"and {len(lost) - _SHOWN} more"] if len(lost) > _SHOWN else []
            table.add_row(name, points, Text("\n".join([*map(_line, lost[:_SHOWN]), *more])))
        console.print(table)
    else:
        for name, points, lost in rows:
            console.print(Text(f"{name:16} {points:>12}"), soft_wrap=True)
            for what in lost:
                console.print(Text(f"    {_line(what)}"), soft_wrap=True)
    for what in told["open"]:
        console.print(Text(f"not counted: {_line(what)}"), soft_wrap=True)


def _line(words: str) -> str:
    """What a golden file or a report says, on one line that does nothing to a terminal."""
    return inert.one_line(Untrusted(words, "golden file"), 200)
