"""Content words of a passage, and whether those of one passage speak of the same thing as those of another."""

from __future__ import annotations

import re

_STOP = frozenset(
    re.findall(
        r"\w+",
        """
        the this that these those with from into onto over each every both what which where when then than their there here have been
        being were between against more most less least only also such same other another after before about below above for and are how
        its our your his her them they very just even still once again again will would could should can may might must does did done
        not all any one two three four five six seven eight nine ten first second third last next many much some few several whole part
        value values number numbers result results data example figure table listing section chapter equation step shows show shown
        showed run runs see seen saw say says said call calls called give gives given use uses used using take takes taken make makes
        made get gets let lets like look looks want need needs come comes goes mean means whether why who whose while because since
        until unless again rest reason reasons rule rules thing things way ways point points case cases question word words text line
        lines block blocks code detail details matter meet meets discussed discussion explain explains explained describe describes
        described derivation derive derived definition define defined proof treat treated treats cover covers covered introduce
        introduces introduced list lists listed contain contains compare compares compared spread problem problems idea method methods
        problem trick mistake lesson remedy answer topic summary overview diagram picture form code program function output behavior
        behaviour workflow version steps difference above earlier later already find found
        eine einen einer eines einem ein der die das des dem den und mit für von vom zum zur aus bei nach über unter zwischen jede jeder
        jedes alle aller allen werte wert zahl zahlen ergebnis ergebnisse wird werden wurde wurden ist sind war waren wie was wer warum
        weshalb woher man sich auch noch nur nicht kein keine mehr sehr schon dann denn dass weil wenn als ob doch hier dort dies diese
        dieser dieses diesem jener jene steht stehen zeigt zeigen gezeigt siehe sieht nennt gibt kommt geht liegt sagt erklärt beschreibt
        beschrieben behandelt behandeln stellt fasst enthält vergleicht listet tabelle abbildung abschnitt kapitel gleichung beispiel
        herleitung erklärung beschreibung definition frage weg art stelle zeile zeilen unserer unsere unser diagramm bild zwei drei
        vier fünf sechs sieben acht neun zehn form
        programm funktion ausgabe unterschied seine seiner ihre ihrer
        les des une dans sur par pour avec sans sous est sont était étaient été être avoir plus moins très aussi même mêmes cette ces
        celui celle ceux qui que quoi dont où comment pourquoi combien leur leurs nos notre votre mais donc car tout toute tous toutes
        autre autres chaque entre après avant selon voir montre montrent montré donne donné donnée données décrit décrite explique
        expliqué expliquée présente présenté présentée figure tableau section chapitre équation exemple valeur valeurs nombre nombres
        résultat résultats première premier second deuxième dernier dernière traite traité traitée définition dérivation diagramme
        schéma forme programme fonction sortie différence
        """,
    )
)
#: Words that speak of one thing, each a beginning of a word or a phrase.
_KIN: tuple[tuple[str, ...], ...] = (
    ("overflow", "wrap", "run over", "runs over", "ran over", "überlauf", "überläuf", "débord", "dépass"),
    ("missing", "nan", "absent", "hole", "gap", "null", "lücke", "fehlend", "manquant"),
    ("spread", "varianc", "deviation", "std", "streuung", "varianz", "dispersion", "écart"),
    ("random", "seed", "generator", "chance", "zufall", "aléatoire", "hasard"),
    ("cache", "caching", "memo", "zwischenspeich"),
    ("duplicate", "doppelt", "doublon", "unique", "dedup"),
    ("time zone", "timezone", "utc", "zeitzone", "fuseau"),
    ("exception", "error", "raise", "fehler", "ausnahme", "erreur", "lève"),
    ("concurren", "async", "parallel", "coroutine", "thread", "nebenläuf"),
    ("path", "file", "directory", "folder", "pfad", "datei", "ordner", "verzeichnis", "fichier", "dossier", "chemin", "répertoire"),
    ("rounding", "rounded", "rundung", "gerundet", "arrondi"),
    ("round", "rund", "arrondi"),
    ("speed", "time", "fast", "slow", "latency", "laufzeit", "dauer", "schnell", "langsam", "durée", "temps", "vitesse"),
    ("memory", "byte", "storage", "speicher", "mémoire", "octet"),
    ("group", "aggregat", "gruppier", "zusammenfass", "regroup", "agrég"),
    ("join", "merge", "verbund", "verbind", "jointure", "fusion"),
    ("sort", "order", "reihenfolge", "ordn", "trier", "ordre"),
    ("read", "load", "parse", "import", "einles", "lesen", "lecture", "lire", "charg"),
    ("write", "save", "export", "schreib", "speicher", "écri", "enregistr"),
    ("clean", "tidy", "aufräum", "bereinig", "nettoy"),
    ("average", "mean", "mittel", "durchschnitt", "moyenne"),
    ("percentile", "quantile", "median", "perzentil", "quantil", "médiane", "centile"),
    ("quote", "escap", "anführung", "guillemet"),
    ("weight", "parameter", "gewicht", "poids", "paramètre"),
    ("gradient", "backward", "backprop", "rückwärts", "rétropropag"),
    ("precision", "dtype", "float", "genauigkeit", "précision"),
    ("mask", "masked", "maske", "masque"),
    ("recompil", "compil", "kompil", "übersetz"),
    ("test", "check", "assert", "prüf", "vérif"),
)


def stem(word: str) -> str:
    """A word without the ending of its plural or case."""
    word = word.lower()
    if len(word) > 5 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("es", "en", "er", "em", "s", "e", "n", "x"):
        if word.endswith(ending) and len(word) - len(ending) >= 4 and not word.endswith("ss"):
            return word[: -len(ending)]
    return word


def content(words: str) -> tuple[str, ...]:
    """The content words of a passage, in order, stemmed, each once."""
    found = [w for w in re.findall(r"[^\W\d_]{3,}", words) if w.lower() not in _STOP and (len(w) > 3 or w.isupper())]
    return tuple(dict.fromkeys(s for s in map(stem, found) if s not in _STOP_STEMS))


def stemmed(words: str) -> list[str]:
    """All words of a passage of three letters or more, stemmed."""
    return [stem(w) for w in re.findall(r"[^\W\d_]{3,}", words)]


_STOP_STEMS = frozenset(stem(w) for w in _STOP)


def akin(one: str, other: str) -> bool:
    """Whether two words may be forms of one, or one a part of the other ("grouped", "groups"; "Speicher", "Speicherbedarf")."""
    short, long = sorted((one, other), key=len)
    if len(short) < 4:
        return short == long
    common = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return common >= max(4, len(short) - 2) or short in long


def kin(word: str, passage: str) -> int:
    """How many other words for the same thing a passage has."""
    lower = passage.lower()
    groups = [g for g in _KIN if any(word.startswith(stem(k)) for k in g if " " not in k)]
    return sum(len(re.findall(rf"(?<!\w){re.escape(k)}", lower)) for k in {k for g in groups for k in g})
