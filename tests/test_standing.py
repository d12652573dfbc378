"""On the whole road: copies count as one source, a discussion carries no verdict, and what it links to is followed to its source."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from model_server import Arrived, ModelServer, Said
from scripted_roles import Cast

from agent.interfaces import runs
from agent.records import Report
from agent.report import rundir
from agent.report.verify import verify
from tests import registry_answers as made
from tests.made_recording import HTML, MadeWeb, record
from tests.small_world import PACK, RING, SAYS, by_relation, choose_every_sentence, label_of
from tools import durable
from tools.identity.records import Claimed
from tools.store import EvidenceStore

TALK = "https://news.ycombinator.com/item?id=1"
BLOG, MIRROR, OTHER = "https://blog.example/rings", "https://mirror.example/rings", "https://other.example/notes"
PAPER, TITLE = "arxiv:2404.99001", "Rings That Remember"


def _page(title: str, *paragraphs: str) -> bytes:
    body = "".join(f"<p>{words}</p>" for words in paragraphs)
    return f"<!doctype html><html><head><title>{title}</title></head><body><main><h1>{title}</h1>{body}</main></body></html>".encode()


LONG = " ".join(f"Slot {n} of the ring is written before slot {n + 1} is read by anyone." for n in range(60))
ELSE = " ".join(f"Item {n} waits behind item {n + 1} until a reader has come for both." for n in range(60))
# What a mirror says of its own comes around the words that it has from elsewhere.
PAGES = {
    BLOG: _page("Rings", SAYS, LONG),
    MIRROR: _page("Rings again", f"Welcome. {SAYS}", LONG, "Mirrored here."),
    OTHER: _page("Notes", "In version 2.4 the ring of messages was made twice as long, to 128.", ELSE),
    TALK: _page("Rings", SAYS, f'See <a href="{BLOG}">this post</a> and <a href="https://arxiv.org/abs/2404.99001">the paper</a>.', ELSE),
    "https://arxiv.org/html/2404.99001": _page(TITLE, LONG, ELSE),
}


def _site(host: str) -> Callable[[str], tuple[str, bytes] | None]:
    return lambda asked: (HTML, PAGES[f"https://{host}{asked}"]) if f"https://{host}{asked}" in PAGES else None


def _registry(asked: str) -> tuple[str, bytes]:
    entry = made.arxiv_entry("2404.99001v1", TITLE, ["Ana Brook"], "2024-04-03T17:00:00Z", "2024-04-03T17:00:00Z")
    return "application/atom+xml", made.arxiv_feed(entry) if "2404.99001" in asked else made.arxiv_feed()


HOSTS = ("blog.example", "mirror.example", "other.example", "news.ycombinator.com", "arxiv.org")
WEB = MadeWeb({host: _site(host) for host in HOSTS} | {"export.arxiv.org": _registry})


@dataclass
class Roles:
    """A model that opens what is named, quotes `says` out of each page that holds it, and judges by the first relation."""

    opens: int
    judged: list[str] = field(default_factory=list)
    planned: int = 0

    def planner(self, arrived: Arrived) -> list[tuple[str, dict[str, Any]]]:
        self.planned += 1
        if self.planned > 1:
            return [("finish", {"reason": "covered"})]
        claims = [label_of(arrived, RING)]
        return [("open_source", {"handle": f"H0.{n}", "claims": claims}) for n in range(1, self.opens + 1)]

    def relate(self, arrived: Arrived) -> dict[str, Any]:
        for words in (SAYS, "In version 2.4 the ring of messages was made twice as long, to 128."):
            if words in arrived.texts:
                said = {"passage": 1, "quote": words, "relation": "CONTRADICTS", "rationale": f"It gives {words[:12]}.", "limits": ""}
                passages = arrived.texts.split(" begin passage ")[1:]
                place = next(n for n, text in enumerate(passages, start=1) if words in text)
                return {"relations": [{"claim": label_of(arrived, RING), **said, "passage": place}]}
        return {"relations": []}

    def judge(self, arrived: Arrived) -> dict[str, Any]:
        self.judged.append(arrived.texts)
        given = by_relation(arrived)
        for verdict in given["verdicts"]:
            part = arrived.texts.partition(f"begin statement {verdict['claim']}")[2].partition("begin statement")[0]
            verdict["evidence"] = re.findall(r"^(E\d+): ", part, re.M)
        return given


def research(folder: Path, *named: str, model: bool = True) -> tuple[Path, Report, Roles]:
    """A whole run over the small chapter, which names these addresses, from a recording of the made web."""
    folder.mkdir(exist_ok=True)
    record(folder / "web.warc.gz", WEB, [*PAGES], [Claimed(ids=(PAPER,))])
    pack = PACK.replace(
        "== 4. Existing evidence ==\nNone recorded.", "== 4. Existing evidence ==\n" + "\n".join(f"- {url}" for url in named)
    )
    chosen: dict[str, object] = {"experiments": False, "offline": False, "interactive": False, "search": "papers"}
    chosen |= {"replay": folder / "web.warc.gz"} | ({"model": "scripted-1"} if model else {})
    directory = runs.prepare(runs.Given(pack=("pack.txt", pack.encode())), chosen, folder / "runs")
    roles = Roles(len(named))
    cast = Cast(choice=choose_every_sentence, readsource=roles.relate, judgement=roles.judge, planner=roles.planner)

    def script(arrived: Arrived) -> Said:
        return cast.script()(arrived)

    with ModelServer(script) as server:
        environ = {"OPENAI_BASE_URL": server.url}
        around = runs.Surroundings(home=folder / "home", tell=lambda *_: None, ask=lambda _: None, environ=environ)
        report = runs.perform(directory, around)
    return directory, report, roles


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Report, Roles]:
    return research(tmp_path_factory.mktemp("copied"), BLOG, MIRROR, OTHER)


def test_a_mirror_adds_no_source(copied: tuple[Path, Report, Roles]) -> None:
    """Three pages are quoted, two of them with the same words: the judge is told, and the report counts two."""
    directory, report, roles = copied
    assert len([item for item in report.evidence if item.ground.kind == "source"]) == 3
    assert [(each.source, each.other, each.why) for each in report.standing.joined] == [(MIRROR, BLOG, "it holds its words")]
    (told,) = (text for text in roles.judged if "128 messages" in text)
    assert "; it counts as one source with E" in told
    text = (directory / rundir.REPORT).read_text()
    assert "What is quoted comes from 2 sources: " in text and "it holds its words" in text
    assert verify(directory) == ()


def test_sources_that_stand_alone_are_counted_in_silence(tmp_path: Path) -> None:
    """Where each is a source of its own, nothing is said of it."""
    directory, report, roles = research(tmp_path / "run", BLOG, OTHER)
    assert report.standing.joined == () and not any("counts as one" in text for text in roles.judged)
    assert "What is quoted comes from" not in (directory / rundir.REPORT).read_text() and verify(directory) == ()


def test_a_copy_that_is_counted_twice_is_found(copied: tuple[Path, Report, Roles], tmp_path: Path) -> None:
    """A report that makes two sources of a page and its mirror does not hold."""
    run = Path(shutil.copytree(copied[0], tmp_path / "run"))
    value = json.loads((run / rundir.RECORDS).read_bytes())
    value["standing"]["joined"] = []
    durable.write(run / rundir.RECORDS, rundir.pretty(value))
    rundir.finish(run, EvidenceStore(run / rundir.EVIDENCE), rundir.load_report(run), runs.settings_of(run))
    assert any("counts as one" in str(problem) for problem in verify(run))


def test_a_discussion_is_no_ground_of_a_verdict(tmp_path: Path) -> None:
    """Its words are quoted as commentary; the judge is not shown them, and the statement stays open."""
    directory, report, roles = research(tmp_path / "run", TALK)
    (item,) = (item for item in report.evidence if item.ground.kind == "source")
    assert item.commentary and item.relation == "UNCERTAIN" and "of a discussion" in item.limits
    assert not any("128 messages" in text for text in roles.judged)
    found = next(each for each in report.assessments if each.claim == item.claim)
    assert found.verdict == "unverifiable" and verify(directory) == ()


@pytest.mark.parametrize("model", [True, False], ids=["with a model", "by the rules"])
def test_a_discussion_is_followed_to_its_sources(tmp_path: Path, model: bool) -> None:
    """What it links to can be opened; by the rules the paper is, under its registry's name, with the way to it in the ledger."""
    directory, report, _ = research(tmp_path / "run", TALK, model=model)
    found = {source.id: source for source in report.sources}
    assert (PAPER in found) is not model
    if not model:
        assert found[PAPER].verified and found[PAPER].way == (TALK, "page to paper")
        assert "come to from `https://news.ycombinator.com/item?id=1` (page to paper)" in (directory / rundir.REPORT).read_text()
    assert verify(directory) == ()
