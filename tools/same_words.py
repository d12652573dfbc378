"""When two texts are the same words: what may differ between a text as it is stored and a quotation of it.

- White space: its kind and amount between words, and whether any stands beside punctuation (never between two letters or digits, and
  never within a number); a line end between characters of writing without spaces.
- A word divided at the end of a line, with or without the hyphen; soft hyphens, zero-width marks and marks of direction.
- The shape of quotation marks and apostrophes, of hyphens, minus signs and dashes, of an ellipsis.
- Ligatures, composed or decomposed accents, styled letters of formulas, and the delimiters of TeX ($, \\( and \\)).

Case, digits, signs, superscripts and every word count. A quotation begins and ends where words and numbers do (`tools.word_ends`).
"""

from __future__ import annotations

import unicodedata

from tools.word_ends import HYPHENS, IGNORED, SINGLE_QUOTES, is_word, without_spaces

_DOUBLE = "“”„‟″«»＂"
_DASHES = "‒–—―⸺"
LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
STYLED = range(0x1D400, 0x1D800)  # mathematical letters and digits
PLAIN = (
    dict.fromkeys(IGNORED, "")
    | dict.fromkeys(SINGLE_QUOTES, "'")
    | dict.fromkeys(_DOUBLE, '"')
    | dict.fromkeys(HYPHENS, "-")
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
    if is_word(before) and is_word(after):
        return "\n" in found[i][0] + wanted[j][0] and without_spaces(before) and without_spaces(after)
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
    """Past two runs of dashes of which one is typographic: a dash is written "-", "--" or "---" where type has no other.

    A run of both kinds ("–-5") is a dash and a sign, and the same as itself alone.
    """
    if "—" not in (found[i][1], wanted[j][1]) or not {found[i][1], wanted[j][1]} <= {"-", "—"}:
        return None
    ends = _run_end(found, i), _run_end(wanted, j)
    here, there = _run(found, i, ends[0]), _run(wanted, j, ends[1])
    written = "—" in (here, there) and {here, there} <= {"—", "-", "--", "---"}
    alike = _is_sign(found, i, ends[0]) == _is_sign(wanted, j, ends[1])
    return ends if (here == there or written) and alike else None


def _is_sign(text: list[Token], start: int, end: int) -> bool:
    """Whether dashes stand as a sign does: with a number right behind them, and white space or nothing before."""
    return (start == 0 or text[start][0] != "") and text[end : end + 1] != [] and text[end][0] == "" and text[end][1].isdigit()


def _run(text: list[Token], start: int, end: int) -> str:
    return "".join(character for _, character in text[start:end])


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
