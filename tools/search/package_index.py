"""The package index that pip is configured for: projects by name, since an index offers no search. JSON where it has it, else PEP 691."""

from __future__ import annotations

import re
from urllib.parse import urljoin

from prompts.trust import Untrusted
from tools.fetch import Door
from tools.identity import ids
from tools.identity.records import Registered
from tools.identity.registries import pypi
from tools.search.endpoint import Asked, Endpoint
from tools.search.papers import address_of
from tools.search.records import Found, Hit, LookedUp, words_of

_SIMPLE = "application/vnd.pypi.simple.v1+json"
_NAMES = 4  # of a query that are tried


class PackageIndexProjects:
    """index: address of the simple interface ("https://.../simple"), "" where pip is configured for none."""

    name = "package-index"

    def __init__(self, door: Door, index: str, note: str = "") -> None:
        missing = "" if index else note or "no package index is configured"
        self._simple = Endpoint(door, index, own=True, unusable=missing)
        self._json = Endpoint(door, urljoin(index.rstrip("/"), "pypi"), own=True, unusable=missing)

    def search(self, query: str, limit: int = 10) -> Found:
        """The projects that words of the query name."""
        hits, last = [], Asked("nothing")
        names = [word for word in dict.fromkeys(words_of(query)) if re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?", word)]
        for name in names[: min(_NAMES, limit)]:
            last, record = self._project(name, None)
            if record is not None:
                summary = record.subtitle or Untrusted("", record.title.origin)
                links = tuple(related.id for related in record.related)
                release = ids.package(name, record.version)
                hits.append(
                    Hit(
                        provider=self.name, kind="package", id=str(release), url=address_of(record.id), title=record.title, snippet=summary,
                        date=record.last, links=links, record=record,
                    )
                )  # fmt: skip
            elif last.outcome != "nothing":
                break
        if hits:
            return Found(provider=self.name, query=query, outcome="found", hits=tuple(hits))
        return Found(provider=self.name, query=query, outcome=last.outcome, reason=last.reason)

    def look_up(self, id: str) -> LookedUp:
        """A project ("pypi:torch"), or a release with its first upload ("pypi:torch==2.7.0")."""
        match = re.fullmatch(r"pypi:([^=/\s]+)(?:==([^/\s]+))?(?:/\S+)?", id)
        if match is None:
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is no package")
        asked, record = self._project(match[1], match[2])
        return LookedUp(provider=self.name, id=id, outcome=asked.outcome, reason=asked.reason, record=record)

    def _project(self, name: str, version: str | None) -> tuple[Asked, Registered | None]:
        normal = re.sub(r"[-_.]+", "-", name).lower()
        asked = self._json.json(f"/{normal}/json")
        record = pypi.registered(asked.value, version) if asked.outcome == "found" else None
        if record is None and asked.outcome in ("found", "nothing", "malformed", "refused"):
            # An index without the JSON interface answers anything here; its simple interface decides.
            asked = self._simple.json(f"/{normal}/", accept=_SIMPLE)
            record = pypi.registered(asked.value, version) if asked.outcome == "found" else None
        if record is None and asked.outcome == "found":
            found_project = version is not None and pypi.registered(asked.value) is not None
            asked = (
                Asked("nothing", f"the index has no release {version}") if found_project else Asked("malformed", "no project as documented")
            )
        elif asked.outcome == "nothing":
            asked = Asked("nothing", "the index has no such project")
        return asked, record
