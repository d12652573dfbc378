"""What the prose directly before or after a block says that the whole block prints or raises."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.code.expectations import ERROR, Expectation, Way
from tools.instruments.code.programs import Piece
from tools.instruments.code.told.words import ARTICLE, ORDINAL, ORDINALS, RAISE
from tools.records import Span

_WHAT = (
    r"(?:(?:the|das)\s+(?:following|folgende)|(?:the|this|der|das|die|dieses?)\s+(?:above\s+|last\s+|folgende[sr]?\s+|following\s+)?"
    r"(?:code|program|script|snippet|example|block|loop|listing|call|programm|skript|beispiel|schleife|aufruf)|it|this|es|dies|das"
    r"|running it|running this|(?:le|la|l'|ce|cette)\s*(?:code|programme|script|exemple|bloc|boucle|appel|extrait))"
)
_PRINTED = (
    r"(?:prints?|outputs?|displays?|shows?|druckt|gibt|schreibt|zeigt|affiche|imprime|écrit)\s+"
    r"(?:out\s+|the (?:lines?|text|numbers?|values?)\s+|die (?:zeilen?|zahl(?:en)?)\s+)?"
)
_THINGS = (
    r"(?:numbers|values|words|names|letters|items|integers|strings|keys|elements|Zahlen|Werte|Wörter|Namen|Buchstaben|Einträge|Elemente"
    r"|nombres|valeurs|mots|noms|lettres|entiers|éléments)"
)
_END = r"(?=[.,;:]?(?:\s*$|\s+(?:aus|and|und|because|since)\b|\s*[.;:]))"
_PRINTS = re.compile(
    rf"\b{_WHAT}\s+(?:then |thus |dann )?{_PRINTED}(?:\w+\s+{_THINGS}(?:\s+aus)?\s*(?:,\s*(?:namely|nämlich|à savoir|that is)|:)\s+)?"
    rf"(?:`(?P<ticked>[^`\n]+)`|[\"“„](?P<quoted>[^\"”“\n]+)[\"”“]"
    rf"|(?P<bare>-?\d+(?:\.\d+)?){_END}"
    rf"|(?P<nothing>nothing|no output|nichts)\b|(?P<many>-?\d+(?:\.\d+)?(?:(?:,\s+and\s+|,\s+|\s+and\s+"
    rf"|\s+und\s+)-?\d+(?:\.\d+)?)+){_END})",
    re.I,
)
_ITEM = r"(?:`[^`\n]+`|\"[^\"\n]+\"|“[^”\n]+”|„[^“”\n]+[“”]|-?\d+(?:\.\d+)?(?![\w%]))"
_THEN = r"(?:,?\s+(?:and|und|et)(?:\s+(?:then|finally|dann|schließlich|puis|ensuite|enfin))?|,?\s+(?:then|followed by|dann|puis)|,)\s+"
#: Several things, some of them texts, that are printed one after the other.
_SERIES = re.compile(rf"\b{_WHAT}\s+(?:then |thus |dann )?{_PRINTED}(?:first )?(?P<series>{_ITEM}(?:{_THEN}{_ITEM})+){_END}", re.I)
#: Numbers with nothing between, as they stand on one line.
_BESIDE = re.compile(
    rf"\b{_WHAT}\s+(?:then |thus |dann )?{_PRINTED}"
    r"(?P<beside>-?\d+(?:\.\d+)?(?! \d{3}(?!\d))(?: -?\d+(?:\.\d+)?)+)(?=[.,;:](?:\s|$)|$)",
    re.I,
)
_RESULT = re.compile(
    r"^(?:the|das|die)\s+(?:result|output|answer|printed (?:value|number)|ergebnis|ausgabe)\s+(?:is|ist"
    r"|lautet)\s+(?:`(?P<ticked>[^`\n]+)`"
    rf"|(?P<bare>-?\d+(?:\.\d+)?){_END})",
    re.I,
)
_RAISES = re.compile(
    rf"^(?:(?:the|die|der|das)\s+(?:last|second|final|letzte|zweite)\s+(?:line|call|statement|zeile|aufruf|anweisung)"
    rf"|{_WHAT})\s+(?:then |dann )?"
    rf"(?:raises?|throws?|fails with|wirft|löst)\s+(?:an?\s+|eine?n?\s+)?`?(?P<error>{ERROR})\b`?",
    re.I,
)
NUMERALS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12,
    "zwei": 2, "drei": 3, "vier": 4, "fünf": 5, "sechs": 6, "sieben": 7, "acht": 8, "neun": 9, "zehn": 10, "zwölf": 12,
    "once": 1, "twice": 2, "einmal": 1, "zweimal": 2, "dreimal": 3, "viermal": 4, "fünfmal": 5, "sechsmal": 6,
    "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "sept": 7, "huit": 8, "neuf": 9, "dix": 10, "douze": 12,
}  # fmt: skip
_COUNT = rf"(?:exactly |genau |exactement )?(?P<count>\d+|{'|'.join(NUMERALS)})"
_LINES = re.compile(rf"\b{_WHAT}\s+(?:then |thus |dann |donc )?{_PRINTED}{_COUNT}\s+(?:lines|rows|zeilen|lignes)\b", re.I)
_ITEMS = re.compile(
    rf"\b{_WHAT}\s+(?:then |thus |dann |donc )?{_PRINTED}(?:only |nur )?{_COUNT}\s+{_THINGS}\b(?! (?:per|pro|par|in each|on each)\b)", re.I
)
_TURNS = re.compile(
    r"\b(?:the (?:body of the )?loop(?: body)?|die schleife|der rumpf der schleife|la boucle|le corps de la boucle)\s+"
    rf"(?:of [\w. ]{{1,20}}\s+|(?:im|in der|im nächsten|in diesem|de|du|below|above|\w+en)\s+(?:\w+\s+){{0,2}})?"
    rf"(?:runs|is (?:run|executed|entered)|iterates|goes round|läuft|wird|s'exécute|tourne|est (?:exécutée?|parcourue?))\s+{_COUNT}"
    r"(?:(?<=ice)|(?<=nce)|(?<=mal)|[\s-]*(?:times|iterations|mal|fois))\b",
    re.I,
)
_LINE = re.compile(
    rf"\b(?P<place>{ORDINAL})\s+(?:line|Zeile|ligne)\s+(?:(?:that is\s+)?(?:printed|of (?:the )?output"
    r"|gedruckte?|der Ausgabe|affichée)\s+)?"
    r"(?:is|reads|shows|says|prints|ist|lautet|zeigt|est|affiche)\s+(?:now\s+|then\s+)?`(?P<ticked>[^`\n]+)`",
    re.I,
)
_ENDS_RAISING = re.compile(rf"\b{RAISE}\s+{ARTICLE}?`?(?P<error>{ERROR})`?\s*:\s*$", re.I)
_NO_CALL = re.compile(r"\b(?:if|when|unless|not|never|no|only|wenn|nicht|si|pas)\b", re.I)
_AHEAD = re.compile(r"\b(?:following|below|next|folgende\w*|nächste\w*)\b", re.I)


def of_sentence(part: str, begin: int, before: list[Piece], after: Piece | None, index: int) -> Iterator[Expectation]:
    """The expectations of one sentence on the block that it stands beside."""
    ahead = bool(_AHEAD.search(part)) or part.rstrip().endswith(":")
    ahead = ahead and after is not None
    piece = after if ahead else before[-1] if before and index - before[-1].index <= 2 else None
    if piece is None or piece.mode == "session":
        return
    yield from _counts(part, begin, piece)
    for match in _RAISES.finditer(part):
        span = Span(start=begin + match.start(), end=begin + match.end())
        yield Expectation(piece.number, 0, "raises", match["error"], span, True, "prose")
    taken = set()
    for pattern in (_SERIES, _BESIDE):
        for match in pattern.finditer(part):
            taken.add(match.start())
            span = Span(start=begin + match.start(), end=begin + match.end())
            yield Expectation(piece.number, 0, "output", _series(match), span, True, "prose")
    for pattern in (_PRINTS, _RESULT):
        for match in pattern.finditer(part):
            if match.start() not in taken:
                span = Span(start=begin + match.start(), end=begin + match.end())
                yield Expectation(piece.number, 0, "output", _shown(match), span, True, "prose", marked=bool(match["ticked"]))
    yield from _one_line(part, begin, piece)
    raised = _ENDS_RAISING.search(part) if ahead else None
    if raised is not None and not _NO_CALL.search(part[: raised.start()]):
        span = Span(start=begin + raised.start(), end=begin + raised.end())
        yield Expectation(piece.number, 0, "raises", raised["error"].rpartition(".")[2], span, True, "prose")


def _one_line(part: str, begin: int, piece: Piece) -> Iterator[Expectation]:
    """What a sentence says that one line of the output is."""
    for match in _LINE.finditer(part):
        place = ORDINALS[match["place"].lower()]
        span = Span(start=begin + match.start(), end=begin + match.end())
        yield Expectation(piece.number, 0, "output", match["ticked"], span, True, "prose", marked=True, line_shown=place)


def _counts(part: str, begin: int, piece: Piece) -> Iterator[Expectation]:
    """How many lines a sentence says that are printed, how many times a loop runs."""
    ways: tuple[tuple[re.Pattern[str], Way], ...] = ((_LINES, "lines"), (_ITEMS, "items"), (_TURNS, "turns"))
    for pattern, way in ways:
        for match in pattern.finditer(part):
            count = match["count"].lower()
            line = _loop_line(piece) if re.search(r"loop|schleife|boucle", match.group(), re.I) else 0
            if line is None and way == "items" and not any(isinstance(n, (ast.For, ast.While)) for n in piece.tree.body[1:]):
                line = 0
            if line is None:
                continue
            span = Span(start=begin + match.start(), end=begin + match.end())
            yield Expectation(piece.number, line, way, str(NUMERALS.get(count, count)), span, True, "prose")


def _loop_line(piece: Piece) -> int | None:
    """The line of the only loop of a piece, where it stands at the top level."""
    loops = [n for n in ast.walk(piece.tree) if isinstance(n, (ast.For, ast.While))]
    return loops[0].lineno if len(loops) == 1 and loops[0] in piece.tree.body else None


def _series(match: re.Match[str]) -> str:
    """What is printed, one thing a line, or the one line of numbers."""
    groups = match.groupdict()
    if groups.get("beside"):
        return str(groups["beside"])
    return "\n".join(item.strip('`"“”„') for item in re.findall(_ITEM, match["series"]))


def _shown(match: re.Match[str]) -> str:
    """The output that a sentence names: one number a line where it lists several, "" for nothing."""
    groups = match.groupdict()
    if groups.get("nothing"):
        return ""
    if groups.get("many"):
        return "\n".join(re.findall(r"-?\d+(?:\.\d+)?", groups["many"]))
    return next(str(groups[g]) for g in ("ticked", "quoted", "bare") if groups.get(g) is not None)
