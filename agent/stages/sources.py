"""The ledger: every document in which something was read, and every one that was named and could not be opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import partial

from pydantic import JsonValue

from agent.acts.bench import desk_of
from agent.acts.reading import UNREAD
from agent.context import Context, Supplied
from agent.documents import document_of
from agent.inquiry import Inquiry
from agent.records import Ledger, Limitation, Material, Pack, Snapshot
from prompts.trust import Untrusted, derived, measure
from tools import directives
from tools.extract.records import Candidates, CannotExtract
from tools.identity import ids
from tools.identity.records import Claimed, Identity
from tools.records import IdentityField, Record, Source
from tools.search.desk import Desk


def gather(context: Context, pack: Pack, snapshot: Snapshot, inquiry: Inquiry) -> Ledger:
    """The text that was read, what the pack names or the user gave as material, and what the inquiry opened, as registries know it."""
    sources = _chapter(context, pack, snapshot)
    limitations: list[Limitation] = []
    supplied = {material.name: material for material in context.settings.materials}
    sources.extend(_supplied(context, material) for material in supplied.values())
    for material in pack.materials:
        url = measure(material.url) if material.url else ""
        if url.rpartition("/")[2] not in supplied:
            sources.append(_unopened(context, material, url))
            what = derived(f"a {material.kind} that the pack names was not opened")
            limitations.append(Limitation(step="materials", what=what, remedy="download it and give it with --material FILE"))
    opened, limits = _named(context, desk_of(context, snapshot), _opened(inquiry, {source.id for source in sources}))
    noted = tuple(_noted(context, source) for source in (*sources, *opened))
    return Ledger(
        sources=noted, limitations=(*limitations, *inquiry.limitations, *_searches(inquiry), *_unread(inquiry), *_refused(inquiry), *limits)
    )


class _Answer(Record):
    """What registries made of one source, as it is kept. limits: why not all of them could be asked."""

    identity: Identity
    limits: tuple[str, ...]


def _named(context: Context, desk: Desk, sources: Iterable[Source]) -> tuple[list[Source], list[Limitation]]:
    """The sources with what registries know of each, asked once a run; without registries they stay as they are."""
    if not desk.registers or context.settings.offline:
        return list(sources), []
    named, limits = [], dict[str, None]()
    for source in sources:
        claimed = _claim(context, source)
        if claimed is None:
            named.append(source)
            continue
        inputs: dict[str, JsonValue] = {"source": source.id, "claimed": claimed.model_dump(mode="json")}
        answer = context.effects.once("identify", inputs, _Answer, partial(_asked, context, desk, source.id, claimed))
        named.append(_identified(source, answer.identity, context.started))
        limits.update(dict.fromkeys(answer.limits))
    return named, [Limitation(step="registries", what=derived(limit)) for limit in limits]


def _asked(context: Context, desk: Desk, id: str, claimed: Claimed) -> _Answer:
    context.tell("sources", f"asking registries about {id[:120]}")
    found = desk.identify(claimed)
    return _Answer(identity=found.identity, limits=found.limits)


def _claim(context: Context, source: Source) -> Claimed | None:
    """What a source is said to be, None where nothing names it.

    What was opened under a registry's own identifier is what the identifier names. A page elsewhere that states one must also state
    the title that the registry has for it, since copies with other digits exist.
    """
    own = ids.parse(source.id)
    if own is not None and own.kind != "url":
        return Claimed(ids=(source.id,))
    stated = _stated(context, source)
    names = [name for kind, words in stated.identifiers if kind in ("doi", "arxiv") and (name := ids.parse(measure(words)))]
    if not names or stated.title is None:
        return None
    years = (re.match(r"\d{4}", measure(words)) for kind, words in stated.dates if kind == "published")
    year = next((int(match.group()) for match in years if match), None)
    return Claimed(title=stated.title, authors=stated.authors, year=year, ids=tuple(dict.fromkeys(str(name) for name in names)))


def _stated(context: Context, source: Source) -> Candidates:
    if not source.sha256:
        return Candidates()
    try:
        return document_of(context.store, source.sha256).candidates
    except CannotExtract:
        return Candidates()


def _identified(source: Source, identity: Identity, now: str) -> Source:
    """The source with the registries' word. Its id is never replaced: a copy of a work elsewhere stays a copy."""
    refused = [f"the identifier {id} that it claims was refused: {reason}" for id, reason in identity.refused]
    if identity.id is None:
        note = "; ".join([*refused, identity.note])
        return source.model_copy(update={"fields": identity.fields, "note": _joined(source.note, note)})
    title = identity.field("title")
    named, own = ids.parse(identity.id), ids.parse(source.id)
    same = named is not None and own is not None and named.work == own.work
    doubts = [f"{field.name} differs from what is claimed" for field in identity.fields if field.state == "differs"]
    standing = identity.field("retraction")
    grave = [f"the registry's standing: {measure(standing.registered)}"] if _grave(standing) and standing.registered else []
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


def _grave(standing: IdentityField) -> bool:
    return standing.registered is not None and measure(standing.registered) != "none registered"


