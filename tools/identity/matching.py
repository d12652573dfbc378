"""Claims held against registries' records: an identifier that fits, else title, authors and year together; everything else is unknown.

A wrong identifier is worse than none. One whose record has another title, or the same title by other people in another year, is refused
with the reason; several works that fit a claim alike leave it unmatched.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from prompts.trust import Untrusted, derived, measure
from tools.identity import ids, names, titles
from tools.identity.names import Name
from tools.identity.records import (
    AUTHORITIES,
    Claimed,
    FieldName,
    Identity,
    IdentityField,
    Registered,
    Registry,
    Retraction,
)  # fmt: skip
from tools.identity.works import Work, names_of, together

FIELDS: tuple[FieldName, ...] = (
    "title", "authors", "venue", "first date", "last date", "doi", "arxiv", "version", "commit", "publisher", "retraction",
)  # fmt: skip
_GRAVITY: tuple[Retraction, ...] = ("retracted", "withdrawn", "yanked", "concern", "corrected")
_TELLING = 3  # words
_VENUES = {
    "neurips": "neural information processing systems", "nips": "neural information processing systems",
    "icml": "international conference on machine learning", "iclr": "international conference on learning representations",
    "acl": "association for computational linguistics", "cvpr": "computer vision and pattern recognition",
    "asplos": "architectural support for programming languages and operating systems", "jmlr": "journal of machine learning research",
    "osdi": "operating systems design and implementation", "pldi": "programming language design and implementation",
    "mlsys": "machine learning and systems", "pnas": "proceedings of the national academy of sciences", "corr": "arxiv",
}  # fmt: skip


def titled(record: Registered, title: str) -> bool:
    """Whether a title is the record's, with or without the subtitle that the registry keeps apart, and a mark of its standing."""
    subtitle = measure(record.subtitle) if record.subtitle else ""
    forms = [measure(form) for form in (record.title, record.other_title) if form is not None]
    return any(titles.same(form, title) or (bool(subtitle) and titles.same(f"{form} {subtitle}", title)) for form in forms)


def describes(claimed: Claimed, record: Registered) -> bool:
    """Whether a claim fits a record by title, authors and year together; what lacks one of the three describes nothing."""
    if claimed.title is None or not claimed.authors or claimed.year is None:
        return False
    fits = titled(record, measure(claimed.title)) and claimed.year in record.years
    return fits and names.lists_agree(_claimed_names(claimed), names_of(record), cut=claimed.cut)


def _claimed_names(claimed: Claimed) -> tuple[Name, ...]:
    return tuple(names.read(measure(author)) for author in claimed.authors)


def refusal(claimed: Claimed, record: Registered) -> str | None:
    """Why the claimed identifier of a record does not belong to the document that the claim describes; None where it does."""
    if claimed.title is not None and not titled(record, measure(claimed.title)):
        return f"{record.registry} has it as another title"
    if claimed.authors and record.authors:
        mine, theirs = _claimed_names(claimed), names_of(record)
        shared = any(names.agree(one, other) for one in mine for other in theirs)
        if not shared and (claimed.year is None or claimed.year not in record.years):
            return f"{record.registry} has it as a work of this title by other authors" + (
                "" if claimed.year is None else " in another year"
            )
    return None


def identify(claimed: Claimed, records: Sequence[Registered], missing: Sequence[str] = ()) -> Identity:
    """The identity of what a claim describes, out of the records that registries gave for it.

    missing: claimed identifiers that their registry answered for, and does not have.
    """
    named = {id: parsed for id in claimed.ids if (parsed := ids.parse(id)) is not None}
    refused = [(id, "it is no identifier that could have been given out") for id in claimed.ids if id not in named]
    refused += [(id, "its registry does not have it") for id in claimed.ids if id in missing]
    fitting: list[Registered] = []
    for record in records:
        asked = next((id for id, name in named.items() if _is(record, name)), None)
        if asked is None:
            if describes(claimed, record):
                fitting.append(record)
        elif (reason := refusal(claimed, record)) is not None:
            refused.append((asked, reason))
        else:
            fitting.append(record)
    refused = list(dict.fromkeys(refused))
    spoiled = {id for id, _ in refused}
    by_name = [record for record in fitting if any(_is(record, name) for id, name in named.items() if id not in spoiled)]
    works = [work for work in together(fitting) if any(record.registry in AUTHORITIES for record in work.records)]
    works = [work for work in works if any(record in by_name for record in work.records)] or works
    if len(works) != 1:
        return _unmatched(claimed, fitting, tuple(refused), len(works))
    # Fitting or not, what the registries state to be one work with it tells of it, a retraction above all.
    whole = next(work for work in together(records) if works[0].records[0] in work.records)
    return _matched(claimed, _chosen(claimed, works[0], by_name), whole, fitting, tuple(refused))


