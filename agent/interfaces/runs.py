"""Starting and resuming runs: a directory is made, what the user gave is stored in it, and the graph is run to its report."""

from __future__ import annotations

import fcntl
import json
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path
from typing import Any

from agent.citing import facts_of
from agent.context import Context, Isolation, Settings, Supplied, SuppliedSource
from agent.effects import Effects
from agent.errors import BadInput
from agent.events import BrokenChain, EventLog
from agent.graph import Approve, Intended, intend, research
from agent.interfaces.doors import NETWORK, Reach, open_door, reach_of
from agent.interfaces.environments import Bench, bench
from agent.interfaces.models import Opened, choose, open_models
from agent.interfaces.searching import desks, search_settings
from agent.records import Report
from agent.report.rundir import EVENTS, EVIDENCE, RUN, finish
from agent.shelf import MissingRecord, Shelf
from agent.stages import instruments
from agent.stages.approval import ALL
from agent.stages.pack import identify, read
from prompts.inert import file_name
from sandbox.environments import EnvironmentsError
from sandbox.probes import catalogue
from sandbox.runner import Sandbox
from tools import durable
from tools.fetch import Door
from tools.fetch.index import NOTE
from tools.fetch.manners import Rate
from tools.policy import Policy
from tools.search.profiles import RATES, SearchSettings, credentials, own_origins
from tools.store import ArchiveError, EvidenceStore

COMPONENTS = ("corrigenda", "langgraph", "pydantic", "httpx", "warcio")


@dataclass(frozen=True)
class Given:
    """What the user handed over, as bytes with the names by which messages speak of them, and documents with their ids."""

    pack: tuple[str, bytes]
    snapshot: tuple[str, bytes] | None = None
    source: tuple[str, bytes] | None = None
    materials: tuple[tuple[str, bytes], ...] = ()
    documents: tuple[tuple[str, bytes, str], ...] = ()


@dataclass(frozen=True)
class Surroundings:
    """What reaches beyond the run directory, handed in by the interface. home: where experiment environments are kept.

    ask: asks a person for a text and gives its bytes, None where the person has none. log: opens the log of events.
    environ: where the key of a model's endpoint is. record_model: a file for the models' replies, None for none.
    cache: folder of servers' answers that runs share, None for none. rates: at which single hosts are asked, by host and port.
    """

    home: Path
    tell: Callable[[str, str], None]
    ask: Callable[[str], bytes | None]
    policy: Policy = field(default_factory=Policy)
    environ: Mapping[str, str] = field(default_factory=dict)
    record_model: Path | None = None
    cache: Path | None = None
    rates: Mapping[str, Rate] = field(default_factory=lambda: RATES)
    log: Callable[[Path, Callable[[], str]], EventLog] = EventLog
    approve: Approve = lambda intended, context: ALL


def now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def prepare(given: Given, choices: dict[str, object], out: Path) -> Path:
    """Make the folder of a new run below `out`, with what the user gave stored in it.

    Raises BadInput for a pack that cannot be read, before anything is made.
    """
    identity = identify(given.pack[1], given.pack[0])
    started = now()
    network = {name: str(value) for name in NETWORK if (value := choices.get(name)) is not None}
    choices, inputs = _inputs(given, choices)
    book = file_name(identity.book, "book")
    chapter = identity.number or identity.stable_id
    run_id = f"{book}:{chapter}:{started.replace('-', '').replace(':', '').rstrip('Z')}:{inputs}"
    directory = out / book / identity.stable_id / run_id.replace(":", "-")
    if directory.exists():
        raise BadInput(f"{directory} exists already; resume it with --resume {directory}")
    directory.mkdir(parents=True)
    settings = _settings(EvidenceStore(directory / EVIDENCE), given, choices)
    state = {"run_id": run_id, "started": started, "settings": settings.model_dump(mode="json"), "versions": versions(), "network": network}
    durable.write(directory / RUN, _pretty(state))
    return directory


def _inputs(given: Given, choices: dict[str, object]) -> tuple[dict[str, object], str]:
    """The settings of the research among the choices, and 12 hex over them and all that was given.

    Whether the network or a recording of it answers is no setting of the research: a replay is the same one.
    """
    settings = {name: value for name, value in choices.items() if name not in NETWORK}
    chosen = [[name, str(value)] for name, value in sorted(settings.items())]
    return settings, durable.digest([[name, _hash(payload)] for name, payload in _all(given)] + chosen)[:12]


