"""Of what a sentence says something: each expression that is the subject of a clause, with the predicate that the clause makes of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tools import python_source
from tools.instruments.code.compare import literal
from tools.instruments.code.told.asked import asked
from tools.instruments.code.told.denials import Denial, denies, without_denials
from tools.instruments.code.told.marks import MARK, Marked
from tools.instruments.code.told.objects import object_of
from tools.instruments.code.told.predicates import Object, Predicate, element
from tools.instruments.code.told.words import (
    ADVERB,
    ARTICLE,
    BE,
    CONDITION,
    COUNTED,
    DOUBTED,
    FINAL,
    FRONTED,
    GIVE,
    HAVE,
    ORDER,
    ORDINAL,
    RAISE,
    SETTING,
)  # fmt: skip

_VERB = rf"(?:{GIVE}|{RAISE}|{HAVE}|{BE}|{ORDER})"
_GAP = rf"(?:\s*\([^()⟦⟧]{{0,60}}\)|[\s,]+(?:{ADVERB})\b|[\s,]+(?:which|that|qui|der|die|das)\b(?!\s+⟦))*,?\s+"
_AFTER = re.compile(rf"(?P<possessive>['’]s\s+(?P<noun>[a-z]+))?(?P<gap>{_GAP})(?P<verb>{_VERB})\b(?=\s)", re.I)
_ELIDED = re.compile(rf"[^⟦⟧.;:!?]{{0,60}}?,?\s+(?:and|und|et)\s+(?:(?:{ADVERB})\s+)*(?P<verb>{GIVE}|{RAISE})\b(?=\s)", re.I)
_FURTHER = re.compile(rf",?\s+(?:and|but|und|aber|et|mais)\s+(?:(?:{ADVERB})\s+)*(?P<verb>{_VERB})\b(?=\s)", re.I)
_LEFT_WITH = re.compile(r"\s+with(?=\s)")
_FINAL = re.compile(rf"\s+(?:{FINAL})\b", re.I)
_BEFORE_FRONTED = re.compile(
    rf"(?:^|[\s,;(])(?P<verb>{FRONTED})\s+(?:(?:{ADVERB})\s+)*{ARTICLE}?(?:(?:Aufruf|Ausdruck|Liste|Wert|Variable|Ergebnis|Zeile"
    rf"|Name)\s+)?$",
    re.I,
)
_ELEMENT = re.compile(
    rf"(?:(?:the|its|das|der|die|le|la|l['’])\s*(?P<ordinal>{ORDINAL})\s+(?:{COUNTED})|(?:the|die|la)\s+(?P<noun>[A-Za-zäöüéè]+(?:\s+type)?"
    rf"|number of (?:{COUNTED}|dimensions|axes)|Anzahl der \w+|nombre d['’e ]\s*\w+))\s+"
    r"(?:of|over|von|über|de|du|sur|in)\s+(?:(?:the|der|des|la|le)\s+(?:\w+\s+)?)?$",
    re.I,
)
#: "the dtype of ⟦0⟧ is ..., that of ⟦1⟧ ..."
_THAT_OF = re.compile(
    rf"\b(?:the|die|der|das|la|le)\s+(?P<noun>[A-Za-zäöüéè]+(?:\s+type)?)\s+(?:of|von|de)\s+(?:the\s+(?:\w+\s+)?)?{MARK}[^.;]*"
    r"\b(?P<that>that of|dass?elbe von|de[rm] von|die von|das von|celui de|celle de)\s+$",
    re.I,
)
_WITH = re.compile(r"(?:^|[,;:]\s+)(?:and |but |und |aber )?(?:with|mit|avec|for|für|pour)\s+$", re.I)
_WOULD_BE = re.compile(
    rf"\s*(?:instead|stattdessen|dagegen|hingegen|au lieu)?,?\s+(?:there|it|they|wären es|wäre es|ce|il y)\s*(?:would|are|is|sind es"
    rf"|serait|seraient|aurait|en aurait)?\s*"
    rf"(?:be\s+)?(?:(?:{ADVERB}|ebenfalls|auch|aussi)\s+)*(?={COUNTED}|\w+\s+{COUNTED})",
    re.I,
)
_RECALLED = re.compile(
    rf"(?<=[,;:]\s)(?:and |so |then |und |et )?(?:(?:the|this|that|der|dieser|l['’]) ?(?:call|expression|line|statement"
    r"|Aufruf|Ausdruck|appel)"
    rf"|it|this|that|er|das|dies|cela)(?P<gap>{_GAP})(?P<verb>{GIVE}|{RAISE})\b(?=\s)",
    re.I,
)
_ITS = re.compile(rf"\b(?:its|sein|ihr|son|sa)\s+(?P<ordinal>{ORDINAL})\s+(?:{COUNTED})\s+(?P<verb>{BE})\b", re.I)
PREPOSED = re.compile(
    r"(?:\b(?:of|for|in|to|from|with|by|on|at|than|(?<!such )as|like|into|via|using|through|between|von|für|in|mit|bei|aus|zu"
    r"|als"
    r"|durch|nach|de|du"
    r"|dans"
    r"|pour|avec|par|à|sur|comme|without|ohne|sans|against|unlike|over|before|after|under|about|not|nicht|whether|that of|ob)"
    rf"|whatever|what|which|was|wie|ce que|,?\s+(?:or|oder|ou))\s+{ARTICLE}?(?:(?:call|line|expression|function|list|statement|method"
    rf"|Aufruf|Zeile|Ausdruck|l['’]appel|appel)"
    r"\s+)?$",
    re.I,
)
_CHAIN = re.compile(rf"(?P<first>(?:{MARK},\s+)*{MARK}),?\s+(?:and|und|et)\s+(?:the\s+|den\s+)?$", re.I)
_GAPPED = re.compile(
    rf"\s*(?:,|;)?\s*(?:and|while|whereas|but|und|während|aber|et|mais|tandis que|alors que)?\s*(?:the\s+\w+\s+)?{MARK}(?=[\s,])", re.I
)
#: "After the call `x` is ...": the step is another one than what is named behind it.
_AFTER_STEP = re.compile(
    r"\b(?:after|nach|après)\s+(?:the|this|that|de[mr]|diese[mr]|la|le|l['’]|cet|cette)\s*(?:call|line|loop|statement|expression|Aufruf"
    r"|Zeile|Ausdruck"
    r"|appel|ligne)\s+$",
    re.I,
)
#: Before a call that was made before, whose outcome may be another one then.
_REPEATED = re.compile(
    r"\b(?:second|third|another|further|subsequent|repeated|next|zweite\w*|weitere\w*|erneute\w*|deuxième|nouvel|autre)\s+"
    r"(?:(?:call|Aufruf|appel)\s+(?:(?:of|to|von|à|de)\s+)?)?$",
    re.I,
)
_AFTER_CALL = re.compile(r"\b(?:after|once|nach|après|following|with|mit|avec)\s+(?:[\w']+\s+){0,3}⟦(?P<call>\d+)⟧[^⟦⟧]*$", re.I)
_NOUNS = {
    "length": "len({0})", "size": "len({0})", "länge": "len({0})", "longueur": "len({0})", "value": "{0}", "result": "{0}", "wert": "{0}",
    "ergebnis": "{0}", "valeur": "{0}", "résultat": "{0}", "shape": "tuple({0}.shape)", "form": "tuple({0}.shape)",
    "forme": "tuple({0}.shape)", "type": "type({0}).__name__", "class": "type({0}).__name__", "typ": "type({0}).__name__",
    "dtype": "str({0}.dtype)", "data type": "str({0}.dtype)", "element type": "str({0}.dtype)", "datentyp": "str({0}.dtype)",
    "sum": "sum({0})", "summe": "sum({0})", "somme": "sum({0})",
}  # fmt: skip


@dataclass(frozen=True)
class Claim:
    """One statement: `expression` (or a statement of code) and what is said of it. start, end: in the words of the sentence.

    before: assignments that the sentence makes first. verb: as written.
    """

    expression: str
    predicate: Predicate
    start: int
    end: int
    before: tuple[str, ...]
    verb: str


def claims_of(text: Marked) -> Iterator[Claim]:
    """All that a sentence says of its pieces of code; suppositions, memories and conditions are left out."""
    found: list[Claim] = []
    plain, denials = without_denials(text)
    for match in re.finditer(MARK, text.words):
        for made in _of_subject(plain, match):
            claim = _turned_around(made, denials, plain.words)
            if claim is None or is_open(text, claim):
                continue
            if not any((claim.start, claim.end, claim.expression) == (c.start, c.end, c.expression) for c in found):
                found.append(claim)
    yield from found


def _turned_around(claim: Claim, denials: tuple[Denial, ...], words: str) -> Claim | None:
    """The claim as it is meant where its clause holds a denial, None where that leaves open what is said."""
    if not (denied := denies(denials, words, claim.start, claim.end)):
        return None if denied is None else claim
    if claim.predicate.kind in ("other", "near", "passes"):
        return None
    return replace(claim, predicate=replace(claim.predicate, negated=True))


def _of_subject(text: Marked, mark: re.Match[str]) -> Iterator[Claim]:
    code = text.code[int(mark.group()[1:-1])]
    words = text.words
    subject = _subject(text, mark, code)
    if _is_call(code) and _is_code(code):
        yield from _recalled(text, code, mark.end())
    if subject is None:
        would = _WOULD_BE.match(words, mark.end()) if _WITH.search(words[: mark.start()]) and _is_call(code) else None
        if would is not None:
            yield from _said(text, [code], mark.start(), would.end(), "has")
        return
    start, expressions = subject
    verb = _AFTER.match(words, mark.end())
    fronted = _BEFORE_FRONTED.search(words[: mark.start()])
    if verb is not None:
        noun = (verb["noun"] or "").lower()
        made = [_noun(e, noun) for e in expressions] if noun else expressions
        yield from _said(text, made, start, verb.end(), verb["verb"])
    elif fronted is not None:
        gap = re.compile(rf"(?:[\s,]+(?:{ADVERB})\b)*").match(words, mark.end())
        yield from _said(text, expressions, fronted.start("verb"), gap.end() if gap else mark.end(), fronted["verb"])
    elif left := _LEFT_WITH.match(words, mark.end()) if re.search(r"\bleav(?:es?|ing)\s+$", words[: mark.start()]) else None:
        yield from _said(text, expressions, start, left.end(), "has")
    elif elided := _ELIDED.match(words, mark.end()):
        yield from _said(text, expressions, start, elided.end(), elided["verb"])
    yield from _finally(text, expressions, start, mark.end())
    yield from _its(text, expressions, mark.end())


def _is_call(code: str) -> bool:
    return code.endswith(")") and "(" in code


def _recalled(text: Marked, code: str, at: int) -> Iterator[Claim]:
    """What is said of a call by "the call", "it", "this" further on in its sentence, before another call is named."""
    other = next((m for m in re.finditer(MARK, text.words[at:]) if _is_call(text.code[int(m.group()[1:-1])])), None)
    match = _RECALLED.search(text.words, at)
    if match is not None and (other is None or match.end() <= at + other.start()):
        yield from _said(text, [code], match.start(), match.end(), match["verb"])


def _subject(text: Marked, mark: re.Match[str], code: str) -> tuple[int, list[str]] | None:
    """Where the subject that a mark belongs to begins, and its expressions; None where the mark only belongs to something else."""
    words = text.words
    head = words[: mark.start()]
    if not _is_code(code):
        return None
    element_of = _ELEMENT.search(head)
    that_of = _THAT_OF.search(head)
    if that_of is not None and that_of["noun"].lower() in _NOUNS:
        return that_of.start("that"), [_noun(code, that_of["noun"].lower())]
    if element_of:
        made = f"({code})[{element(element_of['ordinal'])}]" if element_of["ordinal"] else _noun(code, element_of["noun"].lower())
        return element_of.start(), [made]
    chain = _CHAIN.search(head)
    others = [text.code[int(m[1:-1])] for m in re.findall(MARK, chain["first"])] if chain else []
    spoken = re.search(rf"{_VERB}\s+(?:(?:{ADVERB})\s+)*$", head[: chain.start()], re.I) if chain else None
    if chain and not spoken and not PREPOSED.search(words[: chain.start()]) and not any(literal(c)[0] for c in others):
        return chain.start(), [*(c for c in others if _is_code(c)), code]
    if PREPOSED.search(head) and not (_AFTER_STEP.search(head) and re.fullmatch(r"[a-z_]\w*", code)):
        return None
    return mark.start(), [code]


def _noun(expression: str, noun: str) -> str:
    """The expression for something of a value ("the length of x")."""
    if counted := re.fullmatch(r"(?:number of|anzahl der|nombre d['’e ])\s*(?P<what>.+)", noun):
        return f"({expression}).ndim" if re.fullmatch("dimension\\w*|ax[ei]s", counted["what"]) else f"len({expression})"
    form = _NOUNS.get(noun)
    return form.format(f"({expression})" if "." in form else expression) if form else f"_known_.noun({expression}, {noun!r})"


def _said(text: Marked, expressions: list[str], start: int, at: int, verb: str) -> Iterator[Claim]:
    """The claims of one clause, and of a second one that leaves out the verb."""
    found = object_of(text, at, verb)
    if found is None:
        return
    if re.match(r"\s*,?\s*(?:respectively|beziehungsweise|respectivement)\b", text.words[found.end :]) or _is_list(
        text, found, expressions
    ):
        return
    for expression in expressions:
        yield _claim(text, expression, found, start, verb)
    yield from _and_more(text, expressions, start, found.end)
    gapped = _GAPPED.match(text.words, found.end)
    if gapped is not None:
        mark = gapped.group()[gapped.group().rindex("⟦") + 1 : -1]
        code, further = text.code[int(mark)], object_of(text, gapped.end(), verb)
        closed = further is not None and re.match(rf"\s*(?:$|[.,;:)]|{FINAL}\b)", text.words[further.end :])
        if further is not None and closed and _is_code(code) and further.predicate.kind == found.predicate.kind:
            yield _claim(text, code, further, gapped.start() + gapped.group().rindex("⟦"), verb)


def _is_list(text: Marked, found: Object, expressions: list[str]) -> bool:
    """Whether several subjects share several values ("`a` and `b` are 1 and 2")."""
    return len(expressions) > 1 and bool(re.match(rf",?\s*(?:and|und|et)\s+(?:{MARK}|\d)\s*(?:$|[.,;:])", text.words[found.end :]))


def _and_more(text: Marked, expressions: list[str], start: int, at: int) -> Iterator[Claim]:
    """A second verb on the same subject: "begins with ⟦1⟧ and ends with ⟦2⟧"."""
    match = _FURTHER.match(text.words, at)
    found = object_of(text, match.end(), match["verb"]) if match is not None else None
    if match is not None and found is not None:
        yield from (_claim(text, e, found, match.start("verb"), match["verb"]) for e in expressions)


def _claim(text: Marked, expression: str, found: Object, start: int, verb: str) -> Claim:
    before = []
    for match in re.finditer(MARK, text.words[:start]):
        code = text.code[int(match.group()[1:-1])]
        if SETTING.search(text.words[: match.start()]) and _is_statement(code) and code != expression:
            before.append(code)
    expression, predicate = asked(expression, found.predicate, verb)
    if re.fullmatch(r"type\(.*\)", expression) and predicate.kind in ("type", "other") and re.fullmatch(r"[\w.]+", predicate.said):
        expression, predicate = f"{expression}.__name__", Predicate("words", predicate.said.rpartition(".")[2])
    return Claim(expression, predicate, start, found.end, tuple(before), verb)


def _finally(text: Marked, expressions: list[str], start: int, at: int) -> Iterator[Claim]:
    """A German clause that ends with its verb: "während ⟦0⟧ einen ⟦1⟧ auslöst"."""
    gap = re.compile(rf"(?:[\s,]+(?:{ADVERB})\b)*\s*").match(text.words, at)
    place = gap.end() if gap else at
    for verb in ("löst", "liefert", "ist", "hat"):
        found = object_of(text, place, verb)
        ending = _FINAL.match(text.words, found.end) if found is not None else None
        if found is not None and ending is not None:
            yield from (_claim(text, e, Object(found.predicate, ending.end()), start, verb) for e in expressions)
            return


def _its(text: Marked, expressions: list[str], at: int) -> Iterator[Claim]:
    """ "The list `x` has four items, and its last element is ⟦1⟧"."""
    match = _ITS.search(text.words, at)
    if match is None or len(expressions) != 1 or re.search(r"⟦|[.;]\s", text.words[at : match.start()]):
        return
    found = object_of(text, match.end(), match["verb"])
    if found is not None:
        yield _claim(text, f"({expressions[0]})[{element(match['ordinal'])}]", found, match.start(), match["verb"])


def is_open(text: Marked, claim: Claim) -> bool:
    """Whether a clause is a supposition or holds under a condition that the run may not meet."""
    begin = max((m.end() for m in re.finditer(r"[;:]\s|\s[—–]\s", text.words[: claim.start])), default=0)
    stop = re.compile(r"[;:]\s|\s[—–]\s|,\s|$").search(text.words, claim.end)
    end = stop.start() if stop else len(text.words)
    lead = text.words[begin : claim.end]
    if DOUBTED.search(re.sub(MARK, "", lead)):
        return True
    called = _AFTER_CALL.search(text.words[: claim.start])
    if called is not None and _is_call(text.code[int(called["call"])]):
        return True
    if claim.predicate.kind != "raises" and _REPEATED.search(text.words[: claim.start]):
        return True
    before = re.sub(r"\b(?:even|as) if\b", "", text.words[begin : claim.start])
    return bool(
        CONDITION.search(before)
        or ("_known_.all_per(" not in claim.expression and CONDITION.search(text.words[claim.start : claim.end].replace("as long as", "")))
        or CONDITION.search(_ahead(text, claim, end))
    )


def _ahead(text: Marked, claim: Claim, end: int) -> str:
    """The words after a claim that may set it a condition: of an exception that is there, not what it is said to say."""
    words = text.words[claim.end : end]
    return re.split(r"\b(?:whose|that|which|dessen|deren|der|die|das|dont|qui)\b", words)[0] if claim.predicate.kind == "caught" else words


def _is_code(code: str) -> bool:
    """Whether a piece of code is an expression with a value of its own, or a statement that can be tried."""
    try:
        python_source.expression(code)
    except SyntaxError:
        return _is_statement(code)
    return "..." not in code and "…" not in code


def _is_statement(code: str) -> bool:
    try:
        tree = python_source.module(code)
    except SyntaxError:
        return False
    return bool(tree.body) and all(
        isinstance(n, (ast.Assign, ast.AugAssign, ast.Delete, ast.Raise, ast.Import, ast.ImportFrom)) for n in tree.body
    )
