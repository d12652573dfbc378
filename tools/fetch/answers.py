"""What a response means: by its status, its range, and the bytes of its body."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from urllib.parse import urldefrag, urljoin

from tools.exchange import Response, TooLarge, Unpackable
from tools.fetch.disguises import challenged, signpost, unmasked
from tools.fetch.kinds import kind_of
from tools.fetch.manners import seconds_asked
from tools.fetch.records import Kind, State

__all__ = ["Told", "digest", "headers", "judged", "kind_of", "led_on", "media_type", "pause_asked"]

_REDIRECTS = (301, 302, 303, 307, 308)
_DENIED = {401: "the server wants a credential", 403: "the server forbids it", 407: "a proxy wants a credential", 451: "withheld by law"}


@dataclass(frozen=True)
class Told:
    """How a fetch ended, as `Fetched` has it."""

    state: State
    reason: str = ""
    kind: Kind = ""
    byte_range: tuple[int, int, int] | None = None
    retry_after: float | None = None


def digest(body: bytes) -> str:
    return sha256(body).hexdigest() if body else ""


def media_type(response: Response) -> str:
    """The declared type with its character set; "" for anything that is none, since a header's words are words from outside."""
    match = re.match(
        r"\s*([\w!#$&^.+-]{1,60}/[\w!#$&^.+-]{1,80})\s*(?:;\s*charset=\"?([\w.:+-]{1,40}))?", response.header("content-type"), re.I
    )
    return "" if match is None else match[1] + (f"; charset={match[2]}" if match[2] else "")


def headers(response: Response | None) -> dict[str, str]:
    return {name.lower(): value for name, value in reversed(response.headers)} if response else {}


def pause_asked(response: Response) -> str | None:
    """The server's own delay, "" where it asks to wait and does not say how long, None where it does not ask."""
    after = response.header("retry-after")
    return after if response.status == 429 or (response.status == 503 and after) else None


def led_on(url: str, response: Response, limit: int, *, ours: bool) -> str:
    """Where an answer sends whoever asked for `url`: a redirect, or a page that is nothing but a signpost; "" where it sends nobody on.

    limit: bytes of a body. ours: as for `judged`.
    """
    if response.status in _REDIRECTS:
        return target(url, response.header("location")) if response.header("location") else ""
    if ours or response.status not in (200, 203):
        return ""
    try:
        body = response.body(limit)
    except (TooLarge, Unpackable):
        return ""
    further = target(url, signpost(body)) if kind_of(body) == "html" else url
    return further if urldefrag(further)[0] != urldefrag(url)[0] else ""


def target(url: str, location: str) -> str:
    """The address that `location` names, seen from `url`."""
    try:
        return urljoin(url, location)
    except ValueError:
        return location


def judged(
    asked: str, answered: str, response: Response, body: bytes, kinds: tuple[Kind, ...], byte_range: tuple[int, int | None] | None,
    *, ours: bool,
) -> Told:  # fmt: skip
    """What the answer is. ours: of an interface for programs, whose short answers are no disguise."""
    status = response.status
    if (after := pause_asked(response)) is not None:
        asks = seconds_asked(after, response.date)
        return Told("rate-limited", f"the server answered {status} and asks to wait", retry_after=asks)
    if status >= 400 and not ours and body and challenged(body, headers(response)):
        return Told("needs a browser", f"the server answered {status} with a test for humans")
    if status in (404, 410):
        return Told("missing", f"the server answered {status}")
    if status in _DENIED:
        return Told("denied", f"the server answered {status}: {_DENIED[status]}")
    if status == 402:
        return Told("paywalled", "the server answered 402: it wants to be paid")
    if status == 206 and byte_range is not None:
        return _part(response, body, byte_range)
    if status not in (200, 203):
        return Told("error", f"the server answered {status}")
    kind = kind_of(body)
    if not ours and (found := unmasked(asked, answered, kind, body, headers(response))):
        return Told(*found)
    if kind == "empty" and not ours:
        return Told("error page", f"status {status}, and nothing in it")
    if kinds and kind not in kinds:
        return Told("wrong type", f"it is {kind}, not {' or '.join(kinds)}")
    return Told("fetched", kind=kind)


def _part(response: Response, body: bytes, asked: tuple[int, int | None]) -> Told:
    """A range, which must be the one that was asked for: what a server calls bytes 10 to 20 is worth what it says."""
    match = re.fullmatch(r"bytes (\d{1,15})-(\d{1,15})/(\d{1,15})", response.header("content-range").strip())
    if not match:
        return Told("broken", "a range without its place in the whole")
    first, last, whole = (int(part) for part in match.groups())
    wanted_first = max(0, whole + asked[0]) if asked[0] < 0 else asked[0]
    wanted_last = whole - 1 if asked[0] < 0 or asked[1] is None else min(asked[1], whole - 1)
    if (first, last) != (wanted_first, wanted_last) or len(body) != last - first + 1:
        return Told("broken", "another range than the one that was asked for")
    return Told("fetched", byte_range=(first, last, whole))
