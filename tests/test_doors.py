"""A research that was recorded is done again from its recording, byte for byte, with the network refused."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agent.errors import BadInput
from agent.interfaces import doors, runs
from agent.interfaces.doors import Reach
from agent.records import Report
from agent.report.rundir import BIBTEX, CSL, EVIDENCE, INDEX, PROPOSAL, RECORDS, REPORT
from agent.report.verify import verify
from tests.fake_web import FakeWeb, Page, serve
from tests.test_graph import PACK
from tools.fetch.index import NOTE
from tools.policy import Policy
from tools.store import EvidenceStore

TEXT = PACK.partition("== 2. Chapter text ==")[2].partition("== 3.")[0].strip()


@pytest.fixture
def web() -> Iterator[FakeWeb]:
    with serve() as web:
        yield web


def _linked(web: FakeWeb) -> bytes:
    """The pack as an excerpt whose whole is at a link."""
    head = f"The text below is an EXCERPT.\nThe complete snapshot is downloadable at {web.url}/chapter\n\n== 2."
    return PACK.replace("== 2.", head, 1).encode()


def _research(home: Path, pack: bytes, out: str, **choices: Any) -> tuple[Path, Report]:
    chosen: dict[str, object] = {"experiments": False, "offline": False, "interactive": False, **choices}
    directory = runs.prepare(runs.Given(pack=("pack.txt", pack)), chosen, home / out)
    around = runs.Surroundings(home=home, tell=lambda *_: None, ask=lambda _: None, policy=Policy(test_loopback=True))
    return directory, runs.perform(directory, around)


def _bytes(directory: Path, name: str) -> bytes:
    """A file of a run, but for what is time: the run's id, and when it began and ended."""
    text = (directory / name).read_text(encoding="utf-8")
    text = re.sub(r"small-book:4:\d{8}T\d{6}:[0-9a-f]{12}", "RUN", text)
    ended = r'("(?:started|finished|searched|verified)": ?")[^"]*'
    return re.sub(ended, r"\1TIME", re.sub(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", "TIME", text)).encode()


def test_a_recorded_research_replays_byte_for_byte(web: FakeWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Report, records, bibliography and proposal are the same, and both runs verify; nothing is connected to."""
    web.hang("/chapter", Page(headers={"Content-Type": "text/plain", "Set-Cookie": "a=b"}, body=TEXT.encode() + b"\n\nThe end of it."))
    recording = tmp_path / "recording.warc.gz"
    live, report = _research(tmp_path, _linked(web), "live", record=recording)
    assert report.snapshot.origin == "linked snapshot" and web.paths(robots=True) == ["/robots.txt", "/chapter"]

    def refused(*_: object, **__: object) -> None:
        raise AssertionError("the network is refused")

    monkeypatch.setattr(socket.socket, "connect", refused)
    monkeypatch.setattr(socket, "getaddrinfo", refused)
    replayed, again = _research(tmp_path, _linked(web), "replayed", replay=recording)
    assert again.snapshot == report.snapshot
    for name in (REPORT, RECORDS, BIBTEX, CSL, PROPOSAL):
        assert _bytes(replayed, name) == _bytes(live, name), name
    assert [verify(live), verify(replayed)] == [(), ()]
    contents = [{entry.sha256 for entry in EvidenceStore(run / EVIDENCE).entries()} for run in (live, replayed)]
    assert contents[0] == contents[1] and len(web.asked) == 2


def test_the_evidence_of_a_run_replays_too(web: FakeWeb, tmp_path: Path) -> None:
    """It is an archive like a recording, and holds the documents besides."""
    web.hang("/chapter", Page(headers={"Content-Type": "text/plain"}, body=TEXT.encode() + b"\n\nThe end of it."))
    live, _ = _research(tmp_path, _linked(web), "live")
    _, again = _research(tmp_path, _linked(web), "replayed", replay=live / EVIDENCE)
    assert again.snapshot.origin == "linked snapshot" and len(web.asked) == 2


def test_what_a_recording_does_not_hold_is_a_failed_step(web: FakeWeb, tmp_path: Path) -> None:
    """The excerpt is read, and the limitation says why."""
    EvidenceStore(tmp_path / "other.warc.gz", NOTE).put("urn:x", b"x", "text/plain")
    _, report = _research(tmp_path, _linked(web), "replayed", replay=tmp_path / "other.warc.gz")
    assert report.snapshot.origin == "pack excerpt" and web.asked == []
    assert any("not in the recording" in str(item.model_dump(mode="json")) and item.failed for item in report.limitations)


def test_the_index_of_a_run_is_verified(web: FakeWeb, tmp_path: Path) -> None:
    """It lies beside the archive, and a line that is not the archive's is found."""
    live, _ = _research(tmp_path, PACK.encode(), "live", offline=True)
    lines = (live / INDEX).read_text().splitlines(keepends=True)
    assert lines == sorted(lines) and all(json.loads(line.split(" ", 2)[2])["filename"] == EVIDENCE for line in lines)
    (live / INDEX).write_text("".join(lines[1:]))
    assert "it is not the index of the archive" in {problem.what for problem in verify(live)}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"record": "new.warc.gz", "replay": "old.warc.gz"}, "one of them"),
        ({"record": "new.warc.gz", "offline": True}, "one of them"),
        ({"record": "old.warc.gz"}, "exists already"),
        ({"record": "no-folder/new.warc.gz"}, "no folder"),
        ({"replay": "none.warc.gz"}, "is no file"),
        ({"ca_bundle": "none.pem"}, "is no file"),
        ({"ca_bundle": "old.warc.gz"}, "holds no certificates"),
    ],
)
def test_settings_that_cannot_be_are_refused(tmp_path: Path, settings: dict[str, Any], says: str) -> None:
    """Before anything is made, with what to do."""
    (tmp_path / "old.warc.gz").write_bytes(b"")
    reach = Reach(**{name: tmp_path / value if isinstance(value, str) else value for name, value in settings.items()})
    with pytest.raises(BadInput, match=says):
        doors.check(reach)


def test_a_recording_that_is_none_is_refused(tmp_path: Path) -> None:
    """A file of another kind is named, and nothing is replayed from it."""
    (tmp_path / "notes.txt").write_text("these are notes and no recording")
    with pytest.raises(BadInput, match="recording cannot be used"):
        doors.open_door(Reach(replay=tmp_path / "notes.txt"), Policy(), lambda: "2026-01-01T00:00:00Z")


def test_an_offline_run_needs_no_package_index(monkeypatch: pytest.MonkeyPatch) -> None:
    """pip is asked for its configuration only where the index is needed."""
    monkeypatch.setattr("subprocess.run", lambda *_, **__: pytest.fail("pip was asked"))
    for reach in (Reach(offline=True), Reach()):
        door = doors.open_door(reach, Policy(), lambda: "2026-01-01T00:00:00Z")
        assert door.fetch("http://plain.example/").record.state in ("offline", "refused")
        door.close()
