"""Whether two documents are two sources: not where one origin made both, one is a copy of the other, or one gives the chapter back.

The origin of a page is its registered domain (by the public suffix list that the library carries; nothing is loaded), on sites where
anybody may publish the account; the origin of a work or a package is itself, wherever copies of it lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from ipaddress import ip_address
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

from tools.identity import ids, titles

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

_WORDS = 8  # of one shingle
_COPY = 0.5  # share of the smaller text that stands in the other, from which on it is a copy
_ECHO = 0.3  # share of a page that is the chapter's, from which on the page gives it back
_COMPARED = 400_000  # characters of a document, from its beginning, that are compared with others
_ECHO_RUN = 60  # words in a row of the chapter; a quotation is shorter
# Sites whose first part of the path names who publishes there, each with its name in an origin.
_ACCOUNTS = {
    "github.com": "github.com", "raw.githubusercontent.com": "github.com", "gist.github.com": "github.com", "gitlab.com": "gitlab.com",
    "codeberg.org": "codeberg.org", "bitbucket.org": "bitbucket.org", "huggingface.co": "huggingface.co", "medium.com": "medium.com",
    "dev.to": "dev.to", "kaggle.com": "kaggle.com", "www.kaggle.com": "kaggle.com",
}  # fmt: skip
_PYTHON = "python:"  # files of the standard library, by version
_PAGES = {"github.io": "github.com", "gitlab.io": "gitlab.com", "codeberg.page": "codeberg.org"}


@cache
def _suffixes() -> PublicSuffixList:
    # The list is long, and loaded only where an origin is asked for.
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def registered_domain(host: str) -> str:
    """The part of a host name that was registered ("docs.pytorch.org" -> "pytorch.org"); the host itself where none was."""
    host = host.rstrip(".").lower()
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return _suffixes().privatesuffix(host) or host
    return host


def origin_of(id: str) -> str:
    """Who made a source, by its canonical id."""
    if id.startswith(_PYTHON):
        return _PYTHON.rstrip(":")
    name = ids.parse(id)
    if name is None:
        return id
    if name.kind in ("doi", "arxiv", "pypi"):
        return str(name.work)
    if name.kind == "git":
        return "/".join(name.value.partition("@")[0].split("/")[:2]).lower()
    try:
        parts = urlsplit(name.value)
    except ValueError:
        return id  # an address that cannot be read, as an archive of somebody else's may hold
    host = parts.hostname or ""
    domain = registered_domain(host)
    account = next((piece for piece in parts.path.split("/") if piece), "").lower()
    if host in _ACCOUNTS and account:
        return f"{_ACCOUNTS[host]}/{account}"
    for suffix, site in _PAGES.items():
        if host.endswith("." + suffix):
            return f"{site}/{host.removesuffix('.' + suffix).rpartition('.')[2]}"
    return domain


@lru_cache(maxsize=64)
def _runs(text: str) -> tuple[int, ...]:
    """Every run of eight words in order, as a number that holds in this process; marks and case aside. Fewer words are one run."""
    words = titles.folded(text).split()
    if len(words) < _WORDS:
        return (hash(tuple(words)),) if words else ()
    return tuple(map(hash, zip(*(words[start:] for start in range(_WORDS)), strict=False)))


def shingles(text: str) -> frozenset[int]:
    """The runs of a text, each once."""
    return frozenset(_runs(text))


def shared(one: frozenset[int], other: frozenset[int]) -> float:
    """The share of the smaller set that is in the other, 0 to 1."""
    smaller = min(len(one), len(other))
    return len(one & other) / smaller if smaller else 0.0


def gives_back(page: str, chapter: str) -> bool:
    """Whether a page repeats the chapter: much of the page is the chapter's, or a passage longer than a quotation is."""
    own, theirs = shingles(page), shingles(chapter)
    if not own or not theirs:
        return False
    return len(own & theirs) / len(own) >= _ECHO or _longest_run(page, theirs) >= _ECHO_RUN


