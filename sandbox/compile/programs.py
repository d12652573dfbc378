"""One sandbox run of the runner: its program, its files, its order, and what is taken of what it leaves."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from sandbox.compile.request import ExperimentRequest, Settings
from sandbox.compile.source import notebook_cells
from sandbox.records import Environment, RunRequest, RunResult

_INSIDE = Path(__file__).parent / "inside"
_PACKAGES = ("sandbox", "sandbox/compile", "sandbox/compile/inside")


@dataclass(frozen=True)
class Process:
    """One measured process. name: eager, cold or warm."""

    name: str
    eager: bool


@dataclass(frozen=True)
class Left:
    """What a run left. processes: for each that gave a believable account, the account; seconds: of each by the starter's clock."""

    result: RunResult
    accounts: Mapping[str, dict[str, Any]]
    codes: Mapping[str, int]
    seconds: Mapping[str, float]
    forged: tuple[str, ...]

    def outputs(self, name: str) -> bytes:
        return self.result.artefacts.get(f"outputs-{name}.bin", b"")

    def traces(self, name: str) -> tuple[bytes, ...]:
        return tuple(content for path, content in sorted(self.result.artefacts.items()) if path.startswith(f"trace-{name}/"))


def prepared(
    request: ExperimentRequest, settings: Settings, environment: Environment, processes: Sequence[Process]
) -> tuple[RunRequest, str]:
    """The sandbox's request, and the token that a true account carries."""
    token = secrets.token_hex(16)
    sources = {f"sandbox/compile/inside/{path.name}": path.read_bytes() for path in sorted(_INSIDE.glob("*.py"))}
    programs = {**{f"{package}/__init__.py": b"" for package in _PACKAGES}, **sources, **_code(request)}
    plan = {"token": token, "programs": sorted(programs), "orders": [_order(request, settings, each, token) for each in processes]}
    names = [each.name for each in processes]
    return (
        RunRequest(
            script=(_INSIDE / "starter.py").read_text(encoding="utf-8"),
            environment=environment,
            files={**programs, "plan.json": json.dumps(plan).encode()},
            collect=(
                "clock.json",
                *(f"observed-{name}.json" for name in names),
                *(f"outputs-{name}.bin" for name in names),
                *(f"trace-{name}/*" for name in names),
            ),
            variables={**request.variables, **({"CUDA_VISIBLE_DEVICES": ""} if settings.device == "cpu" else {})},
            limits=request.limits,
            threads=request.threads,
        ),
        token,
    )


def _code(request: ExperimentRequest) -> dict[str, bytes]:
    """The code's own files: one, or for a notebook one a cell and the list of them."""
    if request.form != "notebook":
        return {f"{request.form}.py": request.code.encode()}
    cells, _ = notebook_cells(request.code.encode())
    names = [f"cell_{number}.py" for number in range(1, len(cells) + 1)]
    listed = [{"file": name, "may_raise": cell.may_raise, "skip": cell.skip} for name, cell in zip(names, cells, strict=True)]
    files = {name: cell.code.encode() for name, cell in zip(names, cells, strict=True)}
    return {**files, "cells.json": json.dumps(listed).encode()}


def _order(request: ExperimentRequest, settings: Settings, process: Process, token: str) -> dict[str, Any]:
    trace = {} if process.eager else {"TORCH_TRACE": f"trace-{process.name}"}
    return {
        "token": token,
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


def left(result: RunResult, token: str, processes: Sequence[Process]) -> Left:
    """Sort what a run left; an account without the token is no account, and is named in `forged`."""
    accounts: dict[str, dict[str, Any]] = {}
    forged = []
    for process in processes:
        found = _json(result.artefacts.get(f"observed-{process.name}.json"))
        if found is None:
            continue
        if found.get("token") == token:
            accounts[process.name] = found
        else:
            forged.append(process.name)
    clock = _json(result.artefacts.get("clock.json")) or {}
    listed = clock.get("processes") if clock.get("token") == token else None
    entries = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    codes = {str(each.get("name")): int(each["code"]) for each in entries if isinstance(each.get("code"), int)}
    seconds = {str(each.get("name")): float(each["seconds"]) for each in entries if isinstance(each.get("seconds"), int | float)}
    return Left(result, accounts, codes, seconds, tuple(forged))


def _json(content: bytes | None) -> dict[str, Any] | None:
    try:
        found = None if content is None else json.loads(content)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
