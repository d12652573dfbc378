"""The main text of a fetched page; the only importer of BeautifulSoup."""

from __future__ import annotations

import re

from bs4 import BeautifulSoup
from bs4.element import Tag

from tools.text import NotText, decode

_NOT_MAIN = ("script", "style", "noscript", "template", "nav", "header", "footer", "aside", "iframe", "form", "svg")
_BLOCKS = ("p", "div", "section", "article", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "table", "br", "dt", "dd")


def page_text(body: bytes, content_type: str) -> tuple[str | None, str]:
    """The text of a plain or HTML document, or None with the reason; what the bytes are decides, the declared type only hints."""
    try:
        text = decode(body)
    except NotText as error:
        return None, f"it is no text ({error})"
    if re.match(r"\s*(?:<!doctype html|<html|<head|<body)", text, re.I) or ("html" in content_type.lower() and "<" in text[:500]):
        return _html(text)
    return (text, "") if text.strip() else (None, "it is empty")


def _html(text: str) -> tuple[str | None, str]:
    soup = BeautifulSoup(text, "lxml")
    for tag in soup.find_all(_NOT_MAIN):
        tag.decompose()
    main = soup.find("main") or soup.find("article") or soup.body
    if not isinstance(main, Tag):
        return None, "the page has no text"
    for tag in main.find_all(_BLOCKS):
        tag.insert_before("\n")
        tag.append("\n")
    words = re.sub(r"\n\s*\n\s*", "\n\n", main.get_text()).strip()
    return (words, "") if words else (None, "the page shows no text without a browser")
