"""Relations that have a name of their own, with the figures that they join: each is one line of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tools.instruments.numbers.announced import cues
from tools.instruments.numbers.announced.forms import Form
from tools.instruments.numbers.announced.items import Item, items_of
from tools.instruments.numbers.announced.standing import confirmed, contradicted, near, standing
from tools.instruments.numbers.page import Page, Sentence
from tools.quantities import Interval
from tools.quantities.expressions import Value
from tools.records import Finding


@dataclass(frozen=True)
class Relation:
    """name: what the figures are called when they are joined so. stated: the words before (or after) the figure that results.
    given: for each other figure, the words around it, in the order of the arguments. values: what may result."""

    name: str
    stated: str
    given: tuple[str, ...]
    values: Callable[..., Sequence[float | Fraction]]
    unit: str = "same"  # "same": of the first figure; "count"; "bare": whatever is stated
    cue: str = ""  # what has to stand in the sentence too


def _residual(squares: Fraction, n: Fraction) -> list[float]:
    """The root of a mean of squares, with the divisors that are in use: n, n - 1, n - 2."""
    return [(float(squares) / (float(n) - taken)) ** 0.5 for taken in (0, 1, 2)] if n > 2 and squares >= 0 else []


_N = (
    r"(?:observations?|measurements?|samples?|runs?|readings?|values?|repetitions?|draws?|trials?|messungen|werten?|läufen?|"
    r"beobachtungen|mesures?|valeurs?|observaciones|mediciones)"
)
_SD = r"(?:standard deviation|standardabweichung|écart[- ]type|desviación (?:típica|estándar))"
_SE = r"(?:standard error|standardfehler|erreur[- ](?:type|standard)|error (?:típico|estándar))"
_RELATIONS = (
    Relation("standard error", rf"<{_SE}", (rf"<{_SD}", rf">{_N}"), lambda sd, n: [float(sd) / float(n) ** 0.5] if n > 0 else []),
    Relation("root mean square", r"<(?:root[- ]mean[- ]square|rms\w*|quadratische\w* mittel\w*|moyenne quadratique)",
             (r"<(?:sum of (?:the )?(?:\w+ )?squares|squares (?:add up|sum) to|quadratsumme|somme des carrés)",
              rf">(?:{_N[3:-1]}|points?|residuals?|punkte\w*)"),
             _residual, unit="bare"),
    Relation("interquartile range", r"<(?:interquartile range|interquartilsabstand|quartilsabstand|"
             r"écart interquartile|rango intercuartílico)",
             (r"=quartile", r"=quartile"),
             lambda a, b: [abs(b - a)]),
    Relation("z-score", r">(?:standard deviations|standardabweichungen|écarts[- ]types?)",
             (r"<(?:value|score|reading|measurement|measured|wert|valeur)", r"<(?:mean|average|mittelwert|moyenne)", rf"<{_SD}"),
             lambda value, mean, sd: [abs(value - mean) / sd] if sd else [], unit="count"),
    Relation("parallel efficiency", r"<(?:efficiency|effizienz|efficacité)",
             (r">(?:times|mal|fois)",
              r">(?:workers?|cores?|threads?|processes|processors?|gpus?|cards?|kerne\w*|prozesse\w*|cœurs?|processus)"),
             lambda speedup, n: [speedup / n] if n else [], unit="fraction"),
    Relation("addresses of a block", r">addresses",
             (r"</",),
             lambda prefix: [Fraction(2) ** (32 - int(prefix))] if 8 <= prefix <= 32 else [], unit="count"),
    Relation("states of bits",
        r">(?:\w+ )?(?:states|values|levels|colou?rs|codes|patterns|numbers|zustände\w*|werte|stufen|farben|états|valeurs|"
        r"niveaux|couleurs|estados|valores)",
             (r">bits?",),
             lambda bits: [Fraction(2) ** int(bits)] if 1 <= bits <= 64 and bits == int(bits) else [], unit="count"),
    Relation("whole numbers of a significand", r"<(?:up to|bis|jusqu['’]à|hasta)",
             (r">(?:bits? (?:of (?:significand|precision|mantissa))|(?:significand|mantissa) bits?|bits? de mantisse)",),
             lambda bits: [Fraction(2) ** int(bits)] if 5 <= bits <= 120 else [], unit="count"),
    Relation("edges of a tree", r">(?:edges|links|kanten|arêtes)",
             (r"<(?:tree with|baum mit|arbre (?:de|à))",),
             lambda n: [n - 1], unit="count"),
    Relation("nodes of a binary tree", r">nodes",
             (r"<(?:complete|perfect|full) binary tree of (?:depth|height)",),
             lambda d: [Fraction(2) ** (int(d) + 1) - 1, Fraction(2) ** int(d) - 1] if d < 60 else [], unit="count"),
    Relation("comparisons of a binary search", r">(?:comparisons|steps|probes|vergleiche\w*|comparaisons)",
             (r"<(?:binary search (?:over|in|of|through|among)|binäre suche (?:in|über)|recherche dichotomique (?:dans|sur))",),
             lambda n: [Fraction(max(1, (int(n) - 1).bit_length())), Fraction(int(n).bit_length())] if n >= 2 else [], unit="count"),
    Relation("pairs", r">(?:pairs|paare\w*|paires|parejas|matches|games|handshakes)",
             (r"<(?:among|between|of|with|aus|zwischen|parmi|entre)",),
             lambda n: [n * (n - 1) / 2, n * (n + 1) / 2, n * n], unit="count"),
    Relation("sum of the first numbers",
        r"<(?:sum of the first \w+ (?:\w+ )?(?:numbers|integers)|summe der ersten \w+ (?:\w+ )?zahlen|"
        r"somme des \w+ premiers (?:nombres|entiers))", (r"<(?:first|ersten|des)",), lambda n: [n * (n + 1) / 2], unit="count"),
    Relation("outcomes of dice", r">(?:(?:possible|different) )?(?:outcomes|results|combinations|ergebnisse\w*)",
             (r">(?:dice|würfel\w*|dés)",),
             lambda n: [Fraction(6) ** int(n)] if n <= 10 else [], unit="count"),
    Relation("base64", r">characters", (r"<base64\b[^.]*(?:so|,)",), lambda n: [-(-int(n) // 3) * 4], unit="count"),
    Relation("doubling time", r">(?:years|jahren?|ans|años)",
             (r"<(?:at|bei|à)",),
             lambda p: [Fraction(72) / (p * 100)] if p else [], unit="bare",
             cue=r"doubl|verdopp|doubl|duplic"),
    Relation("celsius and fahrenheit", r">°f", (r">°c",), lambda c: [c * Fraction(9, 5) + 32], unit="bare"),
)  # fmt: skip


def check_named(page: Page) -> Iterator[Finding]:
    before: Sentence | None = None
    for sentence in page.sentences:
        if sentence.output:
            before = None
            continue
        if sentence.quantities and not cues.CONDITION.search(sentence.text):
            near_by = (
                before
                if before is not None
                and sentence.block - before.block <= 1
                and page.sections[before.block] == page.sections[sentence.block]
                else None
            )
            for relation in _RELATIONS:
                finding = _held(page, sentence, near_by, relation)
                if finding is not None:
                    yield finding
        before = sentence


def _fits(page: Page, sentence: Sentence, item: Item, words: str) -> bool:
    """Whether words stand before ("<") or after (">") a figure, with little between; "=": anywhere in its sentence."""
    sign, pattern = (words[0], words[1:]) if words[0] in "<>=" else ("<", words)
    if words == "</":
        return page.text[item.span.start - 1 : item.span.start] == "/"
    if sign == "=":
        return re.search(pattern, sentence.text, re.IGNORECASE) is not None
    if sign == "<":
        head = page.text[sentence.span.start : item.span.start]
        between = r"(?:\s(?!and\b|und\b|et\b)[^\s\d,;:.]+){0,4}[\s(/]*$"
        return re.search(rf"(?<![^\W\d_])(?:{pattern}){between}", head, re.IGNORECASE) is not None
    tail = page.text[item.quantity.number.end : sentence.span.end]
    return re.match(rf"[\s-]*(?:{pattern})(?![^\W\d_])", tail, re.IGNORECASE) is not None


def _held(page: Page, sentence: Sentence, before: Sentence | None, relation: Relation) -> Finding | None:
    if relation.cue and not re.search(relation.cue, sentence.text, re.IGNORECASE):
        return None
    items = [item for item in items_of(page, sentence) if item.kind not in ("part",)]
    stated = [item for item in items if _fits(page, sentence, item, relation.stated)]
    if len(stated) != 1:
        return None
    pool = [(item, sentence) for item in items if item is not stated[0]]
    given: list[Item] = []
    for words in relation.given:
        hits = [item for item, own in pool if _fits(page, own, item, words) and item not in given]
        if not hits and before is not None:
            hits = [
                item for item in items_of(page, before) if item.kind != "part" and _fits(page, before, item, words) and item not in given
            ]
        if not hits or (len(hits) > 1 and words[0] != "="):
            return None
        given.append(hits[0])
    return _judged(page, stated[0], relation, given)


def _judged(page: Page, stated: Item, relation: Relation, given: Sequence[Item]) -> Finding | None:
    units = {item.value.dimensions for item in given} if relation.unit == "same" else set()
    if relation.unit == "same" and stated.value.dimensions not in units:
        return None
    arguments = [
        item.quantity.value if relation.unit in ("count", "bare") and item.kind != "percent" else item.value.exact for item in given
    ]
    try:
        results = [Fraction(value) for value in relation.values(*arguments)]
    except (ZeroDivisionError, OverflowError, ValueError):
        return None
    if relation.unit == "bare":
        results = [value * stated.quantity.unit.factors[0] for value in results]
    shown = ", ".join(page.words_at(item.span) for item in given)
    forms = [
        Form(Value(value, Interval.exact(value), stated.value.dimensions), f"{relation.name} of {shown}", tuple(given), relation.name)
        for value in results
    ]
    standings = [standing(stated.quantity, form) for form in forms]
    if "yes" in standings:
        return confirmed(page, "named-relation", stated, forms[standings.index("yes")])
    if not forms or "unsure" in standings or stated.quantity.bound in ("above", "below", "at least", "at most"):
        return None
    return contradicted(page, "named-relation", stated, forms[0]) if near(stated.quantity, forms[0], Fraction(20)) else None
