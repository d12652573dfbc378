"""Whether words assert something or show it: code, output and measured figures demonstrate, prose asserts."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tools.extract.records import PieceKind, Standing

_FIGURE = re.compile(r"\s*[~≈<>±+−-]?\s*\d[\d.,]*(?:e[+-]?\d+)?\s*(?:%|x|×|[a-zµμ/²³]{1,6})?\s*(?:[±(].{1,20})?", re.I)


def of_kind(kind: PieceKind) -> Standing:
    """What a kind of piece does by itself; a table by its cells (`of_cells`)."""
    return "demonstration" if kind in ("code", "output") else "assertion"


def of_cells(cells: Sequence[str]) -> Standing:
    """A table demonstrates where a third of its cells at least are figures."""
    figures = sum(_FIGURE.fullmatch(cell) is not None for cell in cells)
    return "demonstration" if figures and 3 * figures >= len(cells) else "assertion"
