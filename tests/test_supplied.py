"""A source that could not be opened is given as a file, and is marked as given; before a paywall an abstract is read as what it is."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner

from agent.errors import BadInput
from agent.interfaces import runs
from agent.interfaces.cli import app
from agent.interfaces.doors import Reach
from agent.interfaces.given import Files, given
from agent.records import Report
from agent.report import rundir
from agent.report.verify import verify
from prompts.trust import measure
from tests import registry_answers as made
from tests.made_recording import HTML, MadeWeb, record
from tests.test_graph import PACK
from tools.identity.records import Claimed

TITLE = "Wheels That Forget"
PAPER = "arxiv:2404.99001"
WORDS = "The wheel forgets what was written before the last turn. " * 40
WALL = f"""<!doctype html><html><head><title>{TITLE}</title>
<script type="application/ld+json">{{"@type": "Article", "isAccessibleForFree": false}}</script></head><body><main><h1>{TITLE}</h1>
<p>WORDS</p><p>Subscribe to continue reading this article.</p></main></body></html>"""


def _registry(asked: str) -> tuple[str, bytes]:
    entry = made.arxiv_entry("2404.99001v1", TITLE, ["Ana Brook"], "2024-04-03T17:00:00Z", "2024-04-03T17:00:00Z")
    return "application/atom+xml", made.arxiv_feed(entry)


def _wall(words: str) -> bytes:
    return WALL.replace("WORDS", words).encode()


PAGES = {
    "/long": _wall("What is told here is an abstract of some length, and it stands before a wall. " * 6),
    "/offer": _wall("Three words more."),
}
WEB = MadeWeb({
    "export.arxiv.org": _registry,
    "walled.example": lambda asked: (HTML, PAGES[asked]) if asked in PAGES else None,
})  # fmt: skip


def _research(folder: Path, text: str, name: str = "", content: str = "", **choices: object) -> tuple[Path, Report]:
    """A run over a chapter that says `text`, with a file under the paper's id where `name` is given, without a network."""
    urls = [
        "https://walled.example/long",
        "https://walled.example/offer",
        *(f"https://arxiv.org/{form}/2404.99001" for form in ("html", "pdf", "abs")),
    ]
    record(folder / "web.warc.gz", WEB, urls, [Claimed(ids=(PAPER,))])
    documents = ()
    if name:
        (folder / name).write_text(content)
        documents = (f"{folder / name}=arXiv:2404.99001",)
    (folder / "pack.txt").write_text(PACK.replace("Together they took 80 ms.", f"Together they took 80 ms. {text}"))
    handed = given(str(folder / "pack.txt"), Files(documents=documents), Reach(offline=True))
    chosen: dict[str, object] = {"experiments": False, "offline": False, "interactive": False, "search": "papers"}
    directory = runs.prepare(handed, {**chosen, "replay": folder / "web.warc.gz", **choices}, folder / "runs")
    return directory, runs.perform(directory, runs.Surroundings(home=folder, tell=lambda *_: None, ask=lambda _: None))


def test_a_supplied_document_stands_under_its_registrys_name(tmp_path: Path) -> None:
    """It is read in place of what could not be opened, marked as supplied, and verified where its own beginning bears the name out."""
    directory, report = _research(tmp_path, "It is told in arXiv:2404.99001.", "wheels.txt", f"{TITLE}\n\nAna Brook\n\n{WORDS}")
    (found,) = (source for source in report.sources if source.id == PAPER)
    assert found.supplied and found.status == "full text" and found.verified and measure(found.title) == TITLE
    assert "(paper, supplied by the user)" in (directory / rundir.REPORT).read_text() and verify(directory) == ()


def test_a_document_that_is_another_work_is_not_verified(tmp_path: Path) -> None:
    """The user's word names it; the registry's title does not stand in it, so that it is said to be doubtful, and in no bibliography."""
    directory, report = _research(tmp_path, "It is told in arXiv:2404.99001.", "wheels.txt", f"Of Beetles\n\n{WORDS}")
    (found,) = (source for source in report.sources if source.id == PAPER)
    assert found.verified is None and measure(found.title) == "wheels.txt" and "may be another work" in found.note
    assert "2404.99001" not in (directory / rundir.BIBTEX).read_text() and verify(directory) == ()


def test_a_document_needs_no_network(tmp_path: Path) -> None:
    """Offline it is read all the same, and nobody is asked who wrote it."""
    directory, report = _research(tmp_path, "", "notes.md", f"# {TITLE}\n\n{WORDS}", offline=True, replay=None)
    (found,) = (source for source in report.sources if source.id == PAPER)
    assert found.supplied and found.status == "full text" and found.verified is None and found.fields == () and verify(directory) == ()


def test_a_document_that_holds_no_text_is_told(tmp_path: Path) -> None:
    """What cannot be read is not accessible, with the reason."""
    _, report = _research(tmp_path, "", "broken.pdf", "%PDF-1.7\nnothing of a document")
    (found,) = (source for source in report.sources if source.id == PAPER)
    assert found.status == "not accessible" and found.sha256 == "" and found.note


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("paper.pdf", "give FILE=ID"),
        ("paper.pdf=", "no DOI, arXiv id or address"),
        ("paper.pdf=arXiv:2404.9900", "no DOI, arXiv id or address"),
        ("nowhere.pdf=arXiv:2404.99001", "cannot be read"),
        ("empty.pdf=arXiv:2404.99001", "is empty"),
    ],
)
def test_a_document_without_a_name_is_refused(tmp_path: Path, words: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What does not say which source it is, or cannot be read, is bad usage, with what to give."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pack.txt").write_text(PACK)
    (tmp_path / "paper.pdf").write_text("A paper.")
    (tmp_path / "empty.pdf").write_text(" ")
    done = CliRunner().invoke(app, ["research", "pack.txt", "--offline", "--no-experiments", "--document", words])
    assert done.exit_code == 2 and says in " ".join(done.stderr.split()) and not (tmp_path / "runs").exists()


