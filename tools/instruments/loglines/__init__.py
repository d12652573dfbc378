"""Log lines, warnings and error messages that a chapter quotes, searched in the source of the installed packages.

A message counts as there only where a text of the source, with its placeholders filled, is that message. A message that the
chapter's own code prints or raises is not looked for, and one that comes from compiled code is none of our business: so a message
that is nowhere is no fault.

quoting.py   where a chapter quotes messages
places.py    the texts of the packages that are like them
judging.py   what is said of them
"""

from __future__ import annotations

from tools.instruments.loglines.judging import NAME, Judge
from tools.instruments.loglines.places import Search
from tools.records import Chapter, Examination, Facts, Finding, Gap, RunOutcome, RunWanted


class LogLines:
    """Reads source only; asks for no run."""

    name = NAME

    def examine(self, chapter: Chapter, facts: Facts) -> Examination:
        if facts.packages is None:
            return Examination()
        search_ = Search(chapter, facts.packages)
        findings, gaps = [], []
        judge = Judge(search_, facts.packages)
        for message in search_.messages():
            result = judge.look(message)
            if isinstance(result, Finding):
                findings.append(result)
            elif isinstance(result, Gap):
                gaps.append(result)
        return Examination(findings=tuple(findings), gaps=tuple(gaps))

    def read(self, wanted: RunWanted, outcome: RunOutcome, chapter: Chapter, facts: Facts) -> Examination:
        return Examination()
