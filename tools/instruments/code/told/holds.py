"""Whether the answer to a question bears out what a sentence says."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tools.instruments.code.compare import NUMBER, Likeness, compare, kind_of, literal, near, normal, shows_an_address
from tools.instruments.code.failures import ENVIRONMENT
from tools.instruments.code.told.predicates import Predicate
from tools.instruments.code.told.words import ERROR

Answer = dict[str, Any]
#: Exceptions that say nothing of the text: what a question needs is not there, or cannot be asked in a copy.
_UNTOLD = {"NameError", "UnboundLocalError", "ModuleNotFoundError", "ImportError", "SyntaxError", "LookupError", *ENVIRONMENT}
#: Exceptions that contradict a value that a call is said to give.
_TELLING = {"TypeError", "ValueError", "KeyError", "IndexError", "AttributeError", "ZeroDivisionError", "StopIteration", "OverflowError"}
_PLAIN = {
    "int",
    "float",
    "bool",
    "str",
    "list",
    "tuple",
    "dict",
    "set",
    "frozenset",
    "NoneType",
    "bytes",
    "generator",
    "coroutine",
    "range",
}
_NUMERIC = {"int", "float", "complex", "bool", "Decimal", "Fraction"}


#: Other names of OSError.
_OLD_NAMES = {"IOError", "EnvironmentError"}


def holds(predicate: Predicate, answer: Answer) -> bool | None:
    """True, False, or None where the answer does not decide it."""
    if predicate.negated:
        return _denied(predicate, answer)
    error = answer.get("error")
    if (answer.get("value") or {}).get("type") in ("coroutine", "async_generator") and predicate.kind != "type":
        return None  # what it gives when it is awaited was not asked
    if predicate.kind in ("raises", "passes"):
        return _raises(predicate, answer)
    if error is not None and re.fullmatch(ERROR, predicate.said):  # "`int(None)` is a `TypeError`"
        return _raises(predicate, answer)
    if error is not None:
        return False if error["type"] in _TELLING and "fork" not in error["message"] else None
    value = answer.get("value")
    if not isinstance(value, dict) or value.get("repr") is None:
        return None
    if is_callable(value) and predicate.kind != "type":
        return None
    verdicts = [_held(predicate, value, answer), *(_held(part, value, answer) for part in predicate.parts)]
    return False if False in verdicts else None if None in verdicts else True


def _denied(predicate: Predicate, answer: Answer) -> bool | None:
    """Whether what a predicate says is not so; a decimal number that is only near the one denied is another one."""
    if predicate.kind not in ("raises", "passes") and answer.get("error") is not None:
        return None
    verdict = holds(replace(predicate, negated=False), answer)
    if verdict and predicate.kind == "value" and re.search(r"\d[.e]", predicate.said):
        shown = (answer.get("value") or {}).get("repr")
        return None if shown is None else shown != predicate.said
    return None if verdict is None else not verdict


def is_callable(value: Answer) -> bool:
    """Whether a value is a function or a class, so that a sentence speaks of what calling it gives."""
    return value["type"] in (
        "function",
        "builtin_function_or_method",
        "method",
        "method_descriptor",
        "type",
        "ufunc",
        "_ArrayFunctionDispatcher",
    )


def _raises(predicate: Predicate, answer: Answer) -> bool | None:
    error = answer.get("error")
    if error is None:
        return predicate.kind == "passes"
    if error["type"] in _UNTOLD - {predicate.said} or "fork" in error["message"]:
        return None
    if predicate.kind == "passes":
        return False
    return predicate.said in ("", error["type"], *error["bases"]) or (predicate.said == "error" and error["type"] == "error")


def _held(predicate: Predicate, value: Answer, answer: Answer) -> bool | None:
    said = predicate.said
    match predicate.kind:
        case "value":
            return _value(said, value, answer)
        case "words":
            return _words(said, value, answer)
        case "other":
            return _other(value, answer)
        case "near":
            return _near(said, value)
        case "numbers":
            return _numbers(said, value)
        case "type":
            return _type(said, value)
        case "caught":
            return _type(said, value) if "BaseException" in value.get("bases", []) else None
        case "inner":
            return None if "inner" not in value else value["inner"] == said
        case "length":
            return _length(int(said), value)
        case "shape":
            return _shape(said, value)
        case "ndim":
            return None if "shape" not in value else len(value["shape"]) == int(said)
        case "dtype":
            return _dtype(said, value)
        case "truth":
            return (
                None if value["type"] not in ("bool", "bool_", "Tensor", "ndarray") or "truth" not in value else str(value["truth"]) == said
            )
        case _:
            return None


def _value(said: str, value: Answer, answer: Answer) -> bool | None:
    texts = [value["repr"], value["str"], value.get("item"), (answer.get("stdout") or "").strip() or None]
    likes = [compare(said, t) for t in texts if isinstance(t, str)]
    likes += _unwrapped(said, value["repr"])
    if "same" in likes:
        return True
    if shows_an_address(said) or shows_an_address(value["repr"]):
        return False if said in ("None", "True", "False") and value["type"] != "NoneType" else None
    if said == "None" or value["type"] == "NoneType":
        return None if said != "None" and (answer.get("stdout") or "").strip() else False
    known, wanted = literal(said)
    if known and isinstance(wanted, (tuple, list)) and "shape" in value and all(isinstance(n, int) for n in wanted):
        return None if list(wanted) == value["shape"] else _differs(likes)
    kind = kind_of(said)
    if (
        kind == "number"
        and value["type"] not in _NUMERIC
        and not re.match(r"(?:u?int|float|complex)\d*$", value["type"])
        and "item" not in value
    ):
        return False if value["type"] in _PLAIN else None
    if kind == "str" and value["type"] in _PLAIN | {"PosixPath"}:
        return False
    return _differs(likes)


def _unwrapped(said: str, shown: str) -> list[Likeness]:
    """How a list, tuple, dictionary or set agrees with what a container or an array shows of itself: `deque([1, 2], maxlen=3)`."""
    match = re.match(r"[\w.]+\((?:<[^<>]*>, )?(?P<inner>[\[({].*[\])}])(?:,\s*\w+=[^()\[\]]*)*\)$", normal(shown))
    known, wanted = literal(said)
    if match is None or "..." in shown or not known or not isinstance(wanted, (list, tuple, dict, set)):
        return []
    inner = literal(re.sub(r"(?<=\d)\.(?!\d)", ".0", match["inner"]))
    if not inner[0] or isinstance(inner[1], (list, tuple)) != isinstance(wanted, (list, tuple)):
        return []
    one, two = (re.sub(r"\(", "[", re.sub(r",?\)", "]", t)) if isinstance(wanted, (list, tuple)) else t for t in (said, match["inner"]))
    return [compare(one, re.sub(r"(?<=\d)\.(?!\d)", ".0", two))]


def _differs(likes: Sequence[str]) -> bool | None:
    return False if "different" in likes else None


def _words(said: str, value: Answer, answer: Answer) -> bool | None:
    printed = (answer.get("stdout") or "").strip()
    texts = [t for t in (value["repr"], value["str"], value.get("item"), printed) if isinstance(t, str) and t]
    if any(normal(said) == normal(t) or compare(said, t) == "same" for t in texts):
        return True
    if value["type"] == "str" and not printed and not re.search(r"\.\.\.|…", said):
        return False
    return False if "different" in [compare(said, t) for t in texts] else None


def _other(value: Answer, answer: Answer) -> bool | None:
    other = answer.get("other")
    if not isinstance(other, dict) or other.get("repr") is None:
        return None
    if value["type"] == other["type"] and compare(other["repr"], value["repr"]) == "same":
        return True
    return None if shows_an_address(value["repr"]) or shows_an_address(other["repr"]) else False


def _near(said: str, value: Answer) -> bool | None:
    shown = NUMBER.findall(normal(value.get("item") or value["repr"]))
    if len(shown) != 1 or "j" in shown[0]:
        return None
    one, two = float(said), float(shown[0].replace("_", ""))
    if near(said, shown[0]) or abs(one - two) <= 0.02 * max(abs(one), abs(two)):
        return True
    return False if abs(one - two) > 0.1 * max(abs(one), abs(two)) else None


def _numbers(said: str, value: Answer) -> bool | None:
    one, two = said.replace(",", "").split(), NUMBER.findall(normal(value["repr"]))
    if len(one) != len(two) or any("j" in t for t in two):
        return None
    return all(near(a, b) for a, b in zip(one, two, strict=True))


def _type(said: str, value: Answer) -> bool | None:
    bases, kind = value.get("bases", []), value["type"]
    if said == "+number":
        return True if kind in _NUMERIC or re.match(r"(?:u?int|float|complex)\d", kind) else (False if kind in _PLAIN else None)
    if said == "+named":
        return None
    if said.startswith("+__"):
        return True if said[1:] in value.get("has", []) else (False if kind in _PLAIN else None)
    if said == "+view":
        return None
    if said in bases or (said in _OLD_NAMES and "OSError" in bases):
        return True
    if "BaseException" in bases:
        return False if re.fullmatch(ERROR, said) else None
    if said in ("int", "float", "bool", "complex", "str") and kind not in _PLAIN:
        return None
    if said in ("ndarray", "Tensor") and kind not in _PLAIN - {"list", "tuple"}:
        return None
    return False if kind in _PLAIN or said in _PLAIN else None


def _length(said: int, value: Answer) -> bool | None:
    """Of an array, its rows or all its elements may be counted."""
    counts = [value["len"]] if "len" in value else []
    counts += [math.prod(value["shape"])] if value.get("shape") else []
    return said in counts if counts else None


def _shape(said: str, value: Answer) -> bool | None:
    if "shape" not in value:
        return None
    return bool(value["shape"] == [int(n) for n in re.findall(r"\d+", said)])


def _dtype(said: str, value: Answer) -> bool | None:
    last = said.rpartition(".")[2]
    if "dtype" in value:
        there = value["dtype"].rpartition(".")[2]
        if last in ("ndarray", "Tensor") or there == last:
            return True
        return False if re.fullmatch(r"u?int\d+|float\d+|bfloat16|complex\d+|bool", last) else None
    return _type(last, value)
