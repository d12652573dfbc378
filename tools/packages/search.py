"""Where words stand in the files of a distribution.

Files are read afresh from the page cache for each search: fifty megabytes take a tenth of a second, and nothing is held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

from prompts.trust import measure
from tools.records import Packages


@runtime_checkable
class Files(Protocol):
    """What `InstalledPackages` offers beyond `Packages`: bytes without a record, and compiled files."""

    def bytes_of(self, distribution: str, path: str) -> bytes | None: ...

    def compiled(self, distribution: str) -> Sequence[str]: ...

    def binaries(self, distribution: str) -> Sequence[Path]: ...

    def scripts(self, distribution: str) -> dict[str, str]: ...


@dataclass(frozen=True)
class Hit:
    """A file with the needles that it holds."""

    path: str
    needles: frozenset[str]


def search(
    packages: Packages, distribution: str, needles: Iterable[str], under: str = "", leave: Callable[[str], object] = lambda path: False
) -> list[Hit]:
    """The files of a distribution below the folder `under` that hold any of the needles, most needles first, then by path.

    Files whose path `leave` is true of are not read.
    """
    wanted = {needle: needle.encode() for needle in needles if needle}
    hits = []
    for path, content in _contents(packages, distribution, under, leave) if wanted else ():
        found = frozenset(needle for needle, raw in wanted.items() if raw in content)
        if found:
            hits.append(Hit(path, found))
    return sorted(hits, key=lambda hit: (-len(hit.needles), hit.path))


def _contents(packages: Packages, distribution: str, under: str, leave: Callable[[str], object]) -> Iterator[tuple[str, bytes]]:
    read = packages.bytes_of if isinstance(packages, Files) else _encoded(packages)
    for path in packages.files(distribution):
        if path.startswith(under) and not leave(path) and (content := read(distribution, path)) is not None:
            yield path, content


def _encoded(packages: Packages) -> Callable[[str, str], bytes | None]:
    def read(distribution: str, path: str) -> bytes | None:
        file = packages.read(distribution, path)
        return measure(file.text).encode() if file is not None else None

    return read


def holds_compiled(packages: Packages, distribution: str, needle: str) -> bool:
    """Whether a compiled file of the distribution holds these words (a message or a name on its C or C++ side)."""
    if not isinstance(packages, Files) or not needle:
        return False
    return any(_holds(place, needle.encode()) for place in packages.binaries(distribution))


_CHUNK = 1 << 22


def _holds(place: Path, needle: bytes) -> bool:
    """Read in pieces: a mapped library of half a gigabyte would count as memory of ours."""
    with place.open("rb") as file:
        tail = b""
        while piece := file.read(_CHUNK):
            if needle in tail + piece:
                return True
            tail = piece[1 - len(needle) :] if len(needle) > 1 else b""
    return False
