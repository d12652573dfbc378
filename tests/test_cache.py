"""Answers of earlier runs are used while the server gave them life, and asked about again afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.fake_web import Asked, FakeWeb, Page, ranged, serve
from tools.fetch import Door
from tools.fetch.cache import Cache
from tools.fetch.manners import Rate
from tools.policy import Policy, origin
from tools.store import EvidenceStore


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


def _door(cache: Cache | None, now: str = "2026-01-01T00:00:00Z", **settings: Any) -> Door:
    policy = Policy(test_loopback=True)
    return Door(policy=policy, clock=lambda: now, cache=cache, sleep=lambda _: None, usual=Rate(0, 4), **settings)


def _tagged(asked: Asked) -> Page:
    if asked.headers.get("if-none-match") == '"1"':
        return Page(304, {"ETag": '"1"'})
    return Page(headers={"ETag": '"1"', "Content-Type": "text/plain"}, body=b"words")


def test_an_answer_is_asked_about_and_not_loaded_again(web: FakeWeb, tmp_path: Path) -> None:
    """The server confirms it; the record says so, with the date of the confirmation, and the archive holds the whole."""
    web.routes["/a"] = _tagged
    _door(Cache(tmp_path / "cache")).fetch(web.url + "/a", api=True)
    store = EvidenceStore(tmp_path / "evidence.warc.gz")
    answer = _door(Cache(tmp_path / "cache"), "2026-02-01T00:00:00Z", archives=(store,)).fetch(web.url + "/a", api=True)
    assert (answer.body, answer.record.status, answer.record.cached) == (b"words", 200, True)
    assert answer.record.accessed == "2026-02-01T00:00:00Z" and answer.record.content_type == "text/plain"
    assert store.read(answer.record.sha256) == b"words" and len(web.asked) == 2


def test_a_changed_document_is_loaded_anew(web: FakeWeb, tmp_path: Path) -> None:
    """What the server no longer confirms is never served."""
    bodies = [b"old", b"new"]
    web.routes["/a"] = lambda asked: Page(headers={"ETag": f'"{asked.times}"'}, body=bodies[asked.times])
    got = [_door(Cache(tmp_path / "cache")).fetch(web.url + "/a", api=True) for _ in range(2)]
    assert [(answer.body, answer.record.cached) for answer in got] == [(b"old", False), (b"new", False)]


@pytest.mark.parametrize(
    ("headers", "later", "asked"),
    [
        ({"Cache-Control": "public, max-age=600"}, "2026-01-01T00:09:00Z", 1),
        ({"Cache-Control": "max-age=600"}, "2026-01-01T00:11:00Z", 2),
        ({"Cache-Control": "max-age=600", "Age": "500"}, "2026-01-01T00:03:00Z", 2),
        ({"Cache-Control": "max-age=600, no-cache", "ETag": '"1"'}, "2026-01-01T00:01:00Z", 2),
        ({"Cache-Control": "max-age=600, no-store"}, "2026-01-01T00:01:00Z", 2),
        ({"Expires": "Thu, 01 Jan 2026 01:00:00 GMT"}, "2026-01-01T00:30:00Z", 1),
        ({"Expires": "0"}, "2026-01-01T00:30:00Z", 2),
        ({"Vary": "*", "Cache-Control": "max-age=600"}, "2026-01-01T00:01:00Z", 2),
        ({}, "2026-01-01T00:00:01Z", 2),
    ],
)
def test_an_answer_lives_as_long_as_its_server_said(web: FakeWeb, tmp_path: Path, headers: dict[str, str], later: str, asked: int) -> None:
    """Within that time nothing is asked, and `accessed` stays the day when it came."""
    url = web.hang("/a", Page(headers=headers, body=b"words"))
    for now in ("2026-01-01T00:00:00Z", later):
        answer = _door(Cache(tmp_path / "cache"), now).fetch(url, api=True)
    assert answer.body == b"words" and len(web.asked) == asked
    assert answer.record.accessed == ("2026-01-01T00:00:00Z" if asked == 1 else later)


def test_what_was_asked_for_decides(web: FakeWeb, tmp_path: Path) -> None:
    """Another range and another accepted type have answers of their own."""
    web.routes["/a"] = lambda asked: Page(headers={"Cache-Control": "max-age=9"}, body=asked.headers["accept"].encode())
    file = ranged(b"0123456789")

    def ranges(asked: Asked) -> Page:
        page = file(asked)
        assert isinstance(page, Page)
        return Page(page.status, page.headers | {"Cache-Control": "max-age=9"}, page.body)

    web.routes["/file"] = ranges
    for _ in range(2):
        door = _door(Cache(tmp_path / "cache"))
        assert [door.fetch(web.url + "/a", api=True, accept=kind).body for kind in ("text/html", "application/json")] == [
            b"text/html", b"application/json",
        ]  # fmt: skip
        assert [door.fetch(web.url + "/file", api=True, byte_range=part).body for part in ((0, 1), (2, 3))] == [b"01", b"23"]
    assert len(web.asked) == 4


def test_errors_are_not_kept(web: FakeWeb, tmp_path: Path) -> None:
    """A missing page may be there tomorrow."""
    web.routes["/a"] = lambda asked: Page(404 if asked.times == 0 else 200, {"Cache-Control": "max-age=600"}, b"words")
    states = [_door(Cache(tmp_path / "cache")).fetch(web.url + "/a", api=True).record.state for _ in range(2)]
    assert states == ["missing", "fetched"]


def test_an_answer_to_a_credential_is_not_shared(web: FakeWeb, tmp_path: Path) -> None:
    """It is the user's own."""
    url = web.hang("/a", Page(headers={"Cache-Control": "max-age=600"}, body=b"words"))
    for _ in range(2):
        _door(Cache(tmp_path / "cache"), credentials={origin(web.url): {"X-Key": "planted-secret"}}).fetch(url, api=True)
    assert len(web.asked) == 2 and not list((tmp_path / "cache").rglob("*.json"))


