"""`verify` finds every change to a finished run, also where the manifest was made again to match."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from report_samples import CHAPTER, CONFIG, PACK, digest, sample, write_experiments

from agent.context import Settings, Supplied
from agent.events import EventLog
from agent.interfaces.lookups import show_label
from agent.records import Report
from agent.report import rundir
from agent.report.verify import verify
from agent.shelf import Shelf
from prompts.trust import Untrusted
from tools import durable
from tools.layout import lay_out
from tools.records import QuotedEvidence
from tools.store import EvidenceStore

SOURCE = CHAPTER.replace(". ", ".\n")
STAMP = "2026-11-29T10:00:00Z"


def finished(folder: Path, report: Report | None = None) -> Path:
    """A run directory as a run leaves it."""
    folder.mkdir()
    store = EvidenceStore(folder / rundir.EVIDENCE)
    for name, text in (("pack:a-book-13", PACK), ("pypi:torch==2.13.0/torch/_dynamo/config.py", CONFIG), ("urn:source", SOURCE)):
        store.put(name, text.encode(), "text/plain", date=STAMP)
    settings = Settings(pack=Supplied(name="pack.txt", sha256=digest(PACK)), source=Supplied(name="docs/13.md", sha256=digest(SOURCE)))
    report = report or sample()
    made = report.provenance.model_copy(update={"settings": settings.model_dump(mode="json")})
    report = report.model_copy(update={"provenance": made})
    events = EventLog(folder / rundir.EVENTS, lambda: STAMP)
    events.append("stage", {"stage": "report", "is": "begun"})
    events.append("stage", {"stage": "report", "is": "done", "record": Shelf(folder / rundir.SHELF).put("report", report)})
    write_experiments(folder)
    state = {"run_id": made.run_id, "started": made.started, "versions": made.versions, "settings": made.settings, "state": "running"}
    durable.write(folder / rundir.RUN, rundir.pretty(state))
    rundir.finish(folder, store, report, settings)
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("runs") / "run")


@pytest.fixture
def run(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(original, tmp_path / "run"))


def places(run: Path) -> set[str]:
    return {problem.where for problem in verify(run)}


def test_finished_run_holds(run: Path) -> None:
    """A run that nobody touched verifies, and verifying it changes no byte of it."""
    before = rundir.manifest(run)
    assert verify(run) == ()
    assert rundir.manifest(run) == before
    assert (run / rundir.PATCH).is_file()


def test_finishing_again_changes_nothing(run: Path) -> None:
    """A run killed while it wrote its outputs is finished once more to the same bytes."""
    before = rundir.manifest(run)
    report = rundir.load_report(run)
    settings = Settings.model_validate(report.provenance.settings)
    rundir.finish(run, EvidenceStore(run / rundir.EVIDENCE), report, settings)
    assert rundir.manifest(run) == before


FILES = [
    rundir.REPORT, rundir.PAGE, rundir.RECORDS, rundir.BIBTEX, rundir.CSL, rundir.PROPOSAL, rundir.PATCH,
    rundir.EVIDENCE, rundir.EVENTS, rundir.RUN,
    "experiments/x1/main.py", "experiments/x1/result.json", "experiments/x1/stdout.txt",
]  # fmt: skip


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("rehashed", [False, True], ids=["", "manifest made again"])
def test_one_changed_byte_is_found(run: Path, name: str, part: float, rehashed: bool) -> None:
    """One byte of any file is enough, whether or not the manifest was made to match."""
    path = run / name
    payload = bytearray(path.read_bytes())
    at = int(len(payload) * part)
    payload[at] ^= 1
    path.write_bytes(bytes(payload))
    if rehashed:
        rundir.write_manifest(run)
    assert verify(run)


def edit(run: Path, change: Callable[[dict], object]) -> None:  # type: ignore[type-arg]
    """Change report.json, and make again all that follows from it: outputs, shelf, events, manifest."""
    value = json.loads((run / rundir.RECORDS).read_bytes())
    change(value)
    report = Report.model_validate(value)
    settings = Settings.model_validate(report.provenance.settings)
    shutil.rmtree(run / rundir.SHELF)
    (run / rundir.EVENTS).unlink()
    record = Shelf(run / rundir.SHELF).put("report", report)
    EventLog(run / rundir.EVENTS, lambda: STAMP).append("stage", {"stage": "report", "is": "done", "record": record})
    rundir.finish(run, EvidenceStore(run / rundir.EVIDENCE), report, settings)


def test_records_on_the_shelf_cannot_be_changed(run: Path) -> None:
    """The events name each record by its hash."""
    (path,) = (run / rundir.SHELF).iterdir()
    path.write_bytes(path.read_bytes().replace(b"2026-11-29", b"2026-11-28", 1))
    rundir.write_manifest(run)
    assert f"{rundir.SHELF}/{path.name}" in places(run)


def test_report_is_the_record_that_the_run_ended_with(run: Path) -> None:
    """A report rewritten as a whole, with every output and hash, is not the record that the events name."""
    report = rundir.load_report(run)
    limited = report.evidence[0].model_copy(update={"limits": "a word"})
    report = report.model_copy(update={"evidence": (limited, *report.evidence[1:])})
    rundir.finish(run, EvidenceStore(run / rundir.EVIDENCE), report, Settings.model_validate(report.provenance.settings))
    assert places(run) == {rundir.RECORDS}


@pytest.mark.parametrize("wall", [12.34, 12.35])
def test_stored_effect_of_a_run_is_held_against_the_report(run: Path, wall: float) -> None:
    """What the run of an experiment left among the effects says the same as the report."""
    made = rundir.load_report(run).experiments[0].model_copy(update={"wall_seconds": wall, "label": "X7"})
    path = run / rundir.EFFECTS / "run-0123.json"
    durable.write(path, durable.canonical(made.model_dump(mode="json")).encode())
    rundir.write_manifest(run)
    assert places(run) == (set() if wall == 12.34 else {f"{rundir.EFFECTS}/{path.name}"})


def test_honest_edit_of_a_harmless_word_passes(run: Path) -> None:
    """The control of the tests below: remaking everything after an edit that no stored thing speaks against leaves nothing to find."""
    edit(run, lambda value: value["evidence"][0].update(limits="a word"))
    assert verify(run) == ()


@pytest.mark.parametrize(
    ("change", "where", "said"),
    [
        (lambda v: v["evidence"][2]["ground"]["quotation"]["text"].update(untrusted="cache_size_limit = 16"), "E3", "does not stand"),
        (lambda v: v["evidence"][2]["ground"]["quotation"]["span"].update(start=1), "E3", "does not stand"),
        (lambda v: v["evidence"][2]["ground"]["quotation"].update(sha256="0" * 64), "E3", "not in the evidence store"),
        (lambda v: v["evidence"][3]["ground"].update(value=9), "E4", "figure is not the one"),
        (lambda v: v["evidence"][3]["ground"].update(value=8.0), "E4", "figure is not the one"),
        (lambda v: v["evidence"][3]["ground"].update(field="/graphs"), "E4", "no such figure"),
        (lambda v: v["evidence"][3]["ground"].update(run="probe:dynamic"), "E4", "a run that was not made"),
        (lambda v: v["evidence"][0]["ground"]["span"].update(end=10**6), "E1", "not in the chapter"),
        (lambda v: v["evidence"][0].update(relation="SUPPORTS"), "E1", "relation"),
        (lambda v: v["evidence"][0].update(claim="claim-99"), "E1", "which is not there"),
        (lambda v: v["changes"][0]["old"].update(untrusted="nine to eleven seconds"), "P1", "old words"),
        (lambda v: v["changes"][0].update(evidence=["evidence-99"]), "P1", "evidence-99"),
        (lambda v: v["assessments"][1].update(evidence=["evidence-2"]), "C02", "another claim"),
        (lambda v: v["reading"]["claims"][0]["span"].update(end=10**6), "C01", "not in the chapter"),
        (lambda v: v["experiments"][0]["outcome"]["result"].update(compiles=9), "experiments/x1/result.json", "not the result"),
        (lambda v: v["experiments"][0]["wanted"].update(script="pass"), "experiments/x1/main.py", "not what the records say"),
        (lambda v: v["experiments"][0]["outcome"]["stdout"].update(untrusted="done"), "experiments/x1/stdout.txt", "not what the"),
        (lambda v: v["experiments"][1]["outcome"].update(state="ran", result={}), "experiments/x2/result.json", "cannot be read"),
        (lambda v: v["sources"][1].update(sha256="1" * 64), "E3", "ledger does not list"),
        (lambda v: v["sources"][0].update(sha256="1" * 64), "source pack:a-book-13", "not in the evidence store"),
    ],
)  # fmt: skip
def test_records_are_held_against_what_they_rest_on(run: Path, change: Callable[[dict], object], where: str, said: str) -> None:  # type: ignore[type-arg]
    """A changed quotation, figure, place or name is found even where every output, hash and event was made again to match."""
    edit(run, change)
    assert any(problem.where == where and said in problem.what for problem in verify(run)), verify(run)


def forged(value: dict, old: str, new: str) -> None:  # type: ignore[type-arg]
    """One figure of what instruments found, changed wherever the records of the last claim repeat it."""
    for part in (value["assessments"][8], value["evidence"][7]):
        text = json.dumps(part)
        assert old in text
        part.clear()
        part.update(json.loads(text.replace(old, new)))


def test_consistent_forgery_of_a_working_is_found(run: Path) -> None:
    """A working, summary and statement changed alike, with every output, hash and event made again, are not what the instrument finds."""
    assert verify(run) == ()
    edit(run, lambda value: forged(value, "310", "777"))
    assert any(p.where == "C09" and "numbers (arithmetic) is not what the instrument finds" in p.what for p in verify(run)), verify(run)


REMADE = [
    (lambda v: v["assessments"][8]["findings"][0]["working"].pop(), "C09", "is not what the instrument finds"),
    (lambda v: v["assessments"][8]["findings"][0].update(instrument="identifiers"), "C09", "any file of a package or result of a run"),
    (lambda v: v["assessments"][8]["findings"][0].update(instrument="code"), "C09", "is not what the instrument finds in the chapter"),
    (lambda v: v["assessments"][8]["findings"][0].update(instrument="oracle"), "C09", "none of that name"),
    (lambda v: v["assessments"][8].update(verdict="contradicted"), "C09", "its verdict is not that of its gravest finding"),
    (lambda v: v["assessments"][8]["concern"].update(untrusted="It is 777 x."), "C09", "its concern is not"),
    (lambda v: v["assessments"][8].update(by="instrument: wording"), "C09", "another instrument"),
    (lambda v: v["assessments"][8].update(findings=[]), "C09", "rests on no finding"),
    (lambda v: v["evidence"][7]["statement"].update(untrusted="6.20 / 0.02 is 777"), "E8", "its statement and its ground"),
    (lambda v: v["evidence"][7]["ground"]["span"].update(start=0), "E8", "its statement and its ground"),
    (lambda v: v["changes"][0]["new"].update(untrusted="one to two seconds"), "P1", "its new words"),
    (lambda v: v["changes"][0]["reason"].update(untrusted="because"), "P1", "its new words"),
    (lambda v: v["experiments"][0].update(observations=[{"untrusted": "nine graphs", "origin": "derived"}]), "X1", "its observations"),
    (lambda v: v["assessments"][4]["findings"][0].update(instrument="code"), "C05", "reads out of the stored result"),
    (lambda v: v["assessments"][8]["findings"][0].update(instrument="probe:recompile-limit"), "C09", "the probe's observations say"),
    (lambda v: v["snapshot"]["chapter"].update(offset=3), "chapter", "does not stand at its place"),
    (lambda v: v["snapshot"]["chapter"].update(document="0" * 64), "chapter", "not in the evidence store"),
    (lambda v: v["snapshot"]["chapter"].update(blocks=[]), "chapter", "not the layout of its text"),
    (lambda v: v["provenance"].update(tool_version="0.0.1"), "version", "made by version 0.0.1, this is"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "where", "said"), REMADE, ids=[f"{where}: {said}" for _, where, said in REMADE])
def test_findings_are_made_again(run: Path, change: Callable[[dict], object], where: str, said: str) -> None:  # type: ignore[type-arg]
    """What instruments are said to have found is what they find, and what repeats it says the same."""
    edit(run, change)
    assert any(problem.where == where and said in problem.what for problem in verify(run)), verify(run)


def test_finding_of_another_version_is_explained_first(run: Path) -> None:
    """A report of another version may differ for that alone, so that this is said before anything else."""
    edit(run, lambda value: value["provenance"].update(tool_version="0.0.1"))
    assert verify(run)[0].where == "version"


def test_contradiction_left_out_is_found(tmp_path: Path) -> None:
    """A report cannot drop what the chapter alone shows to be wrong."""
    wrong = CHAPTER.replace("= 310 times", "= 777 times")
    report = sample()
    read = report.snapshot.chapter.model_copy(update={"text": Untrusted(wrong, "pack"), "blocks": lay_out(wrong)})
    folder = finished(tmp_path / "run", report.model_copy(update={"snapshot": report.snapshot.model_copy(update={"chapter": read})}))
    assert any("it leaves out what numbers (arithmetic) finds" in problem.what for problem in verify(folder)), verify(folder)


def test_folder_that_is_no_run_is_said_in_one_line(tmp_path: Path) -> None:
    """A folder without a report and a manifest is no run, and nothing more is said of it."""
    (problem,) = verify(tmp_path)
    assert "this is no run" in problem.what


def test_one_label_for_two_records_is_found(run: Path) -> None:
    """A label that names two records cites neither."""
    problems = edit_labels(run)
    assert any("more than one record" in problem for problem in problems)


def edit_labels(run: Path) -> list[str]:
    edit(run, lambda value: value["evidence"][1].update(label="E1"))
    return [problem.what for problem in verify(run)]


def test_stored_evidence_is_held_against_its_digest(run: Path) -> None:
    """A document changed inside its compressed record, with its header as before, is found."""
    path = run / rundir.EVIDENCE
    plain = gzip.decompress(path.read_bytes())
    assert b"recompile_limit = 8" in plain
    store = EvidenceStore(path)
    members = [path.read_bytes()[entry.offset : entry.offset + entry.length] for entry in store.entries()]
    changed = [gzip.compress(gzip.decompress(member).replace(b"recompile_limit = 8", b"recompile_limit = 9")) for member in members]
    path.write_bytes(b"".join(changed))
    rundir.write_manifest(run)
    assert {rundir.EVIDENCE, "E3", "E7"} <= places(run)


def test_cut_archive_is_found_and_left_alone(run: Path) -> None:
    """An archive that ends in the middle of a record is reported, and not repaired by looking at it."""
    path = run / rundir.EVIDENCE
    path.write_bytes(path.read_bytes()[:-7])
    rundir.write_manifest(run)
    size = path.stat().st_size
    assert rundir.EVIDENCE in places(run)
    assert path.stat().st_size == size


@pytest.mark.parametrize("name", [*FILES, rundir.MANIFEST])
def test_missing_file_is_found(run: Path, name: str) -> None:
    """No file can be taken away, with the manifest made again or not."""
    (run / name).unlink()
    assert verify(run)
    if name != rundir.MANIFEST:
        rundir.write_manifest(run)
        assert verify(run)


def test_added_file_is_found(run: Path) -> None:
    """A file that the run did not leave is named."""
    (run / "extra.txt").write_text("x")
    assert "extra.txt" in places(run)


@pytest.mark.parametrize(
    "change",
    [lambda text: text.replace(" ", ""), lambda text: "[]", lambda text: "{", lambda text: text + " "],
    ids=["compact", "list", "broken", "space"],
)
def test_manifest_has_one_form(run: Path, change: Callable[[str], str]) -> None:
    """The manifest itself is canonical JSON."""
    path = run / rundir.MANIFEST
    path.write_text(change(path.read_text()))
    assert rundir.MANIFEST in places(run)


def test_events_cut_at_the_end_are_found(run: Path) -> None:
    """A chain without its last event no longer leads to the report."""
    path = run / rundir.EVENTS
    path.write_bytes(path.read_bytes().splitlines(keepends=True)[0])
    rundir.write_manifest(run)
    assert rundir.EVENTS in places(run)


@pytest.mark.parametrize("text", ["", "null", "[]", "{}", '{"provenance": 3}', "[" * 100_000, "\xff"], ids=range(7))
def test_unreadable_records_are_a_problem_and_no_traceback(run: Path, text: str) -> None:
    """Whatever stands in report.json and run.json, verify ends with problems."""
    for name in (rundir.RUN, rundir.RECORDS):
        (run / name).write_bytes(text.encode("latin-1"))
        assert name in places(run)


def test_checkpoints_and_unfinished_files_are_not_listed(run: Path) -> None:
    """The checkpoint database changes after the run, and what a kill left half-written is nothing."""
    for name in (rundir.CHECKPOINTS, f"{rundir.CHECKPOINTS}-wal", ".report.md.12.part"):
        (run / name).write_bytes(b"x")
    assert verify(run) == ()


def test_links_are_found(run: Path) -> None:
    """A symbolic link stands for a file that is not in the directory."""
    (run / "extra").symlink_to(run / rundir.REPORT)
    assert "extra" in places(run)


ODD = [
    None,
    -1,
    10**400,
    1e300,
    "",
    "\ud800",
    "\x00",
    "../../x",
    [],
    {},
    {"untrusted": "\ud800", "origin": ""},
    "x" * 1000,
    True,
    "[E1]",
    "NaN",
]


def mutated(value: object, random: Random) -> object:
    """A JSON value with one of its parts replaced by something odd."""
    if isinstance(value, (dict, list)) and value and random.random() < 0.9:
        keys = sorted(value) if isinstance(value, dict) else range(len(value))
        key = random.choice(list(keys))
        changed = value.copy()
        changed[key] = mutated(value[key], random)
        return changed
    return random.choice(ODD)


@pytest.mark.parametrize("seed", range(60))
def test_odd_records_never_end_in_a_traceback(run: Path, seed: int) -> None:
    """Whatever a part of report.json, of the result of a run or of run.json is replaced by, verify ends with problems."""
    random = Random(seed)
    name = random.choice([rundir.RECORDS, rundir.RECORDS, rundir.RUN, "experiments/x1/result.json"])
    before = json.loads((run / name).read_bytes())
    after = mutated(before, random)
    if after == before:
        pytest.skip("the odd value is the old one")
    (run / name).write_text(json.dumps(after))
    assert verify(run)


# ---- folders that somebody hands over ----------------------------------------------------------------------------------

READ = [rundir.EVENTS, rundir.RECORDS, rundir.MANIFEST, rundir.RUN, rundir.EVIDENCE, rundir.INDEX, rundir.REPORT]


def pipe(path: Path) -> None:
    os.mkfifo(path)


def endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def socket_at(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)


@pytest.mark.parametrize("name", READ)
@pytest.mark.parametrize(
    ("put", "what"),
    [
        pytest.param(pipe, "it is a pipe", id="pipe"),
        pytest.param(endless, "it is a link", id="device by a link"),
        pytest.param(socket_at, "it is a socket", id="socket"),
        pytest.param(Path.mkdir, "it is a folder", id="folder"),
    ],
)
def test_what_is_no_file_is_told_and_not_opened(run: Path, name: str, put: Callable[[Path], None], what: str) -> None:
    """A pipe, a device, a link, a socket or a folder in a file's place is a finding; nothing waits for it, and nothing breaks."""
    (run / name).unlink()
    put(run / name)
    problems = verify(run)
    assert what in [problem.what for problem in problems if problem.where == name] or what == "it is a folder"
    assert name in {problem.where for problem in problems}


