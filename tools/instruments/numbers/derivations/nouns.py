"""Nouns as units: what a figure counts ("32 query heads") and what it is said of each of ("8 bytes a parameter")."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tools.instruments.numbers.words import vocabulary

EACH = "*"  # of each of several that the words around leave open

_WORD = re.compile(r"[\s-]*(?P<word>[^\W\d_][\w'’]*)")
_STOP = vocabulary(
    "of in on at by for from to with than as and or but so that which who per each every apiece a an the is are was were be been being "
    "has have had do does did will can may must shall would could should not no only also then thus hence therefore when while where if "
    "because since after before until into onto over under within without between through about around against more less fewer most "
    "least i it we you they he she this these those there here left remaining still "
    "von in im am an auf bei für aus zu zum zur mit als und oder aber so dass die der das den dem des ein eine einen einer einem je pro "
    "jeweils ist sind war waren hat haben wird werden kann nicht nur auch dann also wenn weil nach vor bis über unter zwischen mehr "
    "weniger wir sie er es "
    "de du des dans en sur à au aux pour par avec que qui et ou mais donc le la les un une chaque chacun chacune est sont était ont a "
    "ne pas seulement aussi alors si quand après avant jusqu plus moins nous on il elle ils "
    "come comes came make makes made give gives gave take takes took need needs cost costs amount amounts yield yields fit fits fill fills "
    "reach reaches leave leaves remain remains stay stays mean means go goes went run runs ran last lasts use uses hold holds contain "
    "contains occupy occupies require requires correspond corresponds equal equals add adds become becomes draw draws lie lies"
)
_NO_PLURAL = vocabulary("less plus minus its his this thus versus as is was has us ours theirs else always perhaps across pass miss loss")
_PHRASE_END = re.compile(r"[^\S\n]*[.,;:()\[\]–—=|/!?\"“”„»«]|\n|\s-\s")
_LONGEST = 4  # words of a noun phrase behind a figure
_RATE = re.compile(
    r"(?:\s(?:of|für|pour))?\s?(?:"
    r"(?:per|(?:for|in|on) (?:each|every)|each|every|pro|je|für jede[nrs]?|par|pour chaque|chaque)"
    r"\s(?P<noun>(?:[^\W\d_]+[ -]){0,2}?[^\W\d_]+)|/\s?(?P<slash>[^\W\d_]+)|"
    r"(?P<each>each|apiece|a piece|jeweils|chacune?s?|pièce))(?![^\W\d_])",
    re.IGNORECASE,
)
_ARTICLE_RATE = re.compile(
    r"\s(?:(?:an?|à la|am|im|la)\s|l['’])(?P<noun>[^\W\d_]+)(?=\s*[.,;:)]|\s(?:and|or|on|in|und|et|is|are)\s|$)", re.IGNORECASE
)
CALENDAR = {
    "second": "second", "minute": "minute", "hour": "hour", "day": "day", "night": "day", "week": "week", "month": "month",
    "year": "year", "sekunde": "second", "stunde": "hour", "tag": "day", "woche": "week", "monat": "month", "jahr": "year",
    "seconde": "second", "heure": "hour", "jour": "day", "semaine": "week", "mois": "month", "an": "year", "année": "year",
    "s": "second", "h": "hour", "min": "minute",
}  # fmt: skip


@dataclass(frozen=True)
class Counted:
    """above: the noun that a figure counts, "" where none can be told; below: what it is said of each of, "" for none.
    end: where the words that tell it end, counted from the figure."""

    above: str
    below: str
    end: int


def singular(noun: str) -> str:
    """A noun without the ending of its plural, as far as an ending tells."""
    word = noun.lower()
    for ending, instead in (("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("sses", "ss"), ("ices", "ix")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + instead
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 2:
        return word.removesuffix("s")
    return word


def counted(after: str, language: str, measured: bool) -> Counted:
    """What the words behind a figure make it count; measured: it has a unit, so that no noun need follow."""
    above, end = ("", 0) if measured else _noun(after, language)
    rate = _RATE.match(after, end)
    if rate is not None:
        if rate["each"]:
            return Counted(above, EACH, rate.end())
        word = rate["slash"] or _head(rate["noun"], language)
        if word is not None and word.lower() not in ("them", "these", "those", "us"):
            place = after.lower().find(word.lower(), rate.start("slash") if rate["slash"] else rate.start("noun"))
            return Counted(above, singular(word), place + len(word))
        return Counted(above, EACH, rate.start("noun") - 1)
    article = _ARTICLE_RATE.match(after, end)
    if article is not None and (article["noun"].lower() in CALENDAR or (measured and article["noun"].lower() not in _STOP)):
        return Counted(above, CALENDAR.get(article["noun"].lower(), singular(article["noun"])), article.end())
    return Counted(above, "", end)


def _head(phrase: str, language: str) -> str | None:
    """The noun of a phrase behind "per": its first word unless that is a little one or an adjective before a noun."""
    words = phrase.split()
    if words[0].lower() in _STOP:
        return None
    if language == "de":
        return next((word for word in words if word[0].isupper()), None)
    return words[0]


def _noun(after: str, language: str) -> tuple[str, int]:
    """The first word behind a figure that looks like a noun in the plural, with where it ends; "" where none does."""
    end = 0
    for _ in range(_LONGEST):
        if _PHRASE_END.match(after, end):
            break
        match = _WORD.match(after, end)
        if match is None or match["word"].lower() in _STOP:
            break
        word, end = match["word"], match.end()
        if language == "de":
            if word[0].isupper():
                return word.lower(), end
            continue
        if word.lower() not in _NO_PLURAL and (word.endswith(("s", "x")) or word.lower() in ("data", "people", "men", "women", "matrices")):
            return singular(word), end
    return "", 0
