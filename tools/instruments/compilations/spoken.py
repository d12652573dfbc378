# ruff: noqa: E501 - a pattern over a sentence is read in one piece
"""What sentences say of compilations: how many graphs there are in the end, and what one call of several does.

In English, with the plainest German and French forms.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from tools.records import Span

_WORDS = {
    "no": 0, "zero": 0, "one": 1, "a single": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12, "once": 1, "twice": 2, "thrice": 3, "einen": 1, "eine": 1, "ein": 1, "zwei": 2, "drei": 3,
    "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4,
    "fünfmal": 5, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "huit": 8, "dix": 10, "une fois": 1,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
    "eleventh": 11, "twelfth": 12, "last": -1, "erste": 1, "zweite": 2, "dritte": 3, "vierte": 4, "fünfte": 5, "neunte": 9, "letzte": -1,
    "premier": 1, "deuxième": 2, "troisième": 3, "quatrième": 4, "dernier": -1,
}  # fmt: skip
_NUMBER = rf"\d{{1,3}}|{'|'.join(sorted((w for w in _WORDS if ' ' not in w and w not in ('once', 'twice', 'thrice', 'einmal', 'no')), key=len, reverse=True))}"
_TIMES = rf"(?:(?:just|only|exactly|precisely|nur|genau|exactement)\s+)?(?P<times>once|twice|thrice|einmal|zweimal|dreimal|viermal|fünfmal|(?:{_NUMBER})\s+(?:times|Mal|fois))"
_THING = r"(?:graphs?|compilations?|cache\s+entr(?:y|ies)|entries|compiled\s+(?:versions?|variants?|graphs?)|Graphen?|Kompilierung(?:en)?|Übersetzung(?:en)?|graphes?)"
_BACKEND = r"(?:backend|counter|compiler|Backend)"
_TOTALS_OF_PARTICIPLES = re.compile(rf"\b{_TIMES}\s+(?:neu\s+)?(?:kompiliert|übersetzt|compilée?s?)\b", re.IGNORECASE)
_AGAIN = re.compile(
    rf"\b(?:recompiles?|recompiled|neu\s+kompiliert|recompilée?)\s+{_TIMES}(?![\w-]|\s+(?:for|per)\b)|\b(?P<count>{_NUMBER}|no)\s+(?:further\s+|more\s+)?(?:recompilations?|Neuübersetzung(?:en)?|recompilations?)\b",
    re.IGNORECASE,
)
_TOTALS = (
    re.compile(
        rf"\b(?:compiles?|compiled|kompiliert|übersetzt|compile)\s+(?:`[\w.]+`\s+|it\s+)?{_TIMES}(?![\w-]|\s+(?:for|per)\b)", re.IGNORECASE
    ),
    re.compile(
        rf"\b{_BACKEND}\s+(?:\w+\s+)?(?:has\s+been|is|was|gets|had\s+been|wird|wurde|est)\s+(?:called|handed\s+a\s+graph|aufgerufen|appelé)\s+{_TIMES}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:makes?|holds?|has|have|leaves?|there\s+(?:is|are)|produces?|yields?|ends?\s+(?:up\s+)?with|results?\s+in|costs?|needs?|takes?|makes|contains?|entstehen|gibt\s+es|hat|enthält|a|contient|il\s+y\s+a)\s+(?:(?:just|only|exactly|altogether|in\s+all|nur|genau|made|makes)\s+)*(?P<count>{_NUMBER}|a\s+single)\s+(?:(?:different|separate|distinct|cached|such)\s+)?{_THING}(?!\s+(?:break|for\s+the\s+(?:value|length|first|size)|and\s+(?:one|a\s+second)))",
        re.IGNORECASE,
    ),
    re.compile(rf"\b(?P<count>{_NUMBER})\s+{_THING}\s+(?:is|are)\s+(?:all|enough|made|compiled|kept|the\s+result)\b", re.IGNORECASE),
)
_EACH = re.compile(
    rf"\b(?:one\s+{_THING}|compile[sd]?\s+(?:`[\w.]+`\s+)?once|once|a\s+{_THING})\s+(?:for|per)\s+(?:each|every)(?:\s+(?:one\s+)?of\s+the)?(?:\s+(?P<count>{_NUMBER}))?\s+(?:different\s+|distinct\s+|new\s+)?(?:values?|lengths?|sizes?|strings?|calls?|shapes?|labels?|inputs?)\b(?!\s+(?:that|which|with|whose))",
    re.IGNORECASE,
)
_SUM = re.compile(
    rf"\bone\s+{_THING}\s+for\s+[^,.;]+,\s+(?:and\s+)?(?P<more>(?:one|another)\s+for\s+[^,.;]+)(?P<third>,?\s+(?:and\s+)?(?:one|another)\s+for\s+[^,.;]+)?(?:,?\s+and\s+(?:none|no\s+more|nothing)\b[^.;]*)",
    re.IGNORECASE,
)
_MADE = r"(?:compiles?(?:\s+(?:again|anew|once\s+more))?\b(?!\s+(?:nothing|no))|recompiles?\b|(?:costs?|needs?|makes?|gets?|triggers?|causes?|requires?)\s+(?:yet\s+)?(?:a|an|another|the|its\s+own|one)\s+(?:(?:new|second|third|fourth|fresh|further|separate|more|first)\s+)*(?:re)?(?:compilation|graph)\b|kompiliert|übersetzt|recompile)"
_KEPT = r"(?:reuses?\b|is\s+served\s+(?:by|from)|are\s+served\s+(?:by|from)|hits?\s+the\s+cache|finds?\s+(?:the|an|its)\s+(?:\w+\s+)?(?:entry|graph)|(?:does|do)\s+not\s+(?:re)?compile|compiles?\s+nothing|(?:makes?|needs?|costs?|triggers?|causes?)\s+no\s+(?:new\s+|further\s+|second\s+)?(?:re)?(?:compilation|graph)|runs?\s+(?:the|with\s+the)\s+(?:same|existing|first|cached)\s+graph|verwendet\s+den|réutilise)"
_ORDINAL = "|".join(_ORDINALS)
_BY_PLACE = re.compile(
    rf"\b(?:the\s+|der\s+|le\s+)?(?:(?P<ordinal>{_ORDINAL})\s+(?:call|Aufruf|appel)|call\s+(?:number\s+|no\.\s*)?(?P<number>\d{{1,2}}))\b(?P<between>[^.;:]{{0,60}}?)\b(?:(?P<made>{_MADE})|(?P<kept>{_KEPT}))",
    re.IGNORECASE,
)
_BY_VALUE = re.compile(
    rf"\b(?:(?:the\s+)?(?:call|input|tensor|vector|batch)\s+(?:with|of|for)\s+(?:the\s+)?(?:length|size|batch\s+size|value)?\s*|(?:the\s+)?(?:length|size|batch|value|label)\s+(?:of\s+)?|`?\b[a-z]\w*\s*=\s*)(?P<value>{_NUMBER})`?(?P<between>[^.;:,\d]{{0,40}}?)\b(?:(?P<made>{_MADE})|(?P<kept>{_KEPT}))",
    re.IGNORECASE,
)
_SO_IS = re.compile(
    rf",?\s+(?:and\s+)?so\s+(?:is|does)\s+(?:the\s+)?(?:call|input|batch|length|size)\s+(?:of\s+|with\s+)?(?P<value>{_NUMBER})\b",
    re.IGNORECASE,
)
_EXPRESSION = re.compile(r"`(?P<code>(?P<name>[A-Za-z_]\w*)\([^`\n]*\))`")
_OPEN = re.compile(
    r"\b(?:would|could|might|may|should|had|suppose|imagine|if|unless|whether|without|were|expect\w*|think\w*|tempting|seem\w*|before|until|instead|not\s+(?:necessarily|yet)"
    r"|würde|könnte|wenn|falls|angenommen|ohne|serait|si|sans|about|roughly|at\s+most|at\s+least|up\s+to|more\s+than|fewer\s+than|less\s+than)\b|\?",
    re.IGNORECASE,
)
# Where a sentence goes on to compare what it says with another case.
_ANOTHER = re.compile(r"[;:]\s|,\s+(?:exactly\s+|just\s+)?(?:as|whereas|while|where|unlike|wie|während|comme|tandis)\b", re.IGNORECASE)
_DENIED = re.compile(r"\b(?:not|never|no|none|neither|nor|nicht|nie|kein\w*|pas|jamais|n['’]t)\b|n['’]t\b", re.IGNORECASE)
_AT = r"(?:is|ends?(?:\s+up)?\s+at|stands?\s+at|reaches|equals|reads|stays?\s+at|remains?\s+(?:at)?|ist|steht\s+(?:auf|bei)|vaut|est)"
_COUNTER = re.compile(
    rf"(?:`(?P<name>[A-Za-z_]\w*)\.(?P<attribute>frame_count|op_count)`|\bthe\s+(?:counter|count)|`?frame_count`?)\s+(?:(?:still|then|also|therefore|thus|now)\s+)*{_AT}\s+(?:(?:still|then|also|therefore|thus|now|only|at)\s+)*(?P<count>{_NUMBER})\b(?:\s+(?P<when>before|after)\s+(?:the\s+)?(?P<ordinal>{_ORDINAL})\s+call)?",
    re.IGNORECASE,
)
_LEAVES = re.compile(
    rf"\bthe\s+(?P<ordinal>{_ORDINAL})\s+call\s+(?:leaves|puts|brings|moves|takes)\s+the\s+(?:counter|count)\s+(?:at|to)\s+(?P<count>{_NUMBER})\b",
    re.IGNORECASE,
)
_PRINTS = re.compile(
    r"\b(?:prints?|the\s+output\s+is|writes|outputs|gibt|druckt|affiche)\s+(?:(?:then|just|only)\s+)?(?:`(?P<marked>\d+(?:[ ,]+\d+)*)`|(?P<plain>\d+(?!\d*[.,]?\d*\s*(?:lines?|times|rows))))(?![\w.]\w)",
    re.IGNORECASE,
)
_RAISES = re.compile(r"\b(?:raises?|throws?|ends?\s+in|fails?\s+with|wirft|lève)\s+(?:an?\s+)?`(?P<error>[A-Z]\w+)`", re.IGNORECASE)
_EAGER = (
    r"(?:runs?\s+(?:in\s+eager\s+mode|eagerly|uncompiled)|falls?\s+back(?:\s+to\s+eager(?:\s+mode)?)?|is\s+computed\s+in\s+eager\s+mode)"
)
_BARE = re.compile(
    rf"(?:^|[.;:,]\s+)(?:the\s+)?(?P<ordinal>{_ORDINAL})(?:\s+(?:call|one))?\s+(?:(?:also|then|however)\s+)*(?:(?P<eager>{_EAGER})|(?:raises?|throws?|fails?\s+with)\s+`(?P<error>[A-Z]\w+)`|(?P<kept>{_KEPT})|(?P<made>{_MADE}))",
    re.IGNORECASE,
)
_FINAL = re.compile(
    r"\b(?:all\s+that|in\s+all|altogether|in\s+total|at\s+the\s+end|in\s+the\s+end|after\s+(?:all|this|these|the\s+(?:loop|last))|(?:the|this)\s+loop|loop\s+above|ends?\s+at|finally|is\s+over|insgesamt|am\s+Ende|en\s+tout|à\s+la\s+fin)\b",
    re.IGNORECASE,
)
Kind = Literal["total", "again", "each", "place", "value", "counter", "printed", "raised", "eager", "call"]


@dataclass(frozen=True)
class Said:
    """One claim.

    final: that it is of the end is said. name: of a counter and its attribute, what is printed, or of an exception.
    expression: the place of a call in code marks that it is about. when: "before" or "after" call `at`.
    count: how many graphs (None of "each" where it is not said). at: which call, from 1, or -1, or its value.

    made: whether that call is said to compile. function: the name in code marks that the sentence is about, "" for none.
    """

    kind: Kind
    span: Span
    count: int | None = None
    at: int = 0
    made: bool = False
    function: str = ""
    final: bool = False
    name: str = ""
    when: str = ""
    expression: int = -1


def number_of(words: str) -> int | None:
    """The number that a figure or a word stands for."""
    plain = re.sub(r"\s+(?:times|Mal|fois)$", "", " ".join(words.lower().split()))
    return int(plain) if plain.isdigit() else _WORDS.get(plain)


def said(text: str, around: Span, functions: frozenset[str]) -> Iterator[Said]:
    """The claims of one sentence."""
    named = [m[1] for m in re.finditer(r"`([A-Za-z_]\w*)(?:\([^`]*\))?`", text[around.start : around.end]) if m[1] in functions]
    function = named[0] if len(set(named)) == 1 else "?" if named else ""
    taken: list[Span] = []
    claims = (*_counters(text, around), *_bare(text, around, function), *_totals(text, around, function), *_calls(text, around, function))
    for each in (*_raised(text, around, functions), *(_about(text, around, each, functions) for each in claims)):
        if (
            not _is_open(text, around, each)
            and not _is_foreign(text, around, each, functions)
            and not any(each.span.overlaps(other) for other in taken)
        ):
            taken.append(each.span)
            yield each


def _about(text: str, around: Span, each: Said, functions: frozenset[str]) -> Said:
    """The claim with the call in code marks before it that it is about, if there is one, and whether it is of the end."""
    before = [m for m in _EXPRESSION.finditer(text, around.start, each.span.start) if m["name"] in functions]
    final = each.final or _FINAL.search(text[around.start : around.end]) is not None
    if each.kind == "total" and before:
        return replace(each, kind="call", expression=before[-1].start("code"))
    return replace(each, final=final)


def _raised(text: str, around: Span, functions: frozenset[str]) -> Iterator[Said]:
    """ "`strict(torch.ones(3))` raises `Unsupported`"."""
    for match in _RAISES.finditer(text, around.start, around.end):
        before = [m for m in _EXPRESSION.finditer(text, around.start, match.start()) if m["name"] in functions]
        between = text[before[-1].end() : match.start()] if before else ""
        if before and len(between) < 60 and not _DENIED.search(between):
            yield Said("raised", _span(match), name=match["error"], expression=before[-1].start("code"))


def _counters(text: str, around: Span) -> Iterator[Said]:
    for match in _COUNTER.finditer(text, around.start, around.end):
        at = _ORDINALS[match["ordinal"].lower()] if match["ordinal"] else 0
        name = f"{match['name'] or ''}.{match['attribute'] or 'frame_count'}"
        yield Said("counter", _span(match), count=number_of(match["count"]), at=at, name=name, when=(match["when"] or "").lower())
    for match in _LEAVES.finditer(text, around.start, around.end):
        at = _ORDINALS[match["ordinal"].lower()]
        yield Said("counter", _span(match), count=number_of(match["count"]), at=at, name=".frame_count", when="after")
    for match in _PRINTS.finditer(text, around.start, around.end):
        yield Said("printed", _span(match), name=match["marked"] or match["plain"])


def _bare(text: str, around: Span, function: str) -> Iterator[Said]:
    """ "The ninth runs in eager mode", where the calls are not named again."""
    for match in _BARE.finditer(text[around.start : around.end]):
        span = Span(start=around.start + match.start("ordinal"), end=around.start + match.end())
        kind: Kind = "eager" if match["eager"] or match["error"] else "place"
        at = _ORDINALS[match["ordinal"].lower()]
        yield Said(kind, span, at=at, made=match["made"] is not None, function=function, name=match["error"] or "")


def _totals(text: str, around: Span, function: str) -> Iterator[Said]:
    for match in _SUM.finditer(text, around.start, around.end):
        yield Said("total", _span(match), count=3 if match["third"] else 2, function=function)
    for match in _EACH.finditer(text, around.start, around.end):
        yield Said("each", _span(match), count=number_of(match["count"]) if match["count"] else None, function=function)
    for match in _AGAIN.finditer(text, around.start, around.end):
        yield Said("again", _span(match), count=number_of(match["times"] or match["count"]), function=function)
    for form in (*_TOTALS, _TOTALS_OF_PARTICIPLES):
        for match in form.finditer(text, around.start, around.end):
            groups = match.groupdict()
            count = number_of(groups.get("times") or groups.get("count") or "")
            if count is not None and not _DENIED.search(text[max(around.start, match.start() - 12) : match.start()]):
                yield Said("total", _span(match), count=count, function=function)


def _calls(text: str, around: Span, function: str) -> Iterator[Said]:
    for match in _BY_PLACE.finditer(text, around.start, around.end):
        if not _DENIED.search(match["between"]):
            place = int(match["number"]) if match["number"] else _ORDINALS[match["ordinal"].lower()]
            yield Said("place", _span(match), at=place, made=match["made"] is not None, function=function)
    for match in _BY_VALUE.finditer(text, around.start, around.end):
        value = number_of(match["value"])
        if value is None or _DENIED.search(match["between"]):
            continue
        yield Said("value", _span(match), at=value, made=match["made"] is not None, function=function)
        also = _SO_IS.search(text, match.end(), around.end)
        other = number_of(also["value"]) if also is not None else None
        if also is not None and other is not None:
            yield Said("value", _span(also), at=other, made=match["made"] is not None, function=function)


def _is_foreign(text: str, around: Span, each: Said, functions: frozenset[str]) -> bool:
    """Whether the name in code marks directly before a claim is none of what the chapter compiles."""
    subject = re.search(r"`([A-Za-z_]\w*)(?:\([^`]*\))?`\s+(?:\w+\s+)?$", text[around.start : each.span.start])
    return subject is not None and subject[1] not in functions


def _is_open(text: str, around: Span, each: Said) -> bool:
    """Whether the part of the sentence that holds a claim supposes it, asks for it or limits it."""
    begin = max((m.end() for m in re.finditer(r"[;:]\s", text[around.start : each.span.start])), default=0) + around.start
    rest = _ANOTHER.split(text[each.span.end : around.end])[0]
    return _OPEN.search(text[begin : each.span.start] + " " + rest) is not None


def _span(match: re.Match[str]) -> Span:
    return Span(start=match.start(), end=match.end())
