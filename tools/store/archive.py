"""The archive of a run: one file, `evidence.warc.gz`, to which whole records are appended and made durable before the call returns.

What a kill left half-written at the end is cut when the archive is opened, and `repairs` says so. What the store gives back as text is
`Untrusted`.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from prompts.trust import Untrusted
from tools import durable
from tools.exchange import Ended, Exchange, Request, Response
from tools.store import cdx, reading, warc
from tools.store.warc import Damaged, Stored
from tools.text import decode

_INFO = {"software": "Corrigenda", "format": "WARC file version 1.1", "conformsTo": "http://iipc.github.io/warc-specifications/"}


class EvidenceStore:
    """The archive at `path`, made when first written to. Safe to use from several threads of one process.

    note: what its first record says of the names in it, where it holds exchanges.
    """

    def __init__(self, path: Path, note: str = "") -> None:
        self.path = path
        self.repairs: tuple[str, ...] = ()
        self._note = note
        self._lock = threading.Lock()
        self._records: list[Stored] = []
        self._by_hash: dict[str, Stored] = {}
        self._by_payload: dict[str, Stored] = {}
        self._by_both: dict[tuple[str, str], Stored] = {}
        self._by_uri: dict[str, str] = {}
        if path.exists():
            self._open()

    def _open(self) -> None:
        whole = 0
        for entry in reading.members(self.path):
            self._index(entry)
            whole = entry.offset + entry.length
        size = self.path.stat().st_size
        if whole < size:
            with self.path.open("r+b") as archive:
                archive.truncate(whole)
            self.repairs = (f"cut {size - whole} bytes of an unfinished record at the end of {self.path.name}",)

    def _index(self, entry: Stored) -> None:
        self._records.append(entry)
        if entry.kind in warc.DOCUMENTS:
            self._by_hash.setdefault(entry.sha256, entry)
            self._by_payload.setdefault(entry.payload, entry)
            self._by_both.setdefault((entry.payload, entry.sha256), entry)
        # Only a whole document is what stands under an id: no error's page, no part of a file.
        if entry.kind in (*warc.DOCUMENTS, "revisit") and entry.status in (None, 200, 203):
            self._by_uri[entry.uri] = entry.sha256

    def _append(self, *new: bytes) -> None:
        """Each record is read before it is written, so that nothing gets into the file which would keep it from being opened."""
        offset = self.path.stat().st_size if self.path.exists() else 0
        entries = list(reading.members_in(self.path, new, offset))
        durable.append(self.path, b"".join(new))
        for entry in entries:
            self._index(entry)

    def put(self, uri: str, payload: bytes, content_type: str, *, kind: str = "resource", date: str | None = None) -> str:
        """Keep a document under its source id and return its sha256; a content that is there already is not written again."""
        content = sha256(payload).hexdigest()
        with self._lock:
            held = self._by_hash.get(content)
            if held is None:
                self._append(warc.document(uri, payload, content_type, kind, date or _now()))
            elif self._by_uri.get(uri) != content:
                self._append(warc.again(uri, held, date or _now()))
        return content

    def keep(self, exchange: Exchange) -> None:
        """Keep a request and what came of it; a body that is there already is not written again."""
        outcome = exchange.outcome
        with self._lock:
            held = None
            if isinstance(outcome, Response) and outcome.raw:
                # The bytes of a compressed file may come as those of a compressed page too, which is another content.
                held = self._by_both.get((warc.digest(outcome.raw), warc.content_digest(outcome)))
            first = () if self._records else (warc.info(outcome.date, _INFO | ({"description": self._note} if self._note else {})),)
            self._append(*first, *warc.exchange(exchange, held, str(len(self._records))))

    def find(self, uri: str) -> str | None:
        """The sha256 of the newest content stored under a source id."""
        return self._by_uri.get(uri)

    def entries(self) -> tuple[Stored, ...]:
        """Where each content lies."""
        return tuple(self._by_hash.values())

    def records(self) -> tuple[Stored, ...]:
        """Every record, in the order of the file."""
        return tuple(self._records)

    def exchanges(self) -> Iterator[tuple[Request, Stored]]:
        """Every request with the record of what came of it, in the order in which they were kept."""
        outcomes = {entry.id: entry for entry in self._records if entry.kind in ("response", "revisit", "metadata")}
        for entry in self._records:
            if entry.kind == "request" and entry.beside in outcomes:
                yield reading.request_at(self.path, entry), outcomes[entry.beside]

    def outcome(self, entry: Stored) -> Response | Ended:
        """What came of a request, as it was kept. Raises Damaged where the archive no longer holds it."""
        if entry.kind == "metadata":
            return reading.ended_at(self.path, entry)
        original = entry if entry.kind == "response" else self._by_payload.get(entry.payload)
        if original is None:
            raise Damaged(self.path, entry.offset, "the content that it refers to is not there")
        return reading.response_at(self.path, entry, original)

    def entry(self, content: str) -> Stored | None:
        """Where the content with this sha256 lies, None where it is not there."""
        return self._by_hash.get(content)

    def read(self, content: str) -> bytes | None:
        """The bytes with this sha256, None where there are none; raises Damaged where they are no longer what they were."""
        entry = self._by_hash.get(content)
        if entry is None:
            return None
        payload = reading.body_at(self.path, entry)
        if sha256(payload).hexdigest() != content:
            raise Damaged(self.path, entry.offset, "the content does not have the hash that it is stored under")
        return payload

    def text(self, content: str) -> Untrusted | None:
        """The characters of a stored document (see tools.text.decode), None where it is not there."""
        entry, payload = self._by_hash.get(content), self.read(content)
        return None if entry is None or payload is None else Untrusted(decode(payload), entry.uri)

    def index(self) -> bytes:
        """The archive's index in the form that other tools read (CDXJ)."""
        return cdx.lines(self._records, self.path.name)

    def verify(self) -> list[str]:
        """Every record read again against its digests; what does not hold, in words."""
        problems: list[str] = []
        try:
            entries = list(reading.members(self.path)) if self.path.exists() else []
        except Damaged as error:
            return [str(error)]
        end = entries[-1].offset + entries[-1].length if entries else 0
        if self.path.exists() and end != self.path.stat().st_size:
            problems.append(f"{self.path.name}: {self.path.stat().st_size - end} bytes at the end are no record")
        held = {(entry.payload, entry.sha256) for entry in entries if entry.kind in warc.DOCUMENTS}
        for entry in entries:
            try:
                reason = reading.broken(self.path, entry)
            except Damaged as error:
                problems.append(str(error))
                continue
            if reason is None and entry.kind == "revisit" and (entry.payload, entry.sha256) not in held:
                reason = "it refers to a content that is not in the archive"
            if reason:
                problems.append(f"{self.path.name}, record at byte {entry.offset}: {reason} ({entry.uri})")
        return problems


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
