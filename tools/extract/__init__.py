"""Stored responses into text that can be searched and quoted, one kind of document a module.

`extract` says what the bytes are by the bytes themselves; a declared type and the address are asked only where several kinds of text look
alike (Markdown, reStructuredText, code).
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from tools.extract.records import CannotExtract, Document, NoText, NotReadable
from tools.portable import is_pdf

__all__ = ["CannotExtract", "Document", "extract"]

_PAGE = re.compile(r"\s*(?:<\?xml[^>]{0,200}>\s*)?(?:<!--.{0,5000}?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.I | re.S)


def extract(payload: bytes, content_type: str, url: str) -> Document:
    """The text of a stored response in pieces with offsets; raises CannotExtract with the reason where there is none.

    Nothing is fetched, and no program of the document's is run.
    """
    if not payload.strip():
        raise NoText("it is empty")
    if is_pdf(payload):
        from tools.extract import pdf

        return pdf.read(payload, url)
    kind = content_type.partition(";")[0].strip().lower()
    if _looks_like_page(payload, kind):
        from tools.extract import html

        return html.read(payload, content_type, url)
    from tools.extract import lines

    encoded = lines.decoded(payload)
    if encoded.text.lstrip()[:1] in ("{", "["):
        return _json(payload, kind, url)
    return _text(payload, kind, url)


def _looks_like_page(payload: bytes, kind: str) -> bool:
    head = payload[:8192].decode("utf-8", "replace").lstrip("\ufeff")
    if payload[:2] in (b"\xff\xfe", b"\xfe\xff"):
        head = payload[:8192].decode("utf-16", "replace")
    return _PAGE.match(head) is not None or (kind in ("text/html", "application/xhtml+xml") and re.search(r"<[a-zA-Z!/]", head) is not None)


def _suffix(url: str) -> str:
    return PurePosixPath(urlsplit(url).path).suffix.lower().lstrip(".")


def _json(payload: bytes, kind: str, url: str) -> Document:
    from tools.extract import lines, located, notebook, thread

    encoded = lines.decoded(payload)
    try:
        data = located.load(encoded.text)
    except NotReadable:
        return _text(payload, kind, url)
    if notebook.is_notebook(data):
        return notebook.read(encoded, url)
    if thread.is_thread(data):
        return thread.read(data, encoded, url)
    return lines.source(encoded, url, "json")


def _text(payload: bytes, kind: str, url: str) -> Document:
    from tools.extract import lines, mail, markdown, rst

    encoded, suffix = lines.decoded(payload), _suffix(url)
    if kind in ("application/mbox", "message/rfc822") or (suffix in ("", "txt", "mbox", "eml") and mail.is_mail(encoded.text)):
        return mail.read(encoded, url)
    if suffix in ("md", "markdown", "mdx", "qmd", "rmd") or kind in ("text/markdown", "text/x-markdown"):
        return markdown.read(payload, url)
    if suffix in ("rst", "rest") or kind in ("text/x-rst", "text/prs.fallenstein.rst"):
        return rst.read(encoded, url)
    if suffix in lines.LANGUAGES:
        return lines.source(encoded, url, lines.LANGUAGES[suffix])
    if PurePosixPath(urlsplit(url).path).name in ("Makefile", "Dockerfile", "BUILD", "WORKSPACE") or encoded.text.startswith("#!"):
        return lines.source(encoded, url, None)
    return lines.plain(encoded, url)
