"""Indices, exponents and marks of notes as text: in characters that stand high or low where there are such, else behind "^" or "_".

They are never read as one number with what they stand at: `10` with a raised `5` is "10⁵", and `64` with the mark of a note is "64[1]".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.extract.mapped import Mapped

_HIGH = str.maketrans("0123456789+-−=()ni", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁿⁱ")
_LOW = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_ORDINALS = "eaorº"  # of French, Italian, Spanish, Portuguese, where they stand at a number or an "n"
_LONGEST, _LONGEST_MARK = 40, 12  # characters of an index or exponent; of the mark of a note
_AS_LETTERS = re.compile(r"[^\W\d_]+\.?")


@dataclass(frozen=True, slots=True)
class Writing:
    """How raised or lowered words are written. before, after: what is put around them; shapes: what stands for their characters.

    apart: a letter or digit that follows is none of theirs.
    """

    before: str = ""
    after: str = ""
    shapes: dict[int, int] | None = None
    apart: bool = False

    def shown(self, text: Mapped) -> Mapped:
        """A part of the words; each character keeps its place."""
        return text if self.shapes is None else Mapped(text.text.translate(self.shapes), text.starts, text.ends)

    def whole(self, text: Mapped) -> Mapped:
        """All of the words with what is put around them."""
        return Mapped.joined([Mapped.nowhere(self.before), self.shown(text), Mapped.nowhere(self.after)])


def script(words: str, before: str, *, low: bool = False, formula: bool = False) -> Writing:
    """before: what they stand at. formula: letters stand high or low for what they mean, not as an ending or a sign of a trade."""
    words, shapes = words.strip(), _LOW if low else _HIGH
    joined = _is_word(before[-1:])
    if not words or not (joined or before[-1:] in (")", "]", "}") or any(map(str.isdigit, words))):
        return Writing()
    if all(ord(each) in shapes for each in words if each not in ", "):
        return Writing(shapes=shapes)
    if _AS_LETTERS.fullmatch(words) and not low and not formula and (len(words) > 1 or _is_ordinal(words, before)):
        return Writing()
    if not any(map(str.isalnum, words)) and not formula:
        return Writing()
    mark = "_" if low else "^"
    if re.fullmatch(r"[^\W\d_]+" if low else r"[^\W\d_]", words):
        return Writing(mark, apart=True)
    if len(words) <= _LONGEST or formula:
        return Writing(f"{mark}(", ")")
    return Writing(" " if joined else "", apart=True)


def mark_of_note(words: str) -> Writing:
    """The mark of a note, in brackets."""
    words = words.strip()
    if not words or words[0] in "[(" or not any(map(str.isalnum, words)):
        return Writing()
    return Writing("[", "]") if len(words) <= _LONGEST_MARK else Writing(" ", apart=True)


def _is_ordinal(words: str, before: str) -> bool:
    return words in _ORDINALS and (before[-1:].isdigit() or (words == "o" and before[-1:] in ("n", "N")))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
