"""A document as it is being read: pieces are added in reading order, and their text is put together with an empty line between them."""

from __future__ import annotations

from prompts.trust import Untrusted, measure
from tools.extract.mapped import Encoded, Mapped
from tools.extract.records import Candidates, Document, Format, Hidden, Link, Piece, PieceKind, Post, Standing, Why
from tools.extract.standing import of_kind
from tools.records import Span

MOST_PIECES = 200_000
MOST_HIDDEN = 2_000


class Draft:
    def __init__(self, format: Format, origin: str, encoded: Encoded | None = None) -> None:
        self.candidates = Candidates()
        self.posts: list[Post] = []
        self.notes: list[str] = []
        self.pages: int | None = None
        self.origin = origin
        self._format, self._encoded = format, encoded
        self._parts: list[Mapped] = []
        self._length = 0
        self._pieces: list[Piece] = []
        self._hidden: list[Hidden] = []
        self._links: list[tuple[int, int, str, str]] = []

    def piece(
        self,
        kind: PieceKind,
        text: Mapped,
        *,
        level: int = 0,
        language: str | None = None,
        page: int | None = None,
        item: int | None = None,
        lines: tuple[int, int] | None = None,
        standing: Standing | None = None,
    ) -> None:
        """Add a piece; one without any character but white space is none."""
        if not text.text.strip() or len(self._pieces) >= MOST_PIECES:
            return
        if self._parts:
            together = kind == self._pieces[-1].kind == "list item" and item == self._pieces[-1].item
            self._append(Mapped.nowhere("\n" if together else "\n\n"))
        span = Span(start=self._length, end=self._length + len(text))
        self._append(text)
        shown = level if kind == "heading" else 0
        tongue = language if kind in ("code", "output") else None
        self._pieces.append(Piece(kind, span, shown, tongue, page, lines, item, standing or of_kind(kind)))

    def _append(self, part: Mapped) -> None:
        self._parts.append(part)
        self._length += len(part)

    def hide(self, text: Mapped, why: Why, *, page: int | None = None, places: bool = True) -> None:
        """Keep words apart that a reader does not see."""
        if not text.text.strip():
            return
        if len(self._hidden) >= MOST_HIDDEN:
            self.note(f"more than {MOST_HIDDEN} hidden parts; the rest of them is not listed")
            return
        ends = [end for end in text.ends if end]
        known = (
            self._encoded.bytes_of(min(s for s, e in zip(text.starts, text.ends, strict=True) if e), max(ends))
            if self._encoded and ends and places
            else None
        )
        self._hidden.append(Hidden(Untrusted(text.text, self.origin), why, page, known))

    def link(self, words: Mapped, target: str) -> None:
        """Keep where words lead; their span is found again by where they stood in what was read."""
        first = next((at for at, end in enumerate(words.ends) if end), None)
        self._links.append((-1 if first is None else words.starts[first], first or 0, words.text, target))

    def note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)

    def include(self, inner: Document, outer: Mapped, item: int) -> None:
        """Add a document that was read out of a part of this one; its places are offsets in `outer`."""
        for piece in inner.pieces:
            text = inner.mapped(piece.span).through(outer)
            self.piece(piece.kind, text, level=piece.level, language=piece.language, item=item, standing=piece.standing)
        for link in inner.links:
            self.link(inner.mapped(link.span).through(outer), measure(link.target))
        for hidden in inner.hidden:
            self.hide(Mapped.nowhere(measure(hidden.text)), hidden.why)
        for note in inner.notes:
            self.note(note)

    def document(self, *, unit: str = "item", format: Format | None = None) -> Document:
        whole = Mapped.joined(self._parts)
        if len(self._pieces) >= MOST_PIECES:
            self.note(f"the document has more than {MOST_PIECES} pieces; the rest of it was not read")
        return Document(
            format=format or self._format,
            text=Untrusted(whole.text, self.origin),
            pieces=tuple(self._pieces),
            hidden=tuple(self._hidden),
            posts=tuple(self.posts),
            links=tuple(self._placed(whole)),
            candidates=self.candidates,
            pages=self.pages,
            unit=unit,
            notes=tuple(self.notes),
            encoded=self._encoded,
            starts=whole.starts,
            ends=whole.ends,
        )

    def _placed(self, whole: Mapped) -> list[Link]:
        places: dict[int, int] = {}
        for at, (start, end) in enumerate(zip(whole.starts, whole.ends, strict=True)):
            if end:
                places.setdefault(start, at)
        links = []
        for first, before, words, target in self._links:
            at = places.get(first, -1) - before
            if at < 0 or whole.text[at : at + len(words)] != words:
                at, words = 0, ""
            links.append(Link(Span(start=at, end=at + len(words)), Untrusted(target, self.origin)))
        return links
