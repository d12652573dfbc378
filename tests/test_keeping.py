"""Whatever the door brought is kept byte for byte with what was asked, without credentials, and answers again without a network."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from tests.fake_web import CHAPTER, HTML, MISBEHAVIOURS, PACKED, PAGES, FakeWeb, Page, Raw, furnish, ranged, serve
from tools.exchange import Exchange, Request, Response, TooLarge
from tools.fetch import Answer, Door, FetchLimits
from tools.fetch.cache import Cache
from tools.fetch.index import NOTE, index_at
from tools.fetch.manners import Rate
from tools.fetch.replay import Replay
from tools.policy import Policy, origin
from tools.store import Damaged, EvidenceStore

NOW = "2026-01-01T00:00:00Z"
SECRET = "planted-secret"


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(tmp_path / "evidence.warc.gz", NOTE)


def _door(*archives: EvidenceStore, **settings: Any) -> Door:
    chosen = {"policy": Policy(test_loopback=True), "sleep": lambda _: None, "usual": Rate(0, 4), "clock": lambda: NOW, **settings}
    return Door(archives=archives, **chosen)


def _read(store: EvidenceStore) -> list[tuple[str, str, str, bytes]]:
    """Type, address, first line and body of each record, in the eyes of another tool."""
    with store.path.open("rb") as archive:
        return [
            (r.rec_type, r.rec_headers["WARC-Target-URI"], r.http_headers.statusline if r.http_headers else "", r.content_stream().read())
            for r in ArchiveIterator(archive, check_digests="raise")
        ]


def test_an_exchange_is_kept_byte_for_byte(web: FakeWeb, store: EvidenceStore) -> None:
    """Answer and request, redirects, errors and robots.txt included; found by address and by hash, here and in the next process."""
    web.robots = "User-agent: *\nAllow: /\n"
    page = web.hang("/page", Page(headers=PACKED, body=gzip.compress(CHAPTER, mtime=0)))
    answer = _door(store).fetch(web.hang("/a", Page(302, {"Location": "/page"}, b"moved")))
    _door(store).fetch(web.url + "/none", api=True)
    for archive in (store, EvidenceStore(store.path)):
        assert archive.find(page) == answer.record.sha256 and archive.read(answer.record.sha256) == CHAPTER and not archive.verify()
        assert archive.find(web.url + "/none") is None, "an error's page is no document"
    kinds = [(kind, address.removeprefix(web.url), line) for kind, address, line, _ in _read(store)[1:]]
    assert [kind[1:] for kind in kinds if kind[0] == "response"] == [
        ("/robots.txt", "200 OK"), ("/a", "302 Found"), ("/page", "200 OK"), ("/none", "404 Not Found"),
    ]  # fmt: skip
    assert [kind[1] for kind in kinds if kind[0] == "request"] == ["/robots.txt", "/a", "/page", "/none"]
    assert [body for kind, address, _, body in _read(store) if (kind, address) == ("response", page)] == [CHAPTER]


def test_another_tool_finds_the_archive_in_order(web: FakeWeb, store: EvidenceStore, capsys: pytest.CaptureFixture[str]) -> None:
    """warcio's own check of every digest passes on an archive with all kinds of records."""
    furnish(web)
    door = _door(store, limits=FetchLimits(bytes=1_000_000, wire=1_000_000, seconds=0.7, tries=1))
    for path in ("/document", "/document", "/packed", "/gone", "/chunked", "/large", "/pay", "/no-content"):
        door.fetch(web.url + path)
    store.put("pypi:x==1/a.py", b"x = 1\n", "text/x-python")

    class Command:
        inputs = [str(store.path)]
        verbose = True

    checker = Checker(Command())
    checker.process_all()
    assert checker.exit_value == 0, capsys.readouterr().out
    assert {kind for kind, *_ in _read(store)} == {"warcinfo", "response", "request", "revisit", "metadata", "resource"}


