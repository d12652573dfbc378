"""The instrument that holds strong words ("identical", "always", "silent", "a single line") against the figures and outputs beside them."""

from __future__ import annotations

from tools.instruments.numbers.page import page_of
from tools.instruments.wording import compared, identical, outputs, trends
from tools.records import Chapter, Examination, Facts, Finding, RunOutcome, RunWanted


class Wording:
    """Strong words against figures, tables and outputs."""

    name = "wording"

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        page = page_of(chapter)
        found: dict[tuple[int, int], Finding] = {}
        for check in (identical.check, compared.check, trends.check, outputs.check_none, outputs.check_printed):
            for finding in check(page):
                found.setdefault((finding.span.start, finding.span.end), finding)
        return Examination(findings=tuple(found[key] for key in sorted(found)))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        """It asks for no run, so there is nothing to read."""
        return Examination()
