"""One fetch: the policy, the site's rules, a turn at the host, the request, its redirects and tries, and what the answer really is.

The policy is asked for every hop's URL, and again for the address that is really connected to, so that a name which resolves anew to a
private address between the check and the connection gains nothing. Every request and what came of it is kept in the archives.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import Protocol, cast

from pydantic import JsonValue
from tenacity import RetryCallState, Retrying, retry_if_result

from tools.exchange import Ended, Exchange, Request, Response, TooLarge, Unpackable
from tools.fetch import answers, visits
from tools.fetch.cache import Cache, conditions, fresh
from tools.fetch.index import FileHosts, PackageIndex
from tools.fetch.manners import Crowded, Manners, Rate, seconds_asked
from tools.fetch.records import Answer, Fetched, FetchLimits, Kind, State
from tools.fetch.robots import LIMITS as ROBOTS_LIMITS
from tools.fetch.robots import Robots
from tools.fetch.visits import Visit
from tools.fetch.wire import Resolver, Wire, resolve
from tools.policy import Policy, Refusal, host_of, origin, origin_or_none

HEADERS = ("accept-language", "x-github-api-version")
_OWN_RATE = Rate(0.0, 4)
_NONE: Mapping[str, str] = MappingProxyType({})


class Archive(Protocol):
    """Keeps exchanges; see tools/store."""

    def keep(self, exchange: Exchange) -> None: ...


class Recording(Protocol):
    """Answers in place of the network, None where it holds no answer; see replay.py."""

    def answer(self, request: Request) -> Response | Ended | None: ...


@dataclass
class Door:
    """Opens what the policy allows.

    offline: opens nothing and says so. archives: where every exchange is kept. cache: of earlier runs' answers. replay: answers in place
    of the network, which is then never reached. index: the package index, one of the user's own origins, or what finds it, which is
    asked when first needed. credentials: headers by
    origin, sent in calls of ours (`api`, `own`) to that origin alone, never across a redirect, and kept nowhere. rates: of single
    hosts. ca_bundle: certificates to trust in place of the system's. sleep, now, clock, resolver: the outer edge, handed in.
    """

    policy: Policy
    clock: Callable[[], str]
    limits: FetchLimits = field(default_factory=FetchLimits)
    offline: bool = False
    resolver: Resolver = resolve
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.monotonic
    archives: tuple[Archive, ...] = ()
    cache: Cache | None = None
    replay: Recording | None = None
    index: PackageIndex | Callable[[], PackageIndex] | None = None
    credentials: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    usual: Rate = field(default_factory=Rate)
    rates: Mapping[str, Rate] = field(default_factory=dict)
    ca_bundle: Path | None = None
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._finding = threading.Lock()
        self._manners = {own: Manners(usual, self.rates, self.sleep, self.now) for own, usual in ((False, self.usual), (True, _OWN_RATE))}
        self._robots = Robots(self._rules_at)
        self._hosts = FileHosts(self.package_index)
        self._wire = Wire(self.policy, self.clock, self.resolver, self._trusted)

    def package_index(self) -> PackageIndex:
        """The package index that the user configured; its `url` is "" where there is none, and `note` says why."""
        with self._finding:
            if not isinstance(self.index, PackageIndex):
                self.index = self.index() if self.index else PackageIndex("", note="this run has no package index")
            return self.index

    def _trusted(self, own: bool) -> Path | None:
        return self.ca_bundle or (self.package_index().ca_bundle if own else None)

    def _refusal(self, visit: Visit, url: str) -> Refusal | None:
        """The policy's; the package index and the hosts that its listing named are the user's own too."""
        if not visit.own or origin_or_none(url) in self.policy.own_origins:
            return self.policy.refuse_url(url, own=visit.own)
        index = self.package_index()
        return self.policy.refuse_url(url, own=True, named=(*self._hosts.origins, *((index.origin,) if index.url else ())))

    def fetch(
        self, url: str, *, accept: str = "", kinds: Collection[Kind] = (), byte_range: tuple[int, int | None] | None = None,
        headers: Mapping[str, str] = _NONE, api: bool = False, own: bool = False, post: JsonValue = None,
        limits: FetchLimits | None = None,
    ) -> Answer:  # fmt: skip
        """Get one document by URL; never raises for what the network or the policy does.

        accept: media types to ask for. kinds: by the body's bytes; another kind is "wrong type"; empty for any. byte_range: first and last
        byte (None: to the end; a negative first: so many last bytes). headers: of the listed harmless ones (HEADERS); a credential is
        never among them, the door adds those of `credentials` itself. api: a documented interface for programs, whose terms and not
        robots.txt apply. own: a call of ours to an origin that the user configured (the package index, a search endpoint), opened as
        configured, with redirects held to such origins; without it such an origin is held to the same rules as any other.
        post: a JSON body, for own origins alone. limits: in place of the door's.
        """
        if unlisted := [name for name in headers if name.lower() not in HEADERS]:
            raise ValueError(f"a fetch takes no header {unlisted[0]}")
        if post is not None and not own:
            raise ValueError("a body is sent to origins of the user's own alone")
        request = visits.request_of(url, accept, byte_range, headers, post)
        return self._visited(Visit(url, request, tuple(kinds), byte_range, api, own, limits or self.limits))

    def _rules_at(self, url: str) -> Answer:
        """A site's robots.txt: no rules apply to it, no credential goes with it."""
        request = visits.request_of(url, "text/plain", None, _NONE, None)
        return self._visited(Visit(url, request, (), None, api=False, own=False, limits=ROBOTS_LIMITS, rules=True))

    def _visited(self, visit: Visit) -> Answer:
        if self.offline and self.replay is None:
            return self._ended(visit, "offline", "the run was started with --offline")
        again = Retrying(
            retry=retry_if_result(visits.worth_another_try),
            stop=lambda state: self._enough(visit, state),
            wait=visits.wait,
            sleep=lambda seconds: self._pause(visit, seconds),
            retry_error_callback=lambda state: state.outcome.result() if state.outcome else None,
        )
        answer: Answer = again(self._follow, visit)
        return answer

    def close(self) -> None:
        """Close the connections that are kept."""
        self._wire.close()

    # ---- tries ---------------------------------------------------------------------------------------------

    def _enough(self, visit: Visit, state: RetryCallState) -> bool:
        over = visit.used >= visit.limits.seconds or (state.upcoming_sleep or 0) > visit.patience
        return state.attempt_number >= visit.limits.tries or over or not visit.hops

    def _pause(self, visit: Visit, seconds: float) -> None:
        visit.waited += seconds
        if self.replay is None:
            self.sleep(seconds)

    def _follow(self, visit: Visit) -> Answer:
        """One try, along its redirects."""
        visit.hops.clear()
        hop = visit.url
        while len(visit.hops) <= visit.limits.redirects:
            if refusal := self._refusal(visit, hop):
                where = "the address that it redirects to: " if visit.hops else ""
                return self._ended(visit, "refused", where + refusal.reason)
            if refused := self._by_rules(visit, hop):
                return refused
            visit.hops.append(hop)
            self.asked.append(hop)
            outcome, cached = self._exchange(visit, replace(visit.request, url=hop))
            if isinstance(outcome, Ended):
                if outcome.state in ("refused", "not in the recording"):
                    visit.hops.pop()
                return self._ended(visit, cast(State, outcome.state), outcome.reason, date=outcome.date, retry_after=outcome.pause)
            if visit.request.method == "GET" and (
                further := answers.led_on(hop, outcome, visit.limits.bytes, ours=visit.ours or visit.rules)
            ):
                hop = further
                continue
            return self._read(visit, outcome, cached)
        return self._ended(visit, "error", f"more than {visit.limits.redirects} redirects")

    def _by_rules(self, visit: Visit, hop: str) -> Answer | None:
        """The refusal by the site's own rules, None where they allow the hop or none apply."""
        if visit.ours or visit.rules:
            return None
        rules = self._robots.rules(hop)
        if rules.unread is not None:
            record = rules.unread.record
            state: State = "robots" if record.state in ("error", "broken", "too large") else record.state
            return self._ended(visit, state, f"its robots.txt could not be read: {record.reason}")
        if reason := rules.refuse(hop):
            return self._ended(visit, "robots", reason)
        self._manners[visit.own].slow(host_of(hop), rules.delay)
        return None

    def _ended(
        self, visit: Visit, state: State, reason: str, *, response: Response | None = None, shown: bytes = b"", date: str = "",
        retry_after: float | None = None,
    ) -> Answer:  # fmt: skip
        record = Fetched(
            url=visit.url, state=state, reason=reason, status=response.status if response else None, hops=tuple(visit.hops),
            content_type=answers.media_type(response) if response else "", sha256=answers.digest(shown),
            kind=answers.kind_of(shown) if shown else "", retry_after=retry_after, accessed=date or self.clock(),
        )  # fmt: skip
        return Answer(record, b"", shown, answers.headers(response))

    # ---- one exchange --------------------------------------------------------------------------------------

    def _exchange(self, visit: Visit, request: Request) -> tuple[Response | Ended, bool]:
        """What came of one request, kept in the archives, and whether it is an earlier run's answer."""
        neutral = replace(request, url=self._hosts.neutral(request.url)) if visit.own else request
        secret = self._secret(visit, request.url)
        if self.replay is not None:
            outcome = self.replay.answer(neutral) or Ended("not in the recording", "the recording holds no answer to this", self.clock())
            cached = False
        else:
            outcome, cached = self._asked_or_cached(visit, request, neutral, secret)
        if isinstance(outcome, Response) and visits.told(secret, outcome, visit.limits):
            outcome = Ended("refused", "the answer repeats the credential that was sent, so it is not kept", outcome.date)
        if not (isinstance(outcome, Ended) and outcome.state == "not in the recording"):
            for archive in self.archives:
                archive.keep(Exchange(neutral, outcome))
        return outcome, cached

    def _secret(self, visit: Visit, url: str) -> Mapping[str, str]:
        """Credentials for the first hop of a call of ours; none for a page, and none behind a redirect."""
        if not visit.ours or len(visit.hops) != 1:
            return _NONE
        place = origin(url)
        if visit.own and place not in self.policy.own_origins and place == self.package_index().origin:
            return self.package_index().secret
        return self.credentials.get(place, _NONE)

    def _asked_or_cached(
        self, visit: Visit, request: Request, neutral: Request, secret: Mapping[str, str]
    ) -> tuple[Response | Ended, bool]:
        cache = self.cache if not secret and request.method == "GET" else None
        held = cache.get(neutral) if cache else None
        if held and fresh(held, self.clock()):
            return held, True
        asked = replace(request, headers=request.headers + conditions(held)) if held else request
        outcome = self._sent(visit, asked, secret)
        if isinstance(outcome, Ended) or cache is None:
            return outcome, False
        if held and outcome.status == 304:
            confirmed = held.dated(outcome.date)
            cache.put(neutral, confirmed)
            return confirmed, True
        cache.put(neutral, outcome)
        return outcome, False

    def _sent(self, visit: Visit, request: Request, secret: Mapping[str, str]) -> Response | Ended:
        """The request sent in its turn at the host."""
        host, manners = host_of(request.url), self._manners[visit.own]
        closed = manners.closed(host)
        if closed > visit.patience:
            return Ended("rate-limited", f"the host asked to be left alone for {closed:.0f} s more", self.clock(), closed)
        if closed:
            self._pause(visit, closed)
        queued = self.now()
        try:
            with manners.turn(host, visit.patience, rules=visit.rules):
                started = self.now()
                visit.waited += started - queued
                deadline = time.monotonic() + visit.limits.seconds - visit.used
                outcome = self._wire.send(request, deadline, visit.limits, own=visit.own, secret=secret)
                visit.used += self.now() - started
        except Crowded:
            return Ended("too slow", f"no turn at this host within {visit.limits.patience:g} s", self.clock())
        if isinstance(outcome, Response) and (asked := answers.pause_asked(outcome)) is not None:
            manners.pause(host, seconds_asked(asked, outcome.date) or 0.0)
        return outcome

    # ---- the answer ----------------------------------------------------------------------------------------

    def _read(self, visit: Visit, response: Response, cached: bool) -> Answer:
        """What an answer is: the document, or what stands in its place."""
        try:
            body = response.body(visit.limits.bytes)
        except TooLarge as error:
            return self._ended(visit, "too large", str(error), response=response, date=response.date)
        except Unpackable as error:
            return self._ended(visit, "broken", str(error), response=response, date=response.date)
        told = answers.judged(visit.url, visit.hops[-1], response, body, visit.kinds, visit.byte_range, ours=visit.ours or visit.rules)
        if told.state != "fetched":
            return self._ended(
                visit, told.state, told.reason, response=response, shown=body, date=response.date, retry_after=told.retry_after
            )
        if visit.own:
            self._hosts.learn(visit.hops[-1], body)
        record = Fetched(
            url=visit.url, state="fetched", reason="", status=response.status, hops=tuple(visit.hops), kind=told.kind, cached=cached,
            content_type=answers.media_type(response), sha256=answers.digest(body), byte_range=told.byte_range, accessed=response.date,
        )  # fmt: skip
        return Answer(record, body, headers=answers.headers(response))
