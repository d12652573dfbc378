"""`python -m evals.fuzz.worker TARGET FOLDER SECONDS SEED`: one target in this process under atheris, and what it found as JSON.

An input that raises is kept and the run goes on, one file for each place that raised. One that hangs, takes too much memory or breaks the
interpreter ends the process, and is found in `FOLDER/now`. Time is the processor's, so that a busy machine makes no input slow.
`FOLDER/told.json` says how far the run has come, at any time.
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
from typing import TYPE_CHECKING

import atheris

from evals.fuzz import HANG_SECONDS, MEMORY_MB

if TYPE_CHECKING:
    from evals.fuzz.targets import Target

OURS = ("agent", "tools", "prompts", "sandbox")
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


def main(name: str, folder: Path, seconds: int, seed: int) -> None:
    logging.disable()
    with atheris.instrument_imports(include=list(OURS)):  # to the end, since some modules are imported where they are first needed
        from evals.fuzz.all import TARGETS

        _fuzz(TARGETS[name], folder, seconds, seed)


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
        "-timeout=100000", f"-rss_limit_mb={MEMORY_MB}", f"-max_len={target.largest}",
        f"-artifact_prefix={folder}/ended-", f"-seed={seed}", "-reload=0", "-len_control=0",
    )  # fmt: skip
    atheris.Setup(["fuzz", str(corpus), *options], Run(target, folder, seconds), custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
