"""OpenAlex: works of all publishers, gathered. https://developers.openalex.org

A key of OpenAlex travels in the URL, which is kept as evidence; so none is ever sent, and the allowance without a key is what there is.
"""

from __future__ import annotations

from urllib.parse import quote

from pydantic import JsonValue

from tools.fetch import Door
from tools.identity import ids
from tools.identity.registries import openalex
from tools.loose import table
from tools.search import papers
from tools.search.endpoint import Endpoint
from tools.search.records import Found, LookedUp, words_of

BASE = "https://api.openalex.org"
_FIELDS = (
    "id,doi,title,display_name,publication_year,publication_date,type,is_retracted,authorships,primary_location,locations,"
    "abstract_inverted_index"
)


class OpenAlex:
    name = "openalex"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/works", {"search": " ".join(words_of(query)), "per_page": limit, "select": _FIELDS})
        return papers.found(self.name, query, asked, openalex.listed(asked.value), openalex.registered, _abstract, limit)

    def look_up(self, id: str) -> LookedUp:
        name = ids.parse(id)
        if name is None or name.kind not in ("doi", "arxiv"):
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is no DOI")
        doi = name.value if name.kind == "doi" else f"10.48550/arxiv.{name.work.value}"
        asked = self._endpoint.json(f"/works/doi:{quote(doi, safe='/')}", {"select": _FIELDS})
        return papers.looked_up(self.name, id, asked, openalex.registered)


def _abstract(work: JsonValue) -> str:
    """The abstract, put together from the index of its words; a place that no abstract reaches ends it."""
    places: dict[int, str] = {}
    for word, found in table(work, "abstract_inverted_index").items():
        if isinstance(found, list):
            places.update({place: word for place in found if isinstance(place, int) and 0 <= place < 5_000})
    return " ".join(places[place] for place in sorted(places))
