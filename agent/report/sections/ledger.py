"""Section 3: one row a source, with what a registry or our own bytes confirm of it."""

from __future__ import annotations

from agent.report.contract import SOURCE_COLUMNS
from agent.report.index import Index, address
from agent.report.words import cite, code, counted, parts, plain, table
from tools.records import Source

_LABELS = 12


def render(index: Index) -> str:
    if not index.sources:
        return parts("No source was obtained.", table(SOURCE_COLUMNS, ()))
    return table(SOURCE_COLUMNS, (_row(index, label, source) for label, source in index.sources.items()))


def _row(index: Index, label: str, source: Source) -> tuple[str, ...]:
    return (
        f"[{label}] {plain(source.title, 160)} ({source.kind})",
        _metadata(source),
        _url(source),
        source.status,
        _claims(index, source),
        plain(source.note, 300) or "none noted",
        f"verified {plain(source.verified)}; accessed {plain(source.accessed)}"
        if source.verified
        else f"UNVERIFIED; accessed {plain(source.accessed)}",
    )


def _metadata(source: Source) -> str:
    known = [code(source.id, 160, cell=True)] if source.id != source.url and not (source.sha256 and source.sha256 in source.id) else []
    if source.version:
        known.append(f"version {plain(source.version)}")
    known.append(f"sha256 {code(source.sha256[:16], cell=True)}" if source.sha256 else "nothing obtained")
    return ", ".join(known)


def _url(source: Source) -> str:
    if source.url is None:
        return "none"
    url = address(source.url)
    return f"<{url}>" if url else code(source.url, 200, cell=True)


def _claims(index: Index, source: Source) -> str:
    labels = [claim.label for claim in index.bears_on(source)]
    if source.kind in ("chapter", "pack"):
        return "all; it is what is examined"
    if not labels:
        return "none"
    return cite(labels[:_LABELS]) + (f" and {counted(len(labels) - _LABELS, 'other')}" if len(labels) > _LABELS else "")
