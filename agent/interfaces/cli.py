"""The command line. It alone reads the environment; what a command needs is imported when the command runs."""

from __future__ import annotations

import gc
import os
import sys
from importlib import metadata
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from agent.interfaces import options
from agent.interfaces.silence import keep_quiet

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False, rich_markup_mode=None)
env = typer.Typer(no_args_is_help=True, help="Experiment environments: the packages that a chapter's code and the probes run with.")
app.add_typer(env, name="env")

INTERRUPTED, FAILED_STEP, BROKEN, BAD = 5, 3, 4, 2


def home() -> Path:
    """Where experiment environments are kept."""
    from sandbox.environments import home_of

    return home_of(os.environ, Path.home())


@app.callback(invoke_without_command=True)
def root(version: Annotated[bool, typer.Option("--version", help="Print the version and stop.")] = False) -> None:
    """Researches one chapter of a technical book, so that its author can decide with evidence what to correct."""
    if version:
        typer.echo(metadata.version("corrigenda"))
        raise typer.Exit


@app.command()
def research(
    pack: Annotated[str, typer.Argument(help="A research pack: a file, - for standard input, or an https link.", show_default=False)] = "",
    out: options.Out = Path("runs"),
    snapshot: Annotated[Path | None, typer.Option(help="The chapter's complete text, where the pack holds an excerpt.")] = None,
    source: Annotated[Path | None, typer.Option(help="The author's own file of the chapter, for changes.patch.")] = None,
    material: Annotated[list[Path] | None, typer.Option(help="A notebook or document to research beside the chapter.")] = None,
    document: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE=ID", help="A source that could not be opened: its file, and its DOI, arXiv id or address."),
    ] = None,
    model: options.Model = "none",
    context: options.Context = 0,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    max_minutes: options.MaxMinutes = None,
    fresh: options.Fresh = False,
    record_model: options.RecordModel = None,
    experiments: options.Experiments = True,
    offline: options.Offline = False,
    search: options.Search = "none",
    record: Annotated[Path | None, typer.Option(help="Write every request and its answer to this file (.warc.gz), for --replay.")] = None,
    replay: options.Replay = None,
    ca_bundle: options.CaBundle = None,
    isolation: options.Isolation = "auto",
    environment: options.Environment = "default",
    probe_seconds: options.ProbeSeconds = 140,
    plan_only: Annotated[bool, typer.Option("--plan-only", help="Print claims, plan and an estimate of cost, and stop.")] = False,
    resume: Annotated[Path | None, typer.Option(help="Go on with this run where it stopped.")] = None,
) -> None:
    """Research a chapter and write its report.

    Exit status: 0 done; 2 bad usage or pack; 3 the report is written, but a whole step that was asked for could not be done;
    5 stopped before the report, and can be resumed.
    """
    from agent.interfaces.given import Files
    from agent.interfaces.terminal import run_research

    if not pack and resume is None:
        _bad("give a PACK: a file, - or an https link; or --resume RUN")
    choices = options.chosen(
        model=model, context=context, spend=(max_tokens, max_cost, max_minutes), fresh=fresh, experiments=experiments, offline=offline,
        search=search, isolation=isolation, environment=environment, probe_seconds=probe_seconds, record=record, replay=replay,
        ca_bundle=ca_bundle, interactive=sys.stdin.isatty() and sys.stdout.isatty() and pack != "-",
    )  # fmt: skip
    given = Files(snapshot, source, tuple(material or ()), tuple(document or ()))
    raise typer.Exit(run_research(pack, out, given, choices, resume, home(), record_model, plan_only=plan_only))


