"""One report held against one golden file, measure by measure; `corrigenda eval` prints what `grade` gives.

Points, each lost by one fault alone as far as faults can be told apart:

    contract         1: the report is what a report must be
    verify           1: everything in it follows again from its folder
    quotations       one a quotation: it stands in the stored document at its place
    claims found     one a golden claim whose words are in the chapter: a claim of the report is about them
    verdicts         one a golden claim: an instrument, a probe or a model gives an accepted verdict on it
    must find        the weight of the entry: the golden claim that it is tied to has an accepted verdict, and a figure that the entry
                     brings beyond the claim's own words is in what the report says of it
    must not         one an entry: no wrong verdict on the golden claim that it is tied to
    primary sources  one a source: it is in the ledger and was accessible
    false alarms     one a right statement: no wrong verdict on it

What cannot be tied to a claim, or whose words are not in the text that was read, is named and counts for nothing.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent.records import Report
from agent.report import recheck, rundir
from agent.report.contract import check
from agent.report.verify import verify
from evals.score import NOBODY, WRONG, GoldenError, about, accepted, overlap, speaks_of
from evals.ties import figures, tie
from tools.records import QuotedEvidence
from tools.store import EvidenceStore

Place = tuple[int, int]


@dataclass
class Measure:
    """Points of one kind. lost: what cost points, a line each."""

    name: str
    got: int = 0
    of: int = 0
    lost: list[str] = field(default_factory=list)

    def count(self, holds: bool, what: str, weight: int = 1) -> None:
        self.of += weight
        self.got += weight * holds
        if not holds:
            self.lost.append(what)


@dataclass
class Grade:
    """A report's measures in order. open: what of the golden file could not be held against the report, and why."""

    measures: list[Measure]
    open: list[str]

    def told(self) -> dict[str, Any]:
        """As plain JSON."""
        measures = [vars(measure) for measure in self.measures]
        return {"got": sum(m.got for m in self.measures), "of": sum(m.of for m in self.measures), "measures": measures, "open": self.open}


def grade(run: Path, golden: Path) -> dict[str, Any]:
    """The points of a finished run; raises GoldenError for a golden file that is none, OSError and ValueError for a run that is none."""
    expected = _read(golden)
    report = rundir.load_report(run)
    case = _Case(report, expected)
    measures = [
        _contract(run, report), _verify(run), _quotations(run, report), case.claims_found(), case.verdicts(), case.must_find(),
        case.must_not(), case.primary_sources(), case.false_alarms(),
    ]  # fmt: skip
    return Grade(measures, case.open).told()


def _read(golden: Path) -> dict[str, Any]:
    try:
        expected = json.loads(golden.read_bytes())
    except (OSError, ValueError) as error:
        raise GoldenError(f"{golden} cannot be read as JSON ({type(error).__name__}); give a golden file") from error
    if not isinstance(expected, dict) or not isinstance(expected.get("claims"), list):
        raise GoldenError(f"{golden} is no golden file: it has no claims")
    if problem := next(_faults(expected), None):
        raise GoldenError(f"{golden} is no golden file: {problem}")
    return expected


def _faults(expected: dict[str, Any]) -> Iterator[str]:
    """What is wrong in a golden file, and where."""
    for number, claim in enumerate(expected["claims"], start=1):
        if not isinstance(claim, dict):
            yield f"claims, entry {number}: no object"
            continue
        for key in ("id", "claim_quote", "verdict"):
            if not isinstance(claim.get(key), str) or not claim[key].strip():
                yield f"claims, entry {number}: {key} is missing, empty or no text"
    for part in ("must_find", "must_not"):
        entries = expected.get(part) or ()
        if not isinstance(entries, (list, tuple)):
            yield f"{part}: no list"
            continue
        for number, entry in enumerate(entries, start=1):
            text = entry.get("text") if isinstance(entry, dict) else entry
            if not isinstance(text, str) or not text.strip():
                yield f"{part}, entry {number}: text is missing, empty or no text"
            elif isinstance(entry, dict) and not isinstance(entry.get("weight", 1), int):
                yield f"{part}, entry {number}: weight is no whole number"
    sources = expected.get("primary_sources", ())
    if not isinstance(sources, (list, tuple)):
        yield "primary_sources: no list"
        return
    for number, source in enumerate(sources, start=1):
        named = [source.get(key) for key in ("id", "url")] if isinstance(source, dict) else [source]
        if not any(named) or not all(name is None or isinstance(name, str) for name in named):
            yield f"primary_sources, entry {number}: id and url are to be text, and one of them is needed"


def _contract(run: Path, report: Report) -> Measure:
    measure = Measure("contract")
    broken = check((run / rundir.REPORT).read_text(encoding="utf-8"), report)
    measure.count(not broken, "; ".join(broken[:3]))
    return measure


def _verify(run: Path) -> Measure:
    measure = Measure("verify")
    problems = verify(run)
    measure.count(not problems, "; ".join(str(problem) for problem in problems[:3]))
    return measure


def _quotations(run: Path, report: Report) -> Measure:
    measure = Measure("quotations")
    with tempfile.TemporaryDirectory(prefix="corrigenda-eval-") as folder:
        # A copy, because opening an archive repairs its end.
        copy = Path(folder) / rundir.EVIDENCE
        if (run / rundir.EVIDENCE).is_file():
            shutil.copyfile(run / rundir.EVIDENCE, copy)
        wrong = {problem.where: problem.what for problem in recheck.evidence(recheck.Run(run, report, EvidenceStore(copy)))}
    for item in report.evidence:
        if isinstance(item.ground, QuotedEvidence):
            measure.count(item.label not in wrong, f"{item.label}: {wrong.get(item.label, '')}")
    return measure


