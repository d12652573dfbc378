"""Number words in several languages, read and written."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

_EN_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_EN_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_EN_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fifth": 5, "eighth": 8, "ninth": 9, "twelfth": 12,
}  # fmt: skip
_DE_ONES = [
    "null",
    "ein",
    "zwei",
    "drei",
    "vier",
    "fünf",
    "sechs",
    "sieben",
    "acht",
    "neun",
    "zehn",
    "elf",
    "zwölf",
    "dreizehn",
    "vierzehn",
    "fünfzehn",
    "sechzehn",
    "siebzehn",
    "achtzehn",
    "neunzehn",
]
_DE_TENS = ["zwanzig", "dreißig", "vierzig", "fünfzig", "sechzig", "siebzig", "achtzig", "neunzig"]
_FR_ONES = [
    "zéro",
    "un",
    "deux",
    "trois",
    "quatre",
    "cinq",
    "six",
    "sept",
    "huit",
    "neuf",
    "dix",
    "onze",
    "douze",
    "treize",
    "quatorze",
    "quinze",
    "seize",
    "dix-sept",
    "dix-huit",
    "dix-neuf",
]
_FR_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante", 80: "quatre-vingt"}
_SMALL = {
    "es": "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince",
    "it": "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici",
    "nl": "nul een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien",
    "pt": "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze",
}
_TENS_TO_HUNDRED = {
    "es": "veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa cien",
    "it": "venti trenta quaranta cinquanta sessanta settanta ottanta novanta cento",
    "nl": "twintig dertig veertig vijftig zestig zeventig tachtig negentig honderd",
    "pt": "vinte trinta quarenta cinquenta sessenta setenta oitenta noventa cem",
}

# Words that multiply what stands before them.
SCALES = {
    "hundred": 100, "thousand": 1000, "million": 10**6, "millions": 10**6, "billion": 10**9, "billions": 10**9, "trillion": 10**12,
    "dozen": 12,
    "hundert": 100, "tausend": 1000, "millionen": 10**6, "milliarde": 10**9, "milliarden": 10**9, "mio": 10**6, "mrd": 10**9,
    "dutzend": 12,
    "cent": 100, "cents": 100, "mille": 1000, "milliard": 10**9, "milliards": 10**9,
    "mil": 1000, "millones": 10**6, "millón": 10**6, "mila": 1000, "milioni": 10**6, "milione": 10**6, "miljoen": 10**6, "miljard": 10**9,
    "milhões": 10**6, "duizend": 1000,
}  # fmt: skip
_SCALES_OF = {
    "en": "hundred thousand million millions billion billions trillion dozen",
    "de": "hundert tausend million millionen milliarde milliarden mio mrd dutzend",
    "fr": "cent cents mille million millions milliard milliards",
    "es": "mil millones millón",
    "it": "mille mila milioni milione",
    "nl": "duizend miljoen miljard",
    "pt": "mil milhões",
}


def english(n: int) -> str:
    """0 <= n < 1000 in English words ("four hundred and sixty-five")."""
    if n < 20:
        return _EN_ONES[n]
    if n < 100:
        return _EN_TENS[n // 10 - 2] + (f"-{_EN_ONES[n % 10]}" if n % 10 else "")
    rest = f" and {english(n % 100)}" if n % 100 else ""
    return f"{_EN_ONES[n // 100]} hundred{rest}"


def german(n: int) -> str:
    """0 <= n < 1000 in German words, the final one as before a noun ("ein")."""
    if n < 20:
        return _DE_ONES[n]
    if n < 100:
        return (f"{_DE_ONES[n % 10]}und" if n % 10 else "") + _DE_TENS[n // 10 - 2]
    return _DE_ONES[n // 100] + "hundert" + (german(n % 100) if n % 100 else "")


def french(n: int) -> str:
    """0 <= n < 100 in French words."""
    if n < 20:
        return _FR_ONES[n]
    tens = n // 10 * 10
    if tens in (70, 90):
        tens -= 10
    rest = n - tens
    if rest == 0:
        return _FR_TENS[tens] + ("s" if tens == 80 else "")
    joint = " et " if rest in (1, 11) and tens != 80 else "-"
    return _FR_TENS[tens] + joint + _FR_ONES[rest]


def _small(language: str) -> Callable[[int], str]:
    words = _SMALL[language].split()
    larger = dict(zip(range(20, 101, 10), _TENS_TO_HUNDRED[language].split(), strict=True))
    return lambda n: words[n] if n < len(words) else larger[n]


_WRITERS: dict[str, tuple[Callable[[int], str], tuple[int, ...]]] = {
    "en": (english, tuple(range(1000))),
    "de": (german, tuple(range(1000))),
    "fr": (french, tuple(range(100))),
    **{code: (_small(code), (*range(16), *range(20, 101, 10))) for code in _SMALL},
}


def in_words(n: int, language: str) -> str | None:
    """The number in words of that language, None where this module cannot write it."""
    writer, numbers = _WRITERS.get(language, _WRITERS["en"])
    return writer(n) if n in numbers else None


# Words that are articles or everyday words far more often than they are figures.
_ARTICLES = frozenset(
    ["ein", "eine", "einen", "einem", "einer", "eines", "un", "une", "uno", "una", "um", "uma", "een", "once", "sei", "cento"]
)


@cache
def cardinals(language: str) -> dict[str, int]:
    """Single words (hyphens kept) that are numbers in that language, articles left out."""
    writer, numbers = _WRITERS.get(language, _WRITERS["en"])
    words = {writer(n): n for n in numbers if " " not in writer(n)}
    if language == "de":
        words |= {german(n).replace("ß", "ss"): n for n in numbers} | {"eins": 1, "zwo": 2}
    return {word: n for word, n in words.items() if word not in _ARTICLES}


@cache
def scales(language: str) -> dict[str, int]:
    return {word: SCALES[word] for word in _SCALES_OF.get(language, _SCALES_OF["en"]).split()}


@cache
def ordinals(language: str) -> dict[str, int]:
    """Ordinal words ("ninth", "neunte", "neuvième"); "second" of English is left to the reader of its context."""
    if language == "de":
        stems = {1: "erst", 3: "dritt", 7: "siebt", 8: "acht"}
        words = {n: stems.get(n, german(n) + ("t" if n < 20 else "st")) for n in range(1, 100)}
        return {stem + ending: n for n, stem in words.items() for ending in ("e", "en", "er", "es", "em")}
    if language == "fr":
        words = {n: french(n).removesuffix("e") + "ième" for n in range(2, 20)}
        return {word: n for n, word in words.items()} | {"premier": 1, "première": 1, "cinquième": 5, "neuvième": 9}
    words = {}
    for n in range(1, 100):
        head, _, last = english(n).rpartition("-")
        special = next((word for word, value in _EN_ORDINALS.items() if english(value) == last), None)
        plain = special or (last[:-1] + "ieth" if last.endswith("y") else last + "th")
        words[n] = f"{head}-{plain}" if head else plain
    return {word: n for n, word in words.items()}
