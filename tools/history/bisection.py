"""Which releases are read: first and last and some between, then halves of every stretch whose ends differ, down to neighbours.

One change between two samples is found for certain. Something that changed and changed back between them is not, so what was not read
is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Protocol, TypeVar

SAMPLES = 7


class Seen(Protocol):
    """known: whether it could be read."""

    @property
    def known(self) -> bool: ...

    def same(self, other: object) -> bool: ...


S = TypeVar("S", bound=Seen)


def samples(count: int, wanted: int = SAMPLES) -> list[int]:
    """Places out of `count`, evenly apart, the ends among them; the last comes first, since a question is asked about today."""
    places = list(range(count)) if count <= wanted else sorted({round(step * (count - 1) / (wanted - 1)) for step in range(wanted)})
    return places[-1:] + places[:-1]


def changes(count: int, read: Callable[[int], S], wanted: int = SAMPLES) -> Iterator[tuple[int, int]]:
    """Pairs of places that differ with no readable place between them, the last first; `read` is called once a place."""
    known: dict[int, S] = {}

    def at(place: int) -> S:
        if place not in known:
            known[place] = read(place)
        return known[place]

    for place in samples(count, wanted):
        at(place)
    there = sorted(place for place, seen in known.items() if seen.known)
    for low, high in reversed(list(pairwise(there))):
        yield from _between(low, high, at)


def _between(low: int, high: int, at: Callable[[int], S]) -> Iterator[tuple[int, int]]:
    if at(low).same(at(high)):
        return
    middle = _readable(low, high, at)
    if middle is None:
        yield low, high
        return
    yield from _between(middle, high, at)
    yield from _between(low, middle, at)


def _readable(low: int, high: int, at: Callable[[int], S]) -> int | None:
    """The readable place nearest to the middle, None where there is none between."""
    middle = (low + high) // 2
    places = sorted(range(low + 1, high), key=lambda place: (abs(place - middle), place))
    return next((place for place in places if at(place).known), None)
