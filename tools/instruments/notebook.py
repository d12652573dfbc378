"""The instrument `notebook`: a supplied notebook, run cell by cell in the sandbox, and held against the outputs stored in it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from pydantic import JsonValue

from prompts.trust import Untrusted, derived, measure
from tools.instruments.code import silent
from tools.instruments.code.evidence import shortened
from tools.instruments.code.expectations import TROUBLE, Expectation
from tools.instruments.code.failures import classify
from tools.instruments.code.inside.script import inside_script
from tools.instruments.code.instrument import CAP, SECONDS, imported
from tools.instruments.code.judge import judge
from tools.instruments.code.programs import Piece, program_of
from tools.instruments.code.runs import Runs
from tools.instruments.code.shown import error_shown
from tools.records import Block, Chapter, Examination, Facts, Finding, Gap, MeasuredEvidence, Relation, RunOutcome, RunWanted, Span

_TAGS = {"raises-exception", "skip-execution"}


@dataclass(frozen=True)
class Cell:
    """A code cell: its place among all cells (from 1), source, stored output as text ("" where none), tags, and the prose before it."""

    number: int
    source: str
    output: str
    tags: frozenset[str]
    before: str


@dataclass(frozen=True)
class Parsed:
    """A notebook as read. problem: why it cannot be read, "" where it can."""

    cells: tuple[Cell, ...]
    problem: str


def parsed(text: str) -> Parsed:
    """The code cells of a notebook of format 4; a file that is none says why."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        return Parsed((), f"it is not JSON ({error})")
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        return Parsed((), "it has no list of cells, as notebooks of format 4 have")
    if notebook.get("nbformat") != 4:
        return Parsed((), f"its format is {notebook.get('nbformat')!r}, and only 4 is read")
    language = _text_of(_under(notebook, "metadata", "kernelspec", "language") or _under(notebook, "metadata", "language_info", "name"))
    if language and language.lower() != "python":
        return Parsed((), f"its language is {language}, and only Python is run")
    cells = [c for c in notebook["cells"] if isinstance(c, dict)]
    code = tuple(_code_of(cells))
    return Parsed(code, "" if code else "it has no cell of code")


def _code_of(cells: list[dict[str, Any]]) -> Iterator[Cell]:
    before = ""
    for number, cell in enumerate(cells, start=1):
        source = _text_of(cell.get("source"))
        if cell.get("cell_type") == "code" and source.strip():
            yield Cell(number, source, _stored(cell.get("outputs")), frozenset(_tags(cell)), before)
            before = ""
        elif cell.get("cell_type") == "markdown":
            before += source + "\n\n"


def _under(value: Any, *keys: str) -> Any:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _text_of(value: Any) -> str:
    """A multi-line string of the format: a string, or a list of strings."""
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""


