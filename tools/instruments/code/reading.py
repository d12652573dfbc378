"""From a run's figures to findings: what agrees, what differs, what raises, and what could not be run."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from prompts.trust import derived, measure
from tools import python_source
from tools.instruments.code.compare import NUMBER, literal, normal
from tools.instruments.code.dynamic import Observed, observed
from tools.instruments.code.evidence import LIMITS, evidence, shortened
from tools.instruments.code.expectations import Expectation, innermost_at, is_print, statement_at
from tools.instruments.code.flat import is_certain
from tools.instruments.code.foreseen import Judgement
from tools.instruments.code.judge import judge
from tools.instruments.code.places import place_of_expectation
from tools.instruments.code.predictions import Habit, texts_of
from tools.instruments.code.programs import Piece
from tools.instruments.code.raising import Raising
from tools.instruments.code.runs import Runs
from tools.instruments.code.surroundings import around, before, is_a_lesson, recommended
from tools.instruments.code.volatile import identities, is_stable_type, rests_on, volatile_names
from tools.records import Chapter, Examination, Finding, Gap, Replacement, RunWanted, Span


def merged(gaps: list[Gap]) -> Iterator[Gap]:
    """The gaps without those that have the reason of an earlier one."""
    seen: set[str] = set()
    for gap in gaps:
        if (what := measure(gap.what)) not in seen:
            seen.add(what)
            yield gap


_EARLIER = re.compile(
    r"\bPython\s*2\b|\b(?:before|until|up to|prior to|older than|earlier than|through|vor|bis|avant|jusqu'à)\s+"
    r"(?:(?:Python|NumPy|pandas|PyTorch|torch|version|release)\s*v?\d|v?\d+\.\d+(?:\.\d+)?(?!\d|,\d|\s*(?:%|(?:[kKMGTmµn]?(?:i?B|s|Hz|W|m)|seconds?|minutes?|hours?|times|percent|million|Sekunden|Minuten|Stunden|secondes|heures)\b)))",
    re.I,
)
_VERSION = re.compile(
    r"(?P<since>\b(?:since|from|as of|starting with|new in|added in|seit|ab|depuis|à partir de|desde)\s+)?\bPython\s*(?:version\s*)?[<>=]*"
    r"\s*3\.(?P<minor>\d+)",
    re.I,
)


@dataclass(frozen=True)
class Reader:
    """Reads the runs of one chapter."""

    instrument: str
    chapter: Chapter
    pieces: tuple[Piece, ...]
    runs: Runs
    wanted: RunWanted
    habits: dict[tuple[Expectation, ...], Habit] = field(default_factory=dict)
    unsteady: dict[int, frozenset[str]] = field(default_factory=dict)

    def examination(self, said: tuple[Expectation, ...]) -> Examination:
        findings: list[Finding] = []
        gaps: list[Gap] = []
        raising = Raising(self.instrument, self.chapter, self.pieces, self.runs, self.wanted.key)
        for piece in self.pieces:
            if piece.problem is not None:
                continue
            findings += self.agreements(piece, said)
            findings += self.warned(piece)
            outcome = list(raising.of(piece, said))
            findings += [x for x in outcome if isinstance(x, Finding)]
            gaps += [x for x in outcome if isinstance(x, Gap)]
        findings += [self.seen(o) for o in observed(self.pieces, self.chapter, self.runs)]
        return Examination(findings=tuple(findings), gaps=tuple(merged(gaps)))

    def agreements(self, piece: Piece, said: tuple[Expectation, ...]) -> Iterator[Finding]:
        judged = [(e, judge(e, piece, self.runs, self.habit(said))) for e in said if e.piece == piece.number]
        agreed = frozenset(e.line for e, j in judged if j is not None and j.verdict == "holds" and e.line)
        for expected, judgement in judged:
            if judgement is None:
                continue
            if judgement.verdict == "holds" or judgement.certain or not self.doubtful(piece, expected, agreed):
                yield self.finding(expected, piece, judgement)

    def habit(self, said: tuple[Expectation, ...]) -> Habit:
        """Where the chapter's comments show to the letter what was printed."""
        if said not in self.habits:
            kept = [e for e in said if e.source == "comment" and e.way in ("output", "value", "shape") and self.is_kept_to(e)]
            below = sum(e.below for e in kept)
            shown = [
                e for e in said if e.source == "comment" and e.comment and e.way in ("output", "value", "shape") and self.is_printed(e)
            ]
            others = sum(e not in kept for e in shown)
            parsed = tuple(p for p in self.pieces if p.problem is None)
            exact = sum(re.search(r"\d\.\d", e.shown) is not None and self.is_to_the_letter(e) for e in kept)
            self.habits[said] = Habit(len(kept) - below, below, exact, texts_of(parsed), others == 1)
        return self.habits[said]

    def is_kept_to(self, expected: Expectation) -> bool:
        judgement = self.judged(expected)
        return judgement is not None and judgement.verdict == "holds"

    def is_printed(self, expected: Expectation) -> bool:
        piece = next(p for p in self.pieces if p.number == expected.piece)
        return is_print(innermost_at(piece, expected.line))

    def is_to_the_letter(self, expected: Expectation) -> bool:
        judgement = self.judged(expected)
        return judgement is not None and normal(judgement.said) == normal(judgement.did)

    def judged(self, expected: Expectation) -> Judgement | None:
        """The judgement of an expectation about an expression, with no habit taken for granted."""
        piece = next(p for p in self.pieces if p.number == expected.piece)
        return judge(expected, piece, self.runs) if isinstance(innermost_at(piece, expected.line), ast.Expr) else None

    def seen(self, fault: Observed) -> Finding:
        ground = evidence(self.wanted.key, "SUPPORTS" if fault.good else "CONTRADICTS", fault.figure.pointer, fault.figure.value)
        return Finding(
            instrument=self.instrument, rule=fault.rule, span=fault.span, kind="behavioural",
            verdict="supported" if fault.good else "contradicted", priority="low" if fault.good else "medium",
            response="no change" if fault.good else "correction", summary=derived(fault.why), grounds=(ground,), limits=LIMITS,
        )  # fmt: skip

    def doubtful(self, piece: Piece, expected: Expectation, agreed: frozenset[int]) -> bool:
        """Whether a difference may have another reason than a fault: another machine or release, a lesson, restored line ends."""
        if expected.source == "docstring" and is_a_lesson(self.chapter, piece):
            return True
        code = self.code_of(piece, expected)
        if any(rests_on(node, self.volatile(piece)) for node in code) or self.is_about_identity(code):
            return True
        words = before(self.chapter, piece)
        if _EARLIER.search(words) or any(self.is_of_another_python(match) for match in _VERSION.finditer(words)):
            return True
        return piece.block.flattened and not is_certain(piece.tree, expected.line or 10**6, agreed)

    def is_of_another_python(self, match: re.Match[str]) -> bool:
        """Whether words speak of a release of Python other than the one that ran, and not of what it has had since an earlier one."""
        running, said = int(self.runs.python.split(".")[1]), int(match["minor"])
        return said > running if match["since"] else said != running

    def volatile(self, piece: Piece) -> frozenset[str]:
        """Names that rest on something volatile when this piece has run; what later pieces give them does not count."""
        if piece.number not in self.unsteady:
            self.unsteady[piece.number] = volatile_names(tuple(p for p in self.pieces if p.problem is None and p.number <= piece.number))
        return self.unsteady[piece.number]

    @staticmethod
    def code_of(piece: Piece, expected: Expectation) -> list[ast.AST]:
        """The code that an expectation speaks of."""
        if expected.expression:
            return [python_source.expression(expected.expression.strip())]
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
        verb = {
            "raises": "raises",
            "shape": "has the shape",
            "inner": "has the shape",
            "passes": "raises",
            "output": "prints",
            "lines": "prints",
            "turns": "takes",
        }.get(expected.way, "gives")
        if holds:
            summary = f"{where} {verb} {did}, as the text says."
        else:
            summary = f"The text says that {where} {verb} {said}; run, it {verb} {did}."
        return Finding(
            instrument=self.instrument,
            rule=f"{expected.source}-{expected.way}",
            span=place_of_expectation(piece, expected, judgement.said, measure(self.chapter.text)),
            kind="quote" if expected.source in ("output", "session") else "behavioural",
            verdict="supported" if holds else "contradicted",
            priority="low" if holds else "medium",
            response="no change" if holds else "correction",
            summary=derived(summary),
            working=(derived(f"said: {said}"), derived(f"run: {did}"), derived(f"REPRODUCED in {len(self.runs.runs)} runs")),
            grounds=(evidence(self.wanted.key, "SUPPORTS" if holds else "CONTRADICTS", judgement.figure.pointer, judgement.figure.value),),
            replacement=None if holds else self.replacement(expected, judgement),
            limits=LIMITS,
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
        return Replacement(span=span, text=derived(did), reason="what the run gave", certain=False)

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
            line = piece.span(int(warning["line"]))
            for span in (line, *recommended(self.chapter, piece, warning["message"])):
                yield self.deprecated(span, warning, f"/runs/0/pieces/{position}/warnings/{number}/message")

    def deprecated(self, span: Span, warning: dict[str, Any], pointer: str) -> Finding:
        return Finding(
            instrument=self.instrument,
            rule="deprecated",
            span=span,
            kind="api",
            verdict="outdated",
            priority="low",
            response="clarification",
            summary=derived(f"This sets off a {warning['category']}: {shortened(warning['message'], 240)}"),
            working=(derived(f"{warning['category']}: {shortened(warning['message'], 300)}"),),
            grounds=(evidence(self.wanted.key, "QUALIFIES", pointer, warning["message"]),),
            limits=LIMITS,
        )