@app.command()
def batch(
    packs: Annotated[list[str], typer.Argument(help="Research packs: files or https links.", show_default=False)],
    out: Annotated[Path, typer.Option(help="Folder for the runs and for summary.jsonl.")],
    workers: Annotated[int, typer.Option(help="Packs that are researched at the same time, each in a process of its own.", min=1)] = 2,
    model: options.Model = "none",
    context: options.Context = 0,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    max_minutes: options.MaxMinutes = None,
    fresh: options.Fresh = False,
    experiments: options.Experiments = True,
    offline: options.Offline = False,
    search: options.Search = "none",
    replay: options.Replay = None,
    ca_bundle: options.CaBundle = None,
    isolation: options.Isolation = "auto",
    environment: options.Environment = "default",
    probe_seconds: options.ProbeSeconds = 140,
) -> None:
    """Research several packs; bounds on spending hold for each. The same command again goes on where it was stopped.

    Exit status: 0 all done; 3 in some report a whole step is missing; 2 some pack cannot be used, and the others are done; 5 stopped
    before all were done.
    """
    from agent.interfaces.batch import run

    choices = options.chosen(
        model=model, context=context, spend=(max_tokens, max_cost, max_minutes), fresh=fresh, experiments=experiments, offline=offline,
        search=search, isolation=isolation, environment=environment, probe_seconds=probe_seconds, replay=replay, ca_bundle=ca_bundle,
    )  # fmt: skip
    raise typer.Exit(run(packs, out, workers, choices, home()))


@app.command()
def chat(
    pack: Annotated[
        str,
        typer.Argument(
            help="A research pack or a chapter, as a file or an https link, or the folder of a run to go on with; else it is asked for.",
            show_default=False,
        ),
    ] = "",
    out: options.Out = Path("runs"),
    model: options.Model = "none",
    context: options.Context = 0,
    max_tokens: options.MaxTokens = None,
    max_cost: options.MaxCost = None,
    max_minutes: options.MaxMinutes = None,
    fresh: options.Fresh = False,
    record_model: options.RecordModel = None,
    experiments: options.Experiments = True,
    offline: options.Offline = False,
    search: options.Search = "none",
    replay: options.Replay = None,
    ca_bundle: options.CaBundle = None,
    environment: options.Environment = "default",
    probe_seconds: options.ProbeSeconds = 140,
) -> None:
    """Research a chapter step by step: see claims and plan, approve what is opened and run, and ask about what was found.

    Leave with /leave or Ctrl-D at any question; the same command again goes on there.
    """
    from agent.interfaces.chat import converse

    choices = options.chosen(
        model=model, context=context, spend=(max_tokens, max_cost, max_minutes), fresh=fresh, experiments=experiments, offline=offline,
        search=search, isolation="auto", environment=environment, probe_seconds=probe_seconds, replay=replay, ca_bundle=ca_bundle,
        interactive=True,
    )  # fmt: skip
    raise typer.Exit(converse(pack, out, {**choices, "approve": True}, home(), record_model))


@app.command("eval")
def evaluate(
    run_or_pack: Annotated[Path, typer.Argument(help="A run's folder, or a pack, which is researched first.")],
    golden: Annotated[Path, typer.Option(help="What a good report says: a golden file (JSON).")],
    as_json: Annotated[bool, typer.Option("--json", help="Print the points as JSON.")] = False,
    out: options.Out = Path("runs"),
    model: options.Model = "none",
    experiments: options.Experiments = True,
    offline: options.Offline = False,
    search: options.Search = "none",
    replay: options.Replay = None,
    environment: options.Environment = "default",
) -> None:
    """Score a report against a golden file: contract, quotations, claims, verdicts, what must and must not be found, false alarms."""
    from agent.interfaces.evaluation import evaluate as score

    choices = options.chosen(
        model=model, context=0, spend=(None, None, None), fresh=False, experiments=experiments, offline=offline, search=search,
        isolation="auto", environment=environment, probe_seconds=140, replay=replay,
    )  # fmt: skip
    raise typer.Exit(score(run_or_pack, golden, as_json, out, choices, home()))


@app.command()
def verify(run: Annotated[Path, typer.Argument(help="A run's folder.")]) -> None:
    """Re-derive every citation, hash and number of a report from its folder alone. Exit status 4 where something does not hold."""
    from agent.report.verify import verify as check
    from prompts import inert
    from prompts.trust import Untrusted

    if not run.is_dir():
        _bad(f"{run} is no folder; give the folder of a run")
    problems = check(run)
    for problem in problems:
        typer.echo(inert.one_line(Untrusted(str(problem), "folder")), err=True)
    if problems:
        typer.echo(f"{len(problems)} things do not hold in {run}", err=True)
        raise typer.Exit(BROKEN)
    typer.echo(f"everything in {run} holds")


