"""Which runs are made, in which order, fed with the chapter's own parameters.

First what the instruments want, then the probes whose subject the chapter names, then what the inquiry asked for. A run whose packages
are missing is not planned but listed, with the command that would help.
"""

from __future__ import annotations

import re

from agent.context import Context
from agent.inquiry import Inquiry
from agent.records import Examined, Limitation, Plan, Snapshot
from prompts.trust import derived, measure
from sandbox.probes import ChapterFacts, Probe, parameters_from, relevant
from tools.records import Chapter, RunWanted

PREFIX = "probe:"


def plan(context: Context, snapshot: Snapshot, examined: Examined, inquiry: Inquiry) -> Plan:
    """Every run that is wanted, in order, and for each that will not be made the reason."""
    probes = relevant(measure(snapshot.chapter.text))
    own = (*examined.runs, *(_wanted(probe, snapshot.chapter) for probe in probes))
    planned = {run.key for run in own}
    asked = {run.key: run for done in inquiry.done for run in done.runs if run.key not in planned}
    runs = (*own, *asked.values())
    keys = tuple(PREFIX + probe.name for probe in probes)
    if not context.settings.experiments:
        return Plan(runs=runs, probes=keys, left=dict.fromkeys((run.key for run in runs), "the run was started with --no-experiments"))
    if runs and context.sandbox is None:
        what = derived(f"no experiment was run: {context.no_sandbox}")
        failed = Limitation(step="experiments", what=what, remedy="see: corrigenda doctor", failed=True)
        return Plan(runs=runs, probes=keys, left=dict.fromkeys((run.key for run in runs), context.no_sandbox), limitations=(failed,))
    return Plan(runs=runs, probes=keys, left=_left(context, runs, probes))


def _left(context: Context, runs: tuple[RunWanted, ...], probes: tuple[Probe, ...]) -> dict[str, str]:
    """What is not made of what could be: runs without their packages, and probes beyond their time."""
    lacking = _lacking(context, runs)
    return lacking | _over_budget(context, tuple(probe for probe in probes if PREFIX + probe.name not in lacking))


def _lacking(context: Context, runs: tuple[RunWanted, ...]) -> dict[str, str]:
    """The runs whose packages the experiment environment does not have, with the command that would help."""
    installed = {name.lower() for name in context.packages.installed()}
    lacking = {run.key: [name for name in run.packages if name.lower() not in installed] for run in runs}
    return {key: f"needs {', '.join(names)}; add it with: corrigenda env add {' '.join(names)}" for key, names in lacking.items() if names}


def _over_budget(context: Context, probes: tuple[Probe, ...]) -> dict[str, str]:
    """The probes that the time for probes does not reach, the most relevant served first."""
    left, spent = {}, 0.0
    for probe in probes:
        if spent + probe.cost > context.settings.probe_seconds:
            left[PREFIX + probe.name] = f"left out: the probes' time of {context.settings.probe_seconds} s is spent; see --probe-seconds"
        else:
            spent += probe.cost
    return left


def _wanted(probe: Probe, chapter: Chapter) -> RunWanted:
    return RunWanted(
        key=PREFIX + probe.name, instrument=PREFIX + probe.name, question=probe.question, success=probe.success, failure=probe.failure,
        script=probe.script, inputs=parameters_from(probe, facts_of(chapter)), packages=probe.packages, seconds=probe.seconds,
    )  # fmt: skip


_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?")
_SETTING = re.compile(r"\b([a-z_]+)\s*=\s*(True|False|None|-?\d+(?:\.\d+)?|\"[^\"\n]{0,40}\"|'[^'\n]{0,40}')")


def facts_of(chapter: Chapter) -> ChapterFacts:
    """What a probe may be fed with: the table columns that hold plain numbers, and the settings that the code names.

    A last row that leaves a cell blank sums the others up and is none of them.
    """
    text = measure(chapter.text)
    columns: dict[str, list[float]] = {}
    for block in chapter.blocks:
        if block.table is None:
            continue
        rows = [[text[cell.start : cell.end].strip() for cell in row.cells] for row in block.table.rows]
        if len(rows) > 1 and not all(rows[-1]):
            rows.pop()
        for index, header in enumerate(block.table.header):
            cells = [row[index] for row in rows if index < len(row)]
            if cells and all(_NUMBER.fullmatch(cell) for cell in cells):
                columns.setdefault(text[header.start : header.end].strip(), [float(cell) for cell in cells])
    values = {"True": True, "False": False, "None": None}
    keywords = {name: values.get(value, _literal(value)) for name, value in _SETTING.findall(text)}
    return ChapterFacts(text=text, columns=columns, keywords=keywords)


def _literal(value: str) -> bool | int | float | str | None:
    if value[0] in "\"'":
        return value[1:-1]
    return float(value) if "." in value else int(value) if _NUMBER.fullmatch(value) else None
