"""Divides prose into sentences: a full stop ends one unless it belongs to an abbreviation, a number, a name or an ordinal."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tools.layout.lines import stripped
from tools.layout.opening import OPENERS, nouns_capitalised
from tools.layout.vocabulary import listed
from tools.records import Span

_ABBREVIATED = listed(
    """
    e.g i.e cf vs al eg ie etc fig figs eq eqs chap vol pp approx resp dr mr mrs ms prof st jr sr inc ltd dept ca z.b d.h u.a u.u
    o.ä usw bzw vgl abb nr bspw sog ggf evtl inkl exkl s.o s.u mio mrd tsd kap hrsg zb dh p.ex env éd n.b q.v viz hr sra dra mme mmes
    mlle ej p.ej
    pág núm ee.uu ecc pag jan feb aug sep sept oct nov dec okt dez a.m p.m w.r.t i.i.d a.k.a u.s u.k ph.d b.sc m.sc
    """
)
_BEFORE_NUMBER = listed(
    """
    no nos sect éq pl min max sec secs est art abs es sig app tab std avg ref refs av ed eds mar jun jul p ch bd ex
    """
)
_UNITS = listed("ms min sec secs")  # behind a figure: units, no titles and no names of something numbered
_ENDING = listed("etc usw al ecc inc ltd jr u.s u.k a.m p.m ph.d")
_MARK = re.compile(r"(?:[.?!…]+(?:[\"'”’»)\]*_`]|[ \u00a0\u202f]»)*(?=\s|$))|[。！？]|\n[ \t]*\r?\n|:(?=\s*\r?\n)")
_BEFORE = re.compile(r"(?:[^\W\d_]\.)*[^\W_]+$")
_MONTH = re.compile(
    r"\s*(?:Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember|Jahrhundert|Kapitel|Auflage|Zeile|Schicht|Schritt)\b"
)
_NEXT = re.compile(r"\s*[\"'“„‘«(\[*_`]*(\S)")
_LINE = 160
_FIGURE = re.compile(r"\d+")
# Beyond these a piece of text is data that lost its form, or made to keep whoever reads it busy, and states nothing.
_LONGEST, _FIGURES = 2_000, 80


def sentences(text: str, span: Span) -> tuple[Span, ...]:
    """Spans of the sentences of text[span], in order, without the white space between them.

    What is longer than a sentence can be is cut at white space, and a piece that is nothing but figures upon figures is none, so that
    reading a chapter sentence by sentence takes time in proportion to its length.
    """
    return tuple(piece for whole in _divided(text, span) for piece in _cut(text, whole) if not _is_data(text, piece))


def _cut(text: str, piece: Span) -> Iterator[Span]:
    """The piece, or parts of it that end at white space and are no longer than a sentence."""
    start = piece.start
    while piece.end - start > _LONGEST:
        blank = next((at for at in range(start + _LONGEST, start, -1) if text[at].isspace()), start + _LONGEST)
        yield stripped(text[start:blank], start)
        start = blank
    yield stripped(text[start : piece.end], start)


def _is_data(text: str, piece: Span) -> bool:
    return len(piece) == 0 or (len(piece) > _FIGURES and sum(1 for _ in _FIGURE.finditer(text, piece.start, piece.end)) > _FIGURES)


def _divided(text: str, span: Span) -> tuple[Span, ...]:
    german = nouns_capitalised(text[span.start : span.end])
    found: list[Span] = []
    begin = span.start
    for line_end in [*_line_ends(text, span), span.end]:
        for mark in _MARK.finditer(text, begin, line_end):
            if mark.start() >= begin and _ends(text, begin, mark, line_end, german):
                found.append(stripped(text[begin : mark.end()], begin))
                begin = mark.end()
        found.append(stripped(text[begin:line_end], begin))
        begin = line_end
    return tuple(piece for piece in found if len(piece))


def _line_ends(text: str, span: Span) -> list[int]:
    """Ends of lines that are paragraphs of their own: long ones were not wrapped."""
    ends, at = [], span.start
    for end in re.compile(r"\r\n|\n|\r").finditer(text, span.start, span.end):
        if end.start() - at > _LINE:
            ends.append(end.end())
        at = end.end()
    return ends


def _ends(text: str, begin: int, mark: re.Match[str], stop: int, german: bool) -> bool:
    """True where the mark ends a sentence."""
    words = mark.group()
    if words[0] in "。！？\n:":
        return True
    following = _NEXT.match(text, mark.end(), stop)
    if following is None:
        return True
    first = following.group(1)
    if first in "=≈+*/×·^<>" and text[mark.start() - 1 : mark.start()].isalnum():
        return False
    if first.islower() and not re.match(r"\s*[a-z]\w*[._(=]\w", text[mark.end() : mark.end() + 60]):
        return False
    if words[0] != "." or words.startswith(".."):
        return (words[0] != "…" and not words.startswith("..")) or first.isupper()
    before = _BEFORE.search(text, max(begin, mark.start() - 24), mark.start())
    return before is None or not _abbreviates(before.group(), text, begin, before.start(), mark.end(), german)


def _abbreviates(word: str, text: str, begin: int, at: int, end: int, german: bool) -> bool:
    """True where the full stop behind `word` belongs to it and the sentence goes on."""
    lowered = word.lower()
    after = re.compile(r"\s*[\"'“„(]*([\w’'-]+)").match(text, end)
    opener = after is not None and after.group(1) in OPENERS
    if word in _UNITS and re.search(r"\d\s?$", text[max(begin, at - 3) : at]):
        return False
    if lowered in _ABBREVIATED:
        return not (lowered in _ENDING and opener)
    if lowered in _BEFORE_NUMBER:
        return re.compile(r"\s*[\d(]").match(text, end) is not None
    if len(word) == 1 and word.isalpha() and word.islower():
        return re.compile(r"\s*(?:[A-Za-z]|ex)\.").match(text, end) is not None
    if len(word) == 1 and word.isalpha():
        return word.isascii() and not (opener and word != "I")
    if word.isdigit() and len(word) <= 3:
        if not text[begin:at].strip(" \t\r\n*-"):
            return True
        return _MONTH.match(text, end) is not None or (
            german and len(word) <= 2 and not opener and text[at - 1 : at] != "," and text[at - 1 : at] != "."
        )
    return False
