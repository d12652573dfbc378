"""Evidence as a web archive: every document byte for byte, once per content, found again by hash or by source id.

One file, `evidence.warc.gz`, of gzip members, one WARC record each; a record is appended whole and made durable before `put`
returns. What a kill left half-written at the end is cut when the archive is opened, and `repairs` says so.
What the store gives back is `Untrusted`.

    ArchiveError     the archive cannot be used
      Damaged        a record is not what its digest says, or the file does not parse; says at which byte
"""

from __future__ import annotations

import threading
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from uuid import NAMESPACE_URL, uuid5

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed
from warcio.warcwriter import WARCWriter

from prompts.trust import Untrusted
from tools import durable
from tools.text import decode

_CHUNK = 1 << 20


class ArchiveError(Exception):
    """The archive cannot be used."""


class Damaged(ArchiveError):
    """The archive's bytes are not what was written. offset: of the gzip member in the file."""

    def __init__(self, path: Path, offset: int, reason: str) -> None:
        super().__init__(f"{path.name}, record at byte {offset}: {reason}; restore the file from a copy")
        self.offset = offset


@dataclass(frozen=True)
class Stored:
    """Where a document lies in the archive. uri: the source id it was stored under; kind: WARC record type."""

    sha256: str
    uri: str
    kind: str
    content_type: str
    date: str
    offset: int
    length: int


