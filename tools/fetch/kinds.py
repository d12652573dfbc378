"""What a body is by its bytes. A declared type or a suffix is a claim; this is what is there."""

from __future__ import annotations

import json
import re

from tools.fetch.records import Kind
from tools.portable import is_pdf

_MAGIC: tuple[tuple[bytes, Kind], ...] = (
    (b"%!PS", "postscript"), (b"PK\x03\x04", "zip"), (b"PK\x05\x06", "zip"), (b"\x1f\x8b", "gzip"), (b"\x89PNG\r\n", "image"),
    (b"\xff\xd8\xff", "image"), (b"GIF8", "image"), (b"RIFF", "image"),
)  # fmt: skip
_BOMS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe\0\0", "utf-32-le"), (b"\0\0\xfe\xff", "utf-32-be"), (b"\xff\xfe", "utf-16-le"),
         (b"\xfe\xff", "utf-16-be"))  # fmt: skip
_HEAD = 16_384
_HTML_ROOTS = frozenset(
    ("html", "head", "body", "title", "meta", "link", "script", "style", "div", "p", "main", "article", "section", "table", "nav",
     "h1", "h2", "h3", "span", "a", "ul", "center", "font", "header", "form")
)  # fmt: skip
_FEEDS = ("rss", "feed", "rdf:rdf")


def kind_of(body: bytes) -> Kind:
    """The kind of a whole body."""
    if not body.strip():
        return "empty"
    if is_pdf(body):
        return "pdf"
    for magic, kind in _MAGIC:
        if body.startswith(magic):
            return kind
    text = head_of(body)
    return "binary" if text is None else _of_text(text, body)


_OF_TEXTS = bytes(byte for byte in range(256) if byte >= 32 or byte in b"\t\n\r\f\x1b")


def head_of(body: bytes) -> str | None:
    """The first characters of a text, None where the bytes are none."""
    head = body[:_HEAD]
    for bom, encoding in _BOMS:
        if head.startswith(bom):
            return head[len(bom) :].decode(encoding, "ignore")
    if b"\0" in head or len(head.translate(None, _OF_TEXTS)) > len(head) // 100:
        return None
    try:
        return head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.start >= len(head) - 3 and len(body) > len(head):
            return head[: error.start].decode("utf-8")
    return head.decode("latin-1")  # what of it is a letter and which, the reader of the text decides, or refuses


def _of_text(text: str, body: bytes) -> Kind:
    start = text.lstrip("\ufeff \t\r\n")
    if start[:1] in ("{", "["):
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            return "text"
        return "notebook" if isinstance(value, dict) and {"cells", "nbformat"} <= value.keys() else "json"
    if start[:1] != "<":
        return "text"
    root = _root(start)
    if root in _HTML_ROOTS or root == "!doctype html":
        return "html"
    if root in _FEEDS:
        return "feed"
    return "xml" if start.startswith("<?xml") or root else "text"


def _root(text: str) -> str:
    """The name of the first element, "!doctype html" where that is declared, "" where no markup begins the text."""
    at = 0
    while True:
        at += len(text[at:]) - len(text[at:].lstrip())
        if text.startswith("<!--", at):
            end = text.find("-->", at + 4)
        elif text.startswith(("<?", "<!"), at):
            if re.match(r"<!doctype\s+html\b", text[at : at + 40], re.I):
                return "!doctype html"
            end = text.find(">", at)
        else:
            match = re.match(r"<([A-Za-z][\w:.-]{0,60})", text[at : at + 80])
            return match[1].lower() if match else ""
        if end < 0:
            return ""
        at = end + (3 if text.startswith("-->", end) else 1)
