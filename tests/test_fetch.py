"""The door opens what the policy allows, and every other outcome is recorded as what it was."""

from __future__ import annotations

import gzip
import socket
import time
from collections.abc import Iterator
from hashlib import sha256

import pytest

from tests.loopback import Web, serve
from tools.fetch import Door, FetchLimits
from tools.policy import Policy, origin


@pytest.fixture
def web() -> Iterator[Web]:
    with serve() as web:
        yield web


def _door(limits: FetchLimits | None = None, **settings: object) -> Door:
    chosen = {"policy": Policy(test_loopback=True), "sleep": lambda _: None, **settings}
    return Door(clock=lambda: "2026-01-01T00:00:00Z", limits=limits or FetchLimits(), **chosen)  # type: ignore[arg-type]


def test_a_document_is_fetched_with_its_hash(web: Web) -> None:
    """Body, hash, type and the one hop are recorded."""
    web.answers["/a"] = lambda _: (200, {"Content-Type": "text/plain"}, b"words")
    answer = _door().fetch(web.url + "/a")
    assert answer.body == b"words" and answer.record.state == "fetched" and answer.record.hops == (web.url + "/a",)
    assert answer.record.content_type == "text/plain" and answer.record.sha256 == sha256(b"words").hexdigest()


@pytest.mark.parametrize(
    ("status", "state"), [(404, "missing"), (410, "missing"), (403, "error"), (401, "error"), (500, "error"), (204, "error")], ids=str
)
def test_a_status_that_is_no_document_is_recorded(web: Web, status: int, state: str) -> None:
    """No body of an error is ever taken for the document."""
    web.answers["/a"] = lambda _: (status, {}, b"" if status == 204 else b"sorry")
    answer = _door().fetch(web.url + "/a")
    assert (answer.record.state, answer.record.status, answer.body) == (state, status, b"")


def test_a_busy_server_is_asked_again(web: Web) -> None:
    """503 once, then the document."""
    web.answers["/a"] = lambda times: (503, {}, b"") if times == 0 else (200, {}, b"now")
    assert _door().fetch(web.url + "/a").body == b"now"
    assert len(web.asked) == 2


def test_a_busy_server_is_not_asked_for_ever(web: Web) -> None:
    """The tries are bounded, and the last outcome is the record."""
    web.answers["/a"] = lambda _: (503, {}, b"")
    assert _door(FetchLimits(tries=3)).fetch(web.url + "/a").record.status == 503
    assert len(web.asked) == 3


def test_redirects_are_followed_and_recorded(web: Web) -> None:
    """Each hop is in the record."""
    web.answers["/a"] = lambda _: (302, {"Location": "/b"}, b"")
    web.answers["/b"] = lambda _: (200, {}, b"here")
    answer = _door().fetch(web.url + "/a")
    assert answer.body == b"here" and answer.record.hops == (web.url + "/a", web.url + "/b")


def test_a_circle_of_redirects_ends(web: Web) -> None:
    """After the fifth hop it is an error."""
    web.answers["/a"] = lambda _: (302, {"Location": "/a"}, b"")
    answer = _door().fetch(web.url + "/a")
    assert answer.record.state == "error" and "redirects" in answer.record.reason and len(web.asked) == 6


@pytest.mark.parametrize(
    "target",
    [
        "http://10.0.0.1/",
        "https://169.254.169.254/latest",
        "file:///etc/passwd",
        "http://example.org/",
        "https://[::ffff:192.168.1.1]/",
        "ftp://a.b/",
    ],
)
def test_a_redirect_out_of_the_policy_is_refused(web: Web, target: str) -> None:
    """What a page says adds no origin: the hop is refused before anything is sent to it."""
    web.answers["/a"] = lambda _: (302, {"Location": target}, b"")
    answer = _door().fetch(web.url + "/a")
    assert answer.record.state == "refused" and answer.record.hops == (web.url + "/a",)


