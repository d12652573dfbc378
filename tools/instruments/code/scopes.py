"""Names that statements read, give a value and may change."""

from __future__ import annotations

import ast
import builtins
import symtable
import sys
from collections.abc import Iterator
from dataclasses import dataclass

#: Modules and the names that they conventionally have.
MODULES = sys.stdlib_module_names | {"np", "pd", "plt", "torch", "nn", "F", "optim", "numpy", "pandas", "scipy", "sns", "tf", "jax", "jnp"}


@dataclass(frozen=True)
class Effect:
    """What a statement at the top level does with names: those that it reads (in functions that it defines as well), those that it gives
    a value, and those whose objects it may change. defines: it only defines a function."""

    line: int
    end: int
    reads: frozenset[str]
    binds: frozenset[str]
    changes: frozenset[str]
    defines: bool = False


def bound_by(node: ast.stmt) -> frozenset[str]:
    """Names that a statement gives a value in its own scope."""
    table = _table(node)
    if table is None:
        return frozenset()
    return frozenset(s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported() or s.is_namespace())


def bound_inside(node: ast.stmt) -> frozenset[str]:
    """Names that a compound statement or an import binds before its own body reads them (loop variables, `with ... as`)."""
    return (
        bound_by(node)
        if isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith, ast.Try, ast.FunctionDef, ast.ClassDef))
        else frozenset()
    )


def read_by(node: ast.stmt) -> frozenset[str]:
    """Global names that a statement reads, in nested functions as well."""
    table = _table(node)
    return frozenset() if table is None else frozenset(_global_reads(table, top=True))


def _global_reads(table: symtable.SymbolTable, top: bool) -> Iterator[str]:
    for symbol in table.get_symbols():
        if symbol.is_referenced() and (top or symbol.is_global()):
            yield symbol.get_name()
    for inner in table.get_children():
        yield from _global_reads(inner, top=False)


def _table(node: ast.stmt) -> symtable.SymbolTable | None:
    try:
        return symtable.symtable(ast.unparse(node), "piece", "exec")
    except (SyntaxError, ValueError, RecursionError):
        return None


def effect_of(node: ast.stmt) -> Effect:
    reads, binds = read_by(node), bound_by(node)
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        binds |= {"*"}
    called = {n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
    quiet = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Assert)
    printing = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and called >= {"print"}
    changes = frozenset() if isinstance(node, quiet) or printing else reads - called - MODULES - frozenset(dir(builtins))
    defines = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return Effect(node.lineno, node.end_lineno or node.lineno, reads - binds if defines else reads, binds, changes, defines)
