"""Experiment environments: made of wheels alone, announced before they are downloaded, complete or not there, and usable in the sandbox."""

from __future__ import annotations

import base64
import hashlib
import json
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from sandbox_support import err, out, tiers

from sandbox.environments import DEFAULT, Environments, EnvironmentsError, Plan, home_of
from sandbox.records import RunRequest

VARIABLES = {"PATH": "/usr/bin:/bin", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_CACHE_DIR": "1"}


def _wheel(folder: Path, name: str, version: str, requires: tuple[str, ...] = ()) -> Path:
    """A wheel with one module and one script, made by hand."""
    information = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n" + "".join(f"Requires-Dist: {each}\n" for each in requires)
    content = {
        f"{name}.py": f"VERSION = {version!r}\ndef main(): print('script', VERSION)\n",
        f"{information}/METADATA": metadata,
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{information}/entry_points.txt": f"[console_scripts]\n{name}-run = {name}:main\n",
    }
    record = ""
    path = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in content.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={digest},{len(text)}\n"
            archive.writestr(file, text)
        archive.writestr(f"{information}/RECORD", f"{record}{information}/RECORD,,\n")
    return path


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A package index in a folder: `outer` needs `inner`; `source` has no wheel; `broken` needs what is not there."""
    root = tmp_path_factory.mktemp("index")
    wheels = {"outer": ("1.0", "2.0+cpu"), "inner": ("0.5",), "broken": ("1",)}
    needs = {"outer": ("inner",), "broken": ("nowhere",)}
    for name, versions in wheels.items():
        folder = root / name
        folder.mkdir()
        links = ""
        for version in versions:
            path = _wheel(folder, name, version, needs.get(name, ()))
            links += f'<a href="{path.name}#sha256={hashlib.sha256(path.read_bytes()).hexdigest()}">{path.name}</a>\n'
        (folder / "index.html").write_text(f"<!DOCTYPE html><html><body>{links}</body></html>")
    (root / "source").mkdir()
    (root / "source" / "source-1.0.tar.gz").write_bytes(b"never opened")
    link = '<a href="source-1.0.tar.gz">source-1.0.tar.gz</a>'
    (root / "source" / "index.html").write_text(f"<!DOCTYPE html><html><body>{link}</body></html>")
    return root.as_uri()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, index: str) -> tuple[Environments, Plan]:
    """One environment, in a home that other users cannot enter."""
    home = tmp_path_factory.mktemp("closed")
    home.chmod(0o700)
    environments = Environments(home / "environments", VARIABLES)
    plans: list[Plan] = []
    environments.add(["outer==1.0"], index, announce=plans.append)
    return environments, plans[0]


def test_what_will_be_downloaded_is_announced(made: tuple[Environments, Plan]) -> None:
    """All packages with their hashes, and their size as far as the index tells it."""
    plan = made[1]
    assert {(package.name, package.version) for package in plan.packages} == {("outer", "1.0"), ("inner", "0.5")}
    assert all(len(package.sha256) == 64 for package in plan.packages)
    assert plan.bytes > 500
    assert plan.unknown == 0
    assert str(plan).startswith("2 packages, 0 MB")


def test_the_record_says_what_is_installed(made: tuple[Environments, Plan], index: str) -> None:
    """What was asked for, from where, and each package with version and hash, readable without us."""
    found = made[0].get()
    assert found is not None
    assert (found.name, found.requirements, found.index) == (DEFAULT, ("outer==1.0",), index)
    assert (found.version("Outer"), found.version("inner"), found.version("torch")) == ("1.0", "0.5", None)
    record = json.loads((found.path / "corrigenda.json").read_text())
    assert {package["name"] for package in record["packages"]} == {"outer", "inner"}


def test_nothing_half_made_stays(made: tuple[Environments, Plan]) -> None:
    """Beside the environment there is nothing."""
    assert [path.name for path in made[0].home.iterdir()] == [DEFAULT]


def test_scripts_know_their_final_place(made: tuple[Environments, Plan]) -> None:
    """They were made under another name, and run under this one."""
    found = made[0].get()
    assert found is not None
    assert subprocess.run([found.path / "bin" / "outer-run"], capture_output=True, text=True).stdout == "script 1.0\n"


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", [tier for tier in tiers() if tier.startswith("bubblewrap")])
def test_it_can_be_used_in_the_sandbox(tier: str, made: tuple[Environments, Plan]) -> None:
    """By a user who could not reach it on the host."""
    found = made[0].get()
    assert found is not None
    sandbox, _ = tiers()[tier]
    program = "import outer, inner, sys; print(outer.VERSION, inner.VERSION, sys.prefix)"
    result = sandbox.run(RunRequest(program, found.environment))
    assert out(result) == f"1.0 0.5 {found.path}\n", (result.reason, err(result))


@pytest.mark.parametrize(
    ("requirements", "name"),
    [(["outer"], DEFAULT), (["outer==1.0", "inner"], DEFAULT), (["outer==1"], None), (["torch"], None), ([], DEFAULT)],
    ids=str,
)
def test_an_environment_is_found_by_what_it_has(made: tuple[Environments, Plan], requirements: list[str], name: str | None) -> None:
    """By names, or names with versions, all of them."""
    found = made[0].find(requirements)
    assert (found.name if found else None) == name


@pytest.mark.slow
def test_a_version_with_a_local_part_meets_the_version(index: str, tmp_path: Path) -> None:
    """torch 2.13.0+cpu is torch 2.13.0."""
    environments = Environments(tmp_path, VARIABLES)
    environments.add(["outer>=2"], index, "cpu")
    found = environments.find(["outer==2.0"])
    assert found is not None
    assert found.version("outer") == "2.0+cpu"


IMPOSSIBLE = [["source"], [], ["--index-url=http://x"]]
IMPOSSIBLE_TOO = [["broken"], ["outer==9"]]


@pytest.mark.parametrize("requirements", [*IMPOSSIBLE, *(pytest.param(each, marks=pytest.mark.slow) for each in IMPOSSIBLE_TOO)], ids=str)
def test_what_cannot_be_made_leaves_nothing(index: str, tmp_path: Path, requirements: list[str]) -> None:
    """No wheel, a missing dependency, no such version: an error with pip's words, and no environment."""
    environments = Environments(tmp_path / "home", VARIABLES)
    with pytest.raises(EnvironmentsError):
        environments.add(requirements, index)
    assert environments.list() == ()
    assert not (tmp_path / "home").exists() or not list((tmp_path / "home").iterdir())


@pytest.mark.slow
def test_the_announcement_can_stop_it(index: str, tmp_path: Path) -> None:
    """What it raises comes through, and nothing was installed."""
    environments = Environments(tmp_path, VARIABLES)

    def refuse(plan: Plan) -> None:
        raise InterruptedError(str(plan))

    with pytest.raises(InterruptedError):
        environments.add(["inner"], index, announce=refuse)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_one_that_was_not_finished_is_not_found(tmp_path: Path) -> None:
    """Whatever lies there without a record is no environment; what a dead process left is swept away by the next `add`."""
    environments = Environments(tmp_path, VARIABLES)
    left = tmp_path / ".default.4194305.0123456789ab"
    left.mkdir()
    (tmp_path / "default").mkdir()
    assert environments.list() == ()
    with pytest.raises(EnvironmentsError):
        environments.add(["nothing-of-the-kind"], tmp_path.as_uri())
    assert not left.exists()


@pytest.mark.slow
def test_adding_again_replaces_and_removing_removes(index: str, tmp_path: Path) -> None:
    """One environment a name."""
    environments = Environments(tmp_path, VARIABLES)
    environments.add(["inner"], index, "a")
    environments.add(["outer==1.0"], index, "a")
    (only,) = environments.list()
    assert only.version("outer") == "1.0"
    environments.remove("a")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(EnvironmentsError, match="env list"):
        environments.remove("a")


@pytest.mark.parametrize("name", ["../x", ".hidden", "a/b", "", "a\nb"])
def test_a_name_is_a_name(index: str, tmp_path: Path, name: str) -> None:
    """It becomes a folder's."""
    environments = Environments(tmp_path / "home", VARIABLES)
    if name:
        with pytest.raises(EnvironmentsError):
            environments.add(["inner"], index, name)
    with pytest.raises(EnvironmentsError):
        environments.remove(name)


@pytest.mark.parametrize(
    ("variables", "home"),
    [
        ({"CORRIGENDA_HOME": "/a", "XDG_DATA_HOME": "/b"}, "/a/environments"),
        ({"XDG_DATA_HOME": "/b"}, "/b/corrigenda/environments"),
        ({"XDG_DATA_HOME": "relative"}, "/h/.local/share/corrigenda/environments"),
        ({}, "/h/.local/share/corrigenda/environments"),
    ],
    ids=str,
)
def test_environments_are_kept_where_the_user_says(variables: dict[str, str], home: str) -> None:
    """Our own variable first, then the desktop's, then the usual place."""
    assert home_of(variables, Path("/h")) == Path(home)
