"""From a run's figures to findings: what agrees, what differs, what raises, and what could not be run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from prompts.trust import derived, measure
from tools.instruments.code.compare import NUMBER, literal
from tools.instruments.code.dynamic import Observed, observed
from tools.instruments.code.expectations import Expectation, statement_at
from tools.instruments.code.failures import Failure, classify
from tools.instruments.code.judge import Judgement, judge
from tools.instruments.code.programs import Piece
from tools.instruments.code.runs import Runs
from tools.instruments.code.surroundings import around, before, is_a_lesson, speaks_of_trouble
from tools.instruments.code.volatile import identities, is_stable_type, rests_on, volatile_names
from tools.records import (
    Chapter,
    Examination,
    Finding,
    Gap,
    MeasuredEvidence,
    Replacement,
    RunWanted,
    Span,
    Verdict,
)  # fmt: skip

_LIMITS = "Shown for the experiment environment's versions, in one namespace and in the order of the text."


def merged(gaps: list[Gap]) -> Iterator[Gap]:
    """The gaps without those that have the reason of an earlier one."""
    seen: set[str] = set()
    for gap in gaps:
        if (what := measure(gap.what)) not in seen:
            seen.add(what)
            yield gap


def shortened(text: str, most: int = 160) -> str:
    """The text on one line, cut where it is long."""
    line = re.sub(r"\s+", " ", text).strip()
    return line if len(line) <= most else line[: most - 1] + "…"


_VERSIONED = re.compile(r"\bPython\s*(?:version\s*)?[<>=]*\s*[23]\.|\bPython 2\b|\bversion \d", re.I)


@dataclass(frozen=True)
class Reader:
    """Reads the runs of one chapter."""

    instrument: str
    chapter: Chapter
    pieces: tuple[Piece, ...]
    runs: Runs
    wanted: RunWanted

    def examination(self, said: tuple[Expectation, ...]) -> Examination:
        findings: list[Finding] = []
        gaps: list[Gap] = []
        for piece in self.pieces:
            if piece.problem is not None:
                continue
            findings += self.agreements(piece, said)
            findings += self.warned(piece)
            outcome = list(self.failure(piece, said))
            findings += [x for x in outcome if isinstance(x, Finding)]
            gaps += [x for x in outcome if isinstance(x, Gap)]
        findings += [self.seen(o) for o in observed(self.pieces, self.chapter, self.runs)]
        return Examination(findings=tuple(findings), gaps=tuple(merged(gaps)))

    def agreements(self, piece: Piece, said: tuple[Expectation, ...]) -> Iterator[Finding]:
        for expected in said:
            if expected.piece != piece.number:
                continue
            judgement = judge(expected, piece, self.runs)
            if judgement is not None and not (judgement.verdict == "fails" and self.doubtful(piece, expected)):
                yield self.finding(expected, piece, judgement)

    def seen(self, fault: Observed) -> Finding:
        return Finding(
            instrument=self.instrument, rule=fault.rule, span=fault.span, kind="behavioural",
            verdict="supported" if fault.good else "contradicted", priority="low" if fault.good else "medium",
            response="no change" if fault.good else "correction", summary=derived(fault.why),
            grounds=(self.evidence("SUPPORTS" if fault.good else "CONTRADICTS", fault.figure.pointer, fault.figure.value),), limits=_LIMITS,
        )  # fmt: skip

    def doubtful(self, piece: Piece, expected: Expectation) -> bool:
        """Whether a difference may have another reason than a fault: another machine or release, a lesson, restored line ends."""
        if expected.source == "docstring" and is_a_lesson(self.chapter, piece):
            return True
        code = self.code_of(piece, expected)
        if any(rests_on(node, self.volatile) for node in code) or self.is_about_identity(code):
            return True
        if _VERSIONED.search(before(self.chapter, piece)):
            return True
        if not piece.block.flattened:
            return False
        compound = (ast.For, ast.While, ast.If, ast.With, ast.Try)
        last = expected.line or 10**6
        return any(isinstance(n, compound) and n.lineno <= last for n in piece.tree.body)

    @cached_property
    def volatile(self) -> frozenset[str]:
        return volatile_names(tuple(p for p in self.pieces if p.problem is None))

    @staticmethod
    def code_of(piece: Piece, expected: Expectation) -> list[ast.AST]:
        """The code that an expectation speaks of."""
        if expected.expression:
            return [ast.parse(expected.expression.strip(), mode="eval")]
        node = statement_at(piece, expected.line) if expected.line else None
        return [node] if node is not None else list(piece.tree.body)

    def is_about_identity(self, code: list[ast.AST]) -> bool:
        """Whether code compares constants by identity, which each Python may answer in its own way."""
        names = {n for node in code for n in identities(node)}
        return any(not self.is_kept(name) for name in names)

    def is_kept(self, name: str) -> bool:
        """Whether a name was last given an object of a kind whose identity no Python shares."""
        kinds = [
            (value["type"], value["module"])
            for record in self.runs.runs[0]["pieces"]
            for entry in record["statements"]
            for target, value in entry["targets"].items()
            if target == name
        ]
        return bool(kinds) and is_stable_type(*kinds[-1])

    def finding(self, expected: Expectation, piece: Piece, judgement: Judgement) -> Finding:
        holds = judgement.verdict == "holds"
        said, did = shortened(judgement.said), shortened(judgement.did)
        where = self.where(piece, expected)
        verb = {"raises": "raises", "shape": "has the shape", "inner": "has the shape", "passes": "raises", "output": "prints"}.get(
            expected.way, "gives"
        )
        if holds:
            summary = f"{where} {verb} {did}, as the text says."
        else:
            summary = f"The text says that {where} {verb} {said}; run, it {verb} {did}."
        return Finding(
            instrument=self.instrument,
            rule=f"{expected.source}-{expected.way}",
            span=expected.span,
            kind="quote" if expected.source in ("output", "session") else "behavioural",
            verdict="supported" if holds else "contradicted",
            priority="low" if holds else "medium",
            response="no change" if holds else "correction",
            summary=derived(summary),
            working=(derived(f"said: {said}"), derived(f"run: {did}"), derived(f"REPRODUCED in {len(self.runs.runs)} runs")),
            grounds=(self.evidence("SUPPORTS" if holds else "CONTRADICTS", judgement.figure.pointer, judgement.figure.value),),
            replacement=None if holds else self.replacement(expected, judgement),
            limits=_LIMITS,
        )

    def where(self, piece: Piece, expected: Expectation) -> str:
        if expected.expression:
            return f"`{shortened(expected.expression.partition(' if type(')[0], 60)}`"
        if not expected.line:
            return "the block"
        lines = piece.source.splitlines()
        code = lines[expected.line - 1].strip() if expected.line <= len(lines) else ""
        return f"`{shortened(re.sub(r'^>>> ', '', re.sub(r'  #.*', '', code)), 60)}`"

    def replacement(self, expected: Expectation, judgement: Judgement) -> Replacement | None:
        """The value that was measured in the place of the one that is shown, where that is one literal or one line."""
        text = measure(self.chapter.text)[expected.span.start : expected.span.end]
        did = judgement.did.strip()
        if expected.way == "raises" or "\n" in did or text.count(judgement.said.strip()) != 1 or did in ("nothing", "no exception"):
            return None
        if not (literal(did)[0] or NUMBER.search(did)):
            return None
        begin = expected.span.start + text.index(judgement.said.strip())
        span = Span(start=begin, end=begin + len(judgement.said.strip()))
        return Replacement(span=span, text=derived(did), reason="what the run gave")

    def evidence(self, relation: Any, pointer: str, value: Any) -> MeasuredEvidence:
        kept = value[:1000] if isinstance(value, str) and len(value) > 1000 else value
        return MeasuredEvidence(relation=relation, run=self.wanted.key, field=pointer, value=kept)

    # ---- what raises -------------------------------------------------------------------------------------------

    def failure(self, piece: Piece, said: tuple[Expectation, ...]) -> Iterator[Finding | Gap]:
        """An exception that no expectation accounts for."""
        record = self.runs.record(piece.number)
        if record is None or record.get("timeout"):
            what = "was not reached" if record is None else "took longer than it may"
            yield Gap(
                instrument=self.instrument, span=piece.block.span, what=derived(f"a block {what}, so nothing is known of it"),
                remedy="run it by hand, with more time",
            )  # fmt: skip
            return
        figure = self.runs.error(piece.number)
        error = record.get("error")
        if error is None or figure is None:
            return
        failure = classify(error, piece, self.defined, self.chapter.whole)
        line = int(error.get("line") or 0)
        if self.is_announced(piece, error, said) and failure.kind not in ("here", "open"):
            return
        open_ = failure.kind in ("here", "open") or piece.number in self.runs.unsure or piece.partial
        if open_ or self.is_redefined(error):
            yield self.gap(piece, failure, error)
        elif not self.doubtful_failure(piece, error):
            yield self.fault(piece, failure, error, line)

    @property
    def defined(self) -> frozenset[str]:
        return frozenset().union(*(p.binds for p in self.pieces))

    def doubtful_failure(self, piece: Piece, error: dict[str, Any]) -> bool:
        """Flattened code may fail because its lines were restored wrongly; only what no line end changes is held against it."""
        if not piece.block.flattened:
            return False
        own = (error.get("owner") or {}).get("module") == "__main__" or self.callee(error) in self.defined
        return own or error["type"] not in ("AttributeError", "ImportError", "ModuleNotFoundError", "TypeError")

    @staticmethod
    def callee(error: dict[str, Any]) -> str:
        """The function or class that a TypeError speaks of, or the class whose attribute is missing."""
        match = re.match(r"(\w+)(?:\.[\w<>]+)*\(\)", error["message"])
        return str((error.get("owner") or {}).get("type", "")) or (match.group(1) if match else "")

    def is_redefined(self, error: dict[str, Any]) -> bool:
        """Whether the exception is about something that the text defines more than once, so that listings may be parts of one."""
        name = self.callee(error)
        own = not error.get("owner") or error["owner"]["module"] == "__main__"
        definitions = [
            node
            for piece in self.pieces
            for node in piece.tree.body
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name
        ]
        return own and len(definitions) > 1

    def is_announced(self, piece: Piece, error: dict[str, Any], said: tuple[Expectation, ...]) -> bool:
        if any(e.way == "raises" and e.piece == piece.number and (not e.line or self.covers(piece, e.line, error)) for e in said):
            return True
        return speaks_of_trouble(self.chapter, piece)

    def covers(self, piece: Piece, line: int, error: dict[str, Any]) -> bool:
        node = statement_at(piece, line)
        first = error["spots"][0][1] if error.get("spots") else error.get("line")
        return node is not None and first is not None and node.lineno <= first <= (node.end_lineno or first)

    def gap(self, piece: Piece, failure: Failure, error: dict[str, Any]) -> Gap:
        line = int(error.get("line") or 1)
        own = error.get("piece") == f"<piece {piece.number}>"
        return Gap(
            instrument=self.instrument, span=piece.span(line) if own else piece.block.span, what=derived(f"a block stopped: {failure.why}"),
            remedy=failure.remedy or "run it by hand",
        )  # fmt: skip

    def fault(self, piece: Piece, failure: Failure, error: dict[str, Any], line: int) -> Finding:
        verdict: Verdict = "outdated" if failure.kind == "gone" else "contradicted"
        target = next((p for p in self.pieces if error.get("piece") == f"<piece {p.number}>"), piece)
        position = self.runs.position(piece.number)
        return Finding(
            instrument=self.instrument,
            rule="raises",
            span=target.span(line),
            kind="api",
            verdict=verdict,
            priority="high",
            response="correction",
            summary=derived(f"Run in the order of the text, this line {failure.why}."),
            working=(derived(f"{error['type']}: {shortened(error['message'], 300)}"), derived(f"line {line} of the block; REPRODUCED")),
            grounds=(self.evidence("CONTRADICTS", f"/runs/0/pieces/{position}/error/type", error["type"]),),
            limits=_LIMITS,
        )

    def warned(self, piece: Piece) -> Iterator[Finding]:
        """Deprecations that the code of the text itself sets off."""
        record = self.runs.record(piece.number)
        if record is None or re.search(r"deprecat|veraltet|warning|warnung", around(self.chapter, piece) + piece.source, re.I):
            return
        position = self.runs.position(piece.number)
        seen: set[str] = set()
        for number, warning in enumerate(record.get("warnings", [])):
            escape = "escape sequence" in warning["message"]
            if escape or not {"DeprecationWarning", "FutureWarning"} & set(warning["bases"]) or warning["message"] in seen:
                continue
            seen.add(warning["message"])
            yield Finding(
                instrument=self.instrument,
                rule="deprecated",
                span=piece.span(int(warning["line"])),
                kind="api",
                verdict="outdated",
                priority="low",
                response="clarification",
                summary=derived(f"This line sets off a {warning['category']}: {shortened(warning['message'], 240)}"),
                working=(derived(f"{warning['category']}: {shortened(warning['message'], 300)}"),),
                grounds=(self.evidence("QUALIFIES", f"/runs/0/pieces/{position}/warnings/{number}/message", warning["message"]),),
                limits=_LIMITS,
            )
