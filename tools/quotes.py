"""Finding the words of a quotation in a stored text, and saying where they stand; `tools.same_words` says what may differ.

A text is read once into a squeezed copy (bytes without what may differ, and without all that is not ASCII where the quotation has enough
of it), in which a search is one `find`; each place that it gives is then compared character by character under those rules.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, islice, product, takewhile

from prompts.trust import Untrusted, measure
from tools.records import Span
from tools.same_words import LIGATURES, PLAIN, STYLED, Token, same, tokens
from tools.word_ends import IGNORED, stands_alone

LONGEST = 20_000  # characters of a quotation; a longer one is a copy of the document
MOST_PLACES = 20_000  # that are compared; more places than that of bytes that are no words is no quotation
_PIECE, _STEP = 1 << 16, 1 << 9  # characters that are squeezed at once; that are read one by one where a place is sought
_SPACES = "\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_NOTHING = ("'", '"', "-", "—")  # shapes that differ so often that the squeezed copy does without
_STRANGE = (
    {character: b"" if plain in _NOTHING else plain.encode() for character, plain in PLAIN.items()}
    | dict.fromkeys(_SPACES, b"")
    | {chr(code): unicodedata.normalize("NFKC", chr(code)).encode() for code in STYLED}
)
_LETTERS = [(ligature.encode(), letters.encode()) for ligature, letters in LIGATURES.items()]
_LIGATURE, _OFTEN = b"\xef\xac", 64  # how the ligatures of Latin begin in UTF-8; bytes of text to one, below which they are many
_LETTERS_OF = {ligature[2:]: letters for ligature, letters in _LETTERS}
_COMBINING = frozenset(map(chr, range(0x300, 0x370)))
_ASCII = bytes(range(128))
_CLUSTER = re.compile(r"\\[()]|[^\u0300-\u036f][\u0300-\u036f]*|[\u0300-\u036f]+", re.S)
_DROPPED = b" \t\n\r\x0b\x0c\x1c\x1d\x1e\x1f-$'\"`"  # what may differ between the texts, quotation marks by their doubling in TeX
_DROPPED_QUICK = _DROPPED + b"." + bytes(range(128, 256))  # the dots of an ellipsis, and all that may have several shapes
_TEX_DELIMITER = re.compile(rb"\\[()]")


def find(text: Untrusted, quotation: Untrusted) -> Span | None:
    """Where the words of the quotation first stand in the text, None where they do not; to search a text often, keep a `Searchable`."""
    return Searchable(text).find(quotation)


class Searchable:
    """A stored text, made ready for searching; offsets are those of the text as stored."""

    def __init__(self, text: Untrusted) -> None:
        self._text = measure(text)
        self._quick = _Copy(self._text, _quick)
        self._full: _Copy | None = None

    def find(self, quotation: Untrusted) -> Span | None:
        """Where the words of the quotation first stand, None where they do not."""
        return next(self.find_all(quotation), None)

    def find_all(self, quotation: Untrusted) -> Iterator[Span]:
        """Every place where the words of the quotation stand, in the order of the text."""
        words = measure(quotation).strip()
        copy = self._copy_for(words)
        wanted = tokens(words)
        if not wanted or len(words) > LONGEST:
            return
        for start, end in islice(copy.places(words), MOST_PLACES):
            for span in _edges(self._text, start, end, wanted):
                if stands_alone(self._text, *span) and same(tokens(self._text[span[0] : span[1]]), wanted):
                    yield Span(start=span[0], end=span[1])
                    break

    def _copy_for(self, words: str) -> _Copy:
        """The quick copy where the quotation keeps enough in it, else the full one, which is made when it is first needed."""
        if 2 * len(_quick(words)) >= len(words):
            return self._quick
        self._full = self._full or _Copy(self._text, _full)
        return self._full


class _Copy:
    """A text squeezed piece by piece, with the way back from a byte of the copy to the characters that it came from."""

    def __init__(self, text: str, squeeze: Callable[[str], bytes]) -> None:
        self._text, self._squeeze = text, squeeze
        self._starts = [_whole_character(text, start) for start in range(0, len(text), _PIECE)]
        self._ends = [*self._starts[1:], len(text)]
        pieces = [squeeze(text[start:end]) for start, end in zip(self._starts, self._ends, strict=True)]
        self._squeezed = b"".join(pieces)
        self._before = [0, *accumulate(map(len, pieces))]
        self._opened = (0, 0)  # places are asked for in order, so that what was opened for one serves many
        self._bytes: list[int] = []
        self._clusters: list[tuple[int, int]] = []

    def places(self, words: str) -> Iterator[tuple[int, int]]:
        """Where the text may hold the words: all places where it does, and some where it does not."""
        wanted = self._squeeze(words)
        at = self._squeezed.find(wanted) if wanted else -1
        while at >= 0:
            yield self._offset(at)[0], self._offset(at + len(wanted) - 1)[1]
            at = self._squeezed.find(wanted, at + 1)

    def _offset(self, byte: int) -> tuple[int, int]:
        """The characters of the text that a byte of the copy came from."""
        if not (self._opened[0] <= byte < self._opened[1]):
            self._open(byte)
        return self._clusters[bisect_right(self._bytes, byte) - 1]

    def _open(self, byte: int) -> None:
        """Read the few hundred characters around a byte one by one."""
        piece = bisect_right(self._before, byte) - 1
        at, start, end = self._before[piece], self._starts[piece], self._ends[piece]
        while True:
            stop = min(_whole_character(self._text, start + _STEP), end)
            size = len(self._squeeze(self._text[start:stop]))
            if byte < at + size:
                break
            at, start = at + size, stop
        self._opened, self._bytes, self._clusters = (at, at + size), [], []
        for cluster in _CLUSTER.finditer(self._text, start, stop):
            size = len(self._squeeze(cluster.group()))
            if size:
                self._bytes.append(at)
                self._clusters.append(cluster.span())
            at += size


def _whole_character(text: str, at: int) -> int:
    """The next offset from here that parts no letter from its accents, and no pair of TeX."""
    while 0 < at < len(text) and ("\u0300" <= text[at] <= "\u036f" or (text[at] in "()" and text[at - 1] == "\\")):
        at += 1
    return at


def _quick(text: str) -> bytes:
    """The ASCII of a text without what may differ between two copies of the same words; at the pace of copying memory."""
    squeezed = text.encode("utf-8", "surrogatepass")
    if b"\xcc" in squeezed or b"\xcd" in squeezed or b"\xf0\x9d" in squeezed:
        squeezed = _full(text)
    elif b"\xef\xac" in squeezed:
        squeezed = _without_ligatures(squeezed)
    if b"\\" in squeezed:
        squeezed = _TEX_DELIMITER.sub(b"", squeezed)
    return squeezed.translate(None, _DROPPED_QUICK)


def _without_ligatures(squeezed: bytes) -> bytes:
    """Letters in place of ligatures: where these are few, the text is cut at each, which passes over it once and not once for each kind."""
    if squeezed.count(_LIGATURE) * _OFTEN > len(squeezed):
        for ligature, letters in _LETTERS:
            squeezed = squeezed.replace(ligature, letters)
        return squeezed
    before, *parts = squeezed.split(_LIGATURE)
    return b"".join([before, *(_LETTERS_OF[part[:1]] + part[1:] if part[:1] in _LETTERS_OF else _LIGATURE + part for part in parts)])


def _full(text: str) -> bytes:
    """All of a text without what may differ between two copies of the same words."""
    squeezed = text.encode("utf-8", "surrogatepass")
    occurring = set(squeezed.translate(None, _ASCII).decode("utf-8", "surrogatepass"))
    if occurring & _COMBINING:
        return _full("".join(_composed(cluster) for cluster in _CLUSTER.findall(text)))
    for strange in occurring & _STRANGE.keys():  # many times faster than a call for each occurrence
        squeezed = squeezed.replace(strange.encode(), _STRANGE[strange])
    if b"\\" in squeezed:
        squeezed = _TEX_DELIMITER.sub(b"", squeezed)
    return squeezed.translate(None, _DROPPED)


def _composed(cluster: str) -> str:
    """A letter with its accents as one character; accents that compose with nothing are left to the comparison."""
    return "".join(character for character in unicodedata.normalize("NFC", cluster) if character not in _COMBINING)


def _edges(text: str, start: int, end: int, wanted: list[Token]) -> Iterator[tuple[int, int]]:
    """The place, and the place widened by what the quotation has at its own ends and the squeezed copy leaves out."""
    before = [character for _, character in takewhile(_left_out, wanted)]
    after = [character for _, character in takewhile(_left_out, wanted[::-1])]
    starts = [start, *(cluster[0] for cluster in _beside(text, _backwards(text, start), before))]
    ends = [end, *(cluster[1] for cluster in _beside(text, _forwards(text, end), after))]
    return product(starts, ends)


def _left_out(token: Token) -> bool:
    return not _quick(token[1])


def _beside(text: str, clusters: Iterator[tuple[int, int]], edge: list[str]) -> Iterator[tuple[int, int]]:
    """The characters beside a place for as long as they could be those at the quotation's edge."""
    allowed = set(edge)
    for alike in ("'`\"", "-—"):
        allowed |= set(alike) if allowed & set(alike) else set()
    for start, end in islice(clusters, 3 * len(edge)):
        shape = unicodedata.normalize("NFC", text[start:end])
        if set(PLAIN.get(shape, shape)) <= allowed:
            yield start, end
        elif not shape.isspace() and shape not in IGNORED:
            return


def _backwards(text: str, at: int) -> Iterator[tuple[int, int]]:
    while at > 0:
        start = at - 1
        while start > 0 and text[start] in _COMBINING:
            start -= 1
        yield start, at
        at = start


def _forwards(text: str, at: int) -> Iterator[tuple[int, int]]:
    yield from (cluster.span() for cluster in _CLUSTER.finditer(text, at))
