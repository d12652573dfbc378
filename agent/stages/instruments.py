"""Every instrument reads the chapter; what they quote of packages is kept in the evidence store before it is cited."""

from __future__ import annotations

from agent.citing import keep_quoted, notebooks
from agent.context import Context
from agent.records import Examined, Snapshot
from tools.instruments import instruments
from tools.legible import legible_chapter
from tools.records import Examination, Facts


def examine(context: Context, facts: Facts, snapshot: Snapshot) -> Examined:
    """What can be found by reading alone, and the runs that are wanted."""
    chapter = legible_chapter(snapshot.chapter)
    results: list[Examination] = []
    for instrument in instruments(notebooks(context)):
        context.tell("instruments", instrument.name)
        results.append(instrument.examine(chapter, facts))
    findings = tuple(finding for result in results for finding in result.findings)
    keep_quoted(context, findings)
    return Examined(
        findings=findings,
        runs=tuple(run for result in results for run in result.runs),
        gaps=tuple(gap for result in results for gap in result.gaps),
    )
