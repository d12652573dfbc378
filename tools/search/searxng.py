"""SearXNG: the user's own instance, which must offer JSON. https://docs.searxng.org/dev/search_api.html"""

from __future__ import annotations

from tools.fetch import Door
from tools.loose import at, items, text
from tools.search import web_search
from tools.search.endpoint import Endpoint
from tools.search.records import Found


class SearXNG:
    """base: address of the instance, one of the user's own origins; "" where none is configured."""

    name = "searxng"

    def __init__(self, door: Door, base: str) -> None:
        self._endpoint = Endpoint(door, base, own=True, unusable="" if base else "no address of an instance is configured")

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/search", {"q": query, "format": "json"})
        found = web_search.found(self.name, query, asked, at(asked.value, "results"), "content", limit, "publishedDate")
        silent = sorted({text(pair, 0) for pair in items(asked.value, "unresponsive_engines")} - {""})
        if found.outcome == "nothing" and silent and asked.outcome == "found":
            reason = f"{len(silent)} of its engines did not answer"
            return found.model_copy(update={"outcome": "not reached", "reason": reason})
        return found
