"""Which names a statement reads and binds: what tells whether it can stand outside the block before it."""

from __future__ import annotations

import ast


def read_by(node: ast.stmt) -> frozenset[str]:
    """Names that the statement (or the head of a compound one) reads."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    if isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        names.add(node.target.id)
    return frozenset(names)


def bound_by(node: ast.stmt) -> frozenset[str]:
    """Names that the statement binds: targets, imports, parameters, the name of a definition."""
    names: set[str] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            names.add(part.id)
        elif isinstance(part, ast.arg):
            names.add(part.arg)
        elif isinstance(part, ast.alias):
            names.add((part.asname or part.name).split(".")[0])
        elif isinstance(part, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(part.name)
        elif isinstance(part, ast.ExceptHandler):
            names.add(part.name or "_")
    return frozenset(names)


def called_by(node: ast.stmt) -> str | None:
    """The function that a statement calls and does nothing else, as written; None for any other statement."""
    return ast.unparse(node.value.func) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) else None
