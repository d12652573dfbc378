"""A sentence as a law reads it: its figures, those of the sentence before, and the words around each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.page import Page


@dataclass(frozen=True)
class Scene:
    """A sentence and the one before it, with their figures in order. own: those of the sentence itself;
    figures: all of it, those that are joined to a name too."""

    page: Page
    text: str
    earlier: str
    own: tuple[Item, ...]
    before: tuple[Item, ...]
    figures: tuple[Item, ...]
    start: int

    def head(self, item: Item) -> str:
        return self.page.text[max(0, item.span.start - 60) : item.span.start]

    def tail(self, item: Item) -> str:
        return self.page.text[item.quantity.number.end : item.quantity.number.end + 60]

    def after(self, item: Item, words: str) -> bool:
        """Whether these words stand right behind the number."""
        return re.match(rf"[\s-]*(?:{words})(?![^\W\d_])", self.tail(item), re.IGNORECASE) is not None

    def led(self, item: Item, words: str) -> bool:
        """Whether these words lead to the number, with an article or a verb between at most."""
        joint = r"\s(?:(?:of|is|are|was|were|about|only|roughly|be|to|=|≈|up|by|a|an|the|equals|von|ist|rund|de|est)\s)*"
        return re.search(rf"(?<![^\W\d_])(?:{words}){joint}[`$(]?$", self.head(item), re.IGNORECASE) is not None

    def one(self, test: Callable[[Item], bool], without: Sequence[Item] = ()) -> Item | None:
        """The one figure of the sentence that passes, else the one of the sentence before."""
        for items in (self.own, self.before):
            found = [item for item in items if test(item) and item not in without]
            if found:
                return found[0] if len(found) == 1 else None
        return None


Solution = tuple[Item, list[Fraction], str, list[Item]]  # what is stated, what it may be, the step, the figures given
