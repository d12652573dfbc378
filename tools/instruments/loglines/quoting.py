"""Where a chapter quotes what a package prints or raises: in outputs, in comments of code, in its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.records import Block, Chapter, Span


@dataclass(frozen=True)
class Message:
    """A message as quoted. span: of its words in the chapter, without the exception's name or the logger's. module: the dotted name
    before it, "" where there is none. error: the exception's name. printed: it stands in an output, not in a sentence."""

    span: Span
    module: str
    error: str
    printed: bool
    plain: bool = False


_ERROR = re.compile(r"(?<![\w`])(?P<module>(?:[A-Za-z_]\w*\.)*)(?P<error>[A-Z]\w*(?:Error|Exception|Warning)|Unsupported): (?P<words>\S.*)")
_LOGGER = re.compile(
    r"(?:\[[^\]\n]*\]\s*|\b(?:WARNING|ERROR|INFO|DEBUG)[:\s]+|[VWIEDF]\d{4} [\d:. ]+ \d+ )*"
    r"(?P<module>[a-z_]\w*(?:[./][A-Za-z_]\w*)+)(?:\.py:\d+\])?(?::\s*|\s+)(?:\[[^\]\n]*\]\s*|(?:WARNING|ERROR|INFO|DEBUG)[:\s]+)*(?P<words>[^\W\d].*)"
)
_LOGGER_IN_WORDS = re.compile(r"(?P<module>[a-z_]\w*(?:\.[a-z_]\w*)+): (?P<words>[^\W\d].*)")
_QUOTED = re.compile(r"`(?P<a>[^`\n]{15,300})`|“(?P<b>[^”]{15,300})”|\"(?P<c>[^\"\n]{15,300})\"")
_SPOKEN = re.compile(
    r"(?:warn\w*|error|message|rais\w+|log\w*|print\w*|emit\w*|complain\w*|says?|read|reports?|exception|Meldung|Fehler\w*|Warnung|meldet|message|avertissement|erreur|mensaje|advertencia)\W*(?:\w+\W+){0,6}$",
    re.IGNORECASE,
)


def messages(chapter: Chapter, text: str) -> Iterator[Message]:
    for block in chapter.blocks:
        if block.kind == "output":
            yield from _printed(text, block)
        elif block.kind == "code":
            yield from _in_comments(text, block)
        elif block.kind in ("prose", "quote", "table"):
            yield from _in_words(text, block)


def _printed(text: str, block: Block) -> Iterator[Message]:
    for line in re.finditer(r"[^\n]+", text[block.span.start : block.span.end]):
        start, end = block.span.start + line.start(), block.span.start + line.end()
        if re.match(r'\s*(?:File "|Traceback|\^|~)', line.group()):
            continue
        named = _ERROR.search(text, start, end) or _LOGGER.match(text, start, end)
        if named is not None:
            yield _message(named, True)
        elif len(line.group().split()) >= 4:
            yield Message(stripped(text, start, end), "", "", True, plain=True)


def _in_comments(text: str, block: Block) -> Iterator[Message]:
    for line in block.lines:
        mark = text.find("#", line.span.start, line.span.end)
        named = _ERROR.search(text, mark + 1, line.span.end) if mark >= 0 else None
        if named is not None:
            yield _message(named, False)


def _in_words(text: str, block: Block) -> Iterator[Message]:
    taken: list[Span] = []
    for quoted in _QUOTED.finditer(text, block.span.start, block.span.end):
        group = next(name for name in "abc" if quoted[name] is not None)
        start, end = quoted.span(group)
        named = _ERROR.match(text, start, end) or _LOGGER_IN_WORDS.match(text, start, end)
        if named is not None:
            taken.append(Span(start=start, end=end))
            yield _message(named, False)
        elif len(quoted[group].split()) >= 3 and _SPOKEN.search(text[max(block.span.start, start - 90) : start - 1]):
            yield Message(Span(start=start, end=end), "", "", False)
    for pattern in (_ERROR, _LOGGER_IN_WORDS):
        for named in pattern.finditer(text, block.span.start, block.span.end):
            span = Span(start=named.start(), end=named.end())
            if not any(span.overlaps(other) for other in taken):
                taken.append(span)
                yield _message(named, False)


def _message(named: re.Match[str], printed: bool) -> Message:
    groups = named.groupdict()
    module = (groups["module"] or "").rstrip(".").replace("/", ".")
    return Message(stripped(named.string, named.start("words"), named.end("words")), module, groups.get("error") or "", printed)


def stripped(text: str, start: int, end: int) -> Span:
    words = text[start:end]
    start += len(words) - len(words.lstrip())
    return Span(start=start, end=start + len(words.strip()))
