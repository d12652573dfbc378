"""Crossref: most publishers' DOIs. https://www.crossref.org/documentation/retrieve-metadata/rest-api/"""

from __future__ import annotations

from urllib.parse import quote

from tools.fetch import Door
from tools.identity import ids, titles
from tools.identity.registries import crossref
from tools.loose import at, text
from tools.search import papers
from tools.search.endpoint import Endpoint
from tools.search.records import Found, LookedUp, words_of

BASE = "https://api.crossref.org"


class Crossref:
    name = "crossref"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/works", {"query.bibliographic": " ".join(words_of(query)), "rows": limit})
        entries = crossref.listed(asked.value)
        return papers.found(
            self.name, query, asked, entries, crossref.registered, lambda entry: titles.plain(text(entry, "abstract")), limit
        )

    def look_up(self, id: str) -> LookedUp:
        name = ids.parse(id)
        if name is None or name.kind != "doi":
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is no DOI")
        asked = self._endpoint.json(f"/works/{quote(name.value, safe='')}")
        return papers.looked_up(self.name, id, asked, lambda value: crossref.registered(at(value, "message")))
