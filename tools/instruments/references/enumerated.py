"""Enumerations whose number the sentence before them states: "there are three reasons to wait:" and a list, "two modes: `a` and `b`"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.quantities.numerals import cardinals
from tools.records import Span

_LANGUAGES = ("en", "de", "fr")
_NUMBER_OF = {word: n for language in _LANGUAGES for word, n in cardinals(language).items() if 2 <= n <= 20}
_NUMBER = "|".join(sorted(map(re.escape, _NUMBER_OF), key=len, reverse=True)) + r"|[2-9]|1\d|20"

# What is enumerated: the heads of lists, in the singular or the stem.
_HEADS = (
    r"reasons?|ways?|steps?|things?|options?|cases?|kinds?|types?|sorts?|parts?|rules?|modes?|properties|points?|methods?|levels?|stages?|"
    r"phases?|components?|advantages?|benefits?|drawbacks?|disadvantages?|problems?|questions?|ideas?|goals?|conditions?|states?|"
    r"categories|classes|forms?|fields?|columns?|keys?|values?|arguments?|parameters?|settings?|flags?|operations?|functions?|tools?|"
    r"ingredients?|items?|entries|elements?|approaches|strategies|techniques?|requirements?|principles?|layers?|variants?|sources?|"
    r"causes?|effects?|consequences|assumptions?|exceptions?|commands?|names?|formats?|files?|tasks?|lessons?|facts?|differences|"
    r"gründe?n?|wege?n?|schritte?n?|dinge?n?|möglichkeiten|fälle?n?|arten|teile?n?|regeln|eigenschaften|punkte?n?|methoden|stufen|phasen|"
    r"bestandteile?n?|vorteile?n?|nachteile?n?|probleme?n?|fragen|bedingungen|zustände?n?|klassen|formen|felder?n?|spalten|werte?n?|"
    r"argumente?n?|varianten|ursachen|annahmen|ausnahmen|ziele?n?|ebenen|"
    r"raisons?|façons?|manières?|étapes?|choses?|cas|sortes?|parties|règles?|propriétés|méthodes?|niveaux|composants?|avantages?|"
    r"inconvénients?|problèmes?|conditions?|états?|catégories|formes?|champs|colonnes?|valeurs|paramètres?|variantes?|sources?|hypothèses|"
    r"objectifs?|règles?"
)
_COUNTED = re.compile(
    rf"(?<![\w.,-])(?P<number>{_NUMBER})(?P<between>(?:\s+[^\W\d_][\w-]*){{0,2}}?)\s+(?P<head>{_HEADS})(?![\w-])", re.IGNORECASE
)
_PART = re.compile(
    r"(?<![^\W\d_])(?:at least|more than|fewer than|less than|up to|some|about|around|nearly|almost|the other|another|further|"
    r"additional|first|last|next|remaining|former|latter|any|each|every|all but|mindestens|höchstens|etwa|weitere\w*|ersten?|letzten?|"
    r"au moins|environ|autres|premiers?|premières|derniers?|dernières)\s*$",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"(?<![^\W\d_])(?:includes?|including|such as|like|among|for example|e\.g|etc|darunter|etwa|zum beispiel|notamment)", re.IGNORECASE
)
_CONJUNCTION = re.compile(r"\s*(?:,\s*)?(?<![^\W\d_])(?:and|or|und|oder|sowie|et|ou)(?![^\W\d_])\s+", re.IGNORECASE)
_WORD = re.compile(r"[^\W_][\w.'’-]*")


@dataclass(frozen=True)
class Announced:
    """How many things a sentence says that there are. span: of the number and what is counted."""

    said: int
    span: Span


def announced(sentence: str, start: int) -> Announced | None:
    """The one number of enumerable things that a sentence states, None where it states several or speaks of a part of them."""
    found = [match for match in _COUNTED.finditer(sentence) if not _PART.search(sentence[: match.start()])]
    if len(found) != 1 or _OPEN.search(sentence[found[0].end() :]):
        return None
    word = found[0]["number"].lower()
    return Announced(_NUMBER_OF.get(word) or int(word), Span(start=start + found[0].start(), end=start + found[0].end()))


def numbers_in(sentence: str) -> set[int]:
    """Every small number that a sentence has, in words or digits."""
    found = re.finditer(rf"(?<![\w.,-])(?:{_NUMBER})(?![\w-])", sentence, re.IGNORECASE)
    return {_NUMBER_OF.get(match.group().lower()) or int(match.group()) for match in found}


_ARE = re.compile(r"(?<![^\W\d_])(?:are|were|sind|waren|sont|étaient)\s+(?=`)", re.IGNORECASE)
_ITEM_NAMED = re.compile(r"(?:^|,\s+(?:and\s+|und\s+|et\s+)?|(?P<last>\s(?:and|und|et)\s+))`[^`\n]+`")
_LAST = re.compile(r"(?:,\s+|\s)(?:and|und|et)\s+`")


def _named(sentence: str, start: int) -> Iterator[tuple[Announced, int, Span]]:
    """ "The two options are `-a`, which ..., `-b` and `-c`": names in code font, each with a clause of its own."""
    match = _ARE.search(sentence)
    said = announced(sentence[: match.start()], start) if match is not None else None
    if match is None or said is None or len(numbers_in(sentence[: match.start()])) != 1:
        return
    tail = re.split(r";|\.(?:\s|$)|\s[—–]\s", sentence[match.end() :])[0]
    if len(_LAST.findall(tail)) == 1:
        yield said, len(_ITEM_NAMED.findall(tail)), Span(start=start + match.end(), end=start + match.end() + len(tail))


def inline(sentence: str, start: int) -> Iterator[tuple[Announced, int, Span]]:
    """An announcement and the items behind its colon, dash or "are", where they are alike and their number has one reading."""
    yield from _named(sentence, start)
    for colon in re.finditer(r":\s+|\s[—–]\s", sentence):
        head, tail = sentence[: colon.start()], re.split(r"\s[—–]\s|;|\.(?:\s|$)|[()]", sentence[colon.end() :])[0].strip()
        said = announced(head, start)
        if said is None or len(numbers_in(head)) != 1:
            continue
        count = _items(tail)
        if count is not None:
            at = start + colon.end()
            yield said, count, Span(start=at, end=at + len(tail))


def _items(tail: str) -> int | None:
    """How many things a list of one sentence names; None where its parts are no like, short items or it can be read in two ways."""
    joints = list(_CONJUNCTION.finditer(tail))
    if len(joints) != 1:
        return None
    last = joints[0]
    items = [item.strip() for item in tail[: last.start()].split(",")] + [tail[last.end() :].strip(" .")]
    if len(items) < 2 or not all(items) or "," in items[-1]:
        return None
    code = [item.startswith("`") and item.endswith("`") and item.count("`") == 2 for item in items]
    single = [len(_WORD.findall(item)) <= 2 and _WORD.match(item) is not None and "`" not in item for item in items]
    return len(items) if all(code) or all(single) else None
