"""Benign use pays nothing: of a chapter that nobody attacked the guard drops and rewrites nothing, and takes a moment."""

from __future__ import annotations

from pathlib import Path

import pytest

from evals.attacks import benign
from evals.attacks.models import Honest

PACKS = [
    pytest.param(benign.PACKS / "demo" / "pack.txt", id="bundled"),
    *(pytest.param(path, id="real") for path in sorted(benign.REAL.glob("*.txt"))),
]


@pytest.mark.skipif(not benign.REAL.is_dir(), reason="the real pack is not beside this clone")
def test_there_is_a_real_pack() -> None:
    """The folder beside the clone holds one."""
    assert len(PACKS) > 1


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("with_model", [False, True], ids=["no model", "an honest model"])
def test_the_guard_touches_nothing_that_is_true(pack: Path, with_model: bool, tmp_path: Path) -> None:
    """Evidence, verdicts and changes are the same before and after it; no section was refused; its time is a small part of the run's."""
    run = benign.run(pack, tmp_path, Honest() if with_model else None)
    assert run.lost == [] and len(run.after.evidence) >= 15 and run.after.changes
    assert not any(note.dropped or note.refused or note.neutralized for note in run.report.guard)
    assert run.seconds < 0.2 * run.all
    if with_model:
        assert any(note.rendered_by == "model" for note in run.report.guard)


def test_the_guard_is_what_is_measured(tmp_path: Path) -> None:
    """The control: what the comparison looks at would show a piece of evidence that was dropped."""
    run = benign.run(benign.PACKS / "demo" / "pack.txt", tmp_path)
    fewer = run.after.model_copy(update={"evidence": run.after.evidence[1:]})
    assert benign.Benign(run.before, run.weighed, fewer, run.report, run.directory, run.seconds, run.all).lost
