"""The rule-based planner: which runs are made, in which order, fed with the chapter's own parameters.

First what the instruments want, then the probes whose subject the chapter names. A run whose packages are missing is not planned
but listed, with the command that would help.
"""

from __future__ import annotations

import re

from agent.context import Context
from agent.records import Examined, Limitation, Plan, Snapshot
from prompts.trust import derived, measure
from sandbox.probes import ChapterFacts, Probe, parameters_from, relevant
from tools.records import Chapter, RunWanted

PREFIX = "probe:"


def plan(context: Context, snapshot: Snapshot, examined: Examined) -> Plan:
    """The runs to make; empty, with the reason, where the user wants none or the machine allows none."""
    probes = tuple(_wanted(probe, snapshot.chapter) for probe in relevant(measure(snapshot.chapter.text)))
    runs = (*examined.runs, *probes)
    if not context.settings.experiments:
        return _none(runs, ())
    if runs and context.sandbox is None:
        what = derived(f"no experiment was run: {context.no_sandbox}")
        return _none(runs, (Limitation(step="experiments", what=what, remedy="see: corrigenda doctor", failed=True),))
    installed = {name.lower() for name in context.packages.installed()}
    kept, skipped = [], []
    for run in runs:
        lacking = [name for name in run.packages if name.lower() not in installed]
        if lacking:
            skipped.append(derived(f"{run.key}: needs {', '.join(lacking)}; add it with: corrigenda env add {' '.join(lacking)}"))
        else:
            kept.append(run)
    return Plan(runs=tuple(kept), probes=tuple(run.key for run in kept if run.key.startswith(PREFIX)), skipped=tuple(skipped))


def _none(runs: tuple[RunWanted, ...], limitations: tuple[Limitation, ...]) -> Plan:
    """Every run stays planned, so that the report can list it as UNRUN."""
    return Plan(
        runs=runs,
        probes=tuple(r.key for r in runs if r.key.startswith(PREFIX)),
        skipped=(),
        limitations=limitations,
    )


def _wanted(probe: Probe, chapter: Chapter) -> RunWanted:
    return RunWanted(
        key=PREFIX + probe.name, instrument=PREFIX + probe.name, question=probe.question, success=probe.success, failure=probe.failure,
        script=probe.script, inputs=parameters_from(probe, facts_of(chapter)), packages=probe.packages, seconds=probe.seconds,
    )  # fmt: skip


_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_SETTING = re.compile(r"\b([a-z_]+)\s*=\s*(True|False|None|-?\d+(?:\.\d+)?|\"[^\"\n]{0,40}\"|'[^'\n]{0,40}')")


def facts_of(chapter: Chapter) -> ChapterFacts:
    """What a probe may be fed with: the table columns that hold plain numbers, and the settings that the code names."""
    text = measure(chapter.text)
    columns: dict[str, list[float]] = {}
    for block in chapter.blocks:
        if block.table is None:
            continue
        for index, header in enumerate(block.table.header):
            cells = [text[row.cells[index].start : row.cells[index].end].strip() for row in block.table.rows if index < len(row.cells)]
            if cells and all(_NUMBER.fullmatch(cell) for cell in cells):
                columns.setdefault(text[header.start : header.end].strip(), [float(cell) for cell in cells])
    values = {"True": True, "False": False, "None": None}
    keywords = {name: values.get(value, _literal(value)) for name, value in _SETTING.findall(text)}
    return ChapterFacts(text=text, columns=columns, keywords=keywords)


def _literal(value: str) -> bool | int | float | str | None:
    if value[0] in "\"'":
        return value[1:-1]
    return float(value) if "." in value else int(value) if _NUMBER.fullmatch(value) else None
