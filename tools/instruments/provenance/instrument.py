"""The instrument `provenance`: measurements printed without what they were made with, and what other chapters are said to hold."""

from __future__ import annotations

import re
from collections.abc import Iterator

from prompts.trust import derived, measure
from tools.instruments.provenance.agreement import Disagreement, disagreements
from tools.instruments.provenance.circumstances import Circumstances, Made
from tools.instruments.provenance.elsewhere import stated_elsewhere
from tools.instruments.provenance.figures import numbers_of
from tools.instruments.provenance.repeated import repeated
from tools.instruments.provenance.statements import Statement, statements
from tools.instruments.provenance.tables import measured
from tools.instruments.references.labels import targets_of
from tools.records import Chapter, ChapterEvidence, Examination, Facts, Finding, RunOutcome, RunWanted, Span

_SETTINGS = re.compile(
    r"\b(?:median|mean|average|averaged|best) of \w+|\b(?:\d+|ten|zehn|dix)\s*(?:repeats?|repetitions|runs|iterations|trials"
    r"|wiederholungen|läufen?"
    r"|répétitions|exécutions|essais)\b|\bwarm-?up\b|\bseed\b|\bthreads?\b|\bbatch size\b|\bfloat(?:16|32|64)\b|\bbfloat16\b"
    r"|\bmittel(?:wert)? (?:aus|von)|\bmedian aus|\bmoyenne (?:de|sur)|\bmédiane (?:de|sur)",
    re.I,
)


class Provenance:
    """Asks of every measurement with what it was made, and of every statement on another chapter whether it can be checked here."""

    name = "provenance"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        text = measure(chapter.text)
        elsewhere = (self.elsewhere(span, numbers) for span, numbers in stated_elsewhere(chapter, text))
        twice = (self.disagreeing(found) for found in (*disagreements(chapter.blocks, text), *repeated(chapter.blocks, text)))
        return Examination(findings=(*self.measurements(chapter, text), *elsewhere, *twice))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """Nothing: this instrument asks for no run."""
        return Examination()

    def measurements(self, chapter: Chapter, text: str) -> Iterator[Finding]:
        """One finding for each table, output or sentence that gives a measurement."""
        sections = [t for t in targets_of(chapter.blocks, text, chapter.number) if t.kind == "section"]
        circumstances = Circumstances(chapter.blocks, text, sections)
        tables = list(measured(chapter.blocks, text))
        for span in tables:
            made = circumstances.of_table(span)
            yield self.supported(span, made, text) if made.complete else self.missing(span, made, chapter, text)
        blocks = [b for b in chapter.blocks if b.kind in ("code", "table", "output") and len(b.span) < 2500]
        printed = [numbers_of(text[b.span.start : b.span.end]) for b in blocks]
        for statement in statements(chapter.blocks, text):
            if any(statement.span.overlaps(t) for t in tables) or (not statement.elsewhere and _is_printed(statement, printed)):
                continue
            made = _made(statement, circumstances)
            if not made.complete:
                yield self.missing(statement.span, made, chapter, text)

    def supported(self, span: Span, made: Made, text: str) -> Finding:
        places = [s for s in (made.version, made.hardware) if s is not None]
        return Finding(
            instrument=self.name, rule="measurement", span=span, kind="numeric", verdict="supported", priority="low",
            response="no change",
            summary=derived(f"The chapter says with what this was measured: {', '.join(text[s.start : s.end] for s in places)}."),
            grounds=tuple(ChapterEvidence(relation="SUPPORTS", span=s) for s in places),
            limits="That these words belong to this measurement is not shown.",
        )  # fmt: skip

    def missing(self, span: Span, made: Made, chapter: Chapter, text: str) -> Finding:
        where = "in the chapter" if chapter.whole else "in the excerpt"
        lacks = [w for w, found in (("the version of the software", made.version), ("the hardware", made.hardware)) if found is None]
        if not _SETTINGS.search(text, max(0, span.start - 400), span.end + 400):
            lacks.append("settings such as threads, warm-up and repeats")
        given = tuple(ChapterEvidence(relation="LIMITATION", span=s) for s in (made.version, made.hardware) if s is not None)
        return Finding(
            instrument=self.name, rule="measurement", span=span, kind="numeric", verdict="unverifiable", priority="medium",
            response="clarification",
            summary=derived(f"This measurement cannot be checked: the words {where} do not give {_joined(lacks)} for it."),
            working=(derived(f"looked {where} for version numbers, processors, graphics cards and settings: missing {_joined(lacks)}"),),
            grounds=given, limits="" if chapter.whole else "They may stand in the part of the chapter that was not supplied.",
        )  # fmt: skip

    def disagreeing(self, found: Disagreement) -> Finding:
        return Finding(
            instrument=self.name, rule="stated-twice", span=found.span, kind="scope", verdict="contradicted", priority="medium",
            response="correction", summary=derived(f"The chapter says two things of what this was made with: {found.why}"),
            working=(derived("compared all places that state versions, machines, dates and numbers of runs"),),
            grounds=(ChapterEvidence(relation="CONTRADICTS", span=found.other),), limits="Which of the two is right is not shown.",
        )  # fmt: skip

    def elsewhere(self, span: Span, numbers: list[str]) -> Finding:
        names = " and ".join(numbers)
        return Finding(
            instrument=self.name, rule="other-chapter", span=span, kind="scope", verdict="unverifiable", priority="low",
            response="clarification", summary=derived(f"This states what chapter {names} holds, and that chapter was not supplied."),
            limits="Supply the chapter to have the statement checked.",
        )  # fmt: skip


def _is_printed(statement: Statement, printed: list[set[str]]) -> bool:
    """Whether one block of code, table or output prints all the figures of a statement, so that it tells no new ones."""
    return bool(statement.figures) and any(statement.figures <= numbers for numbers in printed)


def _made(statement: Statement, circumstances: Circumstances) -> Made:
    if statement.elsewhere:
        return circumstances.of_another(statement.span, statement.place, general=not statement.another)
    return circumstances.of(statement.span)


def _joined(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
