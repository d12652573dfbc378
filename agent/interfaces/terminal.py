"""Research from a terminal: a live line on a screen, plain lines elsewhere, and at the end where the report is."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.text import Text

from agent.documents import quoted_text
from agent.errors import CorrigendaError
from agent.events import EventLog
from agent.interfaces import foresight, runs
from agent.interfaces.doors import check, reach_of
from agent.interfaces.given import Paths, given
from agent.interfaces.models import choose
from agent.interfaces.searching import search_settings
from agent.records import Report
from agent.report.rundir import EVIDENCE, REPORT, load_report
from prompts import inert
from prompts.trust import Untrusted, measure
from tools.records import ChapterEvidence, MeasuredEvidence, Verdict
from tools.store import EvidenceStore

OK, BAD, FAILED_STEP, STOPPED = 0, 2, 3, 5
_LONGEST_NAME = 1_000  # characters of a first line that may be the name of a file


def run_research(
    pack: str, out: Path, files: Paths, choices: dict[str, object], resume: Path | None, home: Path, record_model: Path | None = None,
    *, plan_only: bool = False,
) -> int:  # fmt: skip
    """Run or resume, and give the exit status; plan_only: stop before anything is opened, searched for or run."""
    directory = resume
    try:
        if directory is None:
            if model := choices.get("model"):
                choose(str(model), os.environ, home)  # what cannot be used is told before anything is made
            search_settings(str(choices.get("search", "none")), os.environ, home)
            check(reach := reach_of(choices))
            directory = runs.prepare(given(pack, files, reach), choices, out)
        if plan_only:
            return foresee(directory, home, record_model)
        return carry_through(directory, home, record_model=record_model)
    except CorrigendaError as error:
        _complain(str(error))
        return error.exit_status
    except OSError as error:
        if directory is None:
            _complain(f"no run could be made below {out}: {error.strerror or error}; give another folder with --out")
            return BAD
        _complain(f"stopped before the report: {error}; go on with: corrigenda research --resume {directory}")
        return STOPPED
    except KeyboardInterrupt:
        remedy = f"go on with: corrigenda research --resume {directory}" if directory else "nothing was made"
        _complain(f"stopped before the report; {remedy}")
        return STOPPED


def carry_through(
    directory: Path, home: Path, log: Callable[[Path, Callable[[], str]], EventLog] = EventLog, record_model: Path | None = None,
    console: Console | None = None,
) -> int:  # fmt: skip
    """Bring a prepared run to its report, showing how it goes; 0, or 3 where a whole step that was asked for could not be done."""
    console = console or Console(highlight=False)
    with _progress(console) as tell:
        report = runs.perform(directory, _around(home, tell, console, log, record_model))
    for line in summary(report):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"report: {directory / REPORT}"), soft_wrap=True)
    return FAILED_STEP if any(limitation.failed for limitation in report.limitations) else OK


def foresee(directory: Path, home: Path, record_model: Path | None = None) -> int:
    """Print what a prepared run would do and what it may cost, and stop."""
    console = Console(highlight=False)
    settings = runs.settings_of(directory)
    for line in foresight.before(settings):
        console.print(Text(line), soft_wrap=True)
    with _progress(console) as tell:
        intended, context = runs.foresee(directory, _around(home, tell, console, EventLog, record_model))
    profile = choose(settings.model, os.environ, home).default if settings.model else None
    for line in foresight.foreseen(intended, context, profile):
        console.print(Text(line), soft_wrap=True)
    console.print(Text(f"go on with: corrigenda research --resume {directory}"), soft_wrap=True)
    return OK


def _around(
    home: Path, tell: Callable[[str, str], None], console: Console, log: Callable[[Path, Callable[[], str]], EventLog], record: Path | None
) -> runs.Surroundings:
    return runs.Surroundings(
        home=home, tell=tell, ask=_asker(console), log=log, environ=os.environ, record_model=record, cache=home.parent / "cache"
    )


def _complain(message: str) -> None:
    Console(stderr=True, highlight=False).print(Text(f"corrigenda: {message}"), soft_wrap=True)


@contextmanager
def _progress(console: Console) -> Iterator[Callable[[str, str], None]]:
    """A function that shows the stage and what it is at."""
    if not console.is_terminal:
        seen: set[str] = set()

        def plain(stage: str, detail: str) -> None:
            if detail or stage not in seen:
                console.print(Text(f"{stage}: {detail}" if detail else stage), soft_wrap=True)
            seen.add(stage)

        yield plain
        return
    with console.status("starting") as status:
        yield lambda stage, detail: status.update(Text(f"{stage}: {detail}" if detail else stage))


def _asker(console: Console) -> Callable[[str], bytes | None]:
    """Asks a person at the terminal: the name of a file, or the text itself, ended by a line with a full stop alone."""

    def ask(what: str) -> bytes | None:
        console.print(Text(f"The pack holds an excerpt. Paste {what} and end it with a line that holds only a full stop,"))
        console.print(Text("or give the name of a file that holds it, or press Enter to go on with the excerpt:"))
        first = sys.stdin.readline()
        if not first.strip():
            return None
        if Path(first.strip()).is_file():
            return Path(first.strip()).read_bytes()
        lines = [first]
        while (line := sys.stdin.readline()) and line.strip() != ".":
            lines.append(line)
        return "".join(lines).encode()

    return ask


def summary(report: Report) -> list[str]:
    """What was found, in a few lines."""
    verdicts = Counter(assessment.verdict for assessment in report.assessments)
    done = sum(1 for e in report.experiments if e.outcome.state != "unrun")
    lines = [
        f"{len(report.assessments)} claims: " + ", ".join(f"{verdicts[v]} {v}" for v in _VERDICTS if verdicts[v]),
        f"{len(report.changes)} changes proposed; {len(report.sources)} sources; {done} of {len(report.experiments)} experiments run",
    ]
    lines += [f"limited: {inert.one_line(item.what, 200)}" for item in report.limitations if item.failed]
    return lines


_VERDICTS: tuple[Verdict, ...] = ("contradicted", "outdated", "qualified", "supported", "unverifiable")


# ---- show ------------------------------------------------------------------------------------------------------


def show_label(run: Path, label: str) -> int:
    """Print what a label of the report names; 2 where there is no such run or label."""
    try:
        report = load_report(run)
    except (OSError, ValueError) as error:
        print(f"corrigenda: {run} holds no readable report ({error}); give the folder of a finished run", file=sys.stderr)  # noqa: T201
        return BAD
    lines = list(_shown(run, report, label))
    if not lines:
        parts = {"C": report.reading.claims, "S": report.sources, "E": report.evidence, "X": report.experiments, "P": report.changes}
        known = ", ".join(f"{letter}1 to {letter}{len(part)}" for letter, part in parts.items() if part)
        print(f"corrigenda: this report has no {inert.one_line(Untrusted(label, 'person'), 20)}; it has {known}", file=sys.stderr)  # noqa: T201
        return BAD
    print("\n".join(lines))  # noqa: T201
    return OK


def _shown(run: Path, report: Report, label: str) -> Iterator[str]:
    for claim in report.reading.claims:
        if claim.label == label:
            assessment = next(a for a in report.assessments if a.claim == claim.id)
            yield f"{label} ({claim.place}, characters {claim.span.start}-{claim.span.end}, {claim.kind})"
            yield f"  “{inert.one_line(claim.text, 400)}”"
            yield f"  {assessment.verdict}, priority {assessment.priority}, {assessment.response}; by {assessment.by}"
            yield f"  {inert.one_line(assessment.concern)}"
            for finding in assessment.findings:
                yield f"  {finding.instrument}, {finding.rule}: {inert.one_line(finding.summary)}"
                yield from (f"    {inert.one_line(step)}" for step in finding.working)
            for item in report.evidence:
                if item.claim == claim.id:
                    yield from _evidence(run, report, item.label)
    if label.startswith("E"):
        yield from _evidence(run, report, label)
    for experiment in report.experiments:
        if experiment.label == label:
            yield f"{label} {experiment.wanted.key}: {experiment.wanted.question}"
            yield f"  {experiment.outcome.state.upper()} {experiment.outcome.reason} {experiment.command}"
            yield from (f"  {inert.one_line(line)}" for line in experiment.observations)
    for change in report.changes:
        if change.label == label:
            yield f"{label} ({change.response}), {change.recommendation}: {change.recommendation_reason}"
            yield f"  - {inert.one_line(change.old)}"
            yield f"  + {inert.one_line(change.new)}"
            yield f"  {inert.one_line(change.reason)}"
    for index, source in enumerate(report.sources, start=1):
        if f"S{index}" == label:
            yield f"{label} {source.id}: {inert.one_line(source.title)} ({source.status}) sha256 {source.sha256 or 'none'}"


def _evidence(run: Path, report: Report, label: str) -> Iterator[str]:
    for item in report.evidence:
        if item.label != label:
            continue
        yield f"  {label} {item.relation}, {item.evidence_class}"
        ground = item.ground
        if isinstance(ground, ChapterEvidence):
            text = measure(report.snapshot.chapter.text)[ground.span.start : ground.span.end]
            yield f"    chapter, characters {ground.span.start}-{ground.span.end}: “{inert.one_line(Untrusted(text, 'chapter'), 300)}”"
        elif isinstance(ground, MeasuredEvidence):
            yield f"    run {ground.run}, {ground.field} = {inert.one_line(Untrusted(str(ground.value), 'sandbox'), 300)}"
        else:
            yield f"    {ground.quotation.source}, {ground.quotation.locator}:"
            stored = quoted_text(EvidenceStore(run / EVIDENCE), ground.quotation)
            passage = measure(stored)[max(0, ground.quotation.span.start - 200) : ground.quotation.span.end + 200] if stored else ""
            yield from (f"      {line}" for line in inert.terminal(Untrusted(passage, ground.quotation.source)).splitlines())