def _joined(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def _opened(inquiry: Inquiry, known: set[str]) -> Iterator[Source]:
    """Each document that was opened, once; where it was opened several times, the best that was had of it."""
    best: dict[str, Source] = {}
    for opened in inquiry.opened():
        held = best.get(opened.source.id)
        if opened.source.kind != "package" and (held is None or (not held.sha256 and opened.source.sha256)):
            best[opened.source.id] = opened.source
    yield from (source for source in best.values() if source.id not in known)


def _searches(inquiry: Inquiry) -> Iterator[Limitation]:
    """What could not be searched; where every search failed, the step has failed."""
    searches = [search for done in inquiry.done for search in done.searches]
    failed = [search for search in searches if search.outcome not in ("found", "nothing")]
    if searches and len(failed) == len(searches):
        what = f"all {len(searches)} searches failed, first {failed[0].provider}: {failed[0].reason or failed[0].outcome}"
        yield Limitation(step="search", what=derived(what), remedy="check the network and the settings of the providers", failed=True)
        return
    for provider in dict.fromkeys(search.provider for search in failed):
        first = next(search for search in failed if search.provider == provider)
        yield Limitation(step="search", what=derived(f"{provider} could not be searched: {first.reason or first.outcome}"))


def _unread(inquiry: Inquiry) -> Iterator[Limitation]:
    """Sources that no model read though one was asked to; where it read none of them, the step has failed."""
    failed = [opened.failed for opened in inquiry.opened() if opened.failed.startswith(UNREAD)]
    read = [opened for opened in inquiry.opened() if opened.shown]
    if failed:
        what = f"{len(failed)} of {len(failed) + len(read)} sources were opened and not read; {failed[0]}"
        yield Limitation(step="source reader", what=derived(what), remedy="run again, or read them by hand", failed=not read)


def _refused(inquiry: Inquiry) -> Iterator[Limitation]:
    """What a model gave as words of sources and was not kept."""
    refused = sum(opened.refused for opened in inquiry.opened())
    if refused:
        every = refused + sum(len(opened.said) for opened in inquiry.opened() if opened.shown)
        why = "not in what it was shown, or on no statement that it was asked about"
        what = f"of {every} quotations that the model gave {refused} {'was' if refused == 1 else 'were'} refused: {why}"
        yield Limitation(step="source reader", what=derived(what))


def _noted(context: Context, source: Source) -> Source:
    """The source, with the places of passages in it that read as instructions; what they say is not repeated, and changes nothing."""
    if source.kind in ("chapter", "package") or context.store.entry(source.sha256) is None:
        return source
    try:
        document = document_of(context.store, source.sha256)
    except CannotExtract:
        return source
    seen = list(dict.fromkeys(document.locate(span) for span in directives.find(document.text)))
    hidden = sorted({part.why for part in document.hidden if directives.find(part.text)})
    places = [f"at {', '.join(seen[:5])}"] * bool(seen) + [f"where nobody sees it ({', '.join(hidden)})"] * bool(hidden)
    if not places:
        return source
    note = f"text that reads as an instruction to whoever processes it stands {' and '.join(places)}; it was treated as material"
    return source.model_copy(update={"note": _joined(note, source.note)})


def _chapter(context: Context, pack: Pack, snapshot: Snapshot) -> list[Source]:
    sources = [
        Source(
            id=f"sha256:{pack.sha256}", kind="pack", title=derived("The research pack"), url=None, version=None, sha256=pack.sha256,
            status="full text", note="the chapter's own text is what is researched; it is no evidence for itself", accessed=context.started,
        )
    ]  # fmt: skip
    url = pack.identity.snapshot_url
    if url is None or pack.chapter.whole:
        return sources
    got = snapshot.origin == "linked snapshot"
    note = "" if got else "; ".join(_plain(limitation) for limitation in snapshot.limitations) or f"read instead: {snapshot.origin}"
    sources.append(
        Source(
            id=_identifier(measure(url)), kind="chapter", title=derived("The complete text that the pack names"), url=_link(measure(url)),
            version=None, sha256=snapshot.chapter.document if got else "", status="full text" if got else "not accessible",
            note=note, accessed=context.started,
        )
    )  # fmt: skip
    return sources


def _plain(limitation: Limitation) -> str:
    """Our own words of a limitation of the snapshot; they carry none from outside."""
    return measure(limitation.what)


def _supplied(context: Context, material: Supplied) -> Source:
    return Source(
        id=f"sha256:{material.sha256}", kind="notebook" if material.name.endswith(".ipynb") else "document",
        title=Untrusted(material.name, "person"), url=None, version=None, sha256=material.sha256, status="full text",
        note="supplied by the user", accessed=context.started,
    )  # fmt: skip


def _unopened(context: Context, material: Material, url: str) -> Source:
    return Source(
        id=_identifier(url), kind="notebook" if material.kind == "notebook" else "page", title=material.label, url=_link(url), version=None,
        sha256="", status="not accessible", note="named by the pack; it was not opened", accessed=context.started,
    )  # fmt: skip


def _identifier(url: str) -> str:
    """A URL as an id: what a ledger shows must hold no white space or marks."""
    return "".join(ch for ch in url if ch.isascii() and ch.isprintable() and ch not in " <>\"'`|\\") or "unnamed"


def _link(url: str) -> str | None:
    return url if url.startswith("https://") and _identifier(url) == url else None
