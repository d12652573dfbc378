"""What a registry has registered, what somebody claims of a document, and what came of holding one against the other."""

from __future__ import annotations

from typing import Literal

from prompts.trust import Untrusted
from tools.records import FieldName, FieldState, IdentityField, Record, Registry

# Who gives the identifier out answers for it; the others gather what these and others say, and err more often.
AUTHORITIES: frozenset[Registry] = frozenset({"crossref", "datacite", "arxiv", "pypi", "github"})

__all__ = [
    "AUTHORITIES", "Author", "Claimed", "FieldName", "FieldState", "Identity", "IdentityField", "Registered", "Registry", "Related",
    "RelationKind", "Retraction", "WorkKind",
]  # fmt: skip

Retraction = Literal["retracted", "withdrawn", "concern", "corrected", "yanked", "none registered", "unknown"]
WorkKind = Literal["article", "preprint", "proceedings", "book", "dataset", "software", "notice", "other"]
RelationKind = Literal["preprint of", "has preprint", "version of", "has version", "same as", "code", "notice of"]


class Author(Record):
    """family, given: as the registry gives them apart, else "" and the whole name in `name`. group: a body, not a person."""

    name: Untrusted
    family: Untrusted | None = None
    given: Untrusted | None = None
    group: bool = False


class Related(Record):
    """Another identifier that a record names. id: canonical. certain: stated by the registry, not typed in by an author."""

    kind: RelationKind
    id: str
    certain: bool = True


class Registered(Record):
    """One record of a registry, each field as it stands there; None, "" or () where the registry says nothing.

    id: canonical, with the version where the registry answers for one. doi, arxiv: as registered. venue: journal, proceedings or
    archive. first, last: dates of the first and of the newest version, ISO 8601, as exact as given. years: all in which the registry
    dates the work (online, in print). kind: of the registry's own types, in our words. other_title: the title with a mark of its standing
    before it, or without what may be one. doubt: why the registry's words leave the standing open, "" where they do not.
    """

    registry: Registry
    id: str
    kind: WorkKind
    title: Untrusted
    subtitle: Untrusted | None = None
    authors: tuple[Author, ...] = ()
    venue: Untrusted | None = None
    publisher: Untrusted | None = None
    first: str | None = None
    last: str | None = None
    years: tuple[int, ...] = ()
    doi: str | None = None
    arxiv: str | None = None
    version: str | None = None
    commit: str | None = None
    retraction: Retraction = "unknown"
    other_title: Untrusted | None = None
    doubt: str = ""
    related: tuple[Related, ...] = ()


class Claimed(Record):
    """What a page, a pack or a search result says of a document; a candidate, never a fact.

    authors: as printed, in order. cut: the list ends early ("et al."). ids: canonical.
    """

    title: Untrusted | None = None
    authors: tuple[Untrusted, ...] = ()
    cut: bool = False
    year: int | None = None
    venue: Untrusted | None = None
    ids: tuple[str, ...] = ()


class Identity(Record):
    """What is known of a document's identity.

    id: canonical, None where no registry knows the document. fields: in a fixed order. work: ids that are one work with it. refused:
    identifiers that were claimed and do not belong to it, with the reason. note: why nothing was matched.
    """

    id: str | None
    fields: tuple[IdentityField, ...]
    work: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    note: str = ""

    def field(self, name: FieldName) -> IdentityField:
        return next(field for field in self.fields if field.name == name)
