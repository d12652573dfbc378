"""A module's own `__getattr__`: the names that it refuses, with the note that its source keeps on where they went."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from tools.packages.modules import Module, dotted
from tools.packages.resolution import Found, Missing, Unknown

if TYPE_CHECKING:
    from tools.packages.names import Names


def answered(names: Names, parent: Found, name: str) -> Found | Missing | Unknown:
    """What a module's `__getattr__` does with a name, as far as its tests are against words and plain collections."""
    full = f"{parent.module.name}.{name}"
    function = parent.module.node_of(parent.module.bindings["__getattr__"][-1])
    unknown = Unknown(full, "the module answers for names as it runs", parent)
    if not isinstance(function, ast.FunctionDef) or not function.args.args:
        return unknown
    imports = {alias.asname or alias.name: node.module for node in ast.walk(function) if isinstance(node, ast.ImportFrom)
               for alias in node.names}  # fmt: skip
    for test in (node for node in ast.walk(function) if isinstance(node, ast.If)):
        where = _collection(names, parent.module, test.test, function.args.args[0].arg, imports)
        if where is not None and name in where[1] and _ends_in_attribute_error(test.body):
            module, keys = where
            line, advice = keys[name]
            note = module.file.quote(module.span(line))
            return Missing(full, parent, name, names.closest(parent, name), note, advice)
    return _imported(names, parent.module, function, name) or unknown


def _imported(names: Names, module: Module, function: ast.FunctionDef, name: str) -> Found | None:
    """What `if name == "Pool": from .pool import Pool` imports only once it is asked for."""
    argument = function.args.args[0].arg
    for test in (node for node in ast.walk(function) if isinstance(node, ast.If)):
        if ast.unparse(test.test) != f"{argument} == {name!r}":
            continue
        for node in (each for each in test.body if isinstance(each, ast.ImportFrom) and name in {alias.name for alias in each.names}):
            parts = module.name.split(".")[: None if module.package else -1]
            above = parts[: len(parts) - node.level + 1] if node.level else []
            found = names.resolve(".".join([*above, *([node.module] if node.module else []), name]))
            return found if isinstance(found, Found) else None
    return None


def _collection(
    names: Names, module: Module, test: ast.expr, argument: str, imports: dict[str, str | None]
) -> tuple[Module, dict[str, tuple[int, str]]] | None:
    """For `name in COLLECTION`: the module in which it stands, and its keys with their line and words."""
    if not (isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.In) and dotted(test.left) == argument):
        return None
    target = dotted(test.comparators[0])
    if target is None:
        return (module, _keys(test.comparators[0]))
    source = imports.get(target)
    found = names.resolve(f"{source}.{target}") if source else names.resolve_in(module, target)
    if not isinstance(found, Found) or not isinstance(found.node, ast.Assign | ast.AnnAssign) or found.node.value is None:
        return None
    return (found.module, _keys(found.node.value))


def _ends_in_attribute_error(body: list[ast.stmt]) -> bool:
    last = body[-1]
    if not isinstance(last, ast.Raise):
        return False
    raised = last.exc.func if isinstance(last.exc, ast.Call) else last.exc
    return dotted(raised) == "AttributeError"


def _keys(node: ast.expr) -> dict[str, tuple[int, str]]:
    """The words of a literal collection, each with its line, and for a dict the words beside it."""
    if isinstance(node, ast.Dict):
        pairs = [(key, value) for key, value in zip(node.keys, node.values, strict=True) if key is not None]
    elif isinstance(node, ast.Set | ast.List | ast.Tuple):
        pairs = [(element, element) for element in node.elts]
    else:
        return {}
    found = {}
    for key, value in pairs:
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            words = value.value if value is not key and isinstance(value, ast.Constant) and isinstance(value.value, str) else ""
            found[key.value] = (key.lineno, words)
    return found
