"""Equations that are named by what they do: "the root in (5.4)", "for n = 1 the division in (5.3) is undefined", a comment beside code."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tools.instruments.references.kinds import WORDS
from tools.instruments.references.labels import Mention, Target
from tools.instruments.references.meaning import Mistake, block_of, sentence_of
from tools.records import Block, Span

#: What a formula does, in words, and the signs that write it.
_DOES: tuple[tuple[str, str], ...] = (
    (r"(?:square |cube )?roots?|\w*wurzel|racine(?: carrée)?", r"\\sqrt|√|sqrt|\^\{?\(?1/2|\*\* ?0\.5"),
    (
        r"divisions?|fractions?|quotients?|denominators?|numerators?|bruch|nenner|zähler|dénominateur|numérateur",
        r"\\d?frac|/|÷|\^\{?-1",
    ),
    (r"logarithms?|logs?|logarithmus|logarithme", r"\blog|\bln|\\log|\\ln"),
    (r"exponentials?(?: function)?|exponentialfunktion|exponentielle", r"exp|e\^|\be\*\*"),
    (r"sums?|summations?|summe|somme", r"\\sum|∑|Σ|\+"),
    (r"integrals?|integral|intégrale", r"\\int|∫"),
    (r"squares?|squaring|quadrat|carré", r"\^\{?2|²|\*\* ?2"),
    (r"cosine|kosinus|cosinus", r"cos"),
    (r"sine|sinus", r"sin"),
    (r"absolute values?|moduli|modulus|betrag|beträge|valeur absolue", r"\||\\l?vert|abs"),
    (r"maximum|maxima", r"max"),
    (r"minimum|minima", r"min"),
    (r"factorials?|fakultät|factorielle", r"!"),
    (r"products?|produkt|produit", r"\\prod|∏|Π|\\cdot|\\times|·|×|\*|[a-zA-Z\])] ?[a-zA-Z(\\]"),
    (r"transposes?|transposed matrix|transponierte", r"\^\{?(?:T|\\top|\\mathsf)|ᵀ|\\top"),
)  # fmt: skip
_IN = re.compile(
    r"\b(?:the|die|der|das|la|le|l['’])\s*(?P<does>[\w-]+(?: [\w-]+)?)\s+(?:in|dans)\s+"
    r"(?:(?:equation|formula|gleichung|formel|l['’]équation|la formule)\s+)?\(?$",
    re.I,
)
_DONE = re.compile(
    r"^\)?\s+(?:is|are|was|were|gets?|werden|wird|sont|est)\s+(?P<does>squared|summed|quadriert|summiert|mis au carré|élevée?s? au carré)\b"
    r"|^\)?\s+(?P<german>quadriert|summiert)\b",
    re.I,
)
_DONE_BY = {"squared": r"\^\{?2|²|\*\* ?2", "quadriert": r"\^\{?2|²|\*\* ?2", "summed": r"\\sum|∑|Σ", "summiert": r"\\sum|∑|Σ"}
_UNDEFINED = re.compile(
    r"\b(?:undefined|not defined|by zero|nicht definiert|undefiniert|durch null|indéfinie?|pas définie?|par zéro)\b", re.I
)
_AT = re.compile(r"\b(?:for|at|with|für|bei|pour)\s+\$?(?P<name>[a-zA-Z])\s*=\s*(?P<value>\d+)\$?", re.I)
_UNDER = re.compile(r"\\d?frac\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}\{(?P<a>[^{}]*)\}|/\s*(?:\((?P<b>[^()]*)\)|(?P<c>[\w]+))")
_STEP = re.compile(r"(?P<left>[a-zA-Z]|\d+)\s*(?:(?P<sign>[-−+])\s*(?P<right>[a-zA-Z]|\d+))?")
_COMMENT = re.compile(rf"(?:#|//|--)\s*(?:see |from |cf\. )?(?P<label>(?:{WORDS['equation']})\s*\(?(?P<number>\d+(?:\.\d+)*)\)?)\s*$", re.I)
_ASSIGNED = re.compile(r"^\s*[\w.]+\s*=\s*(?P<right>[^=].*?)\s*(?:#|//|--)")


def misnamed(mention: Mention, blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Mistake | None:
    """What is wrong with an equation that does not do what is said of it, where exactly one other does."""
    formulas = formulas_of(targets, text)
    block = block_of(mention.span, blocks)
    if mention.kind != "equation" or mention.number not in formulas or block is None:
        return None
    sentence = sentence_of(mention.span, block, text)
    before, after = text[sentence.start : mention.span.start], text[mention.span.end : sentence.end]
    at = _AT.search(before) or _AT.search(after)
    if at is not None and _UNDEFINED.search(after):
        return _only(
            mention, formulas, f"no value at {at['name']} = {at['value']}", lambda f: _fails(f, at["name"], int(at["value"])), targets
        )
    done = _DONE.match(after)
    sign = _sign(before) if done is None else _DONE_BY.get((done["does"] or done["german"]).lower())
    said = done.group() if done is not None else before[-40:]
    return None if sign is None else _only(mention, formulas, said.strip(" )("), lambda f: re.search(sign, f) is not None, targets)


def _sign(before: str) -> str | None:
    match = _IN.search(before)
    if match is None:
        return None
    for words in (match["does"], match["does"].split()[-1]):
        for does, sign in _DOES:
            if re.fullmatch(does, words, re.I):
                return sign
    return None


def _only(
    mention: Mention, formulas: dict[str, str], said: str, holds: Callable[[str], bool], targets: tuple[Target, ...]
) -> Mistake | None:
    fits = [number for number, formula in formulas.items() if holds(formula)]
    if mention.number in fits or len(fits) != 1:
        return None
    ground = next(t.span for t in targets if t.kind == "equation" and t.number == fits[0])
    why = f"The text says of equation {mention.number}: {said[:80]!r}; that holds of equation {fits[0]} alone, not of {mention.number}."
    return Mistake(mention.span, why, f"equation {fits[0]}: {' '.join(formulas[fits[0]].split())[:120]}", ground)


def formulas_of(targets: tuple[Target, ...], text: str) -> dict[str, str]:
    """Number -> what is written, of the equations of a text that have a number of their own."""
    found: dict[str, str] = {}
    for target in targets:
        if target.kind != "equation":
            continue
        begin = max(
            text.rfind("\n\n", 0, target.span.start), *(text.rfind(mark, 0, target.span.start) for mark in ("$$", "\\[", "\\begin{")), 0
        )
        line = text[max(begin, target.span.start - 400) : target.span.start]
        if target.number in found or ("=" not in line and "\\" not in line):
            return {}
        found[target.number] = re.sub(r"\\tag\{?$|\($", "", line)
    return found


def _fails(formula: str, name: str, value: int) -> bool:
    """Whether a denominator of a formula is zero for a value of its name."""
    for match in _UNDER.finditer(formula):
        step = _STEP.fullmatch((match["a"] or match["b"] or match["c"] or "").strip())
        if step is None:
            continue
        left, right = (_number(side, name, value) for side in (step["left"], step["right"] or "0"))
        if left is None or right is None or name not in (step["left"], step["right"]):
            continue
        if (left - right if step["sign"] in ("-", "−") else left + right) == 0:
            return True
    return False


def _number(side: str, name: str, value: int) -> int | None:
    return value if side == name else int(side) if side.isdigit() else None


def commented(blocks: tuple[Block, ...], text: str, targets: tuple[Target, ...]) -> Iterator[Mistake]:
    """Comments beside a line of code that name another equation than the one whose right side the line computes."""
    formulas = {n: _plain(f.partition("=")[2]) for n, f in formulas_of(targets, text).items()}
    for block in blocks:
        if block.kind != "code" or not formulas:
            continue
        for line in block.lines:
            words = text[line.span.start : line.span.end]
            comment, assigned = _COMMENT.search(words), _ASSIGNED.match(words)
            if comment is None or assigned is None or comment["number"] not in formulas:
                continue
            fits = [number for number, formula in formulas.items() if formula and formula == _plain(assigned["right"])]
            if len(fits) == 1 and fits[0] != comment["number"]:
                span = Span(start=line.span.start + comment.start("label"), end=line.span.start + comment.end("label"))
                ground = next(t.span for t in targets if t.kind == "equation" and t.number == fits[0])
                why = f"The line computes what equation {fits[0]} says; the comment names equation {comment['number']}."
                yield Mistake(span, why, f"right side of the line and of equation {fits[0]}: {assigned['right']}", ground)


def _plain(words: str) -> str:
    """A side of a formula as it is compared: without blanks and signs of multiplication."""
    return re.sub(r"[\s*·×$]|\\cdot|\\,", "", words)
