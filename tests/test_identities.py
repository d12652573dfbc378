"""Who wrote what is derived again from what registries answered: a forged field, title, author or relation fails `verify`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agent.interfaces import runs
from agent.report import rundir
from agent.report.verify import verify
from tests import registry_answers as made
from tests.made_recording import HTML, Answer, MadeWeb, record
from tests.test_graph import PACK
from tools import durable
from tools.exchange import Exchange, Request, Response
from tools.identity.records import Claimed
from tools.store import EvidenceStore

TITLE = "Graphs That Break and Recompile"
PAGE = f"""<!doctype html><html><head><title>{TITLE}</title><meta name="citation_title" content="{TITLE}">
<meta name="citation_author" content="Brook, Ana"><meta name="citation_arxiv_id" content="2404.99001"></head><body><main><h1>{TITLE}</h1>
<p>{"Graphs break in many ways, and are compiled again. " * 30}</p></main></body></html>""".encode()
PAPER, MIRROR, PLAIN = "arxiv:2404.99001", "https://mirror.example/p", "https://pages.example/plain"
ORDINARY = f"<!doctype html><html><head><title>Queues</title></head><body><main><p>{'A page of words. ' * 60}</p></main></body></html>"


def _arxiv(asked: str) -> Answer:
    entry = made.arxiv_entry("2404.99001v2", TITLE, ["Ana Brook", "Bo Sørensen"], "2024-04-03T17:00:00Z", "2024-09-01T00:00:00Z")
    return "application/atom+xml", made.arxiv_feed(entry) if "2404.99001" in asked else made.arxiv_feed()


WEB = MadeWeb({
    "export.arxiv.org": _arxiv,
    "arxiv.org": lambda asked: (HTML, PAGE) if asked == "/html/2404.99001" else None,
    "mirror.example": lambda asked: (HTML, PAGE) if asked == "/p" else None,
    "pages.example": lambda asked: (HTML, ORDINARY.encode()) if asked == "/plain" else None,
})  # fmt: skip


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished run over a chapter that names a paper, a mirror of it and a page, from a recording of their registries."""
    folder = tmp_path_factory.mktemp("identities")
    claims = [Claimed(ids=(PAPER,))]
    record(folder / "web.warc.gz", WEB, ["https://arxiv.org/html/2404.99001", MIRROR, PLAIN], claims)
    words = f"Together they took 80 ms. It is told in arXiv:2404.99001, at {MIRROR} and at {PLAIN} too."
    pack = PACK.replace("Together they took 80 ms.", words).encode()
    chosen: dict[str, object] = {"experiments": False, "offline": False, "interactive": False, "search": "papers"}
    chosen["replay"] = folder / "web.warc.gz"
    directory = runs.prepare(runs.Given(pack=("pack.txt", pack)), chosen, folder / "runs")
    runs.perform(directory, runs.Surroundings(home=folder, tell=lambda *_: None, ask=lambda _: None))
    return directory


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "run"))


