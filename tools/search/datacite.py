"""DataCite: DOIs of data, software and preprints, arXiv's among them. https://support.datacite.org/docs/api"""

from __future__ import annotations

from urllib.parse import quote

from pydantic import JsonValue

from tools.fetch import Door
from tools.identity import ids, titles
from tools.identity.registries import datacite
from tools.loose import at, items, text
from tools.search import papers
from tools.search.endpoint import Endpoint
from tools.search.records import Found, LookedUp, words_of

BASE = "https://api.datacite.org"
_MEDIA = "application/vnd.api+json"


class DataCite:
    name = "datacite"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        # The query is in the language of Elasticsearch: each word is quoted, so that none of them is an operator.
        words = " AND ".join(f'"{word}"' for word in words_of(query))
        asked = self._endpoint.json("/dois", {"query": words, "page[size]": limit}, accept=_MEDIA)
        return papers.found(self.name, query, asked, datacite.listed(asked.value), datacite.registered, _abstract, limit)

    def look_up(self, id: str) -> LookedUp:
        name = ids.parse(id)
        if name is None or name.kind not in ("doi", "arxiv"):
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is no DOI")
        doi = name.value if name.kind == "doi" else f"10.48550/arxiv.{name.work.value}"
        asked = self._endpoint.json(f"/dois/{quote(doi, safe='')}", accept=_MEDIA)
        return papers.looked_up(self.name, id, asked, lambda value: datacite.registered(at(value, "data")))


def _abstract(entry: JsonValue) -> str:
    described = items(entry, "attributes", "descriptions")
    return next((titles.plain(text(found, "description")) for found in described if text(found, "descriptionType") == "Abstract"), "")
