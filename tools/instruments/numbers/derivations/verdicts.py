"""Two figures that stand side by side and cannot both be right."""

from __future__ import annotations

from tools.instruments.numbers import report
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.standing import scaled
from tools.instruments.numbers.derivations.measures import Measure
from tools.instruments.numbers.page import Page
from tools.instruments.numbers.report import Said
from tools.records import Finding, Span


def at_odds(page: Page, rule: str, pair: tuple[Measure, Measure], form: Form, summary: str, mended: bool = True) -> Finding:
    """A contradiction that spans both figures; mended: with the second as the first has it."""
    first, second = pair
    span, quantity = Span(start=first.span.start, end=second.end), second.item.quantity
    exact, _ = scaled(form, quantity)
    value = report.in_unit(exact, quantity)
    places = [item.span for item in form.used if item.span != first.span]
    said = Said(
        f"{summary} {value}.", [f"{form.step} = {value}", f"stated: {page.words_at(second.span)}"], [first.span, second.span, *places]
    )
    new = report.like(exact, quantity, page) if mended and second.item.kind != "part" else None
    replacement = report.replaced(page, span, [(quantity.number, new)], "what the figures beside it come to") if new else None
    return report.contradicted(rule, span, said, "high", replacement)
