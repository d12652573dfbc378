"""Makes the recording behind `make demo-model`: python -m evals.recorded.make_model

All of it is made: the chapter, the package that it is about, the two answers of the web, and the words of the model, which a script says
over the real wire protocol (`tests/model_server.py`). Two things that the script says are false on purpose, so that the report shows what
becomes of them: a quotation that does not stand in its source, and a verdict that its evidence cannot carry.

Writes `web.warc.gz` and `replies.jsonl` beside the pack. Made again without a change of prompts or records they hold the same.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Any

from agent.interfaces import runs
from agent.report.verify import verify
from tests.model_server import Arrived, ModelServer, Said, obedient
from tools.exchange import Exchange, Request, Response
from tools.fetch.index import NEUTRAL, NOTE
from tools.store import EvidenceStore

FOLDER = Path(__file__).parent / "model"
PACK, WEB, REPLIES = FOLDER / "pack.txt", FOLDER / "web.warc.gz", FOLDER / "replies.jsonl"
CHOICES: dict[str, object] = {
    "model": "scripted-1", "search": "docs", "experiments": False, "fresh": True,
    "spend": {"tokens": 200_000, "cost": None, "minutes": None},
}  # fmt: skip
_MADE = "2026-11-30T00:00:00Z"

SLOTS, FULL, THREADS, LENGTH, SHARED = "A new wheel", "Writing to a full", "Iterating over", "Asking a wheel", "A wheel that is read"
_STATEMENTS = (SLOTS, FULL, THREADS, LENGTH, SHARED)
_LARGER = "Since release 3.1 a new wheel has 128 slots by default; before, it had 64."
_DROPS = "A write to a full wheel takes the place of the oldest reading, and no error is raised."
_COPY = "Iteration is safe beside a writing thread in the same process, since it goes over a copy."
_KEPT = "The length of a wheel is kept with it and not counted."
_NOTES = f"""<!doctype html><html><head><title>Release notes of Tidewheel</title></head><body><main><h1>Release notes of Tidewheel</h1>
<h2>3.1</h2><p>{_LARGER} Programs that count on the old number name it themselves.</p>
<h2>2.4</h2><p>{_COPY} The copy is made when the iteration begins, so that what is written later does not appear in it.</p>
<h2>2.0</h2><p>{_DROPS} Who wants an error asks for it with the setting strict, which is off by default. {_KEPT}</p>
</main></body></html>""".encode()
_PROJECT = {
    "info": {
        "name": "tidewheel", "version": "3.1", "summary": "Readings in a ring of slots.", "author": "Nobody",
        "project_urls": {"Documentation": "https://tidewheel.example/notes"},
    },
    "releases": {"2.0": [{"upload_time_iso_8601": "2024-02-01T09:00:00Z"}], "3.1": [{"upload_time_iso_8601": "2026-03-02T09:00:00Z"}]},
}  # fmt: skip


def web(path: Path) -> None:
    """What the network answers, in an archive of its own."""
    archive = EvidenceStore(path, NOTE)
    for url, status, kind, body in (
        (f"{NEUTRAL}/pypi/tidewheel/json", 200, "application/json", json.dumps(_PROJECT).encode()),
        ("https://tidewheel.example/robots.txt", 404, "text/plain", b"none"),
        ("https://tidewheel.example/notes", 200, "text/html; charset=utf-8", _NOTES),
    ):
        headers = (("Content-Type", kind), ("Content-Length", str(len(body))))
        archive.keep(Exchange(Request("GET", url), Response(status, "OK" if status == 200 else "Not Found", headers, body, _MADE)))


# ---- the model ---------------------------------------------------------------------------------------------------


def play(arrived: Arrived) -> Said:
    """What the scripted model says, out of what it is shown."""
    if not arrived.form:
        return Said(calls=[(name, json.dumps(arguments)) for name, arguments in _planned(arrived)])
    roles = {
        "choice": _chosen, "readsource": _related, "judgement": _judged, "proposed": _proposed, "audit": _audited, "opening": _opened,
    }  # fmt: skip
    return Said(json.dumps(roles[arrived.form](arrived)))


def _label(arrived: Arrived, words: str) -> str:
    found = re.search(rf"begin statement (C\d+)[^>]*>>\n[^\n]*{re.escape(words)}", arrived.texts)
    assert found, f"{words!r} is not among what was shown"
    return found[1]


def _evidence(arrived: Arrived) -> dict[str, list[tuple[str, str]]]:
    """Label and relation of the evidence under each statement."""
    found: dict[str, list[tuple[str, str]]] = {}
    claim = ""
    for label, piece, relation in re.findall(r"begin statement (C\d+)|^(E\d+): ([A-Z_]+)", arrived.texts, re.M):
        claim = label or claim
        found.setdefault(claim, [])
        if piece:
            found[claim].append((piece, relation))
    return found


def _chosen(arrived: Arrived) -> dict[str, Any]:
    passage = arrived.texts.partition("begin passage>>")[2]
    lines = [line for line in passage.splitlines() if line.startswith(_STATEMENTS)]
    said = [{"quote": line, "kind": "behavioural", "restated": f"Of Tidewheel: {line}", "worth": "high"} for line in lines]
    return {"statements": said, "thesis": [], "assumptions": [], "reader_level": []}


def _planned(arrived: Arrived) -> list[tuple[str, dict[str, Any]]]:
    claims = [_label(arrived, words) for words in _STATEMENTS]
    if "1.1 search_docs" not in arrived.texts:
        return [("search_docs", {"query": "tidewheel", "claims": claims}), ("open_source", {"handle": "H0.1", "claims": claims})]
    wanted = {"claim": claims[-1], "wanted": "Two processes on one wheel, and what each of them reads.", "priority": "medium"}
    return [("note_gap", wanted), ("finish", {"reason": "covered"})]


def _related(arrived: Arrived) -> dict[str, Any]:
    said = (
        (SLOTS, _LARGER, "CONTRADICTS", "The default was raised.", "since release 3.1"),
        (FULL, _DROPS, "SUPPORTS", "The notes say the same.", "unless strict is set"),
        (THREADS, _COPY, "QUALIFIES", "It is a copy that is gone over.", "one process"),
        (LENGTH, _KEPT, "SUPPORTS", "What is kept need not be counted.", "none stated"),
        (SHARED, "Wheels lie in shared memory by default.", "SUPPORTS", "The notes say so.", "none stated"),  # they do not
    )
    passages = arrived.texts.split(" begin passage ")[1:]
    place = {quote: next((n for n, text in enumerate(passages, start=1) if quote in text), 1) for _, quote, *_ in said}
    return {
        "relations": [
            {
                "claim": _label(arrived, words),
                "passage": place[quote],
                "quote": quote,
                "relation": relation,
                "rationale": why,
                "limits": limits,
            }
            for words, quote, relation, why, limits in said
        ]
    }


def _judged(arrived: Arrived) -> dict[str, Any]:
    verdicts = {
        "SUPPORTS": ("supported", "no change"),
        "CONTRADICTS": ("contradicted", "correction"),
        "QUALIFIES": ("qualified", "clarification"),
    }
    concerns = {
        "SUPPORTS": "The release notes say the same.",
        "CONTRADICTS": "The release notes name another default for the current release.",
        "QUALIFIES": "It is safe because a copy is gone over, which the chapter does not say.",
    }
    lies = {_label(arrived, LENGTH)} if LENGTH in arrived.texts else set()
    found = []
    for claim, pieces in _evidence(arrived).items():
        relation = pieces[0][1] if claim not in lies else "CONTRADICTS"  # its evidence supports it
        verdict, response = verdicts.get(relation, ("unverifiable", "no change"))
        said = {"concern": concerns.get(relation, "It is undecided."), "priority": "high" if relation == "CONTRADICTS" else "medium"}
        found.append({"claim": claim, "verdict": verdict, "response": response, "evidence": [e for e, _ in pieces], "against": [], **said})
    return {"verdicts": found}


def _proposed(arrived: Arrived) -> dict[str, Any]:
    changes = []
    for claim, pieces in _evidence(arrived).items():
        slots = claim == _label(arrived, SLOTS)
        old, new = (
            ("has 64 slots by default, in every release since 2.0", "has 128 slots by default since release 3.1, and had 64 before")
            if slots
            else ("", "")
        )
        reason = "The release notes give another default." if slots else "What the copy costs is better shown in an example than said here."
        changes.append(
            {"claim": claim, "old": old, "new": new, "reason": reason, "tradeoff": "", "evidence": [pieces[0][0]], "dependencies": []}
        )
    return {"changes": changes}


def _audited(arrived: Arrived) -> dict[str, Any]:
    found = re.findall(r"^Finding on (C\d+):", arrived.texts, re.M)
    held = "The quotation carries it."
    return {"findings": [{"claim": claim, "holds": True, "reason": held} for claim in found]}


def _opened(arrived: Arrived) -> dict[str, Any]:
    mark = re.search(r"\[(C\d+)\][^\n]*The release notes name another default", arrived.texts)
    said = "The release notes name another default for the current release."
    return {"sentences": [{"text": said, "evidence": [mark[1]]}] if mark else []}


# ---- the recording -----------------------------------------------------------------------------------------------


def make(folder: Path) -> list[str]:
    """Write web and replies into a folder; what does not hold in the run that they are of."""
    web_path, replies = folder / WEB.name, folder / REPLIES.name
    for path in (web_path, replies):
        path.unlink(missing_ok=True)
    web(web_path)
    with tempfile.TemporaryDirectory(prefix="corrigenda-record-") as name, ModelServer(obedient(play)) as server:
        directory = runs.prepare(runs.Given(pack=(PACK.name, PACK.read_bytes())), {**CHOICES, "replay": web_path}, Path(name))
        around = runs.Surroundings(
            home=Path(name) / "home",
            tell=lambda *_: None,
            ask=lambda _: None,
            environ={"OPENAI_BASE_URL": server.url},
            record_model=replies,
        )
        report = runs.perform(directory, around)
        problems = [str(problem) for problem in verify(directory)]
        problems += [f"{item.step}: a step failed" for item in report.limitations if item.failed]
    head, *lines = replies.read_text(encoding="utf-8").splitlines()
    replies.write_text("\n".join([head, *sorted(lines)]) + "\n", encoding="utf-8")
    return problems


if __name__ == "__main__":
    sys.exit("\n".join(make(FOLDER)) or None)
