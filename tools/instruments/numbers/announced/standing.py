"""Whether a figure is what others come to, and the finding that says so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said, plain
from tools.quantities import Interval, Quantity
from tools.records import Finding

NEAR = Fraction(5, 2)  # a wrong figure is hardly ever further from the right one
_TENS = tuple(Fraction(10) ** p for p in (-6, -3, -2, -1, 1, 2, 3, 6))
_OF_UNITS = tuple(value for factor in (4, 8, 60, 3600, 24, 12, 7, 365) for value in (Fraction(factor), Fraction(1, factor)))


def scaled(form: Form, stated: Quantity) -> tuple[Fraction, Interval]:
    """The value of a form in the base unit of a stated figure."""
    factor = Fraction(100 if stated.kind in ("percent", "points") else 1)
    return form.value.exact * factor, form.value.interval.scaled(factor)


def standing(stated: Quantity, form: Form) -> str:
    """ "yes", "unsure" or "no": whether a figure is what a form comes to, as far as rounding leaves it open."""
    exact, wide = scaled(form, stated)
    stated = _read(stated, form)
    if stated.bound in ("at least", "at most"):
        stated = replace(stated, bound="")
    agreement = stated.agreement(Interval.exact(exact))
    if agreement == "yes":
        return "yes"
    own = stated.bases()
    if any(abs(exact - base) * 200 <= abs(base) for base in own) or any(Interval.exact(base).meets(wide) for base in own):
        return "unsure"
    if (
        agreement == "no"
        and not stated.bound
        and any(_rounded(base, factor, stated, exact) for base, factor in zip(own, stated.unit.factors, strict=False))
    ):
        return "unsure"
    return agreement


def _read(stated: Quantity, form: Form) -> Quantity:
    """A figure read as those are that it comes from: megabytes are decimal or binary throughout."""
    factors = stated.unit.factors
    if len(factors) > 1 and any(len(item.readings) > 1 for item in form.used):
        return replace(stated, unit=replace(stated.unit, factors=(factors[min(form.reading, len(factors) - 1)],)))
    return stated


def _rounded(base: Fraction, factor: Fraction, stated: Quantity, exact: Fraction) -> bool:
    """Whether trailing zeros of a large figure may be rounding ("1500" for 1537)."""
    return (
        stated.coarse > stated.half and abs(exact - base) <= stated.coarse * abs(factor) and abs(base) >= 20 * stated.coarse * abs(factor)
    )


def near(stated: Quantity, form: Form, within: Fraction = NEAR) -> bool:
    exact, _ = scaled(form, stated)
    return exact > 0 and any(base > 0 and 1 / within <= base / exact <= within for base in stated.bases())


def slipped(stated: Quantity, form: Form) -> bool:
    """Whether a figure misses a value by a factor that units and powers are missed by."""
    exact, _ = scaled(form, stated)
    slips = (*_TENS, *_OF_UNITS) if form.value.dimensions or any(item.value.dimensions for item in form.used) else _TENS
    return exact != 0 and any(abs(base / exact / slip - 1) < Fraction(1, 50) for base in stated.bases() for slip in slips)


def best(stated: Quantity, forms: Iterable[Form]) -> tuple[str, Form | None]:
    """The best standing among forms, with the form that has it."""
    order = ("yes", "unsure", "no")
    found: tuple[str, Form | None] = ("none", None)
    for form in forms:
        own = standing(stated, form)
        if found[1] is None or order.index(own) < order.index(found[0]):
            found = (own, form)
        if own == "yes":
            break
    return found


def nearest(stated: Quantity, forms: Sequence[Form]) -> Form | None:
    """The form whose value lies nearest to a figure, by factor."""

    def far(form: Form) -> float:
        exact, _ = scaled(form, stated)
        base = stated.bases()[0]
        if exact <= 0 or base <= 0:
            return 1e9
        return max(float(exact / base), float(base / exact))

    return min(forms, key=far, default=None)


def confirmed(page: Page, rule: str, stated: Item, form: Form) -> Finding:
    written = page.words_at(stated.span)
    said = Said(f"The figures give {_shown(form, stated)}, as stated ({written}).", [_step(form, stated)], _places(form))
    return report.confirmed(rule, stated.span, said)


def contradicted(page: Page, rule: str, stated: Item, form: Form) -> Finding:
    written, quantity = page.words_at(stated.span), stated.quantity
    exact, _ = scaled(form, quantity)
    new = report.like(exact, quantity, page) if quantity.kind != "part" else None
    replacement = report.replaced(page, quantity.span, [(quantity.number, new)], "what the figures beside it give") if new else None
    said = Said(f"The figures give {_shown(form, stated)}, not {written}.", [_step(form, stated), f"stated: {written}"], _places(form))
    return report.contradicted(rule, stated.span, said, "high", replacement)


def _shown(form: Form, stated: Item) -> str:
    exact, _ = scaled(form, stated.quantity)
    return report.in_unit(exact, stated.quantity)


def _step(form: Form, stated: Item) -> str:
    exact, _ = scaled(form, stated.quantity)
    return f"{form.step} = {plain(exact / stated.quantity.unit.factors[0])}"


def _places(form: Form) -> list:  # type: ignore[type-arg]
    return [item.span for item in form.used]
