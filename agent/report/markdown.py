"""report.md: the seven sections, rendered by code from the records alone."""

from __future__ import annotations

from agent.records import Opening, Report
from agent.report.contract import HEADINGS
from agent.report.index import Index
from agent.report.sections import audit, checklist, context, experiments, findings, ledger, upgrade
from agent.report.words import cite, parts, sentence

_SECTIONS = (context.render, audit.render, ledger.render, findings.render, upgrade.render, experiments.render, checklist.render)


def render_section(number: int, report: Report) -> str:
    """One section, 1 to 7, without its heading."""
    opening = next((opening for opening in report.openings if opening.section == number), None)
    return parts(render_opening(opening) if opening else "", _SECTIONS[number - 1](Index(report)))


def render_opening(opening: Opening) -> str:
    """What a model says at the head of a section, under its own name, each sentence with the records that it rests on."""
    words = " ".join(f"{sentence(said.text)} {cite(said.marks)}" for said in opening.sentences)
    return f"In the words of a model, from the records of this section: {words}"


def assemble(sections: tuple[str, ...]) -> str:
    """The whole report from the bodies of its seven sections."""
    return "\n\n".join(f"{heading}\n\n{body}" for heading, body in zip(HEADINGS, sections, strict=True)) + "\n"


def render(report: Report) -> str:
    return assemble(tuple(render_section(number, report) for number in range(1, len(_SECTIONS) + 1)))
