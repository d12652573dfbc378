"""Tavily, with a key. It is asked by POST, so its origin must be one that the user configured. https://docs.tavily.com"""

from __future__ import annotations

from tools.fetch import Door
from tools.loose import at
from tools.search import web_search
from tools.search.endpoint import Endpoint
from tools.search.records import Found

BASE = "https://api.tavily.com"
_MOST = 20


class Tavily:
    """key: whether the door holds one."""

    name = "tavily"

    def __init__(self, door: Door, base: str = BASE, *, key: bool = False) -> None:
        self._endpoint = Endpoint(door, base, own=True, unusable="" if key else "no key is set")

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/search", post={"query": query, "max_results": min(limit, _MOST), "include_answer": False})
        entries = at(asked.value, "results")
        if asked.outcome == "found" and entries is None:
            return Found(provider=self.name, query=query, outcome="malformed", reason="the answer is not the one that is documented")
        return web_search.found(self.name, query, asked, entries, "content", limit, "published_date")
