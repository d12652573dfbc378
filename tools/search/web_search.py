"""What the three configured searches of the web share: a list of results with a title, a link and a snippet."""

from __future__ import annotations

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids, titles
from tools.loose import date, items, text
from tools.search.endpoint import Asked
from tools.search.records import Found, Hit, link


def found(provider: str, query: str, asked: Asked, entries: JsonValue, snippet: str, limit: int, stamp: str = "") -> Found:
    """entries: the list of results, or what stands in its place. snippet, stamp: keys of the snippet and of the date."""
    if asked.outcome != "found":
        return Found(provider=provider, query=query, outcome=asked.outcome, reason=asked.reason)
    if entries is not None and not isinstance(entries, list):
        return Found(provider=provider, query=query, outcome="malformed", reason="the answer is not the list that is documented")
    wanted = items(entries)[:limit]
    hits = tuple(hit for entry in wanted if (hit := _hit(provider, entry, snippet, stamp)))
    outcome = "found" if hits else "nothing"
    return Found(provider=provider, query=query, outcome=outcome, hits=hits, passed_over=len(wanted) - len(hits))


def _hit(provider: str, entry: JsonValue, snippet: str, stamp: str) -> Hit | None:
    url = link(text(entry, "url"))
    if url is None:
        return None
    origin = f"{provider}:{url}"
    return Hit(
        provider=provider, kind="page", id=str(ids.of_url(url)), url=url, title=Untrusted(titles.plain(text(entry, "title")), origin),
        snippet=Untrusted(titles.plain(text(entry, snippet)), origin), date=date(text(entry, stamp)) if stamp else None,
    )  # fmt: skip
