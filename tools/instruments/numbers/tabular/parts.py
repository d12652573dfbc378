"""What part of a column one row makes up: "more than half of the time is spent in the query", "search takes a third of the calls"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from tools.instruments.numbers import report
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.tabular.clauses import NEGATED, SOME_ROWS, Clause
from tools.instruments.numbers.tabular.table import Measure, Truth, meant, together
from tools.instruments.numbers.totals import ADDITIVE
from tools.instruments.numbers.words import akin, vocabulary, words_of
from tools.records import Finding

_SOMEWHAT = r"(?:well |far |slightly |just |a little |etwas |weit |un peu |bien )?"
_MORE = rf"{_SOMEWHAT}(?:more than|over|above|mehr als|über|gut|plus (?:de|d['’]))"
_LESS = rf"{_SOMEWHAT}(?:less than|under|below|fewer than|barely|weniger als|unter|knapp|moins (?:de|d['’]))"
_NEAR = r"(?:nearly|almost|about|roughly|around|close to|fast|beinahe|etwa|rund|ungefähr|environ|près (?:de|d['’])|presque)"
_PARTS: tuple[tuple[Fraction, str], ...] = (
    (Fraction(1, 2), r"(?:one )?half|die hälfte|(?:la )?moitié"), (Fraction(1, 3), r"(?:a|one) third|einem? drittel|ein drittel|"
                     r"un tiers|(?:le|du) tiers"),
    (Fraction(2, 3), r"two[- ]thirds|zwei drittel|(?:les )?deux tiers"), (Fraction(1, 4), r"(?:a|one) quarter|ein viertel|"
                     r"un quart|(?:le|du) quart"),
    (Fraction(3, 4), r"three[- ]quarters|drei viertel|(?:les )?trois quarts"), (Fraction(1, 5), r"(?:a|one) fifth|ein fünftel|"
                     r"un cinquième"),
)  # fmt: skip
_MOST = (
    r"most|the majority|the (?:greater|larger) part|the bulk|der größte teil|den größten teil|die mehrheit|la plupart|la majorité|"
    r"l['’]essentiel"
)
_SHARE = re.compile(
    rf"(?<![^\W\d_])(?:(?P<more>{_MORE})|(?P<less>{_LESS})|(?P<near>{_NEAR}))?\s?(?:(?P<most>{_MOST})|"
    + "|".join(rf"(?P<p{n}>{words})" for n, (_, words) in enumerate(_PARTS))
    + r")\s(?:of|der|des|von|du|de la|de l['’]|de|d['’])\s?(?:(?:all|the|these|total|whole|overall|aller|den|dem|gesamten|"
    r"toute?s?|les|la|le|l['’])\s?)*"
    r"(?P<noun>[^\W\d_]{3,})(?![^\W\d_])",
    re.IGNORECASE,
)
_TO_ROW = re.compile(
    r"(?:\s(?!than|als|que)[^\s,;:.()]+){0,6}?\s(?:in|into|for|by|to|on|from|with|auf|für|in|im|bei|von|an|à|dans|pour|par|sur|au|"
    r"aux|de)\s(?:the\s|der\s|den\s|die\s|das\s|dem\s|"
    r"la\s|le\s|les\s|l['’])?[`*_«„“\"]*",
    re.IGNORECASE,
)
_FROM_ROW = re.compile(
    r"[`*_»“\"]*\s(?:alone\s|allein\s|à elle seule\s|à lui seul\s)?(?:[^\W\d_]+\s)?(?:accounts? for|accounted for|makes? up|"
    r"made up|takes?(?: up)?|took(?: up)?|"
    r"needs?|needed|uses?|used|gets?|got|receives?|received|causes?|caused|costs?|holds?|has|had|consumes?|produces?|"
    r"eats?(?: up)?|braucht|nimmt|macht|beansprucht|"
    r"verursacht|belegt|hat|erhält|prend|représente|occupe|demande|consomme|reçoit|concentre)\s(?:up\s|also\s|auch\s|aussi\s)?",
    re.IGNORECASE,
)
_NO_WHOLE = re.compile(
    r"(?<![^\W\d_])(?:its|their|own|this|ihre[rs]?|seine[rs]?|son|sa|ses|leurs?|remaining|rest|übrigen|"
    r"restlichen|autres?)(?![^\W\d_])",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"(?<![^\W\d_])(?:all|total|whole|overall|aller|alle|gesamt\w*|toute?s?|tous)(?![^\W\d_])", re.IGNORECASE)
_PARTS_OF = vocabulary(
    "phase step stage part component kind category layer function endpoint source cause region language module item section schritt teil "
    "abschnitt bestandteil ebene quelle ursache étape partie composant couche fonction catégorie cause"
)
_LOOSE, _OFF = Fraction(1, 10), Fraction(1, 4)  # how far from a plain fraction a share may lie, and how far it must to be wrong


def check_parts_of_columns(clause: Clause) -> Iterator[Finding]:
    matches = list(_SHARE.finditer(clause.text))
    if len(matches) != 1 or len({m.row for m in clause.rows}) != 1 or NEGATED.search(clause.text) or SOME_ROWS.search(clause.text):
        return
    match, row = matches[0], clause.rows[0]
    between = clause.text[match.end() : row.start] if row.start >= match.end() else clause.text[row.end : match.start()]
    form = _TO_ROW if row.start >= match.end() else _FROM_ROW
    if not form.fullmatch(between) or _NO_WHOLE.search(clause.text[min(match.start(), row.end) : match.end()]):
        return
    noun = match["noun"].lower()
    chosen, by_name = meant(clause.table, (noun,), lambda m: m.kind in ADDITIVE and all(m.value(n) >= 0 for n in m.figures))
    if noun in ("time", "zeit", "temps", "duration", "dauer"):
        chosen, by_name = tuple(m for m in clause.table.measures if m.kind == "time"), True
    chosen = tuple(m for m in chosen if row.row in m.figures and len(m.figures) == len(clause.table.rows) >= 3)
    if not by_name or not chosen or not _adds_up(clause, match.group()):
        return
    shares = [_share(measure, row.row) for measure in chosen]
    truth = together([_holds(share, match) for share in shares])
    if truth is None:
        return
    span = clause.span(min(match.start(), row.start), max(match.end(), row.end))
    label, words = clause.table.labels[row.row], clause.text[match.start() : match.end()].strip()
    shown = zip(chosen, shares, strict=True)
    working = [f"{clause.table.shown(measure)}; {label}: {plain(share * 100, 3)} % of the total" for measure, share in shown]
    said = f"{label} makes up {plain(shares[0] * 100, 3)} % of “{chosen[0].name}”"
    if truth:
        yield report.confirmed("part-of-column", span, Said(f"{said}, as stated (“{words}”).", working, clause.table.places((row.row,))))
    else:
        yield report.contradicted("part-of-column", span, Said(f"{said}, not “{words}”.", working, clause.table.places((row.row,))), "high")


def _adds_up(clause: Clause, words: str) -> bool:
    """Whether the rows are parts of one whole, and not alternatives: a row has their total, the words say so, or their header does."""
    grid = clause.table.grid
    if len(grid.rows) > len(clause.table.rows) or _WHOLE.search(words):
        return True
    return any(akin(term, part) for term in words_of(grid.columns[0].name) for part in _PARTS_OF)


def _share(measure: Measure, row: int) -> Fraction:
    whole = sum((measure.value(n) for n in measure.figures), Fraction(0))
    return measure.value(row) / whole if whole else Fraction(0)


def _holds(share: Fraction, match: re.Match[str]) -> Truth:
    if match["most"]:
        return share > Fraction(1, 2)
    part = next(value for n, (value, _) in enumerate(_PARTS) if match[f"p{n}"])
    if match["more"] or match["less"]:
        if abs(share - part) <= part / 100:
            return None
        return (share > part) == bool(match["more"])
    off = abs(share / part - 1)
    return True if off <= _LOOSE else False if off >= _OFF else None
