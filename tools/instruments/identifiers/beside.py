"""Calls of the chapter's code against the words beside them: a comment on the line, or the sentence that announces the block.

Only what the arguments settle by themselves: ends of ranges, the axis of a softmax, drawing with or without replacement, and a part of
a time difference that is compared with more than it can be.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.program import Program
from tools.instruments.identifiers.subjects import Subjects, sentences
from tools.instruments.identifiers.survey import Judgement, Survey, finding, quoted
from tools.packages.documents import document
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.records import ChapterEvidence, Finding, Ground, Relation, Span

WRONG = Judgement("words-beside-a-call", "contradicted", "high", "correction", "behavioural")
NEVER = Judgement("never-true", "contradicted", "high", "correction", "behavioural")
LIMITS = "By the arguments and the documentation; nothing was run."
_RANGE = re.compile(r"(?<![\w.-])(?P<low>-?\d+)\s*(?:to|through|bis|à|jusqu['’]à|–|-|\.{2,3})\s*(?P<high>-?\d+)(?![\w.]*\d)")
_NOT = re.compile(
    r"\b(?:not|never|no|without|exclu\w*|below|less|under|nicht|nie|ohne|ausgeschlossen|unter|ne|pas|sans|jamais|wrong|falsch|faux)\b|n['’]t\b|[<)\[]",
    re.IGNORECASE,
)
_ROWS_SUM = re.compile(
    r"\b(?:(?:each|every)\s+row|rows)\b[^#]{0,20}\b(?:sums?|adds?)\b|\b(?:jede\s+Zeile|Zeilen)\b[^#]{0,20}\b(?:summ\w+|ergeb\w+|ergib\w+)\b"
    r"|\b(?:chaque\s+ligne|lignes)\b[^#]{0,20}\b(?:somm\w+|fait|font|vaut)\b",
    re.IGNORECASE,
)
_COLUMNS_SUM = re.compile(
    r"\b(?:(?:each|every)\s+column|columns)\b[^#]{0,20}\b(?:sums?|adds?)\b|\b(?:jede\s+Spalte|Spalten)\b[^#]{0,20}\b(?:summ\w+|ergeb\w+|ergib\w+)\b"
    r"|\b(?:chaque\s+colonne|colonnes)\b[^#]{0,20}\b(?:somm\w+|fait|font|vaut)\b",
    re.IGNORECASE,
)
_WITH = re.compile(r"\bwith\s+replacement\b|\bbootstrap\w*\b|\bmit\s+Zurücklegen\b|\bavec\s+remise\b", re.IGNORECASE)
_WITHOUT = re.compile(
    r"\bwithout\s+replac\w+|\bohne\s+Zurück\w+|\bsans\s+remise|\b(?:permut\w*|wrong\w*|compar\w*|subsampl\w*|m\s+out\s+of\s+n|contrast\w*|not|n['’]t"
    r"|nicht|falsch|vergl\w*|pas|unlike|instead|statt|rather|contrairement|au\s+lieu|should|would|faux)\b",
    re.IGNORECASE,
)
_MOST = {"seconds": 86_399, "microseconds": 999_999}


def beside(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    for program in found.programs:
        for node in ast.walk(program.tree):
            if isinstance(node, ast.Call):
                yield from _range(found, subjects, program, node)
                yield from _softmax(found, subjects, program, node)
                yield from _replacement(found, subjects, program, node)
            elif isinstance(node, ast.Compare):
                yield from _never(found, program, node)


def _owner(found: Survey, subjects: Subjects, node: ast.Call) -> Found | None:
    """What is called, where that is one definition."""
    written = dotted(node.func) or ""
    candidates = subjects.candidates(written) if written else ()
    return candidates[0] if len(candidates) == 1 else None


def _comment(program: Program, node: ast.expr) -> str:
    return program.lines[(node.end_lineno or node.lineno) - 1].words.partition("#")[2]


def _whole(node: ast.expr | None) -> int | None:
    """The value of a whole number, or of a product of them."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _whole(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        left, right = _whole(node.left), _whole(node.right)
        return None if left is None or right is None else left * right
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def _grounds(found: Survey, owner: Found, told: str, relation: Relation = "CONTRADICTS") -> tuple[Ground, ...]:
    doc = document(found.names, owner)
    line = doc.sentence(re.compile(told, re.IGNORECASE)) if doc is not None else None
    return (quoted(relation, line if line is not None else owner.quote()),)


