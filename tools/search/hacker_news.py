"""Hacker News, by Algolia's search: posts and comments. A discovery source. https://hn.algolia.com/api"""

from __future__ import annotations

import html
import re

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.fetch import Door
from tools.identity import titles
from tools.loose import at, date, items, strings, text
from tools.search.endpoint import Endpoint
from tools.search.records import Found, Hit, Standing, link, words_of

BASE = "https://hn.algolia.com"
_ITEM = "https://news.ycombinator.com/item?id="
_HREF = re.compile(r"""<a\b[^>]{0,200}?\bhref\s*=\s*["']([^"']{1,2000})["']""", re.I)
_RUNS = re.compile(r"https://(?:gist\.github\.com|github\.com|gitlab\.com|colab\.research\.google\.com|godbolt\.org|play\.)")


class HackerNews:
    name = "hacker-news"

    def __init__(self, door: Door, base: str = BASE) -> None:
        self._endpoint = Endpoint(door, base)

    def search(self, query: str, limit: int = 10) -> Found:
        parameters = {"query": " ".join(words_of(query)), "tags": "(story,comment)", "hitsPerPage": str(limit)}
        asked = self._endpoint.json("/api/v1/search", parameters)
        if asked.outcome != "found":
            return Found(provider=self.name, query=query, outcome=asked.outcome, reason=asked.reason)
        if not isinstance(at(asked.value, "hits"), list):
            return Found(provider=self.name, query=query, outcome="malformed", reason="the answer is not the list that is documented")
        entries = items(asked.value, "hits")[:limit]
        hits = tuple(hit for entry in entries if (hit := self._hit(entry)))
        outcome = "found" if hits else "nothing"
        return Found(provider=self.name, query=query, outcome=outcome, hits=hits, passed_over=len(entries) - len(hits))

    def _hit(self, entry: JsonValue) -> Hit | None:
        number, comment = text(entry, "objectID"), text(entry, "comment_text")
        title = text(entry, "title") or text(entry, "story_title")
        if not number.isdecimal() or not (title or comment):
            return None
        origin, words = f"hacker-news:{number}", comment or text(entry, "story_text")
        author = text(entry, "author")
        written = [text(entry, "url") or text(entry, "story_url"), *(html.unescape(found) for found in _HREF.findall(words))]
        links = tuple(dict.fromkeys(found for url in written if url and (found := link(url))))
        said = bool(words)
        return Hit(
            provider=self.name, kind="comment" if "comment" in strings(entry, "_tags") or comment else "post", id=_ITEM + number,
            url=_ITEM + number, title=Untrusted(titles.plain(title), origin), snippet=Untrusted(titles.plain(_breaks(words)), origin),
            discovery=True, by=Untrusted(author, origin) if author else None, standing=_standing(words, links) if said else "",
            date=date(text(entry, "created_at")), links=links,
        )  # fmt: skip


def _breaks(words: str) -> str:
    return re.sub(r"(?i)<(?:p|br|pre)\b[^>]{0,50}>", " ", words)


def _standing(words: str, links: tuple[str, ...]) -> Standing:
    """Whether others can see for themselves: code in the text, or a link to what holds code."""
    return "shows code" if re.search(r"(?i)<pre\b", words) or any(_RUNS.match(found) for found in links) else "asserts"
