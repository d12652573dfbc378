"""The type that a chapter gives a call's result, against the annotation of what is called."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.behaving import BESIDE, NEGATED, spoken
from tools.instruments.identifiers.subjects import Subjects
from tools.instruments.identifiers.survey import Judgement, Survey, at, finding, quoted
from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.python_source import parsed
from tools.records import Finding, Span

WRONG = Judgement("result-type", "contradicted", "high", "correction")
RIGHT = Judgement("result-type", "supported", "low", "no change")
_WORDS = {
    "bytes": "bytes", "string": "str", "str": "str", "list": "list", "Liste": "list", "liste": "list", "tuple": "tuple", "Tupel": "tuple",
    "dict": "dict", "dictionary": "dict", "Wörterbuch": "dict", "dictionnaire": "dict", "set": "set", "Menge": "set",
    "integer": "int", "int": "int", "float": "float", "bool": "bool", "boolean": "bool", "Zeichenkette": "str", "chaîne": "str",
    "pair": "tuple", "Paar": "tuple", "paire": "tuple",
}  # fmt: skip
_PLAIN = {*_WORDS.values(), "None", "bytearray", "frozenset", "complex"}
_TYPE = rf"[`]?(?P<type>{'|'.join(_WORDS)})\b[`]?(?:\s+(?:objects?|object))?"
_SAID = re.compile(
    rf"\b(?:returns?|gives(?:\s+back)?|yields|liefert|gibt|renvoie|retourne)\s+(?:back\s+)?(?:just\s+|only\s+)?(?:an?|one|the|eine?n?|une?)\s+(?:\w+\s+)?{_TYPE}"
)
_NOTED = re.compile(rf"\b(?:as\s+)?(?:an?|one|eine?n?|une?)\s+(?:single\s+|plain\s+)?{_TYPE}(?=\s*(?:$|[.,;)]))")


_ITSELF = re.compile(
    r"\b(?:returns?|gives\s+back|liefert|gibt|renvoie|retourne)\s+(?:`self`|(?:the\s+|das\s+|die\s+|den\s+|le\s+|la\s+|l['’])?\w+\s+(?:itself|selbst|lui-même|elle-même))"
)


def results(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    yield from _itself(found, subjects)
    for _, sentence in spoken(found):
        words = found.text[sentence.start : sentence.end]
        said = _SAID.search(words)
        named = [each for each in subjects.named(sentence) if said is not None and each.span.end <= sentence.start + said.start()]
        if said is None or not named or NEGATED.search(words[: said.start()]) or BESIDE.search(words[: said.end()]):
            continue
        span = Span(start=sentence.start + said.start(), end=sentence.start + said.end())
        if len(named[-1].candidates) == 1 and span.start - named[-1].span.end < 60:
            yield from _held(found, named[-1].candidates[0], named[-1].written, said["type"], span)
    yield from _noted(found)


def _itself(found: Survey, subjects: Subjects) -> Iterator[Finding]:
    """A method that is said to return its object, and returns something else that it makes wherever it returns."""
    for block, sentence in spoken(found):
        said = _ITSELF.search(found.text, sentence.start, sentence.end)
        if said is None or NEGATED.search(found.text[sentence.start : said.start()]) or BESIDE.search(said.group()):
            continue
        here = subjects.named(Span(start=sentence.start, end=said.start()))
        before = [*subjects.before(block, sentence.start), *subjects.around(sentence.start)]
        methods = [each for each in here or before if each.candidates and all(one.owner is not None for one in each.candidates)]
        made = [_made(one.node) for one in methods[0].candidates] if methods else []
        if made and all(made) and "`self`" not in found.text[sentence.start : said.start()]:
            there = methods[0].candidates[0]
            summary = f"{methods[0].written} returns {made[0]} in {found.release(there.name)}, not the object itself ({at(there)})."
            span = Span(start=said.start(), end=said.end())
            limits = "Its return statements say so; nothing was run."
            yield finding(WRONG, span, summary, (f"it returns {made[0]}",), (quoted("CONTRADICTS", there.quote()),), limits=limits)


def _made(node: ast.AST | None) -> str:
    """What a function returns at all its ends: a new object or a constant; "" where it may be another thing."""
    if not isinstance(node, ast.FunctionDef):
        return ""
    values = [each.value for each in _returns(node)]
    plain = [each for each in values if isinstance(each, ast.Constant | ast.Tuple) or (isinstance(each, ast.Call) and _is_class(each))]
    return ast.unparse(plain[0])[:60] if plain and len(plain) == len(values) and plain[0] is not None else ""


def _returns(node: ast.AST) -> Iterator[ast.Return]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Return):
            yield child
        elif not isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            yield from _returns(child)


def _is_class(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Name) and re.match(r"_*[A-Z]", call.func.id) is not None


def _noted(found: Survey) -> Iterator[Finding]:
    """What a comment on the line of an assignment says of the call that is assigned."""
    calls = {mention.span.start: mention for mention in found.mentions if mention.code and mention.call is not None}
    for program in found.programs:
        for node in ast.walk(program.tree):
            if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
                continue
            mention, line = calls.get(program.span(node.value.func).start), program.lines[(node.end_lineno or node.lineno) - 1]
            mark = line.words.rfind("# ")
            said = _NOTED.search(line.words, mark) if mark >= 0 and line.words.count(" ", mark) < 12 else None
            resolved = found.resolve(mention.name) if mention is not None and said is not None else None
            if mention is not None and said is not None and isinstance(resolved, Found) and not mention.hedged:
                yield from _held(found, resolved, mention.written, said["type"], Span(start=line.start + mark, end=line.start + said.end()))


def _held(found: Survey, resolved: Found, written: str, word: str, span: Span) -> Iterator[Finding]:
    node = resolved.node
    if not isinstance(node, ast.FunctionDef) or node.returns is None or any(dotted(each) == "overload" for each in node.decorator_list):
        return
    there = _types(node.returns)
    if not there or not there <= _PLAIN:
        return
    said, source = _WORDS[word], ast.unparse(node.returns)
    if said in there and len(there) > 1:
        return
    right = said in there
    if not right and said in ("int", "float") and there & {"int", "float", "bool"}:
        return
    opposite = "as the chapter says" if right else f"not a {word}"
    summary = f"{written} returns {source} in {found.release(resolved.name)}, {opposite} ({at(resolved)})."
    ground = quoted("SUPPORTS" if right else "CONTRADICTS", resolved.quote())
    yield finding(
        RIGHT if right else WRONG,
        span,
        summary,
        (f"annotation: -> {source}",),
        (ground,),
        limits="The annotation says so; nothing was run.",
    )


def _types(node: ast.expr) -> set[str]:
    """The names of the types that an annotation allows; "?" for what is not plain."""
    if isinstance(node, ast.Constant):
        if node.value is None:
            return {"None"}
        tree = parsed(str(node.value))
        inner = tree.body[0] if tree is not None and tree.body else None
        return _types(inner.value) if isinstance(inner, ast.Expr) and not isinstance(inner.value, ast.Constant) else {"?"}
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _types(node.left) | _types(node.right)
    if isinstance(node, ast.Subscript):
        base = (dotted(node.value) or "?").rpartition(".")[2]
        inner_types = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if base == "Optional":
            return _types(node.slice) | {"None"}
        if base == "Union":
            return {name for each in inner_types for name in _types(each)}
        return {base.lower() if base in ("List", "Dict", "Tuple", "Set", "FrozenSet") else base}
    name = (dotted(node) or "?").rpartition(".")[2]
    return {name}
