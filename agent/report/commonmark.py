"""The one door to the Markdown library."""

from __future__ import annotations

from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

__all__ = ["Token", "page_parser", "parse", "parser"]


@cache
def parser() -> MarkdownIt:
    """CommonMark with GFM's tables. Escapes stay tokens of their own, so that an escaped sign is told from a bare one."""
    return MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).disable("text_join")


def parse(markdown: str) -> list[Token]:
    return parser().parse(markdown)


@cache
def page_parser() -> MarkdownIt:
    """The same for a page: raw HTML stays text, and escapes are joined to the words around them."""
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
