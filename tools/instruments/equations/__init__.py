"""The instrument that evaluates a chapter's formulas at the chapter's own values, and holds library formulas against the library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from prompts.trust import derived
from tools.instruments.equations.applied import check_applied
from tools.instruments.equations.bare import check_bare
from tools.instruments.equations.factors import check_factors
from tools.instruments.equations.formulas import Formula, formulas_of, tokens_of
from tools.instruments.equations.identities import check_identities
from tools.instruments.equations.laws import laws_of
from tools.instruments.equations.library import gaps_and_runs, read_run
from tools.instruments.equations.numbered import check_numbered
from tools.instruments.equations.values import Given, Values, chosen, values_of
from tools.instruments.numbers.page import Page, page_of
from tools.instruments.numbers.report import in_unit, like, plain, replaced
from tools.quantities import Interval, Quantity, quantities_of
from tools.quantities.expressions import ExpressionError, Token, Value, dimensions_of, evaluations
from tools.quantities.numerals import SCALES
from tools.records import Chapter, ChapterEvidence, Examination, Facts, Finding, RunOutcome, RunWanted, Span

__all__ = ["Equations"]


class Equations:
    """Formulas evaluated at the chapter's own values, and compared with what a library returns."""

    name = "equations"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        page = page_of(chapter)
        formulas = list(formulas_of(page))
        laws = list(laws_of(page))
        applied = (
            *check_applied(page, laws),
            *check_factors(page, laws),
            *check_identities(page),
            *check_numbered(page),
            *check_bare(page),
        )
        if not formulas:
            return Examination(findings=applied)
        findings = (*_checked(page, formulas), *applied)
        gaps, runs = gaps_and_runs(page, formulas, facts)
        return Examination(findings=findings, runs=runs, gaps=gaps)

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        return read_run(wanted, outcome)


def _checked(page: Page, formulas: list[Formula]) -> Iterator[Finding]:
    names = frozenset(
        token.text
        for formula in formulas
        for side in formula.sides
        for token in _tokens(page, formula, side, frozenset())
        if token.kind == "name"
    )
    letters = frozenset(letter for name in names if len(name) <= 4 and name.isalpha() for letter in name)
    given = values_of(page, formulas, names | letters)
    for formula in formulas:
        finding = _formula(page, formula, given)
        if finding is not None:
            yield finding


def _tokens(page: Page, formula: Formula, side: str, known: frozenset[str]) -> list[Token]:
    try:
        return tokens_of(side, known, formula.latex, page.writing)
    except ExpressionError:
        return []


def _formula(page: Page, formula: Formula, given: dict[str, Values]) -> Finding | None:
    """The first side that can be computed, against the sides beside it that are stated or known."""
    mentioned = {token.text for side in formula.sides for token in _tokens(page, formula, side, frozenset()) if token.kind == "name"}
    mentioned |= {letter for name in mentioned if len(name) <= 4 and name.isalpha() for letter in name}
    places = {name: place for name in sorted(mentioned & given.keys()) if (place := chosen(page, given[name], name, formula)) is not None}
    known = frozenset(places)
    sides = [_tokens(page, formula, side, known) for side in formula.sides]
    for at, tokens in enumerate(sides):
        if not any(token.kind == "operator" for token in tokens) and len([t for t in tokens if t.kind in ("name", "number")]) < 2:
            continue
        used = {token.text for token in tokens if token.kind == "name"}
        bare = {tokens[0].text for tokens in sides if len(tokens) == 1 and tokens[0].kind == "name"}
        if not used or not used <= known or used & bare:
            continue
        try:
            values = evaluations(tokens, {name: places[name].value for name in used})
        except ExpressionError:
            continue
        for other in (at + 1, at - 1):
            if 0 <= other < len(sides):
                finding = _held(
                    page,
                    formula,
                    (at, other, sides[other]),
                    values,
                    {name: places[name] for name in used | (known & {t.text for t in sides[other]})},
                )
                if finding is not None:
                    return finding
    return None


