"""Formulas as a chapter states them: in `$...$`, in code font, or plain in a sentence; read into chains of expressions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tools.instruments.numbers.page import Page, Sentence
from tools.quantities import Quantity, Writing, quantities_of
from tools.quantities.expressions import ExpressionError, Token, operator_at
from tools.records import Span

_MATH = re.compile(
    r"\$\$(?P<a>[^$]{3,400})\$\$|(?<![\\\w$])\$(?P<b>[^$\n]{1,300})\$(?![\w$])|\\\((?P<c>.{1,300}?)\\\)|\\\[(?P<d>.{1,400}?)\\\]|"
    r"(?<!`)`(?P<e>[^`\n]{3,200})`(?!`)",
    re.S,
)
_OPERAND = r"\(*(?:\d[\d_,.]*(?:e-?\d+)?(?![\w])|[A-Za-zα-ωΑ-Ω_][\w.]*(?:\([^()=]{0,60}\))?)\)*(?:\s?(?:\^|\*\*)\s?\(?\d+\)?|[²³])?"
_OPERATE = r"\s*(?:\*|×|·|/{1,2}|\+|−)\s*|\s+[-x]\s+"
_PLAIN = re.compile(
    rf"(?<![\w.)\]`$=<>*/+^{{}}\\&|])(?P<chain>(?:{_OPERAND}(?:(?:{_OPERATE}){_OPERAND}){{0,12}})(?:\s*(?:=(?!=)|"
    rf"≈)\s*{_OPERAND}(?:(?:{_OPERATE}){_OPERAND}){{0,12}}(?:\s?(?:[KMGT]i?B|bytes|[kM]|million|billion|ms|s)\b)?){{1,3}})"
)
_RELATION = re.compile(r"(?<![<>=!:])(?:=(?!=)|≈|\\approx\b|\\simeq\b|\\sim\b)")
_OTHER = re.compile(
    r"==|<=|>=|!=|:=|\+=|-=|\*=|/=|[<>≤≥≠∈→]|\\(?:le|ge|leq|geq|neq|in|to|rightarrow|sum|prod|int|partial|nabla|mathbb|mathcal|mathbf|"
    r"hat|bar|tilde|vec|dots|ldots|cdots)\b|[∑∏∫]"
)
_NAME = re.compile(r"[A-Za-zα-ωΑ-Ω_][\w]*(?:\.[A-Za-z_]\w*)*'?")
_BARE = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_FUNCTIONS = frozenset(["sqrt", "log", "ln", "log2", "log10", "lg", "exp", "floor", "ceil", "max", "min", "abs", "sin", "cos", "tanh"])
_SPACES = {
    "\\left": "",
    "\\right": "",
    "\\,": " ",
    "\\;": " ",
    "\\!": "",
    "\\:": " ",
    "\\ ": " ",
    "\\quad": " ",
    "\\qquad": " ",
    "~": " ",
    "{,}": ",",
    "&": "",
}
_COMMANDS = {
    "times": "*", "cdot": "*", "ast": "*", "div": "/", "lfloor": "floor(", "rfloor": ")", "lceil": "ceil(",
    "rceil": ")", "log": "log", "ln": "ln", "exp": "exp", "max": "max", "min": "min", "pi": "pi", "alpha": "alpha",
    "beta": "beta", "gamma": "gamma", "delta": "delta", "epsilon": "epsilon", "eta": "eta", "lambda": "lambda_",
    "mu": "mu", "sigma": "sigma", "tau": "tau", "theta": "theta", "rho": "rho", "omega": "omega", "phi": "phi",
    "approx": "≈", "simeq": "≈", "sim": "≈", "%": "%", "Delta": "Delta",
}  # fmt: skip


@dataclass(frozen=True)
class Formula:
    """A chain of equal expressions. span: in the text; sides: as written, one after another; latex: from a math span."""

    span: Span
    sides: tuple[str, ...]
    block: int
    sentence: Sentence
    latex: bool


def formulas_of(page: Page) -> Iterator[Formula]:
    """The formulas of the prose, in order."""
    for sentence in page.sentences:
        if sentence.output or not any(mark in sentence.text for mark in "=≈") or len(sentence.text) > 4000:
            continue
        taken: list[tuple[int, int]] = []
        for match in _MATH.finditer(sentence.text):
            taken.append(match.span())
            body = next(group for group in match.groups() if group is not None)
            start = match.start() + match.group().index(body)
            formula = _chain(page, sentence, body, start, match["e"] is None)
            if formula is not None:
                yield formula
        for match in _PLAIN.finditer(sentence.text):
            if any(match.start() < end and start < match.end() for start, end in taken):
                continue
            formula = _chain(page, sentence, match["chain"], match.start("chain"), False)
            if formula is not None:
                yield formula


def _chain(page: Page, sentence: Sentence, body: str, start: int, latex: bool) -> Formula | None:
    if _OTHER.search(body) or not _RELATION.search(body):
        return None
    sides = tuple(side.strip(" .,;") for side in _RELATION.split(body))
    if len(sides) > 5 or not all(sides):
        return None
    at = sentence.span.start + start
    return Formula(Span(start=at, end=at + len(body.rstrip(" .,;"))), sides, sentence.block, sentence, latex)


def plain_math(latex: str, depth: int = 0) -> str:
    """LaTeX in the plain notation of expressions. Raises ExpressionError at what it does not know."""
    if depth > 20:
        raise ExpressionError("it is nested too deeply")
    for mark, new in _SPACES.items():
        latex = latex.replace(mark, new)
    out, at = [], 0
    while at < len(latex):
        char = latex[at]
        if char == "\\":
            piece, at = _command(latex, at, depth)
            out.append(piece)
        elif char in "_^" and at + 1 < len(latex):
            body, at = _argument(latex, at + 1, depth)
            out.append("_" + re.sub(r"\W", "", body) if char == "_" else f"^({body})")
        elif char in "{}":
            body, at = _argument(latex, at, depth) if char == "{" else ("", at + 1)
            out.append(f"({body})" if body else "")
        else:
            out.append(char)
            at += 1
    return "".join(out)


def _command(latex: str, at: int, depth: int) -> tuple[str, int]:
    match = re.compile(r"\\([A-Za-z]+|%)\s*").match(latex, at)
    if match is None:
        raise ExpressionError("an unknown mark")
    name, at = match.group(1), match.end()
    if name in ("frac", "dfrac", "tfrac"):
        above, at = _argument(latex, at, depth)
        below, at = _argument(latex, at, depth)
        return f"(({above})/({below}))", at
    if name == "sqrt":
        body, at = _argument(latex, at, depth)
        return f"sqrt({body})", at
    if name in ("text", "mathrm", "mathit", "operatorname", "texttt"):
        body, at = _raw(latex, at)
        return re.sub(r"\s+", "_", body.strip()) if body.strip() else "", at
    if name == "log" and latex.startswith(("_2", "_{2}", "_10", "_{10}"), at):
        body, at = _argument(latex, at + 1, depth)
        return f"log{body}", at
    if name not in _COMMANDS:
        raise ExpressionError(f"unknown: {name}")
    if name in ("times", "cdot", "div", "ast", "approx"):
        return f" {_COMMANDS[name]} ", at
    joined = _COMMANDS[name][-1].isalpha() and latex[at : at + 1].isalnum()  # the space behind a name ends it
    return f"{_COMMANDS[name]} " if joined else _COMMANDS[name], at


def _raw(latex: str, at: int) -> tuple[str, int]:
    """The braces' content as it stands, with where it ends."""
    if at >= len(latex):
        raise ExpressionError("an argument is missing")
    if latex[at] != "{":
        return latex[at], at + 1
    level = 0
    for end in range(at, len(latex)):
        level += (latex[end] == "{") - (latex[end] == "}")
        if level == 0:
            return latex[at + 1 : end], end + 1
    raise ExpressionError("a brace is missing")


