"""Two documents are two sources only where neither origin, work, copy nor the chapter itself makes them one."""

from __future__ import annotations

import random
import socket

import pytest

from tools.identity.independence import Document, gives_back, independent, origin_of, registered_domain

_WORDS = [f"word{number}" for number in range(3_000)]


def _text(seed: int, count: int = 400) -> str:
    return " ".join(random.Random(seed).choices(_WORDS, k=count))


@pytest.mark.parametrize(
    ("host", "domain"),
    [
        ("docs.pytorch.org", "pytorch.org"),
        ("a.b.bbc.co.uk", "bbc.co.uk"),
        ("someone.github.io", "someone.github.io"),
        ("x.readthedocs.io", "x.readthedocs.io"),
        ("EXAMPLE.org.", "example.org"),
        ("203.0.113.9", "203.0.113.9"),
        ("localhost", "localhost"),
    ],
)
def test_a_host_belongs_to_the_domain_that_was_registered(host: str, domain: str) -> None:
    """By the list of public suffixes, those of hosts for many included."""
    assert registered_domain(host) == domain


def test_the_list_is_at_hand_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is loaded to tell a domain."""

    def never(*_: object) -> None:
        raise AssertionError("a connection was opened")

    monkeypatch.setattr(socket, "socket", never)
    assert registered_domain("www.example.com.au") == "example.com.au"


@pytest.mark.parametrize(
    ("id", "origin"),
    [
        ("arxiv:2404.99001v2", "arxiv:2404.99001"),
        ("pypi:torch==2.7.0/torch/x.py", "pypi:torch"),
        ("git:github.com/pytorch/pytorch@" + "a" * 40 + "/x.py", "github.com/pytorch"),
        ("https://github.com/PyTorch/pytorch/issues/1", "github.com/pytorch"),
        ("https://raw.githubusercontent.com/pytorch/pytorch/main/x.py", "github.com/pytorch"),
        ("https://pytorch.github.io/x", "github.com/pytorch"),
        ("https://medium.com/@someone/post", "medium.com/@someone"),
        ("https://blog.example.org/a", "example.org"),
        ("python:3.11.7/collections/__init__.py", "python"),
    ],
)
def test_an_origin_is_who_made_it(id: str, origin: str) -> None:
    """An account, where anybody may publish; a work or package itself, wherever it lies."""
    assert origin_of(id) == origin


def test_pages_of_one_domain_are_one_source() -> None:
    """Different pages and hosts of one domain do not confirm each other."""
    found = independent(
        [
            Document("https://a.example.org/1", _text(1)),
            Document("https://b.example.org/2", _text(2)),
            Document("https://other.example/3", _text(3)),
        ]
    )
    assert found.sources == 2 and "same origin" in found.reasons["https://b.example.org/2"].said


def test_a_mirror_is_no_second_source() -> None:
    """Copied words under another domain join their original, with some words changed or more around them."""
    own = _text(1)
    changed = own.split()
    changed[100:110] = ["other"] * 10
    mirror = "Welcome. " + " ".join(changed) + " " + _text(9, 60)
    found = independent(
        [Document("https://one.example/a", own), Document("https://two.example/b", mirror), Document("https://three.test/c", _text(3))]
    )
    assert found.groups == (("https://one.example/a", "https://two.example/b"), ("https://three.test/c",))


def test_words_that_are_relied_on_and_stand_in_both_are_one_source() -> None:
    """A page that has the very words that are quoted from another leans on it, whatever else it says; a few words are nobody's."""
    words = " ".join(_text(1).split()[10:30])
    own, leaning = Document("https://one.example/a", _text(1), quoted=(words,)), "As they say, " + words + ". " + _text(7)
    assert independent([own, Document("https://two.example/b", leaning)]).reasons["https://two.example/b"].said == (
        "the words that are quoted stand in both"
    )
    few = Document("https://one.example/a", _text(1), quoted=(" ".join(words.split()[:6]),))
    assert independent([few, Document("https://two.example/b", leaning)]).sources == 2
    assert independent([own, Document("https://two.example/b", _text(7))]).sources == 2


def test_versions_of_a_work_are_one_source() -> None:
    """What registries join is one, whatever its words."""
    found = independent(
        [
            Document("arxiv:2404.99001v2", _text(1), work=("doi:10.5555/x",), registered=True),
            Document("doi:10.5555/x", _text(2), registered=True),
        ]
    )
    assert found.sources == 1


def test_two_papers_of_one_archive_are_two_sources() -> None:
    """An archive is not who wrote them."""
    assert (
        independent(
            [Document("arxiv:2404.99001", _text(1), registered=True), Document("arxiv:2404.99002", _text(2), registered=True)]
        ).sources
        == 2
    )


def test_what_a_registry_names_as_one_project_is_one_source() -> None:
    """A package, its repository and its documentation speak with one voice."""
    project = frozenset({"pypi:torch", "github.com/pytorch", "pytorch.org"})
    documents = [
        Document("pypi:torch==2.7.0/torch/x.py", _text(1), registered=True),
        Document("https://docs.pytorch.org/docs/x.html", _text(2)),
        Document("https://github.com/pytorch/pytorch/issues/1", _text(3)),
        Document("https://blog.example/y", _text(4)),
    ]
    assert independent(documents, projects=[project]).sources == 2


def test_a_page_that_gives_the_chapter_back_is_none() -> None:
    """Whether it is the chapter with a frame, a long passage of it, or a short page that repeats one claim."""
    chapter = _text(1, 3_000)
    words = chapter.split()
    long = _text(5, 900) + " " + " ".join(words[500:580]) + " " + _text(6, 900)
    reflector = "You asked: " + " ".join(words[40:70])
    found = independent(
        [
            Document("https://a.example/1", "Copy: " + chapter),
            Document("https://b.example/2", long),
            Document("https://c.example/3", reflector),
        ],
        chapter,
    )
    assert found.sources == 0 and set(found.echoes) == {"https://a.example/1", "https://b.example/2", "https://c.example/3"}


def test_a_source_that_the_chapter_quotes_is_no_echo() -> None:
    """A sentence that the chapter took from a page does not make the page an echo, nor does any overlap with a registered work."""
    page = _text(7, 800)
    chapter = _text(1, 1_000) + " " + " ".join(page.split()[100:130]) + " " + _text(2, 1_000)
    assert not gives_back(page, chapter)
    assert independent([Document("arxiv:2404.99001", chapter, registered=True)], chapter).sources == 1
