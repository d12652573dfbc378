"""Recognises what a program printed: log lines, warnings, tracebacks, and the diagrams that are drawn with characters."""

from __future__ import annotations

import re

from tools.layout.opening import nouns_capitalised, opens_sentence, sentence_start
from tools.layout.printed import LABEL, bounded, printed_end
from tools.layout.titles import numbered_title
from tools.records import Block, Row, Span, Table

_LOG = re.compile(
    r"(?:\[rank\d+\]:?\s*)?"
    r"(?:\[?(?:[VIWEF]\d{4}|\d{4}[-/]\d\d[-/]\d\d)[ T]\d\d:\d\d:\d\d\S*"
    r"|\[\d\d:\d\d:\d\d[^\]]*\]"
    r"|\[?(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL|TRACE)(?:\]|:(?=\S|\s{2})|\s[|\-]\s)\s*\S"
    r"|\[?(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)\]?\s+[\w.]+\.[\w.]+\s"
    r"|(?=[\w.]*\._|(?:\w+\.){2})[A-Za-z_]\w*(?:\.\w+)+:\s\S"
    r"|[~\w./\\<>-]+\.py:\d+:\s"
    r"|\[rank\d+\]:"
    r"|(?:\[\d+/\d+(?:_\d+)?\] ?)+\[)"
)
_ERROR = re.compile(r"(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Warning|Interrupt|Exit|Iteration): \S|KeyboardInterrupt$")
_TRACE = re.compile(r"Traceback \(most recent call last\):")
_RAISED = re.compile(r"(?:[A-Za-z_][\w.]*\.)?[A-Z]\w*(?:Error|Exception|Interrupt|Exit|Iteration)\b(?::|(?=\s|$))")
_DRAWN = re.compile(r"[│┃║▼▲◄►┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╭╮╯╰─━═↓↑⬇⬆▽△]")
_GAP = 220
_LEVEL = re.compile(r"([A-Z][A-Za-z]{2,20}) ([01])(?:\s*[:–—-])? (?=[A-Z]{2,}\b)")
_TERM = re.compile(r"[A-Z][A-Z/&+-]+(?:[ ](?:[A-Z][A-Z/&+-]+|[A-Z](?= [A-Z]{2})))*(?=\s)")
_TOTAL = re.compile(r"[^\s:][^:?!]{0,60}[:=]\s*[~≈<>]?[+\-−]?[$€£]?\d")
_VALUE = re.compile(r"[\[({\"'\d\-+.]|(?:tensor|array|torch\.Size|Parameter|dict_\w+|OrderedDict|Counter|True|False|None|nan|inf)\b")
_PRINTED = re.compile(
    r"(?:tensor|array|torch\.Size|matrix|dict_\w+)\(|(?:True|False|None)\s+[A-Z]|[\[({][\d'\"\[({-]|-?\d[\d.]*(?:e[-+]?\d+)?(?:\s-?\d[\d.]*)*(?=\s+[A-Z]|$)"
)
_SHORT = 300
_LONGEST = 1500
_HEAD = 50  # characters: the time, the level and the first words of a record
_RESUMED = re.compile(r"(?<=[\d'\")])\s+(?=[A-Z][a-z]{2,} [a-z]{2,})")
_SENTENCE_END = re.compile(r"[.?!:](?:\s|$)")


def output(start: int, end: int, flattened: bool = True) -> Block:
    return Block(kind="output", span=Span(start=start, end=end), flattened=flattened)


def begins_log(words: str, alone: bool) -> bool:
    """True where a log record or a warning begins `words`. alone: at the start of a line, where an error's name counts too."""
    return _LOG.match(words) is not None or (alone and _ERROR.match(words) is not None)


def begins_traceback(words: str) -> bool:
    return _TRACE.match(words) is not None


def is_raised(words: str) -> bool:
    """True for the last line of a traceback."""
    return _RAISED.match(words) is not None


def drawn(words: str) -> int:
    """How many characters of `words` draw boxes or upright arrows."""
    return len(_DRAWN.findall(words))


def begins_value(words: str) -> bool:
    """True where a value as Python prints it stands at the start of `words`: `tensor([1.])`, `array([1])`, `torch.Size([3])`."""
    return _PRINTED.match(words) is not None


def ends_open(words: str) -> bool:
    """True for a line of a diagram that holds nothing but upright strokes and arrows, so that something stands under it."""
    return re.fullmatch(r"[\s│┃║▼▲↓↑⬇⬆▽|v^V]+", words) is not None


def is_total(words: str) -> bool:
    """True for a short line of a label with a number, as programs print under a table."""
    found = _TOTAL.match(words.strip())
    return found is not None and len(words) < 120 and not re.search(r"[.?!]\s|[.?!]$", words.strip())


