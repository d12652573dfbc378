"""What is read out of a stored response: its text in pieces, each with its place, and what was kept apart.

A text that cannot be had is one of these, and never an empty document:

    CannotExtract    carries `status`, the word that a source's record has for it
      NotReadable    the bytes are of no kind that is read here, or not what they claim to be
      NoText         there is nothing to read: an empty document, a scan without a text layer, a page that a browser would have to build
      Locked         it opens with a password alone
      TooMuch        it is larger, longer or slower to read than the limits allow
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Literal

from prompts.trust import Untrusted, measure
from tools.extract.mapped import Encoded, Mapped
from tools.records import Span

Format = Literal["html", "pdf", "notebook", "rst", "markdown", "source", "text", "thread"]
PieceKind = Literal["heading", "paragraph", "code", "output", "table", "math", "list item", "caption", "quote"]
Standing = Literal["assertion", "demonstration"]
Why = Literal[
    "not displayed",
    "transparent",
    "off the page",
    "too small",
    "colour of its ground",
    "not for readers",
    "not rendered",
    "covered",
    "struck out",
]


class CannotExtract(Exception):
    """A response has no text that could be read."""

    status = "cannot be read"


class NotReadable(CannotExtract):
    status = "not a document that is read"


class NoText(CannotExtract):
    status = "no text"


class Locked(CannotExtract):
    status = "locked with a password"


class TooMuch(CannotExtract):
    status = "beyond the limits"


@dataclass(frozen=True, slots=True)
class Piece:
    """One part of a document's text, read in one way.

    span: in the document's text. level: of a heading, from 1. language: of code, None where not said. page: from 1, None where there are
    none. lines: first and last of the stored text, from 1. item: the notebook's cell or the thread's post, from 1. standing: prose
    asserts; code, output and measured figures demonstrate.
    """

    kind: PieceKind
    span: Span
    level: int = 0
    language: str | None = None
    page: int | None = None
    lines: tuple[int, int] | None = None
    item: int | None = None
    standing: Standing = "assertion"


@dataclass(frozen=True, slots=True)
class Hidden:
    """Words that a reader of the document does not see; they are no evidence. bytes: of the stored response, None where not known."""

    text: Untrusted
    why: Why
    page: int | None = None
    bytes: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Post:
    """Who says the pieces of a thread that have this item: as the thread states it. role: "OWNER", "MEMBER", "staff"."""

    item: int
    author: Untrusted
    date: Untrusted
    role: Untrusted
    kind: Literal["opening", "reply", "review", "release", "message"]


@dataclass(frozen=True, slots=True)
class Link:
    """Where words of the document lead. target: as written, resolved against the document's address."""

    span: Span
    target: Untrusted


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the document says of itself; nothing of it holds until a registry agrees."""

    title: Untrusted | None = None
    authors: tuple[Untrusted, ...] = ()
    dates: tuple[tuple[str, Untrusted], ...] = ()
    identifiers: tuple[tuple[str, Untrusted], ...] = ()


@dataclass(frozen=True)
class Document:
    """The text of a stored response.

    text: all that a reader sees of its main part, in reading order; offsets count characters of it. pieces: in order, without overlap.
    unit: what an item is ("cell", "post"). notes: what could not be read, in our words.
    """

    format: Format
    text: Untrusted
    pieces: tuple[Piece, ...]
    hidden: tuple[Hidden, ...] = ()
    posts: tuple[Post, ...] = ()
    links: tuple[Link, ...] = ()
    candidates: Candidates = Candidates()
    pages: int | None = None
    unit: str = "item"
    notes: tuple[str, ...] = ()
    encoded: Encoded | None = field(default=None, repr=False)
    starts: array[int] | None = field(default=None, repr=False)
    ends: array[int] | None = field(default=None, repr=False)

    def mapped(self, span: Span) -> Mapped:
        """A part of the text with the places of its characters in what was read."""
        text = measure(self.text)[span.start : span.end]
        if self.starts is None or self.ends is None:
            return Mapped.at(text, span.start) if self.encoded else Mapped.nowhere(text)
        return Mapped(text, self.starts[span.start : span.end], self.ends[span.start : span.end])

    def bytes_of(self, span: Span) -> tuple[int, int] | None:
        """The bytes of the stored response that a part of the text was read from, None where its format does not tell."""
        if self.encoded is None or not len(span):
            return None
        if self.starts is None or self.ends is None:
            return self.encoded.bytes_of(span.start, span.end)
        known = [
            (start, end) for start, end in zip(self.starts[span.start : span.end], self.ends[span.start : span.end], strict=True) if end > 0
        ]
        return self.encoded.bytes_of(min(start for start, _ in known), max(end for _, end in known)) if known else None

    def pieces_of(self, span: Span) -> tuple[Piece, ...]:
        """The pieces that a part of the text touches."""
        first = max(0, bisect_right(self.pieces, span.start, key=lambda piece: piece.span.start) - 1)
        last = bisect_right(self.pieces, max(span.start, span.end - 1), key=lambda piece: piece.span.start)
        return tuple(piece for piece in self.pieces[first:last] if piece.span.end > span.start)

    def section_of(self, span: Span) -> Untrusted | None:
        """The title of the section that a part of the text stands in, in the document's own words."""
        last = bisect_right(self.pieces, span.start, key=lambda piece: piece.span.start)
        heading = next((piece for piece in reversed(self.pieces[:last]) if piece.kind == "heading"), None)
        if heading is None:
            return None
        return Untrusted(measure(self.text)[heading.span.start : heading.span.end], self.text.origin)

    def said_by(self, span: Span) -> Post | None:
        """Who says a part of the text, None in what is no thread."""
        items = {piece.item for piece in self.pieces_of(span)}
        return next((post for post in self.posts if items == {post.item}), None)

    def locate(self, span: Span) -> str:
        """Where a part of the text stands, in our own words: "page 4", "lines 12-14", "cell 3", "heading 7, paragraph 2"."""
        touched = self.pieces_of(span)
        if not touched:
            return f"characters {span.start}-{span.end}"
        first, last = touched[0], touched[-1]
        if first.page is not None:
            return _range("page", first.page, last.page or first.page)
        if first.item is not None:
            return _range(self.unit, first.item, last.item or first.item)
        if first.lines is not None:
            before, text = first.span.start, measure(self.text)
            start = first.lines[0] + text.count("\n", before, span.start)
            return _range("line", start, start + text.count("\n", span.start, max(span.start, span.end - 1)))
        return self._under_heading(first)

    def _under_heading(self, piece: Piece) -> str:
        at = self.pieces.index(piece)
        headings = sum(each.kind == "heading" for each in self.pieces[: at + 1])
        if piece.kind == "heading":
            return f"heading {headings}"
        since = next((i for i in range(at, -1, -1) if self.pieces[i].kind == "heading"), -1)
        return f"heading {headings}, {piece.kind} {sum(each.kind == piece.kind for each in self.pieces[since + 1 : at + 1])}"


def _range(name: str, first: int, last: int) -> str:
    return f"{name} {first}" if first == last else f"{name}s {first}-{last}"
