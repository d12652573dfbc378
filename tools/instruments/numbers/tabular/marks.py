"""What a clause says of a row's value: that it lies above or below a mark ("stays under 65"), that there is none ("had no errors")."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from tools.instruments.numbers.tabular.clauses import Clause
from tools.instruments.numbers.tabular.lexicon import sides
from tools.instruments.numbers.tabular.table import Measure, Table, Truth, meant, names_of
from tools.instruments.numbers.words import akin, words_of
from tools.quantities import Quantity

# ---- the mark ----------------------------------------------------------------------------------------------------

_HEDGE = r"(?:\s*(?:well|far|just|clearly|always|even|deutlich|weit|knapp|nettement|bien|an?|the|of|de|von|d['’]|[$€£~]))*\s*$"
_OVER = re.compile(
    r"(?<![^\W\d_])(?:(?P<open>above|over|more than|greater than|larger than|higher than|longer than|beyond|exceed(?:s|ed|ing)?|"
    r"surpass(?:es|ed)?|"
    r"pass(?:es|ed)?|cross(?:es|ed)?|tops?|topped|über|oberhalb von|mehr als|länger als|größer als|höher als|überschrei\w+|"
    r"überstei\w+|übertr\w+|"
    r"au-dessus de|plus de|plus d['’]|dépass\w+|supérieure?s? à|excèd\w+)|(?P<met>at least|no less than|not less than|reach(?:es|ed)?|"
    r"mindestens|wenigstens|nicht weniger als|erreich\w+|au moins|attei\w+))" + _HEDGE,
    re.IGNORECASE,
)  # fmt: skip
_UNDER = re.compile(
    r"(?<![^\W\d_])(?:(?P<open>below|under|beneath|less than|fewer than|smaller than|lower than|shorter than|inside|unter|"
    r"unterhalb von|weniger als|"
    r"kürzer als|kleiner als|niedriger als|au-dessous de|en dessous de|sous|moins de|moins d['’]|inférieure?s? à)|(?P<met>at most|"
    r"no more than|not more than|"
    r"within|up to|höchstens|maximal|nicht mehr als|innerhalb von|au plus|pas plus de))" + _HEDGE,
    re.IGNORECASE,
)  # fmt: skip
_COMPARED = re.compile(r"(?<![^\W\d_])(?P<word>[^\W\d_]+)\s(?:than|als|que)" + _HEDGE, re.IGNORECASE)
_NOT_BEFORE = re.compile(r"(?:(?<![^\W\d_])(?:not|never|cannot|nicht|nie|pas|jamais|no)|n['’]t)\s(?:[^\W\d_]+\s){0,3}$", re.IGNORECASE)
_NOT_AFTER = re.compile(r"(?<![^\W\d_])(?:pas|jamais)(?![^\W\d_])|^[^.;:]{0,30}\s(?:nicht|nie)(?![^\W\d_])", re.IGNORECASE)
_SOME_OF_IT = re.compile(
    r"(?<![^\W\d_])(?:by|um|de plus|faster|slower|longer|shorter|times|schneller|langsamer|per|pro|par|difference|gap|apart|each other|"
    r"together|combined|in total|in all|altogether|overall|zusammen|insgesamt|ensemble|au total|sum|summe|somme|total|once|twice|"
    r"half|doubles?)(?![^\W\d_])",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Mark:
    """What is said of a row's value: `holds` of a value is true, false, or None where the figure as printed leaves it open.

    shown: the mark for a reader; start, end: where it stands in the sentence; readings: the measures that it may be of."""

    holds: Callable[[Fraction], Truth]
    shown: str
    start: int
    end: int
    readings: tuple[Measure, ...]


def marks_of(clause: Clause) -> Iterator[Mark]:
    yield from (mark for quantity in clause.sentence.quantities if (mark := _limit(clause, quantity)) is not None)
    yield from _amounts(clause)
    yield from _changes(clause)


def _limit(clause: Clause, quantity: Quantity) -> Mark | None:
    """ "above 100 ms", "stays under 65", "reaches 90 %"."""
    base = clause.sentence.span.start
    begin, end = quantity.span.start - base, quantity.span.end - base
    head = clause.text[:begin]
    if not head.strip() or end > len(clause.text) or quantity.ordinal or quantity.kind in ("times", "points", "part"):
        return None
    over, under = _OVER.search(head), _UNDER.search(head)
    compared = None if over or under else _COMPARED.search(head)
    match = over or under or compared
    if match is None:
        return None

    def fits(measure: Measure) -> bool:
        return measure.kind == quantity.kind and _of_size(measure, quantity)

    side = 1 if over else -1
    window = clause.words
    chosen, by_name = meant(clause.table, window, fits)
    if compared is not None:
        word = compared["word"].lower()
        own = next((d for d in clause.degrees if d.start <= compared.start("word") < d.end and d.degree == "more"), None)
        if own is None or own.noun:
            return None
        pointing = [(m, s) for m in chosen for s in sides(own.measured, own.side, m.kind, m.terms)]
        if not pointing or len({s for _, s in pointing}) > 1 or not word:
            return None
        chosen, side = tuple(m for m, _ in pointing), pointing[0][1]
    if not chosen or (quantity.kind == "count" and not by_name and len(chosen) > 1 and len(clause.table.measures) > 1):
        return None
    if (
        quantity.kind == "count"
        and quantity.after
        and not by_name
        and not _of_rows(clause.table, quantity.after[0])
        and len(quantity.after[0]) > 3
    ):
        return None
    negated = (_NOT_BEFORE.search(head[: match.start()]) or _NOT_AFTER.search(clause.text[match.start() :])) is not None
    met = compared is None and match["met"] is not None
    edge = quantity.bases()[0]

    def holds(value: Fraction) -> Truth:
        if value == edge:
            return None if not met else not negated
        return (side * (value - edge) > 0) != negated

    return Mark(holds, clause.text[match.start() : end].strip(), match.start(), end, chosen)


def _of_rows(table: Table, noun: str) -> bool:
    return any(akin(term, noun) for term in words_of(table.grid.columns[0].name))


def _of_size(measure: Measure, quantity: Quantity) -> bool:
    """Whether a mark lies near the values of a measure, and not in another part of the scale."""
    values = [abs(own.bases()[0]) for own in measure.figures.values()]
    edge = abs(quantity.bases()[0])
    return bool(values) and min(values) / 10 <= edge <= max(values) * 10


_HAS = re.compile(
    r"(?<![^\W\d_])(?P<verb>has|had|have|having|with|shows?|showed|reports?|reported|makes?|made|produced?|caused?|raised?|hat|"
    r"hatten?|haben|mit|"
    r"zeigt|meldet\w*|macht\w*|a|ont|avait|avaient|avec)(?P<no>\s(?:no|not a single|not an?|keine?n?|nicht einen|aucune?))?"
    r"\s(?:(?:any|an?|some|the|einen?|une?|des|les)\s)?(?P<noun>[^\W\d_]{4,})(?![^\W\d_])(?!\s(?:rate|count|than|als|que|per))"
    r"|(?<![^\W\d_])(?P<free>free of|without|without any|frei von|ohne|sans)\s(?:any\s|an?\s|jede\w*\s|aucune?\s)?(?P<of>[^\W\d_]{4,})",
    re.IGNORECASE,
)


def _amounts(clause: Clause) -> Iterator[Mark]:
    """ "had errors", "made no mistake", "was free of failures", of a column that holds zeros."""
    for match in _HAS.finditer(clause.text):
        noun = (match["noun"] or match["of"]).lower()
        chosen = tuple(
            m for m in names_of(clause.table, noun) if m.kind == "count" and any(m.value(n) == 0 for n in m.figures)
            and any(akin(term, noun) for term in m.terms)
        )  # fmt: skip
        if len(chosen) != 1:
            continue
        none = bool(match["no"] or match["free"])

        def holds(value: Fraction, none: bool = none) -> Truth:
            return (value == 0) == none

        yield Mark(holds, match.group().strip(), match.start(), match.end(), chosen)


_BECAME = re.compile(
    r"(?<![^\W\d_])(?:got|gets|get|became|becomes|become|is|are|was|were|ran|runs|run|wurden?|wird|werden|ist|sind|läuft|laufen|"
    r"est devenue?|sont devenue?s|est|"
    r"sont)\s(?:[^\W\d_]+ly\s|now\s|jetzt\s)?$",
    re.IGNORECASE,
)
_COMPARES = re.compile(r"[^,;.:]{0,40}?(?<![^\W\d_])(?:than|als|que)(?![^\W\d_])", re.IGNORECASE)
_BEFORE_AFTER = (
    ("before", "after"),
    ("old", "new"),
    ("vorher", "nachher"),
    ("alt", "neu"),
    ("avant", "après"),
    ("baseline", "optimi"),
    ("eager", "compiled"),
)


def _changes(clause: Clause) -> Iterator[Mark]:
    """ "got faster", of a table with a column before and one after."""
    pair = _before_after(clause.table)
    if pair is None:
        return
    for degree in clause.degrees:
        if (
            degree.degree != "more"
            or degree.noun
            or _COMPARES.match(clause.text, degree.end)
            or not _BECAME.search(clause.text[: degree.start])
        ):
            continue
        points = sides(degree.measured, degree.side, pair.kind, pair.terms)
        if len(points) == 1:
            side = points[0]

            def holds(value: Fraction, side: int = side) -> Truth:
                return None if value == 0 else side * value > 0

            yield Mark(holds, clause.text[degree.start : degree.end], degree.start, degree.end, (pair,))


def _before_after(table: Table) -> Measure | None:
    """What each row has changed by, where one column is of before and one of after; None where the table has no such pair."""
    for first, last in _BEFORE_AFTER:
        one = [m for m in table.measures if any(term.startswith(first) for term in m.terms)]
        two = [m for m in table.measures if any(term.startswith(last) for term in m.terms)]
        if len(one) == len(two) == 1 and one[0].kind == two[0].kind and one[0].figures.keys() == two[0].figures.keys():
            a, b = one[0], two[0]
            changed = {n: replace(q, value=(b.value(n) - a.value(n)) / q.unit.factors[0]) for n, q in b.figures.items()}
            kind = "time" if a.kind == "count" and _in_time(table) else a.kind
            return Measure(f"{b.name} - {a.name}", (*a.terms, *b.terms), kind, changed)
    return None


def _in_time(table: Table) -> bool:
    """Whether a table without units is one of times, by the name of its rows."""
    return any(
        akin(term, word) for term in words_of(table.grid.columns[0].name) for word in ("query", "step", "test", "abfrage", "requête", "job")
    )
