"""Chapters for tests of instruments: Markdown laid out by the plainest rule, so that those tests do not hang on the layout's own."""

from __future__ import annotations

import re

from prompts.trust import Untrusted
from tools.records import Block, BlockKind, Chapter, CodeLine, Span

_FENCE = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)
_OUTPUT = {"output", "text", "log"}


def chapter(text: str) -> Chapter:
    """Fenced blocks are code, or output where they are marked so; what stands between empty lines is prose."""
    blocks: list[Block] = []
    start = 0
    for fence in _FENCE.finditer(text):
        blocks += _prose(text, start, fence.start())
        blocks.append(_fenced(fence))
        start = fence.end()
    blocks += _prose(text, start, len(text))
    whole = Untrusted(text, "test")
    return Chapter(document="test", offset=0, text=whole, whole=True, title=Untrusted("", "test"), number=None, blocks=tuple(blocks))


def _prose(text: str, start: int, end: int) -> list[Block]:
    return [
        Block(kind="prose", span=Span(start=start + piece.start(), end=start + piece.end()))
        for piece in re.finditer(r"\S(?:.|\n(?!\s*\n))*", text[start:end])
        if piece.group().strip()
    ]


def _fenced(fence: re.Match[str]) -> Block:
    kind: BlockKind = "output" if fence[1] in _OUTPUT else "code"
    span = Span(start=fence.start(2), end=fence.end(2))
    if kind == "output":
        return Block(kind=kind, span=span)
    lines, place = [], fence.start(2)
    for line in fence[2].splitlines(keepends=True):
        words = line.strip()
        inner = place + len(line) - len(line.lstrip()) if words else place
        lines.append(CodeLine(span=Span(start=inner, end=inner + len(words)), indent=(len(line) - len(line.lstrip(" "))) // 4 if words else 0))
        place += len(line)
    return Block(kind=kind, span=span, language=fence[1] or None, lines=tuple(lines))
