"""Runs the pieces of a text in order in one namespace, several times, and writes down what each did.

It runs inside the sandbox, with the standard library alone, and is carried there as text. It reads `inputs.json`:

- pieces: [{id, mode: "program" | "session", source, examples: [{line, source}], failing: [line, ...],
  watches: [{number, after, expression, calls}],
  inner: {line: name}, names within functions and loops whose shapes are wanted
  effects: {line: [reads, binds, changes]}}] of statements, so that after one that raises those that do not rest on it are run
- imports: [{before, source}] imports that the text takes for granted; modules: top-level modules that the pieces import
- cap: seconds a piece may take

and writes `result.json`: {python, runs: [{traced, complete, note, pieces, hits, returns, inner, training}]}. The first run is plain; the
second is traced line by line and shifts every seed; a third, with watches, repeats the second untraced. The runs differ in their hash
seed, so what is the same in all of them depends on none of these. Code from outside is executed here: whatever it raises is recorded,
which is why this file alone catches everything.
"""

import ast
import asyncio
import inspect
import io
import json
import linecache
import os
import signal
import subprocess
import sys
import time
import types
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Step = tuple[int, int, Any]  # first line, last line, statement or example

LONGEST = 4000
LOUDEST = 200_000
PREFIX = "<piece "


class OutOfTime(BaseException):
    """A piece used up its time."""


def out_of_time(*_: Any) -> None:
    raise OutOfTime


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
    return account


def describe_shape(value: Any) -> list[int] | None:
    shape = attempt(getattr, value, "shape", None)
    return list(shape) if isinstance(shape, tuple) and all(isinstance(n, int) for n in shape) else None


def line_in_text(frame: types.FrameType | None) -> tuple[str, int] | None:
    """(file name, line) of the innermost frame that belongs to the text, None where there is none."""
    while frame is not None:
        if frame.f_code.co_filename.startswith(PREFIX):
            return frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    return None


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


