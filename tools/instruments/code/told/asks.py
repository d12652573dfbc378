"""The questions that a chapter's sentences put to its run: an expression, and the points of the run at which it is asked.

A sentence speaks of the state after the block before it, at one of its lines, or of the block after it. It is asked at all of these where
something changes that its expression reads; only what fails at each of them is held against the sentence.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from pydantic import JsonValue

from prompts.trust import measure
from tools import python_source
from tools.instruments.code.failures import IMPORTS
from tools.instruments.code.programs import Piece
from tools.instruments.code.prose import names_of, sentences
from tools.instruments.code.told.calls import calls_of
from tools.instruments.code.told.changes import changes_of
from tools.instruments.code.told.clauses import Claim, claims_of
from tools.instruments.code.told.counted import counted_of
from tools.instruments.code.told.facts import facts_of
from tools.instruments.code.told.mappings import mappings_of
from tools.instruments.code.told.marks import marked
from tools.instruments.code.told.naming import Naming
from tools.instruments.code.told.phrases import Scene, focus_of, mentions, resolved
from tools.instruments.code.told.predicates import turned
from tools.instruments.code.told.relations import relations_of
from tools.instruments.code.told.tabulated import tabulated
from tools.records import Chapter, Span

_MOST = 14  # points of one question
_RECENT, _WORDS = 12, 600  # pieces of code and characters of a passage that a sentence may still refer to
_BARE = re.compile(r"[A-Za-z_]\w*")
_UNASKED = re.compile(r"\b(?:input|exit|quit|breakpoint|help|open|system|fork|kill|backward|await|sleep|exec|eval)\b|\.run\(|\bcuda\b")
_NOW = re.compile(
    r"\b(?:now|jetzt|nun|maintenant|after (?:this|that|these)|danach|après|ends up|finally|still|here|hier|the list|the array)\b", re.I
)
#: At the beginning of a sentence: what follows in the passage is of the state at the end.
_AFTERWARDS = re.compile(
    r"^\W*(?:after (?:this|that|these)|afterwards|in the end|at the end|now|danach|nun|jetzt|am ende|après cela|ensuite|à la fin"
    r"|maintenant)\b",
    re.I,
)
_RETURNS = re.compile(r"returns?|gives?|yields?|hands?|liefert|gibt|ergibt|renvoie|retourne|donne|rend", re.I)
_OWNERS = {"list", "dict", "set", "str", "tuple", "bytes", "deque", "Counter", "defaultdict", "bytearray", "array"}
#: Words that speak of one line of a block.
_SOMEWHERE = re.compile(r"\b(?:first|second|third|after|lines?|step|erste\w*|zweite\w*|nach|Zeile|premi\w+|après|lignes?)\b", re.I)

#: Calls whose outcome depends on how often they were made.
_CONSUMES = re.compile(r"\b(?:next|pop\w*|read\w*|send|setdefault|add|append|update|put\w*|get_nowait|step|seek|fetch\w*|remove|clear)\(")

Point = tuple[int, int | None]  # piece, first line of a statement (None: its end)


@dataclass(frozen=True)
class Told:
    """A claim of the text with its points, the last of them the nearest; number: of its question. names: of the chapter that it reads."""

    number: int
    claim: Claim
    span: Span
    points: tuple[Point, ...]
    nearest: Point
    imports: tuple[str, ...] = ()

    @property
    def other(self) -> str | None:
        return self.claim.predicate.said if self.claim.predicate.kind == "other" else None


class Teller:
    """Reads the sentences of one chapter."""

    def __init__(self, pieces: tuple[Piece, ...], chapter: Chapter) -> None:
        self.pieces = tuple(p for p in pieces if p.problem is None)
        self.naming = Naming(self.pieces)
        self.chapter = chapter
        self.text = measure(chapter.text)

    @cached_property
    def ticked(self) -> bool:
        return any("`" in self.text[b.span.start : b.span.end] for b in self.chapter.blocks if b.kind in ("prose", "quote"))

    @cached_property
    def plain_names(self) -> re.Pattern[str] | None:
        """The chapter's variables as words of a text that marks no code."""
        names = sorted(n for n in self.naming.variables if len(n) > 1)
        return None if not names else re.compile(rf"(?<![\w.`'\"(\[])(?:{'|'.join(map(re.escape, names))})(?![\w.(\['’`\"])")

    def told(self) -> Iterator[Told]:
        number = 0
        for index, block in enumerate(self.chapter.blocks):
            for claim, span in tabulated(block, self.text):
                made = self.one(claim, span, index, number, "", now=False)
                if made is not None:
                    number += 1
                    yield made
            if block.kind not in ("prose", "quote"):
                continue
            earlier: tuple[str, ...] = ()
            after, scene = False, self.scene(index)
            for begin, part in sentences(self.text, block.span):
                text = marked(part, begin, self.ticked, self.plain_names)
                written, focus, text = text.words, scene.focus, resolved(text, scene)
                scene = replace(
                    scene,
                    mentioned=(*mentions(text), *scene.mentioned)[:_RECENT],
                    focus=focus_of(text, kept=scene.focus),
                    words=(scene.words + " " + written)[-_WORDS:],
                )
                for claim, pair in changes_of(text, self.naming, scene.piece, self.before(scene.piece)):
                    if (names := self.names(claim)) is not None and not names - self.known(scene.piece):
                        number += 1
                        yield Told(number - 1, claim, text.span(claim.start, claim.end), pair, pair[1])
                facts, earlier = (
                    [
                        *facts_of(text, earlier),
                        *relations_of(text),
                        *mappings_of(text, self.naming, scene.piece),
                        *calls_of(text, self.pieces, scene.piece),
                        *counted_of(text, self.naming, scene.piece, focus),
                    ],
                    tuple(c for c in text.code if re.fullmatch(r"[A-Za-z_][\w.]*", c)),
                )
                after = after or _AFTERWARDS.search(part) is not None
                now = after or _NOW.search(part) is not None
                for claim in (*facts, *(c for c in claims_of(text) if not any(_same_words(c, f) for f in facts))):
                    made = self.one(claim, text.span(claim.start, claim.end), index, number, part, now)
                    if made is not None:
                        number += 1
                        yield made

    def scene(self, index: int) -> Scene:
        """What the first sentence of a block of prose can refer to: the code before it, else the code directly behind it."""
        before = [p for p in self.pieces if p.index < index]
        after = next((p for p in self.pieces if p.index > index), None)
        return Scene(self.naming, before[-1] if before else after if after is not None and after.index - index <= 2 else None)

    def before(self, piece: Piece | None) -> tuple[Piece, ...]:
        return tuple(p for p in self.pieces if piece is not None and p.number < piece.number)

    def known(self, piece: Piece | None) -> frozenset[str]:
        """Names that have a value at the end of a piece."""
        return frozenset().union(*(p.binds for p in self.before(piece)), piece.binds if piece is not None else ())

    def specimen(self, claim: Claim, index: int) -> Claim | None:
        """What a sentence says that a function returns, as a statement on the chapter's nearest call of it; None where it makes none."""
        owner, _, last = claim.expression.rpartition(".")
        if (
            claim.predicate.kind not in ("value", "type", "truth", "length", "numbers")
            or not _RETURNS.match(claim.verb)
            or self.is_own(claim.expression)
        ):
            return None
        pieces = sorted(self.pieces, key=lambda p: (p.index > index, abs(p.index - index)))
        calls = (c for p in pieces for n in p.tree.body if not hasattr(n, "body") for c in ast.walk(n) if isinstance(c, ast.Call))
        asked = next((a for call in calls if (a := _called(call, claim.expression, owner, last)) is not None), None)
        if asked is None:
            return None
        return replace(claim, expression=f"_known_.drained({asked})" if claim.predicate.kind in ("length", "numbers") else asked)

    def is_own(self, name: str) -> bool:
        """Whether the chapter defines a function of this name; what these return is seen in dynamic.py."""
        return any(isinstance(n, ast.FunctionDef) and n.name == name for p in self.pieces for n in p.tree.body)

    def one(self, claim: Claim, span: Span, index: int, number: int, part: str, now: bool) -> Told | None:
        claim = self.settled(claim)
        if re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)*", claim.expression) and (call := self.specimen(claim, index)) is not None:
            claim = call
        names = self.names(claim)
        if names is None or ("_known_.trait(_known_.the(" in claim.expression and claim.predicate.said == "False"):
            return None  # what no list of this kind has ("The list is not sorted") may be so by chance of the one that is there
        before = [p for p in self.pieces if p.index < index]
        after = next((p for p in self.pieces if p.index > index), None)
        close = after is not None and after.index - index <= 2
        known = frozenset().union(*(p.binds for p in before)) if before else frozenset()
        usable = known | (after.binds if after is not None and close else frozenset())
        foreign = {n for n in names - usable if n not in self.imported and n != "_known_"}
        missing = foreign - sys.stdlib_module_names
        if missing or not self.pieces or self.is_vague(claim, names, now):
            return None
        meant = {n for n in re.findall(r"'(\w+)'", claim.expression) if "_known_.the(" in claim.expression}
        points = list(self.points(frozenset((names | meant) & self.naming.variables), before, after if close else None))
        if not points:
            return None
        nearest = self.nearest(points, before, after, names, known, part)
        if now:
            points = [nearest]
        elif _BARE.fullmatch(claim.expression):
            pass  # it may be of any of the values that the name has had
        elif claim.predicate.kind not in ("raises", "passes") and not _CONSUMES.search(claim.expression) and not _SOMEWHERE.search(part):
            points = [p for p in points if p[1] is None]
        return Told(number, claim, span, tuple(points), nearest, tuple(sorted(names - usable - {"_known_"})))

    def settled(self, claim: Claim) -> Claim:
        """The claim, with an object that is no expression over the chapter's names as the words that are shown."""
        said = claim.predicate.said
        if claim.predicate.kind != "other" or not (names_of(said) or {"?"}) - frozenset().union(*(p.binds for p in self.pieces)):
            return claim
        return replace(claim, predicate=turned(claim.predicate, "words"))

    def names(self, claim: Claim) -> set[str] | None:
        """The names that a claim needs, None where it cannot be asked."""
        sources = [claim.expression, *claim.before]
        if any(_UNASKED.search(s) for s in sources):
            return None
        found = [names_of(s) if _is_expression(s) else names_in(s) for s in sources]
        if any(n is None for n in found):
            return None
        return set().union(*(n for n in found if n is not None))

    @cached_property
    def imported(self) -> frozenset[str]:
        return frozenset(IMPORTS) & frozenset(n for p in self.pieces for n in p.needs)

    def is_vague(self, claim: Claim, names: set[str], now: bool) -> bool:
        """Whether a name alone may mean something else than the variable of that name: an argument, a function, a word."""
        expression = claim.expression
        if not _BARE.fullmatch(expression):
            return not names and _is_constant(expression)
        if expression not in self.naming.variables or expression in self.naming.parameters:
            return True
        if self.ticked and expression in self.naming.plain:
            return False
        bare = not self.ticked or claim.predicate.kind in ("value", "other", "words")
        return bare and not now

    def points(self, names: frozenset[str], before: list[Piece], after: Piece | None) -> Iterator[Point]:
        """The ends of the piece before and of the one after, and the lines of both that touch what is read; in the order of the run."""
        near = ([before[-1]] if before else []) + ([after] if after is not None else [])
        if not near:
            return
        if not names:
            yield (near[-1].number if not before else near[0].number, None)
            return
        found: list[Point] = []
        if len(before) > 1:
            found.append((before[-2].number, None))
        for piece in near:
            touching = [e for (number, _), e in self.naming.effects.items() if number == piece.number and names & (e.binds | e.changes)]
            found += [(piece.number, e.line) for e in touching] if piece.mode == "program" else self.of_session(piece)
            found.append((piece.number, None))
        yield from found[:1] + found[-_MOST:] if len(found) > _MOST else found

    def of_session(self, piece: Piece) -> list[Point]:
        return [(piece.number, e.line) for e in piece.examples]

    def nearest(
        self, points: list[Point], before: list[Piece], after: Piece | None, names: set[str], known: frozenset[str], part: str
    ) -> Point:
        ahead = part.rstrip().endswith(":") or re.search(r"\b(?:following|below|next|folgende\w*|nächste\w*|suivante?)\b", part)
        own = names & (after.binds if after is not None else frozenset()) - known
        wanted = after if after is not None and (own or ahead or not before) else before[-1] if before else None
        return next((p for p in reversed(points) if wanted is not None and p == (wanted.number, None)), points[-1])


