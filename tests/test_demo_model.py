"""`make demo-model`: a run with a model out of the recording in the repository."""

from __future__ import annotations

import json
import re
import shlex
import socket
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.interfaces.cli import app
from agent.report.verify import verify
from evals.recorded import make_model
from tools.store import EvidenceStore

ROOT = Path(__file__).parents[1]
AGAIN = "prompts, schemas or what roles are shown have changed; make the recording again: python -m evals.recorded.make_model"


def command(out: Path) -> list[str]:
    """The arguments of corrigenda in the Makefile's recipe, with another folder for the run."""
    recipe = (ROOT / "Makefile").read_text().partition("\ndemo-model:")[2].partition("\n\n")[0].replace("\\\n", " ")
    (line,) = re.findall(r"\$\(CORRIGENDA\) (research .*)", recipe)
    return [part.replace("$(OUT)", str(out)) for part in shlex.split(line)]


def test_the_demonstration_runs_from_its_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a network, a key or an endpoint: every reply is used, what is false in them is refused, and the report holds."""

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network is refused")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, command(tmp_path / "runs"), env={"CORRIGENDA_HOME": str(tmp_path / "home"), "OPENAI_BASE_URL": ""})
    assert done.exit_code == 0, done.output
    assert "the recording holds no answer" not in done.output, AGAIN
    (run,) = tmp_path.glob("runs/*/*/*")
    report = (run / "report.md").read_text()
    assert "the recording holds no answer" not in report, AGAIN
    assert len(list((run / "effects").glob("reply-*.json"))) == len(make_model.REPLIES.read_text().splitlines()) - 1
    assert list(verify(run)) == []
    verdicts = {a["verdict"]: a["by"] for a in json.loads((run / "report.json").read_bytes())["assessments"] if a["by"] != "nobody"}
    assert verdicts == {"contradicted": "instrument: numbers", "supported": "model: judge", "qualified": "model: judge"}
    assert (
        "1 was refused" in report
        and "what the model gave as judge on C6 was refused" in report
        and "shared memory by default" not in report
    )


def test_the_readme_shows_what_the_report_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line that it quotes of the report stands in it."""
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, command(tmp_path / "runs"), env={"CORRIGENDA_HOME": str(tmp_path / "home"), "OPENAI_BASE_URL": ""})
    (run,) = tmp_path.glob("runs/*/*/*")
    shown = (ROOT / "README.md").read_text().partition("$ make demo-model\n")[2]
    printed, _, rest = shown.partition("```")
    lines = [line for line in printed.splitlines()[1:] if line != "..." and not line.startswith("report: ")]
    assert lines and not [line for line in lines if line not in done.output.splitlines()]
    quoted = [line.removeprefix("> ") for line in rest.partition("\nReplies are paid once")[0].splitlines() if line.startswith("> ")]
    report = [line.strip() for line in (run / "report.md").read_text().splitlines()]
    assert len(quoted) == 5 and not [line for line in quoted if line not in report]


def test_the_recording_is_the_one_that_the_script_makes(tmp_path: Path) -> None:
    """Replies and documents, byte for byte; only the archive's own ids and times differ."""
    assert make_model.make(tmp_path) == []
    assert (tmp_path / make_model.REPLIES.name).read_bytes() == make_model.REPLIES.read_bytes(), AGAIN
    made, kept = (EvidenceStore(path).entries() for path in (tmp_path / make_model.WEB.name, make_model.WEB))
    assert [(entry.uri, entry.sha256) for entry in made] == [(entry.uri, entry.sha256) for entry in kept], AGAIN
