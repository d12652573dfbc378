"""When two texts are the same words: what may differ between a text as it is stored and a quotation of it.

- White space: its kind and amount between words, and whether any stands beside punctuation (never between two letters or digits, and
  never within a number); a line end between characters of writing without spaces.
- A word divided at the end of a line, with or without the hyphen; soft hyphens, zero-width marks and marks of direction.
- The shape of quotation marks and apostrophes, of hyphens, minus signs and dashes, of an ellipsis.
- Ligatures, composed or decomposed accents, styled letters of formulas, and the delimiters of TeX ($, \\( and \\)).

Case, digits, signs, superscripts and every word count. A quotation begins and ends where words do, so that "supported" is not found in
"unsupported", nor "10" in "10.5" or "-10".
"""

from __future__ import annotations

import re
import unicodedata

IGNORED = (
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\ufeff\ufffe\x02"
)
_SINGLE = "‘’‚‛′＇ʼ"
_DOUBLE = "“”„‟″«»＂"
_HYPHENS = "‐‑−﹣－"
_DASHES = "‒–—―⸺"
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
STYLED = range(0x1D400, 0x1D800)  # mathematical letters and digits
PLAIN = (
    dict.fromkeys(IGNORED, "")
    | dict.fromkeys(_SINGLE, "'")
    | dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(_HYPHENS, "-")
    | dict.fromkeys(_DASHES, "—")
    | {"…": "...", "Å": "Å", "Ω": "Ω"}
    | LIGATURES
)


Token = tuple[str, str]  # white space before it and one character; see `tokens`


def tokens(text: str) -> list[Token]:
    """Character by character in one shape, each with the white space before it: "" for none, " ", or "\\n" where a line ends in it."""
    tokens: list[Token] = []
    space = ""
    text = unicodedata.normalize("NFC", text).replace("\\(", "").replace("\\)", "").replace("$", "")
    for character in text:
        if character.isspace() or character == "\x85":
            space = "\n" if space == "\n" or character in "\n\r\x0b\x0c\u2028\u2029" else " "
            continue
        plain = PLAIN.get(character, character)
        if ord(character) in STYLED:
            plain = unicodedata.normalize("NFKC", character)
        for part in plain:
            tokens.append((space, part))
            space = ""
    return tokens


def same(found: list[Token], wanted: list[Token]) -> bool:
    """Whether two texts are the same words; each step takes from one or both what the rules let differ."""
    i = j = 0
    while i < len(found) and j < len(wanted):
        step = _divided(found, i, wanted, j) or _dashes(found, i, wanted, j) or _doubled(found, i, wanted, j)
        if step is not None:
            i, j = step
        elif found[i][1] == wanted[j][1] and (i == 0 or _space_agrees(found, i, wanted, j)):
            i, j = i + 1, j + 1
        else:
            return False
    return i == len(found) and j == len(wanted)


def _space_agrees(found: list[Token], i: int, wanted: list[Token], j: int) -> bool:
    """Whether the white space before the two characters says the same."""
    if bool(found[i][0]) == bool(wanted[j][0]):
        return True
    before, after = found[i - 1][1], found[i][1]
    if _is_word(before) and _is_word(after):
        return "\n" in found[i][0] + wanted[j][0] and _without_spaces(before) and _without_spaces(after)
    number = before in ".,:" and after.isdigit() and i > 1 and found[i - 2][1].isdigit()
    return not number and not (before.isdigit() and after in ".,:" and i + 1 < len(found) and found[i + 1][1].isdigit())


def _divided(found: list[Token], i: int, wanted: list[Token], j: int) -> tuple[int, int] | None:
    """Past the hyphen of a word that either text divides at the end of a line."""
    if i == 0 or j == 0 or not found[i - 1][1].isalpha():
        return None
    here, there = _line_end_hyphen(found, i), _line_end_hyphen(wanted, j)
    if not here and not there:
        return None
    after = [text[at + (text[at] == ("", "-"))] for text, at in ((found, i), (wanted, j)) if at + 1 < len(text) or text[at][1] != "-"]
    if len(after) != 2 or after[0][1] != after[1][1]:
        return None
    if not here and found[i] != ("", "-") and found[i][0]:
        return None
    if not there and wanted[j] != ("", "-") and wanted[j][0]:
        return None
    return i + 1 + (found[i] == ("", "-")), j + 1 + (wanted[j] == ("", "-"))


def _line_end_hyphen(text: list[Token], at: int) -> bool:
    return text[at] == ("", "-") and at + 1 < len(text) and text[at + 1][0] != "" and text[at + 1][1].isalpha()


def _dashes(found: list[Token], i: int, wanted: list[Token], j: int) -> tuple[int, int] | None:
    """Past two runs of dashes of which one is typographic: a dash is written "-", "--" or "---" where type has no other."""
    if "—" not in (found[i][1], wanted[j][1]) or not {found[i][1], wanted[j][1]} <= {"-", "—"}:
        return None
    return _run_end(found, i), _run_end(wanted, j)


def _run_end(text: list[Token], at: int) -> int:
    end = at + 1
    while end < len(text) and text[end][1] in "-—" and not text[end][0]:
        end += 1
    return end


def _doubled(found: list[Token], i: int, wanted: list[Token], j: int) -> tuple[int, int] | None:
    """Past a double quotation mark that one text writes as two single ones (`` or '')."""
    ends = []
    for text, at in ((found, i), (wanted, j)):
        pair = text[at][1] in "'`" and at + 1 < len(text) and text[at + 1] == ("", text[at][1])
        if not pair and text[at][1] != '"':
            return None
        ends.append(at + 1 + pair)
    return ends[0], ends[1]


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the place begins and ends where words do."""
    return not (_joined_before(text, start) or _joined_after(text, end))


def _joined_before(text: str, start: int) -> bool:
    before, first = text[max(0, start - 3) : start].translate(_SHAPES), text[start]
    if first in "-—" + _HYPHENS:
        return before.endswith("-")
    if not before or not _is_word(first) or _without_spaces(first):
        return False
    if _is_word(before[-1]):
        return True
    if first.isdigit() and re.search(r"(?:\d[.,]|(?:^|[^\w\s])-|\s-|^-)$", before):
        return True
    return bool(re.search(r"[^\W\d_]-\n?$", before)) and first.isalpha()


def _joined_after(text: str, end: int) -> bool:
    after, last = text[end : end + 3].translate(_SHAPES), text[end - 1]
    if last in "-—" + _HYPHENS:
        return after.startswith("-")
    if not after or not _is_word(last) or _without_spaces(last):
        return False
    if _is_word(after[0]) or (last.isdigit() and re.match(r"[.,]\d|\^", after)):
        return True
    return last.isalpha() and bool(re.match(r"-\n?[^\W\d_]", after))


_SHAPES = str.maketrans({**dict.fromkeys(IGNORED), **dict.fromkeys(_HYPHENS, "-")})


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _without_spaces(character: str) -> bool:
    """Whether the character belongs to a writing that puts no spaces between words."""
    return unicodedata.name(character, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR"))
