"""The address that a chapter links is the one that is opened, and documents at two addresses are two."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fake_web import CHAPTER, HTML, Page, serve
from tests.loopback_run import begin, carry_through
from tests.test_graph import PACK
from tools.identity import ids

# An escape that stands for another place, or for a character in the server's own encoding, stays as it is.
OTHER_PLACES = [
    "/p/a%2Fb",
    "/caf%E9",
    "/caf%C3%A9",
    "/a%25b",
    "/a%3Fb",
    "/a%23b",
    "/a%26b",
    "/a%3Bb",
    "/a%2Bb",
    "/a%20b",
    "/a%00b",
    "/%FF%FE",
    "/a%3Db",
]


@pytest.mark.parametrize("path", OTHER_PLACES)
def test_an_escape_that_leads_elsewhere_stays(path: str) -> None:
    """Whatever it would be in a text."""
    assert ids.canonical_url(f"https://a.example{path}") == f"https://a.example{path}"


@pytest.mark.parametrize(
    ("one", "other"),
    [("/a%2fb", "/a%2Fb"), ("/caf%e9", "/caf%E9"), ("/café", "/caf%C3%A9"), ("/%7Eana/%41", "/~ana/A"), ("/Guard_%28cache%29",
    "/Guard_(cache)"),
     ("/100%", "/100%25"), ("/a[1]|b", "/a%5B1%5D%7Cb"), ("/a%2Db%2E%5F", "/a-b._"), ("", "/")],
)  # fmt: skip
def test_two_spellings_of_one_address_are_one(one: str, other: str) -> None:
    """In capitals, with signs escaped that need not be, or not escaped that must be; and what is usual stays."""
    assert ids.canonical_url(f"https://a.example{one}") == ids.canonical_url(f"https://a.example{other}") == f"https://a.example{other}"


@pytest.mark.parametrize("path", [*OTHER_PLACES, "/a%2520b", "/caf%E9%zz", "/%", "/%4", "/a%%41"])
def test_a_canonical_address_is_its_own(path: str) -> None:
    """Named anew, it stays."""
    once = ids.canonical_url(f"https://a.example{path}")
    assert ids.canonical_url(once) == once


@pytest.mark.parametrize(
    ("query", "kept"),
    [("q=caf%E9&utm_source=x", "?q=caf%E9"), ("utm_source=x&a=b%2Fc&d", "?a=b%2Fc&d"), ("a=1%202+3&fbclid=9", "?a=1%202+3"), (
    "utm_source=x", ""),
     ("a;b=%2B&gclid=1&&c=", "?a;b=%2B&&c="), ("q=%ff", "?q=%ff"), ("x=utm_source", "?x=utm_source")],
)  # fmt: skip
def test_what_follows_a_reader_around_goes_alone(query: str, kept: str) -> None:
    """All else of a query stays sign for sign."""
    assert ids.canonical_url(f"https://a.example/?{query}") == f"https://a.example/{kept}"


def test_a_run_asks_for_what_the_chapter_links(tmp_path: Path) -> None:
    """Sign for sign, and each is a source of its own."""
    paths = ["/p/a%2Fb", "/p/a/b", "/caf%E9", "/caf%C3%A9", "/x?q=a%2Fb"]
    with serve() as web:
        for number, path in enumerate(paths):
            web.hang(path.partition("?")[0], Page(headers=HTML, body=CHAPTER.replace(b"Guards", f"Guards {number}".encode())))
        linked = " ".join(f"See {web.url}{path} for it." for path in paths)
        directory = begin(
            PACK.replace("Together they took 80 ms.", f"Together they took 80 ms. {linked}").encode(), tmp_path, model=None, search="none"
        )
        carry_through(directory, tmp_path, {})
        assert sorted(web.paths()) == sorted(paths)
        assert all(f"{web.url}{path}`" in (directory / "report.md").read_text() for path in paths)
