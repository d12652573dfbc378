"""The ledger's sources are what registries say they are; a copy stays a copy, and a wrong identifier is refused with its reason."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.context import Context
from agent.inquiry import Act, Done, Inquiry, Opened
from agent.records import Ledger, Pack, Snapshot
from agent.report.bibliography import bibtex, csl_json
from agent.report.index import Index
from agent.report.sections.ledger import render
from agent.stages import sources
from prompts.trust import Untrusted, measure
from tests import registry_answers as made
from tests.fake_web import Asked, FakeWeb, Page, serve
from tests.report_samples import sample
from tests.world import NOW, world
from tools.records import IdentityField, Source
from tools.search.arxiv_api import ArxivApi
from tools.search.crossref import Crossref
from tools.search.datacite import DataCite
from tools.search.desk import Desk

TITLE = "Graphs That Break and Recompile"
PAGE = """<!doctype html><html><head><title>{title}</title><meta name="citation_title" content="{title}">
<meta name="citation_author" content="Brook, Ana"><meta name="citation_arxiv_id" content="{id}"></head><body><main><h1>{title}</h1>
<p>{words}</p></main></body></html>"""


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


def _desk(context: Context, web: FakeWeb) -> Desk:
    entry = made.arxiv_entry("2404.99001v2", TITLE, ["Ana Brook", "Bo Sørensen"], "2024-04-03T17:00:00Z", "2024-09-01T00:00:00Z")

    def feed(asked: Asked) -> Page:
        return Page(body=made.arxiv_feed(entry) if "2404.99001" in asked.path else made.arxiv_feed())

    web.routes["/api/query"] = feed
    work = made.crossref("10.5555/g.1", TITLE, [("Ana", "Brook"), ("Bo", "Sørensen")], (2025, 3, 1), container="Made Letters",
                         updated_by=[made.notice("retraction", "10.5555/r.1")])  # fmt: skip
    web.hang("/works/10.5555%2Fg.1", Page(body=json.dumps(made.crossref_work(work)).encode()))
    registers = [ArxivApi(context.door, web.url), Crossref(context.door, web.url), DataCite(context.door, web.url)]
    return Desk((), registers)


def _source(id: str, sha256: str = "") -> Source:
    return Source(
        id=id, kind="paper", title=Untrusted("as it was found", "search"), url=None, version=None, sha256=sha256,
        status="full text" if sha256 else "not accessible", note="found by a search", accessed=NOW,
    )  # fmt: skip


def _gathered(context: Context, desk: Desk | None, *opened: Source, pack: Pack, snapshot: Snapshot) -> Ledger:
    act = Act(key="1.1", tool="open_source", arguments={})
    done = tuple(Done(act=act, answered=True, lines=(), opened=Opened(handle="H1", source=source)) for source in opened)
    asking = replace(context, desk_for=lambda _: desk) if desk is not None else context
    return sources.gather(asking, pack, snapshot, Inquiry(by="rules", done=done))


def _inputs() -> tuple[Pack, Snapshot]:
    """A pack that names nothing, with the sample's chapter."""
    report = sample()
    nothing: dict[str, tuple[()]] = {"materials": (), "limitations": (), "references": (), "evidence": (), "leads": ()}
    pack = Pack.model_construct(identity=report.identity, sha256="0" * 64, chapter=report.snapshot.chapter, **nothing)
    return pack, report.snapshot


def _named(tmp_path: Path, web: FakeWeb, *opened: Source, context: Context | None = None, asked: bool = True) -> dict[str, Source]:
    context = context or world(tmp_path)
    pack, snapshot = _inputs()
    ledger = _gathered(context, _desk(context, web) if asked else None, *opened, pack=pack, snapshot=snapshot)
    return {source.id: source for source in ledger.sources}


def test_a_paper_is_named_by_its_registry(tmp_path: Path, web: FakeWeb) -> None:
    """Title, authors and dates come from the record, and the source counts as verified."""
    found = _named(tmp_path, web, _source("arxiv:2404.99001", "1" * 64))["arxiv:2404.99001"]
    assert measure(found.title) == TITLE and found.verified == NOW and found.version == "v2" and found.note == ""
    told = {field.name: field.state for field in found.fields}
    assert told["authors"] == "verified" and told["doi"] == "UNVERIFIED"


