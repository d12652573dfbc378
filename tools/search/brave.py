"""Brave Search, with a key. https://api-dashboard.search.brave.com/app/documentation"""

from __future__ import annotations

from tools.fetch import Door
from tools.loose import at, text
from tools.search import web_search
from tools.search.endpoint import Endpoint
from tools.search.records import Found

BASE = "https://api.search.brave.com"
_MOST = 20


class Brave:
    """key: whether the door holds one."""

    name = "brave"

    def __init__(self, door: Door, base: str = BASE, *, key: bool = False) -> None:
        self._endpoint = Endpoint(door, base, unusable="" if key else "no key is set")

    def search(self, query: str, limit: int = 10) -> Found:
        asked = self._endpoint.json("/res/v1/web/search", {"q": query, "count": min(limit, _MOST), "text_decorations": "false"})
        if asked.outcome == "found" and text(asked.value, "type") != "search":
            return Found(provider=self.name, query=query, outcome="malformed", reason="the answer is not the one that is documented")
        return web_search.found(self.name, query, asked, at(asked.value, "web", "results"), "description", limit, "page_age")
