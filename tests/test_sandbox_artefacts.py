"""What comes back from a run: regular files under plain names, within their limits, never by following anything (B17 to B22)."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from sandbox_support import SMALL, err, every_tier, run

from sandbox.files import collect, put
from sandbox.records import Limits


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[tuple[Path, int]]:
    """A work folder by path and open, beside a secret of the host."""
    (tmp_path / "secret").write_text("secret")
    work = tmp_path / "work"
    work.mkdir()
    opened = os.open(work, os.O_RDONLY | os.O_DIRECTORY)
    yield work, opened
    os.close(opened)


def test_a_regular_file_is_taken_as_bytes(folder: tuple[Path, int]) -> None:
    """Whole, under the name asked for, also from a folder below."""
    work, opened = folder
    (work / "deep").mkdir()
    (work / "deep" / "a.bin").write_bytes(b"\x00\xff")
    (work / "result.json").write_text("{}")
    assert collect(opened, ["result.json", "deep/a.bin"], Limits()) == ({"result.json": b"{}", "deep/a.bin": b"\x00\xff"}, ())


def test_a_pattern_takes_what_it_matches(folder: tuple[Path, int]) -> None:
    """In all folders, sorted."""
    work, opened = folder
    (work / "logs").mkdir()
    for name in ("logs/b.log", "logs/a.log", "c.txt"):
        (work / name).write_text(name)
    assert list(collect(opened, ["logs/*.log"], Limits())[0]) == ["logs/a.log", "logs/b.log"]


def _symlink(work: Path) -> None:
    (work / "result.json").symlink_to(work.parent / "secret")


def _hard_link(work: Path) -> None:
    (work / "result.json").hardlink_to(work.parent / "secret")


def _fifo(work: Path) -> None:
    os.mkfifo(work / "result.json")


def _socket(work: Path) -> None:
    import socket

    os.chdir(work)  # a socket's path is short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind("result.json")


def _folder(work: Path) -> None:
    (work / "result.json").mkdir()


def _sparse(work: Path) -> None:
    with (work / "result.json").open("wb") as stream:
        stream.truncate(1 << 40)


@pytest.mark.parametrize("make", [_symlink, _hard_link, _fifo, _socket, _folder, _sparse], ids=lambda make: make.__name__.strip("_"))
def test_what_is_no_plain_file_is_left(make: object, folder: tuple[Path, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is followed, opened for its side effects, or waited for; the reason is told."""
    work, opened = folder
    monkeypatch.chdir(work)
    make(work)  # type: ignore[operator]
    taken, left = collect(opened, ["result.json"], Limits())
    assert taken == {}
    assert left[0].startswith("result.json: ")


def test_a_folder_that_is_a_link_is_not_entered(folder: tuple[Path, int]) -> None:
    """Neither for a name nor for a pattern."""
    work, opened = folder
    (work / "out").symlink_to(work.parent)
    taken, left = collect(opened, ["out/secret", "*"], Limits())
    assert taken == {}
    assert [why.partition(":")[0] for why in left] == ["out/secret", "out"]


