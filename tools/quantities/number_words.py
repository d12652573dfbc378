"""Single words that count, in whatever form they are made: cardinals, ordinals, parts, multiples, Roman numerals.

A word here is in small letters without accents. English, German and French as far as they are written; the other languages as far as
`numerals` knows them.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Literal

from tools.quantities.numerals import SCALES, cardinals, french, ordinals

Kind = Literal["number", "scale", "ordinal", "part", "times", "vague"]


@dataclass(frozen=True, slots=True)
class Word:
    """kind: what it does. value: the number, of a part the fraction; of a vague one nothing that can be compared. plural: several parts."""

    kind: Kind
    value: Fraction
    plural: bool = False


# Words of another language that are everyday words of English: they count in a text of their own language alone.
_ONLY_IN = {
    "": "null nul",  # of programs, in any
    "de": "elf acht achte",
    "fr": "sept cent cents mille seize tiers quart quarts dix",
    "es": "dos mil once tres",
    "it": "due tre sei mila mille otto",
    "nl": "elf tien twee zes acht",
    "pt": "um mil doze onze tres",
}
_SCALES = {
    "hundreds": 100, "thousands": 1000, "trillions": 10**12, "quadrillion": 10**15, "quintillion": 10**18, "dozens": 12, "gross": 144,
    "score": 20, "lakh": 10**5, "crore": 10**7, "hunderte": 100, "tausende": 1000, "billiarde": 10**15,
    "dizaine": 10, "douzaine": 12, "quinzaine": 15, "vingtaine": 20, "trentaine": 30, "quarantaine": 40, "cinquantaine": 50,
    "soixantaine": 60, "centaine": 100, "millier": 1000, "dizaines": 10, "douzaines": 12, "centaines": 100, "milliers": 1000,
}  # fmt: skip
_PARTS = {
    2: "half halves halve halved halving halb halbe halben halber halbes halbem halfte halbiert halbieren moitie demi demie",
    3: "drittel tiers",
    4: "quarter quarters quartered viertel quart quarts",
}
_MULTIPLES = {
    2: "twice double doubles doubled doubling doubly doppelt doppelte doppelten doppelter doppeltes verdoppelt verdoppeln doublent",
    3: "thrice triple triples tripled tripling treble trebles trebled trebling",
    4: "quadruple quadruples quadrupled quadrupling", 5: "quintuple quintuples quintupled quintupling", 6: "sextuple sextupled",
    7: "septuple", 8: "octuple", 10: "decuple", 100: "centuple",
}  # fmt: skip
_VAGUE = frozenset(["zillion", "zillions", "gazillion", "gazillions", "bazillion", "jillion", "umpteen", "umpteenth"])
_MORE = {"nought": 0, "naught": 0, "fourty": 40, "ninty": 90, "myriad": 10_000, "myriads": 10_000}
_LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt")
_ENDED = re.compile(r"(?P<head>[a-z]+?)(?P<end>fold|score|ish|odd|something|plus|th|ths)")
_GERMAN = re.compile(r"(?P<head>[a-z]+?)(?P<end>fach(?:e[nrsm]?)?|mal|s?tel[sn]?|prozentig(?:e[nrsm]?)?)")
_ROMAN = re.compile(r"(?=[ivxlc]{2})(?:xc|xl|l?x{0,3}|c{1,3}(?:xc|xl|l?x{0,3}))(?:ix|iv|v?i{0,3})")
# Names and abbreviations that are read otherwise.
_NO_ROMAN = frozenset(["iv", "vi", "xi", "li", "ci", "cc", "cl", "cv", "xl", "xx", "cx", "cli", "civ", "lx", "xxx"])
_OF_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


def bare(text: str) -> str:
    """The text without accents, in small letters."""
    if text.isascii():
        return text.lower()
    return "".join(ch for ch in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(ch))


@cache
def _cardinals() -> dict[str, int]:
    only = {word for words in _ONLY_IN.values() for word in words.split()}
    found = {bare(word): n for language in _LANGUAGES for word, n in cardinals(language).items()}
    found |= {french(n).replace(" et ", "-et-"): n for n in range(100) if " et " in french(n)}
    return _MORE | {word: n for word, n in found.items() if word not in only}


@cache
def _own(language: str) -> dict[str, Word]:
    """Words that count in a text of this language alone."""
    names = set(_ONLY_IN.get(language, "").split())
    numbers = {bare(word): Word("number", Fraction(n)) for word, n in cardinals(language).items() if bare(word) in names}
    multiples = {word: Word("scale", Fraction(SCALES[word])) for word in names if word in SCALES}
    parts = {word: Word("part", Fraction(1, n)) for n, words in _PARTS.items() for word in words.split() if word in names}
    return numbers | multiples | parts


@cache
def _table() -> dict[str, Word]:
    only = {word for words in _ONLY_IN.values() for word in words.split()}
    found = {
        **{bare(word): Word("ordinal", Fraction(n)) for language in ("en", "de", "fr") for word, n in ordinals(language).items()},
        **{word: Word("number", Fraction(n)) for word, n in _cardinals().items()},
        **{bare(word): Word("scale", Fraction(n)) for word, n in (SCALES | _SCALES).items()},
        **{word: Word("part", Fraction(1, n), word in ("halves", "quarters")) for n, words in _PARTS.items() for word in words.split()},
        **{word: Word("times", Fraction(n)) for n, words in _MULTIPLES.items() for word in words.split()},
        **{word: Word("vague", Fraction(0)) for word in _VAGUE},
    }
    return {word: read for word, read in found.items() if word not in only}


@cache
def compounds() -> dict[str, frozenset[str]]:
    """Words of French that hyphens join to one number, by the first of them; those of English are put together by their parts."""
    english = cardinals("en") | ordinals("en")
    joined = [word for word, found in _table().items() if "-" in word and found.kind in ("number", "ordinal") and word not in english]
    return {first: frozenset(w for w in joined if w.startswith(f"{first}-")) for first in {w.partition("-")[0] for w in joined}}


@cache
def _holds_a_number() -> re.Pattern[str]:
    """For words that are no number at all, which are nearly all of a text."""
    words = [word.removesuffix("y") for word, found in _table().items() if found.kind not in ("part", "times") and "-" not in word]
    shortest = [word for word in words if not any(other != word and other in word for other in words)]
    return re.compile("|".join([*shortest, "ein", "acht", "elf"]))


@lru_cache(maxsize=16384)
def read(word: str, language: str = "en") -> Word | None:
    """What a word counts, None where it does not."""
    if len(word) > 60:
        return None
    known = _own(language).get(word) or _table().get(word) or _roman(word)
    if known is not None or not _holds_a_number().search(word):
        return known
    return _several(word) or _ended(word) or _german(word) or _joined(word)


def _several(word: str) -> Word | None:
    """Fifties, sevens, tenths, millionths; "ones", "twos" and "zeros" are names of digits, and "scores" are marks."""
    stem = f"{word[:-3]}y" if word.endswith("ies") else word.removesuffix("s")
    one = _table().get(stem) if stem != word else None
    if one is None or stem == "score" or one.kind in ("part", "times", "vague") or one.value < 3:
        return None
    return Word(one.kind, one.value, plural=True)


def _ended(word: str) -> Word | None:
    match = _ENDED.fullmatch(word)
    head = (_table().get(match["head"]) or _joined(match["head"])) if match else None
    if match is None or head is None or head.kind not in ("number", "scale"):
        return None
    if match["end"] in ("th", "ths"):
        return Word("ordinal", head.value, match["end"] == "ths") if head.kind == "scale" else None
    if match["end"] == "score":
        return Word("number", head.value * 20)
    return Word("times" if match["end"] == "fold" else "number", head.value)


def _german(word: str) -> Word | None:
    """Compounds with thousands and hundreds, and what is made of a number by its ending."""
    match = _GERMAN.fullmatch(word)
    if match is not None:
        head = _german_number(match["head"]) or _german_number(match["head"].removesuffix("s"))
        scale = SCALES.get(match["head"])
        value = head if head is not None else Fraction(scale) if scale else None
        if value is None or value < 2:
            return None
        if "tel" in match["end"]:
            return Word("part", 1 / value)
        return Word("number" if match["end"].startswith("prozent") else "times", value)
    value = _german_number(word) if "tausend" in word or "hundert" in word else None
    return Word("number", value) if value is not None else None


def _german_number(word: str) -> Fraction | None:
    upper, thousand, lower = word.partition("tausend")
    if thousand:
        above = _below_thousand(upper) if upper else 1
        below = _below_thousand(lower.removeprefix("und")) if lower else 0
        return None if above is None or below is None else Fraction(above * 1000 + below)
    found = _below_thousand(word)
    return None if found is None else Fraction(found)


def _below_thousand(word: str) -> int | None:
    if word in ("ein", "eins"):
        return 1
    upper, hundred, lower = word.partition("hundert")
    if not hundred:
        return {"acht": 8, "elf": 11}.get(word, _cardinals().get(word))
    above = _below_thousand(upper) if upper else 1
    below = _below_thousand(lower.removeprefix("und")) if lower else 0
    return None if above is None or below is None else above * 100 + below


@cache
def _pieces() -> re.Pattern[str]:
    words = [*(word for word in cardinals("en") if "-" not in word), "hundred", "thousand", "million", "billion", "trillion"]
    return re.compile("|".join(sorted((*words, "and"), key=len, reverse=True)))


def _joined(word: str) -> Word | None:
    """English words run together: "ninetyfive", "thirtythousand"."""
    pieces = _pieces().findall(word)
    if len(pieces) < 2 or "".join(pieces) != word:
        return None
    value = composed([_table()[piece] for piece in pieces if piece != "and"])
    return None if value is None else Word("number", value)


def follows(last: Fraction, following: Fraction) -> bool:
    """Whether one number goes on with another: twenty five, a hundred twenty, a thousand three."""
    if 20 <= last < 100:
        return last % 10 == 0 and 0 < following < 10
    return last >= 100 and following < min(last, Fraction(1000))


def composed(words: list[Word]) -> Fraction | None:
    """The number that several words make together, None where they make none."""
    whole, current, last = Fraction(0), Fraction(0), Fraction(0)
    for word in words:
        if word.kind == "scale" and word.value < 1000:
            current, last = (current or 1) * word.value, word.value
        elif word.kind == "scale":
            whole, current, last = whole + (current or 1) * word.value, Fraction(0), word.value
        elif last and not follows(last, word.value):
            return None
        else:
            current, last = current + word.value, word.value
    return whole + current


def _roman(word: str) -> Word | None:
    """Roman numerals of two letters and more, but for those that are names."""
    if word in _NO_ROMAN or not _ROMAN.fullmatch(word):
        return None
    digits = [_OF_ROMAN[letter] for letter in word]
    value = sum(-digit if digit < next_digit else digit for digit, next_digit in zip(digits, [*digits[1:], 0], strict=True))
    return Word("number", Fraction(value))
