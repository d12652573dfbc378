"""Experiment environments: interpreters with packages, apart from the product's own, in which experiments run.

    <home>/<name>/           a virtual environment (wheels only), complete or not there at all
    <home>/<name>/corrigenda.json   its record: what was asked for, from which index, what was installed (versions, hashes)
    <home>/.<name>.<pid>.<random>/  one being made or removed by the process <pid>; never found, swept away once that process is gone

The errors: EnvironmentsError is all that can go wrong here; its message ends with the remedy.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sandbox.records import Environment

DEFAULT = "default"
_RECORD = "corrigenda.json"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,63}")
_PINNED = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)(?:==([A-Za-z0-9.+!_-]+))?")
_HIDDEN = re.compile(r"\.(.+)\.(\d+)\.[0-9a-f]{12}")
_PIP_SECONDS = 3600
_SIZE_SECONDS = 5


class EnvironmentsError(Exception):
    """An environment could not be made, found or removed."""


@dataclass(frozen=True)
class Package:
    """sha256: of the wheel that was installed, empty where the index gave none."""

    name: str
    version: str
    sha256: str
    url: str


@dataclass(frozen=True)
class Installed:
    """One environment as its record tells it. path: its folder. index: as asked for, None for pip's own configuration."""

    name: str
    path: Path
    python: str
    requirements: tuple[str, ...]
    index: str | None
    packages: tuple[Package, ...]

    @property
    def environment(self) -> Environment:
        return Environment(self.name, self.path / "bin" / "python")

    def version(self, package: str) -> str | None:
        """The installed version of a distribution, None where it is not there."""
        return next((found.version for found in self.packages if _plain(found.name) == _plain(package)), None)


@dataclass(frozen=True)
class Plan:
    """What an `add` will download. bytes: of the wheels whose size the index tells; unknown: how many it does not."""

    packages: tuple[Package, ...]
    bytes: int
    unknown: int

    def __str__(self) -> str:
        more = f", and {self.unknown} of unknown size" if self.unknown else ""
        return f"{len(self.packages)} packages, {self.bytes / 1e6:.0f} MB{more}"


@dataclass(frozen=True)
class Environments:
    """The environments below `home`. variables: the whole environment of pip (its configuration lives there); python: makes them."""

    home: Path
    variables: Mapping[str, str]
    python: Path = Path(sys.executable)

    def list(self) -> tuple[Installed, ...]:
        """All complete environments, by name."""
        if not self.home.is_dir():
            return ()
        folders = sorted(path for path in self.home.iterdir() if not path.name.startswith("."))
        return tuple(_read(folder) for folder in folders if (folder / _RECORD).is_file())

    def get(self, name: str = DEFAULT) -> Installed | None:
        return next((found for found in self.list() if found.name == name), None)

    def find(self, requirements: Sequence[str]) -> Installed | None:
        """The environment that has all of the requirements (`name` or `name==version`), the default first; None where none has."""
        wanted = [_pinned(requirement) for requirement in requirements]
        for found in sorted(self.list(), key=lambda each: (each.name != DEFAULT, each.name)):
            if all(_satisfies(found.version(name), pin) for name, pin in wanted):
                return found
        return None

    def add(
        self,
        requirements: Sequence[str],
        index: str | None = None,
        name: str | None = None,
        announce: Callable[[Plan], None] = lambda _: None,
    ) -> Installed:
        """Make an environment with wheels of the requirements. `announce` is called with the plan before the packages are downloaded.

        An environment of the name is replaced once the new one is complete. Raises EnvironmentsError.
        """
        name = name or DEFAULT
        if not _NAME.fullmatch(name):
            raise EnvironmentsError(f"{name!r} is no name for an environment; use letters, digits, dots and dashes")
        if not requirements or any(requirement.startswith("-") for requirement in requirements):
            raise EnvironmentsError("name the packages that the environment is to have, such as torch==2.13.0")
        self.home.mkdir(parents=True, exist_ok=True)
        self._sweep()
        made = self._hidden(name)
        try:
            self._run([str(self.python), "-I", "-m", "venv", str(made)])
            plan = self._plan(made, requirements, index)
            announce(plan)
            self._install(made, plan, index)
            record = Installed(name, self.home / name, _python_version(made), tuple(requirements), index, plan.packages)
            self._complete(made, record)
        finally:
            if made.exists():
                shutil.rmtree(made)
        return record

    def remove(self, name: str) -> None:
        """Remove an environment; EnvironmentsError where there is none of the name."""
        found = self.get(name)
        if found is None:
            raise EnvironmentsError(f"there is no environment {name!r}; `corrigenda env list` names those there are")
        hidden = self._hidden(name)
        found.path.rename(hidden)
        shutil.rmtree(hidden)

    def _hidden(self, name: str) -> Path:
        return self.home / f".{name}.{os.getpid()}.{secrets.token_hex(6)}"

    def _sweep(self) -> None:
        """Remove what a process left that was killed while it made or removed an environment."""
        for path in self.home.iterdir():
            match = _HIDDEN.fullmatch(path.name)
            if match and not Path("/proc", match[2]).exists():
                shutil.rmtree(path)

    def _plan(self, made: Path, requirements: Sequence[str], index: str | None) -> Plan:
        report = made / "report.json"
        self._pip(made, "install", "--dry-run", "--ignore-installed", "--report", str(report), *_options(index), *requirements)
        entries = json.loads(report.read_text(encoding="utf-8"))["install"]
        report.unlink()
        packages = tuple(_package(entry) for entry in entries)
        sizes = [self._size(package.url) for package in packages]
        return Plan(packages, sum(size or 0 for size in sizes), sizes.count(None))

    def _install(self, made: Path, plan: Plan, index: str | None) -> None:
        """Exactly what was announced: each package by version and hash."""
        lines = [f"{package.name}=={package.version} --hash=sha256:{package.sha256}" for package in plan.packages]
        pinned = made / "pinned.txt"
        pinned.write_text("\n".join(lines) + "\n", encoding="utf-8")
        self._pip(made, "install", "--no-deps", "--require-hashes", *_options(index), "--requirement", str(pinned))
        pinned.unlink()

    def _complete(self, made: Path, record: Installed) -> None:
        """Give a finished environment its name, and its scripts their final path."""
        for script in (made / "bin").iterdir():
            if script.is_file() and not script.is_symlink() and script.read_bytes().startswith(b"#!" + os.fsencode(made)):
                script.write_bytes(script.read_bytes().replace(os.fsencode(made), os.fsencode(record.path), 1))
        (made / _RECORD).write_text(json.dumps(asdict(record), indent=1, default=str) + "\n", encoding="utf-8")
        if record.path.exists():
            old = self._hidden(record.name)
            record.path.rename(old)
            made.rename(record.path)
            shutil.rmtree(old)
        else:
            made.rename(record.path)

    def _pip(self, made: Path, *arguments: str) -> None:
        command, *rest = arguments
        self._run([str(made / "bin" / "python"), "-I", "-m", "pip", command, "--quiet", "--disable-pip-version-check", "--no-input", *rest])

    def _run(self, command: Sequence[str]) -> None:
        try:
            done = subprocess.run(command, env=dict(self.variables), capture_output=True, timeout=_PIP_SECONDS, stdin=subprocess.DEVNULL)
        except subprocess.TimeoutExpired as error:
            raise EnvironmentsError(f"`{Path(command[0]).name} {' '.join(command[2:5])}` took more than {_PIP_SECONDS} s") from error
        if done.returncode != 0:
            said = done.stderr.decode(errors="replace").strip().splitlines()
            raise EnvironmentsError(f"{' '.join(command[2:5])} failed: {' '.join(said[-3:])}")

    def _size(self, url: str) -> int | None:
        """The bytes behind a wheel's address by its header, None where that is not told."""
        proxies = {scheme: self.variables[f"{scheme}_proxy"] for scheme in ("http", "https") if f"{scheme}_proxy" in self.variables}
        opener = urllib.request.build_opener(urllib.request.ProxyHandler(proxies))
        asked = urllib.request.Request(url, method="HEAD")  # noqa: S310 - the address is pip's; a local index is a file:
        try:
            with opener.open(asked, timeout=_SIZE_SECONDS) as answer:
                length = answer.headers.get("Content-Length")
        except (urllib.error.URLError, TimeoutError, ValueError):
            return None
        return int(length) if length and length.isdecimal() else None