def key_of(given: Given, choices: dict[str, object]) -> str:
    """What tells a run's inputs and settings from others; the end of its id."""
    return _inputs(given, choices)[1]


def earlier(given: Given, choices: dict[str, object], out: Path) -> Path | None:
    """The newest run below `out` of these inputs with these settings, None where there is none; raises BadInput for a bad pack."""
    identity = identify(given.pack[1], given.pack[0])
    folder = out / file_name(identity.book, "book") / identity.stable_id
    made = [path for path in folder.glob(f"*-{key_of(given, choices)}") if (path / RUN).is_file()]
    return max(made, key=lambda path: path.name, default=None)


def perform(directory: Path, around: Surroundings) -> Report:
    """Bring a prepared run to its report, from wherever it stopped, with the inputs and settings that it was started with."""
    with _opened(directory, around) as context:
        report = research(context, _asking(context.store, around), around.approve)
        finish(directory, context.store, report, context.settings)
        return report


def foresee(directory: Path, around: Surroundings) -> tuple[Intended, Context]:
    """What a prepared run would do, before anything is opened, searched for or run; the run can be gone on with. The context is closed."""
    with _opened(directory, around) as context:
        return intend(context, _asking(context.store, around)), context


def settings_of(directory: Path) -> Settings:
    """What a run was started with; raises BadInput where the folder is no run."""
    if not (directory / RUN).is_file():
        raise BadInput(f"{directory} is no run: it holds no {RUN}; give the directory that the run printed")
    return Settings.model_validate(json.loads((directory / RUN).read_bytes())["settings"])


@contextmanager
def _opened(directory: Path, around: Surroundings) -> Iterator[Context]:
    """The world of a run, with what its folder may be broken by told as bad input."""
    settings_of(directory)
    try:
        with open_context(directory, around) as context:
            yield context
    except (ArchiveError, BrokenChain, MissingRecord) as error:
        raise BadInput(f"{directory} cannot be resumed: {error}") from error


@contextmanager
def open_context(directory: Path, around: Surroundings) -> Iterator[Context]:
    """The world of the run in this folder. One process at a time may have it open; raises BadInput where another has."""
    with _alone(directory), ExitStack() as stack:
        state = json.loads((directory / RUN).read_bytes())
        settings = Settings.model_validate(state["settings"])
        store = EvidenceStore(directory / EVIDENCE, NOTE)
        events = around.log(directory / EVENTS, now)
        for repair in store.repairs:
            events.append("cut", {"file": EVIDENCE, "what": repair})
        sandbox, no_sandbox = _sandbox(settings)
        found = _bench(around.home, settings.environment)
        effects = Effects(directory / "effects", events)
        searches = search_settings(settings.search, around.environ, around.home)
        door = stack.enter_context(closing(_door(state, store, searches, around)))
        _told_replay(_reach(state, around), events)
        context = Context(
            directory=directory, run_id=state["run_id"], started=state["started"], today=state["started"][:10], settings=settings,
            store=store, events=events, effects=effects, shelf=Shelf(directory / "records"),
            door=door, clock=now, tell=around.tell, versions=state["versions"],
            sandbox=sandbox, no_sandbox=no_sandbox, environment=found.environment, packages=found.packages, no_environment=found.note,
            desk_for=desks(searches, door, around.tell),
        )  # fmt: skip
        beside = ThreadPoolExecutor(2)
        stack.callback(beside.shutdown, cancel_futures=True)  # who stops the run does not wait for what was only begun ahead
        with closing(_models(settings, effects, events, around, lambda: _ahead(context, beside))) as opened:
            yield replace(context, models=opened.models, no_model=opened.reason)


def _ahead(context: Context, beside: Executor) -> None:
    """Begin what is wanted soon while a model is waited for; what fails here fails again, and is told, where it is wanted."""
    if not context.settings.offline:
        beside.submit(context.door.package_index)
    beside.submit(_read_ahead, context, beside)
    beside.submit(catalogue)


def _read_ahead(context: Context, beside: Executor) -> None:
    supplied = context.settings.pack
    payload = context.store.read(supplied.sha256)
    if payload is not None and context.settings.snapshot is None:
        pack = read(payload, supplied.name, supplied.sha256)
        instruments.begin(context, beside, pack, facts_of(context, pack))


