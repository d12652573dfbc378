"""Whether bytes are a document in the Portable Document Format. Pages and texts about the format hold its header in their words."""

from __future__ import annotations

import re

_JUNK = 1_024  # bytes before the header that readers of the format pass over
_SEARCHED = 1 << 16
_HEADER = re.compile(rb"%PDF-\d(?:\.\d{1,2})?(?=[\s%])")
_OBJECT = re.compile(rb"(?:^|[\r\n])[ \t]{0,9}\d{1,10}[ \t\r\n]{1,9}\d{1,5}[ \t\r\n]{1,9}obj\b")
_BEFORE_TEXT = b"\xef\xbb\xbf \t\r\n"
_BINARY = re.compile(rb"[\0-\x08\x0e-\x1a\x1c-\x1f]")


def is_pdf(body: bytes) -> bool:
    """The header is the first line, or begins the body or a line behind junk with an object behind it on a line of its own."""
    header = _HEADER.search(body, 0, _JUNK)
    if header is None:
        return False
    if not body[: header.start()].strip(_BEFORE_TEXT) and body[header.end() : header.end() + 1] in (b"\r", b"\n"):
        return True
    if _OBJECT.search(body, header.end(), header.end() + _SEARCHED) is None:
        return False
    before = body[: header.start()].strip(_BEFORE_TEXT)
    if not before or _BINARY.search(before):
        return True
    ended = b"startxref" in body[-_JUNK:] or b"%%EOF" in body[-_JUNK:]
    return ended and before[:1] not in b"<{[" and body[header.start() - 1 : header.start()] in (b"\r", b"\n")
