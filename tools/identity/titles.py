"""When two spellings are one title: marks, case, markup and accents aside, word for word the same."""

from __future__ import annotations

import html
import re
import unicodedata
from functools import lru_cache

_TAG = re.compile(r"</?[A-Za-z][^<>]{0,200}>")
_TEX = re.compile(r"\\(?:text(?:bf|it|tt|sc|rm)|emph|mathrm|mathbf|mathcal|mathbb)\b\s*|\\['`^\"~=.](?=\{?\w)|[${}]|\\(?=[A-Za-z])")
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "æ": "ae", "œ": "oe", "ß": "ss", "ı": "i"})


def plain(title: str) -> str:
    """A registry's title as words: entities read, tags of markup gone, white space single."""
    return " ".join(html.unescape(_TAG.sub("", html.unescape(title))).split())


@lru_cache(maxsize=32)
def folded(title: str) -> str:
    """The title's words in a form that only its wording decides; "" where no word is left. Whole texts are compared in it too."""
    text = _TEX.sub("", plain(title)).casefold().translate(_LETTERS)
    if not text.isascii():
        text = "".join(ch for ch in unicodedata.normalize("NFKD", text) if not unicodedata.combining(ch))
    # Signs of operators tell titles apart ("C" and "C++"); other marks do not.
    return " ".join(re.findall(r"[^\W_]+\+{0,2}#?", text))


def same(one: str, other: str) -> bool:
    """Whether both are one title. Titles without words are the same as nothing."""
    left = folded(one)
    return bool(left) and left == folded(other)
