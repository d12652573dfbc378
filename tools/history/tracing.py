"""The question asked of a package: its releases listed, some of them read, and every change that was found between two of them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from packaging.utils import canonicalize_name
from pydantic import JsonValue

from tools.fetch import Door
from tools.history import bisection, listing, states
from tools.history.differences import kinds
from tools.history.listing import NoListing, Release
from tools.history.looking import Keep, Question, look
from tools.history.ranged import Limits, Meter, Spent
from tools.history.records import Change, History, Looked

_LISTING = 60_000_000  # bytes; thousands of files, each with its hashes
_PACKAGE = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")

Once = Callable[[JsonValue, Callable[[], Looked]], Looked]


def _at_once(inputs: JsonValue, perform: Callable[[], Looked]) -> Looked:
    return perform()


@dataclass(frozen=True)
class Keeping:
    """What a history leaves with its caller. keep: takes source id and bytes of each quoted file. once: does the reading of a release,

    or gives what it brought before; inputs are what it depends on.
    """

    keep: Keep = lambda source, content: None
    once: Once = _at_once


@dataclass(frozen=True)
class Asked:
    """about: what identifies the question among others; name: as it is told."""

    package: str
    name: str
    about: JsonValue
    question: Question


@dataclass(frozen=True)
class Considered:
    """prereleases, yanked: whether such releases are considered too; samples: releases that are read before any bisection."""

    prereleases: bool = False
    yanked: bool = False
    samples: int = bisection.SAMPLES


_NOTHING, _LIMITS, _CONSIDERED = Keeping(), Limits(), Considered()


def of_name(
    door: Door, package: str, name: str, keeping: Keeping = _NOTHING, limits: Limits = _LIMITS, considered: Considered = _CONSIDERED
) -> History:  # fmt: skip
    """The releases in which what a dotted name stands for changed."""
    asked = Asked(package, name, {"name": name}, lambda files: states.of_name(files, package, name))
    return _traced(door, asked, keeping, limits, considered)


def of_words(
    door: Door, package: str, path: str, words: str, keeping: Keeping = _NOTHING, limits: Limits = _LIMITS,
    considered: Considered = _CONSIDERED,
) -> History:  # fmt: skip
    """The releases in which words (a message, a line) came into a file or left it."""
    asked = Asked(package, words, {"path": path, "words": words}, lambda files: states.of_words(files, package, path, words))
    return _traced(door, asked, keeping, limits, considered)


@dataclass(frozen=True, eq=False)
class _Seen:
    looked: Looked

    @property
    def known(self) -> bool:
        return self.looked.state != "unread"

    def same(self, other: object) -> bool:
        return isinstance(other, _Seen) and self.looked.named == other.looked.named


@dataclass(eq=False)
class _Trace:
    """looked: by place among the releases. pairs: of places between which something changed."""

    meter: Meter
    asked: Asked
    keeping: Keeping
    releases: tuple[Release, ...]
    looked: dict[int, Looked] = field(default_factory=dict)
    pairs: list[tuple[int, int]] = field(default_factory=list)

    def read(self, place: int) -> _Seen:
        release = self.releases[place]
        self.meter.check()
        inputs: JsonValue = {"package": self.asked.package, "about": self.asked.about, "version": str(release.version)}
        perform = partial(look, self.meter, self.asked.package, release, self.asked.question, self.keeping.keep)
        self.looked[place] = self.keeping.once(inputs, perform)
        return _Seen(self.looked[place])


def _traced(door: Door, asked: Asked, keeping: Keeping, limits: Limits, considered: Considered) -> History:
    meter = Meter(door, limits)
    if not _PACKAGE.fullmatch(asked.package):
        return _history(asked, meter, None, 0, "it is no name of a package")
    try:
        there, left_out = _releases(door, asked.package, meter, considered)
    except (NoListing, Spent) as error:
        return _history(asked, meter, None, 0, str(error))
    trace, ended = _Trace(meter, asked, keeping, there), "" if there else "the index lists no release of it that can be read"
    try:
        for pair in bisection.changes(len(there), trace.read, considered.samples):
            trace.pairs.append(pair)
    except Spent as error:
        ended = str(error)
    return _history(asked, meter, trace, left_out, ended)


def _releases(door: Door, package: str, meter: Meter, considered: Considered) -> tuple[tuple[Release, ...], int]:
    index = door.package_index()
    if not index.url:
        raise NoListing(index.note or "no package index is configured")
    url = f"{index.url}/{canonicalize_name(package)}/"
    answer = meter.fetch(url, most=_LISTING, accept=listing.JSON)
    if answer.record.state != "fetched":
        raise NoListing(f"the package index gave no listing, {answer.record.state}: {answer.record.reason}")
    files = listing.files_in(answer.body, answer.record.final, package)
    return listing.releases(files, prereleases=considered.prereleases, yanked=considered.yanked)


def _history(asked: Asked, meter: Meter, trace: _Trace | None, left_out: int, ended: str) -> History:
    cost = {"requests": meter.requests, "bytes": meter.bytes, "seconds": round(meter.seconds, 3)}
    if trace is None:
        return History(package=asked.package, name=asked.name, ended=ended, **cost)
    looked = trace.looked
    if looked and all(each.state == "unread" for each in looked.values()):
        ended = ended or "none of the releases that were tried could be read"
    pairs = trace.pairs if not ended.startswith("the budget") else [*trace.pairs, *_open(trace)]
    return History(
        package=asked.package, name=asked.name, releases=len(trace.releases), looked=tuple(looked[place] for place in sorted(looked)),
        changes=tuple(_change(trace, low, high) for low, high in sorted(set(pairs))), left=tuple(_left(trace)), left_out=left_out,
        ended=ended, **cost,
    )  # fmt: skip


def _open(trace: _Trace) -> list[tuple[int, int]]:
    """Where the budget ended the search: places next to each other among those that were read, and different."""
    there = sorted(place for place, each in trace.looked.items() if each.state != "unread")
    return [(low, high) for low, high in pairwise(there) if trace.looked[low].named != trace.looked[high].named]


def _change(trace: _Trace, low: int, high: int) -> Change:
    before, after = trace.looked[low], trace.looked[high]
    between = [(place in trace.looked, str(trace.releases[place].version)) for place in range(low + 1, high)]
    unread, left = (tuple(version for tried, version in between if tried is wanted) for wanted in (True, False))
    return Change(kinds=kinds(before.named, after.named), before=before, after=after, unread=unread, left=left)


def _left(trace: _Trace) -> list[str]:
    """Stretches of releases that were not looked at."""
    ranges: list[list[int]] = []
    for place in (place for place in range(len(trace.releases)) if place not in trace.looked):
        if ranges and ranges[-1][-1] == place - 1:
            ranges[-1].append(place)
        else:
            ranges.append([place])
    versions = [str(release.version) for release in trace.releases]
    return [versions[each[0]] + (f" to {versions[each[-1]]}" if len(each) > 1 else "") for each in ranges]
