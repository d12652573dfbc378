"""Section 3: one row a source, with what a registry or our own bytes confirm of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from agent.report.contract import SOURCE_COLUMNS
from agent.report.index import Index, address
from agent.report.words import cite, code, counted, parts, plain, sentence, table
from tools.records import Source

_LABELS = 12


def render(index: Index) -> str:
    if not index.sources:
        return parts("No source was obtained.", table(SOURCE_COLUMNS, ()))
    shared = _shared_note(index)
    head = f"Note 1: {sentence(shared)}" if shared else ""
    return parts(head, table(SOURCE_COLUMNS, (_row(index, label, source, shared) for label, source in index.sources.items())))


def _shared_note(index: Index) -> str:
    """The limitation that three sources or more have, so that it is said once; empty where none has."""
    known = Counter(source.note for source in index.sources.values() if source.note)
    return next((note for note, count in known.most_common(1) if count > 2), "")


def _row(index: Index, label: str, source: Source, shared: str) -> tuple[str, ...]:
    given = ", supplied by the user" if source.supplied else ""
    return (
        f"[{label}] {plain(source.title, 160) or 'title not obtained'} ({source.kind}{given})",
        _metadata(source),
        _url(source),
        source.status,
        _claims(index, source),
        "note 1" if source.note and source.note == shared else plain(source.note, 300) or "none noted",
        _times(source),
    )


def _times(source: Source) -> str:
    if source.verified == source.accessed:
        return f"verified and accessed {plain(source.accessed)}"
    return f"{'verified ' + plain(source.verified) if source.verified else 'UNVERIFIED'}; accessed {plain(source.accessed)}"


def _metadata(source: Source) -> str:
    known = [code(source.id, 160, cell=True)] if source.id != source.url and not (source.sha256 and source.sha256 in source.id) else []
    if source.version and source.version not in source.id:
        known.append(f"version {plain(source.version)}")
    known.append(f"sha256 {code(source.sha256[:16], cell=True)}" if source.sha256 else "nothing obtained")
    if source.way:
        known.append(f"come to from {' '.join(_steps(source))}")
    return "; ".join([", ".join(known), *_fields(source)])


def _steps(source: Source) -> Iterator[str]:
    """The way to a source: from where, by which rule, and so on."""
    for place, rule in zip(source.way[::2], source.way[1::2], strict=True):
        yield f"{code(place, 120, cell=True)} ({plain(rule)})"


# Shown elsewhere in the row, or of no kind of source but one.
_ELSEWHERE = frozenset({"version", "commit", "last date", "arxiv"})


def _fields(source: Source) -> Iterator[str]:
    """What registries have of each field: verified, both sides where they differ, and by name what no registry answers for."""
    for field in source.fields:
        if field.registered is None or field.state == "UNVERIFIED" or (field.state == "verified" and field.name in ("title", *_ELSEWHERE)):
            continue
        if field.state == "verified":
            yield f"{field.name} {plain(field.registered, 120)} ({field.registry})"
        elif field.claimed is not None:
            yield f"{field.name} differs: {field.registry} has {plain(field.registered, 120)}, claimed {plain(field.claimed, 120)}"
    unknown = [field.name for field in source.fields if field.state == "UNVERIFIED" and field.name not in _ELSEWHERE]
    if unknown:
        yield f"UNVERIFIED: {', '.join(unknown)}"
    if source.work:
        yield f"one work with {', '.join(code(id, 100, cell=True) for id in source.work[:3])}"


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