def test_a_body_larger_than_the_cap_is_given_up(web: Web) -> None:
    """Also where it is small before decompression."""
    web.answers["/a"] = lambda _: (200, {"Content-Encoding": "gzip"}, gzip.compress(b"0" * 5_000_000))
    answer = _door(FetchLimits(bytes=100_000)).fetch(web.url + "/a")
    assert answer.record.state == "too large" and answer.body == b""


def test_a_slow_server_is_given_up(web: Web) -> None:
    """The time of a fetch is bounded as a whole."""

    def late(_: int) -> tuple[int, dict[str, str], bytes]:
        time.sleep(0.6)
        return 200, {}, b"late"

    web.answers["/a"] = late
    assert _door(FetchLimits(seconds=0.2)).fetch(web.url + "/a").record.state == "too slow"


def test_a_host_that_does_not_resolve_is_unreachable() -> None:
    """A name without an address is tried, bounded, and recorded."""

    def nowhere(host: str, port: int) -> list[str]:
        raise socket.gaierror("no such host")

    answer = _door(policy=Policy(), resolver=nowhere).fetch("https://nowhere.example/")
    assert answer.record.state == "unreachable" and "ConnectError" in answer.record.reason


@pytest.mark.parametrize(
    "address", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fd00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "0.0.0.0"]
)
def test_a_name_that_resolves_to_a_private_address_is_refused(web: Web, address: str) -> None:
    """The address that would be connected to decides, whatever the name looks like."""
    door = _door(policy=Policy(), resolver=lambda host, port: [address])
    answer = door.fetch("https://innocent.example/")
    assert answer.record.state == "refused" and "not a public one" in answer.record.reason and web.asked == []


def test_a_name_is_resolved_once_for_check_and_connection() -> None:
    """A resolver that answers anew with a private address gains nothing: it is asked once a connection."""
    answers = iter([["203.0.113.9"], ["127.0.0.1"]])
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return next(answers)

    record = _door(FetchLimits(tries=1, seconds=1), policy=Policy(), resolver=rebinding).fetch("https://rebind.example/").record
    assert record.state in ("refused", "unreachable", "too slow") and asked == ["rebind.example"]


def test_an_offline_run_opens_nothing(web: Web) -> None:
    """The user's word is kept, and the outcome says that it was his."""
    assert _door(offline=True).fetch(web.url + "/a").record.state == "offline"
    assert web.asked == []


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/", "https://localhost/", "https://127.0.0.1/", "https://0x7f000001/", "https://2130706433/", "https://0177.0.0.1/",
        "https://127.1/", "https://user:secret@example.org/", "https://example.org:8443/", "file:///etc/passwd",
        "data:text/plain,x", "javascript:alert(1)",
        "https://intranet/", "https://exa mple.org/", "https://example.org/\r\nHost: x", "//example.org/", "https://", "", "https://[::1]/",
        "https://[fe80::1%25eth0]/", "https://" + "a" * 3000 + ".org/",
    ],
)  # fmt: skip
def test_a_url_outside_the_policy_is_refused(url: str) -> None:
    """Refused before any name is resolved."""

    def never(host: str, port: int) -> list[str]:
        raise AssertionError("resolved")

    assert _door(policy=Policy(), resolver=never).fetch(url).record.state == "refused"


def test_an_origin_of_the_users_own_is_opened_as_configured(web: Web) -> None:
    """It may be private and http; another port of the same host is another origin."""
    web.answers["/a"] = lambda _: (200, {}, b"mine")
    door = _door(policy=Policy(own_origins=frozenset({origin(web.url)})))
    assert door.fetch(web.url + "/a").body == b"mine"
    assert door.fetch("http://127.0.0.1:1/a").record.state == "refused"


def test_nothing_of_the_users_is_sent(web: Web) -> None:
    """No cookie and no credential accompanies a request."""
    web.answers["/a"] = lambda _: (200, {"Set-Cookie": "id=1"}, b"x")
    door = _door()
    door.fetch(web.url + "/a")
    door.fetch(web.url + "/a")
    headers = {name.lower() for _, sent in web.asked for name in sent}
    assert not headers & {"cookie", "authorization", "referer"}
