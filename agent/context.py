"""What a run is handed: its directory and settings, and everything that reaches beyond it. Stages read it and never the environment."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from agent.effects import Effects
from agent.events import EventLog
from agent.llm.asking import Models
from agent.llm.budget import Limits
from agent.shelf import Shelf
from sandbox.records import Environment, RunRequest, RunResult
from tools.fetch import Door
from tools.records import Chapter, Examination, Facts, Instrument, Packages, Record
from tools.search.desk import Desk
from tools.search.profiles import Subject
from tools.store import EvidenceStore


class Supplied(Record):
    """A file that the user gave, as it lies in the evidence store. name: what the user called it, for messages."""

    name: str
    sha256: str


class SuppliedSource(Supplied):
    """A document of which the user says what it is, where it could not be opened. id: canonical."""

    id: str


class Settings(Record):
    """What the user chose; kept in run.json, so that a resumed run goes on with the same.

    model: as the user named it, None for none; a key is never among the settings. model_context: tokens, 0 where the server is to say.
    fresh: replies of earlier runs are not used. search: the name of the setting that says who is asked. spend: what the models may cost.
    probe_seconds: what the probes may cost together, in seconds of an idle core. approve: a person is asked before sources are opened
    and experiments run.
    """

    pack: Supplied
    snapshot: Supplied | None = None
    source: Supplied | None = None
    materials: tuple[Supplied, ...] = ()
    documents: tuple[SuppliedSource, ...] = ()
    model: str | None = None
    model_context: int = 0
    fresh: bool = False
    search: str = "none"
    spend: Limits = Limits()
    experiments: bool = True
    offline: bool = False
    interactive: bool = False
    isolation: str = "auto"
    environment: str = "default"
    probe_seconds: int = 140
    approve: bool = False


class Isolation(Protocol):
    """A sandbox that works on this machine; see sandbox/."""

    @property
    def tier(self) -> str: ...

    @property
    def layers(self) -> tuple[str, ...]: ...

    def run(self, request: RunRequest) -> RunResult: ...


@dataclass
class Ahead:
    """What instruments find in a chapter, begun before its stage while something else is waited for.

    They are pure, so that what they found holds wherever chapter and facts are the same; where these are others nothing is taken.
    """

    _chapter: Chapter | None = None
    _facts: Facts | None = None
    _begun: dict[str, Future[Examination]] = field(default_factory=dict)

    def begin(self, beside: Executor, chapter: Chapter, facts: Facts, instruments: Iterable[Instrument]) -> None:
        self._chapter, self._facts = chapter, facts
        self._begun = {instrument.name: beside.submit(instrument.examine, chapter, facts) for instrument in instruments}

    def examine(self, instrument: Instrument, chapter: Chapter, facts: Facts) -> Examination:
        """What the instrument finds: what was begun, or else now."""
        begun = self._begun.get(instrument.name)
        if begun is not None and (chapter, facts) == (self._chapter, self._facts):
            return begun.result()
        if begun is not None:
            begun.cancel()
        return instrument.examine(chapter, facts)


@dataclass(frozen=True)
class Context:
    """One run's world. today: date of the research; clock: time now, ISO 8601 UTC; tell: shows progress to whoever started it.

    sandbox: None with `no_sandbox` saying why; models: None where none was wanted, or with `no_model` saying why it is not there;
    desk_for: the providers that this run asks, for a chapter's subject. ahead: what instruments found before their stage came.
    environment and packages: of the experiments, with `no_environment` saying why they are not those that were asked for.
    """

    directory: Path
    run_id: str
    started: str
    today: str
    settings: Settings
    store: EvidenceStore
    events: EventLog
    effects: Effects
    shelf: Shelf
    door: Door
    clock: Callable[[], str]
    tell: Callable[[str, str], None]
    versions: dict[str, str]
    environment: Environment
    packages: Packages
    no_environment: str = ""
    sandbox: Isolation | None = None
    no_sandbox: str = ""
    models: Models | None = None
    no_model: str = ""
    desk_for: Callable[[Subject], Desk] = lambda subject: Desk((), ())
    ahead: Ahead = field(default_factory=Ahead)
