"""The index of an archive as CDXJ: a line for each document, sorted, with the place of its record in the file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from tools.store.warc import DOCUMENTS, Stored


def lines(records: Iterable[Stored], name: str) -> bytes:
    """name: of the archive's file."""
    made = [_line(entry, name) for entry in records if entry.kind in (*DOCUMENTS, "revisit")]
    return "".join(sorted(made)).encode()


def _line(entry: Stored, name: str) -> str:
    told: dict[str, str] = {
        "url": entry.uri, "mime": "warc/revisit" if entry.kind == "revisit" else entry.content_type.partition(";")[0],
        "digest": f"sha256:{entry.payload}", "content": f"sha256:{entry.sha256}", "length": str(entry.length), "offset": str(entry.offset),
        "filename": name,
    }  # fmt: skip
    if entry.status is not None:
        told["status"] = str(entry.status)
    return f"{_key(entry.uri)} {re.sub(r'[^0-9]', '', entry.date)[:14]} {json.dumps(told, sort_keys=True)}\n"


def _key(uri: str) -> str:
    """The address with its host turned round, so that neighbours stand together; another id as it is."""
    try:
        parts, port = urlsplit(uri), urlsplit(uri).port
    except ValueError:  # somebody else's archive may name anything
        return uri.replace(" ", "%20")
    if parts.scheme not in ("http", "https") or not parts.hostname:
        return uri.replace(" ", "%20")
    host = ",".join(reversed(parts.hostname.split(".")))
    return f"{host}{f':{port}' if port else ''}){parts.path or '/'}" + (f"?{parts.query}" if parts.query else "")
