"""Records of a web archive (WARC 1.1) as bytes: one gzip member a record.

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
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from urllib.parse import urlsplit
from uuid import NAMESPACE_URL, uuid5

from tools.exchange import Ended, Exchange, Response, TooLarge, Unpackable

MOST = 1 << 28  # bytes of a record, and of a body without its coding; the door's own caps are far below it
CONTENT = "Corrigenda-Content-Digest"
_REVISIT = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
HTTP = "application/http; msgtype="
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


def digest(payload: bytes) -> str:
    return sha256(payload).hexdigest()


def _record(kind: str, uri: str, block: bytes, date: str, content_type: str, more: dict[str, str], serial: str = "") -> tuple[str, bytes]:
    """The id of a record and its bytes. The id follows from what it holds, so that equal runs make equal archives but for dates."""
    record = f"<urn:uuid:{uuid5(NAMESPACE_URL, f'{kind} {uri} {digest(block)} {serial}')}>"
    fields = {
        "WARC-Type": kind, "WARC-Record-ID": record, "WARC-Target-URI": uri, "WARC-Date": date, **more,
        "WARC-Block-Digest": f"sha256:{digest(block)}", "Content-Type": content_type, "Content-Length": str(len(block)),
    }  # fmt: skip
    head = "WARC/1.1\r\n" + "".join(f"{name}: {_CONTROL.sub('_', value)}\r\n" for name, value in fields.items() if value) + "\r\n"
    packer = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS | 16)
    return record, packer.compress(head.encode() + block + b"\r\n\r\n") + packer.flush()


def document(uri: str, payload: bytes, content_type: str, kind: str, date: str) -> bytes:
    """A record of a document."""
    return _record(kind, uri, payload, date, content_type, {"WARC-Payload-Digest": f"sha256:{digest(payload)}"})[1]


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
        fields = {"WARC-Payload-Digest": f"sha256:{digest(block)}"}
        answered, member = _record("metadata", request.url, block, outcome.date, "application/json", fields, serial)
    elif held is not None:
        answered, member = _record("revisit", request.url, _answer_head(outcome), outcome.date, f"{HTTP}response", _seen(held), serial)
    else:
        fields = {"WARC-Payload-Digest": f"sha256:{digest(outcome.raw)}"}
        if outcome.header("content-encoding"):
            fields[CONTENT] = f"sha256:{content_digest(outcome)}"
        block = _answer_head(outcome) + outcome.raw
        answered, member = _record("response", request.url, block, outcome.date, f"{HTTP}response", fields, serial)
    parts = urlsplit(request.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    head = _head(f"{request.method} {target} HTTP/1.1", (("Host", parts.netloc), *request.headers))
    concurrent = {"WARC-Concurrent-To": answered, "WARC-Payload-Digest": f"sha256:{digest(request.body)}"}
    return member, _record("request", request.url, head + request.body, outcome.date, f"{HTTP}request", concurrent, serial)[1]


def content_digest(response: Response) -> str:
    """sha256 of a body without its content coding; of the body as it came where it is not in the coding that it claims."""
    try:
        return digest(response.body(MOST))
    except (Unpackable, TooLarge):
        return digest(response.raw)


def info(date: str, fields: dict[str, str]) -> bytes:
    """The record that begins an archive of exchanges."""
    block = "".join(f"{name}: {value}\r\n" for name, value in fields.items()).encode()
    return _record("warcinfo", "", block, date, "application/warc-fields", {"WARC-Payload-Digest": f"sha256:{digest(block)}"})[1]


def _answer_head(response: Response) -> bytes:
    return _head(f"HTTP/1.1 {response.status} {response.phrase}", response.headers)


def _head(line: str, headers: tuple[tuple[str, str], ...]) -> bytes:
    return (line + "\r\n" + "".join(f"{name}: {value}\r\n" for name, value in headers) + "\r\n").encode("latin-1", "replace")
