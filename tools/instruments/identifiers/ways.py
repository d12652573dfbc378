"""Two opposite behaviours, each with the default of a parameter that brings it about, and the words in which books say them."""

from __future__ import annotations

import re
from dataclasses import dataclass

Values = tuple[object, ...]


@dataclass(frozen=True)
class Way:
    """One of two opposite behaviours. says: for a sentence of ours. words: how a text says it."""

    says: str
    words: re.Pattern[str]


@dataclass(frozen=True)
class Behaviour:
    """parameters: name -> the defaults that mean the first way, and those that mean the second. marked: needs "by default"."""

    name: str
    parameters: dict[str, tuple[Values, Values]]
    ways: tuple[Way, Way]
    marked: bool = False

    def way_of(self, parameter: str, value: object) -> int | None:
        """Which way a default goes, None where neither."""
        for number, values in enumerate(self.parameters[parameter]):
            if any(value == each and isinstance(value, bool) == isinstance(each, bool) for each in values):
                return number
        return None


class _Positive:
    """Equal to every whole number above zero: for a default that sets some bound, whichever it is."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, int) and not isinstance(other, bool) and other > 0

    __hash__ = None  # type: ignore[assignment]


SOME_BOUND = _Positive()
YES: tuple[Values, Values] = ((True,), (False,))
NO: tuple[Values, Values] = ((False,), (True,))
FEW = r"\W+(?:[\w`]+\W+){0,4}?"


def way(says: str, *words: str) -> Way:
    """Any of the patterns says it."""
    return Way(says, re.compile("|".join(f"(?:{each})" for each in words), re.IGNORECASE))
