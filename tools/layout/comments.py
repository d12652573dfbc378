"""Comments inside the brackets of a statement whose line ends are gone: where each ends and the next argument begins."""

from __future__ import annotations

import re

_WORD = re.compile(r"\S+")
_KEYWORD = re.compile(r"\*{0,2}[^\W\d]\w*\s*=(?!=)|[)\]}]|#|\*")
_KEY = re.compile(r"(?:[\"'][^\"']*[\"']|[\w.]+)\s*:(?=\s)|[)\]}]|#|\*\*")
_ANY = re.compile(
    r"\*{0,2}[^\W\d]\w*\s*=(?!=)|[rbfRBF]{0,2}[\"']|-?[\d.]+[,)\]}]|-?[\d.]+\s[)\]}]|[\[({*#)\]}]|[^\W\d][\w.]*[(\[]|[^\W\d][\w.]*,(?=\s)"
)
_BEFORE_KEYWORD = re.compile(r"[^\W\d]\w*\s*=(?!=)[^,(\[{]*(?:[(\[{][^()\[\]{}]*[)\]}])?,?\s*$")
_BEFORE_KEY = re.compile(r"[\"'\w]\s*:\s[^,(\[{]*(?:[(\[{][^()\[\]{}]*[)\]}])?,?\s*$")
_LONGEST = 200
_STRINGS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")


def masked(words: str) -> tuple[str, list[int]]:
    """`words` with the comments in it blanked, as long as before, and the places where those comments end."""
    ends: list[int] = []
    at, depth = 0, 0
    while at < len(words):
        string = _STRINGS.match(words, at)
        if string:
            at = string.end()
            continue
        mark = words[at]
        depth += (mark in "([{") - (mark in ")]}")
        if depth <= 0 and at and mark in ")]}":
            break
        if mark == "#" and depth > 0:
            end = _end(words, at)
            if end is None:
                break
            words = words[:at] + " " * (end - at) + words[end:]
            ends.append(end)
            at = end
            continue
        at += 1
    return words, ends


def _end(words: str, at: int) -> int | None:
    """Where the comment that begins at `at` ends: before the first thing that looks like the next argument."""
    before = words[max(0, at - 120) : at]
    pattern = _KEYWORD if _BEFORE_KEYWORD.search(before) else _KEY if _BEFORE_KEY.search(before) else _ANY
    for count, word in enumerate(_WORD.finditer(words, at, min(len(words), at + _LONGEST))):
        if count > 1 and (word.group().startswith("#") or pattern.match(words, word.start())):
            return word.start()
    return None
