"""What acts work with: the run's world, the claims by their labels, the providers, and what was opened so far."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from email import policy
from email.parser import BytesHeaderParser

from agent.context import Context
from agent.inquiry import Inquiry
from agent.records import Claim, Snapshot
from prompts.trust import Untrusted, measure
from tools.identity import ids
from tools.identity.independence import origin_of
from tools.records import Packages
from tools.search.desk import Desk
from tools.search.profiles import Subject, repositories_of
from tools.search.records import link
from tools.search.sphinx_sites import SITES

# Labels of links that lead to the project itself, and not to who pays for it or talks of it.
_HOME = re.compile(
    r"(?i)\b(?:home|homepage|home-?page|source|source code|repository|code|github|doc|docs|documentation|tracker|issues?|bugs?|changelog)\b"
)
_IMPORT = re.compile(r"\b(?:import|from)\s+([A-Za-z_]\w*)")


def desk_of(context: Context, snapshot: Snapshot) -> Desk:
    """The providers and registries of this run, for what the chapter is about: its words, and the packages that its code imports."""
    text = measure(snapshot.chapter.text)
    modules = dict.fromkeys(match[1] for match in _IMPORT.finditer(text))
    packages = dict.fromkeys(name for module in modules if (name := context.packages.distribution_of(module)) is not None)
    named = [link for package in packages for link in links_of(context.packages, package)]
    return context.desk_for(Subject(text=text, packages=tuple(packages), repositories=repositories_of(named)))


def links_of(packages: Packages, distribution: str) -> tuple[str, ...]:
    """Where an installed package says that its project is at home: its site, documentation and repository, by its own metadata."""
    version = packages.installed().get(distribution, "")
    names = dict.fromkeys((distribution, re.sub(r"[-_.]+", "_", distribution), re.sub(r"[-_.]+", "_", distribution).lower()))
    found = (packages.bytes_of(distribution, f"{name}-{version}.dist-info/METADATA") for name in names)
    metadata = next((content for content in found if content is not None), b"")
    fields = BytesHeaderParser(policy=policy.compat32).parsebytes(metadata)
    pairs = [str(value).partition(",")[::2] for value in fields.get_all("Project-URL", [])]
    pairs += [("home", str(value)) for value in fields.get_all("Home-page", [])]
    return tuple(dict.fromkeys(url for label, words in pairs if _HOME.search(label) and (url := link(words.strip()))))


def projects_of(packages: Packages, distributions: Iterable[str]) -> tuple[tuple[str, ...], ...]:
    """The origins that are one project, for each of these packages: the package, and where its own metadata says that it is at home."""
    known = {site.package: site.base for site in SITES if site.package}
    found = []
    for name in dict.fromkeys(distributions):
        own = f"python:{packages.installed().get(name, '')}" if name == "python" else str(ids.package(name))
        places = [*links_of(packages, name), *([known[name]] if name in known else [])]
        found.append(tuple(sorted({origin_of(own), *(origin_of(str(ids.of_url(place))) for place in places)})))
    return tuple(project for project in found if len(project) > 1)


@dataclass(frozen=True)
class Bench:
    """desk: of the providers; inquiry: as it stood before the round; chapter: its text, so that a page which gives it back is told."""

    context: Context
    claims: dict[str, Claim]
    desk: Desk
    inquiry: Inquiry
    chapter: Untrusted

    def of(self, labels: object) -> tuple[Claim, ...]:
        """The claims of these labels."""
        return tuple(self.claims[label] for label in labels if label in self.claims) if isinstance(labels, (list, tuple)) else ()