def _prose_or(text: str, start: int, stop: int, eager: bool) -> int:
    """Where prose begins after `start`, else `stop`; white space before it left out."""
    end = bounded(text, start, stop, eager, _LONGEST)
    return start + len(text[start:end].rstrip())


def flattened_log(text: str, start: int, stop: int, alone: bool) -> Block | None:
    """The log line or traceback that begins at `start` and ends where a sentence of prose opens."""
    words = text[start : min(stop, start + 400)]
    if begins_traceback(words):
        raised = list(_RAISED.finditer(text, start + 34, min(stop, start + 6000)))
        begin = raised[0].start() if raised else start
        return output(start, _prose_or(text, begin, stop, eager=False))
    if not begins_log(words, alone):
        return None
    end = _prose_or(text, start, stop, eager=False)
    resumed = _RESUMED.search(text, min(end, start + _HEAD), end) if not nouns_capitalised(text[start:end]) else None
    return output(start, resumed.start() if resumed is not None and _SENTENCE_END.search(text, resumed.end(), stop) else end)


def flattened_diagram(text: str, start: int, stop: int) -> Block | None:
    """A diagram from `start` on: words between box characters, up to the sentence that follows the last of them."""
    marks = _DRAWN.finditer(text, start, min(stop, start + 20_000))
    first = next(marks, None)
    if first is None or first.start() - start > 160 or re.search(r"[.!?]\s", text[start : first.start()]):
        return None
    last, count = first.start(), 1
    for mark in marks:
        if mark.start() - last > _GAP:
            break
        last, count = mark.start(), count + 1
    if count < 2:
        return None
    found = sentence_start(text, last, stop)
    end = found if found is not None else stop if stop - last <= _GAP else last + 1
    return Block(kind="diagram", span=Span(start=start, end=start + len(text[start:end].rstrip())), flattened=True)


def flattened_levels(text: str, start: int, stop: int) -> Block | None:
    """A numbered list of terms (`LEVEL 1 RUNS code executes LEVEL 2 ...`) as a table of number, term and description without a header."""
    first = _LEVEL.match(text, start, stop)
    if first is None:
        return None
    marks = [first.start()]
    for number in range(int(first.group(2)) + 1, int(first.group(2)) + 60):
        following = re.compile(rf"{re.escape(first.group(1))} {number}(?:\s*[:–—-])? (?=[A-Z]{{2,}}\b)").search(
            text, marks[-1] + 1, min(stop, marks[-1] + 600)
        )
        if following is None:
            break
        marks.append(following.start())
    if len(marks) < 3:
        return None
    ends = [*marks[1:], _prose_or(text, marks[-1] + len(first.group()), stop, eager=True)]
    rows = [_level(text, begin, end) for begin, end in zip(marks, ends, strict=True)]
    kept = [row for row in rows if row is not None]
    if len(kept) != len(rows):
        return None
    return Block(kind="table", span=Span(start=start, end=kept[-1].span.end), flattened=True, table=Table(header=(), rows=tuple(kept)))


def _level(text: str, start: int, end: int) -> Row | None:
    end = start + len(text[start:end].rstrip())
    number = re.compile(r"[A-Za-z]+ \d+").match(text, start, end)
    if number is None:
        return None
    term = _TERM.search(text, number.end(), end)
    if term is None:
        return None
    lead = term.end() + len(text[term.end() : end]) - len(text[term.end() : end].lstrip())
    spans = (Span(start=start, end=number.end()), Span(start=term.start(), end=term.end()), Span(start=lead, end=max(lead, end)))
    return Row(span=Span(start=start, end=end), cells=spans)


def totals(text: str, start: int, stop: int) -> Block | None:
    """Lines of totals behind a table (`eager total: 0.148 s ...`): output up to the sentence that follows."""
    begin = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    end = _prose_or(text, begin, stop, eager=True)
    if opens_sentence(text[begin : begin + 80]) or LABEL.match(text, begin, stop):
        return None
    if begin >= end or end - begin > 2 * _SHORT or not _TOTAL.match(text, begin, end):
        return None
    found = _TOTAL.match(text, begin, end)
    if found is None or re.search(r"[.?!]\s", found.group()):
        return None
    return output(begin, end)


def printed(text: str, start: int, stop: int, word: str = "") -> Block | None:
    """What a `print` at the end of a program printed: a value, or text from its own first word on, up to the sentence that follows."""
    begin = start + len(text[start:stop]) - len(text[start:stop].lstrip())
    own = len(word) > 1 and text.startswith(word, begin)
    if begin >= stop or not (own or _VALUE.match(text, begin, stop)) or numbered_title(text, begin, stop) is not None:
        return None
    found = printed_end(text, begin, stop) if not own else sentence_start(text, begin, stop)
    if found is None and stop - begin > _SHORT:
        return None
    end = begin + len(text[begin : stop if found is None else found].rstrip())
    return output(begin, end) if end > begin else None