def _tags(cell: dict[str, Any]) -> Iterator[str]:
    tags = _under(cell, "metadata", "tags")
    return (tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else iter(())


def _stored(outputs: Any) -> str:
    """What a cell shows: its standard output, then its value, or the error that it stored."""
    printed = []
    for output in outputs if isinstance(outputs, list) else []:
        kind = _under(output, "output_type")
        if kind == "stream" and _under(output, "name") == "stdout":
            printed.append(_text_of(_under(output, "text")))
        elif kind == "execute_result":
            printed.append(_text_of(_under(output, "data", "text/plain")))
        elif kind == "error":
            printed.append(f"{_under(output, 'ename')}: {_under(output, 'evalue')}")
    return "\n".join(part.rstrip("\n") for part in printed if part)


class Notebook:
    """Runs one notebook. name: as it was supplied; text: of the file."""

    def __init__(self, name: str, text: Untrusted) -> None:
        self.name = "notebook"
        self.material = name
        self.key = f"notebook:{re.sub(r'[^A-Za-z0-9._-]+', '-', name)}"
        self.notebook = parsed(measure(text))
        block = Block(kind="code", span=Span(start=0, end=0), language="python")
        self.cells = self.notebook.cells
        self.pieces = tuple(program_of(block, cell.source, "python", i, i) for i, cell in enumerate(self.cells))

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        span = self.mention(chapter)
        if self.notebook.problem:
            what = derived(f"the notebook {self.material} could not be read: {self.notebook.problem}")
            return Examination(gaps=(Gap(instrument=self.name, span=span, what=what, remedy="supply the notebook as a file of format 4"),))
        findings = tuple(self.static(chapter, span))
        gaps = [self.gap(span, f"lines for IPython were left out: {shortened('; '.join(m), 120)}") for m in [self.magics()] if m]
        if not facts.experiments:
            gaps.append(self.gap(span, "it was not run: experiments are switched off"))
            return Examination(findings=findings, gaps=tuple(gaps))
        return Examination(findings=findings, gaps=tuple(gaps), runs=(self.wanted(facts),))

    def magics(self) -> list[str]:
        return [m for p in self.pieces for m in p.magics]

    def mention(self, chapter: Chapter) -> Span:
        """Where the chapter speaks of the notebook; empty at its start where it does not."""
        text = measure(chapter.text)
        stem = re.escape(self.material.rsplit("/", 1)[-1])
        match = re.search(rf"{stem}|\b(?:Colab |Jupyter |accompanying |companion )?notebooks?\b|\bNotebooks?\b", text)
        return Span(start=match.start(), end=match.end()) if match else Span(start=0, end=0)

    def gap(self, span: Span, why: str) -> Gap:
        what = derived(f"the notebook {self.material}: {why}")
        return Gap(instrument=self.name, span=span, what=what, remedy="run the notebook by hand")

    def static(self, chapter: Chapter, span: Span) -> Iterator[Finding]:
        """Checks of the notebook that cannot fail; the notebook's own words decide whether they are meant as a lesson."""
        for piece in self.pieces:
            words = self.cells[piece.number].before
            prose = Block(kind="prose", span=Span(start=0, end=len(words)))
            own = chapter.model_copy(update={"text": derived(words), "blocks": (prose,)})
            if piece.problem is not None and (piece.magics or "raises-exception" in self.cells[piece.number].tags):
                continue
            if piece.problem is not None:
                message = piece.problem.msg
                why = f"Cell {self.cells[piece.number].number} of the notebook is not valid Python: {message}."
                yield self.finding(span, "syntax", why, "high", ())
                continue
            for finding in silent.static_findings(self.name, (replace(piece, index=1),), own):
                why = f"Cell {self.cells[piece.number].number} of the notebook: {measure(finding.summary)}"
                yield self.finding(span, finding.rule, why, finding.priority, finding.working)

    def finding(
        self, span: Span, rule: str, why: str, priority: Any, working: tuple[Untrusted, ...], good: bool = False, **more: Any
    ) -> Finding:
        return Finding(
            instrument=self.name, rule=rule, span=span, kind="behavioural", verdict="supported" if good else "contradicted",
            priority=priority, response="no change" if good else "correction", summary=derived(why), working=working,
            material=derived(self.material), **more,
        )  # fmt: skip

    def wanted(self, facts: Facts) -> RunWanted:
        pieces = [p for p in self.pieces if p.problem is None]
        modules = sorted({m for p in pieces for m in imported(p)})
        known = [] if facts.packages is None else [facts.packages.distribution_of(m) for m in modules]
        inputs: dict[str, JsonValue] = {
            "pieces": [self.payload(p) for p in pieces], "imports": [], "modules": list(modules), "cap": CAP, "seconds": SECONDS,
        }  # fmt: skip
        return RunWanted(
            key=self.key,
            instrument=self.name,
            question="Does the notebook run from its first cell to its last, and does it print what is stored in it?",
            success="Every cell runs without an exception that is not announced, and its output agrees with the stored one.",
            failure="A cell raises, or prints something else than is stored.",
            script=inside_script(),
            inputs=inputs,
            packages=tuple(sorted({d for d in known if d})),
            seconds=SECONDS,
        )

    def payload(self, piece: Piece) -> dict[str, JsonValue]:
        expects = self.is_announced(self.cells[piece.number])
        failing: list[JsonValue] = list(range(1, piece.source.count("\n") + 2)) if expects else []
        return {"id": piece.number, "mode": "program", "source": piece.source, "examples": [], "failing": failing, "watches": []}

    @staticmethod
    def is_announced(cell: Cell) -> bool:
        return "raises-exception" in cell.tags or error_shown(cell.output) is not None

    # ---- after the run ---------------------------------------------------------------------------------------------

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        span = self.mention(chapter)
        skipped = frozenset(p.number for p in self.pieces if p.problem is not None)
        runs = Runs.of(outcome.result, self.pieces, skipped) if outcome.state == "ran" else None
        if runs is None:
            return Examination(gaps=(self.gap(span, f"it was not run to its end: {outcome.reason or outcome.state}"),))
        findings: list[Finding] = []
        gaps: list[Gap] = []
        failed = 0
        missing: set[str] = set()
        for piece in self.pieces:
            if piece.problem is None:
                found = list(self.cell(piece, runs, span))
                error = (runs.record(piece.number) or {}).get("error") or {}
                if error.get("type") == "NameError" and error.get("missing") in missing:
                    found = []
                    failed += 1
                missing.add(str(error.get("missing")))
                failed += any(isinstance(f, Gap) or f.rule == "cell-raises" for f in found)
                findings += [f for f in found if isinstance(f, Finding)]
                gaps += [g for g in found if isinstance(g, Gap)]
        findings.append(self.whole(runs, span, failed))
        return Examination(findings=tuple(findings), gaps=tuple(gaps))

    def whole(self, runs: Runs, span: Span, failed: int) -> Finding:
        total = len(self.cells)
        evidence = (self.evidence("SUPPORTS" if not failed else "QUALIFIES", "/runs/0/complete", runs.runs[0].get("complete")),)
        if failed or not runs.complete:
            ran = total - failed
            return self.finding(
                span,
                "notebook-runs",
                f"Of the notebook's {total} cells of code, {ran} ran and {failed} did not.",
                "medium",
                (),
                grounds=evidence,
            ).model_copy(update={"verdict": "qualified", "response": "clarification"})
        return self.finding(
            span, "notebook-runs", f"All {total} cells of code of the notebook ran, in order.", "low", (), True, grounds=evidence
        )

    def cell(self, piece: Piece, runs: Runs, span: Span) -> Iterator[Finding | Gap]:
        """What came of one cell."""
        cell, record = self.cells[piece.number], runs.record(piece.number)
        label = f"Cell {cell.number} of the notebook"
        if record is None or record.get("timeout"):
            yield self.gap(span, f"cell {cell.number} " + ("was not reached" if record is None else "took longer than it may"))
            return
        error = record.get("error")
        if error is not None:
            yield from self.failure(piece, cell, error, runs, span, label)
        elif cell.output and not self.is_announced(cell):
            expected = Expectation(piece.number, 0, "output", cell.output, span, True, "output")
            judgement = judge(expected, piece, runs)
            if judgement is not None:
                good = judgement.verdict == "holds"
                words = (
                    "prints what is stored in it"
                    if good
                    else f"stores {shortened(judgement.said)!r} and prints {shortened(judgement.did)!r}"
                )
                grounds = (self.evidence("SUPPORTS" if good else "CONTRADICTS", judgement.figure.pointer, judgement.figure.value),)
                yield self.finding(span, "stored-output", f"{label} {words}.", "low" if good else "medium", (), good, grounds=grounds)

    def failure(self, piece: Piece, cell: Cell, error: dict[str, Any], runs: Runs, span: Span, label: str) -> Iterator[Finding | Gap]:
        defined = frozenset().union(*(p.binds for p in self.pieces))
        failure = classify(error, piece, defined, True)
        if any(TROUBLE.search(c.text) for c in piece.comments) or runs.is_unsure(piece.number):
            yield self.gap(span, f"cell {cell.number} raises {error['type']}, which may be meant or follow from an earlier cell")
        elif failure.kind in ("here", "open") and error["type"] != "NameError":
            yield Gap(
                instrument=self.name, span=span, what=derived(f"{label} stopped: {failure.why}"), remedy=failure.remedy or "run it by hand"
            )
        else:
            position = runs.position(piece.number)
            grounds = (self.evidence("CONTRADICTS", f"/runs/0/pieces/{position}/error/type", error["type"]),)
            why = f"{label} raises {error['type']}: {shortened(error['message'], 200)}"
            yield self.finding(span, "cell-raises", why, "high", (derived(f"line {error.get('line')} of the cell"),), grounds=grounds)

    def evidence(self, relation: Relation, pointer: str, value: Any) -> MeasuredEvidence:
        kept = value[:1000] if isinstance(value, str) and len(value) > 1000 else value
        return MeasuredEvidence(relation=relation, run=self.key, field=pointer, value=kept)
