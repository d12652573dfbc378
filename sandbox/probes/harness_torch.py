"""What the program of a probe on torch begins with, after `harness`: counting backends, captured log records, calls told apart.

Counts come from the backend that is handed the graphs and from logging handlers, never from printed text.
"""

from __future__ import annotations

import contextlib
import io
import logging
import os
import re
from pathlib import Path
from typing import Any

from sandbox.probes.harness import RAN_ON, told

os.environ.setdefault("TORCHINDUCTOR_CACHE_DIR", str(Path("inductor-cache").resolve()))
os.environ.setdefault("TORCHINDUCTOR_CPP_CACHE_PRECOMPILE_HEADERS", "0")
os.environ.setdefault("TORCHINDUCTOR_COMPILE_THREADS", "1")

import torch  # type: ignore[import-not-found, unused-ignore]
import torch._dynamo  # type: ignore[import-not-found, unused-ignore]
from torch._dynamo.utils import counters  # type: ignore[import-not-found, unused-ignore]

RAN_ON.update(
    torch=torch.__version__, device="cpu", cpu_capability=torch.backends.cpu.get_cpu_capability(), threads=torch.get_num_threads()
)
RELEASE = tuple(int(part) for part in re.findall(r"\d+", torch.__version__)[:2])


class Backend:
    """Counts the graphs it is handed (`compiled`) and the calls of what it made of them (`executed`); `inner` does the work."""

    def __init__(self, inner: Any = None) -> None:
        self.inner = inner
        self.compiled = 0
        self.executed = 0
        self.operations: list[int] = []

    def __call__(self, graph: Any, examples: Any) -> Any:
        self.compiled += 1
        self.operations.append(sum(node.op.startswith("call") for node in graph.graph.nodes))
        run = graph.forward if self.inner is None else self.inner(graph, examples)

        def counted(*arguments: Any) -> Any:
            self.executed += 1
            return run(*arguments)

        return counted


class Log(logging.Handler):
    """The records that torch's own handlers would print, each once, in order."""

    def __init__(self) -> None:
        super().__init__(logging.NOTSET)
        self.records: list[logging.LogRecord] = []

    def attach(self) -> None:
        """Stand beside every handler that torch has installed; again after each change of its log settings."""
        loggers = [item for item in logging.root.manager.loggerDict.values() if isinstance(item, logging.Logger)]
        for logger in loggers:
            prints = any(not isinstance(handler, Log) and "Trace" not in type(handler).__name__ for handler in logger.handlers)
            if logger.name.startswith("torch") and prints and self not in logger.handlers:
                logger.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        if not any(record is seen for seen in self.records):
            self.records.append(record)

    def lines(self, start: int = 0) -> list[dict[str, str]]:
        """The records from `start` on: logger, level, artifact ("" where it is an ordinary line) and message without folders."""
        return [
            {
                "logger": record.name,
                "level": record.levelname,
                "artifact": str(getattr(record, "artifact_name", "") or ""),
                "message": re.sub(r"[^\s'\"(]*/([^/\s'\"(]+\.py)", r"\1", record.getMessage())[:2000],
            }
            for record in self.records[start:]
        ]


LOG = Log()
LOG.attach()


def logs(**settings: Any) -> None:
    """Set what torch logs, as TORCH_LOGS would, and listen to it."""
    torch._logging.set_logs(**settings)
    LOG.attach()


def setting(*names: str) -> str:
    """The first of these names that this release's torch._dynamo.config has, "" where it has none."""
    return next((name for name in names if hasattr(torch._dynamo.config, name)), "")


LIMIT = setting("recompile_limit", "cache_size_limit")
HARD_LIMIT = setting("fail_on_recompile_limit_hit", "fail_on_cache_limit_hit")


def fresh() -> None:
    """Forget everything compiled and counted."""
    torch._dynamo.reset()
    counters.clear()


def difference(left: Any, right: Any) -> float:
    """Greatest absolute difference of two results of the same structure; tensors, numbers, lists, tuples, dicts."""
    if isinstance(left, torch.Tensor) and isinstance(right, torch.Tensor):
        if left.shape != right.shape or left.dtype != right.dtype:
            return float("inf")
        return float((left.detach().double() - right.detach().double()).abs().max()) if left.numel() else 0.0
    if isinstance(left, (list, tuple)) and isinstance(right, (list, tuple)):
        return max((difference(a, b) for a, b in zip(left, right)), default=0.0)  # noqa: B905 - a probe runs on older Pythons too
    if isinstance(left, dict):
        return max((difference(left[key], right[key]) for key in left), default=0.0)
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return abs(float(left) - float(right))
    return 0.0 if left is None or left == right else float("inf")


def copied(value: Any) -> Any:
    """A copy of arguments that shares no storage with them."""
    if isinstance(value, torch.Tensor):
        return value.detach().clone().requires_grad_(value.requires_grad)
    if isinstance(value, (list, tuple)):
        return type(value)(copied(item) for item in value)
    return value


def call(compiled: Any, arguments: Any, backend: Backend, eager: Any = None) -> dict[str, Any]:
    """One call told apart: compiled (the backend was handed a graph), reused (one ran, none was made), eager (none ran), raised."""
    graphs, runs, start = backend.compiled, backend.executed, len(LOG.records)
    expected = eager(*copied(arguments)) if eager else None
    outcome: dict[str, Any] = {"raised": None, "message": ""}
    value: Any = None
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            value = compiled(*arguments)
        except Exception as error:  # noqa: BLE001 - which class is raised is the question
            outcome = {"raised": type(error).__name__, "message": told(error)}
    made, ran = backend.compiled - graphs, backend.executed - runs
    mode = "raised" if outcome["raised"] else "compiled" if made else "reused" if ran else "eager"
    return {
        "mode": mode,
        "graphs_compiled": made,
        "graphs_executed": ran,
        "max_difference": difference(value, expected) if eager and not outcome["raised"] else None,
        "log": LOG.lines(start),
        **outcome,
    }


def trial(function: Any, arguments: Any, inner: Any = None, **settings: Any) -> dict[str, Any]:
    """Compile a function afresh with these settings, call it with each tuple of arguments, and count."""
    fresh()
    backend = Backend(inner)
    compiled = torch.compile(function, backend=backend, **settings)
    calls = [call(compiled, each, backend) for each in arguments]
    return {
        "calls": calls,
        "modes": [each["mode"] for each in calls],
        "compilations": backend.compiled,
        "graphs_per_call": [each["graphs_compiled"] for each in calls],
        "breaks": sum(counters["graph_break"].values()),
    }


def entries(function: Any) -> int | None:
    """How many compiled entries are cached for a function's code, None where this release cannot say."""
    listing = getattr(torch._C._dynamo.eval_frame, "_debug_get_cache_entry_list", None)
    return None if listing is None else len(listing(function.__code__))