def _is(record: Registered, name: ids.Identifier) -> bool:
    own = ids.parse(record.id)
    if own is None:
        return False
    return own == name or (own.work == name.work and (name.version is None or own.version is None) and name.kind in ("arxiv", "pypi"))


def _unmatched(claimed: Claimed, fitting: Sequence[Registered], refused: tuple[tuple[str, str], ...], works: int) -> Identity:
    note = "several works fit it alike" if works > 1 else "no registry has a record that fits it"
    hearsay = fitting[0] if works == 0 and fitting else None
    if hearsay is not None:
        note = f"only {hearsay.registry} has it, which gathers what others say"
    fields = tuple(
        IdentityField(name=name, state="UNVERIFIED", registered=_of(hearsay, name) if hearsay else None, claimed=_said(claimed, name),
              registry=hearsay.registry if hearsay else None)
        for name in FIELDS
    )  # fmt: skip
    return Identity(id=None, fields=fields, refused=refused, note=note)


def _chosen(claimed: Claimed, work: Work, by_name: Sequence[Registered]) -> Registered:
    """The record that the claim is about: the one named; else of its year, published before preprint, the authority before others."""

    def rank(record: Registered) -> tuple[bool, bool, bool, bool, str]:
        other_year = claimed.year is not None and claimed.year not in record.years
        own = record.registry == "arxiv" or not record.arxiv  # arXiv answers for its ids better than DataCite, which has them from it
        return (record.registry not in AUTHORITIES, record not in by_name, other_year, record.kind == "preprint", f"{not own}{record.id}")

    return min(work.records, key=rank)


def _matched(
    claimed: Claimed, record: Registered, work: Work, fitting: Sequence[Registered], refused: tuple[tuple[str, str], ...]
) -> Identity:
    twins = [other for other in work.records if other is not record and _same_id(other, record)]
    fields = tuple(_field(name, claimed, record, twins, work, fitting) for name in FIELDS)
    return Identity(id=record.id, fields=fields, work=tuple(id for id in work.ids if id != record.id), refused=refused)


def _same_id(one: Registered, other: Registered) -> bool:
    left, right = ids.parse(one.id), ids.parse(other.id)
    return left is not None and right is not None and left.work == right.work


def _field(
    name: FieldName, claimed: Claimed, record: Registered, twins: Sequence[Registered], work: Work, fitting: Sequence[Registered]
) -> IdentityField:
    if name == "retraction":
        return _retraction(record, work, fitting)
    said, found = _said(claimed, name), _of(record, name)
    if found is None:
        other = next((twin for twin in twins if twin.registry in AUTHORITIES and _of(twin, name) is not None), None)
        if other is None:
            return IdentityField(name=name, state="UNVERIFIED", claimed=said)
        record, found = other, _of(other, name)
    if said is not None and not _fits(name, claimed, record):
        return IdentityField(name=name, state="differs", registered=found, claimed=said, registry=record.registry)
    if (against := _against(name, record, twins)) is not None:
        return IdentityField(name=name, state="differs", registered=found, claimed=against, registry=record.registry)
    return IdentityField(name=name, state="verified", registered=found, claimed=said, registry=record.registry)


def _of(record: Registered, name: FieldName) -> Untrusted | None:
    """What a record says of a field, as one text."""
    if name == "title":
        return record.title
    if name == "authors":
        return derived("; ".join(measure(author.name) for author in record.authors)) if record.authors else None
    if name in ("venue", "publisher"):
        return record.venue if name == "venue" else record.publisher
    if name == "retraction":
        return None if record.retraction == "unknown" else derived(record.retraction)
    plain = {
        "first date": record.first, "last date": record.last, "doi": record.doi, "arxiv": record.arxiv, "version": record.version,
        "commit": record.commit,
    }[name]  # fmt: skip
    return derived(plain) if plain else None


