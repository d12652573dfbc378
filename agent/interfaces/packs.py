"""A research pack made of a plain chapter."""

from __future__ import annotations

import re

from agent.errors import BadInput
from agent.report.contract import HEADINGS
from prompts.inert import file_name
from prompts.trust import Untrusted
from tools.text import NotText, decode

_TITLE = re.compile(r"^[ \t]*#{1,2}[ \t]+(\S[^\r\n]*?)[ \t#]*$", re.M)


def make_pack(payload: bytes, name: str, *, book: str, title: str, number: str, url: str = "") -> str:
    """The text of a pack with the nine sections, around the whole chapter. Raises BadInput for a chapter that is no text.

    url: where the chapter stands, "" where that is not known.
    """
    try:
        text = decode(payload).removeprefix("\ufeff").strip()
    except NotText as error:
        raise BadInput(f"{name} is no text: {error}; save it as UTF-8") from error
    if not text:
        raise BadInput(f"{name} is empty; give the chapter's text")
    heading = _TITLE.search(text)
    chapter = title or (heading.group(1) if heading else name.rpartition(".")[0] or name)
    title_of_book = book or "Untitled book"
    stable = "-".join(
        filter(None, (file_name(Untrusted(title_of_book, "person"), "book"), number, file_name(Untrusted(chapter, "person"), "chapter")))
    )
    sections = "\n".join(HEADINGS)
    return (
        "You are researching one chapter of a technical book, so that its author can decide with evidence what to correct.\n\n"
        f"== 1. Identity ==\nBook: {title_of_book}\nChapter: {chapter}\n"
        + (f"Chapter number: {number}\n" if number else "")
        + (f"Chapter URL: {url}\n" if url else "")
        + f"Stable id: {stable}\n\nThe chapter text below is the whole chapter.\n\n"
        f"== 2. Chapter text ==\n\n{text}\n\n"
        "== 3. Existing references and bibliography ==\nNo references are recorded.\n\n"
        "== 4. Existing evidence ==\nNo evidence is recorded.\n\n"
        "== 5. Research objective and questions ==\nDecide whether the chapter still says what it should, and propose the smallest change "
        "that the evidence justifies.\n\n"
        "== 6. Associated material ==\nNo material is recorded.\n\n"
        "== 7. Research history ==\nNo research is recorded.\n\n"
        "== 8. How to investigate ==\n1. Audit each claim against primary sources and runs; say UNVERIFIED where neither decides.\n\n"
        f"== 9. Required output ==\n\n{sections}\n"
    )
