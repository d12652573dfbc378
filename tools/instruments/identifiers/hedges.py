"""Words and code by which a chapter itself says that a name may be absent, old or wrong: such a name is no fault."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tools.instruments.identifiers.program import Program
from tools.packages.modules import dotted
from tools.records import Block, Chapter, Span

HEDGES = re.compile(
    r"""\b(?:
    there\ (?:is|was|are)\ no | no\ such | does\ ?n[o']t\ exist | do\ not\ exist | did\ not\ exist | doesn[’']t\ (?:exist|have)
    | no\ longer
    | (?:was|were|been|is|are|be|got)\ (?:\w+\ )?(?:removed|renamed|dropped|deleted|deprecated|replaced|superseded|gone|retired)
    | removed | renamed | removal
    | deprecat\w* | obsolete | legacy | formerly | used\ to\b | once\ called | was\ called | were\ called | old(?:er)?\b
    | previously | historical(?:ly)?
    | before\ (?:version|python|numpy|torch|pytorch|pandas|\d) | until\ (?:version|python|numpy|torch|pytorch|pandas|\d)
    | alias(?:es)?\b | superseded
    | hypothetical\w* | imagin\w+ | suppose | pretend | fictional | invented | if\ there\ were | typo\w* | misspel\w* | mistake\w*
    | wrong(?:ly)?
    | AttributeError | ImportError | ModuleNotFoundError | TypeError | NameError | fail(?:s|ed|ing)? | raises? | broken | bug
    | lacks? | missing | absent | unlike
    | planned | upcoming | proposed | not\ (?:yet|exist|available|have|in|part|provided|called|named|spelled)
    | gibt\ es\ nicht | gibt\ es\ kein\w* | kein\w* | nicht\ (?:mehr|vorhanden|verfügbar) | entfernt | früher\w* | veraltet\w*
    | umbenannt | hieß\w* | ehemals | ersetzt
    | n[’']existe\ (?:pas|plus) | supprim\w+ | renomm\w+ | obsol\w+ | ancien\w* | autrefois | déprécié\w*
    | no\ existe\w* | ya\ no | eliminad\w+ | obsolet\w+ | antig\w+ | renombrad\w+ | non\ esiste | rimoss\w+ | não\ existe
    | removid\w+ | verwijderd | bestaat\ niet
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_STOP = re.compile(r"(?<=[.!?…])[\"'”’)`]*\s+(?=[\"'“‘(`*]*[A-ZÀ-ÝÄÖÜ0-9`])|\n\s*\n|\n(?=\s*(?:[-*+•]|\d+[.)])\s)")
_ERRORS = {
    "AttributeError",
    "ImportError",
    "ModuleNotFoundError",
    "TypeError",
    "NameError",
    "Exception",
    "RuntimeError",
    "BaseException",
    "ValueError",
}
_FAILS = re.compile(
    r"\b(?:AttributeError|ImportError|ModuleNotFoundError|TypeError|NameError|fails?|failed|raises?|does(?:n't| not) work|no longer"
    r"|removed|deprecated"
    r"|older|legacy|broken|bug(?:gy)?|schlägt fehl|veraltet|entfernt|falsch|échoue|falla)\b",
    re.IGNORECASE,
)


def sentence(text: str, span: Span, within: Span) -> Span:
    """The sentence of a block in which a span stands."""
    start, end = within.start, within.end
    for stop in _STOP.finditer(text, within.start, within.end):
        if stop.end() <= span.start:
            start = stop.end()
        elif stop.start() >= span.end:
            end = stop.start()
            break
    return Span(start=start, end=end)


def stops(text: str, within: Span) -> Iterator[tuple[int, int]]:
    """Where each sentence of a block but the last ends, and where the next begins."""
    for stop in _STOP.finditer(text, within.start, within.end):
        yield stop.start(), stop.end()


def hedged(text: str, span: Span, within: Span) -> bool:
    """Whether the sentence around a name says that it may be absent, old or wrong."""
    around = sentence(text, span, within)
    return bool(HEDGES.search(text[around.start : span.start] + " " + text[span.end : around.end]))


class Guards:
    """Code that the chapter shows because it fails, or that is ready for a name's absence."""

    def __init__(self, chapter: Chapter, text: str) -> None:
        self._text = text
        self._blocks = chapter.blocks

    def nodes(self, program: Program) -> set[int]:
        """The ids of the nodes of a program for which an absence would be no fault."""
        if self._shown_to_fail(program.block):
            return {id(node) for node in ast.walk(program.tree)}
        guarded: set[int] = set()
        for node in ast.walk(program.tree):
            if _is_guard(node) or (isinstance(node, ast.stmt) and self._commented(program, node)):
                guarded |= {id(inner) for inner in ast.walk(node)}
        return guarded

    def _commented(self, program: Program, node: ast.stmt) -> bool:
        """A simple statement whose own line, or the line of comment above it, says so."""
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.If | ast.For | ast.While | ast.With | ast.Try):
            return False
        first, last = node.lineno, node.end_lineno or node.lineno
        comments = [program.lines[number - 1].words.partition("#")[2] for number in range(first, last + 1)]
        above = program.lines[first - 2].words if first > 1 else ""
        if above.lstrip().startswith("#"):
            comments.append(above)
        return any(_FAILS.search(comment) or HEDGES.search(comment) for comment in comments)

    def _shown_to_fail(self, block: Block) -> bool:
        """An error is printed after it, or the sentence before or after it says that it fails or is old."""
        index = self._blocks.index(block)
        before = self._blocks[index - 1] if index else None
        after = self._blocks[index + 1] if index + 1 < len(self._blocks) else None
        if after is not None and after.kind == "output":
            words = self._text[after.span.start : after.span.end]
            return "Traceback" in words or bool(
                re.search(r"\b(?:AttributeError|ImportError|ModuleNotFoundError|TypeError|NameError)\b", words)
            )
        near = []
        if before is not None and before.kind in ("prose", "heading"):
            last = sentence(self._text, Span(start=max(before.span.start, before.span.end - 1), end=before.span.end), before.span)
            near.append(self._text[max(last.start, last.end - 200) : last.end])
        if after is not None and after.kind == "prose":
            near.append(self._text[after.span.start : min(after.span.end, after.span.start + 160)])
        return any(_FAILS.search(words) for words in near)


def _is_guard(node: ast.AST) -> bool:
    if isinstance(node, ast.Try):
        caught = {name for handler in node.handlers for name in _caught(handler)}
        return bool(caught & _ERRORS)
    if isinstance(node, ast.If):
        words = ast.unparse(node.test)
        return any(mark in words for mark in ("hasattr", "version", "TYPE_CHECKING", "find_spec"))
    if isinstance(node, ast.With):
        return any("raises" in ast.unparse(item.context_expr) or "suppress" in ast.unparse(item.context_expr) for item in node.items)
    return False


def _caught(handler: ast.ExceptHandler) -> set[str]:
    if handler.type is None:
        return {"Exception"}
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {(dotted(each) or "").rpartition(".")[2] for each in types}
