"""When two spellings name one author: the family name alike, and the given names not at odds.

Strict on purpose: a name whose order is unknown (family first or last) agrees only with itself, a consortium only with its own name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

# Letters that no decomposition takes apart.
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "ħ": "h", "ŋ": "n"})
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.I)
_GROUP = re.compile(
    r"(?i)\b(?:collaboration|consortium|group|team|project|initiative|network|committee|foundation|inc|llc|gmbh|university|institute|"
    r"society|association|organi[sz]ation|contributors|developers|authors)\b|\A(?:the|openai|deepmind|google|meta)\b(?!.*,)"
)


@dataclass(frozen=True)
class Name:
    """An author. family: "" where it is not known which part it is; given: "" where none is given; group: of a body, not a person."""

    family: str
    given: str
    whole: str
    group: bool = False


def person(family: str, given: str) -> Name:
    """A name whose parts a registry gives apart."""
    family, given = _spaced(family), _spaced(given)
    return Name(family, given, f"{given} {family}".strip())


def group(name: str) -> Name:
    return Name("", "", _spaced(name), group=True)


def read(text: str) -> Name:
    """A name as it is printed: "Family, Given", or in an order that only its last word can be guessed from."""
    words = _spaced(text)
    family, comma, given = words.partition(",")
    if comma and given.strip() and not _SUFFIX.fullmatch(given.strip()):
        return person(family, given)
    words = family if comma else words
    return group(words) if _GROUP.search(words) else Name("", "", words)


def agree(one: Name, other: Name) -> bool:
    """Whether both may be one author and nothing in them speaks against it."""
    if one.group or other.group:
        return _body(one.whole) == _body(other.whole)
    return any(_agree(left, right) for left in _foldings(one) for right in _foldings(other))


def lists_agree(one: Sequence[Name], other: Sequence[Name], *, cut: bool = False) -> bool:
    """Whether the lists name the same authors in the same order. cut: `one` ends early ("et al.")."""
    if not one or not other or len(one) > len(other) or (len(one) < len(other) and not cut):
        return False
    return all(agree(left, right) for left, right in zip(one, other, strict=False))


def _spaced(text: str) -> str:
    return " ".join(text.replace("~", " ").split())


def _body(name: str) -> str:
    folded = re.sub(r"[^\w]+", " ", _fold(name)).strip()
    return re.sub(r"\Athe | (?:collaboration|consortium)\Z", "", folded)


def _fold(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    return "".join(ch for ch in decomposed if not unicodedata.combining(ch)).replace("’", "'")


def _foldings(name: Name) -> tuple[tuple[list[str], list[str]], ...]:
    """The name as (family, given) words, once with accents dropped and once with umlauts written out; family [] where unknown."""
    pairs = []
    for fold in (_fold, lambda text: _fold(unicodedata.normalize("NFC", text).casefold().translate(_UMLAUTS))):
        family = _words(fold(name.family))
        given = _words(fold(name.given if name.family else name.whole))
        pairs.append((family, given))
    return tuple(pairs) if pairs[0] != pairs[1] else tuple(pairs[:1])


def _words(text: str) -> list[str]:
    # "A.N." is two initials; a hyphen joins parts that are often written apart.
    words = re.sub(r"(?<=\b\w)\.(?=\w)", ". ", text).replace("-", " ").split()
    return [bare for word in words if not _SUFFIX.fullmatch(word) and (bare := re.sub(r"[^\w']", "", word))]


def _agree(one: tuple[list[str], list[str]], other: tuple[list[str], list[str]]) -> bool:
    (family, given), (family_2, given_2) = one, other
    if family and family_2:
        return family == family_2 and _given_agree(given, given_2)
    if family or family_2:
        known, first, whole = (family, given, given_2) if family else (family_2, given_2, given)
        rest = whole[: len(whole) - len(known)]
        return whole[len(whole) - len(known) :] == known and len(whole) >= len(known) and _given_agree(first, rest)
    return bool(given) and bool(given_2) and given[-1] == given_2[-1] and _given_agree(given[:-1], given_2[:-1])


def _given_agree(one: list[str], other: list[str]) -> bool:
    """The first given names alike or one the initial of the other; later ones too, as far as both have them."""
    if not one or not other:
        return not one and not other
    return all(left == right or (min(len(left), len(right)) == 1 and left[0] == right[0]) for left, right in zip(one, other, strict=False))
