"""changes.patch: proposed changes as a unified diff against the author's own file.

Spans of changes are in the snapshot, whose line ends and marks differ from the author's. Both texts are therefore compared by
their significant characters (no white space, no marks of Markdown, one form of quotation mark), and only the words that differ
are replaced, so that marks and line ends around them stay. What cannot be placed without doubt is listed and left out.
"""

from __future__ import annotations

import bisect
import difflib
import re
from dataclasses import dataclass
from pathlib import PurePosixPath

from agent.records import Change
from prompts.inert import file_name, hidden
from prompts.trust import Untrusted, derived, measure

_LINK_TARGET = re.compile(r"\]\([^()\n]*\)")
_MARKS = frozenset("*_`#>|~\\[]-\u2010\u2011\u2012\u2013\u2014\u00ad\ufeff\u200b")
_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"'})
_CONTEXTS = (20, 60, 180, 540)
_PLAIN_PATH = re.compile(r"[A-Za-z0-9._/ -]+\Z")


@dataclass(frozen=True)
class Edit:
    """Words of the author's file from start to end, and what takes their place."""

    start: int
    end: int
    new: str


@dataclass(frozen=True)
class Alignment:
    """edits: label of the change -> what it does to the file; left_out: label -> why it is not in the patch."""

    edits: dict[str, Edit]
    left_out: dict[str, str]


@dataclass(frozen=True)
class _Significant:
    """The significant characters of a text with the offset of each."""

    text: str
    offsets: tuple[int, ...]

    def between(self, start: int, end: int) -> tuple[int, int]:
        """The significant characters whose offsets lie in a range, as a range of `text`."""
        return bisect.bisect_left(self.offsets, start), bisect.bisect_left(self.offsets, end)


def _significant(text: str) -> _Significant:
    skipped = {at for match in _LINK_TARGET.finditer(text) for at in range(match.start(), match.end())}
    kept = [(sign, at) for at, sign in enumerate(text.translate(_QUOTES)) if not (sign.isspace() or sign in _MARKS or at in skipped)]
    return _Significant("".join(sign for sign, _ in kept), tuple(at for _, at in kept))


class _Unplaced(Exception):
    """A change cannot be placed; the message says why."""


def align(changes: tuple[Change, ...], chapter: Untrusted, source: Untrusted) -> Alignment:
    """Place each change in the author's text, smallest label first; one that overlaps an earlier one is left out."""
    text, file = measure(chapter), measure(source)
    known, wanted = _significant(text), _significant(file)
    edits: dict[str, Edit] = {}
    left_out: dict[str, str] = {}
    for change in changes:
        try:
            edit = _place(change, text, known, file, wanted)
        except _Unplaced as reason:
            left_out[change.label] = str(reason)
            continue
        clash = next((label for label, other in edits.items() if edit.start < other.end and other.start < edit.end), None)
        if clash:
            left_out[change.label] = f"it touches the same words as {clash}"
        else:
            edits[change.label] = edit
    return Alignment(edits, left_out)


def _place(change: Change, text: str, known: _Significant, file: str, wanted: _Significant) -> Edit:
    old, new = measure(change.old), measure(change.new)
    if text[change.span.start : change.span.end] != old:
        raise _Unplaced("its old words do not stand at its place in the snapshot")
    if hidden(change.new):
        raise _Unplaced("its new words hold characters that cannot be seen")
    first, last = known.between(change.span.start, change.span.end)
    if first == last:
        raise _Unplaced("its old words are nothing but marks and white space")
    found = _occurrence(known.text, first, last, wanted.text)
    middle, replacement = _difference(old, new)
    begin, _ = known.between(change.span.start + middle[0], change.span.start + middle[1])
    at = found + begin - first
    window = (wanted.offsets[found], wanted.offsets[found + last - first - 1] + 1)
    start, end = _literal(old[middle[0] : middle[1]], file, wanted, at, window)
    eol = "\r\n" if "\r\n" in file else "\n"
    return Edit(start, end, replacement.replace("\r\n", "\n").replace("\n", eol))