def _called(call: ast.Call, whole: str, owner: str, last: str) -> str | None:
    """The call as a question, where it calls what is named; of a method (`list.append`) where its object is of that class."""
    if ast.unparse(call.func) == whole:
        return ast.unparse(call)
    if owner and isinstance(call.func, ast.Attribute) and call.func.attr == last and owner in _OWNERS:
        return f"({ast.unparse(call)}) if type({ast.unparse(call.func.value)}).__name__ == {owner!r} else _known_.named('no such object')"
    return None


def _same_words(one: Claim, other: Claim) -> bool:
    return one.start < other.end and other.start < one.end


def _is_expression(source: str) -> bool:
    try:
        python_source.expression(source)
    except SyntaxError:
        return False
    return True


def _is_constant(expression: str) -> bool:
    """Whether an expression is a value written down, or a name of the interpreter alone, so that nothing could be asked of it."""
    try:
        node = python_source.expression(expression)
    except SyntaxError:
        return False
    return not any(
        isinstance(n, (ast.Call, ast.BinOp, ast.Compare, ast.Subscript, ast.Attribute, ast.BoolOp, ast.UnaryOp, ast.FormattedValue))
        for n in ast.walk(node)
    )


def names_in(source: str) -> set[str] | None:
    """The names that statements read or change, None where they are none."""
    try:
        tree = python_source.module(source)
    except SyntaxError:
        return None
    alone = {t.id for n in ast.walk(tree) if isinstance(n, ast.Assign) for t in n.targets if isinstance(t, ast.Name)}
    return {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)} - alone - set(dir(builtins))


def payload(told: Told) -> dict[str, JsonValue]:
    """A question as the program in the sandbox takes it."""
    claim = told.claim
    sources = (claim.expression, told.other or "", *claim.before)
    calls = any(c in s for s in sources for c in "(=") or bool(told.imports)
    return {
        "number": told.number, "source": claim.expression, "other": told.other, "before": [*claim.before], "calls": calls,
        "points": [[piece, line] for piece, line in told.points], "imports": [*told.imports],
    }  # fmt: skip
