"""What a person lets a run do: open and search for sources, run experiments. Where nobody is asked, both.

What was not approved is not done, is listed with that reason, and is no failure.
"""

from __future__ import annotations

from dataclasses import replace

from agent.context import Context
from agent.inquiry import Inquiry
from agent.records import Approval, Limitation, Plan
from prompts.trust import derived
from tools.search.desk import Desk

SOURCES, EXPERIMENTS, NOTHING = "sources", "experiments", "nothing"
ALL = f"{SOURCES} {EXPERIMENTS}"
_NOT = "it was not approved"


def take(answer: str | None) -> Approval:
    """The approval that an answer of `SOURCES`, `EXPERIMENTS`, both or `NOTHING` gives; None where nobody was asked."""
    words = ALL.split() if answer is None else answer.split()
    return Approval(sources=SOURCES in words, experiments=EXPERIMENTS in words)


def within(context: Context, approval: Approval) -> Context:
    """The run's world with what was not approved left out."""
    settings = context.settings.model_copy(
        update={
            "offline": context.settings.offline or not approval.sources,
            "experiments": context.settings.experiments and approval.experiments,
        }
    )
    return replace(context, settings=settings, desk_for=context.desk_for if approval.sources else lambda subject: Desk((), ()))


def told_of_sources(inquiry: Inquiry, approval: Approval) -> Inquiry:
    """The inquiry with the limitation that no source may be opened, where that is so."""
    if approval.sources:
        return inquiry
    told = Limitation(step="approval", what=derived(f"no source was opened or searched for: {_NOT}"), remedy="run again, and approve it")
    return inquiry.model_copy(update={"limitations": (*inquiry.limitations, told)})


def told_of_runs(plan: Plan, approval: Approval) -> Plan:
    """The plan with the reason that nothing of it may be run, where that is so."""
    if approval.experiments or not plan.runs:
        return plan
    told = Limitation(step="approval", what=derived(f"no experiment was run: {_NOT}"), remedy="run again, and approve it")
    return plan.model_copy(update={"left": dict.fromkeys((run.key for run in plan.runs), _NOT), "limitations": (*plan.limitations, told)})
