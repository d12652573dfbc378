"""The command line says what is wrong in one line, and its exit status tells how it ended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from agent.interfaces.doctor import examine
from tests.test_graph import PACK

ROOT = Path(__file__).parents[1]


def _corrigenda(home: Path, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, "CORRIGENDA_HOME": str(home), "COLUMNS": "200"}
    command = [sys.executable, "-m", "agent", *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, env=environment, check=False, cwd=ROOT, timeout=120)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run, made from standard input."""
    folder = tmp_path_factory.mktemp("cli")
    done = _corrigenda(folder, "research", "-", "--out", str(folder / "runs"), "--no-experiments", "--offline", stdin=PACK.encode())
    assert done.returncode == 0, done.stderr.decode()
    last = done.stdout.decode().strip().splitlines()[-1]
    assert last.startswith("report: ")
    return Path(last.removeprefix("report: ")).parent


@pytest.mark.parametrize(
    ("payload", "says"),
    [
        pytest.param(b"", b"is empty", id="empty"),
        pytest.param(b"\x00\xff\x00", b"is no text", id="binary"),
        pytest.param(b"a letter", b"section 2", id="no-pack"),
        pytest.param(b"x" * 10_000_000, b"more than", id="10-MB"),
        pytest.param(PACK.encode("utf-16-le"), b"is no text", id="utf-16-without-mark"),
    ],
)
def test_a_bad_pack_is_one_line_and_status_2(tmp_path: Path, payload: bytes, says: bytes) -> None:
    """No traceback, and nothing is made."""
    pack = tmp_path / "pack.txt"
    pack.write_bytes(payload)
    done = _corrigenda(tmp_path, "research", str(pack), "--out", str(tmp_path / "runs"), "--no-experiments", "--offline")
    assert done.returncode == 2 and says in done.stderr and b"Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1 and not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["research", "no-such-file.txt"], id="missing-pack"),
        pytest.param(["research"], id="no-pack"),
        pytest.param(["research", "README.md", "--model", "gpt"], id="model"),
        pytest.param(["research", "--resume", "/nowhere"], id="resume-nothing"),
        pytest.param(["research", "http://example.org/pack.txt"], id="pack-over-http"),
        pytest.param(["research", "https://example.org/pack.txt", "--offline"], id="link-offline"),
        pytest.param(["verify", "/nowhere"], id="verify-nothing"),
        pytest.param(["show", "/nowhere", "C1"], id="show-nothing"),
        pytest.param(["pack", "no-such-file.md"], id="pack-missing"),
        pytest.param(["research", "README.md", "--material", "/dev/zero"], id="material-without-end"),
        pytest.param(["pack", "/dev/zero"], id="chapter-without-end"),
        pytest.param(["env", "remove", "no-such-environment"], id="env-missing"),
        pytest.param(["research", "README.md", "--isolation", "chroot"], id="research-without-such-isolation"),
        pytest.param(["batch", "README.md", "--isolation", "chroot"], id="batch-without-such-isolation"),
        pytest.param(["experiment", "README.md", "--isolation", "bubblwrap"], id="experiment-without-such-isolation"),
    ],
)
def test_bad_usage_is_status_2_with_what_to_do(tmp_path: Path, arguments: list[str]) -> None:
    """Each says what is wrong in its own words."""
    done = _corrigenda(tmp_path, *arguments)
    assert done.returncode == 2 and done.stderr.startswith(b"corrigenda: ") and b"Traceback" not in done.stderr, done.stderr


def test_a_folder_that_cannot_be_made_is_status_2(tmp_path: Path) -> None:
    """Nothing was begun, so there is nothing to resume."""
    (tmp_path / "file").write_text("")
    done = _corrigenda(tmp_path, "research", "-", "--out", str(tmp_path / "file"), "--offline", stdin=PACK.encode())
    assert done.returncode == 2 and b"--out" in done.stderr and b"--resume" not in done.stderr


