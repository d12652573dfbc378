"""Formulas in MathML on one line, as they are read: "1/2", "10⁵", "x_i", "√(a+b)", "(n k)" for a binomial.

A number is never read together with another that stands over, under or beside it. What a page has besides as TeX is believed where it has
the same numbers, relations and words as what is shown.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bs4.element import Tag

from tools.extract.css_cascade import classes
from tools.extract.mapped import Mapped
from tools.extract.scripts import script

_INVISIBLE = str.maketrans(dict.fromkeys("\u2061\u2062\u2063\u2064\u200b"))
_TOKENS = {"mi", "mn", "mo", "mtext", "ms"}
_ACCENTS = {"^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "¯": "\u0304", "‾": "\u0304", "˙": "\u0307", "→": "\u20d7"}
_DRAWN = {"msupsub", "mfrac", "vlist", "vlist-t"}  # how a library names what it draws high and low without MathML
_PLAIN = re.compile(r"[^\W_]+(?:[.,]\d+)*")
_BASE = re.compile(r"[^\W\d_]+|\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a formula. apart: letters and digits beside it are none of its own."""

    text: Mapped
    apart: bool = False


NOTHING = Part(Mapped.nowhere(""))


def element(tag: Tag, parts: Sequence[Part]) -> Part:
    """What an element shows. parts: what its children show, one for each, and its own text."""
    name = tag.name
    if name in _TOKENS:
        return Part(_visible(Mapped.joined(part.text for part in parts)))
    if name == "mspace":
        return Part(Mapped.nowhere(" "))
    if name == "semantics":
        return parts[0] if parts else NOTHING
    if name == "mfrac" and len(parts) == 2:
        over = " " if re.fullmatch(r"0(?:\.0*)?[a-z%]*", str(tag.get("linethickness", ""))) else "/"
        pair = [_grouped(parts[0]), Mapped.nowhere(over), _grouped(parts[1])]
        return Part(Mapped.joined(pair if over == "/" else [Mapped.nowhere("("), *pair, Mapped.nowhere(")")]), apart=True)
    if name == "msqrt":
        return Part(Mapped.joined([Mapped.nowhere("√"), _grouped(Part(row(parts)))]), apart=True)
    if name == "mroot" and len(parts) == 2:
        return Part(Mapped.joined([Mapped.nowhere("√["), parts[1].text, Mapped.nowhere("]"), _grouped(parts[0])]), apart=True)
    if name in ("msup", "msub", "mover", "munder", "msubsup", "munderover") and len(parts) >= 2:
        lows = [True, False] if len(parts) > 2 else [name in ("msub", "munder")]
        return _scripted(parts[0], list(zip(parts[1:], lows, strict=False)), accented=name == "mover")
    if name == "mmultiscripts" and parts:
        return _scripted(parts[0], [(part, not at % 2) for at, part in enumerate(parts[1:])], accented=False)
    if name == "mfenced":
        between = Mapped.nowhere((str(tag.get("separators", ",")) or " ")[:1])
        inner = [piece for at, part in enumerate(parts) for piece in ([between, part.text] if at else [part.text])]
        return Part(Mapped.joined([Mapped.nowhere(str(tag.get("open", "("))[:1]), *inner, Mapped.nowhere(str(tag.get("close", ")"))[:1])]))
    if name in ("mtr", "mlabeledtr"):
        return Part(_spread([part.text for part in parts], " "))
    if name == "mtable":
        return Part(_spread([part.text for part in parts], "; "))
    return Part(row(parts), apart=bool(_DRAWN & set(classes(tag))))


def row(parts: Sequence[Part]) -> Mapped:
    """Parts side by side."""
    parts = [part for part in parts if len(part.text)]
    texts = [part.text for part in parts[:1]]
    for left, right in pairwise(parts):
        last, first = left.text.text[-1], right.text.text[0]
        if (last.isdecimal() and first.isdecimal()) or (
            (left.apart or right.apart) and _is_word(last) and (_is_word(first) or first in "√")
        ):
            texts.append(Mapped.nowhere(" "))
        texts.append(right.text)
    return Mapped.joined(texts)


