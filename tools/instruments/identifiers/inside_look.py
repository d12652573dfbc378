"""Runs inside the sandbox: what the names of inputs.json are in the running interpreter. Uses the standard library alone."""

import builtins
import difflib
import importlib
import inspect
import json
import warnings
from pathlib import Path
from typing import Any

PLAIN = (bool, int, float, str, type(None))


def plain(value: Any) -> Any:
    return value if isinstance(value, PLAIN) and value == value and abs(hash(value)) >= 0 else repr(value)[:200]


def shape(value: Any) -> list[dict[str, Any]] | None:
    try:
        parameters = inspect.signature(value).parameters.values()
    except (ValueError, TypeError):
        return None
    empty = inspect.Parameter.empty
    return [
        {"name": each.name, "kind": each.kind.name, "required": each.default is empty,
         "default": None if each.default is empty else repr(each.default)[:200]}
        for each in parameters
    ]  # fmt: skip


def closed(parent: Any) -> bool:
    """Whether nothing answers for names that a class does not have."""
    return isinstance(parent, type) and not any(
        "__getattr__" in vars(each) for each in inspect.getmro(parent) + inspect.getmro(type(parent))
    )


def walk(name: str) -> Any:
    """The value of a dotted name, and the part that has it."""
    parts = name.split(".")
    here: Any = builtins if parts[0] == "builtins" else importlib.import_module(parts[0])
    done = parts[0]
    for part in parts[1:]:
        parent = here
        try:
            here = getattr(here, part)
        except AttributeError as error:
            try:
                here = importlib.import_module(f"{done}.{part}")
            except ModuleNotFoundError:
                raise Absent(parent, done, part, str(error)) from None
        done += "." + part
    return here


class Absent(Exception):
    def __init__(self, parent: Any, done: str, part: str, words: str) -> None:
        super().__init__(words)
        self.parent, self.done, self.part, self.words = parent, done, part, words


def documentation(value: Any) -> list[str]:
    """The lines of what `help` would show of it."""
    return (inspect.getdoc(value) or "").split("\n")[:400]


def look(name: str, documented: bool) -> dict[str, Any]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = walk(name)
        except Absent as absent:
            try:
                near = difflib.get_close_matches(absent.part, dir(absent.parent), n=3, cutoff=0.72)
            except Exception:  # noqa: BLE001 - a package's own __dir__ may raise anything
                near = []
            return {"state": "missing", "error": absent.words[:1000], "parent": absent.done, "member": absent.part, "closest": near,
                    "in": type(absent.parent).__name__, "closed": closed(absent.parent)}  # fmt: skip
        except ModuleNotFoundError as error:
            return {"state": "missing", "error": str(error)[:1000], "parent": "", "member": name, "closest": [], "in": "import"}
        except Exception as error:  # noqa: BLE001 - whatever an import raises is the answer
            return {"state": "error", "error": f"{type(error).__name__}: {error}"[:1000]}
    last, old = name.rpartition(".")[2], (DeprecationWarning, FutureWarning)
    marks = [str(each.message)[:500] for each in caught if issubclass(each.category, old) and last in str(each.message)]
    return {
        "state": "found", "type": type(value).__name__, "callable": callable(value), "plain": isinstance(value, PLAIN), "deprecated": marks,
        "signature": shape(value) if callable(value) else None, "value": plain(value) if isinstance(value, PLAIN) else None,
        "doc": documentation(value) if documented else [],
    }  # fmt: skip


inputs = json.loads(Path("inputs.json").read_text(encoding="utf-8"))
result = {"names": [look(each["name"], bool(each["meanings"])) for each in inputs["names"]]}
Path("result.json").write_text(json.dumps(result), encoding="utf-8")
