"""The ledger: every document in which something was read, and every one that was named and could not be opened."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from pydantic import JsonValue

from agent.acts import naming
from agent.acts.bench import desk_of
from agent.acts.reading import UNREAD
from agent.context import Context, Supplied
from agent.inquiry import Inquiry
from agent.records import Ledger, Limitation, Material, Obtained, Pack, Snapshot
from prompts.trust import Untrusted, derived, measure
from tools.identity.records import Claimed, Identity
from tools.records import Record, Source
from tools.search.desk import Desk

_NETWORK = "check the network, which is reached directly and through no proxy"


def gather(context: Context, pack: Pack, snapshot: Snapshot, inquiry: Inquiry, notebooks: tuple[Obtained, ...] = ()) -> Ledger:
    """The text that was read, what the pack names or the user gave as material, and what the inquiry opened, as registries know it."""
    sources = _chapter(context, pack, snapshot)
    limitations: list[Limitation] = []
    supplied = {material.name: material for material in context.settings.materials}
    sought = {source.id: source for source in naming.best_opened(inquiry)}
    sources.extend(_supplied(context, material) for material in supplied.values())
    for material in pack.materials:
        url = measure(material.url) if material.url else ""
        fetched = next((each for each in notebooks if each.url == material.url), None)
        if fetched is not None and fetched.sha256:
            sources.append(_fetched(material, fetched))
        elif url.rpartition("/")[2] not in supplied and _identifier(url) not in sought:
            sources.append(_unopened(context, material, url, fetched.reason if fetched else ""))
            what = derived(f"a {material.kind} that the pack names was not opened{f' ({fetched.reason})' if fetched else ''}")
            limitations.append(Limitation(step="materials", what=what, remedy="download it and give it with --material FILE"))
    others = _others(sought, sources)
    opened, limits = _named(context, desk_of(context, snapshot), others)
    noted = tuple(naming.noted(context.store, source) for source in (*sources, *opened))
    return Ledger(
        sources=noted,
        limitations=(
            *limitations,
            *inquiry.limitations,
            *_unreached(others),
            *_searches(inquiry),
            *_unread(inquiry),
            *_refused(inquiry),
            *limits,
        ),
    )


def _others(sought: dict[str, Source], sources: list[Source]) -> list[Source]:
    """What the inquiry opened beside the chapter and its materials."""
    known = {source.id for source in sources}
    return [source for source in sought.values() if source.id not in known]


class _Answer(Record):
    """What registries made of one source, as it is kept. limits: why not all of them could be asked; reached: whether any answered."""

    identity: Identity
    limits: tuple[str, ...]
    reached: bool


def _named(context: Context, desk: Desk, sources: Iterable[Source]) -> tuple[list[Source], list[Limitation]]:
    """The sources with what registries know of each, asked once a run; without registries they stay as they are."""
    if not desk.registers or context.settings.offline:
        return list(sources), []
    named, limits, reached = [], dict[str, None](), []
    for source in sources:
        claimed = naming.claimed(context.store, source)
        if claimed is None:
            named.append(source)
            continue
        inputs: dict[str, JsonValue] = {"source": source.id, "claimed": claimed.model_dump(mode="json")}
        answer = context.effects.once("identify", inputs, _Answer, partial(_asked, context, desk, source.id, claimed))
        named.append(naming.named(context.store, source, answer.identity, context.started))
        limits.update(dict.fromkeys(answer.limits))
        reached.append(answer.reached)
    if reached and not any(reached):
        what = f"no registry could be asked who wrote what: {'; '.join(limits)}"
        return named, [Limitation(step="registries", what=derived(what), remedy=_NETWORK, failed=True)]
    return named, [Limitation(step="registries", what=derived(limit)) for limit in limits]


def _unreached(opened: list[Source]) -> Iterator[Limitation]:
    """That there seems to be no network, where all that was to be opened is out of reach."""
    if opened and all(source.note.startswith("unreachable") for source in opened):
        what = f"none of the {len(opened)} documents that were to be opened could be reached; the first: {opened[0].note}"
        yield Limitation(step="sources", what=derived(what), remedy=f"{_NETWORK}, or give them with --document FILE=ID")


def _asked(context: Context, desk: Desk, id: str, claimed: Claimed) -> _Answer:
    context.tell("sources", f"asking registries about {id[:120]}")
    found = desk.identify(claimed)
    return _Answer(identity=found.identity, limits=found.limits, reached=found.reached)


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


def _fetched(material: Material, notebook: Obtained) -> Source:
    return Source(
        id=_identifier(notebook.address), kind="notebook", title=material.label, url=_link(notebook.address), version=None,
        sha256=notebook.sha256, status="full text", note="named by the pack; fetched, and run where experiments are",
        accessed=notebook.accessed,
    )  # fmt: skip


def _unopened(context: Context, material: Material, url: str, reason: str = "") -> Source:
    note = f"named by the pack; it was not opened{f' ({reason})' if reason else ''}"
    return Source(
        id=_identifier(url), kind="notebook" if material.kind == "notebook" else "page", title=material.label, url=_link(url), version=None,
        sha256="", status="not accessible", note=note, accessed=context.started,
    )  # fmt: skip


def _identifier(url: str) -> str:
    """A URL as an id: what a ledger shows must hold no white space or marks."""
    return "".join(ch for ch in url if ch.isascii() and ch.isprintable() and ch not in " <>\"'`|\\") or "unnamed"


def _link(url: str) -> str | None:
    return url if url.startswith("https://") and _identifier(url) == url else None
