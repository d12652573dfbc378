"""Questions asked of a text's namespace without disturbing it: each is answered in a copy of the process. Runs inside the sandbox."""

import importlib
import inspect
import itertools
import json
import os
import re
import signal
import sys
import time
import types
from collections.abc import Callable
from functools import partial
from typing import Any

from tools.instruments.code.inside.accounts import Json, account_of, attempt, cut, describe
from tools.instruments.code.inside.arranging import Arranging
from tools.instruments.code.inside.comparing import Comparing
from tools.instruments.code.inside.counting import Counting
from tools.instruments.code.inside.tracing import Stream

PATIENCE = 5  # seconds that one question may take
BUDGET = 60.0  # seconds that all questions of a run may take


def apart(function: Callable[[], Any]) -> Any:
    """What a function gives in a copy of this process, which ends with it; None where the copy could not be made or did not end well."""
    try:
        source, target = os.pipe()
        child = os.fork()
    except OSError:
        return None
    if child == 0:
        answer(function, source, target)
    os.close(target)
    parts = []
    try:
        while part := os.read(source, 1 << 16):
            parts.append(part)
    finally:
        os.close(source)
        attempt(os.kill, child, signal.SIGKILL)
        os.waitpid(child, 0)
    return attempt(json.loads, b"".join(parts))


def answer(function: Callable[[], Any], source: int, target: int) -> None:
    """The child's whole life: answer, write, end."""
    try:
        os.close(source)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(PATIENCE)
        if "torch" in sys.modules:
            sys.modules["torch"].set_num_threads(1)  # the other threads did not come along
        data = json.dumps(function()).encode()
        while data:
            data = data[os.write(target, data) :]
    finally:
        os._exit(0)


class Known(Comparing, Arranging, Counting):
    """What questions may use beside the names of the text. `name` stands for anything that is called so in what the text imports."""

    def __init__(self, namespace: Json) -> None:
        self.namespace = namespace

    def named(self, name: str) -> Any:
        """The one thing of this name: in the namespace, in its modules, or an attribute of its classes and objects; else LookupError."""
        first, _, rest = name.partition(".")
        found = list(self.places(first))
        for part in rest.split(".") if rest else []:
            found = [getattr(each, part) for each in found if hasattr(each, part)]
        origins = {id(getattr(each, "__wrapped__", getattr(each, "__func__", each))): each for each in found}
        if len(origins) > 1:
            origins = {getattr(each, "__qualname__", id(each)): each for each in origins.values()}
        if len(origins) != 1:
            raise LookupError(f"{len(origins)} things are called {name}")
        return next(iter(origins.values()))

    def places(self, name: str) -> Any:
        import builtins

        if name in self.namespace:
            yield self.namespace[name]
            return
        values = [v for k, v in self.namespace.items() if not k.startswith("_")]
        modules = [v for v in values if isinstance(v, types.ModuleType)]
        inside = [m for v in modules for m in vars(v).values() if isinstance(m, types.ModuleType) and m.__name__.startswith(v.__name__)]
        classes = [v if isinstance(v, type) else type(v) for v in values if not isinstance(v, types.ModuleType)]
        there = [vars(m)[name] for m in modules if name in vars(m)]
        there = there or [vars(builtins)[name]] if hasattr(builtins, name) else there
        there = there or [vars(m)[name] for m in inside if name in vars(m)]
        yield from there or [getattr(c, name) for c in classes if hasattr(c, name)]
        if not there and name in sys.stdlib_module_names:
            yield importlib.import_module(name)

    def default(self, owners: list[str], parameter: str) -> Any:
        """The default of a parameter of the first of the owners that has it, without owners of the one function of the text that has it."""
        found = []
        for name in owners:
            try:
                return parameter_of(self.named(name), parameter)["default"]
            except LookupError:
                continue
        for value in list(self.namespace.values()):
            if isinstance(value, (types.FunctionType, type)) and value.__module__ == "__main__":
                found += [p["default"] for p in attempt(parameters, value) or [] if p["name"] == parameter]
        if len(found) != 1 or found[0] is inspect.Parameter.empty:
            raise LookupError(f"the default of {parameter} is not known")
        return found[0]

    def figure(self, name: str, words: list[str]) -> Any:
        """The one number among the defaults of a callable, or the one whose name the words or the callable's own name hold."""
        found = {p["name"]: p["default"] for p in parameters(self.named(name)) if type(p["default"]) in (int, float)}
        last = name.rpartition(".")[2]
        meant = [n for n in found if n == last] or [n for n in found if any(w in n or n in w for w in words if len(n) > 2)]
        large = [n for n, value in found.items() if value > 1]
        chosen = meant if len(meant) == 1 else large
        if len(chosen) != 1:
            raise LookupError(f"{len(chosen)} defaults may be meant")
        return found[chosen[0]]

    def lives(self, name: str, home: str) -> bool:
        """Whether a module has something of this name."""
        first, _, rest = home.partition(".")
        module = importlib.import_module(self.named(first).__name__ + ("." + rest if rest else ""))
        return hasattr(module, name.rpartition(".")[2])

    def keyword_only(self, owners: list[str], parameter: str) -> bool:
        """Of the first of the owners that has the parameter, without owners of the functions of the text that have it, all alike."""
        values = [v for v in self.namespace.values() if isinstance(v, types.FunctionType) and v.__module__ == "__main__"]
        for found in [[attempt(self.named, name)] for name in owners] + [values]:
            kinds = {p["kind"] for value in found for p in attempt(parameters, value) or [] if p["name"] == parameter}
            if len(kinds) == 1:
                return kinds == {"KEYWORD_ONLY"}
        raise LookupError(f"{parameter} is not known")

    def takes(self, name: str, count: int) -> bool:
        """Whether a callable has so many parameters, in all, without a default, or by their place."""
        found = parameters(self.named(name))
        if any(p["kind"] in ("VAR_POSITIONAL", "VAR_KEYWORD") for p in found):
            raise LookupError("it takes any number")
        needed = [p for p in found if p["default"] is inspect.Parameter.empty]
        placed = [p for p in found if p["kind"] != "KEYWORD_ONLY"]
        return count in (len(found), len(needed), len(placed))

    def drained(self, value: Any) -> Any:
        """What an iterator gives, as a list; any other value as it is."""
        return list(itertools.islice(value, 100)) if hasattr(type(value), "__next__") else value

    def position(self, name: str, place: int) -> str:
        """The name of the parameter at a place, counted from one and without self; counted from the end where it is negative."""
        names = [p["name"] for p in parameters(self.named(name)) if p["kind"] not in ("VAR_POSITIONAL", "VAR_KEYWORD", "KEYWORD_ONLY")]
        return str(names[place - 1 if place > 0 else place])

    def has(self, name: str, parameter: str) -> bool:
        found = parameters(self.named(name))
        there = any(p["name"] == parameter for p in found)
        if not there and any(p["kind"] == "VAR_KEYWORD" for p in found):
            raise LookupError("it takes any name")
        return there

    def sub(self, name: str, other: str) -> bool:
        """Whether one class derives from another."""
        one, two = self.named(name), self.named(other)
        if not isinstance(one, type) or not isinstance(two, type):
            raise LookupError("no classes")
        return one is not two and issubclass(one, two)

    def same(self, name: str, other: str) -> bool:
        return self.named(name) is self.named(other)

    def noun(self, value: Any, name: str) -> Any:
        """An attribute of a value, called where it is a method that needs nothing."""
        if not hasattr(value, name):
            raise LookupError(f"it has no {name}")
        found = getattr(value, name)
        return found() if isinstance(found, (types.MethodType, types.BuiltinMethodType)) else found


