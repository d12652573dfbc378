"""What many values come to by name: mean, median, total, extremes, spread, variance."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import prod

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.givens import OF_MANY
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.series import Series, columns_of, in_sentence, listed_in, printed_near
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, standing
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.words import named
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding, Span

_Statistic = Callable[[Sequence[Fraction]], list[Fraction]]


def _median(values: Sequence[Fraction]) -> list[Fraction]:
    ordered, half = sorted(values), len(values) // 2
    return [ordered[half]] if len(values) % 2 else [(ordered[half - 1] + ordered[half]) / 2]


def _mean(values: Sequence[Fraction]) -> list[Fraction]:
    return [sum(values, Fraction(0)) / len(values)]


def _variance(values: Sequence[Fraction]) -> list[Fraction]:
    middle = _mean(values)[0]
    squares = sum(((value - middle) * (value - middle) for value in values), Fraction(0))
    return [squares / len(values), squares / (len(values) - 1)]


def _root(values: list[Fraction]) -> list[Fraction]:
    return [Fraction(float(value) ** 0.5) for value in values]


def _mode(values: Sequence[Fraction]) -> list[Fraction]:
    (value, often), *others = Counter(values).most_common(2)
    return [value] if often > 1 and (not others or others[0][1] < often) else []


def _geometric(values: Sequence[Fraction]) -> list[Fraction]:
    return [Fraction(prod(float(value) for value in values) ** (1 / len(values)))] if min(values) > 0 else []


def _harmonic(values: Sequence[Fraction]) -> list[Fraction]:
    return [len(values) / sum((1 / value for value in values), Fraction(0))] if min(values) > 0 else []


_STATISTICS: tuple[tuple[str, str, _Statistic], ...] = (
    ("geometric mean", r"geometric (?:mean|average)|geometrische\w* mittel\w*|moyenne géométrique|media geométrica", _geometric),
    ("harmonic mean", r"harmonic (?:mean|average)|harmonische\w* mittel\w*|moyenne harmonique|media armónica", _harmonic),
    ("root mean square",
     r"root[- ]mean[- ]square|rms|quadratische\w* mittel\w*|moyenne quadratique",
     lambda v: _root([sum((x * x for x in v), Fraction(0)) / len(v)])),
    ("sum of squares",
     r"sums? of (?:the |their )?squares|quadratsumme|somme des carrés|suma de (?:los )?cuadrados",
     lambda v: [sum((x * x for x in v), Fraction(0))]),
    ("standard deviation",
     r"standard deviation|standardabweichung|écart[- ]type|desviación (?:típica|estándar)", lambda v: _root(_variance(v))),
    ("variance", r"variance|varianz|varianza", _variance),
    ("median", r"median\w*|médiane|mediana", _median),
    ("mean",
        r"(?:arithmetic )?mean|average|(?:arithmetische\w* )?mittel(?:wert)?|durchschnitt\w*|moyenne|media|promedio|"
        r"on average|im mittel|im schnitt|en moyenne", _mean),
    ("mode", r"mode|most frequent|most common|häufigste\w*|modus|plus fréquente?|más frecuente", _mode),
    ("range", r"(?:a )?range of|range is|spread|spannweite|étendue", lambda v: [max(v) - min(v)]),
    ("maximum",
        r"max(?:imum|imal\w*)?|largest|highest|biggest|longest|slowest|peak|größte\w*|höchste\w*|längste\w*|maximale?|"
        r"plus (?:grande?|haute?|longue?|élevée?)|mayor|máxim\w+", lambda v: [max(v)]),
    ("minimum",
        r"min(?:imum|imal\w*)?|smallest|lowest|shortest|fastest|kleinste\w*|niedrigste\w*|kürzeste\w*|minimale?|"
        r"plus (?:petite?|basse?|courte?|faible)|menor|mínim\w+", lambda v: [min(v)]),
    ("total",
        r"in all|in total|total|altogether|together|all told|sum|zusammen|insgesamt|summe|gesamt\w*|en tout|au total|somme|"
        r"en total|suma", lambda v: [sum(v, Fraction(0))]),
)  # fmt: skip
_NAMED = re.compile(
    "|".join(rf"(?P<n{n}>(?<![^\W\d_])(?:{words})(?![^\W\d_]))" for n, (_, words, _) in enumerate(_STATISTICS)), re.IGNORECASE
)
_LINK = re.compile(
    r"(?:\s+(?!and\b|but\b|while\b|und\b|et\b|than\b)[^\W\d_'’]+){0,5}?\s*,?\s*(?:is|are|was|of|at|being|about|roughly|"
    r"therefore|thus|:|=|comes to|lies at|equals|"
    r"ist|liegt bei|beträgt|von|bei|est|vaut|de|es|son|with)?\s*(?:thus |therefore |about |roughly |exactly |only |just |"
    r"then |also |daher |also |donc |environ |etwa |rund )?[$€£(]?\s*",
    re.IGNORECASE,
)
_BEFORE_NAME = re.compile(r"(?:[,\s]*(?:[^\W\d_]+\s+){0,3}?)", re.IGNORECASE)
_WEIGHTED = re.compile(
    r"(?<![^\W\d_])(?:weighted|moving|trimmed|rolling|exponential\w*|gewichtet\w*|gleitend\w*|pondéré\w*|ponderad\w*|"
    r"without|except|excluding|first|last|other|apart|ohne|sans|sin)(?![^\W\d_])",
    re.IGNORECASE,
)


def check_many(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            before = None
            continue
        if sentence.quantities and not cues.CONDITION.search(sentence.text):
            yield from _statistics(page, sentence, before)
            if len(sentence.quantities) >= 4:
                yield from _closing(page, sentence)
        before = sentence


def lists_near(page: Page, sentence: Sentence, before: Sentence | None) -> list[Series]:
    """The lists of figures that a sentence may speak of: its own, those of the sentence before, the table or the output beside it."""
    found = list(in_sentence(page, sentence))
    if before is not None and sentence.block - before.block <= 1 and page.sections[before.block] == page.sections[sentence.block]:
        found += in_sentence(page, before)
    for grid in page.grids_near(sentence.block)[:1]:
        if grid.complete and abs(grid.block - sentence.block) <= 3:
            found += [own for own in columns_of(page, grid) if own.column > 0 or all(label == "" for label in own.labels)]
    return [*found, *printed_near(page, sentence.block)]


def _statistics(page: Page, sentence: Sentence, before: Sentence | None) -> Iterator[Finding]:
    names = list(_NAMED.finditer(sentence.text))
    if not names or len(names) > 6:
        return
    series = lists_near(page, sentence, before)
    items = items_of(page, sentence)
    listed = [item.span for run in listed_in(page, sentence) for item in run]
    for match in names:
        item = _figure_of(page, sentence, items, match, listed)
        if item is None:
            continue
        finding = _held(page, sentence, item, match, series)
        if finding is not None:
            yield finding


_MOST_LEAST = re.compile(

        r"(?<![^\W\d_])(?:best|highest|largest|strongest|fastest|longest|biggest)(?![^\W\d_]).*(?<![^\W\d_])(?:more|less|"
        r"longer|higher|larger|apart|faster|slower)(?![^\W\d_]).*"

        r"(?<![^\W\d_])(?:weakest|worst|lowest|smallest|slowest|shortest)(?![^\W\d_])|between the (?:best|highest|"
        r"largest) and the (?:worst|weakest|lowest|smallest)", re.IGNORECASE,
)  # fmt: skip
_LAST_WORD = re.compile(r"^[^\d.;:]{0,40}[,)]\s(?:or\s|a total of\s|making\s)?$", re.IGNORECASE)


def _closing(page: Page, sentence: Sentence) -> Iterator[Finding]:
    """The figure with which a list of amounts ends, larger than all of them, is their sum; the first and the last
    of a ranking are their range apart."""
    items = items_of(page, sentence)
    for own in in_sentence(page, sentence):
        last = items[-1]
        if own.items[-1].span == last.span and len(own.items) >= 4 and not _is_member(page, sentence, own):
            own, within = replace(own, items=own.items[:-1], labels=own.labels[:-1]), Fraction(23, 20)
            last = replace(last, quantity=last.quantity)
        else:
            within = Fraction(3, 2)
        if (
            own.items[-1].span.end > last.span.start
            or own.kind != last.kind
            or len(own.items) < 3
            or own.items[-1].span.end != items[-2].span.end
        ):
            continue
        values = [item.value.exact for item in own.items]
        between = page.text[own.items[-1].span.end : last.span.start]
        if _MOST_LEAST.search(sentence.text):
            result, name = max(values) - min(values), "range"
        elif _LAST_WORD.match(between) and last.value.exact > max(values) and not last.each:
            result, name = sum(values, Fraction(0)), "total"
        else:
            continue
        form = Form(Value(result, Interval.exact(result), last.value.dimensions), f"{name} of {shown_values(page, own)}", own.items, name)
        how = standing(last.quantity, form)
        if how == "yes":
            yield confirmed(page, "closing", last, form)
        elif how == "no" and near(last.quantity, form, within) and not _WEIGHTED.search(sentence.text):
            yield contradicted(page, "closing", last, form)
        return


_SORTED = re.compile(
    r"(?<![^\W\d_])(?:sorted|ordered|in (?:ascending|descending|increasing|decreasing|this|that) order|ranked|sortiert\w*|geordnet\w*|"
    r"triée?s?|ordonnée?s?|ordenad[oa]s?)(?![^\W\d_])",
    re.IGNORECASE,
)


def _is_member(page: Page, sentence: Sentence, own: Series) -> bool:
    """Whether the last figure of a list is one of its values: the values are sorted, go up one by one, or nothing sets it apart."""
    values = [item.value.exact for item in own.items]
    between = page.text[own.items[-2].span.end : own.items[-1].span.start]
    if cues.SUM.search(f"{between} # {page.text[own.items[-1].span.end : sentence.span.end][:30]}"):
        return False
    return (
        _SORTED.search(sentence.text) is not None
        or all(a <= b for a, b in pairwise(values))
        or re.fullmatch(r"\s*(?:,|;)?\s*(?:and|und|et|y)?\s*[$€£]?", between) is not None
    )


def _figure_of(page: Page, sentence: Sentence, items: Sequence[Item], match: re.Match[str], listed: Sequence[Span]) -> Item | None:
    """The figure that a name is said of: right after it with a verb, or right before it."""
    end, start = sentence.span.start + match.end(), sentence.span.start + match.start()
    later = [item for item in items if item.span.start >= end and not any(item.span.overlaps(own) for own in listed)]
    for n, after in enumerate(later[:3]):
        between = page.text[end : after.span.start]
        for own in (*listed, *(item.span for item in later[:n])):
            if end <= own.start < after.span.start:
                between = between[: own.start - end] + "n" * len(own) + between[own.end - end :]
        subject = n + 1 < len(later) and re.match(
            r"\s[^\W\d_]+\s(?:is|are|was|were|ist|sind|beträgt|liegt|lag|betrug|war|est|sont|vaut|es|son)\s", page.text[after.span.end :]
        )
        if not subject and _LINK.fullmatch(re.sub(r"n[n ,]*(?:(?:and|und|et|y)\s?)?n+", "n", between)):
            return after
    before = next((item for item in reversed(items) if item.span.end <= start), None)
    name = next(name for n, (name, _, _) in enumerate(_STATISTICS) if match[f"n{n}"])
    if (
        before is not None
        and (name == "total" or "average" in match.group().lower() or " " in match.group())
        and _BEFORE_NAME.fullmatch(page.text[before.span.end : start])
    ):
        return before
    return None


def _held(page: Page, sentence: Sentence, item: Item, match: re.Match[str], series: Sequence[Series]) -> Finding | None:
    name, _, statistic = next(_STATISTICS[n] for n in range(len(_STATISTICS)) if match[f"n{n}"])
    stated = item.quantity
    forms: list[tuple[Series, list[Form]]] = []
    for own in series:
        if own.kind != item.kind or len(own.items) < 2 or any(item.span.overlaps(other.span) for other in own.items):
            continue
        own_forms = []
        for reading in range(max(len(i.readings) for i in own.items)):
            values = [i.read(reading).exact for i in own.items]
            results = statistic(values)
            if name == "variance" and re.search(r"population", match.string, re.I):
                results = results[:1]
            elif name == "variance" and re.search(r"sample variance", match.string, re.I):
                results = results[1:]
            spread = sum((i.read(reading).interval.high - i.read(reading).interval.low for i in own.items), Fraction(0)) / 2
            spread = spread / (1 if name == "total" else len(values))
            own_forms += [
                Form(
                    Value(value, Interval.around(value, spread), item.value.dimensions),
                    f"{name} of {shown_values(page, own)}",
                    own.items,
                    name,
                )
                for value in results
            ]
        if own_forms:
            forms.append((own, own_forms))
    for _, found in forms:
        for form in found:
            if standing(stated, form) == "yes":
                return confirmed(page, "statistic", item, form)
    return _refuted(page, sentence, item, name, forms)


def _refuted(page: Page, sentence: Sentence, item: Item, name: str, forms: Sequence[tuple[Series, list[Form]]]) -> Finding | None:
    if any(standing(item.quantity, form) == "unsure" for _, found in forms for form in found) or _WEIGHTED.search(sentence.text):
        return None
    if any(len(own.items) != count for count in _said_number(sentence) for own, _ in forms):
        return None
    if (item.each and name == "total") or OF_MANY.search(page.text[max(0, item.span.start - 40) : item.span.start]):
        return None
    in_prose = [(own, found) for own, found in forms if own.column < 0]
    tabled = [(own, found) for own, found in forms if own.column >= 0]
    if in_prose:
        chosen = in_prose[0]
    else:
        meant = [(own, found) for own, found in tabled if own.terms and any(named(term, sentence.words) for term in own.terms)]
        if len(meant) != 1 and not (len(tabled) == 1 and len({o.kind for o, _ in tabled}) == 1):
            return None
        chosen = meant[0] if len(meant) == 1 else tabled[0]
        if any(
            label and len(label) > 2 and re.search(rf"(?<![\w-]){re.escape(label)}(?![\w-])", sentence.text, re.IGNORECASE)
            for label in chosen[0].labels
        ):
            return None
    form = chosen[1][0]
    within = Fraction(3, 2) if chosen[0].column >= 0 or name == "total" else Fraction(3)
    if name in ("maximum", "minimum") and item.quantity.value not in [own.quantity.value for own in chosen[0].items]:
        return None
    if not near(item.quantity, form, within):
        return None
    return contradicted(page, "statistic", item, form)


_OF_SO_MANY = re.compile(
    r"(?<![^\W\d_])(?:over|of|across|for|from|among|"
    r"aller?|über|von|de|sur|des)\s(?:all|the|our|these|the other|tou[ts]e?s|les|der|den)?\s?$",
    re.IGNORECASE,
)


def _said_number(sentence: Sentence) -> list[int]:
    """Of how many values a sentence says that it speaks ("over all ten runs")."""
    return [
        int(q.value)
        for q in sentence.quantities
        if q.kind == "count"
        and q.value.denominator == 1
        and q.after
        and _OF_SO_MANY.search(sentence.text[: q.span.start - sentence.span.start])
    ]


def shown_values(page: Page, own: Series) -> str:
    """The values of a series one after another, for a reader."""
    shown = ", ".join(page.words_at(item.span) for item in own.items[:12])
    return shown + (f" and {len(own.items) - 12} more" if len(own.items) > 12 else "")
