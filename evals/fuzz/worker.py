"""`python -m evals.fuzz.worker FOLDER SECONDS SEED JOBS TARGET...`: targets under atheris, each in a process of its own.

All that they read with is imported and instrumented once, before the processes part. An input that raises is kept and the run goes on, one
file for each place that raised. One that hangs, takes too much memory or breaks the interpreter ends the process, and is found in the file
`now`. Time is the processor's, so that a busy machine makes no input slow. `told.json` says how far a process has come, at any time, and
`ended` how it ended.
"""

from __future__ import annotations

import json
import logging
import os
import random
import resource
import signal
import sys
import time
import traceback
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import atheris

from evals.fuzz import HANG_SECONDS, MEMORY_MB, TURNS

OURS = ("agent", "tools", "prompts", "sandbox")
with atheris.instrument_imports(include=list(OURS)):
    from evals.fuzz.all import TARGETS
    from evals.fuzz.targets import Target

_TELL_SECONDS = 1.0


@dataclass
class Told:
    """What a run has found. faults: by the place that raised; kept: the name of the first input of each."""

    executions: int = 0
    seconds: float = 0.0
    wall: float = 0.0
    peak_mb: int = 0
    slowest: float = 0.0
    faults: dict[str, int] = field(default_factory=dict)
    kept: dict[str, str] = field(default_factory=dict)


def place_of(error: BaseException) -> str:
    """Kind of an error and the innermost place in the project that it came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/site-packages/" not in frame.filename]
    ours = [frame for frame in frames if any(f"/{name}/" in frame.filename for name in OURS)] or frames
    last = ours[-1]
    return f"{type(error).__name__} at {'/'.join(Path(last.filename).parts[-3:])}:{last.lineno} in {last.name}"


def spent() -> float:
    """Seconds of the processor that this process and those that it waited for have used."""
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


class Run:
    """Runs one target on what atheris gives, keeps what raised, and ends the process when the time is used up."""

    def __init__(self, target: Target, folder: Path, seconds: int) -> None:
        self.target, self.folder, self.told = target, folder, Told()
        self._begun, self._until, self._last = spent(), spent() + seconds, 0.0
        self._clock = time.monotonic()

    def __call__(self, data: bytes) -> None:
        (self.folder / "now").write_bytes(data)
        begun = spent()
        if begun > self._until:
            self.tell()
            os._exit(0)
        signal.setitimer(signal.ITIMER_VIRTUAL, HANG_SECONDS)  # unheeded, it ends the process, within a regular expression too
        try:
            self.target.run(data)
        except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
            self._keep(place_of(error), data)
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        took = spent() - begun
        self.told.executions += 1
        self.told.slowest = max(self.told.slowest, took)
        if took > self.target.slow:
            self._keep(f"slow: more than {self.target.slow:g} s", data)
        if time.monotonic() - self._last > _TELL_SECONDS:
            self.tell()

    def _keep(self, place: str, data: bytes) -> None:
        self.told.faults[place] = self.told.faults.get(place, 0) + 1
        if place not in self.told.kept:
            name = sha256(place.encode()).hexdigest()[:12]
            (self.folder / name).write_bytes(data)
            self.told.kept[place] = name
            self.tell()

    def tell(self) -> None:
        self._last = time.monotonic()
        self.told.seconds, self.told.wall = spent() - self._begun, self._last - self._clock
        self.told.peak_mb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        (self.folder / "told.json").write_text(json.dumps(self.told.__dict__), encoding="utf-8")


@dataclass
class Turn:
    """One process of one target. status: how it ended, None while it runs."""

    name: str
    folder: Path
    process: int


class Turns:
    """Runs targets in processes that begin with all of the project imported and instrumented, `jobs` at a time."""

    def __init__(self, folder: Path, seconds: float, seed: int) -> None:
        self.folder, self.seconds, self.seed = folder, seconds, seed
        self.spent: dict[str, float] = {}
        self.count: dict[str, int] = {}

    def all(self, names: list[str], jobs: int) -> None:
        waiting, running = list(names), {}
        while waiting or running:
            while waiting and len(running) < jobs:
                turn = self.start(waiting.pop(0))
                running[turn.process] = turn
            process, status = os.wait()
            turn = running.pop(process)
            code = os.waitstatus_to_exitcode(status)
            (turn.folder / "ended").write_text(str(code))
            told = turn.folder / "told.json"
            self.spent[turn.name] = self.spent.get(turn.name, 0.0) + (json.loads(told.read_bytes())["seconds"] if told.exists() else 0.0)
            if code and self.count[turn.name] < TURNS and self.seconds - self.spent[turn.name] >= 1:
                waiting.insert(0, turn.name)

    def start(self, name: str) -> Turn:
        self.count[name] = self.count.get(name, 0) + 1
        number = len(list((self.folder / name).glob("*"))) + 1  # behind those of an earlier run
        folder = self.folder / name / f"{number:03d}"
        folder.mkdir(parents=True)
        left = max(1, int(self.seconds - self.spent.get(name, 0.0)))
        process = os.fork()
        if not process:
            log = os.open(folder / "log", os.O_WRONLY | os.O_CREAT)
            os.dup2(log, 1)
            os.dup2(log, 2)
            _fuzz(TARGETS[name], folder, left, self.seed + number)
            os._exit(0)
        return Turn(name, folder, process)


def _fuzz(target: Target, folder: Path, seconds: int, seed: int) -> None:
    corpus = folder / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(target.seeds()):
        (corpus / f"seed-{number:03d}").write_bytes(data[: target.largest])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_MB * 3 << 20, MEMORY_MB * 3 << 20))

    def mutate(data: bytes, most: int, seed: int) -> bytes:
        rnd = random.Random(seed)
        return bytes(atheris.Mutate(data, most)) if rnd.random() < 0.25 else target.mutate(data, rnd)[:most]

    options = (
        "-timeout=100000", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={target.largest}", f"-artifact_prefix={folder}/ended-",
        f"-seed={seed}", "-reload=0", "-len_control=0",
    )  # fmt: skip
    atheris.Setup(["fuzz", str(corpus), *options], Run(target, folder, seconds), custom_mutator=mutate)
    atheris.Fuzz()


def main(folder: Path, seconds: float, seed: int, jobs: int, names: list[str]) -> None:
    logging.disable()
    with atheris.instrument_imports(include=list(OURS)):  # to the end, since some modules are imported where they are first needed
        _warm(names)
        Turns(folder, seconds, seed).all(names, jobs)


def _warm(names: list[str]) -> None:
    """Import what the targets import as they go."""
    for name in names:
        if name != "stream":  # which has a thread, that no process may be forked beside
            first = next(iter(TARGETS[name].seeds()))
            TARGETS[name].run(first)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