def home_of(variables: Mapping[str, str], user_home: Path) -> Path:
    """Where environments are kept: below CORRIGENDA_HOME, else below XDG_DATA_HOME/corrigenda, else ~/.local/share/corrigenda."""
    if own := variables.get("CORRIGENDA_HOME"):
        return Path(own) / "environments"
    data = variables.get("XDG_DATA_HOME")
    return (Path(data) if data and Path(data).is_absolute() else user_home / ".local" / "share") / "corrigenda" / "environments"


def _options(index: str | None) -> list[str]:
    """Wheels alone, since a source package runs its own code when it is built; the index in place of pip's configured one."""
    return ["--only-binary", ":all:", *(["--index-url", index] if index else [])]


def _package(entry: dict[str, Any]) -> Package:
    metadata, download = entry["metadata"], entry["download_info"]
    archive = download.get("archive_info", {})
    # pip before 23.1 names the hash of a local wheel in the old field alone.
    sha256 = archive.get("hashes", {}).get("sha256") or archive.get("hash", "").removeprefix("sha256=")
    if not sha256:
        raise EnvironmentsError(f"the index gives no hash for {metadata['name']} {metadata['version']}; name another with --index")
    return Package(metadata["name"], metadata["version"], sha256, download["url"])


def _python_version(made: Path) -> str:
    lines = (line.partition("=") for line in (made / "pyvenv.cfg").read_text(encoding="utf-8").splitlines())
    return next(value.strip() for key, _, value in lines if key.strip() == "version")


def _read(folder: Path) -> Installed:
    try:
        record = json.loads((folder / _RECORD).read_text(encoding="utf-8"))
        packages = tuple(Package(**package) for package in record["packages"])
        return Installed(folder.name, folder, record["python"], tuple(record["requirements"]), record["index"], packages)
    except (ValueError, KeyError, TypeError) as error:
        raise EnvironmentsError(f"the record of environment {folder.name!r} is damaged; remove {folder} and add it again") from error


def _pinned(requirement: str) -> tuple[str, str | None]:
    match = _PINNED.fullmatch(requirement.replace(" ", ""))
    if not match:
        raise EnvironmentsError(f"environments are looked up by name or name==version, not by {requirement!r}")
    return match[1], match[2]


def _satisfies(version: str | None, pin: str | None) -> bool:
    """A pin without a local part (2.13.0) is met by a version with one (2.13.0+cpu), as for pip."""
    return version is not None and (pin is None or pin == version or pin == version.partition("+")[0])


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
