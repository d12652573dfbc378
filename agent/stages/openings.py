"""The openings of sections: a model's sentences over records that are checked already, each tied to them, each section checked again.

A section whose opening breaks the contract is written again with the reasons; after the last try it stands without one, since all that
has to be said is rendered by code in any case.
"""

from __future__ import annotations

from agent.context import Context
from agent.llm.asking import Models
from agent.llm.errors import ModelError
from agent.llm.spending import by_role
from agent.records import GuardNote, Limitation, Opening, OpeningSentence, Report
from agent.report import markdown
from agent.report.contract import MARK, TITLES, SectionMaterial, check_section
from agent.report.index import Index
from agent.report.sentences import beyond, loose
from agent.roles import writer
from agent.roles.table import ROLES
from prompts.library import Quoted
from prompts.trust import Untrusted, derived

SECTIONS = (2, 4, 5, 6)  # those that have something to sum up; provenance, ledger and checklist are lists
_TRIES = 2
_MOST = 12_000  # characters of a section that are shown


def write(context: Context, report: Report) -> Report:
    """The report with its openings, as far as a model could write them."""
    models = context.models
    if models is None:
        return report
    outcomes = models.each(SECTIONS, lambda number: _one(models, report, number))
    openings, failed, notes = [], [], {note.section: note for note in report.guard}
    for number, outcome in zip(SECTIONS, outcomes, strict=True):
        if isinstance(outcome, ModelError):
            failed.append(str(outcome))
            continue
        opening, refused = outcome
        note = notes.get(number, GuardNote(section=number, rechecked=0))
        notes[number] = note.model_copy(
            update={"refused": (*note.refused, *refused), "rendered_by": "model" if opening is not None else note.rendered_by}
        )
        openings += [opening] if opening is not None else []
    limitations = report.limitations
    if failed:
        what = f"{len(failed)} of {len(SECTIONS)} openings of sections were not written: {failed[0]}"
        lost = len(failed) == len(SECTIONS)
        limitations = (*limitations, Limitation(step="writer", what=derived(what), remedy="run again", failed=lost))
    guard = tuple(notes[number] for number in sorted(notes))
    made = report.provenance.model_copy(update={"spent": by_role(context.events.events)})
    return report.model_copy(update={"openings": tuple(openings), "guard": guard, "limitations": limitations, "provenance": made})


def _one(models: Models, report: Report, number: int) -> tuple[Opening | None, tuple[str, ...]]:
    """The opening of a section, None where none passed; and what was wrong with those that did not."""
    body = markdown.render_section(number, report)
    shown = body[: min(_MOST, max(2_000, models.room(writer.ROLE, ROLES[writer.ROLE].output_tokens) - 4_000))]
    index = Index(report)
    material = SectionMaterial(text=derived(shown), marks=frozenset(MARK.findall(shown)) & index.marks, urls=index.urls)
    refused: list[str] = []
    for _ in range(_TRIES):
        again = f"What you wrote before broke these rules: {'; '.join(dict.fromkeys(refused))}" if refused else ""
        said = writer.write(models, f"Section {number}, {TITLES[number - 1]}", (Quoted("records", Untrusted(shown, "derived")),), again)
        if not said:
            return None, tuple(refused)
        opening = Opening(section=number, sentences=tuple(OpeningSentence(text=s.text, marks=s.rests) for s in said))
        problems = [
            *loose(((s.text, s.rests) for s in said), material.marks),
            *(problem for s in said for problem in beyond(s.text, s.rests, shown)),
            *check_section(number, markdown.render_opening(opening), material),
        ]
        if not problems:
            return opening, tuple(refused)
        # Only the kind of fault is told: what follows a colon repeats the model's own words.
        refused += [problem.partition(":")[0] for problem in problems]
    return None, tuple(refused)