def test_a_content_that_comes_again_is_kept_once(web: FakeWeb, store: EvidenceStore) -> None:
    """A revisit says that it came, when and with which headers, and where its body lies."""
    door = _door(store)
    url, mirror = web.hang("/a", Page(headers=HTML, body=CHAPTER * 50)), web.hang("/mirror", Page(headers=HTML, body=CHAPTER * 50))
    for address in (url, url, mirror):
        door.fetch(address, api=True)
    assert [kind for kind, *_ in _read(store)] == ["warcinfo", "response", "request", "revisit", "request", "revisit", "request"]
    again = EvidenceStore(store.path)
    assert again.find(url) == again.find(mirror) == sha256(CHAPTER * 50).hexdigest() and not again.verify()


@pytest.mark.parametrize("status", ["100 Go on", "599 Odd", "600 Odder", "777", "999 Request denied"])
def test_an_answer_of_any_status_leaves_an_archive_that_opens(web: FakeWeb, store: EvidenceStore, status: str) -> None:
    """What no standard knows is an error like another: kept, in the next process too, in the eyes of another tool, and in a replay."""
    told = f"HTTP/1.1 {status}\r\nContent-Length: 2\r\n\r\nhi".encode()
    url = web.hang("/odd", Raw(((0, told),)))
    live = _door(store, limits=LIMITS).fetch(url, api=True)
    _door(store).fetch(web.hang("/a", Page(body=b"words")), api=True)
    again = EvidenceStore(store.path)
    assert again.read(sha256(b"words").hexdigest()) == b"words" and not again.verify() and not again.repairs and len(_read(again)) > 3
    assert _door(replay=Replay(again)).fetch(url, api=True).record == live.record
    assert (live.record.state, live.record.status) == (("unreachable", None) if status[0] == "1" else ("error", int(status[:3])))


def test_what_no_reader_could_read_is_not_written(store: EvidenceStore) -> None:
    """The archive is as it was, and opens."""
    _keep(store, Response(200, "OK", (), b"words", NOW))
    whole = store.path.read_bytes()
    for status in (0, 99, 1000):
        with pytest.raises(Damaged):
            _keep(store, Response(status, "", (), b"other", NOW))
    assert store.path.read_bytes() == whole and len(EvidenceStore(store.path).records()) == len(store.records()) == 3


def _keep(store: EvidenceStore, response: Response) -> None:
    store.keep(Exchange(Request("GET", "https://a.example/"), response))


@pytest.mark.parametrize("file_first", [True, False], ids=["file-first", "page-first"])
def test_a_compressed_file_and_a_compressed_page_are_two_contents(web: FakeWeb, store: EvidenceStore, file_first: bool) -> None:
    """The same bytes under two addresses: what is found under each is what was fetched there, once each, in the next process too."""
    packed = gzip.compress(CHAPTER, mtime=0)
    file = web.hang("/chapter.gz", Page(headers={"Content-Type": "application/gzip"}, body=packed))
    page = web.hang("/chapter", Page(headers=PACKED, body=packed))
    for url in [file, page, page, file] if file_first else [page, file, file, page]:
        assert _door(store).fetch(url, api=True).body == (packed if url == file else CHAPTER)
    for archive in (store, EvidenceStore(store.path)):
        assert archive.read(archive.find(file) or "") == packed and archive.read(archive.find(page) or "") == CHAPTER
        assert not archive.verify() and len(archive.entries()) == 2
    assert [kind for kind, *_ in _read(store)].count("response") == 2
    again = _door(replay=Replay(EvidenceStore(store.path)))
    assert [again.fetch(url, api=True).body for url in (page, file)] == [CHAPTER, packed]


def test_a_body_is_unpacked_once() -> None:
    """Whoever asks for it, and with whatever cap, which is held all the same."""
    response = Response(200, "OK", (("Content-Encoding", "gzip"),), gzip.compress(CHAPTER), NOW)
    assert response.body(1_000_000) == CHAPTER and response.body(2_000_000) is response.body(1_000_000)
    with pytest.raises(TooLarge):
        response.body(len(CHAPTER) - 1)


