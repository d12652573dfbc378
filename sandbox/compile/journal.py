"""What the process beside the measured ones took of them, read: each account with what that process itself saw.

The journal is believed as it is where its keyed hash is right, since nothing but that process had the key. The lines in it are the measured
process's words. They have one order in which the runner's program gives them; lines in another are none of its, and the account is refused.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_BEFORE = {  # what may come before a line
    "begin": ("",),
    "call": ("begin", "record", "called"),
    "called": ("call",),
    "record": ("called",),
    "again": ("begin", "record", "again"),
    "steady": ("begin", "record", "again", "repeated"),
    "steadied": ("steady",),
    "repeated": ("steadied",),
    "end": ("begin", "record", "again", "repeated"),
}


class DisorderError(Exception):
    """The lines of a process are not those that the runner's program gives."""


@dataclass
class Told:
    """One measured process. account: in its own words, with "calls", "again" and "steady" in their order.

    gaps: for each call the seconds between its marks; steady_gaps: for each repeated input, likewise; lived: seconds from the start of the
    process to its last line, all by the clock of the process beside it. grown: for each call, of each file of the trace the part that was
    written between its marks. changed: how many records were other ones at the end than when they were sent.
    """

    account: dict[str, Any] = field(default_factory=dict)
    gaps: list[float] = field(default_factory=list)
    steady_gaps: list[float] = field(default_factory=list)
    grown: list[dict[str, tuple[int, int]]] = field(default_factory=list)
    lived: float = 0.0
    changed: int = 0
    texts: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Beside:
    """One process as the one beside it saw it. told: None where it gave no account to its end; disorder: why it is none of ours.

    trace: the hash of each file of its trace; trace_changed: some were written over after they had been looked at.
    """

    code: int
    seconds: float
    told: Told | None
    disorder: str
    trace: Mapping[str, str]
    trace_changed: bool


@dataclass(frozen=True)
class Journal:
    """held: whether the kernel kept the measured processes from this one's "memory" and from sending it "signals"."""

    processes: Mapping[str, Beside]
    held: Mapping[str, bool]


def opened(content: bytes | None, key: str) -> Journal | None:
    """The journal of a run; None where it left none, or another one than the process with the key wrote."""
    mac, _, body = (content or b"").partition(b"\n")
    if not hmac.compare_digest(mac, hmac.new(key.encode(), body, hashlib.sha256).hexdigest().encode()):
        return None
    found = json.loads(body)
    return Journal({each["name"]: _beside(each) for each in found["processes"]}, found["held"])


def _beside(entry: Mapping[str, Any]) -> Beside:
    trace = entry["trace"]
    told, disorder = None, "it said more than there is room for" if entry["flooded"] else ""
    if not disorder:
        try:
            told = _told(entry)
        except DisorderError as error:
            disorder = str(error)
    return Beside(entry["code"], entry["seconds"], told, disorder, trace["files"], bool(trace["changed"]))


def _told(entry: Mapping[str, Any]) -> Told | None:
    """The account of a process; None where it has no end."""
    told = Told()
    before, stamp_before = "", 0.0
    sizes: dict[str, int] = {}
    sizes_before: dict[str, int] = {}
    for stamp, changed, text in entry["lines"]:
        line = _line(text)
        at = str(line.get("at"))
        if before == "end" or before not in _BEFORE.get(at, ()):
            raise DisorderError(f"{at if at in _BEFORE else 'an unknown line'} after {before or 'nothing'}")
        sizes = sizes if changed is None else changed
        if at in ("called", "steadied"):
            _marked(told, at, line, stamp - stamp_before, {name: (sizes_before.get(name, 0), sizes[name]) for name in sizes})
        elif at not in ("begin", "call", "steady"):
            _kept(told, at, line)
        before, stamp_before, sizes_before = at, stamp, sizes
        told.lived = stamp - entry["begun"]
    return told if before == "end" else None


def _line(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise DisorderError("a line is no object")
    return found


def _marked(told: Told, at: str, line: Mapping[str, Any], gap: float, grown: dict[str, tuple[int, int]]) -> None:
    """The end of something that is timed; a call with a backward pass after it has two such pairs of marks."""
    place = line.get("n")
    if at == "steadied":
        told.steady_gaps.append(gap)
    elif place == len(told.texts) == len(told.gaps):
        told.gaps.append(gap)
        told.grown.append(grown)
    elif place == len(told.texts) == len(told.gaps) - 1:
        told.gaps[-1] += gap
        told.grown[-1] = {name: (told.grown[-1].get(name, part)[0], part[1]) for name, part in grown.items()}
    else:
        raise DisorderError("a call out of its turn")


def _kept(told: Told, at: str, line: Mapping[str, Any]) -> None:
    """A part of the account."""
    text = line.get("text")
    if not isinstance(text, str):
        raise DisorderError("a line without what it is to hold")
    if at == "record":
        if line.get("n") != len(told.texts) or len(told.gaps) != len(told.texts) + 1:
            raise DisorderError("a record out of its turn")
        told.texts.append(text)
        told.account.setdefault("calls", []).append(_line(text))
    elif at in ("again", "repeated"):
        told.account.setdefault("again" if at == "again" else "steady", []).append(_line(text))
    else:
        told.account = {**_line(text), "calls": [], "again": [], "steady": [], **told.account}  # these were told before, or not at all
        listed = line.get("records")
        now = listed if isinstance(listed, list) else []
        sent = [hashlib.sha256(each.encode()).hexdigest() for each in told.texts]
        told.changed = sum(one != other for one, other in zip(sent, now, strict=False)) + abs(len(sent) - len(now))