NAMES = ["../secret", "/etc/hostname", "a/../../secret", "..", "-rf", "a\nb", "a\x1bc", "\u202egpj", " a", "", ".hidden"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_not_plain_is_left(name: str, folder: tuple[Path, int]) -> None:
    """What could leave the folder, hide, or speak to a terminal; the name itself is not repeated."""
    assert collect(folder[1], [name], Limits()) == ({}, ("a file: its name is not plain",))


def test_names_that_a_program_chose_are_held_to_the_same(folder: tuple[Path, int]) -> None:
    """A pattern finds them, and they are left."""
    work, opened = folder
    (work / "a\nb").write_text("x")
    (work / os.fsdecode(b"\xff\xfe")).write_text("x")
    (work / "good").write_text("x")
    taken, left = collect(opened, ["*"], Limits())
    assert list(taken) == ["good"]
    assert left == ("a file: its name is not plain",) * 2


def test_size_and_number_are_limited(folder: tuple[Path, int]) -> None:
    """In all, not each; what does not fit is named."""
    work, opened = folder
    for name in "abcd":
        (work / name).write_bytes(b"x" * 40)
    taken, left = collect(opened, ["a", "b", "c", "d"], Limits(artefact_bytes=100))
    assert list(taken) == ["a", "b"]
    assert len(left) == 2
    taken, left = collect(opened, ["*"], Limits(artefacts=3))
    assert list(taken) == ["a", "b", "c"]
    assert left == ("d: more than 3 artefacts",)


def test_files_are_put_without_following_links(folder: tuple[Path, int]) -> None:
    """A file that is there already is an error, never overwritten or written through."""
    work, opened = folder
    _symlink(work)
    with pytest.raises(FileExistsError):
        put(opened, {"result.json": b"x"}, None)
    assert (work.parent / "secret").read_text() == "secret"


PLANTED = """
import os, socket
os.symlink('/etc/passwd', 'link')
os.symlink('/', 'root')
os.mkfifo('fifo')
open('big', 'wb').truncate(50 << 20)
os.mkdir('closed', 0)
open('good', 'w').write('good')
os.close(os.open('unreadable', os.O_CREAT | os.O_WRONLY, 0))
if hasattr(os, 'link'):
    os.link('good', 'twin')
    os.unlink('twin')
"""


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_a_program_cannot_make_the_host_read_anything_else(tier: str) -> None:
    """Links, FIFOs, sparse files and closed folders are left with a reason, and the good file comes back."""
    names = ("link", "root/etc/passwd", "fifo", "big", "closed/x", "good")
    result = run(tier, PLANTED, replace(SMALL, artefact_bytes=1 << 20), collect=(*names, "*"))
    assert result.ending == "exited", err(result)
    assert result.artefacts["good"] == b"good"
    assert set(result.artefacts) <= {"good", "main.py", "unreadable"}
    assert {why.partition(":")[0] for why in result.artefacts_left} >= {"link", "root/etc/passwd", "fifo", "big", "closed/x"}


SWAPPING = """
import os, sys, time
secret, mine = sys.argv[1] if len(sys.argv) > 1 else '/etc/passwd', 'result.json'
open(mine, 'w').write('mine')
if os.fork() == 0:
    for number in (1, 2, 0): os.close(number)
    os.setsid()
    end = time.monotonic() + 3
    while time.monotonic() < end:
        os.symlink(secret, 'link'); os.rename('link', mine)
        open('plain', 'w').write('mine'); os.rename('plain', mine)
time.sleep(.1)
"""


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_nothing_changes_while_it_is_copied(tier: str) -> None:
    """B20: what swaps the file for a link is dead before anything is read, and neither the link nor what it names comes back."""
    result = run(tier, SWAPPING)
    assert result.ending == "exited", err(result)
    assert result.artefacts in ({}, {"result.json": b"mine"}, {"result.json": b""})


def test_without_the_sandbox_it_changes_under_the_reader(tmp_path: Path) -> None:
    """The control: after the program has ended, its name still leads to the secret, now and then."""
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "main.py").write_text(SWAPPING)
    subprocess.run([sys.executable, "main.py", str(tmp_path / "secret")], cwd=tmp_path, check=True)
    seen = set()
    end = time.monotonic() + 2
    while time.monotonic() < end and "secret" not in seen:
        with suppress(FileNotFoundError):
            seen.add((tmp_path / "result.json").read_text())
    assert "secret" in seen


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_a_pickle_is_data(tier: str, tmp_path: Path) -> None:
    """B22: it comes back as bytes; loading it would have run the code in it, and nothing did."""
    mark = tmp_path / "ran"
    program = f"""
import os, pickle
class Evil:
    def __reduce__(self): return (os.system, ("touch {mark}",))
open('result.pkl', 'wb').write(pickle.dumps(Evil()))
"""
    content = run(tier, program, collect=("result.pkl",)).artefacts["result.pkl"]
    assert not mark.exists()
    pickle.loads(content)  # the control: it was a live one
    assert mark.exists()


@pytest.mark.sandbox
@pytest.mark.parametrize("tier", every_tier())
def test_artefacts_come_back_from_a_run_that_a_limit_ended(tier: str) -> None:
    """What it had written by then."""
    result = run(tier, "import time\nopen('result.json', 'w').write('half')\ntime.sleep(9)", replace(SMALL, seconds=0.4))
    assert (result.ending, result.artefacts) == ("wall time", {"result.json": b"half"})
