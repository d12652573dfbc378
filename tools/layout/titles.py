"""Numbered titles that were run into the sentence behind them (`4.1 The axis goes An array has two axes.`)."""

from __future__ import annotations

import re

from tools.layout.opening import NO_TITLE_END, OPENERS, nouns_capitalised
from tools.layout.vocabulary import listed

_NUMBER = re.compile(
    r"(?:(?:Chapter|Section|Part|Appendix|Kapitel|Abschnitt|Teil|Anhang|Chapitre|Capítulo)\s+)?(?:\d{1,2}(?:\.\d{1,2}){1,3}\.?|[A-Z]\.\d{1,2})\s+"
    r"(?=[A-ZÄÖÜÀ-Ý][a-zß-ÿ’'-]|(?:A|À|L['’][a-zß-ÿé]) )"
)
_WORD = re.compile(r"\S+")
_PLAIN = re.compile(r"[(“„\"«`]?[\w’'/&+()-]+[)”“\"»`]?[,:]?")
_NAME = re.compile(r"[a-z_]\w*(?:\.[a-z_]\w*)+\b|[a-z]\w*_\w+")
_VERBS = listed(
    """
    is are was were has have had does do did can could will would may must shall should makes make takes take gives give needs need
    goes go comes come holds hold keeps keep lives live works work means mean runs run returns return begins begin starts start
    stands stand shows show says say costs cost ends end fits fit grows grow differ differs uses use joins join lies lie follows
    ist sind war waren hat haben hatte wird werden wurde kann können muss müssen soll gilt gibt liegt steht läuft laufen zeigt
    braucht bringt nimmt macht kommt geht hält trägt heißt kostet
    est sont était étaient a ont avait peut peuvent doit doivent fait font va vont prend prennent donne donnent reste vaut
    """
)
_ENDS = re.compile(r"[.?!…](?:\s|$)")
_MOST_WORDS = 13
_LONGEST = 110
_SENTENCE = 500


def numbered_title(text: str, start: int, stop: int) -> int | None:
    """End of the title with a number that begins at `start`, where a sentence follows on its line; None unless that is certain."""
    number = _NUMBER.match(text, start, stop)
    if number is None:
        return None
    words = list(_WORD.finditer(text, number.end(), min(stop, number.end() + _LONGEST)))[: _MOST_WORDS + 2]
    if len(words) < 3:
        return None
    german = nouns_capitalised(text[number.end() : min(stop, number.end() + 2000)])
    proper: list[int] = []
    for at, word in enumerate(words[1:-1], 1):
        before, after = words[at - 1].group(), words[at + 1].group()
        if before.endswith("?") and word.group()[0].isupper():
            return words[at - 1].end()
        if before.endswith((".", "!", ";", "…")) or not (_PLAIN.fullmatch(before) or before.endswith("?")):
            break
        if _may_open(word.group(), after, before, german) and _finishes(text, word.start(), stop):
            if word.group().rstrip(",") in OPENERS or _NAME.match(word.group()):
                return _chosen(words, [*proper, at])
            proper.append(at)
    return _chosen(words, proper)


def _may_open(word: str, after: str, before: str, german: bool) -> bool:
    """True where the word may be the first of a sentence and the one before it the last of a title."""
    if before.rstrip(",").lower() in NO_TITLE_END or before.endswith((",", ":")):
        return False
    if _NAME.match(word):
        return after.rstrip(",").islower()
    if word.rstrip(",") in OPENERS:
        return (after[0].isalnum() and (after[0].islower() or after[0].isdigit() or german or after.isupper())) or after[0] in '`“„"('
    return not german and re.fullmatch(r"[A-ZÀ-Ý][a-zß-ÿ’'-]+", word) is not None and (after[0].islower() or after.isupper())


def _finishes(text: str, start: int, stop: int) -> bool:
    """True where a sentence of some length begins at `start` and comes to its end."""
    end = _ENDS.search(text, start, min(stop, start + _SENTENCE))
    end = end or re.compile(r":\s*$").search(text, start, min(stop, start + _SENTENCE))
    return end is not None and text.count(" ", start, end.start()) >= 2


def _chosen(words: list[re.Match[str]], places: list[int]) -> int | None:
    """The end of the title before the one place that is certain: the last where words before it may be names, with a verb behind it."""
    verbal = [at for at in places if _has_verb(words, at)]
    if len(places) > 1 and len(verbal) != 1:
        verbal = [at for at in verbal if words[at].group().rstrip(",") in OPENERS]
    chosen = verbal if verbal else places
    return words[chosen[0] - 1].end() if len(chosen) == 1 else None


def _has_verb(words: list[re.Match[str]], at: int) -> bool:
    """True where a finite verb stands among the next words, before any other capital."""
    return any(word.group().rstrip(",.") in _VERBS for word in words[at + 1 : at + 6])
