"""Whether two documents are two sources: not where one origin made both, one is a copy of the other, or one gives the chapter back.

The origin of a page is its registered domain (by the public suffix list that the library carries; nothing is loaded), on sites where
anybody may publish the account; the origin of a work or a package is itself, wherever copies of it lie.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from ipaddress import ip_address
from urllib.parse import urlsplit

from publicsuffixlist import PublicSuffixList

from tools.identity import ids, titles

_WORDS = 8  # of one shingle
_COPY = 0.5  # share of the smaller text that stands in the other, from which on it is a copy
_ECHO = 0.3  # share of a page that is the chapter's, from which on the page gives it back
_ECHO_RUN = 60  # words in a row of the chapter; a quotation is shorter
# Sites whose first part of the path names who publishes there, each with its name in an origin.
_ACCOUNTS = {
    "github.com": "github.com", "raw.githubusercontent.com": "github.com", "gist.github.com": "github.com", "gitlab.com": "gitlab.com",
    "codeberg.org": "codeberg.org", "bitbucket.org": "bitbucket.org", "huggingface.co": "huggingface.co", "medium.com": "medium.com",
    "dev.to": "dev.to", "kaggle.com": "kaggle.com", "www.kaggle.com": "kaggle.com",
}  # fmt: skip
_PAGES = {"github.io": "github.com", "gitlab.io": "gitlab.com", "codeberg.page": "codeberg.org"}


@cache
def _suffixes() -> PublicSuffixList:
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
    name = ids.parse(id)
    if name is None:
        return id
    if name.kind in ("doi", "arxiv", "pypi"):
        return str(name.work)
    if name.kind == "git":
        return "/".join(name.value.partition("@")[0].split("/")[:2]).lower()
    parts = urlsplit(name.value)
    host = parts.hostname or ""
    domain = registered_domain(host)
    account = next((piece for piece in parts.path.split("/") if piece), "").lower()
    if host in _ACCOUNTS and account:
        return f"{_ACCOUNTS[host]}/{account}"
    for suffix, site in _PAGES.items():
        if host.endswith("." + suffix):
            return f"{site}/{host.removesuffix('.' + suffix).rpartition('.')[2]}"
    return domain


def shingles(text: str) -> frozenset[int]:
    """Every run of eight words, as a number; marks and case aside. A text of fewer words is one run."""
    words = titles.folded(text).split()
    runs = (" ".join(words[start : start + _WORDS]) for start in range(max(1, len(words) - _WORDS + 1)))
    return frozenset(int.from_bytes(blake2b(run.encode(), digest_size=8).digest()) for run in runs) if words else frozenset()


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
    words = titles.folded(page).split()
    longest = run = 0
    for start in range(len(words) - _WORDS + 1):
        key = int.from_bytes(blake2b(" ".join(words[start : start + _WORDS]).encode(), digest_size=8).digest())
        run = run + 1 if key in theirs else 0
        longest = max(longest, run + _WORDS - 1 if run else 0)
    return longest


@dataclass(frozen=True)
class Document:
    """id: canonical. text: what was read of it. work: ids that are one work with it. registered: it stands in a registry (a paper, a

    package, a commit), so that it is a source of the chapter and no echo of it.
    """

    id: str
    text: str
    work: tuple[str, ...] = ()
    registered: bool = False


@dataclass(frozen=True)
class Independence:
    """groups: the documents that count as one source each, as ids in the order given. reasons: why an id joined another, or counts for

    nothing. echoes: ids that give the chapter back.
    """

    groups: tuple[tuple[str, ...], ...]
    echoes: tuple[str, ...]
    reasons: dict[str, str]

    @property
    def sources(self) -> int:
        """How many sources stand behind the documents."""
        return len(self.groups)


def independent(documents: Sequence[Document], chapter: str = "", projects: Iterable[frozenset[str]] = ()) -> Independence:
    """The documents as sources. projects: origins that registries name as one project (a package, its repository, its documentation)."""
    one_project = list(projects)
    echoes = [document.id for document in documents if not document.registered and chapter and gives_back(document.text, chapter)]
    reasons = dict.fromkeys(echoes, "it gives the chapter's own words back")
    groups: list[list[Document]] = []
    runs: dict[str, frozenset[int]] = {}
    for document in documents:
        if document.id in echoes:
            continue
        runs[document.id] = shingles(document.text)
        joined = []
        for members in groups:
            reason = next((why for other in members if (why := _why_one(document, other, runs, one_project))), None)
            if reason is not None:
                reasons.setdefault(document.id, reason)
                joined.append(members)
        groups = [members for members in groups if members not in joined] + [[*(each for members in joined for each in members), document]]
    order = {document.id: place for place, document in enumerate(documents)}
    told = sorted(
        (tuple(sorted((each.id for each in members), key=order.__getitem__)) for members in groups), key=lambda ids: order[ids[0]]
    )
    return Independence(tuple(told), tuple(echoes), reasons)


def _why_one(one: Document, other: Document, runs: dict[str, frozenset[int]], projects: Sequence[frozenset[str]]) -> str | None:
    if one.id in (other.id, *other.work) or other.id in one.work:
        return f"it is one work with {other.id}"
    left, right = origin_of(one.id), origin_of(other.id)
    if left == right:
        return f"it comes from the same origin as {other.id}: {left}"
    if any({left, right} <= project for project in projects):
        return f"it belongs to one project with {other.id}"
    if shared(runs[one.id], runs[other.id]) >= _COPY:
        return f"it holds the words of {other.id}"
    return None
