"""Rows of a table compared in prose: "north moved twice as many parcels as south", "B takes 40 % longer than A"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from tools.instruments.numbers.judging import Outcome, judged, measured, written
from tools.instruments.numbers.mentions import Mention, by_position, mentions
from tools.instruments.numbers.multiples import multiples_of
from tools.instruments.numbers.page import Column, Grid, Page, Sentence, column_named
from tools.instruments.numbers.report import plain
from tools.instruments.numbers.words import akin, conditional, elsewhere, words_of
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import Value
from tools.records import Finding

_KINDS: tuple[tuple[tuple[str, ...], bool, str], ...] = (
    (("time",), True, r"fast(?:er)?|quick(?:er|ly)?|schnell(?:er)?|rapides?|rapidement|vite"),
    (("time",), False, r"slow(?:er|ly)?|long(?:er)?|langsam(?:er)?|lang|lange|länger|lente?s?|longtemps|longue?s?"),
    (("time",), True, r"short(?:er)?|kurz|kürzer|courte?s?"),
    (("information", "length", "mass", "count"), False, r"large(?:r)?|big(?:ger)?|groß|größer|grande?s?|gros(?:se)?s?|heav(?:y|ier)|"
     r"schwer(?:er)?"),
    (("information", "length", "mass", "count"), True, r"small(?:er)?|klein(?:er)?|petite?s?|light(?:er)?|leicht(?:er)?"),
    (("usd", "eur", "gbp", "chf"), False, r"expensive|costly|dear(?:er)?|teuer|teurer|ch[eè]re?s?"),
    (("usd", "eur", "gbp", "chf"), True, r"cheap(?:er)?|billig(?:er)?|günstig(?:er)?"),
    ((), False, r"many|much|high(?:er)?|more|great(?:er)?|viele?|hoch|höher|mehr|élevée?s?|plus|autant"),
    ((), True, r"few(?:er)?|less|low(?:er)?|little|wenige?r?|niedrig(?:er)?|moins"),
)  # fmt: skip
_ADJECTIVE = "|".join(rf"(?P<a{n}>{words})" for n, (_, _, words) in enumerate(_KINDS))
_JOINT = re.compile(
    rf"\s+(?:(?:as|so|aussi|plus|moins)\s+)?(?:de\s(?P<of>temps|mémoire|durée|place)\s)?(?:(?:de|en)\s)?(?:{_ADJECTIVE})(?![^\W\d_])(?P<noun>(?:\s(?!as\b|than\b|wie\b|als\b|que\b)[^\W\d_]+){{0,3}}?)"
    r"\s+(?:as|than|wie|als|que|qu['’])\s*(?:the |a |that of |in the |for the |with |der |die |das |den |dem |bei |für |le |la |les |"
    r"l['’]|celui de |celle de )*",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"\s+(?:(?P<noun>(?:the|le|la|der|die|das)\s[^\W\d_]+(?:\s[^\W\d_]+)?)\s)?(?:of|von|de|du)\s+(?:the |that of |der |die |dem |le |la )*",
    re.IGNORECASE,
)
_CLOSE = 3  # blocks: how far from a table "the second" may still be its second row
_MEASURED: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("time", re.compile(r"(?<![^\W\d_])(?:time|zeit|temps|durée|dauer)(?![^\W\d_])", re.IGNORECASE)),
    ("information", re.compile(r"(?<![^\W\d_])(?:space|storage|memory|(?:speicher)?platz|speicher|place|mémoire)(?![^\W\d_])", re.I)),
)
# "and takes 4.0 times as long to read": what it is compared with stands in the clause before
_ELIDED = re.compile(
    rf"\s+(?:as|so|aussi)\s(?:{_ADJECTIVE})(?P<noun>(?:\s(?:to|zu|à)\s[^\W\d_]+|\s(?!as\b|than\b|wie\b|als\b|que\b)[^\W\d_]+)?)"
    r"(?=[.,;:)]|\s(?:and|but|because|since|und|aber|weil|et|mais|car)\s|$)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;:]\s|(?<![^\W\d_])(?:and|but|while|und|aber|während|et|mais)(?![^\W\d_])", re.IGNORECASE)
_FEWER = re.compile(r"(?:fewer|less|smaller|shorter|lower|weniger|kleiner|kürzer|niedriger|moins)$", re.IGNORECASE)


@dataclass(frozen=True)
class Said:
    """What a comparison says. kinds: of its figures; inverse: more of it is less of the figure; end: where the object begins."""

    kinds: tuple[str, ...]
    inverse: bool
    word: str
    more: bool
    noun: str
    end: int


def check_comparisons(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if sentence.output or elsewhere(sentence.text) or conditional(sentence.text):
            continue
        stated = [(one.start, one.end, one.quantity) for one in multiples_of(page, sentence)]
        stated += [
            (q.span.start - sentence.span.start, q.span.end - sentence.span.start, q) for q in sentence.quantities if q.kind == "percent"
        ]
        for grid in page.grids_near(sentence.block)[:2] if stated else ():
            found = list(_compared(page, sentence, grid, sorted(stated, key=lambda one: one[0])))
            yield from found
            if found:
                break


def _compared(page: Page, sentence: Sentence, grid: Grid, stated: list[tuple[int, int, Quantity]]) -> Iterator[Finding]:
    rows = mentions(grid, sentence)
    if not rows and grid.complete and abs(grid.block - sentence.block) <= _CLOSE:
        rows = by_position(grid, sentence)
    column: Column | None = None
    last: tuple[tuple[int, int], int] | None = None
    for start, end, quantity in stated:
        said = _said(sentence.text, end, quantity)
        pair = _pair(sentence, rows, start, said.end) if said is not None else None
        if said is None and last is not None and quantity.kind == "times":
            said = _elided(sentence.text, end)
            pair = last[0] if said is not None and _goes_on(sentence, rows, last[1], start) else None
        if said is None or pair is None:
            continue
        last = pair, said.end
        clause = _clause(sentence.text, start, said.end) if len(stated) > 1 else sentence.text
        column = _column(grid, clause, said, pair) or (column if not said.kinds and not said.noun else None)
        if column is None:
            continue
        figures = [cell.quantity for n in pair if (cell := column.cells[n]) is not None and cell.quantity is not None]
        if len(figures) != 2 or figures[0].kind != figures[1].kind or min(q.value for q in figures) <= 0:
            continue
        outcomes = _outcomes(page, quantity, said, figures, rate=figures[0].kind.endswith("/time"))
        if _of_its_own(sentence, quantity) or _of_one(page, sentence, grid, rows, quantity):
            continue
        finding = judged(page, "row-ratio", quantity, outcomes, [grid.rows[n].span for n in pair])
        if finding is not None:
            yield finding


def _elided(text: str, end: int) -> Said | None:
    match = _ELIDED.match(text, end)
    if match is None:
        return None
    kinds, inverse, _ = next(kind for n, kind in enumerate(_KINDS) if match[f"a{n}"])
    word = next(match[f"a{n}"] for n in range(len(_KINDS)) if match[f"a{n}"])
    return Said(kinds, inverse, word, False, match["noun"] or "", match.end())


def _goes_on(sentence: Sentence, rows: list[Mention], end: int, start: int) -> bool:
    """Whether a clause goes on with the subject of the one before: behind "and", with no row named anew."""
    begin = sentence.span.start
    between = sentence.text[end:start]
    other = [row for row in rows if begin + end + 40 < row.start < begin + start]
    return not other and re.match(r"[^.;:,]{0,40}?,?\s(?:and|but|und|aber|et|mais)\s(?:[^\W\d_]+\s){1,3}$", between, re.I) is not None


def _clause(text: str, start: int, end: int) -> str:
    """The words between the commas and conjunctions around a comparison."""
    before = max((match.end() for match in _CLAUSE.finditer(text, 0, start)), default=0)
    after = _CLAUSE.search(text, end)
    return text[before : after.start() if after else len(text)]


def _of_its_own(sentence: Sentence, stated: Quantity) -> bool:
    """Whether two figures of the sentence itself give the multiple, so that it is not of the table's."""
    own = [q for q in sentence.quantities if q.kind not in ("times", "percent", "points", "count") and not q.ordinal and q.value > 0]
    return stated.kind == "times" and any(
        a.kind == b.kind and stated.agreement(Interval.exact(a.bases()[0] / b.bases()[0])) == "yes" for a, b in permutations(own, 2)
    )


