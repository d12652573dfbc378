"""Holding a stated figure against what follows from other figures of the text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said, plain
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import Value, dimensions_of, value_of
from tools.records import Finding, Priority, Span


@dataclass(frozen=True)
class Outcome:
    """What a stated figure should be: its exact value and what rounding leaves open (in its base unit), and the step that shows it."""

    value: Fraction
    interval: Interval
    step: str


def scaled(outcome: Value, step: str, stated: Quantity) -> Outcome:
    """A computed value for a stated figure; percentages are counted in hundredths."""
    factor = 100 if stated.kind == "percent" else 1
    return Outcome(outcome.exact * factor, outcome.interval.scaled(Fraction(factor)), step)


def verdict(stated: Quantity, outcomes: Sequence[Outcome]) -> str:
    """ "yes" where one reading agrees, "no" where none does even with all that rounding leaves open, else "unsure"."""
    agreements = [stated.agreement(Interval.exact(outcome.value)) for outcome in outcomes]
    if "yes" in agreements or any(_consistent(stated, outcome) for outcome in outcomes):
        return "yes"
    if "unsure" in agreements or any(Interval.exact(own).meets(outcome.interval) for outcome in outcomes for own in stated.bases()):
        return "unsure"
    hedged = [stated.agreement(outcome.interval) for outcome in outcomes] if stated.bound else []
    return "unsure" if set(hedged) - {"no"} else "no"


def _consistent(stated: Quantity, outcome: Outcome) -> bool:
    """Whether rounding alone explains a small difference."""
    own = stated.bases()[0]
    return not stated.bound and Interval.exact(own).meets(outcome.interval) and abs(outcome.value - own) <= abs(own) * Fraction(3, 100)


def judged(
    page: Page, rule: str, stated: Quantity, outcomes: Sequence[Outcome], places: Sequence[Span], priority: Priority = "high"
) -> Finding | None:
    """A confirmation, a contradiction with the first reading's value, or None where it is open."""
    if not outcomes:
        return None
    standing = verdict(stated, outcomes)
    written = page.words_at(stated.span)
    if standing == "unsure":
        return None
    if standing == "yes":
        right = min(outcomes, key=lambda outcome: abs(outcome.value - stated.bases()[0]))
        said = Said(f"The figures give {report.in_unit(right.value, stated)}, as stated ({written}).", [right.step], places)
        return report.confirmed(rule, stated.span, said)
    first = outcomes[0]
    new = report.like(first.value, stated, page)
    replacement = report.replaced(page, stated.span, [(stated.number, new)], "what the figures beside it give") if new else None
    working = [outcome.step for outcome in outcomes if outcome.step] + [f"stated: {written}"]
    said = Said(f"The figures give {report.in_unit(first.value, stated)}, not {written}.", working, places)
    return report.contradicted(rule, stated.span, said, priority, replacement)


def alike(one: Quantity, other: Quantity) -> tuple[Quantity, Quantity] | None:
    """Two figures in one unit; a bare first one takes the unit of the second ("from 120 to 80 ms")."""
    if one.kind == "count" and other.kind != "count" and one.unit.name == "":
        one = replace(one, unit=other.unit)
    if dimensions_of(one.kind) != dimensions_of(other.kind) or (one.kind != other.kind and "percent" in (one.kind, other.kind)):
        return None
    return one, other


def written(page: Page, quantity: Quantity) -> str:
    return page.words_at(quantity.span)


def measured(quantity: Quantity) -> Value:
    """A measured figure; whole counts are exact, percentages are kept in percent."""
    if quantity.kind == "percent":
        return Value(quantity.value, Interval.around(quantity.value, quantity.half))
    return value_of(quantity)


def quotient(page: Page, above: Quantity, below: Quantity) -> tuple[Value, str] | None:
    """above / below with its step, None where that cannot be formed."""
    one, other = measured(above), measured(below)
    if other.exact == 0 or other.interval.low <= 0 <= other.interval.high:
        return None
    value = Value(one.exact / other.exact, one.interval / other.interval)
    return value, f"{written(page, above)} / {written(page, below)} = {plain(value.exact)}"