@pytest.mark.parametrize("folder", ["", rundir.EXPERIMENTS, rundir.EFFECTS, rundir.SHELF])
def test_what_is_no_file_and_not_listed_is_told(run: Path, folder: str) -> None:
    """The manifest lists files; whatever else stands in the folder is named too."""
    (run / folder).mkdir(exist_ok=True)
    pipe(run / folder / "beside")
    assert [(problem.where, problem.what) for problem in verify(run)] == [(f"{folder}/beside".lstrip("/"), "it is a pipe")]


@pytest.mark.parametrize("name", READ)
def test_a_file_without_end_is_told_and_not_read(run: Path, name: str) -> None:
    """A file that is larger than any run leaves is a finding, however little of the disk it takes."""
    with (run / name).open("r+b") as file:
        file.truncate(1 << 40)
    assert any(problem.where == name and "more than" in problem.what for problem in verify(run))


@pytest.mark.parametrize("put", [pipe, endless, socket_at, Path.mkdir])
@pytest.mark.parametrize("name", [rundir.RECORDS, rundir.EVIDENCE])
def test_a_record_is_not_looked_up_in_what_is_no_file(
    run: Path, name: str, put: Callable[[Path], None], capsys: pytest.CaptureFixture[str]
) -> None:
    """`show` says what it could not read, and leaves the folder as it is."""
    label = next(item.label for item in rundir.load_report(run).evidence if isinstance(item.ground, QuotedEvidence))
    before = rundir.manifest(run)
    assert show_label(run, label) == 0
    assert rundir.manifest(run) == before
    (run / name).unlink()
    put(run / name)
    assert show_label(run, label) == (2 if name == rundir.RECORDS else 0)
    assert "it is a" in (said := capsys.readouterr()).out + said.err or put is Path.mkdir