class Stream(io.TextIOBase):
    """Keeps what is written, with the line of the text that wrote it."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[list[Any]] = []
        self.size = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        spot = line_in_text(sys._getframe(1))
        line = spot[1] if spot else None
        if self.size < LOUDEST:
            if self.parts and self.parts[-1][0] == line:
                self.parts[-1][1] += text
            else:
                self.parts.append([line, text])
        self.size += len(text)
        return len(text)

    def text(self, start: int = 0) -> str:
        return "".join(part for _, part in self.parts)[start:]


class Tracer:
    """Counts the lines of the text that are executed and the types that its functions return."""

    def __init__(self, wanted: dict[str, dict[int, str]]) -> None:
        self.wanted = wanted
        self.last: dict[int, int] = {}
        self.inner: dict[str, list[Json]] = {}
        self.hits: dict[str, dict[int, int]] = {}
        self.returns: dict[str, dict[str, int]] = {}
        self.raised: set[int] = set()

    def __call__(self, frame: types.FrameType, event: str, argument: Any) -> "Tracer | None":
        code = frame.f_code
        if not code.co_filename.startswith(PREFIX):
            return None
        self.look(frame)
        if event == "line":
            self.last[id(frame)] = frame.f_lineno
            lines = self.hits.setdefault(code.co_filename, {})
            lines[frame.f_lineno] = lines.get(frame.f_lineno, 0) + 1
            self.raised.discard(id(frame))
        elif event == "exception":
            self.raised.add(id(frame))
        elif event == "return":
            self.returned(frame, argument)
        return self

    def look(self, frame: types.FrameType) -> None:
        """Write down the value of a name that the line before this one gave a value, where it is wanted."""
        file = frame.f_code.co_filename
        line = self.last.pop(id(frame), None)
        name = self.wanted.get(file, {}).get(line) if line is not None else None
        if name is None or name not in frame.f_locals:
            return
        found = self.inner.setdefault(f"{file}:{line}", [])
        if len(found) < 20:
            value = frame.f_locals[name]
            found.append({"shape": describe_shape(value), "type": type(value).__name__})

    def returned(self, frame: types.FrameType, value: Any) -> None:
        code = frame.f_code
        unfinished = code.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR)
        if id(frame) in self.raised or unfinished or code.co_name.startswith("<"):
            self.raised.discard(id(frame))
            return
        kinds = self.returns.setdefault(f"{code.co_filename}:{code.co_firstlineno}:{code.co_name}", {})
        kinds[type(value).__name__] = kinds.get(type(value).__name__, 0) + 1


class Training:
    """Which parameters the optimizers of torch stepped, gave a gradient and changed."""

    def __init__(self) -> None:
        self.hooked, self.steps = False, 0
        self.seen: dict[int, Json] = {}
        self.kept: list[Any] = []

    def hook(self) -> None:
        """Listen to every optimizer once torch is there."""
        if self.hooked or "torch.optim" not in sys.modules:
            return
        self.hooked = True
        register = getattr(sys.modules["torch.optim.optimizer"], "register_optimizer_step_pre_hook", None)
        if register is not None:
            register(self.before)

    def before(self, optimizer: Any, arguments: Any, keywords: Any) -> None:
        self.steps += 1
        for group in optimizer.param_groups:
            for parameter in group["params"]:
                entry = self.seen.get(id(parameter))
                if entry is None:
                    self.kept.append(parameter)
                    first = parameter.detach().clone() if parameter.numel() <= 1_000_000 else None
                    entry = self.seen[id(parameter)] = {"first": first, "graded": False}
                entry["graded"] = entry["graded"] or parameter.grad is not None

    def report(self, namespace: Json) -> list[Json]:
        """What each module of the namespace holds, after all pieces."""
        if not self.hooked or not self.steps:
            return []
        torch = sys.modules["torch"]
        modules = {k: v for k, v in namespace.items() if isinstance(v, torch.nn.Module)}
        return [self.module(torch, name, module) for name, module in modules.items()]

    def module(self, torch: Any, name: str, module: Any) -> Json:
        parameters = []
        for key, parameter in module.named_parameters():
            entry = self.seen.get(id(parameter))
            changed = None
            if entry is not None and entry["first"] is not None:
                changed = not torch.equal(entry["first"], parameter.detach())
            parameters.append({
                "name": key, "requires_grad": parameter.requires_grad, "in_optimizer": entry is not None,
                "graded": bool(entry and entry["graded"]), "changed": changed,
            })  # fmt: skip
        plain = [
            (f"{prefix}." if prefix else "") + key
            for prefix, part in module.named_modules()
            for key, value in vars(part).items()
            if isinstance(value, torch.Tensor)
        ]
        return {"name": name, "class": type(module).__name__, "steps": self.steps, "parameters": parameters, "plain": plain}


class Runner:
    """Executes the pieces of one run."""

    def __init__(self, inputs: Json, traced: bool, watching: bool, path: Path) -> None:
        self.inputs, self.watching, self.path = inputs, watching, path
        wanted = {f"{PREFIX}{p['id']}>": {int(k): v for k, v in p.get("inner", {}).items()} for p in inputs["pieces"]}
        self.tracer = Tracer(wanted) if traced else None
        self.training = Training() if traced else None
        module = types.ModuleType("__main__")
        sys.modules["__main__"] = module
        self.namespace = module.__dict__
        self.flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        self.loop: asyncio.AbstractEventLoop | None = None
        self.record: Json = {
            "traced": traced,
            "complete": False,
            "note": "",
            "pieces": [],
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

    def watch(self, piece: Json, record: Json, due: Callable[[int | None], bool]) -> None:
        for wanted in piece.get("watches", []):
            if not due(wanted["after"]) or (wanted["calls"] and not self.watching):
                continue
            entry: Json = {"number": wanted["number"], "value": None, "error": None}
            kept, sys.stdout = sys.stdout, Stream()
            try:
                entry["value"] = describe(eval(wanted["expression"], self.namespace))  # noqa: S307 - as above
            except OutOfTime:
                raise
            except BaseException as error:  # noqa: BLE001 - the text may raise anything
                entry["error"] = account_of(error)
            finally:
                entry["stdout"] = cut(sys.stdout.text())
                sys.stdout = kept
            record["watches"].append(entry)


def within(first: int, last: int) -> Callable[[int | None], bool]:
    return lambda line: line is not None and first <= line <= last


def shift_seeds(modules: list[str]) -> None:
    """Make every seed that the text sets another one, so that what depends on it differs from the first run."""
    import random

    kept = random.Random.seed

    def seed(self: random.Random, a: Any = None, version: int = 2) -> None:
        kept(self, a + 1 if type(a) is int else a, version)

    random.Random.seed = seed  # type: ignore[method-assign]
    random.seed = random._inst.seed
    for name, owner, function in (("numpy", "random", "seed"), ("numpy", "random", "default_rng"), ("torch", None, "manual_seed")):
        if name in modules and (module := attempt(__import__, name)) is not None:
            place = getattr(module, owner) if owner else module
            original = getattr(place, function)
            setattr(place, function, shifted(original))


def shifted(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda seed=None, *rest: function(seed + 1 if type(seed) is int else seed, *rest)


def child(number: int, home: Path) -> None:
    inputs = json.loads((home / "inputs.json").read_text(encoding="utf-8"))
    signal.signal(signal.SIGALRM, out_of_time)
    if number > 0:
        shift_seeds(inputs.get("modules", []))
    Runner(inputs, traced=number == 1, watching=number > 0, path=home / f"run-{number}.json").everything()


def start(number: int, home: Path, seconds: float) -> Json:
    """One run in an interpreter of its own, in an empty folder; its record, complete or as far as it came."""
    folder = home / f"folder-{number}"
    folder.mkdir()
    variables = {**os.environ, "PYTHONHASHSEED": str(11 + 31 * number), "MPLBACKEND": "Agg", "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, str(Path(__file__).resolve()), "child", str(number), str(home)]
    note = ""
    try:
        done = subprocess.run(
            command, cwd=folder, env=variables, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE, timeout=seconds, check=False,
        )  # fmt: skip
        if done.returncode:
            note = f"exit {done.returncode}: {cut(done.stderr.decode('utf-8', 'replace'))}"
    except subprocess.TimeoutExpired:
        note = "time limit"
    path = home / f"run-{number}.json"
    if not path.exists():
        return {"traced": number == 1, "complete": False, "note": note, "pieces": [], "hits": {}, "returns": {}, "training": []}
    return {**json.loads(path.read_text(encoding="utf-8")), "note": note}


def main() -> None:
    home = Path.cwd()
    inputs = json.loads((home / "inputs.json").read_text(encoding="utf-8"))
    watched = any(watch["calls"] for piece in inputs["pieces"] for watch in piece.get("watches", []))
    runs, left, begun = [], inputs.get("seconds", 60) - 5, time.monotonic()
    for number in range(3 if watched else 2):
        share = (left - (time.monotonic() - begun)) / ((3 if watched else 2) - number)
        runs.append(start(number, home, max(5.0, share)))
    result = {"python": sys.version.split()[0], "runs": runs}
    (home / "result.json").write_text(json.dumps(result), encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 3 and sys.argv[1] == "child":
        child(int(sys.argv[2]), Path(sys.argv[3]))
    else:
        main()
