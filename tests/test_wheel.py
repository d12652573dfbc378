"""What a wheel holds."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("agent", "tools", "prompts", "sandbox", "evals")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel of the working tree, unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)], cwd=ROOT, check=True, capture_output=True
    )
    [built] = folder.glob("*.whl")
    zipfile.ZipFile(built).extractall(folder / "site")
    return folder / "site"


def test_a_wheel_holds_the_packages_alone(wheel: Path) -> None:
    """The product's packages under their own names; no tests, nothing of the repository's root."""
    assert {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")} == set(PACKAGES)


def test_a_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    """Programs that are read as text, prompts and packs come along; what measures a clone stays out."""
    tracked = subprocess.run(["git", "ls-files", "-z", *PACKAGES], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a clone: git does not list the files")
    there = {name for name in tracked.stdout.split("\0") if name and (ROOT / name).is_file()}
    expected = {name for name in there if not name.startswith(("evals/attacks/", "evals/bench/", "evals/fuzz/", "evals/recorded/"))}
    assert {name for name in there if (wheel / name).is_file()} == expected


def test_an_installed_product_starts_anywhere(wheel: Path, tmp_path: Path) -> None:
    """The command line runs from the wheel's files in a folder that is no clone."""
    call = f"import sys; sys.path.insert(0, {str(wheel)!r}); from agent.interfaces.cli import main; main()"
    done = subprocess.run([sys.executable, "-I", "-c", call, "--help"], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert "research" in done.stdout


def test_an_installed_product_finds_its_probes(wheel: Path, tmp_path: Path) -> None:
    """The catalogue of probes and the instruments' programs are read from the installed files."""
    call = (
        f"import sys; sys.path.insert(0, {str(wheel)!r}); import tools.instruments, sandbox.probes as p; "
        f"assert p.__file__.startswith({str(wheel)!r}); from sandbox.probes.catalogue import catalogue; print(len(catalogue()))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", call], cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
