"""When two spellings are one title: marks, case, markup and accents aside, word for word and sign for sign the same.

An accent is left out where a script has it as an ornament of its letters (Latin, Greek, the stress of Cyrillic). Where a mark makes another
letter (й and и, ガ and カ, the vowels of Indic scripts), it tells titles apart, and so do the signs of formulas (P = NP and P ≠ NP).
"""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_TAG = re.compile(
    r"</?(?:(?:mml|jats|m|xhtml):[A-Za-z][\w-]*|i|b|u|em|strong|sub|sup|inf|tt|sc|scp|small|span|p|br|font|italic|bold|monospace|title|math|m[inors]"
    r"|msub|msup|mrow|mtext|mfrac|msqrt|inline-formula|tex-math|a|q|cite|code|var|underline|strike|roman|sans-serif|styled-content)"
    r"(?:\s[^<>]{0,200})?/?>",
    re.I,
)
_TEX = re.compile(r"\\(?:text(?:bf|it|tt|sc|rm)|emph|mathrm|mathbf|mathcal|mathbb)\b\s*|\\['`^\"~=.](?=\{?\w)|[${}]|\\(?=[A-Za-z])")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i", "\u200c": None, "\u200d": None, "\u00ad": None})
_ORNAMENT = re.compile(r"([A-Za-z\u00c0-\u02af\u0370-\u03ff\u1e00-\u1fff])[\u0300-\u036f]+|([аеиоуыэюяАЕИОУЫЭЮЯ])\u0301|([еЕ])\u0308")
# Marks that are parts of words, and the blocks of scripts whose vowels are such marks.
_MARKS = (
    r"\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8"
    r"\u06ea-\u06ed\u0900-\u0963\u0966-\u0dff\u0e00-\u109f\u1780-\u17d3\u3099\u309a"
)
# Signs of operators tell titles apart ("C" and "C++"); other marks do not.
_WORD = re.compile(rf"(?:[^\W_]|[{_MARKS}])+\+{{0,2}}#?")
_SPELLED = re.compile(
    rf"(?:[^\W_]|[{_MARKS}])+(?:\+\+|\+(?![\w(]))?#?|[=≠<>≤≥+±→←↔⇒⇐⇔≈≡≢∈∉⊂⊃⊆⊇⊄∪∩∧∨¬∀∃∞√∑∏∫∂∇⊕⊗⊢⊨∥≪≫≺≻∝]|(?:(?<![\w)\]])|(?<=\d ))[-−](?=\d)"
)
_SIGNS = {
    "!=": "≠", "/=": "≠", "<>": "≠", "<=>": "⇔", "<=": "≤", ">=": "≥", "⩽": "≤", "⩾": "≥", "==": "=", "-->": "→", "->": "→", "<->": "↔",
    "<-": "←", "=>": "⇒", "⟶": "→", "⟹": "⇒", "+-": "±", "+/-": "±", "=\u0338": "≠", "!==": "≠", "===": "=",
}  # fmt: skip
_TEX_SIGNS = {
    "neq": "≠", "ne": "≠", "not=": "≠", "leq": "≤", "le": "≤", "leqslant": "≤", "geq": "≥", "ge": "≥", "geqslant": "≥", "to": "→",
    "rightarrow": "→", "leftarrow": "←", "Rightarrow": "⇒", "pm": "±", "lt": "<", "gt": ">", "approx": "≈", "equiv": "≡", "in": "∈",
    "notin": "∉", "subset": "⊂", "subseteq": "⊆", "infty": "∞",
}  # fmt: skip
_SIGN = re.compile("|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True)))
_TEX_SIGN = re.compile(rf"\\({'|'.join(sorted(_TEX_SIGNS, key=len, reverse=True))})(?![A-Za-z])")


def plain(title: str) -> str:
    """A registry's title as words: entities read, tags of markup gone, white space single."""
    return " ".join(html.unescape(_TAG.sub("", html.unescape(title))).split())


@lru_cache(maxsize=32)
def folded(title: str) -> str:
    """The title's words in a form that only its wording decides; "" where no word is left. Whole texts are compared in it too."""
    return " ".join(_WORD.findall(_bare(_TEX.sub("", plain(title)))))


def _bare(text: str) -> str:
    """A text in small letters, without the accents that are ornaments."""
    text = text.casefold().translate(_LETTERS)
    if text.isascii():
        return text
    return unicodedata.normalize("NFC", _ORNAMENT.sub(r"\1\2\3", unicodedata.normalize("NFKD", text)))


def _spelled(title: str) -> list[str]:
    """The words of a title, and between them the signs of its formulas, each in one shape."""
    text = unicodedata.normalize("NFC", plain(title))
    text = _TEX.sub("", _TEX_SIGN.sub(lambda match: f" {_TEX_SIGNS[match[1]]} ", text))
    text = _SIGN.sub(lambda match: f" {_SIGNS[match.group()]} ", text)
    return [sign if sign != "−" else "-" for sign in _SPELLED.findall(_bare(text))]


def same(one: str, other: str) -> bool:
    """Whether both are one title. Titles without words are the same as nothing."""
    return bool(folded(one)) and _spelled(one) == _spelled(other)
