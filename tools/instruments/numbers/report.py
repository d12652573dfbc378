"""Findings about figures, and figures written for a reader."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from prompts.trust import derived
from tools.instruments.numbers.page import Page
from tools.quantities import Interval, Quantity, in_words
from tools.records import ChapterEvidence, ClaimKind, Finding, Priority, Relation, Replacement, Response, Span, Verdict


@dataclass(frozen=True)
class Said:
    """What a finding tells: one sentence, the working, and the places of the chapter that it rests on."""

    summary: str
    working: Sequence[str]
    places: Sequence[Span]


def confirmed(rule: str, span: Span, said: Said, instrument: str = "numbers", kind: ClaimKind = "numeric") -> Finding:
    """A statement that holds."""
    return _finding(instrument, rule, span, kind, said, ("supported", "low", "no change"))


def contradicted(rule: str, span: Span, said: Said, priority: Priority = "medium", replacement: Replacement | None = None) -> Finding:
    """A statement that its own figures contradict."""
    return _finding("numbers", rule, span, "numeric", said, ("contradicted", priority, "correction"), replacement)


def qualified(rule: str, span: Span, said: Said, priority: Priority = "low") -> Finding:
    """A statement that holds with something to be added."""
    return _finding("numbers", rule, span, "numeric", said, ("qualified", priority, "clarification"))


def _finding(
    instrument: str, rule: str, span: Span, kind: ClaimKind, said: Said, standing: tuple[Verdict, Priority, Response],
    replacement: Replacement | None = None,
) -> Finding:  # fmt: skip
    relations: dict[Verdict, Relation] = {"supported": "SUPPORTS", "contradicted": "CONTRADICTS"}
    relation = relations.get(standing[0], "QUALIFIES")
    return Finding(
        instrument=instrument, rule=rule, span=span, kind=kind, verdict=standing[0], priority=standing[1], response=standing[2],
        summary=derived(said.summary), working=tuple(derived(step) for step in said.working),
        grounds=tuple(ChapterEvidence(relation=relation, span=place) for place in dict.fromkeys(said.places)), replacement=replacement,
    )  # fmt: skip


def plain(value: Fraction, digits: int = 6) -> str:
    """A value in decimals for a reader, to so many significant digits, without needless zeros."""
    if value == 0:
        return "0"
    number = float(value)
    if value.denominator == 1 and abs(value) < 10**15:
        return str(value.numerator)
    if 1e-4 <= abs(number) < 1e15:
        places = max(0, digits - 1 - _magnitude(value))
        text = f"{rounded(value, places):.{places}f}"
        return text.rstrip("0").rstrip(".") if "." in text else text
    return f"{number:.{digits - 1}g}"


def _magnitude(value: Fraction) -> int:
    """Power of ten of the leading digit."""
    power, size = 0, abs(value)
    while size >= 10:
        size, power = size / 10, power + 1
    while size < 1:
        size, power = size * 10, power - 1
    return power


def rounded(value: Fraction, places: int) -> float:
    return float(round(value * 10**places) / Fraction(10**places)) if places else float(round(value))


def like(value: Fraction, quantity: Quantity, page: Page) -> str | None:
    """A value (in base units) written as the quantity is: same unit, same places, digits or words; None where it cannot be."""
    own = value / quantity.unit.factors[0]
    step = Fraction(1) if quantity.half == Fraction(1, 4) else quantity.half * 2  # a quarter: a count that is exact
    if step == 0:
        return None
    exact, own = own, round(own / step) * step
    if abs(own - exact) > abs(exact) / 50 and quantity.style == "digits" and step <= 1:
        short = plain(exact, 3)
        return short.replace(".", ",") if page.writing.decimal == "," else short
    if quantity.style == "words":
        near = abs(own - exact) <= abs(exact) / 20
        return in_words(int(own), page.writing.language) if near and own.denominator == 1 and own >= 0 else None
    written = page.words_at(quantity.number)
    if not all(c.isdigit() or c in ".," for c in written):
        return None
    places = len(written) - 1 - max(written.rfind("."), written.rfind(",")) if set(written) & set(",.") and step < 1 else 0
    if step > 1:
        return None
    text = f"{float(own):.{places}f}"
    if len(text.partition(".")[0]) > 3 and ("," in written or "." in written) and places == 0:
        text = f"{int(own):,}"
        return text if page.writing.decimal == "." else text.replace(",", ".")
    return text.replace(".", ",") if places and "," in written else text


def in_unit(value: Fraction, quantity: Quantity) -> str:
    """A value (in base units) in the unit of the quantity."""
    own = value / quantity.unit.factors[0]
    plural = "s" if quantity.unit.name in ("second", "minute", "hour", "day", "week") and own != 1 else ""
    return f"{plain(own)} {quantity.unit.name}{plural}".strip()


def between(interval: Interval, quantity: Quantity) -> str:
    low, high = in_unit(interval.low, quantity), in_unit(interval.high, quantity)
    return low if low == high else f"{low} to {high}"


def replaced(page: Page, span: Span, parts: Iterable[tuple[Span, str]], reason: str) -> Replacement:
    """The words of a span with some parts of it changed; the article before it follows the new sound."""
    text, last = "", span.start
    for part, new in sorted(parts, key=lambda pair: pair[0].start):
        text, last = text + page.text[last : part.start] + new, part.end
    text += page.text[last : span.end]
    start = span.start
    if page.writing.language == "en":
        for article in (" an ", " a "):
            if page.text[max(0, start - len(article)) : start].lower() == article:
                start, text = start - len(article) + 1, f"{'an' if _vowel(text) else 'a'} {text}"
                break
    return Replacement(span=Span(start=start, end=span.end), text=derived(text), reason=reason)


def _vowel(text: str) -> bool:
    head = text.lstrip("$€£")
    if head[:1].isdigit():
        return head.startswith(("8", "11", "18")) and not head.startswith(("110", "111", "180", "181"))
    return head[:1].lower() in "aeiou" and not head.lower().startswith("one")
