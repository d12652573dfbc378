"""Crossref: a work as `/works/{doi}` and `/works?query=` give it (the field `message`, or one of its items)."""

from __future__ import annotations

from pydantic import JsonValue

from prompts.trust import Untrusted
from tools.identity import ids, titles, withdrawals
from tools.identity.records import Author, Registered, Related, RelationKind, Retraction, WorkKind
from tools.loose import at, items, number, strings, text

_KINDS: dict[str, WorkKind] = {
    "journal-article": "article", "posted-content": "preprint", "proceedings-article": "proceedings", "book": "book", "monograph": "book",
    "book-chapter": "book", "edited-book": "book", "reference-book": "book", "dataset": "dataset",
}  # fmt: skip
_RELATIONS: dict[str, RelationKind] = {
    "is-preprint-of": "preprint of", "has-preprint": "has preprint", "is-version-of": "version of", "has-version": "has version",
    "is-same-as": "same as", "is-identical-to": "same as",
}  # fmt: skip
# The gravest notice of a work says what it is now.
_NOTICES: tuple[tuple[Retraction, frozenset[str]], ...] = (
    ("retracted", frozenset({"retraction", "partial_retraction"})),
    ("withdrawn", frozenset({"withdrawal", "removal"})),
    ("concern", frozenset({"expression_of_concern"})),
    ("corrected", frozenset({"correction", "corrigendum", "erratum", "addendum", "clarification"})),
)
_NOTICE_WORDS = frozenset({"retraction", "withdrawal", "removal", "correction", "corrigendum", "erratum", "expression_of_concern"})


def registered(work: JsonValue) -> Registered | None:
    """The record of one work, None where it has no DOI or no title."""
    name, (title, other, marked) = ids.doi(text(work, "DOI")), withdrawals.parted(text(work, "title", 0))
    if name is None or not title:
        return None
    origin = f"crossref:{name.value}"
    subtitle, publisher, venue = text(work, "subtitle", 0), text(work, "publisher"), text(work, "container-title", 0)
    kind = _kind(work)
    venue = venue or text(work, "event", "name") or (text(work, "institution", 0, "name") if kind == "preprint" else "")
    dates = [found for key in ("published-online", "published-print", "published", "issued", "posted") if (found := _date(work, key))]
    return Registered(
        registry="crossref", id=str(name), kind=kind, title=Untrusted(titles.plain(title), origin),
        subtitle=Untrusted(titles.plain(subtitle), origin) if subtitle else None,
        authors=tuple(author for entry in items(work, "author") if (author := _author(entry, origin))),
        venue=Untrusted(titles.plain(venue), origin) if venue else None, publisher=Untrusted(publisher, origin) if publisher else None,
        first=_earliest(dates), last=None, years=tuple(sorted({int(found[:4]) for found in dates})),
        doi=name.value if name.kind == "doi" else None, arxiv=name.value if name.kind == "arxiv" else None,
        retraction=_standing(work, marked), other_title=Untrusted(titles.plain(other), origin) if other else None,
        doubt=marked.doubt if marked is not None and _noticed(work) is None else "", related=_related(work),
    )  # fmt: skip


def _kind(work: JsonValue) -> WorkKind:
    if any(text(entry, "type").replace("-", "_") in _NOTICE_WORDS for entry in items(work, "update-to")):
        return "notice"
    return _KINDS.get(text(work, "type"), "other")


def _author(entry: JsonValue, origin: str) -> Author | None:
    family, given, name = text(entry, "family"), text(entry, "given"), text(entry, "name")
    if family:
        suffix = text(entry, "suffix")
        whole = " ".join(part for part in (given, family, suffix) if part)
        return Author(name=Untrusted(whole, origin), family=Untrusted(family, origin), given=Untrusted(given, origin))
    return Author(name=Untrusted(name, origin), group=True) if name else None


def _date(work: JsonValue, key: str) -> str:
    parts = [part for place in range(3) if (part := number(work, key, "date-parts", 0, place)) is not None]
    if not parts or not 1000 <= parts[0] <= 9999:
        return ""
    return "-".join([str(parts[0]), *(f"{part:02d}" for part in parts[1:])])


def _earliest(dates: list[str]) -> str | None:
    """The earliest; of two that may be the same, the more exact."""
    return min(dates, key=lambda found: (found + "-99-99")[:10], default=None)


def _standing(work: JsonValue, marked: withdrawals.Standing | None) -> Retraction:
    return _noticed(work) or (marked.retraction if marked is not None else "none registered")


def _noticed(work: JsonValue) -> Retraction | None:
    """What notices of the work say that it is now, None where there are none."""
    kinds = {text(entry, "type").replace("-", "_") for entry in items(work, "updated-by")}
    return next((standing for standing, names in _NOTICES if kinds & names), None)


def _related(work: JsonValue) -> tuple[Related, ...]:
    found: dict[str, Related] = {}
    for words, kind in _RELATIONS.items():
        for entry in items(work, "relation", words):
            name = ids.doi(text(entry, "id")) if text(entry, "id-type") == "doi" else None
            name = ids.arxiv(text(entry, "id")) if text(entry, "id-type") == "arxiv" else name
            if name is not None:
                found.setdefault(str(name), Related(kind=kind, id=str(name)))
    for entry in items(work, "update-to"):
        if (name := ids.doi(text(entry, "DOI"))) is not None:
            found.setdefault(str(name), Related(kind="notice of", id=str(name)))
    return tuple(found.values())


def listed(answer: JsonValue) -> list[JsonValue] | None:
    """The works of a search's answer, None where the answer is no such list."""
    found = at(answer, "message", "items")
    return found if isinstance(found, list) else None


def reason(answer: JsonValue) -> str:
    """What an answer with an error says, in Crossref's words."""
    return "; ".join(strings(answer, "message") or [message for entry in items(answer, "message") if (message := text(entry, "message"))])
