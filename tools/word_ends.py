"""Whether a place in a text begins and ends where words and numbers do, so that a quotation says no more and no less than the text there.

- A word goes on over an apostrophe ("isn't"), a hyphen, an index and an exponent; what French elides ("l'état") is a word of its own.
- A number has its sign, its groups of digits whatever stands between them, its fraction, its power of ten, the other end of its range, and
  what compares it ("<5", "≠ 5", "±5"). A dash with a space behind it is no sign.
- What is negated by a sign ("!x", "¬x") is no statement without it.

Where that cannot be told for certain, the place is none.
"""

from __future__ import annotations

import re
import unicodedata

IGNORED = (
    "\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2061\u2062\u2063\u2064"
    "\u2066\u2067\u2068\u2069\ufeff\ufffe\x02"
)
SINGLE_QUOTES = "‘’‚‛′＇ʼ"
HYPHENS = "‐‑−﹣－"
_SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
_SHAPES = str.maketrans(
    {
        **dict.fromkeys(IGNORED),
        **dict.fromkeys("‐‑﹣－", "-"),
        **dict.fromkeys("‒–", "–"),
        **dict.fromkeys(SINGLE_QUOTES, "'"),
        **dict.fromkeys("⁄∕", "/"),
        **dict.fromkeys("∙⋅", "·"),
        **dict.fromkeys(_SPACES, " "),
    }
)
_NEAR, _FAR = 48, 2_000  # characters that are looked at beside a place; among which those are sought where most are ignored

_RAISED = "⁺⁻⁼⁽⁾₊₋₌₍₎"  # parts of indices and exponents that are no letters
_LETTER = r"[^\W\d_]"
_NOT_EQUAL = r"(?:[≠≁≄≇≉≢≨≩≮≯≰≱∉∌∄∤∦⊄⊅⊈⊉]|\u0338|!==?|<>|=/=|~=)"
_POWER_OF_TEN = re.compile(r"10(?:\^|\*\*|[⁰¹²³⁴-⁹⁺⁻]|[-−–]\d)")
_ELIDED = re.compile(r"(?<!\w)(?:[cdjlmst]|un|\w*qu|\w+ll)'\Z", re.I)
_VOWEL = re.compile(r"[aeiouyh]", re.I)

_WORD_GOES_ON = re.compile(
    rf"\w\Z|[{_RAISED}]\Z|\^[{{(]?\Z|\w-\n?\Z|[√∛∜][(\[]?\Z"  # a letter, an exponent, a compound, a root
    rf"|(?<!`)[!~∼]\Z|¬ ?\Z|{_NOT_EQUAL} ?\Z"  # a negation
)
_NUMBER_GOES_ON = re.compile(
    r"\d[.,:']\Z|(?<![\w.])\.\Z|[\w)]/\Z|(?<![\w.,])\d{1,3}(?: \d{3})* \Z"  # a part of it, a group of its digits
    r"|[-−–+±∓]\Z|[−±∓] ?\Z|\^[{(]?[-+−–]?\Z|[\w)]\*\*[-+−–]?\Z"  # a sign, a range, an exponent
    r"|[<≤≥≪≫≲≳≈~∼≃≅] ?\Z|[^\s>=-] ?> ?\Z"  # a comparison
)
_TAG = re.compile(r"</?[A-Za-z!][^<>]*> ?\Z")
_MULTIPLIED = re.compile(r"\d ?[×·*x] ?\Z")
_GROUP = re.compile(r"\d{3}(?!\d)")
_GROUP_BEFORE, _GROUP_BEHIND = re.compile(r"(?<![\w.,])\d{1,3}\Z"), re.compile(r" \d{3}(?!\d)")
_POWER = re.compile(rf"\^(?!\[)|[⁰¹²³⁴-⁹ⁿⁱ{_RAISED}]")

_WORD_ENDS_LATER = re.compile(rf"\w|[{_RAISED}]|\^(?!\[)|[-]\n?\w|−\w")
_LETTER_ENDS_LATER = re.compile(rf"'{_LETTER}")
_NUMBER_ENDS_LATER = re.compile(r"[.,:/']\d|–\d|\*\*[-+−–\d]| ?[×·*x] ?(?=10)")
_OPERATOR, _DASHES = "=<>", "-−–—"


def stands_alone(text: str, start: int, end: int) -> bool:
    """Whether the place begins and ends where words and numbers do."""
    if unicodedata.combining(text[end : end + 1] or " "):
        return False
    head, tail = text[start : min(end, start + _NEAR)].translate(_SHAPES), text[max(start, end - _NEAR) : end].translate(_SHAPES)
    before, after = _before(text, start), _after(text, end)
    if not (head and tail) or (not before and start > _FAR) or (not after and len(text) - end > _FAR):
        return False
    return not ((before and _joined_before(before, head)) or (after and _joined_after(after, tail)))


