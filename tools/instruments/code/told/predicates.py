"""A predicate, the words that it was read from, and the words after a verb."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.words import ADVERB, NUMERALS, ORDINALS

Kind = Literal[
    "value", "words", "other", "near", "numbers", "raises", "passes", "type", "caught", "inner", "length", "shape", "dtype", "ndim", "truth"
]

_LEAD = rf"\s*(?:(?:{ADVERB}|equal to|the same as|gleich|égale? à|the value|the result|the text|the number|the list|the tuple|the string"
_LEAD += r"|the line|the lines|the output|the array|den Wert|die Liste|die Zahl|das Ergebnis|la valeur|la liste|le nombre|à)\s*,?\s+)*"


@dataclass(frozen=True)
class Predicate:
    """kind: how the answer is held against it; said: the value, class, number or shape; parts: predicates that have to hold as well."""

    kind: Kind
    said: str
    parts: tuple[Predicate, ...] = ()


@dataclass(frozen=True)
class Object:
    """The predicate, and where its words end."""

    predicate: Predicate
    end: int


@dataclass(frozen=True)
class Tail:
    """The words after a verb (from `at`), with the verb."""

    text: Marked
    at: int
    verb: str

    def match(self, pattern: str, flags: re.RegexFlag = re.I) -> re.Match[str] | None:
        return re.compile(_LEAD + pattern, flags).match(self.text.words, self.at)

    def is_verb(self, *forms: str) -> bool:
        return any(re.fullmatch(form, self.verb, re.I) for form in forms)


def number_of(words: str) -> str:
    return str(NUMERALS.get(words.lower(), words))


def element(words: str) -> int:
    """The index of an ordinal."""
    return ORDINALS[words.lower()]


def turned(predicate: Predicate, kind: Kind) -> Predicate:
    return replace(predicate, kind=kind)
