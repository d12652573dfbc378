"""The names of a chapter's code: which of them are variables, which a sentence can only mean as such, what a block is there to make."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tools.instruments.code.effects import effects_of
from tools.instruments.code.programs import Piece
from tools.instruments.code.scopes import Effect

_FIXED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)
_COMPOUND = (ast.For, ast.AsyncFor, ast.While, ast.If, ast.With, ast.AsyncWith, ast.Try)
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass(frozen=True)
class Naming:
    """The names of the pieces that parse."""

    pieces: tuple[Piece, ...]

    @cached_property
    def effects(self) -> dict[tuple[int, int], Effect]:
        return effects_of(self.pieces)

    @cached_property
    def variables(self) -> frozenset[str]:
        """Names of the chapter whose value may change or that are given one by a statement: all but functions, classes and modules."""
        nodes = [n for p in self.pieces for n in p.tree.body if not isinstance(n, _FIXED)]
        return frozenset().union(*(p.binds for p in self.pieces)) & {
            n.id for node in nodes for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }

    @cached_property
    def parameters(self) -> frozenset[str]:
        """Names of arguments of the chapter's functions, which a sentence may mean instead of a variable."""
        arguments = (n.args for n in self._nodes if isinstance(n, _FUNCTIONS))
        return frozenset(a.arg for each in arguments for a in (*each.args, *each.kwonlyargs, *each.posonlyargs))

    @cached_property
    def _nodes(self) -> tuple[ast.AST, ...]:
        return tuple(n for p in self.pieces for n in ast.walk(p.tree))

    @cached_property
    def plain(self) -> frozenset[str]:
        """Variables that are only ever given a value by simple statements at the top level, and are no argument of anything: each of their
        values is seen at the end of some statement."""
        inside: set[str] = set()
        for piece in self.pieces:
            for node in piece.tree.body:
                if isinstance(node, (*_COMPOUND, *_FIXED)):
                    inside |= set(_stored(node))
        keywords = {n.arg for n in self._nodes if isinstance(n, ast.keyword) and n.arg}
        return self.variables - inside - self.parameters - keywords

    def results(self, piece: Piece) -> list[str]:
        """What a piece makes: the variables that it gives a value and does not read further, in order."""
        loads: Counter[str] = Counter()
        for node in ast.walk(piece.tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                loads[node.id] += 1
        return [n for n in self.made(piece) if not loads[n]]

    def made(self, piece: Piece) -> list[str]:
        """The variables that a piece gives a value at its top level, in order of their last assignments."""
        found: dict[str, None] = {}
        for node in piece.tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
            for name in (n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)):
                found.pop(name, None)
                found[name] = None
        return list(found)


def _stored(node: ast.AST) -> Iterator[str]:
    """Names that a statement gives a value, or whose objects it changes by a method, an item or an attribute."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Name) and isinstance(inner.ctx, (ast.Store, ast.Del)):
            yield inner.id
        elif isinstance(inner, (ast.Subscript, ast.Attribute)) and isinstance(inner.ctx, (ast.Store, ast.Del)):
            yield from (n.id for n in ast.walk(inner.value) if isinstance(n, ast.Name))
        elif isinstance(inner, ast.Expr) and isinstance(inner.value, ast.Call) and isinstance(inner.value.func, ast.Attribute):
            yield from (n.id for n in ast.walk(inner.value.func.value) if isinstance(n, ast.Name))
