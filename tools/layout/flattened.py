"""Divides one line of a text into prose and what was run together with it: code, tables, output, diagrams.

Looks where something may begin: at the line's start, behind the end of a sentence, behind another piece, and at words
that open code and no sentence. What is not certain stays prose.
"""

from __future__ import annotations

import ast
import re

from tools.layout.captioned import captioned_table
from tools.layout.data import flattened_json, flattened_sql, inline_fence
from tools.layout.lines import stripped
from tools.layout.opening import opens_sentence, run_in_title
from tools.layout.output import begins_value, flattened_diagram, flattened_levels, flattened_log, printed, totals
from tools.layout.pipes import flattened_pipes
from tools.layout.restore import Restored, attempt
from tools.layout.rows import flattened_table
from tools.layout.session import flattened_session, flattened_shell
from tools.layout.titles import numbered_title
from tools.python_source import parsed
from tools.records import Block, Span, source_of

_STARTS = re.compile(
    r"[.:?!…)\"”»]\s+(?=\S)"
    r"|(?<=\s)(?=import [a-z_]\w*(?:\.\w+)*\s|from [\w.]+ import \w|def \w+\(|class \w+[(:]|@[a-z_]\w*|>>> |\$ [a-z./]|Traceback \(most|```"
    r"|\|\s?[^|\s][^|]{0,80}\|"
    r"|[a-z_]\w* = [a-z_][\w.]*\(|\[rank\d+\]:|(?:LEVEL|STEP|STUFE|NIVEAU|STAGE|PHASE) [01] )"
)
_MARK = re.compile(r"(?:^|\s)(?:>>>|\$|#{1,6}|```[\w+-]*|\|)\s*$")
_HASHES = re.compile(r"#{2,6} (?=[A-ZÄÖÜ])")
_WINDOW = 60_000
_LONG = 400


def segments(text: str, start: int, stop: int) -> list[Block]:
    """The blocks of text[start:stop], which is one line; prose between them is a block too."""
    blocks: list[Block] = []
    while start < stop:
        end = stop if stop - start <= _WINDOW else _cut(text, start)
        blocks.extend(_Line(text, start, min(end, stop)).divide())
        start = end
    return blocks