def _range(found: Survey, subjects: Subjects, program: Program, node: ast.Call) -> Iterator[Finding]:
    last = (dotted(node.func) or "").rpartition(".")[2]
    comment = _comment(program, node)
    said = _RANGE.search(comment)
    named = {each.arg for each in node.keywords}
    if last not in ("randint", "integers", "randrange") or said is None or _NOT.search(comment) or named & {"endpoint", "high", "low"}:
        return
    owner = _owner(found, subjects, node)
    if owner is None or owner.name.startswith("random.") != (last == "randrange") or len(node.args) < 2:
        return
    low, high = _whole(node.args[0]), _whole(node.args[1])
    if low is None or high is None or high - low < 2 or (int(said["low"]), int(said["high"])) != (low, high):
        return
    call = ast.unparse(node)
    summary = (
        f"{call} never gives {high}: the upper bound is left out, so that it goes from {low} to {high - 1} in {found.release(owner.name)}."
    )
    working = (f"low {low}, high {high}: {low} <= value < {high}", f"the comment says {said.group()}")
    yield finding(WRONG, program.span(node), summary, working, _grounds(found, owner, r"exclusive|\[\s*`*low"), limits=LIMITS)


def _softmax(found: Survey, subjects: Subjects, program: Program, node: ast.Call) -> Iterator[Finding]:
    last = (dotted(node.func) or (node.func.attr if isinstance(node.func, ast.Attribute) else "")).rpartition(".")[2]
    comment = _comment(program, node)
    if last != "softmax" or not comment or _NOT.search(comment):
        return
    given = next((each.value for each in node.keywords if each.arg in ("dim", "axis")), None)
    axis = _whole(given)
    rows, columns = _ROWS_SUM.search(comment), _COLUMNS_SUM.search(comment)
    if not ((axis in (0, -2) and rows and not columns) or (axis == -1 and columns and not rows)):
        return
    owner = found.resolve("torch.nn.functional.softmax")
    if not isinstance(owner, Found):
        return
    what, other = ("columns", "rows") if rows else ("rows", "columns")
    summary = f"With {ast.unparse(node.keywords[0]) if node.keywords else axis}, softmax makes the {what} add up to one, not the {other}."
    grounds = _grounds(found, owner, r"(?:slices?|dimension)\s+along")
    yield finding(WRONG, program.span(node), summary, (f"entries along dimension {axis} add up to one",), grounds, limits=LIMITS)


def _replacement(found: Survey, subjects: Subjects, program: Program, node: ast.Call) -> Iterator[Finding]:
    last = (dotted(node.func) or "").rpartition(".")[2]
    without = any(each.arg == "replace" and isinstance(each.value, ast.Constant) and each.value.value is False for each in node.keywords)
    owner = _owner(found, subjects, node) if last == "choice" and without else None
    said = _announced(found, program) if owner is not None else None
    if owner is None or said is None:
        return
    call = ast.unparse(node)
    summary = f"{call} draws without replacement, while the text before it speaks of drawing with replacement."
    working = ("replace=False: no item is drawn twice", f"the text says {found.text[said.start : said.end]}")
    grounds = (ChapterEvidence(relation="CONTRADICTS", span=said), *_grounds(found, owner, r"with or without replacement"))
    yield finding(WRONG, program.span(node), summary, working, grounds, limits=LIMITS)


def _announced(found: Survey, program: Program) -> Span | None:
    """Where the sentence right before a block speaks of drawing with replacement."""
    index = found.chapter.blocks.index(program.block)
    block = found.chapter.blocks[index - 1] if index else None
    if block is None or block.kind != "prose":
        return None
    last = list(sentences(found.text, block.span))[-1]
    words = found.text[last.start : last.end]
    place = _WITH.search(words)
    if place is None or _WITHOUT.search(words):
        return None
    return Span(start=last.start + place.start(), end=last.start + place.end())


def _never(found: Survey, program: Program, node: ast.Compare) -> Iterator[Finding]:
    left = node.left
    if len(node.ops) != 1 or not isinstance(left, ast.Attribute) or left.attr not in _MOST:
        return
    bound, most = _whole(node.comparators[0]), _MOST[left.attr]
    never = bound is not None and (
        (isinstance(node.ops[0], ast.Gt) and bound >= most) or (isinstance(node.ops[0], ast.GtE | ast.Eq) and bound > most)
    )
    owner = found.resolve(f"datetime.timedelta.{left.attr}")
    own = re.search(rf"\bself\.{left.attr}\s*=|^\s*{left.attr}\s*:", found.text, re.MULTILINE)
    if not never or own or "timedelta" not in found.text or not isinstance(owner, Found):
        return
    whole = f"{ast.unparse(left.value)}.total_seconds()"
    summary = f"{ast.unparse(node)} is never true: {left.attr} of a timedelta is {most:,} at most; the whole duration is {whole}."
    working = (f"0 <= {left.attr} <= {most}, days are kept apart",)
    yield finding(NEVER, program.span(node), summary, working, (quoted("CONTRADICTS", owner.quote()),), limits=LIMITS)
