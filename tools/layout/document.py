"""Reads a text from top to bottom, line by line: marks first, then tables and programs in their own lines, then what each
line of prose has run together with it."""

from __future__ import annotations

import re
from collections.abc import Callable

from tools.layout import markdown, plain, programs
from tools.layout.flattened import segments
from tools.layout.lines import Line, code_block, moved, physical, trimmed
from tools.layout.opening import sentence_start
from tools.layout.output import begins_log, begins_traceback, drawn, ends_open, is_raised, is_total
from tools.layout.session import goes_on, is_command, is_joined, is_shell, python_session, shell_session
from tools.records import Block, Span

Found = tuple[int, list[Block]]
_WRAPPED = 160
_ROWS = 3000
_TRIES = 60  # lines of one paragraph that are tried as the start of something; more would cost the square of its length


class _Reading:
    """One pass over the lines; paragraph holds the lines of prose that are not yet divided."""

    def __init__(self, lines: list[Line], text: str) -> None:
        self.lines = lines
        self.text = text
        self.blocks: list[Block] = []
        self.paragraph: list[Line] = []
        self.tries = 0

    def read(self) -> list[Block]:
        at = 0
        while at < len(self.lines):
            if self.lines[at].blank:
                self.flush()
                self.tries = 0
                at += 1
                continue
            found = self._marked(at) or self._tabled(at) or self._program(at)
            if found is None:
                at = self._prose(at)
                continue
            self.flush()
            self.tries = 0
            at, blocks = found
            self.blocks.extend(blocks)
            if blocks and blocks[-1].kind == "table":
                at = self._totals(at)
        self.flush()
        return self.blocks

    def flush(self) -> None:
        """Divide the paragraph gathered so far into blocks."""
        if self.paragraph:
            self.blocks.extend(paragraph(self.paragraph, self.text))
            self.paragraph = []

    def _totals(self, at: int) -> int:
        """Lines of totals right under a table are output."""
        end = at
        while end < len(self.lines) and is_total(self.lines[end].words):
            end += 1
        if end > at:
            self.blocks.append(programs.output_block(self.lines[at:end]))
        return end

    def _prose(self, at: int) -> int:
        line = self.lines[at]
        if markdown.is_rule(line) or plain.is_rule(line.words):
            self.flush()
            return at + 1
        mark = markdown.bullet(line)
        if mark:
            self.flush()
            self.paragraph.append(Line(line.start + mark, line.end, line.words[mark:]))
        else:
            self.paragraph.append(line)
        return at + 1

    def _marked(self, at: int) -> Found | None:
        line = self.lines[at]
        opened = markdown.fence_opened(line)
        if opened:
            end = markdown.fence_end(self.lines, at, opened.group(2))
            inner = self.lines[at + 1 : end]
            return min(end + 1, len(self.lines)), self._fenced(inner, opened.group(3), len(opened.group(1)))
        directive = markdown.directive(line)
        if directive is not None:
            return self._directed(at, directive)
        alone = at == 0 or self.lines[at - 1].blank
        if alone and (line.indent >= 4 or (line.indent >= 2 and self._introduced())) and not self._in_list():
            return self._indented(at)
        if line.words.startswith("# ") and self._is_comment(at):
            return None
        for reader in (markdown.heading, markdown.quote, markdown.html_table):
            found = reader(self.lines, at, self.text)
            if found is not None:
                return found
        return None

    def _introduced(self) -> bool:
        """True where the prose before ends in `::`, which announces a piece that is indented."""
        last = self.blocks[-1] if self.blocks else None
        return last is not None and self.text.startswith("::", last.span.end - 2)

    def _directed(self, at: int, language: str) -> Found:
        """What is indented under a directive of reStructuredText that shows code."""
        end = at + 1
        while end < len(self.lines) and (self.lines[end].blank or self.lines[end].indent > self.lines[at].indent):
            end += 1
        inner = [line for line in self.lines[at + 1 : end] if not markdown.is_option(line)]
        kept = trimmed(inner)
        strip = min((line.indent for line in kept if not line.blank), default=0)
        return end, self._fenced(kept, language, strip)

    def _is_comment(self, at: int) -> bool:
        """`# ...` opens a program where code, not prose, follows on the line or on the next."""
        line = self.lines[at]
        if at + 1 < len(self.lines) and not self.lines[at + 1].blank and programs.bare(self.lines, at + 1) is not None:
            return True
        blocks = segments(self.text, line.start, line.end)
        return bool(blocks) and blocks[0].kind == "code"

    def _in_list(self) -> bool:
        last = self.blocks[-1] if self.blocks else None
        if last is None or last.kind != "prose":
            return False
        line_start = self.text.rfind("\n", max(0, last.span.start - 2000), last.span.start) + 1
        return markdown.bullet(Line(line_start, last.span.end, self.text[line_start : last.span.start] + "x")) > 0

    def _fenced(self, inner: list[Line], info: str, strip: int) -> list[Block]:
        blocks = programs.fenced(inner, info, strip, self.text)
        if blocks is not None:
            return blocks
        return printed(trimmed(inner), self.text, info)

    def _indented(self, at: int) -> Found | None:
        end = at
        while end < len(self.lines) and (self.lines[end].blank or self.lines[end].indent >= min(4, self.lines[at].indent)):
            end += 1
        inner = trimmed(self.lines[at:end])
        guess = programs.guessed(inner, min(line.indent for line in inner if not line.blank))
        if guess is not None:
            return end, guess
        blocks = printed(inner, self.text, "")
        if all(block.kind == "output" for block in blocks) and not programs.looks_like_code(inner):
            return None
        return end, blocks

    def _joined(self, line: Line) -> bool:
        """True for a command that other commands or a sentence were run together with."""
        return " $ " in line.words or sentence_start(self.text, line.start, line.end, eager=False) is not None

    def _diagram(self, at: int) -> Found | None:
        """Lines drawn with box characters, the lines of words between them, and the words that they lead from and to."""
        lines = self.lines
        end = last = at + 1
        while end < len(lines) and not lines[end].blank and end - last < 3 and len(lines[end].words) < _WRAPPED:
            end += 1
            if drawn(lines[end - 1].words):
                last = end
        first = at
        if self.paragraph and self.paragraph[-1] is lines[at - 1] and _labels(lines[at - 1]):
            self.paragraph.pop()
            first = at - 1
        if last < len(lines) and _labels(lines[last]) and ends_open(lines[last - 1].words):
            last += 1
        if last - first < 2:
            self.paragraph.extend(lines[first:at])
            return None
        return last, [Block(kind="diagram", span=Span(start=lines[first].span.start, end=lines[last - 1].span.end))]

    def _tabled(self, at: int) -> Found | None:
        if self.tries > _TRIES or (self.paragraph and not _may_interrupt(self.lines[at])):
            return None
        for recogniser in plain.RECOGNISERS:
            found = recogniser(self.lines, at, self.text)
            if found is not None:
                return found
        return None

    def _program(self, at: int) -> Found | None:
        line = self.lines[at]
        words = line.words.strip()
        if words.startswith(">>> ") and not is_joined(words):
            return _run(self.lines, at, python_session, goes_on)
        if is_shell(words) and len(words) < _WRAPPED and not self._joined(line):
            return _run(self.lines, at, shell_session, lambda one: is_shell(one.words) or one.words.endswith("\\"))
        if is_command(words):
            return at + 1, [code_block([line], "bash", line.indent)]
        if begins_traceback(words) and len(words) < 60:
            return _traceback(self.lines, at)
        if begins_log(words, alone=not self.paragraph) and len(words) < 400 and len(segments(self.text, line.start, line.end)) == 1:
            return at + 1, [Block(kind="output", span=line.span)]
        if drawn(words) and len(words) < _WRAPPED:
            return self._diagram(at)
        if self.tries > _TRIES:
            return None
        self.tries += 1
        found = programs.bare(self.lines, at) or programs.bare_json(self.lines, at, self.text)
        return (found[0], [found[1]]) if found is not None else None


