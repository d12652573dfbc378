"""Defaults that a text points at: "That is the default; with False ..." says what was given before, or what the code passes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.instruments.identifiers.statements import DENIED, Statement
from tools.records import Span

_REACH = 1500
_POINTED = re.compile(
    r"\b(?:That|This|[Ww]hich|Das|Dies|C['’]est)\s+(?:(?:is|ist)\s+)?(?:also\s+|in\s+fact\s+|auch\s+)?(?:the|die|der|la|le)\s+"
    r"(?:default|Vorgabe|Voreinstellung|valeur\s+par\s+défaut|réglage\s+par\s+défaut)(?P<tail>[;,.:]?\s+(?:and\s+|but\s+|whereas\s+|und\s+|et\s+)?"
    r"(?:with|if|passing|mit|bei|avec)\s+`?(?P<other>True|False)`?\b)"
)
_GIVEN = re.compile(r"\b(?P<name>[a-z_]\w*)\s?=\s?(?P<value>True|False)\b")


def pointed(text: str, around: Span) -> Iterator[Statement]:
    """The statements of one sentence: of the truth value that was given last before it, where the other one is set against it."""
    for match in _POINTED.finditer(text, around.start):
        if match.start() >= around.end:
            return
        value = match["other"] != "True"
        given = [each for each in _GIVEN.finditer(text, max(0, match.start() - _REACH), match.start()) if each["value"] == str(value)]
        if given and not DENIED.search(text[around.start : match.start()]):
            name = Span(start=match.start(), end=match.start("tail"))
            yield Statement(given[-1]["name"], value, str(value), Span(start=match.start(), end=match.end()), name, name)