def test_no_secret_and_no_cookie_is_kept(web: FakeWeb, store: EvidenceStore, tmp_path: Path) -> None:
    """Neither the credential of a search provider nor that of the package index is in archive, cache or record, decompressed or not."""
    index = index_at(web.url.replace("http://", "http://user:index-secret@") + "/simple")
    door = _door(store, credentials={origin(web.url): {"X-Api-Key": SECRET}}, cache=Cache(tmp_path / "cache"), index=index)
    headers = {"Set-Cookie": "id=cookie-secret", "ETag": '"1"'}
    answers = [
        door.fetch(web.hang("/api", Page(headers=headers, body=b'{"a": 1}')), api=True),
        door.fetch(web.hang("/simple/x/", Page(headers=headers, body=b"<a href=x.whl>x</a>")), own=True),
        door.fetch(web.hang("/echo", Page(body=f"you sent {SECRET}".encode())), api=True),
        door.fetch(web.hang("/page", Page(headers=headers, body=b"words"))),
    ]
    assert web.asked[0].headers["x-api-key"] == SECRET and web.asked[1].headers["authorization"].startswith("Basic ")
    assert [answer.record.state for answer in answers] == ["fetched", "fetched", "refused", "fetched"]
    kept = gzip.decompress(store.path.read_bytes()) + b"".join(
        path.read_bytes() for path in (tmp_path / "cache").rglob("*") if path.is_file()
    )
    kept += b"".join(answer.record.model_dump_json().encode() for answer in answers) + repr(door).encode()
    for secret in (SECRET, "index-secret", "cookie-secret", web.asked[1].headers["authorization"].split()[1]):
        assert secret.encode() not in kept


def test_damage_is_seen_in_answers_and_requests(web: FakeWeb, store: EvidenceStore) -> None:
    """A changed header, body or request does not hold against its digest."""
    _door(store).fetch(web.hang("/a", Page(headers={"X-Mark": "one"}, body=b"words")), api=True)
    whole = store.path.read_bytes()
    for old, new in ((b"X-Mark: one", b"X-Mark: two"), (b"words", b"wards"), (b"User-Agent: corrigenda", b"User-Agent: corrigendb")):
        out = b""
        for entry in store.records():
            plain = gzip.decompress(whole[entry.offset : entry.offset + entry.length])
            out += gzip.compress(plain.replace(old, new), mtime=0)
        store.path.write_bytes(out)
        assert any("content and digest differ" in problem for problem in EvidenceStore(store.path).verify()), old


def test_a_reference_to_nothing_is_seen(web: FakeWeb, store: EvidenceStore) -> None:
    """A revisit whose content is not in the archive is no evidence."""
    door = _door(store)
    for _ in range(2):
        door.fetch(web.hang("/a", Page(body=b"words")), api=True)
    whole = store.path.read_bytes()
    first = next(entry for entry in store.records() if entry.kind == "response")
    store.path.write_bytes(whole[: first.offset] + whole[first.offset + first.length :])
    assert any("not in the archive" in problem for problem in EvidenceStore(store.path).verify())


def test_the_index_tells_where_each_document_lies(web: FakeWeb, store: EvidenceStore) -> None:
    """As other tools read it: sorted, with the offset and length at which warcio finds the record."""
    _door(store).fetch(web.hang("/a", Page(headers=HTML, body=CHAPTER)), api=True)
    store.put("urn:b", b"words", "text/plain", date=NOW)
    lines = store.index().decode().splitlines()
    assert lines == sorted(lines) and len(lines) == 2
    told = json.loads(next(line for line in lines if "/a " in line).split(" ", 2)[2])
    assert (told["status"], told["mime"], told["filename"]) == ("200", "text/html", "evidence.warc.gz")
    with store.path.open("rb") as archive:
        archive.seek(int(told["offset"]))
        record = next(iter(ArchiveIterator(archive)))
        assert record.rec_headers["WARC-Target-URI"] == web.url + "/a" and record.content_stream().read() == CHAPTER


# ---- replay ----------------------------------------------------------------------------------------------------

