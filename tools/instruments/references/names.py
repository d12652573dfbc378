"""Names that the prose after a listing gives as its own and that it does not have, while a name of the kind there is left over."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from tools.instruments.references.listings import OPEN, Explained, explained
from tools.instruments.references.meaning import Mistake
from tools.records import Block, Span

_OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]+")
_HEADER = re.compile(r"`(?P<name>[A-Z][a-z]+(?:-[A-Z][a-zA-Z]+)+)`")
_QUOTES = re.compile(
    r"\b(?:the|this|die|la|der|le) (?:request|response|answer|reply|server|browser|client|anfrage|antwort|requête|réponse)\b[^.;]*"
    r"\b(?:in|by|with|as|mit|durch|dans|par|avec)\s+(?:the (?:header|field) )?$",
    re.I,
)
_FILE = re.compile(
    r"\b(?:is called|is named|called|named|heißt|s['’]appelle)\s+(?:the |die |le )?`(?P<name>[\w-]+\.(?P<kind>[a-z]{2,5}))`", re.I
)
_COLUMN = re.compile(
    r"\b(?:whose|the columns?|sorted by|ordered by|grouped by|compares|filters by|deren|dont|sortiert nach|trié\w* par)\s+"
    r"`(?P<name>[a-z][a-z0-9_]*)`",
    re.I,
)
_COMPARED = re.compile(
    r"(?:\b(?:where|and|or|on|having|set|order by|group by)\s+)(?P<name>[a-z]\w*)\s*"
    r"(?:[=<>!]|\bin\b|\blike\b|\bis\b|\bbetween\b|,|;|$|\n|desc|asc)",
    re.I,
)
_SQL = re.compile(r"^\s*(?:select|delete|update|insert|create)\b", re.I)
_MAKE = re.compile(r"`make (?P<name>[a-z][\w.-]*)`")
_TARGET = re.compile(r"^(?P<names>[\w./-]+(?: [\w./-]+)*)\s*:(?!=)", re.M)
_SCRIPT = re.compile(r"`(?:npm|pnpm|yarn) run (?P<name>[\w:-]+)`")
_PORT = re.compile(r"\bport (?P<name>\d{2,5})\b(?![.,]\d)", re.I)
_VALUE = re.compile(r"^`?[^.]{0,80}?\b(?:here|hier|ici|is|to)\s+`?(?P<value>\d(?:[\d,]*\d)?)`?")
_IDLE = re.compile(r"\b(?:option|switch|flag|parameter|schalter)\s+`?$", re.I)


def names_missing(blocks: tuple[Block, ...], text: str) -> Iterator[Mistake]:
    """Each name that is given as the listing's own and is not in it."""
    for one in explained(blocks, text):
        for find in (_options, _headers, _files, _columns, _targets, _scripts, _ports):
            yield from find(one, text)


def _mistake(one: Explained, start: int, end: int, name: str, left: str) -> Mistake:
    why = f"The listing before it has no {name}" + (f"; it has {left}, which the text does not name." if left else ".")
    return Mistake(Span(start=start, end=end), why, f"names of this kind in the listing: {left or 'others'}", one.span)


def _options(one: Explained, text: str) -> Iterator[Mistake]:
    """An option in place of the one that is left when all others have been explained, or with its value."""
    shown = set(_OPTION.findall(one.code))
    if len(shown) < 2:
        return
    told = [(m.group(), s.start + m.start(), s) for s in one.told for m in _OPTION.finditer(text[s.start : s.end])]
    left = shown - {name for name, _, _ in told}
    strange = {name for name, _, _ in told} - shown
    strangers = [t for t in told if t[0] in strange]
    if len(strange) != 1 or not left or strangers[0][0] in one.elsewhere:
        return
    name, start, sentence = strangers[0]
    before = text[sentence.start : start]
    after = text[start + len(name) : sentence.end]
    if OPEN.search(text[sentence.start : sentence.end]) or re.match(r"`?\s+(?:of|von|de)\s+`", after):
        return
    value = _VALUE.match(after)
    held = {
        option for option in left if value is not None and re.search(rf"{re.escape(option)}[ =]{re.escape(value['value'])}\b", one.code)
    }
    if len(held) == 1 or (
        value is None and len(left) == 1 and len(shown) - 1 >= 2 and _IDLE.search(before) and len(shown & {n for n, _, _ in told}) >= 3
    ):
        yield _mistake(one, start, start + len(name), name, next(iter(held or left)))


