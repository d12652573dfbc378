"""Accounts of values and of exceptions as plain JSON. Part of the program that runs inside the sandbox; the standard library alone."""

import types
from collections.abc import Callable
from typing import Any

Json = dict[str, Any]

LONGEST = 4000
PREFIX = "<piece "


def cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST] + "\u2026"


def attempt(function: Callable[..., Any], *arguments: Any) -> Any:
    """What a method of a foreign object returns, None where it raises."""
    try:
        return function(*arguments)
    except Exception:  # noqa: BLE001 - any object of the text may raise anything
        return None


def describe(value: Any) -> Json:
    """A JSON account of a value: its type, repr, str, shape and length."""
    account: Json = {"type": type(value).__name__, "module": type(value).__module__}
    for key, function in (("repr", repr), ("str", str)):
        text = attempt(function, value)
        account[key] = cut(text) if isinstance(text, str) else None
    shape = describe_shape(value)
    if shape is not None:
        account["shape"] = shape
    length = None if isinstance(value, type) else attempt(len, value)
    if isinstance(length, int):
        account["len"] = length
    account.update(describe_more(value))
    return account


def describe_more(value: Any) -> Json:
    """Its bases, whether it counts as true, its element type, what it is where it holds one number, what can be done with it."""
    kind = type(value)
    more: Json = {"bases": [c.__name__ for c in kind.__mro__ if c is not object]}
    truth = attempt(bool, value)
    if isinstance(truth, bool):
        more["truth"] = truth
    dtype = attempt(getattr, value, "dtype", None)
    if dtype is not None:
        more["dtype"] = str(attempt(str, dtype))
    if account_shape := describe_shape(value):
        more["ndim"] = len(account_shape)
    elif dtype is not None and (item := attempt(getattr, value, "item", None)) is not None:
        more["item"] = cut(str(attempt(repr, attempt(item))))
    if isinstance(value, (list, tuple)) and value and len({type(part) for part in value}) == 1:
        more["inner"] = type(value[0]).__name__
    more["has"] = [name for name in ("__next__", "__iter__", "__call__", "__await__") if hasattr(kind, name)]
    return more


def describe_shape(value: Any) -> list[int] | None:
    shape = attempt(getattr, value, "shape", None)
    return list(shape) if isinstance(shape, tuple) and all(isinstance(n, int) for n in shape) else None


def account_of(error: BaseException) -> Json:
    """A JSON account of an exception: type, message, line of the text, and what was missing."""
    spots, deepest = [], ""
    trace = error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(PREFIX):
            spots.append([name, trace.tb_lineno, trace.tb_frame.f_code.co_name])
        deepest = trace.tb_frame.f_globals.get("__name__", "")
        trace = trace.tb_next
    account = {
        "type": type(error).__name__,
        "bases": [c.__name__ for c in type(error).__mro__ if c not in (object, BaseException)],
        "module": type(error).__module__,
        "message": cut(attempt(str, error) or ""),
        "spots": spots,
        "deepest": str(deepest),
        "line": spots[-1][1] if spots else getattr(error, "lineno", None),
        "piece": spots[-1][0] if spots else None,
    }
    if isinstance(error, (NameError, ImportError, AttributeError)):
        account["missing"] = error.name if isinstance(error.name, str) else None
    if isinstance(error, AttributeError):
        owner = error.obj
        kind = owner if isinstance(owner, type) else type(owner)
        module = isinstance(owner, types.ModuleType)
        where = getattr(owner, "__name__", "") if module else kind.__module__
        account["owner"] = {"is_module": module, "type": kind.__name__, "module": where}
    return account
