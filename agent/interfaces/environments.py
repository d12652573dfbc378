"""Experiment environments for a run and for `corrigenda env`."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import typer

from sandbox.environments import Environments, EnvironmentsError, Installed, Plan
from sandbox.records import Environment
from tools.packages import InstalledPackages

BAD = 2
PLAIN = "the standard library of the interpreter that runs corrigenda"


@dataclass(frozen=True)
class Bench:
    """What experiments run with. packages: to be read as text; note: why it is not the environment that was asked for, else empty."""

    environment: Environment
    packages: InstalledPackages
    note: str = ""


def bench(home: Path, name: str) -> Bench:
    """The named environment, or the bare interpreter where the default one was never made.

    Raises EnvironmentsError where an environment was named that is not there.
    """
    found = Environments(home, {}).get(name)
    if found is not None:
        site, library = _folders(found)
        return Bench(found.environment, InstalledPackages(site, library))
    if name != "default":
        raise EnvironmentsError(f"there is no environment {name!r}; `corrigenda env list` names those there are")
    base = Path(sys.base_prefix)
    library = base / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}"
    interpreter = Path(getattr(sys, "_base_executable", sys.executable))
    note = f"there is no experiment environment, so only {PLAIN} was read and run"
    return Bench(Environment("plain", interpreter), InstalledPackages(library / "no-packages", library), note)


def _folders(found: Installed) -> tuple[Path, Path]:
    """Its site-packages, and the library folder of the interpreter that it was made with."""
    config = dict(line.partition("=")[::2] for line in (found.path / "pyvenv.cfg").read_text(encoding="utf-8").splitlines())
    base = Path({key.strip(): value.strip() for key, value in config.items()}["home"]).parent
    site = next(iter(sorted(found.path.glob("lib/python3*/site-packages"))))
    return site, base / "lib" / site.parent.name


def add(home: Path, variables: Mapping[str, str], requirements: Sequence[str], name: str, index: str | None) -> int:
    """Make an environment and say what it holds."""

    def announce(plan: Plan) -> None:
        typer.echo(f"installing {plan} into the environment {name!r}")

    try:
        made = Environments(home, variables).add(requirements, index, name, announce)
    except EnvironmentsError as error:
        typer.echo(f"corrigenda: {error}", err=True)
        return BAD
    typer.echo(f"made {made.path}: " + ", ".join(f"{package.name} {package.version}" for package in made.packages))
    return 0


def listing(home: Path) -> list[str]:
    """A line an environment."""
    found = Environments(home, {}).list()
    if not found:
        return ["no experiment environment; make one with: corrigenda env add PACKAGE==VERSION ..."]
    return [f"{each.name}: Python {each.python}, " + ", ".join(f"{p.name} {p.version}" for p in each.packages) for each in found]


def remove(home: Path, name: str) -> int:
    try:
        Environments(home, {}).remove(name)
    except EnvironmentsError as error:
        typer.echo(f"corrigenda: {error}", err=True)
        return BAD
    typer.echo(f"removed {name}")
    return 0