def _longest_run(page: str, theirs: frozenset[int]) -> int:
    longest = run = 0
    for key in _runs(page):
        run = run + 1 if key in theirs else 0
        longest = max(longest, run + _WORDS - 1 if run else 0)
    return longest


@dataclass(frozen=True)
class Document:
    """id: canonical. text: what was read of it. work: ids that are one work with it. registered: it stands in a registry (a paper, a

    package, a commit), so that it is a source of the chapter and no echo of it. quoted: the words of it that are relied on.
    """

    id: str
    text: str
    work: tuple[str, ...] = ()
    registered: bool = False
    quoted: tuple[str, ...] = ()


Kind = Literal["work", "origin", "project", "copy", "words", "echo"]
_SAID: dict[Kind, str] = {
    "work": "it is one work with it", "origin": "it comes from the same origin", "project": "it belongs to one project with it",
    "copy": "it holds its words", "words": "the words that are quoted stand in both", "echo": "it gives the chapter's own words back",
}  # fmt: skip


@dataclass(frozen=True)
class Reason:
    """Why a document is no source beside another. other: its id, "" for an echo, which counts for nothing."""

    kind: Kind
    other: str = ""

    @property
    def said(self) -> str:
        return _SAID[self.kind]


@dataclass(frozen=True)
class Independence:
    """groups: the documents that count as one source each, as ids in the order given. reasons: why an id joined another, or counts for

    nothing. echoes: ids that give the chapter back.
    """

    groups: tuple[tuple[str, ...], ...]
    echoes: tuple[str, ...]
    reasons: dict[str, Reason]

    @property
    def sources(self) -> int:
        """How many sources stand behind the documents."""
        return len(self.groups)


def independent(documents: Sequence[Document], chapter: str = "", projects: Iterable[frozenset[str]] = ()) -> Independence:
    """The documents as sources. projects: origins that registries name as one project (a package, its repository, its documentation)."""
    pairs = _Pairs(list(projects))
    echoes = [document.id for document in documents if not document.registered and chapter and gives_back(document.text, chapter)]
    reasons = dict.fromkeys(echoes, Reason("echo"))
    groups: list[list[Document]] = []
    for document in documents:
        if document.id in echoes:
            continue
        joined = []
        for members in groups:
            reason = next((why for other in members if (why := pairs.why_one(document, other))), None)
            if reason is not None:
                reasons.setdefault(document.id, reason)
                joined.append(members)
        groups = [members for members in groups if members not in joined] + [[*(each for members in joined for each in members), document]]
    order = {document.id: place for place, document in enumerate(documents)}
    told = sorted(
        (tuple(sorted((each.id for each in members), key=order.__getitem__)) for members in groups), key=lambda ids: order[ids[0]]
    )
    return Independence(tuple(told), tuple(echoes), reasons)


class _Pairs:
    """What makes two documents one source; words are compared where nothing plainer decides."""

    def __init__(self, projects: Sequence[frozenset[str]]) -> None:
        self._projects = projects
        self._runs: dict[str, frozenset[int]] = {}

    def why_one(self, one: Document, other: Document) -> Reason | None:
        if one.id in (other.id, *other.work) or other.id in one.work or set(one.work) & set(other.work):
            return Reason("work", other.id)
        left, right = origin_of(one.id), origin_of(other.id)
        if left == right:
            return Reason("origin", other.id)
        if any({left, right} <= project for project in self._projects):
            return Reason("project", other.id)
        if shared(self._of(one), self._of(other)) >= _COPY:
            return Reason("copy", other.id)
        return Reason("words", other.id) if self._quotes(one, other) or self._quotes(other, one) else None

    def _of(self, document: Document) -> frozenset[int]:
        if document.id not in self._runs:
            self._runs[document.id] = shingles(document.text[:_COMPARED])
        return self._runs[document.id]

    def _quotes(self, one: Document, other: Document) -> bool:
        """Whether words of one that are relied on, more than a few, stand in the other: then one of them has them from the other."""
        return any(len(runs := shingles(words)) > 1 and runs <= self._of(other) for words in one.quoted)
