"""Records of a web archive read back: where each lies, what it holds, and whether it still holds it. The only importer of warcio."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator
from datetime import datetime
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from warcio.archiveiterator import ArchiveIterator
from warcio.exceptions import ArchiveLoadFailed

from tools.exchange import Ended, Request, Response, TooLarge, Unpackable, unpacked
from tools.store.warc import CONTENT, DOCUMENTS, HTTP, MOST, Damaged, Stored, content_digest, digest

_CHUNK = 1 << 20
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,6})?(?:Z|\+00:00)"


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


def members_in(path: Path, made: tuple[bytes, ...], offset: int) -> Iterator[Stored]:
    """The records that are to be appended to the archive from `offset` on."""
    for member in made:
        yield _entry(path, offset, member)
        offset += len(member)


def _member_length(first: bytes, archive: BinaryIO, path: Path, offset: int) -> int | None:
    """Bytes of the gzip member that begins with `first`, None where the file ends within it."""
    inflate = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    read, made, chunk = 0, 0, first
    while chunk:
        read += len(chunk)
        try:
            for size in _inflating(inflate, chunk):
                made += size
                if made > MOST:
                    raise Damaged(path, offset, f"it unpacks to more than {MOST} bytes")
        except zlib.error as error:
            raise Damaged(path, offset, f"not a gzip member ({error})") from error
        if inflate.eof:
            return read - len(inflate.unused_data)
        chunk = archive.read(_CHUNK)
    return None


def _inflating(inflate: zlib._Decompress, chunk: bytes) -> Iterator[int]:
    """Bytes that a chunk makes, a step at a time, so that a small one cannot make many at once."""
    while True:
        made = len(inflate.decompress(chunk, _CHUNK))
        yield made
        chunk = inflate.unconsumed_tail
        if inflate.eof or (not chunk and made < _CHUNK):
            return


def _parsed(path: Path, offset: int, member: bytes) -> tuple[dict[str, str], bytes]:
    """The fields of a record, names in lower case, and its block."""
    try:
        plain = unpacked(member, "gzip", MOST)
        for record in ArchiveIterator(BytesIO(plain), no_record_parse=True):
            return {name.lower(): value for name, value in record.rec_headers.headers}, bytes(record.raw_stream.read())
    except (Unpackable, TooLarge, ArchiveLoadFailed, OverflowError) as error:
        raise Damaged(path, offset, f"not a WARC record ({error})") from error
    raise Damaged(path, offset, "an empty member")


def _entry(path: Path, offset: int, member: bytes) -> Stored:
    fields, block = _parsed(path, offset, member)
    algorithm, _, payload = fields.get("warc-payload-digest", "").partition(":")
    if algorithm != "sha256":
        raise Damaged(path, offset, "no sha256 payload digest")
    if not _is_date(fields.get("warc-date", "")):
        raise Damaged(path, offset, "its date is none")
    kind, content_type, status = fields.get("warc-type", ""), fields.get("content-type", ""), None
    if content_type.startswith(f"{HTTP}response"):
        response = _response(path, offset, block, fields.get("warc-date", ""))
        content_type, status = response.header("content-type"), response.status
    return Stored(
        sha256=fields.get(CONTENT.lower(), "").removeprefix("sha256:") or payload, uri=fields.get("warc-target-uri", ""), kind=kind,
        content_type=content_type, date=fields.get("warc-date", ""), offset=offset, length=len(member), id=fields.get("warc-record-id", ""),
        beside=fields.get("warc-concurrent-to", ""), payload=payload, status=status,
    )  # fmt: skip


def _is_date(words: str) -> bool:
    try:
        return re.fullmatch(_DATE, words) is not None and datetime.fromisoformat(words) is not None
    except ValueError:
        return False


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
        return response.body(MOST)
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
        state, reason, pause = told["state"], told["reason"], told.get("pause")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(path, entry.offset, "not an outcome") from error
    if (
        not isinstance(state, str)
        or not isinstance(reason, str)
        or not (pause is None or (type(pause) in (int, float) and 0 <= pause < 1e9))
    ):
        raise Damaged(path, entry.offset, "not an outcome")
    return Ended(state, reason, entry.date, pause)


def request_at(path: Path, entry: Stored) -> Request:
    line, headers, body = _split(path, entry.offset, block_at(path, entry)[1])
    sent = tuple(pair for pair in headers if pair[0].lower() != "host")
    return Request(line.partition(" ")[0], entry.uri, sent, body)


def _response(path: Path, offset: int, block: bytes, date: str) -> Response:
    line, headers, body = _split(path, offset, block)
    _, status, phrase = (*line.split(" ", 2), "", "")[:3]
    if not re.fullmatch(r"[1-9][0-9]{2}", status):  # servers send what no standard knows, up to 999
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
    if block_digest and digest(block) != block_digest:
        return "content and digest differ"
    if entry.kind == "response":
        response = _response(path, entry.offset, block, entry.date)
        if digest(response.raw) != entry.payload or (CONTENT.lower() in fields and content_digest(response) != entry.sha256):
            return "content and digest differ"
    elif entry.kind in DOCUMENTS and digest(block) != entry.sha256:
        return "content and digest differ"
    return None
