"""What the compiler does, seen through its own interfaces: the backends that it calls, its counters, its metrics, its log handlers.

Names differ between releases; what a release lacks is left out of the record, never guessed.
"""

from __future__ import annotations

import logging
import re
import time
from typing import Any

import torch  # type: ignore[import-not-found, unused-ignore]
import torch._dynamo  # type: ignore[import-not-found, unused-ignore]
from torch._dynamo import utils  # type: ignore[import-not-found, unused-ignore]

_METRICS = {
    "compile_id": "compile_id", "function": "co_name", "guards": "guard_count", "operations": "graph_op_count",
    "entries_before": "cache_size", "reason": "recompile_reason", "failure": "fail_reason", "forward": "is_forward",
    "seconds": "entire_frame_compile_time_s", "backend_seconds": "backend_compile_time_s", "trace_seconds": "structured_logging_overhead_s",
}  # fmt: skip
_HITS = (("inductor", "fxgraph_cache_hit"), ("aot_autograd", "autograd_cache_hit"))
_MISSES = (("inductor", "fxgraph_cache_miss"), ("aot_autograd", "autograd_cache_miss"))


class Log(logging.Handler):
    """The records that torch's own handlers print, each once."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.records: list[logging.LogRecord] = []

    def attach(self) -> None:
        """Stand beside every handler by which torch prints."""
        for logger in [item for item in logging.root.manager.loggerDict.values() if isinstance(item, logging.Logger)]:
            prints = any(not isinstance(each, Log) and "Trace" not in type(each).__name__ for each in logger.handlers)
            if logger.name.startswith("torch") and prints and self not in logger.handlers:
                logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        if not any(record is seen for seen in self.records[-4:]):
            self.records.append(record)

    def lines(self, start: int) -> list[dict[str, str]]:
        return [
            {"logger": record.name, "level": record.levelname, "message": plain(record.getMessage())[:2000]}
            for record in self.records[start : start + 64]
        ]


def plain(text: str) -> str:
    """The text without the folders of files."""
    return re.sub(r"(?<![:/\w])/(?:[\w.+-]+/)+", "", text)


class Compiler:
    """Counts what backends are handed and what they made is run. `look` is a point in time, `since` all that happened after it."""

    def __init__(self) -> None:
        self.compiled = 0
        self.executed = 0
        self.backends: set[str] = set()
        self.log = Log()
        self.log.attach()
        self.seen: list[Any] = []
        self.counters = utils.counters
        limit = getattr(utils, "set_compilation_metrics_limit", None)
        if limit is not None:
            limit(100_000)
        for name in ("_TorchCompileInductorWrapper", "_TorchCompileWrapper"):
            wrapper = getattr(torch, name, None)
            if wrapper is not None:
                wrapper.__call__ = self._counting(wrapper.__call__)

    def look(self) -> dict[str, Any]:
        return {
            "compiled": self.compiled,
            "executed": self.executed,
            "breaks": dict(self.counters["graph_break"]),
            "hits": self._sum(_HITS),
            "misses": self._sum(_MISSES),
            "log": len(self.log.records),
            "unique": self.counters["stats"]["unique_graphs"],
        }

    def since(self, before: dict[str, Any]) -> dict[str, Any]:
        now = self.look()
        self.log.attach()
        breaks = {reason: count - before["breaks"].get(reason, 0) for reason, count in now["breaks"].items()}
        return {
            "graphs_compiled": now["compiled"] - before["compiled"],
            "graphs_run": now["executed"] - before["executed"],
            "breaks": {plain(reason)[:2000]: count for reason, count in breaks.items() if count},
            "hits": now["hits"] - before["hits"],
            "misses": now["misses"] - before["misses"],
            "log": self.log.lines(before["log"]),
            "compilations": self._new(),
            "unique_graphs": now["unique"] - before["unique"],
        }

    def phases(self) -> dict[str, float]:
        """Seconds by phase of compilation, as torch adds them up."""
        try:
            headers, values = utils.compile_times(repr="csv", aggregate=True)
            return {str(name): float(value) for name, value in zip(headers, values)}  # noqa: B905 - older Pythons lack strict
        except (AttributeError, TypeError, ValueError):
            return {}

    def _counting(self, call: Any) -> Any:
        def handed(wrapper: Any, graph: Any, *arguments: Any, **keywords: Any) -> Any:
            self.compiled += 1
            self.backends.add(str(getattr(wrapper, "compiler_name", "")))
            made = call(wrapper, graph, *arguments, **keywords)

            def run(*inputs: Any) -> Any:
                self.executed += 1
                return made(*inputs)

            return run

        return handed

    def _new(self) -> list[dict[str, Any]]:
        get = getattr(utils, "get_compilation_metrics", None)
        everything = [] if get is None else get()
        old = {id(each) for each in self.seen}
        new = [each for each in everything if id(each) not in old]
        self.seen += new
        return [_metrics(each) for each in new]

    def _sum(self, names: tuple[tuple[str, str], ...]) -> int:
        return sum(int(self.counters[group][name]) for group, name in names)


def _metrics(entry: Any) -> dict[str, Any]:
    told = {ours: getattr(entry, theirs, None) for ours, theirs in _METRICS.items()}
    return {name: value if isinstance(value, (int, float, type(None))) else plain(str(value))[:2000] for name, value in told.items()}


class Originals:
    """What a program could replace to look faster or righter than it is, as it was before the program began. own: the runner's classes."""

    def __init__(self, own: tuple[type, ...] = ()) -> None:
        self.own = [(place, name, vars(place)[name]) for place in own for name in vars(place) if callable(vars(place)[name])]
        places = [
            *((time, name) for name in ("perf_counter", "perf_counter_ns", "time", "time_ns", "monotonic", "process_time", "sleep")),
            *((torch, name) for name in ("allclose", "equal", "compile")),
            *((torch.testing, name) for name in ("assert_close",)),
            *((torch.cuda, name) for name in ("synchronize", "current_stream")),
            (torch._C, "_cuda_synchronize"),
            *((torch.cuda.Event, name) for name in ("elapsed_time", "record", "synchronize")),
            *((utils, name) for name in ("counters", "get_compilation_metrics")),
        ]
        self.known = [(place, name, getattr(place, name)) for place, name in places if hasattr(place, name)]

    def taken_over(self) -> list[str]:
        """Those of the runner's own functions that are others now."""
        return [f"{place.__name__}.{name}" for place, name, original in self.own if vars(place).get(name) is not original]

    def replaced(self) -> list[str]:
        changed = []
        for place, name, original in self.known:
            if getattr(place, name, None) is not original:
                changed.append(f"{getattr(place, '__module__', '') or ''}{'.' if isinstance(place, type) else ''}{place.__name__}.{name}")
        return changed


def shadowed(objects: list[Any]) -> list[str]:
    """What is set on one of the runner's objects in place of what its class has."""
    return [f"{type(each).__name__}.{name}" for each in objects for name in vars(each) if hasattr(type(each), name)]
