"""From what somebody says to the primary source: a post to what it links, a page to the paper, a paper to its code, documentation to the

source at its release, a preprint to the published version, a notebook link to the repository's file. Each step is kept with its rule.
Rules look at identifiers and links alone; nothing that a page says decides what is opened, and every URL passes the door's policy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal
from urllib.parse import unquote, urlsplit

from tools.identity import ids
from tools.identity.independence import origin_of
from tools.identity.records import Registered
from tools.records import Record
from tools.search.papers import address_of
from tools.search.records import link
from tools.search.sphinx_sites import SITES, Site

Rule = Literal[
    "post to link", "page to paper", "paper to code", "page to code", "documentation to source", "preprint to published",
    "notebook to file", "page to discussion", "page to release",
]  # fmt: skip
_REPOSITORY = re.compile(r"https://(?:github\.com|gitlab\.com|codeberg\.org)/[\w.-]+/[\w.-]+/?\Z")
_ISSUE = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/(?:issues|pull|discussions)/\d+\Z")
_RELEASE = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+/releases/tag/[^/]+\Z")
_BLOB = re.compile(r"https://github\.com/(?P<repository>[\w.-]+/[\w.-]+)/(?:blob|raw)/(?P<ref>[^/]+)/(?P<path>[^?#]+)(?:[?#].*)?\Z")
_COLAB = re.compile(r"/github/(?P<repository>[\w.-]+/[\w.-]+)/blob/(?P<ref>[^/]+)/(?P<path>.+\.ipynb)\Z")
_MODULES = re.compile(r"_modules/(?P<path>[\w/]+)\.html\Z")
NOT_REPOSITORIES = frozenset({"features", "about", "orgs", "topics", "sponsors", "marketplace", "settings", "login", "apps", "collections"})
_DISCUSSIONS = frozenset({"news.ycombinator.com", "lobste.rs", "reddit.com", "twitter.com", "x.com"})
# The order in which leads are followed: what is nearest to a primary source first.
_WORTH: tuple[Rule, ...] = (
    "preprint to published", "page to paper", "documentation to source", "notebook to file", "page to code", "paper to code",
    "page to release", "page to discussion", "post to link",
)  # fmt: skip


class Step(Record):
    """One step: by which rule, from which source, to which. source, target: canonical ids; url: to open the target."""

    rule: Rule
    source: str
    target: str
    url: str


class Chain(Record):
    """How a source was come to. primary: the end is a primary source (a paper, code at a commit or release, a package, an issue where

    the behaviour was reported, the project's own documentation). reason: why it ended before one.
    """

    steps: tuple[Step, ...]
    primary: bool
    reason: str = ""

    @property
    def end(self) -> str:
        return self.steps[-1].target


@dataclass(frozen=True)
class Opened:
    """What a document shows. id: canonical, after redirects. links: as written, made absolute; text: plain characters of it, measured

    for identifiers alone. failed: why it could not be opened, "" where it was.
    """

    id: str
    url: str
    links: Sequence[str] = ()
    text: str = ""
    failed: str = ""


def is_discussion(url: str) -> bool:
    """Whether an address is of a place where people talk about what others made: it leads to sources, and is none of a verdict."""
    parts = urlsplit(url)
    host = (parts.hostname or "").removeprefix("www.").removeprefix("old.")
    return host in _DISCUSSIONS or (host == "huggingface.co" and parts.path.startswith("/papers"))


def is_primary(id: str) -> bool:
    """Whether an id names a primary source."""
    name = ids.parse(id)
    if name is None:
        return False
    if name.kind != "url":
        return True
    return bool(_ISSUE.match(id) or _RELEASE.match(id)) or site_of(id) is not None


def site_of(url: str) -> Site | None:
    """The documentation that a page belongs to, of those that are known; releases lie beside each other under one host."""
    host = urlsplit(url).hostname
    return next((site for site in SITES if urlsplit(site.base).hostname == host), None)


def leads(opened: Opened, version: str | None = None) -> tuple[Step, ...]:
    """Where a document leads, each target once, the most promising first. version: of the package that documentation describes."""
    found: dict[str, Step] = {}
    name = ids.parse(opened.id)
    paper = name is not None and name.kind in ("arxiv", "doi")
    mentioned = (address_of(str(mention.identifier)) for mention in ids.mentions(opened.text))
    for url in [*_urls(opened.links), *_urls(mentioned)]:
        step = _step(opened.id, url, paper, version)
        if step is not None and not _same_document(step.target, opened.id):
            found.setdefault(step.target, step)
    return tuple(sorted(found.values(), key=lambda step: _WORTH.index(step.rule)))


def _urls(found: Iterable[str]) -> Iterator[str]:
    """Those that can be opened at all, in their canonical form."""
    for written in found:
        if (url := link(written)) is not None:
            yield url


def _same_document(one: str, other: str) -> bool:
    left, right = ids.parse(one), ids.parse(other)
    return one == other or (left is not None and right is not None and left.kind in ("arxiv", "doi") and left.work == right.work)


def _step(source: str, url: str, paper: bool, version: str | None) -> Step | None:
    if (file := notebook_file(url)) is not None:
        return Step(rule="notebook to file", source=source, target=str(ids.of_url(file)), url=file)
    if (module := documented_source(url, version)) is not None:
        return Step(rule="documentation to source", source=source, target=str(module), url=url)
    target = ids.of_url(url)
    rule: Rule | None = None
    if target.kind in ("arxiv", "doi"):
        rule = "page to paper"
    elif target.kind == "git" or _BLOB.match(url):
        rule = "documentation to source" if site_of(source) else "paper to code" if paper else "page to code"
    elif _ISSUE.match(url):
        rule = "page to discussion"
    elif _RELEASE.match(url) or target.kind == "pypi":
        rule = "page to release"
    elif _REPOSITORY.match(url) and urlsplit(url).path.split("/")[1] not in NOT_REPOSITORIES:
        rule = "paper to code" if paper else "page to code"
    elif site_of(url) is not None and not site_of(source):
        rule = "post to link"
    return Step(rule=rule, source=source, target=str(target), url=raw_file(url)) if rule else None


def notebook_file(url: str) -> str | None:
    """The repository's file that a link to a notebook service (Colab, nbviewer) opens, None where it is no such link."""
    parts = urlsplit(url)
    path = unquote(parts.path)
    services = ("colab.research.google.com", "nbviewer.org", "nbviewer.jupyter.org")
    match = _COLAB.match(path) if parts.hostname in services else None
    return f"https://raw.githubusercontent.com/{match['repository']}/{match['ref']}/{match['path']}" if match else None


def raw_file(url: str) -> str:
    """The address of a file's own bytes, where a URL leads to a page that shows it; any other URL as it is."""
    match = _BLOB.match(url)
    return f"https://raw.githubusercontent.com/{match['repository']}/{match['ref']}/{match['path']}" if match else url


def documented_source(url: str, version: str | None) -> ids.Identifier | None:
    """The package's file whose listing a documentation's source page is, at the documented release; None where that is not known."""
    site, match = site_of(url), _MODULES.search(urlsplit(url).path)
    if site is None or match is None or not site.package or site.package == "python":
        return None
    stated = re.search(r"/v?(\d+\.\d+(?:\.\d+)?)/", urlsplit(url).path)
    release = version or (stated[1] if stated else None)
    return ids.package(site.package, release, f"{match['path']}.py") if release else None


def published(record: Registered) -> tuple[Step, ...]:
    """From a preprint's record to what its registry states to be the published version; an author's own word is none."""
    if record.kind != "preprint":
        return ()
    targets = [related.id for related in record.related if related.kind == "preprint of" and related.certain]
    return tuple(
        Step(rule="preprint to published", source=record.id, target=target, url=address_of(target)) for target in dict.fromkeys(targets)
    )


@dataclass
class Follower:
    """Follows leads to primary sources. open: what a URL shows, by the door and the extractors. depth: steps of a chain; budget: documents

    opened in all. A primary source ends a chain and is not opened here.
    """

    open: Callable[[str], Opened]
    depth: int = 3
    budget: int = 8
    version: str | None = None
    seen: set[str] = field(default_factory=set)

    def follow(self, start: Opened) -> tuple[Chain, ...]:
        """The chains from a document or a post, in the order in which they were found; each target is reached once."""
        chains: list[Chain] = []
        self.seen.add(start.id)
        waiting: list[tuple[tuple[Step, ...], Opened]] = [((), start)]
        while waiting:
            steps, opened = waiting.pop(0)
            for step in self._next(opened, first=not steps):
                if step.target in self.seen:
                    continue
                self.seen.add(step.target)
                way = (*steps, step)
                if is_primary(step.target):
                    chains.append(Chain(steps=way, primary=True))
                elif len(way) >= self.depth:
                    chains.append(Chain(steps=way, primary=False, reason=f"no primary source within {self.depth} steps"))
                elif self.budget <= 0:
                    chains.append(Chain(steps=way, primary=False, reason="no more documents were to be opened"))
                else:
                    chains += self._further(way, waiting)
        return tuple(chains)

    def _next(self, opened: Opened, *, first: bool) -> tuple[Step, ...]:
        found = leads(opened, self.version)
        if not first:
            return found
        # Somebody's post leads wherever it links; a page further on is followed only towards primary sources.
        known = {step.url for step in found} | {step.target for step in found} | {opened.id}
        # Links of the site to itself are its own navigation.
        plain = [
            url for url in _urls(opened.links)
            if url not in known and str(ids.of_url(url)) not in known and raw_file(url) not in known
            and origin_of(url) != origin_of(opened.id)
        ]  # fmt: skip
        return (
            *found,
            *(Step(rule="post to link", source=opened.id, target=str(ids.of_url(url)), url=url) for url in dict.fromkeys(plain)),
        )

    def _further(self, way: tuple[Step, ...], waiting: list[tuple[tuple[Step, ...], Opened]]) -> list[Chain]:
        self.budget -= 1
        opened = self.open(way[-1].url)
        if opened.failed:
            return [Chain(steps=way, primary=False, reason=opened.failed)]
        self.seen.add(opened.id)
        if not leads(opened, self.version):
            return [Chain(steps=way, primary=False, reason="it leads to no primary source")]
        waiting.append((way, opened))
        return []