def _before(text: str, at: int) -> str:
    near = text[max(0, at - _NEAR) : at].translate(_SHAPES)
    return near if len(near) >= _NEAR // 2 or at <= _NEAR else text[max(0, at - _FAR) : at].translate(_SHAPES)[-_NEAR:]


def _after(text: str, at: int) -> str:
    near = text[at : at + _NEAR].translate(_SHAPES)
    return near if len(near) >= _NEAR // 2 else text[at : at + _FAR].translate(_SHAPES)[:_NEAR]


def _joined_before(before: str, inside: str) -> bool:
    """Whether a word or number goes on into a place. inside: how the place begins."""
    first = inside[0]
    if first in _DASHES:
        return before[-1] in _DASHES or _sign_inside(before, first, inside[1:2])
    if not is_word(first):
        return _mark_inside(before, first, inside[1:2])
    if without_spaces(first):
        return False
    if _WORD_GOES_ON.search(before):
        return True
    if first.isdigit():
        return _number_goes_on(before, inside)
    elided = _ELIDED.search(before) is not None and _VOWEL.match(unicodedata.normalize("NFD", first)) is not None
    return before[-1] == "'" and before[-2:-1].isalpha() and not elided


def _number_goes_on(before: str, inside: str) -> bool:
    found = _NUMBER_GOES_ON.search(before)
    if found is not None and found.group().endswith(" ") and found.group()[0].isdigit():
        return _GROUP.match(inside) is not None
    if found is not None and found.group().rstrip().endswith(">"):
        return _TAG.search(before) is None
    return found is not None or (_MULTIPLIED.search(before) is not None and _POWER_OF_TEN.match(inside) is not None)


def _sign_inside(before: str, dash: str, second: str) -> bool:
    """Whether a dash at the beginning of a place is within a number, a range or a compound. A long dash divides words."""
    if dash == "—":
        return False
    if second.isdigit() or second == ".":
        return is_word(before[-1]) or before[-1] in ")]%" or before.endswith(("^", "^{", "^(", "**"))
    return dash != "–" and is_word(before[-1]) and is_word(second or " ")


def _mark_inside(before: str, mark: str, second: str) -> bool:
    """Whether a mark at the beginning of a place is within a number, a word or an operator."""
    if mark in ".,:/^×·'" and before[-1].isdigit() and second.isdigit():
        return True
    if mark == "'" or mark == "^" or mark in _RAISED:
        return is_word(before[-1]) and (is_word(second or " ") or mark in _RAISED)
    if mark in _OPERATOR:
        return before[-1] in "!<>=:+-*/~&|^%≠"
    return mark in "({" and re.search(r"(?<!\w)[!~¬]\Z|[√∛∜^]\Z", before) is not None


def _joined_after(after: str, inside: str) -> bool:
    """Whether a word or number goes on behind a place. inside: how the place ends."""
    last, inner = inside[-1], inside[-2:-1]
    if last in _DASHES:
        return after[0] in _DASHES or (last != "—" and (after[0].isdigit() or (last != "–" and is_word(after[0]))))
    if not is_word(last):
        return _mark_within(after, last, inner)
    if without_spaces(last):
        return False
    if _WORD_ENDS_LATER.match(after):
        return True
    if not last.isdigit():
        return last.isalpha() and _LETTER_ENDS_LATER.match(after) is not None
    if (found := _NUMBER_ENDS_LATER.match(after)) is not None:
        return not found.group().endswith(("×", "·", "*", "x", " ")) or _POWER_OF_TEN.match(after, found.end()) is not None
    return _GROUP_BEHIND.match(after) is not None and _GROUP_BEFORE.search(inside) is not None


def _mark_within(after: str, mark: str, inner: str) -> bool:
    """Whether a mark at the end of a place is within a number, a word, a power or an operator. inner: what stands before it."""
    if mark in "!<>=" and after[0] in _OPERATOR:
        return True
    if mark in ".,:/^×·'" and inner.isdigit() and after[0].isdigit():
        return True
    if mark == "'":
        return inner.isalpha() and after[0].isalpha()
    return mark in ")]}" and _POWER.match(after) is not None


def is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def without_spaces(character: str) -> bool:
    """Whether the character belongs to a writing that puts no spaces between words."""
    return unicodedata.name(character, "").startswith(("CJK", "HIRAGANA", "KATAKANA", "THAI", "LAO", "KHMER", "MYANMAR"))
