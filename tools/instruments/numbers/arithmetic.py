"""Arithmetic that a text states outright: "4 x 768 x 2 bytes = 6 KiB", "2^20 = 1,048,576", "30 / 120 is 25 %"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise

from tools.instruments.numbers import report
from tools.instruments.numbers.page import Page, Sentence
from tools.instruments.numbers.report import Said, plain
from tools.instruments.numbers.words import conditional
from tools.quantities import Interval, Quantity
from tools.quantities.expressions import ExpressionError, Token, Value, dimensions_of, evaluations, operator_at
from tools.records import Finding, Span

_EQUAL = re.compile(
    r"\s*,?\s*(?:(?P<sign>=(?!=)|≈|≃|\\approx|~=)|(?P<verb>(?:which |that |das |ce qui )?(?:equals?|is equal to|make[s]?|gives?|yields?|"
    r"comes? to|amounts? to|is|are|"
    r"ergibt|ergeben|macht|sind|(?:ist )?gleich|gibt|donnent?|fait|font|égale?|soit))|(?P<paren>\())\s*(?:about |roughly |around |etwa |"
    r"rund |"
    r"environ |exactly |just |~|≈)?\s*[-$€£]?$",
    re.IGNORECASE,
)
# A power and its value in apposition: "2^-23, about 1.19e-7".
_ABOUT = re.compile(
    r"\s*,?\s*(?:or|i\.e\.,?|that is,?|which is|oder|also|d\. ?h\.|das (?:ist|sind)|ou|soit|c['’]est-à-dire)?\s*"
    r"(?:about|roughly|approximately|around|circa|ca\.|etwa|rund|ungefähr|environ|à peu près|≈|~)\s*",
    re.IGNORECASE,
)
_COMPARE = re.compile(r"\s*(?P<sign><=|>=|≤|≥|<|>|\\leq?|\\geq?)\s*$")
_NOUNS = re.compile(
    r"(?:\s+(?!times\b|plus\b|minus\b|mal\b|fois\b|moins\b|divided\b|geteilt\b|x\b|and\b|und\b|et\b|or\b|is\b|are\b|per\b|"
    r"of\b)[^\W\d_][\w-]*){1,2}"
)


# "log_2 1000 + 1": the first figure is what a function is taken of.
_FUNCTION = re.compile(
    r"(?:(?<![^\W\d_])(?:a?(?:sin|cos|tan)h?|log|ln|lg|ld|lb|exp|sqrt|det|erf|Phi|Gamma)(?:\^\{?-?\w+\}?|_\{?\w+\}?|[\d₀-₉]+)?|[√ΦΓ]|\\sqrt(?:\[\d\])?"
    r"|(?<![^\W\d_])(?:root|roots|logarithm|exponential|sine|cosine|tangent|factorial|wurzel|logarithmus|racine|logarithme)\s(?:of|aus|von|de)"
    r"(?:\sthe)?)[\s{]*$",
    re.IGNORECASE,
)
_UNTRUE = re.compile(r"\b(?:not|never|whether|nicht|ob|pas)\b|\?", re.IGNORECASE)
_OTHER_ARITHMETIC = re.compile(
    r"\bmod(?:ulo)?\b|binary|hexadecimal|overflow|wraps|saturat|clamp|congruent|residue|≡|(?:in|to) base\b|"
    r"integer division|wrong|false|binär|falsch|faux",
    re.IGNORECASE,
)
# Number formats in which a sum is cut off, rounded away or wrapped round.
_FORMAT = re.compile(
    r"(?<![^\W\d_])(?:b?float\d+\w*|fp\d+|bf16|u?int\d+|u?int\d+_t|half|single|double)(?![^\W\d_])|(?<![^\W\d_])(?:round|represent|overfl|"
    r"wrap|satur|modul|clock|octal|digits?|gerundet|überlauf|arrondi|dépassement)\w*",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Run:
    """Tokens that stand together as one expression."""

    tokens: tuple[Token, ...]
    span: Span

    @property
    def operators(self) -> int:
        raised = sum(token.quantity is not None and token.quantity.half == 0 for token in self.tokens)
        return raised + sum(token.kind == "operator" for token in self.tokens)


def check_arithmetic(page: Page) -> Iterator[Finding]:
    for sentence in page.sentences:
        if len(sentence.quantities) < 2 or _OTHER_ARITHMETIC.search(sentence.text):
            continue
        limited = _FORMAT.search(page.words_at(page.blocks[sentence.block].span)) is not None
        runs = list(runs_of(page, sentence))
        for left, right in pairwise(runs):
            between = page.text[left.span.end : right.span.start]
            equal = _EQUAL.fullmatch(between)
            if equal is not None and (left.operators or right.operators) and not _cut_off(page, sentence, left, right):
                if (equal["verb"] or equal["paren"]) and not left.operators:
                    continue
                if equal["paren"] and (right.operators or _numbered(page, right)):
                    continue
                if _named(page, left) or (limited and _swallowed(left, right)):
                    continue
                yield from _equality(page, left, right, exact=bool(equal["sign"]))
            elif _ABOUT.fullmatch(between) and _power(left) and not _cut_off(page, sentence, left, right) and _asserted(sentence):
                yield from _equality(page, left, right, exact=False)
            elif (compare := _COMPARE.fullmatch(between)) is not None and not _cut_off(page, sentence, left, right) and _asserted(sentence):
                yield from _comparison(page, left, right, compare["sign"])


def _swallowed(left: Run, right: Run) -> bool:
    """Whether a sum comes to one of its own terms or falls back below them, as it does where a number format ends ("255 + 1 gives 0")."""
    operators = {token.text for token in left.tokens if token.kind == "operator"}
    terms = [token.quantity.value for token in left.tokens if token.quantity is not None]
    stated = right.tokens[0].quantity
    if not operators or operators - {"+", "-"} or stated is None or len(right.tokens) != 1:
        return False
    value = stated.value
    return value in terms or (operators == {"+"} and value < max(terms)) or (operators == {"-"} and value > max(terms))


def _numbered(page: Page, run: Run) -> bool:
    """Whether what stands in parentheses is the number of the equation."""
    return (
        re.match(r"\)\s*(?:\n|$)", page.text[run.span.end : run.span.end + 4]) is not None
        and re.search(r"\s{2,}\($", page.text[max(0, run.span.start - 6) : run.span.start]) is not None
    )


def _named(page: Page, run: Run) -> bool:
    """Whether what stands before an equals sign is a symbol after a word for a number ("one with κ = 10^6")."""
    quantity = run.tokens[0].quantity
    return (
        len(run.tokens) == 1
        and quantity is not None
        and quantity.style == "words"
        and re.search(r"\s\w$", page.text[run.span.start : run.span.end].rstrip()) is not None
    )


def _power(run: Run) -> bool:
    """Whether a run is one power and nothing else."""
    quantity = run.tokens[0].quantity
    return len(run.tokens) == 1 and quantity is not None and quantity.half == 0


def _asserted(sentence: Sentence) -> bool:
    """Whether what a sentence shows is said to hold."""
    return not sentence.output and not conditional(sentence.text) and not _UNTRUE.search(sentence.text)


def runs_of(page: Page, sentence: Sentence) -> Iterator[Run]:
    """The runs of numbers, operators and parentheses of a sentence, from the left."""
    text, end = page.text, sentence.span.end
    quantities = {quantity.span.start: quantity for quantity in sentence.quantities if not quantity.ordinal}
    position = sentence.span.start
    while position < end:
        starts = [start for start in quantities if start >= position]
        if not starts:
            return
        start = starts[0]
        while start > position and text[start - 1] == "(" and _paren_opens_run(text, start, end):
            start -= 1
        tokens, stop = _tokens(text, start, end, quantities)
        while tokens and _dangling(tokens[-1]):
            stop = tokens[-1].span.start
            tokens.pop()
        tokens = _balanced(tokens)
        if tokens:
            yield Run(
                tuple(tokens), Span(start=tokens[0].span.start, end=max(tokens[-1].span.end, stop if tokens[-1].kind == "number" else 0))
            )
            position = max(tokens[-1].span.end, start + 1)
        else:
            position = starts[0] + 1


def _paren_opens_run(text: str, start: int, end: int) -> bool:
    """Whether the parenthesis before a number groups an expression that goes on after it."""
    close = text.find(")", start, min(end, start + 60))
    return close >= 0 and operator_at(text, close + 1 + len(text[close + 1 : end]) - len(text[close + 1 : end].lstrip()), end) is not None


def _tokens(text: str, position: int, end: int, quantities: dict[int, Quantity]) -> tuple[list[Token], int]:
    tokens: list[Token] = []
    wants_operand = True
    while position < end:
        if text[position] in " \u00a0\u202f\t":
            position += 1
            continue
        quantity = quantities.get(position) or (quantities.get(position + 1) if text[position] in "-−" else None)
        if wants_operand and quantity is not None:
            position = quantity.span.end
            nouns = _NOUNS.match(text, position, end)
            if nouns is not None and _goes_on(text, nouns.end(), end):
                position = nouns.end()
            while text[position - 1].isspace():
                position -= 1
            tokens.append(Token("number", "", Span(start=quantity.span.start, end=position), quantity))
            wants_operand = False
        elif wants_operand and text[position] == "(":
            tokens.append(Token("open", "(", Span(start=position, end=position + 1)))
            position += 1
        elif not wants_operand and text[position] == ")" and _open(tokens):
            tokens.append(Token("close", ")", Span(start=position, end=position + 1)))
            position += 1
        elif not wants_operand and (operator := operator_at(text, position, end)) is not None:
            tokens.append(Token("operator", operator[0], Span(start=position, end=operator[1])))
            position, wants_operand = operator[1], operator[0] != "!"
        else:
            break
    return tokens, position


def _dangling(token: Token) -> bool:
    """Whether an expression cannot end with a token."""
    return token.kind == "open" or (token.kind == "operator" and token.text != "!")


def _goes_on(text: str, position: int, end: int) -> bool:
    """Whether an operator or an equals sign follows the nouns of a number."""
    while position < end and text[position] == " ":
        position += 1
    return operator_at(text, position, end) is not None or text[position : position + 1] in ("=", "≈", ")", "<", ">")


def _open(tokens: list[Token]) -> bool:
    return sum((token.kind == "open") - (token.kind == "close") for token in tokens) > 0


def _balanced(tokens: list[Token]) -> list[Token]:
    while tokens and _open(tokens):
        first = next(n for n, token in enumerate(tokens) if token.kind == "open")
        tokens = tokens[:first] if first else tokens[1:]
        while tokens and _dangling(tokens[-1]):
            tokens.pop()
    return tokens


def _cut_off(page: Page, sentence: Sentence, left: Run, right: Run) -> bool:
    """Whether more of the expression stands beside the runs, so that they are only parts of it ("n * 4 = 8", "= 3k")."""
    before = page.text[max(0, left.span.start - 80) : left.span.start].rpartition("\n")[2]
    if before.endswith(", "):
        before = before[:-2]
    before = before.rstrip(" ($")
    if _FUNCTION.search(before):
        return True
    after = page.text[right.span.end : right.span.end + 40].partition("\n")[0].lstrip(" )$")
    if re.search(r"[\w)\]}][ ]?(?:[*×·/^+]|\\times|\\cdot|−)$|(?<![\w])[A-Za-z_]\w*\s*(?:[-x])$|[\[{_^\\,]$|[A-Za-z_]\($", before):
        return True
    return (
        re.match(r"(?:[*×·^\[{_\\]|!(?!\s*$)|!$|\*\*|[/+](?=\s?[\w(])|[-−x]\s?(?=\d|[A-Za-z]\b))|[A-Za-z_]\w*\s*[*×/(]", after) is not None
    )


def _equality(page: Page, left: Run, right: Run, exact: bool) -> Iterator[Finding]:
    try:
        values, results = evaluations(left.tokens), evaluations(right.tokens)
    except ExpressionError:
        return
    span = Span(start=left.span.start, end=right.span.end)
    stated = right.tokens[0].quantity
    if len(right.tokens) != 1 or stated is None:
        if right.operators and any(value.interval.meets(result.interval) for value in values for result in results):
            return
        return
    fitting = _in_its_unit(left, stated, values) or [value for value in values if value.dimensions == dimensions_of(stated.kind)]
    if not fitting:
        return
    stated = _hedged(page, left, right, stated)
    written = page.words_at(left.span)
    right_value = _in_unit_of(stated, fitting[0])
    working = [f"{written} = {right_value}", f"stated: {page.words_at(right.span)}"]
    verdicts = [_agreement(stated, value) for value in fitting]
    if "yes" in verdicts:
        yield report.confirmed("arithmetic", span, Said(f"{written} is {right_value}, as stated.", working, [span]))
    elif "unsure" not in verdicts:
        new = report.like(fitting[0].exact * (100 if stated.kind == "percent" else 1), stated, page)
        replacement = (
            report.replaced(page, stated.number, [(stated.number, new)], "the result of the arithmetic beside it") if new else None
        )
        yield report.contradicted(
            "arithmetic", span, Said(f"{written} is {right_value}, not {page.words_at(right.span)}.", working, [span]), "high", replacement
        )


def _in_its_unit(left: Run, stated: Quantity, values: list[Value]) -> list[Value]:
    """Bare terms whose unit stands at their sum alone ("8.5 + 4.17 = 12.67 ms"), where the sum is at least near to it."""
    factor = stated.unit.factors[0] if stated.kind != "percent" else Fraction(1, 100)
    signs = {token.text for token in left.tokens if token.kind == "operator"}
    bare = all(token.quantity is None or (token.quantity.kind == "count" and not token.quantity.unit.name) for token in left.tokens)
    whole = stated.kind in ("count", "times", "points") or stated.value <= 0
    if not bare or not signs or signs - {"+", "-"} or whole:
        return []
    near = [value for value in values if not value.dimensions and Fraction(1, 2) < value.exact / stated.value < 2]
    return [Value(v.exact * factor, v.interval.scaled(factor), dimensions_of(stated.kind)) for v in near]


def _hedged(page: Page, left: Run, right: Run, stated: Quantity) -> Quantity:
    between = page.text[left.span.end : right.span.start]
    if re.search(r"≈|≃|~|approx|about|roughly|around|etwa|rund|environ", between, re.I):
        return replace(stated, bound="about")
    return stated


def _agreement(stated: Quantity, value: Value) -> str:
    """Judged by the figures as written; where only their rounding would save it, nothing is certain."""
    scale = 100 if stated.kind == "percent" else 1
    whole = value.interval.low == value.interval.high and (value.exact * scale / stated.unit.factors[0]).denominator == 1
    exact = stated.agreement(Interval.exact(value.exact * scale))
    if exact == "yes" or (exact == "unsure" and not (whole and stated.half == Fraction(1, 2) and not stated.bound)):
        return exact
    wide = Interval(value.interval.low * scale, value.interval.high * scale)
    return "unsure" if stated.agreement(wide) == "yes" else "no"


def _in_unit_of(stated: Quantity, value: Value) -> str:
    if stated.kind == "percent":
        return f"{plain(value.exact * 100)} %"
    return report.in_unit(value.exact, stated)


def _comparison(page: Page, left: Run, right: Run, sign: str) -> Iterator[Finding]:
    """ "0.3 < 0.25": figures on both sides of an inequality."""
    try:
        one, other = evaluations(left.tokens)[0], evaluations(right.tokens)[0]
    except ExpressionError:
        return
    if one.dimensions != other.dimensions or len(left.tokens) + len(right.tokens) > 20:
        return
    upper = sign in ("<", "<=", "≤", "\\le", "\\leq")
    low, high = (one, other) if upper else (other, one)
    span = Span(start=left.span.start, end=right.span.end)
    figures = f"{plain(one.exact)} and {plain(other.exact)}"
    if low.exact < high.exact or (low.exact == high.exact and sign not in ("<", ">")):
        yield report.confirmed(
            "inequality", span, Said(f"The inequality {page.words_at(span)} holds.", [f"in one unit: {figures}"], [span])
        )
    else:
        said = Said(f"The inequality {page.words_at(span)} does not hold.", [f"in one unit: {figures}"], [span])
        yield report.contradicted("inequality", span, said, "high")
