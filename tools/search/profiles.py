"""Which providers a run asks, by one name, and what is told of them before anything is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, cast, get_args
from urllib.parse import urlsplit

from tools.fetch import Door
from tools.fetch.manners import Rate
from tools.policy import origin
from tools.search import brave, crossref, datacite, github, hacker_news, hf_papers, openalex, semantic_scholar, tavily
from tools.search.desk import Desk
from tools.search.endpoint import Endpoint
from tools.search.follow import NOT_REPOSITORIES
from tools.search.package_index import PackageIndexProjects
from tools.search.records import Provider, Register
from tools.search.searxng import SearXNG
from tools.search.sphinx_sites import SITES, Site, SphinxSites

Profile = Literal["none", "papers", "docs", "discussions", "web", "all"]
PROFILES: tuple[Profile, ...] = get_args(Profile)

_PAPERS = ("arxiv", "crossref", "datacite", "openalex", "semantic-scholar")
_DOCS = ("package-index", "documentation", "github-issues", "github-code", "github-releases")
_DISCUSSIONS = ("hacker-news", "hf-papers", "github-issues")
_WEB = ("searxng", "brave", "tavily")
NAMES: Mapping[Profile, tuple[str, ...]] = {
    "none": (),
    "papers": _PAPERS,
    "docs": _DOCS,
    "discussions": _DISCUSSIONS,
    "web": _WEB,
    "all": tuple(dict.fromkeys((*_PAPERS, *_DOCS, *_DISCUSSIONS, *_WEB))),
}
_HOSTS = {
    "arxiv": "https://export.arxiv.org", "crossref": crossref.BASE, "datacite": datacite.BASE, "openalex": openalex.BASE,
    "semantic-scholar": semantic_scholar.BASE, "hf-papers": hf_papers.BASE, "hacker-news": hacker_news.BASE, "github-issues": github.BASE,
    "github-code": github.BASE, "github-releases": github.BASE, "brave": brave.BASE, "tavily": tavily.BASE,
}  # fmt: skip
# What each asks of programs without a key: arXiv one request in three seconds, one at a time; Semantic Scholar one a second.
RATES: Mapping[str, Rate] = {
    "export.arxiv.org": Rate(3.0, 1),
    "api.semanticscholar.org": Rate(1.1, 1),
    "api.search.brave.com": Rate(1.1, 1),
    "api.github.com": Rate(2.0, 1),
}


def profile_of(words: object) -> Profile:
    """The profile of that name, "none" for what names none."""
    return next((profile for profile in PROFILES if profile == words), "none")


@dataclass(frozen=True)
class SearchSettings:
    """What the user chose. searxng: address of an instance. The keys and tokens are sent to their own origins alone, and kept nowhere."""

    profile: Profile = "none"
    searxng: str = ""
    brave: str = field(default="", repr=False)
    tavily: str = field(default="", repr=False)
    github: str = field(default="", repr=False)
    semantic_scholar: str = field(default="", repr=False)


@dataclass(frozen=True)
class Subject:
    """What of the chapter decides what is asked. text: its words; packages: distributions that its code imports; repositories: of these

    ("owner/name"), as their index names them.
    """

    text: str = ""
    packages: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[Site, ...]:
        return tuple(site for site in SITES if site.package in self.packages)


def credentials(settings: SearchSettings) -> dict[str, dict[str, str]]:
    """Headers by origin, for the door."""
    found: dict[str, dict[str, str]] = {}
    if settings.github:
        found[github.BASE] = {"Authorization": f"Bearer {settings.github}"}
    if settings.semantic_scholar:
        found[semantic_scholar.BASE] = {"x-api-key": settings.semantic_scholar}
    if settings.brave:
        found[brave.BASE] = {"X-Subscription-Token": settings.brave}
    if settings.tavily:
        found[tavily.BASE] = {"Authorization": f"Bearer {settings.tavily}"}
    return found


def own_origins(settings: SearchSettings) -> frozenset[str]:
    """The origins that the settings make the user's own, for the policy: search endpoints that are in the profile and configured."""
    names = NAMES[settings.profile]
    own = {origin(settings.searxng)} if settings.searxng and "searxng" in names else set()
    return frozenset(own | ({tavily.BASE} if settings.tavily and "tavily" in names else set()))


