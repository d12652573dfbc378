"""Arguments whose use a function's own source warns about."""

from __future__ import annotations

import ast

from tools.packages.modules import dotted
from tools.packages.resolution import Found
from tools.packages.signatures import Deprecation, marked_old, quoted_lines


def deprecated_arguments(found: Found) -> dict[str, Deprecation]:
    """Parameter -> the warning that is given whenever it is passed: by a decorator for old names, or by a test in the body."""
    node = found.node
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return {}
    marks: dict[str, Deprecation] = {}
    for decorator in node.decorator_list:
        name = _old_name(decorator)
        if name is not None:
            marks[name] = Deprecation(quoted_lines(found, decorator), "")
    parameters = {each.arg for each in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)}
    for test in (each for each in node.body if isinstance(each, ast.If)):
        passed = _passed(test.test) & parameters
        marked = (marked_old(found, each) or _by_helper(found, each) for each in test.body)
        warned = next((mark for mark in marked if mark is not None), None)
        if len(passed) == 1 and warned is not None:
            marks[passed.pop()] = warned
    return marks


def _by_helper(found: Found, statement: ast.stmt) -> Deprecation | None:
    """The warning with which a function of the same module begins that a statement hands the argument to."""
    call = statement.value if isinstance(statement, ast.Expr | ast.Assign) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return None
    bindings = found.module.bindings.get(call.func.id, ())
    helper = found.module.node_of(bindings[0]) if len(bindings) == 1 else None
    if not isinstance(helper, ast.FunctionDef):
        return None
    body = [each for each in helper.body if not (isinstance(each, ast.Expr) and isinstance(each.value, ast.Constant))]
    return marked_old(found, body[0]) if body else None


def _old_name(decorator: ast.expr) -> str | None:
    """The name that `@deprecate_kwarg("old", "new")` warns about."""
    if not isinstance(decorator, ast.Call) or (dotted(decorator.func) or "").rpartition(".")[2] not in (
        "deprecate_kwarg",
        "deprecated_kwarg",
    ):
        return None
    given = [*decorator.args[:1], *(keyword.value for keyword in decorator.keywords if keyword.arg == "old_arg_name")]
    value = given[0] if given else None
    return value.value if isinstance(value, ast.Constant) and isinstance(value.value, str) else None


def _passed(test: ast.expr) -> set[str]:
    """The parameters that are tested for having been passed: `name is not None`, `name is not no_default`."""
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], ast.IsNot) and isinstance(test.left, ast.Name):
        return {test.left.id}
    return set()
