"""Research from a terminal: a live line on a screen, plain lines elsewhere, and at the end where the report is."""

from __future__ import annotations

import os
import sys
import termios
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from agent.errors import CorrigendaError
from agent.events import EventLog
from agent.interfaces import foresight, runs
from agent.interfaces.doors import check, reach_of
from agent.interfaces.given import Files, given
from agent.interfaces.models import check_recording, choose
from agent.interfaces.searching import search_settings
from agent.records import Report
from agent.report.rundir import REPORT
from prompts import inert
from tools.records import Verdict

OK, BAD, FAILED_STEP, STOPPED = 0, 2, 3, 5
_STAYS = "model"  # that it cannot be used is to be seen while there is time to stop
_LONGEST_NAME = 1_000  # characters of a first line that may be the name of a file


def run_research(
    pack: str, out: Path, files: Files, choices: dict[str, object], resume: Path | None, home: Path, record_model: Path | None = None,
    *, plan_only: bool = False,
) -> int:  # fmt: skip
    """Run or resume, and give the exit status; plan_only: stop before anything is opened, searched for or run."""
    directory = resume
    try:
        if directory is None:
            if model := choices.get("model"):
                check_recording(record_model, choose(str(model), os.environ, home))  # told before anything is made
            search_settings(str(choices.get("search", "none")), os.environ, home)
            check(reach := reach_of(choices))
            directory = runs.prepare(given(pack, files, reach), choices, out)
        if plan_only:
            return foresee(directory, home, record_model)
        return carry_through(directory, home, record_model=record_model)
    except CorrigendaError as error:
        _complain(str(error))
        return error.exit_status
    except OSError as error:
        if directory is None:
            _complain(f"no run could be made below {out}: {error.strerror or error}; give another folder with --out")
            return BAD
        _complain(f"stopped before the report: {error}; go on with: corrigenda research --resume {directory}")
        return STOPPED
    except KeyboardInterrupt:
        remedy = f"go on with: corrigenda research --resume {directory}" if directory else "nothing was made"
        _complain(f"stopped before the report; {remedy}")
        return STOPPED


def carry_through(
    directory: Path, home: Path, log: Callable[[Path, Callable[[], str]], EventLog] = EventLog, record_model: Path | None = None,
    console: Console | None = None,
) -> int:  # fmt: skip
    """Bring a prepared run to its report, showing how it goes; 0, or 3 where a whole step that was asked for could not be done."""
    console = console or Console(highlight=False)
    with _progress(console) as tell:
        report = runs.perform(directory, _around(home, tell, console, log, record_model))
    for line in summary(report):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"report: {directory / REPORT}"), soft_wrap=True)
    return FAILED_STEP if any(limitation.failed for limitation in report.limitations) else OK


def foresee(directory: Path, home: Path, record_model: Path | None = None) -> int:
    """Print what a prepared run would do and what it may cost, and stop."""
    console = Console(highlight=False)
    settings = runs.settings_of(directory)
    for line in foresight.before(settings):
        console.print(Text(line), soft_wrap=True)
    with _progress(console) as tell:
        intended, context = runs.foresee(directory, _around(home, tell, console, EventLog, record_model))
    profile = choose(settings.model, os.environ, home).default if settings.model else None
    for line in foresight.foreseen(intended, context, profile):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"go on with: corrigenda research --resume {directory}"), soft_wrap=True)
    return OK


def _around(
    home: Path, tell: Callable[[str, str], None], console: Console, log: Callable[[Path, Callable[[], str]], EventLog], record: Path | None
) -> runs.Surroundings:
    return runs.Surroundings(
        home=home, tell=tell, ask=asker(console), log=log, environ=os.environ, record_model=record, cache=home.parent / "cache"
    )


def _complain(message: str) -> None:
    Console(stderr=True, highlight=False).print(Text(f"corrigenda: {message}"), soft_wrap=True)


@contextmanager
def _progress(console: Console) -> Iterator[Callable[[str, str], None]]:
    """A function that shows the stage and what it is at."""
    if not console.is_terminal:
        seen: set[str] = set()

        def plain(stage: str, detail: str) -> None:
            if detail or stage not in seen:
                console.print(Text(f"{stage}: {detail}" if detail else stage), soft_wrap=True)
            seen.add(stage)

        yield plain
        return
    with console.status("starting") as status:

        def live(stage: str, detail: str) -> None:
            line = Text(f"{stage}: {detail}" if detail else stage)
            if stage == _STAYS and detail:
                console.print(line, soft_wrap=True)
            status.update(line)

        yield live


def asker(console: Console, read: Callable[[], str] = lambda: sys.stdin.readline()) -> Callable[[str], bytes | None]:
    """Asks a person at the terminal: the name of a file, or the text itself, ended by a line with a full stop alone."""

    def ask(what: str) -> bytes | None:
        console.print(Text(f"The pack holds an excerpt. Paste {what} and end it with a line that holds only a full stop,"), soft_wrap=True)
        console.print(Text("or give the name of a file that holds it, or press Enter to go on with the excerpt:"), soft_wrap=True)
        said = typed(read, names_file)
        return Path(said.strip()).read_bytes() if names_file(said) else said.encode() or None

    return ask


def typed(read: Callable[[], str], alone: Callable[[str], bool]) -> str:
    """What a person typed or pasted, up to a line with a full stop alone: "" where the first line is blank, and no more where it is

    `alone`: a name, and no text.
    """
    with _lines_of_any_length():
        lines = [read()]
        if not lines[0].strip():
            return ""
        while not alone(lines[0]) and (line := read()) and line.strip() != ".":
            lines.append(line)
    return "".join(lines)


def names_file(said: str) -> bool:
    """Whether words are the name of a file that is there."""
    return 0 < len(said.strip()) < _LONGEST_NAME and "\n" not in said.strip() and Path(said.strip()).is_file()


@contextmanager
def _lines_of_any_length() -> Iterator[None]:
    """A terminal cuts lines at 4,096 bytes while it edits them, and a chapter may be one line; for a paste it does not edit."""
    if not sys.stdin.isatty():
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    changed = termios.tcgetattr(sys.stdin)
    changed[3] &= ~termios.ICANON
    termios.tcsetattr(sys.stdin, termios.TCSADRAIN, changed)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)


def summary(report: Report) -> list[str]:
    """What was found, in a few lines."""
    verdicts = Counter(assessment.verdict for assessment in report.assessments)
    done = sum(1 for e in report.experiments if e.outcome.state != "unrun")
    lines = [
        f"{len(report.assessments)} claims: " + ", ".join(f"{verdicts[v]} {v}" for v in _VERDICTS if verdicts[v]),
        f"{len(report.changes)} changes proposed; {len(report.sources)} sources; {done} of {len(report.experiments)} experiments run",
    ]
    lines += [f"limited: {inert.one_line(item.what, 400)}" for item in report.limitations if item.failed]
    return lines


_VERDICTS: tuple[Verdict, ...] = ("contradicted", "outdated", "qualified", "supported", "unverifiable")
