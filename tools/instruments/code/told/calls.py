"""What a sentence says that a function of the chapter does with an argument: 'For "banana" it returns 2', "Called with an empty list the
function raises a `ValueError`".

The function is the one that the sentence names, else the only one of the block beside it that needs one argument.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.code.compare import literal
from tools.instruments.code.programs import Piece
from tools.instruments.code.told.asked import asked
from tools.instruments.code.told.clauses import Claim
from tools.instruments.code.told.marks import MARK, Marked
from tools.instruments.code.told.objects import object_of
from tools.instruments.code.told.words import ADVERB, DOUBTED, GIVE, RAISE

_EMPTY = {
    "list": "[]", "string": "''", "text": "''", "dictionary": "{}", "dict": "{}", "tuple": "()", "set": "set()",
    "liste": "[]", "zeichenkette": "''", "chaîne": "''", "wörterbuch": "{}", "dictionnaire": "{}",
}  # fmt: skip
_KIND = (
    r"(?:(?:the|an?|das|die|der|den|dem|einem?|eine[rn]?|le|la|les|un|une)\s+)?"
    r"(?:(?:word|string|text|number|value|input|argument|list|tuple|Wort|Text|Zahl|Wert|Zeichenkette|Liste|mot|texte|nombre|valeur|liste)\s+)?"
)
_ARGUMENT = (
    rf"(?:{_KIND}(?:(?P<mark>⟦\d+⟧)|(?P<quoted>\"[^\"\n]*\"|“[^”\n]*”|'[^'\n]+'|‘[^’\n]+’|»[^«»\n]+«|«[^«»\n]+»|„[^“\n]+“)|(?P<number>[-−]?\d[\d_]*(?:\.\d+)?)(?![\w%.,]*\d))"
    rf"|(?:an?|der|einer?|einem|une?|la|le)\s+(?:empty|leeren?|leerem)\s+(?P<empty>{'|'.join(_EMPTY)})\b|une\s+(?P<vide>liste|chaîne)\s+vide\b)"
)
_GIVEN = (
    r"(?:called (?:with|on)|applied to|given|fed(?: with)?|with|for|on|from|of|aufgerufen mit|angewandt auf|mit|für|bei|auf"
    r"|appelée? avec|appliquée? à|pour|avec)"
)
_IT = rf"(?:it|(?:the|this|our|die|diese|la|cette)\s+(?:function|call|Funktion|fonction)(?:\s+(?P<name>{MARK}))?|(?P<own>{MARK})|sie|elle)"
_BEFORE = re.compile(
    rf"(?:^|[\s(]){_GIVEN}\s+{_ARGUMENT},?\s+(?:and\s+|then\s+)?{_IT}(?:\s+(?:{ADVERB})\b)*\s+(?P<verb>{GIVE}|{RAISE})\b(?=\s)", re.I
)
_INVERTED = re.compile(
    rf"(?:^|[\s(]){_GIVEN}\s+{_ARGUMENT}\s+(?P<verb>liefert|gibt|ergibt|wirft|löst)\s+(?:sie|die Funktion|es)(?:\s+(?:{ADVERB})\b)*(?=\s)",
    re.I,
)
_BEHIND = re.compile(rf"\s*,?\s+(?:(?:when|if)\s+(?:it is\s+)?)?{_GIVEN}\s+{_ARGUMENT}(?=\s*(?:$|[.,;:)]|and\b|und\b|et\b))", re.I)
_SUBJECT = re.compile(rf"(?:^|[\s(]){_IT}(?:\s+(?:{ADVERB})\b)*\s+(?P<verb>{GIVE}|{RAISE})\b(?=\s)", re.I)
_NEXT = re.compile(rf"\s*,?\s+(?:and|und|et)?\s*(?:for|für|pour)\s+{_ARGUMENT}(?:\s+(?:{ADVERB})\b)*(?=\s)", re.I)
#: Further up in the sentence: what it speaks of is no call by itself.
_OPEN = re.compile(r"\b(?:if|when|unless|until|wenn|falls|si|quand|lorsque)\b", re.I)


def calls_of(text: Marked, pieces: tuple[Piece, ...], beside: Piece | None) -> Iterator[Claim]:
    """The claims of a sentence on calls of the chapter's functions that it makes in words."""
    functions = {name for piece in pieces for name, _ in _functions(piece)}
    near = [] if beside is None else [name for name, returns in _functions(beside) if returns or _RAISING.search(text.words)]
    if not functions or DOUBTED.search(re.sub(MARK, "", text.words)):
        return
    for pattern in (_BEFORE, _INVERTED):
        for match in pattern.finditer(text.words):
            if _OPEN.search(text.words[: match.start()]):
                continue
            name = _named(match, text, functions, near)
            yield from _claims(text, name, match, match.start(), match.end())
    for match in _SUBJECT.finditer(text.words):
        found = object_of(text, match.end(), match["verb"])
        behind = _BEHIND.match(text.words, found.end) if found is not None else None
        if found is None or behind is None or _OPEN.search(text.words[: match.start()]):
            continue
        name, given = _named(match, text, functions, near), _value(behind, text)
        if name and given is not None:
            expression, predicate = asked(f"{name}({given})", found.predicate, match["verb"])
            yield Claim(expression, predicate, match.start("verb"), behind.end(), (), match["verb"])


