"""`corrigenda experiment`: a program, a notebook or a request, run under torch.compile, printed as a table or as JSON.

FILE is a Python script (.py), a notebook (.ipynb), or a request (.json, see `sandbox.compile.schema`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path

import typer
from pydantic import TypeAdapter

from prompts.inert import one_line, terminal
from sandbox.compile import (
    ExperimentRequest,
    ExperimentResult,
    RequestError,
    Settings,
    Variant,
    parse,
    request_from,
    run_experiment,
    variants,
)
from sandbox.compile.records import Call, Spread
from sandbox.environments import Environments, EnvironmentsError
from sandbox.records import Environment
from sandbox.runner import Sandbox

DONE, BAD, FAILED_STEP = 0, 2, 3
_MOST_CALLS = 40
_MOST_BYTES = 5_000_000


def run(file: Path, matrix: Sequence[str], device: str, torch: str | None, as_json: bool, home: Path) -> int:
    """Run the experiment and print what came of it; 2 for a request that cannot be run, 3 where a variant could not be measured.

    matrix: KEY=a,b for each setting to vary. torch: the version whose environment is used, None for the first that has torch.
    """
    try:
        request = _request(file, matrix, device, torch)
        request = replace(request, environments=_environments(request, home))
    except (RequestError, EnvironmentsError) as error:
        typer.echo(f"corrigenda: {error}", err=True)
        return BAD
    sandbox = Sandbox.detect(trial=next(iter(request.environments.values()), None))
    if isinstance(sandbox, str):
        typer.echo(f"corrigenda: UNRUN, since there is no isolation here: {sandbox}", err=True)
        return FAILED_STEP
    try:
        result = run_experiment(sandbox, request)
    except RequestError as error:
        typer.echo(f"corrigenda: {error}", err=True)
        return BAD
    if as_json:
        typer.echo(TypeAdapter(ExperimentResult).dump_json(result, indent=1).decode())
    else:
        for line in lines(result):
            typer.echo(line)
    return FAILED_STEP if any(variant.problem for variant in result.variants) else DONE


def _request(file: Path, matrix: Sequence[str], device: str, torch: str | None) -> ExperimentRequest:
    """The request that the file and the options make."""
    text = _read(file)
    kind = file.suffix.lower()
    if kind == ".json":
        try:
            request = TypeAdapter(dict[str, object]).validate_json(text)
        except ValueError as error:
            raise RequestError(f"{file.name} is no JSON object; write a request by the schema") from error
        made = request_from(request)
    elif kind in (".py", ".ipynb"):
        made = ExperimentRequest(text, form="script" if kind == ".py" else "notebook")
    else:
        raise RequestError(f"{file.name} is neither a script (.py), a notebook (.ipynb) nor a request (.json)")
    chosen = {**made.matrix, **parse(matrix)}
    if device != "auto" or "device" not in chosen:
        chosen["device"] = (device,)
    if torch is not None:
        chosen["torch"] = (torch,)
    variants(chosen, made.form)
    return replace(made, matrix=chosen)


def _read(file: Path) -> str:
    try:
        content = file.read_bytes()
        if len(content) > _MOST_BYTES:
            raise RequestError(f"{file.name} has more than {_MOST_BYTES} bytes; give less")
        return content.decode("utf-8")
    except OSError as error:
        raise RequestError(f"{file} cannot be read: {error.strerror}; check the path") from error
    except UnicodeDecodeError as error:
        raise RequestError(f"{file.name} is no text in UTF-8; check the file") from error


def _environments(request: ExperimentRequest, home: Path) -> dict[str, Environment]:
    """For each version that the matrix names the environment that has it, as far as there is one."""
    kept = Environments(home, {})
    found = {}
    for version in dict.fromkeys(request.matrix.get("torch", ("",))):
        environment = kept.find([f"torch=={version}" if version else "torch"])
        if environment is not None:
            found[version] = environment.environment
    return found


def lines(result: ExperimentResult) -> Iterator[str]:
    """The whole result for a terminal; what the sandbox's texts hold cannot command it."""
    yield f"isolation: {result.tier}"
    yield from (f"note: {note}" for note in result.notes)
    for variant in result.variants:
        yield ""
        yield f"== {_name(variant.settings)} =="
        yield from _variant(variant)
    if len(result.variants) > 1:
        yield ""
        yield from _changes(result.variants)


