"""The measured process: runs the code with torch.compile observed, and tells what it saw as it goes on.

Its order comes on standard input, and its account goes to the journal, a line at a time. In the eager run torch.compile gives back what it
was given, so that every call is made without the compiler; calls of the two runs are paired by their order. The clock is read through
references taken before the code begins.
"""

from __future__ import annotations

import time

CLOCK = time.perf_counter
BEGUN = CLOCK()

import hashlib  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import resource  # noqa: E402
import sys  # noqa: E402
import types  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any  # noqa: E402

import torch  # type: ignore[import-not-found, unused-ignore]  # noqa: E402
import torch._dynamo  # type: ignore[import-not-found, unused-ignore]  # noqa: E402

from sandbox.compile.inside import cells, machine, stream  # noqa: E402
from sandbox.compile.inside.given import Given  # noqa: E402
from sandbox.compile.inside.journal import DUMPS, Journal  # noqa: E402
from sandbox.compile.inside.values import Recorder, shapes  # noqa: E402
from sandbox.compile.inside.watching import Compiler, Originals, plain, shadowed  # noqa: E402

IS_COMPILING = getattr(getattr(torch, "compiler", None), "is_compiling", None) or torch._dynamo.is_compiling
COMPILE = torch.compile
# Taken before the code begins, which could put others in their place.
SYNCHRONIZE = torch.cuda.synchronize
RECORD, WAIT, ELAPSED = torch.cuda.Event.record, torch.cuda.Event.synchronize, torch.cuda.Event.elapsed_time
MOST_CALLS = 5000


class NoDevice(Exception):
    """The device that was asked for is not there."""


