"""What a clause says of the order of things, of several of them one after the other, of rows and columns, of a conversion."""

from __future__ import annotations

import re
from dataclasses import replace

from tools.instruments.code.told.predicates import Object, Predicate, Tail, number_of
from tools.instruments.code.told.words import ADVERB, BE, CLOSED, GIVE, HAVE, NUMERAL

_SMALL = (
    r"(?:smallest|lowest|least|shortest|earliest|youngest|cheapest|rarest|kleinsten?|niedrigsten?|kürzesten?|seltensten|jüngsten"
    r"|plus petite?|plus courte?|plus rare|plus bas)"
)
_LARGE = (
    r"(?:largest|highest|greatest|biggest|most|longest|latest|oldest|größten?|höchsten?|längsten?|häufigsten|ältesten|plus grande?"
    r"|plus longue?|plus fréquente?|plus haut)"
)
_OF_COUNT = r"(?:frequent|common|often|rare|rarest|häufig\w*|selten\w*|fréquent\w*)"
_OF_LENGTH = r"(?:short|long|kürz|läng|court|longue)"
_UP = (
    r"(?:in (?:an? )?(?:ascending|increasing|rising|alphabetical|alphabetic|lexicographic(?:al)?|sorted|numerical|growing) (?:order"
    r"|sequence)|alphabetically"
    r"|sorted|in order of size|aufsteigend|alphabetisch|in (?:aufsteigender|alphabetischer|steigender) (?:Reihenfolge|Ordnung)"
    r"|der Größe nach"
    r"|(?:dans l['’]|par |en |par l['’])ordre (?:croissant|alphabétique)|triée?s?)"
)
_DOWN = (
    r"(?:(?:sorted )?in (?:an? )?(?:descending|decreasing|falling|reverse(?:d)?|reverse alphabetical) (?:order|sequence)|absteigend"
    r"|in (?:absteigender|fallender|umgekehrter) (?:Reihenfolge|Ordnung)|(?:dans l['’]|par |en )ordre décroissant)"
)
_FROM = re.compile(
    rf"\b(?:from|vom|von der|du|de la)\s+(?:the\s+)?(?P<one>{_SMALL}|{_LARGE})\s*(?:(?P<count>{_OF_COUNT})\s+)?(?:\w+\s+)?(?:to|zum|zur"
    rf"|au|à la)\s+(?:the\s+)?"
    rf"(?P<two>{_SMALL}|{_LARGE})\b",
    re.I,
)
_FIRST = re.compile(
    rf"\b(?:with |mit |avec )?(?:the|der|die|das|dem|le|la)\s+(?P<one>{_SMALL}"
    rf"|{_LARGE})\s*(?P<count>{_OF_COUNT})?\s+(?:\w+\s+)?(?:comes? )?(?:first|zuerst|voran|en premier|d['’]abord)\b",
    re.I,
)
_WORDS = re.compile(rf"\b(?:(?P<down>{_DOWN})|(?P<up>{_UP}))(?![\w-])", re.I)
_NUMBER = r"[-+−]?\d[\d_]*(?:[.,]\d+)?"
QUOTED = r"(?:»[^«»\n]+«|«\s?[^«»\n]+?\s?»|\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|'[^'\n]+'|‘[^’\n]+’)"
_ITEM = rf"(?:⟦\d+⟧|{QUOTED}|{_NUMBER}|(?:{NUMERAL})\b|[A-Za-zÀ-ÿ][\wÀ-ÿ-]*)"
_SEVERAL = re.compile(rf"(?P<items>{_ITEM}(?:,\s+{_ITEM})*,?\s+(?:and|und|et)\s+{_ITEM}|{_ITEM}(?:,\s+{_ITEM}){{2,}}){CLOSED}")
_BEFORE_SEVERAL = re.compile(
    rf"\s*(?:(?:{ADVERB}|the (?:words|names|numbers|values|letters|strings|keys)|die (?:Wörter|Namen|Zahlen|Werte)|les (?:mots|noms|nombres"
    r"|valeurs)|nämlich|namely)\s+)*",
    re.I,
)
_TURN = (
    r"(?:an?|one|eine?n?|une?)\s+(?P<axis>row|column|line|Zeile|Spalte|ligne|colonne|entry|element|item|Eintrag|Element|élément|entrée)\s+"
    r"(?:for (?:each|every)|per|pro|je|für (?:jede[nrs]?|alle)|par|pour chaque)\s+(?P<thing>[A-Za-zÀ-ÿ]+(?:\s+(?!and\b|und\b"
    r"|et\b)[a-zÀ-ÿ]+)?)"
)
_ROWS = rf"(?P<count>\d+|{NUMERAL})\s+(?P<axis>rows?|columns?|Zeilen?|Spalten?|lignes?|colonnes?)\b"
_CONVERTED = re.compile(
    r"\s*(?:been\s+)?[A-Za-zäöüéè]+(?:ed|t|en|ée?)\s+(?:(?:by|durch|through|par)\s[^⟦⟧,.;]{0,40}\s)?(?:to|into|zu|in"
    r"|en)\s+(?:the type\s+|an?\s+)?⟦(?P<mark>\d+)⟧",
    re.I,
)
_TYPE_NAME = r"(?:torch\.|np\.|numpy\.)?(?:u?int\d*|b?float\d*|complex\d*|bool|str|list|tuple|dict|set|bytes|object)"
SEPARATOR = "\x1f"


