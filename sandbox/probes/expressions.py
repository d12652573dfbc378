"""Expressions over named values, evaluated through a list of what is allowed: no name, call or attribute beyond those handed in.

Its text is part of the programs of the general probes, so it needs the standard library alone.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any


class ExpressionError(ValueError):
    """A text is no expression of the allowed kind; the message says which part."""


_BINARY: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_UNARY: dict[type[ast.unaryop], Callable[[Any], Any]] = {ast.USub: operator.neg, ast.UAdd: operator.pos, ast.Not: operator.not_}
_COMPARE: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
FUNCTIONS: dict[str, Any] = {
    "abs": abs, "min": min, "max": max, "sum": sum, "len": len, "round": round, "int": int, "float": float, "bool": bool, "sorted": sorted,
    "list": list, "tuple": tuple, "sqrt": math.sqrt, "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10,
    "floor": math.floor, "ceil": math.ceil, "sin": math.sin, "cos": math.cos, "tanh": math.tanh, "prod": math.prod, "gcd": math.gcd,
    "pi": math.pi, "e": math.e, "inf": math.inf, "nan": math.nan,
}  # fmt: skip
ATTRIBUTES = frozenset({"shape", "size", "ndim", "dtype", "real", "imag"})
_LONGEST, _LARGEST = 500, 10**6


def evaluate(text: str, names: Mapping[str, Any]) -> Any:
    """The value of an expression over `names` and FUNCTIONS; ExpressionError where it is anything else."""
    if len(text) > _LONGEST:
        raise ExpressionError(f"an expression has at most {_LONGEST} characters")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise ExpressionError(f"{text!r} is no expression: {error.msg}") from error
    return _value(tree.body, {**FUNCTIONS, **names})


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    simple = _SIMPLE.get(type(node))
    if simple is None:
        raise ExpressionError(f"{ast.unparse(node)!r}: {type(node).__name__} is not allowed in an expression")
    return simple(node, names)


def _constant(node: Any, names: Mapping[str, Any]) -> Any:
    if not isinstance(node.value, bool | int | float | str | None):
        raise ExpressionError(f"{node.value!r} is not allowed in an expression")
    return node.value


def _name(node: Any, names: Mapping[str, Any]) -> Any:
    if node.id not in names:
        raise ExpressionError(f"nothing is called {node.id}; known are {', '.join(sorted(set(names) - set(FUNCTIONS)))}")
    return names[node.id]


def _binary(node: Any, names: Mapping[str, Any]) -> Any:
    left, right = _value(node.left, names), _value(node.right, names)
    if isinstance(node.op, ast.Pow):
        return _power(left, right)
    if type(node.op) not in _BINARY:
        raise ExpressionError(f"the operator {type(node.op).__name__} is not allowed; a power is written **")
    if isinstance(node.op, ast.Mult) and any(isinstance(side, str | list | tuple) for side in (left, right)):
        count = right if isinstance(left, str | list | tuple) else left
        if not isinstance(count, int) or count > _LARGEST:
            raise ExpressionError("a sequence is repeated too often")
    return _BINARY[type(node.op)](left, right)


def _power(base: Any, exponent: Any) -> Any:
    if isinstance(base, int) and isinstance(exponent, int) and (abs(exponent) > 256 or abs(base) > _LARGEST):
        raise ExpressionError(f"{base} ** {exponent} is too large")
    return base**exponent


def _compare(node: Any, names: Mapping[str, Any]) -> Any:
    left = _value(node.left, names)
    for kind, item in zip(node.ops, node.comparators, strict=True):
        if type(kind) not in _COMPARE:
            raise ExpressionError(f"the comparison {type(kind).__name__} is not allowed")
        right = _value(item, names)
        if not _COMPARE[type(kind)](left, right):
            return False
        left = right
    return True


def _boolean(node: Any, names: Mapping[str, Any]) -> Any:
    stop = isinstance(node.op, ast.Or)
    value: Any = not stop
    for item in node.values:
        value = _value(item, names)
        if bool(value) is stop:
            return value
    return value


def _call(node: Any, names: Mapping[str, Any]) -> Any:
    if (
        not isinstance(node.func, ast.Name)
        or any(isinstance(item, ast.Starred) for item in node.args)
        or any(k.arg is None for k in node.keywords)
    ):
        raise ExpressionError(f"{ast.unparse(node)!r}: only functions that are named here are called, with plain arguments")
    function = _name(node.func, names)
    if not callable(function):
        raise ExpressionError(f"{node.func.id} is no function")
    return function(*[_value(item, names) for item in node.args], **{item.arg: _value(item.value, names) for item in node.keywords})


def _attribute(node: Any, names: Mapping[str, Any]) -> Any:
    if node.attr not in ATTRIBUTES:
        raise ExpressionError(f".{node.attr} is not allowed; allowed are {', '.join(sorted(ATTRIBUTES))}")
    return getattr(_value(node.value, names), node.attr)


def _subscript(node: Any, names: Mapping[str, Any]) -> Any:
    if isinstance(node.slice, ast.Slice):
        parts = [None if part is None else _value(part, names) for part in (node.slice.lower, node.slice.upper, node.slice.step)]
        return _value(node.value, names)[slice(*parts)]
    return _value(node.value, names)[_value(node.slice, names)]


def _dict(node: Any, names: Mapping[str, Any]) -> Any:
    if any(key is None for key in node.keys):
        raise ExpressionError("** is not allowed in an expression")
    return {_value(key, names): _value(value, names) for key, value in zip(node.keys, node.values, strict=True)}


_SIMPLE: dict[type[ast.expr], Callable[[Any, Mapping[str, Any]], Any]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.BinOp: _binary,
    ast.UnaryOp: lambda node, names: _UNARY[type(node.op)](_value(node.operand, names)) if type(node.op) in _UNARY else _refuse(node),
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.IfExp: lambda node, names: _value(node.body if _value(node.test, names) else node.orelse, names),
    ast.Call: _call,
    ast.Attribute: _attribute,
    ast.Subscript: _subscript,
    ast.List: lambda node, names: [_value(item, names) for item in node.elts],
    ast.Tuple: lambda node, names: tuple(_value(item, names) for item in node.elts),
    ast.Dict: _dict,
}


def _refuse(node: ast.expr) -> Any:
    raise ExpressionError(f"{ast.unparse(node)!r} is not allowed in an expression")
