"""What a sentence says that stays as it is or changes: a name through a whole block, an expression through one of its lines.

Such a claim is asked at two points of the run, and its answers are held against each other.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tools.instruments.code.programs import Piece
from tools.instruments.code.told.clauses import PREPOSED, Claim, is_open
from tools.instruments.code.told.marks import Marked
from tools.instruments.code.told.naming import Naming
from tools.instruments.code.told.predicates import Predicate
from tools.instruments.code.told.words import ADVERB, ORDINAL, ORDINALS

Point = tuple[int, int | None]
_GAP = rf"(?:[\s,]+(?:{ADVERB}|itself|selbst|lui-même|elle-même))*\s+"
_NOT = r"(?P<not>n['’]t|\s+(?:not|never|nicht|nie|pas)\b)?"
_SAME = (
    r"(?:unchanged|untouched|unmodified|unaltered|unaffected|intact|as (?:it|they) (?:was|were)|unverändert|unberührt|inchangée?s?"
    r"|intacte?s?)"
)
_OTHER = r"(?:changed|modified|altered|overwritten|affected|mutated|verändert|geändert|überschrieben|modifiée?s?|changée?s?|altérée?s?)"
_STAYS = re.compile(
    rf"⟦(?P<s>\d+)⟧{_GAP}(?:n['’])?(?:is|stays?|remains?|has been|was|gets|bleibt|ist|wird|wurde|reste|est){_NOT}"
    rf"(?:\s+(?:{ADVERB}|left|being|been|itself|selbst))*\s+(?:(?P<same>{_SAME})|(?P<other>{_OTHER}))\b(?!\s+(?:by|von|durch|par|if|when"
    rf"|until|as long)\b)",
    re.I,
)
_STEP = r"(?:assignment|statement|line|write|Zuweisung|Anweisung|Zeile|affectation|instruction|ligne)"
_SHOWS = re.compile(
    rf"\b(?:the|die|la|l['’])\s*(?:(?P<ordinal>{ORDINAL}|seconde?)\s+)(?P<step>{_STEP})\s+(?P<does>(?:do|does)(?:n['’]t|\s+not)\s+"
    rf"|never\s+|ne\s+)?"
    rf"(?:(?:{ADVERB})\s+)*(?P<verb>shows?(?:\s+up)?\s+in|appears\s+in|is(?P<no>n['’]t|\s+not)?\s+(?:also\s+)?(?:visible|seen)\s+in"
    rf"|changes?|affects?|alters?"
    r"|modif(?:y|ies)|overwrites?|touch(?:es)?|leaves?|ändert|verändert|modifie|change)\s+(?P<late>nicht\s+|pas\s+)?(?:also\s+|auch\s+"
    r"|aussi\s+)?⟦(?P<o>\d+)⟧"
    rf"(?P<kept>\s+(?:{_SAME}|alone)\b)?",
    re.I,
)


def changes_of(text: Marked, naming: Naming, piece: Piece | None, before: tuple[Piece, ...]) -> Iterator[tuple[Claim, tuple[Point, Point]]]:
    """The claims of a sentence on the block beside it, each with the two points that it compares."""
    if piece is None or piece.mode != "program":
        return
    for match in _STAYS.finditer(text.words):
        name = text.code[int(match["s"])]
        points = _life(name, naming, piece, before) if not PREPOSED.search(text.words[: match.start()]) else None
        changed = (match["other"] is not None) != (match["not"] is not None)
        yield from _claim(text, match, name, changed, points)
    for match in _SHOWS.finditer(text.words):
        points = _around(match["ordinal"].lower(), match["step"].lower(), piece)
        leaves = match["verb"].lower().startswith("leave")
        if leaves == (match["kept"] is not None):
            denied = sum(match[g] is not None for g in ("does", "no", "late")) % 2 == 1
            yield from _claim(text, match, text.code[int(match["o"])], (not leaves) != denied, points)


def _claim(
    text: Marked, match: re.Match[str], code: str, changed: bool, points: tuple[Point, Point] | None
) -> Iterator[tuple[Claim, tuple[Point, Point]]]:
    claim = Claim(code, Predicate("changed", str(changed)), match.start(), match.end(), (), "is")
    phrase = match.start() if match.re is _STAYS else match.start("verb")
    plain = replace(text, words=text.words[: match.start()] + "x" * (phrase - match.start()) + text.words[phrase:])
    if points is not None and not is_open(plain, claim):
        yield claim, points


def _life(name: str, naming: Naming, piece: Piece, before: tuple[Piece, ...]) -> tuple[Point, Point] | None:
    """From where a name has its value to the end of a block; None where it is given another one."""
    bound = [(p, n.lineno) for p in (*before, piece) for n in p.tree.body if isinstance(n, ast.Assign) and name in _targets(n)]
    if len(bound) != 1 or name not in naming.variables or name in naming.parameters:
        return None
    owner, line = bound[0]
    first: Point = (piece.number, line) if owner is piece else (owner.number, None)
    return (first, (piece.number, None)) if first != (piece.number, None) else None


def _targets(node: ast.Assign) -> set[str]:
    return {n.id for t in node.targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


def _around(ordinal: str, step: str, piece: Piece) -> tuple[Point, Point] | None:
    """Before and after a line of a block: of its assignments into something ("the second assignment"), or of its statements."""
    body = piece.tree.body
    places = list(range(len(body)))
    if re.match("assign|write|zuweis|affect", step):
        into = [i for i in places if isinstance(n := body[i], (ast.Assign, ast.AugAssign)) and not _targets_names(n)]
        places = into or [i for i in places if isinstance(body[i], (ast.Assign, ast.AugAssign))]
    place = 1 if ordinal.startswith("second") else ORDINALS[ordinal]
    if not -len(places) <= place < len(places) or places[place] == 0:
        return None
    at = places[place]
    return (piece.number, body[at - 1].lineno), (piece.number, body[at].lineno)


def _targets_names(node: ast.Assign | ast.AugAssign) -> bool:
    """Whether an assignment gives a name a value, and does not put one into something."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return any(isinstance(t, (ast.Name, ast.Tuple)) for t in targets)


def is_so(said: str, first: dict[str, Any], last: dict[str, Any]) -> bool | None:
    """Whether two answers differ as is said, None where one of them failed or shows too little."""
    one, two = first.get("value"), last.get("value")
    if not isinstance(one, dict) or not isinstance(two, dict) or first.get("error") or last.get("error"):
        return None
    shown = one.get("repr"), two.get("repr")
    if not all(isinstance(s, str) and len(s) < 3000 and "0x" not in s and "..." not in s for s in shown):
        return None
    return (shown[0] != shown[1]) == (said == "True")
