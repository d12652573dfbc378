"""The door of a run, as the user's settings have it: on the network, on a recording, or shut."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from agent.errors import BadInput
from tools.fetch import Door, holds_certificates
from tools.fetch.cache import Cache
from tools.fetch.index import NEUTRAL, NOTE, PackageIndex, configured
from tools.fetch.manners import Rate
from tools.fetch.replay import Replay
from tools.policy import Policy
from tools.store import ArchiveError, EvidenceStore

NETWORK = ("record", "replay", "ca_bundle")
_NONE: Mapping[str, Mapping[str, str]] = MappingProxyType({})


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


def reach_of(choices: Mapping[str, object], cache: Path | None = None) -> Reach:
    """What of the command line's choices, or of a run's own record of them, bears on the network."""
    record, replay, ca_bundle = (Path(str(value)) if (value := choices.get(name)) is not None else None for name in NETWORK)
    return Reach(bool(choices.get("offline")), record, replay, ca_bundle, cache)


def check(reach: Reach) -> None:
    """Raises BadInput where the settings of a new run contradict each other, or a recording is not there, or is and would be mixed."""
    if reach.record is not None and reach.replay is not None:
        raise BadInput(
            "--record and --replay: a recording answers in place of the network, so there is nothing to record; give one of them"
        )
    if reach.record is not None and reach.offline:
        raise BadInput("--record and --offline: nothing is opened, so there is nothing to record; give one of them")
    if reach.record is not None and reach.record.exists():
        raise BadInput(f"{reach.record} exists already; give another file with --record")
    if reach.record is not None and not reach.record.absolute().parent.is_dir():
        raise BadInput(f"{reach.record} lies in no folder; make it first, or give another file with --record")
    _files(reach)


def _files(reach: Reach) -> None:
    for option, path in (("--replay", reach.replay), ("--ca-bundle", reach.ca_bundle)):
        if path is not None and not path.is_file():
            raise BadInput(f"{path} is no file; give one with {option}")
    if reach.ca_bundle is not None and not holds_certificates(reach.ca_bundle):
        raise BadInput(f"{reach.ca_bundle} holds no certificates that can be read; give a bundle in PEM with --ca-bundle")


def open_door(
    reach: Reach, policy: Policy, clock: Callable[[], str], *archives: EvidenceStore, credentials: Mapping[str, Mapping[str, str]] = _NONE,
    rates: Mapping[str, Rate] | None = None,
) -> Door:  # fmt: skip
    """The door, which keeps every exchange in the archives. credentials: headers by origin; rates: of single hosts, see `Door`.

    Raises BadInput where a recording cannot be read or written.
    """
    _files(reach)
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
    return Door(
        policy, clock, archives=kept, cache=cache, index=configured, ca_bundle=reach.ca_bundle, credentials=credentials, rates=rates or {},
    )  # fmt: skip
