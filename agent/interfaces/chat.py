"""`corrigenda chat`: a research in a terminal, with a person who sees the plan, approves what is opened and run, and asks afterwards.

It is the same run over the same graph as `corrigenda research` makes; leaving keeps it where it is. The conversation after the report is
kept beside the environments, since a finished run is closed by its manifest.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from agent.context import Context
from agent.effects import Effects
from agent.errors import BadInput, CorrigendaError, Stopped
from agent.events import EventLog
from agent.graph import Intended
from agent.interfaces import foresight, runs
from agent.interfaces.answers import Answers
from agent.interfaces.doors import Reach, check, reach_of
from agent.interfaces.given import is_link, opened, pack_of
from agent.interfaces.lookups import Lookups
from agent.interfaces.models import check_recording, choose, open_models
from agent.interfaces.searching import search_settings
from agent.interfaces.terminal import FAILED_STEP, OK, asker, names_file, summary, typed
from agent.llm.asking import Models
from agent.report.rundir import MANIFEST, REPORT, load_report
from agent.stages.approval import EXPERIMENTS, NOTHING, SOURCES
from prompts import inert

LEAVE = "/leave"


class Left(Stopped):
    """The person left; the run stays where it is."""


def converse(pack: str, out: Path, choices: dict[str, object], home: Path, record_model: Path | None) -> int:
    """Bring a run to its report with a person, answer questions on it, and give the exit status."""
    console = Console(highlight=False)
    directory: Path | None = None
    try:
        directory = _begun(console, pack, out, choices, home, record_model)
        if not (directory / MANIFEST).is_file():
            _research(console, directory, home, record_model)
        return _questions(console, directory, home, record_model)
    except (Left, KeyboardInterrupt):
        console.print(Text(f"left; go on with: corrigenda chat {directory}" if directory else "left; nothing was made"), soft_wrap=True)
        return OK if directory and (directory / MANIFEST).is_file() else Stopped.exit_status
    except CorrigendaError as error:
        Console(stderr=True, highlight=False).print(Text(f"corrigenda: {error}"), soft_wrap=True)
        return error.exit_status
    except OSError as error:
        remedy = f"go on with: corrigenda chat {directory}" if directory else "give another folder with --out"
        Console(stderr=True, highlight=False).print(Text(f"corrigenda: stopped: {error}; {remedy}"), soft_wrap=True)
        return Stopped.exit_status if directory else BadInput.exit_status


def _begun(console: Console, pack: str, out: Path, choices: dict[str, object], home: Path, record_model: Path | None) -> Path:
    """The folder of the run: the one that was named, one of the same inputs and settings, or a new one."""
    if pack and Path(pack).is_dir():
        runs.settings_of(Path(pack))
        return Path(pack)
    if model := choices.get("model"):
        check_recording(record_model, choose(str(model), os.environ, home))
    search_settings(str(choices["search"]), os.environ, home)
    check(reach := reach_of(choices))
    handed = runs.Given(pack=_handed(console, pack, reach))
    return runs.earlier(handed, choices, out) or runs.prepare(handed, choices, out)


def _handed(console: Console, pack: str, reach: Reach) -> tuple[str, bytes]:
    """A research pack, given or made of the chapter that was given; what was not named is asked for."""
    name, payload = opened(pack, reach) if pack else _asked(console, reach)
    made = pack_of(name, payload)
    if made[1] != payload:
        console.print(Text("it is no research pack, so it is read as the whole text of a chapter"), soft_wrap=True)
    return made


def _asked(console: Console, reach: Reach) -> tuple[str, bytes]:
    """What a person pastes, or what stands in the file or at the link that they name."""
    console.print(Text("Paste a chapter or a research pack and end it with a line that holds only a full stop,"), soft_wrap=True)
    console.print(Text(f"or give the name of a file or an https link ({LEAVE} ends):"), soft_wrap=True)
    while not (said := typed(lambda: _read(console), lambda words: names_file(words) or is_link(words))).strip():
        console.print(Text(f"nothing was given; paste a text, or give a name or a link ({LEAVE} ends):"), soft_wrap=True)
    if names_file(said) or is_link(said):
        return opened(said.strip(), reach)
    return "the pasted text", said.encode()


def _read(console: Console, prompt: str = "") -> str:
    """A line that the person typed, with its end; raises Left where there is no more, or where they leave."""
    if prompt:
        console.print(Text(prompt), end=" ", soft_wrap=True)
    line = sys.stdin.readline()
    if not line or line.strip() in (LEAVE, "\x04"):
        raise Left("the person left")
    return line


def _research(console: Console, directory: Path, home: Path, record_model: Path | None) -> None:
    console.print(Text(f"run: {directory}"), soft_wrap=True)
    seen: set[str] = set()

    def tell(stage: str, detail: str) -> None:
        if detail or stage not in seen:
            console.print(Text(f"{stage}: {detail}" if detail else stage), soft_wrap=True)
        seen.add(stage)

    around = runs.Surroundings(
        home=home, tell=tell, ask=asker(console, lambda: _read(console)), environ=os.environ, record_model=record_model,
        cache=home.parent / "cache", approve=_approver(console),
    )  # fmt: skip
    runs.perform(directory, around)


def _approver(console: Console) -> Callable[[Intended, Context], str]:
    """Shows claims and plan, and asks what may be done of it."""

    def approve(intended: Intended, context: Context) -> str:
        for line in (*foresight.claims(intended), *foresight.plan(intended, context)):
            console.print(Text(line), soft_wrap=True)
        reach = not context.settings.offline and (intended.inquiry.handles or context.settings.search != "none" or context.models)
        wanted = [run for run in intended.plan.runs if run.key not in intended.plan.left]
        approved = [SOURCES] if reach and _yes(console, "Open these sources, and search where that is set?", intended) else []
        may_run = context.settings.experiments and (wanted or context.models is not None)
        approved += [EXPERIMENTS] if may_run and _yes(console, f"Run these {len(wanted)} experiments?", intended) else []
        # What is not asked about was not wanted in the first place, and is told by that.
        return " ".join([*approved, *([] if reach else [SOURCES]), *([] if may_run else [EXPERIMENTS])]) or NOTHING

    return approve


def _yes(console: Console, question: str, intended: Intended) -> bool:
    while True:
        said = _read(console, f"{question} [yes/no, or a claim such as C1]").strip()
        if said.lower() in ("y", "yes"):
            return True
        if said.lower() in ("n", "no"):
            return False
        for claim in intended.reading.claims:
            if claim.label == said.upper():
                console.print(Text(f"{claim.label} ({claim.place}): {inert.one_line(claim.text)}"), soft_wrap=True)


def _questions(console: Console, directory: Path, home: Path, record_model: Path | None) -> int:
    """Answer until the person leaves; the status is that of the report."""
    report = load_report(directory)
    for line in summary(report):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"report: {directory / REPORT}"), soft_wrap=True)
    status = FAILED_STEP if any(limitation.failed for limitation in report.limitations) else OK
    with _models(console, directory, home, record_model) as models:
        answers = Answers(Lookups(directory, report), models)
        how = "a question, a label (C16, E3, S2, X1, P1) or a word" if models else "a label (C16, E3, S2, X1, P1) or words to look up"
        console.print(Text(f"Ask about it: {how}; {LEAVE} ends."), soft_wrap=True)
        while True:
            try:
                question = _read(console, ">").strip()
            except Left:
                console.print(Text(f"left; go on with: corrigenda chat {directory}"), soft_wrap=True)
                return status
            for line in answers.to(question) if question else ():
                console.print(Text(line), soft_wrap=True)


@contextmanager
def _models(console: Console, directory: Path, home: Path, record_model: Path | None) -> Iterator[Models | None]:
    """The models of the run, with effects and events of the conversation."""
    settings = runs.settings_of(directory)
    if settings.model is None:
        yield None
        return
    folder = home / "chats" / directory.name
    folder.mkdir(parents=True, exist_ok=True)
    events = EventLog(folder / "events.jsonl", runs.now)
    chosen = choose(settings.model, os.environ, home)
    with closing(open_models(chosen, settings, Effects(folder / "effects", events), events, home, record_model)) as opened:
        if opened.models is None:
            console.print(Text(f"the model cannot be used, so only look-ups are answered: {opened.reason}"), soft_wrap=True)
        yield opened.models
