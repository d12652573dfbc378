"""Executes the pieces of a text in one namespace and writes down what each did. Runs inside the sandbox.

Code from outside is executed here: whatever it raises is recorded, which is why this module catches everything.
"""

import ast
import asyncio
import inspect
import json
import linecache
import signal
import sys
import time
import types
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tools.instruments.code.inside.accounts import PREFIX, Json, account_of, attempt, cut, describe
from tools.instruments.code.inside.asking import Asker, apart
from tools.instruments.code.inside.tracing import LOUDEST, Stream, Tracer
from tools.instruments.code.inside.training import Training

Step = tuple[int, int, Any]  # first line, last line, statement or example


class OutOfTime(BaseException):
    """A piece used up its time."""


def out_of_time(*_: Any) -> None:
    raise OutOfTime


class Runner:
    """Executes the pieces of one run."""

    def __init__(self, inputs: Json, traced: bool, path: Path) -> None:
        self.inputs, self.path = inputs, path
        wanted = {f"{PREFIX}{p['id']}>": {int(k): v for k, v in p.get("inner", {}).items()} for p in inputs["pieces"]}
        self.tracer = Tracer(wanted) if traced else None
        self.training = Training() if traced else None
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.namespace = module.__dict__
        self.flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self.loop: asyncio.AbstractEventLoop | None = None
        self.asker = Asker(inputs.get("asks", []), self.namespace, self.flags)
        self.record: Json = {
            "traced": traced,
            "complete": False,
            "note": "",
            "pieces": [],
            "asks": self.asker.answers,
            "hits": {},
            "returns": {},
            "inner": {},
            "training": [],
        }

    def write(self) -> None:
        if self.tracer is not None:
            self.record["hits"], self.record["returns"] = self.tracer.hits, self.tracer.returns
            self.record["inner"] = self.tracer.inner
        self.path.write_text(json.dumps(self.record), encoding="utf-8")

    def everything(self) -> None:
        for piece in self.inputs["pieces"]:
            self.record["pieces"].append(self.piece(piece))
            self.ask(piece["id"], None)
            self.write()
        if self.training is not None:
            self.record["training"] = attempt(self.training.report, self.namespace) or []
        self.record["complete"] = True
        self.write()

    def piece(self, piece: Json) -> Json:
        name = f"{PREFIX}{piece['id']}>"
        linecache.cache[name] = (len(piece["source"]), None, piece["source"].splitlines(keepends=True), name)
        out, err = Stream(), Stream()
        record: Json = {"id": piece["id"], "statements": [], "error": None, "watches": [], "timeout": False}
        begun = time.perf_counter()
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            sys.stdout, sys.stderr = out, err
            signal.setitimer(signal.ITIMER_REAL, self.inputs.get("cap", 20))
            try:
                self.supply(piece["id"])
                steps = self.session(piece) if piece["mode"] == "session" else self.program(piece, name)
                self.execute(steps, piece, name, out, record)
            except OutOfTime:
                record["timeout"] = True
            except SystemExit:
                record["note"] = "exit"
            except BaseException as error:  # noqa: BLE001 - the text may raise anything, at import or parse as well
                record["error"] = account_of(error)
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
                sys.settrace(None)
                sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__
        record["seconds"] = time.perf_counter() - begun
        record["stdout"], record["stderr"] = out.text()[:LOUDEST], cut(err.text())
        record["outputs"] = [[line, cut(text)] for line, text in out.parts[:2000]]
        record["warnings"] = [self.warning(w) for w in caught if w.filename == name][:20]
        return record

    @staticmethod
    def warning(caught: warnings.WarningMessage) -> Json:
        bases = [c.__name__ for c in caught.category.__mro__ if c not in (object, BaseException)]
        return {"category": caught.category.__name__, "bases": bases, "message": cut(str(caught.message)), "line": caught.lineno}

    def supply(self, identifier: int) -> None:
        for wanted in self.inputs.get("imports", []):
            if wanted["before"] == identifier:
                attempt(exec, wanted["source"], self.namespace)

    def program(self, piece: Json, name: str) -> list[Step]:
        tree = ast.parse(piece["source"], name)
        return [(node.lineno, node.end_lineno, node) for node in tree.body]

    def session(self, piece: Json) -> list[Step]:
        return [(e["line"], e["line"] + e["source"].rstrip("\n").count("\n"), e) for e in piece["examples"]]

    def execute(self, steps: list[Step], piece: Json, name: str, out: Stream, record: Json) -> None:
        failing, effects = set(piece.get("failing", [])), piece.get("effects", {})
        lost: set[str] = set()
        for first, last, step in steps:
            reads, binds, changes = effects.get(str(first), ([], [], []))
            if lost.intersection(reads):
                lost.update(binds, changes)
                continue
            entry: Json = {"line": first, "end": last, "value": None, "targets": {}, "error": None}
            record["statements"].append(entry)
            before = len(out.text())
            try:
                self.step(step, name, entry)
            except (OutOfTime, SystemExit):
                raise
            except BaseException as error:  # noqa: BLE001 - the text may raise anything
                entry["error"] = account_of(error)
            finally:
                sys.settrace(None)
            entry["stdout"] = cut(out.text(before))
            if self.training is not None:
                self.training.hook()
            self.watch(piece, record, within(first, last))
            self.ask(piece["id"], first)
            expected = piece["mode"] == "session" or any(first <= line <= last for line in failing)
            if entry["error"] is not None and not expected:
                entry["unexpected"] = True
                record["error"] = record["error"] or entry["error"]
                if not effects or "*" in binds:
                    return
                alone = len(entry["error"]["spots"]) == 1 and first == last and bool(binds)
                lost.update(binds, () if alone else changes)
        self.watch(piece, record, lambda line: line is None)

    def step(self, step: Any, name: str, entry: Json) -> None:
        if isinstance(step, dict):
            padded = "\n" * (step["line"] - 1) + step["source"]
            sys.displayhook = lambda value: self.display(value, entry)
            self.run(compile(padded, name, "single", self.flags, dont_inherit=True))
        elif isinstance(step, ast.Expr):
            entry["value"] = describe(self.run(compile(ast.Expression(step.value), name, "eval", self.flags, dont_inherit=True)))
        else:
            code = compile(ast.Module([step], []), name, "exec", self.flags, dont_inherit=True)
            if isinstance(step, ast.ImportFrom) and step.module == "__future__":
                for alias in step.names:
                    self.flags |= getattr(__import__("__future__"), alias.name).compiler_flag
            self.run(code)
            for target in self.targets(step):
                if target in self.namespace:
                    entry["targets"][target] = describe(self.namespace[target])

    def run(self, code: types.CodeType) -> Any:
        if self.tracer is not None:
            sys.settrace(self.tracer)
        result = eval(code, self.namespace)  # noqa: S307 - running the text is the purpose
        if inspect.iscoroutine(result) and code.co_flags & inspect.CO_COROUTINE:
            self.loop = self.loop or asyncio.new_event_loop()
            result = self.loop.run_until_complete(result)
        sys.settrace(None)
        return result

    def display(self, value: Any, entry: Json) -> None:
        if value is not None:
            entry["value"] = describe(value)
            sys.stdout.write(repr(value) + "\n")
            self.namespace["_"] = value

    @staticmethod
    def targets(step: ast.stmt) -> list[str]:
        nodes = step.targets if isinstance(step, ast.Assign) else [getattr(step, "target", None)]
        flat = [e for n in nodes for e in (n.elts if isinstance(n, (ast.Tuple, ast.List)) else [n])]
        return [n.id for n in flat if isinstance(n, ast.Name)] if isinstance(step, (ast.Assign, ast.AugAssign, ast.AnnAssign)) else []

    def ask(self, piece: int, line: int | None) -> None:
        """Ask what is due here, off the piece's clock."""
        left, _ = signal.setitimer(signal.ITIMER_REAL, 0)
        kept = sys.stdout
        self.asker.at(piece, line)
        sys.stdout = kept
        if left:
            signal.setitimer(signal.ITIMER_REAL, left)

    def watch(self, piece: Json, record: Json, due: Callable[[int | None], bool]) -> None:
        for wanted in piece.get("watches", []):
            if due(wanted["after"]):
                look = partial(self.watched, wanted["expression"])
                reply = apart(look) if wanted["calls"] else look()
                if reply is not None:
                    record["watches"].append({"number": wanted["number"], **reply})

    def watched(self, expression: str) -> Json:
        entry: Json = {"value": None, "error": None}
        kept, sys.stdout = sys.stdout, Stream()
        try:
            entry["value"] = describe(eval(expression, self.namespace))  # noqa: S307 - as above
        except OutOfTime:
            raise
        except BaseException as error:  # noqa: BLE001 - the text may raise anything
            entry["error"] = account_of(error)
        finally:
            entry["stdout"] = cut(sys.stdout.text())
            sys.stdout = kept
        return entry


def within(first: int, last: int) -> Callable[[int | None], bool]:
    return lambda line: line is not None and first <= line <= last