def test_an_environment_that_is_not_there_is_status_2(tmp_path: Path) -> None:
    """It was named, so nothing else is used in its place."""
    pack = tmp_path / "pack.txt"
    pack.write_text(PACK)
    done = _corrigenda(tmp_path, "research", str(pack), "--out", str(tmp_path / "runs"), "--environment", "elsewhere", "--offline")
    assert done.returncode == 2 and b"no environment" in done.stderr


def test_a_snapshot_that_could_not_be_fetched_is_status_3(tmp_path: Path) -> None:
    """The report is written all the same and says so."""
    pack = tmp_path / "pack.txt"
    excerpt = "Stable id: small-4\nThe text is an EXCERPT.\nThe complete snapshot is downloadable at https://nowhere.invalid/whole.txt\n"
    pack.write_text(PACK.replace("Stable id: small-4\n", excerpt))
    done = _corrigenda(tmp_path, "research", str(pack), "--out", str(tmp_path / "runs"), "--no-experiments")
    assert done.returncode == 3, done.stderr
    report = Path(done.stdout.decode().strip().splitlines()[-1].removeprefix("report: "))
    assert "could not be read" in report.read_text()


def test_a_run_verifies_until_a_byte_is_changed(finished: Path) -> None:
    """Status 0, then 4 with the file named, then 0 again."""
    assert _corrigenda(finished, "verify", str(finished)).returncode == 0
    report = finished / "report.md"
    before = report.read_bytes()
    report.write_bytes(before.replace(b"1", b"2", 1))
    done = _corrigenda(finished, "verify", str(finished))
    report.write_bytes(before)
    assert done.returncode == 4 and b"report.md" in done.stderr
    assert _corrigenda(finished, "verify", str(finished)).returncode == 0


def test_a_chapter_with_a_token_without_end_verifies(tmp_path: Path) -> None:
    """What is blanked for layout and instruments is blanked when both are derived again."""
    chapter = "\n\nThe parts took 4 x 3 = 13 steps.\n\n" + "9" * 600 + "\n\n# Queues\n"
    arguments = ["--out", str(tmp_path / "runs"), "--no-experiments", "--offline"]
    done = _corrigenda(tmp_path, "research", "-", *arguments, stdin=PACK.replace("\n# Queues\n", chapter).encode())
    assert done.returncode == 0, done.stderr
    folder = Path(done.stdout.decode().strip().splitlines()[-1].removeprefix("report: ")).parent
    checked = _corrigenda(tmp_path, "verify", str(folder))
    assert checked.returncode == 0, checked.stderr


def test_show_prints_a_claim_with_its_evidence(finished: Path) -> None:
    """The claim's words, verdict and grounds; a label that is not there says which are."""
    report = json.loads((finished / "report.json").read_bytes())
    wrong = next(a["claim"] for a in report["assessments"] if a["evidence"])
    label = next(c["label"] for c in report["reading"]["claims"] if c["id"] == wrong)
    shown = _corrigenda(finished, "show", str(finished), label)
    assert shown.returncode == 0 and label.encode() in shown.stdout and b"chapter, characters" in shown.stdout
    assert _corrigenda(finished, "show", str(finished), "C999").returncode == 2


def test_a_chapter_is_made_a_pack_and_researched(tmp_path: Path) -> None:
    """`corrigenda pack` and `corrigenda research -` go together."""
    chapter = tmp_path / "queues.md"
    chapter.write_text("# Queues\n\nThe queue holds 3 items.\n")
    pack = _corrigenda(tmp_path, "pack", str(chapter), "--book", "Small Book", "--number", "4")
    assert pack.returncode == 0
    done = _corrigenda(tmp_path, "research", "-", "--out", str(tmp_path / "runs"), "--no-experiments", "--offline", stdin=pack.stdout)
    assert done.returncode == 0, done.stderr


