"""Cells as they are written in tables: numbers with units in several conventions, marks for a missing value, notes beside rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from tools.layout.vocabulary import listed

UNITS = listed(
    """
    s sec secs ms µs μs us ns ps min mins h hr hrs d days % ‰ x × pp B KB kB MB GB TB KiB MiB GiB TiB bytes bit bits Kbit Mbit Gbit
    M K k G T bn Hz kHz MHz GHz W kW MW mW J kJ MJ kWh Wh V mV A mA °C °F °K K px dB fps FPS tok/s tokens/s it/s req/s img/s
    images/s samples/s MB/s GB/s TB/s GiB/s MiB/s rows/s ops/s flop/s FLOP/s FLOPS FLOPs GFLOP GFLOPs GFLOPS GFLOP/s TFLOP TFLOPs
    TFLOPS TFLOP/s € $ £ EUR USD GBP CHF kg g mg µg t lb m km cm mm µm nm km/h m/s Mio. Mrd. Mio Mrd Tsd. Std. Sek. Sek Minuten
    Sekunden seconds minutes hours epochs steps Pa kPa MPa mol L l ml rpm deg rad
    """
)
MISSING = listed(
    """
    n/a N/A NA na nan NaN - – — -- --- None none null OOM OOT inf -inf ∞ … ... k.A. k. ? ./. s/o nd n.d. †
    """
)
FLAGS = listed(
    """
    ✓ ✗ ✔ ✘ ✅ ❌ yes no Yes No true false True False ok OK fail FAIL failed pass PASS passed ja nein oui non sí timeout crash error
    """
)
_DIGITS = r"(?:\d{1,3}(?:[.,’'\u00a0\u202f]\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|[.,]\d+)"
_PLAIN = rf"[~≈<>≤≥±]?[+\-−–]?[$€£]?{_DIGITS}(?:[eE][+\-−]?\d+|[·×x]10\^?[+\-−]?\d+)?"
_NUMBER = re.compile(_PLAIN)
_DATE = re.compile(r"\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?|\d{1,2}:\d\d(?::\d\d)?(?:[.,]\d+)?|\d+/\d+|\d+(?:[x×]\d+)+|0x[0-9a-fA-F]+")
_LIST = re.compile(r"[\[(]-?\d+(?:, ?-?\d+)+,?[\])]")
TOKEN = re.compile(rf"{_LIST.pattern}(?=\s|$)|\S+")
_NOTE = re.compile(r"<[-=–—]+|←|⟵|⇐|#|//|◀|◄")
_SINGLE = listed("A B C K M G T V W J L t m g h d l k x")

Kind = Literal["value", "word", "note"]


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a line: a value with its unit, a word, or a mark that opens a note. shape: what kind of value it is."""

    kind: Kind
    start: int
    end: int
    words: str
    shape: str = ""


def shape_of(words: str) -> str | None:
    """How a value is written: "int", "dec", "list", "date", "none" or "flag", with its unit behind a colon; None where it is no value."""
    if words in MISSING:
        return "none"
    if words in FLAGS:
        return "flag"
    if _LIST.fullmatch(words):
        return "list"
    if _DATE.fullmatch(words):
        return "date"
    found = _NUMBER.match(words)
    if found is None:
        return None
    unit = words[found.end() :]
    if unit and unit not in UNITS:
        return None
    body = found.group()
    kind = "int" if re.fullmatch(r"[+\-−–]?\d+", body) else "dec"
    return f"{kind}:{unit}" if unit else kind


def tokens(text: str, start: int, stop: int, letters: bool = False) -> list[Token]:
    """The tokens of text[start:stop], a number joined with a unit that stands apart.

    letters: whether a single letter ("B", "M", "A") counts as a unit there; it may as well be a row's name.
    """
    found: list[Token] = []
    for match in TOKEN.finditer(text, start, stop):
        words = match.group()
        last = found[-1] if found else None
        if last is not None and last.kind == "value" and _joins(last, words, letters):
            joined = text[last.start : match.end()]
            shape = last.shape if words.startswith(("±", "+/-")) or last.shape.endswith("±") else f"{last.shape}:{words}"
            shape = f"{shape}±" if words in ("±", "+/-") else shape.rstrip("±")
            found[-1] = Token("value", last.start, match.end(), joined, shape)
        elif _NOTE.match(words) and not words.startswith("#:"):
            found.append(Token("note", match.start(), match.end(), words))
        else:
            shape_here = shape_of(words)
            found.append(Token("word" if shape_here is None else "value", match.start(), match.end(), words, shape_here or ""))
    return found


def _joins(last: Token, words: str, letters: bool) -> bool:
    if last.shape.endswith("±"):
        return _NUMBER.fullmatch(words) is not None
    if last.shape not in ("int", "dec"):
        return False
    if words in ("±", "+/-") or (words[:1] == "±" and _NUMBER.fullmatch(words)):
        return True
    return words in UNITS and (letters or words not in _SINGLE)


def family(shape: str) -> str:
    """What values of one column share: the dimension of the unit where one is written, else how the number is written."""
    kind, _, unit = shape.partition(":")
    if unit:
        return _DIMENSION.get(unit, unit)
    return "number" if kind in ("int", "dec") else kind


_TIME = listed(
    """
    s sec secs ms µs μs us ns ps min mins h hr hrs d days Std. Sek. Sek Minuten Sekunden seconds minutes hours
    """
)
_SIZE = listed("B KB kB MB GB TB KiB MiB GiB TiB bytes")
_COUNT = listed("K k M G T bn Mio. Mrd. Mio Mrd Tsd.")
_DIMENSION = {
    **dict.fromkeys(_TIME, "time"),
    **dict.fromkeys(_SIZE, "size"),
    **dict.fromkeys(_COUNT, "count"),
}
