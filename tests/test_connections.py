"""What an endpoint may send at most, and for how long, whatever it sends: against a server that drips, pings, floods and packs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from model_server import ModelServer, Said, Script

from agent.llm.connections import unusable
from agent.llm.endpoint import Endpoint
from agent.llm.errors import NotAllowed, Unbounded, Unreachable
from agent.llm.learn import learn
from agent.llm.records import Ask, Turn
from tests.test_endpoint import always

STREAM = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
REFUSED = b"HTTP/1.1 400 Bad Request\r\nContent-Type: application/json\r\n\r\n"
PINGS = Said(wire=(STREAM, b": ping\n\n"), pause=0.05)
SLOW = {
    "pings": PINGS,
    "a line": Said(wire=(STREAM + b'data: "', b"a"), pause=0.05),
    "headers": Said(wire=(b"HTTP/1.1 200 OK\r\nX-Name: ", b"a"), pause=0.05),
    "an error": Said(wire=(REFUSED, b" "), pause=0.05),
}
FLOODS = {"a line": Said(wire=(STREAM + b'data: "', b"a" * 500_000)), "an error": Said(wire=(REFUSED, b" " * 500_000))}
ASK = Ask(role="judge", turns=(Turn(role="system", parts=("Judge.",)), Turn(role="user", parts=("This.",))))


@pytest.fixture
def opened() -> Iterator[list[Endpoint]]:
    """Endpoints, closed at the end."""
    every: list[Endpoint] = []
    yield every
    for each in every:
        each.close()


def asked(opened: list[Endpoint], script: Script, seconds: float = 60, **profile: object) -> tuple[Exception, int, float]:
    """The error that a request ends in, how often it was sent, and in how many seconds."""
    with ModelServer(script) as server:
        opened.append(Endpoint(server.profile(**profile), sleep=lambda _: None))
        begun = time.monotonic()
        with pytest.raises((Unbounded, Unreachable, NotAllowed)) as failed:
            opened[-1].ask_within(ASK, lambda _: None, seconds)
        return failed.value, len(server.requests), time.monotonic() - begun


@pytest.mark.parametrize("said", SLOW.values(), ids=SLOW)
def test_what_trickles_in_buys_no_time(opened: list[Endpoint], said: Said) -> None:
    """One call ends after its total_seconds though no event, line or header is whole by then, and is not made again."""
    error, sent, seconds = asked(opened, always(said), total_seconds=0.4)
    assert isinstance(error, Unbounded) and "not whole after 0.4 s" in str(error)
    assert sent == 1 and seconds < 3


def test_the_runs_own_end_ends_a_call(opened: list[Endpoint]) -> None:
    """A call that begins before the end of --max-minutes does not go on behind it, and a server's delay is not waited for then."""
    error, sent, seconds = asked(opened, always(PINGS), seconds=0.4)
    assert isinstance(error, Unbounded) and "--max-minutes" in str(error) and sent == 1 and seconds < 3
    error, sent, _ = asked(opened, always(Said(status=429, headers={"retry-after": "30"})), seconds=20)
    assert isinstance(error, Unreachable) and "in one try" in str(error) and sent == 1


@pytest.mark.parametrize("said", FLOODS.values(), ids=FLOODS)
def test_an_answer_without_end_is_stopped(opened: list[Endpoint], said: Said) -> None:
    """Whether it is an event that never ends or the reason of a refusal; it is not asked for again."""
    error, sent, _ = asked(opened, always(said))
    assert isinstance(error, Unbounded) and "did not end within 32 MB" in str(error) and sent == 1


def test_an_answer_that_is_packed_is_refused(opened: list[Endpoint]) -> None:
    """A few bytes could unpack to any size; nothing of it is read."""
    error, sent, _ = asked(opened, always(Said("{}", packed="gzip")))
    assert isinstance(error, Unbounded) and "packed" in str(error) and sent == 1


def test_an_endpoint_that_never_ends_an_answer_is_found_out_at_once(opened: list[Endpoint]) -> None:
    """The first trial says it; no other is made."""
    with ModelServer(always(PINGS)) as server:
        opened.append(Endpoint(server.profile(total_seconds=0.4), sleep=lambda _: None))
        with pytest.raises(Unbounded, match="total_seconds"):
            learn(server.profile(), opened[-1])
    assert len(server.requests) == 1


def test_a_long_answer_in_time_is_whole(opened: list[Endpoint]) -> None:
    """Many small events with pauses between them are an answer like any other, over a connection that an earlier one was had by."""
    with ModelServer(always(Said("word " * 400, pause=0.01))) as server:
        opened.append(Endpoint(server.profile(total_seconds=20)))
        assert opened[-1].ask(ASK).text == opened[-1].ask(ASK).text


@pytest.mark.parametrize("key", ["sk-planted-here\n", "sk-planted\rhere"])
def test_a_request_that_cannot_be_sent_is_not_tried_again(opened: list[Endpoint], key: str) -> None:
    """What is wrong with it stays wrong; the reason does not show the key."""
    error, sent, _ = asked(opened, always(Said("{}")), key=key)
    assert isinstance(error, Unreachable) and "in one try" in str(error) and sent == 0
    assert "planted" not in str(error)


def test_a_redirect_is_told_as_one(opened: list[Endpoint]) -> None:
    """It is not followed, and the address is to be looked at."""
    error, sent, _ = asked(opened, always(Said(status=307, headers={"location": "https://elsewhere.example/v1"})))
    assert isinstance(error, NotAllowed) and "redirects are not followed" in str(error) and "address" in str(error) and sent == 1


@pytest.mark.parametrize(
    "address", ["http://[::1", "http://", "http://host:99999/v1", "http://a b/v1", "http://a\nb/v1", "ftp://a/v1", "http://..a/v1", "a/v1"]
)
def test_an_address_that_nothing_can_be_asked_at(address: str) -> None:
    """It is known before anything is sent."""
    assert unusable(address)


@pytest.mark.parametrize(
    "address", ["http://[::1]:8080/v1", "https://bücher.example", "HTTP://127.0.0.1:1/v1/", "http://me:pw@host/v1?a=b"]
)
def test_an_address_of_whatever_form_is_one(address: str) -> None:
    """Numbers, names of any script, a path, a name with a password."""
    assert not unusable(address)
