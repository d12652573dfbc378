"""How a column goes along the rows: "the loss falls with every epoch, and so does the error", "the larger n, the slower"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.tabular.clauses import SOME_ROWS, Clause
from tools.instruments.numbers.tabular.lexicon import sides, words_in
from tools.instruments.numbers.tabular.table import Measure, Table, Truth, meant, names_of
from tools.instruments.numbers.words import akin, vocabulary, words_of
from tools.records import Finding

_UP = (
    r"grows?|grew|rises?|rose|increas(?:es?|ed)|climb(?:s|ed)?|goes up|went up|go up|wächst|wachsen|wuchs|steigt|steigen|stieg|"
    r"nimmt|nehmen|"
    r"augmente(?:nt)?|croît|croissent|monte(?:nt)?|grandit"
)
_DOWN = (
    r"falls?|fell|drops?|dropped|decreas(?:es?|ed)|declin(?:es?|ed)|shrinks?|shrank|goes down|went down|go down|sinkt|sinken|sank|"
    r"fällt|fallen|"
    r"schrumpft|schrumpfen|baisse(?:nt)?|diminue(?:nt)?|décroît|décroissent|chute(?:nt)?"
)
_VERB = re.compile(rf"(?<![^\W\d_])(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?![^\W\d_])", re.IGNORECASE)
_GERMAN_SIDE = re.compile(r"(?<![^\W\d_])(?P<up>zu)|(?P<down>ab)(?=\s*(?:$|[.,;]))", re.IGNORECASE)
_ALONG = re.compile(
    r"(?<![^\W\d_])(?:with|as|when|along with|in step with|mit|je|wenn|avec|quand|lorsque|"
    r"à mesure que)(?![^\W\d_])\s*(?P<rest>[^.;:]{2,60})",
    re.IGNORECASE,
)
_STRICT = re.compile(
    r"(?<![^\W\d_])(?:steadily|monoton\w*|strictly|always|constantly|continuously|without exception|(?:with|at|in|from) (?:every|"
    r"each) \w+|"
    r"(?:row|step|line|year|month|epoch|round|week) (?:by|to|after) (?:row|step|line|year|month|epoch|round|week)|every (?:year|"
    r"month|epoch|step|round|time)|"
    r"stetig|durchgehend|ständig|stets|mit jede[rm] \w+|in jede[rm] \w+|von (?:zeile|jahr|schritt|monat) zu \w+|constamment|"
    r"sans exception|"
    r"toujours|régulièrement|à chaque \w+|chaque \w+)(?![^\W\d_])",
    re.IGNORECASE,
)
_LIKEWISE = re.compile(
    r"(?:,|;|\s)\s*(?:and|und|et)\s(?:(?:so|also)\s(?:does|do|did|is|has)|likewise|auch|ebenso|genauso|de même pour|aussi|"
    r"il en va de même (?:pour|de))\s(?P<rest>[^.;:]{2,60})|"
    r"\s(?P<first>the [^.;:,]{2,40}?|[^.;:,]{2,40}?)\s(?:does|do|did)\s(?:so\s)?(?:too|likewise|the same|as well)(?![^\W\d_])",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?<![^\W\d_])(?:not|never|no|nicht|kein\w*|pas|ne|n|but|until|then|before|slower|faster|less|at first|first|"
                  r"finally|nie|jamais|only|by|to|from|"
    r"um|auf|von|de|à)(?![^\W\d_])", re.IGNORECASE)  # fmt: skip
_LEVEL = Fraction(1, 5)  # of its whole range: what a column may go back and still be said to rise
_ORDERED = vocabulary(
    "row rows line step steps year years month months epoch epochs round time day week zeile jahr jahren schritt monat ligne "
    "année mois étape"
)


@dataclass(frozen=True)
class Trend:
    """What is said of a column: that it rises (1) or falls (-1) along the rows; strict: at each of them."""

    side: int
    strict: bool


def check_trends(clause: Clause) -> Iterator[Finding]:
    yield from _correlated(clause)
    verbs = list(_VERB.finditer(clause.text))
    if len(verbs) != 1 or clause.rows or SOME_ROWS.search(clause.text):
        return
    verb = verbs[0]
    side = _side(clause.text, verb)
    along = _ALONG.search(clause.text, verb.end())
    strict = _STRICT.search(clause.text)
    head = clause.text[: verb.start()]
    subject = head[_begin(head) :]
    rows = _order(clause.table, along["rest"] if along is not None else "", strict.group() if strict is not None else "", subject)
    if rows is None or side == 0 or _NOT.search(head) or _NOT.search(clause.text[verb.end() : along.start() if along else verb.end()]):
        return
    likewise = _LIKEWISE.search(clause.text, verb.end())
    said = Trend(side, strict is not None)
    worded = strict is not None and (0 <= strict.start() - verb.end() <= 1 or 0 <= verb.start() - strict.end() <= 1)
    if not worded:  # strong words at the verb are held against the column by the instrument for wording
        yield from _judged(clause, said, rows, (subject, _begin(head), verb.end()))
    if likewise is not None:
        group = "rest" if likewise["rest"] else "first"
        yield from _judged(clause, said, rows, (likewise[group], likewise.start(), likewise.end(group)))


_THE_MORE = re.compile(
    r"(?<![^\W\d_])(?:the|je|plus|moins)\s(?P<key>[^.;:,]{3,50}?),\s(?:the|desto|umso|plus|"
    r"moins)\s(?P<own>[^.;:,]{3,60})",
    re.IGNORECASE,
)
_GROWING = vocabulary(
    "deeper longer larger bigger higher wider greater more older later tiefer länger größer höher breiter mehr grand grande long "
    "longue élevé élevée profond"
)
_SHRINKING = vocabulary(
    "shallower shorter smaller lower narrower fewer less earlier flacher kürzer kleiner niedriger weniger petit petite court courte faible"
)


def _correlated(clause: Clause) -> Iterator[Finding]:
    """ "The larger n, the slower the search": a column along the rows' own numbers."""
    match = _THE_MORE.search(clause.text)
    key = clause.table.grid.columns[0]
    figures = dict(key.figures())
    if (
        match is None
        or clause.rows
        or SOME_ROWS.search(clause.text)
        or _NOT.search(match.group())
        or not all(n in figures for n in clause.table.rows)
    ):
        return
    french = match.group()[:5].strip().lower() in ("plus", "moins")
    words = [word.text for word in words_in(match["key"])]
    first = 1 if any(w in _GROWING for w in words) else -1 if any(w in _SHRINKING for w in words) else 0
    named, other = meant(clause.table, words, lambda measure: True)
    degrees = [d for d in clause.degrees if match.start("own") - 6 <= d.start < match.end() and d.degree == "more"]
    if first == 0 or (other and named) or len(degrees) != 1 or (french and match.group().lower().startswith("moins")):
        return
    degree = degrees[0]
    text = match["own"]
    chosen, by_name = meant(
        clause.table, [w.text for w in words_in(text)], lambda m: bool(sides(degree.measured, degree.side, m.kind, m.terms))
    )
    if degree.noun:
        chosen, by_name = names_of(clause.table, degree.noun), True
    pointing = {s for m in chosen for s in sides(degree.measured, degree.side, m.kind, m.terms)}
    if len(chosen) != 1 or len(pointing) != 1 or not (by_name or degree.measured in ("speed", "money", "exact")):
        return
    rows = tuple(sorted(clause.table.rows, key=lambda n: figures[n].bases()[0]))
    if len({figures[n].bases()[0] for n in rows}) == len(rows) > 2:
        yield from _gone_so(clause, Trend(first * pointing.pop(), False), rows, (chosen[0], match.start(), match.end()))


