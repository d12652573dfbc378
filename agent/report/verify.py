"""`corrigenda verify`: everything in a report derived again from its directory alone, with no model and no network.

Hashes prove that nothing was changed since they were made; but whoever changes a file can hash it again. So what is shown is also
made again from what it rests on: the outputs from the records, the records from the shelf that the chain of events names, quotations
from the stored documents, figures from the results of the runs, findings by the instruments themselves. Nothing in the directory is
written to.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from pydantic import JsonValue

from agent.context import Settings
from agent.events import BrokenChain, check_chain
from agent.records import Report
from agent.report import grounded, identities, modelled, recheck, rederive, rundir
from agent.report.recheck import Problem, Run
from tools import durable, regular
from tools.store import ArchiveError, EvidenceStore


def verify(run_dir: Path) -> tuple[Problem, ...]:
    """All that does not hold in a finished run; empty where everything does."""
    if not os.path.lexists(run_dir / rundir.MANIFEST) and not os.path.lexists(run_dir / rundir.RECORDS):
        return (Problem(str(run_dir), "this is no run: it has no manifest.json and no report.json"),)
    problems = [*_manifest(run_dir), *_events(run_dir)]
    try:
        report = rundir.load_report(run_dir)
    except (OSError, ValueError) as error:
        return tuple(dict.fromkeys([*problems, Problem(rundir.RECORDS, regular.told(error))]))
    problems[:0] = _version(report)
    try:
        with rundir.archive(run_dir) as store:
            problems += [Problem(rundir.EVIDENCE, what) for what in store.verify()]
            problems += _index(run_dir, store)
            run = Run(run_dir, report, store)
            for check in _CHECKS:
                problems += check(run)
    except ArchiveError as error:
        problems.append(Problem(rundir.EVIDENCE, str(error)))
    return tuple(dict.fromkeys(problems))


def _index(run_dir: Path, store: EvidenceStore) -> Iterator[Problem]:
    """The index follows from the archive; a run of before there was one has none."""
    try:
        if regular.read(run_dir / rundir.INDEX) != store.index():
            yield Problem(rundir.INDEX, "it is not the index of the archive")
    except FileNotFoundError:
        return
    except OSError as error:
        yield Problem(rundir.INDEX, regular.told(error))


def _version(report: Report) -> list[Problem]:
    """A report of another version may be made again otherwise though nobody touched it."""
    made, ours = report.provenance.tool_version, version("corrigenda")
    return [] if made == ours else [Problem("version", f"made by version {made}, this is {ours}: what follows may only be that")]


def _manifest(run_dir: Path) -> Iterator[Problem]:
    yield from (Problem(name, f"it is {kind}") for name, kind in rundir.strange(run_dir))
    there: dict[str, JsonValue] = {}
    for name, path in rundir.files(run_dir):
        try:
            there[name] = rundir.listing(path)
        except OSError as error:
            yield Problem(name, regular.told(error))
    try:
        payload = regular.read(run_dir / rundir.MANIFEST)
        listed = rundir.read_json(run_dir / rundir.MANIFEST)
    except (OSError, ValueError) as error:
        yield Problem(rundir.MANIFEST, regular.told(error))
        return
    if not isinstance(listed, dict):
        yield Problem(rundir.MANIFEST, "it is no list of files")
        return
    if payload != rundir.pretty(listed):
        yield Problem(rundir.MANIFEST, "it is not in canonical form")
    yield from (Problem(name, "it is listed and not there") for name in sorted(set(listed) - set(there)))
    yield from (Problem(name, "it is there and not listed") for name in sorted(set(there) - set(listed)))
    yield from (
        Problem(name, "its bytes are not those of the manifest") for name in sorted(there) if name in listed and listed[name] != there[name]
    )


# ---- events and the records that they name -----------------------------------------------------------------------


def _events(run_dir: Path) -> Iterator[Problem]:
    path = run_dir / rundir.EVENTS
    try:
        payload = regular.read(path, regular.MOST_RECORDS)
        events = check_chain(path, payload)
    except FileNotFoundError:
        yield Problem(rundir.EVENTS, "it is not there")
        return
    except OSError as error:
        yield Problem(rundir.EVENTS, regular.told(error))
        return
    except (BrokenChain, RecursionError) as error:
        yield Problem(rundir.EVENTS, str(error))
        return
    if payload and not payload.endswith(b"\n"):
        yield Problem(rundir.EVENTS, "its last line is not whole")
    named = [data for event in events if event["kind"] == "stage" and isinstance(data := event["data"], dict) and data.get("is") == "done"]
    for data in named:
        yield from _shelved(run_dir, str(data.get("record")))
    last = next((str(data["record"]) for data in reversed(named) if data.get("stage") == "report"), None)
    if last is None:
        yield Problem(rundir.EVENTS, "no event says that the report was made")
    else:
        yield from _same_as_shelf(run_dir, last)


def _shelved(run_dir: Path, name: str) -> Iterator[Problem]:
    where = f"{rundir.SHELF}/{name}.json"
    try:
        payload = regular.read(run_dir / where)
    except (OSError, ValueError) as error:
        yield Problem(where, f"an event names it, and {'it is not there' if isinstance(error, FileNotFoundError) else regular.told(error)}")
        return
    if sha256(payload).hexdigest()[:24] != name.rpartition("-")[2]:
        yield Problem(where, "it is not what the event says")


def _same_as_shelf(run_dir: Path, name: str) -> Iterator[Problem]:
    try:
        kept, shown = rundir.read_json(run_dir / rundir.SHELF / f"{name}.json"), rundir.read_json(run_dir / rundir.RECORDS)
    except (OSError, ValueError):
        yield Problem(rundir.RECORDS, f"it cannot be held against {rundir.SHELF}/{name}.json")
        return
    if durable.canonical(kept) != durable.canonical(shown):
        yield Problem(rundir.RECORDS, f"it is not the record that the run ended with ({rundir.SHELF}/{name}.json)")


# ---- outputs -----------------------------------------------------------------------------------------------------


def _outputs(run: Run) -> Iterator[Problem]:
    """What follows from the records, made again."""
    try:
        state = rundir.read_json(run.directory / rundir.RUN)
        settings = Settings.model_validate(state["settings"] if isinstance(state, dict) and "settings" in state else None)
    except (OSError, ValueError) as error:
        yield Problem(rundir.RUN, regular.told(error))
        return
    made = run.report.provenance.model_dump(mode="json", include={"run_id", "started", "finished", "versions", "settings"})
    told = {**state, "state": "done"} if isinstance(state, dict) else {}
    if run.report.provenance.spent or "spent" in told:  # earlier versions left it out where nothing was
        made |= run.report.provenance.model_dump(mode="json", include={"spent"})
    if {name: told.get(name) for name in made} != made or regular.read(run.directory / rundir.RUN) != rundir.pretty(told):
        yield Problem(rundir.RUN, "it is not what the report says of the run")
    try:
        expected = rundir.outputs(run.report, run.store, rundir.author_file(run.store, settings))
    except (rundir.BrokenContract, ArchiveError, ValueError) as error:
        yield Problem(rundir.REPORT, f"it cannot be made again: {error}")
        return
    for name in rundir.DERIVED:
        try:
            found: bytes | None = regular.read(run.directory / name)
        except FileNotFoundError:
            found = None
        except OSError as error:
            yield Problem(name, regular.told(error))
            continue
        if found != expected.get(name):
            yield Problem(name, "it is not what follows from the records" if found is not None else "it is missing")


_CHECKS: tuple[Callable[[Run], Iterator[Problem]], ...] = (
    _outputs,
    recheck.evidence,
    recheck.experiments,
    recheck.effects,
    recheck.chapter,
    recheck.names,
    rederive.text,
    rederive.findings,
    rederive.observed,
    rederive.repeated,
    modelled.modelled,
    grounded.grounded,
    identities.identities,
    identities.counted,
)