@contextmanager
def _alone(directory: Path) -> Iterator[None]:
    """Hold the run's lock: two processes that wrote to one run would break its chain."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise BadInput(f"{directory} is being worked on by another process; wait for it") from error
    finally:
        os.close(descriptor)


def _asking(store: EvidenceStore, around: Surroundings) -> Callable[[str], str | None]:
    def ask(what: str) -> str | None:
        """What resumes the graph is the id of the stored text, never the text."""
        text = around.ask(what)
        return store.put(f"urn:corrigenda:pasted:{_hash(text)}", text, "text/plain; charset=utf-8") if text else None

    return ask


def _sandbox(settings: Settings) -> tuple[Isolation | None, str]:
    """The isolation that works here, or None with the reason; nothing is looked for where no experiment is wanted."""
    if not settings.experiments:
        return None, ""
    found = Sandbox.detect(settings.isolation)
    if isinstance(found, str):
        return None, found
    return found, ""


def _reach(state: dict[str, Any], around: Surroundings) -> Reach:
    return reach_of({"offline": state["settings"]["offline"], **state.get("network", {})}, around.cache)


def _told_replay(reach: Reach, events: EventLog) -> None:
    replay = reach.replay
    if replay is not None:
        events.append("replay", {"file": str(replay), "sha256": _hash(replay.read_bytes()) if replay.is_file() else ""})


def _door(state: dict[str, Any], store: EvidenceStore, searches: SearchSettings, around: Surroundings) -> Door:
    """The door with what the searches need of it: their endpoints as the user's own origins, and the keys for these alone."""
    policy = replace(around.policy, own_origins=around.policy.own_origins | own_origins(searches))
    return open_door(_reach(state, around), policy, now, store, credentials=credentials(searches), rates=around.rates)


def _models(settings: Settings, effects: Effects, events: EventLog, around: Surroundings, waiting: Callable[[], None]) -> Opened:
    """The models that the user chose; where their endpoint cannot be used the run goes on without and says so."""
    if settings.model is None:
        return Opened(None)
    around.tell("model", "")
    chosen = choose(settings.model, around.environ, around.home)
    opened = open_models(chosen, settings, effects, events, around.home, around.record_model, waiting)
    if opened.models is None:
        around.tell("model", f"it is not used, and the run goes on without it (Ctrl-C stops it, to be resumed later): {opened.reason}")
    return opened


def _bench(home: Path, name: str) -> Bench:
    try:
        return bench(home, name)
    except EnvironmentsError as error:
        raise BadInput(str(error)) from error


def _hash(payload: bytes) -> str:
    return sha256(payload).hexdigest()


def _all(given: Given) -> list[tuple[str, bytes]]:
    single = [(role, pair[1]) for role, pair in (("pack", given.pack), ("snapshot", given.snapshot), ("source", given.source)) if pair]
    documents = [(f"document {id}", payload) for _, payload, id in given.documents]
    return single + [("material", payload) for _, payload in given.materials] + documents


def _settings(store: EvidenceStore, given: Given, choices: dict[str, object]) -> Settings:
    def keep(role: str, pair: tuple[str, bytes]) -> Supplied:
        return Supplied(name=pair[0], sha256=store.put(f"urn:corrigenda:{role}:{_hash(pair[1])}", pair[1], "application/octet-stream"))

    return Settings.model_validate(
        {
            "pack": keep("pack", given.pack),
            "snapshot": keep("snapshot", given.snapshot) if given.snapshot else None,
            "source": keep("source", given.source) if given.source else None,
            "materials": [keep("material", pair) for pair in given.materials],
            "documents": [_document(store, *each) for each in given.documents],
            **choices,
        }
    )


def _document(store: EvidenceStore, name: str, payload: bytes, id: str) -> SuppliedSource:
    """A document as it is kept; the end of its name tells kinds of plain text apart."""
    uri = f"urn:corrigenda:document:{_hash(payload)}{Path(name).suffix.lower()}"
    return SuppliedSource(name=name, id=id, sha256=store.put(uri, payload, "application/octet-stream"))


def versions() -> dict[str, str]:
    """Versions of what makes a report."""
    return {name: metadata.version(name) for name in COMPONENTS} | {"python": platform.python_version(), "system": platform.platform()}


def _pretty(state: object) -> bytes:
    return json.dumps(state, indent=1, sort_keys=True, ensure_ascii=False).encode() + b"\n"
