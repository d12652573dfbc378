"""The words that name numbered things, in the languages that are read, and how their numbers are written."""

from __future__ import annotations

import re

#: Kind -> the words that name it.
WORDS = {
    "figure": r"figures?|figs?\.?|abbildung(?:en)?|abb\.|figura|bild(?=\s\d)|schéma(?=\s\d)",
    "table": r"tables?|tabs?\.|tabellen?|tableaux?|tabla",
    "listing": r"listings?|programm(?=\s\d)|programme(?=\s\d)|codebeispiele?n?|extraits?(?=\s\d)|encarts?",
    "example": r"examples?|beispiel(?:e|en)?|exemples?",
    "equation": r"equations?|eqs?\.|eqns?\.|gleichung(?:en)?|gl\.|formeln?(?=\s\(?\d)|formulas?(?=\s\(?\d)|équations?|éq\."
    r"|formules?(?=\s\(?\d)",
    "section": r"(?:sub)?sections?|sects?\.|secs?\.|(?:unter)?abschnitt(?:e|en|s|es)?|abschn\.|§|paragraphes?(?=\s\d+\.\d)"
    r"|(?:chapters?|kapiteln?|kapitels|kap\.|chapitres?)(?=\s\d+\.\d)",
    "algorithm": r"algorithms?|algorithmus|algorithmes?",
    "step": r"steps?|schritt(?:e|en)?|étapes?",
    "exercise": r"exercises?|aufgaben?|übung(?:en)?|exercices?",
}
NUMBER = r"(?P<open>\()?(?P<number>\d+(?:[.\-–]\d+)*[a-z]?)(?(open)\))"
ANY = "|".join(f"(?P<{kind}>{words})" for kind, words in WORDS.items())


def canonical(number: str) -> str:
    """A number as it is compared: "13-3" and "13–3" are 13.3."""
    return number.replace("–", "-").replace("-", ".").lower().rstrip(".")


def kind_of(match: re.Match[str]) -> str:
    """The kind whose word a match of `ANY` has."""
    return next(kind for kind in WORDS if match.group(kind) is not None)
