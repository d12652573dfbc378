"""Laws of turns and pieces: years between two years, growth by the same percentage at each turn, and how many pieces fill a whole."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction

from tools.instruments.numbers.announced.scene import Scene, Solution
from tools.instruments.numbers.words import akin

_YEAR = re.compile(r"(?<![\w.,/-])(?P<year>1[5-9]\d\d|20\d\d)(?![\w/-]|[.,]\d)")
_YEARS = r"years?|jahren?|ans?|années?|años?"
_BETWEEN = re.compile(
    r"(?:years?|jahren?|ans?|années?|años?)\s(?:later|after\w*|earlier|before|apart|in between|in all|später|danach|früher|zuvor|"
    r"auseinander|plus tard|après|"
    r"plus tôt|avant|d['’]écart|más tarde|después)(?![^\W\d_])",
    re.IGNORECASE,
)
_LASTED = r"after|for|lasted|of|within|nach|dauerte|während|après|pendant|duré|tras|durante"
_SHRINKS = re.compile(
    r"(?<![^\W\d_])(?:shrink\w*|shrank|fall\w*|fell|los\w+|decreas\w*|declin\w*|drop\w*|decay\w*|depreciat\w*|schrumpf\w*|sink\w*|"
    r"sank|fäll\w*|verlier\w*|"
    r"nimmt\s.{0,40}\sab|baisse\w*|diminu\w*|perd\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_GROWS = re.compile(
    r"(?<![^\W\d_])(?:grow\w*|grew|ris\w+|rose|increas\w*|gain\w*|interest|wächst|wuchs|wachs\w*|steig\w*|stieg\w*|zins\w*|"
    r"verzins\w*|zunimmt|"
    r"augment\w*|croît|grossi\w*|crece\w*)(?![^\W\d_])",
    re.IGNORECASE,
)
_SIMPLE = re.compile(
    r"(?<![^\W\d_])(?:simple interest|linear\w*|of the (?:original|first|initial)|points?|roughly|"
    r"compounding is ignored)(?![^\W\d_])",
    re.IGNORECASE,
)
_TURN = re.compile(r"\s?(?:an?|per|each|every|im|pro|je|jede[nrs]?|jährlich|par|chaque|al|cada)\s(?P<noun>[^\W\d_]+)", re.IGNORECASE)
_BECOME = r"reach(?:es|ed)?|to|be|is|becomes?|became|holds?|worth|erreicht|auf|beträgt|ist|sind|atteint|vaut|à|est|alcanza"


def _between_years(scene: Scene) -> Solution | None:
    """ "published in 1996 and replaced in 2009, thirteen years later"."""
    years = [int(match["year"]) for match in _YEAR.finditer(scene.text)]
    stated = [
        i
        for i in scene.own
        if i.plain_count and _BETWEEN.match(scene.tail(i).lstrip(" -")) and not _YEAR.fullmatch(scene.page.words_at(i.span))
    ]
    if len(years) != 2 or years[0] == years[1] or len(stated) != 1:
        return None
    first, last = sorted(years)
    return stated[0], [Fraction(last - first)], f"{last} - {first}", []


def _compounded(scene: Scene) -> Solution | None:
    """ "grows by 10 % a month; after three months a log of 100 GB has reached 133.1 GB"."""
    text = scene.earlier + " " + scene.text
    figures = (*scene.before, *scene.own)
    rates = [i for i in figures if i.kind == "percent" and _TURN.match(scene.page.text, i.span.end)]
    up, down = _GROWS.search(text), _SHRINKS.search(text)
    if len(rates) != 1 or bool(up) == bool(down) or _SIMPLE.search(text) or sum(i.kind == "percent" for i in figures) != 1:
        return None
    turn = _TURN.match(scene.page.text, rates[0].span.end)
    counts = [i for i in scene.own if i.plain_count and turn is not None and i.noun and akin(turn["noun"].lower(), i.noun)]
    amounts = [i for i in scene.own if i.value.dimensions and i.kind != "time"]
    if len(counts) != 1 or len(amounts) != 2 or amounts[0].kind != amounts[1].kind or not scene.led(amounts[1], _BECOME):
        return None
    n, rate = counts[0].quantity.value, rates[0].value.exact
    if n.denominator != 1 or not 1 < n <= 120 or not 0 < rate < 1:
        return None
    factor = (1 + rate if up else 1 - rate) ** int(n)
    first, percent = (scene.page.words_at(i.span) for i in (amounts[0], rates[0]))
    return (
        amounts[1],
        [amounts[0].value.exact * factor],
        f"{first} x (1 {'+' if up else '-'} {percent})^{n}",
        [amounts[0], rates[0], counts[0]],
    )


_PIECES = (
    r"pages?|blocks?|chunks?|packets?|sectors?|segments?|clusters?|tiles?|shards?|seiten|blöcken?|paketen?|sektoren|segmenten?|"
    r"blocs|paquets|secteurs|segments"
)
_PARTLY = re.compile(
    r"(?<![^\W\d_])(?:header|overhead|each with|apart|besides|already|free|used|left|remaining|more|further|other|reserved|"
    r"compressed|kopf|frei|weitere|en-tête|libres?|autres)"
    r"(?![^\W\d_])",
    re.IGNORECASE,
)


def _filled(scene: Scene) -> Solution | None:
    """ "2 MiB ... with pages of 4 KiB it spans 512 pages": a whole in pieces of a size, both of one kind."""
    stated = [i for i in scene.own if i.plain_count and not i.each and i.quantity.value > 1 and scene.after(i, _PIECES)]
    size = scene.one(lambda i: i.kind == "information" and scene.led(i, rf"(?:{_PIECES})(?: size)?(?: of| von| zu| mit| de)"))
    if len(stated) != 1 or size is None or not size.value.exact or _PARTLY.search(scene.text):
        return None
    wholes = [i for i in (*scene.before, *scene.own) if i.kind == "information" and i.span != size.span and not i.each]
    if len(wholes) != 1 or wholes[0].value.exact <= size.value.exact or wholes[0].span.start > stated[0].span.start:
        return None
    counts = [whole.exact / part.exact for whole in wholes[0].readings for part in size.readings if part.exact]
    step = f"{scene.page.words_at(wholes[0].span)} / {scene.page.words_at(size.span)}"
    return stated[0], [Fraction(-(-count.numerator // count.denominator)) for count in counts], step, [wholes[0], size]


TIMES: tuple[Callable[[Scene], Solution | None], ...] = (_between_years, _compounded, _filled)
