"""`corrigenda batch`: several packs, some at a time, each in a process of its own, with one line a pack in summary.jsonl.

What is done is found by its inputs and settings below the folder of the batch, so that the same command again, after a kill or a crash,
repeats nothing that has a report and goes on with what has none.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Protocol

from rich.console import Console
from rich.live import Live
from rich.text import Text

from agent.errors import BadInput, CorrigendaError
from agent.interfaces import runs
from agent.interfaces.batch_summary import BUG, DONE, STOPPED, SUMMARY, Summary
from agent.interfaces.batch_worker import At, Ended, Job, work
from agent.interfaces.doors import check, reach_of
from agent.interfaces.given import Files, given
from agent.interfaces.models import choose
from agent.interfaces.searching import search_settings
from agent.report.rundir import MANIFEST


class Show(Protocol):
    """What a person sees of a batch."""

    def at(self, name: str, stage: str, detail: str) -> None: ...

    def ended(self, name: str, words: str) -> None: ...


@dataclass
class _Working:
    job: Job
    process: SpawnProcess
    pipe: Connection
    ended: Ended | None = None


def run(packs: Sequence[str], out: Path, workers: int, choices: dict[str, object], home: Path) -> int:
    """Research the packs and give the exit status."""
    console = Console(highlight=False)
    try:
        _usable(choices, home)
        out.mkdir(parents=True, exist_ok=True)
        summary = Summary(out / SUMMARY, list(packs))
        summary.write()
        with _shown(console, len(packs)) as show:
            _Batch(packs, out, workers, choices, home, summary, show).run()
    except CorrigendaError as error:
        Console(stderr=True, highlight=False).print(Text(f"corrigenda: {error}"), soft_wrap=True)
        return error.exit_status
    except OSError as error:
        Console(stderr=True, highlight=False).print(Text(f"corrigenda: {out} cannot be written to: {error.strerror}"), soft_wrap=True)
        return STOPPED if out.is_dir() else BadInput.exit_status
    except KeyboardInterrupt:
        Console(stderr=True, highlight=False).print("corrigenda: stopped; the same command again goes on")
        return STOPPED
    console.print(Text(f"summary: {out / SUMMARY}"), soft_wrap=True)
    return summary.status


def _usable(choices: dict[str, object], home: Path) -> None:
    """Raises BadInput for settings that no pack could be researched with."""
    if model := choices.get("model"):
        choose(str(model), os.environ, home)
    search_settings(str(choices["search"]), os.environ, home)
    check(reach_of(choices))


@dataclass
class _Batch:
    packs: Sequence[str]
    out: Path
    workers: int
    choices: dict[str, object]
    home: Path
    summary: Summary
    show: Show

    def run(self) -> None:
        waiting = iter(range(len(self.packs)))
        working: list[_Working] = []
        begun: dict[str, str] = {}  # the inputs of what was begun, to the first pack that has them
        more = True
        try:
            while more or working:
                while more and len(working) < self.workers:
                    number = next(waiting, None)
                    more = number is not None
                    started = self._start(number, begun) if number is not None else None
                    working += [started] if started else []
                if working:
                    self._listen(working)
                    working = [each for each in working if not self._over(each)]
        finally:
            for each in working:
                each.process.terminate()
                each.process.join()

    def _start(self, number: int, begun: dict[str, str]) -> _Working | None:
        """A process for the pack; None where it cannot be used, is done already, or is another one of the command once more."""
        name = self.packs[number]
        try:
            handed = given(name, Files(), reach_of(self.choices))
            key = runs.key_of(handed, self.choices)
            directory = runs.earlier(handed, self.choices, self.out)
        except CorrigendaError as error:
            self._end(number, error.exit_status, None, str(error))
            return None
        if key in begun:
            self._end(number, BadInput.exit_status, None, f"it is the same pack as {begun[key]}; give it once")
            return None
        begun[key] = name
        if directory is not None and (directory / MANIFEST).is_file():
            self._end(number, DONE, directory, before=True)
            return None
        job = Job(number, name, handed, self.choices, self.out, self.home, self.home.parent / "cache", directory)
        self.show.at(name, "again" if directory else "begun", "")
        spawn = multiprocessing.get_context("spawn")
        ours, theirs = spawn.Pipe(duplex=False)
        process = spawn.Process(target=work, args=(job, theirs))
        process.start()
        theirs.close()
        return _Working(job, process, ours)

    def _listen(self, working: list[_Working]) -> None:
        """Wait until something happens, and take what the workers sent."""
        ready = wait([*(each.pipe for each in working), *(each.process.sentinel for each in working)])
        for each in working:
            if each.pipe in ready or each.process.sentinel in ready:
                self._take(each)

    def _take(self, each: _Working) -> None:
        try:
            while each.pipe.poll():
                told = each.pipe.recv()
                if isinstance(told, At):
                    self.show.at(each.job.name, told.stage, told.detail)
                else:
                    each.ended = told
        except EOFError:
            # The process is ending; its exit status says how where nothing was said.
            each.process.join()

    def _over(self, each: _Working) -> bool:
        if each.process.exitcode is None:
            return False
        self._take(each)
        each.pipe.close()
        ended = each.ended or _silent(each)
        self._end(each.job.number, ended.status, ended.directory, ended.error)
        return True

    def _end(self, number: int, status: int, directory: Path | None, error: str = "", *, before: bool = False) -> None:
        line = self.summary.put(number, status, directory, error)
        words = "done before" if before and line["status"] == "done" else str(line["status"])
        self.show.ended(self.packs[number], f"{words}: {error}" if error else words)


def _silent(each: _Working) -> Ended:
    """How a process ended that could not say it: it was killed, or met a bug, whose traceback it has printed."""
    code = each.process.exitcode or 0
    if code < 0:
        return Ended(STOPPED, each.job.directory, f"its process was ended by signal {-code}")
    return Ended(BUG, each.job.directory, f"its process ended with status {code}")


# ---- shown -----------------------------------------------------------------------------------------------------


class _Lines:
    """A line whenever a pack comes to another stage, for files and pipes."""

    def __init__(self, console: Console, count: int) -> None:
        self._console, self._count, self._ended = console, count, 0
        self._stages: dict[str, str] = {}

    def at(self, name: str, stage: str, detail: str) -> None:
        if self._stages.get(name) != stage:
            self._stages[name] = stage
            self._console.print(Text(f"{name}: {stage}"), soft_wrap=True)

    def ended(self, name: str, words: str) -> None:
        self._ended += 1
        self._console.print(Text(f"[{self._ended} of {self._count}] {name}: {words}"), soft_wrap=True)


class _Screen:
    """A line for each pack under way, and one for each that has ended, which stays."""

    def __init__(self, live: Live, count: int) -> None:
        self._live, self._count, self._ended = live, count, 0
        self._under_way: dict[str, str] = {}

    def at(self, name: str, stage: str, detail: str) -> None:
        self._under_way[name] = f"{stage}: {detail}" if detail else stage
        self._draw()

    def ended(self, name: str, words: str) -> None:
        self._ended += 1
        self._under_way.pop(name, None)
        self._live.console.print(Text(f"[{self._ended} of {self._count}] {name}: {words}"), soft_wrap=True)
        self._draw()

    def _draw(self) -> None:
        self._live.update(Text("\n".join(f"  {name}  {at}" for name, at in self._under_way.items()), no_wrap=True, overflow="ellipsis"))


@contextmanager
def _shown(console: Console, count: int) -> Iterator[Show]:
    if not console.is_terminal:
        yield _Lines(console, count)
        return
    with Live(console=console, transient=True) as live:
        yield _Screen(live, count)
