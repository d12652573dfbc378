"""Site-packages folders for tests: small made-up distributions, the running interpreter's library, an environment with torch."""

from __future__ import annotations

import os
import sys
import sysconfig
from pathlib import Path

import pytest

from sandbox.environments import Environments, home_of
from tools.packages import InstalledPackages

LIBRARY = Path(sysconfig.get_paths()["stdlib"])


def distribution(site: Path, name: str, version: str, files: dict[str, str], scripts: str = "") -> None:
    """Write a distribution as an installer would: its files, METADATA, RECORD and entry points."""
    info = site / f"{name}-{version}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    if scripts:
        (info / "entry_points.txt").write_text(scripts, encoding="utf-8")
    for path, text in files.items():
        (site / path).parent.mkdir(parents=True, exist_ok=True)
        (site / path).write_text(text, encoding="utf-8")
    (info / "RECORD").write_text("".join(f"{path},,\n" for path in files), encoding="utf-8")


def torch_environment() -> tuple[InstalledPackages, str]:
    """The packages of an experiment environment that has torch, and its interpreter; skips where there is none."""
    found = Environments(home_of(os.environ, Path.home()), os.environ).find(["torch"])
    if found is None:
        pytest.skip("no experiment environment with torch: `corrigenda env add torch==2.13.0` makes one")
    site = next(found.path.glob("lib/python*/site-packages"))
    library = next((Path(line.partition("=")[2].strip()) for line in (found.path / "pyvenv.cfg").read_text().splitlines()
                    if line.startswith("home")), Path(sys.prefix))  # fmt: skip
    return InstalledPackages(site, library.parent / "lib" / site.parent.name), str(found.environment.python)
