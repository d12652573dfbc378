"""Semantic Scholar: a paper as `/graph/v1/paper/{id}` and `/graph/v1/paper/search` give it; a gatherer, as OpenAlex is."""

from __future__ import annotations

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids, titles
from tools.identity.records import Author, Registered, Related, WorkKind
from tools.loose import at, date, items, number, strings, text

FIELDS = "title,authors,venue,year,publicationDate,externalIds,journal,publicationTypes,url,abstract"


def registered(paper: JsonValue) -> Registered | None:
    """The record of one paper, None where it has no title."""
    title, own = text(paper, "title"), text(paper, "paperId")
    if not title or not own:
        return None
    origin = f"semantic-scholar:{own}"
    name, arxiv = ids.doi(text(paper, "externalIds", "DOI")), ids.arxiv(text(paper, "externalIds", "ArXiv"))
    if name is not None and name.kind == "arxiv":
        arxiv, name = name, None
    year, first = number(paper, "year"), date(text(paper, "publicationDate"))
    venue = text(paper, "journal", "name") or text(paper, "venue")
    return Registered(
        registry="semantic-scholar", id=str(name or arxiv or f"https://www.semanticscholar.org/paper/{own}"),
        kind=_kind(paper, name is None and arxiv is not None), title=Untrusted(titles.plain(title), origin),
        authors=tuple(Author(name=Untrusted(text(author, "name"), origin)) for author in items(paper, "authors") if text(author, "name")),
        venue=Untrusted(venue, origin) if venue else None, first=first or (str(year) if year else None), years=(year,) if year else (),
        doi=name.value if name else None, arxiv=arxiv.value if arxiv else None,
        related=(Related(kind="same as", id=str(arxiv.work), certain=False),) if name and arxiv else (),
    )  # fmt: skip


def _kind(paper: JsonValue, preprint: bool) -> WorkKind:
    types = strings(paper, "publicationTypes")
    if preprint:
        return "preprint"
    return "proceedings" if "Conference" in types else "article" if "JournalArticle" in types else "other"


def listed(answer: JsonValue) -> list[JsonValue] | None:
    """The papers of a search's answer, [] where it counts none, None where the answer is no such list."""
    found = at(answer, "data")
    if isinstance(found, list):
        return found
    return [] if number(answer, "total") == 0 else None
