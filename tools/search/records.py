"""What a search found, and how it ended."""

from __future__ import annotations

import re
from typing import Literal, Protocol

from prompts.trust import Untrusted
from tools.fetch import State
from tools.identity.ids import canonical_url
from tools.identity.records import Registered
from tools.policy import origin_or_none
from tools.records import Record

LONGEST_QUERY = 200

Outcome = Literal["found", "nothing", "refused", "throttled", "not reached", "malformed", "unusable"]
Kind = Literal["paper", "page", "code", "issue", "release", "package", "documentation", "post", "comment"]
Standing = Literal["", "asserts", "shows code"]


class Hit(Record):
    """One thing that a search found.

    id: canonical; url: where to read it; both of outside and of a form that the policy still judges. discovery: it is a link to follow
    and commentary, and never alone the ground of a verdict. by: who says it (a post, a comment, an issue), None for a document.
    standing: of what `by` says: asserted, or with code that others can run. date: ISO 8601. links: to follow from it.
    record: a registry's own record, where the provider is one.
    """

    provider: str
    kind: Kind
    id: str
    url: str
    title: Untrusted
    snippet: Untrusted
    discovery: bool = False
    by: Untrusted | None = None
    standing: Standing = ""
    date: str | None = None
    links: tuple[str, ...] = ()
    record: Registered | None = None


class Found(Record):
    """How one search of one provider ended.

    outcome: found; nothing (it worked, and there is nothing); refused (by the provider, by a credential that is wrong or missing, or by
    the policy); throttled; not reached; malformed (an answer that is not what is documented); unusable (not asked, see reason).
    passed_over: entries of the answer that could not be read.
    """

    provider: str
    query: str
    outcome: Outcome
    reason: str = ""
    hits: tuple[Hit, ...] = ()
    passed_over: int = 0

    @property
    def worked(self) -> bool:
        return self.outcome in ("found", "nothing")


class LookedUp(Record):
    """A registry's answer for one identifier. record: None where it has none ("nothing") or could not be asked."""

    provider: str
    id: str
    outcome: Outcome
    reason: str = ""
    record: Registered | None = None


class Provider(Protocol):
    """Searches one place. It never raises for what the place, the network or the policy does, and finds out at its first use whether

    it can be used at all.
    """

    @property
    def name(self) -> str: ...

    def search(self, query: str, limit: int = 10) -> Found: ...


class Register(Protocol):
    """Answers for an identifier with its own record. id: canonical."""

    @property
    def name(self) -> str: ...

    def look_up(self, id: str) -> LookedUp: ...


_OUTCOMES: dict[State, Outcome] = {
    "refused": "refused", "robots": "refused", "denied": "refused", "login page": "refused", "paywalled": "refused",
    "needs a browser": "refused", "rate-limited": "throttled", "missing": "nothing", "wrong type": "malformed", "error page": "malformed",
    "offline": "unusable",
}  # fmt: skip


def outcome_of(state: State) -> Outcome:
    """How a search ended whose fetch ended so."""
    return _OUTCOMES.get(state, "not reached")


def link(url: str) -> str | None:
    """A link of a search result in its canonical form, None where it is none that could ever be opened."""
    if len(url) > 2_000 or not re.match(r"(?i)https?://[^\s/]", url) or re.search(r"[\s<>\"\\^`{|}\x00-\x1f\x7f]", url):
        return None
    canonical = canonical_url(url)
    return None if origin_or_none(canonical) is None else canonical


def words_of(query: str) -> list[str]:
    """The words and quoted phrases of a query, without the operators of any provider's language."""
    phrases = re.findall(r'"([^"]+)"|([^\s"]+)', query)
    parts = (re.sub(r"[^\w.+#\-' ]+", " ", phrase or word).strip(" .-'") for phrase, word in phrases)
    return [part for part in parts if part and part not in ("AND", "OR", "NOT", "ANDNOT", "TO")]
