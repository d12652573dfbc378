"""What the statements of a chapter's pieces do with names, functions that they call included."""

from __future__ import annotations

import ast
from dataclasses import replace

from tools.instruments.code.programs import Piece
from tools.instruments.code.scopes import Effect, effect_of


def effects_of(pieces: tuple[Piece, ...]) -> dict[tuple[int, int], Effect]:
    """(piece, line) -> effect of each statement, with what the functions that it calls read, and what objects that it calls hold.

    Modules are never changed.
    """
    known: dict[str, frozenset[str]] = {}
    held: dict[str, frozenset[str]] = {}
    imported = _imported(pieces)
    found: dict[tuple[int, int], Effect] = {}
    for piece in pieces:
        for node in piece.tree.body:
            effect = effect_of(node)
            reads, rest = set(effect.reads), list(effect.reads)
            while rest and not effect.defines:
                more = known.get(rest.pop(), frozenset()) - reads
                reads |= more
                rest += more
            holds = frozenset().union(*(held.get(name, frozenset()) for name in _called(node)))
            found[piece.number, effect.line] = replace(effect, reads=frozenset(reads), changes=(effect.changes | holds) - imported)
            if effect.defines:
                known |= dict.fromkeys(effect.binds, effect.reads)
            elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
                held |= dict.fromkeys(effect.binds, effect.changes)
    return found


def _imported(pieces: tuple[Piece, ...]) -> frozenset[str]:
    """Names that the pieces import."""
    imports = [n for p in pieces for n in p.tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]
    return frozenset((alias.asname or alias.name).split(".")[0] for node in imports for alias in node.names)


def _called(node: ast.stmt) -> frozenset[str]:
    """Names of objects that a statement is there to call: `step(batch)`, where nothing is kept."""
    call = node.value if isinstance(node, ast.Expr) else None
    return frozenset({call.func.id}) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else frozenset()
