"""What a sentence says that becomes of what: "a score of 59 is an F", "2.5 becomes 2", "there are 3 hits and 4 misses".

The function is the one of the chapter whose parameter the sentence names; the list is the one that holds the number; the counted things
are fields of a result.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.code.programs import Piece
from tools.instruments.code.told.clauses import Claim, is_open
from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.naming import Naming
from tools.instruments.code.told.predicates import Predicate, number_of
from tools.instruments.code.told.words import ADVERB, COUNTED, NUMERAL

_AXIS = re.compile(r"rows?|columns?|zeilen?|spalten?|lignes?|colonnes?", re.IGNORECASE)
_NUMBER = r"[-+−]?\d[\d_]*(?:[.,]\d+)?"
_QUOTED = r"(?:»[^«»\n]+«|\"[^\"\n]+\"|“[^”\n]+”|'[^'\n]+'|‘[^’\n]+’)"
_GETS = (
    r"(?:gets?|is|becomes?|gives?|yields?|returns?|earns?|receives?|makes?|comes? out as|is (?:mapped|turned|rounded|converted) (?:to|into)"
    r"|turns? into|rounds? to|wird(?: zu)?|ist|ergibt|liefert|bekommt|erhält|obtient|donne|devient|reçoit|est)"
)
_OUT = rf"(?P<out>⟦\d+⟧|{_QUOTED}|[A-Z](?![\w'’])|{_NUMBER}|True\b|False\b|None\b)(?![\w%]|[.,]\d)"
_INPUT = re.compile(
    rf"\b(?P<noun>[A-Za-zäöüéè_]+)\s+(?:of|von|de)\s+(?:exactly\s+|genau\s+)?(?P<one>{_NUMBER})(?P<gap>(?:\s+(?:(?:{ADVERB})\s+)*{_GETS})?)"
    rf"(?:\s+(?:{ADVERB}))*\s+(?:(?:an?|the|eine?|une?)\s+)?{_OUT}"
    rf"|\b(?:with|mit|avec|for|für|pour)\s+(?:exactly\s+|genau\s+"
    rf"|exactement\s+)?(?P<two>{_NUMBER})\s+(?P<unit>[A-Za-zäöüéè_]+)\s+(?:(?:{ADVERB})\s+)*{_GETS}"
    rf"\s+(?:(?:an?|the|eine?n?|une?)\s+)?{_OUT.replace('<out>', '<out2>')}",
    re.I,
)
_AWARDS = re.compile(r"\b(?:gets?|earns?|receives?|bekommt|erhält|obtient|reçoit)\b", re.I)
_BECOMES = re.compile(
    rf"(?:\baus\s+(?P<one>{_NUMBER})\s+wird|(?<![\w.,])(?P<two>{_NUMBER})\s+(?:(?:{ADVERB})\s+)*(?:becomes|turns into|is (?:turned into"
    rf"|mapped to|rounded to)"
    rf"|rounds to|wird zu|devient))\s+(?:(?:an?|the|eine?|une?)\s+)?{_OUT}",
    re.I,
)
_FIELD = re.compile(rf"\b(?P<count>\d+|{NUMERAL})\s+(?P<noun>[a-z_]{{3,20}}s)\b", re.I)
_OF_THEM = re.compile(
    rf"\b(?P<noun>[a-z_]{{3,20}}s)\b,?\s+(?:and\s+)?there\s+are\s+(?:only\s+|just\s+)?(?P<count>\d+"
    rf"|{NUMERAL})\s+of\s+them\b",
    re.I,
)
_COUNTS = re.compile(
    r"\b(?:there (?:are|were)|makes?|counts?|shows?|reports?|gives?|has|es gibt|sind es|zählt|il y a|compte"
    r"|affiche)\b",
    re.I,
)


def mappings_of(text: Marked, naming: Naming, piece: Piece | None) -> Iterator[Claim]:
    """The claims of a sentence on the block beside it, and on the functions of the chapter."""
    found = [*_inputs(text, naming)]
    if piece is not None:
        found += [*_members(text, piece), *_fields(text, naming, piece)]
    yield from (claim for claim in found if not is_open(text, claim))


def _inputs(text: Marked, naming: Naming) -> Iterator[Claim]:
    functions = _functions(naming)
    for match in _INPUT.finditer(text.words):
        noun, given = (match["noun"] or match["unit"]), (match["one"] or match["two"])
        elided = match["one"] is not None and not match["gap"].strip()
        named = [f for f, parameter in functions if _is_called(parameter, noun)]
        if not named and len(functions) == 1 and _AWARDS.search(match.group()):
            named = [functions[0][0]]
        if len(named) != 1 or (elided and not re.search(r"\b(?:and|und|et)\s+(?:\w+\s+)?$", text.words[: match.start()])):
            continue
        predicate = _outcome(text, match["out"] or match["out2"])
        if predicate is not None:
            yield Claim(
                f"_known_.like({named[0]}({_value(given)}), {predicate.said!r})", predicate, match.start(), match.end(), (), "gives"
            )


def _functions(naming: Naming) -> list[tuple[str, str]]:
    """(name, parameter) of the chapter's functions that need one argument."""
    found = []
    for node in (n for p in naming.pieces for n in p.tree.body if isinstance(n, ast.FunctionDef)):
        arguments = [*node.args.posonlyargs, *node.args.args]
        if len(arguments) - len(node.args.defaults) == 1 and not any(d is None for d in node.args.kw_defaults):
            found.append((node.name, arguments[0].arg))
    return found