LIMITS = FetchLimits(bytes=1_000_000, wire=1_000_000, seconds=0.5, tries=2)


def _tour(door: Door, web: FakeWeb) -> list[Answer]:
    """Everything that a web does, some of it twice."""
    plain = [door.fetch(web.url + path) for path in [*PAGES, *MISBEHAVIOURS, "/document", "/moved", "/busy", "/away"]]
    told = [
        door.fetch(web.url + "/file", byte_range=(3, 9)),
        door.fetch(web.url + "/file", byte_range=(-4, None)),
        door.fetch(web.url + "/file"),
    ]
    return [*plain, *told, door.fetch(web.url + "/a", accept="application/json"), door.fetch(web.url + "/a", accept="text/html")]


def test_a_recording_answers_as_the_web_did(web: FakeWeb, tmp_path: Path) -> None:
    """Each outcome byte for byte, failures, redirects, ranges and retries included, with the network refused."""
    furnish(web)
    web.hang("/moved", Page(302, {"Location": "/document"}))
    web.hang("/away", Page(302, {"Location": "https://10.0.0.1/"}))
    web.routes["/busy"] = lambda asked: Page(503) if asked.times == 0 else Page(body=b"now")
    web.routes["/file"] = ranged(bytes(range(200)))
    web.routes["/a"] = lambda asked: Page(body=asked.headers["accept"].encode())
    recording = EvidenceStore(tmp_path / "recording.warc.gz")
    live = _tour(_door(recording, limits=LIMITS), web)
    asked = len(web.asked)
    again = EvidenceStore(tmp_path / "again.warc.gz")
    replayed = _tour(_door(again, limits=LIMITS, replay=Replay(EvidenceStore(recording.path)), offline=True, resolver=_refused), web)
    assert [answer.record for answer in replayed] == [answer.record for answer in live]
    assert [(a.body, a.shown, a.headers) for a in replayed] == [(a.body, a.shown, a.headers) for a in live]
    assert len(web.asked) == asked and not again.verify()
    assert {entry.sha256 for entry in again.entries()} == {entry.sha256 for entry in recording.entries()}


def _refused(host: str, port: int) -> list[str]:
    raise AssertionError("the network is refused")


def test_what_is_not_in_the_recording_is_said(web: FakeWeb, store: EvidenceStore) -> None:
    """An unknown address, another range of a known one, another body: none is answered, and none is tried."""
    url = web.hang("/a", Page(body=b"words"))
    _door(store).fetch(url, api=True)
    door = _door(replay=Replay(store))
    unknown = [door.fetch(web.url + "/b", api=True), door.fetch(url, api=True, byte_range=(0, 1)), door.fetch(url)]
    assert [answer.record.state for answer in unknown] == ["not in the recording"] * 3 and unknown[0].record.hops == ()
    assert door.fetch(url, api=True).body == b"words" and len(web.asked) == 1


def test_a_recording_of_another_taste_is_used(web: FakeWeb, store: EvidenceStore) -> None:
    """Where it holds one form of a document, that is the document; where it holds two, the one that is asked for."""
    for path in ("/a", "/b"):
        web.routes[path] = lambda asked: Page(body=asked.headers["accept"].encode())
    door = _door(store)
    for path, accept in (("/a", "text/html"), ("/b", "text/html"), ("/b", "text/plain")):
        door.fetch(web.url + path, api=True, accept=accept)
    again = _door(replay=Replay(store))
    assert again.fetch(web.url + "/a", api=True).body == b"text/html"
    assert again.fetch(web.url + "/b", api=True, accept="text/plain").body == b"text/plain"
    assert again.fetch(web.url + "/b", api=True, accept="image/png").record.state == "not in the recording"


def test_a_replay_keeps_the_policy(store: EvidenceStore, web: FakeWeb) -> None:
    """What may not be opened is not opened from a recording either."""
    url = web.hang("/a", Page(body=b"words"))
    _door(store).fetch(url, api=True)
    assert _door(policy=Policy(), replay=Replay(store)).fetch(url, api=True).record.state == "refused"


