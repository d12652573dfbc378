"""OpenAlex: a work as `/works/{id}` and `/works?search=` give it. It gathers from others; what it says is a candidate for them."""

from __future__ import annotations

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids, titles
from tools.identity.records import Author, Registered, Related, WorkKind
from tools.loose import at, date, items, number, text

_KINDS: dict[str, WorkKind] = {
    "article": "article", "preprint": "preprint", "book": "book", "book-chapter": "book", "dataset": "dataset", "software": "software",
    "retraction": "notice", "erratum": "notice",
}  # fmt: skip


def registered(work: JsonValue) -> Registered | None:
    """The record of one work, None where it has no title."""
    title = text(work, "title") or text(work, "display_name")
    own, name = text(work, "id").rpartition("/")[2], ids.doi(text(work, "doi"))
    if not title or not own.startswith("W"):
        return None
    origin = f"openalex:{own}"
    arxiv = next((found for place in _places(work) if (found := ids.of_url(place)).kind == "arxiv"), None)
    if name is not None and name.kind == "arxiv":
        arxiv, name = name, None
    year, first = number(work, "publication_year"), date(text(work, "publication_date"))
    venue, publisher = text(work, "primary_location", "source", "display_name"), _publisher(work)
    return Registered(
        registry="openalex", id=str(name or (arxiv.work if arxiv else f"https://openalex.org/{own}")),
        kind=_KINDS.get(text(work, "type"), "other"), title=Untrusted(titles.plain(title), origin),
        authors=tuple(_author(entry, origin) for entry in items(work, "authorships") if text(entry, "author", "display_name")),
        venue=Untrusted(venue, origin) if venue else None, publisher=Untrusted(publisher, origin) if publisher else None,
        first=first or (str(year) if year else None), years=(year,) if year else (), doi=name.value if name else None,
        arxiv=arxiv.work.value if arxiv else None, retraction="retracted" if at(work, "is_retracted") is True else "unknown",
        related=(Related(kind="same as", id=str(arxiv.work), certain=False),) if name and arxiv else (),
    )  # fmt: skip


def _places(work: JsonValue) -> list[str]:
    return [place for entry in items(work, "locations") for key in ("landing_page_url", "pdf_url") if (place := text(entry, key))]


def _publisher(work: JsonValue) -> str:
    return text(work, "primary_location", "source", "host_organization_name")


def _author(entry: JsonValue, origin: str) -> Author:
    # The name as printed on the paper, where it is kept; the other is OpenAlex's guess at the person.
    printed = text(entry, "raw_author_name") or text(entry, "author", "display_name")
    return Author(name=Untrusted(printed, origin))


def listed(answer: JsonValue) -> list[JsonValue] | None:
    """The works of a search's answer, None where the answer is no such list."""
    found = at(answer, "results")
    return found if isinstance(found, list) else None
