"""The words that compare: adjectives by what they measure and on which side, in their three degrees, English, German and French.

A property says which columns an adjective may speak of: `speed` times and rates, `extent` times and lengths, `size` amounts, `money`
prices, `often` counts, `exact` rates of success or error, `level` whatever a column holds, `worth` good and bad, of which only the name
of a column tells the side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tools.instruments.numbers.words import vocabulary

Property = Literal["speed", "extent", "size", "money", "often", "exact", "level", "worth"]
Degree = Literal["more", "most"]


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a sentence in lower case, and where it stands in it."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Graded:
    """A comparative ("more") or superlative ("most"). side: +1 for more of the property, -1 for less. noun: the word whose amount is
    compared ("more errors"), "" where an adjective names the property. first, last: numbers of its words."""

    degree: Degree
    measured: Property
    side: int
    start: int
    end: int
    first: int
    last: int
    noun: str = ""


# property, side: positives | comparatives | superlatives
_ADJECTIVES: tuple[tuple[Property, int, str, str, str], ...] = (
    ("speed", -1, "slow slowly langsam lent lente lents lentes lentement", "slower langsamer", "slowest langsamst"),
    ("speed", 1, "fast quick quickly rapid rapidly swift schnell rapide rapides rapidement vite",
     "faster quicker schneller", "fastest quickest schnellst"),
    ("extent", 1, "long lang lange lente longue longs longues longtemps", "longer länger", "longest längst"),
    ("extent", -1, "short brief kurz court courte courts courtes bref brève", "shorter briefer kürzer", "shortest kürzest"),
    ("size", 1, "large big bulky heavy groß gross schwer umfangreich grand grande grands grandes gros grosse lourd lourde volumineux "
     "volumineuse", "larger bigger heavier bulkier größer grösser schwerer", "largest biggest heaviest bulkiest größt grösst schwerst"),
    ("size", -1, "small light compact klein leicht petit petite petits petites léger légère compacte", "smaller lighter kleiner leichter",
     "smallest lightest kleinst leichtest"),
    ("money", 1, "expensive costly dear teuer cher chère chers chères coûteux coûteuse",
     "dearer costlier teurer", "dearest costliest teuerst"),
    ("money", -1, "cheap affordable billig günstig preiswert abordable", "cheaper billiger günstiger", "cheapest billigst günstigst"),
    ("often", 1, "often frequent frequently popular common commonly oft häufig souvent fréquent fréquente fréquents fréquemment",
     "oftener busier öfter häufiger", "busiest häufigst"),
    ("often", -1, "rare rarely seldom selten rares rarement", "rarer seltener", "rarest seltenst"),
    ("exact", 1, "accurate accurately precise precisely exact reliable genau zuverlässig präzise précis précise fiable",
     "genauer zuverlässiger", "genauest zuverlässigst"),
    ("level", 1, "high great hoch élevé élevée élevés élevées haut haute hauts hautes",
     "higher greater höher supérieur supérieure supérieurs supérieures", "highest greatest höchst maximum peak höchstwert spitzenwert"),
    ("level", -1, "low niedrig gering tief faible faibles bas basse basses", "lower lesser niedriger geringer tiefer inférieur inférieure "
     "inférieurs inférieures", "lowest niedrigst geringst tiefst minimum tiefstwert"),
    ("worth", 1, "good well gut bon bonne", "better besser meilleur meilleure meilleurs meilleures mieux", "best"),
    ("worth", -1, "bad badly schlecht mauvais mauvaise mal", "worse schlechter pire pires", "worst schlechtest"),
)  # fmt: skip
_MORE = {"more": 1, "less": -1, "fewer": -1, "mehr": 1, "weniger": -1, "plus": 1, "moins": -1}
_MOST = {"most": 1, "least": -1, "fewest": -1, "meisten": 1, "wenigsten": -1}
_ARTICLES = vocabulary("le la les l du au aux des")
_NO_NOUN = vocabulary(
    "than als que of de the a an and or und oder et ou in on at to for but it is was be so as much many likely time times recent "
    "recently "
    "ago often one complex complicated important interesting useful readable detailed general specific specifically precisely "
    "than ever "
    "again work care details about over under same part parts"
)
_WORD = re.compile(r"[^\W\d_]+")
_GERMAN_ENDING = re.compile(r"(?:e[nrsm]?)$")


def words_in(text: str) -> tuple[Word, ...]:
    """The words of a sentence in order, all of them."""
    return tuple(Word(match.group().lower(), match.start(), match.end()) for match in _WORD.finditer(text))


def _table(column: int) -> dict[str, tuple[Property, int]]:
    return {word: (entry[0], entry[1]) for entry in _ADJECTIVES for word in str(entry[column]).split()}


_POSITIVE, _COMPARATIVE, _SUPERLATIVE = _table(2), _table(3), _table(4)


def _inflected(table: dict[str, tuple[Property, int]], word: str) -> tuple[Property, int] | None:
    if word in table:
        return table[word]
    stem = _GERMAN_ENDING.sub("", word)
    return table.get(stem) if stem != word and len(stem) > 3 else None


def adjective(word: str) -> tuple[Property, int] | None:
    """What an adjective or adverb in its plain form measures, and on which side; None for other words."""
    return _inflected(_POSITIVE, word)


@lru_cache(maxsize=20_000)
def graded(text: str) -> tuple[Graded, ...]:
    """The comparatives and superlatives of a sentence, in order."""
    words = words_in(text)
    found: list[Graded] = []
    n = 0
    while n < len(words):
        one = _one_word(words, n) or _two_words(words, n)
        if one is not None:
            found.append(one)
            n = one.last + 1
        else:
            n += 1
    return tuple(found)


def _one_word(words: Sequence[Word], n: int) -> Graded | None:
    word = words[n]
    most = _inflected(_SUPERLATIVE, word.text)
    more = None if most is not None else _inflected(_COMPARATIVE, word.text)
    if most is None and more is None:
        return None
    measured, side = most or more  # type: ignore[misc]
    # French has one form for both: "la meilleure" is a superlative, "meilleure que" a comparative.
    topped = more is not None and word.text.startswith(("meilleur", "pire", "mieux")) and n > 0 and words[n - 1].text in _ARTICLES
    return Graded("most" if most or topped else "more", measured, side, word.start, word.end, n, n)


def _two_words(words: Sequence[Word], n: int) -> Graded | None:
    """ "more expensive", "the most errors", "la plus rapide", "moins de mémoire", "die wenigsten Fehler"."""
    word = words[n].text
    side = _MORE.get(word) or _MOST.get(word)
    if side is None or n + 1 >= len(words):
        return None
    french = word in ("plus", "moins")
    most = word in _MOST or (french and n > 0 and words[n - 1].text in _ARTICLES)
    at = n + 1
    of = french and words[at].text in ("de", "d")
    if of:
        at += 1
    if at >= len(words) or words[at].start - words[n].end > 4:
        return None
    own = adjective(words[at].text) if not of else None
    if own is not None:
        return Graded("most" if most else "more", own[0], own[1] * side, words[n].start, words[at].end, n, at)
    if words[at].text in _NO_NOUN or (french and not of):
        return None
    return Graded("most" if most else "more", "level", side, words[n].start, words[at].end, n, at, noun=words[at].text)


# ---- what a column measures --------------------------------------------------------------------------------------

_TIMED = vocabulary(
    "time times latency latencies duration runtime elapsed wall delay wait seconds ms zeit dauer laufzeit latenz wartezeit antwortzeit "
    "temps durée latence délai attente"
)
_RATED = vocabulary("throughput speed rate qps rps fps bandwidth durchsatz geschwindigkeit bandbreite débit vitesse")
_GOOD = vocabulary(
    "accuracy acc precision recall score auc throughput speed speedup hits uptime availability bandwidth genauigkeit trefferquote "
    "durchsatz "
    "précision exactitude débit"
)
_BAD = vocabulary(
    "error errors loss latency failures failed misses time times cost costs delay perplexity mae rmse mse memory size fehler verlust "
    "fehlerrate kosten zeit dauer speicher erreur erreurs perte coût durée temps latence mémoire taille warnings bugs"
)
_PRICED = vocabulary("price prices cost costs fee preis preise kosten prix coût coûts")
_MONEY = ("usd", "eur", "gbp", "chf")
_AMOUNTS = ("information", "count", "mass", "length", "volume", "area", "flop", "energy")


def sides(measured: Property, side: int, kind: str, terms: Iterable[str]) -> tuple[int, ...]:
    """On which side of a column's values a word points: (1,) the larger, (-1,) the smaller, both where none can tell, () where the
    column does not measure what the word speaks of."""
    own = set(terms)
    timed = kind == "time" or (kind == "count" and bool(own & _TIMED or any(re.fullmatch(r"p\d\d.*", term) for term in own)))
    rated = kind.endswith("/time") or (kind == "count" and bool(own & _RATED))
    if measured == "level":
        return (side,)
    if measured == "speed":
        return (-side,) if timed else (side,) if rated else ()
    if measured == "extent":
        return (side,) if timed or kind in ("length", "count") else ()
    if measured == "size":
        return (side,) if kind in _AMOUNTS and not timed and not rated else ()
    if measured == "money":
        return (side,) if kind in _MONEY or own & _PRICED else ()
    if measured == "often":
        return (side,) if kind in ("count", "percent") and not timed else ()
    if measured == "exact":
        return (-side,) if own & _BAD and not own & _GOOD else (side,) if kind in ("percent", "count") and own & _GOOD else ()
    if timed or (own & _BAD and not own & _GOOD):
        return (-side,)
    return (side,) if rated or own & _GOOD else (1, -1)
