"""What a page says of itself: title, authors, dates, identifiers. Candidates alone: a registry has the word."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from bs4 import BeautifulSoup
from bs4.element import Tag

from prompts.trust import Untrusted
from tools.extract.records import Candidates

_LONGEST = 500
_MOST = 500  # authors and the like that are kept
_TITLES = ("citation_title", "dc.title", "og:title", "twitter:title")
_AUTHORS = ("citation_author", "dc.creator", "author", "article:author")
_DATES = {
    "citation_date": "published", "citation_publication_date": "published", "citation_online_date": "online",
    "article:published_time": "published",
    "article:modified_time": "modified", "dc.date": "published", "date": "published", "last-modified": "modified",
    "og:updated_time": "modified",
    "dcterms.modified": "modified", "datepublished": "published", "datemodified": "modified", "datecreated": "created",
}  # fmt: skip
_IDENTIFIERS = {
    "citation_doi": "doi",
    "dc.identifier": "identifier",
    "citation_arxiv_id": "arxiv",
    "citation_isbn": "isbn",
    "citation_issn": "issn",
}


def candidates(soup: BeautifulSoup, url: str) -> Candidates:
    """Title, authors, dates and identifiers as the page's head and its structured data state them."""
    facts = [*_tags(soup), *_structured(soup)]
    named = dict(reversed(facts))
    title = next((named[name] for name in (*_TITLES, "headline") if named.get(name)), None) or _title(soup)
    authors = [value for wanted in (*_AUTHORS, "ld author") for name, value in facts if name == wanted]
    canonical = soup.find("link", rel="canonical")
    identifiers = [(_IDENTIFIERS[name], value) for name, value in facts if name in _IDENTIFIERS]
    if isinstance(canonical, Tag) and canonical.get("href"):
        identifiers.append(("canonical", str(canonical["href"])[:_LONGEST]))

    def outside(value: str) -> Untrusted:
        return Untrusted(value, url)

    return Candidates(
        title=outside(title) if title else None,
        authors=tuple(outside(author) for author in dict.fromkeys(authors))[:_MOST],
        dates=tuple((_DATES[name], outside(value)) for name, value in dict.fromkeys(facts) if name in _DATES)[:_MOST],
        identifiers=tuple((name, outside(value)) for name, value in dict.fromkeys(identifiers))[:_MOST],
    )


def _title(soup: BeautifulSoup) -> str | None:
    for name in ("title", "h1"):
        tag = soup.find(name)
        if isinstance(tag, Tag) and (words := " ".join(tag.get_text().split())):
            return words[:_LONGEST]
    return None


def _tags(soup: BeautifulSoup) -> Iterator[tuple[str, str]]:
    for tag in soup.find_all("meta"):
        name = tag.get("name") or tag.get("property") or tag.get("itemprop") or tag.get("http-equiv")
        content = " ".join(str(tag.get("content") or "").split())[:_LONGEST]
        if name and content:
            yield str(name).lower(), content
    for tag in soup.find_all("time", limit=_MOST):
        if tag.get("datetime") and tag.get("itemprop"):
            yield str(tag["itemprop"]).lower(), str(tag["datetime"])[:_LONGEST]


def _structured(soup: BeautifulSoup) -> Iterator[tuple[str, str]]:
    for script in soup.find_all("script", type="application/ld+json", limit=20):
        text = str(script.string or "")
        try:
            data = json.loads(text) if len(text) < 500_000 else None
        except (ValueError, RecursionError):
            continue
        yield from _properties(data)


def _properties(data: object) -> Iterator[tuple[str, str]]:
    graph = data.get("@graph") if isinstance(data, dict) else None
    for item in data if isinstance(data, list) else graph if isinstance(graph, list) else [data]:
        if not isinstance(item, dict) or not re.search("Article|Posting|Report|Page|Software", str(item.get("@type"))):
            continue
        for name in ("headline", "datePublished", "dateModified", "dateCreated"):
            if isinstance(item.get(name), str):
                yield name.lower(), " ".join(item[name].split())[:_LONGEST]
        authors = item.get("author")
        for author in authors if isinstance(authors, list) else [authors]:
            known: object = author.get("name") if isinstance(author, dict) else author
            if isinstance(known, str) and known.strip():
                yield "ld author", " ".join(known.split())[:_LONGEST]