def _occurrence(known: str, first: int, last: int, wanted: str) -> int:
    """Where the words known[first:last] stand in `wanted`: the only place, or the only one with the same surroundings."""
    needle = known[first:last]
    places = _places(needle, wanted)
    if not places:
        raise _Unplaced("its old words are not in the file")
    if len(places) == 1 and len(_places(needle, known)) == 1:
        return places[0]
    for size in _CONTEXTS:
        before, after = known[max(0, first - size) : first], known[last : last + size]
        same = [
            place
            for place in places
            if wanted.startswith(after, place + len(needle)) and wanted[max(0, place - len(before)) : place] == before and (before or after)
        ]
        if len(same) == 1:
            return same[0]
    raise _Unplaced("its old words stand in the file more than once, or in other surroundings")


def _places(needle: str, text: str) -> list[int]:
    found, at = [], text.find(needle)
    while at >= 0:
        found.append(at)
        at = text.find(needle, at + 1)
    return found


def _difference(old: str, new: str) -> tuple[tuple[int, int], str]:
    """The range of `old` that differs, in whole words and at least one of them, and what takes its place."""
    left, right = re.split(r"(\s+)", old), re.split(r"(\s+)", new)
    first = 0
    while first < min(len(left), len(right)) - 1 and left[first] == right[first]:
        first += 1
    first -= first % 2  # begin with a word, never with the space before one
    last = 0
    while last < min(len(left), len(right)) - first - 1 and left[-1 - last] == right[-1 - last]:
        last += 1
    last -= last % 2
    start = sum(map(len, left[:first]))
    end = len(old) - sum(map(len, left[len(left) - last :]))
    return (start, end), "".join(right[first : len(right) - last])


def _literal(words: str, file: str, wanted: _Significant, at: int, window: tuple[int, int]) -> tuple[int, int]:
    """The range of the file that holds `words` themselves (line ends and quotation marks aside) from significant character `at` on."""
    pattern = "".join(
        r"\s+" if part.isspace() else re.escape(part).replace("'", "['’‘ʼ]").replace('"', '["“”„«»]')
        for part in re.split(r"(\s+)", words.translate(_QUOTES))
    )
    slack = len(words) - len(words.lstrip()) + 4
    for match in re.finditer(pattern, file[max(0, window[0] - slack) : window[1] + slack]):
        start, end = (max(0, window[0] - slack) + bound for bound in match.span())
        if wanted.between(start, end)[0] == at:
            return start, end
    raise _Unplaced("marks stand amid the words that it changes, so that they would be lost")


def apply(edits: dict[str, Edit], source: Untrusted) -> str:
    """The author's text with the edits made."""
    text = measure(source)
    for edit in sorted(edits.values(), key=lambda edit: edit.start, reverse=True):
        text = text[: edit.start] + edit.new + text[edit.end :]
    return text


def patch_path(name: str) -> str:
    """The path in the patch's header: the given one where it is plain and stays below the folder, else a plain name."""
    path = PurePosixPath(name)
    if _PLAIN_PATH.match(name) and not path.is_absolute() and ".." not in path.parts:
        return str(path)
    base = path.name
    return base if _PLAIN_PATH.match(base) and base != ".." else f"{file_name(derived(path.stem), 'chapter')}.md"


def unified(path: str, old: str, new: str) -> str:
    """A unified diff that git apply and patch take; empty where nothing differs. Only a line feed ends a line."""
    header = f"{path}\t" if " " in path else path
    lines = difflib.unified_diff(_lines(old), _lines(new), f"a/{header}", f"b/{header}", n=3)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(text: str) -> list[str]:
    return [line + "\n" for line in text.split("\n")[:-1]] + ([last] if (last := text.rpartition("\n")[2]) else [])
