"""Labels of numbered things in a text: where one is introduced (a caption, a heading), and where one is referred to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.records import Block, Span

#: Kind -> the words that name it, in the languages that are read.
WORDS = {
    "figure": r"figures?|figs?\.?|abbildung(?:en)?|abb\.|figura|bild(?=\s\d)",
    "table": r"tables?|tabs?\.|tabellen?|tableaux?|tabla",
    "listing": r"listings?|programm(?=\s\d)|codebeispiele?n?",
    "example": r"examples?|beispiel(?:e|en)?|exemples?",
    "equation": r"equations?|eqs?\.|eqns?\.|gleichung(?:en)?|formeln?(?=\s\(?\d)|formulas?(?=\s\(?\d)",
    "section": r"sections?|sects?\.|secs?\.|abschnitt(?:e|en|s)?|§",
    "algorithm": r"algorithms?|algorithmus",
    "step": r"steps?|schritt(?:e|en)?",
    "exercise": r"exercises?|aufgaben?|übung(?:en)?",
}
NUMBER = r"(?P<open>\()?(?P<number>\d+(?:[.\-–]\d+)*[a-z]?)(?(open)\))"
_ANY = "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items())
_MENTION = re.compile(rf"(?<![\w-])(?:{_ANY})[\s\u00a0]+{NUMBER}(?![\w%°]|[.,]\d)", re.I)
_MORE = re.compile(r"(?:\s*(?:,|and|und|or|oder|et|&|,\s*and)\s+\(?(?P<number>\d+(?:[.\-–]\d+)*[a-z]?)\)?)(?![\w%]|[.,]\d|\s+\w+s\b)")
_CAPTION = re.compile(
    rf"(?:^|\n)[ \t]*(?:!\[)?[>*_#\s|]*(?P<label>(?:{_ANY})[\s\u00a0]+{NUMBER})[*_]*(?:\s*(?:[:)|—–]|\.(?!\d))[*_]*"
    rf"|\s+-)[ \t]*(?P<words>[^\n]*)",
    re.I,
)
_INLINE = re.compile(rf"(?<=[.!?:)\d\]][ ])(?P<label>(?:{_ANY})[\s\u00a0]+{NUMBER})(?:\s*[:—])[ ](?P<words>[^.\n]{{3,120}})", re.I)
_HEADING = re.compile(r"^[#\s*]*(?P<number>\d+(?:\.\d+)*)\.?[)\s:]+(?P<words>\S.*)$", re.M)
_TAG = re.compile(
    r"\\tag\{(?P<number>[\w.\-]+)\}|\\label\{eq:(?P<label>[\w.\-]+)\}|(?:\$\$|\\\]|\\end\{equation\})[ \t]*\((?P<right>\d+(?:\.\d+)*)\)"
    r"|^\s*\S.*=.*\S\s{2,}\((?P<end>\d+(?:\.\d+)*)\)\s*$",
    re.M,
)
_ITEM = re.compile(r"^[ \t]*(?P<number>\d{1,2})[.)][ \t]+(?P<words>\S.*)$", re.M)


@dataclass(frozen=True)
class Target:
    """A numbered thing. words: of its caption; span: of its label."""

    kind: str
    number: str
    words: str
    span: Span


@dataclass(frozen=True)
class Mention:
    """A reference to a numbered thing; span: of the words that name it."""

    kind: str
    number: str
    span: Span


def canonical(number: str) -> str:
    return number.replace("–", "-").replace("-", ".").lower().rstrip(".")


def _kind(match: re.Match[str]) -> str:
    return next(kind for kind in WORDS if match.group(kind) is not None)


def targets_of(blocks: tuple[Block, ...], text: str) -> tuple[Target, ...]:
    """All numbered things that a text introduces."""
    found: list[Target] = []
    for block in blocks:
        words = text[block.span.start : block.span.end]
        if block.kind == "heading":
            found += _headings(words, block.span.start)
        if block.kind in ("prose", "heading", "quote", "table", "output", "diagram", "code"):
            found += _captions(words, block)
        if block.kind in ("prose", "quote"):
            found += [Target("step", canonical(m["number"]), m["words"], _at(block, m, "number")) for m in _ITEM.finditer(words)]
        found += _equations(words, block)
    return tuple(found)


def _at(block: Block, match: re.Match[str], group: str) -> Span:
    return Span(start=block.span.start + match.start(group), end=block.span.start + match.end(group))


def _headings(words: str, start: int) -> Iterator[Target]:
    for match in _HEADING.finditer(words):
        span = Span(start=start + match.start("number"), end=start + match.end("number"))
        yield Target("section", canonical(match["number"]), match["words"], span)


def _captions(words: str, block: Block) -> Iterator[Target]:
    for pattern in (_CAPTION, _INLINE):
        if pattern is _INLINE and block.kind not in ("prose", "quote"):
            continue
        for match in pattern.finditer(words):
            caption = match["words"].strip(" *_")
            if not _continues(caption):
                yield Target(_kind(match), canonical(match["number"]), caption, _at(block, match, "label"))


def _continues(words: str) -> bool:
    """Whether the words after a label go on with a sentence, so that it is a reference that happens to begin a line."""
    return bool(re.match(r"(?:shows?|lists?|gives?|and|is|are|has|zeigt|und|ist|sind)\b", words))


def _equations(words: str, block: Block) -> Iterator[Target]:
    for match in _TAG.finditer(words):
        group = next(g for g in ("number", "label", "right", "end") if match.group(g) is not None)
        if group == "end" and block.kind == "code":
            continue
        yield Target("equation", canonical(match[group]), words[max(0, match.start() - 80) : match.start()], _at(block, match, group))


def mentions_of(block: Block, text: str, targets: tuple[Target, ...]) -> Iterator[Mention]:
    """All references of a block to numbered things, ranges and lists taken apart; captions are none."""
    words = text[block.span.start : block.span.end]
    labels = [t.span for t in targets]
    for match in _MENTION.finditer(words):
        span = Span(start=block.span.start + match.start(), end=block.span.start + match.end())
        if any(span.overlaps(label) for label in labels) or _is_code(words, match.start()):
            continue
        kind = _kind(match)
        yield Mention(kind, canonical(match["number"]), span)
        if kind == "step":
            continue
        position = match.end()
        while (more := _MORE.match(words, position)) is not None:
            begin, end = block.span.start + more.start("number"), block.span.start + more.end("number")
            yield Mention(kind, canonical(more["number"]), Span(start=begin, end=end))
            position = more.end()


def _is_code(words: str, position: int) -> bool:
    return words.count("`", 0, position) % 2 == 1