def _said(claimed: Claimed, name: FieldName) -> Untrusted | None:
    if name == "title":
        return claimed.title
    if name == "authors":
        ending = "; et al." if claimed.cut else ""
        return derived("; ".join(measure(author) for author in claimed.authors) + ending) if claimed.authors else None
    if name == "venue":
        return claimed.venue
    if name == "first date":
        return derived(str(claimed.year)) if claimed.year is not None else None
    if name in ("doi", "arxiv"):
        found = next((parsed.value for id in claimed.ids if (parsed := ids.parse(id)) is not None and parsed.kind == name), None)
        return derived(found) if found else None
    return None


def _fits(name: FieldName, claimed: Claimed, record: Registered) -> bool:
    if name == "title":
        return claimed.title is not None and titled(record, measure(claimed.title))
    if name == "authors":
        return names.lists_agree(_claimed_names(claimed), names_of(record), cut=claimed.cut)
    if name == "venue":
        return claimed.venue is not None and record.venue is not None and same_venue(measure(claimed.venue), measure(record.venue))
    if name == "first date":
        return claimed.year in record.years
    said, found = _said(claimed, name), _of(record, name)
    if name == "arxiv" and said is not None and found is not None:
        left, right = ids.arxiv(measure(said)), ids.arxiv(measure(found))
        return left is not None and right is not None and left.work == right.work
    return said is not None and found is not None and measure(said) == measure(found)


def same_venue(claimed: str, registered: str) -> bool:
    """Whether a venue is the registered one, or a usual short name or a part of its name; years and numbers aside."""
    short, long = (re.sub(r"\b\d+(?:st|nd|rd|th)?\b", " ", titles.folded(words)).split() for words in (claimed, registered))
    if not short or not long:
        return False
    spelled = " ".join(_VENUES.get(word, word) for word in short)
    whole = " ".join(_VENUES.get(word, word) for word in long)
    if spelled == whole:
        return True
    # A part of a name is a name of its own ("Nature" is not "Nature Communications"), unless it has enough words to be nothing else.
    part, name = sorted((spelled, whole), key=len)
    if len(part.split()) >= _TELLING and f" {part} " in f" {name} ":
        return True
    initials = "".join(word[0] for word in long if word not in ("of", "the", "on", "in", "and", "for"))
    return len(short) == 1 and len(short[0]) > 2 and short[0] == initials


def _against(name: FieldName, record: Registered, twins: Sequence[Registered]) -> Untrusted | None:
    """What another registry of authority says of the same identifier where it contradicts; silence and less exactness do not."""
    for twin in twins:
        if twin.registry not in AUTHORITIES or (twin.version and record.version and twin.version != record.version):
            continue
        if name == "title" and not (titled(record, measure(twin.title)) or titled(twin, measure(record.title))):
            return twin.title
        if name == "authors" and twin.authors and not names.lists_agree(names_of(twin), names_of(record)):
            return _of(twin, name)
        if name == "first date" and twin.first and record.first and not _same_day(twin.first, record.first):
            return derived(twin.first)
    return None


def _same_day(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _retraction(record: Registered, work: Work, fitting: Sequence[Registered]) -> IdentityField:
    """The gravest standing that a registry of authority gives any version of the work; a gatherer's word alone is no more than that."""
    hearsay = next((other for other in fitting if other.registry not in AUTHORITIES and other.retraction in _GRAVITY), None)
    standing = [other for other in work.records if other.registry in AUTHORITIES and other.retraction != "unknown"]
    if not standing:
        spoken = f"{hearsay.retraction}, says {hearsay.registry}" if hearsay else record.doubt
        return IdentityField(name="retraction", state="UNVERIFIED", claimed=derived(spoken) if spoken else None)
    worst = min(standing, key=lambda other: _GRAVITY.index(other.retraction) if other.retraction in _GRAVITY else len(_GRAVITY))
    if worst.retraction in _GRAVITY:
        of = "" if worst.id == record.id else f" ({worst.id})"
        return IdentityField(name="retraction", state="verified", registered=derived(worst.retraction + of), registry=worst.registry)
    if record.doubt:
        return IdentityField(name="retraction", state="UNVERIFIED", claimed=derived(record.doubt))
    own = record if record in standing else worst
    registry: Registry = own.registry
    if hearsay is not None:
        said = derived(f"{hearsay.retraction}, says {hearsay.registry}")
        return IdentityField(name="retraction", state="differs", registered=derived(own.retraction), claimed=said, registry=registry)
    return IdentityField(name="retraction", state="verified", registered=derived(own.retraction), registry=registry)
