"""Tables of a page as rows of cells: a tab between cells, a line a row."""

from __future__ import annotations

from dataclasses import dataclass, field

from bs4.element import Tag

from tools.extract.css_cascade import classes
from tools.extract.draft import Draft
from tools.extract.mapped import Mapped
from tools.extract.records import Standing
from tools.extract.standing import of_cells

_MOST_SEARCHED = 400  # elements of a table that are looked at to tell data from layout


@dataclass
class Table:
    """Rows of cells as they are read."""

    rows: list[list[Mapped]] = field(default_factory=list)

    def enter(self, name: str, inline: list[Mapped]) -> None:
        if name == "tr":
            self.rows.append([])
        if name in ("tr", "td", "th", "caption"):
            inline.clear()

    def leave(self, name: str, inline: list[Mapped], draft: Draft, item: int | None) -> None:
        if name in ("td", "th"):
            if not self.rows:
                self.rows.append([])
            self.rows[-1].append(Mapped.joined(inline).collapsed())
            inline.clear()
        elif name == "caption":
            draft.piece("caption", Mapped.joined(inline).collapsed(), item=item)
            inline.clear()

    def text(self) -> Mapped:
        tab, line = Mapped.nowhere("\t"), Mapped.nowhere("\n")
        parts: list[Mapped] = []
        for row in self.rows:
            if any(len(cell) for cell in row):
                parts += [line] if parts else []
                for number, cell in enumerate(row):
                    parts += [tab, cell] if number else [cell]
        return Mapped.joined(parts)

    def standing(self) -> Standing:
        return of_cells([cell.text for row in self.rows[1:] for cell in row])


def is_data(tag: Tag) -> bool:
    """Whether a table holds data, and not the layout of a page or the line numbers of a listing."""
    names = set(classes(tag))
    if tag.get("role") in ("presentation", "none") or names & {
        "highlighttable",
        "lntable",
        "rouge-table",
        "ltx_equation",
        "ltx_equationgroup",
    }:
        return False
    cells = 0
    for number, inside in enumerate(tag.descendants):
        if number > _MOST_SEARCHED:
            break
        if isinstance(inside, Tag):
            if inside.name in ("table", "pre", "h1", "h2", "h3", "article", "main", "textarea"):
                return False
            cells += inside.name in ("td", "th")
    return cells >= 2
