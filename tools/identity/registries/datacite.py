"""DataCite: a DOI as `/dois/{doi}` and `/dois?query=` give it (the field `data`, or one of its items), arXiv's own DOIs among them."""

from __future__ import annotations

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids, titles
from tools.identity.records import Author, Registered, Related, RelationKind, Retraction, WorkKind
from tools.loose import at, date, items, number, text

_KINDS: dict[str, WorkKind] = {
    "preprint": "preprint", "journalarticle": "article", "conferencepaper": "proceedings", "book": "book", "bookchapter": "book",
    "dataset": "dataset", "software": "software", "computationalnotebook": "software",
}  # fmt: skip
_RELATIONS: dict[str, RelationKind] = {
    "IsPreprintOf": "preprint of", "HasPreprint": "has preprint", "IsVersionOf": "version of", "HasVersion": "has version",
    "IsIdenticalTo": "same as", "IsVariantFormOf": "version of", "IsNewVersionOf": "version of", "IsPreviousVersionOf": "has version",
    "IsPublishedIn": "version of",
}  # fmt: skip


def registered(entry: JsonValue) -> Registered | None:
    """The record of one DOI, None where it has no title or is not findable."""
    attributes = at(entry, "attributes")
    name, title = ids.doi(text(attributes, "doi") or text(entry, "id")), _title(attributes)
    if name is None or not title or text(attributes, "state") not in ("", "findable"):
        return None
    origin = f"datacite:{name.value}"
    dates = {
        text(stamp, "dateType"): found
        for stamp in sorted(items(attributes, "dates"), key=lambda stamp: text(stamp, "date"), reverse=True)
        if (found := date(text(stamp, "date")))
    }
    updated = [
        found for stamp in items(attributes, "dates") if text(stamp, "dateType") == "Updated" and (found := date(text(stamp, "date")))
    ]
    year = number(attributes, "publicationYear")
    first = dates.get("Submitted") or dates.get("Issued") or dates.get("Available") or (str(year) if year else None)
    publisher = text(attributes, "publisher") or text(attributes, "publisher", "name")
    venue = text(attributes, "container", "title")
    arxiv = name.value if name.kind == "arxiv" else None
    return Registered(
        registry="datacite", id=str(name), kind=_kind(attributes, arxiv), title=Untrusted(titles.plain(title), origin),
        authors=tuple(author for creator in items(attributes, "creators") if (author := _author(creator, origin))),
        venue=Untrusted(venue, origin) if venue else None, publisher=Untrusted(publisher, origin) if publisher else None,
        first=first, last=max(updated, default=None),
        years=tuple(sorted({int(found[:4]) for found in (first, str(year) if year else None) if found})),
        doi=None if arxiv else name.value, arxiv=arxiv, version=text(attributes, "version") or None, retraction=_standing(attributes),
        related=_related(attributes),
    )  # fmt: skip


def _title(attributes: JsonValue) -> str:
    """The main title; the others (translated, alternative, subtitle) have a type."""
    return next((text(title, "title") for title in items(attributes, "titles") if not text(title, "titleType")), "")


def _kind(attributes: JsonValue, arxiv: str | None) -> WorkKind:
    general = text(attributes, "types", "resourceTypeGeneral").lower()
    return "preprint" if arxiv else _KINDS.get(general, "other")


def _author(creator: JsonValue, origin: str) -> Author | None:
    name, family, given = text(creator, "name"), text(creator, "familyName"), text(creator, "givenName")
    if text(creator, "nameType") == "Organizational":
        return Author(name=Untrusted(name, origin), group=True) if name else None
    if family:
        return Author(name=Untrusted(f"{given} {family}".strip(), origin), family=Untrusted(family, origin), given=Untrusted(given, origin))
    return Author(name=Untrusted(name, origin)) if name else None


def _standing(attributes: JsonValue) -> Retraction:
    """A withdrawal as DataCite dates it; the schema has no word for a retraction, so that its silence says nothing."""
    return "withdrawn" if any(text(stamp, "dateType") == "Withdrawn" for stamp in items(attributes, "dates")) else "unknown"


def _related(attributes: JsonValue) -> tuple[Related, ...]:
    found: dict[str, Related] = {}
    for entry in items(attributes, "relatedIdentifiers"):
        kind = _RELATIONS.get(text(entry, "relationType"))
        scheme, words = text(entry, "relatedIdentifierType").lower(), text(entry, "relatedIdentifier")
        name = ids.doi(words) if scheme == "doi" else ids.arxiv(words) if scheme == "arxiv" else None
        if kind is not None and name is not None:
            # arXiv registers the DOI that an author typed in as IsVersionOf.
            typed = "arxiv" in (text(attributes, "publisher").lower(), text(attributes, "publisher", "name").lower())
            found.setdefault(str(name), Related(kind="preprint of" if typed else kind, id=str(name), certain=not typed))
    return tuple(found.values())


def listed(answer: JsonValue) -> list[JsonValue] | None:
    """The DOIs of a search's answer, None where the answer is no such list."""
    found = at(answer, "data")
    return found if isinstance(found, list) else None
