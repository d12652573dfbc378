"""A predicate, the words that it was read from, and the words after a verb."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.words import ADVERB, NUMERALS, ORDINALS

Kind = Literal[
    "value", "words", "other", "near", "numbers", "raises", "passes", "type", "caught", "inner", "length", "shape", "dtype", "ndim",
    "truth", "order", "several", "axis", "per", "changed",
]  # fmt: skip

_LEAD = rf"\s*(?:(?:{ADVERB}|equal to|the same as|gleich|égale? à|the value|the result|the text|the number|the list|the tuple|the string"
_LEAD += r"|the line|the lines|the output|the array|den Wert|die Liste|die Zahl|das Ergebnis|la valeur|la liste|le nombre|à)\s*,?\s+)*"


@dataclass(frozen=True)
class Predicate:
    """kind: how the answer is held against it; said: the value, class, number or shape; parts: predicates that have to hold as well.

    negated: all of that is denied.
    """

    kind: Kind
    said: str
    parts: tuple[Predicate, ...] = ()
    negated: bool = False


@dataclass(frozen=True)
class Object:
    """The predicate, and where its words end."""

    predicate: Predicate
    end: int


@cache
def _led(pattern: str, flags: re.RegexFlag) -> re.Pattern[str]:
    """A pattern behind the lead. There are more of them than the module's own cache holds, and each is asked for at every verb."""
    return re.compile(_LEAD + pattern, flags)


@dataclass(frozen=True)
class Tail:
    """The words after a verb (from `at`), with the verb."""

    text: Marked
    at: int
    verb: str

    def match(self, pattern: str, flags: re.RegexFlag = re.I) -> re.Match[str] | None:
        return _led(pattern, flags).match(self.text.words, self.at)

    def is_verb(self, *forms: str) -> bool:
        return any(re.fullmatch(form, self.verb, re.I) for form in forms)


def number_of(words: str) -> str:
    sign, word = re.fullmatch(r"(?:(minus|moins|negative)\s+)?(.*)", words.strip(), re.I | re.S).groups()  # type: ignore[union-attr]
    return ("-" if sign else "") + str(NUMERALS.get(word.lower(), word))


def element(words: str) -> int:
    """The index of an ordinal."""
    return ORDINALS[words.lower()]


def turned(predicate: Predicate, kind: Kind) -> Predicate:
    return replace(predicate, kind=kind)
