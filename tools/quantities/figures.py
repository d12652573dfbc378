"""Every number of a text in whatever form it stands, and whether another text holds it.

Digits of any script, powers, groups of digits, signs, characters with a numeric value (½, Ⅻ, ①, 百) and words in several languages
(ninety-five, tenfold, two thirds, achtzig, quatre-vingts, xii). Where `tools.quantities.scan` reads what a chapter's figures mean, this
looks for whatever a reader may take for a number, so that none goes unseen; words that merely sound like one (double quotes, a half-open
interval, the second row, a score of 0.9) are left alone.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Literal

from tools.quantities.language import language_of
from tools.quantities.phrases import Phrase, phrases

_SUPERSCRIPT, _SUBSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_PLAIN = str.maketrans(_SUPERSCRIPT + _SUBSCRIPT, "0123456789" * 2)
_DIGITS = re.compile(
    r"0[xXbBoO][0-9a-fA-F]+(?!\w)"
    r"|(?<![\w.,])\d+(?:[ '’_·]\d+)+(?![.,]?\d|\w|\^|\*\*)"
    rf"|\d+(?:[.,]\d+)*(?:[eE][+-]?\d+(?!\w)|(?:\^|\*\*)\{{?-?\d+|[{_SUPERSCRIPT}]+)?"
    rf"|[{_SUPERSCRIPT}]+|[{_SUBSCRIPT}]+"
)
_PART_OF_IT = re.compile(r"\d+(?:[.,]\d+)*")
_RUN = re.compile(r"\d+(?:[ '’_·]\d+)+")
_GROUPED = re.compile(r"\d{1,3}(?:(?P<mark>[,.' ’_·])\d{3})(?:(?P=mark)\d{3})*")
_POWER = re.compile(r"(?P<base>\d+(?:[.,]\d+)*)(?:\^|\*\*)\{?(?P<power>-?\d+)")
_SCALE_LETTER = re.compile(r"(?P<letter>k|K|M|bn|B|T)(?![\w])")
_LETTERS = {"k": 10**3, "K": 10**3, "M": 10**6, "bn": 10**9, "B": 10**9, "T": 10**12}
_SIGN = re.compile(r"(?:(?:^|(?<=[\s(\[{=:;,]))[-−]|\b(?P<word>minus|negative|moins|negativ\w*)\s+)$", re.IGNORECASE)
_SUBTRACTED = re.compile(r"[\d)\]%]\s*$")
_RATIO = re.compile(r"(?<![\d./])(\d{1,9})\s?[/⁄]\s?(\d{1,9})(?![\d./])")
_PERCENT = re.compile(r"(?<![\w.,])(\d+(?:[.,]\d+)?)\s?(?:%|percent|per\scent|prozent|pour\scent)", re.IGNORECASE)
# Labels of our records are names, and count nothing; P50, P75 and P95 are percentiles.
_LABEL = re.compile(r"(?<!\w)(?:[CESX]\d{1,4}|P(?!50|75|9\d)\d{1,4})(?!\w)")
_LONGEST, _POWERS = 60, 120
# What no reader takes numbers from: an encoding or a hash, letters and digits in turn.
_ENCODED = re.compile(r"(?<![\w+/])(?=[A-Za-z+/]*\d)(?:[A-Za-z+/]+\d+|\d+[A-Za-z+/]+){3,}[\w+/]*={0,2}")
_SHORTEST_ENCODED = 16
_MOST_COMPARED = 12  # numbers of a sentence whose ratios are looked at
_KEYCAPS = {"🔟": " 10 ", "💯": " 100 "}
_LOOK_ALIKES = str.maketrans("аеорсхуіјѕԁһӏոкмтгνοιυρκτεαγχω", "aeopcxyijsdhlnkmtrvoiupkteayxw")
_EAST_UNITS = {10: 1, 100: 2, 1000: 3}

Form = Literal["digits", "characters", "words"]


@dataclass(frozen=True, slots=True)
class Figure:
    """said: as it stands. keys: digits, one of which has to stand in a text that holds it; values: numbers, one of which it may state.

    term: a small number in a compound ("a two-phase commit"), which names something and counts nothing. ratio: how many times one thing is
    another.
    """

    said: str
    form: Form
    keys: frozenset[str] = frozenset()
    values: frozenset[Fraction] = frozenset()
    term: bool = False
    ratio: bool = False


class HeldFigures:
    """The figures of a text that sentences are held against."""

    def __init__(self, text: str) -> None:
        seen = readable(text)
        self._encoded = frozenset(_encoded(seen))
        self._text = _LABEL.sub(" ` ", _without(seen, self._encoded))

    @cached_property
    def numbers(self) -> frozenset[str]:
        """Numbers in digits as they stand, with the parts of those that are longer."""
        found = _DIGITS.findall(self._text)
        return frozenset([*map(_key, found), *(part for each in found for part in _PART_OF_IT.findall(each.translate(_PLAIN)))])

    @cached_property
    def _runs(self) -> tuple[str, ...]:
        """Numbers with nothing but a space between; fewer of them may be repeated."""
        return tuple(f" {key} " for key in self.numbers if " " in key)

    @cached_property
    def values(self) -> frozenset[Fraction]:
        """What the figures of the text may state, with and without their signs."""
        every = {value for figure in _figures(self._text) for value in figure.values}
        every |= {reading for match in _PART_OF_IT.finditer(self._text) for reading in _readings(match[0])}
        every |= {reading / 100 for number in _PERCENT.findall(self._text) for reading in _readings(number)}
        every |= {Fraction(int(top), int(below)) for top, below in _RATIO.findall(self._text) if int(below)}
        return frozenset(every | {abs(value) for value in every})

    @cached_property
    def _words(self) -> str:
        return " ".join(self._text.casefold().split())

    def missing(self, text: str) -> tuple[Figure, ...]:
        """The figures of a sentence that are not held; a ratio of two numbers that it names and that are held is held by them."""
        every = figures(_without(text, self._encoded))
        held = [figure for figure in every if self.hold(figure) and not figure.term]
        counted = {value for figure in held if not figure.ratio for value in figure.values if value}
        ratios = {one / other for one in counted for other in counted} if len(counted) < _MOST_COMPARED else set()
        return tuple(
            dict.fromkeys(each for each in every if not self.hold(each) and not (each.ratio and not each.values.isdisjoint(ratios)))
        )

    def hold(self, figure: Figure) -> bool:
        """Whether the text has the same number, or the figure counts nothing."""
        if figure.term or not figure.keys.isdisjoint(self.numbers) or any(f" {key} " in run for key in figure.keys for run in self._runs):
            return True
        if figure.values:
            return not figure.values.isdisjoint(self.values)
        said = " ".join(figure.said.casefold().split())
        return re.search(rf"(?<!\w){re.escape(said)}(?!\w|[.,]\d)", self._words) is not None


def _encoded(text: str) -> Iterator[str]:
    """Words that are an encoding of something else, so that a number in them was stated by nobody."""
    yield from (match[0] for match in _ENCODED.finditer(text) if len(match[0]) >= _SHORTEST_ENCODED)


def _without(text: str, words: frozenset[str]) -> str:
    return re.sub(_ENCODED, lambda match: " ` " if match[0] in words else match[0], text) if words else text


def figures(text: str) -> tuple[Figure, ...]:
    """The numbers of a text, in no order that matters; `one`, `first`, `second` and the like are none."""
    return tuple(_figures(readable(text)))


def labels(text: str) -> tuple[str, ...]:
    """What is written as a label of a record: a name with digits, and no number."""
    return tuple(_LABEL.findall(readable(text)))


def readable(text: str) -> str:
    """The text as it is seen: without characters that show nothing, letters of other forms as the plain ones."""
    if text.isascii():
        return text
    return "".join(map(_seen, unicodedata.normalize("NFC", text)))


def _seen(ch: str) -> str:
    if ch.isascii():
        return ch
    kind = unicodedata.category(ch)
    if kind in ("Cf", "Mn", "Me"):
        return ""
    if kind == "Zs":
        return " "
    if kind == "Pd" or ch == "−":
        return "-" if ch in "‐‑−" else ch
    if kind[0] == "N":
        return ch
    plain = unicodedata.normalize("NFKC", ch)
    return plain if plain.isascii() and plain.isalpha() else _KEYCAPS.get(ch, ch)


def _figures(text: str) -> Iterator[Figure]:
    language = language_of(text)
    found = list(phrases(_latin(text), language))
    taken = [(phrase.start, phrase.end) for phrase in found if phrase.digits]
    for phrase in found:
        yield _of_phrase(text, phrase)
    for match in _DIGITS.finditer(text):
        if not any(start <= match.start() < end for start, end in taken):
            yield from _of_digits(text, match)
    yield from _of_characters(text)


def _latin(text: str) -> str:
    """Words in which letters of other alphabets stand among Latin ones, as they look. Of the same length."""
    if text.isascii():
        return text
    return re.sub(r"[^\W\d_]+", lambda match: match[0].translate(_LOOK_ALIKES) if _mixed(match[0]) else match[0], text)


def _mixed(word: str) -> bool:
    return not word.isascii() and any("a" <= ch <= "z" or "A" <= ch <= "Z" for ch in word)


# ---- words -----------------------------------------------------------------------------------------------------


def _of_phrase(text: str, phrase: Phrase) -> Figure:
    values, said = phrase.values, text[phrase.start : phrase.end]
    if _signed(text, phrase.start):
        values, said = frozenset(-value for value in values), f"minus {said}"
    return Figure(said, "words", values=values, term=phrase.term, ratio=phrase.ratio)


def _signed(text: str, start: int) -> bool:
    """Whether a minus stands before a number, and not between two."""
    before = text[max(0, start - 24) : start]
    sign = _SIGN.search(before)
    return sign is not None and not (sign["word"] and _SUBTRACTED.search(before[: sign.start()]))


# ---- digits ----------------------------------------------------------------------------------------------------


def _of_digits(text: str, match: re.Match[str]) -> Iterator[Figure]:
    said = match[0]
    label = _LABEL.search(text, max(0, match.start() - 1), match.end())
    if label is not None and label.end() == match.end():
        return  # whether it names a record is asked elsewhere
    if _RUN.fullmatch(said):
        yield from _of_run(said)
        return
    plain = said.isascii() and said.isdigit() and (said == "0" or said[0] != "0")
    figure = Figure(said, "digits", frozenset((said, _key(said))), frozenset(_readings(said)) if plain else frozenset())
    letter = _SCALE_LETTER.match(text, match.end())
    if letter and said[-1].isdigit() and said.isascii():
        values = frozenset(reading * _LETTERS[letter["letter"]] for reading in _readings(said))
        yield replace(figure, said=f"{said}{letter['letter']}", keys=frozenset(), values=values)
    elif _signed(text, match.start()) and (readings := _readings(said)):
        yield Figure(f"-{said}", "digits", values=frozenset(-reading for reading in readings))
    else:
        yield figure


def _of_run(said: str) -> Iterator[Figure]:
    """Numbers with nothing but a space between, which may be read as one."""
    values = frozenset(_readings(said))
    yield Figure(said, "digits", frozenset((_key(said),)), values)


def _key(said: str) -> str:
    """A number in digits as it is looked for: in one writing of powers, of spaces and of large and small letters."""
    power = re.match(rf"(\d+(?:[.,]\d+)*)([{_SUPERSCRIPT}]+)$", said)
    if power:
        return f"{power[1]}^{power[2].translate(_PLAIN)}"
    return re.sub(r"[ '’_·]", " ", said.translate(_PLAIN).replace("**", "^").replace("{", "").casefold())


def _readings(said: str) -> Iterable[Fraction]:
    """What a number in digits may state: with marks between groups, or before decimals."""
    if len(said) > _LONGEST or not said.isascii():
        return
    power = _POWER.fullmatch(said)
    if power is not None and abs(int(power["power"])) <= _POWERS and len(power["base"]) <= 4:
        for base in _readings(power["base"]):
            if base:
                yield base ** int(power["power"])
        return
    head, _, exponent = said.lower().partition("e")
    factor = Fraction(10) ** int(exponent) if re.fullmatch(r"[+-]?\d{1,3}", exponent) and abs(int(exponent)) <= _POWERS else Fraction(1)
    if _GROUPED.fullmatch(head) and not re.fullmatch(r"\d+\.\d{3}", head):
        yield Fraction(re.sub(r"\D", "", head)) * factor
    if re.fullmatch(r"\d+(?:\.\d+)?", head):
        yield Fraction(head) * factor
    elif re.fullmatch(r"\d+,\d+", head) and not _GROUPED.fullmatch(head):
        yield Fraction(head.replace(",", ".")) * factor


# ---- characters ------------------------------------------------------------------------------------------------

_OTHER = re.compile(r"[^\x00-\x7f]+")


def _of_characters(text: str) -> Iterator[Figure]:
    """Characters that are numbers, one by one or, where they are digits beside each other, together."""
    for other in _OTHER.finditer(text):
        run = ""
        for at, ch in enumerate(other[0] + " ", start=other.start()):
            counts = _counts(ch)
            if run and (not counts or _east(ch) != _east(run[-1])):
                yield from _of_run_of_characters(text, at - len(run), run)
                run = ""
            run += ch if counts else ""


def _counts(ch: str) -> bool:
    if ch.isascii() or ch.isdecimal() or ch in _SUPERSCRIPT + _SUBSCRIPT:
        return False
    return unicodedata.numeric(ch, None) is not None


def _east(ch: str) -> bool:
    return unicodedata.category(ch) == "Lo" or ch == "〇"


def _of_run_of_characters(text: str, start: int, run: str) -> Iterator[Figure]:
    values = [Fraction(unicodedata.numeric(ch)).limit_denominator(1000) for ch in run]
    if _east(run[0]):
        number = _eastern([int(value) for value in values])
        if number != 1:
            yield Figure(run, "characters", values=frozenset((Fraction(number),)))
    elif len(run) > 1 and all(value < 10 and value.denominator == 1 for value in values):
        yield Figure(run, "characters", values=frozenset((Fraction("".join(str(value) for value in values)),)))
    else:
        before = re.search(r"(?<![\d.,])\d{1,9} ?$", text[max(0, start - 10) : start])
        whole = Fraction(before[0].strip()) if before and values[0] < 1 and before[0].strip().isascii() else Fraction(0)
        for ch, value in zip(run, values, strict=True):
            yield Figure(ch, "characters", values=frozenset((whole + value,)))


def _eastern(values: list[int]) -> int:
    """A number in Chinese characters, by its units or, without any, digit by digit."""
    if all(value < 10 for value in values):
        return int("".join(map(str, values)))
    whole = section = current = 0
    for value in values:
        if value in _EAST_UNITS:
            section, current = section + (current or 1) * value, 0
        elif value >= 10_000:
            whole, section, current = whole + (section + current or 1) * value, 0, 0
        else:
            current = value
    return whole + section + current
