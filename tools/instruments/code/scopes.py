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
    changes -= _opened_to_read(node)
    defines = isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return Effect(node.lineno, node.end_lineno or node.lineno, reads - binds if defines else reads, binds, changes, defines)


def _opened_to_read(node: ast.stmt) -> frozenset[str]:
    """Names that a `with` statement only reads a file by (`with open(path) as file`), and that stand nowhere else in it."""
    if not isinstance(node, ast.With):
        return frozenset()
    opened = [i.context_expr for i in node.items if isinstance(i.context_expr, ast.Call) and _is_reading(i.context_expr)]
    within = [n.id for call in opened for n in ast.walk(call) if isinstance(n, ast.Name)]
    everywhere = [n.id for n in ast.walk(node) if isinstance(n, ast.Name)]
    return frozenset(name for name in within if within.count(name) == everywhere.count(name))


def _is_reading(call: ast.Call) -> bool:
    """Whether a call opens a file with a mode that changes nothing, or without one."""
    method = isinstance(call.func, ast.Attribute) and call.func.attr == "open"
    if not method and not (isinstance(call.func, ast.Name) and call.func.id == "open"):
        return False
    given = [k.value for k in call.keywords if k.arg == "mode"] + call.args[0 if method else 1 :][:1]
    return all(isinstance(m, ast.Constant) and isinstance(m.value, str) and not set(m.value) & set("wax+") for m in given)
