"""Which language a text is in and how it writes its decimals, by simple counts."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import Literal

Decimal = Literal[".", ","]

_COMMON = {
    "en": "the of and is that for with are this from was which",
    "de": "der die das und ist nicht mit ein eine den von auf für werden",
    "fr": "le les des est une dans pour que qui sur avec du",
    "es": "el los las que una para con por del como es",
    "it": "il che della una per con sono di gli nel",
    "nl": "het een van dat niet met zijn voor op en",
    "pt": "os uma para com não do da em são que",
}
_OF = {code: frozenset(words.split()) for code, words in _COMMON.items()}
_WORD = re.compile(r"[^\W\d_]+")
_COMMA_DECIMAL = re.compile(r"(?<![\w.,])(?:\d+,(?:\d{1,2}|\d{4,})|0,\d+)(?![\d,.]\d|\d)")
_POINT_DECIMAL = re.compile(r"(?<![\w.,])(?:\d+\.(?:\d{1,2}|\d{4,})|0\.\d+)(?![\d,.]\d|\d)")


@dataclass(frozen=True, slots=True)
class Writing:
    """language: two letters. decimal: the mark before decimals where a text leaves it open ("1,234")."""

    language: str
    decimal: Decimal


def language_of(text: str) -> str:
    """The language of a text by its commonest words; "en" where none stands out."""
    counts = Counter(word.lower() for word in _WORD.findall(text[:40_000]))
    scores = {code: sum(counts[word] for word in words) for code, words in _OF.items()}
    best = max(scores, key=lambda code: (scores[code], code == "en"))
    return best if scores[best] > scores["en"] else "en"


def decimal_of(text: str, otherwise: Decimal) -> Decimal:
    """The decimal mark that a text shows without doubt, else the one given."""
    commas, points = len(_COMMA_DECIMAL.findall(text)), len(_POINT_DECIMAL.findall(text))
    if commas == points:
        return otherwise
    return "," if commas > points else "."


def writing_of(text: str) -> Writing:
    language = language_of(text)
    return Writing(language, decimal_of(text, "." if language == "en" else ","))