_RAISING = re.compile(rf"\b{RAISE}\b", re.I)


def _claims(text: Marked, name: str, match: re.Match[str], start: int, at: int) -> Iterator[Claim]:
    """What is said of one call, and of the next argument where the verb is left out ("for 2 it returns 4, for 3 9")."""
    given, verb = _value(match, text), match["verb"]
    found = object_of(text, at, verb) if name and given is not None else None
    if found is None:
        return
    expression, predicate = asked(f"{name}({given})", found.predicate, verb)
    yield Claim(expression, predicate, start, found.end, (), verb)
    further = _NEXT.match(text.words, found.end)
    if further is not None and (again := _value(further, text)) is not None:
        more = object_of(text, further.end(), verb)
        if more is not None and more.predicate.kind == found.predicate.kind:
            expression, predicate = asked(f"{name}({again})", more.predicate, verb)
            yield Claim(expression, predicate, further.start(), more.end, (), verb)


def _functions(piece: Piece) -> Iterator[tuple[str, bool]]:
    """(name, whether it returns something) of the functions of a piece that need one argument and no more."""
    for node in piece.tree.body:
        makes = any(isinstance(n, (ast.Yield, ast.YieldFrom)) for n in ast.walk(node))  # what a generator gives is no one value
        if not isinstance(node, ast.FunctionDef) or makes or any(d is None for d in node.args.kw_defaults):
            continue
        needed = len([*node.args.posonlyargs, *node.args.args]) - len(node.args.defaults)
        if needed == 1:
            yield node.name, any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(node))


def _named(match: re.Match[str], text: Marked, functions: set[str], near: list[str]) -> str:
    """The function that a clause is about, "" where it is not known or the sentence names another thing that can be called."""
    groups = match.groupdict()
    mark = groups.get("name") or groups.get("own")
    if mark is not None:
        code = text.code[int(mark[1:-1])].removesuffix("()")
        return code if code in functions else ""
    others = {c.removesuffix("()") for c in text.code if re.fullmatch(r"[A-Za-z_][\w.]*(?:\(\))?", c)} - {"None", "True", "False"}
    others = {c for c in others if not re.search(r"(?:Error|Exception|Iteration)$", c)}
    return near[0] if len(near) == 1 and others <= {near[0]} else ""


def _value(match: re.Match[str], text: Marked) -> str | None:
    """The argument as an expression, None where it is none that is written down."""
    groups = match.groupdict()
    if groups["mark"]:
        code = text.code[int(groups["mark"][1:-1])]
        return code if literal(code)[0] else None
    if groups["quoted"]:
        return repr(groups["quoted"][1:-1].strip("\u00a0\u202f ") if groups["quoted"][0] == "«" else groups["quoted"][1:-1])
    if groups["number"]:
        return groups["number"].replace("−", "-")
    return _EMPTY[(groups["empty"] or groups["vide"]).lower()]