def _argument(latex: str, at: int, depth: int) -> tuple[str, int]:
    if at < len(latex) and latex[at] == "\\":
        return _command(latex, at, depth)
    if at < len(latex) and latex[at].isdigit() and latex[at - 1] in "_^":
        return latex[at], at + 1
    body, end = _raw(latex, at)
    return plain_math(body, depth + 1), end


def tokens_of(side: str, known: frozenset[str], latex: bool, writing: Writing) -> list[Token]:
    """The tokens of one side; known: names that have values. Raises ExpressionError."""
    text = _special(plain_math(side) if latex else side)
    quantities = {q.span.start: q for q in quantities_of(text, Writing("en", "."))}
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        token = _token(text, at, tokens, quantities, (known, latex))
        tokens.append(token)
        at = token.span.end
    return tokens


def letters_of(side: str) -> frozenset[str]:
    """The letters that stand in an expression as names of their own, apart from any other."""
    return frozenset(match.group() for match in re.finditer(r"(?<![\w\\])[A-Za-zα-ωΑ-Ω](?![\w(])", side))


def _special(text: str) -> str:
    text = re.sub(r"√\s*(\w+(?:\.\d+)?)", r"sqrt(\1)", text)
    for mark, new in (
        ("⌊", "floor("),
        ("⌋", ")"),
        ("⌈", "ceil("),
        ("⌉", ")"),
        ("²", "^2"),
        ("³", "^3"),
        ("√", "sqrt"),
        ("math.", ""),
        ("np.", ""),
        ("torch.", ""),
    ):
        text = text.replace(mark, new)
    return text


