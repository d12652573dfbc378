"""Distributions of a site-packages folder and the standard library beside it, as text.

Nothing is imported and no file outside the two folders is opened: a RECORD may name any path, so each is held against its folder
after links are followed. Files above the cap, or that cannot be decoded, are as if they were not there.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
import re
import stat
import sys
import tokenize
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from importlib import metadata
from pathlib import Path

from prompts.trust import Untrusted
from tools.records import PackageFile

PYTHON = "python"
FILE_CAP = 4_000_000
RECORD_CAP = 20_000_000
TEXT_SUFFIXES = (".py", ".pyi")
COMPILED_SUFFIXES = (".so", ".pyd", ".dylib", ".dll")
_NOT_THE_LIBRARY = {"site-packages", "dist-packages", "test", "tests", "idlelib", "lib2to3", "turtledemo", "ensurepip", "__pycache__"}


class InstalledPackages:
    """`Packages` over a site-packages folder; `stdlib` is its interpreter's library folder, None where it is not to be read."""

    def __init__(self, site: Path, stdlib: Path | None = None) -> None:
        self._site = site.resolve()
        self._stdlib = stdlib.resolve() if stdlib is not None else None
        self.read = lru_cache(maxsize=256)(self._read)
        self._files = lru_cache(maxsize=None)(self._listed)
        self._folder = lru_cache(maxsize=None)(_inside)

    def installed(self) -> dict[str, str]:
        return dict(self._versions)

    @cached_property
    def _versions(self) -> dict[str, str]:
        versions = {name: distribution.version for name, distribution in self._distributions.items()}
        return versions | ({PYTHON: self._python_version} if self._stdlib is not None else {})

    def distribution_of(self, module: str) -> str | None:
        if self._stdlib is not None and module in self._library_modules:
            return PYTHON
        return self._owners.get(module)

    def files(self, distribution: str) -> Sequence[str]:
        return self._files(distribution)[0]

    def compiled(self, distribution: str) -> Sequence[str]:
        """Paths of its compiled modules and libraries, relative to site-packages (to the library for "python")."""
        return self._files(distribution)[1]

    def binaries(self, distribution: str) -> Sequence[Path]:
        """Where its compiled code lies, for "python" the interpreter's own among it."""
        places = [self._place(distribution, path) for path in self.compiled(distribution)]
        if distribution == PYTHON and self._stdlib is not None:
            name = self._stdlib.name
            places += sorted(self._stdlib.parent.glob(f"lib{name}*.so*"))
            places += [place for place in (self._stdlib.parents[1] / "bin" / name,) if place.is_file()]
        return [place for place in places if place is not None]

    def scripts(self, distribution: str) -> dict[str, str]:
        """Console command -> the module that it runs."""
        if distribution not in self._distributions:
            return {}
        points = self._distributions[distribution].entry_points
        return {point.name: point.value.partition(":")[0].strip() for point in points if point.group == "console_scripts"}

    def bytes_of(self, distribution: str, path: str) -> bytes | None:
        """The bytes of one of its text files; None where it is not readable or above the cap."""
        place = self._at(distribution, path)
        return _bytes(place, FILE_CAP) if place is not None else None

    def _read(self, distribution: str, path: str) -> PackageFile | None:
        """The file, decoded as Python would; None where it is not readable, not text or above the cap."""
        content = self.bytes_of(distribution, path)
        text = _decoded(content) if content is not None else None
        if content is None or text is None:
            return None
        version = self._versions[distribution]
        source = _source_id(distribution, version, path)
        digest = hashlib.sha256(content).hexdigest()
        return PackageFile(
            source=source, distribution=distribution, version=version, path=path, sha256=digest, text=Untrusted(text, source)
        )

    def _place(self, distribution: str, path: str) -> Path | None:
        place = self._at(distribution, path)
        return Path(place) if place is not None else None

    def _at(self, distribution: str, path: str) -> str | Path | None:
        """Where one of its files lies; as text where it can be, since there are thousands in a search."""
        base = self._stdlib if distribution == PYTHON else self._site
        if base is None or distribution not in self._versions or not _plain(path):
            return None
        above, _, name = path.rpartition("/")
        folder = self._folder(base, above)
        if folder is None:
            return None
        place = os.path.join(folder, name)  # noqa: PTH118 - thousands of files a search; a Path for each costs more than its reading
        try:
            mode = os.lstat(place).st_mode
        except OSError:
            return None
        return place if stat.S_ISREG(mode) else _linked(base, Path(place))

    @cached_property
    def _distributions(self) -> dict[str, metadata.Distribution]:
        found: dict[str, metadata.Distribution] = {}
        for folder in sorted(self._site.glob("*.dist-info")):
            distribution = metadata.Distribution.at(folder)
            try:
                name, version = distribution.metadata["Name"], distribution.version
            except (OSError, UnicodeDecodeError, KeyError, AttributeError):
                continue
            if isinstance(name, str) and isinstance(version, str) and _NAME.fullmatch(name) and _VERSION.fullmatch(version):
                found.setdefault(name, distribution)
        return found

    def _listed(self, distribution: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        if distribution == PYTHON and self._stdlib is not None:
            paths = list(_walk(self._stdlib, _NOT_THE_LIBRARY))
        elif distribution in self._distributions:
            paths = self._recorded(self._distributions[distribution])
        else:
            return (), ()
        text = tuple(sorted(path for path in paths if path.endswith(TEXT_SUFFIXES)))
        return text, tuple(sorted(path for path in paths if _compiled(path)))

    def _recorded(self, distribution: metadata.Distribution) -> list[str]:
        try:
            record = distribution.read_text("RECORD")
            top = distribution.read_text("top_level.txt") or ""
        except (OSError, UnicodeDecodeError):
            return []
        if record is not None and len(record) <= RECORD_CAP:
            rows = csv.reader(io.StringIO(record.replace("\0", "")))
            try:
                return [row[0] for row in rows if row and _plain(row[0])]
            except csv.Error:
                return []
        names = [name for name in top.split() if name.isidentifier()]
        return [f"{name}/{path}" for name in names for path in _walk(self._site / name, {"__pycache__"})]

    @cached_property
    def _owners(self) -> dict[str, str]:
        owners: dict[str, str] = {}
        for name in self._distributions:
            text, compiled = self._files(name)
            for path in (*text, *compiled):
                top = path.partition("/")[0].partition(".")[0]
                if top.isidentifier():
                    owners.setdefault(top, name)
        return owners

    @cached_property
    def _library_modules(self) -> frozenset[str]:
        assert self._stdlib is not None
        there = {path.name.partition(".")[0] for path in self._stdlib.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
        dynamic = self._stdlib / "lib-dynload"
        there |= {path.name.partition(".")[0] for path in dynamic.iterdir()} if dynamic.is_dir() else set()
        files = set(there)
        builtin = {name for name in sys.stdlib_module_names if name not in files and name in sys.builtin_module_names}
        return frozenset(there | builtin)

    @cached_property
    def _python_version(self) -> str:
        """From the interpreter's header file, else from the environment's own note, else the folder's name."""
        assert self._stdlib is not None
        name = self._stdlib.name
        header = self._stdlib.parents[1] / "include" / name / "patchlevel.h" if len(self._stdlib.parents) > 1 else self._stdlib
        places = [(header, r'PY_VERSION\s+"([\w.+]+)"')]
        places += [(folder / "pyvenv.cfg", r"(?m)^version(?:_info)?\s*=\s*(\d+\.\d+\.\d+)") for folder in list(self._site.parents)[:3]]
        for place, pattern in places:
            found = re.search(pattern, place.read_text(encoding="utf-8", errors="replace")) if place.is_file() else None
            if found:
                return found.group(1)
        return name.removeprefix("python") or "unknown"


_NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?")
_VERSION = re.compile(r"[A-Za-z0-9.+!_-]{1,100}")


def _source_id(distribution: str, version: str, path: str) -> str:
    """The canonical id; a local build label ("+cpu") stays out of it, the file's hash tells builds apart."""
    if distribution == PYTHON:
        return f"python:{version}/{path}"
    return f"pypi:{distribution}=={version.partition('+')[0]}/{path}"


def _inside(base: Path, folder: str) -> str | None:
    """The real place of a folder, None where that is not below its base."""
    place = (base / folder).resolve()
    return str(place) if place.is_relative_to(base) else None


def _linked(base: Path, place: Path) -> Path | None:
    """Where a link to a file leads, None where that is outside its base."""
    real = place.resolve()
    return real if real.is_relative_to(base) and real.is_file() else None


def _plain(path: str) -> bool:
    return bool(path) and not path.startswith("/") and ".." not in path.split("/") and path.isprintable() and "\\" not in path


def _compiled(path: str) -> bool:
    name = path.rpartition("/")[2]
    return name.endswith(COMPILED_SUFFIXES) or ".so." in name


def _walk(folder: Path, leave: set[str]) -> Iterator[str]:
    """Files below a folder that are text or compiled modules, relative to it; links to folders are not followed."""
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        if not here.is_dir():
            continue
        for place in here.iterdir():
            if place.is_dir():
                if place.name not in leave and not place.is_symlink():
                    waiting.append(place)
            elif place.name.endswith(TEXT_SUFFIXES) or _compiled(place.name):
                yield place.relative_to(folder).as_posix()


def _bytes(place: str | Path, cap: int) -> bytes | None:
    try:
        with open(place, "rb") as file:  # noqa: PTH123 - it may be text, see `_at`
            content = file.read(cap + 1)
    except OSError:
        return None
    return content if len(content) <= cap else None


def _decoded(content: bytes) -> str | None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        return content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None
