"""The run directory: the names in it, what is written there at the end of a run, and the manifest over it.

Everything is written whole or not at all (temporary file, fsync, rename). `outputs` gives what follows from the records alone, so that
`verify` can make it again and compare the bytes.
"""

from __future__ import annotations

import json
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from pydantic import JsonValue

from agent.context import Settings
from agent.records import Report
from agent.report import bibliography, html, markdown, proposal
from agent.report.contract import check
from agent.report.passages import passages_of
from prompts.trust import Untrusted
from tools import durable, regular
from tools.store import ArchiveError, EvidenceStore
from tools.text import NotText, decode

REPORT, PAGE, RECORDS = "report.md", "report.html", "report.json"
BIBTEX, CSL = "sources.bib", "sources.csl.json"
PROPOSAL, PATCH = "proposal.md", "changes.patch"
EVIDENCE, INDEX, EVENTS, RUN, MANIFEST = "evidence.warc.gz", "evidence.cdxj", "events.jsonl", "run.json", "manifest.json"
CHECKPOINTS = "checkpoints.sqlite"
EXPERIMENTS, SHELF, EFFECTS = "experiments", "records", "effects"
SCRIPT, RESULT, STDOUT, STDERR = "main.py", "result.json", "stdout.txt", "stderr.txt"
DERIVED = (REPORT, PAGE, RECORDS, BIBTEX, CSL, PROPOSAL, PATCH)


class BrokenContract(Exception):
    """A report rendered by code breaks the contract: a bug of ours, which must not reach the author."""


@dataclass(frozen=True)
class AuthorFile:
    """The author's own file of the chapter, as `--source` gave it."""

    name: str
    payload: bytes

    def text(self) -> Untrusted:
        """Its characters, a byte order mark included; raises NotText for anything but UTF-8."""
        decode(self.payload)
        try:
            return Untrusted(self.payload.decode("utf-8"), "person")
        except UnicodeDecodeError as error:
            raise NotText(f"byte {error.start} is not utf-8", error.start) from error


def pretty(value: JsonValue) -> bytes:
    """The one form of our JSON files: keys sorted, an element a line, no character that hides or commands."""
    return json.dumps(value, sort_keys=True, indent=1, ensure_ascii=True, allow_nan=False).encode() + b"\n"


def records_of(report: Report) -> bytes:
    """report.json."""
    return pretty(report.model_dump(mode="json"))


def read_json(path: Path) -> JsonValue:
    """A JSON file; raises OSError or ValueError, also where it is nested too deep or holds what is no JSON (NaN)."""

    def refuse(name: str) -> float:
        raise ValueError(f"{name} is not JSON")

    try:
        value: JsonValue = json.loads(regular.read(path, regular.MOST_RECORDS), parse_constant=refuse)
    except RecursionError as error:
        raise ValueError("nested too deep") from error
    return value


def load_report(run_dir: Path) -> Report:
    """The report of a run; raises OSError where there is none, ValueError where it cannot be read."""
    return Report.model_validate(read_json(run_dir / RECORDS))


def outputs(report: Report, store: EvidenceStore, source: AuthorFile | None = None) -> dict[str, bytes]:
    """Every file that follows from the records, by name; raises BrokenContract where the report is not what a report must be."""
    text = markdown.render(report)
    if broken := check(text, report):
        raise BrokenContract("; ".join(broken[:5]))
    records = records_of(report)
    page = html.render_html(report, passages_of(report, store), sha256(records).hexdigest())
    files = {
        REPORT: text.encode(),
        PAGE: page.encode(),
        RECORDS: records,
        BIBTEX: bibliography.bibtex(report).encode(),
        CSL: bibliography.csl_json(report).encode(),
    }
    return files | _proposed(report, source)


def _proposed(report: Report, source: AuthorFile | None) -> dict[str, bytes]:
    text, unreadable = None, ""
    try:
        text = source.text() if source else None
    except NotText as error:
        unreadable = f"the author's file cannot be read ({error})"
    alignment = proposal.aligned(report, text)
    files = {PROPOSAL: proposal.proposal(report, alignment, unreadable).encode()}
    patch = proposal.patch(alignment, text, source.name if source else "")
    return files if patch is None else files | {PATCH: patch}


def finish(run_dir: Path, store: EvidenceStore, report: Report, settings: Settings) -> None:
    """Write all that follows from the report, close run.json, and put the manifest over everything. May be repeated."""
    for name, payload in outputs(report, store, author_file(store, settings)).items():
        durable.write(run_dir / name, payload)
    durable.write(run_dir / INDEX, store.index())
    state = json.loads(regular.read(run_dir / RUN)) if (run_dir / RUN).exists() else {}
    spent: JsonValue = [row.model_dump(mode="json") for row in report.provenance.spent]
    told: dict[str, JsonValue] = {**state, "state": "done", "finished": report.provenance.finished}
    durable.write(run_dir / RUN, pretty({**told, "spent": spent}))
    write_manifest(run_dir)


def author_file(store: EvidenceStore, settings: Settings) -> AuthorFile | None:
    """The author's file out of the store; raises ArchiveError where it is damaged."""
    if settings.source is None or (payload := store.read(settings.source.sha256)) is None:
        return None
    return AuthorFile(settings.source.name, payload)


def write_manifest(run_dir: Path) -> None:
    durable.write(run_dir / MANIFEST, pretty(manifest(run_dir)))


def strange(run_dir: Path) -> list[tuple[str, str]]:
    """What no run leaves behind and no manifest lists: links, pipes, devices, sockets; each with its name in the folder."""
    found = [(path.relative_to(run_dir).as_posix(), path.lstat().st_mode) for path in sorted(run_dir.rglob("*"))]
    return [(name, regular.kind_of(mode)) for name, mode in found if not stat.S_ISDIR(mode) and regular.kind_of(mode)]


def manifest(run_dir: Path) -> dict[str, JsonValue]:
    """sha256 and size of every file but the manifest itself, the checkpoints, and what a kill left half-written; raises OSError."""
    return {name: listing(path) for name, path in files(run_dir)}


def listing(path: Path) -> JsonValue:
    """What the manifest says of a file; raises OSError."""
    digest, size = regular.digest(path)
    return {"sha256": digest, "bytes": size}


def files(run_dir: Path) -> Iterator[tuple[str, Path]]:
    """The regular files that a manifest lists."""
    for path in sorted(run_dir.rglob("*")):
        name = path.relative_to(run_dir).as_posix()
        passing = name == MANIFEST or name.startswith(CHECKPOINTS) or (path.name.startswith(".") and path.name.endswith(".part"))
        if not passing and stat.S_ISREG(path.lstat().st_mode):
            yield name, path


@contextmanager
def archive(run_dir: Path) -> Iterator[EvidenceStore]:
    """The archive in a copy, because opening one repairs its end; raises ArchiveError where it cannot be read, or its end is cut off."""
    with tempfile.TemporaryDirectory(prefix="corrigenda-verify-") as folder:
        copied = Path(folder) / EVIDENCE
        try:
            regular.copy(run_dir / EVIDENCE, copied)
        except FileNotFoundError:
            pass  # a run that kept nothing
        except OSError as error:
            raise ArchiveError(regular.told(error)) from error
        store = EvidenceStore(copied)
        if store.repairs:
            raise ArchiveError(f"{EVIDENCE} ends in the middle of a record")
        yield store
