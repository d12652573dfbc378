"""Sources under the names that registries have for them: what was opened, what it is said to be, and what it is after they were asked.

All of it follows from records and stored documents, so that the ledger is made by it and `corrigenda verify` makes it again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from agent.documents import document_of
from agent.inquiry import Inquiry
from prompts.trust import Untrusted, measure
from tools import directives
from tools.extract.records import Candidates, CannotExtract
from tools.identity import ids, titles
from tools.identity.records import Claimed, Identity
from tools.records import IdentityField, Source
from tools.store import EvidenceStore

_BEGINNING = 20_000  # characters of a supplied file in which its title has to stand


def best_opened(inquiry: Inquiry) -> Iterator[Source]:
    """Each document that was opened, once; where it was opened several times, the best that was had of it."""
    best: dict[str, Source] = {}
    for opened in inquiry.opened():
        held = best.get(opened.source.id)
        if opened.source.kind != "package" and (held is None or (not held.sha256 and opened.source.sha256)):
            best[opened.source.id] = opened.source
    yield from best.values()


def claimed(store: EvidenceStore, source: Source) -> Claimed | None:
    """What a source is said to be, None where nothing names it.

    What was opened under a registry's own identifier is what the identifier names. A page elsewhere that states one must also state
    the title that the registry has for it, since copies with other digits exist.
    """
    own = ids.parse(source.id)
    if own is not None and own.kind != "url":
        return Claimed(ids=(source.id,))
    stated = _stated(store, source)
    names = [name for kind, words in stated.identifiers if kind in ("doi", "arxiv") and (name := ids.parse(measure(words)))]
    if not names or stated.title is None:
        return None
    years = (re.match(r"\d{4}", measure(words)) for kind, words in stated.dates if kind == "published")
    year = next((int(match.group()) for match in years if match), None)
    return Claimed(title=stated.title, authors=stated.authors, year=year, ids=tuple(dict.fromkeys(str(name) for name in names)))


def _stated(store: EvidenceStore, source: Source) -> Candidates:
    if not source.sha256:
        return Candidates()
    try:
        return document_of(store, source.sha256).candidates
    except CannotExtract:
        return Candidates()


def named(store: EvidenceStore, source: Source, identity: Identity, now: str) -> Source:
    """The source with the registries' word. Its id is never replaced: a copy of a work elsewhere stays a copy.

    A file that a user gave under an identifier is that work only where the title that the registry has stands at its beginning.
    """
    refused = [f"the identifier {id} that it claims was refused: {reason}" for id, reason in identity.refused]
    if identity.id is None:
        note = "; ".join([*refused, identity.note])
        return source.model_copy(update={"fields": identity.fields, "note": _joined(source.note, note)})
    title = identity.field("title")
    known, own = ids.parse(identity.id), ids.parse(source.id)
    same = known is not None and own is not None and known.work == own.work
    doubts = [f"{field.name} differs from what is claimed" for field in identity.fields if field.state == "differs"]
    standing = identity.field("retraction")
    grave = [f"the registry's standing: {measure(standing.registered)}"] if _grave(standing) and standing.registered else []
    if source.supplied and title.registered is not None and not _opens_with(store, source, title.registered):
        doubts.append(f"the title that {title.registry} has does not stand at the beginning of the file, so that it may be another work")
        return source.model_copy(update={"fields": identity.fields, "note": _joined(source.note, *refused, *doubts)})
    copy = [] if same else [f"a copy, not from the origin of {identity.id}"]
    work = tuple(id for id in (identity.id, *identity.work) if id != source.id)
    version = identity.field("version")
    return source.model_copy(
        update={
            "fields": identity.fields, "work": work, "note": "; ".join([*grave, *refused, *copy, *doubts]),
            "title": title.registered if title.state == "verified" and title.registered else source.title,
            "version": measure(version.registered) if version.registered and version.state == "verified" else source.version,
            "verified": now if same and title.state == "verified" else source.verified,
        }
    )  # fmt: skip


def _opens_with(store: EvidenceStore, source: Source, title: Untrusted) -> bool:
    try:
        text = measure(document_of(store, source.sha256).text)[:_BEGINNING] if source.sha256 else ""
    except CannotExtract:
        return False
    return f" {titles.folded(measure(title))} " in f" {titles.folded(text)} "


def _grave(standing: IdentityField) -> bool:
    return standing.registered is not None and measure(standing.registered) != "none registered"


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def noted(store: EvidenceStore, source: Source) -> Source:
    """The source, with the places of passages in it that read as instructions; what they say is not repeated, and changes nothing."""
    if source.kind in ("chapter", "package") or store.entry(source.sha256) is None:
        return source
    try:
        document = document_of(store, source.sha256)
    except CannotExtract:
        return source
    seen = list(dict.fromkeys(document.locate(span) for span in directives.find(document.text)))
    hidden = sorted({part.why for part in document.hidden if directives.find(part.text)})
    places = [f"at {', '.join(seen[:5])}"] * bool(seen) + [f"where nobody sees it ({', '.join(hidden)})"] * bool(hidden)
    if not places:
        return source
    note = f"text that reads as an instruction to whoever processes it stands {' and '.join(places)}; it was treated as material"
    return source.model_copy(update={"note": _joined(note, source.note)})