class Observer:
    """Stands in for torch.compile and records each call of what it gives back."""

    def __init__(self, order: dict[str, Any]) -> None:
        self.settings: dict[str, str] = order["settings"]
        self.eager: bool = order["eager"]
        self.compiler = Compiler()
        self.calls: list[dict[str, Any]] = []
        self.recorder = Recorder(f"outputs-{order['name']}.bin")
        self.journal = Journal(*order["journal"])
        self.cuda = torch.cuda.is_available() and self.settings["device"] != "cpu"
        if self.cuda:
            SYNCHRONIZE()  # what the device's first use takes is no call's
        self.inside = False
        self.unrecorded = 0
        self.raw: dict[int, tuple[Any, Any]] = {}
        self.outputs: list[Any] | None = None
        self.given: dict[int, Given] = {}

    def compile(self, model: Any = None, **keywords: Any) -> Any:
        """As torch.compile, with the settings of the variant in place of what the code says."""
        if model is None:
            return lambda function: self.compile(function, **keywords)
        made = model if self.eager else COMPILE(model, **{**keywords, **overrides(self.settings)})
        observed = self._module(made, model) if isinstance(model, torch.nn.Module) else self._function(made, model)
        self.raw[id(observed)] = (observed, made)
        return observed

    def _function(self, made: Any, model: Any) -> Any:
        number = len(self.raw)

        def observed(*arguments: Any, **keywords: Any) -> Any:
            if IS_COMPILING() or self.inside:
                return made(*arguments, **keywords)
            return self.call(number, made, arguments, keywords)

        for name in ("__name__", "__qualname__", "__doc__", "__module__"):
            if hasattr(model, name):
                setattr(observed, name, getattr(model, name))
        return observed

    def _module(self, made: Any, model: Any) -> Any:
        if self.eager:
            return Plain(model, self)
        outer, number = self, len(self.raw)

        class Observed(type(made)):  # type: ignore[misc]
            def __call__(self, *arguments: Any, **keywords: Any) -> Any:
                inner = super().__call__
                if IS_COMPILING() or outer.inside:
                    return inner(*arguments, **keywords)
                return outer.call(number, inner, arguments, keywords)

        object.__setattr__(made, "__class__", Observed)  # its own __setattr__ would reach the module within
        return made

    def call(self, number: int, made: Any, arguments: Any, keywords: Any) -> Any:
        """Make one call of compiled callable `number` and record it; what it raises is recorded and raised again."""
        if len(self.calls) >= MOST_CALLS or os.getpid() != self.journal.owner:
            self.unrecorded += 1
            return made(*arguments, **keywords)
        place = len(self.calls)
        record: dict[str, Any] = {"callable": number, "shapes": shapes(arguments, keywords)[:32], "raised": None}
        self.calls.append(record)
        given = self.given.setdefault(number, Given())
        given.begin([arguments, keywords])
        self.inside = True
        try:
            value = self._made(place, record, lambda: made(*arguments, **keywords))
            record["outputs"] = self.recorder.describe(value)
            record.update(given.end([arguments, keywords], value))
        finally:
            if self.outputs is None:
                self.sent(place)
            self.inside = False
        if self.outputs is not None:
            self.outputs.append((value, stream.sums(value)))
        return value

    def _made(self, place: int, record: dict[str, Any], action: Any) -> Any:
        before = self.compiler.look()
        self.journal.tell("call", n=place)
        try:
            return self.timed(record, action)
        except BaseException as error:
            record["raised"] = f"{type(error).__name__}: {plain(str(error))[:1000]}"
            raise
        finally:
            self.journal.tell("called", n=place)
            record.update(self.compiler.since(before))
            record["peak_kib"] = peak_kib(self.cuda)

    def sent(self, place: int) -> None:
        """The record of a call is complete, and from now on out of reach."""
        self.journal.tell("record", n=place, text=DUMPS(self.calls[place]))

    def timed(self, record: dict[str, Any], action: Any) -> Any:
        """Run it between two looks at the clock, the device synchronized; also by CUDA events where there is a GPU."""
        if not self.cuda:
            begun = CLOCK()
            try:
                return action()
            finally:
                record["seconds"] = CLOCK() - begun
        events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        torch.cuda.reset_peak_memory_stats()
        SYNCHRONIZE()
        begun = CLOCK()
        try:
            RECORD(events[0])
            value = action()
            RECORD(events[1])
            WAIT(events[1])
            own = CLOCK()
            SYNCHRONIZE()
            record["device_seconds"] = ELAPSED(events[0], events[1]) / 1000
            record["other_streams_seconds"] = CLOCK() - own
            return value
        finally:
            SYNCHRONIZE()
            record["seconds"] = CLOCK() - begun


class Plain(torch.nn.Module):  # type: ignore[misc]
    """A module in the eager run, with calls recorded; all else goes to the module itself, as with a compiled one."""

    def __init__(self, model: Any, observer: Observer) -> None:
        super().__init__()
        self._modules["_orig_mod"] = model
        self.__dict__.update(_observer=observer, _number=len(observer.raw))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        model, observer = self._modules["_orig_mod"], self.__dict__["_observer"]
        return model(*arguments, **keywords) if observer.inside else observer.call(self.__dict__["_number"], model, arguments, keywords)

    def __getattr__(self, name: str) -> Any:
        modules = self.__dict__["_modules"]
        return modules["_orig_mod"] if name == "_orig_mod" else getattr(modules["_orig_mod"], name)

    def __setattr__(self, name: str, value: Any) -> None:
        if "_modules" in self.__dict__ and "_orig_mod" in self.__dict__["_modules"]:
            setattr(self.__dict__["_modules"]["_orig_mod"], name, value)
        else:
            super().__setattr__(name, value)


def overrides(settings: dict[str, str]) -> dict[str, Any]:
    """Arguments of torch.compile that the variant sets."""
    truth = {"auto": None, "true": True, "false": False}
    given: dict[str, Any] = {name: settings[name] for name in ("backend", "mode") if settings[name]}
    given.update({name: truth[settings[name]] for name in ("dynamic", "fullgraph") if settings[name]})
    return given