def test_two_files_for_one_source_are_refused(tmp_path: Path) -> None:
    """However its name is spelled."""
    (tmp_path / "pack.txt").write_text(PACK)
    (tmp_path / "a=b.txt").write_text("A paper.")
    files = Files(documents=tuple(f"{tmp_path / 'a=b.txt'}={id}" for id in ("10.5555/X=1", "https://doi.org/10.5555/x=1")))
    with pytest.raises(BadInput, match=r"two files for doi:10\.5555/x=1"):
        given(str(tmp_path / "pack.txt"), files, Reach(offline=True))


def test_registries_out_of_reach_are_a_step_that_failed(tmp_path: Path) -> None:
    """They were asked for by name, and none answered: the report says so once, with what to do, and nobody is said to have no record."""
    record(tmp_path / "nothing.warc.gz", WEB, ["https://nowhere.example/"])
    directory, report = _research(tmp_path, "It is told in arXiv:2404.99001.", replay=tmp_path / "nothing.warc.gz")
    failed = [limitation for limitation in report.limitations if limitation.failed]
    assert [limitation.step for limitation in failed] == ["registries"] and failed[0].remedy
    (found,) = (source for source in report.sources if source.id == PAPER)
    assert "no registry could be asked for it" in found.note and "no registry has" not in found.note
    assert "title not obtained (paper)" in (directory / rundir.REPORT).read_text() and verify(directory) == ()


def test_what_stands_before_a_paywall_is_an_abstract_at_most(tmp_path: Path) -> None:
    """It is kept and read as an abstract; an offer to pay with a few words is no access at all."""
    directory, report = _research(tmp_path, "See https://walled.example/long and https://walled.example/offer for more.")
    found = {source.id: source for source in report.sources}
    long, offer = found["https://walled.example/long"], found["https://walled.example/offer"]
    assert long.status == "abstract only" and long.sha256 and offer.status == "not accessible" and offer.note.startswith("paywalled")
    assert verify(directory) == ()


# ---- notebooks that the pack names ---------------------------------------------------------------------------------

COLAB = "https://colab.research.google.com/github/made/wheels/blob/main/turn.ipynb"
RAW = "https://raw.githubusercontent.com/made/wheels/main/turn.ipynb"
CELL = {"cell_type": "code", "id": "a", "metadata": {}, "execution_count": 1, "source": "print(1 + 1)",
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "3\n"}]}  # fmt: skip
NOTEBOOK = json.dumps({"cells": [CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


def _with_notebook(folder: Path, body: bytes, **choices: object) -> tuple[Path, Report]:
    """A run over a pack that names a notebook by a link to a service that shows it."""
    web = MadeWeb({"raw.githubusercontent.com": lambda asked: ("text/plain", body) if asked.endswith("/turn.ipynb") else None})
    record(folder / "web.warc.gz", web, [RAW])
    pack = PACK.replace("== 6. Associated material ==\nNone recorded.", f"== 6. Associated material ==\n- The notebook: {COLAB}")
    chosen: dict[str, object] = {"experiments": False, "offline": False, "interactive": False, "replay": folder / "web.warc.gz", **choices}
    directory = runs.prepare(runs.Given(pack=("pack.txt", pack.encode())), chosen, folder / "runs")
    return directory, runs.perform(directory, runs.Surroundings(home=folder, tell=lambda *_: None, ask=lambda _: None))


def test_a_notebook_that_the_pack_names_is_fetched_and_to_be_run(tmp_path: Path) -> None:
    """Out of the repository that the service shows it from; its run is wanted as that of a supplied one is."""
    directory, report = _with_notebook(tmp_path, NOTEBOOK)
    (found,) = (source for source in report.sources if source.kind == "notebook")
    assert found.status == "full text" and found.url == RAW and found.sha256 == sha256(NOTEBOOK).hexdigest()
    assert [experiment.wanted.instrument for experiment in report.experiments if experiment.wanted.instrument == "notebook"] == ["notebook"]
    assert not any(limitation.step == "materials" for limitation in report.limitations) and verify(directory) == ()


@pytest.mark.parametrize(
    ("body", "choices", "why"),
    [
        (f"<html><title>Wheels</title><body><p>{WORDS}</p></body></html>".encode(), {}, "it is html, and no notebook"),
        (b"<html><title>Sign in</title></html>", {}, "login page"),
        (NOTEBOOK, {"offline": True, "replay": None}, ""),
        (NOTEBOOK, {"approve": True}, ""),
    ],
    ids=["another file", "a login", "offline", "where a person is asked first"],
)
def test_a_notebook_that_is_not_had_is_told(tmp_path: Path, body: bytes, choices: dict[str, object], why: str) -> None:
    """With what was there instead, and how to give it; nothing is opened where nothing may be."""
    directory, report = _with_notebook(tmp_path, body, **choices)
    (found,) = (source for source in report.sources if source.kind == "notebook")
    (limitation,) = (limitation for limitation in report.limitations if limitation.step == "materials")
    assert found.status == "not accessible" and why in found.note and why in measure(limitation.what) and "--material" in limitation.remedy
    assert verify(directory) == ()