def _variant(variant: Variant) -> Iterator[str]:
    if variant.problem or variant.machine is None:
        yield f"not measured: {variant.problem}"
        yield from (f"  | {line}" for line in terminal(variant.stderr).splitlines()[-8:])
        return
    told = variant.machine.facts
    yield "on " + "; ".join(f"{name} {one_line(told[name], 80)}" for name in ("torch", "gpu", "cpu capability", "compiler") if name in told)
    if variant.raised is not None:
        yield f"the program raised: {one_line(variant.raised, 200)}"
    yield "call  shapes                mode      eager       compiled    graphs breaks  difference"
    yield from (_call(call) for call in variant.calls[:_MOST_CALLS])
    if len(variant.calls) > _MOST_CALLS:
        yield f"... and {len(variant.calls) - _MOST_CALLS} more calls"
    yield from _reasons(variant)
    if variant.calls and all(call.eager_seconds is not None for call in variant.calls):
        plain, whole = sum(call.eager_seconds or 0.0 for call in variant.calls), sum(call.seconds for call in variant.calls)
        longer = whole / max(plain, 1e-9)
        yield f"all {len(variant.calls)} calls: eager {_time(plain)}, compiled {_time(whole)} ({longer:.3g} times as long)"
    for each in variant.steady:
        eager = _spread(each.eager) if each.eager is not None else "not measured"
        yield f"steady, inputs of call {each.call} ({each.mode}): eager {eager}, compiled {_spread(each.compiled)}"
    for level in variant.levels:
        reached = {True: "yes", False: "no", None: "not decided"}[level.reached]
        yield f"{level.name:<9} {reached:<12} {level.why}"
    for finding in variant.findings:
        yield f"! {finding.kind}: {finding.text} {'; '.join(one_line(detail, 120) for detail in finding.detail)}".rstrip()


def _call(call: Call) -> str:
    shapes = " ".join("x".join(map(str, shape)) or "scalar" for shape in call.shapes)[:20]
    eager = _time(call.eager_seconds) if call.eager_seconds is not None else "-"
    apart = "-" if call.difference is None else f"{call.difference.absolute:.2g}{'' if call.difference.within else ' (outside tolerance)'}"
    row = f"{call.index:>4}  {shapes:<20}  {call.mode:<8}  {eager:<10}  {_time(call.seconds):<10}"
    return f"{row}  {call.graphs_run:>6} {call.breaks:>6}  {apart}"


def _reasons(variant: Variant) -> Iterator[str]:
    """Once each: why graphs broke, which guards failed, what was logged, what was raised."""
    told: dict[str, None] = {}
    for call in variant.calls:
        told.update(dict.fromkeys(f"break: {one_line(reason, 200)}" for reason in call.break_reasons))
        told.update(dict.fromkeys(f"guard failed: {one_line(reason, 200)}" for reason in call.recompile_reasons))
        told.update(dict.fromkeys(f"logged at call {call.index}: {one_line(each.message, 200)}" for each in call.log))
        if call.raised is not None:
            told[f"raised: {one_line(call.raised, 200)}"] = None
    yield from list(told)[:_MOST_CALLS]


def _changes(found: Sequence[Variant]) -> Iterator[str]:
    """What differs from the first variant, in counts and levels."""
    first = found[0]
    yield f"beside {_name(first.settings)}:"
    for variant in found[1:]:
        parts = [] if variant.modes == first.modes else [f"calls {_counted(variant)} (there {_counted(first)})"]
        for ours, theirs in zip(first.levels, variant.levels, strict=False):
            if ours.reached != theirs.reached:
                parts.append(f"{ours.name} {ours.reached} -> {theirs.reached}")
        yield f"  {_name(variant.settings)}: {'not measured' if variant.problem else '; '.join(parts) or 'no difference'}"


def _counted(variant: Variant) -> str:
    return ", ".join(f"{variant.modes.count(mode)} {mode}" for mode in dict.fromkeys(variant.modes)) or "none"


def _name(settings: Settings) -> str:
    """The settings that differ from the defaults."""
    usual = Settings()
    parts = [
        f"{each.name}={getattr(settings, each.name)}"
        for each in fields(Settings)
        if getattr(settings, each.name) != getattr(usual, each.name)
    ]
    return ", ".join(parts) or "as written"


def _spread(spread: Spread) -> str:
    return f"{_time(spread.median)} ({_time(spread.low)} to {_time(spread.high)}, {spread.count} times)"


def _time(seconds: float) -> str:
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
