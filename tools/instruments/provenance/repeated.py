"""What is said of a run a second time: a duration that a log prints, what the host has, a reference by its name, a value of a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from tools.instruments.provenance.agreement import Disagreement
from tools.instruments.provenance.circumstances import HARDWARE
from tools.instruments.references.words import akin, content
from tools.layout import sentences
from tools.quantities.numerals import cardinals
from tools.records import Block, Span

_WORDS = {word: n for language in ("en", "de", "fr") for word, n in cardinals(language).items() if 2 <= n <= 64}
_COUNT = r"\d{1,3}|" + "|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True))
_PART = r"(?P<part>(?:stage|step|epoch|task|phase|pass|test|batch|shard|query|round|stufe|schritt|epoche|phase|étape|époque)\s\d{1,4})"
_UNIT = r"(?P<unit>ms|s|secs?|seconds?|sekunden|secondes|min|minutes?|minuten)\b"
_FIGURE = r"(?P<figure>\d+(?:[.,]\d+)*)"
_LOGGED = re.compile(
    rf"\b{_PART}\b[^\n\d]{{0,40}}?\b(?:finished|done|took|completed|ended|ran|in|fertig|terminée?)\b[^\n\d]{{0,20}}{_FIGURE}\s?{_UNIT}",
    re.I,
)
_FENCED = re.compile(r"```[^`]{10,2000}```")
_TOLD = re.compile(
    rf"(?<!in )\b{_PART}\b(?: alone)?(?:, [^,.;]{{3,40}},)?\s+"
    rf"(?:ran for|took|needed|lasted|finished (?:in|after)|dauerte|brauchte|a duré|a pris)\s+"
    rf"{_FIGURE}\s?{_UNIT}",
    re.I,
)
_ANOTHER = re.compile(
    r"\b(?:before|earlier|previous|other|another|second|old(?:er)?|new(?:er)?|laptop|would|could|converted|lifted|instead|than|unlike|both|each"
    r"|früher\w*|ander\w+|alte\w*|vorher|avant|autre|ancien\w*)\b",
    re.I,
)
_HAS = re.compile(rf"\b(?P<count>{_COUNT})\s+(?:physical |logical |CPU )?(?P<noun>cores|threads|GPUs|nodes|kerne|cœurs)\b", re.I)
_DEFINITE = re.compile(
    rf"\b(?:its|all|alle|seine\w*|ses|tous les)\s+(?P<held>(?P<count>{_COUNT})\s+(?P<noun>cores|threads|GPUs|nodes|kerne|cœurs))\b"
    r"(?!\s+(?:of|from|in|von|de)\b)",
    re.I,
)
_HOST = re.compile(r"\b(?:host|machine|server|computer|rechner|maschine|ordinateur|serveur)\b", re.I)
_GLUED = re.compile(r"(?<![\w-])(?P<name>[A-Z][A-Za-z]{2,})(?P<number>\d{2,3})(?![\w-])")
_ALL = re.compile(r"\b(?:all|every|throughout|alle\w*|durchweg|toutes?|tous)\b", re.I)
_FROM_TO = re.compile(r"\b(?:from|von|de)\s+(?P<a>\d+[.,]\d+)\s+(?:\w+\s+)?(?:to|auf|à)\s+(?P<b>\d+[.,]\d+)", re.I)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?!\w|[.,]\d)")
_NEAR = 0.1


def repeated(blocks: tuple[Block, ...], text: str) -> Iterator[Disagreement]:
    """What is said a second time and differs; the place in prose is named."""
    spoken = [s for b in blocks if b.kind in ("prose", "quote") for s in sentences(text, b.span)]
    yield from chain(_durations(blocks, spoken, text), _counts(spoken, text), _references(spoken, text), _ends(blocks, spoken, text))


def _durations(blocks: tuple[Block, ...], spoken: list[Span], text: str) -> Iterator[Disagreement]:
    logged: dict[str, list[tuple[str, str, Span]]] = {}
    printed = [b.span for b in blocks if b.kind in ("output", "code")]
    printed += [
        Span(start=m.start(), end=m.end())
        for m in _FENCED.finditer(text)
        if not any(s.start < m.end() and m.start() < s.end for s in printed)
    ]
    for shown in printed:
        for match in _LOGGED.finditer(text, shown.start, shown.end):
            logged.setdefault(match["part"].lower(), []).append(
                (match["figure"], _unit(match["unit"]), Span(start=match.start(), end=match.end()))
            )
    for span in spoken if logged else ():
        for match in _TOLD.finditer(text, span.start, span.end):
            found = logged.get(match["part"].lower(), [])
            if len(found) != 1 or found[0][1] != _unit(match["unit"]) or _ANOTHER.search(text, span.start, match.end()):
                continue
            said, logs = _value(match["figure"]), _value(found[0][0])
            places = len(match["figure"].partition(".")[2] or match["figure"].partition(",")[2]) if "." in str(said) else 0
            if said not in (logs, round(logs, places)):
                place = Span(start=match.start("figure"), end=match.end("unit"))
                yield Disagreement(place, found[0][2], f"{match['figure']} {match['unit']} here, {found[0][0]} {found[0][1]} in the log.")


def _unit(word: str) -> str:
    word = word.lower()
    return "ms" if word == "ms" else "min" if word.startswith("min") else "s"


def _value(figure: str) -> float:
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", figure).replace(",", ".")
    return float(plain) if plain.count(".") <= 1 else float("nan")


def _counts(spoken: list[Span], text: str) -> Iterator[Disagreement]:
    """ "its 16 cores" where the host is said to have eight."""
    said: dict[str, list[tuple[int, Span]]] = {}
    hosts = {
        s
        for s in spoken
        if HARDWARE.search(text, s.start, s.end) and (_HOST.search(text, s.start, s.end) or len(_HAS.findall(text[s.start : s.end])) > 1)
    }
    for span in hosts:
        held = [m.start("held") for m in _DEFINITE.finditer(text, span.start, span.end)]
        for match in (m for m in _HAS.finditer(text, span.start, span.end) if m.start() not in held):
            said.setdefault(match["noun"].lower(), []).append((_count(match["count"]), Span(start=match.start(), end=match.end())))
    for span in spoken:
        for match in _DEFINITE.finditer(text, span.start, span.end):
            found = said.get(match["noun"].lower(), [])
            if len({n for n, _ in found}) != 1 or any(s.start <= match.start("held") < s.end for _, s in found):
                continue
            if found[0][0] != _count(match["count"]) and not _ANOTHER.search(text, span.start, span.end):
                place = Span(start=match.start("held"), end=match.end("held"))
                yield Disagreement(
                    place, found[0][1], f"{match['held']} here, {text[found[0][1].start : found[0][1].end]} where the host is described."
                )


def _count(word: str) -> int:
    return _WORDS.get(word.lower(), 0) or int(word)


def _references(spoken: list[Span], text: str) -> Iterator[Disagreement]:
    """Names with a number in them ("GRCh38"), in two sentences on one thing, one of which says that it holds for all."""
    named: dict[str, list[tuple[str, Span, Span]]] = {}
    for span in spoken:
        for match in _GLUED.finditer(text, span.start, span.end):
            named.setdefault(match["name"], []).append((match["number"], Span(start=match.start(), end=match.end()), span))
    for found in named.values():
        if len(found) != 2 or found[0][0] == found[1][0] or found[0][2] == found[1][2]:
            continue
        one, other = (content(re.sub(_GLUED, "", text[s.start : s.end])) for _, _, s in found)
        shared = sum(any(akin(w, o) for o in other) for w in one)
        words = [text[s.start : s.end] for _, _, s in found]
        if shared >= 3 and any(_ALL.search(w) for w in words) and not any(_ANOTHER.search(w) for w in words):
            shown = [text[p.start : p.end] for _, p, _ in found]
            yield Disagreement(found[1][1], found[0][1], f"{shown[1]} here, {shown[0]} elsewhere in the chapter.")


def _ends(blocks: tuple[Block, ...], spoken: list[Span], text: str) -> Iterator[Disagreement]:
    """ "from 43.1 to 30.5" where a column has 30.5, and of its other values one near 43.1 that the prose never names."""
    columns = [c for b in blocks if b.table is not None for c in _columns(b, text)]
    if not columns:
        return
    told = {_value(m.group()) for s in spoken for m in _NUMBER.finditer(text, s.start, s.end)}
    every = [_value(m.group()) for m in _NUMBER.finditer(text)]
    for span in spoken:
        for match in _FROM_TO.finditer(text, span.start, span.end):
            for mine, its in (("a", "b"), ("b", "a")):
                value, known = _value(match[mine]), _value(match[its])
                fits = [c for c in columns if known in c]
                if len(fits) != 1 or every.count(value) != 1 or _ANOTHER.search(text, span.start, span.end):
                    continue
                near = [v for v in fits[0] if v not in told and v != known and 0 < abs(v - value) <= _NEAR * abs(v) and round(v) != value]
                if len(near) == 1 and len(fits[0]) >= 2:
                    place = Span(start=match.start(mine), end=match.end(mine))
                    yield Disagreement(place, fits[0][near[0]], f"{match[mine]} here, {near[0]:g} in the column that has {match[its]}.")


def _columns(block: Block, text: str) -> Iterator[dict[float, Span]]:
    """The columns of a table whose cells are decimal figures."""
    rows = block.table.rows if block.table is not None else ()
    for index in range(max((len(row.cells) for row in rows), default=0)):
        cells = [row.cells[index] for row in rows if index < len(row.cells)]
        found = {_value(m.group()): c for c in cells if (m := re.match(r"\d+[.,]\d+", text[c.start : c.end])) is not None}
        if len(found) >= 2 and len(found) == len(cells):
            yield found