def _token(text: str, at: int, tokens: list[Token], quantities: dict[int, Quantity], context: tuple[frozenset[str], bool]) -> Token:
    known, _ = context
    wants_operand = not tokens or tokens[-1].kind in ("operator", "open", "function", "comma")
    if text[at] in "([":
        return Token("open", "(", Span(start=at, end=at + 1))
    if text[at] in ")]":
        return Token("close", ")", Span(start=at, end=at + 1))
    if text[at] == ",":
        return Token("comma", ",", Span(start=at, end=at + 1))
    if text[at].isdigit():
        return _number(text, at, quantities, known)
    if not wants_operand:
        operator = operator_at(text, at, len(text))
        if operator is not None and not (text[at] == "x" and "x" in known):
            return Token("operator", operator[0], Span(start=at, end=operator[1]))
        if text[at] in "-–":
            return Token("operator", "-", Span(start=at, end=at + 1))
    elif text[at] in "-−":
        return Token("operator", "-", Span(start=at, end=at + 1))
    return _named(text, at, tokens, context)


def _number(text: str, at: int, quantities: dict[int, Quantity], known: frozenset[str]) -> Token:
    quantity = quantities.get(at)
    bare = _BARE.match(text, at)
    if bare is None:
        raise ExpressionError("a number in another script")
    if quantity is not None:
        unit = text[quantity.number.end : quantity.span.end].strip(" -")
        if unit and (unit in known or unit in ("x", "×")):
            quantity = None
    if quantity is None or "^" in text[quantity.number.start : quantity.number.end]:
        found = quantities_of(bare.group(), Writing("en", "."))
        if len(found) != 1:
            raise ExpressionError("a number that cannot be read")
        return Token("number", "", Span(start=at, end=bare.end()), found[0])
    return Token("number", "", Span(start=at, end=max(quantity.span.end, at + 1)), quantity)


def _named(text: str, at: int, tokens: list[Token], context: tuple[frozenset[str], bool]) -> Token:
    known, latex = context
    match = _NAME.match(text, at)
    if match is None:
        raise ExpressionError("an unknown mark")
    name = match.group()
    following = text[match.end() :].lstrip()
    if name in _FUNCTIONS and name not in known:
        return Token("function", name, Span(start=at, end=match.end()))
    if not latex and tokens and tokens[-1].kind in ("number", "name", "close"):
        raise ExpressionError("operands beside each other")
    if latex and name not in known and "_" not in name and 1 < len(name) <= 4 and all(letter in known for letter in name):
        return Token("name", name[0], Span(start=at, end=at + 1))
    if following.startswith("(") and (name not in known or not latex):
        raise ExpressionError(f"an unknown function {name}")
    if not latex and following[:1].isalpha() and not re.match(r"(?:x|mod|times)\b", following):
        raise ExpressionError("words beside each other")
    return Token("name", name, Span(start=at, end=match.end()))
