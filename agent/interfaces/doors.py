"""The door of a run, as the user's settings have it: on the network, on a recording, or shut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from agent.errors import BadInput
from tools.fetch import Door
from tools.fetch.cache import Cache
from tools.fetch.index import NEUTRAL, NOTE, PackageIndex, configured
from tools.fetch.replay import Replay
from tools.policy import Policy
from tools.store import ArchiveError, EvidenceStore


@dataclass(frozen=True)
class Reach:
    """What of the settings bears on the network.

    record: a file that is to hold every exchange. replay: a recording that answers in place of the network. ca_bundle: certificates to
    trust in place of the system's. cache: folder of the answers of earlier runs, None for none.
    """

    offline: bool = False
    record: Path | None = None
    replay: Path | None = None
    ca_bundle: Path | None = None
    cache: Path | None = None


def check(reach: Reach, resumed: bool) -> None:
    """Raises BadInput for settings that contradict each other, a recording that is not there, and one that is and would be mixed."""
    if reach.record is not None and reach.replay is not None:
        raise BadInput(
            "--record and --replay: a recording answers in place of the network, so there is nothing to record; give one of them"
        )
    if reach.record is not None and reach.offline:
        raise BadInput("--record and --offline: nothing is opened, so there is nothing to record; give one of them")
    if reach.record is not None and reach.record.exists() and not resumed:
        raise BadInput(f"{reach.record} exists already; give another file with --record")
    for option, path in (("--replay", reach.replay), ("--ca-bundle", reach.ca_bundle)):
        if path is not None and not path.is_file():
            raise BadInput(f"{path} is no file; give one with {option}")


def open_door(reach: Reach, policy: Policy, clock: Callable[[], str], *archives: EvidenceStore) -> Door:
    """The door, which keeps every exchange in the archives. Raises BadInput where a recording cannot be read or written."""
    try:
        if reach.replay is not None:
            # The recording's own neutral name stands for the index, so that pip's configuration plays no part.
            replay = Replay(EvidenceStore(reach.replay))
            return Door(policy, clock, archives=archives, replay=replay, index=PackageIndex(f"{NEUTRAL}/simple"))
        if reach.offline:
            return Door(policy, clock, offline=True)
        kept = (*archives, EvidenceStore(reach.record, NOTE)) if reach.record else archives
    except (ArchiveError, OSError) as error:
        raise BadInput(f"the recording cannot be used: {error}") from error
    # A recording is of answers that servers gave then, so that an earlier run's are left out of it.
    cache = Cache(reach.cache) if reach.cache and not reach.record else None
    return Door(policy, clock, archives=kept, cache=cache, index=configured, ca_bundle=reach.ca_bundle)
