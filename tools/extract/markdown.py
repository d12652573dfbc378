"""Markdown in pieces, as a reader of the rendered text sees it: link targets, pictures and comments are no part of the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from prompts.trust import Untrusted
from tools.extract.draft import Draft
from tools.extract.mapped import Encoded, Lines, Mapped
from tools.extract.markdown_inline import inline
from tools.extract.records import Candidates, Document, NoText, NotReadable, PieceKind
from tools.extract.standing import of_cells

_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})[ \t]*\{?([\w+#.-]*)")
_HEADING = re.compile(r"[ ]{0,3}(#{1,6})(?:[ \t]+|$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?")
_RULE = re.compile(r"[ ]{0,3}(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$")
_SETEXT = re.compile(r"[ ]{0,3}(=+|-+)[ \t]*$")
_DIVIDER = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_DEFINITION = re.compile(r"[ ]{0,3}\[[^\]]{1,200}\]:[ \t]*(\S+)")
_QUOTE = re.compile(r"[ ]{0,3}>[ ]?")


@dataclass(frozen=True)
class Line:
    """A line without its end, with the places of its characters; number: in the stored text, from 1."""

    text: Mapped
    number: int


def read(payload: bytes, url: str) -> Document:
    """The text of a Markdown file; raises CannotExtract."""
    try:
        encoded = Encoded(payload)
    except UnicodeDecodeError as error:
        raise NotReadable(f"it is no text in UTF-8 ({error})") from error
    draft = Draft("markdown", url, encoded)
    numbers = Lines(encoded.text)
    body = Mapped.at(encoded.text, 0)
    draft.candidates = _front_matter(encoded.text, url)
    start = front_matter_end(encoded.text)
    write(draft, body.cut(start), line_of=lambda offset: numbers.of(offset + start))
    document = draft.document()
    if not document.pieces:
        raise NoText("it is empty")
    return document


def front_matter_end(text: str) -> int:
    match = re.match(r"---[ \t]*\r?\n.{0,20000}?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", text, re.S)
    return match.end() if match else 0


def _front_matter(text: str, url: str) -> Candidates:
    found = dict(
        re.findall(r"^(title|author|date|description):[ \t]*[\"']?(.{1,300}?)[\"']?[ \t]*\r?$", text[: front_matter_end(text)], re.M)
    )
    heading = re.search(r"^#[ \t]+(.{1,300})$", text[:20_000], re.M)
    title = found.get("title") or (heading[1].strip() if heading else None)
    return Candidates(
        title=Untrusted(title, url) if title else None,
        authors=(Untrusted(found["author"], url),) if "author" in found else (),
        dates=(("published", Untrusted(found["date"], url)),) if "date" in found else (),
    )


def write(draft: Draft, text: Mapped, *, item: int | None = None, line_of: Callable[[int], int] | None = None) -> None:
    """Add the pieces of a Markdown text. line_of: the line of an offset in the text, where lines are its locators."""
    _Writer(draft, item, line_of is not None).write(_lines(draft, text, line_of))


def _lines(draft: Draft, text: Mapped, line_of: Callable[[int], int] | None) -> list[Line]:
    """The lines, without the comments between them."""
    parts: list[str] = []
    at = 0
    for start, end in _comments(text.text):
        draft.hide(text.cut(start + 4, end - 3).stripped(), "not rendered")
        parts += [text.text[at:start], re.sub(r"[^\n]", " ", text.text[start:end])]
        at = end
    shown = Mapped("".join([*parts, text.text[at:]]), text.starts, text.ends)
    lines: list[Line] = []
    at = 0
    for raw in shown.text.splitlines(keepends=True):
        bare = raw.rstrip("\r\n")
        lines.append(Line(shown.cut(at, at + len(bare)), line_of(at) if line_of else 0))
        at += len(raw)
    return lines


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Where comments stand that are not within fenced code."""
    fenced = _fenced(text)
    at = 0
    while (start := text.find("<!--", at)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        inside = bisect_right(fenced, (start, len(text))) - 1
        if inside >= 0 and start < fenced[inside][1]:
            at = fenced[inside][1]
        else:
            yield start, end + 3
            at = end + 3


def _fenced(text: str) -> list[tuple[int, int]]:
    """Where fenced code begins and ends."""
    found: list[tuple[int, int]] = []
    opened: tuple[int, str] | None = None
    for match in re.finditer(r"^[ ]{0,3}(`{3,}|~{3,}).*$", text, re.M):
        if opened is None:
            opened = match.start(), match[1]
        elif match[1].startswith(opened[1]):
            found.append((opened[0], match.end()))
            opened = None
    return found if opened is None else [*found, (opened[0], len(text))]


class _Writer:
    def __init__(self, draft: Draft, item: int | None, numbered: bool) -> None:
        self._draft, self._item, self._numbered = draft, item, numbered

    def write(self, lines: list[Line]) -> None:
        at = 0
        while at < len(lines):
            at = self._block(lines, at)

    def _block(self, lines: list[Line], at: int) -> int:
        """Read one block and say where the next one begins."""
        text = lines[at].text.text
        if not text.strip() or (_RULE.match(text) and not _is_setext(lines, at)):
            return at + 1
        if fence := _FENCE.match(text):
            return self._fenced(lines, at, fence)
        if heading := _HEADING.match(text):
            words = lines[at].text.cut(heading.end()).stripped()
            self._piece("heading", [Line(_without_closing(words), lines[at].number)], level=len(heading[1]))
            return at + 1
        if text.strip().startswith("$$"):
            return self._formula(lines, at)
        if "|" in text and at + 1 < len(lines) and "-" in lines[at + 1].text.text and _DIVIDER.match(lines[at + 1].text.text):
            return self._table(lines, at)
        if _QUOTE.match(text):
            return self._quote(lines, at)
        if definition := _DEFINITION.match(text):
            self._draft.link(Mapped.nowhere(""), definition[1])
            return at + 1
        if text.startswith(("    ", "\t")) and (at == 0 or not lines[at - 1].text.text.strip()):
            return self._indented(lines, at)
        return self._paragraph(lines, at)

    def _fenced(self, lines: list[Line], at: int, fence: re.Match[str]) -> int:
        end = at + 1
        closing = re.compile(rf"[ ]{{0,3}}{re.escape(fence[1])}{re.escape(fence[1][0])}*[ \t]*$")
        while end < len(lines) and not closing.match(lines[end].text.text):
            end += 1
        kind: PieceKind = "output" if fence[2].lower() in ("output", "console-output", "text-output") else "code"
        self._piece(kind, lines[at + 1 : end], language=fence[2] or None)
        return min(end + 1, len(lines))

    def _formula(self, lines: list[Line], at: int) -> int:
        end = at
        while end < len(lines) and not (lines[end].text.text.strip().endswith("$$") and (end > at or lines[at].text.text.count("$$") > 1)):
            end += 1
        self._piece("math", lines[at : end + 1])
        return end + 1

    def _table(self, lines: list[Line], at: int) -> int:
        end = at + 2
        while end < len(lines) and "|" in lines[end].text.text:
            end += 1
        rows = [_cells(line.text) for line in (lines[at], *lines[at + 2 : end])]
        text = Mapped.joined(_spread([Mapped.joined(_spread([inline(self._draft, cell) for cell in row], "\t")) for row in rows], "\n"))
        standing = of_cells([cell.text for row in rows[1:] for cell in row])
        self._draft.piece("table", text, item=self._item, lines=self._range(lines[at:end]), standing=standing)
        return end

    def _quote(self, lines: list[Line], at: int) -> int:
        end = at
        while end < len(lines) and lines[end].text.text.strip() and (_QUOTE.match(lines[end].text.text) or end > at):
            end += 1
        inner = []
        for line in lines[at:end]:
            mark = _QUOTE.match(line.text.text)
            inner.append(Line(line.text.cut(mark.end() if mark else 0), line.number))
        self._piece("quote", inner)
        return end

    def _indented(self, lines: list[Line], at: int) -> int:
        end = at
        while end < len(lines) and (not lines[end].text.text.strip() or lines[end].text.text.startswith(("    ", "\t"))):
            end += 1
        while not lines[end - 1].text.text.strip():
            end -= 1
        self._piece("code", [Line(line.text.cut(1 if line.text.text.startswith("\t") else 4), line.number) for line in lines[at:end]])
        return end

    def _paragraph(self, lines: list[Line], at: int) -> int:
        item = _ITEM.match(lines[at].text.text)
        end = at + 1
        while end < len(lines) and not self._starts_block(lines, end):
            if _is_setext(lines, end) and item is None:
                self._piece("heading", lines[at:end], level=1 if "=" in lines[end].text.text else 2)
                return end + 1
            end += 1
        inner = [Line(lines[at].text.cut(item.end() if item else 0), lines[at].number), *lines[at + 1 : end]]
        self._piece("list item" if item else "paragraph", inner)
        return end

    def _starts_block(self, lines: list[Line], at: int) -> bool:
        text = lines[at].text.text
        table = "|" in text and at + 1 < len(lines) and "-" in lines[at + 1].text.text and _DIVIDER.match(lines[at + 1].text.text)
        return (
            not text.strip()
            or any(each.match(text) for each in (_FENCE, _HEADING, _ITEM, _QUOTE))
            or text.strip().startswith("$$")
            or bool(table)
        )

    def _piece(self, kind: PieceKind, lines: list[Line], *, level: int = 0, language: str | None = None) -> None:
        if kind in ("code", "output", "math"):
            text = Mapped.joined(_spread([line.text for line in lines], "\n"))
        else:
            text = inline(self._draft, Mapped.joined(_spread([line.text for line in lines], "\n"))).collapsed()
        self._draft.piece(kind, text, level=level, language=language, item=self._item, lines=self._range(lines))

    def _range(self, lines: list[Line]) -> tuple[int, int] | None:
        return (lines[0].number, lines[-1].number) if self._numbered and lines else None


def _is_setext(lines: list[Line], at: int) -> bool:
    return at > 0 and _SETEXT.match(lines[at].text.text) is not None and bool(lines[at - 1].text.text.strip())


def _without_closing(words: Mapped) -> Mapped:
    closing = re.search(r"[ \t]+#+$", words.text)
    return words.cut(0, closing.start()) if closing else words


def _cells(row: Mapped) -> list[Mapped]:
    bare = row.stripped()
    cuts = [-1, *(match.start() for match in re.finditer(r"(?<!\\)\|", bare.text)), len(bare)]
    cells = [bare.cut(start + 1, end).stripped() for start, end in pairwise(cuts)]
    if bare.text.startswith("|"):
        cells = cells[1:]
    return cells[:-1] if bare.text.endswith("|") and not bare.text.endswith("\\|") else cells


def _spread(parts: list[Mapped], between: str) -> Iterator[Mapped]:
    for number, part in enumerate(parts):
        if number:
            yield Mapped.nowhere(between)
        yield part