def _may_interrupt(line: Line) -> bool:
    """A table may follow a line of prose at once only where its lines show it."""
    return "|" in line.words or "  " in line.words.strip() or "\t" in line.words.strip() or len(line.words) < 80


def _labels(line: Line) -> bool:
    """True for a few words that name a part of a diagram."""
    return not line.blank and len(line.words.strip()) < 70 and not line.words.rstrip().endswith((".", "?", "!", ":"))


def _run(lines: list[Line], at: int, reader: Callable[[list[Line]], list[Block]], belongs: Callable[[Line], bool]) -> Found:
    end = at + 1
    while end < len(lines) and belongs(lines[end]) and not lines[end].blank and end - at < _ROWS:
        end += 1
    return end, reader(lines[at:end])


def _traceback(lines: list[Line], at: int) -> Found:
    end = at + 1
    while end < len(lines) and end - at < _ROWS and (lines[end].indent > 0 or lines[end].blank):
        end += 1
    if end < len(lines) and is_raised(lines[end].words.strip()):
        end += 1
    kept = trimmed(lines[at:end])
    return end, [Block(kind="output", span=Span(start=kept[0].span.start, end=kept[-1].span.end))]


def printed(lines: list[Line], text: str, info: str) -> list[Block]:
    """Blocks of what stands in a fence that names no language: tables, diagrams, programs, and output between them."""
    if not lines:
        return []
    if programs.is_drawing(lines) and all(plain.grid_table(lines, at, text) is None for at in range(min(3, len(lines)))):
        return [Block(kind="diagram", span=Span(start=lines[0].span.start, end=lines[-1].span.end))]
    blocks: list[Block] = []
    rest: list[Line] = []
    at = 0
    while at < len(lines):
        found = None if lines[at].blank else next(filter(None, (reader(lines, at, text) for reader in plain.RECOGNISERS)), None)
        if found is None:
            rest.append(lines[at])
            at += 1
            continue
        blocks.extend(_rest(rest, info, bool(blocks)))
        rest = []
        at = found[0]
        blocks.extend(found[1])
    blocks.extend(_rest(rest, info, bool(blocks)))
    return blocks