def _held(page: Page, formula: Formula, pair: tuple[int, int, list[Token]], values: list[Value], used: dict[str, Given]) -> Finding | None:
    place, other, tokens = pair
    if len(tokens) != 1:
        return None
    token = tokens[0]
    substituted = "; ".join(f"{name} = {plain(own.value.exact)}" for name, own in sorted(used.items()) if name != token.text)
    grounds = [own.span for own in used.values()]
    side = formula.sides[place]
    if token.kind == "number" and token.quantity is not None:
        return _against_number(page, formula, (side, formula.sides[other], token.quantity), values, (substituted, grounds))
    if token.kind == "name" and token.text in used:
        own = used[token.text]
        if own.value.dimensions != values[0].dimensions:
            return None
        result = plain(values[0].exact)
        working = [substituted, f"{side} = {result}", f"{token.text} = {plain(own.value.exact)} in the chapter"]
        if any(value.interval.meets(own.value.interval) for value in values):
            return _finding(
                formula.span, "supported", f"At the chapter's values {side} is {result}, which is its {token.text}.", working, grounds
            )
        return _finding(
            formula.span,
            "contradicted",
            f"At the chapter's values {side} is {result}, but it gives {token.text} = {plain(own.value.exact)}.",
            working,
            grounds,
        )
    return None


def _against_number(
    page: Page, formula: Formula, stated: tuple[str, str, Quantity], values: list[Value], shown: tuple[str, list[Span]]
) -> Finding | None:
    side, written, quantity = stated
    if page.text[: formula.span.end].endswith(written):
        quantity = _scaled_by(page.text[formula.span.end : formula.span.end + 24], quantity)
    fitting = [value for value in values if value.dimensions == dimensions_of(quantity.kind)]
    bare = not fitting and all(value.dimensions == () for value in values) and quantity.kind == "information"
    if not fitting and not bare:
        return None
    results = fitting or values
    right = in_unit(results[0].exact, quantity)
    working = [shown[0], f"{side} = {right}", f"stated: {written}"]
    agreements = {quantity.agreement(Interval.exact(value.exact)) for value in results}
    wide = {quantity.agreement(value.interval) for value in results}
    if "yes" in agreements:
        return _finding(formula.span, "supported", f"At the chapter's values {side} is {right}, as stated ({written}).", working, shown[1])
    if bare or ("unsure" in agreements and results[0].exact.denominator != 1) or "yes" in wide:
        return None
    return _contradicted(page, formula, (written, right, quantity), results[0].exact, working, shown[1])


def _scaled_by(following: str, quantity: Quantity) -> Quantity:
    """The figure with the scale that stands behind the formula ("$N = 85$ million")."""
    match = re.match(r"[`$)\s]*([^\W\d_]+)", following)
    factor = SCALES.get(match.group(1).lower()) if match else None
    if factor is None or quantity.kind != "count":
        return quantity
    return replace(quantity, value=quantity.value * factor, half=quantity.half * factor, coarse=quantity.coarse * factor)


def _contradicted(
    page: Page, formula: Formula, stated: tuple[str, str, Quantity], value: Fraction, working: list[str], grounds: list[Span]
) -> Finding:
    written, right, quantity = stated
    summary = f"At the chapter's values it is {right}, not {written}."
    finding = _finding(formula.span, "contradicted", summary, working, grounds)
    at = page.text.rfind(written, formula.span.start, formula.span.end + len(written))
    inside = quantities_of(page.text, page.writing, at, at + len(written)) if at >= 0 else ()
    new = like(value, inside[0], page) if len(inside) == 1 and inside[0].value == quantity.value else None
    if new is None:
        return finding
    replacement = replaced(page, inside[0].span, [(inside[0].number, new)], "the formula at the chapter's own values")
    return finding.model_copy(update={"replacement": replacement})


def _finding(span: Span, verdict: str, summary: str, working: list[str], grounds: list[Span]) -> Finding:
    holds = verdict == "supported"
    return Finding(
        instrument="equations", rule="formula", span=span, kind="numeric", verdict="supported" if holds else "contradicted",
        priority="low" if holds else "high", response="no change" if holds else "correction", summary=derived(summary),
        working=tuple(derived(step) for step in working if step),
        grounds=tuple(ChapterEvidence(relation="SUPPORTS" if holds else "CONTRADICTS", span=place) for place in dict.fromkeys(grounds)),
    )  # fmt: skip