def _headers(one: Explained, text: str) -> Iterator[Mistake]:
    shown = set(re.findall(r"^([A-Z][\w-]+):\s", one.code, re.M))
    prose = one.prose(text)
    for sentence in one.told if len(shown) >= 2 else ():
        words = text[sentence.start : sentence.end]
        for match in _HEADER.finditer(words):
            name = match["name"]
            parts = set(name.split("-"))
            left = sorted(h for h in shown if h not in prose and parts & set(h.split("-")))
            if (
                name not in shown
                and left
                and name not in one.elsewhere
                and _QUOTES.search(words[: match.start()])
                and not OPEN.search(words)
            ):
                yield _mistake(one, sentence.start + match.start("name"), sentence.start + match.end("name"), name, left[0])


def _files(one: Explained, text: str) -> Iterator[Mistake]:
    prose = one.prose(text)
    for sentence in one.told:
        words = text[sentence.start : sentence.end]
        for match in _FILE.finditer(words):
            shown = set(re.findall(rf"[\w-]+\.{match['kind']}\b", one.code))
            left = sorted(name for name in shown if name not in prose)
            if len(shown) >= 2 and len(left) == 1 and match["name"] not in one.code + one.elsewhere and not OPEN.search(words):
                yield _mistake(one, sentence.start + match.start("name"), sentence.start + match.end("name"), match["name"], left[0])


def _columns(one: Explained, text: str) -> Iterator[Mistake]:
    if not _SQL.match(one.code):
        return
    prose = one.prose(text)
    left = sorted(name for name in {m["name"] for m in _COMPARED.finditer(one.code)} if f"`{name}`" not in prose and not name.isupper())
    for sentence in one.told if len(left) == 1 else ():
        words = text[sentence.start : sentence.end]
        for match in _COLUMN.finditer(words):
            known = re.search(rf"\b{re.escape(match['name'])}\b", one.code + one.elsewhere)
            if known is None and not OPEN.search(words[: match.start()]) and not re.search(r"\btables?\b|\btabelle\b", words, re.I):
                yield _mistake(one, sentence.start + match.start("name"), sentence.start + match.end("name"), match["name"], left[0])


def _targets(one: Explained, text: str) -> Iterator[Mistake]:
    if one.language not in ("make", "makefile") and not re.search(r"^[\w.-]+:[^\n=]*\n\t", one.code, re.M):
        return
    targets = {name for m in _TARGET.finditer(one.code) for name in m["names"].split()}
    if len(targets) >= 2 and "%" not in one.code and not re.search(r"^-?include\b", one.code, re.M):
        yield from _called(_MAKE, targets, one, text)


def _scripts(one: Explained, text: str) -> Iterator[Mistake]:
    found = re.search(r"\"scripts\"\s*:\s*(?P<body>\{[^{}]*\})", one.code)
    if found is None:
        return
    try:
        scripts = json.loads(found["body"])
    except json.JSONDecodeError:
        return
    if len(scripts) >= 2:
        yield from _called(_SCRIPT, set(scripts), one, text)


def _called(pattern: re.Pattern[str], known: set[str], one: Explained, text: str) -> Iterator[Mistake]:
    for sentence in one.told:
        words = text[sentence.start : sentence.end]
        for match in pattern.finditer(words):
            if match["name"] not in known and not OPEN.search(words):
                start = sentence.start + match.start("name")
                yield _mistake(one, start, start + len(match["name"]), match["name"], ", ".join(sorted(known - {"all"})[:6]))


def _ports(one: Explained, text: str) -> Iterator[Mistake]:
    """A port that differs in one digit from one of the listing that the text does not name."""
    shown = set(re.findall(r"(?:\blisten |\bport\s*[=:]\s*|--port[ =]|:|\"|-p )(\d{2,5})\b(?!\.)", one.code, re.I))
    prose = one.prose(text)
    for sentence in one.told:
        words = text[sentence.start : sentence.end]
        for match in _PORT.finditer(words):
            name = match["name"]
            near = sorted(
                p for p in shown if not re.search(rf"\b{p}\b", prose) and len(p) == len(name) and sum(map(str.__ne__, p, name)) == 1
            )
            known = re.search(rf"\b{name}\b", one.code + one.elsewhere)
            if len(near) == 1 and known is None and not OPEN.search(words) and not re.search(r"\bif\b|\bdefault\b", words, re.I):
                start = sentence.start + match.start()
                yield _mistake(one, start, sentence.start + match.end(), f"port {name}", f"port {near[0]}")