def _forged(run: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change the records, and make everything that is only a hash or a rendering of them anew."""
    value = json.loads((run / rundir.RECORDS).read_bytes())
    change({source["id"]: source for source in value["sources"]})
    durable.write(run / rundir.RECORDS, rundir.pretty(value))
    report = rundir.load_report(run)
    settings = runs.settings_of(run)
    rundir.finish(run, EvidenceStore(run / rundir.EVIDENCE), report, settings)


def _wrong(run: Path) -> list[str]:
    """What the check of identities says, the other checks' words left out."""
    return [str(problem) for problem in verify(run) if problem.where.startswith("source")]


def test_what_registries_answered_makes_the_ledger_again(run: Path) -> None:
    """An honest run holds: the paper is verified, its mirror a copy, and a page that names nothing what it was found as."""
    assert verify(run) == ()
    sources = {source.id: source for source in rundir.load_report(run).sources}
    assert sources[PAPER].verified and sources[PAPER].version == "v2" and "a copy" in sources[MIRROR].note
    assert sources[MIRROR].work == ("arxiv:2404.99001v2",) and sources[PLAIN].fields == () and sources[PLAIN].verified is None


def _field(name: str, **changed: object) -> Callable[[dict[str, Any]], object]:
    def change(sources: dict[str, Any]) -> None:
        next(field for field in sources[PAPER]["fields"] if field["name"] == name).update(changed)

    return change


FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "an author": _field("authors", registered={"untrusted": "Eve Forger", "origin": "derived"}),
    "a DOI": _field("doi", state="verified", registered={"untrusted": "10.5555/x", "origin": "derived"}, registry="crossref"),
    "a retraction that is hidden": _field("retraction", state="UNVERIFIED", registered=None, registry=None),
    "the registry": _field("title", registry="crossref"),
    "a date": _field("first date", registered={"untrusted": "1999-01-01", "origin": "derived"}),
    "a title": lambda sources: sources[PAPER].update(title={"untrusted": "Another Title", "origin": "arxiv:2404.99001v2"}),
    "a version": lambda sources: sources[PAPER].update(version="v9"),
    "a copy that is called verified": lambda sources: sources[MIRROR].update(verified=sources[PAPER]["verified"]),
    "a copy that is called the paper": lambda sources: sources[MIRROR].update(note=""),
    "a work": lambda sources: sources[PLAIN].update(work=["arxiv:2404.99001v2"]),
    "fields of a page that names nothing": lambda sources: sources[PLAIN].update(fields=sources[PAPER]["fields"]),
    "a page that is called verified": lambda sources: sources[PLAIN].update(verified=sources[PAPER]["verified"]),
    "the address": lambda sources: sources[PLAIN].update(url="https://elsewhere.example/"),
    "the access": lambda sources: sources[PLAIN].update(status="abstract only"),
}  # fmt: skip


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_identity_is_found(run: Path, name: str) -> None:
    """Though every hash and every rendering was made again to match it."""
    _forged(run, FORGERIES[name])
    assert _wrong(run), name


def test_a_source_that_is_left_out_is_found(run: Path) -> None:
    """What was opened stands in the ledger."""
    value = json.loads((run / rundir.RECORDS).read_bytes())
    value["sources"] = [source for source in value["sources"] if source["id"] != PLAIN]
    durable.write(run / rundir.RECORDS, rundir.pretty(value))
    assert any("does not list it" in line for line in _wrong(run))


def test_a_source_that_was_never_opened_is_found(run: Path) -> None:
    """A row that only the report knows carries no registry's word."""
    value = json.loads((run / rundir.RECORDS).read_bytes())
    paper = next(source for source in value["sources"] if source["id"] == PAPER)
    value["sources"].append({**paper, "id": "doi:10.5555/made.up"})
    durable.write(run / rundir.RECORDS, rundir.pretty(value))
    assert any("none was asked about it" in line for line in _wrong(run))


def _rewritten(run: Path, change: Callable[[Request, Response], Iterable[Response]]) -> None:
    """The archive with every answer of arXiv's registry replaced by those that `change` gives."""
    store, others = EvidenceStore(run / rundir.EVIDENCE), EvidenceStore(run / "other.warc.gz")
    for request, entry in store.exchanges():
        outcome = store.outcome(entry)
        registry = "export.arxiv.org" in request.url and isinstance(outcome, Response)
        for each in change(request, outcome) if registry and isinstance(outcome, Response) else [outcome]:
            others.keep(Exchange(request, each))
    for entry in store.entries():
        content = store.read(entry.sha256)
        if content is not None and entry.kind == "resource":
            others.put(entry.uri, content, entry.content_type, date=entry.date)
    (run / "other.warc.gz").replace(run / rundir.EVIDENCE)


def test_the_answers_of_registries_cannot_be_changed(run: Path) -> None:
    """An archive whose answer names other authors makes another identity than the report's."""
    _rewritten(run, lambda request, answer: [replace(answer, raw=answer.raw.replace(b"Ana Brook", b"Eve Forge"))])
    assert any("fields" in line for line in _wrong(run))


def test_an_answer_that_came_at_the_second_time_holds(run: Path) -> None:
    """A run that was interrupted, and asked again after an answer that was none, is as honest as one that was not."""
    _rewritten(run, lambda request, answer: [replace(answer, raw=b"<html>try later</html>"), answer])
    assert _wrong(run) == []
