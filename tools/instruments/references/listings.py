"""A listing and the prose that explains it, and what is written elsewhere in the chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.layout import sentences
from tools.records import Block, Span

_KINDS = ("code", "output", "table", "diagram")
_FENCED = re.compile(r"```(?:[a-z]+\s)?(?P<body>[^`]+)```\s*")
#: Words after which a name is of something else, or of what is not there.
OPEN = re.compile(
    r"\b(?:would|could|might|should|can also|may also|instead|unlike|without|no|not|never|another|other|alternatively|if you|suppose"
    r"|imagine|add|older|earlier|formerly|there is no|rather than|exercise|würde|könnte|sollte|statt|anders als|ohne|kein\w*|nicht"
    r"|früher|wenn sie|pourrait|devrait|au lieu|sans|pas|aucun\w*|autre|si vous)\b",
    re.I,
)


@dataclass(frozen=True)
class Explained:
    """code: of a listing; language: where known; told: the sentences about it; elsewhere: all else that the chapter says."""

    code: str
    language: str | None
    span: Span
    told: tuple[Span, ...]
    elsewhere: str

    def prose(self, text: str) -> str:
        return " ".join(text[s.start : s.end] for s in self.told)


def explained(blocks: tuple[Block, ...], text: str) -> Iterator[Explained]:
    """Each listing with the prose after it, as far as the next heading or listing."""
    for index, block in enumerate(blocks):
        words = text[block.span.start : block.span.end]
        if block.kind in ("code", "output") and (index + 1 == len(blocks) or blocks[index + 1].kind not in _KINDS):
            first = index
            while first and blocks[first - 1].kind in _KINDS:
                first -= 1
            span = Span(start=blocks[first].span.start, end=block.span.end)
            told: list[Span] = []
            for after in blocks[index + 1 :]:
                if after.kind not in ("prose", "quote"):
                    break
                told += sentences(text, after.span)
            yield _one(text, span, blocks[first].language, tuple(told))
        elif block.kind == "prose" and (fence := _FENCED.search(words)) is not None and words.count("```") == 2:
            span = Span(start=block.span.start + fence.start("body"), end=block.span.start + fence.end("body"))
            yield _one(text, span, None, sentences(text, Span(start=block.span.start + fence.end(), end=block.span.end)))


def _one(text: str, span: Span, language: str | None, told: tuple[Span, ...]) -> Explained:
    end = told[-1].end if told else span.end
    return Explained(text[span.start : span.end], language, span, told, text[: span.start] + "\n" + text[end:])