@pytest.mark.parametrize("damage", ["body", "entry", "empty"])
def test_a_damaged_entry_is_as_none(web: FakeWeb, tmp_path: Path, damage: str) -> None:
    """A body that is not what its hash says is not served."""
    url = web.hang("/a", Page(headers={"Cache-Control": "max-age=600"}, body=b"words"))
    _door(Cache(tmp_path / "cache")).fetch(url, api=True)
    for path in (tmp_path / "cache").rglob("*"):
        if path.is_file() and (path.suffix == ".json") != (damage == "body"):
            path.write_bytes(b"" if damage == "empty" else b"wards")
    assert _door(Cache(tmp_path / "cache")).fetch(url, api=True).body == b"words" and len(web.asked) == 2


def test_the_cache_stays_within_its_size(web: FakeWeb, tmp_path: Path) -> None:
    """Opened, it lets the longest unused go; an entry without its body is as none."""
    web.routes["/a"] = lambda asked: Page(headers={"Cache-Control": "max-age=600"}, body=asked.path.encode() * 100)
    door = _door(Cache(tmp_path / "cache"))
    for number in range(10):
        door.fetch(f"{web.url}/a?{number}", api=True)
    opened = Cache(tmp_path / "cache", most=2_000)
    assert sum(path.stat().st_size for path in (tmp_path / "cache" / "bodies").rglob("*") if path.is_file()) <= 2_000
    again = _door(opened)
    assert [again.fetch(f"{web.url}/a?{number}", api=True).body for number in range(10)] == [f"/a?{n}".encode() * 100 for n in range(10)]


def test_several_runs_share_a_cache(web: FakeWeb, tmp_path: Path) -> None:
    """Writers at the same time leave whole entries."""
    web.routes["/a"] = lambda asked: Page(headers={"Cache-Control": "max-age=600"}, body=asked.path.encode())
    doors = [_door(Cache(tmp_path / "cache")) for _ in range(2)]
    with ThreadPoolExecutor(4) as pool:
        bodies = list(pool.map(lambda n: doors[n % 2].fetch(f"{web.url}/a?{n // 4}", api=True).body, range(40)))
    assert bodies == [f"/a?{n // 4}".encode() for n in range(40)]


def test_a_folder_that_cannot_be_written_is_no_failure(web: FakeWeb, tmp_path: Path) -> None:
    """The answer is given all the same."""
    (tmp_path / "cache").write_text("a file stands here")
    url = web.hang("/a", Page(headers={"Cache-Control": "max-age=600"}, body=b"words"))
    assert _door(Cache(tmp_path / "cache")).fetch(url, api=True).body == b"words"