_SINGLE = re.compile(
    r"(?<![^\W\d_])(?:an? (?:single|average|typical|individual)|average|mean|single|each|every|per|individual|typical|"
    r"one (?:of|for|from|call|item)|apiece|einzeln\w*|durchschnitt\w*|je|pro|jede\w*|chaque|moyenne?|par)(?![^\W\d_])",
    re.IGNORECASE,
)


def _of_one(page: Page, sentence: Sentence, grid: Grid, rows: list[Mention], stated: Quantity) -> bool:
    """Whether a comparison is of single things ("an average write call"), of which the table gives only all together."""
    if _SINGLE.search(_clause(sentence.text, stated.span.start - sentence.span.start, stated.span.end - sentence.span.start)):
        return True
    counted = [term for column in grid.columns[1:] if column.kind == "count" for term in column.terms]
    for mention in rows:
        article = re.search(
            r"(?<![^\W\d_])(?:an?|one|eine?n?|une?)\s$", page.text[max(0, mention.start - 6) : mention.start], re.IGNORECASE
        )
        noun = re.match(r"\s(?P<noun>[^\W\d_]{3,})", page.text[mention.end : mention.end + 30])
        if article is not None and noun is not None and any(akin(noun["noun"].lower(), term) for term in counted):
            return True
    return False