def test_a_retraction_stands_first(tmp_path: Path, web: FakeWeb) -> None:
    """The registry's standing of a work is told in its row and in the bibliography."""
    found = _named(tmp_path, web, _source("doi:10.5555/g.1", "1" * 64))["doi:10.5555/g.1"]
    assert found.note.startswith("the registry's standing: retracted")
    report = sample().model_copy(update={"sources": (found,)})
    text, (item,) = bibtex(report), json.loads(csl_json(report))
    assert "@article{" in text and "addendum = {retracted}" in text and "doi = {10.5555/g.1}" in text and "date = {2025-03-01}" in text
    assert item["DOI"] == "10.5555/g.1" and item["issued"] == {"date-parts": [[2025, 3, 1]]} and item["status"] == "retracted"
    assert [author["literal"] for author in item["author"]] == ["Ana Brook", "Bo Sørensen"] and item["container-title"] == "Made Letters"


def test_an_identifier_that_nobody_has_is_refused(tmp_path: Path, web: FakeWeb) -> None:
    """Digits that were swapped name nothing: the source stays unverified, and out of the bibliography."""
    found = _named(tmp_path, web, _source("arxiv:2404.99010", "1" * 64))["arxiv:2404.99010"]
    assert found.verified is None and "refused: its registry does not have it" in found.note and measure(found.title) == "as it was found"
    assert bibtex(sample().model_copy(update={"sources": (found,)})) == ""


@pytest.mark.parametrize(("id", "title", "note"), [
    ("2404.99001", TITLE, "a copy, not from the origin of arxiv:2404.99001v2"),
    ("2404.99001", "Beetles", "refused: arxiv has it as another title"),
    ("2404.99010", TITLE, "refused: its registry does not have it"),
])  # fmt: skip
def test_a_page_elsewhere_is_a_copy_at_most(tmp_path: Path, web: FakeWeb, id: str, title: str, note: str) -> None:
    """A page that states an identifier keeps its own address; the identifier is held against what the page is."""
    context = world(tmp_path)
    page = PAGE.format(title=title, id=id, words="Graphs break in many ways, and compile again. " * 30)
    stored = context.store.put("https://mirror.example/p", page.encode(), "text/html")
    found = _named(tmp_path, web, _source("https://mirror.example/p", stored), context=context)["https://mirror.example/p"]
    assert note in found.note and found.verified is None and (("arxiv:2404.99001v2" in found.work) == note.startswith("a copy"))


def test_registries_are_asked_once_a_run(tmp_path: Path, web: FakeWeb) -> None:
    """A run that goes on after an interruption takes the answer that it had."""
    context = world(tmp_path)
    _named(tmp_path, web, _source("arxiv:2404.99001", "1" * 64), context=context)
    before = len(web.asked)
    _named(tmp_path, web, _source("arxiv:2404.99001", "1" * 64), context=context)
    assert before > 0 and len(web.asked) == before


def test_without_registries_nothing_is_asked_or_changed(tmp_path: Path, web: FakeWeb) -> None:
    """A run that asks nobody says UNVERIFIED, as it was."""
    source = _source("arxiv:2404.99001", "1" * 64)
    assert _named(tmp_path, web, source, asked=False)["arxiv:2404.99001"] == source and web.asked == []


def test_the_ledger_shows_each_field_with_its_state(tmp_path: Path, web: FakeWeb) -> None:
    """What is verified with its registry, what differs with both sides, what nobody answers for by name; none can break the table."""
    hostile = Untrusted("A | B](https://evil.example) [C1] <b>", "page")
    found = _named(tmp_path, web, _source("doi:10.5555/g.1", "1" * 64))["doi:10.5555/g.1"]
    fields = (*(field for field in found.fields if field.name != "venue"),
              IdentityField(name="venue", state="differs", registered=hostile, claimed=hostile, registry="crossref"))  # fmt: skip
    report = sample().model_copy(update={"sources": (found.model_copy(update={"fields": fields}),)})
    (row,) = (line for line in render(Index(report)).splitlines() if "10.5555" in line)
    assert "authors Ana Brook; Bo Sørensen (crossref)" in row and "UNVERIFIED: " not in row and "venue differs: crossref has A" in row
    shown = re.sub(r"`[^`]*`|\\.", "", row)  # an address stands in a code span, and marks are escaped
    assert "[C1]" not in shown and "](" not in shown and "<b" not in shown and shown.count("|") == 8