def test_a_damaged_recording_is_no_answer(web: FakeWeb, store: EvidenceStore) -> None:
    """It is an error that names the record."""
    url = web.hang("/a", Page(body=b"words"))
    _door(store).fetch(url, api=True)
    door = _door(replay=Replay(store))
    store.path.write_bytes(store.path.read_bytes()[:40] + bytes(2_000))
    with pytest.raises(Damaged, match="record at byte"):
        door.fetch(url, api=True)


# ---- the package index -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["html", "json"])
def test_the_hosts_of_files_are_those_of_the_listing(web: FakeWeb, kind: str) -> None:
    """A listing of the index adds the origins of its files, for calls of ours; nothing else adds one."""
    with serve() as files, serve() as other:
        wheel = files.hang("/x-1.whl", Page(body=b"PK\x03\x04"))
        listing = f'<a href="{wheel}#sha256=0">x</a>' if kind == "html" else json.dumps({"files": [{"url": wheel}]})
        door = _door(index=index_at(web.url + "/simple/"), policy=Policy())
        assert door.fetch(wheel, own=True).record.state == "refused", "not before it was listed"
        door.fetch(other.hang("/page", Page(body=f'<a href="{other.url}/x">x</a>'.encode())), own=True)
        assert door.fetch(web.hang("/simple/x/", Page(body=listing.encode())), own=True).record.state == "fetched"
        assert door.fetch(wheel, own=True).body == b"PK\x03\x04"
        assert door.fetch(other.url + "/x", own=True).record.state == "refused" and other.asked == []
        assert door.fetch(wheel).record.state == "refused", "a link in a page is held to the rules of pages"


def test_a_recording_carries_neutral_hosts(web: FakeWeb, store: EvidenceStore) -> None:
    """In place of the user's own index and its files, says so, and replays where another index is configured."""
    with serve() as files:
        wheel = files.hang("/p/x-1.whl", Page(body=b"PK\x03\x04"))
        door = _door(store, index=index_at(web.url + "/root/simple"), policy=Policy())
        listing = web.hang("/root/simple/x/", Page(body=json.dumps({"files": [{"url": wheel}]}).encode()))
        live = [
            door.fetch(listing, own=True),
            door.fetch(wheel, own=True),
            door.fetch(web.hang("/root/x/json", Page(body=b"{}")), own=True),
        ]
    records = _read(store)
    assert {address for kind, address, *_ in records if kind != "warcinfo"} == {
        "https://package-index.invalid/simple/x/", "https://package-files-1.invalid/p/x-1.whl", "https://package-index.invalid/-/root/x/json",
    }  # fmt: skip
    assert b"package-index.invalid" in records[0][3]
    heads = [gzip.decompress(store.path.read_bytes()[e.offset : e.offset + e.length]) for e in store.records() if e.kind == "request"]
    assert not any(origin(web.url).encode() in head or web.url[7:].encode() in head for head in heads)
    elsewhere = _door(replay=Replay(store), index=index_at("https://mirror.example/simple"), policy=Policy(), resolver=_refused)
    assert elsewhere.fetch("https://mirror.example/simple/x/", own=True).body == live[0].body
    assert elsewhere.fetch(wheel, own=True).body == live[1].body


@pytest.mark.parametrize(
    ("url", "secret"), [("https://a.example/simple/", {}), ("https://u:p%40ss@a.example:8443/x/", {"Authorization": "Basic dTpwQHNz"})]
)
def test_the_credentials_of_an_index_are_no_part_of_its_address(url: str, secret: dict[str, str]) -> None:
    """They are a header for its origin alone."""
    index = index_at(url)
    assert "@" not in index.url and not index.url.endswith("/") and index.secret == secret and "Basic" not in repr(index)


def test_an_index_that_is_a_folder_is_none() -> None:
    """There is nothing for the door to open, and the reason is said."""
    index = index_at("file:///opt/packages/simple")
    assert index.url == "" and "no http address" in index.note
