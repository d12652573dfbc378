"""The small parts that sections are made of. A record's `str` is made inert as well: only literals of this package are trusted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from prompts.inert import code_span, markdown
from prompts.trust import Untrusted, derived

_BY_HAND = re.compile(r"\brun (?:it|the (?:code|notebook|program))\b")

VERDICTS = {
    "supported": "supported",
    "qualified": "qualified",
    "contradicted": "contradicted",
    "outdated": "outdated",
    "unverifiable": "UNVERIFIED",
}


def plain(text: str | Untrusted, limit: int | None = None) -> str:
    """Words of a record inside a paragraph or a cell."""
    return markdown(text if isinstance(text, Untrusted) else derived(text), limit)


def code(text: str | Untrusted, limit: int | None = None, *, cell: bool = False) -> str:
    return code_span(text if isinstance(text, Untrusted) else derived(text), limit, cell=cell)


def sentence(text: str | Untrusted, limit: int | None = None) -> str:
    """Words of a record with a full stop where they end without one."""
    shown = plain(text, limit)
    return shown if not shown or shown[-1] in ".!?…:" else shown + "."


def voiced(text: Untrusted, limit: int | None = None) -> str:
    """A sentence under the name of whose it is: a model's words are said to be such, ours stand alone."""
    return ("in a model's words: " if text.origin == "model" else "") + sentence(text, limit)


def remedy(text: str | Untrusted) -> str:
    """What the reader can do; code of others is never to be run without isolation."""
    shown = plain(text)
    return sentence(text) if not _BY_HAND.search(shown) else f"{shown.rstrip('.')}, in an isolation of your own."


def cite(labels: Iterable[str]) -> str:
    return ", ".join(f"[{label}]" for label in labels)


def counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def bullets(lines: Iterable[str], depth: int = 0) -> str:
    return "\n".join("  " * depth + "- " + line for line in lines)


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(columns) + " |", "|" + " --- |" * len(columns)]
    return "\n".join([*lines, *("| " + " | ".join(cell or " " for cell in row) + " |" for row in rows)])


def parts(*pieces: str) -> str:
    """Blocks of a section with an empty line between, empty ones left out."""
    return "\n\n".join(piece for piece in pieces if piece)
