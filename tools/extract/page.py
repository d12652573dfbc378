"""The text of a pack or a chapter that stands at an address: a page's main text, or a plain text as it is."""

from __future__ import annotations

import re

from prompts.trust import measure
from tools.extract import html
from tools.extract.records import CannotExtract
from tools.text import NotText, decode


def page_text(body: bytes, content_type: str) -> tuple[str | None, str]:
    """The text of a plain or HTML document, or None with the reason; what the bytes are decides, the declared type only hints."""
    try:
        text = decode(body)
    except NotText as error:
        return None, f"it is no text ({error})"
    if re.match(r"\s*(?:<!doctype html|<html|<head|<body)", text, re.I) or ("html" in content_type.lower() and "<" in text[:500]):
        try:
            return measure(html.read(body, content_type, "").text), ""
        except CannotExtract as error:
            return None, str(error)
    return (text, "") if text.strip() else (None, "it is empty")
