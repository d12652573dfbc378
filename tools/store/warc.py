"""Records of a web archive (WARC 1.1) and their bytes: one gzip member a record.

    resource, conversion   a document that was no answer of a server (a package's file, a supplied text), or was made of another
    response, request      an exchange: the answer with its headers, its body in the content coding in which it came (transfer coding
                           taken off, so that header is left out), and what was asked, without credentials
    revisit                a content that is there already, under another id or once more: it says where
    metadata               a request that no response answered, and why, as JSON
    warcinfo               what wrote the archive, and which names in it are neutral

`WARC-Payload-Digest` is the hash of the body as it came; `Corrigenda-Content-Digest`, where there is a content coding, that of the body
without it, which is the hash by which the document is cited.
"""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import BinaryIO
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from tools.exchange import Ended, Exchange, Request, Response, TooLarge, Unpackable

_CHUNK = 1 << 20
_MOST = 1 << 30  # bytes of a body without its coding; the door's own caps are far below it
CONTENT = "Corrigenda-Content-Digest"
_REVISIT = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
_HTTP = "application/http; msgtype="
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")  # none belongs into a field, and a line end would begin another
DOCUMENTS = ("resource", "conversion", "response")


class ArchiveError(Exception):
    """The archive cannot be used."""


class Damaged(ArchiveError):
    """The archive's bytes are not what was written. offset: of the gzip member in the file."""

    def __init__(self, path: Path, offset: int, reason: str) -> None:
        super().__init__(f"{path.name}, record at byte {offset}: {reason}; restore the file from a copy")
        self.offset = offset


@dataclass(frozen=True)
class Stored:
    """Where a record lies in the archive.

    sha256: of the content, that is of the body without its content coding. uri: the source id or address; kind: WARC record type.
    id: of the record; beside: of the record that it belongs to ("" where to none). payload: digest of the body as it came.
    status: of a response, None else.
    """

    sha256: str
    uri: str
    kind: str
    content_type: str
    date: str
    offset: int
    length: int
    id: str = ""
    beside: str = ""
    payload: str = ""
    status: int | None = None


# ---- writing ---------------------------------------------------------------------------------------------------


def _digest(payload: bytes) -> str:
    return sha256(payload).hexdigest()


def _record(kind: str, uri: str, block: bytes, date: str, content_type: str, more: dict[str, str], serial: str = "") -> tuple[str, bytes]:
    """The id of a record and its bytes. The id follows from what it holds, so that equal runs make equal archives but for dates."""
    record = f"<urn:uuid:{uuid5(NAMESPACE_URL, f'{kind} {uri} {_digest(block)} {serial}')}>"
    fields = {
        "WARC-Type": kind, "WARC-Record-ID": record, "WARC-Target-URI": uri, "WARC-Date": date, **more,
        "WARC-Block-Digest": f"sha256:{_digest(block)}", "Content-Type": content_type, "Content-Length": str(len(block)),
    }  # fmt: skip
    head = "WARC/1.1\r\n" + "".join(f"{name}: {_CONTROL.sub('_', value)}\r\n" for name, value in fields.items() if value) + "\r\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return record, packer.compress(head.encode() + block + b"\r\n\r\n") + packer.flush()


def document(uri: str, payload: bytes, content_type: str, kind: str, date: str) -> bytes:
    """A record of a document."""
    return _record(kind, uri, payload, date, content_type, {"WARC-Payload-Digest": f"sha256:{_digest(payload)}"})[1]


def again(uri: str, held: Stored, date: str) -> bytes:
    """A record that a content which is there already is the content of another id too."""
    return _record("revisit", uri, b"", date, held.content_type, _seen(held))[1]


def _seen(held: Stored) -> dict[str, str]:
    return {
        "WARC-Profile": _REVISIT, "WARC-Refers-To": held.id, "WARC-Refers-To-Target-URI": held.uri, "WARC-Refers-To-Date": held.date,
        "WARC-Payload-Digest": f"sha256:{held.payload}", CONTENT: f"sha256:{held.sha256}",
    }  # fmt: skip


