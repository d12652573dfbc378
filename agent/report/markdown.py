"""report.md: the seven sections, rendered by code from the records alone."""

from __future__ import annotations

from agent.records import Report
from agent.report.contract import HEADINGS
from agent.report.index import Index
from agent.report.sections import audit, checklist, context, experiments, findings, ledger, upgrade

_SECTIONS = (context.render, audit.render, ledger.render, findings.render, upgrade.render, experiments.render, checklist.render)


def render_section(number: int, report: Report) -> str:
    """One section, 1 to 7, without its heading."""
    return _SECTIONS[number - 1](Index(report))


def assemble(sections: tuple[str, ...]) -> str:
    """The whole report from the bodies of its seven sections."""
    return "\n\n".join(f"{heading}\n\n{body}" for heading, body in zip(HEADINGS, sections, strict=True)) + "\n"


def render(report: Report) -> str:
    index = Index(report)
    return assemble(tuple(section(index) for section in _SECTIONS))