def _said(text: str, end: int, quantity: Quantity) -> Said | None:
    match = _JOINT.match(text, end)
    if match is not None:
        kinds, inverse, _ = next(kind for n, kind in enumerate(_KINDS) if match[f"a{n}"])
        word = next(match[f"a{n}"] for n in range(len(_KINDS)) if match[f"a{n}"])
        more = re.match(r"\s+(?:as|so|aussi)\s", match.group(), re.IGNORECASE) is None
        return Said(kinds, inverse, word, more, match["of"] or match["noun"] or "", match.end())
    match = _PLAIN.match(text, end)
    if match is not None and quantity.kind == "times":
        return Said((), False, "", False, match["noun"] or "", match.end())
    return None


def _pair(sentence: Sentence, rows: list[Mention], start: int, end: int) -> tuple[int, int] | None:
    """The rows that are compared: the last one named before the multiple (of the first clause that has one), and the one right behind."""
    begin = sentence.span.start
    objects = [mention for mention in rows if begin + end <= mention.start <= begin + end + 8]
    subjects = [mention for mention in rows if mention.end <= begin + start]
    if not objects or not subjects:
        return None
    between = sentence.text[subjects[-1].end - begin : start]
    subject = subjects[-1]
    if re.match(r"\s*,?\s*(?:and|und|et)\s*$", between) and len(subjects) > 1:
        return None if subjects[0].row == objects[0].row else (subjects[0].row, objects[0].row)
    if len({mention.row for mention in rows if subject.start < mention.start < begin + start}) > 0 or subject.row == objects[0].row:
        return None
    if re.search(r"(?<![^\W\d_])(?:and|und|et)\s*$", sentence.text[: subject.start - begin]) and subject is not subjects[0]:
        return None
    return subject.row, objects[0].row


def _column(grid: Grid, clause: str, said: Said, pair: tuple[int, int]) -> Column | None:
    """The column that a comparison is about: named by its noun or by its clause, or the only one of its kind."""
    fitting = [
        column
        for column in grid.columns[1:]
        if all((cell := column.cells[n]) is not None and cell.quantity is not None for n in pair)
        and (not said.kinds or column.kind in said.kinds or (said.kinds == ("time",) and (column.kind or "").endswith("/time")))
    ]
    for kind, noun in _MEASURED:
        if noun.search(said.noun):
            measured_so = [column for column in fitting if column.kind == kind]
            return measured_so[0] if len(measured_so) == 1 else None
    for words in (words_of(said.noun), words_of(clause)):
        named = column_named(grid, words) if words else None
        if named is not None and named in fitting:
            return named
    return fitting[0] if len(fitting) == 1 else None


def _outcomes(page: Page, stated: Quantity, said: Said, figures: list[Quantity], rate: bool) -> list[Outcome]:
    one, other = figures
    above, below = measured(one), measured(other)
    if above.interval.low <= 0 or below.interval.low <= 0:
        return []
    up, down = (
        Value(above.exact / below.exact, above.interval / below.interval),
        Value(below.exact / above.exact, below.interval / above.interval),
    )
    inverse = said.inverse != (rate and said.kinds == ("time",))
    ratio, back = (down, up) if inverse else (up, down)
    names = (written(page, other), written(page, one)) if inverse else (written(page, one), written(page, other))
    part = stated.value < 1 and said.more
    if stated.kind == "times" and not part:
        return [Outcome(ratio.exact, ratio.interval, f"{names[0]} / {names[1]} = {plain(ratio.exact, 4)}")]
    hundred = Fraction(1 if part else 100)
    more = Outcome((ratio.exact - 1) * hundred, (ratio.interval - Interval.exact(1)).scaled(hundred), f"{names[0]} / {names[1]} - 1 = ")
    less = Outcome((1 - back.exact) * hundred, (Interval.exact(1) - back.interval).scaled(hundred), f"1 - {names[1]} / {names[0]} = ")
    fewer = _FEWER.search(said.word) is not None
    outcomes = [less] if fewer else [more, less] if said.kinds == ("time",) and said.inverse else [more]
    return [Outcome(o.value, o.interval, f"{o.step}{plain(o.value, 4)}{'' if part else ' %'}") for o in outcomes if o.value >= 0]
