"""The options that several commands share, and what they choose for a run."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Annotated

import typer


def _known(isolation: str) -> str:
    """Refused before anything is read or made: a run whose tier is misspelt would end with every experiment UNRUN."""
    if isolation != "auto":
        from sandbox.runner import unknown

        if (wrong := unknown(isolation)) is not None:
            typer.echo(f"corrigenda: {wrong}", err=True)
            raise typer.Exit(2)
    return isolation


def _finite(option: typer.CallbackParam, number: float | None) -> float | None:
    """Refused: a bound that bounds nothing."""
    if number is not None and not math.isfinite(number):
        typer.echo(f"corrigenda: {option.opts[0]} {number} bounds nothing; give a number, or leave it out", err=True)
        raise typer.Exit(2)
    return number


Out = Annotated[Path, typer.Option(help="Folder below which the run's own folder is made.")]
Model = Annotated[
    str,
    typer.Option(
        help="Language model: its name at the endpoint of OPENAI_BASE_URL, a profile of CORRIGENDA_HOME/environments/settings.toml"
        " (else ~/.local/share/corrigenda/environments/settings.toml), or replay:FILE."
    ),
]
Context = Annotated[int, typer.Option(help="Tokens that the model takes in all; 0: as its server says.", min=0)]
MaxTokens = Annotated[int | None, typer.Option(help="Tokens that the run may spend on the model.", min=0)]
MaxCost = Annotated[float | None, typer.Option(help="Dollars that it may spend, by the prices in settings.toml.", min=0, callback=_finite)]
MaxMinutes = Annotated[float | None, typer.Option(help="Minutes after which the model is no longer waited for.", min=0, callback=_finite)]
Fresh = Annotated[bool, typer.Option("--fresh", help="Ask the model anew, also what an earlier run has asked.")]
RecordModel = Annotated[Path | None, typer.Option(help="Write the model's replies to this file, for --model replay:FILE.")]
Experiments = Annotated[bool, typer.Option("--experiments/--no-experiments", help="Run code in the sandbox.")]
Offline = Annotated[bool, typer.Option("--offline", help="Open nothing on the network.")]
Search = Annotated[
    str, typer.Option(help="Whom to ask for sources: none, papers, docs, discussions, web or all; printed before anything is asked.")
]
Replay = Annotated[Path | None, typer.Option(help="Take every answer from this recording; nothing on the network is opened.")]
CaBundle = Annotated[Path | None, typer.Option(envvar="CORRIGENDA_CA_BUNDLE", help="Certificates to trust in place of the system's.")]
Isolation = Annotated[str, typer.Option(help="Demand a tier of isolation, see: corrigenda doctor.", callback=_known)]
Environment = Annotated[str, typer.Option(help="Experiment environment, see: corrigenda env list.")]
ProbeSeconds = Annotated[int, typer.Option(help="What the probes may cost together, in seconds of an idle core.", min=0)]


def chosen(
    *, model: str, context: int, spend: tuple[int | None, float | None, float | None], fresh: bool, experiments: bool, offline: bool,
    search: str, isolation: str, environment: str, probe_seconds: int, record: Path | None = None, replay: Path | None = None,
    ca_bundle: Path | None = None, interactive: bool = False,
) -> dict[str, object]:  # fmt: skip
    """The settings of a run by their names in `Settings`, with what bears on the network. spend: tokens, dollars, minutes."""
    tokens, cost, minutes = spend
    return {
        "model": None if model == "none" else model, "model_context": context, "fresh": fresh,
        "spend": {"tokens": tokens, "cost": cost, "minutes": minutes},
        "experiments": experiments, "offline": offline, "search": search, "isolation": isolation, "environment": environment,
        "probe_seconds": probe_seconds, "record": record, "replay": replay, "ca_bundle": ca_bundle, "interactive": interactive,
    }  # fmt: skip
