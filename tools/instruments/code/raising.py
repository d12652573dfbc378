"""Exceptions that a run raised and no words of the text announce."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from prompts.trust import derived
from tools.instruments.code.evidence import LIMITS, evidence, shortened
from tools.instruments.code.expectations import Expectation, innermost_at, statement_at
from tools.instruments.code.failures import Failure, classify
from tools.instruments.code.flat import is_certain
from tools.instruments.code.forms import kind, tokens
from tools.instruments.code.places import place_of
from tools.instruments.code.predictions import head_of
from tools.instruments.code.programs import Piece
from tools.instruments.code.runs import Figure, Runs
from tools.instruments.code.surroundings import announces
from tools.records import Chapter, Finding, Gap, Span, Verdict

_SHOWS = {"value", "output", "shape", "watch"}


@dataclass(frozen=True)
class Raising:
    """Reads what the pieces of one chapter raised."""

    instrument: str
    chapter: Chapter
    pieces: tuple[Piece, ...]
    runs: Runs
    key: str

    def of(self, piece: Piece, said: tuple[Expectation, ...]) -> Iterator[Finding | Gap]:
        """The exceptions of one piece that no expectation accounts for."""
        record = self.runs.record(piece.number)
        if record is None or record.get("timeout"):
            what = "was not reached" if record is None else "took longer than it may"
            yield Gap(
                instrument=self.instrument, span=piece.block.span, what=derived(f"a block {what}, so nothing is known of it"),
                remedy="run it by hand, with more time",
            )  # fmt: skip
            return
        failed = [(i, e) for i, e in enumerate(record["statements"]) if e.get("unexpected")]
        if record.get("error") is not None and not failed:
            yield self.gap(piece, self.classified(piece, record["error"]), record["error"])
        for position, entry in failed:
            figure = self.figure(piece, position)
            if figure is not None:
                yield from self.one(piece, entry, figure, said)

    def figure(self, piece: Piece, position: int) -> Figure | None:
        """The class of the exception that a statement raised, alike in every run."""

        def read(record: dict[str, Any]) -> tuple[str, Any] | None:
            error = record["statements"][position].get("error") if position < len(record["statements"]) else None
            return None if error is None else (f"/statements/{position}/error/type", error["type"])

        return self.runs.figure(piece.number, read)

    def one(self, piece: Piece, entry: dict[str, Any], figure: Figure, said: tuple[Expectation, ...]) -> Iterator[Finding | Gap]:
        error = entry["error"]
        node = statement_at(piece, entry["line"])
        shows = self.shows(piece, entry, said)
        failure = self.classified(piece, error, shows)
        if failure.kind not in ("here", "open") and self.is_announced(piece, entry, said, shows):
            return
        if (
            failure.kind in ("here", "open")
            or self.runs.is_unsure(piece.number, entry["line"])
            or piece.partial
            or self.is_redefined(error)
        ):
            yield self.gap(piece, failure, error)
        elif node is not None and not self.is_doubtful(piece, node, error, shows):
            fault = self.fault(piece, failure, error, figure, shows)
            yield fault
            if "'NoneType'" in error["message"] and (origin := self.emptied(piece, node)) is not None:
                yield self.origin(*origin, fault)

    def emptied(self, piece: Piece, node: ast.stmt) -> tuple[Piece, ast.Assign, str] | None:
        """The last assignment that gave None, returned by a call, to the one name in a statement that holds None."""
        used = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
        found: dict[str, tuple[Piece, ast.Assign, str]] = {}
        for each in (p for p in self.pieces if p.number <= piece.number and p.problem is None):
            for entry in (self.runs.record(each.number) or {"statements": []})["statements"]:
                if each is piece and entry["line"] >= node.lineno:
                    break
                for name in used & entry["targets"].keys():
                    found.pop(name, None)
                    given = statement_at(each, entry["line"])
                    if entry["targets"][name]["type"] == "NoneType" and isinstance(given, ast.Assign) and isinstance(given.value, ast.Call):
                        found[name] = (each, given, name)
        return next(iter(found.values())) if len(found) == 1 else None

    def origin(self, piece: Piece, node: ast.Assign, name: str, fault: Finding) -> Finding:
        """What left a name without a value, beside the later line that failed for it."""
        call = shortened(ast.unparse(node.value), 80)
        what = f"`{call}` returns None, so that `{name}` holds nothing afterwards and a later line raises an exception."
        return fault.model_copy(update={"rule": "left-none", "span": place_of(piece, node), "summary": derived(what)})

    def classified(self, piece: Piece, error: dict[str, Any], shows: Expectation | None = None) -> Failure:
        """What an exception means; where a comment shows a value, the text is not waiting for a part that was left out."""
        assigned = any(isinstance(n, (ast.Assign, ast.AnnAssign)) for n in piece.tree.body)
        own = (error.get("owner") or {}).get("type") == "NoneType" and assigned
        return classify(error, piece, self.defined, self.chapter.whole or shows is not None or own)

    @cached_property
    def defined(self) -> frozenset[str]:
        return frozenset().union(*(p.binds for p in self.pieces))

    @staticmethod
    def shows(piece: Piece, entry: dict[str, Any], said: tuple[Expectation, ...]) -> Expectation | None:
        """What a comment says that the statement gives, None where none does."""
        here = (e for e in said if e.piece == piece.number and e.source == "comment" and e.way in _SHOWS)
        return next((e for e in here if entry["line"] <= e.line <= entry["end"]), None)

    def is_doubtful(self, piece: Piece, node: ast.stmt, error: dict[str, Any], shows: Expectation | None) -> bool:
        """Flattened code may fail because its lines were restored wrongly; only what no line end changes is held against it."""
        if not piece.block.flattened:
            return False
        if is_certain(piece.tree, node.lineno, frozenset()) and (shows is not None or _stands_alone(piece.tree, node)):
            return False
        own = (error.get("owner") or {}).get("module") == "__main__" or self.callee(error) in self.defined
        return own or error["type"] not in ("AttributeError", "ImportError", "ModuleNotFoundError", "TypeError")

    @staticmethod
    def callee(error: dict[str, Any]) -> str:
        """The function or class that a TypeError speaks of, or the class whose attribute is missing."""
        match = re.match(r"(\w+)(?:\.[\w<>]+)*\(\)", error["message"])
        return str((error.get("owner") or {}).get("type", "")) or (match.group(1) if match else "")

    def is_redefined(self, error: dict[str, Any]) -> bool:
        """Whether the exception is about something that the text defines more than once, so that listings may be parts of one."""
        name = self.callee(error)
        own = not error.get("owner") or error["owner"]["module"] == "__main__"
        definitions = [
            node
            for piece in self.pieces
            for node in piece.tree.body
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name
        ]
        return own and len(definitions) > 1

    def is_announced(self, piece: Piece, entry: dict[str, Any], said: tuple[Expectation, ...], shows: Expectation | None) -> bool:
        said_so = [e for e in said if e.way == "raises" and e.piece == piece.number and not e.expression]
        if any((not e.line or entry["line"] <= e.line <= entry["end"]) for e in said_so):
            return True
        return announces(self.chapter, piece, entry, comments_alone=shows is not None)

    def gap(self, piece: Piece, failure: Failure, error: dict[str, Any]) -> Gap:
        line = int(error.get("line") or 1)
        own = error.get("piece") == f"<piece {piece.number}>"
        return Gap(
            instrument=self.instrument, span=piece.span(line) if own else piece.block.span, what=derived(f"a block stopped: {failure.why}"),
            remedy=failure.remedy or "run it by hand",
        )  # fmt: skip

    def fault(self, piece: Piece, failure: Failure, error: dict[str, Any], figure: Figure, shows: Expectation | None) -> Finding:
        verdict: Verdict = "outdated" if failure.kind == "gone" else "contradicted"
        target, line = self.place(piece, error)
        return Finding(
            instrument=self.instrument,
            rule="raises",
            span=self.span(target, line, shows if target is piece else None),
            kind="api",
            verdict=verdict,
            priority="high",
            response="correction",
            summary=derived(f"Run in the order of the text, this line {failure.why}."),
            working=(derived(f"{error['type']}: {shortened(error['message'], 300)}"), derived(f"line {line} of the block; REPRODUCED")),
            grounds=(evidence(self.key, "CONTRADICTS", figure.pointer, figure.value),),
            limits=LIMITS,
        )

    def place(self, piece: Piece, error: dict[str, Any]) -> tuple[Piece, int]:
        """The piece and the line at fault: where the exception came up, or for gradients that do not fit, where they are returned."""
        wrong = re.match(r"function (\w+)Backward returned an (?:incorrect number of gradients|invalid gradient)", error["message"])
        for other in self.pieces if wrong else ():
            for node in ast.walk(other.tree):
                if isinstance(node, ast.ClassDef) and wrong is not None and node.name == wrong.group(1) and (line := _returned(node)):
                    return other, line
        target = next((p for p in self.pieces if error.get("piece") == f"<piece {p.number}>"), piece)
        return target, int(error.get("line") or 0)

    @staticmethod
    def span(piece: Piece, line: int, shows: Expectation | None) -> Span:
        """The statement that raised, with the comment that shows a value."""
        node = innermost_at(piece, line)
        if node is None:
            return piece.span(line)
        own = place_of(piece, node)
        beside = shows is not None and innermost_at(piece, shows.line) is node
        return Span(start=own.start, end=max(own.end, _shown_end(piece, shows))) if shows is not None and beside else own


def _returned(node: ast.ClassDef) -> int | None:
    """The line of the last `return` of the method `backward`."""
    methods = [n for n in node.body if isinstance(n, ast.FunctionDef) and n.name == "backward"]
    return max((r.lineno for m in methods for r in ast.walk(m) if isinstance(r, ast.Return)), default=None)


def _stands_alone(tree: ast.Module, node: ast.stmt) -> bool:
    """Whether a simple statement at the top level cannot belong to a definition before it: that one ends with what it returns."""
    if isinstance(getattr(node, "body", None), list):
        return False
    before = [n for n in tree.body if n.lineno < node.lineno and isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))]
    return all(isinstance(_last(n), (ast.Return, ast.Raise)) for n in before)


def _last(node: ast.stmt) -> ast.stmt:
    """The statement with which a definition ends."""
    return _last(node.body[-1]) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) else node


def _shown_end(piece: Piece, shows: Expectation) -> int:
    """Where a comment ends; in flattened code it may run on into prose, so that only the values at its beginning count."""
    words = shows.comment or shows.shown
    if not piece.block.flattened or not words:
        return shows.span.end
    values = next((i for i, t in enumerate(tokens(words)) if kind(t) == "word"), len(tokens(words)))
    return min(shows.span.end, shows.span.start + len(head_of(words, max(1, values))))