def _rest(lines: list[Line], info: str, tabled: bool) -> list[Block]:
    kept = trimmed(lines)
    if not kept:
        return []
    if not info and not tabled and programs.of_a_language(kept) and not begins_log(kept[0].words.strip(), alone=True):
        return [code_block(kept, None)]
    return [programs.output_block(kept)]


def _wrapped_table(lines: list[Line], text: str) -> list[Block]:
    """The blocks of a paragraph that was flattened and then wrapped, where it holds a table; empty where it holds none."""
    start, end = lines[0].start, lines[-1].end
    if len(lines) > _ROWS or sum(1 for _ in re.finditer(r"(?<!\S)[-+]?\d[\d.,]*(?!\S)", text[start:end])) < 9:
        return []
    offset_text = re.sub(r"[\r\n]", " ", text[start:end])
    found = segments(offset_text, 0, len(offset_text))
    if not any(block.kind == "table" for block in found) or any(block.kind == "code" for block in found):
        return []
    return [moved(block, start) for block in found]


def paragraph(lines: list[Line], text: str) -> list[Block]:
    """The blocks of lines without a blank one between them: each long line is a paragraph, short ones make up one together."""
    joined = all(len(line.words) <= _WRAPPED for line in lines)
    wrapped = _wrapped_table(lines, text) if joined and len(lines) > 1 else []
    if wrapped:
        return wrapped
    blocks: list[Block] = []
    before = ""
    for line in lines:
        found = segments(text, line.start, line.end) if len(line.words) > 24 else []
        inside = joined and bool(before) and not before.endswith((".", ":", "?", "!", "…", "”", '"'))
        if not found or (inside and len(found) == 1 and not found[0].lines[1:]) or (inside and len(found) > 1 and found[0].kind != "prose"):
            span = line.span
            found = [Block(kind="prose", span=span)] if len(span) else []
        if joined and blocks and found and blocks[-1].kind == found[0].kind == "prose":
            blocks[-1] = Block(kind="prose", span=Span(start=blocks[-1].span.start, end=found[0].span.end))
            found = found[1:]
        blocks.extend(found)
        before = line.words.rstrip()
    return blocks


def blocks_of(text: str) -> list[Block]:
    return _Reading(physical(text), text).read()
