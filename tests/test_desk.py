"""The providers of a run together: a named setting, told before anything is asked, and identities out of what the registries answer."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from prompts.trust import measure
from tests import registry_answers as made
from tests.fake_web import Asked, FakeWeb, Page, serve
from tests.identity_cases import claim
from tests.test_search import NOW, door
from tools.fetch import Door
from tools.fetch.index import configured
from tools.fetch.manners import Rate
from tools.policy import Policy
from tools.search import profiles
from tools.search.arxiv_api import ArxivApi
from tools.search.crossref import Crossref
from tools.search.datacite import DataCite
from tools.search.desk import Desk
from tools.search.openalex import OpenAlex
from tools.search.package_index import PackageIndexProjects
from tools.search.profiles import NAMES, PROFILES, SearchSettings, Subject, told

TITLE, PEOPLE = "Graphs That Break and Recompile", [("Ana", "Brook"), ("Bo", "Sørensen")]
SECRETS = SearchSettings("all", "https://search.example", "brave-secret", "tavily-secret", "github-secret", "s2-secret")


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


def _json(value: Any) -> Page:
    return Page(headers={"Content-Type": "application/json"}, body=json.dumps(value).encode())


def _desk(web: FakeWeb) -> Desk:
    """Registries that hold one preprint and its publication; they answer for these identifiers and for searches, and 404 for others."""
    work = made.crossref("10.5555/graphs.1", TITLE, PEOPLE, (2025, 3, 1), container="Journal of Made Systems")  # type: ignore[arg-type]
    web.hang("/works/10.5555%2Fgraphs.1", _json(made.crossref_work(work)))
    web.hang("/works", _json(made.crossref_list(work)))
    web.hang("/dois", _json(made.datacite_list()))
    entry = made.arxiv_entry("2404.99001v2", TITLE, ["Ana Brook", "Bo Sørensen"], "2024-04-03T17:00:00Z", doi="10.5555/graphs.1")

    def feed(asked: Asked) -> Page:
        return Page(body=made.arxiv_feed(entry) if "2404.99001" in asked.path or "Recompile" in asked.path else made.arxiv_feed())

    web.routes["/api/query"] = feed
    opened = door(web)
    both = [ArxivApi(opened, web.url), Crossref(opened, web.url), DataCite(opened, web.url)]
    return Desk(both, [*both, OpenAlex(opened, web.url)])


def test_an_identifier_is_looked_up_with_what_it_leads_to(web: FakeWeb) -> None:
    """The DOI that an author typed in at arXiv is looked up too, and joined because the publisher's record agrees."""
    found = _desk(web).identify(claim(TITLE, ids=["arxiv:2404.99001"]))
    assert found.identity.id == "arxiv:2404.99001v2" and found.identity.work == ("doi:10.5555/graphs.1",)
    assert measure(found.identity.field("first date").registered) == "2024-04-03"  # type: ignore[arg-type]


def test_without_an_identifier_title_authors_and_year_are_searched(web: FakeWeb) -> None:
    """The record that fits all three is the identity; what the search ranks first is nothing to it."""
    found = _desk(web).identify(claim(TITLE, ["A. Brook", "B. Sørensen"], 2025))
    assert found.identity.id == "doi:10.5555/graphs.1" and found.identity.field("doi").state == "verified"
    assert _desk(web).identify(claim("Another Title", ["A. Brook"], 2025)).identity.id is None


def test_swapped_digits_are_refused_and_the_right_work_is_found(web: FakeWeb) -> None:
    """A trap's identifier, which nobody has, is refused with the reason; the claim's words find the work."""
    found = _desk(web).identify(claim(TITLE, ["Ana Brook", "Bo Sørensen"], 2024, ["arxiv:2404.99010"]))
    assert found.identity.refused == (("arxiv:2404.99010", "its registry does not have it"),)
    assert found.identity.id == "arxiv:2404.99001v2" and found.identity.field("arxiv").state == "differs"


def test_a_registry_that_cannot_be_asked_denies_nothing(web: FakeWeb) -> None:
    """An identifier is missing only where its registries answered; otherwise it is unknown, and the limit is told."""
    for path in ("/works/10.5555%2Fgone.1", "/dois/10.5555%2Fgone.1"):
        web.hang(path, Page(500))
    desk = _desk(web)
    found = desk.identify(claim(ids=["doi:10.5555/gone.1"]))
    assert found.identity.id is None and found.identity.refused == () and any("crossref" in limit for limit in found.limits)


def test_an_answer_for_another_identifier_is_none(web: FakeWeb) -> None:
    """A registry that answers with another work than the one asked for has not answered."""
    work = made.crossref("10.5555/other.1", TITLE, PEOPLE, (2025, 3, 1))  # type: ignore[arg-type]
    web.hang("/works/10.5555%2Fasked.1", _json(made.crossref_work(work)))
    found = Crossref(door(web), web.url).look_up("doi:10.5555/asked.1")
    assert (found.outcome, found.record) == ("malformed", None) and "another identifier" in found.reason


