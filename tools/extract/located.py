"""JSON whose strings know where they stood, so that a text within them leads back to bytes of the stored response."""

from __future__ import annotations

import json
import re
from json import decoder, scanner
from typing import Any

from tools.extract.mapped import Mapped
from tools.extract.records import NotReadable

_ESCAPE = re.compile(r"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)", re.S)


class Located(str):
    """A string of a JSON document; start: of its first character behind the quotation mark."""

    __slots__ = ("start", "stop")
    start: int
    stop: int


class _Decoder(json.JSONDecoder):
    def __init__(self) -> None:
        super().__init__(strict=False)
        self.parse_string = _located
        self.scan_once = scanner.py_make_scanner(self)  # type: ignore[attr-defined]  # the scanner that asks parse_string


def _located(text: str, start: int, strict: bool = True) -> tuple[Located, int]:
    value, end = decoder.scanstring(text, start, strict)  # type: ignore[attr-defined]
    located = Located(value)
    located.start, located.stop = start, end - 1
    return located, end


def load(text: str) -> Any:
    """The document with its strings located; raises NotReadable."""
    try:
        return _Decoder().decode(text)
    except (ValueError, RecursionError) as error:
        raise NotReadable(f"it is no JSON that can be read ({type(error).__name__})") from error


def mapped(value: str, text: str) -> Mapped:
    """A string's characters with their places in the document that it was loaded from."""
    if not isinstance(value, Located):
        return Mapped.nowhere(value)
    written = text[value.start : value.stop]
    if "\\" not in written:
        return Mapped.at(str(value), value.start)
    parts: list[Mapped] = []
    at = 0
    for escape in _ESCAPE.finditer(written):
        parts.append(Mapped.at(written[at : escape.start()], value.start + at))
        meant = json.loads(f'"{escape.group()}"')
        parts.append(Mapped.written(meant, value.start + escape.start(), value.start + escape.end()))
        at = escape.end()
    parts.append(Mapped.at(written[at:], value.start + at))
    return Mapped.joined(parts)
