"""summary.jsonl: one line a pack, in the order of the command, whole at every moment."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from agent.records import Report, Spending
from agent.report.rundir import REPORT, load_report
from tools import durable

SUMMARY = "summary.jsonl"
DONE, BUG, BAD, FAILED_STEP, STOPPED = 0, 1, 2, 3, 5
_WORDS = {DONE: "done", BUG: "bug", BAD: "cannot be used", FAILED_STEP: "a step failed", STOPPED: "stopped"}
# What a whole batch ends with: what can be gone on with before what cannot, and both before a report that misses something.
_WORST = (BUG, STOPPED, BAD, FAILED_STEP, DONE)


@dataclass
class Summary:
    """The lines of a batch; `put` writes the file anew. lines: by the pack's number."""

    path: Path
    names: list[str]
    lines: dict[int, dict[str, JsonValue]] = field(default_factory=dict)

    def put(self, number: int, status: int, directory: Path | None, error: str = "") -> dict[str, JsonValue]:
        line = _line(self.names[number], status, directory, error)
        self.lines[number] = line
        self.write()
        return line

    def write(self) -> None:
        waiting: dict[str, JsonValue] = {"status": "waiting", "exit_status": None}
        lines = [self.lines.get(number, {"pack": name, **waiting}) for number, name in enumerate(self.names)]
        durable.write(self.path, b"".join(durable.canonical(line).encode() + b"\n" for line in lines))

    @property
    def status(self) -> int:
        """The exit status of the batch."""
        found = {line["exit_status"] for line in self.lines.values()}
        missing = len(self.lines) < len(self.names)
        return next(status for status in _WORST if status in found or (missing and status == STOPPED) or status == DONE)


def _line(name: str, status: int, directory: Path | None, error: str) -> dict[str, JsonValue]:
    line: dict[str, JsonValue] = {"pack": name, "error": error, "run": str(directory) if directory else None}
    if status == DONE:
        assert directory is not None, "what is done lies somewhere"
        report = load_report(directory)
        status = FAILED_STEP if any(limitation.failed for limitation in report.limitations) else DONE
        line |= {"report": str(directory / REPORT), **_counts(report)}
    return {**line, "status": _WORDS.get(status, f"status {status}"), "exit_status": status}


def _counts(report: Report) -> dict[str, JsonValue]:
    ran = sum(1 for experiment in report.experiments if experiment.outcome.state != "unrun")
    verdicts: dict[str, JsonValue] = dict(Counter(assessment.verdict for assessment in report.assessments))
    return {
        "claims": len(report.reading.claims), "verdicts": verdicts, "changes": len(report.changes), "sources": len(report.sources),
        "experiments": {"planned": len(report.experiments), "run": ran}, "cost": _cost(report.provenance.spent),
        "failed": [str(limitation.step) for limitation in report.limitations if limitation.failed],
    }  # fmt: skip


def _cost(spent: tuple[Spending, ...]) -> dict[str, JsonValue]:
    """What the model cost; dollars None where a price is not known."""
    dollars = [row.dollars for row in spent]
    known = [value for value in dollars if value is not None]
    return {
        "calls": sum(row.calls for row in spent), "prompt": sum(row.prompt for row in spent), "output": sum(row.output for row in spent),
        "dollars": sum(known) if len(known) == len(dollars) else None,
    }  # fmt: skip
