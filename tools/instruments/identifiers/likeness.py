"""Which parameter the words beside a value mean: those whose name is made of these words, or of words that books use for them."""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORDS = re.compile(r"[a-zäöüßéèà]+|ε|ϵ|γ|α|β|λ|η")
# What a part of a parameter's name is called in sentences, beside itself.
_CALLED = {
    "start": ("begin", "first", "initial", "anfang", "beginn", "début", "commence"),
    "end": ("end", "finish", "last", "final", "reach", "ende", "fin"),
    "stop": ("end", "last"),
    "dim": ("axis", "dimension", "axe", "achse"),
    "axis": ("axis", "dimension", "axe", "achse"),
    "lr": ("rate", "lernrate", "η"),
    "eps": ("epsilon", "ε", "ϵ"),
    "tol": ("tolerance", "error", "deviation", "toleranz", "fehler", "abweichung", "tolérance", "erreur", "écart"),
    "rel": ("relative",),
    "abs": ("absolute", "absolu"),
    "iter": ("iteration", "step", "schritt", "itération"),
    "iters": ("iteration", "step", "update", "epoch", "schritt", "itération"),
    "steps": ("step", "iteration", "point"),
    "width": ("column", "character", "wide", "line", "zeichen", "spalte", "colonne", "caractère"),
    "num": ("point", "sample", "punkt", "échantillon"),
    "bins": ("bin", "interval", "class", "klasse", "classe"),
    "maxsize": ("entry", "result", "cache", "eintrag", "ergebnis", "entrée", "résultat"),
    "slope": ("slope", "steigung", "pente"),
    "decay": ("decay", "penalty", "abklingen"),
    "momentum": ("momentum", "moment"),
    "workers": ("worker", "process", "prozess", "processus"),
    "decimals": ("decimal", "digit", "place", "stelle", "décimale"),
    "precision": ("digit", "decimal", "place", "stelle"),
    "size": ("size", "größe", "taille"),
    "heads": ("head", "kopf", "tête"),
    "head": ("head", "kopf", "tête"),
    "layers": ("layer", "schicht", "couche"),
    "factor": ("factor", "multiply", "faktor", "facteur"),
    "timeout": ("second", "wait", "sekunde", "seconde"),
    "patience": ("epoch", "wait", "epoche", "époque"),
    "alpha": ("α",),
    "gamma": ("γ",),
    "beta": ("β",),
    "dropout": ("dropout",),
    "stride": ("stride", "step", "schritt"),
    "padding": ("padding", "pad"),
    "tabsize": ("tab", "blank", "column"),
    "indent": ("indent", "blank", "einrückung", "indentation"),
    "protocol": ("protocol", "protokoll", "protocole"),
    "limit": ("limit", "grenze", "limite"),
    "depth": ("deep", "depth", "level", "tiefe", "profondeur"),
    "count": ("time", "mal", "fois"),
    "number": ("time", "mal", "fois"),
    "repeat": ("time", "repetition", "repeat", "mal", "fois"),
    "cutoff": ("ratio", "similarity", "score", "ähnlichkeit"),
    "compresslevel": ("level", "stufe", "niveau"),
    "level": ("level", "stufe", "niveau"),
    "correction": ("correction", "korrektur"),
}
# Names that are two words written as one.
_PARTS = {"rtol": ("rel", "tol"), "atol": ("abs", "tol"), "maxiter": ("max", "iter"), "maxlen": ("max", "len"), "ncols": ("n", "columns")}
# Parts of names that sentences leave out.
_LEFT_OUT = frozenset(("n", "num", "max", "min", "size", "count", "default", "value", "length", "len", "number", "total", "level"))


def fitting(words: str, names: Iterable[str]) -> frozenset[str]:
    """The names that fit some words best: those with the most parts said, none of which may be unsaid unless sentences leave it out."""
    there = [word.rstrip("s") or word for word in _WORDS.findall(words.lower())]
    counted = {name: _said(name, there) for name in names if len(name) > 1}
    most = max(counted.values(), default=0)
    return frozenset(name for name, count in counted.items() if count == most > 0)


def touches(word: str, name: str) -> bool:
    """Whether one of some words is said of a part of a name."""
    there = [each.rstrip("s") or each for each in _WORDS.findall(word.lower())]
    return any(_same(part, each) for part in _parts(name) for each in there)


def _parts(name: str) -> tuple[str, ...]:
    """The words that a name is made of: between underscores, from capital to capital."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
    return _PARTS.get(words, tuple(part for part in words.split("_") if part))


def _said(name: str, there: list[str]) -> int:
    """How many parts of a name are said; 0 where one is missing."""
    parts = _parts(name)
    said = [part for part in parts if any(_same(part, word) for word in there)]
    missing = [part for part in parts if part not in said]
    if not said or any(part not in _LEFT_OUT for part in missing):
        return 0
    return len(said)


def _same(part: str, word: str) -> bool:
    names = (part.rstrip("s") or part, *_CALLED.get(part, ()))
    return any(word == each or (len(each) >= 4 and word.startswith(each) and len(word) - len(each) <= 3) for each in names)
