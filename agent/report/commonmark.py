"""The one door to the Markdown library."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["Token", "parse", "parser"]


@cache
def parser() -> MarkdownIt:
    """CommonMark with GFM's tables. Escapes stay tokens of their own, so that an escaped sign is told from a bare one."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).disable("text_join")


def parse(markdown: str) -> list[Token]:
    return parser().parse(markdown)
