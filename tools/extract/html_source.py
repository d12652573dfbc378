"""Where the text nodes of a parsed page stood in its source, so that each character leads back to the stored bytes.

The parser keeps no positions, so the source is read once more for its character data alone, and each text node is looked for in it from
where the last one ended. A node that is not found there (the parser moved it) has no place; none is ever given a place with other
characters.
"""

from __future__ import annotations

import html
import re

from tools.extract.mapped import Mapped

_FAR = 20_000  # characters of source text that are searched for a node that does not come next
_MARKUP = re.compile(r"<(?:(?=[a-zA-Z/])|!--|[!?])|&(?:#[0-9]{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[A-Za-z][A-Za-z0-9]{1,31};?)|\r\n?")
_NAME = re.compile(r"<([a-zA-Z][^\s/>]*)")
_RAW = ("script", "style")


class Source:
    """The character data of a page's source, in order."""

    def __init__(self, source: str) -> None:
        self._data = Mapped.joined(_character_data(source))
        self._at = 0

    def place(self, node: str) -> Mapped:
        """The node's characters with their places in the source; nodes are asked for in the order of the document."""
        text = self._data.text
        if not text.startswith(node, self._at):
            found = text.find(node, self._at, self._at + _FAR + len(node))
            if found < 0:
                return Mapped.nowhere(node)
            self._at = found
        placed = self._data.cut(self._at, self._at + len(node))
        self._at += len(node)
        return placed


def _character_data(source: str) -> list[Mapped]:
    parts: list[Mapped] = []
    at = 0
    while (markup := _MARKUP.search(source, at)) is not None:
        parts.append(Mapped.at(source[at : markup.start()], at))
        opening = markup.group()
        if opening.startswith("<"):
            at = _past(source, markup.start(), opening)
        elif opening.startswith("&"):
            parts.append(_entity(opening, markup.start()))
            at = markup.end()
        else:
            parts.append(Mapped.written("\n", markup.start(), markup.end()))
            at = markup.end()
    parts.append(Mapped.at(source[at:], at))
    return parts


def _entity(written: str, start: int) -> Mapped:
    """A reference's characters; what follows a name that is shorter than the match stands as it is."""
    meant = html.unescape(written)
    kept = 0
    while kept < min(len(meant), len(written)) - 1 and meant[-1 - kept] == written[-1 - kept] and not written.endswith(";"):
        kept += 1
    end = start + len(written) - kept
    return Mapped.joined([Mapped.written(meant[: len(meant) - kept], start, end), Mapped.at(written[len(written) - kept :], end)])


def _past(source: str, start: int, opening: str) -> int:
    """The end of the tag, comment or raw element that begins here; the end of the source where it is not closed."""
    if opening == "<!--":
        end = source.find("-->", start + 2)
        return len(source) if end < 0 else end + 3
    end = _tag_end(source, start + 1)
    name = _NAME.match(source, start)
    if name is not None and name[1].lower() in _RAW:
        closing = re.compile(rf"</{name[1]}(?=[\s/>])", re.I).search(source, end)
        return len(source) if closing is None else _tag_end(source, closing.start() + 1)
    return end


_TAG_PART = re.compile(r"[>\"']")


def _tag_end(source: str, at: int) -> int:
    while (part := _TAG_PART.search(source, at)) is not None:
        if part.group() == ">":
            return part.end()
        # A quotation mark opens a value after "=" alone, as parsers have it.
        close = (
            source.find(part.group(), part.end())
            if source[max(0, part.start() - 2) : part.start()].rstrip().endswith("=")
            else part.start()
        )
        at = len(source) if close < 0 else close + 1
    return len(source)
