"""`corrigenda chat` as a person at a terminal has it: paste, approve, ask, leave and go on."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer
from scripted_roles import Cast

from agent.report.verify import verify
from tests.test_graph import PACK
from tools.exchange import Exchange, Request, Response
from tools.store import EvidenceStore

ROOT = Path(__file__).parents[1]
EXCERPT = PACK.replace("Stable id: small-4\n", "Stable id: small-4\n\nThe chapter text below is an excerpt.\n")
WHOLE = PACK.split("== 2. Chapter text ==\n\n")[1].split("== 3.")[0] + "A queue is a line. " * 600


class Terminal:
    """A program on a pseudo-terminal."""

    def __init__(self, descriptor: int, process: subprocess.Popen[bytes]) -> None:
        self._descriptor, self._process = descriptor, process
        self.shown = ""

    def until(self, words: str, seconds: float = 90) -> str:
        """What was shown up to these words since the last time."""
        deadline = time.monotonic() + seconds
        while words not in self.shown:
            assert time.monotonic() < deadline, f"{words!r} was not shown: {self.shown[-2000:]}"
            if select.select([self._descriptor], [], [], 0.2)[0]:
                try:
                    self.shown += os.read(self._descriptor, 65_536).decode(errors="replace").replace("\r\n", "\n")
                except OSError:
                    break
        assert words in self.shown, self.shown[-2000:]
        before, _, self.shown = self.shown.partition(words)
        return before

    def type(self, text: str) -> None:
        payload = text.encode()
        while payload:
            # What a terminal echoes has to be taken from it, or it takes no more.
            ready, free, _ = select.select([self._descriptor], [self._descriptor], [], 10)
            if ready:
                self.shown += os.read(self._descriptor, 65_536).decode(errors="replace").replace("\r\n", "\n")
            if free:
                payload = payload[os.write(self._descriptor, payload[:512]) :]

    def ended(self) -> int:
        return self._process.wait(60)


@contextmanager
def terminal(folder: Path, *arguments: str, url: str = "") -> Iterator[Terminal]:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "CORRIGENDA_HOME": str(folder / "home"), "OPENAI_BASE_URL": url, "COLUMNS": "200", "TERM": "dumb"}
    command = [sys.executable, "-m", "agent", "chat", *arguments]
    process = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment, cwd=ROOT, start_new_session=True)
    os.close(theirs)
    try:
        yield Terminal(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def answers(arrived: Arrived) -> dict[str, Any]:
    """An answerer that has a label looked up first, and then says a true sentence beside a false, a loose and a linking one."""
    if "begin record E1>>" not in arrived.texts:
        return {"sentences": [], "look_up": ["E1"]}
    label = next(m for m in re.findall(r"begin record (C\d+)", arrived.texts) if "80 ms" in record(arrived, m))
    said = [("The sum is 70 ms.", [label]), ("It took 97531 ms.", [label]), ("It is so.", []), ("See https://evil.example.", [label])]
    return {"sentences": [{"text": text, "records": rests} for text, rests in said], "look_up": []}


def record(arrived: Arrived, label: str) -> str:
    match = re.search(rf"<<(\w+) begin record {label}>>\n(.*?)\n<<\1 end>>", arrived.texts, re.S)
    return match.group(2) if match else ""


def cast() -> Cast:
    made = Cast()
    made.answer = answers  # type: ignore[attr-defined]
    return made


def test_a_person_pastes_approves_asks_leaves_and_goes_on(tmp_path: Path) -> None:
    """The whole of it: a paste with a line of any length, a look at a claim, approval, a checked answer, and the way back."""
    (tmp_path / "pack.txt").write_text(EXCERPT)
    with ModelServer(cast().script()) as server:
        common = [str(tmp_path / "pack.txt"), "--out", str(tmp_path / "runs"), "--offline", "--model", "scripted-1"]
        with terminal(tmp_path, *common, url=server.url) as screen:
            screen.until("press Enter to go on with the excerpt:")
            screen.type("/leave\n")
            screen.until("left; go on with: corrigenda chat")
            assert screen.ended() == 5
        with terminal(tmp_path, *common, url=server.url) as screen:
            screen.until("press Enter to go on with the excerpt:")
            screen.type(WHOLE + "\n.\n")
            told = screen.until("Run these")
            assert "contradicted, numbers] Together they took 80 ms." in told and "nothing would be opened: --offline" in told
            screen.type("C1\n")
            screen.until("The three jobs took 10, 20 and 40 ms.")
            screen.type("/leave\n")
            assert screen.ended() == 5
        (run,) = tmp_path.glob("runs/*/*/*")
        with terminal(tmp_path, str(run), url=server.url) as screen:
            assert "Paste" not in screen.until("Run these")
            screen.type("no\n")
            screen.until("/leave ends.\n> ")
            screen.type("Which sum is wrong, and what is it?\n")
            told = screen.until("\n> ")
            assert re.search(r"The sum is 70 ms\. \[C\d+\]", told)
            assert "97531" not in told and "evil.example" not in told and "It is so" not in told
            screen.type("\x04")
            screen.until("left; go on with: corrigenda chat")
            assert screen.ended() == 0
        before = len(server.requests)
        with terminal(tmp_path, str(run), url=server.url) as screen:
            screen.until("/leave ends.\n> ")
            screen.type("Which sum is wrong, and what is it?\n")
            assert "The sum is 70 ms." in screen.until("\n> ")
            screen.type("/leave\n")
            assert screen.ended() == 0
        assert len(server.requests) == before
    report = json.loads((run / "report.json").read_bytes())
    assert len(report["snapshot"]["chapter"]["text"]["untrusted"]) > 11_000
    assert all(e["outcome"]["reason"] == "it was not approved" for e in report["experiments"]) and report["experiments"]
    assert "no experiment was run: it was not approved" in (run / "report.md").read_text() and list(verify(run)) == []


def test_without_a_model_records_are_looked_up(tmp_path: Path) -> None:
    """A label shows its record, a word those that hold it, and what nothing holds is told."""
    (tmp_path / "pack.txt").write_text(PACK)
    with terminal(tmp_path, str(tmp_path / "pack.txt"), "--out", str(tmp_path / "runs"), "--offline", "--no-experiments") as screen:
        screen.until("/leave ends.\n> ")
        screen.type("c1\n")
        assert "The three jobs took 10, 20 and 40 ms." in screen.until("\n> ")
        screen.type("together\n")
        assert re.search(r"\[C\d+\] .*“Together they took 80 ms\.”", screen.until("\n> "))
        screen.type("xylophone\n")
        screen.until("no record of this run holds these words")
        screen.type("/leave\n")
        assert screen.ended() == 0


CHAPTER = "# Sums\n\n## 2. Text of the sums\n\nThe rows are 10 and 20.\n\nIn all 10 + 20 = 40 rows.\n"


def test_a_chapter_without_a_pack_is_pasted(tmp_path: Path) -> None:
    """Nothing has to be prepared: it is asked for, read as a whole chapter, and researched; what was not given is asked for again."""
    with terminal(tmp_path, "--out", str(tmp_path / "runs"), "--offline", "--no-experiments") as screen:
        screen.until("the name of a file or an https link (/leave ends):")
        screen.type("\n")
        screen.until("nothing was given")
        screen.type(CHAPTER + ".\n")
        screen.until("it is read as the whole text of a chapter")
        told = screen.until("/leave ends.\n> ")
        assert "1 contradicted" in told
        screen.type("/leave\n")
        assert screen.ended() == 0
    (run,) = tmp_path.glob("runs/*/*/*")
    report = json.loads((run / "report.json").read_bytes())
    assert report["snapshot"]["chapter"]["text"]["untrusted"] == CHAPTER.strip() and report["snapshot"]["origin"] == "pack, whole"
    assert list(verify(run)) == []


def test_a_file_is_named_where_a_text_is_asked_for(tmp_path: Path) -> None:
    """A pack is taken as it is, whether it was named at once or when it was asked for."""
    (tmp_path / "pack.txt").write_text(PACK)
    with terminal(tmp_path, "--out", str(tmp_path / "runs"), "--offline", "--no-experiments") as screen:
        screen.until("(/leave ends):")
        screen.type(f"{tmp_path / 'pack.txt'}\n")
        assert "no research pack" not in screen.until("/leave ends.\n> ")
    (run,) = tmp_path.glob("runs/small-book/*/*")
    assert "small-4" in str(run)


@pytest.mark.parametrize("asked", [False, True], ids=["named at once", "asked for"])
def test_a_link_to_a_chapter_is_opened(tmp_path: Path, asked: bool) -> None:
    """A page is read as a chapter with its address; --replay and --fresh hold here as in research."""
    url = "https://book.example/chapters/sums"
    web = EvidenceStore(tmp_path / "web.warc.gz")
    paragraphs = [f"<p>{words}</p>" for words in CHAPTER.split("\n\n")[2:]]
    page = f"<!doctype html><html><head><title>Sums</title></head><body><main><h1>Sums</h1>{''.join(paragraphs)}</main></body></html>"
    for address, status, body in ((url, 200, page), ("https://book.example/robots.txt", 404, "none")):
        headers = (("Content-Type", "text/html"), ("Content-Length", str(len(body))))
        answer = Response(status, "OK", headers, body.encode(), "2026-11-30T00:00:00Z")
        web.keep(Exchange(Request("GET", address), answer))
    common = ["--replay", str(web.path), "--fresh", "--out", str(tmp_path / "runs"), "--no-experiments"]
    with terminal(tmp_path, *common) if asked else terminal(tmp_path, url, *common) as screen:
        if asked:
            screen.until("(/leave ends):")
            screen.type(f"{url}\n")
        screen.until("it is read as the whole text of a chapter")
        assert "1 contradicted" in screen.until("/leave ends.\n> ")
    (run,) = tmp_path.glob("runs/book-example/*/*")
    report = json.loads((run / "report.json").read_bytes())
    assert "In all 10 + 20 = 40 rows." in report["snapshot"]["chapter"]["text"]["untrusted"]
    assert json.loads((run / "run.json").read_bytes())["settings"]["fresh"] is True and list(verify(run)) == []


@pytest.mark.parametrize("pack", ["no-such-file.txt", "."], ids=["no file", "no run"])
def test_what_is_no_pack_and_no_run_is_bad_usage(tmp_path: Path, pack: str) -> None:
    """One line and status 2."""
    with terminal(tmp_path, pack) as screen:
        screen.until("corrigenda: ")
        assert screen.ended() == 2
