"""A figure of a text, and what it may stand for: its unit, its hedge, what rounding leaves open."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from tools.quantities.intervals import Interval
from tools.quantities.units import COUNT, Unit
from tools.records import Span

Bound = Literal["", "about", "nearly", "above", "below", "at least", "at most"]
Agreement = Literal["yes", "unsure", "no"]
Style = Literal["digits", "words"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """A figure of a text.

    span: number and unit. number: the number alone. value: as written, in `unit`. half: half a unit of the last stated place.
    coarse: half a unit of the last place that is not zero ("1500" may stand for 1450 to 1550 when hedged).
    unit: COUNT where none is written. before, after: neighbouring words of the same clause, in lower case, nearest first.
    ordinal: "ninth", "9th". code: the number is glued to a name ("T=35").
    """

    span: Span
    number: Span
    value: Fraction
    half: Fraction
    coarse: Fraction
    unit: Unit = COUNT
    bound: Bound = ""
    style: Style = "digits"
    ordinal: bool = False
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    glued: bool = False

    @property
    def kind(self) -> str:
        return self.unit.kind

    def bases(self) -> tuple[Fraction, ...]:
        """The value in base units, once for each reading of the unit."""
        return tuple(self.value * factor for factor in self.unit.factors)

    def intervals(self) -> tuple[Interval, ...]:
        """What the figure may stand for in base units, once for each reading of the unit; hedges widen it."""
        half = max(self.half, self.coarse, abs(self.value) / 20) if self.bound in ("about", "nearly") else self.half
        return tuple(Interval.around(self.value, half).scaled(factor) for factor in self.unit.factors)

    def agreement(self, other: Interval) -> Agreement:
        """Whether a true value (in base units) may be stated as this figure; the kindest reading of the unit counts."""
        order = ("yes", "unsure", "no")
        return min((self._against(factor, other) for factor in self.unit.factors), key=order.index)

    def _against(self, factor: Fraction, other: Interval) -> Agreement:
        stated, half = self.value * factor, self.half * abs(factor)
        own = Interval.around(stated, half)
        if self.bound in ("above", "at least"):
            return "no" if other.high < stated - half / 10 else "yes" if other.low <= max(stated * 2, stated + half * 4) else "unsure"
        if self.bound in ("below", "at most"):
            return "no" if other.low > stated + half / 10 else "yes" if other.high >= stated / 2 else "unsure"
        if self.bound == "nearly":
            if Interval(stated * Fraction(85, 100), stated).meets(other):
                return "yes"
            return "unsure" if Interval(stated * Fraction(3, 4), stated * Fraction(110, 100)).meets(other) else "no"
        if self.bound == "about":
            rough = max(half, self.coarse * abs(factor), abs(stated) / 20)
            if Interval.around(stated, rough).meets(other):
                return "yes"
            return "unsure" if Interval.around(stated, max(rough * 2, abs(stated) * 3 / 20)).meets(other) else "no"
        if own.meets(other):
            return "yes"
        cut_off = (
            other.low < stated + 2 * half and other.high >= stated if stated > 0 else other.high > stated - 2 * half and other.low <= stated
        )
        return "unsure" if cut_off else "no"


@dataclass(frozen=True, slots=True)
class Range:
    """Two figures stated as ends ("8 to 11 s", "between 3 and 5"); both ends carry the common unit."""

    span: Span
    low: Quantity
    high: Quantity
    joint: str


def coarse_of(value: Fraction, half: Fraction) -> Fraction:
    """Half a unit of the last place of a whole number that is not zero, else `half`."""
    if value.denominator != 1 or value == 0:
        return half
    place, rest = 1, abs(int(value))
    while rest % 10 == 0:
        place, rest = place * 10, rest // 10
    return max(half, Fraction(place, 2))
