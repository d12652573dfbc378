"""`corrigenda experiment` without torch: what it refuses, and what it prints of a result."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from agent.interfaces import experiment
from agent.interfaces.experiment import Options, run
from agent.interfaces.experiment_lines import lines
from prompts.trust import Untrusted
from sandbox.compile import ExperimentResult, Settings, Variant
from sandbox.compile.changes import comparisons
from sandbox.compile.levels import levels
from sandbox.compile.records import Call, Difference, LogLine, Machine

HOSTILE = Untrusted("\x1b[2Jred\x07\u202etext\nsecond line", "sandbox")


def variant(settings: Settings, *modes: str) -> Variant:
    """A measured variant with a call of each mode, all of its texts hostile."""
    agrees = Difference(0.0, 0.0, 4, 4, 1e-4, 1e-5, True)
    line = LogLine(HOSTILE, HOSTILE, HOSTILE)
    calls = tuple(
        Call(
            number, 0, ((4,),), mode, 1.0, 0.5, None, 1, 1, 0, (HOSTILE,), (HOSTILE,), 0, 0, (line,), agrees, HOSTILE, 1.0  # type: ignore[arg-type]
        )
        for number, mode in enumerate(modes)
    )  # fmt: skip
    machine = Machine({"torch": HOSTILE, "compiler": HOSTILE}, 1, cuda=False)
    return Variant(settings, "", "exited", "tier", machine, calls=calls, levels=levels(calls, (), (), None), raised=HOSTILE, stderr=HOSTILE)


def test_what_a_result_holds_cannot_command_a_terminal() -> None:
    """No control or reordering character of the sandbox's texts is printed as it is, and no text adds a line."""
    measured = variant(Settings(), "compiled", "reused")
    failed = replace(measured, problem="it ended")
    printed = list(lines(ExperimentResult((measured, failed), "tier", ())))
    assert not set("\x1b\x07\u202e\n") & set("".join(printed)) and any("red" in line for line in printed)


def test_what_differs_between_variants_is_told_at_the_end() -> None:
    """What each did stands side by side, without times."""
    found = (variant(Settings(dynamic="false"), "compiled", "eager"), variant(Settings(dynamic="auto"), "compiled", "reused"))
    told = list(lines(ExperimentResult(found, "tier", (), comparisons=comparisons(found))))
    assert "  calls (c compiled, r reused, e eager, x raised): ce | cr" in told[told.index("") :]
    assert not any("seconds" in line for line in told)


@pytest.mark.parametrize(
    ("name", "content", "matrix", "says"),
    [
        pytest.param("chapter.md", b"text", (), "neither a script", id="no-program"),
        pytest.param("missing.py", None, (), "cannot be read", id="missing"),
        pytest.param("latin.py", b"\xff", (), "UTF-8", id="no-text"),
        pytest.param("broken.json", b"{", (), "JSON", id="broken-request"),
        pytest.param("small.json", json.dumps({"code": "x"}).encode(), (), "function", id="request-without-calls"),
        pytest.param("script.py", b"", ("speed=1",), "no setting", id="unknown-setting"),
        pytest.param("script.py", b"", ("cache=hot",), "cold, warm", id="unknown-value"),
        pytest.param("bare.json", b"{}", (), "the request lacks code; see the schema", id="request-without-code"),
        pytest.param("odd.ipynb", b'{"cells": [{}]}', (), "this is no notebook; give", id="no-notebook"),
    ],
)
def test_what_cannot_be_run_is_one_line_and_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, content: bytes | None, matrix: tuple[str, ...], says: str
) -> None:
    """The line says what to change, and nothing is run."""
    if content is not None:
        (tmp_path / name).write_bytes(content)
    assert run(tmp_path / name, Options(matrix), tmp_path) == 2
    printed = capsys.readouterr()
    assert says in printed.err and len(printed.err.splitlines()) == 1 and not printed.out


@pytest.mark.sandbox
def test_a_version_that_is_not_there_is_unrun_and_status_3(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The variant says how its environment is made."""
    (tmp_path / "script.py").write_text("print(1)\n")
    assert run(tmp_path / "script.py", Options(torch=("2.6.0",)), tmp_path) == 3
    printed = capsys.readouterr()
    assert "corrigenda env add torch==" in printed.out or "UNRUN" in printed.err


def _refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], options: Options, file: Path | None = None) -> str:
    """The one line that a request is refused with."""
    script = file or tmp_path / "script.py"
    if file is None:
        script.write_text("print(1)\n")
    assert run(script, options, tmp_path) == 2
    [line] = capsys.readouterr().err.splitlines()
    return line


def test_a_pipe_for_a_file_is_refused_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody writes into it, so that to wait for its end is to wait for ever; a device and a folder are none either."""
    os.mkfifo(tmp_path / "script.py")
    assert "is a pipe; give a regular file" in _refused(tmp_path, capsys, Options(), tmp_path / "script.py")
    assert "is a device" in _refused(tmp_path, capsys, Options(), Path("/dev/zero"))
    assert "is a folder" in _refused(tmp_path, capsys, Options(), tmp_path)


def test_two_devices_at_once_are_a_bad_request(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Neither the option nor the matrix wins silently."""
    said = _refused(tmp_path, capsys, Options(("device=cpu",), device="cuda"))
    assert "--device cuda and --matrix device=cpu" in said


def test_what_is_given_again_is_added(tmp_path: Path) -> None:
    """A setting or a version named in several options has all of their values, each once."""
    script = tmp_path / "script.py"
    script.write_text("print(1)\n")
    options = Options(("cache=cold", "torch=2.9.1", "cache=warm,cold"), torch=("2.13.0,2.9.1", "2.6.0"))
    [request] = experiment._requests(script, options)
    assert request.matrix["cache"] == ("cold", "warm") and request.matrix["torch"] == ("2.9.1", "2.13.0", "2.6.0")


def test_a_run_that_called_nothing_compiled_says_that_it_measured_nothing() -> None:
    """No table without rows, no levels as if something had been found."""
    printed = list(lines(ExperimentResult((variant(Settings()),), "tier", ())))
    assert any(line.startswith("nothing was measured") for line in printed)
    assert not any(line.startswith(("call ", "RUNS", "CORRECT")) for line in printed)