def _cut(text: str, start: int) -> int:
    """A place near the window's end where a sentence ends, else where a word does."""
    window = text[start + _WINDOW // 2 : start + _WINDOW]
    for pattern in (r"[.?!] (?=[A-ZÄÖÜ])", r"\s"):
        places = [found.end() for found in re.finditer(pattern, window)]
        if places:
            return start + _WINDOW // 2 + places[-1]
    return start + _WINDOW


class _Line:
    """One line while it is divided. prose: where the prose not yet given out begins; tried: where code was looked for in vain up to."""

    def __init__(self, text: str, start: int, stop: int) -> None:
        self.text, self.stop = text, stop
        self.blocks: list[Block] = []
        self.prose = self.tried = _skip(text, start, stop)

    def divide(self) -> list[Block]:
        at, alone = self.prose, True
        title = run_in_heading(self.text, at, self.stop)
        if title is not None:
            at = self.take([title])
        while at < self.stop:
            found = self.piece(at, alone)
            if found:
                at, alone = self.take(found), True
                continue
            following = _STARTS.search(self.text, at, self.stop)
            if following is not None and following.end() <= at:
                following = _STARTS.search(self.text, at + 1, self.stop)
            if following is None:
                break
            at, alone = max(following.end(), at + 1), False
        self.blocks.extend(_prose(self.text, self.prose, self.stop))
        return self.blocks

    def take(self, found: list[Block]) -> int:
        """Give out the prose before a piece and the piece itself; where to go on."""
        self.blocks.extend(_prose(self.text, self.prose, found[0].span.start))
        self.blocks.extend(found)
        end = found[-1].span.end
        self.prose = _skip(self.text, end + _marks(self.text, end), self.stop)
        return self.prose

    def piece(self, at: int, alone: bool) -> list[Block]:
        """The piece that begins at `at` with what belongs to it, empty where prose goes on. alone: it begins a line."""
        text, stop = self.text, self.stop
        for blocks in (flattened_session(text, at, stop), flattened_shell(text, at, stop), inline_fence(text, at, stop)):
            if blocks:
                return blocks
        title = marked_title(text, at, stop) or numbered(text, at, stop)
        if title is not None:
            return [title]
        simple = flattened_log(text, at, stop, alone) or flattened_levels(text, at, stop)
        simple = simple or (flattened_diagram(text, at, stop) if alone else None)
        if simple is not None:
            return [simple]
        code = self.code(at, alone)
        if code is not None:
            return _with_output(text, code, stop)
        table = flattened_pipes(text, at, stop) or captioned_table(text, at, stop) or flattened_table(text, at, stop)
        if table is not None:
            after = totals(text, table.span.end, stop)
            return [table] if after is None else [table, after]
        data = flattened_json(text, at, stop) or flattened_sql(text, at, stop)
        return [data] if data is not None else []

    def code(self, at: int, alone: bool) -> Restored | None:
        """The program that begins at `at`; statements that were read once and are no program are not read again."""
        if at < self.tried or not (self.text[at].isalpha() or self.text[at] in "_@#\"'"):
            return None
        found, reach = attempt(self.text, at, self.stop)
        if found is not None and _certain(found, self.text, self.stop, alone):
            return found
        self.tried = reach if reach - at > _LONG else at
        return None


def run_in_heading(text: str, start: int, stop: int) -> Block | None:
    """A title that stands before the first sentence of a line without a mark."""
    end = numbered_title(text, start, stop) or run_in_title(text, start, stop)
    return None if end is None else Block(kind="heading", span=Span(start=start, end=end), flattened=True)


def marked_title(text: str, start: int, stop: int) -> Block | None:
    """A heading with its Markdown mark in the middle of a line, where the sentence behind it can be told."""
    mark = _HASHES.match(text, start, stop)
    end = run_in_title(text, mark.end(), stop) if mark is not None else None
    return None if mark is None or end is None else Block(kind="heading", span=Span(start=mark.end(), end=end), flattened=True)


def numbered(text: str, start: int, stop: int) -> Block | None:
    """A heading with a number in the middle of a line, where the sentence behind it can be told."""
    end = numbered_title(text, start, stop)
    return None if end is None else Block(kind="heading", span=Span(start=start, end=end), flattened=True)


def _marks(text: str, at: int) -> int:
    found = re.compile(r"\s*```").match(text, at)
    return len(found.group()) if found else 0


def _skip(text: str, at: int, stop: int) -> int:
    while at < stop and text[at].isspace():
        at += 1
    return at


def _prose(text: str, start: int, stop: int) -> list[Block]:
    """Prose between two pieces, without the mark that opens the second."""
    words = text[start:stop]
    span = stripped(_MARK.sub("", words), start) if stop > start else Span(start=start, end=start)
    return [Block(kind="prose", span=span)] if len(span) else []


def _with_output(text: str, code: Restored, stop: int) -> list[Block]:
    shown = _shown(code, text)
    if shown is None:
        return [code.block]
    after = printed(text, code.end, stop, _first_word(shown))
    return [code.block] if after is None else [code.block, after]


def _shown(code: Restored, text: str) -> ast.expr | None:
    """The expression that the last line of a program is, None where it is another statement."""
    last = code.block.lines[-1]
    module = parsed(text[last.span.start : last.span.end])
    node = module.body[0] if module is not None and len(module.body) == 1 else None
    return node.value if isinstance(node, ast.Expr) else None


def _is_printed(code: Restored, text: str, rest: str) -> bool:
    """True where the text behind a program begins as its last line prints it."""
    shown = _shown(code, text)
    word = _first_word(shown) if shown is not None else ""
    return len(word) > 1 and rest.startswith(word)


def _first_word(call: ast.expr) -> str:
    """The word that a `print` begins its line with, "" where that cannot be told."""
    value = call.args[0] if isinstance(call, ast.Call) and call.args else None
    if isinstance(value, ast.JoinedStr) and value.values:
        value = value.values[0]
    words = value.value.split() if isinstance(value, ast.Constant) and isinstance(value.value, str) else []
    return words[0] if words else ""


def _certain(found: Restored, text: str, stop: int, alone: bool) -> bool:
    """True where what was found is a program and no sentence with a formula in it."""
    rest = text[found.end : min(stop, found.end + 120)].lstrip()
    if numbered_title(text, _skip(text, found.end, stop), stop) is not None:
        rest = ""
    goes_on = bool(rest) and (rest[0].islower() or rest[0] in ",.;:)") and not begins_value(rest)
    last = found.block.lines[-1].span
    foretold = found.statements >= 2 and "#" in text[last.start : last.end] and rest[:1].islower()
    goes_on = goes_on and not foretold and not _is_printed(found, text, rest)
    if goes_on and (found.statements < 3 or found.strength < 7 or rest[0] in ",;:)"):
        return False
    if found.statements >= 2:
        ends = not rest or opens_sentence(rest)
        if alone and (ends or begins_value(rest)):
            return found.strength >= 3
        return found.strength >= (4 if alone or ends or begins_value(rest) else 5)
    if rest and not opens_sentence(rest) and not rest[0].isupper() and not begins_value(rest):
        return False
    return _alone_is_code(found, text, alone or begins_value(rest))


def _alone_is_code(found: Restored, text: str, alone: bool) -> bool:
    """A single statement counts where no sentence and no formula looks like it."""
    module = parsed(source_of(found.block, text))
    if module is None or len(module.body) != 1:
        return False
    node = module.body[0]
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return alone or isinstance(node, ast.ImportFrom)
    if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, ast.Call):
        return _telling(node.value)
    if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
        return alone and isinstance(node.value, ast.Constant) and isinstance(node.targets[0].value, (ast.Attribute, ast.Name))
    if isinstance(node, ast.Assert):
        return alone and isinstance(node.test, ast.Compare) and any(isinstance(part, ast.Call) for part in ast.walk(node.test))
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return alone and (_telling(node.value) or _prints(node.value, "#" in source_of(found.block, text)))
    return False


def _prints(call: ast.Call, commented: bool) -> bool:
    """True for a `print` of something that is worked out, or one with a comment on what it prints."""
    worked = any(isinstance(part, (ast.Call, ast.Attribute, ast.Subscript)) for value in call.args for part in ast.walk(value))
    return isinstance(call.func, ast.Name) and call.func.id == "print" and (worked or commented)


def _telling(call: ast.Call) -> bool:
    """A dotted name, an argument by keyword or a string: nobody writes these in a formula."""
    dotted = isinstance(call.func, ast.Attribute)
    strings = any(
        isinstance(value, (ast.Constant, ast.JoinedStr)) and not isinstance(getattr(value, "value", ""), (int, float))
        for value in call.args
    )
    return dotted or bool(call.keywords) or strings