@app.command()
def show(
    run: Annotated[Path, typer.Argument(help="A run's folder.")],
    label: Annotated[str, typer.Argument(help="A claim (C16), piece of evidence (E3), source (S2), experiment (X1) or change (P1).")],
) -> None:
    """Show one claim with its evidence and passages, or whatever another label names."""
    from agent.interfaces.lookups import show_label

    raise typer.Exit(show_label(run, label.strip().upper()))


@app.command()
def pack(
    chapter: Annotated[Path, typer.Argument(help="A chapter as plain text or Markdown.")],
    book: Annotated[str, typer.Option(help="Title of the book.")] = "",
    title: Annotated[str, typer.Option(help="Title of the chapter; else its first heading.")] = "",
    number: Annotated[str, typer.Option(help="Number of the chapter.")] = "",
) -> None:
    """Make a research pack of a plain chapter, on standard output."""
    from agent.errors import BadInput
    from agent.interfaces.files import read_file
    from agent.interfaces.packs import make_pack

    try:
        name, payload = read_file(chapter)
        typer.echo(make_pack(payload, name, book=book, title=title, number=number), nl=False)
    except BadInput as error:
        _bad(str(error))


@app.command()
def experiment(
    file: Annotated[Path, typer.Argument(help="A script (.py), notebook (.ipynb), request (.json), or a research pack (.txt) to replay.")],
    matrix: Annotated[list[str] | None, typer.Option(help="A setting and its values, KEY=a,b; all combinations run.")] = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    torch: Annotated[
        list[str] | None, typer.Option(help="Versions of torch, A,B; environments: corrigenda env add torch==A --name A.")
    ] = None,
    function: Annotated[str, typer.Option(help="What of a script is compiled and called, with --call.")] = "",
    call: Annotated[list[str] | None, typer.Option(help="Arguments of one call, such as 'torch.ones(3), 2'; repeat it.")] = None,
    keep: Annotated[Path | None, typer.Option(help="Folder for the code, the compiler's traces and the numbers of every run.")] = None,
    isolation: options.Isolation = "auto",
    runs: Annotated[int | None, typer.Option(help="Fresh runs of a whole script or notebook, for the spread of its times; 3.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole result as JSON.")] = False,
) -> None:
    """Run code under torch.compile in the sandbox: what compiles, breaks, recompiles, and whether it is right and pays."""
    from agent.interfaces.experiment import Options, run

    options = Options(matrix or (), device, torch or (), function, call or (), as_json, keep, isolation, runs)
    raise typer.Exit(run(file, options, home()))


@app.command()
def doctor() -> None:
    """Say what works on this machine: sandbox layers, compiler, GPU, experiment environments, network."""
    from agent.interfaces.doctor import examine

    for name, works, detail in examine(home(), os.environ):
        typer.echo(f"{'ok  ' if works else 'no  '} {name}: {detail}")


@env.command("add")
def env_add(
    requirements: Annotated[list[str], typer.Argument(help="Packages, such as torch==2.13.0 numpy.")],
    name: Annotated[str, typer.Option(help="Name of the environment.")] = "default",
    index: Annotated[str | None, typer.Option(help="Package index to use instead of the one that pip is configured for.")] = None,
) -> None:
    """Make an experiment environment of wheels; what will be installed and its size are printed first."""
    from agent.interfaces.environments import add

    raise typer.Exit(add(home(), os.environ, requirements, name, index))


@env.command("list")
def env_list() -> None:
    """List the experiment environments."""
    from agent.interfaces.environments import listing

    for line in listing(home()):
        typer.echo(line)


@env.command("remove")
def env_remove(name: Annotated[str, typer.Argument(help="Name of the environment.")]) -> None:
    """Remove an experiment environment."""
    from agent.interfaces.environments import remove

    raise typer.Exit(remove(home(), name))


def _bad(message: str) -> NoReturn:
    typer.echo(f"corrigenda: {message}", err=True)
    raise typer.Exit(BAD)


# Objects between two looks of the collector for what refers to itself: a run makes millions that live to its end (the trees of package
# sources, above all), and with the interpreter's own 700 a sixth of its time went into looking through them.
_COLLECT_AFTER = 100_000


def main() -> None:
    """Entry point of the console script."""
    gc.set_threshold(_COLLECT_AFTER, *gc.get_threshold()[1:])
    keep_quiet()
    app()
