"""Rows that a sentence puts in an order: the first of all ("the worst one is `export`"), the second, or one against another."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.mentions import Mention
from tools.instruments.numbers.report import Said
from tools.instruments.numbers.tabular.clauses import NEGATED, SOME_ROWS, Clause, named_words
from tools.instruments.numbers.tabular.lexicon import Graded, sides
from tools.instruments.numbers.tabular.table import Measure, Truth, meant, names_of, together
from tools.quantities import Interval
from tools.records import Finding

_RANK = re.compile(
    r"(?:(?P<second>second|2nd|zweit|deuxième|seconde?)|(?P<third>third|3rd|dritt|troisième)|(?P<vague>one of the|among the|"
    r"eine[rs]? der|"
    r"l['’]une? des|une? des|(?:next|n[aä]chst|fourth|fifth|viert|fünft)))[\s-]*(?:(?:the|der|die|das|le|la|les|plus|moins)\s)*$",
    re.IGNORECASE,
)
_DET = r"(?:the|der|die|das|den|dem|am|le|la|les|l['’]|by far|clearly|also|always|still|even|indeed|again|mit abstand|auch|de loin|aussi)"
_BE = (
    r"(?:is|was|are|were|remains?|comes? out(?: as)?|proves?(?: to be)?|turns? out(?: to be)?|ranks?|ist|war|sind|waren|bleibt|"
    r"est|était|"
    r"sont|étaient|reste)"
)
_HAVE = (
    r"(?:has|had|have|shows?|showed|gives?|gave|gets?|got|reaches|reached|achieves?|achieved|makes?|made|uses?|used|needs?|needed|"
    r"takes?|"
    r"took|costs?|hat|hatte|zeigt|braucht|benötigt|liefert|erreicht|macht|verursacht|a|avait|montre|donne|atteint|demande|"
    r"consomme|utilise)"
)
# In German, the subject follows.
_HAS = r"(?:hat|hatte|zeigt|braucht|brauchte|benötigt|macht|machte|verursacht|liefert|erreicht|kostet|lieferte)"
_ADVERB = r"(?:\s[^\W\d_]+){0,2}?"
# "X is the slowest", "X has the most errors", "X runs fastest", "X, the slowest"
_BEFORE = (
    re.compile(rf"\W?{_ADVERB}\s(?:{_BE}|{_HAVE})(?:\s[^\W\d_]+ly)?(?:\s{_DET})*[\s'’]*", re.IGNORECASE),
    re.compile(r"\W?,\s(?:the|der|die|das|le|la|l['’])[\s'’]*", re.IGNORECASE),
)
_VERB_FIRST = re.compile(rf"(?<![^\W\d_])(?:{_BE}|{_HAS})\s$", re.IGNORECASE)  # "mit 640 MB hat lzma den höchsten Bedarf"
_DET_ONLY = re.compile(r"\s(?:der|die|das|den|dem|auch|also|the|\s)+\s$", re.IGNORECASE)
_VERB = re.compile(
    r"\W?\s(?:is|was|are|were|wird|wurde|werden|wurden|est|sont)?\s?[^\W\d_]{3,}\s(?:the\s|am\s|le\s|by far\s|mit abstand\s|"
    r"de loin\s|also\s)*",
    re.IGNORECASE,
)
# "the slowest (of all) is X", "the slowest one is that of X", "the slowest, X"
_AFTER = re.compile(
    rf"(?:\s(?!of|in|for|by|von|bei|für|de|pour|par|than)[^\W\d_`]+){{0,2}}(?:\s(?:of|von|de)\s(?:all|allen|tous|"
    rf"toutes)(?:\s[^\W\d_]+)?)?"
    rf"(?:\s(?:on average|in the table|here|overall|im durchschnitt|en moyenne))?"
    rf"(?:\s(?:{_BE}|{_HAS})\s(?:(?:the|that|those|der|die|das|den|le|la|les|celui|celle|ceux|celles|l['’]|[^\W\d_]+\s(?:of|von|"
    rf"de))\s)?"
    rf"(?:of\s|for\s|von\s|de\s|du\s|des\s|with\s|mit\s|avec\s)?(?:the\s|der\s|die\s|das\s|le\s|la\s|l['’])?|"
    rf"\s?[,(:]\s?(?:the\s)?)[`*_«„“\"]*",
    re.IGNORECASE,
)
# "the error is lowest at a depth of 8", "reaches its peak in May"
_WHERE = re.compile(
    r"(?:\s[^\W\d_]+){0,1}\s(?:at|for|in|with|on|bei|mit|für|im|pour|avec|à|en)\s(?:the\s|der\s|dem\s|la\s|le\s|l['’])?[`*_«„“\"]*",
    re.IGNORECASE,
)
_OF_MEASURE = re.compile(
    rf"\s(?:{_BE}|reaches|reached|peaks|has|had|hits?|erreicht|hat|atteint|a)\s(?:(?:at|the|its|a|am|ihr|sein|seine?n?|le|la|les|"
    rf"son|sa|plus|moins)\s)*$",
    re.IGNORECASE,
)
_EVERYBODY = re.compile(
    r"\s*[`]?(?:any(?: of the)? others?|all(?: of the)? others?|every other|each of the others|the others|the rest|alle(?: anderen)?|"
    r"jede[rs]? andere|die anderen|tous les autres|toutes les autres|les autres|n['’]importe)(?![^\W\d_])",
    re.IGNORECASE,
)
_THAN = re.compile(r"\s(?:than|als|que|qu['’]|à|to)(?![^\W\d_])", re.IGNORECASE)
_BESIDE = re.compile(
    r"\s*(?:(?:the|that|those|what|it|in|for|of|on|with|on|der|die|das|dem|den|bei|von|für|mit|le|la|les|l|celui|celle|ceux|"
    r"celles|de|du|"
    r"des|d|pour|avec|was|is|did|does|[^\W\d_]+\s(?:of|von|de|du))[\s'’]+){0,4}[`*_«„“\"]*\s*",
    re.IGNORECASE,
)
# "the worst, with every fourth loan", "the best with 5.9 %": a figure of its own says by which measure
_BY_ITS_OWN = re.compile(
    r"[^.;:]{0,20}?,?\s(?:with|at|by|mit|bei|avec|à)\s(?:only\s|just\s|nur\s|about\s|every\s|one\s|jede[rsmn]?\s|une?\s)?", re.IGNORECASE
)
_LESS_SURE = re.compile(
    r"(?<![^\W\d_])(?:almost|nearly|about|roughly|hardly|not|no|as|fast|beinahe|nahezu|kaum|nicht|presque|quasi|pas|aussi|ni|"
    r"times|mal|fois"
    r"|x)\s*$",
    re.IGNORECASE,
)


def check_ranked(clause: Clause) -> Iterator[Finding]:
    for degree in clause.degrees:
        if degree.degree == "most":
            yield from _superlative(clause, degree)
        else:
            yield from _comparative(clause, degree)


# ---- the first of all -------------------------------------------------------------------------------------------


def _superlative(clause: Clause, degree: Graded) -> Iterator[Finding]:
    head = clause.text[: degree.start]
    rank = _RANK.search(head)
    if (rank and rank["vague"]) or NEGATED.search(clause.text) or len([d for d in clause.degrees if d.degree == "most"]) > 2:
        return
    place = 1 if rank is None else 2 if rank["second"] else 3
    start = rank.start() if rank else degree.start
    subject = _subject(clause, degree, start)
    if subject is None or SOME_ROWS.search(clause.text) or _by_its_own(clause, degree, subject):
        return
    yield from _judged(clause, degree, subject, place)


def _by_its_own(clause: Clause, degree: Graded, subject: Mention) -> bool:
    """Whether a figure that no cell of the row holds stands behind a superlative and says by what measure it is meant."""
    sentence = clause.sentence
    at = max(degree.end, subject.end)
    behind = [q for q in sentence.quantities if q.span.start - sentence.span.start >= at]
    if not behind or _BY_ITS_OWN.fullmatch(sentence.text[at : behind[0].span.start - sentence.span.start]) is None:
        return False
    if behind[0].ordinal:
        return True
    values = [measure.value(subject.row) for measure in clause.table.measures if subject.row in measure.figures]
    return not any(behind[0].agreement(Interval.exact(value)) == "yes" for value in values)


def _subject(clause: Clause, degree: Graded, start: int) -> Mention | None:
    """The row of which a superlative is said; None where it is said of none, or of something within it."""
    for row in reversed([m for m in clause.rows if m.end <= start]):
        between = clause.text[row.end : start]
        if (
            any(form.fullmatch(between) for form in _BEFORE)
            or (_VERB.fullmatch(between) and _ends(clause, degree))
            or (_DET_ONLY.fullmatch(between) and _VERB_FIRST.search(clause.text[: row.start]))
        ):
            return row
        break
    after = next((m for m in clause.rows if m.start >= degree.end), None)
    if after is not None and _WHERE.fullmatch(clause.text[degree.end : after.start]) and _OF_MEASURE.search(clause.text[:start]):
        _, by_name = meant(clause.table, named_words(clause.text[:start], clause.rows), lambda measure: True)
        return after if by_name and not _joined(clause, after) else None
    if after is not None and _AFTER.fullmatch(clause.text[degree.end : after.start]):
        tail = clause.text[after.end :].lstrip('`*_»“"')
        return after if not re.match(r"['’]s\s|,\s[^,]+,\s(?:and|und|et)\s", tail) and not _joined(clause, after) else None
    return None


def _joined(clause: Clause, row: Mention) -> bool:
    """Whether another row follows at once ("the slowest are A and B")."""
    following = next((m for m in clause.rows if m.start >= row.end), None)
    return following is not None and bool(
        re.fullmatch(r"\W*(?:,|and|or|und|oder|et|ou|with|at)\W*(?:the\s|and\s)?\W*", clause.text[row.end : following.start])
    )


def _ends(clause: Clause, degree: Graded) -> bool:
    """Whether an adverb ends what is said ("runs fastest", "fails most often (of all)")."""
    return bool(
        re.match(
            r"\s*(?:$|[.,;:)]|of all|on average|in the|at |von allen|de tous|de toutes|im |en moyenne|aufgerufen|genutzt)",
            clause.text[degree.end :],
            re.IGNORECASE,
        )
    )


def _judged(clause: Clause, degree: Graded, subject: Mention, place: int) -> Iterator[Finding]:
    table, row = clause.table, subject.row
    truths: list[Truth] = []
    measures = _measures(clause, degree)
    for measure, side in measures:
        if row not in measure.figures or len(measure.figures) < max(2, place):
            continue
        truths.append(_has_place(measure, row, side, place))
    truth = together(truths)
    if truth is None:
        return
    span = clause.span(min(subject.start, degree.start), max(subject.end, degree.end))
    measure, side = measures[0]
    ranked = sorted(measure.figures, key=lambda n: -side * measure.value(n))
    working, places = [table.shown(own) for own in dict.fromkeys(own for own, _ in measures)], table.places((row,))
    words = clause.text[degree.start : degree.end].strip()
    if truth:
        yield report.confirmed("ranked", span, Said(f"“{words}” holds for {table.labels[row]}.", working, places))
        return
    right = table.labels[ranked[place - 1]]
    summary = (
        f"“{words}” holds for {right} and not for {table.labels[row]}."
        if len(set(measures)) == 1
        else (f"{table.labels[row]} is “{words}” in no column of the table.")
    )
    yield report.contradicted("ranked", span, Said(summary, working, [*places, *table.places((ranked[place - 1],))]), "high")


def _has_place(measure: Measure, row: int, side: int, place: int) -> Truth:
    own = side * measure.value(row)
    above = sum(1 for n in measure.figures if side * measure.value(n) > own)
    level = sum(1 for n in measure.figures if side * measure.value(n) == own)
    return above < place <= above + level if above + level != place or level == 1 else True


def _measures(clause: Clause, degree: Graded) -> list[tuple[Measure, int]]:
    """The measures that a comparison may be of, each with the side of its values that it means."""

    def points(measure: Measure) -> tuple[int, ...]:
        return sides(degree.measured, degree.side, measure.kind, measure.terms)

    if degree.noun:
        chosen = names_of(clause.table, degree.noun)
        return [(measure, degree.side) for measure in chosen]
    chosen, _ = meant(clause.table, clause.words, lambda measure: bool(points(measure)))
    return [(measure, side) for measure in chosen for side in points(measure)]


# ---- one against another ----------------------------------------------------------------------------------------


def _comparative(clause: Clause, degree: Graded) -> Iterator[Finding]:
    than = _THAN.search(clause.text, degree.end)
    if than is None or than.start() - degree.end > 40 or re.search(r"[,.:(]\s", clause.text[degree.end : than.start()]):
        return
    if than.group().strip().lower() in ("à", "to") and not clause.text[degree.start : degree.end].lower().startswith(("supér", "infér")):
        return
    subjects = _subjects(clause, degree)
    if not subjects or _LESS_SURE.search(clause.text[: degree.start]) or NEGATED.search(clause.text):
        return
    everybody = _EVERYBODY.match(clause.text, than.end())
    if everybody:
        if len(subjects) == 1:
            yield from _judged(clause, degree, subjects[0], 1)
        return
    rivals = _rivals(clause, than.end())
    if not rivals or {m.row for m in rivals} & {m.row for m in subjects}:
        return
    if _measure_after(clause, than.end(), rivals[-1].end):
        return
    truths: list[Truth] = []
    measures = _measures(clause, degree)
    for measure, side in measures:
        rows = [m.row for m in (*subjects, *rivals)]
        if all(row in measure.figures for row in rows):
            truths.append(_all_above(measure, side, [m.row for m in subjects], [m.row for m in rivals]))
    truth = together(truths)
    if truth is None:
        return
    span = clause.span(subjects[0].start, rivals[-1].end)
    working = [clause.table.shown(own) for own in dict.fromkeys(own for own, _ in measures)]
    places = clause.table.places(tuple(m.row for m in (*subjects, *rivals)))
    words = clause.text[degree.start : degree.end].strip()
    names = " and ".join(clause.table.labels[m.row] for m in subjects), " and ".join(clause.table.labels[m.row] for m in rivals)
    if truth:
        yield report.confirmed("ranked", span, Said(f"{names[0]} against {names[1]}: “{words}” holds.", working, places))
    else:
        yield report.contradicted(
            "ranked", span, Said(f"“{words}” does not hold of {names[0]} against {names[1]}.", working, places), "high"
        )


def _all_above(measure: Measure, side: int, subjects: Sequence[int], rivals: Sequence[int]) -> Truth:
    """Whether all subjects lie beyond all rivals; None where figures are equal as printed."""
    gaps: list[Fraction] = [side * (measure.value(a) - measure.value(b)) for a in subjects for b in rivals]
    if all(gap > 0 for gap in gaps):
        return True
    return False if any(gap < 0 for gap in gaps) else None


def _subjects(clause: Clause, degree: Graded) -> list[Mention]:
    """The rows that stand before a comparison, the last of them and those joined to it by "and"."""
    before = [m for m in clause.rows if m.end <= degree.start]
    if not before or degree.start - before[-1].end > 90:
        return []
    if re.search(
        r"[.:(]\s|,\s(?:which|that|who|die|der|das|qui|was|so)\s|(?<![^\W\d_])(?:than|als|que)(?![^\W\d_])",
        clause.text[before[-1].end : degree.start],
    ):
        return []
    chosen = [before[-1]]
    for row in reversed(before[:-1]):
        if not re.fullmatch(
            r"\W*(?:,|and|und|et)\W*(?:the\s|that of\s|"
            r"and\s)?\W*",
            clause.text[row.end : chosen[0].start],
            re.IGNORECASE,
        ):
            return chosen if re.search(r"[,;]|(?<![^\W\d_])(?:and|und|et)(?![^\W\d_])", clause.text[row.end : chosen[0].start]) else []
        chosen.insert(0, row)
    return chosen


def _rivals(clause: Clause, at: int) -> list[Mention]:
    after = [m for m in clause.rows if m.start >= at]
    if not after or not _BESIDE.fullmatch(clause.text[at : after[0].start]):
        return []
    chosen = [after[0]]
    for row in after[1:]:
        between = clause.text[chosen[-1].end : row.start]
        if re.fullmatch(r"\W*(?:or|oder|ou|nor)\W*(?:the\s)?", between, re.IGNORECASE):
            return []
        if not re.fullmatch(r"\W*(?:,|and|und|et)\W*(?:the\s|and\s|that of\s)?\W*", between, re.IGNORECASE):
            break
        chosen.append(row)
    return chosen


def _measure_after(clause: Clause, start: int, end: int) -> bool:
    """Whether the other side of a comparison speaks of another measure than the first ("its mean is higher than the p99 of B")."""
    words = clause.text[start:end].lower()
    inside = [m for m in clause.table.measures if any(term in words.split() for term in m.terms)]
    outside = [m for m in clause.table.measures if any(term in clause.text[:start].lower().split() for term in m.terms)]
    return bool(inside) and bool(outside) and inside != outside