def _begin(head: str) -> int:
    """Where the subject of a verb begins: behind the last comma before it."""
    return max(
        (match.end() for match in re.finditer(r"[,:;]\s|(?<![^\W\d_])(?:and|und|et|that|dass|que)\s", head)),
        default=len(head) - len(head.lstrip()),
    )


def _side(text: str, verb: re.Match[str]) -> int:
    if verb.group().lower() in ("nimmt", "nehmen"):
        particle = _GERMAN_SIDE.search(text, verb.end())
        return 0 if particle is None else 1 if particle["up"] else -1
    return 1 if verb["up"] else -1


def _order(table: Table, along: str, strict: str, subject: str) -> tuple[int, ...] | None:
    """The rows by the column that a trend goes along: one that the words name beside its subject, or that of the rows' own numbers."""
    key = table.grid.columns[0]
    figures = dict(key.figures())
    numbered = len(figures) == len(table.rows) or (len(figures) > 1 and all(n in figures for n in table.rows))
    words = [word.text for word in words_in(f"{along} {strict}")]
    own = any(akin(term, word) and len(word) > 2 for term in words_of(key.name) for word in words) or (
        len(key.name.strip()) <= 2 and key.name.strip().lower() in words
    )
    if numbered and (own or any(word in _ORDERED for word in words)):
        rows = sorted(table.rows, key=lambda n: figures[n].bases()[0])
        return tuple(rows) if len({figures[n].bases()[0] for n in rows}) == len(rows) > 2 else None
    other, by_name = meant(table, [word.text for word in words_in(f"{along.split(',')[0]} {strict}")], lambda measure: True)
    own_measures, _ = meant(table, [word.text for word in words_in(subject)], lambda measure: True)
    if by_name and len(other) == 1 and other[0] not in own_measures and along and len(other[0].figures) == len(table.rows) > 2:
        values = [other[0].value(n) for n in table.rows]
        return tuple(sorted(table.rows, key=other[0].value)) if len(set(values)) == len(values) else None
    return None


