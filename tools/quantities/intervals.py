"""Intervals of exact fractions: what a rounded figure may stand for, and what follows from several of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Interval:
    """All values from low to high, both included; low <= high."""

    low: Fraction
    high: Fraction

    @classmethod
    def exact(cls, value: Fraction | int) -> Interval:
        return cls(Fraction(value), Fraction(value))

    @classmethod
    def around(cls, value: Fraction, half: Fraction) -> Interval:
        return cls(value - half, value + half)

    @property
    def middle(self) -> Fraction:
        return (self.low + self.high) / 2

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __mul__(self, other: Interval) -> Interval:
        ends = [a * b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __truediv__(self, other: Interval) -> Interval:
        """Raises ZeroDivisionError where the divisor may be zero."""
        if other.low <= 0 <= other.high:
            raise ZeroDivisionError("the divisor may be zero")
        ends = [a / b for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval(min(ends), max(ends))

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def scaled(self, factor: Fraction) -> Interval:
        return self * Interval.exact(factor)

    def widened(self, by: Fraction) -> Interval:
        return Interval(self.low - by, self.high + by)

    def meets(self, other: Interval) -> bool:
        return self.low <= other.high and other.low <= self.high

    def distance(self, other: Interval) -> Fraction:
        """How far apart the two lie; 0 where they meet."""
        return max(Fraction(0), self.low - other.high, other.low - self.high)


def total(intervals: Iterable[Interval]) -> Interval:
    result = Interval.exact(0)
    for interval in intervals:
        result = result + interval
    return result
