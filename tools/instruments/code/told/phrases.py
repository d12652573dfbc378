"""What "it", "the list", "the result", "both", "the second line" stand for: each becomes a mark for code, as if the text had named it.

Only where it can be nothing else: "it" is the subject of the clause or sentence before, "the list" the list last named or the only one
that the block makes (which of its names hold a list is known when it has run), a step is counted in the block beside the sentence.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tools.instruments.code.programs import Piece
from tools.instruments.code.told.marks import MARK, Marked
from tools.instruments.code.told.naming import Naming
from tools.instruments.code.told.words import ADVERB, ARTICLE, BE, FRONTED, GIVE, HAVE, ORDER, ORDINAL, ORDINALS, TYPES

_KINDS = {
    k: v for k, v in TYPES.items() if v in ("list", "tuple", "dict", "set", "frozenset", "str", "bytes", "ndarray", "Tensor", "generator")
}
_KINDS |= {"matrix": "ndarray", "vector": "ndarray", "Matrix": "ndarray", "Vektor": "ndarray", "matrice": "ndarray", "vecteur": "ndarray"}
_KIND = "|".join(sorted(map(re.escape, _KINDS), key=len, reverse=True))
_STEP = (
    r"(?:line|statement|assignment|call|expression|print|Zeile|Anweisung|Zuweisung|Aufruf|Ausdruck|ligne|instruction|affectation|appel"
    r"|expression)"
)
_LEAD = (
    r"(?P<lead>^(?:(?:For|In|With|On|At|After|Für|Bei|Im|Nach|Pour|Dans|Avec|Après)\s[^,.;:⟦⟧]{1,40}[ ,]\s?)?|[,;:—–(]\s+"
    r"|\b(?:and|but|so|that|because|since|hence|then|as|while|whereas|where|und|aber|denn|dass|weil|so dass|et|mais|car|que|donc)\s+)"
    rf"(?P<adverbs>(?:(?:{ADVERB}),?\s+)*)"
)
_MADE = r"(?:(?:new|resulting|final|finished|returned|whole|ganze|neue|fertige|entstandene|résultante)\s+)?"
_PHRASE = (
    rf"(?:(?:the|this|that|die|der|das|diese[rs]?|la|le|l['’]|cette|ce)\s*{_MADE}(?P<kind>{_KIND})(?:\s+(?:itself|selbst|elle-même))?"
    r"|(?P<result>the (?:result|outcome)|das (?:Ergebnis|Resultat)|le résultat)"
    rf"|(?:the|die|der|das|la|le)\s+(?P<ordinal>{ORDINAL}|seconde?)(?:\s+(?P<step>{_STEP})|(?:\s+one)?(?=\s+(?:{GIVE}|{BE}|{HAVE})\b))"
    r"|(?P<both>they(?: both)?|both(?: (?:lists|results|values|names|variables|calls|arrays|tensors|strings|numbers))?"
    r"|the two(?: (?:lists|results|values|names|variables|calls|arrays|tensors|strings|numbers))?"
    r"|die beiden(?: (?:Listen|Ergebnisse|Werte|Namen|Variablen|Aufrufe|Felder|Zahlen))?|beide(?: (?:Listen|Werte|Ergebnisse|Aufrufe))?"
    r"|les deux(?: (?:listes|résultats|valeurs|noms|variables|appels|tableaux|nombres))?)"
    r"|(?P<it>it|er|sie|es|il|elle))(?![\w'’-])"
)
_VERB = rf"(?:{GIVE}|{HAVE}|{BE}|{ORDER})"
_GAP = rf"(?:[\s,]+(?:{ADVERB}|do(?:es)?(?:n['’]t)?|ha(?:s|ve) been|not|never|nicht|ne|n['’])\b)*,?\s+"
_BEFORE_VERB = re.compile(
    rf"{_LEAD}(?P<phrase>{_PHRASE})(?={_GAP}(?:n['’])?(?:{_VERB}|agree|coincide|match|differ|shows?|changes?)\b)", re.I
)
_AFTER_VERB = re.compile(rf"(?P<lead>(?:^|[\s,;(]){FRONTED}\s+)(?P<adverbs>(?:(?:{ADVERB})\s+)*)(?P<phrase>{_PHRASE})(?=\s)", re.I)
_SUBJECT = re.compile(
    rf"(?:^|[;:—–]\s+|,\s+(?:and|but|und|aber|et|mais)\s+)\W*(?:(?:{ADVERB}),?\s+)*{ARTICLE}?(?:(?:name|{_KIND}|call|Aufruf|appel)\s+)?"
    rf"⟦(?P<code>\d+)⟧(?=\s+[a-zäöü]|,\s+(?:which|who|die|der|das|qui)\b)",
    re.I,
)
#: What a step does to something else, and not what it gives (changes.py).
_AFFECTS = re.compile(
    rf"(?:\s+(?:{ADVERB}|do(?:es)?(?:n['’]t)?|not|never|ne))*\s+(?:shows?\s+(?:up\s+)?in|appears|is(?:n['’]t"
    rf"|\s+not)?\s+(?:also\s+)?(?:visible|seen)"
    r"|changes?|affects?|leaves)\b",
    re.I,
)
_ON_IT = re.compile(r"(?:it|this|that|which|das|dies|es|er|sie|il|elle|cela|ce)\b", re.I)
#: A thing of this kind that the text speaks of and that has no name.
_UNNAMED = (
    r"(?:builds?|makes?|creates?|returns?|gives?|yields?|produces?|writes?|takes?|erzeugt|baut|liefert|crée|renvoie)\s+(?:an?|eine?n?"
    r"|une?)\s+"
    r"(?:[\w-]+\s+)?"
)


@dataclass(frozen=True)
class Scene:
    """What a sentence can refer to. mentioned: code of the passage before it, the last first; focus: the subject of the sentence before;
    words: of the passage before it; piece: the block beside it, None where there is none."""

    naming: Naming
    piece: Piece | None
    mentioned: tuple[str, ...] = ()
    focus: str | None = None
    words: str = ""


def resolved(text: Marked, scene: Scene) -> Marked:
    """The sentence with marks for what its phrases stand for."""
    found: list[tuple[int, int, tuple[str, ...]]] = []
    for pattern in (_BEFORE_VERB, _AFTER_VERB):
        for match in pattern.finditer(text.words):
            start, end = match.span("phrase")
            if any(start < e and s < end for s, e, _ in found):
                continue
            if codes := _meant(match, text, scene):
                found.append((start, end, codes))
    for start, end, codes in sorted(found, reverse=True):
        text = _replaced(text, start, end, codes)
    return text


def focus_of(text: Marked, until: int | None = None, kept: str | None = None) -> str | None:
    """The code that is the subject of a sentence, of its last clause before a place; None where a clause has another subject.

    kept: the subject of the sentence before, which one without code goes on about.
    """
    words = text.words if until is None else text.words[:until]
    found = list(_SUBJECT.finditer(words if until is not None else words + " x"))
    if not found:
        return kept if until is None and "⟦" not in words and _ON_IT.match(words) else None
    chosen = found[-1] if until is not None else found[0]
    return text.code[int(chosen["code"])]


def _meant(match: re.Match[str], text: Marked, scene: Scene) -> tuple[str, ...]:
    """The code that a phrase stands for; nothing where that is not known."""
    at = match.start("phrase")
    earlier = tuple(text.code[int(m[1:-1])] for m in reversed(re.findall(MARK, text.words[:at]))) + scene.mentioned
    if match["it"]:
        inner = focus_of(text, at)
        open_clause = inner is None and re.search(r"⟦|\b(?:list|value|array|call)\b", text.words[:at])
        code = inner or (None if open_clause else scene.focus)
        return (code,) if code else ()
    if match["kind"]:
        return _kind(match["kind"], earlier, scene, scene.words + text.words[:at])
    if scene.piece is None:
        return ()
    if match["result"]:
        results = scene.naming.results(scene.piece)
        return (results[0],) if len(results) == 1 else ()
    if match["ordinal"]:
        if _AFFECTS.match(text.words, match.end()):
            return ()
        step = match["step"] or next(reversed(re.findall(_STEP, scene.words + text.words[:at])), None)
        return _step(match["ordinal"].lower(), step.lower(), scene.piece) if step else ()
    return _both(earlier, scene)


def _kind(kind: str, earlier: tuple[str, ...], scene: Scene, words: str) -> tuple[str, ...]:
    last = words.rpartition("⟧")[2]
    if re.search(rf"\b{_UNNAMED}{re.escape(kind)}\b", last, re.I):
        return ()
    named = [c for c in dict.fromkeys(earlier) if c in scene.naming.variables][:6]
    piece = scene.piece
    made = [] if piece is None else scene.naming.results(piece)
    others = [] if piece is None else [n for n in scene.naming.made(piece) if n not in made]
    if not named and not made and not others:
        return ()
    wanted = _KINDS.get(kind) or next(v for k, v in _KINDS.items() if k.lower() == kind.lower())
    return (f"_known_.the({wanted!r}, {named!r}, {made!r}, {others!r})",)


def _step(ordinal: str, step: str, piece: Piece) -> tuple[str, ...]:
    """What the first, second, last line (assignment, call, print) of a block gives."""
    nodes = [n for n in piece.tree.body if not isinstance(n, (ast.Import, ast.ImportFrom))]
    if re.match("assign|zuweis|affect", step):
        nodes = [n for n in nodes if isinstance(n, (ast.Assign, ast.AugAssign))]
    elif re.match("call|aufruf|appel|print", step):
        nodes = [n for n in nodes if isinstance(n, (ast.Expr, ast.Assign)) and isinstance(n.value, ast.Call)]
    if any(n.lineno != n.end_lineno for n in nodes) or len(nodes) != len({n.lineno for n in nodes}):
        return ()
    place = 1 if ordinal.startswith("second") else ORDINALS[ordinal]
    if not -len(nodes) <= place < len(nodes):
        return ()
    node = nodes[place]
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], (ast.Name, ast.Tuple)):
        return (ast.unparse(node.targets[0]),)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "print":
        arguments = node.value.args
        return (ast.unparse(arguments[0]),) if len(arguments) == 1 and not isinstance(arguments[0], ast.Starred) else ()
    return (ast.unparse(node),) if isinstance(node, ast.Expr) else ()


def _both(earlier: tuple[str, ...], scene: Scene) -> tuple[str, ...]:
    """The two variables last named, else the two that the block makes."""
    named = [c for c in dict.fromkeys(earlier) if c in scene.naming.variables]
    if len(named) == 2:
        return (named[1], named[0])
    results = [] if scene.piece is None else scene.naming.results(scene.piece)
    return (results[0], results[1]) if not named and len(results) == 2 else ()


def _replaced(text: Marked, start: int, end: int, codes: tuple[str, ...]) -> Marked:
    """The sentence with a stretch of words as marks."""
    numbers = range(len(text.code), len(text.code) + len(codes))
    mark = " and ".join(f"⟦{n}⟧" for n in numbers)
    place, change = text.span(start, start).start, len(mark) - (end - start)
    cuts = [c for c in text.cuts if c[0] < start or (c[0] == start and c[1] == place)]
    cuts += [(start, place), (start + len(mark), place + end - start)]
    cuts += [(words + change, at) for words, at in text.cuts if words > start]
    return replace(text, words=text.words[:start] + mark + text.words[end:], code=(*text.code, *codes), cuts=tuple(cuts))


def mentions(text: Marked) -> Iterator[str]:
    """The code that a sentence names, the last first."""
    yield from (text.code[int(m[1:-1])] for m in reversed(re.findall(MARK, text.words)))
