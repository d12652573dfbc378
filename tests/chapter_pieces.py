"""Chapters for tests, laid out by hand: paragraphs, `#` headings, pipe tables and fences, with every span in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import dedent

from prompts.trust import Untrusted, measure
from tools.records import Block, Chapter, CodeLine, Examination, Facts, Finding, Row, Span, Table

FACTS = Facts(packages=None, experiments=False, today="2026-11-29")
_PIECE = re.compile(r"```(?P<info>\w*)\n(?P<body>.*?)\n```|(?P<other>(?:(?!```)[^\n]+\n?)+)", re.S)
_CELL = re.compile(r"[^|\n]+")


def chapter_of(text: str) -> Chapter:
    """A chapter from Markdown. A fence named `python` is code, any other is output; `<- ...` behind a row is its note."""
    text = dedent(text).strip("\n") + "\n"
    return Chapter(
        document="pack",
        offset=0,
        text=Untrusted(text, "pack"),
        whole=True,
        title=Untrusted("Test", "pack"),
        number="1",
        blocks=tuple(_blocks(text)),
    )


def _blocks(text: str) -> Iterator[Block]:
    for match in _PIECE.finditer(text):
        if match["body"] is not None:
            lines = tuple(CodeLine(span=span) for span in _lines(text, match.start("body"), match.end("body")))
            kind = "code" if match["info"] == "python" else "output"
            yield Block(kind=kind, span=Span(start=match.start("body"), end=match.end("body")), language=match["info"] or None, lines=lines)
            continue
        span = Span(start=match.start(), end=match.start() + len(match.group().rstrip()))
        if match.group().startswith("|"):
            yield Block(kind="table", span=span, table=_table(text, span))
        elif match.group().startswith("#"):
            yield Block(kind="heading", span=span)
        else:
            yield Block(kind="prose", span=span)


def _lines(text: str, start: int, end: int) -> list[Span]:
    return [Span(start=start + m.start(), end=start + m.end()) for m in re.finditer(r"[^\n]+", text[start:end])]


def _table(text: str, span: Span) -> Table:
    lines = _lines(text, span.start, span.end)
    rows = []
    for line in lines:
        words = text[line.start : line.end]
        body, mark, _ = words.partition("<-")
        cells = [m for m in _CELL.finditer(body) if m.group().strip()]
        spans = tuple(_stripped(text, line.start + m.start(), line.start + m.end()) for m in cells)
        note = _stripped(text, line.start + len(body), line.end) if mark else None
        rows.append(Row(span=line, cells=spans, note=note))
    return Table(header=rows[0].cells, rows=tuple(row for row in rows[1:] if not set(text[row.span.start : row.span.end]) <= set("|-: ")))


def _stripped(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    return Span(start=start + len(words) - len(words.lstrip()), end=end - (len(words) - len(words.rstrip())))


def words_of(chapter: Chapter, finding: Finding) -> str:
    return measure(chapter.text)[finding.span.start : finding.span.end]


def alarms(examination: Examination) -> list[Finding]:
    return [finding for finding in examination.findings if finding.verdict in ("contradicted", "outdated")]


def corrected(chapter: Chapter, finding: Finding) -> str:
    """The chapter's text with the replacement of a finding applied."""
    assert finding.replacement is not None
    text, span = measure(chapter.text), finding.replacement.span
    return text[: span.start] + measure(finding.replacement.text) + text[span.end :]
