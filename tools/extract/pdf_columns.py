"""Columns of a page: which parts of lines are read one after another, by the gutters between them."""

from __future__ import annotations

from statistics import median
from typing import Protocol, TypeVar

_LEAST_LINES = 6  # in each of two columns
_MOST_CROSSING = 0.4  # of the lines, for a gutter
_LEAST_FILLED = 0.5  # of a column's width that its lines fill in the median; the cells of tables fill less
_DEEPEST = 3


class Placed(Protocol):
    @property
    def x0(self) -> float: ...

    @property
    def x1(self) -> float: ...

    @property
    def base(self) -> float: ...

    @property
    def size(self) -> float: ...


P = TypeVar("P", bound=Placed)


def in_order(lines: list[P], depth: int = 0) -> list[list[P]]:
    """The lines in columns, the columns in reading order: a line across the gutter ends the columns above it."""
    gutter = _gutter(lines) if depth < _DEEPEST else None
    if gutter is None:
        return [lines] if lines else []
    columns: list[list[P]] = []
    left: list[P] = []
    right: list[P] = []
    across: list[P] = []
    for line in sorted(lines, key=lambda line: line.base):
        crosses = line.x0 < gutter < line.x1
        if crosses and (left or right):
            columns += [*in_order(left, depth + 1), *in_order(right, depth + 1)]
            left, right = [], []
        if not crosses and across:
            columns.append(across)
            across = []
        (across if crosses else left if line.x1 <= gutter else right).append(line)
    return [*columns, *([across] if across else []), *in_order(left, depth + 1), *in_order(right, depth + 1)]


def _gutter(lines: list[P]) -> float | None:
    """Where the page is divided in two, None where it is not."""
    if len(lines) < 2 * _LEAST_LINES:
        return None
    begin, end = min(line.x0 for line in lines), max(line.x1 for line in lines)
    best: tuple[int, float] | None = None
    run: list[float] = []
    step = max(1.5, (end - begin) / 240)
    at = begin + 0.15 * (end - begin)
    while at < end - 0.15 * (end - begin):
        crossing = sum(line.x0 < at < line.x1 for line in lines)
        if best is None or crossing < best[0]:
            best, run = (crossing, at), [at]
        elif crossing == best[0] and at - run[-1] < 1.5 * step:
            run.append(at)
        at += step
    if best is None or best[0] > _MOST_CROSSING * len(lines):
        return None
    middle = (run[0] + run[-1]) / 2
    left = [line for line in lines if line.x1 <= middle]
    right = [line for line in lines if line.x0 >= middle]
    return middle if _is_column(left) and _is_column(right) and _beside(left, right) else None


def _is_column(lines: list[P]) -> bool:
    if len(lines) < _LEAST_LINES:
        return False
    width = max(line.x1 for line in lines) - min(line.x0 for line in lines)
    return median(line.x1 - line.x0 for line in lines) >= _LEAST_FILLED * width and width > 8 * median(line.size for line in lines)


def _beside(left: list[P], right: list[P]) -> bool:
    """Whether the two stand beside each other, and not one below the other."""
    top = max(min(line.base for line in left), min(line.base for line in right))
    bottom = min(max(line.base for line in left), max(line.base for line in right))
    shorter = min(max(line.base for line in side) - min(line.base for line in side) for side in (left, right))
    return bottom - top >= 0.5 * shorter