def peak_kib(cuda: bool) -> int:
    """The GPU's greatest allocation since it was reset, or the process's greatest resident size so far."""
    return int(torch.cuda.max_memory_allocated() >> 10) if cuda else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def run(order: dict[str, Any], observer: Observer, result: dict[str, Any]) -> None:
    """Run the code, then its calls where it is a function."""
    settings = order["settings"]
    if settings["device"] == "cuda" and not torch.cuda.is_available():
        raise NoDevice("there is no GPU that torch can use here")
    if settings["limit"]:
        names = [name for name in ("recompile_limit", "cache_size_limit") if hasattr(torch._dynamo.config, name)]
        setattr(torch._dynamo.config, names[0], int(settings["limit"]))
    torch.manual_seed(order["seed"])
    name = "__main__" if order["form"] != "function" else "experiment"
    module = types.ModuleType(name)
    module.__file__ = f"{order['form']}.py"
    sys.modules[name] = module
    sys.argv = [module.__file__]
    sys.path.append(str(Path.cwd()))
    if order["form"] == "notebook":
        cells.run(module, result, plain)
        return
    code = Path(module.__file__).read_text(encoding="utf-8")
    exec(compile(code, module.__file__, "exec"), module.__dict__)  # noqa: S102 - running this code is what the process is for
    if order["form"] == "function":
        stream.run(order, observer, module, result)


def below(trace: Any) -> Any:
    """A traceback from the code's own first frame on; all of it where there is none."""
    first = trace
    while first is not None and first.tb_frame.f_globals.get("__name__", "").startswith("sandbox.compile.inside"):
        first = first.tb_next
    return first or trace


def main() -> None:
    order = json.loads(sys.stdin.buffer.read())
    cache = Path(os.environ.get("TORCHINDUCTOR_CACHE_DIR", "none"))
    result: dict[str, Any] = {"raised": None, "no_device": False, "no_function": False}
    result["cache_files"] = sum(path.is_file() for path in cache.rglob("*")) if cache.is_dir() else 0
    observer = Observer(order)
    torch.compile = observer.compile
    originals = Originals((Observer, Journal, Compiler, Recorder, Given, stream.Plan))
    result["first"] = CLOCK() - BEGUN
    observer.journal.tell("begin")
    try:
        run(order, observer, result)
    except NoDevice:
        result["no_device"] = True
    except stream.NoFunction:
        result["no_function"] = True
    except SystemExit as error:
        result["raised"] = None if error.code in (None, 0) else f"SystemExit: {error.code}"
    except BaseException as error:  # noqa: BLE001 - whatever the code raises is an outcome
        result["raised"] = f"{type(error).__name__}: {plain(str(error))[:1000]}"
        if not (observer.calls and observer.calls[-1]["raised"]):
            sys.excepthook(type(error), error, below(error.__traceback__))
    mine = [observer, observer.journal, observer.compiler, observer.recorder]
    replaced, taken = originals.replaced(), [*originals.taken_over(), *shadowed(mine)]
    backends = sorted(observer.compiler.backends)
    outside = observer.compiler.since(observer.compiler.look())["compilations"]
    result.update(replaced=replaced, taken_over=taken, backends=backends, outside=outside, phases=observer.compiler.phases())
    result["machine"] = machine.facts("inductor" in backends and not observer.cuda)
    result["scalar"] = machine.scalar(result["machine"])
    result.update(threads=torch.get_num_threads(), cuda=observer.cuda, digest=observer.recorder.close())
    result.update(unrecorded=observer.unrecorded, made=observer.compiler.compiled)
    result.update(handed=max(observer.compiler.compiled, len(observer.compiler.seen)))
    result["seconds"] = CLOCK() - BEGUN
    records = [hashlib.sha256(DUMPS(record).encode()).hexdigest() for record in observer.calls]
    observer.journal.tell("end", text=DUMPS(result), records=records)
