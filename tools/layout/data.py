"""Code in other languages, recognised but not restored: JSON, SQL, and fences that stand inside a line."""

from __future__ import annotations

import json
import re

from tools.layout.restore import restore
from tools.records import Block, CodeLine, Span

_SQL = re.compile(
    r"(?:SELECT\s.{1,4000}?\sFROM\s|INSERT INTO\s|CREATE (?:TABLE|INDEX|VIEW)\s"
    r"|UPDATE\s\S+\sSET\s|DELETE FROM\s|ALTER TABLE\s|WITH \w+ AS \()"
    r"[^;]{1,4000};",
    re.DOTALL,
)
_FENCE = re.compile(r"(```|~~~)([A-Za-z0-9_+-]*)\s+(?=\S)")
_LONGEST = 6_000
_PYTHON = ("python", "py", "python3", "ipython")


def one_line(span: Span, language: str | None) -> Block:
    return Block(kind="code", span=span, flattened=True, language=language, lines=(CodeLine(span=span),))


def flattened_json(text: str, start: int, stop: int) -> Block | None:
    """A JSON object with a name in it, or an array of objects, that begins at `start`."""
    if text[start] not in "{[" or not re.match(r"[{\[]\s*[{\"]", text[start : start + 20]):
        return None
    try:
        value, length = json.JSONDecoder().raw_decode(text[start : min(stop, start + _LONGEST)])
    except (ValueError, RecursionError):
        return None
    named = (isinstance(value, dict) and value) or (isinstance(value, list) and value and isinstance(value[0], dict))
    return one_line(Span(start=start, end=start + length), "json") if named else None


def flattened_sql(text: str, start: int, stop: int) -> Block | None:
    """An SQL statement in capitals with its closing semicolon."""
    found = _SQL.match(text, start, min(stop, start + 8000))
    return one_line(Span(start=start, end=found.end()), "sql") if found else None


def inline_fence(text: str, start: int, stop: int) -> list[Block]:
    """A fenced block whose line ends are gone: ```` ```python x = 1 y = 2 ``` ````."""
    opened = _FENCE.match(text, start, stop)
    if opened is None:
        return []
    closed = text.find(opened.group(1), opened.end(), min(stop, opened.end() + _LONGEST))
    if closed < 0:
        return []
    end = opened.end() + len(text[opened.end() : closed].rstrip())
    if end <= opened.end():
        return []
    language = opened.group(2).lower() or None
    if language in _PYTHON or language is None:
        found = restore(text, opened.end(), end)
        if found is not None and found.end == end:
            return [found.block]
    return [one_line(Span(start=opened.end(), end=end), "python" if language in _PYTHON else language)]