class _Case:
    """A report and a golden file, with the places of the golden claims in the chapter."""

    def __init__(self, report: Report, expected: dict[str, Any]) -> None:
        self._told: dict[str, Any] = report.model_dump(mode="json")
        self._expected = expected
        text = self._told["snapshot"]["chapter"]["text"]["untrusted"]
        self.open: list[str] = []
        self._places: dict[str, Place] = {}
        for claim in expected["claims"]:
            if (place := _place(text, claim["claim_quote"])) is None:
                self.open.append(f"{claim['id']}: its words do not stand once in the text that was read")
            else:
                self._places[claim["id"]] = place
        if expected["claims"] and not any(claim["claim_quote"] in text for claim in expected["claims"]):
            raise GoldenError("no quotation of the golden file is in the text that was read; give the golden file of this chapter")
        self._claims = [claim for claim in expected["claims"] if claim["id"] in self._places]
        self._spans: dict[str, Place] = {c["id"]: (c["span"]["start"], c["span"]["end"]) for c in self._told["reading"]["claims"]}
        self._made = [(self._spans[a["claim"]], a) for a in self._told["assessments"] if a["by"] != NOBODY]
        self._faults = [self._places[claim["id"]] for claim in self._claims if claim["verdict"] != "supported"]

    def claims_found(self) -> Measure:
        measure = Measure("claims found")
        for claim in self._claims:
            found = any(speaks_of(span, self._places[claim["id"]]) for span in self._spans.values())
            measure.count(found, f"{claim['id']}: {claim['claim_quote'][:80]}")
        return measure

    def verdicts(self) -> Measure:
        measure = Measure("verdicts")
        for claim in self._claims:
            got = ", ".join(sorted({a["verdict"] for a in self._on(claim)})) or "none"
            measure.count(self._decided(claim), f"{claim['id']}: {claim['verdict']} wanted, got {got}")
        return measure

    def must_find(self) -> Measure:
        measure = Measure("must find")
        faults = [claim for claim in self._claims if claim["verdict"] != "supported"]
        for entry, claim in self._tied("must_find", faults):
            new = figures(entry["text"]) - figures(claim["claim_quote"])
            said = new & figures(self._words_on(claim)) if new else {"nothing is asked for"}
            measure.count(self._decided(claim) and bool(said), f"{entry['id']}: {entry['text'][:100]}", int(entry.get("weight", 1)))
        return measure

    def must_not(self) -> Measure:
        measure = Measure("must not")
        rights = [claim for claim in self._claims if claim["verdict"] == "supported"]
        for entry, claim in self._tied("must_not", rights):
            measure.count(not self._alarms(claim), f"{claim['id']}: {entry['text'][:100]}")
        return measure

    def primary_sources(self) -> Measure:
        measure = Measure("primary sources")
        had = {name for s in self._told["sources"] if s["status"] != "not accessible" for name in (s["id"], s["url"], *s["work"]) if name}
        for source in self._expected.get("primary_sources", ()):
            names = {source} if isinstance(source, str) else {source[key] for key in ("id", "url") if source.get(key)}
            measure.count(bool({n.rstrip("/") for n in names} & {n.rstrip("/") for n in had}), ", ".join(sorted(names)))
        return measure

    def false_alarms(self) -> Measure:
        measure = Measure("false alarms")
        for claim in self._claims:
            if claim["verdict"] == "supported":
                alarms = self._alarms(claim)
                measure.count(not alarms, f"{claim['id']}: {'; '.join(alarms)}")
        return measure

    def _tied(self, part: str, claims: list[dict[str, Any]]) -> Iterable[tuple[dict[str, Any], dict[str, Any]]]:
        for number, plain in enumerate(self._expected.get(part) or (), start=1):
            entry = {"text": plain} if isinstance(plain, str) else plain
            entry.setdefault("id", f"{part.replace('_', ' ')} {number}")
            if (claim := tie(entry, claims)) is None:
                self.open.append(f"{entry['id']}: no claim is clearly the one that it is about: {entry['text'][:100]}")
            else:
                yield entry, claim

    def _on(self, claim: dict[str, Any]) -> list[dict[str, Any]]:
        return [a for span, a in self._made if speaks_of(span, self._places[claim["id"]])]

    def _decided(self, claim: dict[str, Any]) -> bool:
        return any(a["verdict"] in accepted(claim) for a in self._on(claim))

    def _alarms(self, claim: dict[str, Any]) -> list[str]:
        """Wrong verdicts about the words of a right claim, those about a fault beside it left out."""
        here = [
            a
            for span, a in self._made
            if about(span, self._places[claim["id"]]) and not any(overlap(span, fault) for fault in self._faults)
        ]
        return [f"{a['verdict']} by {a['by']}" for a in here if a["verdict"] in WRONG]

    def _words_on(self, claim: dict[str, Any]) -> str:
        """All that the report says of a claim: concerns, findings with their working, evidence, the proposed words."""
        here = {a["claim"] for a in self._on(claim)}
        parts: list[Any] = [a for a in self._told["assessments"] if a["claim"] in here]
        parts += [e["statement"] for e in self._told["evidence"] if e["claim"] in here]
        parts += [change["new"] for change in self._told["changes"] if change["claim"] in here]
        return "\n".join(_texts(parts))


def _texts(value: Any) -> Iterable[str]:
    """The texts of a record, at any depth; its numbers are places and hashes, and no words."""
    if isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, dict):
        if "untrusted" in value:
            yield value["untrusted"]
        else:
            for item in value.values():
                yield from _texts(item)


def _place(text: str, quote: str) -> Place | None:
    start = text.find(quote)
    return None if start < 0 or text.find(quote, start + 1) >= 0 else (start, start + len(quote))