def test_an_identifier_is_asked_for_once(web: FakeWeb) -> None:
    """A run asks no registry twice for the same."""
    desk = _desk(web)
    desk.identify(claim(TITLE, ids=["arxiv:2404.99001"]))
    before = len(web.asked)
    desk.identify(claim(TITLE, ids=["arxiv:2404.99001"]))
    assert len(web.asked) == before


@pytest.mark.parametrize(
    "query", ["", "   ", "x" * 201, "a\x00b", "a\u202eb", "a\nb"], ids=["empty", "blank", "long", "null", "bidi", "line"]
)
def test_a_query_that_is_none_reaches_no_provider(web: FakeWeb, query: str) -> None:
    """Refused as a value, before anything is asked."""
    desk = _desk(web)
    assert {found.outcome for found in desk.search(query)} == {"refused"} and web.asked == []


def test_each_provider_answers_for_itself(web: FakeWeb) -> None:
    """One that fails takes nothing from the others."""
    desk = _desk(web)
    web.hang("/works", Page(503))
    outcomes = {found.provider: found.outcome for found in desk.search("Recompile")}
    assert outcomes == {"arxiv": "found", "crossref": "not reached", "datacite": "nothing"}


def test_every_profile_is_told_before_it_asks() -> None:
    """Each provider has its line, with the host or the reason why it is not asked; no secret stands in it or in the settings' own words."""
    for profile in PROFILES:
        lines = "\n".join(told(SearchSettings(profile), Subject()))
        assert all(f"  {name}: " in lines for name in NAMES[profile]) and (profile == "none") == lines.startswith("searching: none;")
    lines = "\n".join(told(SECRETS, Subject("neural training transformer", ("torch",), ("pytorch/pytorch",))))
    assert "docs.pytorch.org" in lines and "search.example" in lines and "not asked" not in lines
    assert "secret" not in lines and "secret" not in repr(SECRETS)


def test_keys_go_where_they_belong() -> None:
    """Each to its own origin; only search endpoints that are configured and in the profile become the user's own."""
    headers = profiles.credentials(SECRETS)
    assert {origin: next(iter(found.values())).removeprefix("Bearer ") for origin, found in headers.items()} == {
        "https://api.github.com": "github-secret",
        "https://api.semanticscholar.org": "s2-secret",
        "https://api.search.brave.com": "brave-secret",
        "https://api.tavily.com": "tavily-secret",
    }
    assert profiles.own_origins(SECRETS) == {"https://search.example", "https://api.tavily.com"}
    assert profiles.own_origins(SearchSettings("papers", "https://search.example")) == frozenset()


def test_the_desk_of_each_profile_has_its_providers() -> None:
    """Registries answer in every profile but none."""
    offline = Door(Policy(), lambda: NOW, offline=True, usual=Rate(0, 4))
    for profile in PROFILES:
        desk = profiles.desk(SearchSettings(profile), Subject(), offline)
        assert tuple(provider.name for provider in desk.providers) == NAMES[profile]
        assert bool(desk.registers) == (profile != "none")
        assert all(found.outcome == "unusable" and found.reason for found in desk.search("graphs"))


def test_nothing_is_asked_before_it_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Making a desk opens no connection."""

    def never(*_: object, **__: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "create_connection", never)
    door = Door(Policy(), lambda: NOW)
    profiles.desk(SECRETS, Subject("x", ("torch",)), door)
    assert door.asked == []


def test_arxiv_and_its_session_are_loaded_only_where_asked() -> None:
    """Importing the profiles loads neither the package nor requests."""
    code = "import sys, tools.search.profiles; print(sorted({'arxiv', 'requests', 'publicsuffixlist'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ})
    assert done.stdout.strip() == "[]"


@pytest.mark.live
def test_the_real_package_index_answers_for_a_project_and_a_release() -> None:
    """The index that pip is configured for, through the real door: a project by name, a release's first upload, one that never was."""
    index = configured()
    if not index.url:
        pytest.skip(f"no package index: {index.note}")
    opened = Door(Policy(own_origins=frozenset({index.origin})), lambda: NOW, index=index)
    projects = PackageIndexProjects(opened, index.url)
    found = projects.search("httpx")
    if found.outcome == "not reached":
        pytest.skip(f"the package index is not reached: {found.reason}")
    assert found.hits[0].id.startswith("pypi:httpx==") and found.hits[0].record is not None
    release = projects.look_up("pypi:httpx==0.28.1")
    assert release.record is not None and release.record.first == "2024-12-06" and release.record.version == "0.28.1"
    assert projects.look_up("pypi:httpx==0.999").outcome == "nothing"
    yanked = projects.look_up("pypi:attrs==21.1.0")
    assert yanked.record is not None and yanked.record.retraction == "yanked"
