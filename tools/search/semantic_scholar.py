"""Semantic Scholar: papers, gathered. https://api.semanticscholar.org/api-docs/graph"""

from __future__ import annotations

from urllib.parse import quote

from tools.fetch import Door
from tools.identity import ids
from tools.identity.registries import semantic_scholar
from tools.loose import text
from tools.search import papers
from tools.search.endpoint import Endpoint
from tools.search.records import Found, LookedUp, words_of

BASE = "https://api.semanticscholar.org"
_PAPERS = "/graph/v1/paper"


class SemanticScholar:
    """Works without a key, as one of all who share that allowance; the door sends the key of the settings where there is one."""

    name = "semantic-scholar"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        parameters = {"query": " ".join(words_of(query)), "limit": str(limit), "fields": semantic_scholar.FIELDS}
        asked = self._endpoint.json(f"{_PAPERS}/search", parameters)
        entries = semantic_scholar.listed(asked.value)
        return papers.found(self.name, query, asked, entries, semantic_scholar.registered, lambda entry: text(entry, "abstract"), limit)

    def look_up(self, id: str) -> LookedUp:
        name = ids.parse(id)
        if name is None or name.kind not in ("doi", "arxiv"):
            return LookedUp(provider=self.name, id=id, outcome="unusable", reason="it is neither a DOI nor an arXiv id")
        key = f"DOI:{name.value}" if name.kind == "doi" else f"ARXIV:{name.work.value}"
        asked = self._endpoint.json(f"{_PAPERS}/{quote(key, safe=':/')}", {"fields": semantic_scholar.FIELDS})
        return papers.looked_up(self.name, id, asked, semantic_scholar.registered)
