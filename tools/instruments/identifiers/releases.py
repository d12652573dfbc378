"""Names and keywords that the chapter itself gives to a later release than the installed one: that they are absent is what it says."""

from __future__ import annotations

import re

from tools.instruments.identifiers.hedges import sentence
from tools.instruments.identifiers.survey import Survey
from tools.records import Block, Span

_RELEASE = re.compile(r"(?<![\w.,])v?(\d{1,2})\.(\d{1,3})(?:\.\d+)?\+?(?![\w,]|\.\d|\s*(?:%|s|ms|µs|ns|MB|GB|KB|x|times)\b)")


def awaits_later(found: Survey, name: str, word: str = "") -> bool:
    """Whether a release later than the installed one stands beside the name (or a word that goes with it) anywhere in the chapter."""
    distribution = found.distribution(name)
    installed = re.match(r"(\d+)\.(\d+)", found.packages.installed().get(distribution or "", ""))
    if installed is None:
        return False
    have = (int(installed[1]), int(installed[2]))
    last = re.escape(word or name.rpartition(".")[2])
    for block in found.chapter.blocks:
        for place in re.finditer(rf"(?<!\w){last}(?!\w)", found.text[block.span.start : block.span.end]):
            start = block.span.start + place.start()
            around = _around(found.text, Span(start=start, end=start + len(place.group())), block)
            versions = [(int(each[1]), int(each[2])) for each in _RELEASE.finditer(found.text, around.start, around.end)]
            if any(have < each and each[0] <= have[0] + 1 for each in versions):
                return True
    return False


def _around(text: str, span: Span, block: Block) -> Span:
    """The sentence of a name; in code its line with the line above."""
    if block.kind != "code":
        return sentence(text, span, block.span)
    lines = [line.span for line in block.lines]
    at = next((number for number, line in enumerate(lines) if line.overlaps(span)), None)
    return span if at is None else Span(start=lines[max(0, at - 1)].start, end=lines[at].end)
