"""Text that knows where each of its characters stood in what it was read from, down to the bytes of a stored response."""

from __future__ import annotations

import codecs
import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_STEP = 4096
_SPACE = re.compile(r"[ \t\n\r\f\x0b]+")
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


class Encoded:
    """A stored response as characters, with the way back to its bytes.

    Making it raises UnicodeDecodeError, or LookupError where the last encoding that was declared is unknown.
    """

    def __init__(self, payload: bytes, declared: tuple[str, ...] = ()) -> None:
        """declared: encodings to try where the bytes are not UTF-8 and have no byte order mark, in this order."""
        mark, encoding = next(((mark, name) for mark, name in _BYTE_ORDER_MARKS if payload.startswith(mark)), (b"", ""))
        self.text, self.encoding = _decoded(payload[len(mark) :], (encoding,) if encoding else ("utf-8", *declared))
        self._first = len(mark)
        self._exact = self.encoding == "utf-8" or self.text.encode(self.encoding, "replace") == payload[len(mark) :]
        self._steps: list[int] | None = None

    def bytes_of(self, start: int, end: int) -> tuple[int, int] | None:
        """The bytes of a range of characters, None where the encoding has more than one way to write them."""
        return (self._byte(start), self._byte(end)) if self._exact else None

    def _byte(self, character: int) -> int:
        if self._steps is None:
            steps = [self._first]
            for at in range(0, len(self.text), _STEP):
                steps.append(steps[-1] + len(self.text[at : at + _STEP].encode(self.encoding)))
            self._steps = steps
        step = min(character // _STEP, len(self._steps) - 1)
        return self._steps[step] + len(self.text[step * _STEP : character].encode(self.encoding))


def _decoded(payload: bytes, encodings: tuple[str, ...]) -> tuple[str, str]:
    for encoding in encodings[:-1]:
        try:
            return payload.decode(encoding), encoding
        except (UnicodeDecodeError, LookupError):
            continue
    return payload.decode(encodings[-1]), encodings[-1]


@dataclass(frozen=True, slots=True)
class Mapped:
    """Characters, each with where it began and ended in what it was read from; an end of 0 where it stands nowhere there."""

    text: str
    starts: array[int]
    ends: array[int]

    @classmethod
    def at(cls, text: str, start: int) -> Mapped:
        """Characters that stand as they are from an offset on."""
        return cls(text, array("q", range(start, start + len(text))), array("q", range(start + 1, start + len(text) + 1)))

    @classmethod
    def nowhere(cls, text: str) -> Mapped:
        """Characters of ours, or of a place that is not tracked."""
        return cls(text, array("q", [0]) * len(text), array("q", [0]) * len(text))

    @classmethod
    def written(cls, text: str, start: int, end: int) -> Mapped:
        """Characters that are all written by one sequence (an entity, an escape)."""
        return cls(text, array("q", [start]) * len(text), array("q", [end]) * len(text))

    @classmethod
    def joined(cls, parts: Iterable[Mapped]) -> Mapped:
        texts: list[str] = []
        starts, ends = array("q"), array("q")
        for part in parts:
            texts.append(part.text)
            starts.extend(part.starts)
            ends.extend(part.ends)
        return cls("".join(texts), starts, ends)

    def __len__(self) -> int:
        return len(self.text)

    def cut(self, start: int, end: int | None = None) -> Mapped:
        return Mapped(self.text[start:end], self.starts[start:end], self.ends[start:end])

    def stripped(self, characters: str | None = None) -> Mapped:
        begin = len(self.text) - len(self.text.lstrip(characters))
        return self.cut(begin, max(begin, len(self.text.rstrip(characters))))

    def collapsed(self) -> Mapped:
        """With each run of white space as one space, as a page shows it."""
        return Mapped.joined(self._runs()).stripped(" ")

    def _runs(self) -> Iterator[Mapped]:
        at = 0
        for space in _SPACE.finditer(self.text):
            if space.group() == " ":
                continue
            yield self.cut(at, space.start())
            inside = [end for end in self.ends[space.start() : space.end()] if end]
            yield Mapped.written(" ", self.starts[space.start()] if inside else 0, max(inside, default=0))
            at = space.end()
        yield self.cut(at)

    def through(self, outer: Mapped) -> Mapped:
        """The same characters with their places in what `outer` was read from, where their places now are offsets in `outer`."""
        starts = array("q", (outer.starts[start] if end else 0 for start, end in zip(self.starts, self.ends, strict=True)))
        ends = array("q", (outer.ends[end - 1] if end else 0 for end in self.ends))
        return Mapped(self.text, starts, ends)


class Lines:
    """Line numbers of a text, from 1."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def of(self, offset: int) -> int:
        return bisect_right(self.starts, offset)
