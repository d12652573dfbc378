"""What a sentence counts without naming the code: parameters of "the network", how often a word is there, "the largest" of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.code.printing import NUMERALS
from tools.instruments.code.programs import Piece
from tools.instruments.code.told.clauses import Claim, is_open
from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.naming import Naming
from tools.instruments.code.told.predicates import Predicate
from tools.instruments.code.told.words import ADVERB, BE, CLOSED, DOUBTED

_NETWORK = (
    r"(?:the|this|our|das|dieses|unser|le|ce|notre)\s+(?:(?:whole|entire|resulting|small|little|full|finished|complete|ganze|kleine|fertige|petit)\s+)?"
    r"(?:network|net|model|perceptron|MLP|autoencoder|transformer|CNN|module|Netz|Netzwerk|Modell|réseau|modèle|perceptron)"
)
_EXACT = r"(?P<count>\d{1,3}(?:[,.\u00a0\u202f ]\d{3})+|\d+)"
_PARAMETERS = re.compile(
    rf"(?:\b{_NETWORK}|⟦(?P<mark>\d+)⟧)(?:\s+(?:{ADVERB}|altogether|exactly|together|insgesamt|genau|en tout))*"
    r"\s+(?:has|contains|comprises|counts|holds|comes to|hat|besitzt|umfasst|enthält|a|compte|contient)"
    rf"(?:\s+(?:{ADVERB}|altogether|exactly|insgesamt|genau|en tout))*\s+{_EXACT}\s+"
    r"(?P<kind>trainable |learnable |trainierbare |lernbare )?(?:parameters|weights and biases|Parametern?|paramètres)\b"
    r"(?!\s+(?:in|per|of|for|from|on|at|pro|je|im|von|für|par|dans|pour|de)\b(?!\s+(?:all|total|insgesamt|tout)))",
    re.I,
)
_TIMES = rf"(?P<times>once|twice|einmal|zweimal|dreimal|viermal|fünfmal|(?:\d+|{'|'.join(NUMERALS)}) (?:times|mal|fois))"
_QUOTED = r"(?:[\"“„«»](?P<quoted>[^\"“”„«»\n]{1,40})[\"”“»«]|⟦(?P<code>\d+)⟧)"
_OCCURS = re.compile(
    rf"{_QUOTED}(?:\s+(?:{ADVERB}))*\s+"
    r"(?:appears?|occurs?|stands?|is (?:there|found)|comes up|kommt|steht|apparaît|figure)\s+(?:only |exactly |nur |genau )?"
    rf"{_TIMES}(?:\s+vor)?(?=\s*[.,;:)]|\s+(?:and|in|und|et|dans)\b|$)",
    re.I,
)
_FURTHER = re.compile(rf",?\s+(?:and |und |et )?{_QUOTED}\s+(?:only |nur )?{_TIMES}(?=\s*[.,;:)]|\s+(?:and|in|und|et|dans)\b|$)", re.I)
_WHICH = {
    "max": r"largest|greatest|biggest|highest|maximum|größte|höchste|plus grande?",
    "min": r"smallest|least|lowest|minimum|kleinste|niedrigste|plus petite?",
    "sum": r"sum|total|Summe|somme",
    "mean": r"mean|average|Mittelwert|moyenne",
}
_EXTREME = re.compile(
    rf"(?:^|[,;:.]\s+|\b(?:and|und|et)\s+)(?:{ADVERB},?\s+)*(?:the|its|their|der|die|das|ihr|le|la|leur)\s+(?P<which>{'|'.join(_WHICH.values())})"
    r"(?:\s+(?:of (?:them|these|its (?:values|elements|entries))|value|element|entry|one|Wert|Element|Eintrag|valeur|élément))?"
    rf"\s+{BE}(?:\s+(?:{ADVERB}))*\s+(?P<said>[-−]?\d+(?:\.\d+)?){CLOSED}",
    re.I,
)

_GROUP = re.compile(
    rf"\b(?:(?:the\s+)?(?P<ordinal>first|second|third)\s+group|group\s+(?P<number>[1-9])|die\s+(?P<erste>erste|zweite|dritte)\s+Gruppe)"
    rf"(?:\s+(?:{ADVERB}))*\s+(?:is|holds|contains|captures|matches|ist|enthält)\s+{_QUOTED}(?=\s*[.,;:)]|\s+(?:and|und|the)\b|$)",
    re.I,
)
_SUPPOSED = re.compile(r"\b(?:if|when|unless|would|wenn|falls|würde|si|quand)\b", re.I)
_PLACES = {"first": 1, "second": 2, "third": 3, "erste": 1, "zweite": 2, "dritte": 3}


def counted_of(text: Marked, naming: Naming, piece: Piece | None, focus: str | None) -> Iterator[Claim]:
    """The claims of a sentence on the block beside it. focus: the code that the sentence before is about."""
    if piece is None:
        return
    yield from (claim for claim in _claims(text, naming, piece, focus) if not is_open(text, claim))
    if not _SUPPOSED.search(text.words) and not DOUBTED.search(text.words):
        yield from _groups(text, naming, piece)


def _groups(text: Marked, naming: Naming, piece: Piece) -> Iterator[Claim]:
    """What the groups of the one match of a block hold."""
    for match in _GROUP.finditer(text.words):
        place = int(match["number"]) if match["number"] else _PLACES[(match["ordinal"] or match["erste"]).lower()]
        said = match["quoted"] or text.code[int(match["code"])].strip("'\"")
        yield Claim(f"_known_.group({naming.made(piece)!r}, {place})", Predicate("words", said), match.start(), match.end(), (), "is")


def _claims(text: Marked, naming: Naming, piece: Piece, focus: str | None) -> Iterator[Claim]:
    used = {n.id for n in ast.walk(piece.tree) if isinstance(n, ast.Name)}
    known = sorted(naming.variables & used)
    for match in _PARAMETERS.finditer(text.words):
        trained, said = bool(match["kind"]), re.sub(r"\D", "", match["count"])
        module = text.code[int(match["mark"])] if match["mark"] else f"_known_.module({naming.made(piece)!r})"
        yield _claim(f"_known_.parameters({module}, {trained}, {said})", said, match.start(), match.end())
    for match in _OCCURS.finditer(text.words):
        at: re.Match[str] | None = match
        while at is not None:
            thing, times = at["quoted"] or text.code[int(at["code"])].strip("'\""), _times(at["times"])
            yield _claim(
                f"_known_.counted({known!r}, {thing!r}, {times})",
                str(times),
                at.start() + len(at.group()) - len(at.group().lstrip(", ")),
                at.end(),
            )
            at = _FURTHER.match(text.words, at.end())
    for match in _EXTREME.finditer(text.words):
        earlier = [text.code[int(n)] for n in re.findall(r"⟦(\d+)⟧", text.words[: match.start()])]
        subject = earlier[-1] if len(set(earlier)) == 1 else focus if not earlier else None
        if subject is not None and subject in naming.variables:
            which = next(k for k, v in _WHICH.items() if re.fullmatch(v, match["which"], re.I))
            start = match.start() + len(match.group()) - len(match.group().lstrip(",;:. "))
            yield _claim(f"_known_.extreme({subject}, {which!r})", match["said"].replace("−", "-"), start, match.end())


def _times(words: str) -> int:
    first = words.lower().split()[0]
    return int(first) if first.isdigit() else NUMERALS[first]


def _claim(expression: str, said: str, start: int, end: int) -> Claim:
    return Claim(expression, Predicate("value", said), start, end, (), "is")
