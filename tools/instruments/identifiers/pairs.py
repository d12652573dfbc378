"""Defaults that a sentence tells by setting a name and a value side by side, in whatever order and with whatever words of default.

A sentence is read as names, values and marks of a default. A value belongs to the name that only words of linking part it from
("`atol` is 1e-08", "`delete`, true", "0.9 for `momentum`"), or, where the mark stands directly beside the value, to the last name before it
("keeps `maxsize` results, 128 unless told otherwise"). The pair counts where a mark is its neighbour, or the neighbour of a pair that is
coordinated with it, or where the list that it stands in is announced as one of defaults.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tools.instruments.identifiers.announced import marks
from tools.instruments.identifiers.statements import DENIED, LATER, NUMBER, NUMBER_WORDS, Statement, parse_value
from tools.records import Span

_TOKEN = re.compile(
    rf"`(?P<given>[A-Za-z_]\w*)\s?=(?!=)\s?(?P<gives>[^`\n]{{1,60}})`"
    rf"|`(?P<code>[^`\n]{{1,60}})`"
    rf"|(?P<text>\"[^\"\n]{{0,30}}\"|“[^”\n]{{0,30}}”|(?<!\w)'[^'\n]{{0,30}}'(?!\w))"
    rf"|(?P<tuple>\((?:{NUMBER},\s*)+{NUMBER}\))"
    rf"|(?<![\w.,/^$€#+-])(?P<number>{NUMBER})(?![\w/^%°]|[.,]\d|\s?(?:%|[KMGT]i?B\b|ms\b|µs\b|percent\b|Prozent\b|:\d))"
    rf"|(?<![\w./])(?P<name>[A-Za-z]\w*_\w+)(?![\w/(.])"
    rf"|(?<![\w.])(?P<truth>True|False|None|true|false)\b(?!-)"
    rf"|\b(?:argument|parameter|option|keyword|setting|Parameter|Argument|paramètre)\s+(?P<called>[a-z]\w*)\b"
    rf"|\b(?:no|kein\w*|aucune?)\s+(?P<lacking>[a-z]\w+)\s+(?:is|are|ist|wird|n['’]est)\b"
    rf"|[(\[](?P<bracketed>[a-z]\w*)(?=\s+[`'\"\d])"
    rf"|\b(?P<word>{NUMBER_WORDS})\b(?!-)",
)
# Words before a number that make it a number of something else.
_NUMBERED = re.compile(
    r"\b(?:Python|NumPy|numpy|pandas|PyTorch|torch|SciPy|version|release|chapter|section|table|figure|step|page|row|line|since|line|lines"
    r"|protocol|all|alle|toutes?\s+les|tous\s+les|Kapitel|Abschnitt|Tabelle|Zeile|Seite|chapitre|tableau|ligne)\s+(?:v\.?\s*)?$",
    re.IGNORECASE,
)
# A number of things that a call returns is the value of no argument ("If no bins are given, it returns 2 arrays").
_RETURNED = re.compile(r"\b(?:returns|liefert|renvoie)\s+$", re.IGNORECASE)
_THINGS = re.compile(r"\s+(?:arrays?|values?|lists?|tuples?|tensors?|objects?|things|Felder|Werte|Listen|tableaux|valeurs|listes)\b")
_LINKS = (
    r"is|are|be|being|equals?|of|to|at|as|has|have|with|takes?|the|a|an|its|value|defaults?|by|set|stands?|which|that|also|only|simply"
    r"|already|still|otherwise|usually|normally|just|per|both|then|again|left|argument|parameter|option|keyword|setting|flag|seconds"
    r"|ist|hat|sind|den|dem|der|die|das|ein|eine|einen|Wert|Standardwert|Vorgabe|Vorgabewert|Voreinstellung|standardmäßig|auf|mit|gleich"
    r"|beträgt|lautet|steht|voreingestellt|von|Haus|aus|est|vaut|a|pour|valeur|par|défaut|égale?|à|de|la|le|qui|fixée?|réglée?"
)
_RELEASE = r"\b(?:in|as\s+of|since|bei|dans|en)\s+(?:Python|NumPy|numpy|pandas|PyTorch|torch|version|release)\s+v?\d[\w.]*|\([^()]{0,30}\)"
_LINK = re.compile(rf"(?:[\s,:(\[=–—→-]|{_RELEASE}|\b(?:{_LINKS}|whose|its|dessen|deren|dont)\b)*", re.IGNORECASE)
_FOR = re.compile(r"\s+(?:for|as|für|bei|pour)\s+(?:(?:the|its|an?|die|den|das|le|la)\s+)?", re.IGNORECASE)
_NOUN = re.compile(r"\s*(?:[a-zäöüéè]+\s*)?[,(]?\s*", re.IGNORECASE)
_COORDINATED = re.compile(
    r"[\s,;()\[\]–—-]*(?:(?:and|or|while|whereas|but|und|oder|während|et|ou|tandis\s+que|its|the|die|der|das|la|le|as\s+well\s+as)\b[\s,]*)*",
    re.IGNORECASE,
)
# What is passed, chosen or supposed is no default.
_VERBS = (
    r"pass\w*|us(?:e|es|ed|ing)|set|sets|setting|try|giv(?:e|es|ing|en)|add\w*|choos\w+|writ\w+|call\w*|need\w*|want\w*|make\w*|turn\w*"
    r"|setz\w*|nimm\w*|übergib\w*|passe\w*|mettez|choisi\w+"
)
_CODE = r"(?:`[\w.]+`\(?\s?)?[(]?$"
_GIVEN = re.compile(rf"\b(?:{_VERBS}|only|nur|seulement)\s+{_CODE}", re.IGNORECASE)
_PASSED = re.compile(
    rf"\b(?:{_VERBS}|with|via|by|through|unless|only|if|when|instead\s+of|rather\s+than|for|mit|durch|nur|wenn|bei|avec|seulement|si|pour)"
    rf"\s+{_CODE}",
    re.IGNORECASE,
)
_ELSEWHERE = re.compile(
    r"\b(?:we|our|us|my|here\s+we|you\s+(?:set|pass|use|want|need)|should|must|recommend\w*|suggest\w*|suppose|say|imagine|chose|choose"
    r"|older|earlier|previous\w*|next|before|until|will|would|wir|unser\w*|soll\w*|muss|nous|notre|nos|doit|devrait)\b|\?",
    re.IGNORECASE,
)
_LEFT_OUT = re.compile(
    r"`?(?:\s+(?:argument|parameter|keyword|option))?\s+(?:is|are|ist|est)\s+(?:not\s+(?:given|passed|set|specified|supplied)|omitted|left\s+out|missing"
    r"|absent|unset|nicht\s+(?:angegeben|gesetzt)|omise?|absente?),\s",
    re.IGNORECASE,
)
_LACKING = re.compile(r"\b(?:(?:if|when|wenn|falls|si)\s+(?:no|kein\w*|aucune?)|without(?:\s+an?)?|ohne|sans)\s+`?$", re.IGNORECASE)
Kind = Literal["name", "value", "both"]


@dataclass(frozen=True)
class _Token:
    """A name, a value, or a setting that has both (`p=v`). callable: a name that stands for something to call."""

    kind: Kind
    span: Span
    written: str
    value: object = None
    callable: bool = False
    inner: Span | None = None


@dataclass(frozen=True)
class _Pair:
    name: str
    value: object
    said: str
    span: Span
    name_span: Span
    value_span: Span
    beside: bool = False
    setting: bool = False
    since: int = 0


def pairs(text: str, within: Span, listed: bool) -> Iterator[Statement]:
    """The defaults that a sentence states. listed: it stands in a list that is announced as one of defaults."""
    there = marks(text, within)
    if not (there or listed):
        return
    tokens = _tokens(text, within)
    paired = [pair for pair in _paired(text, within, tokens, there) if not _apart(text, pair)]
    found = sorted(paired, key=lambda pair: pair.span.start)
    marked = [pair.beside or any(_neighbours(pair.span, mark, tokens) for mark in there) for pair in found]
    for at in (*range(len(found)), *reversed(range(len(found)))):
        beside = [other for other in (at - 1, at + 1) if 0 <= other < len(found) and marked[other]]
        marked[at] = marked[at] or any(_coordinated(text, found[min(at, o)], found[max(at, o)]) for o in beside)
    for pair, is_marked in zip(found, marked, strict=True):
        if (is_marked or (listed and _is_listed(text, within, pair))) and not _against(text, within, pair, there):
            yield Statement(pair.name, pair.value, pair.said, pair.span, pair.name_span, pair.value_span)


def _apart(text: str, pair: _Pair) -> bool:
    """Whether a semicolon parts a name from its value: the value is then of what its own clause names."""
    first, last = sorted((pair.name_span, pair.value_span), key=lambda span: span.start)
    return ";" in text[first.end : last.start]


def last_names(text: str, within: Span) -> list[tuple[str, Span]]:
    """The names of a piece of text that may be parameters or settings, the last first."""
    named = [each for each in reversed(_tokens(text, within)) if each.kind == "name" and "(" not in text[each.span.start : each.span.end]]
    plain = [each for each in named if not each.callable]
    return [(each.written, each.inner or each.span) for each in plain or named]


def _tokens(text: str, within: Span) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(text, within.start, within.end):
        token = _token(text, match)
        if token is not None:
            found.append(token)
    return found


def _token(text: str, match: re.Match[str]) -> _Token | None:
    kind = match.lastgroup
    assert kind is not None
    span = Span(start=match.start(), end=match.end())
    if kind == "gives":
        known, value = parse_value(match["gives"])
        inner = Span(start=match.start("gives"), end=match.end("gives"))
        return _Token("both", span, match["given"], value, inner=inner) if known else None
    written = match[kind]
    inner = Span(start=match.start(kind), end=match.end(kind))
    if kind == "code":
        if re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*(?:\([^()]*\))?", written) and written not in ("True", "False", "None"):
            return _Token("name", span, written.partition("(")[0], callable="." in written or "(" in written, inner=inner)
        known, value = parse_value(written)
        if not known and re.fullmatch(r"[A-Za-z][\w+./-]{0,20}", written):
            known, value = True, written
        return _Token("value", span, written, value) if known else None
    if kind in ("name", "called", "lacking", "bracketed"):
        return _Token("name", inner, written)
    if kind == "number" and _NUMBERED.search(text[max(0, span.start - 20) : span.start]):
        return None
    if kind in ("number", "word") and _RETURNED.search(text[max(0, span.start - 20) : span.start]) and _THINGS.match(text, span.end):
        return None
    known, value = parse_value(written)
    return _Token("value", span, written, value) if known else None


def _paired(text: str, within: Span, tokens: list[_Token], there: list[Span]) -> Iterator[_Pair]:
    """Each value with the name that it belongs to."""
    taken: set[int] = set()
    for at, token in enumerate(tokens):
        if token.kind == "both":
            assert token.inner is not None
            name = Span(start=token.span.start + 1, end=token.span.start + 1 + len(token.written))
            yield _Pair(token.written, token.value, text[token.inner.start : token.inner.end], token.span, name, token.inner, setting=True)
            continue
        left_out = _lacking(text, tokens, at)
        if left_out is not None:
            lacking, since = left_out
            said = token.written.strip("`")
            value = token.value if token.kind == "value" else said
            span = Span(start=lacking.span.start, end=token.span.end)
            yield _Pair(lacking.written, value, said, span, lacking.inner or lacking.span, token.span, beside=True, since=since)
            continue
        value, words = _valued(token, tokens[at - 1] if at else None, text)
        owner, beside = _owner(text, tokens, at, taken, there) if words is not None else (None, False)
        if owner is not None and words is not None:
            first, last = sorted((owner.span, token.span), key=lambda span: span.start)
            span = Span(start=first.start, end=last.end)
            yield _Pair(owner.written, value, words, span, owner.inner or owner.span, token.span, beside)


def _owner(text: str, tokens: list[_Token], at: int, taken: set[int], there: list[Span]) -> tuple[_Token | None, bool]:
    """The name that a value belongs to, and whether a mark of a default says so that stands beside the value."""
    token = tokens[at]
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    free = before is not None and before.kind == "name" and not before.callable and at - 1 not in taken
    if before is not None and free and _LINK.fullmatch(text[before.span.end : token.span.start]):
        taken.add(at - 1)
        return before, False
    if after is not None and after.kind == "name" and _FOR.fullmatch(text[token.span.end : after.span.start]):
        return after, False
    if token.kind == "value" and _is_beside(text, token.span, there):
        return _topic(tokens[:at]), True
    return None, False


def _valued(token: _Token, before: _Token | None, text: str) -> tuple[object, str | None]:
    """The value of a token; a bare word in code marks directly after a name and a link is a text."""
    if token.kind == "value":
        return token.value, token.written.strip("`")
    plain = token.kind == "name" and not token.callable and re.fullmatch(r"[a-z][a-z_+-]*", token.written) is not None
    if plain and before is not None and before.kind == "name" and not before.callable:
        between = text[before.span.end : token.span.start]
        if re.fullmatch(r"[`\s]*(?:is|=|defaults?\s+to|ist|est|vaut)[`\s]*", between):
            return token.written, token.written
    return None, None


def _is_beside(text: str, value: Span, there: list[Span]) -> bool:
    """Whether a mark of a default stands directly before or after a value, one noun between them at most."""
    after = any(mark.start >= value.end and _NOUN.fullmatch(text[value.end : mark.start]) for mark in there)
    return after or any(mark.end <= value.start and re.fullmatch(r"[\s:=(]*", text[mark.end : value.start]) for mark in there)


def _topic(before: list[_Token]) -> _Token | None:
    """The last name before a value, where no other value has been set beside it."""
    last = before[-1] if before else None
    return last if last is not None and last.kind == "name" and not last.callable else None


def _lacking(text: str, tokens: list[_Token], at: int) -> tuple[_Token, int] | None:
    """The name that a sentence begins by leaving out ("if no `mode` is given, ..."), and where that clause ends.

    The token has to be the only other name or value of the sentence.
    """
    others = [each for number, each in enumerate(tokens) if number != at and not each.callable]
    if len(others) != 1 or tokens[at].callable or others[0].kind != "name" or others[0].span.end > tokens[at].span.start:
        return None
    name = others[0].span
    after = _LEFT_OUT.match(text, name.end, tokens[at].span.start)
    lacking = _LACKING.search(text[max(0, name.start - 24) : name.start])
    comma = text.find(",", name.end, tokens[at].span.start)
    if after is None and (lacking is None or comma < 0):
        return None
    return others[0], after.end() if after is not None else comma + 1


def _neighbours(pair: Span, mark: Span, tokens: list[_Token]) -> bool:
    """Whether no other name or value stands between a pair and a mark; what is called does not part them."""
    if pair.start <= mark.start and mark.end <= pair.end:
        return True
    gap = Span(start=min(pair.end, mark.end), end=max(pair.start, mark.start))
    if gap.start > gap.end or len(gap) > 90:
        return False
    return not any(token.span.overlaps(gap) and not token.callable and not token.span.overlaps(pair) for token in tokens)


def _coordinated(text: str, first: _Pair, second: _Pair) -> bool:
    return _COORDINATED.fullmatch(text[first.span.end : second.span.start]) is not None


def _is_listed(text: str, within: Span, pair: _Pair) -> bool:
    """Whether a pair in an announced list stands there for itself: in brackets, or at the end of its line or part."""
    before, after = text[within.start : pair.span.start], text[pair.span.end : within.end]
    inside = before.rstrip(" `").endswith(("(", "[", ":", "|", "–", "—", ",")) or text[pair.span.start] in "([" or not before.strip(" `*-•")
    return inside and re.match(r"[\s`]*(?:[)\],;|.]|$|and\b|und\b|et\b)", after) is not None


def _against(text: str, within: Span, pair: _Pair, there: list[Span]) -> bool:
    if pair.since:
        return spoken_against(text, Span(start=pair.since, end=within.end), pair.value_span, there)
    return spoken_against(text, within, pair.span, there, _PASSED if pair.setting else _GIVEN)


def spoken_against(text: str, within: Span, place: Span, there: list[Span], passed: re.Pattern[str] | None = None) -> bool:
    """Whether the part of the sentence around what is stated speaks of what is wanted, denied, or of another time.

    passed: what must not stand directly before it either.
    """
    before = text[_part(text, within.start, place.start) : place.start]
    after = re.split(r"[;.](?=\s|$)", text[place.end : within.end])[0][:60]
    if passed is not None and passed.search(before):
        return True
    if any(LATER.match(text[end : within.end]) for end in (place.end, *(mark.end for mark in there))):
        return True
    if DENIED.search(before) or DENIED.search(text[place.start : place.end]):
        return True
    marked_after = any(mark.start >= place.end for mark in there)
    return _ELSEWHERE.search(before + (after if not marked_after else "")) is not None


def _part(text: str, start: int, end: int) -> int:
    """Where the part of a sentence begins that ends at a place: a reason that is given stands for itself."""
    edges = re.finditer(r"[;:]\s|\.\s|\b(?:because|weil|denn|parce\s+que)\s", text[start:end])
    last = max((match.end() for match in edges), default=0)
    return start + last
