"""`corrigenda experiment`: code run under torch.compile in the sandbox, printed as a table or as JSON.

FILE is a Python script (.py), of which one function may be called with given inputs, a notebook (.ipynb), a request (.json, see
`sandbox.compile.schema`), or a research pack (.txt), whose opening experiment is replayed.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import typer
from pydantic import TypeAdapter

from agent.errors import BadInput
from agent.interfaces.experiment_lines import lines
from agent.interfaces.experiment_opening import requests
from agent.interfaces.files import read_file
from prompts.inert import file_name
from prompts.trust import Untrusted
from sandbox.compile import ExperimentRequest, ExperimentResult, Keep, RequestError, Settings, Variant, parse, request_from, run_experiment
from sandbox.compile.changes import comparisons
from sandbox.compile.source import calls_from
from sandbox.environments import Environments, EnvironmentsError
from sandbox.records import Environment
from sandbox.runner import Sandbox

DONE, BAD, FAILED_STEP = 0, 2, 3
RUNS = 3  # as few as have a middle one


@dataclass(frozen=True)
class Options:
    """What the command line says. matrix: KEY=a,b for each setting to vary. torch: versions, comma between them, none for the first
    environment that has torch. Both may be given several times, and what they name is added up. function, calls: of a script, what of
    it is called with which arguments, as Python writes them. keep: a folder for scripts, traces and output of every run. isolation: a
    tier that is demanded. runs: of a whole script or notebook, None for RUNS, or as a request says."""

    matrix: Sequence[str] = ()
    device: str = "auto"
    torch: Sequence[str] = ()
    function: str = ""
    calls: Sequence[str] = ()
    as_json: bool = False
    keep: Path | None = None
    isolation: str = "auto"
    runs: int | None = None


def run(file: Path, options: Options, home: Path) -> int:
    """Run the experiment and print what came of it; 2 for a request that cannot be run, 3 where a variant measured nothing."""
    try:
        wanted = [replace(each, environments=_environments(each, home)) for each in _requests(file, options)]
        sandbox = Sandbox.detect(options.isolation, trial=next(iter(wanted[0].environments.values()), None))
        if isinstance(sandbox, str):
            typer.echo(f"corrigenda: UNRUN, since there is no isolation here: {sandbox}", err=True)
            return FAILED_STEP
        result = _joined([run_experiment(sandbox, each, keep=_keeper(options.keep)) for each in wanted])
    except (BadInput, RequestError, EnvironmentsError) as error:
        typer.echo(f"corrigenda: {error}", err=True)
        return BAD
    if options.as_json:
        typer.echo(TypeAdapter(ExperimentResult).dump_json(result, indent=1).decode())
    else:
        for line in lines(result):
            typer.echo(line)
    unmeasured = sum(not variant.calls for variant in result.variants)
    if unmeasured:
        typer.echo(f"corrigenda: nothing was measured in {unmeasured} of {len(result.variants)} variants", err=True)
    return FAILED_STEP if unmeasured else DONE


def _requests(file: Path, options: Options) -> list[ExperimentRequest]:
    """What the file and the options ask for; several where one matrix cannot say it."""
    name, content = read_file(file)
    given = parse(options.matrix)
    versions = [version.strip() for versions in options.torch for version in versions.split(",")]
    if versions:
        given["torch"] = tuple(dict.fromkeys((*given.get("torch", ()), *versions)))
    if options.device != "auto" and given.get("device", (options.device,)) != (options.device,):
        raise RequestError(f"--device {options.device} and --matrix device={','.join(given['device'])} say different things; give one")
    if file.suffix.lower() == ".txt":
        made = requests(content, name, settled="shapes" in given or "cache" in given or "dynamic" in given)
    else:
        made = [_request(name, file.suffix.lower(), content, options)]
    return [
        replace(each, matrix=_matrix({**each.matrix, **given}, options.device), runs=each.runs if options.runs is None else options.runs)
        for each in made
    ]


def _matrix(matrix: dict[str, tuple[str, ...]], device: str) -> dict[str, tuple[str, ...]]:
    return matrix if device == "auto" and "device" in matrix else {**matrix, "device": (device,)}


def _request(name: str, kind: str, content: bytes, options: Options) -> ExperimentRequest:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestError(f"{name} is no text in UTF-8; check the file") from error
    if kind != ".py" and (options.function or options.calls):
        raise RequestError("--function and --call go with a script (.py); a request has its own, and a notebook calls its functions itself")
    if options.function or options.calls:
        return ExperimentRequest(text, "function", options.function, tuple(calls_from(call) for call in options.calls))
    if kind == ".py":
        return ExperimentRequest(text, "script", runs=RUNS)
    if kind == ".ipynb":
        return ExperimentRequest(text, form="notebook", runs=RUNS)
    if kind != ".json":
        raise RequestError(f"{name} is neither a script (.py), a notebook (.ipynb), a request (.json) nor a research pack (.txt)")
    try:
        return request_from(json.loads(text))
    except ValueError as error:
        raise RequestError(f"{name} is no JSON; write a request by the schema") from error


def _environments(request: ExperimentRequest, home: Path) -> dict[str, Environment]:
    """For each version that the matrix names the environment that has it, as far as there is one."""
    kept = Environments(home, {})
    found = {}
    for version in dict.fromkeys(request.matrix.get("torch", ("",))):
        environment = kept.find([f"torch=={version}" if version else "torch"])
        if environment is not None:
            found[version] = environment.environment
    return found


def _joined(results: list[ExperimentResult]) -> ExperimentResult:
    """Several results as one; versions of torch are compared for each combination of the other settings."""
    variants = tuple(variant for result in results for variant in result.variants)
    notes = tuple(dict.fromkeys(note for result in results for note in result.notes))
    return replace(results[0], variants=variants, notes=notes, comparisons=comparisons(variants))


def _keeper(folder: Path | None) -> Keep | None:
    if folder is None:
        return None

    def keep(kind: str, settings: Settings, files: dict[str, bytes]) -> None:
        usual = asdict(Settings())
        differing = [f"{name}-{value}" for name, value in asdict(settings).items() if value != usual[name]]
        place = folder / file_name(Untrusted(" ".join([kind, *differing]), "ours"), kind)
        for name, content in files.items():
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)

    return keep


__all__ = ["BAD", "DONE", "FAILED_STEP", "Options", "Variant", "run"]