class EvidenceStore:
    """The archive at `path`, made when first written to. Safe to use from several threads of one process."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.repairs: tuple[str, ...] = ()
        self._lock = threading.Lock()
        self._by_hash: dict[str, Stored] = {}
        self._by_uri: dict[str, str] = {}
        if path.exists():
            self._open()

    def _open(self) -> None:
        whole = 0
        for entry in _members(self.path):
            self._index(entry)
            whole = entry.offset + entry.length
        size = self.path.stat().st_size
        if whole < size:
            with self.path.open("r+b") as archive:
                archive.truncate(whole)
            self.repairs = (f"cut {size - whole} bytes of an unfinished record at the end of {self.path.name}",)

    def _index(self, entry: Stored) -> None:
        self._by_hash.setdefault(entry.sha256, entry)
        self._by_uri[entry.uri] = entry.sha256

    def put(self, uri: str, payload: bytes, content_type: str, *, kind: str = "resource", date: str | None = None) -> str:
        """Keep a document under its source id and return its sha256; a content that is there already is not written again."""
        content = sha256(payload).hexdigest()
        with self._lock:
            if content in self._by_hash:
                self._by_uri.setdefault(uri, content)
                return content
            stamp = date or datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
            member = _member(uri, payload, content, content_type, kind, stamp)
            offset = self.path.stat().st_size if self.path.exists() else 0
            durable.append(self.path, member)
            self._index(Stored(content, uri, kind, content_type, stamp, offset, len(member)))
        return content

    def find(self, uri: str) -> str | None:
        """The sha256 of the newest content stored under a source id."""
        return self._by_uri.get(uri)

    def entries(self) -> tuple[Stored, ...]:
        return tuple(self._by_hash.values())

    def read(self, content: str) -> bytes | None:
        """The bytes with this sha256, None where there are none; raises Damaged where they are no longer what they were."""
        entry = self._by_hash.get(content)
        if entry is None:
            return None
        with self.path.open("rb") as archive:
            archive.seek(entry.offset)
            member = archive.read(entry.length)
        payload = _payload(self.path, entry.offset, member)
        if sha256(payload).hexdigest() != content:
            raise Damaged(self.path, entry.offset, "the content does not have the hash that it is stored under")
        return payload

    def text(self, content: str) -> Untrusted | None:
        """The characters of a stored document (see tools.text.decode), None where it is not there."""
        entry, payload = self._by_hash.get(content), self.read(content)
        return None if entry is None or payload is None else Untrusted(decode(payload), entry.uri)

    def verify(self) -> list[str]:
        """Every record read again against its digest; what does not hold, in words."""
        problems: list[str] = []
        try:
            entries = list(_members(self.path)) if self.path.exists() else []
        except Damaged as error:
            return [str(error)]
        end = entries[-1].offset + entries[-1].length if entries else 0
        if self.path.exists() and end != self.path.stat().st_size:
            problems.append(f"{self.path.name}: {self.path.stat().st_size - end} bytes at the end are no record")
        for entry in entries:
            try:
                with self.path.open("rb") as archive:
                    archive.seek(entry.offset)
                    payload = _payload(self.path, entry.offset, archive.read(entry.length))
            except Damaged as error:
                problems.append(str(error))
                continue
            if sha256(payload).hexdigest() != entry.sha256:
                problems.append(f"{self.path.name}, record at byte {entry.offset}: content and digest differ ({entry.uri})")
        return problems


def _member(uri: str, payload: bytes, content: str, content_type: str, kind: str, stamp: str) -> bytes:
    """One record as a gzip member. Its id follows from what it holds, so that equal runs make equal archives but for dates."""
    out = BytesIO()
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    headers = {
        "WARC-Record-ID": f"<urn:uuid:{uuid5(NAMESPACE_URL, f'{kind} {uri} {content}')}>",
        "WARC-Date": stamp,
        "WARC-Payload-Digest": f"sha256:{content}",
        "WARC-Block-Digest": f"sha256:{content}",
    }
    record = writer.create_warc_record(
        uri, kind, payload=BytesIO(payload), length=len(payload), warc_content_type=content_type, warc_headers_dict=headers
    )
    writer.write_record(record)
    return out.getvalue()


def _members(path: Path) -> Iterator[Stored]:
    """Every whole record from the front; stops at a member that is not whole. Raises Damaged at one that cannot be a tail."""
    size = path.stat().st_size
    with path.open("rb") as archive:
        offset = 0
        while offset < size:
            archive.seek(offset)
            length = _member_length(archive.read(_CHUNK), archive, path, offset)
            if length is None:
                return
            archive.seek(offset)
            yield _entry(path, offset, archive.read(length))
            offset += length


def _member_length(first: bytes, archive: BinaryIO, path: Path, offset: int) -> int | None:
    """Bytes of the gzip member that begins with `first`, None where the file ends within it."""
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    read, chunk = 0, first
    while chunk:
        read += len(chunk)
        try:
            inflate.decompress(chunk)
        except zlib.error as error:
            raise Damaged(path, offset, f"not a gzip member ({error})") from error
        if inflate.eof:
            return read - len(inflate.unused_data)
        chunk = archive.read(_CHUNK)
    return None


def _entry(path: Path, offset: int, member: bytes) -> Stored:
    try:
        for record in ArchiveIterator(BytesIO(member)):
            headers = record.rec_headers
            algorithm, _, value = (headers.get_header("WARC-Payload-Digest") or "").partition(":")
            if algorithm != "sha256":
                raise Damaged(path, offset, "no sha256 payload digest")
            return Stored(
                sha256=value,
                uri=headers.get_header("WARC-Target-URI") or "",
                kind=record.rec_type,
                content_type=headers.get_header("Content-Type") or "",
                date=headers.get_header("WARC-Date") or "",
                offset=offset,
                length=len(member),
            )
    except ArchiveLoadFailed as error:
        raise Damaged(path, offset, f"not a WARC record ({error})") from error
    raise Damaged(path, offset, "an empty member")


def _payload(path: Path, offset: int, member: bytes) -> bytes:
    try:
        plain = zlib.decompress(member, wbits=zlib.MAX_WBITS | 16)
        for record in ArchiveIterator(BytesIO(plain)):
            return bytes(record.content_stream().read())
    except (zlib.error, ArchiveLoadFailed) as error:
        raise Damaged(path, offset, f"cannot be read ({error})") from error
    raise Damaged(path, offset, "an empty member")
