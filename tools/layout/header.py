"""Divides the words of a table's header among its columns; where several divisions are as good, it gives none."""

from __future__ import annotations

from itertools import pairwise

from tools.layout.values import UNITS, Token
from tools.layout.vocabulary import listed
from tools.records import Span

_MODIFIERS = listed(
    """
    batch max min mean avg average std peak total num number time learning train training test val validation sequence seq hidden
    wall cpu gpu eager compiled cold warm first last top input output model data file block cache mean median step context head
    our your their disk largest smallest highest lowest greatest longest shortest
    mittlere mittlerer maximale minimale größte kleinste anzahl zahl temps nombre tiempo número
    """
)
_HEADS = listed(
    """
    size sizes time times rate length len loss acc accuracy count total memory mem error score params used calls ms
    cache usage hits network
    """
)
_LINKS = listed("# of per in to vs vs. / & + à pro von de du des par por je and und et y e")
_ASKING = listed("what how why who when where was wie warum wer wo quoi que pourquoi comment qui où")
_RATES = listed("per pro par je")
_UNITS_NAMED = listed(
    "tokens samples images rows requests items steps seconds ms bytes bits calls hits runs zeilen anfragen lignes requêtes"
)
_MOST = 16


def atoms(words: list[Token]) -> list[Span]:
    """The words, each with the unit in brackets that follows it: `eager (ms)` is one."""
    found: list[Span] = []
    depth = 0
    for word in words:
        bracketed = word.words[0] in "([" or (word.words in UNITS and word.kind == "word" and word.words in "%‰")
        if found and (depth > 0 or bracketed):
            found[-1] = Span(start=found[-1].start, end=word.end)
        else:
            found.append(Span(start=word.start, end=word.end))
        depth += sum(word.words.count(mark) for mark in "([") - sum(word.words.count(mark) for mark in ")]")
        depth = max(0, depth)
    return found


def divided(words: list[Span], columns: int, text: str) -> tuple[Span, ...] | None:
    """The names of the columns, each a run of `words`; None where there are too few, () where no division is the clear best."""
    if len(words) < columns or len(words) > _MOST * 2 or columns > _MOST:
        return None
    if len(words) == columns:
        return tuple(words)
    names = [text[word.start : word.end] for word in words]
    capital = [at for at, name in enumerate(names) if name[0].isupper() or not name[0].isalpha()]
    if len(capital) == columns and capital[0] == 0 and all(names[at][0].isupper() for at in capital):
        return _groups(words, capital)
    often = {name.lower() for name in names if name.isalpha() and len(name) > 3 and sum(own.lower() == name.lower() for own in names) > 1}
    joins = [_join(left, right) + 2 * (right.lower() in often and left.lower() not in often) for left, right in pairwise(names)]
    best = sorted(range(len(joins)), key=lambda at: -joins[at])
    needed = len(words) - columns
    chosen, rest = best[:needed], best[needed:]
    if joins[chosen[-1]] <= 0 or (rest and joins[rest[0]] == joins[chosen[-1]]):
        return ()
    return _groups(words, [0, *(at + 1 for at in sorted(rest))])


def _join(left: str, right: str) -> int:
    """How much speaks for the two words naming one column."""
    a, b = left.lower().strip("()"), right.lower().strip("()")
    score = 0
    if a in _RATES:
        return 4
    if b in _RATES:
        return 3 if left in UNITS or a in _UNITS_NAMED else 0
    if a in _ASKING and b.endswith(("ed", "iert", "geschah", "passé")):
        score += 3  # "what happened" is one name
    if a in _LINKS or b in _LINKS or left.endswith(("-", "/", "&")):
        score += 3
    if b in _HEADS:
        score += 1
    if a in _MODIFIERS:
        score += 1
    if a in _MODIFIERS and b in _HEADS:
        score += 1
    return score


def _groups(words: list[Span], starts: list[int]) -> tuple[Span, ...]:
    ends = [*starts[1:], len(words)]
    return tuple(Span(start=words[a].start, end=words[b - 1].end) for a, b in zip(starts, ends, strict=True))
