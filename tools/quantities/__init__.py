"""Quantities as texts write them: numbers and number words, units and prefixes, hedges, ranges, and what rounding leaves open."""

from tools.quantities.intervals import Interval, total
from tools.quantities.language import Writing, decimal_of, language_of, writing_of
from tools.quantities.numerals import in_words
from tools.quantities.quantity import Agreement, Bound, Quantity, Range
from tools.quantities.scan import number_of, quantities_of, ranges_of
from tools.quantities.units import COUNT, PERCENT, TIMES, Unit, octet_unit, unit_of

__all__ = [
    "COUNT", "PERCENT", "TIMES", "Agreement", "Bound", "Interval", "Quantity", "Range", "Unit", "Writing",
    "decimal_of", "in_words", "language_of", "number_of", "octet_unit", "quantities_of", "ranges_of", "total", "unit_of", "writing_of",
]  # fmt: skip
