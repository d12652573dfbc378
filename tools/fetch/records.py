"""What came of trying to open a URL. Every way in which it can end is a state; none of them is an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tools.records import AccessStatus, Record

State = Literal[
    "fetched", "refused", "robots", "unreachable", "missing", "error page", "denied", "login page", "paywalled", "needs a browser",
    "rate-limited", "wrong type", "error", "broken", "too large", "too slow", "offline", "not in the recording",
]  # fmt: skip
Kind = Literal[
    "", "empty", "html", "pdf", "json", "notebook", "xml", "feed", "text", "gzip", "zip", "image", "postscript", "binary",
]  # fmt: skip


class Fetched(Record):
    """What came of trying to open a URL.

    state:
      fetched              status 200 (206 where a range was asked for), a whole body, and nothing that shows it to be another thing
      refused              by the policy, before anything was sent to that hop; or an answer that repeats the credential sent with it
      robots               the site's own rules for programs exclude it, or could not be read
      unreachable          no connection, no name, no certificate that holds
      missing              404 or 410
      error page           an error in disguise: status 200 or a redirect, and a page that says that nothing is here or tells of a failure
      denied               401, 403, 407 or 451, or a page that says so
      login page           a page that asks to sign in stands in its place
      paywalled            402, or a page that shows a part and sells the rest
      needs a browser      a page without text until its programs run, a test for humans, or a question for consent
      rate-limited         429, or 503 with Retry-After, after the tries that the time allowed; or the host's pause is not over
      wrong type           whole, and by its bytes none of the kinds that were asked for
      error                another status, or too many redirects
      broken               cut short, wrongly compressed, or no HTTP
      too large, too slow  a limit ended it
      offline              the user said so; nothing was tried
      not in the recording a replay has no answer to this request; nothing was tried

    hops: every URL that was asked, in order, the last one being where the answer came from. content_type: as declared.
    kind: what the body is by its bytes, whatever was declared. sha256: of the body as decoded, "" where none was obtained; also of a
    page that is not the document, so that the store can show what was given instead. byte_range: first and last byte (both included)
    and size of the whole, of a range. retry_after: seconds that the server asked to wait. cached: the bytes came from an earlier
    run's answer, which the server confirmed or had given a life that is not over. accessed: when the server gave or confirmed them.
    reason: in our words.
    """

    url: str
    state: State
    reason: str
    status: int | None = None
    hops: tuple[str, ...] = ()
    content_type: str = ""
    kind: Kind = ""
    sha256: str = ""
    byte_range: tuple[int, int, int] | None = None
    retry_after: float | None = None
    cached: bool = False
    accessed: str

    @property
    def final(self) -> str:
        """The URL that answered, and the one that was asked for where none did."""
        return self.hops[-1] if self.hops else self.url


@dataclass(frozen=True)
class FetchLimits:
    """bytes: of a body after decompression; wire: before it. seconds: for all hops and tries of one fetch, waiting in a host's queue

    and for its Retry-After left out, which `patience` bounds. header: bytes of a status line with its headers. redirects, tries: at most.
    """

    bytes: int = 20_000_000
    wire: int = 20_000_000
    header: int = 65_536
    seconds: float = 20
    patience: float = 60
    redirects: int = 5
    tries: int = 3


@dataclass(frozen=True)
class Answer:
    """A fetch with what it brought.

    body: of the document, empty unless `record.state` is "fetched". shown: the body of a page that stands in its place (an error, a
    login page, the part before a paywall), never the document. headers: of the last response, names in lower case, without cookies;
    text from outside.
    """

    record: Fetched
    body: bytes
    shown: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)


_BEST: dict[State, AccessStatus] = {"fetched": "full text", "paywalled": "abstract only"}


def best_access(state: State) -> AccessStatus:
    """The best access status that may be claimed for what ended so; what was read of it can only make it worse."""
    return _BEST.get(state, "not accessible")