def _judged(clause: Clause, said: Trend, rows: Sequence[int], subject: tuple[str, int, int]) -> Iterator[Finding]:
    text, start, end = subject
    chosen, by_name = meant(clause.table, [word.text for word in words_in(text)], lambda measure: len(measure.figures) == len(rows))
    if by_name and len(chosen) == 1:
        yield from _gone_so(clause, said, rows, (chosen[0], start, end))


def _gone_so(clause: Clause, said: Trend, rows: Sequence[int], subject: tuple[Measure, int, int]) -> Iterator[Finding]:
    measure, start, end = subject
    if any(n not in measure.figures for n in rows):
        return
    truth = _goes(measure, rows, said)
    if truth is None:
        return
    shown = ", ".join(f"{clause.table.labels[n]}: {report.in_unit(measure.value(n), measure.figures[n])}" for n in rows[:20])
    working, span = [f"“{measure.name}”: {shown}"], clause.span(start, end)
    word = "rises" if said.side > 0 else "falls"
    if truth:
        yield report.confirmed("trend", span, Said(f"“{measure.name}” {word} so.", working, clause.table.places()))
    else:
        yield report.contradicted(
            "trend", span, Said(f"“{measure.name}” does not go so: it {_gone(measure, rows)}.", working, clause.table.places()), "high"
        )


def _goes(measure: Measure, rows: Sequence[int], said: Trend) -> Truth:
    values = [said.side * measure.value(n) for n in rows]
    back = max((a - b for i, a in enumerate(values) for b in values[i + 1 :]), default=Fraction(0))
    spread = max(values) - min(values)
    if back <= 0:
        return None if spread == 0 else True
    if said.strict or back >= spread * _LEVEL:
        return False
    return None


def _gone(measure: Measure, rows: Sequence[int]) -> str:
    values = [measure.value(n) for n in rows]
    steps = [b - a for a, b in pairwise(values)]
    if all(step >= 0 for step in steps):
        return "rises"
    if all(step <= 0 for step in steps):
        return "falls"
    return "does both"
