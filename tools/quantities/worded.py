"""A quantity whose number is written in words: cardinals, multiples, halves and ordinals of the text's own language."""

from __future__ import annotations

import re
from fractions import Fraction

from tools.quantities.attached import measured
from tools.quantities.quantity import Quantity, coarse_of
from tools.quantities.units import TIMES
from tools.records import Span

AFTER = re.compile(r"[^\S\n]*[-\s\u00a0]?([^\W\d_]+)")
Tables = tuple[dict[str, int], dict[str, int], dict[str, int]]
# "half a million", "a quarter of a million", "eine halbe Million", "un demi-million", "un quart de million".
_PART = re.compile(r"(?:half\san?|(?P<quarter>quarter\sof\san?|viertel|quart\sde)|halbe[sn]?|demi)[\s-](?P<scale>[^\W\d_]+)", re.IGNORECASE)


def worded(text: str, token: re.Match[str], tables: Tables, end: int) -> Quantity | None:
    """A number in words that begins at a word."""
    words, multiples, positions = tables
    first = token["word"].lower()
    for suffix in ("fold", "fach", "fache", "fachen", "mal"):
        if first.endswith(suffix) and first.removesuffix(suffix) in words:
            value = Fraction(words[first.removesuffix(suffix)])
            span = Span(start=token.start(), end=token.end())
            return Quantity(span, span, value, Fraction(1, 2), coarse_of(value, Fraction(1, 2)), TIMES, style="words")
    part = _PART.match(text, token.start(), end)
    if part is not None and (scale := part["scale"].lower()) in multiples:
        value, span = Fraction(multiples[scale], 4 if part["quarter"] else 2), Span(start=token.start(), end=part.end())
        quantity = Quantity(span, span, value, Fraction(1, 2), coarse_of(value, Fraction(1, 2)), style="words")
        return measured(text, quantity, part.end(), end)
    if first in ("a", "an", "half") or (first not in words and first not in positions and first not in ("quatre", "vingt")):
        following = re.compile(r"[\s-](\w+)").match(text, token.end(), end)
        if first not in ("a", "ein", "eine") or following is None or following.group(1).lower() not in multiples:
            return None
        if following.group(1).lower() in ("cent", "cents"):
            return None
    return _composed(text, token, tables, end)


def _composed(text: str, token: re.Match[str], tables: Tables, end: int) -> Quantity | None:
    words, multiples, positions = tables
    joined = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+){1,3}").match(text, token.start(), end)
    whole, current, stop, last = 0, 0, token.start(), 0
    if joined:
        parts = joined.group().split("-")
        for size in range(len(parts), 1, -1):
            head = "-".join(parts[:size]).lower()
            if head in positions:
                return _ordinal(text, token.start(), token.start() + len(head), positions[head])
            if head in words:
                current, stop, last = words[head], token.start() + len(head), words[head]
                break
    step = re.compile(r"(?P<gap>\s(?:and|et|und)\s|\s|-)?(?P<word>[^\W\d_]+)")
    while (match := step.match(text, stop, end)) is not None:
        word = match["word"].lower()
        linked = (match["gap"] or "").strip(" -") != ""
        if stop > token.start() and match["gap"] is None:
            break
        if word in words and not (linked and last not in multiples.values()):
            follows = stop == token.start() or last >= 100 or (20 <= last < 100 and last % 10 == 0 and words[word] < 10)
            if not follows:
                break
            current, last = current + words[word], words[word]
        elif word in multiples and not linked and (current or last or word not in ("dozen",)) and stop > token.start():
            factor = multiples[word]
            if factor == 100 or factor == 12:
                current = max(current, 1) * factor
            else:
                whole, current = whole + max(current, 1) * factor, 0
            last = factor
        elif word in positions and stop == token.start():
            return _ordinal(text, match.start("word"), match.end("word"), positions[word])
        elif not (stop == token.start() and word in ("a", "ein", "eine")):
            break
        stop = match.end()
    value = Fraction(whole + current)
    if stop == token.start() or (value == 0 and text[token.start() : stop].lower() not in ("zero", "null", "zéro", "cero", "nul")):
        return None
    span = Span(start=token.start(), end=stop)
    half = _AND_HALF.match(text, stop, end)
    if half is not None:
        scale = AFTER.match(text, half.end(), end)
        factor = multiples.get(scale.group(1).lower(), 1) if scale is not None else 1
        stop = scale.end() if scale is not None and factor > 1 else half.end()
        span, value = Span(start=token.start(), end=stop), (value + Fraction(1, 2)) * factor
    quantity = Quantity(span, span, value, Fraction(1, 4) if half else Fraction(1, 2), coarse_of(value, Fraction(1, 2)), style="words")
    return measured(text, quantity, stop, end)


_AND_HALF = re.compile(r"\s(?:and|und|et)\s(?:a\s|ein\s)?(?:half|halb\w*|demie?)(?![^\W\d_])", re.IGNORECASE)
_PART_OF = re.compile(r"(?:half|(?:third|quarter|tenth|hundredth|thousandth)\sof|fraction\sof)\sa\s$", re.IGNORECASE)


def _ordinal(text: str, start: int, stop: int, value: int) -> Quantity | None:
    second = text[start:stop].lower() == "second"
    if second and (re.compile(r"\s*[,.;]|-").match(text, stop) or _PART_OF.search(text, max(0, start - 16), start)):
        return None
    span = Span(start=start, end=stop)
    return Quantity(span, span, Fraction(value), Fraction(1, 2), Fraction(1, 2), style="words", ordinal=True)
