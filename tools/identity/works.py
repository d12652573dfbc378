"""Preprint, published version, versions and copies as one work, by what registries state; a likeness alone joins nothing.

A relation that a registry states joins where title or first author bear it out. One that an author typed in, or that a gatherer
asserts, joins only where both records are at hand and agree in title and all authors. Without any relation, a preprint and its
publication are joined where title, authors and year all agree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from prompts.trust import measure
from tools.identity import ids, names, titles
from tools.identity.names import Name
from tools.identity.records import AUTHORITIES, Author, Registered

_JOINING = frozenset({"preprint of", "has preprint", "version of", "has version", "same as"})


@dataclass(frozen=True)
class Work:
    """ids: canonical, of all that is one work, sorted; records: those at hand."""

    ids: tuple[str, ...]
    records: tuple[Registered, ...]


def names_of(record: Registered) -> tuple[Name, ...]:
    return tuple(_name(author) for author in record.authors)


def _name(author: Author) -> Name:
    if author.group:
        return names.group(measure(author.name))
    if author.family is not None:
        return names.person(measure(author.family), measure(author.given) if author.given else "")
    return names.read(measure(author.name))


def together(records: Sequence[Registered]) -> tuple[Work, ...]:
    """The records grouped into works, in the order in which they came; every record is in exactly one."""
    group = list(range(len(records)))

    def root(place: int) -> int:
        while group[place] != place:
            place = group[place]
        return place

    for one in range(len(records)):
        for other in range(one):
            if _one_work(records[one], records[other]):
                group[max(root(one), root(other))] = min(root(one), root(other))
    members: dict[int, list[Registered]] = {}
    for place, record in enumerate(records):
        members.setdefault(root(place), []).append(record)
    return tuple(Work(tuple(sorted(_names(found, records))), tuple(found)) for found in members.values())


def _names(records: Sequence[Registered], every: Sequence[Registered]) -> set[str]:
    """The ids of the records, and those that an authority states to be one work with one of them and that no record at hand denies."""
    own = {record.id for record in records}
    stated = {
        related.id for record in records for related in record.related
        if related.certain and related.kind in _JOINING and record.registry in AUTHORITIES
    }  # fmt: skip
    return own | {id for id in stated if not _known(id, every)}


def _known(id: str, records: Sequence[Registered]) -> bool:
    return any(_same(id, record.id) for record in records)


def _same(one: str, other: str) -> bool:
    left, right = ids.parse(one), ids.parse(other)
    return one == other or (left is not None and right is not None and left.work == right.work)


def _one_work(one: Registered, other: Registered) -> bool:
    if "notice" in (one.kind, other.kind):
        return False
    if _same(one.id, other.id) or (one.arxiv and other.arxiv and _same(f"arxiv:{one.arxiv}", f"arxiv:{other.arxiv}")):
        return True
    related = list(_relations(one, other))
    title, authors = _titled(one, other), names.lists_agree(names_of(one), names_of(other))
    if any(certain for certain in related) and (title or _first_agrees(one, other)):
        return True
    if related and title and authors:
        return True
    kinds = {one.kind == "preprint", other.kind == "preprint"}
    return kinds == {True, False} and title and authors and bool(set(one.years) & set(other.years))


def _relations(one: Registered, other: Registered) -> Iterator[bool]:
    """Whether certain, for each relation that joins the two."""
    for record, target in ((one, other), (other, one)):
        for related in record.related:
            if related.kind in _JOINING and _same(related.id, target.id):
                yield related.certain and record.registry in AUTHORITIES


def _titled(one: Registered, other: Registered) -> bool:
    return any(titles.same(left, right) for left in _spellings(one) for right in _spellings(other))


def _spellings(record: Registered) -> tuple[str, ...]:
    title = measure(record.title)
    return (title, f"{title} {measure(record.subtitle)}") if record.subtitle else (title,)


def _first_agrees(one: Registered, other: Registered) -> bool:
    left, right = names_of(one), names_of(other)
    return bool(left) and bool(right) and names.agree(left[0], right[0])
