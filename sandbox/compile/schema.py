"""The request as a model or a file gives it: JSON with a schema that is made of the dataclasses, so that the two cannot part."""

from __future__ import annotations

import dataclasses
import math
import re
import types
import typing
from collections.abc import Mapping
from typing import Any

from sandbox.compile.matrix import variants
from sandbox.compile.request import CHOICES, DTYPES, Argument, ExperimentRequest, RequestError, Settings

# What the program alone decides.
_OURS = ("environments", "limits")
_MOST_CALLS = 256
_MOST_CODE = 200_000
_MOST_NUMBERS = 1 << 26  # of one tensor
TOOL = "run_experiment"
_WHAT = (
    "Run code under torch.compile and measure it: which calls compile, reuse or fall back, graph breaks, guards, differences from "
    "eager, times. Give a function with calls, or a script or notebook that calls torch.compile itself."
)


def tool() -> dict[str, Any]:
    """`run_experiment` as a model is offered it: name, description, and the schema of its arguments."""
    return {"name": TOOL, "description": _WHAT, "parameters": schema()}


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of a request."""
    request = _object(ExperimentRequest)
    request["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    request["description"] = _WHAT
    argument = request["properties"]["calls"]["items"]["items"]
    argument["properties"]["dtype"]["enum"] = list(DTYPES)
    request["properties"]["matrix"] = {
        "type": "object",
        "description": "values to try for each setting; all combinations run",
        "properties": {key: {**_values(choices), **_told(Settings, key)} for key, choices in CHOICES.items()},
        "additionalProperties": False,
    }
    return request


def request_from(data: object) -> ExperimentRequest:
    """The request that JSON holds. Raises RequestError for what does not fit the schema."""
    if not isinstance(data, Mapping):
        raise RequestError("a request is a JSON object; see the schema")
    request: ExperimentRequest = _made(ExperimentRequest, data, "the request")
    check(request)
    return request


def check(request: ExperimentRequest) -> None:
    """Raises RequestError where the fields do not go together."""
    if len(request.code) > _MOST_CODE:
        raise RequestError(f"the code has more than {_MOST_CODE} characters; give less")
    if request.form == "function" and not (request.function and request.calls):
        raise RequestError(
            'form "function" needs `function` (a name in the code) and `calls`; a program that compiles itself is a "script"'
        )
    if request.form != "function" and (request.function or request.calls):
        raise RequestError(f'a {request.form} calls its functions itself; leave `function` and `calls` out, or use form "function"')
    if len(request.calls) > _MOST_CALLS:
        raise RequestError(f"more than {_MOST_CALLS} calls; give fewer")
    if not (0 <= request.warmup <= 100 and 1 <= request.repeats <= 1000 and 1 <= request.threads <= 256):
        raise RequestError("warmup is 0 to 100, repeats 1 to 1000, threads 1 to 256")
    if not 1 <= request.runs <= 20:
        raise RequestError("runs is 1 to 20")
    if request.form == "function" and request.runs != 1:
        raise RequestError("the calls of a function are repeated by `repeats`; `runs` is for a script or a notebook")
    for number, call in enumerate(request.calls):
        for place, argument in enumerate(call):
            _check_argument(argument, f"call {number}, argument {place}")
    variants(request.matrix, request.form)
    wrong = [name for name in request.variables if not name.startswith("TORCH") or name in ("TORCH_TRACE", "TORCHINDUCTOR_CACHE_DIR")]
    if wrong:
        raise RequestError(f"variables are settings of torch (TORCH...) that the runner does not set itself, not {wrong[0]!r}")


def _check_argument(argument: Argument, where: str) -> None:
    if argument.shape is None:
        if argument.requires_grad:
            raise RequestError(f"{where} requires a gradient and has no `shape`; only a tensor has gradients")
        if argument.expression and argument.value is not None:
            raise RequestError(f"{where} has a `value` and an `expression`; give one of them")
        return
    if argument.expression or argument.value is not None:
        raise RequestError(f"{where} has a `shape` and a `value` or `expression` as well; give one of them")
    if any(size < 0 for size in argument.shape) or math.prod(argument.shape) > _MOST_NUMBERS:
        raise RequestError(f"{where}: a shape has sizes from 0 on and {_MOST_NUMBERS} numbers at most, not {list(argument.shape)}")
    if argument.dtype not in DTYPES:
        raise RequestError(f"{where}: dtype is one of {', '.join(DTYPES)}, not {argument.dtype!r}")
    if argument.low >= argument.high:
        raise RequestError(f"{where}: low {argument.low} is not below high {argument.high}, which is excluded")


def _values(choices: tuple[str, ...] | None) -> dict[str, Any]:
    item: dict[str, Any] = {"type": "string", **({"enum": list(choices)} if choices else {})}
    return {"type": "array", "items": item, "minItems": 1}


def _object(kind: type) -> dict[str, Any]:
    hints = typing.get_type_hints(kind)
    shown = [field for field in dataclasses.fields(kind) if field.name not in _OURS]
    return {
        "type": "object",
        "description": " ".join((kind.__doc__ or "").split()),
        "properties": {field.name: {**_schema_of(hints[field.name]), **_told(kind, field.name)} for field in shown},
        "required": _required(kind),
        "additionalProperties": False,
    }


def _told(kind: type, name: str) -> dict[str, str]:
    """What the docstring says of a field: the words after "name:" or "name, other:" up to the next field; empty where it says nothing."""
    known = "|".join(field.name for field in dataclasses.fields(kind))
    parts = re.split(rf"(?:(?<=[.\n])|^)\s*((?:{known})(?:, (?:{known}))*): ", kind.__doc__ or "")
    for names, words in zip(parts[1::2], parts[2::2], strict=True):
        if name in names.split(", "):
            return {"description": " ".join(words.split())}
    return {}


def _schema_of(hint: Any) -> dict[str, Any]:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if dataclasses.is_dataclass(hint):
        return _object(typing.cast(type, hint))
    if origin is typing.Literal:
        return {"enum": list(arguments)}
    if origin in (types.UnionType, typing.Union) and len(arguments) == 2 and type(None) in arguments:
        inner = next(each for each in arguments if each is not type(None))
        return {"anyOf": [_schema_of(inner), {"type": "null"}]}
    if origin is tuple and arguments[-1] is Ellipsis:
        return {"type": "array", "items": _schema_of(arguments[0])}
    if origin is tuple:
        return {"type": "array", "prefixItems": [_schema_of(each) for each in arguments], "minItems": len(arguments), "items": False}
    if origin is Mapping:
        return {"type": "object", "additionalProperties": _schema_of(arguments[1])}
    plain = {str: "string", bool: "boolean", int: "integer", float: "number"}
    return {"type": plain[hint]} if hint in plain else {"description": "any plain JSON value"}


def _made(kind: type, data: Mapping[str, Any], where: str) -> Any:
    hints = typing.get_type_hints(kind)
    known = [field.name for field in dataclasses.fields(kind) if field.name not in _OURS]
    for name in data:
        if name not in known:
            raise RequestError(f"{where} has no field {name!r}; it has {', '.join(known)}")
    if lacking := [name for name in _required(kind) if name not in data]:
        raise RequestError(f"{where} lacks {', '.join(lacking)}; see the schema")
    return kind(**{name: _value(hints[name], value, f"{where}, {name}") for name, value in data.items()})


def _required(kind: type) -> list[str]:
    """The fields that have no default."""
    return [
        field.name
        for field in dataclasses.fields(kind)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    ]


def _value(hint: Any, value: Any, where: str) -> Any:
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is Argument and isinstance(value, Mapping):
        return _made(Argument, value, where)
    if origin in (types.UnionType, typing.Union) and type(None) in arguments and len(arguments) == 2:
        return None if value is None else _value(next(each for each in arguments if each is not type(None)), value, where)
    if origin is typing.Literal and value in arguments:
        return value
    if origin is tuple and isinstance(value, list | tuple):
        return _tuple(arguments, value, where)
    if origin is Mapping and isinstance(value, Mapping):
        return {str(key): _value(arguments[1], each, f"{where}, {key}") for key, each in value.items()}
    if hint is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if hint in (str, bool, int, float):
        if type(value) is hint:
            return value
    elif origin not in (tuple, Mapping, typing.Literal) and hint is not Argument:
        return value
    raise RequestError(f"{where} is to be {_expected(hint)}, not {_shown(value)}; see the schema")


def _expected(hint: Any) -> str:
    """A type in words."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    plain = {str: "a text", bool: "true or false", int: "a whole number", float: "a number", Argument: "an object"}
    if hint in plain:
        return plain[hint]
    if origin is typing.Literal:
        return "one of " + ", ".join(f'"{each}"' for each in arguments)
    return "a list" if origin is tuple else "an object"


def _shown(value: object) -> str:
    names = {dict: "an object", list: "a list", tuple: "a list", type(None): "null"}
    return names.get(type(value)) or f"{value!r:.60}"


def _tuple(arguments: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    if arguments[-1] is Ellipsis:
        return tuple(_value(arguments[0], each, f"{where}, {place}") for place, each in enumerate(value))
    if len(value) != len(arguments):
        raise RequestError(f"{where} has {len(value)} entries, not {len(arguments)}")
    return tuple(_value(hint, each, f"{where}, {place}") for place, (hint, each) in enumerate(zip(arguments, value, strict=True)))
