"""Control groups: where they can be made, what limits they are given, and that none is left behind."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from sandbox import cgroups
from sandbox.cgroups import Group, Parent, parents
from sandbox.records import Limits

VERSION_1 = "8:pids:/x\n4:memory:/process/a\n3:cpuset:/\n2:cpu,cpuacct:/\n1:name=systemd:/\n0::/\n"


def _version_2(root: Path, *groups: tuple[str, str]) -> None:
    """A tree of version 2: (folder, what is on for its children)."""
    (root / "cgroup.controllers").write_text("cpu memory pids\n")
    for folder, enabled in groups:
        (root / folder).mkdir(parents=True, exist_ok=True)
        (root / folder / "cgroup.subtree_control").write_text(enabled)


def test_version_1_has_a_folder_for_each_controller(tmp_path: Path) -> None:
    """That of this process, or the top one where a container does not show it."""
    for folder in ("pids", "memory/process/a", "cpuacct"):
        (tmp_path / folder).mkdir(parents=True)
    first = parents(tmp_path, VERSION_1)[0]
    assert first == Parent(1, {"memory": tmp_path / "memory/process/a", "pids": tmp_path / "pids", "cpuacct": tmp_path / "cpuacct"})


def test_version_2_takes_the_nearest_group_that_limits_its_children(tmp_path: Path) -> None:
    """Going up from this process, as a user's own slice does it."""
    _version_2(tmp_path, ("", "memory pids"), ("user", ""), ("user/app", "cpu memory pids"), ("user/app/terminal", ""))
    (tmp_path / "user/app/terminal/cgroup.subtree_control").chmod(0o400)
    found = [parent for parent in parents(tmp_path, "0::/user/app/terminal\n") if isinstance(parent, Parent)]
    assert tmp_path / "user/app" in [parent.folders["memory"] for parent in found]
    assert found[-1].folders["pids"] == tmp_path


def test_no_controllers_is_a_reason(tmp_path: Path) -> None:
    """For each version one."""
    reasons = parents(tmp_path, "0::/\n")
    assert all(isinstance(reason, str) for reason in reasons)
    assert "version 1" in str(reasons[0])
    assert "version 2" in str(reasons[1])


@pytest.mark.parametrize(
    ("version", "written"),
    [
        (1, {"memory.limit_in_bytes": 124 << 20, "pids.max": 11}),
        (2, {"memory.max": 124 << 20, "memory.oom.group": 1, "pids.max": 11}),
    ],
)
def test_limits_have_room_for_the_sandbox_itself(tmp_path: Path, version: int, written: dict[str, int]) -> None:
    """What bubblewrap and process 1 hold is not taken from the program."""
    group = Group(version, {"memory": tmp_path, "pids": tmp_path})
    group.limit(Limits(memory_mb=100, processes=8))
    assert {path.name: int(path.read_text()) for path in tmp_path.iterdir()} == written


@pytest.mark.parametrize(("version", "files"), [(1, ("memory.oom_control", "pids.events")), (2, ("memory.events", "pids.events"))])
def test_a_limit_hit_is_read_from_the_events(tmp_path: Path, version: int, files: tuple[str, str]) -> None:
    """Not from how the program ended."""
    group = Group(version, {"memory": tmp_path, "pids": tmp_path})
    (tmp_path / files[0]).write_text("under_oom 0\noom_kill 0\n")
    (tmp_path / files[1]).write_text("max 0\n")
    assert not group.memory_hit()
    assert not group.tasks_hit()
    (tmp_path / files[0]).write_text("under_oom 0\noom_kill 2\n")
    (tmp_path / files[1]).write_text("max 1\n")
    assert group.memory_hit()
    assert group.tasks_hit()


@pytest.fixture
def here() -> Parent:
    found = cgroups.find()
    if isinstance(found, str):
        pytest.skip(f"no control groups here: {found}")
    return found


def test_finding_leaves_nothing(here: Parent) -> None:
    """The trial group is gone."""
    assert not [path for folder in here.folders.values() for path in folder.glob(f"corrigenda-{os.getpid()}-*")]


def test_a_group_kills_what_is_in_it(here: Parent) -> None:
    """And can then be removed."""
    group = here.make(Limits())
    with subprocess.Popen(["sleep", "60"]) as sleeper:
        group.add(sleeper.pid)
        group.kill()
        assert sleeper.wait(5) == -9
    group.remove()
    assert not any(folder.exists() for folder in group.folders.values())


def test_groups_of_a_dead_maker_are_swept_away(here: Parent) -> None:
    """Those of a living one stay."""
    dead, living = "corrigenda-4194305-0123456789abcdef", f"corrigenda-{os.getppid()}-0123456789abcdef"
    folders = set(here.folders.values())
    for folder in folders:
        (folder / dead).mkdir()
        (folder / living).mkdir()
    here.sweep()
    assert not any((folder / dead).exists() for folder in folders)
    for folder in folders:
        (folder / living).rmdir()
