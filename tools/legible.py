"""A text as instruments read it: what no person wrote as words is blanked, in place, so that every offset stays.

An unbroken run of hundreds of characters (an encoded picture, a number of a thousand digits) holds no statement, and checks that look
at each part of it would take their time for nothing.
"""

from __future__ import annotations

import re

from prompts.trust import Untrusted, measure
from tools.layout import lay_out
from tools.records import Block, Chapter

LONGEST_RUN = 400  # ASCII characters without white space
_RUN = re.compile(rf"[!-~]{{{LONGEST_RUN + 1},}}")  # letters of writing without spaces are words


def legible(text: Untrusted) -> Untrusted:
    """The text with each longer run of characters blanked; of the same length."""
    return Untrusted(_RUN.sub(lambda run: " " * len(run.group()), measure(text)), text.origin)


def legible_chapter(chapter: Chapter) -> Chapter:
    """The chapter as instruments are handed it."""
    return chapter.model_copy(update={"text": legible(chapter.text)})


def layout_of(text: str) -> tuple[Block, ...]:
    """The layout of a chapter's text as it is kept in records: recovered from what is legible of it, with spans in the whole of it."""
    return lay_out(measure(legible(Untrusted(text, "chapter"))))
