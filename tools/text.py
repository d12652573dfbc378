"""Bytes into characters, by what they are and never by guess."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class NotText(ValueError):
    """The bytes are no text in an encoding that they declare; `where` is the offset of the first byte that is not."""

    def __init__(self, reason: str, where: int) -> None:
        super().__init__(reason)
        self.where = where


def decode(payload: bytes) -> str:
    """The characters of UTF-8, or of UTF-8, UTF-16 or UTF-32 with a byte order mark. Line ends stay as they are.

    Raises NotText for anything else, and for bytes that hold NUL characters, which no text has.
    """
    encoding = next((name for mark, name in _MARKS if payload.startswith(mark)), "utf-8")
    try:
        text = payload.decode(encoding)
    except UnicodeDecodeError as error:
        raise NotText(f"byte {error.start} is not {encoding}: {error.reason}", error.start) from error
    if (nul := text.find("\0")) >= 0:
        raise NotText(f"character {nul} is NUL, so this is no text (UTF-16 must begin with its byte order mark)", nul)
    return text