def told(settings: SearchSettings, subject: Subject) -> tuple[str, ...]:
    """What is printed before the run asks anything: each provider with its host, or why it will not be asked."""
    if settings.profile == "none":
        return ("searching: none; documents that the pack names are opened, nothing is searched for",)
    lines = [f"searching: {settings.profile}"]
    for name in NAMES[settings.profile]:
        lines.append(f"  {name}: {_told(name, settings, subject)}")
    return tuple(lines)


def _told(name: str, settings: SearchSettings, subject: Subject) -> str:
    host = urlsplit(_HOSTS.get(name, "")).hostname or ""
    if name == "package-index":
        return "the package index that pip is configured for"
    if name == "documentation":
        return (
            ", ".join(urlsplit(site.base).hostname or "" for site in subject.sites)
            or "not asked: the chapter's packages have none that is known"
        )
    if name == "searxng":
        return (urlsplit(settings.searxng).hostname or "") if settings.searxng else "not asked: no address of an instance is configured"
    lacking = {"brave": not settings.brave, "tavily": not settings.tavily, "github-code": not settings.github}
    if lacking.get(name):
        return "not asked: no key is set"
    if name == "github-releases" and not subject.repositories:
        return "not asked: no repository of the chapter's packages is known"
    if name == "hf-papers" and not hf_papers.covers(subject.text):
        return "not asked: the chapter's subject is not what it covers"
    return host


def desk(settings: SearchSettings, subject: Subject, door: Door) -> Desk:
    """The providers of the profile. Registries answer for identifiers in every profile but "none", since none is trusted without one."""
    if settings.profile == "none":
        return Desk((), ())
    made: dict[str, object] = {}
    interface = github.endpoint(door)
    makers = _makers(settings, subject, door)
    wanted = NAMES[settings.profile]
    for name in dict.fromkeys((*wanted, "arxiv", "crossref", "datacite", "openalex", "package-index")):
        made[name] = makers[name]() if name in makers else _github(name, interface, settings, subject)
    registers = [made[name] for name in ("arxiv", "crossref", "datacite", "openalex", "package-index")]
    registers += [made["semantic-scholar"]] if "semantic-scholar" in made else []
    registers.append(github.GitHubRegister(interface))
    return Desk(cast("Sequence[Provider]", [made[name] for name in wanted]), cast("Sequence[Register]", registers))


def _makers(settings: SearchSettings, subject: Subject, door: Door) -> dict[str, Callable[[], Provider]]:
    def arxiv() -> Provider:
        # The package and its session are loaded only where arXiv is asked.
        from tools.search.arxiv_api import ArxivApi

        return ArxivApi(door)

    return {
        "arxiv": arxiv,
        "crossref": lambda: crossref.Crossref(door),
        "datacite": lambda: datacite.DataCite(door),
        "openalex": lambda: openalex.OpenAlex(door),
        "semantic-scholar": lambda: semantic_scholar.SemanticScholar(door),
        "package-index": lambda: PackageIndexProjects(door, door.package_index().url, door.package_index().note),
        "documentation": lambda: SphinxSites(door, subject.sites),
        "hacker-news": lambda: hacker_news.HackerNews(door),
        "hf-papers": lambda: hf_papers.HuggingFacePapers(door, covered=hf_papers.covers(subject.text)),
        "searxng": lambda: SearXNG(door, settings.searxng),
        "brave": lambda: brave.Brave(door, key=bool(settings.brave)),
        "tavily": lambda: tavily.Tavily(door, key=bool(settings.tavily)),
    }


def _github(name: str, interface: Endpoint, settings: SearchSettings, subject: Subject) -> Provider:
    if name == "github-issues":
        return github.GitHubIssues(interface, subject.repositories)
    if name == "github-code":
        return github.GitHubCode(interface, subject.repositories, token=bool(settings.github))
    return github.GitHubReleases(interface, subject.repositories)


def repositories_of(links: Sequence[str]) -> tuple[str, ...]:
    """The GitHub repositories ("owner/name") among links, each once."""
    matches = (re.match(r"https://github\.com/([\w.-]+/[\w.-]+?)(?:\.git)?(?:[/?#]|\Z)", found) for found in links)
    return tuple(dict.fromkeys(match[1] for match in matches if match and match[1].partition("/")[0] not in NOT_REPOSITORIES))