def parameter_of(value: Any, name: str) -> Json:
    for each in parameters(value):
        if each["name"] == name:
            if each["default"] is inspect.Parameter.empty:
                raise LookupError(f"{name} has no default")
            return each
    raise LookupError(f"there is no parameter {name}")


def parameters(value: Any) -> list[Json]:
    """The parameters of a callable by its signature, else by the first line of its documentation, as compiled functions have it."""
    try:
        found = [p for p in inspect.signature(value).parameters.values() if p.name != "self"]
    except (ValueError, TypeError):
        return documented(value)
    return [{"name": p.name, "kind": p.kind.name, "default": p.default} for p in found]


def documented(value: Any) -> list[Json]:
    """`name(a, b=1, *, c=None) -> type`, in a line of its own."""
    for line in (getattr(value, "__doc__", None) or "").split("\n\n")[0:3]:
        flat = re.sub(r"\s+", " ", line).strip()
        match = re.match(r"(?:\w+\.)*\w+(\(.*?\))\s*(?:->.*)?$", flat)
        names: Json = {}
        if match and attempt(exec, f"def f{match.group(1)}: pass", names) is None and "f" in names:
            return [p for p in parameters(names["f"]) if p["name"] != "self"]
    raise LookupError("its parameters are not told")


class Asker:
    """Asks the questions that are due at a point of a run."""

    def __init__(self, asks: list[Json], namespace: Json, flags: int) -> None:
        self.due: dict[tuple[int, int | None], list[Json]] = {}
        for ask in asks:
            for piece, line in ask["points"]:
                self.due.setdefault((piece, line), []).append(ask)
        self.namespace, self.flags, self.left = namespace, flags, BUDGET
        self.answers: list[Json] = []

    def at(self, piece: int, line: int | None) -> None:
        """Ask what is due after a line of a piece, or after its end (None)."""
        due = self.due.get((piece, line), [])
        calm = [ask for ask in due if not ask["calls"]]
        for group in ([calm] if calm else []) + [[ask] for ask in due if ask["calls"]]:
            if self.left <= 0:
                return
            begun = time.monotonic()
            found = apart(partial(self.all, group))
            self.left -= time.monotonic() - begun
            for ask, reply in zip(group, found or [], strict=False):
                self.answers.append({"number": ask["number"], "piece": piece, "line": line, **reply})

    def all(self, group: list[Json]) -> list[Json]:
        return [self.one(ask) for ask in group]

    def one(self, ask: Json) -> Json:
        """The value of an expression, or the exception that it or a statement raised, with what was printed."""
        reply: Json = {"value": None, "error": None, "stdout": ""}
        space = self.namespace
        space["_known_"] = Known(space)
        for name in ask.get("imports", []):
            if name not in space and (module := attempt(importlib.import_module, name)) is not None:
                space[name] = module
        sys.stdout = written = Stream()
        try:
            for source in ask.get("before", []):
                exec(compile(source, "<ask>", "exec", self.flags, dont_inherit=True), space)  # noqa: S102 - the text's own words
            reply["value"] = self.value(ask["source"], space)
            if ask.get("other"):
                reply["other"] = self.value(ask["other"], space)
        except BaseException as error:  # noqa: BLE001 - code of the text may raise anything
            reply["error"] = account_of(error)
        reply["stdout"] = cut(written.text())
        return reply

    def value(self, source: str, space: Json) -> Json | None:
        try:
            code = compile(source, "<ask>", "eval", self.flags, dont_inherit=True)
        except SyntaxError:
            exec(compile(source, "<ask>", "exec", self.flags, dont_inherit=True), space)  # noqa: S102 - as above
            return None
        return describe(eval(code, space))  # noqa: S307 - as above