def _visible(text: Mapped) -> Mapped:
    """Without signs that take no room, as that for a product of two letters."""
    shown = [at for at, character in enumerate(text.text) if not character.isspace() and character.translate(_INVISIBLE)]
    if not shown:
        return text.cut(0, 0) if text.text.isspace() or not text.text else Mapped.nowhere("")
    kept = text.cut(shown[0], shown[-1] + 1)
    return Mapped.joined(kept.cut(at, at + 1) for at, character in enumerate(kept.text) if character.translate(_INVISIBLE)).collapsed()


def _spread(texts: list[Mapped], between: str) -> Mapped:
    return Mapped.joined(piece for at, text in enumerate(texts) for piece in ([Mapped.nowhere(between), text] if at else [text]))


def _grouped(part: Part, plain: re.Pattern[str] = _PLAIN) -> Mapped:
    text = part.text.text
    if plain.fullmatch(text) or (text.startswith("(") and text.endswith(")") and "(" not in text[1:]):
        return part.text
    return Mapped.joined([Mapped.nowhere("("), part.text, Mapped.nowhere(")")])


def _scripted(base: Part, scripts: list[tuple[Part, bool]], accented: bool) -> Part:
    """scripts: each with whether it stands low."""
    [(first, _), *_] = scripts or [(NOTHING, False)]
    if accented and (first.text.text in _ACCENTS):
        return Part(Mapped.joined([base.text, Mapped.nowhere(_ACCENTS[first.text.text])]))
    known = base.text.text
    named = bool(known) and not _is_operator(known)
    parts, apart = [_grouped(base, _BASE) if named else base.text], False
    for part, low in scripts:
        if len(part.text):
            written = script(part.text.text, known[-1] if named else "x", low=low, formula=True)
            parts.append(written.whole(part.text))
            apart = apart or written.apart
    return Part(Mapped.joined(parts), apart)


def _is_operator(text: str) -> bool:
    return len(text) == 1 and not text.isalnum()


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


# ---- the TeX that a page has besides ---------------------------------------------------------------------------------------

_NUMBERS = re.compile(r"\d+|[⁰¹²³⁴-⁹]+|[₀-₉]+")
_RELATIONS = {
    "<": "<", ">": ">", "=": "=", "≤": "≤", "≥": "≥", "≠": "≠", "⩽": "≤", "⩾": "≥", "≦": "≤", "≧": "≥",
    r"\lt": "<", r"\gt": ">", r"\le": "≤", r"\leq": "≤", r"\leqslant": "≤", r"\leqq": "≤", r"\ge": "≥", r"\geq": "≥", r"\geqslant": "≥",
    r"\geqq": "≥", r"\ne": "≠", r"\neq": "≠", r"\not": "≠", "-": "-", "−": "-", "⁻": "-", "₋": "-", "¬": "¬", r"\neg": "¬", r"\lnot": "¬",
}  # fmt: skip
_SIGN = re.compile(r"\\[A-Za-z]+|[<>=≤≥≠⩽⩾≦≧−⁻₋¬-]")
_WORDS = re.compile(r"\\(?:text\w*|mbox|hbox|mathrm|operatorname)\s*\{([^{}]*)\}")


def agrees(tex: str, shown: str) -> bool:
    """Whether TeX has the numbers, the relations and signs, and the words of what is shown."""
    words = ["".join(match[1].split()) for match in _WORDS.finditer(tex)]
    bare = "".join(shown.split())
    return (
        _numbers(tex) == _numbers(shown)
        and _signs(re.sub(r"\\not\s*=", r"\\ne ", tex)) == _signs(unicodedata.normalize("NFC", shown))
        and all(word in bare for word in words if word.isalpha())
    )


def _numbers(text: str) -> list[str]:
    return sorted(unicodedata.normalize("NFKC", number) for number in _NUMBERS.findall(text))


def _signs(text: str) -> list[str]:
    return sorted(_RELATIONS[sign] for sign in _SIGN.findall(text) if sign in _RELATIONS)
