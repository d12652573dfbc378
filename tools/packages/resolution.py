"""What a dotted name can turn out to be: a definition, missing for certain, or not to be told from the text."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Literal

from tools.packages.modules import Binding, Module
from tools.records import Quotation


@dataclass(frozen=True, eq=False)
class Found:
    """A definition. name: where it is really defined. binding: None for a module. owner: the class of a member."""

    name: str
    kind: Literal["module", "class", "function", "value"]
    module: Module
    binding: Binding | None = None
    owner: Binding | None = None

    @property
    def node(self) -> ast.stmt | None:
        return self.module.node_of(self.binding) if self.binding is not None else None

    def quote(self) -> Quotation:
        """The line on which it is defined; of a module, its first line of words."""
        if self.binding is not None:
            return self.module.file.quote(self.module.span(self.binding.line))
        lines = self.module.text.split("\n")
        first = next((number for number, line in enumerate(lines, 1) if line.strip(' \t\r"') and not line.startswith("#")), 1)
        return self.module.file.quote(self.module.span(first))


@dataclass(frozen=True, eq=False)
class Missing:
    """`parent` has no `member`. closest: names of the parent that are spelled alike. note: where the source says that it went, and
    the words of that note."""

    name: str
    parent: Found
    member: str
    closest: tuple[str, ...] = ()
    note: Quotation | None = None
    advice: str = ""


@dataclass(frozen=True, eq=False)
class Unknown:
    """It cannot be told from the text. parent: the last part that was found. deprecated: the source warns about this name."""

    name: str
    reason: str
    parent: Found | None = None


Resolution = Found | Missing | Unknown