def conversion(tail: Tail) -> Object | None:
    """ "has been promoted by the division to ⟦0⟧"."""
    match = _CONVERTED.match(tail.text.words, tail.at) if tail.is_verb(BE, "has|have|wurde|wird|a été") else None
    if match is None:
        return None
    said = tail.text.code[int(match["mark"])]
    return Object(Predicate("dtype", said), match.end()) if re.fullmatch(_TYPE_NAME, said) else None


def order(tail: Tail) -> Object | None:
    """In which order the things of the subject stand: said is "up" or "down" and by what, as far as the words tell it."""
    words = re.split(r"[,.;:](?!\d)|⟦|\s[—–]\s|\b(?:because|since|before|after|while|weil|bevor|car)\b", tail.text.words[tail.at :])[0]
    if re.match(r"\s*(?:an?|eine?|une?)\b", words) and not tail.is_verb(GIVE, HAVE):
        return None
    match = _FROM.search(words) or _FIRST.search(words)
    if match is not None:
        one = match["one"].lower()
        pair = match.groupdict().get("two")
        up = re.fullmatch(_SMALL, one, re.I) is not None
        if pair is not None and up == (re.fullmatch(_SMALL, pair, re.I) is not None):
            return None
        by = "count" if match["count"] or re.match(_OF_COUNT, one, re.I) or "fréquent" in one or "rare" in one else ""
        by = by or ("length" if re.match(_OF_LENGTH, one.removeprefix("plus "), re.I) else "")
        return Object(Predicate("order", f"{'up' if up else 'down'} {by}".strip()), tail.at + match.end())
    match = _WORDS.search(words)
    if match is None or re.search(r"\b(?:copy|version|Kopie|list|Liste|liste)\b", words[: match.start()]):
        return None
    if re.match(r"\s+(?:list|copy|array|dict\w*|version|by|nach|par|according|on|with|mit|avec|at)\b", words[match.end() :]):
        return None
    return Object(Predicate("order", "down" if match["down"] else "up"), tail.at + match.end())


def several(tail: Tail) -> Object | None:
    """Words or numbers one after the other that the subject is made of."""
    if not tail.is_verb(
        BE, "holds?|contains?|reads?|lists?|shows?|prints?|gives?|yields?|enthält|hält|zeigt|ergibt|liefert|contient|donne|affiche"
    ):
        return None
    at = _BEFORE_SEVERAL.match(tail.text.words, tail.at)
    match = _SEVERAL.match(tail.text.words, at.end() if at else tail.at)
    if match is None:
        return None
    items = [_plain(tail, item) for item in re.findall(_ITEM, re.sub(r",?\s+(?:and|und|et)\s+", ", ", match["items"]))]
    loose = tail.is_verb("holds?|contains?|enthält|hält|contient")
    return Object(Predicate("several", SEPARATOR.join(["any" if loose else "all", *items])), match.end())


def _plain(tail: Tail, item: str) -> str:
    if item.startswith("⟦"):
        return tail.text.code[int(item[1:-1])].strip("'\"")
    if re.fullmatch(QUOTED, item):
        return item.strip("»«\"“”„'‘’ ")
    return number_of(item).replace("−", "-").replace(",", ".")


def rows(tail: Tail) -> Object | None:
    """Rows and columns: how many, or one for each of something that the code has a name for."""
    if not tail.is_verb("has|have|hat|haben|a|ont|contains?|enthält|besitzt|holds?|compte"):
        return None
    turn = tail.match(_TURN)
    if turn is not None:
        again = re.compile(rf",?\s+(?:and|und|et)\s+{_TURN}", re.I).match(tail.text.words, turn.end())
        both = [turn, *([again] if again is not None else [])]
        parts = [Predicate("per", f"{_axis(t['axis'])} {t['thing']}") for t in both]
        return Object(replace(parts[0], parts=tuple(parts[1:])), both[-1].end())
    match = tail.match(_ROWS)
    if match is None:
        return None
    first = Predicate("axis", f"{_axis(match['axis'])} {number_of(match['count'])}")
    further = re.compile(rf",?\s+(?:and|und|et)\s+{_ROWS}", re.I).match(tail.text.words, match.end())
    if further is None:
        return Object(first, match.end())
    second = Predicate("axis", f"{_axis(further['axis'])} {number_of(further['count'])}")
    return Object(Predicate("axis", first.said, (second,)), further.end())


def _axis(word: str) -> int:
    return 1 if re.match("col|spalte", word, re.I) else 0
