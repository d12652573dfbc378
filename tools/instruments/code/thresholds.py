"""Where prose divides whole numbers at a threshold ("below 16", "from 17 up") and the code beside it divides them elsewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from prompts.trust import measure
from tools.instruments.code.programs import Piece
from tools.instruments.code.prose import sentences
from tools.records import Chapter, Span

_N = r"(?P<number>\d{1,6})(?![\d.,]*\d)(?!\s*(?:%|percent|Prozent))"
#: Words before or after a number, and by how much the first or last whole number of their side is off it.
_LOWER = (
    (re.compile(
        r"\b(?:below|under|less than|smaller than|shorter than|fewer than|unter|kleiner als|weniger als|kürzer als|moins de"
        rf"|inférieure?s? à|(?:en|au)[- ]dessous de)\s+{_N}", re.I,
    ), -1),
    (re.compile(
        r"\b(?:up to(?: and including)?|at most|no more than|bis(?: zu| einschließlich)?|höchstens|jusqu'à|au plus|au maximum"
        rf"|less than or equal to)\s+{_N}", re.I,
    ), 0),
    (re.compile(rf"\b{_N}\s+(?:or (?:less|fewer|below)|and (?:below|under)|oder weniger|ou moins)\b", re.I), 0),
)  # fmt: skip
_UPPER = (
    (re.compile(
        r"\b(?:above|over|more than|greater than|larger than|longer than|über|mehr als|größer als|länger als|plus de|supérieure?s? à"
        rf"|au[- ]dessus de)\s+{_N}", re.I,
    ), 1),
    (re.compile(rf"\b(?:from|at least|starting (?:at|with|from)|ab|mindestens|à partir de|au moins|dès)\s+{_N}", re.I), 0),
    (re.compile(
        rf"\b{_N}\s+(?:or (?:more|above|larger)|and (?:above|up|more|over)|oder mehr|und mehr|ou plus|et plus)\b", re.I
    ), 0),
)  # fmt: skip


@dataclass(frozen=True)
class Division:
    """Whole numbers divided in two: the last of the lower side, the first of the upper one. span: of the words."""

    last: int
    first: int
    numbers: tuple[int, int]
    span: Span


def divisions(begin: int, part: str) -> Iterator[Division]:
    """The division that a sentence makes, where it names one lower and one upper side."""
    lower = [(m, shift) for pattern, shift in _LOWER for m in pattern.finditer(part)]
    upper = [(m, shift) for pattern, shift in _UPPER for m in pattern.finditer(part)]
    if len(lower) == len(upper) == 1:
        (one, down), (other, up) = lower[0], upper[0]
        start, end = min(one.start(), other.start()), max(one.end(), other.end())
        numbers = int(one["number"]), int(other["number"])
        if other.start() < one.start() and numbers[1] < numbers[0]:
            return  # "from 3 up to 8" is a range
        yield Division(numbers[0] + down, numbers[1] + up, numbers, Span(start=begin + start, end=begin + end))


def _tests(piece: Piece) -> dict[int, set[int]]:
    """Constants that the code compares with -> the first whole numbers of their upper sides."""
    found: dict[int, set[int]] = {}
    for node in ast.walk(piece.tree):
        if not (isinstance(node, ast.Compare) and len(node.ops) == 1):
            continue
        left, operator, right = node.left, node.ops[0], node.comparators[0]
        if isinstance(right, ast.Constant) and type(right.value) is int:
            number, strict, other = right.value, isinstance(operator, (ast.Gt, ast.LtE)), isinstance(operator, (ast.GtE, ast.Lt))
        elif isinstance(left, ast.Constant) and type(left.value) is int:
            number, strict, other = left.value, isinstance(operator, (ast.Lt, ast.GtE)), isinstance(operator, (ast.LtE, ast.Gt))
        else:
            continue
        if strict or other:
            found.setdefault(number, set()).add(number + 1 if strict else number)
    return found


def misplaced(piece: Piece, chapter: Chapter) -> Iterator[tuple[Division, str]]:
    """Divisions in the prose beside a piece that differ from the one that its code makes at the same number, with the reason."""
    text, tests = measure(chapter.text), _tests(piece)
    near = [b for b in chapter.blocks[max(0, piece.index - 1) : piece.index + 2] if b.kind == "prose"]
    for block in near if tests else ():
        for begin, part in sentences(text, block.span):
            for said in divisions(begin, part):
                known = [number for number in said.numbers if len(tests.get(number, ())) == 1]
                loose = said.numbers[0] == said.numbers[1] and said.first - said.last != 1
                if not known or loose or abs(said.numbers[0] - said.numbers[1]) > 1 or len({min(tests[n]) for n in known}) > 1:
                    continue
                first = min(tests[known[0]])
                if (said.last, said.first) != (first - 1, first):
                    yield (
                        said,
                        f"The code puts {first - 1} on the lower side and {first} on the upper one; the text divides them otherwise.",
                    )
