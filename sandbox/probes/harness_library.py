"""What the programs of the general probes begin with, after `harness` and `expressions`: one call of a library, its value measured."""

from __future__ import annotations

import importlib
import importlib.metadata
import inspect
import math
from collections.abc import Mapping
from typing import Any

from sandbox.probes.expressions import evaluate
from sandbox.probes.harness import RAN_ON


def resolved(path: str) -> Any:
    """The object at a dotted path: the longest importable prefix is the module. Names that begin with _ are refused."""
    parts = path.split(".")
    if any(not part.isidentifier() or part.startswith("_") for part in parts):
        raise ValueError(f"{path!r} is no public dotted name")
    found: Any = None
    for length in range(len(parts), 0, -1):
        name = ".".join(parts[:length])
        try:
            found = importlib.import_module(name)
        except ModuleNotFoundError:
            continue
        for part in parts[length:]:
            found = getattr(found, part)
        break
    if found is None:
        raise ValueError(f"no module of {path!r} can be imported")
    RAN_ON["library"] = parts[0]
    RAN_ON["library_version"] = version_of(parts[0])
    return found


def version_of(module: str) -> str:
    """The version of the distribution that a module belongs to, "" for the standard library."""
    names = importlib.metadata.packages_distributions().get(module, [])
    return importlib.metadata.version(names[0]) if names else ""


def makers(path: str) -> dict[str, Any]:
    """Functions that make arrays or tensors for arguments: of torch where the callable is torch's, else of numpy where it is there."""
    kind = "torch" if path.split(".")[0] == "torch" else "numpy"
    try:
        library = importlib.import_module(kind)
    except ModuleNotFoundError:
        return {}
    array = library.tensor if kind == "torch" else library.array
    dtypes = {name: getattr(library, name) for name in ("float32", "float64", "int32", "int64", "bool_", "bool") if hasattr(library, name)}
    return {"array": array, "tensor": array, "zeros": library.zeros, "ones": library.ones, "arange": library.arange, **dtypes}


def called(call: Mapping[str, Any], names: Mapping[str, Any]) -> Any:
    """The value of one call: "function" with "arguments" and "keywords" as expressions, then with "then", then "measure" over `value`.

    With "default" nothing is called: the value is that parameter's default in the function's signature.
    """
    known = {**makers(call["function"]), **names}
    function = resolved(call["function"])
    if call.get("default"):
        value = inspect.signature(function).parameters[call["default"]].default
        return evaluate(call.get("measure") or "value", {**known, "value": value})
    keywords = {name: evaluate(text, known) for name, text in call.get("keywords", {}).items()}
    value = function(*[evaluate(text, known) for text in call.get("arguments", [])], **keywords)
    if call.get("then") is not None:
        value = value(*[evaluate(text, known) for text in call["then"]])
    return evaluate(call.get("measure") or "value", {**known, "value": value})


def under(call: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """A call with other settings: its keywords with those of `changed` beside or in place of them, all else replaced."""
    return {**call, **changed, "keywords": {**call.get("keywords", {}), **changed.get("keywords", {})}}


def simple(value: Any) -> Any:
    """A value as JSON: numbers, texts, lists; arrays and tensors as lists, at most 100 entries deep, else their text."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (bool, int, float, str, type(None))):
        return value
    if isinstance(value, (list, tuple)):
        return [simple(item) for item in value[:100]]
    if isinstance(value, dict):
        return {str(key): simple(item) for key, item in list(value.items())[:100]}
    return str(value)[:200]


def agrees(left: Any, right: Any, tolerance: float) -> bool:
    """Whether two simple values are equal, numbers to a relative tolerance (and as much absolutely near zero)."""
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(agrees(a, b, tolerance) for a, b in zip(left, right))  # noqa: B905 - equally long
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        both_nan = math.isnan(left) and math.isnan(right)
        return both_nan or left == right or math.isclose(left, right, rel_tol=tolerance, abs_tol=tolerance)
    return bool(left == right)
