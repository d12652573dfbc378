"""Stored documents as they are read: the characters of plain text, and what the extractors read out of everything else."""

from __future__ import annotations

from functools import lru_cache

from prompts.trust import Untrusted
from tools import extract
from tools.extract.records import CannotExtract, Document
from tools.records import Quotation
from tools.store import EvidenceStore


def document_of(store: EvidenceStore, content: str) -> Document:
    """The document with this sha256, by the type and address under which it was stored first; raises CannotExtract."""
    entry, body = store.entry(content), store.read(content)
    if entry is None or body is None:
        raise LookupError(f"no document {content} is in the evidence store")
    return _extracted(body, entry.content_type, entry.uri)


@lru_cache(maxsize=32)
def _extracted(body: bytes, content_type: str, uri: str) -> Document:
    """Kept for the few documents that are at hand: each of their quotations is looked up in the same text."""
    return extract.extract(body, content_type, uri)


def quoted_text(store: EvidenceStore, quotation: Quotation) -> Untrusted | None:
    """The text that a quotation's span counts in, None where the document is not in the store or has no text any more.

    Raises ArchiveError where it is damaged, and NotText where it is none.
    """
    if not quotation.extracted:
        return store.text(quotation.sha256)
    if store.entry(quotation.sha256) is None:
        return None
    try:
        return document_of(store, quotation.sha256).text
    except CannotExtract:
        return None