def _is_called(parameter: str, noun: str) -> bool:
    one, other = parameter.lower(), noun.lower()
    return len(one) > 2 and (
        one == other
        or one in (other + "s", other + "es", other + "n", other + "en")
        or other in (one + "s", one + "es", one + "n", one + "en")
    )


def _value(words: str) -> str:
    return words.replace("−", "-").replace(",", ".").replace("_", "")


def _outcome(text: Marked, words: str) -> Predicate | None:
    if words.startswith("⟦"):
        code = text.code[int(words[1:-1])]
        return Predicate("value", code) if re.fullmatch(r"'[^']*'|\"[^\"]*\"|-?\d[\d.]*|True|False|None", code) else None
    if words[0] in "»\"“'‘":
        return Predicate("words", words.strip("»«\"“”'‘’"))
    if re.fullmatch(r"[A-Z]", words):
        return Predicate("words", words)
    return Predicate("value", words if words in ("True", "False", "None") else _value(words))


def _members(text: Marked, piece: Piece) -> Iterator[Claim]:
    """What became of one member of a list in a comprehension over all of them."""
    made = [n for n in piece.tree.body if isinstance(n, ast.Assign) and isinstance(n.value, ast.ListComp)]
    made = [n for n in made if isinstance(n.targets[0], ast.Name) and len(n.value.generators) == 1 and not n.value.generators[0].ifs]  # type: ignore[attr-defined]
    pairs = [(ast.unparse(n.value.generators[0].iter), ast.unparse(n.targets[0])) for n in made]  # type: ignore[attr-defined]
    if len(pairs) != 1:
        return
    source, target = pairs[0]
    for match in _BECOMES.finditer(text.words):
        predicate = _outcome(text, match["out"])
        if predicate is not None:
            given = _value(match["one"] or match["two"])
            yield Claim(f"_known_.image({source}, {target}, {given})", predicate, match.start(), match.end(), (), "is")


def _fields(text: Marked, naming: Naming, piece: Piece) -> Iterator[Claim]:
    """How much a sentence says that a field of a result counts."""
    names = naming.made(piece)
    found = [*_OF_THEM.finditer(text.words)]
    if not found and _COUNTS.search(text.words):
        found = [*_FIELD.finditer(text.words)][:4]
    for match in found if names else ():
        if re.fullmatch(COUNTED, match["noun"], re.I) or (_AXIS.fullmatch(match["noun"]) and len(found) > 1):
            continue  # what the subject itself holds is counted in objects.py, rows and columns in arrangements.py
        said = number_of(match["count"])
        yield Claim(f"_known_.field({names!r}, {match['noun'].lower()!r})", Predicate("value", said), match.start(), match.end(), (), "is")