def exchange(kept: Exchange, held: Stored | None, serial: str) -> tuple[bytes, bytes]:
    """The record of what came of a request, and that of the request. held: where the body lies already."""
    request, outcome = kept.request, kept.outcome
    if isinstance(outcome, Ended):
        told = {"state": outcome.state, "reason": outcome.reason, "pause": outcome.pause}
        block = json.dumps(told, sort_keys=True).encode()
        digest = {"WARC-Payload-Digest": f"sha256:{_digest(block)}"}
        answered, member = _record("metadata", request.url, block, outcome.date, "application/json", digest, serial)
    elif held is not None:
        answered, member = _record("revisit", request.url, _answer_head(outcome), outcome.date, f"{_HTTP}response", _seen(held), serial)
    else:
        digest = {"WARC-Payload-Digest": f"sha256:{_digest(outcome.raw)}"}
        if outcome.header("content-encoding"):
            digest[CONTENT] = f"sha256:{content_digest(outcome)}"
        block = _answer_head(outcome) + outcome.raw
        answered, member = _record("response", request.url, block, outcome.date, f"{_HTTP}response", digest, serial)
    parts = urlsplit(request.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = _head(f"{request.method} {target} HTTP/1.1", (("Host", parts.netloc), *request.headers))
    concurrent = {"WARC-Concurrent-To": answered, "WARC-Payload-Digest": f"sha256:{_digest(request.body)}"}
    return member, _record("request", request.url, head + request.body, outcome.date, f"{_HTTP}request", concurrent, serial)[1]


def content_digest(response: Response) -> str:
    """sha256 of a body without its content coding; of the body as it came where it is not in the coding that it claims."""
    try:
        return _digest(response.body(_MOST))
    except (Unpackable, TooLarge):
        return _digest(response.raw)


def info(date: str, fields: dict[str, str]) -> bytes:
    """The record that begins an archive of exchanges."""
    block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
    return _record("warcinfo", "", block, date, "application/warc-fields", {"WARC-Payload-Digest": f"sha256:{_digest(block)}"})[1]


def _answer_head(response: Response) -> bytes:
    return _head(f"HTTP/1.1 {response.status} {response.phrase}", response.headers)


def _head(line: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    return (line + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers) + "\r\n").encode("latin-1", "replace")


# ---- reading ---------------------------------------------------------------------------------------------------


def members(path: Path) -> Iterator[Stored]:
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


def members_in(path: Path, written: tuple[bytes, ...], offset: int) -> Iterator[Stored]:
    """The records that were just appended to the archive from `offset` on."""
    for member in written:
        yield _entry(path, offset, member)
        offset += len(member)


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


def _parsed(path: Path, offset: int, member: bytes) -> tuple[dict[str, str], bytes]:
    """The fields of a record, names in lower case, and its block."""
    try:
        plain = zlib.decompress(member, wbits=zlib.MAX_WBITS | 16)
        for record in ArchiveIterator(BytesIO(plain), no_record_parse=True):
            return {name.lower(): value for name, value in record.rec_headers.headers}, bytes(record.raw_stream.read())
    except (zlib.error, ArchiveLoadFailed) as error:
        raise Damaged(path, offset, f"not a WARC record ({error})") from error
    raise Damaged(path, offset, "an empty member")


def _entry(path: Path, offset: int, member: bytes) -> Stored:
    fields, block = _parsed(path, offset, member)
    algorithm, _, payload = fields.get("warc-payload-digest", "").partition(":")
    if algorithm != "sha256":
        raise Damaged(path, offset, "no sha256 payload digest")
    kind, content_type, status = fields.get("warc-type", ""), fields.get("content-type", ""), None
    if content_type.startswith(f"{_HTTP}response"):
        response = _response(path, offset, block, fields.get("warc-date", ""))
        content_type, status = response.header("content-type"), response.status
    return Stored(
        sha256=fields.get(CONTENT.lower(), "").removeprefix("sha256:") or payload, uri=fields.get("warc-target-uri", ""), kind=kind,
        content_type=content_type, date=fields.get("warc-date", ""), offset=offset, length=len(member), id=fields.get("warc-record-id", ""),
        beside=fields.get("warc-concurrent-to", ""), payload=payload, status=status,
    )  # fmt: skip


def block_at(path: Path, entry: Stored) -> tuple[dict[str, str], bytes]:
    """The fields and the block of a record, read again from the file."""
    with path.open("rb") as archive:
        archive.seek(entry.offset)
        member = archive.read(entry.length)
    return _parsed(path, entry.offset, member)


def body_at(path: Path, entry: Stored) -> bytes:
    """The body of a document as it is cited, without its content coding."""
    fields, block = block_at(path, entry)
    if entry.kind != "response":
        return block
    response = _response(path, entry.offset, block, entry.date)
    if CONTENT.lower() not in fields:
        return response.raw
    try:
        return response.body(_MOST)
    except (Unpackable, TooLarge):
        return response.raw


def response_at(path: Path, entry: Stored, original: Stored | None) -> Response:
    """The response of a record; the body of a revisit lies in the record of `original`."""
    head = _response(path, entry.offset, block_at(path, entry)[1], entry.date)
    if original is None or original is entry:
        return head
    if original.kind == "response":
        raw = _response(path, original.offset, block_at(path, original)[1], entry.date).raw
    else:
        raw = body_at(path, original)
    return Response(head.status, head.phrase, head.headers, raw, head.date)


def ended_at(path: Path, entry: Stored) -> Ended:
    try:
        told = json.loads(block_at(path, entry)[1])
        return Ended(str(told["state"]), str(told["reason"]), entry.date, told.get("pause"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise Damaged(path, entry.offset, "not an outcome") from error


def request_at(path: Path, entry: Stored) -> Request:
    line, headers, body = _split(path, entry.offset, block_at(path, entry)[1])
    sent = tuple(pair for pair in headers if pair[0].lower() != "host")
    return Request(line.partition(" ")[0], entry.uri, sent, body)


def _response(path: Path, offset: int, block: bytes, date: str) -> Response:
    line, headers, body = _split(path, offset, block)
    _, status, phrase = (*line.split(" ", 2), "", "")[:3]
    if not (status.isascii() and status.isdigit()):
        raise Damaged(path, offset, "no HTTP response")
    return Response(int(status), phrase, headers, body, date)


def _split(path: Path, offset: int, block: bytes) -> tuple[str, tuple[tuple[str, str], ...], bytes]:
    head, found, body = block.partition(b"\r\n\r\n")
    if not found:
        raise Damaged(path, offset, "no HTTP headers")
    line, *lines = head.decode("latin-1").split("\r\n")
    pairs = tuple((name, value.strip(" ")) for name, _, value in (text.partition(":") for text in lines))
    return line, pairs, body


def broken(path: Path, entry: Stored) -> str | None:
    """What of a record does not hold against its own digests, None where all does."""
    fields, block = block_at(path, entry)
    block_digest = fields.get("warc-block-digest", "").removeprefix("sha256:")
    if block_digest and _digest(block) != block_digest:
        return "content and digest differ"
    if entry.kind == "response":
        response = _response(path, entry.offset, block, entry.date)
        if _digest(response.raw) != entry.payload or (CONTENT.lower() in fields and content_digest(response) != entry.sha256):
            return "content and digest differ"
    elif entry.kind in DOCUMENTS and _digest(block) != entry.sha256:
        return "content and digest differ"
    return None
