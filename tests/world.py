"""A run's world in a temporary folder, without a sandbox, for tests of single stages."""

from __future__ import annotations

import sys
from pathlib import Path

from agent.context import Context, Settings, Supplied
from agent.effects import Effects
from agent.events import EventLog
from agent.shelf import Shelf
from sandbox.records import Environment
from tools.fetch import Door
from tools.fetch.manners import Rate
from tools.packages import InstalledPackages
from tools.policy import Policy
from tools.store import EvidenceStore

NOW = "2026-01-02T03:04:05Z"


def world(folder: Path, **settings: object) -> Context:
    """A context whose store holds nothing yet; `settings` are those of the user, a pack is named but not stored."""
    store = EvidenceStore(folder / "evidence.warc.gz")
    events = EventLog(folder / "events.jsonl", lambda: NOW)
    chosen = Settings.model_validate({"pack": Supplied(name="pack.txt", sha256="0" * 64), **settings})
    library = Path(sys.base_prefix) / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    return Context(
        directory=folder, run_id="small:4:20260102T030405:0123456789ab", started=NOW, today=NOW[:10], settings=chosen, store=store,
        events=events, effects=Effects(folder / "effects", events), shelf=Shelf(folder / "records"),
        door=Door(
            Policy(test_loopback=True), lambda: NOW, offline=chosen.offline, sleep=lambda _: None, usual=Rate(0, 4), archives=(store,)
        ),
        clock=lambda: NOW, tell=lambda stage, detail: None, versions={"corrigenda": "0"},
        environment=Environment("plain", Path(sys.executable)),
        packages=InstalledPackages(folder / "no-packages", library), no_sandbox="none in this test",
    )  # fmt: skip


def supply(context: Context, name: str, text: str) -> Supplied:
    """A file of the user's, in the store."""
    return Supplied(name=name, sha256=context.store.put(f"urn:test:{name}", text.encode(), "text/plain"))
