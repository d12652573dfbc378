"""The ledger: every document in which something was read, and every one that was named and could not be opened."""

from __future__ import annotations

from collections.abc import Iterator

from agent.context import Context, Supplied
from agent.inquiry import Inquiry
from agent.records import Ledger, Limitation, Material, Pack, Snapshot
from prompts.trust import Untrusted, derived, measure
from tools.records import Source


def gather(context: Context, pack: Pack, snapshot: Snapshot, inquiry: Inquiry) -> Ledger:
    """The text that was read, what the pack names or the user gave as material, and what the inquiry opened."""
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
    sources.extend(_opened(inquiry, {source.id for source in sources}))
    return Ledger(sources=tuple(sources), limitations=(*limitations, *inquiry.limitations, *_searches(inquiry)))


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
