"""One sandbox run of the runner: its program, its files, its order, and what is taken of what it leaves."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sandbox import devices
from sandbox.compile.journal import Journal, Told, opened
from sandbox.compile.request import ExperimentRequest, Settings
from sandbox.compile.source import notebook_cells
from sandbox.inside import kernel
from sandbox.records import Environment, Gpu, RunRequest, RunResult

_INSIDE = Path(__file__).parent / "inside"
_KERNEL = Path(kernel.__file__)
_PACKAGES = ("sandbox", "sandbox/compile", "sandbox/compile/inside", "sandbox/inside")


@dataclass(frozen=True)
class Process:
    """One measured process. name: eager, cold or warm."""

    name: str
    eager: bool


@dataclass(frozen=True)
class Left:
    """What a run left. journal: what the process beside the measured ones took of them; None where it came to no end."""

    result: RunResult
    journal: Journal | None

    @property
    def told(self) -> Mapping[str, Told]:
        """Of each process that gave an account to its end, and in order."""
        found = self.journal.processes.items() if self.journal is not None else ()
        return {name: each.told for name, each in found if each.told is not None}

    @property
    def accounts(self) -> Mapping[str, dict[str, Any]]:
        return {name: each.account for name, each in self.told.items()}

    @property
    def seconds(self) -> Mapping[str, float]:
        """Of each process, by the clock of the one beside it."""
        return {name: each.seconds for name, each in self.journal.processes.items()} if self.journal is not None else {}

    def outputs(self, name: str) -> bytes:
        return self.result.artefacts.get(f"outputs-{name}.bin", b"")

    def traces(self, name: str) -> tuple[bytes, ...]:
        return tuple(content for path, content in sorted(self.result.artefacts.items()) if path.startswith(f"trace-{name}/"))


def prepared(
    request: ExperimentRequest, settings: Settings, environment: Environment, processes: Sequence[Process]
) -> tuple[RunRequest, str]:
    """The sandbox's request, and the key that its journal is signed with."""
    key = secrets.token_hex(32)
    sources = {f"sandbox/compile/inside/{path.name}": path.read_bytes() for path in sorted(_INSIDE.glob("*.py"))}
    sources[f"sandbox/inside/{_KERNEL.name}"] = _KERNEL.read_bytes()
    programs = {**{f"{package}/__init__.py": b"" for package in _PACKAGES}, **sources, **_code(request)}
    plan = {"key": key, "programs": sorted(programs), "orders": [_order(request, settings, each) for each in processes]}
    names = [each.name for each in processes]
    return (
        RunRequest(
            script=(_INSIDE / "starter.py").read_text(encoding="utf-8"),
            environment=environment,
            files={**programs, "plan.json": json.dumps(plan).encode()},
            collect=(
                "journal.json",
                *(f"outputs-{name}.bin" for name in names),
                *(f"trace-{name}/*" for name in names),
            ),
            variables={**request.variables, **({"CUDA_VISIBLE_DEVICES": ""} if settings.device == "cpu" else {})},
            limits=request.limits,
            threads=request.threads,
            gpu=gpu(settings),
        ),
        key,
    )


def gpu(settings: Settings) -> Gpu | None:
    """What a variant is granted of a GPU: nothing where it is to run on the CPU, or where there is none."""
    granted = None if settings.device == "cpu" else devices.found()
    return granted if isinstance(granted, Gpu) else None


def _code(request: ExperimentRequest) -> dict[str, bytes]:
    """The code's own files: one, or for a notebook one a cell and the list of them."""
    if request.form != "notebook":
        return {f"{request.form}.py": request.code.encode()}
    cells, _ = notebook_cells(request.code.encode())
    names = [f"cell_{number}.py" for number in range(1, len(cells) + 1)]
    listed = [{"file": name, "may_raise": cell.may_raise, "skip": cell.skip} for name, cell in zip(names, cells, strict=True)]
    files = {name: cell.code.encode() for name, cell in zip(names, cells, strict=True)}
    return {**files, "cells.json": json.dumps(listed).encode()}


def _order(request: ExperimentRequest, settings: Settings, process: Process) -> dict[str, Any]:
    trace = {} if process.eager else {"TORCH_TRACE": f"trace-{process.name}"}
    return {
        "name": process.name,
        "eager": process.eager,
        "form": request.form,
        "function": request.function,
        "calls": [[asdict(argument) for argument in call] for call in request.calls],
        "settings": asdict(settings),
        "seed": request.seed,
        "warmup": request.warmup,
        "repeats": request.repeats,
        "backward": request.backward,
        "variables": trace,
    }


def left(result: RunResult, key: str) -> Left:
    """What a run left, with its journal where that is the one that was written under the key."""
    return Left(result, opened(result.artefacts.get("journal.json"), key))