def test_a_pack_in_utf_16_and_windows_line_ends_is_researched(tmp_path: Path) -> None:
    """Both at once change nothing in how it ends."""
    pack = tmp_path / "pack.txt"
    pack.write_bytes(PACK.replace("\n", "\r\n").encode("utf-16"))
    done = _corrigenda(tmp_path, "research", str(pack), "--out", str(tmp_path / "runs"), "--no-experiments", "--offline")
    assert done.returncode == 0, done.stderr


def test_a_forged_section_and_hostile_names_end_in_a_plain_path(tmp_path: Path) -> None:
    """Book and id become folder names that lead nowhere else."""
    pack = tmp_path / "pack.txt"
    pack.write_text(PACK.replace("Small Book", "../../Bo\x1b[31mok").replace("small-4", "../../../etc"))
    done = _corrigenda(tmp_path, "research", str(pack), "--out", str(tmp_path / "runs"), "--no-experiments", "--offline")
    assert done.returncode == 0, done.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_dir()] == ["runs"] and b"\x1b" not in done.stdout


def test_doctor_says_what_works(tmp_path: Path) -> None:
    """A line a layer, and how to make an environment where there is none."""
    done = _corrigenda(tmp_path, "doctor")
    assert done.returncode == 0 and b"bubblewrap" in done.stdout and b"corrigenda env add" in done.stdout


@pytest.mark.parametrize(
    ("settings", "environ", "works", "words"),
    [
        (None, {}, False, "OPENAI_BASE_URL"),
        (None, {"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, True, "OPENAI_BASE_URL"),
        ("[models.local]\nbase_url = 'http://127.0.0.1:9/v1'\n", {}, True, "--model local"),
        ("[models.local\n", {}, False, "cannot be read"),
    ],
    ids=["none", "address", "profile", "broken"],
)
def test_doctor_says_which_models_can_be_named(
    tmp_path: Path, settings: str | None, environ: dict[str, str], works: bool, words: str
) -> None:
    """What is configured is told without asking it anything, a broken settings file too."""
    if settings is not None:
        (tmp_path / "settings.toml").write_text(settings)
    (line,) = [(ok, detail) for name, ok, detail in examine(tmp_path, environ) if name == "model endpoint"]
    assert line[0] is works and words in line[1]


@pytest.mark.sandbox
def test_a_notebook_given_as_material_is_run_cell_by_cell(tmp_path: Path) -> None:
    """Its outcome is in the report: the cell that fails, and the check that compares a value with itself."""
    cells = ["x = [1, 2, 3]\nprint(sum(x))", "assert x == x", "print(undefined_thing)"]
    notebook = {
        "nbformat": 4, "nbformat_minor": 5, "metadata": {"kernelspec": {"name": "python3", "language": "python"}},
        "cells": [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": n, "source": source,
             "outputs": [{"output_type": "stream", "name": "stdout", "text": "7\n"}] if n == 0 else []}
            for n, source in enumerate(cells)
        ],
    }  # fmt: skip
    (tmp_path / "queues.ipynb").write_text(json.dumps(notebook))
    pack = tmp_path / "pack.txt"
    pack.write_text(PACK.replace("# Queues\n", "# Queues\n\nThe notebook queues.ipynb holds the code.\n"))
    arguments = ["--out", str(tmp_path / "runs"), "--material", str(tmp_path / "queues.ipynb"), "--offline"]
    done = _corrigenda(tmp_path, "research", str(pack), *arguments)
    assert done.returncode == 0, done.stderr
    folder = Path(done.stdout.decode().strip().splitlines()[-1].removeprefix("report: ")).parent
    report = json.loads((folder / "report.json").read_bytes())
    told = json.dumps([report["assessments"], report["gaps"]])
    assert any(e["wanted"]["key"] == "notebook:queues.ipynb" and e["outcome"]["state"] == "ran" for e in report["experiments"])
    assert "undefined_thing" in told and "7" in told
    assert any(s["title"]["untrusted"] == "queues.ipynb" and s["status"] == "full text" for s in report["sources"])
